//! Section 3: symmetric sets, with any labels of the terminal heaps (C17, C19, C20, C22, C23).
//!
//! S is k-symmetric if s ∈ S ⇒ k - s ∈ S. One fact carries the section: if Right, moving first,
//! loses n, then also n + k. For whatever s Right takes from n + k, Left takes k - s, which is in S
//! and leaves n ≥ 0, where Right loses; and Right is not stuck at n + k, as k > min S. The same for
//! Left. So along n, n + k, n + 2k, … each player's first move can only turn from won to lost,
//! once.

use bouton_lab::rules::{Limits, Refusal};
use bouton_lab::values::Outcome::{self, L, N, P, R};

use super::sets::Set;
use super::settled;
use super::strip::{Strip, each_set, even_odd, even_odd_strip, name, story, strip, words};
use crate::finding::{Cell, Counterexample, Exhibit, Finding, Known, Statement};
use crate::frame::Frame;

/// Looks at every k-symmetric S, k to a bound, with all labels of its terminal heaps, until `look`
/// says stop.
fn each_symmetric(
    most: u32,
    limits: &Limits,
    mut look: impl FnMut(&Symmetric) -> Result<bool, Refusal>,
) -> Result<u128, Refusal> {
    let mut cases = 0;
    for k in 4..=most {
        for set in Set::symmetric(k, 2) {
            limits.progress(k.into(), most.into())?;
            for labels in words(set.min()) {
                cases += 1;
                let strip = strip(set, &labels, limits)?;
                if !look(&Symmetric { k, set, labels, strip })? {
                    return Ok(cases);
                }
            }
        }
    }
    Ok(cases)
}

/// A k-symmetric game.
struct Symmetric {
    k: u32,
    set: Set,
    labels: Vec<Outcome>,
    strip: Strip,
}

impl Symmetric {
    fn wrong(&self, what: &str, heaps: &[usize]) -> Counterexample {
        let what = format!("{} (k = {}): {what}", name(self.set, &self.labels), self.k);
        let smallest = "the smallest k, then the first set by its bits and its first labels";
        Counterexample::new(what, story(self.set, &self.strip, heaps), smallest)
    }

    fn has(&self, letter: Outcome) -> bool {
        self.labels.contains(&letter)
    }

    /// Is k the least period, from the beginning on?
    fn repeats_from_start(&self) -> bool {
        self.strip.preperiod == 0 && self.strip.period == self.k as usize
    }
}

/// How far k goes, with all labels.
fn most(frame: &Frame) -> u32 {
    frame.pick(13, 19)
}

fn all_symmetric(frame: &Frame) -> String {
    format!(
        "every k-symmetric S of integers ≥ 2 with k ≤ {}, with all words of terminal labels",
        most(frame)
    )
}

/// C17: what k-symmetric and periodic mean.
///
/// A set is k-symmetric for at most one k, which is min S + max S: compared with trying every k.
/// That the strips have the least preperiod and period is compared with the definition, tried for
/// all smaller ones.
pub(super) fn definitions_6_7(only_k: fn(Set) -> u32, frame: &Frame) -> Result<Finding, Refusal> {
    let max = frame.pick(11, 16);
    let (mut wrong, mut count) = (None, 0_u64);
    let cases = each_set(max, &frame.limits, |set, strip| {
        let found: Vec<u32> = (2..=2 * max + 1).filter(|k| set.is_symmetric(*k)).collect();
        count += u64::from(!found.is_empty());
        if found.iter().any(|k| *k != only_k(set)) {
            let what = format!("{set} is {found:?}-symmetric, not {}-symmetric", only_k(set));
            wrong =
                Some(Counterexample::new(what, [strip.sentence()], "the first set by its bits"));
        }
        let end = strip.preperiod + 2 * strip.period + set.max() as usize;
        let repeats = |from: usize, period: usize| {
            (from..end).all(|heap| strip.at(heap) == strip.at(heap + period))
        };
        let is_least = repeats(strip.preperiod, strip.period)
            && (1..strip.period).all(|period| !repeats(strip.preperiod, period))
            && strip.preperiod.checked_sub(1).is_none_or(|from| !repeats(from, strip.period));
        if !is_least {
            let what = format!("the period of {set} is not the least one");
            wrong =
                Some(Counterexample::new(what, [strip.sentence()], "the first set by its bits"));
        }
        Ok(wrong.is_none())
    })?;
    let known = Known::argument(
        "definitions. If S is k-symmetric, s ↦ k - s turns S around, so its least element goes to \
         its greatest: k = min S + max S",
    );
    let enumerated = format!("all S within {{2..{max}}}; {count} of them are symmetric for some k");
    Ok(Finding::decided(wrong, known, cases, enumerated).statement(how_many(frame)))
}

