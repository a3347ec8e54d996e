//! Rule texts from the grammar: known families with something changed, and texts of any kind.

mod change;
mod families;
mod pieces;
mod rewrite;

use bouton_values::Player;

use crate::dice::{Dice, bytes_of};
use crate::print::{Style, arguments, print};
use crate::tree::*;

use pieces::{Scope, guard};
pub use rewrite::rewritten;

/// One or two texts (two are added), how they are written, and positions to ask about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The components.
    pub texts: Vec<Text>,
    /// How they are written.
    pub style: Style,
    /// Is each followed by `/misere`?
    pub misere: bool,
    /// Are the values of the parameters given after the name of a file?
    pub by_file: bool,
    /// The positions: for each component its numbers.
    pub positions: Vec<Vec<Vec<u64>>>,
}

type Kind = fn(&mut Dice<'_>) -> Text;

/// The kinds of texts, some of them more than once.
const KINDS: [Kind; 18] = [
    families::lone_heap,
    families::lone_heap,
    families::heaps,
    families::heaps,
    families::heaps,
    families::distinct,
    families::several,
    families::coins,
    families::coins,
    families::rate,
    families::lattice,
    families::lattice,
    families::euclid,
    families::limit,
    families::rows,
    families::circles,
    families::free,
    families::free,
];

impl Case {
    /// The case of a seed.
    #[must_use]
    pub fn of_seed(seed: u64) -> Case {
        Case::of_bytes(&bytes_of(seed))
    }

    /// The case of some bytes.
    #[must_use]
    pub fn of_bytes(bytes: &[u8]) -> Case {
        let dice = &mut Dice::new(bytes);
        let kind = dice.of(&KINDS);
        let mut texts = vec![one_text(dice, kind)];
        if dice.one_in(14) {
            let kind = dice.of(&KINDS);
            texts.push(one_text(dice, kind));
            // Endings that look at the position have no meaning in a sum.
            let end = dice.one_in(3).then_some(Winner::Misere);
            texts.iter_mut().for_each(|text| text.end = end.clone());
        }
        let misere = texts.iter().all(|text| text.end.is_none()) && dice.one_in(8);
        let by_file = dice.one_in(5);
        let style = Style(dice.roll(1 << 16));
        let mut positions: Vec<Vec<Vec<u64>>> = Vec::new();
        for _ in 0..if texts.len() == 1 { 5 } else { 3 } {
            let position = texts.iter().map(|text| tuple(dice, text, texts.len() > 1)).collect();
            if !positions.contains(&position) {
                positions.push(position);
            }
        }
        Case { texts, style, misere, by_file, positions }
    }

    /// The texts with the ending that `/misere` gives them.
    #[must_use]
    pub fn ended(&self) -> Vec<Text> {
        let mut texts = self.texts.clone();
        if self.misere {
            texts.iter_mut().for_each(|text| text.end = Some(Winner::Misere));
        }
        texts
    }

    /// What is typed for the game, and the rule files that it names.
    #[must_use]
    pub fn typed(&self) -> (String, Vec<String>) {
        let mut files = Vec::new();
        let mut typed = Vec::new();
        for text in &self.texts {
            let rules = print(text, self.style, !self.by_file);
            let mut name = match self.by_file {
                false if self.texts.len() == 1 && !self.misere => rules,
                false => format!("({rules})"),
                true => {
                    files.push(rules);
                    let values = arguments(text);
                    let values = if values.is_empty() { values } else { format!(":{values}") };
                    format!("file{}.game{values}", files.len() - 1)
                }
            };
            if self.misere {
                name.push_str("/misere");
            }
            typed.push(name);
        }
        (typed.join(" + "), files)
    }
}

/// The text of a position as it is typed.
#[must_use]
pub fn typed_position(parts: &[Vec<u64>]) -> String {
    let parts = parts.iter().map(|part| match part.is_empty() {
        true => "()".to_owned(),
        false => part.iter().map(u64::to_string).collect::<Vec<_>>().join(","),
    });
    parts.collect::<Vec<_>>().join(";")
}

fn one_text(dice: &mut Dice<'_>, kind: Kind) -> Text {
    let mut text = kind(dice);
    if dice.one_in(5) && text.moves.iter().all(|line| line.player.is_none()) {
        partizan(dice, &mut text);
    }
    if dice.one_in(2) {
        text.end = Some(winner(dice, &text, 1));
    }
    if dice.one_in(10) {
        let scope = scope_of(&text);
        text.legal.push(guard(dice, scope, 1));
    }
    if dice.one_in(12) && text.many() == Some(Many::Heaps) {
        text.legal.push(if dice.one_in(2) {
            Condition::Distinct
        } else {
            Condition::DistinctNonzero
        });
    }
    while dice.one_in(3) {
        change::change(dice, &mut text);
    }
    if text.many() != Some(Many::Rows) {
        change::name_no_first(&mut text);
    }
    while dice.one_in(5) {
        change::name_a_parameter(dice, &mut text);
    }
    text
}

/// What may occur in a `legal` line or an ending.
pub(crate) fn scope_of(text: &Text) -> Scope {
    match text.many() {
        None => Scope { now: text.named(), after: 0, choices: 0, totals: false },
        Some(_) => Scope { now: 1, after: 0, choices: 0, totals: true },
    }
}

/// Gives the moves to the players.
fn partizan(dice: &mut Dice<'_>, text: &mut Text) {
    let whose = |index: usize| if index.is_multiple_of(2) { Player::Left } else { Player::Right };
    match dice.roll(3) {
        // The same moves twice: still impartial, unless one of them is changed.
        0 => {
            let lines = text.moves.clone();
            text.moves = Player::BOTH
                .into_iter()
                .flat_map(|player| {
                    lines.iter().map(move |line| Move { player: Some(player), ..line.clone() })
                })
                .collect();
        }
        1 => {
            let first = text.moves[0].clone();
            if text.moves.len() == 1 {
                text.moves.push(first);
            }
            for (index, line) in text.moves.iter_mut().enumerate() {
                line.player = Some(whose(index));
            }
            change::change(dice, text);
        }
        _ => {
            let index = dice.roll(text.moves.len() as u64) as usize;
            text.moves[index].player = Some(whose(dice.roll(2) as usize));
        }
    }
}

fn winner(dice: &mut Dice<'_>, text: &Text, depth: u32) -> Winner {
    match dice.roll(12) {
        0..=3 => Winner::Misere,
        4 => Winner::Normal,
        5 => Winner::Is(Player::Left),
        6 => Winner::Is(Player::Right),
        _ if depth == 0 => Winner::Is(dice.of(&[Player::Left, Player::Right])),
        7 | 8 => {
            let count = match text.many() {
                None => Number::Now(0),
                Some(_) => Number::Of(Total::Sum),
            };
            let even = pieces::remainder(dice, count, 2, 0);
            let [one, other] = [Winner::Is(Player::Left), Winner::Is(Player::Right)];
            Winner::If(Box::new(even), Box::new(one), Box::new(other))
        }
        _ => {
            let mut scope = scope_of(text);
            if scope.totals {
                scope.now = 0;
            }
            let condition = guard(dice, scope, 1);
            let [then, otherwise] = [(); 2].map(|()| Box::new(winner(dice, text, depth - 1)));
            Winner::If(Box::new(condition), then, otherwise)
        }
    }
}

/// A small position; whether it is legal shows later.
fn tuple(dice: &mut Dice<'_>, text: &Text, small: bool) -> Vec<u64> {
    let Some(many) = text.many() else {
        let length = text.named();
        let most = match (length, small) {
            (1, false) => 13,
            (2, false) => 8,
            (_, true) => 5,
            _ => 5,
        };
        let Shape::Named(names) = &text.shape else { return Vec::new() };
        let short = names.iter().filter(|(_, preset)| preset.is_some()).count();
        let length = if short > 0 && dice.one_in(2) { length - 1 } else { length };
        let huge = dice.one_in(40);
        return (0..length)
            .map(|_| if huge { LARGEST as u64 - dice.roll(3) } else { dice.roll(most) })
            .collect();
    };
    let count = dice.of(&[1, 2, 2, 3, 3, 4]).min(if small { 2 } else { 4 });
    let most = [0, 10, 7, 5, 4][count].min(if small { 5 } else { 10 });
    let mut tuple: Vec<u64> = (0..count).map(|_| dice.roll(most)).collect();
    match many {
        Many::Rows if !dice.one_in(4) => tuple.sort_unstable_by(|a, b| b.cmp(a)),
        Many::Coins => {
            tuple.sort_unstable();
            tuple.dedup();
        }
        _ => {}
    }
    tuple
}
