//! D12 to D14: the operation ⊕ and Nim.

use std::num::ParseIntError;

use bouton_lab::rules::Refusal;

use crate::finding::{self, Known};
use crate::frame::{Frame, Result, Tried, sure};
use crate::judge::{Judge, ascending, data_lines, listed, name, nim_sum, sorted, with};
use crate::words::{argued, say_known, words};

/// What becomes of two binary digits.
pub(super) type Digits = fn(i64, i64) -> i64;

/// As printed: (a - b)².
pub(super) const PRINTED: Digits = |a, b| (a - b) * (a - b);

fn digitwise(digits: Digits, a: u64, b: u64) -> u64 {
    let digit = |n: u64, place: u32| (n >> place & 1).cast_signed();
    (0..16).map(|place| digits(digit(a, place), digit(b, place)).cast_unsigned() << place).sum()
}

/// D12: with a ⊕ b = Σ (a_j - b_j)² 2^j the non-negative integers are an abelian group in which each element is its own
/// inverse. Decided column by column, where there are only the digits 0 and 1, and on numbers.
pub(super) fn group(digits: Digits, frame: &Frame) -> Result {
    let below = frame.pick(32, 128);
    let enumerated = format!("all triples of digits, and all triples of numbers below {below}");
    let columns = frame.forall(&enumerated, "the first triple of digits", 0..8).survey(
        |tried, triple: i64| {
            column_law(tried, digits, [triple >> 2, triple >> 1 & 1, triple & 1]);
        },
    )?;
    let pairs = (0..below).flat_map(|a| (0..below).map(move |b| (a, b)));
    let pairs = frame.forall(&enumerated, "the first pair, row by row", pairs).survey(
        |tried, (a, b)| {
            let sum = |a, b| digitwise(digits, a, b);
            let fails = |c: &u64| sum(sum(a, b), *c) != sum(a, sum(b, *c));
            let broken = (0..below).find(fails).unwrap_or_default();
            tried.count(below.into());
            let laws = [
                (
                    sum(sum(a, b), broken) == sum(a, sum(b, broken)),
                    format!("({a}⊕{b})⊕{broken} ≠ {a}⊕({b}⊕{broken})"),
                ),
                (sum(a, b) == sum(b, a), format!("{a}⊕{b} ≠ {b}⊕{a}")),
                (sum(a, 0) == a, format!("{a}⊕0 ≠ {a}")),
                (sum(a, a) == 0, format!("{a}⊕{a} = {}", sum(a, a))),
                (
                    sum(a, b) == a ^ b,
                    format!("{a}⊕{b} = {}, but the exclusive or is {}", sum(a, b), a ^ b),
                ),
            ];
            for (holds, what) in laws {
                tried.expect(holds, || (what, [format!("in binary: {a:b}, {b:b}")]));
            }
        },
    )?;
    Ok(columns.and(pairs).finding(Known::exhausted(8, words("D12.why", &[]))))
}

/// The laws for digits, the printed step among them.
fn column_law(tried: &mut Tried, digits: Digits, [a, b, c]: [i64; 3]) {
    let is_digit = [0, 1].contains(&digits(a, b));
    let [one, other] = [digits(digits(a, b), c), digits(digits(b, c), a)];
    let laws = digits(a, b) == digits(b, a) && digits(a, a) == 0 && digits(a, 0) == a;
    tried.expect(is_digit && one == other && laws, || {
        let [ab, ba, aa, a0] = [digits(a, b), digits(b, a), digits(a, a), digits(a, 0)];
        let steps = [
            format!("a·b = {ab}, b·a = {ba}, a·a = {aa}, a·0 = {a0}"),
            format!("(a·b)·c = {one}, (b·c)·a = {other}"),
        ];
        (format!("for the digits a = {a}, b = {b}, c = {c} a law fails"), steps)
    });
}

/// Which states of Nim lose, and which piles are lowered.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Bouton {
    /// The states with this ⊕-sum lose.
    pub(super) losing_sum: u64,
    /// Is any pile lowered to a_k ⊕ a_0? As printed, one with a one in the leading place of a_0.
    pub(super) any_pile: bool,
}

/// As printed.
pub(super) const BOUTON: Bouton = Bouton { losing_sum: 0, any_pile: false };

