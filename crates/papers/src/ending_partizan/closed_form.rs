//! The values of {2,3,6} in closed form, proved for all heaps (C30).
//!
//! With T(0) = ±1 and T(k+1) = {1 | 1, T(k)}, the value of n = 9k + r, k ≥ 1, is one of nine recipes. By induction on n
//! it is enough that {options | options}, the options being given by the recipes, equals the recipe of n, for every k.
//!
//! # Why finitely many comparisons prove it
//! Every game here has a kind and an index k. From k = [`UNIFORM`] on, the options of kind X and index k are always of
//! the same kinds with indices k or k - 1, and some constants. G ≤ H holds unless some left option of G is ≥ H or some
//! right option of H is ≤ G; so whether X(i) ≤ Y(j) follows, by the same formula for all large i and j, from pairs with
//! smaller indices. Let the *key* of a pair of indices be (min(i, C), min(j, C), i - j cut off at ±D).
//!
//! *If on the grid 0 ≤ i, j ≤ K the answer depends on the kinds and the key alone, then everywhere*, provided that K ≥
//! C + D + 3 and C ≥ D, C ≥ UNIFORM. For take a pair outside the grid. If i and j both exceed C + 1, compare it with
//! (i - 1, j - 1): the pairs from which the two answers follow have the same keys, as differences are the same and all
//! indices are at least C. If j ≤ C + 1 < K < i, compare it with (i - 1, j): all differences that occur exceed D.
//! Either way the answer is that of a pair with smaller indices and the same key.
//!
//! So X(k) = Y(k) for all k ≥ C if it holds on the grid, and games whose index differs are different if they are on the
//! grid.

use std::collections::HashMap;

use bouton_lab::rules::Limits;
use bouton_lab::short::{Expression, Form, Forms};

use super::sets::Set;
use super::values::{NOWAKOWSKI, values};
use crate::frame::Result;
use crate::judge::listed;
use Kind::{Again, Constant, Eight, Even, Odd, Ten};

/// A game of the closed form: its kind and its index; constants have the index 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Member {
    kind: Kind,
    index: u32,
}

/// What a member looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    /// One game for all k, as a reader writes it.
    Constant(&'static str),
    /// T(2k).
    Even,
    /// T(2k + 1).
    Odd,
    /// {1, 1* | 1, T(2k + 1)}.
    Eight,
    /// {Eight(k - 1) | 1}.
    Ten,
    /// {options | options} of the heap 9k + r, the options as the recipes say.
    Again(u8),
}

/// The constants and all that they are made of: 1* = {1|1} and 1v = {1*|1}.
const CONSTANTS: [Kind; 6] = [Constant("0"), ONE, MINUS_ONE, ONE_STAR, ONE_DOWN, FOUR];
pub(super) const ONE: Kind = Constant("1");
/// The value of the heap 1.
pub(super) const MINUS_ONE: Kind = Constant("-1");
const ONE_STAR: Kind = Constant("1*");
const ONE_DOWN: Kind = Constant("1v");
/// The value of the heap 4.
const FOUR: Kind = Constant("{1*|-1}");

/// The recipes: the kind of the value of 9k + r for each r; and exceptions.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClosedForm {
    pub(super) set: [usize; 3],
    pub(super) recipes: [Kind; 9],
    /// Heaps whose value is another.
    pub(super) exceptions: [(usize, Kind); 2],
}

/// For S = {2,3,6}.
pub(super) const CLOSED_FORM: ClosedForm = ClosedForm {
    set: [2, 3, 6],
    recipes: [ONE, Ten, ONE_STAR, Even, ONE_DOWN, ONE, Odd, Even, Eight],
    exceptions: [(1, MINUS_ONE), (4, FOUR)],
};

/// From this index on the options are always of the same kinds.
const UNIFORM: u32 = 2;
/// Indices count alike from here on.
const C: u32 = 3;
/// Differences of indices count alike from here on.
const D: i64 = 2;
/// The grid: comparisons are worked out for indices up to this.
const K: u32 = 10;

impl Kind {
    fn at(self, index: u32) -> Member {
        Member { kind: self, index: if matches!(self, Constant(_)) { 0 } else { index } }
    }

    /// How a reader writes it.
    pub(super) fn recipe(self) -> &'static str {
        match self {
            Constant(text) => text,
            Even => "T(2k)",
            Odd => "T(2k+1)",
            Eight => "{1, 1* | 1, T(2k+1)}",
            Ten => "{G(n-2) | 1}",
            Again(_) => "{options | options}",
        }
    }

    /// The indices on the grid.
    fn indices(self) -> std::ops::RangeInclusive<u32> {
        match self {
            Even | Odd | Eight => 0..=K,
            Ten | Again(_) => 1..=K,
            Constant(_) => 0..=0,
        }
    }

    /// The kinds that change with k.
    fn indexed() -> impl Iterator<Item = Kind> {
        [Even, Odd, Eight, Ten].into_iter().chain((0..9).map(Again))
    }
}

impl ClosedForm {
    /// The value of a heap by its recipe.
    fn of(&self, heap: usize) -> Member {
        let (k, r) = (heap / 9, heap % 9);
        match self.exceptions.iter().find(|(exception, _)| *exception == heap) {
            Some((_, kind)) => kind.at(0),
            None => self.recipes[r].at(k as u32),
        }
    }

