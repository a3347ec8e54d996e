//! D7 to D9: Nim on the real line, by exact arithmetic.

use bouton_lab::rules::{Game, Kind, Limits, Position, Refusal};
use bouton_lab::{Ask, Finding as Found, Question, Solution, answer};
use dashu_ratio::RBig;

use super::expansion::{Expansion, Fraction, number};
use crate::finding::{self, Counterexample, Finding, Known};
use crate::frame::{Frame, Result, Tried, sure};
use crate::judge::{distinct, listed, tuples};
use crate::words::{looked, words};

/// A set L = {(a, φ(a))} with φ given exactly, where it is defined.
#[derive(Clone, Copy)]
pub(super) struct Curve {
    /// φ, as the game `real-nim` takes it if it is a bijection; for people otherwise.
    pub(super) text: &'static str,
    /// φ(a), or nothing where it is not defined.
    pub(super) phi: fn(&RBig) -> Option<RBig>,
    /// The a with φ(a) = b, or nothing if there is none. Asked on `heights` only.
    pub(super) back: fn(&RBig) -> Option<RBig>,
    /// Heights b for which `back` is rational or there is none, one for each x.
    pub(super) heights: fn(&RBig) -> RBig,
    /// Is it an increasing bijection of [0, ∞), which the engine knows, too?
    pub(super) is_bijection: bool,
}

fn square(x: &RBig) -> RBig {
    x * x
}

/// The square root of a number that is a square of a multiple of 1/12.
fn root(b: &RBig) -> Option<RBig> {
    (0..=12 * 40).map(|n| number((n, 12))).find(|x| square(x) == *b)
}

/// φ(x) = x.
const LINE: Curve = Curve {
    text: "x",
    phi: |a| Some(a.clone()),
    back: |b| Some(b.clone()),
    heights: |x| x.clone(),
    is_bijection: true,
};

/// φ(x) = x, 2x and x².
pub(super) const BIJECTIONS: [Curve; 3] = [
    LINE,
    Curve { text: "2x", phi: |a| Some(a + a), back: |b| Some(b / number((2, 1))), ..LINE },
    Curve { text: "x^2", phi: |a| Some(square(a)), back: root, heights: square, ..LINE },
];

/// φ(a) = a/(1-a) for a < 1: increasing and onto, but not defined everywhere.
pub(super) const HALF_LINE: Curve = Curve {
    text: "a/(1-a) for a < 1",
    phi: |a| (*a < RBig::ONE).then(|| a / (RBig::ONE - a)),
    back: |b| Some(b / (RBig::ONE + b)),
    is_bijection: false,
    ..LINE
};

/// Is (a,b) in L?
fn is_losing(curve: &Curve, a: &RBig, b: &RBig) -> bool {
    (curve.phi)(a).as_ref() == Some(b)
}

/// Where the definition of a game or a cogame fails.
fn failure(curve: &Curve, a: &RBig, b: &RBig, upwards: bool) -> Option<String> {
    // The only states of L that share a number with (a,b).
    let beside =
        [(curve.phi)(a).map(|height| (a.clone(), height)), (curve.back)(b).map(|x| (x, b.clone()))];
    let is_move = |(x, y): &(RBig, RBig)| match upwards {
        false => x < a || y < b,
        true => x > a || y > b,
    };
    let reached = beside.into_iter().flatten().find(is_move);
    let (from, word) = if upwards { ("comes from", "above") } else { ("moves to", "below") };
    match (is_losing(curve, a, b), reached) {
        (true, Some((x, y))) => Some(format!("({a},{b}) is in L and {from} ({x},{y}) in L")),
        (false, None) => Some(format!("({a},{b}) is not in L, and no state of L lies {word} it")),
        _ => None,
    }
}

/// Pairs of multiples of 1/4 or 1/3, the second ones as heights.
fn states(curve: &Curve, frame: &Frame) -> Vec<(RBig, RBig)> {
    let xs = grid(frame.pick(3, 6), &[3, 4]);
    xs.iter().flat_map(|a| xs.iter().map(|x| (a.clone(), (curve.heights)(x)))).collect()
}