/// D13: a Nim state wins iff a_1 ⊕ … ⊕ a_n ≠ 0, and then lowering a_k to a_k ⊕ a_0 wins. Decided against the oracle.
pub(super) fn bouton(claim: Bouton, frame: &Frame) -> Result {
    let below = frame.pick(8, 12);
    let mut judge = Judge::of("nim", &frame.limits)?;
    let states = (1..=4).flat_map(|length| ascending(length, below, |_| true));
    let enumerated = format!("all states of up to 4 piles below {below}, against the oracle");
    let tried = frame
        .forall(enumerated, "the fewest piles, then the smallest sum", states)
        .survey(|tried, piles| {
            let sum = nim_sum(&piles);
            let steps = || {
                let piles = piles.iter().map(|pile| format!("{pile} = {pile:04b}"));
                piles.chain([format!("sum = {sum:04b}")]).collect::<Vec<_>>()
            };
            let loses = judge.is_p(&piles)?;
            tried.expect(loses == (sum == claim.losing_sum), || {
                let does = if loses { "loses" } else { "wins" };
                (format!("{} {does}, its ⊕-sum is {sum}", name(&piles)), steps())
            });
            for (index, pile) in piles.iter().enumerate().filter(|_| sum != 0) {
                let named = claim.any_pile || pile & (1 << sum.ilog2()) != 0;
                let lowered = pile ^ sum;
                let wins = lowered < *pile && judge.is_p(&with(&piles, index, lowered))?;
                tried.expect(!named || wins, || {
                let name = name(&piles);
                (
                    format!(
                        "{name}: the pile {pile} cannot be lowered to {pile} ⊕ {sum} = {lowered}"
                    ),
                    steps(),
                )
            });
            }
            Ok(())
        })?;
    Ok(tried.finding(argued("D13", &[])))
}

/// D14: the worked game, move by move. Decided by the rules and the oracle: each move is legal, B
/// loses throughout, each reply of A is what the theorem says, and A takes the last stone.
pub(super) fn worked_game(text: &str, frame: &Frame) -> Result {
    let states = read_states(text)?;
    let mut judge = Judge::of("nim", &frame.limits)?;
    let mut lines = Vec::new();
    let enumerated = "the printed states, each with the move to the next one";
    let tried = frame
        .forall(enumerated, "the first move that fails", states.iter().enumerate())
        .survey(|tried, (index, state)| {
            let mover = if index % 2 == 0 { "B" } else { "A" };
            let loses = judge.is_p(state)?;
            let (name, sum) = (name(state), nim_sum(state));
            let fate = if loses { "lost" } else { "won" };
            lines.push(format!(
                "{name:<9} {mover} to move, {} = {sum}, {fate}",
                listed(state, " ⊕ ")
            ));
            tried.expect(loses == (mover == "B"), || {
                let does = if loses { "loses" } else { "wins" };
                (format!("at {name} {mover} to move {does}"), lines.clone())
            });
            let end = vec![0; state.len()];
            let next = states.get(index + 1).unwrap_or(&end);
            let is_move = judge.options(state).iter().any(|option| heaps(option) == heaps(next));
            tried.expect(is_move, || {
                (format!("{name} cannot be moved to {}", crate::judge::name(next)), lines.clone())
            });
            let takes_last = index + 1 < states.len() || mover == "A";
            tried.expect(takes_last, || ("B would take the last stone".to_owned(), lines.clone()));
            Ok(())
        })?;
    let leaves_0 = states.iter().step_by(2).all(|state| nim_sum(state) == 0);
    sure(!tried.holds() || leaves_0, "the moves of A leave the sum 0")?;
    let replies = states.chunks(2).filter(|pair| pair.len() == 2).count();
    let known = Known::exhausted(states.len() as u64, words("D14.why", &[]));
    let beyond = say_known(
        "D14.leaves",
        &[&replies],
        Known::exhausted(replies as u64, "computed at each of them"),
    );
    let exhibit = finding::lines("The worked game", lines);
    Ok(tried.finding(known).statement(beyond).exhibit(exhibit))
}

/// The piles that are not empty, in order.
fn heaps(state: &[u64]) -> Vec<u64> {
    sorted(state.iter().copied().filter(|heap| *heap > 0))
}

fn read_states(text: &str) -> Result<Vec<Vec<u64>>> {
    let bad = |line: &str| Refusal::bad(format!("`{line}` is not a state"), "write 3,4,7");
    let piles = |line: &str| -> Result<Vec<u64>, ParseIntError> {
        line.split(',').map(|pile| pile.trim().parse()).collect()
    };
    data_lines(text).map(|line| piles(line).map_err(|_| bad(line))).collect()
}
