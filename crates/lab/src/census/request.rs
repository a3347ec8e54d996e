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

/// A family that has a name.
#[derive(Debug)]
pub struct NamedFamily {
    /// The name, as typed.
    pub name: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// The options that it takes, as the command line writes them.
    pub options: &'static str,
    /// The same one by one.
    pub fields: &'static [Field],
}

/// Something that a family asks for.
#[derive(Debug)]
pub struct Field {
    /// The name of the option.
    pub name: &'static str,
    /// What it means, in a few words.
    pub label: &'static str,
    /// A value to begin with, if it is a number.
    pub usual: Option<u64>,
}

const fn number(name: &'static str, label: &'static str, usual: u64) -> Field {
    Field { name, label, usual: Some(usual) }
}

/// The families that have a name, and the options that they take.
pub const FAMILIES: &[NamedFamily] = &[
    NamedFamily {
        name: "ending-partizan",
        title: "Ending-partizan subtraction",
        options: "--min A --max B [--labels LN]",
        fields: &[
            number("min", "smallest", 2),
            number("max", "largest up to", 16),
            Field { name: "labels", label: "who wins heaps 0, 1, …, such as LN", usual: None },
        ],
    },
    NamedFamily {
        name: "subtraction",
        title: "Subtraction sets",
        options: "--max B",
        fields: &[number("max", "largest up to", 12)],
    },
    NamedFamily {
        name: "partizan-subtraction",
        title: "Partizan subtraction",
        options: "--max B",
        fields: &[number("max", "largest up to", 5)],
    },
    NamedFamily {
        name: "octal",
        title: "Octal codes",
        options: "--digits N [--to N]",
        fields: &[number("digits", "digits", 3), number("to", "heaps to", HEAPS)],
    },
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
        let known = FAMILIES.iter().find(|family| family.name == self.family);
        let (name, options) = match known {
            Some(family) => (family.name, family.options),
            None => ("FILE.game", "--over NAME=VALUES,… [--to N]"),
        };
        format!("write bouton census {name} {options} --out DIR")
    }
}

fn unknown(name: &str) -> Refusal {
    let names: Vec<&str> = FAMILIES.iter().map(|family| family.name).collect();
    let near = names.iter().min_by_key(|known| strsim::osa_distance(name, known));
    let help = match near.filter(|known| strsim::osa_distance(name, known) <= 3) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("the families are {}, and rule files (FILE.game)", names.join(", ")),
    };
    Refusal::bad(format!("there is no family `{name}`"), help)
}
