//! D12 to D14: the operation ⊕ and Nim.

use bouton_lab::rules::{Game, Limits, Refusal};

use crate::finding::{Counterexample, Exhibit, Finding, Known, Statement};
use crate::frame::Frame;
use crate::judge::{Judge, ascending, listed, name, nim_sum, with};

/// What becomes of two binary digits.
pub(super) type Digits = fn(i64, i64) -> i64;

/// As printed: (a - b)².
pub(super) const PRINTED: Digits = |a, b| (a - b) * (a - b);

fn digitwise(digits: Digits, a: u64, b: u64) -> u64 {
    let digit = |n: u64, place: u32| (n >> place & 1).cast_signed();
    (0..16).map(|place| digits(digit(a, place), digit(b, place)).cast_unsigned() << place).sum()
}

/// D12: with a ⊕ b = Σ (a_j - b_j)² 2^j the non-negative integers are an abelian group in which
/// each element is its own inverse. Decided column by column, where there are only the digits 0 and
/// 1, and on numbers.
pub(super) fn group(digits: Digits, frame: &Frame) -> Result<Finding, Refusal> {
    let mut against = column_law(digits);
    let below = frame.pick(32, 128);
    let mut cases = 8u128;
    let sum = |a, b| digitwise(digits, a, b);
    for (a, b) in (0..below).flat_map(|a| (0..below).map(move |b| (a, b))) {
        cases += u128::from(below);
        let failing = (0..below).find(|c| sum(sum(a, b), *c) != sum(a, sum(b, *c)));
        let broken = if let Some(c) = failing {
            Some(format!("({a}⊕{b})⊕{c} ≠ {a}⊕({b}⊕{c})"))
        } else if sum(a, b) != sum(b, a) {
            Some(format!("{a}⊕{b} ≠ {b}⊕{a}"))
        } else if sum(a, 0) != a {
            Some(format!("{a}⊕0 ≠ {a}"))
        } else if sum(a, a) != 0 {
            Some(format!("{a}⊕{a} = {}", sum(a, a)))
        } else if sum(a, b) != a ^ b {
            Some(format!("{a}⊕{b} = {}, but the exclusive or is {}", sum(a, b), a ^ b))
        } else {
            None
        };
        if let (Some(what), None) = (broken, &against) {
            against = Some(Counterexample::new(
                what,
                [format!("in binary: {a:b}, {b:b}")],
                "the first pair, row by row",
            ));
        }
    }
    Ok(Finding::decided(
        against,
        Known::exhausted(
            8,
            "⊕ works on each binary column alone, and a column is one of 0 and 1: the laws were \
             checked for all eight triples of digits, (a-b)² being addition modulo 2",
        ),
        cases,
        format!("all triples of digits, and all triples of numbers below {below}"),
    ))
}

