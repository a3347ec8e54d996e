//! From the text that names a game to the game: names with parameters, rule texts, endings, sums.

use std::sync::Arc;

use bouton_definition::text::{
    components, is_rule_text, parts, split_ending, strip_suffix, typed_rules,
};
use bouton_definition::{Source, Suffix};
use bouton_lang::Argument;
use bouton_values::{Help, Reference, Refusal, excerpt};

use crate::catalogue::{Entry, Rules, find, folded, games, meant, nearest};
use crate::ending::Ending;
use crate::families::{HeapMoves, NormalisedRules};
use crate::game::{FiniteGame, Game, Kind};
use crate::spec::Spec;
use crate::written::Written;

/// What is to be done with a text that names a game.
pub(crate) struct Reading<'a> {
    /// The rule text at a path; `None` if there is none.
    pub(crate) file: &'a dyn Fn(&str) -> Option<Result<String, Refusal>>,
    /// Are rule texts recognised as families, where that is proved? Otherwise they stay as they are written.
    pub(crate) recognises: bool,
    /// Is a game refused that no text states?
    pub(crate) needs_texts: bool,
}

pub(crate) fn parse(text: &str, reading: &Reading<'_>) -> Result<Game, Refusal> {
    let parts = parts(text)?;
    let games = parts.iter().map(|part| component(part, reading)).collect::<Result<Vec<Game>, _>>();
    match games {
        Ok(mut games) if games.len() == 1 => Ok(games.remove(0)),
        Ok(games) => sum(&games),
        // A path may hold a plus sign too.
        Err(refusal) if parts.len() > 1 => match from_file(text.trim(), reading) {
            Some(Ok(game)) => Ok(game),
            _ => Err(refusal),
        },
        Err(refusal) => Err(refusal),
    }
}

fn component(text: &str, reading: &Reading<'_>) -> Result<Game, Refusal> {
    let text = text.trim();
    if let Some((rules, suffix)) = typed_rules(text) {
        let source = Source { name: "", text: rules, tokens: None };
        return written_game(&source, "", suffix, reading);
    }
    let name = text.split([':', '/']).next().unwrap_or(text).trim();
    let named = games().iter().find(|entry| entry.name == name);
    match named.map(|entry| from_catalogue(entry, text, reading)) {
        Some(Ok(game)) => Ok(game),
        // A file comes before what people mean: a text that was understood before keeps its meaning.
        refused => from_file(text, reading)
            .or_else(|| from_words(text, reading))
            .unwrap_or_else(|| refused.unwrap_or_else(|| Err(unknown(text)))),
    }
}

/// A game of the catalogue as people write it: `Nim`, `misère Nim`, `Dawson's Kayles`, `Nim/Misere`.
fn from_words(text: &str, reading: &Reading<'_>) -> Option<Result<Game, Refusal>> {
    let (rest, ending) = match text.rsplit_once('/') {
        Some((rest, ending)) => (rest, Some(folded(ending))),
        None => (text, None),
    };
    let (words, parameters) = rest.split_once(':').unwrap_or((rest, ""));
    let name = folded(words);
    let parts = name.split('-').filter(|word| *word != MISERE).collect::<Vec<_>>().join("-");
    let is_misere = parts != name || ending.as_deref() == Some(MISERE);
    let entry = meant(&parts)?;
    let ending = if is_misere { Some(MISERE.to_owned()) } else { ending };
    let ending = ending.map_or(String::new(), |ending| format!("/{ending}"));
    let parameters = parameters.trim();
    let colon = if parameters.is_empty() { "" } else { ":" };
    let plain = format!("{}{colon}{parameters}{ending}", entry.name);
    (plain != text).then(|| from_catalogue(entry, &plain, reading))
}

/// The word for play in which a stuck player wins.
const MISERE: &str = "misere";