/// A set is a structure, or a cogame, at all samples.
fn search(curve: &Curve, frame: &Frame, upwards: bool) -> Result<Tried> {
    let mut states = states(curve, frame);
    states.sort_by_key(|(a, b)| (a + b, a.clone()));
    frame.forall("the smallest sum", states).survey(|tried, (a, b)| {
        let failure = failure(curve, &a, &b, upwards);
        tried.none(failure, |what| words("D7.fails", &[&what, &curve.text]));
    })
}

/// D7. Decided on rational pairs by exact arithmetic, and against the engine for real-valued Nim.
pub(super) fn phi_is_structure(curves: &[Curve], frame: &Frame) -> Result {
    let both = curves.iter().flat_map(|curve| [false, true].map(|upwards| (curve, upwards)));
    let mut tried = Tried::joined(both.map(|(curve, upwards)| search(curve, frame, upwards)))?;
    for curve in curves.iter().filter(|curve| curve.is_bijection) {
        tried.cases += engine_agrees(curve, frame)?;
    }
    let texts = listed(curves.iter().map(|curve| curve.text), ", ");
    Ok(tried.argued("D7", &[&texts]))
}

/// The engine finds the same winner, and its reply is a legal move into L.
fn engine_agrees(curve: &Curve, frame: &Frame) -> Result<u128> {
    let game = Game::parse(&format!("real-nim:{}", curve.text))?;
    let positions = states(curve, frame);
    let tried = frame.forall("the smallest pile", positions).survey(|_, (a, b)| {
        let solution = solve(&game, vec![a.clone(), b.clone()], &frame.limits)?;
        let replies_well = solution.left.iter().all(|reply| match (game.kind(), reply) {
            (Kind::Real(rules), Position::Real(piles)) => {
                rules.is_option(&[a.clone(), b.clone()], piles)
                    && is_losing(curve, &piles[0], &piles[1])
            }
            _ => false,
        });
        let is_right = solution.left.is_empty() == is_losing(curve, &a, &b) && replies_well;
        sure(is_right, format!("the engine at ({a},{b}) for φ = {}", curve.text))
    })?;
    Ok(tried.cases)
}

fn solve(game: &Game, piles: Vec<RBig>, limits: &Limits) -> Result<Solution> {
    let ask = Ask::Solve(Position::Real(piles));
    match answer(&Question::new(game.clone(), ask).within(limits))?.finding {
        Found::Solution(solution) => Ok(solution),
        _ => Err(Refusal::bug("a position of real-valued Nim has no solution")),
    }
}

/// D9. Decided for sets that are structures: where one of them is not a cogame, the answer is no.
pub(super) fn structures_are_cogames(curves: &[Curve], frame: &Frame) -> Result {
    let texts = listed(curves.iter().map(|curve| curve.text), ", ");
    let tried = frame.forall(words("D9.order", &[]), curves).survey(|tried, curve| {
        let [structure, cogame] = [search(curve, frame, false)?, search(curve, frame, true)?];
        tried.count(structure.cases + cogame.cases);
        let is_structure = structure.holds();
        let against = cogame.against.filter(|_| is_structure);
        tried.none(against, |against| words("D9.fails", &[&against.what, &curve.text]));
        Ok(())
    })?;
    let finding = tried.finding("D9", &[&texts], Known::up_to(format!("φ = {texts}")));
    Ok(finding.if_refuted(|finding| finding.say("D9.corrected", &[]).say("D9.all", &[])))
}

/// Where plain ⊕ on the reals breaks, as the question D8 has it.
pub(super) const BREAKS: [Fraction; 3] = [(2, 3), (1, 3), (1, 1)];

