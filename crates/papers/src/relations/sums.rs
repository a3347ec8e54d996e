//! D12 to D14: the operation ⊕ and Nim.

use crate::finding;
use crate::frame::{Frame, Result, sure};
use crate::judge::{Judge, ascending, listed, name, nim_sum, read_numbers, sorted, with};
use crate::words::words;

/// What becomes of two binary digits.
pub(super) type Digits = fn(i64, i64) -> i64;

/// As printed: (a - b)².
pub(super) const PRINTED: Digits = |a, b| (a - b) * (a - b);

fn digitwise(digits: Digits, a: u64, b: u64) -> u64 {
    let digit = |n: u64, place: u32| (n >> place & 1).cast_signed();
    (0..16).map(|place| digits(digit(a, place), digit(b, place)).cast_unsigned() << place).sum()
}

/// D12. Decided column by column, where there are only the digits 0 and 1, and on numbers.
pub(super) fn group(digits: Digits, frame: &Frame) -> Result {
    let below = frame.pick(32, 128);
    let triples = (0..8).map(|triple: i64| [triple >> 2, triple >> 1 & 1, triple & 1]);
    // The laws for digits, the printed step among them.
    let columns =
        frame.forall("the first triple of digits", triples).survey(|tried, [a, b, c]| {
            let is_digit = [0, 1].contains(&digits(a, b));
            let [one, other] = [digits(digits(a, b), c), digits(digits(b, c), a)];
            let laws = digits(a, b) == digits(b, a) && digits(a, a) == 0 && digits(a, 0) == a;
            tried.expect(is_digit && one == other && laws, || {
                let [ab, ba, aa, a0] = [digits(a, b), digits(b, a), digits(a, a), digits(a, 0)];
                words("D12.law", &[&a, &b, &c, &ab, &ba, &aa, &a0, &one, &other])
            });
        })?;
    let pairs = (0..below).flat_map(|a| (0..below).map(move |b| (a, b)));
    let pairs = frame.forall("the first pair, row by row", pairs).survey(|tried, (a, b)| {
        let sum = |a, b| digitwise(digits, a, b);
        let fails = |c: &u64| sum(sum(a, b), *c) != sum(a, sum(b, *c));
        let c = (0..below).find(fails).unwrap_or_default();
        tried.count(below.into());
        let [ab, aa] = [sum(a, b), sum(a, a)];
        let laws = [
            (sum(ab, c) == sum(a, sum(b, c)), format!("({a}⊕{b})⊕{c} ≠ {a}⊕({b}⊕{c})")),
            (ab == sum(b, a), format!("{a}⊕{b} ≠ {b}⊕{a}")),
            (sum(a, 0) == a, format!("{a}⊕0 ≠ {a}")),
            (aa == 0, format!("{a}⊕{a} = {aa}")),
            (ab == a ^ b, format!("{a}⊕{b} = {ab}, but the exclusive or is {}", a ^ b)),
        ];
        for (holds, what) in laws {
            tried.expect(holds, || (what, [format!("in binary: {a:b}, {b:b}")]));
        }
    })?;
    Ok(columns.and(pairs).argued("D12", &[&below]))
}

/// D13: a Nim state wins iff a_1 ⊕ … ⊕ a_n ≠ 0, the sum that loses, and then lowering a_k to a_k ⊕ a_0 wins. Any pile?
/// As printed, one with a one in the leading place of a_0. Decided against the oracle.
pub(super) fn bouton(losing_sum: u64, any_pile: bool, frame: &Frame) -> Result {
    let below = frame.pick(8, 12);
    let mut judge = Judge::of("nim", &frame.limits)?;
    let states = (1..=4).flat_map(|length| ascending(length, below, |_| true));
    let tried = frame.forall(words("D13.order", &[]), states).survey(|tried, piles| {
        let (name, sum) = (name(&piles), nim_sum(&piles));
        let steps = || {
            let piles = piles.iter().map(|pile| format!("{pile} = {pile:04b}"));
            piles.chain([format!("sum = {sum:04b}")]).collect::<Vec<_>>()
        };
        let loses = judge.is_p(&piles)?;
        tried.expect(loses == (sum == losing_sum), || {
            let does = if loses { "loses" } else { "wins" };
            (format!("{name} {does}, its ⊕-sum is {sum}"), steps())
        });
        for (index, pile) in piles.iter().enumerate().filter(|_| sum != 0) {
            let named = any_pile || pile & (1 << sum.ilog2()) != 0;
            let lowered = pile ^ sum;
            let wins = lowered < *pile && judge.is_p(&with(&piles, index, lowered))?;
            tried.expect(!named || wins, || {
                (words("D13.cannot", &[&name, pile, &sum, &lowered]), steps())
            });
        }
        Ok(())
    })?;
    Ok(tried.argued("D13", &[&below]))
}

/// D14: the worked game, move by move. Decided by the rules and the oracle: each move is legal, B
/// loses throughout, each reply of A is what the theorem says, and A takes the last stone.
pub(super) fn worked_game(text: &str, frame: &Frame) -> Result {
    let states = read_numbers(text)?;
    let mut judge = Judge::of("nim", &frame.limits)?;
    // The piles that are not empty.
    let heaps = |state: &[u64]| sorted(state.iter().copied().filter(|heap| *heap > 0));
    let mut lines = Vec::new();
    let order = "the first move that fails";
    let tried =
        frame.forall(order, states.iter().enumerate()).survey(|tried, (index, state)| {
            let mover = if index % 2 == 0 { "B" } else { "A" };
            let loses = judge.is_p(state)?;
            let (name, sum) = (name(state), nim_sum(state));
            let fate = if loses { "lost" } else { "won" };
            let sum = format!("{} = {sum}", listed(state, " ⊕ "));
            lines.push(format!("{name:<9} {mover} to move, {sum}, {fate}"));
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
    Ok(tried
        .argued("D14", &[&states.len()])
        .say("D14.leaves", &[&replies])
        .exhibit(finding::lines("The worked game", lines)))
}
