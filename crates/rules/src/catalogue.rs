//! The one list of games, which every front shows.
//!
//! A game that a rule text states is a file in the folder `games` of [`bouton_definition`]: its head says what people
//! call it, the rules in a sentence, what a position looks like, where it is from, and an example. Games that have
//! parameters to check, and those that no text states, have an entry in Rust; the heads of the latter are in one file.

use std::sync::{Arc, OnceLock};

use bouton_definition::{Suffix, TEXTS, remark, rule_text};
use bouton_values::{Help, Reference, Refusal, excerpt};

use crate::ending::Ending;
use crate::games;
use crate::real::RealNim;
use crate::spec::Spec;
use crate::written::{StatedRules, Written};

/// Every game: Nim, then the others in the order of their names.
#[must_use]
pub fn games() -> &'static [Entry] {
    static GAMES: OnceLock<Vec<Entry>> = OnceLock::new();
    GAMES.get_or_init(|| list(games::entries(), TEXTS))
}

/// The games that are made in Rust, and a game for each text that none of them is about.
fn list(mut games: Vec<Entry>, texts: &[(&'static str, &'static str)]) -> Vec<Entry> {
    let is_made = |path: &str| games.iter().any(|entry| entry.name == path);
    let stated: Vec<Entry> = texts
        .iter()
        .filter(|(path, _)| !path.contains('/') && !is_made(path))
        .map(|(path, text)| Entry::of_text(path, text, Made::Text(Default::default())))
        .collect();
    games.extend(stated);
    // Nim, with which a newcomer begins, before all others.
    games.sort_by_key(|entry| (entry.name != "nim", entry.name));
    games
}

/// What the heads of texts would say, for the games that have none of their own.
const HEADS: &str = include_str!("games/heads.txt");

/// What the fronts say about a game, and how its parameters become rules.
#[derive(Debug)]
pub struct Entry {
    /// The name of the game, as it is typed.
    pub name: &'static str,
    /// The title of the game, as people know it.
    pub title: &'static str,
    /// The parameters that are written after the name and a colon; empty if there are none.
    pub parameters: &'static str,
    /// The rules in one or two sentences.
    pub summary: &'static str,
    /// How a position of the game is written, in a few words.
    pub positions: &'static str,
    /// The paper or book that the game is from.
    pub source: &'static str,
    /// A game and a position to try.
    pub example: (&'static str, &'static str),
    /// The rules as a text, with the parameters open; `None` for games that no text states, or each with its own.
    pub text: Option<&'static str>,
    /// How the rules are made.
    pub(crate) made: Made,
}

/// How the rules of an entry are made.
#[derive(Debug)]
pub(crate) enum Made {
    /// From the text, which takes no parameters. It is read once for each ending.
    Text([OnceLock<Arc<Written>>; 3]),
    /// Always so; no text states them.
    Fixed(fn() -> Rules),
    /// From the parameters (an empty text if none are given).
    By(fn(&str) -> Result<Built, Refusal>),
}

impl Entry {
    /// What the head of a text says.
    fn of_text(name: &'static str, text: &'static str, made: Made) -> Entry {
        // The catalogue is made once and lives as long as the process.
        let says = |key: &str| -> &'static str { remark(text, key).unwrap_or_default().leak() };
        let example = says("example");
        Entry {
            name,
            title: says("title"),
            parameters: says("parameters"),
            summary: says("summary"),
            positions: says("positions"),
            source: says("source"),
            example: example.rsplit_once(' ').unwrap_or((name, example)),
            text: Some(text),
            made,
        }
    }

    /// A game that no text states, or each with its own.
    pub(crate) fn headed(name: &'static str, made: Made) -> Entry {
        let is_about = |head: &&str| remark(head, "game").as_deref() == Some(name);
        let head = HEADS.split("\n\n").find(is_about).expect("the head is in the list");
        Entry { text: None, ..Entry::of_text(name, head, made) }
    }

    /// A game whose text has parameters, which are checked in Rust.
    pub(crate) fn by(name: &'static str, build: fn(&str) -> Result<Built, Refusal>) -> Entry {
        Entry::of_text(name, stated_text(name), Made::By(build))
    }

