//! Games with any number of piles, lost iff every column of their binary expansions holds an even number of ones.

use bouton_rules::real::{dyadic, inverse_question_mark, question_mark, rational};
use bouton_rules::{Position, Refusal};
use bouton_short::Dyadic;
use dashu_base::BitTest;
use dashu_ratio::RBig;

use super::short;
use crate::finding::Solution;

/// How a pile becomes a finite binary expansion: an order-preserving bijection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scale {
    /// A dyadic pile is its own expansion.
    Binary,
    /// Minkowski's ? of a rational pile.
    QuestionMark,
}

impl Scale {
    fn image(self, pile: &RBig) -> Result<Dyadic, Refusal> {
        match self {
            Scale::Binary => dyadic(pile),
            Scale::QuestionMark => question_mark(pile),
        }
    }

    fn pile(self, image: &Dyadic) -> RBig {
        match self {
            Scale::Binary => rational(image),
            Scale::QuestionMark => inverse_question_mark(image),
        }
    }

    /// What is written before a pile's columns: `3/4` or `?(2/3) = 3/4`.
    fn heading(self, pile: &RBig, image: &Dyadic) -> String {
        match self {
            Scale::Binary => short(pile),
            Scale::QuestionMark => format!("?({}) = {}", short(pile), short(&rational(image))),
        }
    }
}

/// The solution by Bouton's theorem with columns after the binary point: the winning moves lower a pile d to
/// d ⊕ s, where s is the sum, for the piles d that have a one in the leftmost column of s; all of it for
/// the images.
pub(super) fn solve(piles: &[RBig], scale: Scale) -> Result<Solution, Refusal> {
    let images: Vec<Dyadic> =
        piles.iter().map(|pile| scale.image(pile)).collect::<Result<_, _>>()?;
    let sum = images.iter().fold(Dyadic::ZERO, |sum, image| &sum ^ image);
    let mut winning = Vec::new();
    let mut moves = Vec::new();
    for (index, image) in images.iter().enumerate() {
        let lower = image ^ &sum;
        if lower < *image {
            let mut option = piles.to_vec();
            option[index] = scale.pile(&lower);
            moves.push(describe(scale, &piles[index], image, &sum, &option[index]));
            winning.push(Position::Real(option));
        }
    }
    let mut reasons = columns(scale, piles, &images, &sum);
    reasons.push(moves.into_iter().next().unwrap_or_else(|| {
        "any move makes some column odd, and the opponent evens it again".to_owned()
    }));
    Ok(Solution::impartial(None, winning, reasons))
}

fn describe(scale: Scale, pile: &RBig, image: &Dyadic, sum: &Dyadic, lower: &RBig) -> String {
    let sum_of_images = format!("{} ⊕ {}", short(&rational(image)), short(&rational(sum)));
    let (pile, lower) = (short(pile), short(lower));
    let why = match scale {
        Scale::Binary => format!("{lower} = {sum_of_images}"),
        Scale::QuestionMark => format!("{lower}, where ?({lower}) = {sum_of_images}"),
    };
    format!(
        "the pile {pile} has a one in the leftmost odd column: lowered to {why}, it makes every \
         column even"
    )
}

/// A line for each pile and one for the sum, with the points below each other; in words if there
/// are too many columns for a line.
fn columns(scale: Scale, piles: &[RBig], images: &[Dyadic], sum: &Dyadic) -> Vec<String> {
    const WIDEST: usize = 72;
    let before = images.iter().map(|image| image.floor().bit_len()).max().unwrap_or(0).max(1);
    let after = images.iter().map(Dyadic::exponent).max().unwrap_or(0);
    if before + after > WIDEST {
        return vec![in_words(before + after, sum)];
    }
    let mut headings: Vec<String> =
        piles.iter().zip(images).map(|(pile, image)| scale.heading(pile, image)).collect();
    headings.push("sum".to_owned());
    let width = headings.iter().map(|heading| heading.chars().count()).max().unwrap_or(0);
    let rows = headings.iter().zip(images.iter().chain([sum]));
    let mut lines: Vec<String> = rows
        .map(|(heading, image)| format!("{heading:>width$} = {}", image.expansion(before, after)))
        .collect();
    if let Some(last) = lines.last_mut() {
        last.push_str(&format!("   {}", verdict(sum)));
    }
    lines
}

fn verdict(sum: &Dyadic) -> String {
    match sum.is_zero() {
        true => "every column holds an even number of ones".to_owned(),
        false => {
            format!("the columns with an odd number of ones make {}", short(&rational(sum)))
        }
    }
}

fn in_words(columns: usize, sum: &Dyadic) -> String {
    match sum.top_column() {
        None => format!("of {columns} binary columns, every one holds an even number of ones"),
        Some(column) => format!(
            "of {columns} binary columns, the leftmost with an odd number of ones is that of \
             2^{column}"
        ),
    }
}
