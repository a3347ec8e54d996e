//! Periods of sequences of values.
//!
//! *Repetition.* A value depends only on the values of the options, so the theorem of
//! [`crate::heap`] on repeated windows holds for values as it does for nim-values.
//!
//! *Translation.* Let a move take at most k tokens from a heap and never split it, and let x be a
//! number. If G(n + p) = G(n) + x for k consecutive n from max(n₀, 1) on, then for all n ≥ n₀, provided
//! that in the p terms after them {G^L + x | G^R + x} = {G^L | G^R} + x. For a G that is not a number this is
//! number translation; for a number it is checked by [`Forms::translates`], in a way that holds for
//! all later periods too.
//!
//! *Growth.* Where each period adds some other game, nothing is proved: the answer says that it was only computed.

use bouton_rules::{Ending, FiniteGame, HeapMoves, HeapRules, Refusal, Spec};
use bouton_short::{Dyadic, Form, Forms};
use bouton_values::{Player, to_index};

use crate::finding::{Periodicity, Saltus, Standing};
use crate::heap::period::{Reach, find};

/// The period that is proved, and what it or the lack of one rests on.
pub(super) fn examine(
    game: &FiniteGame,
    values: &[Form],
    forms: &mut Forms,
) -> (Option<Periodicity>, Vec<String>) {
    let Some((rules, reach)) = reach(game) else {
        let why = "no theorem proves a period of these rules".to_owned();
        return (None, vec![why]);
    };
    if let Some((preperiod, period)) = find(values, reach) {
        let found = Periodicity::proved(preperiod, period);
        return (Some(found), vec![repeated(reach)]);
    }
    if reach.parts == 1
        && let Ok(Some((found, why))) = translated(rules, reach, values, forms)
    {
        return (Some(found), vec![why]);
    }
    let steps = growth_steps(forms);
    if let Ok(Some(Some(seen))) = forms.attempt(steps, |forms| growth(values, forms)) {
        let why = "each period adds a game as far as was computed; no theorem proves it".to_owned();
        return (Some(seen), vec![why]);
    }
    (None, vec![format!("no period was found in {} terms", values.len())])
}

/// Steps that may be spent on the search for a game that each period adds: few compared with those for the
/// values.
fn growth_steps(forms: &Forms) -> u64 {
    500 + forms.steps() / 16
}

/// The longest period of such a growth that is looked for.
const LONGEST_GROWTH: usize = 64;

/// The least p for which at least the last half of the values, and three periods, show one difference
/// with the values p places before.
fn growth(values: &[Form], forms: &mut Forms) -> Result<Option<Periodicity>, Refusal> {
    for period in 1..=(values.len() / 6).min(LONGEST_GROWTH) {
        let end = values.len() - period;
        let saltus = forms.difference(values[values.len() - 1], values[end - 1])?;
        let mut preperiod = end - 1;
        while preperiod > 0
            && forms.sum(values[preperiod - 1], saltus)? == values[preperiod - 1 + period]
        {
            preperiod -= 1;
        }
        if preperiod <= values.len() / 2 && end - preperiod >= 3 * period {
            let seen = Standing::ComputedTo(values.len() as u64 - 1);
            return Ok(Some(Periodicity {
                preperiod: preperiod as u64,
                period: period as u64,
                saltus: Saltus::Game(forms.text(saltus)?),
                standing: seen,
            }));
        }
    }
    Ok(None)
}

fn repeated(reach: Reach) -> String {
    match reach.parts {
        1 => {
            format!("a window of {} values repeats, and no move reaches further back", reach.taken)
        }
        _ => "the values repeat for as long as the theorem of Guy and Smith requires".to_owned(),
    }
}

/// How far moves reach, where the theorem applies: heaps on their own, normal play or a lone heap that
/// is stuck only below the least element of its set.
fn reach(game: &FiniteGame) -> Option<(&HeapRules, Reach)> {
    let Spec::Heap(rules) = &game.spec else { return None };
    let (parts, taken) = rules.bounds()?;
    let subtracts = matches!(rules.moves, HeapMoves::Subtract { .. });
    let fits = game.ending == Ending::Normal || (subtracts && rules.most_heaps == 1);
    fits.then_some((rules, Reach { parts: parts.into(), taken }))
}

/// The longest period of a translation that is looked for.
const LONGEST: usize = 512;

/// The least p for which the last values are those p places before them plus a number, and the proof
/// goes through.
fn translated(
    rules: &HeapRules,
    reach: Reach,
    values: &[Form],
    forms: &mut Forms,
) -> Result<Option<(Periodicity, String)>, Refusal> {
    let window = to_index(reach.taken);
    let most = (values.len().saturating_sub(window) / 2).min(LONGEST);
    for period in 1..=most {
        let end = values.len() - period;
        let Some(saltus) = number_between(forms, values[end - 1], values[end - 1 + period])? else {
            continue;
        };
        let step = forms.number(&saltus)?;
        let mut preperiod = end;
        while preperiod > 0
            && forms.sum(values[preperiod - 1], step)? == values[preperiod - 1 + period]
        {
            preperiod -= 1;
        }
        // A code may allow the heap k to be taken whole, but none beyond it.
        let first = preperiod.max(1) + window;
        let proving = first..first + period;
        if proving.end > values.len() {
            continue;
        }
        if holds_for_ever(rules, values, proving, &saltus, forms)? {
            let saltus = Saltus::Game(saltus.to_string());
            let (preperiod, period) = (preperiod as u64, period as u64);
            let why = format!(
                "a window of {window} values repeats up to an added number, and by number translation it then repeats for ever"
            );
            return Ok(Some((Periodicity::growing(preperiod, period, saltus), why)));
        }
    }
    Ok(None)
}

/// The number by which the stops of two values differ, if it is the same for both players and not 0.
fn number_between(forms: &mut Forms, g: Form, h: Form) -> Result<Option<Dyadic>, Refusal> {
    let left = &forms.left_stop(h)? - &forms.left_stop(g)?;
    let right = &forms.right_stop(h)? - &forms.right_stop(g)?;
    Ok((left == right && !left.is_zero()).then_some(left))
}

fn holds_for_ever(
    rules: &HeapRules,
    values: &[Form],
    terms: std::ops::Range<usize>,
    saltus: &Dyadic,
    forms: &mut Forms,
) -> Result<bool, Refusal> {
    for n in terms {
        let [left, right] = Player::BOTH.map(|mover| {
            let options = rules.options_of_heap(n as u64, mover).into_iter();
            options.map(|parts| parts.first().map_or(values[0], |m| values[to_index(*m)])).collect()
        });
        let (left, right): (Vec<Form>, Vec<Form>) = (left, right);
        if !forms.translates(&left, &right, saltus) {
            return Ok(false);
        }
    }
    Ok(true)
}