    /// The rules with these parameters.
    pub(crate) fn build(&self, parameters: &str) -> Result<Built, Refusal> {
        if !matches!(self.made, Made::By(_)) && !parameters.is_empty() {
            return Err(Refusal::bad(
                format!("{} takes no parameters, not `{}`", self.name, excerpt(parameters)),
                format!("write {} alone", self.name),
            ));
        }
        match &self.made {
            Made::By(build) => build(parameters),
            Made::Fixed(rules) => Ok(Built::with("", rules())),
            Made::Text(_) => Ok(Built::stated("", StatedRules::new(self.text.unwrap_or_default()))),
        }
    }

    /// What the text of the rules means; a constant text is read and recognised once.
    pub(crate) fn read(
        &self,
        rules: &StatedRules,
        suffix: Option<Suffix>,
        recognises: bool,
    ) -> Result<Arc<Written>, Refusal> {
        let Made::Text([normal, misere, even_odd]) = &self.made else {
            return rules.read(suffix, recognises).map(Arc::new);
        };
        let known = match suffix {
            None | Some(Suffix::Normal) => normal,
            Some(Suffix::Misere) => misere,
            Some(Suffix::EvenOdd) => even_odd,
        };
        if !recognises {
            return rules.read(suffix, false).map(Arc::new);
        }
        if let Some(written) = known.get() {
            return Ok(written.clone());
        }
        let written = Arc::new(rules.read(suffix, true)?);
        Ok(known.get_or_init(|| written).clone())
    }

    /// The rule text of the game with these parameters; without parameters, the text for all of them.
    #[must_use]
    pub fn rule_text(&self, parameters: &str) -> Option<String> {
        if parameters.trim().is_empty() && self.text.is_some() {
            return self.text.map(str::to_owned);
        }
        let built = self.build(parameters.trim()).ok()?;
        match built.rules {
            Rules::Text(text) => text.text(),
            _ => built.text?.text(),
        }
    }
}

/// The text of the folder with this path.
pub(crate) fn stated_text(path: &str) -> &'static str {
    rule_text(path).expect("the text lies in the folder")
}

/// What parameters build.
#[derive(Debug)]
pub(crate) struct Built {
    /// The parameters, tidied; empty if there are none.
    pub(crate) parameters: String,
    /// The rules.
    pub(crate) rules: Rules,
    /// A text that says what the rules say, where these are not a text.
    pub(crate) text: Option<StatedRules>,
}

/// The rules that an entry builds.
#[derive(Debug)]
pub(crate) enum Rules {
    /// Rules that are a text.
    Text(StatedRules),
    /// Finite rules, for any ending.
    Spec(Spec),
    /// Finite rules that come with their ending.
    Ended(Spec, Ending),
    /// Real-valued Nim, whose piles are rational numbers.
    Real(RealNim),
}

impl Built {
    /// Rules with parameters.
    pub(crate) fn with(parameters: impl Into<String>, rules: Rules) -> Built {
        Built { parameters: parameters.into(), rules, text: None }
    }

    /// A text, whose parameters are written after the game as they are given to the text.
    pub(crate) fn stated(parameters: impl Into<String>, text: StatedRules) -> Built {
        Built::with(parameters, Rules::Text(text))
    }

    /// These rules, with a text that states them.
    pub(crate) fn with_text(self, text: Option<StatedRules>) -> Built {
        Built { text, ..self }
    }
}

/// The entry with this name, or a refusal that proposes the nearest one.
///
/// ```
/// use bouton_rules::catalogue::find;
/// assert_eq!(find("Dawson’s Kayles")?.name, "dawsons-kayles");
/// # Ok::<(), bouton_rules::Refusal>(())
/// ```
pub fn find(name: &str) -> Result<&'static Entry, Refusal> {
    if let Some(entry) = meant(&folded(name)) {
        return Ok(entry);
    }
    let help = match nearest(name) {
        Some(entry) => Help::from(format!("did you mean `{}`? ", entry.name)),
        None => Help::default(),
    };
    let help = help.reference(Reference::Games).and(" shows them all");
    Err(Refusal::bad(format!("no game is called `{}`", excerpt(name)), help))
}

/// The entry with this name or title, which must be [`folded`].
pub(crate) fn meant(folded_name: &str) -> Option<&'static Entry> {
    let named = games().iter().find(|entry| entry.name == folded_name);
    named.or_else(|| games().iter().find(|entry| folded(entry.title) == folded_name))
}