/// D8: does real-valued Nim generalise to n > 2 piles? What works is checked: ⊕ of finite expansions on the dyadic
/// rationals, and through Minkowski's ? on all rationals. That ⊕ of endless expansions fails is shown at a position.
pub(super) fn more_piles(claim: &[Fraction], frame: &Frame) -> Result {
    let (broken, lines) = xor_breaks(claim);
    let quarters: Vec<RBig> = (0..=frame.pick(6, 12)).map(|n| number((n, 4))).collect();
    let dyadic = kernel_on_grid("dyadic-nim", &quarters, frame)?;
    let rational = kernel_on_grid("rational-nim", &grid(frame.pick(2, 3), &[1, 2, 3]), frame)?;
    let piles = listed(claim.iter().map(|pile| number(*pile)), ",");
    let enumerated = looked("D8", &[&dyadic, &rational, &frame.pick(3, 4), &piles]);
    let cases = dyadic + rational + 1;
    if !broken {
        let wrong = Counterexample::from((words("D8.works", &[&piles]), lines));
        let wrong = wrong.in_order("the only case");
        return Ok(Finding::decided(Some(wrong), Known::by_example(), cases, enumerated));
    }
    Ok(Finding::open(words("D8.open", &[]), cases, enumerated)
        .say("D8.dyadic", &[])
        .say("D8.rational", &[])
        .say("D8.continuous", &[])
        .say("D8.breaks", &[&piles])
        .exhibit(finding::lines("Where plain ⊕ breaks", lines)))
}

/// Is the position outside L = {sum of the digits 0}, without a move into L? And why, line by line.
fn xor_breaks(piles: &[Fraction]) -> (bool, Vec<String>) {
    let digits = Expansion::of_all(piles);
    let sum = digits.iter().copied().reduce(Expansion::xor).expect("there are piles");
    let piles: Vec<RBig> = piles.iter().copied().map(number).collect();
    let all = piles.iter().zip(&digits);
    let mut lines: Vec<String> = all.map(|(pile, digits)| format!("{pile} = {digits}")).collect();
    lines.push(format!("sum = {sum}"));
    let mut breaks = !sum.is_zero();
    for (pile, digits) in piles.iter().zip(&digits) {
        let wanted = sum.xor(*digits);
        let value = wanted.value();
        let why = if wanted.ends_in_ones() {
            format!("which is not the usual expansion of any number (it sums up to {value})")
        } else if value < *pile {
            breaks = false;
            format!("the number {value}: a move into L")
        } else {
            format!("the number {value}, which is not less")
        };
        lines.push(format!("{pile} would have to become {wanted}, {why}"));
    }
    (breaks, lines)
}

/// Multiples of 1/below up to `most`.
fn grid(most: u64, belows: &[u64]) -> Vec<RBig> {
    let multiples = |below: u64| (0..=most * below).map(move |n| number((n, below)));
    distinct(belows.iter().copied().flat_map(multiples))
}

/// Checks the kernel on all positions of up to three piles from a grid: a losing one has no losing option in the grid,
/// another one has the losing option that the engine names. How many positions there are.
fn kernel_on_grid(name: &str, grid: &[RBig], frame: &Frame) -> Result<u128> {
    let game = Game::parse(name)?;
    let Kind::Real(rules) = game.kind() else {
        return Err(Refusal::bug(format!("{name} is not real-valued")));
    };
    let positions = (1..=frame.pick(3, 4)).flat_map(|length| tuples(length, grid));
    let tried = frame.forall("the fewest piles", positions).survey(|_, piles| {
        let mut is_kernel = true;
        if rules.is_losing(&piles)? {
            let places =
                (0..piles.len()).flat_map(|place| grid.iter().map(move |pile| (place, pile)));
            for (place, lower) in places.filter(|(place, lower)| **lower < piles[*place]) {
                let mut option = piles.clone();
                option[place] = lower.clone();
                is_kernel &= !rules.is_losing(&option)?;
            }
        } else {
            let solution = solve(&game, piles.clone(), &frame.limits)?;
            is_kernel = match solution.left.first() {
                Some(Position::Real(reply)) => {
                    rules.is_option(&piles, reply) && rules.is_losing(reply)?
                }
                _ => false,
            };
        }
        sure(is_kernel, format!("the kernel of {name} at {piles:?}"))
    })?;
    Ok(tried.cases)
}
