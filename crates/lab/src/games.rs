//! The views of the catalogue: lists its games, and describes one.

use bouton_ask::{Example, Facts, GameView};
use bouton_engines::{Ask, Quantity, Window};
use bouton_rules::catalogue::{Entry, games};
use bouton_rules::{Coordinates, Game, Spec};

use crate::plan::plan;
use crate::question::Question;
use crate::render::chart::has_sectors;
use crate::rules_file::rule_text;
use crate::show::{board_of, ending_of, has_value_charts, is_impartial, numbers_of, picture_of};

/// All games of the catalogue.
#[must_use]
pub fn all_games() -> Vec<GameView> {
    games().iter().map(game_view).collect()
}

/// The view of a game of the catalogue.
#[must_use]
pub fn game_view(entry: &Entry) -> GameView {
    let (text, position) = entry.example;
    let game = Game::parse(text).expect("the examples of the catalogue are games");
    GameView {
        name: entry.name.to_owned(),
        title: entry.title.to_owned(),
        parameters: entry.parameters.to_owned(),
        summary: entry.summary.to_owned(),
        positions: entry.positions.to_owned(),
        source: entry.source.to_owned(),
        example: Example { game: text.to_owned(), position: position.to_owned() },
        rules_text: rule_text(text).ok(),
        facts: facts(&game),
    }
}

/// Facts that a front needs to know about a game: how it is drawn, which questions it supports, how it ends.
///
/// ```
/// use bouton_lab::{facts, rules::Game};
/// let facts = |name: &str| facts(&Game::parse(name).unwrap());
/// let [kayles, ending, nimrod] = ["kayles", "ending-partizan:2,3", "nimrod"].map(facts);
/// assert!(kayles.has_terms && kayles.has_nim_values);
/// assert!(ending.has_terms && !ending.has_nim_values, "Left and Right win different heaps");
/// assert!(!nimrod.has_terms && nimrod.has_rows, "a pile has a rate beside it");
///
/// let [antonim, rook] = ["antonim", "rook:3"].map(facts);
/// assert!(antonim.charts && antonim.slices, "two heaps, or more");
/// assert!(!rook.charts && rook.slices, "three numbers");
/// assert!(nimrod.charts && !nimrod.slices, "two numbers");
///
/// let has_values = |name| facts(name).has_value_charts;
/// assert!(has_values("wythoff") && has_values("nim"));
/// assert!(!has_values("wythoff/misere") && !has_values("partizan-subtraction:1|2"));
///
/// assert_eq!(facts("nim").other_ending.as_deref(), Some("nim/misere"));
/// assert_eq!(facts("nim/misere").other_ending.as_deref(), Some("nim"));
/// assert_eq!(ending.other_ending, None);
/// ```
#[must_use]
pub fn facts(game: &Game) -> Facts {
    let finite = game.finite();
    let is_answered = |ask: Ask| plan(&Question::new(game.clone(), ask)).is_ok();
    // Positions with this many numbers in addition to x and y.
    let charts = |beside| is_answered(Ask::chart(Window { x: 0..2, y: 0..2 }, vec![0; beside]));
    // The numbers of vertices are names, not quantities.
    let counts = picture_of(game) != "digraph";
    let lists = |of, row| counts && is_answered(Ask::Sequence { of, to: 2, row });
    let rules = finite.and_then(|finite| finite.spec.tuple_rules());
    let ends = finite.is_some_and(|game| game.profile().terminates.holds());
    let letter = |(letter, meaning): &(char, &str)| (*letter, (*meaning).to_owned());
    Facts {
        picture: picture_of(game).to_owned(),
        board: board_of(game).map(str::to_owned),
        impartial: is_impartial(game),
        ending: ending_of(game).to_owned(),
        other_ending: other_ending(game),
        alphabet: match finite.map(|finite| &finite.spec) {
            Some(Spec::Board(rules)) => Some(rules.alphabet().iter().map(letter).collect()),
            _ => None,
        },
        charts: charts(0),
        has_value_charts: has_value_charts(game),
        slices: match rules.map(|rules| rules.coordinates()) {
            Some(Coordinates::Named(names)) if names.len() > 2 => charts(names.len() - 2),
            Some(Coordinates::Heaps { .. }) => charts(1),
            _ => false,
        },
        numbers: numbers_of(game),
        has_sectors: has_sectors(game),
        has_terms: lists(Quantity::Outcome, None),
        has_nim_values: ends && lists(Quantity::NimValue, None),
        has_rows: lists(Quantity::Outcome, Some(1)),
    }
}

/// This game with the other ending, as it is typed; `None` if the rules decide who wins, or are a text.
fn other_ending(game: &Game) -> Option<String> {
    const MISERE: &str = "/misere";
    let text = game.text();
    let (other, wanted) = match text.strip_suffix(MISERE) {
        Some(plain) => (plain.to_owned(), "normal"),
        None => (format!("{text}{MISERE}"), "misere"),
    };
    let is_plain = ending_of(game) != "own" && !text.contains(['\n', '\'']);
    let read = Game::parse(&other).ok().filter(|_| is_plain)?;
    (read.finite().is_some() && ending_of(&read) == wanted).then_some(other)
}
