//! The one list of games. A new game is a file in `games` and a line here; every front has it then.

use crate::ending::Ending;
use crate::games::{
    antonim, chomp, clobber, coins, colouring, digraph, domineering, euclid, fibonacci, grundy,
    hackenbush, moore, nim, nimrod, octal, real_nim, subtraction, toads_and_frogs, walks, welter,
    wythoff,
};
use crate::position::excerpt;
use crate::real::RealNim;
use crate::spec::Spec;
use crate::written::StatedRules;
use bouton_values::{Help, Reference, Refusal};

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
    /// What people call it.
    pub title: &'static str,
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
    /// The rules as a text, with the parameters open; `None` for games that no text states, or each with its own.
    pub text: Option<&'static str>,
    /// The rules with these parameters (an empty text if none are given).
    pub build: fn(&str) -> Result<Built, Refusal>,
}

impl Entry {
    /// The rule text of the game with these parameters; without parameters, the text for all of them.
    #[must_use]
    pub fn rule_text(&self, parameters: &str) -> Option<String> {
        if parameters.trim().is_empty() && self.text.is_some() {
            return self.text.map(str::to_owned);
        }
        match (self.build)(parameters.trim()).ok()?.rules {
            Rules::Text(text) | Rules::Both(_, _, text) => text.text(),
            Rules::Spec(_) | Rules::Ended(..) | Rules::Real(_) => None,
        }
    }
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
    /// Rules that are a text.
    Text(StatedRules),
    /// Finite rules, for any ending or with their own, and a text that states the same.
    Both(Spec, Option<Ending>, StatedRules),
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

    /// A text, whose parameters are written behind the game as they are given to the text.
    pub(crate) fn stated(parameters: impl Into<String>, text: StatedRules) -> Built {
        Built { parameters: parameters.into(), rules: Rules::Text(text) }
    }
}

/// The entry with this name, or a refusal that proposes the nearest one.
pub fn find(name: &str) -> Result<&'static Entry, Refusal> {
    if let Some(entry) = GAMES.iter().find(|entry| entry.name == name) {
        return Ok(entry);
    }
    let help = match nearest(name) {
        Some(entry) => Help::from(format!("did you mean `{}`? ", entry.name)),
        None => Help::default(),
    };
    let help = help.reference(Reference::Games).and(" has them all");
    Err(Refusal::bad(format!("no game is called `{}`", excerpt(name)), help))
}

/// The entry whose name is nearest to a text, if it is near.
pub(crate) fn nearest(name: &str) -> Option<&'static Entry> {
    let lower: String = name.to_lowercase().chars().take(40).collect();
    let distance = |entry: &Entry| strsim::osa_distance(&lower, entry.name);
    let best = GAMES.iter().min_by_key(|entry| distance(entry))?;
    (distance(best) <= 1 + best.name.len() / 4).then_some(best)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;

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
            ("", "the list of games has them all"),
            ("nim/foo", "/misere"),
            ("nim:3", "nim alone"),
            ("nimrod/misere/misere", "the list of games"),
            ("rules/mine.game", "path of a rule file"),
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
            assert!(
                refusal.help().to_string().contains(hint),
                "{text}: {refusal}: {}",
                refusal.help()
            );
        }
    }
}
