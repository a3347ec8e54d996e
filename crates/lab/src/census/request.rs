//! Reads the request for a census: the family's name and its options.

use std::path::Path;
use std::sync::Arc;

use bouton_ask::{CensusFamily, CensusField};
use bouton_census::{CatalogueGames, EndingSets, Family, LatticeSets, RuleTextGames};
use bouton_rules::{Help, Refusal};

use crate::{ReadError, RuleText};

/// The family and the options of a census; options that the family does not have are refused.
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
    /// The number of digits after the point of an octal code.
    pub digits: Option<u32>,
    /// The number of vectors that a set may have.
    pub vectors: Option<u32>,
    /// The number of heaps in which a period is searched for.
    pub to: Option<u64>,
    /// The parameters of a rule file, and the values that each runs through.
    pub over: Option<String>,
}

const fn number(name: &'static str, label: &'static str, usual: u64) -> CensusField {
    CensusField { name, label, usual: Some(usual), needed: true }
}

/// The field for the number of heaps, which is optional.
const TO: CensusField = CensusField { needed: false, ..number("to", "largest heap", HEAPS) };

/// The fields of a census of a rule file.
const OF_A_FILE: &[CensusField] =
    &[CensusField { name: "over", label: "NAME=VALUES,…", usual: None, needed: true }, TO];

/// The named families, and their options.
pub const FAMILIES: &[CensusFamily] = &[
    CensusFamily {
        name: "ending-partizan",
        title: "Ending-partizan subtraction",
        fields: &[
            number("min", "smallest", 2),
            number("max", "largest number", 16),
            CensusField {
                name: "labels",
                label: "who wins heaps 0, 1, …, such as LN",
                usual: None,
                needed: false,
            },
        ],
    },
    CensusFamily {
        name: "subtraction",
        title: "Subtraction sets",
        fields: &[number("max", "largest number", 12)],
    },
    CensusFamily {
        name: "partizan-subtraction",
        title: "Partizan subtraction",
        fields: &[number("max", "largest number", 5)],
    },
    CensusFamily {
        name: "octal",
        title: "Octal codes",
        fields: &[number("digits", "digits", 3), TO],
    },
    CensusFamily {
        name: "lattice",
        title: "Vectors on two heaps",
        fields: &[number("max", "entries up to", 2), number("vectors", "at most this many", 2)],
    },
];

/// The family that was asked for.
pub fn family(request: &Request) -> Result<Arc<dyn Family>, ReadError> {
    let name = request.family.as_str();
    let is_file = name.ends_with(".game") || Path::new(name).is_file();
    if !is_file && !FAMILIES.iter().any(|family| family.name == name) {
        return Err(unknown(name).into());
    }
    request.check_options()?;
    match name {
        "ending-partizan" => {
            let min = request.needs("min", request.min)?;
            let max = request.needs("max", request.max)?;
            Ok(Arc::new(EndingSets::new(min, max, request.labels.as_deref())?))
        }
        "subtraction" => {
            Ok(Arc::new(CatalogueGames::subtraction(request.needs("max", request.max)?)?))
        }
        "partizan-subtraction" => {
            Ok(Arc::new(CatalogueGames::partizan_subtraction(request.needs("max", request.max)?)?))
        }
        "octal" => {
            let digits = request.needs("digits", request.digits)?;
            Ok(Arc::new(CatalogueGames::octal(digits, request.to.unwrap_or(HEAPS))?))
        }
        "lattice" => {
            let max = request.needs("max", request.max)?;
            Ok(Arc::new(LatticeSets::new(max, request.needs("vectors", request.vectors)?)?))
        }
        file => {
            let over = request.needs("over", request.over.as_deref())?;
            let text = RuleText::read(Path::new(file))?.text;
            Ok(Arc::new(RuleTextGames::new(file, &text, over, request.to.unwrap_or(HEAPS))?))
        }
    }
}

/// The default number of heaps in which a period is searched for.
const HEAPS: u64 = 4096;

impl Request {
    fn given(&self) -> impl Iterator<Item = &'static str> {
        [
            self.min.map(|_| "min"),
            self.max.map(|_| "max"),
            self.labels.as_ref().map(|_| "labels"),
            self.digits.map(|_| "digits"),
            self.vectors.map(|_| "vectors"),
            self.to.map(|_| "to"),
            self.over.as_ref().map(|_| "over"),
        ]
        .into_iter()
        .flatten()
    }

    /// The fields of the family; those of a rule file if the family is not a named one.
    fn fields(&self) -> &'static [CensusField] {
        FAMILIES
            .iter()
            .find(|family| family.name == self.family)
            .map_or(OF_A_FILE, |one| one.fields)
    }

    fn check_options(&self) -> Result<(), Refusal> {
        let takes = |option: &str| self.fields().iter().any(|field| field.name == option);
        match self.given().find(|option| !takes(option)) {
            None => Ok(()),
            Some(option) => Err(Refusal::bad(
                format!("a census of {} has no `{option}`", self.family),
                self.usage(),
            )),
        }
    }

    fn needs<T>(&self, option: &str, value: Option<T>) -> Result<T, Refusal> {
        value.ok_or_else(|| {
            Refusal::bad(format!("a census of {} needs `{option}`", self.family), self.usage())
        })
    }

    fn usage(&self) -> Help {
        let mut help = Help::from("give ");
        for (place, field) in self.fields().iter().enumerate() {
            let link = match (place, field.needed) {
                (0, _) => "",
                (_, true) => " and ",
                (_, false) => " and, if you like, ",
            };
            help = help.and(link).setting(field.name).and(format!(" ({})", field.label));
        }
        help
    }
}

fn unknown(name: &str) -> Refusal {
    let names: Vec<&str> = FAMILIES.iter().map(|family| family.name).collect();
    let near = names.iter().min_by_key(|known| strsim::osa_distance(name, known));
    let help = match near.filter(|known| strsim::osa_distance(name, known) <= 3) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("the families are {}, and rule files (FILE.game)", names.join(", ")),
    };
    Refusal::bad(format!("unknown family `{name}`"), help)
}
