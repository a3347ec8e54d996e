//! Section 3: symmetric sets, with any labels of the terminal heaps (C17, C19, C20, C22, C23).
//!
//! S is k-symmetric if s ∈ S ⇒ k - s ∈ S. One fact carries the section: if Right, moving first, loses n, then also n +
//! k. For whatever s Right takes from n + k, Left takes k - s, which is in S and leaves n ≥ 0, where Right loses; and
//! Right is not stuck at n + k, as k > min S. The same for Left. So along n, n + k, n + 2k, … each player's first move
//! can only turn from won to lost, once.

use bouton_lab::values::Outcome::{self, L, N, P, R};
use bouton_lab::values::Player;

use super::sets::Set;
use super::strip::{Records, Strip, each_of, each_set, labellings, letter_pairs, note};
use crate::finding::{Statement, cells, said_table};
use crate::frame::{Frame, Result, Tried};
use crate::words::{argued, say, settled, words};

/// All k-symmetric sets, k to a bound.
fn sets_to(most: u32) -> impl Iterator<Item = Set> {
    (4..=most).flat_map(Set::symmetric)
}

/// Looks at every k-symmetric S, k to a bound, with all labels of its terminal heaps, until one breaks the claim.
fn each_symmetric(frame: &Frame, mut look: impl FnMut(&mut Tried, &Strip)) -> Result<Tried> {
    let games = sets_to(most_k(frame))
        .flat_map(|set| labellings(set.min()).map(move |labels| (set, labels)));
    frame.forall(SMALLEST_K, games).claim(|tried, (set, labels)| {
        look(tried, &Strip::new(set, &labels, &frame.limits)?);
        Ok(())
    })
}

/// The largest k that is looked at.
fn most_k(frame: &Frame) -> u32 {
    frame.pick(13, 19)
}

/// The order of symmetric games.
const SMALLEST_K: &str = "the smallest k, then the first set by its bits and its first labels";

/// What is wrong with a k-symmetric game.
fn wrong(strip: &Strip, what: &str, heaps: &[usize]) -> (String, Vec<String>) {
    (format!("{} (k = {}): {what}", strip.name(), strip.set.k()), strip.story(heaps))
}

/// C17. That a set is k-symmetric for at most one k is compared with trying every k; that the strips have the least
/// preperiod and period, with the definition, tried for all smaller ones.
pub(super) fn definitions_6_7(only_k: fn(Set) -> u32, frame: &Frame) -> Result {
    let max = frame.pick(11, 16);
    let mut count = 0_u64;
    let tried = each_set(max, frame, |tried, strip| {
        let set = strip.set;
        let found: Vec<u32> = (2..=2 * max + 1).filter(|k| set.is_symmetric(*k)).collect();
        count += u64::from(!found.is_empty());
        tried.expect(found.iter().all(|k| *k == only_k(set)), || {
            let found = format!("{found:?}");
            words("C17.symmetric", &[&set, &found, &only_k(set), &strip.sentence()])
        });
        let end = strip.preperiod + 2 * strip.period + set.max() as usize;
        let repeats = |from: usize, period: usize| {
            (from..end).all(|heap| strip.at(heap) == strip.at(heap + period))
        };
        let is_least = repeats(strip.preperiod, strip.period)
            && (1..strip.period).all(|period| !repeats(strip.preperiod, period))
            && strip.preperiod.checked_sub(1).is_none_or(|from| !repeats(from, strip.period));
        tried.expect(is_least, || words("C17.least", &[&set, &strip.sentence()]));
    })?;
    // How many k-symmetric sets there are.
    let most = frame.pick(20, 30);
    let is_so = (4..=most).all(|k| Set::symmetric(k).len() == (1 << (k / 2 - 1)) - 1);
    let statement = settled(is_so, "C17.count", &[&most]);
    Ok(tried.argued("C17", &[&max, &count]).statement(statement))
}

/// Letters that are kept when going from n to n + k: after one of them comes one of them.
pub(super) type Kept = &'static [Outcome];

/// Proposition 8 (1) to (4). That N is kept from n + k to n is to say that the others are from n to n + k.
pub(super) const PROPOSITION_8: &[Kept] = &[&[L, P], &[R, P], &[P], &[L, R, P]];

fn is_kept(letters: &[Outcome], here: Outcome, there: Outcome) -> bool {
    !letters.contains(&here) || letters.contains(&there)
}

/// Is it a consequence of: what a player, moving first, loses at n, the same player loses at n + k?
fn follows(letters: &[Outcome]) -> bool {
    letter_pairs().all(|[here, there]| {
        let mut movers = Player::BOTH.into_iter();
        let losses_stay = movers.all(|mover| here.is_win_for(mover) || !there.is_win_for(mover));
        !losses_stay || is_kept(letters, here, there)
    })
}