/// The laws for digits, the printed step among them.
fn column_law(digits: Digits) -> Option<Counterexample> {
    let all = [0, 1];
    for (a, b, c) in (0..8).map(|triple| (triple >> 2, triple >> 1 & 1, triple & 1)) {
        let is_digit = all.contains(&digits(a, b));
        let step = digits(digits(a, b), c) == digits(digits(b, c), a);
        let laws = digits(a, b) == digits(b, a) && digits(a, a) == 0 && digits(a, 0) == a;
        if !(is_digit && step && laws) {
            let what = format!("for the digits a = {a}, b = {b}, c = {c} a law fails");
            let steps = [
                format!(
                    "a·b = {}, b·a = {}, a·a = {}, a·0 = {}",
                    digits(a, b),
                    digits(b, a),
                    digits(a, a),
                    digits(a, 0)
                ),
                format!(
                    "(a·b)·c = {}, (b·c)·a = {}",
                    digits(digits(a, b), c),
                    digits(digits(b, c), a)
                ),
            ];
            return Some(Counterexample::new(what, steps, "the first triple of digits"));
        }
    }
    None
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

/// D13: a Nim state wins iff a_1 ⊕ … ⊕ a_n ≠ 0, and then lowering a_k to a_k ⊕ a_0 wins. Decided
/// against the oracle.
pub(super) fn bouton(claim: Bouton, frame: &Frame) -> Result<Finding, Refusal> {
    let below = frame.pick(8, 12);
    let game = Game::parse("nim")?;
    let mut judge = Judge::new(&game, &frame.limits)?;
    let (mut cases, mut against) = (0, None);
    for piles in (1..=4).flat_map(|length| ascending(length, below, |_| true)) {
        cases += 1;
        let sum = nim_sum(piles.iter().copied());
        let loses = judge.is_p(&piles)?;
        let mut broken = None;
        if loses != (sum == claim.losing_sum) {
            broken = Some(format!(
                "{} {}, its ⊕-sum is {sum}",
                name(&piles),
                if loses { "loses" } else { "wins" }
            ));
        }
        for (index, pile) in piles.iter().enumerate().filter(|_| sum != 0) {
            let named = claim.any_pile || pile & (1 << sum.ilog2()) != 0;
            let reply = with(&piles, index, pile ^ sum);
            if named && !(pile ^ sum < *pile && judge.is_p(&reply)?) && broken.is_none() {
                broken = Some(format!(
                    "{}: the pile {pile} cannot be lowered to {pile} ⊕ {sum} = {}",
                    name(&piles),
                    pile ^ sum
                ));
            }
        }
        if let (Some(what), None) = (broken, &against) {
            let steps = piles
                .iter()
                .map(|pile| format!("{pile} = {pile:04b}"))
                .chain([format!("sum = {sum:04b}")]);
            against = Some(Counterexample::new(
                what,
                steps.collect::<Vec<_>>(),
                "the fewest piles, then the smallest sum",
            ));
        }
    }
    Ok(Finding::decided(
        against,
        Known::argument(
            "Bouton's theorem: a move from sum 0 changes it, and from another sum the \
             reply makes it 0; the printed induction is complete",
        ),
        cases,
        format!("all states of up to 4 piles below {below}, against the oracle"),
    ))
}

/// D14: the worked game, move by move. Decided by the rules and the oracle: each move is legal, B
/// loses throughout, each reply of A is what the theorem says, and A takes the last stone.
pub(super) fn worked_game(text: &str, limits: &Limits) -> Result<Finding, Refusal> {
    let states = read_states(text)?;
    let game = Game::parse("nim")?;
    let mut judge = Judge::new(&game, limits)?;
    let (mut lines, mut against) = (Vec::new(), None);
    for (index, state) in states.iter().enumerate() {
        let mover = if index % 2 == 0 { "B" } else { "A" };
        let sum = nim_sum(state.iter().copied());
        let loses = judge.is_p(state)?;
        lines.push(format!(
            "{:<9} {mover} to move, {} = {sum}, {}",
            name(state),
            listed(state, " ⊕ "),
            if loses { "lost" } else { "won" }
        ));
        let mut broken = None;
        if loses != (mover == "B") {
            broken = Some(format!(
                "at {} {mover} to move {}",
                name(state),
                if loses { "loses" } else { "wins" }
            ));
        }
        let end = vec![0; state.len()];
        let next = states.get(index + 1).unwrap_or(&end);
        if !judge.options(state).iter().any(|option| heaps(option) == heaps(next)) {
            broken = broken.or(Some(format!("{} cannot be moved to {}", name(state), name(next))));
        }
        if let (Some(what), None) = (broken, &against) {
            against = Some(Counterexample::new(what, lines.clone(), "the first move that fails"));
        }
    }
    if against.is_none() && states.len() % 2 == 1 {
        against = Some(Counterexample::new(
            "B would take the last stone",
            lines.clone(),
            "the last move",
        ));
    }
    let replies = states.chunks(2).filter(|pair| pair.len() == 2).count();
    Ok(Finding::decided(
        against,
        Known::exhausted(
            states.len() as u64,
            "each state and each move of the printed game was looked at",
        ),
        states.len() as u128,
        "the printed states, each with the move to the next one",
    )
    .statement(Statement::beyond(
        format!("each of A's {replies} moves leaves the ⊕-sum 0"),
        Known::exhausted(replies as u64, "computed at each of them"),
    ))
    .exhibit(Exhibit::Lines { caption: "The worked game".to_owned(), lines }))
}

/// The piles that are not empty, in order.
fn heaps(state: &[u64]) -> Vec<u64> {
    let mut heaps: Vec<u64> = state.iter().copied().filter(|heap| *heap > 0).collect();
    heaps.sort_unstable();
    heaps
}

fn read_states(text: &str) -> Result<Vec<Vec<u64>>, Refusal> {
    let lines =
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let piles = line.split(',').map(|pile| pile.trim().parse());
            piles
                .collect::<Result<Vec<u64>, _>>()
                .map_err(|_| Refusal::bad(format!("`{line}` is no state"), "write 3,4,7"))
        })
        .collect()
}
