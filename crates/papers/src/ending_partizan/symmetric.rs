//! Section 3: symmetric sets, with any labels of the terminal heaps (C17, C19, C20, C22, C23).
//!
//! S is k-symmetric if s ∈ S ⇒ k - s ∈ S. One fact carries the section: if Right, moving first, loses n, then also n +
//! k. For whatever s Right takes from n + k, Left takes k - s, which is in S and leaves n ≥ 0, where Right loses; and
//! Right is not stuck at n + k, as k > min S. The same for Left. So along n, n + k, n + 2k, … each player's first move
//! can only turn from won to lost, once.

use bouton_lab::values::Outcome::{self, L, N, P, R};
use bouton_lab::values::Player;

use super::sets::Set;
use super::strip::{
    Records, Strip, each_set, even_odd, even_odd_strip, labellings, letter_pairs, name, story,
    strip,
};
use crate::finding::{Exhibit, Statement, cells, table};
use crate::frame::{Frame, Result, Tried};
use crate::words::{argued, say, settled, words};

/// Looks at every k-symmetric S, k to a bound, with all labels of its terminal heaps, until one breaks the claim.
fn each_symmetric(frame: &Frame, mut look: impl FnMut(&mut Tried, &Symmetric)) -> Result<Tried> {
    let games =
        (4..=most_k(frame)).flat_map(|k| Set::symmetric(k, 2).into_iter().map(move |set| (k, set)));
    let games =
        games.flat_map(|(k, set)| labellings(set.min()).map(move |labels| (k, set, labels)));
    frame.forall(SMALLEST_K, games).claim(|tried, (k, set, labels)| {
        let strip = strip(set, &labels, &frame.limits)?;
        look(tried, &Symmetric { k, set, labels, strip });
        Ok(())
    })
}

/// The largest k that is looked at.
fn most_k(frame: &Frame) -> u32 {
    frame.pick(13, 19)
}

/// The order of symmetric games.
const SMALLEST_K: &str = "the smallest k, then the first set by its bits and its first labels";

/// A k-symmetric game.
struct Symmetric {
    k: u32,
    set: Set,
    labels: Vec<Outcome>,
    strip: Strip,
}

impl Symmetric {
    fn wrong(&self, what: &str, heaps: &[usize]) -> (String, Vec<String>) {
        let what = format!("{} (k = {}): {what}", name(self.set, &self.labels), self.k);
        (what, story(self.set, &self.strip, heaps))
    }

    fn has(&self, letter: Outcome) -> bool {
        self.labels.contains(&letter)
    }

    /// Is k the least period, from the beginning on?
    fn repeats_from_start(&self) -> bool {
        self.strip.preperiod == 0 && self.strip.period == self.k as usize
    }
}