fn unknown(text: &str) -> Refusal {
    let name = text.split(':').next().unwrap_or(text).trim();
    if !name.contains(['/', '.', '\\'])
        && let Err(refusal) = find(name)
    {
        return refusal;
    }
    let stem = text.rsplit(['/', '\\']).next().and_then(|name| name.split(['.', ':']).next());
    let near = stem.and_then(nearest).filter(|entry| {
        stem.is_some_and(|stem| strsim::osa_distance(stem, entry.name) <= entry.name.len() / 4)
    });
    let known = near.map(|entry| format!("; the game `{}` is known", entry.name));
    Refusal::bad(
        format!("no file and no game is called `{}`", excerpt(text)),
        Help::from("write the path of a rule file, or a name from ")
            .reference(Reference::Games)
            .and(known.unwrap_or_default()),
    )
}

/// A game by a path: `PATH`, `PATH:ARGUMENTS`, either with an ending.
fn from_file(text: &str, reading: &Reading<'_>) -> Option<Result<Game, Refusal>> {
    let endings =
        [strip_suffix(text).map(|(rest, suffix)| (rest, Some(suffix))), Some((text, None))];
    for (rest, suffix) in endings.into_iter().flatten() {
        // What a plus sign divides is a sum, unless the sign stands in the path.
        let arguments = rest
            .rsplit_once(':')
            .map(|(path, arguments)| (path.trim(), arguments))
            .filter(|(_, arguments)| components(arguments).len() == 1);
        for (path, arguments) in [Some((rest.trim(), "")), arguments].into_iter().flatten() {
            if path.is_empty() {
                continue;
            }
            let game = match (reading.file)(path) {
                None => continue,
                Some(Err(refusal)) => Err(refusal),
                Some(Ok(rules)) => {
                    let source = Source { name: path, text: &rules, tokens: None };
                    written_game(&source, arguments, suffix, reading)
                }
            };
            return Some(game);
        }
    }
    None
}

fn written_game(
    source: &Source<'_>,
    arguments: &str,
    suffix: Option<Suffix>,
    reading: &Reading<'_>,
) -> Result<Game, Refusal> {
    let arguments = Argument::split(arguments);
    let written = Written::read(source, &arguments, suffix, reading.recognises)?;
    let shown = |argument: &Argument| match &argument.name {
        Some(name) => format!("{name}={}", argument.text),
        None => argument.text.clone(),
    };
    let mut title = written.program.name.clone();
    if !arguments.is_empty() {
        title += &format!(":{}", arguments.iter().map(shown).collect::<Vec<_>>().join("|"));
    }
    title += suffix.map_or("", Suffix::text);
    let text = written.inline();
    Ok(Game::of_text(text, title, Arc::new(written)))
}

fn from_catalogue(entry: &Entry, text: &str, reading: &Reading<'_>) -> Result<Game, Refusal> {
    let (rest, suffix) = split_ending(text)?;
    let (name, parameters) = rest.split_once(':').unwrap_or((rest, ""));
    if name.trim() != entry.name {
        return Err(unknown(text));
    }
    let built = entry.build(parameters.trim())?;
    let mut name = entry.name.to_owned();
    if !built.parameters.is_empty() {
        name = format!("{name}:{}", built.parameters);
    }
    check_suffix(&name, &built.rules, suffix)?;
    let text = format!("{name}{}", suffix.map_or("", Suffix::text));
    let (spec, ending) = match (built.rules, reading.needs_texts) {
        (Rules::Text(rules), _) => {
            let written = entry.read(&rules, suffix, reading.recognises)?;
            return Ok(Game::of_text(text.clone(), text, written));
        }
        (_, true) => {
            let Some(rules) = built.text else { return Err(no_text(&name)) };
            let written = Arc::new(rules.read(suffix, false)?);
            return Ok(Game::of_text(text.clone(), text, written));
        }
        (Rules::Spec(spec), false) => (spec, suffix.into()),
        (Rules::Ended(spec, ending), false) => (spec, ending),
        (Rules::Real(rules), false) => return Ok(Game::new(text, Kind::Real(rules))),
    };
    let game = Game::new(text, Kind::Finite(FiniteGame { spec, ending }));
    Ok(match built.text {
        Some(rules) => game.stated_by(rules, suffix),
        None => game,
    })
}

