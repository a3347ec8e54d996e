//! Judges attempts at tasks: a move, who wins, a number. A mistake is refuted by the answer of a perfect player.

use bouton_ask as ask;
use bouton_ask::{AttemptView, Known, Number, Task};
use bouton_engines::{Ask, Quantity, Solution, Standing, Value};
use bouton_rules::{Game, Limits, Position, Refusal};
use bouton_values::{Nimber, Outcome, Player};

use crate::answer::{Answer, answer, solve_without_value};
use crate::opponent::{Reply, Strength, reply};
use crate::play::{Play, Turn, mover_of, player_of};
use crate::question::Question;
use crate::questions::{Answerable, Desk, position_of};
use crate::render::AsText;
use crate::render::style::{FAINT, GOOD, STRONG, paint};
use crate::rules_file::ReadError;
use crate::show::move_view;
use crate::views;

impl Answerable for ask::Attempt {
    fn answer(&self, desk: &Desk) -> Result<AttemptView, ReadError> {
        let game = desk.game(&self.game, false)?;
        let position = position_of(&game, &self.position)?;
        let play = Play::new(game, position, player_of(self.mover), desk.limits.clone())?;
        let question = Question::solve(play.game().clone(), play.position().clone());
        let answered = answer(&question.within(&desk.limits))?;
        let Some(solution) = answered.solution() else {
            return Err(Refusal::bug("a position was not solved").into());
        };
        let judge = Judge { play, solution, known: views::known(&answered), limits: &desk.limits };
        let given = self.answer.as_deref().map(str::trim);
        Ok(match (self.task, self.number) {
            (Task::Move | Task::Win, _) => judge.of_move(given),
            (Task::Winner, _) => judge.of_winner(given),
            (Task::Number, Some(number)) => judge.of_number(number, given),
            (Task::Number, None) => Err(Refusal::bad(
                "the task is to find a number, and it is not said which",
                "set `number` to nim-value, winning-moves, completion or period",
            )),
        }?)
    }
}

/// A position with its solution.
struct Judge<'a> {
    play: Play,
    solution: &'a Solution,
    known: Known,
    limits: &'a Limits,
}

/// A move and how a perfect player answers it.
struct Exchange {
    after: Play,
    reply: Option<Reply>,
}

impl Judge<'_> {
    fn winner(&self) -> Option<Player> {
        self.solution.outcome.winner(self.play.mover())
    }

    fn exchange(&self, to: Position) -> Result<Exchange, Refusal> {
        let mut after = self.play.clone();
        after.make(to)?;
        let reply = reply(&after, Strength::Perfect, 0)?;
        Ok(Exchange { after, reply })
    }

    fn of_move(&self, given: Option<&str>) -> Result<AttemptView, Refusal> {
        let mover = self.play.mover();
        let Some(best) = self.solution.winning(mover).first() else {
            return Err(Refusal::bad(
                format!("no move of {mover} wins in {}", self.play.position()),
                "ask who wins, or take a position that can be won",
            ));
        };
        let to = given.map_or(Ok(best.clone()), |text| self.play.game().position(text))?;
        let shown = self.exchange(to)?;
        // Who wins after the move decides, not whether it is in a list that may be incomplete.
        let right = shown.winner()? == Some(mover);
        let made = shown.words(&self.play);
        let says = match (&shown.reply, right, given) {
            (_, _, None) => format!("One move that wins: {made}."),
            (None, true, _) => format!("Right: {made}, and the game is won."),
            (None, false, _) => format!("After “{made}” the game is over, and it is lost."),
            (Some(_), true, _) => format!("Right: {made}. Every move after it has an answer."),
            (Some(reply), false, _) => {
                let words = move_view(self.play.game(), shown.after.position(), &reply.position);
                match shown.winner()? {
                    Some(_) => format!("After “{made}” the answer “{}” wins.", words.words),
                    None => format!("After “{made}” the answer “{}” holds the draw.", words.words),
                }
            }
        };
        let why = match (right, &shown.reply) {
            (false, Some(reply)) => reply.why.clone(),
            _ => self.solution.reasons.clone(),
        };
        let answer = right.then(|| shown.after.position().to_string());
        Ok(AttemptView { why, ..self.view(given.map(|_| right), says, answer, Some(shown)) })
    }

    fn of_winner(&self, given: Option<&str>) -> Result<AttemptView, Refusal> {
        let (truth, sentence) = match self.winner() {
            None => ("nobody", "nobody can force a win: it is a draw"),
            Some(winner) if winner == self.play.mover() => ("mover", "the player to move wins"),
            Some(_) => ("other", "the player to move loses"),
        };
        if let Some(other) = given.filter(|text| !["mover", "other", "nobody"].contains(text)) {
            return Err(Refusal::bad(
                format!("`{}` does not say who wins", bouton_values::excerpt(other)),
                "write mover, other or nobody",
            ));
        }
        let right = given.map(|text| text == truth);
        let shown = match self.play.turn() {
            Turn::Won(_) => None,
            Turn::Move(_) => self.play.best_of(self.solution)?,
        };
        let shown = shown.map(|best| self.exchange(best)).transpose()?;
        let line = shown.as_ref().map_or(String::new(), |shown| match &shown.reply {
            None => format!(", by “{}”", shown.words(&self.play)),
            Some(reply) => {
                let from = shown.after.position();
                let words = move_view(self.play.game(), from, &reply.position).words;
                match self.winner() == Some(self.play.mover()) {
                    true => format!(", by “{}”", shown.words(&self.play)),
                    false => format!(": “{}” is answered by “{words}”", shown.words(&self.play)),
                }
            }
        });
        let says = match right {
            Some(false) => format!("No: {sentence}{line}."),
            Some(true) => format!("Right: {sentence}."),
            None => format!("Here {sentence}{line}."),
        };
        let answer = (right != Some(false)).then(|| truth.to_owned());
        Ok(AttemptView {
            why: self.solution.reasons.clone(),
            ..self.view(right, says, answer, shown)
        })
    }

    fn of_number(&self, number: Number, given: Option<&str>) -> Result<AttemptView, Refusal> {
        let (truth, why, known) = self.number(number)?;
        let typed = given.map(|text| {
            text.parse::<u64>().map_err(|_| {
                let problem = format!("`{}` is not a whole number", bouton_values::excerpt(text));
                Refusal::bad(problem, "write a number such as 4")
            })
        });
        let typed = typed.transpose()?;
        let says = match typed {
            None => format!("It is {truth}."),
            Some(number) if number == truth => format!("Right: {number}."),
            Some(number) if number < truth => format!("{number} is too small."),
            Some(number) => format!("{number} is too large."),
        };
        let right = typed.map(|number| number == truth);
        let is_shown = right != Some(false);
        let answer = is_shown.then(|| truth.to_string());
        let why = if is_shown { why } else { Vec::new() };
        Ok(AttemptView { why, known, ..self.view(right, says, answer, None) })
    }

    /// The number, why it is this one, and how that is known.
    fn number(&self, number: Number) -> Result<(u64, Vec<String>, Known), Refusal> {
        let here = |number| Ok((number, self.solution.reasons.clone(), self.known.clone()));
        let game = self.play.game();
        match (number, &self.solution.value, &self.solution.unlisted) {
            (Number::NimValue, Some(Value::Nimber(Nimber(value))), _) => here(*value),
            (Number::NimValue, ..) => Err(Refusal::unsupported(
                format!("{} has no nim-value here that could be found", game.title()),
                "take a small position of an impartial game under normal play",
            )),
            (Number::WinningMoves, _, None) => {
                here(self.solution.winning(self.play.mover()).len() as u64)
            }
            (Number::WinningMoves, _, Some(refusal)) => Err(refusal.clone()),
            (Number::Completion, ..) => {
                let (last, why) = completion(game, self.play.position(), self.limits)?;
                Ok((last, why, self.known.clone()))
            }
            (Number::Period, ..) => period(game, self.limits),
        }
    }

    fn view(
        &self,
        right: Option<bool>,
        says: String,
        answer: Option<String>,
        shown: Option<Exchange>,
    ) -> AttemptView {
        let game = self.play.game();
        let made = shown
            .as_ref()
            .map(|shown| move_view(game, self.play.position(), shown.after.position()));
        let (reply, winner) = shown.map_or((None, None), |shown| {
            let Exchange { mut after, reply } = shown;
            let from = after.position().clone();
            let reply = reply.map(|reply| {
                let view = move_view(game, &from, &reply.position);
                // A perfect player makes legal moves only.
                let _ = after.make(reply.position);
                view
            });
            let winner = match after.turn() {
                Turn::Won(winner) => Some(mover_of(winner)),
                Turn::Move(_) => None,
            };
            (reply, winner)
        });
        let known = self.known.clone();
        AttemptView { right, says, answer, made, reply, winner, why: Vec::new(), known }
    }
}

