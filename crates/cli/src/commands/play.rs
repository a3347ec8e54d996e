//! `bouton play`: a game in the terminal.

use std::path::PathBuf;

use bouton_lab::render::style::{FAINT, GOOD, STRONG, paint};
use bouton_lab::render::{picture, plain_list};
use bouton_lab::rules::{Position, Refusal};
use bouton_lab::values::{Player, counted};
use bouton_lab::{Play, Turn, read_game, usual_start};
use clap::Args;

use crate::Failure;
use crate::args::{self, LimitArgs};
use crate::output;

const HELP: &str = concat!(
    "  3,4,5     move to this position        #2       make the second of the listed moves\n",
    "  moves     list the legal moves         hint     a winning move, and why\n",
    "  undo      take a move back             resign   give up\n",
    "  help      this list                    quit     leave\n",
);

/// Play against a perfect opponent that explains its moves.
#[derive(Args)]
#[command(after_help = "Examples:
  bouton play nim 3,4,5
  bouton play antonim --second
  printf '2,4,6\\nquit\\n' | bouton play nim 3,4,6")]
pub(crate) struct PlayArgs {
    /// The game.
    game: String,
    /// The starting position [default: the game's example]
    #[arg(allow_hyphen_values = true)]
    position: Option<String>,
    /// The other numbers, if spaces separate them.
    #[arg(hide = true)]
    more: Vec<String>,
    /// Let the opponent move first.
    #[arg(long)]
    second: bool,
    /// Two people play against each other.
    #[arg(long, conflicts_with = "second")]
    friend: bool,
    /// Write the moves to a file when the game ends.
    #[arg(long, value_name = "FILE")]
    transcript: Option<PathBuf>,
    #[command(flatten)]
    means: LimitArgs,
}

/// `bouton play GAME [POSITION]`
pub(crate) fn play(args: &PlayArgs) -> Result<(), Failure> {
    let game = read_game(&args.game)?;
    let start = match &args.position {
        Some(text) => game.position(&args::position(text, &args.more))?,
        None => usual_start(&game)?,
    };
    let play = Play::new(game, start, Player::Left, args.means.limits())?;
    // The person is Left, who moves first, unless the opponent begins.
    let human = if args.second { Player::Right } else { Player::Left };
    let mut table = Table { play, human, friend: args.friend, resigned: None };
    let done = table.run();
    table.close();
    // The moves are written however the game ended.
    if let Some(path) = &args.transcript {
        output::write_file(path, table.transcript().as_bytes())?;
    }
    done
}

/// A game in progress, and who plays it.
struct Table {
    play: Play,
    human: Player,
    friend: bool,
    resigned: Option<Player>,
}

impl Table {
    fn run(&mut self) -> Result<(), Failure> {
        output::print(&format!(
            "{}  {}\n{HELP}\n",
            paint(STRONG, self.play.game().title()),
            self.roles()
        ));
        self.draw();
        while let Turn::Move(mover) = self.play.turn() {
            if !self.is_human(mover) {
                self.reply()?;
                self.draw();
                continue;
            }
            let Some(line) = super::ask_for_line(&self.prompt(mover))? else { break };
            if !self.obey(&line)? {
                break;
            }
        }
        Ok(())
    }

    fn is_human(&self, player: Player) -> bool {
        self.friend || player == self.human
    }

    fn roles(&self) -> String {
        match (self.friend, self.human) {
            (true, _) => "Left moves first, then Right".to_owned(),
            (false, Player::Left) => "you are Left and move first".to_owned(),
            (false, Player::Right) => "you are Right and move second".to_owned(),
        }
    }

    fn name(&self, player: Player) -> String {
        match (self.friend, player == self.human) {
            (true, _) => player.to_string(),
            (false, true) => "you".to_owned(),
            (false, false) => "Bouton".to_owned(),
        }
    }

    fn draw(&self) {
        let lines = picture::draw(self.play.game(), self.play.position()).join("\n");
        output::print(&format!("{lines}\n"));
    }

    fn prompt(&self, mover: Player) -> String {
        let position = paint(STRONG, self.play.position());
        match self.friend {
            true => format!("{position} {mover}>"),
            false => format!("{position} your move>"),
        }
    }

