//! A game in progress: legal moves, whose turn it is, and the best move.

use bouton_ask::Mover;
use bouton_engines::Solution;
use bouton_rules::{Game, Kind, Limits, Position, Refusal, Ruleset};
use bouton_values::Player;

use crate::answer::{answer, solve_without_value};
use crate::question::Question;

/// A game in progress: Left and Right move in turn.
#[derive(Clone, Debug)]
pub struct Play {
    game: Game,
    limits: Limits,
    first: Player,
    /// The start, and the position after each move.
    positions: Vec<Position>,
}

/// The state of a game in progress: whose turn it is, or who has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// It is this player's turn.
    Move(Player),
    /// The game is over, and this player has won it.
    Won(Player),
}

/// The player that a question names.
#[must_use]
pub fn player_of(mover: Mover) -> Player {
    match mover {
        Mover::Left => Player::Left,
        Mover::Right => Player::Right,
    }
}

/// A player as questions and views name them.
#[must_use]
pub fn mover_of(player: Player) -> Mover {
    match player {
        Player::Left => Mover::Left,
        Player::Right => Mover::Right,
    }
}

/// The most options of a position that can be played: all are listed so that moves can be checked.
const MOST_OPTIONS: u128 = 1_000_000;

/// The most options that are compared for a good defence in a lost position.
const WEIGHED: usize = 200;

/// Refuses a position with more moves than can be listed at every turn.
fn check_options(game: &Game, position: &Position, what: &str) -> Result<(), Refusal> {
    match game.finite().map(|finite| finite.option_bound(position)) {
        Some(bound) if bound > MOST_OPTIONS => Err(Refusal::bad(
            format!("{position} has too many moves to be played"),
            format!("{what} with at most {MOST_OPTIONS} moves"),
        )),
        _ => Ok(()),
    }
}

impl Play {
    /// A new game from `start`, in which `first` moves first.
    pub fn new(
        game: Game,
        start: Position,
        first: Player,
        limits: Limits,
    ) -> Result<Play, Refusal> {
        game.check(&start)?;
        check_options(&game, &start, "start from a position")?;
        Ok(Play { game, limits, first, positions: vec![start] })
    }

