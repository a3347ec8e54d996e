//! The strategies by name.

use std::fmt;

use bouton_rules::{Game, Refusal};

use crate::duel::{has_heaps, is_nimrod};
use crate::model::Model;

/// A strategy, as it is typed.
///
/// ```
/// use bouton_duels::StrategyName;
/// assert_eq!(StrategyName::parse("leave-sum:1")?.to_string(), "leave-sum:1");
/// assert!(StrategyName::parse("modle").unwrap_err().help().to_string().contains("model"));
/// # Ok::<(), bouton_rules::Refusal>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StrategyName {
    /// Plays any move, each with the same probability.
    Random,
    /// A winning move where there is one.
    Perfect,
    /// Leaves as few tokens as possible.
    Greedy,
    /// Leaves heaps that pair up, where it can.
    Mirror,
    /// Leaves heaps with this nim-sum, where it can.
    LeaveSum(u64),
    /// Leaves a multiple of this many tokens, where it can.
    LeaveMultiple(u64),
    /// Nimrod: the sectors where they decide, else the cosine.
    Model(Model),
    /// Nimrod: Random unless p > r²/2, then Model; as printed.
    Proposition(Model),
    /// Nimrod: Model unless p > r²/2, then Random.
    PropositionReversed(Model),
    /// Nimrod: into a sector D_k where one can be reached, else at random.
    SectorRandom,
    /// Nimrod: as `SectorRandom`, and not into A_k, B_k or C_k if that can be avoided.
    SectorCareful,
}

/// Names, what may follow them, and what the strategies do.
const ENTRIES: [(&str, &str, &str); 11] = [
    ("random", "", "any move"),
    ("perfect", "", "a winning move where there is one"),
    ("greedy", "", "leaves as few tokens as possible"),
    ("mirror", "", "leaves heaps that pair up, where it can"),
    ("leave-sum", ":N", "leaves the nim-sum N, where it can"),
    ("leave-multiple", ":N", "leaves a multiple of N tokens, where it can"),
    ("model", MODEL, "Nimrod: the sectors where they decide, else the largest cos((Ar+Bp)/(Cr+D))"),
    ("proposition", MODEL, "Nimrod: model where p > r²/2, else random (as printed)"),
    ("proposition-reversed", MODEL, "Nimrod: random where p > r²/2, else model"),
    ("sector-random", "", "Nimrod: into a sector D_k where one can be reached, else random"),
    (
        "sector-careful",
        "",
        "Nimrod: as sector-random, and not into A_k, B_k, C_k if it can be avoided",
    ),
];

/// The parameters of Model, which may be left out.
const MODEL: &str = "[:A,B,C,D]";

impl StrategyName {
    /// Every strategy: how it is typed, and what it does.
    pub fn all() -> impl Iterator<Item = (String, &'static str)> {
        ENTRIES.into_iter().map(|(name, parameters, does)| (format!("{name}{parameters}"), does))
    }

    /// Reads `random`, `leave-sum:1`, `model:-1.57,3.14,1,0`, ….
    pub fn parse(text: &str) -> Result<StrategyName, Refusal> {
        let mut parts = text.splitn(2, ':');
        let (name, parameters) = (parts.next().unwrap_or_default(), parts.next());
        let entry = ENTRIES.iter().find(|(known, ..)| *known == name);
        let (_, expected, _) = entry.ok_or_else(|| unknown(name))?;
        if parameters.is_some() && expected.is_empty() {
            return Err(Refusal::bad(
                format!("`{name}` takes no parameters"),
                format!("write {name}"),
            ));
        }
        Ok(match name {
            "random" => StrategyName::Random,
            "perfect" => StrategyName::Perfect,
            "greedy" => StrategyName::Greedy,
            "mirror" => StrategyName::Mirror,
            "leave-sum" => StrategyName::LeaveSum(number(name, parameters, 0)?),
            "leave-multiple" => StrategyName::LeaveMultiple(number(name, parameters, 1)?),
            "model" => StrategyName::Model(model(name, parameters)?),
            "proposition" => StrategyName::Proposition(model(name, parameters)?),
            "proposition-reversed" => StrategyName::PropositionReversed(model(name, parameters)?),
            "sector-random" => StrategyName::SectorRandom,
            _ => StrategyName::SectorCareful,
        })
    }

    /// The strategies without knowledge of a game that can play this one: what a beginner might do.
    pub fn weak(game: &Game) -> impl Iterator<Item = StrategyName> {
        let all = [StrategyName::Random, StrategyName::Greedy, StrategyName::Mirror];
        all.into_iter().filter(|name| name.plays(game))
    }

    /// Can this strategy play the game?
    #[must_use]
    pub fn plays(self, game: &Game) -> bool {
        let Some(finite) = game.finite() else { return false };
        match self {
            StrategyName::Mirror | StrategyName::LeaveSum(_) => has_heaps(&finite.spec),
            _ => !self.is_for_nimrod() || is_nimrod(finite),
        }
    }