/// A name without what people write differently: small letters without accents and apostrophes, hyphens between words.
pub(crate) fn folded(text: &str) -> String {
    let plain = |letter: char| match letter {
        'è' | 'é' | 'ê' => Some('e'),
        '\'' | '’' | '`' | '\u{300}' | '\u{301}' => None,
        '-' | '_' => Some(' '),
        other => Some(other),
    };
    let words: String = text.to_lowercase().chars().filter_map(plain).collect();
    words.split_whitespace().collect::<Vec<_>>().join("-")
}

/// The entry whose name is nearest to a text, if it is near.
pub(crate) fn nearest(name: &str) -> Option<&'static Entry> {
    let lower: String = name.to_lowercase().chars().take(40).collect();
    let distance = |entry: &Entry| strsim::osa_distance(&lower, entry.name);
    let best = games().iter().min_by_key(|entry| distance(entry))?;
    (distance(best) <= 1 + best.name.len() / 4).then_some(best)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;

    #[test]
    fn every_entry_parses_its_own_example() {
        for entry in games() {
            let (text, position) = entry.example;
            let game = Game::parse(text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
            assert_eq!(game.text(), text, "the example is written as the game writes itself");
            let read =
                game.position(position).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
            assert_eq!(game.position(&read.to_string()), Ok(read));
        }
    }

    /// A file of the folder is a game, and says all that a front shows.
    #[test]
    fn every_file_of_the_folder_is_a_game_with_a_head() {
        assert!(TEXTS.len() >= 25, "only {} texts were embedded", TEXTS.len());
        for (path, text) in TEXTS {
            let (tree, mistakes) = bouton_lang::parse(text);
            assert_eq!(mistakes, [], "{path}");
            assert_eq!(bouton_lang::print(&tree), *text, "{path} is not in the usual layout");
            if path.contains('/') {
                continue;
            }
            let entry = find(path).unwrap();
            let (game, position) = entry.example;
            for said in [entry.title, entry.summary, entry.positions, entry.source, game, position]
            {
                assert!(!said.is_empty(), "{path} lacks a line of its head");
            }
            assert_eq!(entry.text, Some(*text), "{path}");
            let written = Game::parse(game).unwrap();
            let name = written.written().unwrap().program.name.clone();
            assert_eq!(name, *path, "the file is called as the game in it");
        }
    }

    /// A game is one file: with nothing but its text the catalogue has an entry, and the entry a game.
    #[test]
    fn one_text_is_enough() {
        const TEXT: &str = "# title: Pass along\n# summary: Move tokens\n#   to the right.\n\
                            # positions: a,b: 2,3\n# source: nobody\n# example: 2,3\n\
                            # tokens: a\ngame along\nposition a, b\nmove a' = a - 1, b' = b + 1\n";
        let games = list(Vec::new(), &[("along", TEXT), ("kinds/of-it", TEXT)]);
        let [entry] = &games[..] else { panic!("{} games", games.len()) };
        assert_eq!((entry.title, entry.summary), ("Pass along", "Move tokens to the right."));
        assert_eq!((entry.example, entry.parameters), (("along", "2,3"), ""));
        assert!(entry.build("5").is_err(), "it takes no parameters");
        let Rules::Text(rules) = entry.build("").unwrap().rules else { panic!("a text") };
        let suffixes = [None, Some(Suffix::Misere), Some(Suffix::EvenOdd)];
        for suffix in suffixes {
            let first = entry.read(&rules, suffix, true).unwrap();
            let again = entry.read(&rules, suffix, true).unwrap();
            assert!(Arc::ptr_eq(&first, &again), "a text is read once");
            assert_eq!(first.program.name, "along");
        }
    }

    #[test]
    fn every_entry_says_what_fronts_show() {
        for entry in games() {
            let said = [entry.title, entry.summary, entry.positions, entry.source];
            assert!(said.iter().all(|said| !said.is_empty()), "{}", entry.name);
        }
    }

    #[test]
    fn names_are_unique_and_plain() {
        for (index, entry) in games().iter().enumerate() {
            assert!(
                games()[..index].iter().all(|other| other.name != entry.name),
                "{}",
                entry.name
            );
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
            ("Nmi", "`nim`"),
            ("", "the list of games shows them all"),
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