fn no_text(name: &str) -> Refusal {
    let help = Help::from("ask without ").setting("as-written");
    Refusal::unsupported(format!("{name} is not stated by a rule text"), help)
}

/// May this ending be written after the game?
fn check_suffix(name: &str, rules: &Rules, suffix: Option<Suffix>) -> Result<(), Refusal> {
    let Some(suffix) = suffix else { return Ok(()) };
    let (has_ending, has_tokens) = match rules {
        Rules::Real(_) | Rules::Ended(..) => (true, false),
        Rules::Text(rules) => (false, rules.has_tokens),
        Rules::Spec(spec) => (false, spec.tuple_rules().is_some_and(|rules| rules.counts_tokens())),
    };
    if has_ending {
        return Err(Refusal::bad(
            format!("{name} has its own ending, not {}", suffix.name()),
            format!("write {name} alone"),
        ));
    }
    if suffix == Suffix::EvenOdd && !has_tokens {
        return Err(Refusal::bad(
            format!("{name} has no tokens that /even-odd could count"),
            format!("write {name} or {name}/misere"),
        ));
    }
    Ok(())
}

/// The sum of games that all end alike, lone heaps with a partizan ending being normalised.
fn sum(components: &[Game]) -> Result<Game, Refusal> {
    let join = |of: fn(&Game) -> String| components.iter().map(of).collect::<Vec<_>>().join(" + ");
    let title = join(|game| game.title().to_owned());
    let text = join(|game| match is_rule_text(game.text()) {
        true => format!("({})", game.text()),
        false => game.text().to_owned(),
    });
    let refuse = |problem: &str| {
        Err(Refusal::bad(
            format!("the sum {} contains {problem}", excerpt(&title)),
            "add finite games that all end alike, such as nim + kayles or nim/misere + king/misere",
        ))
    };
    let mut specs = Vec::new();
    let mut endings = Vec::new();
    for component in components {
        match component.kind() {
            Kind::Real(_) => return refuse("a real-valued game"),
            Kind::Finite(game) => {
                let (spec, ending) = normalised(game)?;
                specs.push(spec);
                endings.push(ending);
            }
        }
    }
    if endings.iter().any(|ending| matches!(ending, Ending::Written(_))) {
        return refuse("an ending that looks at its own position");
    }
    match &endings[0] {
        first if endings.iter().any(|ending| ending != first) => refuse("different endings"),
        first => {
            let kind = Kind::Finite(FiniteGame { spec: Spec::Sum(specs), ending: first.clone() });
            Ok(Game::titled(text, title, kind))
        }
    }
}

