//! Which letters stand side by side: Lemma 6 and Theorem 5 (1) to (3), proved for every S (C10, C11).
//!
//! # The induction, and why it is a finite check
//! A law says: where a letter stands at n, the letters at n - 1 and n + 1 are among some. Let all laws together allow
//! certain pairs (o(n), o(n + 1)).
//!
//! * Below m = min S the pairs are (L,R) and (R,L), and o(m) follows from o(0) alone.
//! * For n ≥ m the options of n and n + 1 come in pairs (n - s, n + 1 - s), s ∈ S, s ≤ n, at least one, which are
//!   allowed by induction; and n + 1 may have the option 0 on top, if n + 1 ∈ S.
//!
//! What n and n + 1 are depends only on four bits, each an OR over those pairs: can Left leave, from n or from n + 1,
//! what Right loses, and the same for Right. So all that can happen are the ORs of the four bits of allowed pairs, with
//! or without those of the extra option. If every one of these sixteen or fewer combinations gives an allowed pair, the
//! laws hold for every S, finite or not.

use std::collections::{HashMap, HashSet};

use bouton_lab::values::Outcome::{self, L, N, P, R};

use super::strip::{LETTERS, Strip, choices, each_set, letter_pairs, of_options};
use crate::finding::{self, Statement};
use crate::frame::{Frame, Result};
use crate::judge::listed;
use crate::words::{argued, say, settled};

/// Where the letter stands, its neighbours are among these.
pub(super) type Law = (Outcome, &'static [Outcome]);

/// Lemma 6 (1): where Right wins moving first (R, N), Left does so beside it (L, N). (2): where
/// Right wins moving second (R, P), Left does so beside it (L, P).
pub(super) const LEMMA_6: &[Law] = &[(R, &[L, N]), (N, &[L, N]), (R, &[L, P]), (P, &[L, P])];

/// Theorem 5 (1) to (3).
pub(super) const THEOREM_5: &[Law] = &[(R, &[L]), (P, &[L, P]), (N, &[L, N])];

/// Lemma 6 with Left and Right exchanged.
pub(super) const EXCHANGED: &[Law] = &[(L, &[R, N]), (N, &[R, N]), (L, &[R, P]), (P, &[R, P])];

/// Do the laws allow these letters side by side?
pub(super) fn allows(laws: &[Law], pair: [Outcome; 2]) -> bool {
    let obeys =
        |(letter, beside): &Law, [at, next]: [Outcome; 2]| at != *letter || beside.contains(&next);
    laws.iter().all(|law| obeys(law, pair) && obeys(law, [pair[1], pair[0]]))
}

/// All pairs that the laws allow.
pub(super) fn allowed_pairs(laws: &[Law]) -> Vec<[Outcome; 2]> {
    letter_pairs().filter(|pair| allows(laws, *pair)).collect()
}

/// How many pairs the induction begins with.
const BASE: usize = 4;

/// The induction of the module's head: how many combinations were looked at, if it goes through.
pub(super) fn induction(laws: &[Law]) -> Option<usize> {
    let first_move = of_options([L]);
    let base: [[Outcome; 2]; BASE] = [[L, R], [R, L], [L, first_move], [R, first_move]];
    // The four bits are the letters that n and n + 1 get from these options.
    let (mut combinations, mut pairs) = (HashSet::new(), base.to_vec());
    for options in choices(&allowed_pairs(laws)).skip(1) {
        let at = of_options(options.iter().map(|pair| pair[0]));
        let next = options.iter().map(|pair| pair[1]);
        let [next, with_extra] = [of_options(next.clone()), of_options(next.chain([L]))];
        combinations.insert([at, next]);
        pairs.extend([[at, next], [at, with_extra]]);
    }
    let all_allowed = pairs.into_iter().all(|pair| allows(laws, pair));
    all_allowed.then_some(BASE + 2 * combinations.len())
}

/// The first heap whose letter or whose neighbour breaks a law.
pub(super) fn broken(laws: &[Law], strip: &Strip) -> Option<usize> {
    (0..strip.horizon()).find(|heap| !allows(laws, [strip.at(*heap), strip.at(heap + 1)]))
}

/// C10 and C11: laws of neighbours, on all S within {2..N} and by the induction for every S.
pub(super) fn neighbours(laws: &[Law], frame: &Frame) -> Result {
    let max = frame.pick(14, 20);
    // The words of three letters that occur, with the maximum of the first set that shows them.
    let mut around: HashMap<[Outcome; 3], u32> = HashMap::new();
    let tried = each_set(max, frame, |tried, strip| {
        tried.none(broken(laws, strip), |heap| neighbours_wrong(strip, heap));
        for heap in 0..strip.horizon() {
            around.entry([0, 1, 2].map(|i| strip.at(heap + i))).or_insert(strip.set.max());
        }
    })?;
    let proof = induction(laws);
    let proof = proof.map(|looked| argued("C10", &[&BASE, &(looked - BASE), &looked]));
    tried.proved_or_seen("C10", &[&max], proof).if_upheld(|finding| {
        let finding = match laws == LEMMA_6 {
            true => {
                let are_same = allowed_pairs(LEMMA_6) == allowed_pairs(THEOREM_5);
                finding.statement(settled(are_same, "C10.same", &[]))
            }
            false => finding.statement(words_allowed(laws, &around)).statement(fibonacci(laws)),
        };
        let line = |at: Outcome| {
            let beside = LETTERS.iter().filter(|next| allows(laws, [at, **next]));
            format!("beside {at}: {}", listed(beside, " "))
        };
        let lines = LETTERS.map(line).to_vec();
        Ok(finding.exhibit(finding::lines("What may stand beside what", lines)))
    })
}

pub(super) fn neighbours_wrong(strip: &Strip, heap: usize) -> (String, Vec<String>) {
    let [at, next] = [heap, heap + 1].map(|heap| format!("{heap} is {}", strip.at(heap)));
    (format!("S = {}: {at} and {next}", strip.set), strip.story(&[heap, heap + 1]))
}

/// Do all words of three letters that the laws allow occur?
fn words_allowed(laws: &[Law], around: &HashMap<[Outcome; 3], u32>) -> Statement {
    let (allowed, seen) = (words_of(laws, 3), around.len());
    let largest = around.values().max().copied().unwrap_or(0);
    match seen as u128 == allowed {
        true => say("C11.best", &[&allowed, &largest]),
        false => say("C11.seen", &[&allowed, &seen]),
    }
}

/// The number of words of each length that the laws allow; squares of Fibonacci numbers.
pub(super) fn words_of(laws: &[Law], length: u32) -> u128 {
    let mut ending_in = [1_u128; 4];
    for _ in 1..length {
        ending_in = std::array::from_fn(|next| {
            let before = LETTERS.into_iter().zip(ending_in);
            let before = before.filter(|(at, _)| allows(laws, [*at, LETTERS[next]]));
            before.map(|(_, count)| count).sum()
        });
    }
    ending_in.iter().sum()
}

fn fibonacci(laws: &[Law]) -> Statement {
    const LONGEST: u32 = 40;
    let (mut a, mut b, mut squares) = (1_u128, 2_u128, true);
    for length in 1..=LONGEST {
        squares &= words_of(laws, length) == b * b;
        (a, b) = (b, a + b);
    }
    settled(squares, "C11.fibonacci", &[&LONGEST])
}