/// How many k-symmetric sets there are.
fn how_many(frame: &Frame) -> Statement {
    let most = frame.pick(20, 30);
    let is_so = (4..=most).all(|k| {
        let pairs = k / 2 - 1;
        Set::symmetric(k, 2).len() as u64 == (1 << pairs) - 1
    });
    settled(
        is_so,
        "There are 2^(⌊k/2⌋ - 1) - 1 k-symmetric sets of integers ≥ 2.",
        "The k-symmetric sets are not 2^(⌊k/2⌋ - 1) - 1 in number.",
        Known::argument(format!(
            "one chooses among the pairs s, k - s with 2 ≤ s ≤ k/2; counted for k ≤ {most}"
        )),
    )
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

    /// Is it a consequence of: what a player, moving first, loses at n, the same player loses at n
    /// + k?
    fn follows(&self) -> bool {
        let pairs = super::strip::LETTERS
            .into_iter()
            .flat_map(|here| super::strip::LETTERS.map(|there| (here, there)));
        pairs
            .filter(|(here, there)| losses_stay(*here, *there))
            .all(|(here, there)| self.holds(here, there))
    }
}

fn losses_stay(here: Outcome, there: Outcome) -> bool {
    use bouton_lab::values::Player;
    Player::BOTH.iter().all(|mover| here.is_win_for(*mover) || !there.is_win_for(*mover))
}

/// C19: Proposition 8, what is kept from n to n + k, with any labels.
pub(super) fn proposition_8(kept: &[Kept], frame: &Frame) -> Result<Finding, Refusal> {
    let mut wrong = None;
    let cases = each_symmetric(most(frame), &frame.limits, |game| {
        let k = game.k as usize;
        for heap in 0..game.strip.horizon() {
            let [here, there] = [heap, heap + k].map(|heap| game.strip.at(heap));
            if kept.iter().any(|law| !law.holds(here, there)) {
                let what = format!("{heap} is {here} and {} is {there}", heap + k);
                wrong = Some(game.wrong(&what, &[heap, heap + k]));
                return Ok(false);
            }
        }
        Ok(true)
    })?;
    let known = match kept.iter().all(Kept::follows) {
        true => Known::argument(
            "if a player, moving first, loses n, then also n + k: to each s the other replies k - \
             s; the four statements follow, as all 16 pairs of letters show",
        ),
        false => Known::up_to(all_symmetric(frame)),
    };
    Ok(Finding::decided(wrong, known, cases, all_symmetric(frame)))
}

/// Conditions on the terminal labels of a symmetric game, under which a period is said not to
/// occur.
#[derive(Clone, Copy, Debug)]
pub(super) struct Proposition9 {
    /// The period that is said not to occur, from k.
    pub(super) never: fn(u32) -> u32,
}

/// As restored: period 1.
pub(super) const PROPOSITION_9: Proposition9 = Proposition9 { never: |_| 1 };

/// C20: Proposition 9, with a P terminal, or both L and R, or only N, a symmetric game does not
/// have period 1.
pub(super) fn proposition_9(said: &Proposition9, frame: &Frame) -> Result<Finding, Refusal> {
    let (mut wrong, mut of_period_k) = (None, None);
    let mut mixed = [0_u64; 2];
    let cases = each_symmetric(most(frame), &frame.limits, |game| {
        let only = |letter: Outcome| game.labels.iter().all(|label| *label == letter);
        let applies = game.has(P) || (game.has(L) && game.has(R)) || only(N);
        let period = (said.never)(game.k) as usize;
        if applies && period.is_multiple_of(game.strip.period) {
            let what = format!("the outcomes are {}, of period {period}", game.strip.sentence());
            wrong = Some(game.wrong(&what, &[game.k as usize]));
        }
        if applies && game.repeats_from_start() && of_period_k.is_none() {
            of_period_k =
                Some(format!("{}: {}", name(game.set, &game.labels), game.strip.sentence()));
        }
        let is_trivial =
            (only(L) || only(R)) && !(game.strip.preperiod == 0 && game.strip.period == 1);
        if is_trivial {
            wrong = Some(game.wrong("only L or only R, and not constant", &[game.k as usize]));
        }
        if !applies && !only(L) && !only(R) {
            mixed[usize::from(game.strip.period == 1)] += 1;
        }
        Ok(wrong.is_none())
    })?;
    let known = Known::argument(
        "a P stays P at n + k, n + 2k, …; L and R stay within {L,P} and {R,P}, so a constant end \
         could only be P; and P for ever is impossible, as P at n makes n + min S an N. With only \
         N as labels all outcomes are N or P, and N for ever is impossible too, as only N among \
         the options makes P",
    );
    let mut finding = Finding::decided(wrong, known, cases, all_symmetric(frame)).note(format!(
        "Where the labels are some N and some L, or some N and some R, both happen: {} games end \
         in one letter, {} do not.",
        mixed[1], mixed[0]
    ));
    if let Some(example) = of_period_k {
        let text = format!(
            "“Not of period k” would be false for all of them, as k is a period of every one; it \
             can even be the least period, from the beginning on: {example}."
        );
        finding = finding.statement(Statement::beyond(text, Known::argument("Theorem 11 (C23)")));
    }
    Ok(finding)
}

