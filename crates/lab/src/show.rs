//! What fronts need to show a game: the kind of its picture, moves in words, the supported questions, Nim's columns.

use bouton_ask::{Chart, Column, MoveView, Of};
use bouton_engines::sector;
use bouton_rules::{
    BoardLook, Coordinates, Ending, Game, HeapMoves, Kind, Picture, Position, Spec,
};

use crate::plan::plan;
use crate::question::Question;
use crate::questions::{ForEngines, place};
use crate::render::chart::has_sectors;
use crate::render::landmarks::name;

/// How positions of a game are best drawn: `heaps`, `number-line`, `pile-and-rate`, `board`, `digraph` or `plain`.
///
/// ```
/// use bouton_lab::{picture_of, rules::Game};
/// assert_eq!(picture_of(&Game::parse("antonim")?), "number-line");
/// assert_eq!(picture_of(&Game::parse("digraph:0>1")?), "digraph");
/// # Ok::<(), bouton_lab::rules::Refusal>(())
/// ```
#[must_use]
pub fn picture_of(game: &Game) -> &'static str {
    let Kind::Finite(finite) = game.kind() else { return "plain" };
    match &finite.spec {
        Spec::Digraph(_) => "digraph",
        Spec::Board(_) => "board",
        spec => match (spec.tuple_rules().map(|rules| rules.picture()), said(game)) {
            (Some(_), Some(picture)) => picture,
            (Some(Picture::Heaps), None) => "heaps",
            (Some(Picture::NumberLine), None) => "number-line",
            (Some(Picture::PileAndRate), None) => "pile-and-rate",
            (Some(Picture::Board(_)), None) => "board",
            (Some(Picture::Plain), None) | (None, _) => "plain",
        },
    }
}

/// The picture that the head of a rule text asks for, if it is one that any numbers can be drawn as.
fn said(game: &Game) -> Option<&'static str> {
    let said = game.remark("picture")?;
    ["heaps", "number-line", "plain"].into_iter().find(|picture| *picture == said)
}

/// How the board of a game is drawn: `tiles`, `colours`, `pieces`, `track`, `strings` or `bar`; `None` if positions are
/// not boards.
///
/// ```
/// use bouton_lab::{board_of, rules::Game};
/// assert_eq!(board_of(&Game::parse("hackenbush")?), Some("strings"));
/// assert_eq!(board_of(&Game::parse("nim")?), None);
/// # Ok::<(), bouton_lab::rules::Refusal>(())
/// ```
#[must_use]
pub fn board_of(game: &Game) -> Option<&'static str> {
    let spec = &game.finite()?.spec;
    let look = match (spec, spec.tuple_rules().map(|rules| rules.picture())) {
        (Spec::Board(rules), _) => rules.looks(),
        (_, Some(Picture::Board(look))) => look,
        _ => return None,
    };
    Some(match look {
        BoardLook::Tiles => "tiles",
        BoardLook::Colours => "colours",
        BoardLook::Pieces => "pieces",
        BoardLook::Track => "track",
        BoardLook::Strings => "strings",
        BoardLook::Bar => "bar",
    })
}

/// Who wins when a player cannot move: `normal` if the other player, `misere` if that player, `own` if the rules
/// decide.
#[must_use]
pub(crate) fn ending_of(game: &Game) -> &'static str {
    match game.finite().map(|finite| &finite.ending) {
        Some(Ending::Normal) | None => "normal",
        Some(Ending::Misere) => "misere",
        Some(Ending::Partizan(_) | Ending::Written(_)) => "own",
    }
}

/// Is the game impartial: do both players have the same moves and the same endings?
///
/// ```
/// use bouton_lab::{is_impartial, rules::Game};
/// assert!(is_impartial(&Game::parse("kayles")?));
/// assert!(!is_impartial(&Game::parse("domineering")?));
/// # Ok::<(), bouton_lab::rules::Refusal>(())
/// ```
#[must_use]
pub fn is_impartial(game: &Game) -> bool {
    game.finite().is_none_or(|game| game.profile().is_impartial())
}

/// Can the positions of the plane be charted by their nim-values?
pub(crate) fn has_value_charts(game: &Game) -> bool {
    let ask = Chart { of: Of::NimValue, ..Chart::new("", [0, 2], [0, 2]) }.ask(game);
    let is_finite = game.finite().is_some_and(|game| game.profile().terminates.holds());
    is_finite && ask.is_ok_and(|ask| plan(&Question::new(game.clone(), ask)).is_ok())
}