/// C19: Proposition 8, what is kept from n to n + k, with any labels.
pub(super) fn proposition_8(kept: &[Kept], frame: &Frame) -> Result {
    let tried = each_symmetric(frame, |tried, strip| {
        let k = strip.set.k() as usize;
        for heap in 0..strip.horizon() {
            let [here, there] = [heap, heap + k].map(|heap| strip.at(heap));
            tried.expect(kept.iter().all(|letters| is_kept(letters, here, there)), || {
                let what = format!("{heap} is {here} and {} is {there}", heap + k);
                wrong(strip, &what, &[heap, heap + k])
            });
        }
    })?;
    let proof = kept.iter().all(|letters| follows(letters)).then(|| argued("C19", &[]));
    Ok(tried.proved_or_seen("C19", &[&most_k(frame)], proof))
}

/// C20: `never` is the period that is said not to occur, from k.
pub(super) fn proposition_9(never: fn(u32) -> u32, frame: &Frame) -> Result {
    let (mut of_period_k, mut mixed) = (None, [0_u64; 2]);
    let tried = each_symmetric(frame, |tried, strip| {
        let (labels, k) = (strip.labels(), strip.set.k() as usize);
        let has = |letter: Outcome| labels.contains(&letter);
        let only = |letter: Outcome| labels.iter().all(|label| *label == letter);
        let applies = has(P) || (has(L) && has(R)) || only(N);
        let period = never(strip.set.k()) as usize;
        tried.expect(!applies || !period.is_multiple_of(strip.period), || {
            let what = format!("the outcomes are {}, of period {period}", strip.sentence());
            wrong(strip, &what, &[k])
        });
        if applies && (strip.preperiod, strip.period) == (0, k) {
            of_period_k.get_or_insert_with(|| format!("{}: {}", strip.name(), strip.sentence()));
        }
        let is_constant = (strip.preperiod, strip.period) == (0, 1);
        tried.expect(is_constant || !(only(L) || only(R)), || {
            wrong(strip, "only L or only R, and not constant", &[k])
        });
        if !applies && !only(L) && !only(R) {
            mixed[usize::from(strip.period == 1)] += 1;
        }
    })?;
    let finding = tried.argued("C20", &[&most_k(frame)]).say_of("C20.period-k", of_period_k);
    Ok(finding.note(words("C20.mixed", &[&mixed[1], &mixed[0]])))
}

/// C22: Proposition 10, EO with symmetric S has no period below `least`.
pub(super) fn proposition_10(least: usize, frame: &Frame) -> Result {
    let most = frame.pick(22, 32);
    let mut left = 0_u64;
    let tried = each_of(SMALLEST_K, sets_to(most), frame, |tried, strip| {
        left += u64::from(strip.ends_in(L));
        tried.expect(strip.period >= least, || {
            wrong(strip, &format!("the period is {}", strip.period), &[strip.set.k() as usize])
        });
    })?;
    let cases = tried.cases;
    let statement = settled(left == 0, "C22.left", &[&left]);
    Ok(tried.argued("C22", &[&cases, &most]).statement(statement))
}

/// C23: Theorem 11, k-symmetric ⇒ k is a period, with any labels.
pub(super) fn theorem_11(period: fn(u32) -> u32, frame: &Frame) -> Result {
    let (mut longest, mut settles) = (Records::new(), true);
    let tried = each_symmetric(frame, |tried, strip| {
        let k = strip.set.k();
        settles &= strip.preperiod <= strip.set.min() as usize;
        let said = period(k) as usize;
        tried.expect(said > 0 && said.is_multiple_of(strip.period), || {
            let what = format!("{said} is not a period: {}", strip.sentence());
            wrong(strip, &what, &[k as usize])
        });
        note(&mut longest, k, strip.preperiod, || strip.name());
    })?;
    let bound = settled(settles, "C23.preperiod", &[]);
    let rows = longest.iter();
    let rows = rows.map(|(k, (preperiod, game))| (k, cells([preperiod.to_string(), game.clone()])));
    Ok(tried
        .argued("C23", &[&most_k(frame)])
        .statement(bound)
        .statement(converse(frame)?)
        .exhibit(said_table("C23.table", &[], rows)))
}

/// Does min S + max S as a period make S symmetric?
fn converse(frame: &Frame) -> Result<Statement> {
    let max = frame.pick(10, 14);
    let tried = each_set(max, frame, |tried, strip| {
        let is_period = strip.set.k().is_multiple_of(strip.period as u32) && strip.period > 2;
        tried.expect(!is_period || strip.set.symmetry().is_some(), || {
            format!("{}: {}", strip.set, strip.sentence())
        });
    })?;
    Ok(match tried.against.map(|example| example.what) {
        Some(example) => say("C23.converse", &[&example]),
        None => say("C23.no-converse", &[&max]),
    })
}