/// C22: Proposition 10, EO with symmetric S has no period below `least`.
pub(super) fn proposition_10(least: usize, frame: &Frame) -> Result<Finding, Refusal> {
    let most = frame.pick(22, 32);
    let (mut cases, mut wrong, mut left) = (0_u128, None, 0_u64);
    for k in 4..=most {
        frame.limits.progress(k.into(), most.into())?;
        for set in Set::symmetric(k, 2) {
            cases += 1;
            let strip = even_odd_strip(set, &frame.limits)?;
            left += u64::from(strip.ends_in(L));
            if strip.period < least && wrong.is_none() {
                let game = Symmetric { k, set, labels: even_odd(set), strip };
                wrong = Some(
                    game.wrong(&format!("the period is {}", game.strip.period), &[k as usize]),
                );
            }
        }
    }
    let known = Known::argument(
        "0 is L, so 0, k, 2k, … are L or P; 1 is R, so 1, 1 + k, … are R or P; one letter for all \
         could only be P, and P does not last (C12)",
    );
    let enumerated = format!("all {cases} k-symmetric S of integers ≥ 2 with k ≤ {most}");
    let statement = settled(
        left == 0,
        "No symmetric S ends in L: symmetry is what most sets lack.",
        format!("{left} of the symmetric S end in L."),
        Known::argument("0 is L, so 0, k, 2k, … are L or P; 1 is R, so 1, 1 + k, … are R or P"),
    );
    Ok(Finding::decided(wrong, known, cases, enumerated).statement(statement))
}

/// C23: Theorem 11, k-symmetric ⇒ k is a period, with any labels.
pub(super) fn theorem_11(period: fn(u32) -> u32, frame: &Frame) -> Result<Finding, Refusal> {
    let (mut wrong, mut longest, mut settles) = (None, Vec::new(), true);
    let cases = each_symmetric(most(frame), &frame.limits, |game| {
        settles &= game.strip.preperiod <= game.set.min() as usize;
        let said = period(game.k) as usize;
        if said == 0 || !said.is_multiple_of(game.strip.period) {
            let what = format!("{said} is not a period: {}", game.strip.sentence());
            wrong = Some(game.wrong(&what, &[game.k as usize]));
        }
        note_preperiod(&mut longest, game);
        Ok(wrong.is_none())
    })?;
    let known = Known::argument(
        "along n, n + k, n + 2k, … each player's first move turns from won to lost at most once \
         (Proposition 8), so each class settles",
    );
    let bound = settled(
        settles,
        "The preperiod is at most min S: o(n + k) = o(n) for all n ≥ min S.",
        "A preperiod exceeds min S.",
        Known::argument(
            "losses stay (Proposition 8); and whoever, moving first, wins n ≥ min S by taking s, \
         leaves \
         n - s, which the other, moving first, loses, so also n - s + k: then s wins n + k, too. \
         All games enumerated agree",
        ),
    );
    Ok(Finding::decided(wrong, known, cases, all_symmetric(frame))
        .statement(bound)
        .statement(converse(frame)?)
        .exhibit(preperiods(&longest)))
}

/// For each k the longest preperiod, and a game that has it.
fn note_preperiod(longest: &mut Vec<(u32, usize, String)>, game: &Symmetric) {
    match longest.last_mut() {
        Some(last) if last.0 == game.k && last.1 >= game.strip.preperiod => {}
        Some(last) if last.0 == game.k => {
            *last = (game.k, game.strip.preperiod, name(game.set, &game.labels));
        }
        _ => longest.push((game.k, game.strip.preperiod, name(game.set, &game.labels))),
    }
}

fn preperiods(longest: &[(u32, usize, String)]) -> Exhibit {
    Exhibit::Table {
        caption: "The longest preperiods of k-symmetric sets, over all labels".to_owned(),
        columns: ["k", "preperiod", "game"].map(str::to_owned).to_vec(),
        rows: longest
            .iter()
            .map(|(k, preperiod, game)| {
                (k.to_string(), vec![Cell::new(preperiod.to_string()), Cell::new(game.as_str())])
            })
            .collect(),
    }
}

/// Does min S + max S as a period make S symmetric?
fn converse(frame: &Frame) -> Result<Statement, Refusal> {
    let mut found = None;
    let max = frame.pick(10, 14);
    each_set(max, &frame.limits, |set, strip| {
        let sum = (set.min() + set.max()) as usize;
        if sum.is_multiple_of(strip.period) && strip.period > 2 && set.symmetry().is_none() {
            found = Some(format!("{set}: {}", strip.sentence()));
        }
        Ok(found.is_none())
    })?;
    Ok(match found {
        Some(example) => Statement::beyond(
            format!(
                "The converse fails: min S + max S can be a period of EO, even one above 2, \
                 without symmetry, as for {example}."
            ),
            Known::by_example(),
        ),
        None => Statement::beyond(
            "No S without symmetry has min S + max S as a period above 2.",
            Known::up_to(format!("all S within {{2..{max}}}")),
        ),
    })
}