/// The number of named numbers of a position; `None` if a position is a list of heaps, or a board.
#[must_use]
pub fn numbers_of(game: &Game) -> Option<usize> {
    match game.finite()?.spec.tuple_rules()?.coordinates() {
        Coordinates::Named(names) => Some(names.len()),
        Coordinates::Heaps { .. } => None,
    }
}

/// The sector of Nimrod that a position is in, such as `A2`; `None` outside of sectors and in other games.
///
/// ```
/// use bouton_lab::{rules::Game, sector_of};
/// let nimrod = Game::parse("nimrod")?;
/// assert_eq!(sector_of(&nimrod, &nimrod.position("3,20")?).as_deref(), Some("D0"));
/// # Ok::<(), bouton_lab::rules::Refusal>(())
/// ```
#[must_use]
pub fn sector_of(game: &Game, position: &Position) -> Option<String> {
    match position.tuple().filter(|_| has_sectors(game)) {
        Some(&[pile, rate]) => sector(pile, rate).map(name),
        _ => None,
    }
}

/// The arrows of a digraph on which the game is played, as pairs of vertices; `None` for other games.
#[must_use]
pub fn arrows_of(game: &Game) -> Option<(usize, Vec<(u32, u32)>)> {
    match game.finite().map(|finite| &finite.spec) {
        Some(Spec::Digraph(rules)) => Some((rules.vertices(), rules.arrows())),
        _ => None,
    }
}

/// A move in words: `take 4 from heap 3`, or `move to …` if there is no better description.
///
/// ```
/// use bouton_lab::{move_in_words, rules::Game};
/// let nim = Game::parse("nim")?;
/// let (from, to) = (nim.position("3,4,6")?, nim.position("3,4,2")?);
/// assert_eq!(move_in_words(&nim, &from, &to), "take 4 from heap 3");
/// # Ok::<(), bouton_lab::rules::Refusal>(())
/// ```
#[must_use]
pub fn move_in_words(game: &Game, from: &Position, to: &Position) -> String {
    let plain = || format!("move to {to}");
    let (Some(old), Some(new)) = (from.tuple(), to.tuple()) else { return plain() };
    if old.len() != new.len() {
        return plain();
    }
    let picture = picture_of(game);
    if let ("pile-and-rate", [pile, _], [left, rate]) = (picture, old, new) {
        return match pile.checked_sub(*left) {
            Some(taken) => format!("take {taken}; the rate is {rate}"),
            None => plain(),
        };
    }
    let changed: Vec<usize> = (0..old.len()).filter(|index| old[*index] != new[*index]).collect();
    let &[index] = changed.as_slice() else { return plain() };
    match (picture, old[index].checked_sub(new[index])) {
        ("heaps", Some(taken)) => format!("take {taken} from heap {}", index + 1),
        ("number-line", Some(_)) => format!("coin from {} to {}", old[index], new[index]),
        ("digraph", _) => format!("token from {} to {}", old[index], new[index]),
        _ => plain(),
    }
}

/// An option of a position, with its move in words.
#[must_use]
pub fn move_view(game: &Game, from: &Position, to: &Position) -> MoveView {
    let words = move_in_words(game, from, to);
    MoveView { position: to.to_string(), cells: place(to), words }
}

/// The part of the position in which a move is made, without the move itself, such as `heap 3`; `None` if the position
/// has no parts.
///
/// ```
/// use bouton_lab::{place_in_words, rules::Game};
/// let kayles = Game::parse("kayles")?;
/// let (from, to) = (kayles.position("3,12")?, kayles.position("3,5,5")?);
/// assert_eq!(place_in_words(&kayles, &from, &to).as_deref(), Some("heap 2"));
/// # Ok::<(), bouton_lab::rules::Refusal>(())
/// ```
#[must_use]
pub fn place_in_words(game: &Game, from: &Position, to: &Position) -> Option<String> {
    match (from, to) {
        (Position::Tuple(old), Position::Tuple(new)) => {
            let &[index] = moved(old, new).as_slice() else { return None };
            match picture_of(game) {
                "heaps" if old.len() > 1 => Some(format!("heap {}", index + 1)),
                "number-line" if old.len() > 1 => Some(format!("the coin on {}", old[index])),
                "board" if old.len() > 1 => Some(format!("row {}", index + 1)),
                _ => None,
            }
        }
        (Position::Parts(old), Position::Parts(new)) => {
            let index = old.iter().zip(new).position(|(old, new)| old != new)?;
            Some(format!("component {}", index + 1))
        }
        (Position::Board(_), Position::Board(_)) => {
            let [old, new] = [from, to].map(ToString::to_string);
            let rows: Vec<(&str, &str)> = old.split('|').zip(new.split('|')).collect();
            let changed = rows.iter().position(|(old, new)| old != new)?;
            (rows.len() > 1).then(|| format!("row {}", changed + 1))
        }
        _ => None,
    }
}