/// A lone heap with a partizan ending is normalised in a sum: its own end is not the end of play.
fn normalised(game: &FiniteGame) -> Result<(Spec, Ending), Refusal> {
    match (&game.spec, &game.ending) {
        (Spec::Heap(heap), Ending::Partizan(labels)) if heap.most_heaps == 1 => {
            let terminals = match &heap.moves {
                HeapMoves::Any => 1,
                HeapMoves::Subtract { left, right } if left == right => left.min(),
                _ => {
                    return Err(Refusal::bad(
                        "no normalisation is known for a heap whose ending favours a player and \
                         whose moves are not the same subtractions for both players",
                        "ask for the heap on its own",
                    ));
                }
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

    const TAKE: &str = "# take\ngame take(S)\nposition n\nmove s in S: n' = n - s\n";

    fn read(text: &str) -> Result<Game, Refusal> {
        Game::parse_with(text, &|path| match path {
            "take.game" | "./rules/take.game" | "/rules/take" | "my+take.game"
            | "nim/take.game" => Some(Ok(TAKE.to_owned())),
            "hidden.game" => Some(Err(Refusal::bad("hidden.game: permission denied", "ask"))),
            "wrong.game" => Some(Ok("game wrong\nposition n\nmove n' =\nend nobody\n".to_owned())),
            "ended.game" => {
                Some(Ok("game ended\nposition n\nmove n' = n - 1\nend left\n".to_owned()))
            }
            "heaps.game" => Some(Ok("game heaps-game\nheaps h\nmove one h: h' < h\n".to_owned())),
            _ => None,
        })
    }

    #[test]
    fn paths_are_read_with_arguments_and_endings() {
        let inline = "game take(S = {1, 3}); position n; move s in S: n' = n - s";
        for (text, title, written) in [
            ("take.game:1,3", "take:1,3", inline.to_owned()),
            (" ./rules/take.game:S=1,3 ", "take:S=1,3", inline.to_owned()),
            ("/rules/take:{1,3}", "take:{1,3}", inline.to_owned()),
            ("my+take.game:1,3", "take:1,3", inline.to_owned()),
            ("nim/take.game:1,3", "take:1,3", inline.to_owned()),
            ("take.game:1,3/misere", "take:1,3/misere", format!("{inline}; end misere")),
            ("take.game:1,3/normal", "take:1,3", inline.to_owned()),
            (
                "take.game:1,3/even-odd",
                "take:1,3/even-odd",
                format!("{inline}; end left if n mod 2 = 0 else right"),
            ),
        ] {
            let game = read(text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
            assert_eq!((game.title(), game.text()), (title, written.as_str()), "{text}");
            let again = Game::parse(game.text()).unwrap();
            assert_eq!(again.text(), game.text(), "{text}");
            assert_eq!(again.finite().unwrap().ending, game.finite().unwrap().ending, "{text}");
        }
    }

    #[test]
    fn remarks_may_stand_before_rules() {
        for text in [TAKE.to_owned(), format!("\n  \n# two\n{TAKE}"), TAKE.replace("# take", "")] {
            let with_set = text.replace("(S)", "(S = {1,2})");
            let game = read(&with_set).unwrap();
            assert_eq!(game.title(), "take");
            assert!(read(&format!("({with_set}) + nim")).is_ok());
        }
        assert!(read("# nothing but a remark").is_err());
        assert!(read("game").is_err() && read("games").is_err());
    }

    #[test]
    fn sums_have_an_end() {
        assert!(read(&["nim"; 64].join("+")).is_ok());
        let refusal = read(&["nim"; 65].join("+")).unwrap_err();
        assert!(refusal.to_string().contains("65 components"), "{refusal}");
    }

    #[test]
    fn sums_hold_texts_and_paths() {
        for (text, title) in [
            ("take.game:1,3 + nim", "take:1,3 + nim"),
            ("nim + ./rules/take.game:1,3", "nim + take:1,3"),
            ("nim+/rules/take:1,3+kayles", "nim + take:1,3 + kayles"),
            ("nim + (game g; heaps h; move one h: h' < h)", "nim + g"),
            ("(game g; heaps h; move one h: h' < h)/misere + nim/misere", "g/misere + nim/misere"),
        ] {
            let game = read(text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
            assert_eq!(game.title(), title, "{text}");
            let again = Game::parse(game.text()).unwrap();
            assert_eq!(again.text(), game.text(), "{text}");
            assert!(matches!(again.finite().unwrap().spec, Spec::Sum(_)), "{text}");
        }
        for text in [
            "(game g; position a, b; move a' = a - 1; end left if a < b else right) + nim",
            "(game g; heaps h; move one h: h' < h; end misere) + nim",
            "(game g; position n; left move n' = n - 1; right move n' = n - 2; \
             end left if n = 0 else right) + nim",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    /// What people type, beside the text that has always been read.
    #[test]
    fn games_are_read_as_people_write_them() {
        for (typed, meant) in [
            ("Nim", "nim"),
            ("NIM", "nim"),
            ("misere nim", "nim/misere"),
            ("misère Nim", "nim/misere"),
            ("Mise\u{300}re Nim", "nim/misere"),
            ("Nim misère", "nim/misere"),
            ("Nim/Misère", "nim/misere"),
            ("misere nim/misere", "nim/misere"),
            ("Dawson's Kayles", "dawsons-kayles"),
            ("dawsons kayles", "dawsons-kayles"),
            ("Toads and Frogs", "toads-and-frogs"),
            ("Ending-Partizan:2,3", "ending-partizan:2,3"),
            ("ending partizan : 2,3", "ending-partizan:2,3"),
            ("misere subtraction:1,2", "subtraction:1,2/misere"),
            ("Nim + Kayles", "nim + kayles"),
            ("misere nim + misere kayles", "nim/misere + kayles/misere"),
        ] {
            let [typed_game, meant_game] = [typed, meant].map(|text| Game::parse(text).unwrap());
            assert_eq!(typed_game.text(), meant_game.text(), "{typed}");
        }
        // A file is found before what a name may mean.
        let file = |path: &str| (path == "Nim").then(|| Ok(TAKE.replace("(S)", "(S = {1})")));
        assert_eq!(Game::parse_with("Nim", &file).unwrap().title(), "take");
        for text in ["misere", "misere misere", "nim nim", "Nim:5", "Nim/Sometimes", "the nim", ""]
        {
            assert!(Game::parse(text).is_err(), "{text}");
        }
    }

    /// Whatever a game is called, its name and its title lead to it and to no other.
    #[test]
    fn names_and_titles_are_read_in_capitals() {
        for entry in games() {
            for text in [entry.name, entry.title] {
                assert_eq!(find(&text.to_uppercase()).unwrap().name, entry.name, "{text}");
            }
        }
    }

    #[test]
    fn mistakes_name_the_place() {
        for (text, problem) in [
            ("wrong.game", "wrong.game:3:"),
            ("game g; position n; move n' = m", "1:"),
            ("game g\nposition n\nmove n' = n - 1 +\n", "3:"),
            ("hidden.game", "permission denied"),
            ("take.game", "S has no value"),
            ("take.game:1|2", "2 values are given for 1 parameters"),
            ("take.game:T=1", "no parameter T"),
            ("ended.game/misere", "ending of their own, not /misere"),
            ("ended.game/normal", "ending of their own, not /normal"),
            (
                "game g; position a, b; move a' = a - 1 /even-odd",
                "which tokens /even-odd could count",
            ),
            ("missing.game", "no file and no game"),
            ("missing.game/misere", "no file and no game"),
            ("nim/missing.game", "`/missing.game` is not an ending"),
        ] {
            let refusal = read(text).unwrap_err();
            assert!(refusal.to_string().contains(problem), "{text}: {refusal}");
            assert!(!refusal.help().to_string().is_empty(), "{text}");
        }
        let several = read("wrong.game").unwrap_err().to_string();
        assert!(several.ends_with("(and 1 more)"), "{several}");
    }

    #[test]
    fn typed_rules_may_be_followed_by_an_ending() {
        let text = "game g; heaps h; move one h: 0 <= h' < h";
        let misere = Game::parse(&format!("{text}/misere")).unwrap();
        assert_eq!(misere.text(), format!("{text}; end misere"));
        assert_eq!(misere.finite().unwrap().ending, Ending::Misere);
        assert_eq!(misere.title(), "g/misere");
        // What follows a # is a comment.
        let comment = Game::parse(&format!("{text} # not /misere")).unwrap();
        assert_eq!(comment.finite().unwrap().ending, Ending::Normal);
        let twice = Game::parse(&format!("{text}; end misere /misere")).unwrap();
        assert_eq!(twice.finite().unwrap().ending, Ending::Misere);
        let even_odd = Game::parse(&format!("{text}/even-odd")).unwrap();
        assert_eq!(
            even_odd.finite().unwrap().ending,
            Ending::Partizan(crate::ending::TerminalLabels::EvenOdd)
        );
    }

    #[test]
    fn illegal_positions_are_refused_with_the_line() {
        let game = Game::parse("game g; position a, b; legal a <= b; move a' = a - 1").unwrap();
        let refusal = game.position("3,1").unwrap_err().to_string();
        assert_eq!(refusal, "3,1 is not a position of g: `a <= b` does not hold");
        assert!(game.position("3").is_err());
        assert!(game.position("1,3").is_ok());
    }
}