    /// The left and right options of a member that is not a constant.
    fn options(&self, member: Member) -> [Vec<Member>; 2] {
        let (one, k) = (ONE.at(0), member.index);
        match member.kind {
            Constant(_) => [vec![], vec![]],
            Even if k == 0 => [vec![one], vec![MINUS_ONE.at(0)]],
            Even => [vec![one], vec![one, Odd.at(k - 1)]],
            Odd => [vec![one], vec![one, Even.at(k)]],
            Eight => [vec![one, ONE_STAR.at(0)], vec![one, Odd.at(k)]],
            Ten => [vec![Eight.at(k.saturating_sub(1))], vec![one]],
            Again(r) => {
                let heap = 9 * k as usize + usize::from(r);
                let options: Vec<Member> = self.set.iter().map(|s| self.of(heap - s)).collect();
                [options.clone(), options]
            }
        }
    }

    /// The member as a canonical form.
    fn form(&self, member: Member, forms: &mut Forms) -> Result<Form> {
        if let Constant(text) = member.kind {
            return Expression::parse(text)?.evaluate(forms);
        }
        let [left, right] = self.options(member).map(|options| {
            options.into_iter().map(|g| self.form(g, forms)).collect::<Result<Vec<_>>>()
        });
        forms.braces(&left?, &right?)
    }
}

/// What the induction proved.
#[derive(Clone, Debug)]
pub(super) struct Proof {
    /// How many comparisons were worked out.
    pub(super) comparisons: usize,
    /// The residues r for which all values of 9k + r, k ≥ 1, are equal; the others change with each k.
    pub(super) constant: Vec<usize>,
    /// Are the T(2k) pairwise different?
    pub(super) never_repeats: bool,
}

impl Proof {
    pub(super) fn sentence(&self) -> String {
        format!(
            "{} comparisons of games with indices to {K} depend only on how the indices differ, up \
             to {D}, and on which of them are below {C}, so they are the same for all indices",
            self.comparisons
        )
    }
}

/// The induction of the module's head, or why it does not go through.
pub(super) fn prove(closed: &ClosedForm, limits: &Limits) -> Result<Result<Proof, String>> {
    // The first periods, from the rules.
    let first = 9 * (C as usize + 1);
    let forms = &mut Forms::new(limits.clone());
    if let Some(heap) = differs(closed, first, forms)? {
        return Ok(Err(format!("the value of {heap} is not as its recipe says")));
    }
    if let Some(kind) = not_uniform(closed) {
        return Ok(Err(format!("the options of {kind:?} are not always of the same kinds")));
    }
    let comparisons = match compared_by_key(closed, forms)? {
        Ok(comparisons) => comparisons,
        Err(gap) => return Ok(Err(gap)),
    };
    let mut constant = Vec::new();
    for r in 0..9 {
        let mut values = Vec::new();
        for k in 1..=K {
            let heap = 9 * k as usize + r;
            values.push(closed.form(closed.of(heap), forms)?);
            if values.last() != Some(&closed.form(Again(r as u8).at(k), forms)?) {
                return Ok(Err(format!("the options of {heap} do not make its recipe")));
            }
        }
        match values.windows(2).filter(|pair| pair[0] != pair[1]).count() {
            0 => constant.push(r),
            changes if changes + 1 == values.len() => {}
            _ => return Ok(Err(format!("the values of 9k + {r} change only sometimes"))),
        }
    }
    let even = (0..=K).map(|k| closed.form(Even.at(k), forms)).collect::<Result<Vec<Form>>>()?;
    let never_repeats = (0..even.len()).all(|k| !even[..k].contains(&even[k]));
    Ok(Ok(Proof { comparisons, constant, never_repeats }))
}

/// The first heap below `to` whose value by the rules is not that of its recipe.
pub(super) fn differs(closed: &ClosedForm, to: usize, forms: &mut Forms) -> Result<Option<usize>> {
    let found = values(Set::parse(&listed(closed.set, ","))?, NOWAKOWSKI, to, forms)?;
    for (heap, form) in found.collect::<Result<Vec<_>>>()?.into_iter().enumerate() {
        if closed.form(closed.of(heap), forms)? != form {
            return Ok(Some(heap));
        }
    }
    Ok(None)
}

/// The first kind whose options, from [`UNIFORM`] on, do not always have the same kinds and the same indices relative
/// to its own, or one of which is lower by more than 1.
fn not_uniform(closed: &ClosedForm) -> Option<Kind> {
    Kind::indexed().find(|kind| {
        let shape = |k: u32| {
            let lower = |g: Member| if matches!(g.kind, Constant(_)) { 0 } else { k - g.index };
            let options = closed.options(kind.at(k));
            options.map(|options| options.iter().map(|g| (g.kind, lower(*g))).collect::<Vec<_>>())
        };
        let first = shape(UNIFORM);
        first.iter().flatten().any(|(_, lower)| *lower > 1)
            || (UNIFORM..=K).any(|k| shape(k) != first)
    })
}

/// How many comparisons there are on the grid, if they depend on the kinds and the keys alone.
fn compared_by_key(closed: &ClosedForm, forms: &mut Forms) -> Result<Result<usize, String>> {
    let kinds = CONSTANTS.into_iter().chain(Kind::indexed());
    let members = kinds.flat_map(|kind| kind.indices().map(move |index| kind.at(index)));
    let members = members.map(|member| Ok((member, closed.form(member, forms)?)));
    let members = members.collect::<Result<Vec<(Member, Form)>>>()?;
    let mut answers = HashMap::new();
    for ((g, one), (h, other)) in members.iter().flat_map(|g| members.iter().map(move |h| (g, h))) {
        let difference = (i64::from(g.index) - i64::from(h.index)).clamp(-D, D);
        let key = (g.kind, h.kind, g.index.min(C), h.index.min(C), difference);
        let answer = forms.is_at_most(*one, *other)?;
        if *answers.entry(key).or_insert(answer) != answer {
            return Ok(Err(format!("{g:?} ≤ {h:?} does not depend on the key alone")));
        }
    }
    Ok(Ok(members.len().pow(2)))
}
