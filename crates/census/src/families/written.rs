//! The games of a rule text whose parameters run through ranges.

use std::ops::Range;

use bouton_engines::Quantity;
use bouton_rules::{Game, Help, Limits, Refusal};

use super::period::SequenceQuestion;
use super::{Family, FamilyDescription};
use crate::column::{Column, Field, Kind};

const NAME: &str = "rules";

const OUTCOME: &[SequenceQuestion] =
    &[SequenceQuestion { prefix: "", of: Quantity::Outcome, ending: "" }];
const BOTH: &[SequenceQuestion] = &[
    SequenceQuestion { prefix: "nim_value_", of: Quantity::NimValue, ending: "" },
    SequenceQuestion { prefix: "outcome_", of: Quantity::Outcome, ending: "" },
];

/// The games of a rule text, a parameter for each range.
#[derive(Clone, Debug)]
pub struct RuleTextGames {
    file: String,
    text: String,
    over: String,
    ranges: Vec<Over>,
    to: u64,
    questions: &'static [SequenceQuestion],
}

/// A parameter and its values.
#[derive(Clone, Debug)]
struct Over {
    name: String,
    values: Values,
}

#[derive(Clone, Debug)]
enum Values {
    /// `1..10`: both ends are meant.
    Numbers(u64, u64),
    /// `subsets:1..6`: all nonempty sets.
    Subsets(u64, u64),
}

impl Values {
    fn parse(text: &str) -> Option<Values> {
        let (range, is_subsets) = match text.strip_prefix("subsets:") {
            Some(range) => (range, true),
            None => (text, false),
        };
        let (low, high) = range.split_once("..").unwrap_or((range, range));
        let (low, high) = (low.trim().parse().ok()?, high.trim().parse().ok()?);
        match is_subsets {
            _ if low > high => None,
            true if high - low < 32 => Some(Values::Subsets(low, high)),
            true => None,
            false => Some(Values::Numbers(low, high)),
        }
    }

    fn count(&self) -> u64 {
        match self {
            Values::Numbers(low, high) => (high - low).saturating_add(1),
            Values::Subsets(low, high) => (1 << (high - low + 1)) - 1,
        }
    }

    fn value(&self, number: u64) -> String {
        match self {
            Values::Numbers(low, _) => (low + number).to_string(),
            Values::Subsets(low, high) => {
                let set = number + 1;
                let elements = (*low..=*high).filter(|s| set >> (s - low) & 1 == 1);
                elements.map(|s| s.to_string()).collect::<Vec<_>>().join(",")
            }
        }
    }
}

impl RuleTextGames {
    /// The rules in the text of this file, with values for some parameters: `k=1..10,S=subsets:1..6`.
    pub fn new(file: &str, text: &str, over: &str, to: u64) -> Result<RuleTextGames, Refusal> {
        let ranges = over.split(',').map(|part| {
            let read = part.split_once('=').and_then(|(name, values)| {
                Some(Over { name: name.trim().to_owned(), values: Values::parse(values.trim())? })
            });
            read.ok_or_else(|| {
                Refusal::bad(
                    format!("`{part}` is not a parameter with its values"),
                    "write k=1..10 for numbers or S=subsets:1..6 for sets, with commas between them",
                )
            })
        });
        let ranges = ranges.collect::<Result<Vec<Over>, Refusal>>()?;
        let games = ranges.iter().try_fold(1u64, |all, one| all.checked_mul(one.values.count()));
        if games.is_none_or(|games| games > 1 << 40) {
            return Err(Refusal::bad("there are more than 2^40 games", "choose smaller ranges"));
        }
        let (file, text, over) = (file.to_owned(), text.to_owned(), over.to_owned());
        let mut family = RuleTextGames { file, text, over, ranges, to, questions: OUTCOME };
        let first = family.read(&family.game(0)).map_err(nameless)?;
        // Bad values are refused now rather than in the middle of the census.
        OUTCOME[0].sequence(&first, 0, &Limits::default())?;
        if BOTH[0].sequence(&first, 0, &Limits::default()).is_ok() {
            family.questions = BOTH;
        }
        Ok(family)
    }

    fn values(&self, mut number: u64) -> Vec<String> {
        let mut values = Vec::new();
        for over in self.ranges.iter().rev() {
            values.push(over.values.value(number % over.values.count()));
            number /= over.values.count();
        }
        values.reverse();
        values
    }

    fn read(&self, game: &str) -> Result<Game, Refusal> {
        let file = |path: &str| (path == self.file).then(|| Ok(self.text.clone()));
        Game::parse_with(game, &file)
    }
}

/// Rewords the refusal of a parameter without a value for a census: the help names the setting `over`.
fn nameless(refusal: Refusal) -> Refusal {
    match refusal {
        Refusal::BadInput { problem, .. } if problem.ends_with("has no value") => {
            let help = Help::from("name it in ").setting("over");
            Refusal::bad(problem, help.and(" too, or give it a preset in the rules"))
        }
        other => other,
    }
}

impl Family for RuleTextGames {
    fn name(&self) -> &'static str {
        NAME
    }

    fn arguments(&self) -> String {
        format!("{} --over {} --to {}", self.file, self.over, self.to)
    }

    fn description(&self) -> FamilyDescription {
        let (file, text, over) = (self.file.clone(), self.text.clone(), self.over.clone());
        FamilyDescription::Rules { file, text, over, to: self.to }
    }

    fn games(&self) -> u64 {
        self.ranges.iter().map(|over| over.values.count()).product()
    }

    fn games_per_shard(&self) -> u64 {
        1 << 8
    }

    fn games_per_batch(&self) -> u64 {
        4
    }

    fn fields(&self) -> Vec<Field> {
        let keys = self.ranges.iter().map(|over| Field::new(over.name.clone(), Kind::Text));
        keys.chain(self.questions.iter().flat_map(SequenceQuestion::fields)).collect()
    }

    fn keys(&self, numbers: Range<u64>) -> Vec<Column> {
        let mut keys = vec![Vec::new(); self.ranges.len()];
        for number in numbers {
            for (key, value) in keys.iter_mut().zip(self.values(number)) {
                key.push(value);
            }
        }
        keys.into_iter().map(Column::Texts).collect()
    }

    fn found(&self, numbers: Range<u64>, limits: &Limits) -> Result<Vec<Column>, Refusal> {
        let games: Vec<String> = numbers.map(|number| self.game(number)).collect();
        let read = |game: &str| self.read(game);
        let columns =
            self.questions.iter().map(|question| question.columns(&games, self.to, &read, limits));
        Ok(columns.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
    }

    fn game(&self, number: u64) -> String {
        let named = self.ranges.iter().zip(self.values(number));
        let named: Vec<String> = named.map(|(over, v)| format!("{}={v}", over.name)).collect();
        format!("{}:{}", self.file, named.join("|"))
    }
}
