//! The one list of games. A new game is a file in `games` and a line here; every front has it then.

use crate::ending::{Ending, TerminalLabels};
use crate::families::{HeapMoves, NormalisedRules};
use crate::game::{FiniteGame, Game, Kind};
use crate::games::{
    antonim, chomp, clobber, coins, colouring, digraph, domineering, euclid, fibonacci, grundy,
    hackenbush, moore, nim, nimrod, octal, real_nim, subtraction, toads_and_frogs, walks, welter,
    wythoff,
};
use crate::position::excerpt;
use crate::real::RealNim;
use crate::spec::Spec;
use bouton_values::Refusal;

/// Every game, in the order in which they are listed.
pub const GAMES: &[&Entry] = &[
    &nim::NIM,
    &antonim::ANTONIM,
    &subtraction::ENDING_PARTIZAN,
    &nimrod::NIMROD,
    &real_nim::REAL_NIM,
    &real_nim::DYADIC_NIM,
    &real_nim::RATIONAL_NIM,
    &digraph::DIGRAPH,
    &subtraction::SUBTRACTION,
    &subtraction::PARTIZAN_SUBTRACTION,
    &octal::OCTAL,
    &octal::KAYLES,
    &octal::DAWSONS_KAYLES,
    &octal::DAWSONS_CHESS,
    &octal::OFFICERS,
    &octal::LASKER,
    &grundy::GRUNDY,
    &moore::MOORE,
    &welter::WELTER,
    &wythoff::WYTHOFF,
    &walks::ROOK,
    &walks::KING,
    &euclid::EUCLID,
    &fibonacci::FIBONACCI,
    &chomp::CHOMP,
    &coins::COINS,
    &octal::PARTIZAN_OCTAL,
    &domineering::DOMINEERING,
    &toads_and_frogs::TOADS_AND_FROGS,
    &hackenbush::HACKENBUSH,
    &colouring::COL,
    &colouring::SNORT,
    &clobber::CLOBBER,
];

/// What the fronts say about a game, and how its parameters become rules.
#[derive(Debug)]
pub struct Entry {
    /// The name, as typed.
    pub name: &'static str,
    /// What follows the name and a colon, or nothing.
    pub parameters: &'static str,
    /// The rules in one or two sentences.
    pub summary: &'static str,
    /// What a position looks like.
    pub positions: &'static str,
    /// Where the game is from.
    pub source: &'static str,
    /// A game and a position to try.
    pub example: (&'static str, &'static str),
    /// The rules with these parameters (an empty text if none are given).
    pub build: fn(&str) -> Result<Built, Refusal>,
}

/// What parameters build.
#[derive(Debug)]
pub struct Built {
    /// The parameters, tidied; empty if there are none.
    pub parameters: String,
    /// The rules.
    pub rules: Rules,
}

/// The rules that an entry builds.
#[derive(Debug)]
pub enum Rules {
    /// Finite rules, for any ending.
    Spec(Spec),
    /// Finite rules that come with their ending.
    Ended(Spec, Ending),
    /// Real-valued Nim.
    Real(RealNim),
}

impl Built {
    /// Rules without parameters.
    pub(crate) fn plain(spec: Spec) -> Built {
        Built { parameters: String::new(), rules: Rules::Spec(spec) }
    }

    /// Rules with parameters.
    pub(crate) fn with(parameters: impl Into<String>, spec: Spec) -> Built {
        Built { parameters: parameters.into(), rules: Rules::Spec(spec) }
    }
}

/// The entry with this name, or a refusal that proposes the nearest one.
pub fn find(name: &str) -> Result<&'static Entry, Refusal> {
    if let Some(entry) = GAMES.iter().find(|entry| entry.name == name) {
        return Ok(entry);
    }
    let lower: String = name.to_lowercase().chars().take(40).collect();
    let distance = |entry: &&&Entry| strsim::osa_distance(&lower, entry.name);
    let help = match GAMES.iter().min_by_key(distance) {
        Some(entry) if distance(&entry) <= 1 + entry.name.len() / 4 => {
            format!("did you mean `{}`? `bouton games` lists them all", entry.name)
        }
        _ => "`bouton games` lists the games".to_owned(),
    };
    Err(Refusal::bad(format!("no game is called `{}`", excerpt(name)), help))
}

/// No parameters are wanted.
pub(crate) fn no_parameters(name: &str, parameters: &str) -> Result<(), Refusal> {
    if parameters.is_empty() {
        return Ok(());
    }
    Err(Refusal::bad(
        format!("{name} takes no parameters, not `{}`", excerpt(parameters)),
        format!("write {name} alone"),
    ))
}

