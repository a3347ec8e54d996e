//! What to do about a refusal, as data: a setting is an option on the command line and an argument in Python.

use std::fmt;

/// Advice on what to do about a refusal. It is written once; [`Help::worded`] gives it in the words of a front, and
/// [`Display`](fmt::Display) in neutral words.
///
/// ```
/// use bouton_values::{Help, Reference};
///
/// let help = Help::from("allow more with ").set("memory", "4GiB").and(", or ask for less");
/// assert_eq!(help.to_string(), "allow more with `memory` 4GiB, or ask for less");
/// let options = |reference: &Reference| match reference {
///     Reference::Setting { name, value: Some(value) } => format!("--{name} {value}"),
///     other => other.to_string(),
/// };
/// assert_eq!(help.worded(options), "allow more with --memory 4GiB, or ask for less");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Help {
    parts: Vec<Part>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Words(String),
    Reference(Reference),
}

/// Something that has a different name in each front.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reference {
    /// A setting of the question, and what to set it to.
    Setting {
        /// Its name, with hyphens.
        name: &'static str,
        /// What to set it to, if there is something to propose.
        value: Option<String>,
    },
    /// A reference to the list of all games.
    Games,
    /// The check of a rule text, which shows where the mistakes are.
    RulesCheck,
    /// The list of all claims of the papers.
    Claims,
}

impl Help {
    /// Appends words to the help.
    #[must_use]
    pub fn and(mut self, words: impl Into<String>) -> Help {
        self.parts.push(Part::Words(words.into()));
        self
    }

    /// Appends the name of a setting.
    #[must_use]
    pub fn setting(self, name: &'static str) -> Help {
        self.reference(Reference::Setting { name, value: None })
    }

    /// Appends the name of a setting and what to set it to.
    #[must_use]
    pub fn set(self, name: &'static str, value: impl ToString) -> Help {
        self.reference(Reference::Setting { name, value: Some(value.to_string()) })
    }

    /// Appends a reference, such as a command that shows more.
    #[must_use]
    pub fn reference(mut self, reference: Reference) -> Help {
        self.parts.push(Part::Reference(reference));
        self
    }

    /// The help as text, where `front` gives the name of each reference.
    pub fn worded(&self, front: impl Fn(&Reference) -> String) -> String {
        let word = |part: &Part| match part {
            Part::Words(words) => words.clone(),
            Part::Reference(reference) => front(reference),
        };
        self.parts.iter().map(word).collect()
    }
}

impl<T: Into<String>> From<T> for Help {
    fn from(words: T) -> Help {
        Help::default().and(words)
    }
}

impl fmt::Display for Help {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.worded(Reference::to_string))
    }
}

impl fmt::Display for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reference::Setting { name, value: None } => write!(f, "`{name}`"),
            Reference::Setting { name, value: Some(value) } => write!(f, "`{name}` {value}"),
            Reference::Games => f.write_str("the list of games"),
            Reference::RulesCheck => f.write_str("the check of the rules"),
            Reference::Claims => f.write_str("the list of claims"),
        }
    }
}