    /// Is this strategy for Nimrod only?
    #[must_use]
    pub fn is_for_nimrod(self) -> bool {
        use StrategyName::{Model, Proposition, PropositionReversed, SectorCareful, SectorRandom};
        matches!(
            self,
            Model(_) | Proposition(_) | PropositionReversed(_) | SectorRandom | SectorCareful
        )
    }
}

fn unknown(name: &str) -> Refusal {
    let lower: String = name.to_lowercase().chars().take(40).collect();
    let distance = |name: &&str| strsim::osa_distance(&lower, name);
    let names = ENTRIES.map(|(name, ..)| name);
    let list = format!("the strategies are {}", names.join(", "));
    let help = match names.iter().copied().min_by_key(distance) {
        Some(near) if distance(&near) <= 1 + near.len() / 4 => {
            format!("did you mean `{near}`? {list}")
        }
        _ => list,
    };
    let typed: String = name.chars().take(40).collect();
    Refusal::bad(format!("no strategy is called `{}`", typed.escape_debug()), help)
}

fn number(name: &str, parameters: Option<&str>, least: u64) -> Result<u64, Refusal> {
    match parameters.map(|text| text.trim().parse::<u64>()) {
        Some(Ok(number)) if number >= least => Ok(number),
        _ => Err(Refusal::bad(
            format!("`{name}` needs a whole number from {least} to {}", u64::MAX),
            format!("write {name}:{}", if name == "leave-sum" { 1 } else { 4 }),
        )),
    }
}

fn model(name: &str, parameters: Option<&str>) -> Result<Model, Refusal> {
    let Some(parameters) = parameters else { return Ok(Model::FITTED) };
    let number = |text: &str| text.trim().parse().ok().filter(|number: &f64| number.is_finite());
    let numbers: Option<Vec<f64>> = parameters.split(',').map(number).collect();
    match numbers.as_deref() {
        Some(&[a, b, c, d]) if (c, d) != (0.0, 0.0) => Ok(Model { a, b, c, d }),
        _ => Err(Refusal::bad(
            format!(
                "`{name}` needs four finite numbers a, b, c, d, of which c and d are not both 0"
            ),
            format!(
                "write {name} for the fitted ones, or {name}:-1.5708,3.1416,1,0 for \
                 cos((ar+bp)/(cr+d)) with a = -π/2, b = π, c = 1, d = 0"
            ),
        )),
    }
}

/// As [`StrategyName::parse`] reads it; the fitted parameters are left out.
impl fmt::Display for StrategyName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, model) = match self {
            StrategyName::Random => ("random", None),
            StrategyName::Perfect => ("perfect", None),
            StrategyName::Greedy => ("greedy", None),
            StrategyName::Mirror => ("mirror", None),
            StrategyName::LeaveSum(sum) => return write!(f, "leave-sum:{sum}"),
            StrategyName::LeaveMultiple(number) => return write!(f, "leave-multiple:{number}"),
            StrategyName::Model(model) => ("model", Some(model)),
            StrategyName::Proposition(model) => ("proposition", Some(model)),
            StrategyName::PropositionReversed(model) => ("proposition-reversed", Some(model)),
            StrategyName::SectorRandom => ("sector-random", None),
            StrategyName::SectorCareful => ("sector-careful", None),
        };
        match model.filter(|model| **model != Model::FITTED) {
            Some(model) => write!(f, "{name}:{model}"),
            None => f.write_str(name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for text in [
            "random",
            "perfect",
            "greedy",
            "mirror",
            "leave-sum:1",
            "leave-sum:0",
            "leave-multiple:4",
            "model",
            "model:-1.5,3.25,1,0.125",
            "proposition",
            "proposition:1,2,3,4",
            "proposition-reversed",
            "sector-random",
            "sector-careful",
        ] {
            assert_eq!(StrategyName::parse(text).unwrap().to_string(), text);
        }
        assert!(StrategyName::all().all(|(typed, _)| {
            let name = typed.split(['[', ':']).next().unwrap();
            let parameters = if typed.ends_with(":N") { ":3" } else { "" };
            StrategyName::parse(&format!("{name}{parameters}")).is_ok()
        }));
    }

    #[test]
    fn anything_else_is_refused_with_a_proposal() {
        for (text, wanted) in [
            ("modle", "did you mean `model`?"),
            ("Sector-Random", "did you mean `sector-random`?"),
            ("chess", "the strategies are random, perfect"),
            ("leave-sum", "write leave-sum:1"),
            ("leave-multiple:0", "write leave-multiple:4"),
            ("leave-sum:x", "write leave-sum:1"),
            ("model:1,2,3", "model:-1.5708,3.1416,1,0"),
            ("model:1,2,0,0", "model:-1.5708,3.1416,1,0"),
            ("model:1,2,3,inf", "model:-1.5708,3.1416,1,0"),
            ("model:1,2,3,x,4", "model:-1.5708,3.1416,1,0"),
            ("random:3", "write random"),
        ] {
            let refusal = StrategyName::parse(text).unwrap_err();
            assert!(
                refusal.help().to_string().contains(wanted),
                "{text}: {refusal}; {}",
                refusal.help()
            );
        }
    }
}