pub(crate) fn parse(text: &str) -> Result<Game, Refusal> {
    const LONGEST: usize = 1_000_000;
    if text.len() > LONGEST {
        return Err(Refusal::bad(
            format!("the game's text has {} bytes", text.len()),
            format!("write at most {LONGEST}"),
        ));
    }
    let mut components: Vec<Game> =
        components(text).into_iter().map(parse_component).collect::<Result<_, _>>()?;
    match components.len() {
        1 => Ok(components.remove(0)),
        _ => sum(&components),
    }
}

/// Splits at each `+` outside brackets that a name follows, two letters at least: `2+` and `4+2k` belong to
/// subtraction sets, `x^2+x` is a function of x.
fn components(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    let mut depth = 0_usize;
    for (index, c) in text.char_indices() {
        match c {
            '(' | '{' => depth += 1,
            ')' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if c != '+' || depth > 0 {
            continue;
        }
        let next = text[index + 1..].trim_start().chars().take(2);
        if next.filter(|c| c.is_alphabetic()).count() == 2 {
            parts.push(&text[start..index]);
            start = index + 1;
        }
    }
    parts.push(&text[start..]);
    parts
}

fn parse_component(text: &str) -> Result<Game, Refusal> {
    let (rest, ending) = split_ending(text.trim())?;
    let (name, parameters) = rest.split_once(':').unwrap_or((rest, ""));
    let entry = find(name.trim())?;
    let built = (entry.build)(parameters.trim())?;
    let mut name = entry.name.to_owned();
    if !built.parameters.is_empty() {
        name = format!("{name}:{}", built.parameters);
    }
    let (kind, suffix) = match (built.rules, ending) {
        (Rules::Real(rules), None) => (Kind::Real(rules), ""),
        (Rules::Ended(spec, ending), None) => (Kind::Finite(FiniteGame { spec, ending }), ""),
        (Rules::Spec(spec), None) => {
            (Kind::Finite(FiniteGame { spec, ending: Ending::Normal }), "")
        }
        (Rules::Spec(spec), Some((suffix, Ending::Partizan(_))))
            if !spec.tuple_rules().is_some_and(|rules| rules.counts_tokens()) =>
        {
            return Err(Refusal::bad(
                format!("{name} has no tokens that {suffix} could count"),
                format!("write {name} or {name}/misere"),
            ));
        }
        (Rules::Spec(spec), Some((suffix, ending))) => {
            (Kind::Finite(FiniteGame { spec, ending }), suffix)
        }
        (Rules::Real(_) | Rules::Ended(..), Some((suffix, _))) => {
            return Err(Refusal::bad(
                format!("{name} has its own ending, not {suffix}"),
                format!("write {name} alone"),
            ));
        }
    };
    Ok(Game::new(name + suffix, kind))
}

/// The endings that can be written after a game.
const ENDINGS: [(&str, &str, Ending); 4] = [
    ("normal", "", Ending::Normal),
    ("misere", "/misere", Ending::Misere),
    ("misère", "/misere", Ending::Misere),
    ("even-odd", "/even-odd", Ending::Partizan(TerminalLabels::EvenOdd)),
];

type NamedEnding = (&'static str, Ending);

fn split_ending(text: &str) -> Result<(&str, Option<NamedEnding>), Refusal> {
    // A slash may also stand within parameters, as in real-nim:x/2.
    let Some((rest, suffix)) = text.rsplit_once('/') else { return Ok((text, None)) };
    if let Some((_, written, ending)) = ENDINGS.iter().find(|(name, ..)| *name == suffix.trim()) {
        return Ok((rest, Some((written, ending.clone()))));
    }
    let name = text.split(':').next().unwrap_or(text);
    if text.contains(':') && GAMES.iter().any(|entry| entry.name == name.trim()) {
        let slash_in_parameters =
            !suffix.trim().starts_with(|c: char| c.is_alphabetic() && c != 'x');
        if slash_in_parameters {
            return Ok((text, None));
        }
    }
    if GAMES.iter().any(|entry| rest.split(':').next() == Some(entry.name)) {
        return Err(Refusal::bad(
            format!("`/{}` is not an ending", excerpt(suffix)),
            "write /misere (a stuck player wins) or /even-odd (what is left decides)",
        ));
    }
    Err(Refusal::bad(
        format!("`{}` is neither a game nor a rule file that could be read", excerpt(text)),
        "`bouton games` lists the games; rules are not read from files in this version",
    ))
}

/// The sum of games that all end alike, lone heaps with a partizan ending being normalised.
fn sum(components: &[Game]) -> Result<Game, Refusal> {
    let text = components.iter().map(Game::text).collect::<Vec<_>>().join(" + ");
    let refuse = |problem: &str| {
        Err(Refusal::bad(
            format!("{problem} in the sum {}", excerpt(&text)),
            "add finite games that all end alike, such as nim + kayles or nim/misere + king/misere",
        ))
    };
    let mut specs = Vec::new();
    let mut endings = Vec::new();
    for component in components {
        match component.kind() {
            Kind::Real(_) => return refuse("a real-valued game stands"),
            Kind::Finite(game) => {
                let (spec, ending) = normalised(game)?;
                specs.push(spec);
                endings.push(ending);
            }
        }
    }
    match &endings[0] {
        first if endings.iter().any(|ending| ending != first) => refuse("different endings stand"),
        first => {
            let kind = Kind::Finite(FiniteGame { spec: Spec::Sum(specs), ending: first.clone() });
            Ok(Game::new(text, kind))
        }
    }
}

/// A lone heap with a partizan ending is normalised in a sum: its own end is not the end of play.
fn normalised(game: &FiniteGame) -> Result<(Spec, Ending), Refusal> {
    match (&game.spec, &game.ending) {
        (Spec::Heap(heap), Ending::Partizan(labels)) if heap.most_heaps == 1 => {
            let terminals = match &heap.moves {
                HeapMoves::Subtract { left, .. } => left.min(),
                _ => 0,
            };
            let rules = NormalisedRules::new(heap.clone(), labels.clone(), terminals)?;
            Ok((Spec::Normalised(Box::new(rules)), Ending::Normal))
        }
        (spec, ending) => Ok((spec.clone(), ending.clone())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_parses_its_own_example() {
        for entry in GAMES {
            let (text, position) = entry.example;
            let game = Game::parse(text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
            assert_eq!(game.text(), text, "the example is written as the game writes itself");
            let read =
                game.position(position).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
            assert_eq!(game.position(&read.to_string()), Ok(read));
        }
    }

    #[test]
    fn names_are_unique_and_plain() {
        for (index, entry) in GAMES.iter().enumerate() {
            assert!(GAMES[..index].iter().all(|other| other.name != entry.name), "{}", entry.name);
            assert!(entry.name.chars().all(|c| c.is_ascii_lowercase() || c == '-'));
        }
    }

    #[test]
    fn texts_are_tidied() {
        for (text, tidy) in [
            (" nim ", "nim"),
            ("nim/normal", "nim"),
            ("nim/misère", "nim/misere"),
            ("subtraction:{4,1,3}", "subtraction:1,3,4"),
            ("ending-partizan:3,2@LN", "ending-partizan:2,3@LN"),
            ("octal:.770", "octal:0.77"),
            ("nim+kayles", "nim + kayles"),
            ("subtraction:2+ + nim", "subtraction:2+ + nim"),
            ("subtraction:3,4+2k+nim", "subtraction:3,4+2k + nim"),
            ("partizan-subtraction:2,1|3,1/misere", "partizan-subtraction:1,2|1,3/misere"),
            ("partizan-octal:.3 | 0.70/misere", "partizan-octal:0.3|0.7/misere"),
            ("domineering+nim", "domineering + nim"),
            ("clobber/normal", "clobber"),
        ] {
            let game = Game::parse(text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
            assert_eq!(game.text(), tidy);
            assert_eq!(Game::parse(tidy).unwrap().text(), tidy);
        }
    }

    #[test]
    fn mistakes_are_refused_with_a_proposal() {
        for (text, hint) in [
            ("nmi", "`nim`"),
            ("antinim", "`antonim`"),
            ("kales", "`kayles`"),
            ("Nim", "`nim`"),
            ("", "lists the games"),
            ("nim/foo", "/misere"),
            ("nim:3", "nim alone"),
            ("nimrod/misere/misere", "`bouton games`"),
            ("rules/mine.game", "not read from files"),
            ("ending-partizan:2,3/misere", "alone"),
            ("ending-partizan:2,3@L", "2 letters"),
            ("ending-partizan:2,3@LX", "2 letters"),
            ("subtraction:0,1", "positive integers"),
            ("subtraction:", "positive integers"),
            ("octal:9", "0.77"),
            ("nim + nim/misere", "all end alike"),
            ("partizan-octal:", "partizan-octal:0.3|0.7"),
            ("partizan-octal:0.3", "partizan-octal:0.3|0.7"),
            ("partizan-octal:0.3|", "0.77"),
            ("partizan-octal:0.3|0.7|0.1", "0.77"),
            ("partizan-octal:0.3|3.7", "0 or 4"),
            ("partizan-octl:0.3|0.7", "`partizan-octal`"),
            ("domineering:4x5", "domineering alone"),
            ("domineering/even-odd", "domineering/misere"),
            ("domimeering", "`domineering`"),
        ] {
            let refusal = Game::parse(text).unwrap_err();
            assert!(refusal.help().contains(hint), "{text}: {refusal}: {}", refusal.help());
        }
    }
}
