//! The followers of a game in an order of the games themselves.
//!
//! The index of a form depends on the order in which forms were made, which must not show in a text. So followers
//! are ranked: numbers, ups and stars first, by size; then the others by their depth, and among equally
//! deep ones by the ranks of their options. Whether one game comes before another does not depend on
//! which other followers there are.

use std::cmp::Ordering;

use bouton_values::{Player, Refusal};
use rustc_hash::FxHashMap;

use crate::form::{Form, NumberUpStar};
use crate::store::Forms;

/// A follower's place in the order.
pub(crate) type Rank = usize;

/// A follower, with the ranks of its options in ascending order; none for number + ups + star.
pub(crate) struct Follower {
    pub(crate) form: Form,
    pub(crate) options: [Vec<Rank>; 2],
}

/// All followers that the texts of some games may mention, those games among them; options come before
/// the games they are options of.
pub(crate) fn followers(forms: &mut Forms, roots: &[Form]) -> Result<Vec<Follower>, Refusal> {
    let depths = depths(forms, roots)?;
    let mut levels: Vec<Vec<Form>> = Vec::new();
    for (form, depth) in depths {
        if levels.len() <= depth {
            levels.resize_with(depth + 1, Vec::new);
        }
        levels[depth].push(form);
    }
    let mut ranked = Vec::new();
    let mut ranks: FxHashMap<Form, Rank> = FxHashMap::default();
    for level in levels {
        for follower in in_order(forms, level, &ranks)? {
            ranks.insert(follower.form, ranked.len());
            ranked.push(follower);
        }
    }
    Ok(ranked)
}

/// The depth of each follower; numbers, ups and stars have depth 0, and their options do not matter.
fn depths(forms: &mut Forms, roots: &[Form]) -> Result<FxHashMap<Form, usize>, Refusal> {
    let mut depths: FxHashMap<Form, usize> = FxHashMap::default();
    let mut stack = roots.to_vec();
    while let Some(form) = stack.last().copied() {
        if depths.contains_key(&form) {
            stack.pop();
            continue;
        }
        if forms.simple(form).is_some() {
            depths.insert(form, 0);
            continue;
        }
        let (mut deepest, waiting) = (0, stack.len());
        for player in Player::BOTH {
            for option in forms.options(form, player)? {
                match depths.get(option) {
                    Some(depth) => deepest = deepest.max(*depth),
                    None => stack.push(*option),
                }
            }
        }
        forms.spend(1 + (stack.len() - waiting) as u64)?;
        if stack.len() == waiting {
            depths.insert(form, deepest + 1);
        }
    }
    Ok(depths)
}

/// Forms of one depth, in order.
fn in_order(
    forms: &mut Forms,
    level: Vec<Form>,
    ranks: &FxHashMap<Form, Rank>,
) -> Result<Vec<Follower>, Refusal> {
    let mut followers = Vec::with_capacity(level.len());
    for form in level {
        let mut options = [vec![], vec![]];
        if forms.simple(form).is_none() {
            for player in Player::BOTH {
                let list = &mut options[player.index()];
                list.extend(forms.options(form, player)?.iter().map(|option| ranks[option]));
                list.sort_unstable();
            }
        }
        followers.push(Follower { form, options });
    }
    followers.sort_unstable_by(|a, b| match (forms.simple(a.form), forms.simple(b.form)) {
        (Some(a), Some(b)) => by_size(a, b),
        _ => a.options.cmp(&b.options),
    });
    Ok(followers)
}

/// 0, *, *2, ^, ^*, v, v*, ^^, …, 1, 1*, …: numbers by value, arrows and stars from the small to the
/// large.
fn by_size(a: &NumberUpStar, b: &NumberUpStar) -> Ordering {
    let arrows = |simple: &NumberUpStar| (simple.ups.unsigned_abs(), simple.ups < 0, simple.nimber);
    a.number.cmp(&b.number).then_with(|| arrows(a).cmp(&arrows(b)))
}
