//! Judges attempts at tasks: a move, who wins, a number. A mistake is refuted by the answer of a perfect player. The
//! sentences are in `words/attempt.toml`, in several languages.

use std::collections::BTreeMap;

use bouton_ask as ask;
use bouton_ask::{AttemptView, Known, Number, Strength, Task};
use bouton_engines::{Ask, Quantity, Solution, Standing, Value};
use bouton_rules::{Game, Limits, Position, Refusal};
use bouton_values::{Nimber, Outcome, Player};

use crate::answer::{Answer, answer, solve_without_value};
use crate::lessons::{ENGLISH, Texts};
use crate::opponent::{Reply, reply};
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
        let language = self.language.as_deref().unwrap_or(ENGLISH);
        let words = Words::load(language)?;
        let known = views::known(&answered);
        let judge = Judge { play, solution, known, words, limits: &desk.limits };
        let given = self.answer.as_deref().map(str::trim);
        Ok(match (self.task, self.number) {
            (Task::Move | Task::Win, _) => judge.of_move(given),
            (Task::Winner, _) => judge.of_winner(given),
            (Task::Number, Some(number)) => judge.of_number(number, given),
            (Task::Number, None) => Err(Refusal::bad(
                "the task asks for a number but does not say which one",
                "set `number` to nim-value, winning-moves, completion or period",
            )),
        }?)
    }
}

/// The sentences of the file by their names, and the language in which they are said.
struct Words<'a> {
    language: &'a str,
    sentences: BTreeMap<String, Texts>,
}

impl Words<'_> {
    fn load(language: &str) -> Result<Words<'_>, Refusal> {
        let sentences =
            serde_json::from_str(include_str!(concat!(env!("OUT_DIR"), "/attempt.json")))
                .map_err(|error| Refusal::bug(format!("the sentences cannot be read: {error}")))?;
        Ok(Words { language, sentences })
    }

    /// A sentence with the names in braces filled in.
    fn say(&self, which: &str, parts: &[(&str, &str)]) -> Result<String, Refusal> {
        let texts = self.sentences.get(which);
        let texts = texts.ok_or_else(|| Refusal::bug(format!("there is no sentence `{which}`")))?;
        let fill =
            |text: String, (name, part): &(&str, &str)| text.replace(&format!("{{{name}}}"), part);
        Ok(parts.iter().fold(texts.read(self.language), fill))
    }
}

/// A position with its solution.
struct Judge<'a> {
    play: Play,
    solution: &'a Solution,
    known: Known,
    words: Words<'a>,
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
        let sentence = match (&shown.reply, right, given) {
            (_, _, None) => "one-move",
            (None, true, _) => "right-and-won",
            (None, false, _) => "over-and-lost",
            (Some(_), true, _) => "right-move",
            (Some(_), false, _) => match shown.winner()? {
                Some(_) => "refuted",
                None => "drawn",
            },
        };
        let reply = shown.reply_words(self.play.game()).unwrap_or_default();
        let says = self.words.say(sentence, &[("move", &made), ("answer", &reply)])?;
        let why = match (right, &shown.reply) {
            (false, Some(reply)) => reply.why.clone(),
            _ => self.solution.reasons.clone(),
        };
        let answer = right.then(|| shown.after.position().to_string());
        Ok(AttemptView { why, ..self.view(given.map(|_| right), says, answer, Some(shown)) })
    }

    fn of_winner(&self, given: Option<&str>) -> Result<AttemptView, Refusal> {
        let (truth, who) = match self.winner() {
            None => ("nobody", "nobody-wins"),
            Some(winner) if winner == self.play.mover() => ("mover", "mover-wins"),
            Some(_) => ("other", "mover-loses"),
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
        let line = shown.as_ref().map(|shown| {
            let (made, reply) = (shown.words(&self.play), shown.reply_words(self.play.game()));
            let is_won = self.winner() == Some(self.play.mover());
            match reply.filter(|_| !is_won) {
                None => self.words.say("by", &[("move", &made)]),
                Some(reply) => {
                    self.words.say("answered-by", &[("move", &made), ("answer", &reply)])
                }
            }
        });
        let line = line.transpose()?.unwrap_or_default();
        let sentence = match right {
            Some(false) => "wrong-winner",
            Some(true) => "right-winner",
            None => "winner",
        };
        let who = self.words.say(who, &[])?;
        let says = self.words.say(sentence, &[("who", &who), ("line", &line)])?;
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
        let sentence = match typed {
            None => "number",
            Some(number) if number == truth => "right-number",
            Some(number) if number < truth => "too-small",
            Some(_) => "too-large",
        };
        let number = typed.unwrap_or(truth).to_string();
        let says = self.words.say(sentence, &[("number", &number)])?;
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
                let (last, why) = self.completion(game, self.play.position())?;
                Ok((last, why, self.known.clone()))
            }
            (Number::Period, ..) => period(game, self.limits),
        }
    }

    /// The least number that, written after a position, makes it one that the player to move loses.
    fn completion(&self, game: &Game, position: &Position) -> Result<(u64, Vec<String>), Refusal> {
        for last in 0..=LARGEST {
            let Ok(longer) = game.position(&format!("{position},{last}")) else { continue };
            let question = Question::solve(game.clone(), longer.clone()).within(self.limits);
            if let Some(solution) = solve_without_value(&question)?
                && solution.outcome == Outcome::P
            {
                let longer = longer.to_string();
                let why = self.words.say("completes", &[("position", &longer)])?;
                return Ok((last, [vec![why], solution.reasons].concat()));
            }
        }
        Err(Refusal::unsupported(
            format!("no number up to {LARGEST} completes {position}"),
            "take a smaller position",
        ))
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

    /// The answer in words, if the game goes on.
    fn reply_words(&self, game: &Game) -> Option<String> {
        let reply = self.reply.as_ref()?;
        Some(move_view(game, self.after.position(), &reply.position).words)
    }
}

/// The largest number that is tried as a completion.
const LARGEST: u64 = 256;

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_read_in_a_language_and_else_in_english() {
        let mut words = Words::load("de-AT").unwrap();
        let german = r#"{ "de": "Nach „{move}“ gewinnt „{answer}“.", "en": "" }"#;
        words.sentences.insert("refuted".to_owned(), serde_json::from_str(german).unwrap());
        let parts = [("move", "a"), ("answer", "b")];
        assert_eq!(words.say("refuted", &parts).unwrap(), "Nach „a“ gewinnt „b“.");
        assert_eq!(words.say("by", &parts).unwrap(), ", by “a”");
        assert!(words.say("bye", &parts).is_err());
    }
}