/// The numbers that a move changes; if it makes more of them or fewer, the one without which the rest is still there.
fn moved(old: &[u64], new: &[u64]) -> Vec<usize> {
    if old.len() == new.len() {
        return (0..old.len()).filter(|index| old[*index] != new[*index]).collect();
    }
    let count = |list: &[u64], heap: u64| list.iter().filter(|one| **one == heap).count();
    let is_left_alone = |index: usize| {
        let others = [&old[..index], &old[index + 1..]].concat();
        others.iter().all(|heap| *heap == 0 || count(&others, *heap) <= count(new, *heap))
    };
    (0..old.len()).find(|index| is_left_alone(*index)).into_iter().collect()
}

/// The binary columns of a position of Nim, highest first, if they decide who wins (Bouton 1901); `None` late in misère
/// play and in other games.
///
/// ```
/// use bouton_lab::{binary_columns, rules::Game};
/// let nim = Game::parse("nim")?;
/// let columns = binary_columns(&nim, &nim.position("3,4,6")?).expect("this is Nim");
/// let parities: Vec<usize> = columns.iter().map(|column| column.parity).collect();
/// assert_eq!(parities, [0, 0, 1], "the nim-sum of 3, 4 and 6 is 1");
/// # Ok::<(), bouton_lab::rules::Refusal>(())
/// ```
#[must_use]
pub fn binary_columns(game: &Game, position: &Position) -> Option<Vec<Column>> {
    let finite = game.finite()?;
    let Spec::Heap(rules) = &finite.spec else { return None };
    let is_nim = matches!(rules.moves, HeapMoves::Any)
        && matches!(finite.ending, Ending::Normal | Ending::Misere);
    let heaps = position.tuple().filter(|_| is_nim)?;
    // Under misère play the columns decide while two heaps or more have several tokens.
    let is_late = heaps.iter().filter(|heap| **heap >= 2).count() < 2;
    if is_late && matches!(finite.ending, Ending::Misere) {
        return None;
    }
    Some(columns_of(heaps))
}