    /// The game that is played.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The current position.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.positions.last().expect("the start is never taken back")
    }

    /// The start, and the position after each move.
    #[must_use]
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// The player to move, whether or not there is a move.
    #[must_use]
    pub fn mover(&self) -> Player {
        self.mover_at(self.positions.len() - 1)
    }

    /// The player who moved, or is to move, at the position with this number.
    #[must_use]
    pub fn mover_at(&self, index: usize) -> Player {
        if index.is_multiple_of(2) { self.first } else { self.first.opponent() }
    }

    /// Whose turn it is, or who has won.
    #[must_use]
    pub fn turn(&self) -> Turn {
        let mover = self.mover();
        match (self.game.kind(), self.position()) {
            (Kind::Finite(game), position) if game.options(position, mover).is_empty() => {
                Turn::Won(game.ending(position, mover))
            }
            (Kind::Real(game), Position::Real(piles)) if game.some_option(piles).is_none() => {
                Turn::Won(mover.opponent())
            }
            _ => Turn::Move(mover),
        }
    }

    /// The legal moves, where they are finitely many.
    #[must_use]
    pub fn options(&self) -> Option<Vec<Position>> {
        self.game.finite().map(|game| game.options(self.position(), self.mover()))
    }

    /// Makes a move, if it is legal.
    pub fn make(&mut self, option: Position) -> Result<(), Refusal> {
        let is_legal = match self.game.kind() {
            Kind::Finite(game) => game.options(self.position(), self.mover()).contains(&option),
            Kind::Real(game) => match (self.position(), &option) {
                (Position::Real(from), Position::Real(to)) => game.is_option(from, to),
                _ => false,
            },
        };
        if !is_legal {
            return Err(Refusal::bad(
                format!("{option} cannot be reached from {} in one move", self.position()),
                "make one of the legal moves",
            ));
        }
        check_options(&self.game, &option, "make a move to a position")?;
        self.positions.push(option);
        Ok(())
    }

    /// Takes back the last `moves` moves, or as many as there are.
    pub fn take_back(&mut self, moves: usize) {
        let left = self.positions.len().saturating_sub(moves).max(1);
        self.positions.truncate(left);
    }

    /// Solves the current position: who wins, by which moves, and why.
    pub fn solve(&self) -> Result<Solution, Refusal> {
        let position = self.position().clone();
        let question = Question::solve(self.game.clone(), position);
        let answer = answer(&Question { limits: self.limits.clone(), ..question })?;
        Ok(answer.solution().expect("a position was solved").clone())
    }

    /// Solves the current position without its value, within the given limits.
    pub(crate) fn winners(&self, limits: &Limits) -> Result<Option<Solution>, Refusal> {
        let question = Question::solve(self.game.clone(), self.position().clone());
        solve_without_value(&question.within(limits))
    }

    /// What the computations of this game may cost.
    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The best move for the player to move, given the solution of the current position: a winning one, or else one
    /// that keeps the draw, or else the one that leaves the opponent the fewest winning replies.
    pub fn best_of(&self, solution: &Solution) -> Result<Option<Position>, Refusal> {
        let mover = self.mover();
        match (solution.winning(mover).first(), solution.outcome.winner(mover)) {
            (Some(winning), _) => Ok(Some(winning.clone())),
            (None, None) => self.draw(),
            (None, Some(_)) => self.defence(),
        }
    }

    /// A move after which the opponent cannot win.
    fn draw(&self) -> Result<Option<Position>, Refusal> {
        for option in self.options().unwrap_or_default() {
            let after = self.after(option);
            if after.solve()?.outcome.winner(after.mover()).is_none() {
                return Ok(Some(after.position().clone()));
            }
        }
        Ok(None)
    }

    /// The game after this move, which must be legal.
    pub(crate) fn after(&self, option: Position) -> Play {
        let mut after = self.clone();
        after.positions.push(option);
        after
    }

    fn defence(&self) -> Result<Option<Position>, Refusal> {
        if let (Kind::Real(game), Position::Real(piles)) = (self.game.kind(), self.position()) {
            return Ok(game.some_option(piles).map(Position::Real));
        }
        let mut best: Option<(usize, Position)> = None;
        for option in self.options().unwrap_or_default().into_iter().take(WEIGHED) {
            let after = self.after(option.clone());
            let replies = after.solve()?.winning(after.mover()).len();
            if best.as_ref().is_none_or(|(fewest, _)| replies < *fewest) {
                best = Some((replies, option));
            }
        }
        Ok(best.map(|(_, option)| option))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(game: &str, position: &str) -> Play {
        let game = Game::parse(game).unwrap();
        let position = game.position(position).unwrap();
        Play::new(game, position, Player::Left, Limits::default()).unwrap()
    }

    /// Perfect play from both sides: who is said to win at the start does win.
    #[test]
    fn perfect_players_reach_the_predicted_end() {
        for (game, position) in [
            ("nim", "3,4,6"),
            ("nim", "1,2,3"),
            ("nim/misere", "1,1,2"),
            ("antonim", "1,4,5,7"),
            ("nimrod", "30,1"),
            ("ending-partizan:2,3", "17"),
            ("ending-partizan:2,3", "13"),
            ("partizan-subtraction:1,2|1,3", "9"),
            ("octal:0.77", "9,4"),
            ("chomp", "3,3"),
            ("coins:mock-turtles", "0,3,4"),
            ("nim + kayles", "3;5"),
            ("partizan-octal:0.3|0.7", "5,4"),
            ("domineering", "3x4"),
            ("domineering/misere", "#..|..."),
            ("toads-and-frogs", "TTT..FF"),
            ("hackenbush", "LRR|RL|L"),
            ("col", "2x4"),
            ("snort", "...|.#."),
            ("clobber", "3x3"),
            ("clobber + nim", "LLR;2"),
            ("dyadic-nim", "3/4,1/2,5"),
        ] {
            let mut play = start(game, position);
            let predicted = play.solve().unwrap().outcome.winner(Player::Left);
            let mut moves = 0;
            let winner = loop {
                match play.turn() {
                    Turn::Won(winner) => break winner,
                    Turn::Move(_) if moves > 200 => break predicted.unwrap(),
                    Turn::Move(_) => {
                        let best =
                            play.best_of(&play.solve().unwrap()).unwrap().expect("there is a move");
                        play.make(best).unwrap();
                        moves += 1;
                    }
                }
            };
            assert_eq!(Some(winner), predicted, "{game} {position}");
            assert!(moves > 0);
        }
    }

    #[test]
    fn illegal_moves_are_refused_and_nothing_changes() {
        let mut play = start("nim", "3,4");
        for option in ["3,4", "2,3", "3,5", "0"] {
            let option = play.game().position(option).unwrap();
            assert!(play.make(option).is_err());
        }
        assert_eq!(play.positions().len(), 1);
        play.make(play.game().position("3,1").unwrap()).unwrap();
        assert_eq!(play.mover(), Player::Right);
        play.take_back(5);
        assert_eq!((play.mover(), play.positions().len()), (Player::Left, 1));
    }

    #[test]
    fn typed_boards_are_moves() {
        let mut play = start("domineering", "...|...");
        play.make(play.game().position("#..|#..").unwrap()).unwrap();
        assert_eq!(play.mover(), Player::Right);
        let again = play.game().position("##.|##.").unwrap();
        assert!(play.make(again).is_err(), "Right's dominoes lie");
        play.make(play.game().position("###|#..").unwrap()).unwrap();
        assert_eq!(play.turn(), Turn::Won(Player::Right));
    }

    #[test]
    fn positions_that_cannot_be_listed_are_not_played() {
        let game = Game::parse("nim").unwrap();
        let position = game.position("1000000000000").unwrap();
        assert!(Play::new(game, position, Player::Left, Limits::default()).is_err());
    }
}