    /// Makes the program's move, and prints why.
    fn reply(&mut self) -> Result<(), Failure> {
        let solution = self.play.solve()?;
        let mover = self.play.mover();
        let Some(best) = self.play.best_of(&solution)? else { return Ok(()) };
        let mood = match solution.outcome.winner(mover) {
            Some(winner) if winner == mover => paint(GOOD, "and is winning"),
            Some(_) => paint(FAINT, "and would lose against perfect play"),
            None => paint(FAINT, "and can hold the draw"),
        };
        output::print(&format!("Bouton moves to {} {mood}\n", paint(STRONG, &best)));
        if solution.outcome.is_win_for(mover) {
            let reasons: String =
                solution.reasons.iter().map(|reason| format!("    {reason}\n")).collect();
            output::print(&paint(FAINT, reasons));
        }
        self.play.make(best)?;
        Ok(())
    }

    /// Does what a line says; false if the game is left.
    fn obey(&mut self, line: &str) -> Result<bool, Failure> {
        match line {
            "" => {}
            "help" | "?" => output::print(HELP),
            "moves" => self.list_moves(),
            "hint" => self.hint()?,
            "undo" => {
                // Back to the last position with the same player to move.
                self.play.take_back(if self.friend { 1 } else { 2 });
                self.draw();
            }
            "resign" => {
                self.resigned = Some(self.play.mover());
                return Ok(false);
            }
            "quit" | "exit" => return Ok(false),
            _ => self.make(line),
        }
        Ok(true)
    }

    fn make(&mut self, line: &str) {
        let typed = self.play.game().position(line);
        let option = match line.strip_prefix('#') {
            // A board may begin with # as well.
            Some(number) => typed.or_else(|_| self.numbered(number)),
            None => typed,
        };
        match option.and_then(|option| self.play.make(option)) {
            Ok(()) => self.draw(),
            Err(refusal) => output::print(&format!("{refusal}: {}\n", output::help(&refusal))),
        }
    }

    fn numbered(&self, number: &str) -> Result<Position, Refusal> {
        let Some(options) = self.play.options() else {
            return Err(Refusal::bad(
                "the moves have no numbers",
                "type the new piles, such as 1,1/2",
            ));
        };
        let index = number.trim().parse::<usize>().ok().and_then(|n| n.checked_sub(1));
        index.and_then(|index| options.get(index).cloned()).ok_or_else(|| {
            Refusal::bad(
                format!("there is no move #{}", number.escape_debug()),
                format!("`moves` lists moves #1 to #{}", options.len()),
            )
        })
    }

    fn list_moves(&self) {
        const MOST: usize = 60;
        let Some(options) = self.play.options() else {
            output::print("  lower one pile by any amount\n");
            return;
        };
        let texts: Vec<String> = (1..)
            .zip(options.iter().take(MOST))
            .map(|(number, option)| format!("#{number} {option}"))
            .collect();
        let lines: String =
            plain_list(&texts, "   ", 76).iter().map(|line| format!("  {line}\n")).collect();
        output::print(&lines);
        if options.len() > MOST {
            output::print(&format!("  and {} more\n", options.len() - MOST));
        }
    }

    fn hint(&self) -> Result<(), Failure> {
        let solution = self.play.solve()?;
        let text = match solution.winning(self.play.mover()).first() {
            Some(winning) => format!("{} wins", paint(GOOD, winning)),
            None => "no move wins against perfect play".to_owned(),
        };
        let reasons: String =
            solution.reasons.iter().map(|reason| format!("    {reason}\n")).collect();
        output::print(&format!("  {text}\n{}", paint(FAINT, reasons)));
        Ok(())
    }

    fn close(&self) {
        let moves = counted(self.play.positions().len() - 1, "move");
        let words = match (self.resigned, self.play.turn()) {
            (Some(player), _) => format!("{} resigned after {moves}", self.name(player)),
            (None, Turn::Won(player)) => {
                let win = if self.name(player) == "you" { "win" } else { "wins" };
                format!("{} {win} after {moves}", self.name(player))
            }
            (None, Turn::Move(_)) => format!("left after {moves}"),
        };
        output::print(&format!("{}\n", paint(STRONG, words)));
    }

    /// The game, the position after each move with the mover, and the result.
    fn transcript(&self) -> String {
        let positions = self.play.positions();
        let mut text = format!("game {}\nstart {}\n", self.play.game().text(), positions[0]);
        for (index, pair) in positions.windows(2).enumerate() {
            text += &format!("{} {} {}\n", index + 1, self.play.mover_at(index), pair[1]);
        }
        text += &match (self.resigned, self.play.turn()) {
            (Some(player), _) => format!("result {} resigned\n", player),
            (None, Turn::Won(player)) => format!("result {player} wins\n"),
            (None, Turn::Move(_)) => "result unfinished\n".to_owned(),
        };
        text
    }
}