impl Exchange {
    /// Who wins after the move; nobody if it is a draw.
    fn winner(&self) -> Result<Option<Player>, Refusal> {
        match self.after.turn() {
            Turn::Won(winner) => Ok(Some(winner)),
            Turn::Move(next) => Ok(self.after.solve()?.outcome.winner(next)),
        }
    }

    fn words(&self, before: &Play) -> String {
        move_view(before.game(), before.position(), self.after.position()).words
    }
}

/// The largest number that is tried as a completion.
const LARGEST: u64 = 256;

/// The least number that, written after a position, makes it one that the player to move loses.
fn completion(
    game: &Game,
    position: &Position,
    limits: &Limits,
) -> Result<(u64, Vec<String>), Refusal> {
    for last in 0..=LARGEST {
        let Ok(longer) = game.position(&format!("{position},{last}")) else { continue };
        let question = Question::solve(game.clone(), longer.clone()).within(limits);
        if let Some(solution) = solve_without_value(&question)?
            && solution.outcome == Outcome::P
        {
            let why = format!("{longer} is lost by the player to move, and with less it is not");
            return Ok((last, [vec![why], solution.reasons].concat()));
        }
    }
    Err(Refusal::unsupported(
        format!("no number up to {LARGEST} completes {position}"),
        "take a smaller position",
    ))
}

/// The period of the outcomes of single heaps, which must be proved.
fn period(game: &Game, limits: &Limits) -> Result<(u64, Vec<String>, Known), Refusal> {
    const TERMS: u64 = 1000;
    let ask = Ask::Sequence { of: Quantity::Outcome, to: TERMS, row: None };
    let found: Answer = answer(&Question::new(game.clone(), ask).within(limits))?;
    match found.sequence().map(|sequence| (&sequence.period, &sequence.reasons)) {
        Some((Some(period), reasons)) if period.standing == Standing::Proved => {
            Ok((period.period, reasons.clone(), views::known(&found)))
        }
        _ => Err(Refusal::unsupported(
            format!("no period of {} is proved", game.title()),
            "take a game with a finite set of moves",
        )),
    }
}

impl AsText for AttemptView {
    fn text(&self, _: bool) -> String {
        let style = if self.right == Some(false) { STRONG } else { GOOD };
        let why: String = self.why.iter().map(|reason| format!("    {reason}\n")).collect();
        format!("  {}\n{}", paint(style, &self.says), paint(FAINT, why))
    }
}