/// The binary columns of these numbers, highest first.
pub(crate) fn columns_of(numbers: &[u64]) -> Vec<Column> {
    let width = numbers.iter().map(|one| u64::BITS - one.leading_zeros()).max().unwrap_or(0);
    let column = |bit: u32| {
        let has_one = |place: &usize| numbers[*place] >> bit & 1 == 1;
        let ones: Vec<usize> = (0..numbers.len()).filter(has_one).collect();
        Column { bit, parity: ones.len() % 2, ones }
    };
    (0..width).rev().map(column).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::facts;

    fn words(game: &str, from: &str, to: &str) -> String {
        let game = Game::parse(game).unwrap();
        let [from, to] = [from, to].map(|text| game.position(text).unwrap());
        move_in_words(&game, &from, &to)
    }

    /// The head of a rule text may say how its numbers are drawn.
    #[test]
    fn a_text_chooses_its_picture() {
        let rules = "game take\nposition n\nmove n' = n - 1\n";
        for (head, picture) in [
            ("", "heaps"),
            ("# picture: number-line\n", "number-line"),
            ("# picture: plain\n", "plain"),
            ("# picture: fresco\n", "heaps"),
        ] {
            let game = Game::parse(&format!("{head}{rules}")).unwrap();
            assert_eq!(picture_of(&game), picture, "{head}");
        }
    }

    #[test]
    fn moves_have_words_where_the_picture_has_some() {
        for (game, from, to, wanted) in [
            ("nim", "3,4,6", "2,4,6", "take 1 from heap 1"),
            ("antonim", "1,4,5", "1,4,2", "coin from 5 to 2"),
            ("nimrod", "30,1", "28,2", "take 2; the rate is 2"),
            ("digraph:0>1,1>0", "0", "1", "token from 0 to 1"),
            ("kayles", "5", "2,2", "move to 2,2"),
            ("wythoff", "5,4", "3,2", "move to 3,2"),
        ] {
            assert_eq!(words(game, from, to), wanted);
        }
    }

    #[test]
    fn places_are_heaps_coins_rows_and_components() {
        for (game, from, to, wanted) in [
            ("nim", "3,4,6", "3,4,2", Some("heap 3")),
            ("nim", "7", "2", None),
            ("kayles", "12", "5,5", None),
            ("kayles", "12,5", "5,5,5", Some("heap 1")),
            ("antonim", "1,4,5", "1,4,2", Some("the coin on 5")),
            ("wythoff", "5,4", "3,2", None),
            ("domineering", "...|...", "...|##.", Some("row 2")),
            ("nim + kayles", "3;5", "3;2,2", Some("component 2")),
            ("nimrod", "30,1", "28,2", None),
        ] {
            let read = Game::parse(game).unwrap();
            let [old, new] = [from, to].map(|text| read.position(text).unwrap());
            assert_eq!(place_in_words(&read, &old, &new).as_deref(), wanted, "{game} {from}");
        }
    }

    #[test]
    fn columns_belong_to_nim_alone() {
        for (game, position, has) in [
            ("nim", "5,1", true),
            ("nim/misere", "5,4,1", true),
            ("nim/misere", "5,1", false),
            ("kayles", "5,1", false),
        ] {
            let game = Game::parse(game).unwrap();
            let position = game.position(position).unwrap();
            assert_eq!(binary_columns(&game, &position).is_some(), has);
        }
    }

    #[test]
    fn sequences_are_of_heaps_or_of_rows() {
        for (game, terms, nim_values, rows) in [
            ("nim", true, true, true),
            ("octal:0.77", true, true, true),
            ("octal:0.77/misere", true, false, true),
            ("grundy", true, true, true),
            ("ending-partizan:2,3", true, false, false),
            ("partizan-subtraction:1,2|1,3", true, false, true),
            ("digraph:0>1,1>2", false, false, false),
            ("wythoff", false, false, true),
            ("nimrod", false, false, true),
            ("chomp", false, false, false),
            ("domineering", false, false, false),
            ("real-nim:x^2", false, false, false),
        ] {
            let facts = facts(&Game::parse(game).unwrap());
            let found = (facts.has_terms, facts.has_nim_values, facts.has_rows);
            assert_eq!(found, (terms, nim_values, rows), "{game}");
        }
    }

    #[test]
    fn endings_are_those_of_the_rules() {
        for (game, ending) in [
            ("nim", "normal"),
            ("nim/misere", "misere"),
            ("ending-partizan:2,3", "own"),
            ("game g; position a; move a' < a; end misere", "misere"),
        ] {
            let read = crate::read_game_text(game).unwrap_or_else(|_| panic!("{game}"));
            assert_eq!(ending_of(&read), ending, "{game}");
        }
    }

    #[test]
    fn only_planes_have_charts() {
        for (game, charts, slices) in [
            ("nimrod", true, false),
            ("wythoff", true, false),
            ("rook:3", false, true),
            ("antonim", true, true),
            ("antonim/misere", true, true),
            ("nim", true, true),
            ("nim/misere", true, true),
            ("moore:2", true, true),
            ("welter", true, true),
            ("kayles", true, true),
            ("chomp", true, true),
            ("digraph:0>1", false, false),
            ("domineering", false, false),
            ("nim + kayles", false, false),
            ("real-nim:x^2", false, false),
            ("game g; position a, b, c; move a' < a; move c' = c - b - 1", false, true),
            ("game g; position a, b; move a' < a; move b' = b - a - 1", true, false),
            (
                "game g; heaps h; legal distinct nonzero h; move up to 2 of h: 0 <= h' < h",
                true,
                true,
            ),
        ] {
            let read = crate::read_game_text(game).unwrap_or_else(|_| panic!("{game}"));
            let facts = facts(&read);
            assert_eq!((facts.charts, facts.slices), (charts, slices), "{game}");
        }
    }
}
