//! A family by what was typed.

use std::path::Path;
use std::sync::Arc;

use bouton_census::{EndingSets, Family, Numbered, Written};
use bouton_rules::Refusal;

use crate::{RuleText, Unread};

/// What was typed after `bouton census`; options that a family does not have are refused.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// The name of a family, or a rule file.
    pub family: String,
    /// The least element of every set.
    pub min: Option<u32>,
    /// The largest element that a set may have.
    pub max: Option<u32>,
    /// Labels of the heaps that end the game.
    pub labels: Option<String>,
    /// Digits after the point.
    pub digits: Option<u32>,
    /// How far a period is sought.
    pub to: Option<u64>,
    /// The parameters of rules, and what they go over.
    pub over: Option<String>,
}

/// The families that have a name, and the options that they take.
pub const FAMILIES: &[(&str, &str)] = &[
    ("ending-partizan", "--min A --max B [--labels LN]"),
    ("subtraction", "--max B"),
    ("partizan-subtraction", "--max B"),
    ("octal", "--digits N [--to N]"),
];

/// The family that was asked for.
pub fn family(request: &Request) -> Result<Arc<dyn Family>, Unread> {
    match request.family.as_str() {
        "ending-partizan" => {
            request.takes(&["min", "max", "labels"])?;
            let min = request.needs("min", request.min)?;
            let max = request.needs("max", request.max)?;
            Ok(Arc::new(EndingSets::new(min, max, request.labels.as_deref())?))
        }
        "subtraction" => {
            request.takes(&["max"])?;
            Ok(Arc::new(Numbered::subtraction(request.needs("max", request.max)?)?))
        }
        "partizan-subtraction" => {
            request.takes(&["max"])?;
            Ok(Arc::new(Numbered::partizan_subtraction(request.needs("max", request.max)?)?))
        }
        "octal" => {
            request.takes(&["digits", "to"])?;
            let digits = request.needs("digits", request.digits)?;
            Ok(Arc::new(Numbered::octal(digits, request.to.unwrap_or(HEAPS))?))
        }
        file if file.ends_with(".game") || Path::new(file).is_file() => {
            request.takes(&["over", "to"])?;
            let over = request.needs("over", request.over.as_deref())?;
            let text = RuleText::read(Path::new(file))?.text;
            Ok(Arc::new(Written::new(file, &text, over, request.to.unwrap_or(HEAPS))?))
        }
        other => Err(unknown(other).into()),
    }
}

/// How far a period is sought if nothing is said.
const HEAPS: u64 = 4096;

impl Request {
    fn given(&self) -> impl Iterator<Item = &'static str> {
        [
            self.min.map(|_| "min"),
            self.max.map(|_| "max"),
            self.labels.as_ref().map(|_| "labels"),
            self.digits.map(|_| "digits"),
            self.to.map(|_| "to"),
            self.over.as_ref().map(|_| "over"),
        ]
        .into_iter()
        .flatten()
    }

    fn takes(&self, options: &[&str]) -> Result<(), Refusal> {
        match self.given().find(|option| !options.contains(option)) {
            None => Ok(()),
            Some(option) => Err(Refusal::bad(
                format!("a census of {} has no --{option}", self.family),
                self.usage(),
            )),
        }
    }

    fn needs<T>(&self, option: &str, value: Option<T>) -> Result<T, Refusal> {
        value.ok_or_else(|| {
            Refusal::bad(format!("a census of {} needs --{option}", self.family), self.usage())
        })
    }

    fn usage(&self) -> String {
        let known = FAMILIES.iter().find(|(name, _)| *name == self.family);
        let (name, options) = known.unwrap_or(&("FILE.game", "--over NAME=VALUES,… [--to N]"));
        format!("write bouton census {name} {options} --out DIR")
    }
}

fn unknown(name: &str) -> Refusal {
    let names: Vec<&str> = FAMILIES.iter().map(|(name, _)| *name).collect();
    let near = names.iter().min_by_key(|known| strsim::osa_distance(name, known));
    let help = match near.filter(|known| strsim::osa_distance(name, known) <= 3) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("the families are {}, and rule files (FILE.game)", names.join(", ")),
    };
    Refusal::bad(format!("there is no family `{name}`"), help)
}
