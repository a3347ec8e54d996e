//! The period of a sequence of one game, by the first engine that answers.

use bouton_engines::census::{Fnv, Letters, PeriodWord};
use bouton_engines::{Ask, Finding, LADDER, Quantity, Saltus, Sequence, Terms};
use bouton_rules::{Game, Limits, Refusal};
use bouton_values::Outcome;

use super::letters::LETTERS;
use crate::column::{Column, Field, Kind};

/// A question about every game of a family: for the period of one of its sequences.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SequenceQuestion {
    /// What the names of its columns begin with.
    pub(crate) prefix: &'static str,
    /// What its terms are.
    pub(crate) of: Quantity,
    /// What is written after the game.
    pub(crate) ending: &'static str,
}

const STANDINGS: &[&str] = &["proved", "none found"];

impl SequenceQuestion {
    pub(crate) fn fields(&self) -> Vec<Field> {
        let own: &[(&str, Kind)] = match self.of {
            Quantity::Outcome => &[("letters", Kind::Choice(LETTERS))],
            _ => &[("saltus", Kind::Optional), ("largest", Kind::Optional)],
        };
        let common = [
            ("preperiod", Kind::Optional),
            ("period", Kind::Optional),
            ("standing", Kind::Choice(STANDINGS)),
        ];
        let fields = common.iter().chain(own).chain(&[("hash", Kind::Optional)]);
        fields.map(|(name, kind)| Field::new(format!("{}{name}", self.prefix), *kind)).collect()
    }

    /// The columns for these games; periods are sought among the terms to `to`, and further where that is cheap.
    pub(crate) fn columns(
        &self,
        games: &[String],
        to: u64,
        read: &dyn Fn(&str) -> Result<Game, Refusal>,
        limits: &Limits,
    ) -> Result<Vec<Column>, Refusal> {
        let mut found = Vec::new();
        for text in games {
            limits.progress(0, 0)?;
            let game = read(&format!("{text}{}", self.ending))?;
            found.push(self.period(&game, to, limits)?);
        }
        let each = |get: fn(&Period) -> Option<u64>| {
            Column::Optional(found.iter().map(|one| one.as_ref().and_then(get)).collect())
        };
        let standing = found.iter().map(|one| u8::from(one.is_none())).collect();
        let letter = |one: &Option<Period>| one.as_ref().map_or(0, |one| one.letters.index() as u8);
        let mut columns = vec![
            each(|one| Some(one.preperiod)),
            each(|one| Some(one.period)),
            Column::Choices(standing),
        ];
        match self.of {
            Quantity::Outcome => columns.push(Column::Choices(found.iter().map(letter).collect())),
            _ => columns.extend([each(|one| Some(one.saltus)), each(|one| one.largest)]),
        }
        columns.push(each(|one| Some(one.hash)));
        Ok(columns)
    }

    fn period(&self, game: &Game, to: u64, limits: &Limits) -> Result<Option<Period>, Refusal> {
        let mut sequence = self.sequence(game, to, limits)?;
        let Some(period) = sequence.period.clone() else { return Ok(None) };
        let last = period.preperiod + period.period - 1;
        if sequence.terms.len() as u64 <= last {
            sequence = self.sequence(game, last, limits)?;
        }
        let Saltus::Number(saltus) = period.saltus else { return Ok(None) };
        let mut found = Period {
            preperiod: period.preperiod,
            period: period.period,
            saltus,
            ..Period::default()
        };
        let range = period.preperiod as usize..last as usize + 1;
        match &sequence.terms {
            Terms::NimValues(values) => found.values(&values[range]),
            Terms::Outcomes(outcomes) => found.word(outcomes[range].iter().copied()),
            Terms::Losing(bits) => {
                let outcome = |n| if bits.get(n) { Outcome::P } else { Outcome::N };
                found.word(range.map(outcome));
            }
            Terms::Values(_) => return Ok(None),
        }
        Ok(Some(found))
    }

    /// The terms to `to`, if an engine gives them.
    pub(crate) fn sequence(
        &self,
        game: &Game,
        to: u64,
        limits: &Limits,
    ) -> Result<Sequence, Refusal> {
        let ask = Ask::Sequence { of: self.of, to, row: None };
        let run = LADDER.iter().find_map(|engine| engine.prepare(game, &ask).ok());
        let Some(run) = run else {
            return Err(Refusal::bad(
                format!("no engine gives a sequence over one heap of {}", game.title()),
                "a census is of games with one number, and of nim-values only where a game has them",
            ));
        };
        match run(limits)? {
            Finding::Sequence(Sequence { stopped: Some(refusal), .. }) => Err(refusal),
            Finding::Sequence(sequence) => Ok(sequence),
            _ => Err(Refusal::bad(
                "a sequence was asked for, and something else was found",
                "please report it",
            )),
        }
    }
}

/// What a row says of a period.
#[derive(Default)]
struct Period {
    preperiod: u64,
    period: u64,
    saltus: u64,
    letters: Letters,
    largest: Option<u64>,
    hash: u64,
}

impl Period {
    fn word(&mut self, outcomes: impl Iterator<Item = Outcome>) {
        let word = PeriodWord::of(outcomes);
        (self.letters, self.hash) = (word.letters, word.hash);
    }

    /// Sets the hash, which is that of the values with commas between them, and the largest value.
    fn values(&mut self, values: &[u64]) {
        let texts: Vec<String> = values.iter().map(u64::to_string).collect();
        self.hash = Fnv::default().text(&texts.join(",")).0;
        self.largest = values.iter().max().copied();
    }
}