/// C17. That a set is k-symmetric for at most one k is compared with trying every k; that the strips have the least
/// preperiod and period, with the definition, tried for all smaller ones.
pub(super) fn definitions_6_7(only_k: fn(Set) -> u32, frame: &Frame) -> Result {
    let max = frame.pick(11, 16);
    let mut count = 0_u64;
    let tried = each_set(max, frame, |tried, set, strip| {
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
    Ok(tried.argued("C17", &[&max, &count]).statement(how_many(frame)))
}

/// How many k-symmetric sets there are.
fn how_many(frame: &Frame) -> Statement {
    let most = frame.pick(20, 30);
    let is_so = (4..=most).all(|k| {
        let pairs = k / 2 - 1;
        Set::symmetric(k, 2).len() as u64 == (1 << pairs) - 1
    });
    settled(is_so, "C17.count", &[&most])
}

/// A set of letters that is kept when going from n to n + k, or from n + k to n.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kept {
    pub(super) letters: &'static [Outcome],
    /// From n to n + k; else from n + k to n.
    pub(super) forward: bool,
}

/// Proposition 8 (1) to (4).
pub(super) const PROPOSITION_8: &[Kept] = &[
    Kept { letters: &[L, P], forward: true },
    Kept { letters: &[R, P], forward: true },
    Kept { letters: &[P], forward: true },
    Kept { letters: &[N], forward: false },
];

impl Kept {
    /// Does it hold for these letters at n and n + k?
    fn holds(&self, here: Outcome, there: Outcome) -> bool {
        let [from, to] = if self.forward { [here, there] } else { [there, here] };
        !self.letters.contains(&from) || self.letters.contains(&to)
    }

    /// Is it a consequence of: what a player, moving first, loses at n, the same player loses at n + k?
    fn follows(&self) -> bool {
        let mut pairs = letter_pairs().filter(|[here, there]| losses_stay(*here, *there));
        pairs.all(|[here, there]| self.holds(here, there))
    }
}

fn losses_stay(here: Outcome, there: Outcome) -> bool {
    Player::BOTH.iter().all(|mover| here.is_win_for(*mover) || !there.is_win_for(*mover))
}

/// C19: Proposition 8, what is kept from n to n + k, with any labels.
pub(super) fn proposition_8(kept: &[Kept], frame: &Frame) -> Result {
    let tried = each_symmetric(frame, |tried, game| {
        let k = game.k as usize;
        for heap in 0..game.strip.horizon() {
            let [here, there] = [heap, heap + k].map(|heap| game.strip.at(heap));
            tried.expect(kept.iter().all(|law| law.holds(here, there)), || {
                let what = format!("{heap} is {here} and {} is {there}", heap + k);
                game.wrong(&what, &[heap, heap + k])
            });
        }
    })?;
    let proof = kept.iter().all(Kept::follows).then(|| argued("C19", &[]));
    Ok(tried.proved_or_seen("C19", &[&most_k(frame)], proof))
}

/// C20: `never` is the period that is said not to occur, from k.
pub(super) fn proposition_9(never: fn(u32) -> u32, frame: &Frame) -> Result {
    let (mut of_period_k, mut mixed) = (None, [0_u64; 2]);
    let tried = each_symmetric(frame, |tried, game| {
        let only = |letter: Outcome| game.labels.iter().all(|label| *label == letter);
        let applies = game.has(P) || (game.has(L) && game.has(R)) || only(N);
        let period = never(game.k) as usize;
        tried.expect(!applies || !period.is_multiple_of(game.strip.period), || {
            let what = format!("the outcomes are {}, of period {period}", game.strip.sentence());
            game.wrong(&what, &[game.k as usize])
        });
        if applies && game.repeats_from_start() && of_period_k.is_none() {
            of_period_k =
                Some(format!("{}: {}", name(game.set, &game.labels), game.strip.sentence()));
        }
        let is_constant = game.strip.preperiod == 0 && game.strip.period == 1;
        tried.expect(is_constant || !(only(L) || only(R)), || {
            game.wrong("only L or only R, and not constant", &[game.k as usize])
        });
        if !applies && !only(L) && !only(R) {
            mixed[usize::from(game.strip.period == 1)] += 1;
        }
    })?;
    let mut finding =
        tried.argued("C20", &[&most_k(frame)]).note(words("C20.mixed", &[&mixed[1], &mixed[0]]));
    if let Some(example) = of_period_k {
        finding = finding.say("C20.period-k", &[&example]);
    }
    Ok(finding)
}

/// C22: Proposition 10, EO with symmetric S has no period below `least`.
pub(super) fn proposition_10(least: usize, frame: &Frame) -> Result {
    let most = frame.pick(22, 32);
    let games = (4..=most).flat_map(|k| Set::symmetric(k, 2).into_iter().map(move |set| (k, set)));
    let mut left = 0_u64;
    let tried = frame.forall(SMALLEST_K, games).survey(|tried, (k, set)| {
        let strip = even_odd_strip(set, &frame.limits)?;
        left += u64::from(strip.ends_in(L));
        let game = Symmetric { k, set, labels: even_odd(set.min()), strip };
        tried.expect(game.strip.period >= least, || {
            game.wrong(&format!("the period is {}", game.strip.period), &[k as usize])
        });
        Ok(())
    })?;
    let cases = tried.cases;
    let statement = settled(left == 0, "C22.left", &[&left]);
    Ok(tried.argued("C22", &[&cases, &most]).statement(statement))
}

/// C23: Theorem 11, k-symmetric ⇒ k is a period, with any labels.
pub(super) fn theorem_11(period: fn(u32) -> u32, frame: &Frame) -> Result {
    let (mut longest, mut settles) = (Records::default(), true);
    let tried = each_symmetric(frame, |tried, game| {
        settles &= game.strip.preperiod <= game.set.min() as usize;
        let said = period(game.k) as usize;
        tried.expect(said > 0 && said.is_multiple_of(game.strip.period), || {
            let what = format!("{said} is not a period: {}", game.strip.sentence());
            game.wrong(&what, &[game.k as usize])
        });
        longest.note(game.k, game.strip.preperiod, || name(game.set, &game.labels));
    })?;
    let bound = settled(settles, "C23.preperiod", &[]);
    Ok(tried
        .argued("C23", &[&most_k(frame)])
        .statement(bound)
        .statement(converse(frame)?)
        .exhibit(preperiods(&longest)))
}

fn preperiods(longest: &Records<String>) -> Exhibit {
    let rows = longest.0.iter();
    let rows = rows.map(|(k, (preperiod, game))| (k, cells([preperiod.to_string(), game.clone()])));
    let caption = "The longest preperiods of k-symmetric sets, over all labels";
    table(caption, ["k", "preperiod", "game"], rows)
}

/// Does min S + max S as a period make S symmetric?
fn converse(frame: &Frame) -> Result<Statement> {
    let max = frame.pick(10, 14);
    let tried = each_set(max, frame, |tried, set, strip| {
        let sum = (set.min() + set.max()) as usize;
        let is_period = sum.is_multiple_of(strip.period) && strip.period > 2;
        tried.expect(!is_period || set.symmetry().is_some(), || {
            format!("{set}: {}", strip.sentence())
        });
    })?;
    Ok(match tried.against.map(|example| example.what) {
        Some(example) => say("C23.converse", &[&example]),
        None => say("C23.no-converse", &[&max]),
    })
}
