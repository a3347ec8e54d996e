//! Wythoff's game by the golden ratio.
//!
//! *Wythoff's theorem* (1907): with φ = (1+√5)/2, the P-positions are the pairs
//! (⌊kφ⌋, ⌊kφ⌋ + k) for k = 0, 1, 2, …, in either order. Each positive integer is in exactly one pair,
//! and each k is the difference of exactly one.
//!
//! *Every winning move.* So a position has at most one winning move of each kind: lower the second
//! heap to the partner of the first, the first to the partner of the second, or both to the pair
//! with the same difference.
//!
//! *Arithmetic.* ⌊kφ⌋ = ⌊(k + ⌊√(5k²)⌋)/2⌋ exactly. Since ⌊jφ⌋ = n iff n/φ ≤ j < (n+1)/φ, and
//! ⌊jφ⌋ + j = ⌊jφ²⌋, with s = ⌊(n+1)φ⌋ the only candidate for the number of n's pair is
//! ⌊(n+1)/φ⌋ = s - (n+1) if n is the smaller and ⌊(n+1)/φ²⌋ = 2(n+1) - s - 1 if it is the larger.
//!
//! *Windows.* So row y of a chart has one P-position, at the partner of y, wherever the window lies.

use bouton_rules::{Game, LatticeMove, LatticeRules, Limits, MAX_NUMBER, Refusal, Spec};
use bouton_values::to_index;

use super::valued_where_lost;
use crate::ask::{Ask, Window};
use crate::engine::{Declined, Engine, Run, normal, pair, run};
use crate::finding::{Bits, Chart, Finding, Solution};

/// Wythoff's game under normal play.
pub(crate) struct WythoffGolden;

impl Engine for WythoffGolden {
    fn name(&self) -> &'static str {
        "wythoff-golden"
    }

    fn theorem(&self) -> &'static str {
        "Wythoff's theorem: the positions lost for the mover are (⌊kφ⌋, ⌊kφ⌋ + k) in either order"
    }

    fn prepare<'a>(&self, game: &'a Game, ask: &'a Ask) -> Result<Run<'a>, Declined> {
        match normal(game)? {
            Spec::Lattice(rules) if is_queen(rules) => {}
            _ => return Declined::because("the moves are not those of Wythoff's queen"),
        }
        match ask {
            Ask::Chart { window, beside }
                if beside.is_empty() && window.x.end.max(window.y.end) > MAX_NUMBER + 1 =>
            {
                Declined::because(format!("the window reaches beyond {MAX_NUMBER}"))
            }
            Ask::Chart { window, beside } if beside.is_empty() => {
                run(Finding::Chart, move |limits| chart(window, limits))
            }
            Ask::Solve(_) => {
                let [a, b] = pair(ask, "a pair")?;
                run(Finding::Solution, move |_| Ok(solve(a, b)))
            }
            _ => Declined::because("this engine solves positions and draws windows"),
        }
    }
}

/// Two coordinates and exactly the rays (1,0), (0,1) and (1,1)?
fn is_queen(rules: &LatticeRules) -> bool {
    let rays = [vec![1, 0], vec![0, 1], vec![1, 1]].map(|vector| LatticeMove { vector, ray: true });
    rules.moves.len() == rays.len() && rays.iter().all(|ray| rules.moves.contains(ray))
}

/// Steps to find a partner, and to lay out 64 cells.
const PARTNER_STEPS: u128 = 1000;
const WORD_STEPS: u128 = 1;

/// The window, a bit in each row whose P-position it holds.
fn chart(window: &Window, limits: &Limits) -> Result<Chart, Refusal> {
    let length = |range: &std::ops::Range<u64>| range.end.saturating_sub(range.start);
    let (width, height) = (length(&window.x), length(&window.y));
    let words = u128::from(width.div_ceil(64));
    let bytes = words * 8 + size_of::<Bits>() as u128;
    limits.check_memory("the chart", u128::from(height).saturating_mul(bytes))?;
    let steps = PARTNER_STEPS + words * WORD_STEPS;
    limits.check_steps("the chart", u128::from(height).saturating_mul(steps))?;
    let mut rows = Vec::with_capacity(to_index(height));
    for y in window.y.clone() {
        if (y - window.y.start).is_multiple_of(1 << 10) {
            limits.progress(y - window.y.start, height)?;
        }
        let mut row = vec![0; to_index(words)];
        let partner = Pair::containing(y).partner(y);
        if window.x.contains(&partner) {
            let at = partner - window.x.start;
            row[to_index(at / 64)] = 1 << (at % 64);
        }
        rows.push(Bits::new(row, to_index(width)));
    }
    Ok(Chart::Losing(rows))
}

fn solve(a: u64, b: u64) -> Solution {
    let (of_a, of_b) = (Pair::containing(a), Pair::containing(b));
    let (to_a, to_b) = (of_b.partner(b), of_a.partner(a));
    let same = Pair::numbered(a.abs_diff(b));
    let mut moves = Vec::new();
    if to_b < b {
        moves.push((vec![a, to_b], format!("{of_a}, so lower {b} to {to_b}")));
    }
    if to_a < a {
        moves.push((vec![to_a, b], format!("{of_b}, so lower {a} to {to_a}")));
    }
    if same.small < a.min(b) {
        let taken = a.min(b) - same.small;
        let reason = match same.number {
            0 => "the heaps are equal".to_owned(),
            _ => format!("{same} with the same difference"),
        };
        let reason = format!("{reason}, so take {taken} from both heaps");
        moves.push((vec![a - taken, b - taken], reason));
    }
    let (winning, mut reasons): (Vec<_>, Vec<_>) = moves.into_iter().unzip();
    if winning.is_empty() {
        reasons.push(explain_loss(&same));
    }
    // Of two equal heaps either may be lowered, for one reason.
    reasons.dedup();
    valued_where_lost(winning, reasons)
}

/// A Wythoff pair: (⌊kφ⌋, ⌊kφ⌋ + k).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pair {
    number: u64,
    small: u64,
}

impl Pair {
    fn numbered(number: u64) -> Pair {
        let small = u64::try_from(times_phi(number.into())).expect("φ·10¹⁸ is less than 2⁶⁴");
        Pair { number, small }
    }

    /// The one pair that contains `n`.
    fn containing(n: u64) -> Pair {
        let next = u128::from(n) + 1;
        let if_small = times_phi(next) - next;
        let if_large = 2 * next - times_phi(next) - 1;
        let number = if times_phi(if_small) == u128::from(n) { if_small } else { if_large };
        Pair::numbered(u64::try_from(number).expect("a pair's number is at most its members"))
    }

    fn large(&self) -> u64 {
        self.small + self.number
    }

    fn partner(&self, member: u64) -> u64 {
        if member == self.small { self.large() } else { self.small }
    }
}

/// "809 = ⌊500·φ⌋ and 1309 = 809 + 500 are Wythoff pair number 500".
impl std::fmt::Display for Pair {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (k, small, large) = (self.number, self.small, self.large());
        write!(f, "{small} = ⌊{k}·φ⌋ and {large} = {small} + {k} are Wythoff pair number {k}")
    }
}

/// ⌊kφ⌋.
fn times_phi(k: u128) -> u128 {
    (k + (5 * k * k).isqrt()) / 2
}

fn explain_loss(pair: &Pair) -> String {
    match pair.number {
        0 => "both heaps are empty: the mover is stuck and loses".to_owned(),
        _ => format!(
            "{pair}: no move leads from one such pair to another, and any other position has a \
             move to one"
        ),
    }
}

#[cfg(test)]
mod tests {
    use bouton_oracle::Oracle;
    use bouton_rules::{FiniteGame, Position};
    use bouton_values::Outcome;
    use proptest::prelude::*;

    use super::*;
    use crate::LADDER;
    use crate::closed::{assert_declines, number, tuples};
    use crate::lattice::LatticeTable;
    use crate::testing::{assert_equals_oracle, solve_with};

    #[test]
    fn equals_the_oracle_on_all_small_positions() {
        assert_equals_oracle(&WythoffGolden, "wythoff", tuples(2, 100));
    }

    fn chart_with(
        engine: &dyn Engine,
        game: &Game,
        x: std::ops::Range<u64>,
        y: std::ops::Range<u64>,
    ) -> Vec<Bits> {
        let ask = Ask::chart(Window { x, y }, Vec::new());
        let run = engine.prepare(game, &ask).expect("a window is accepted");
        match run(&Limits::default()) {
            Ok(Finding::Chart(Chart::Losing(rows))) => rows,
            other => panic!("a chart was asked for, found {other:?}"),
        }
    }

    /// All windows with corners below 14, the empty ones among them.
    #[test]
    fn small_windows_equal_the_oracle() {
        let game = Game::parse("wythoff").unwrap();
        let mut oracle = Oracle::new(game.finite().unwrap(), Limits::default());
        let mut is_lost = |x, y| oracle.outcome(&Position::Tuple(vec![x, y])) == Ok(Outcome::P);
        for corners in tuples(4, 14) {
            let (x, y) = (corners[0]..corners[1], corners[2]..corners[3]);
            let wanted: Vec<Bits> =
                y.clone().map(|y| x.clone().map(|x| is_lost(x, y)).collect()).collect();
            assert_eq!(
                chart_with(&WythoffGolden, &game, x.clone(), y.clone()),
                wanted,
                "{x:?} {y:?}"
            );
        }
    }

    /// Widths and starts next to a word's, on the diagonal, where it leaves a tile, and off it.
    #[test]
    fn windows_at_the_edges_of_words_equal_the_table() {
        let game = Game::parse("wythoff").unwrap();
        let near = [0, 1, 62, 63, 64, 65, 127, 128, 129];
        let whole = chart_with(&LatticeTable, &game, 0..700, 0..700);
        for (start, width) in near.into_iter().flat_map(|start| near.map(|width| (start, width))) {
            for y in [0..130, start..start + width + 1, 100..165, 250..700] {
                for x in [start..start + width, 3 * start..3 * start + width] {
                    let found = chart_with(&WythoffGolden, &game, x.clone(), y.clone());
                    assert_eq!(found.len() as u64, y.end - y.start);
                    for (row, y) in found.iter().zip(y.clone()) {
                        let wanted = x.clone().map(|x| whole[y as usize].get(x as usize));
                        assert_eq!(*row, wanted.collect(), "row {y} of {x:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn charts_of_recognised_texts_are_drawn_here() {
        let text = "
game queen
position file, rank
move     k >= 1: file' = file - k, rank' = rank - k
move     j >= 1: rank' = rank - j
move     k >= 1: file' = file - k
";
        let far = MAX_NUMBER - 255..MAX_NUMBER + 1;
        let ask = Ask::chart(Window { x: far.clone(), y: far.clone() }, Vec::new());
        for (game, wanted) in [
            ("wythoff", "wythoff-golden"),
            (text, "wythoff-golden"),
            ("wythoff/misere", "proved-automata"),
            ("euclid", "lattice-table"),
        ] {
            let game = Game::parse(game).unwrap();
            let first = LADDER.iter().find(|engine| engine.prepare(&game, &ask).is_ok());
            assert_eq!(first.map(|engine| engine.name()), Some(wanted), "{}", game.text());
        }
        let game = Game::parse(text).unwrap();
        assert!(
            chart_with(&WythoffGolden, &game, far.clone(), far).iter().all(|row| row.len() == 256)
        );
        let beyond = Ask::chart(Window { x: 0..MAX_NUMBER + 2, y: 0..1 }, Vec::new());
        assert!(WythoffGolden.prepare(&game, &beyond).is_err());
    }

    #[test]
    fn too_large_charts_are_refused_with_numbers() {
        let game = Game::parse("wythoff").unwrap();
        for (x, y) in [(0..MAX_NUMBER, 0..1), (0..1, 0..MAX_NUMBER), (0..MAX_NUMBER, 0..MAX_NUMBER)]
        {
            let ask = Ask::chart(Window { x, y }, Vec::new());
            let refusal = WythoffGolden.prepare(&game, &ask).unwrap()(&Limits::default());
            assert!(matches!(refusal, Err(Refusal::Limit { .. })), "{refusal:?}");
        }
    }

    /// Each pair's smaller number is the least not used before, its larger one the smaller plus its
    /// number: the recursion by which Wythoff defines them.
    #[test]
    fn the_pairs_obey_the_recursion() {
        let mut partner = vec![None; 30_000];
        partner[0] = Some((0, 0));
        for k in 1.. {
            let Some(small) = partner.iter().position(Option::is_none) else { break };
            partner[small] = Some((small + k, k));
            if let Some(entry) = partner.get_mut(small + k) {
                *entry = Some((small, k));
            }
        }
        for (n, entry) in partner.iter().enumerate() {
            let (other, k) = entry.unwrap();
            let expected = Pair { number: k as u64, small: n.min(other) as u64 };
            assert_eq!(Pair::containing(n as u64), expected);
            assert_eq!(Pair::numbered(k as u64), expected);
        }
    }

    #[test]
    fn the_rays_may_come_in_any_order_but_no_other_may_come() {
        let queen = Game::parse("wythoff").unwrap();
        let Some(FiniteGame { spec: Spec::Lattice(rules), .. }) = queen.finite() else {
            panic!("Wythoff's game is a lattice game")
        };
        let mut turned = rules.clone();
        turned.moves.reverse();
        assert!(is_queen(&turned));
        turned.moves[0].vector = vec![1, 2];
        assert!(!is_queen(&turned));
        let mut more = rules.clone();
        more.moves.push(LatticeMove { vector: vec![2, 1], ray: true });
        assert!(!is_queen(&more));
        let mut step = rules.clone();
        step.moves[1].ray = false;
        assert!(!is_queen(&step));
    }

    #[test]
    fn other_games_are_declined() {
        for game in ["rook", "king", "wythoff/misere", "nim", "euclid"] {
            assert_declines(&WythoffGolden, game, "3,5");
        }
        assert_declines(&WythoffGolden, "rook:3", "3,5,7");
    }

    #[test]
    fn the_reason_names_the_pair() {
        let solution = solve_with(&WythoffGolden, "wythoff", &[1309, 809]);
        let pair = "809 = ⌊500·φ⌋ and 1309 = 809 + 500 are Wythoff pair number 500";
        assert!(solution.reasons[0].starts_with(pair), "{:?}", solution.reasons);
    }

    /// Is `small` the floor of kφ? By φ² = φ + 1 alone, without a root.
    fn is_floor(small: u64, k: u64) -> bool {
        let below = |n: u128, k: u128| n * n < n * k + k * k || n == 0;
        below(small.into(), k.into()) && !below(u128::from(small) + 1, k.into())
    }

    proptest! {
        #[test]
        fn huge_positions_obey_the_lemmas(a in number(), b in number(), k in number()) {
            let near = Pair::numbered(k);
            prop_assert!(is_floor(near.small, k));
            let mut starts = vec![[a, b]];
            if near.large() <= MAX_NUMBER {
                starts.push([near.small, near.large()]);
                starts.push([near.large(), near.small + 1]);
            }
            for [a, b] in starts {
                let solution = solve_with(&WythoffGolden, "wythoff", &[a, b]);
                let lost = is_floor(a.min(b), a.abs_diff(b));
                prop_assert_eq!(solution.outcome == Outcome::P, lost);
                for option in &solution.left {
                    let option = option.tuple().unwrap();
                    prop_assert!(is_floor(option[0].min(option[1]), option[0].abs_diff(option[1])));
                    let (from_a, from_b) = (a - option[0], b - option[1]);
                    prop_assert!(from_a + from_b > 0);
                    prop_assert!(from_a == 0 || from_b == 0 || from_a == from_b);
                }
            }
        }

        #[test]
        fn larger_windows_equal_the_table(
            x in 0..3_000u64, y in 0..3_000u64, width in 1..200u64, height in 1..200u64,
        ) {
            let game = Game::parse("wythoff").unwrap();
            let [golden, table]: [&dyn Engine; 2] = [&WythoffGolden, &LatticeTable];
            let [golden, table] =
                [golden, table].map(|engine| chart_with(engine, &game, x..x + width, y..y + height));
            prop_assert_eq!(golden, table);
        }

        /// A window around a pair of any size shows it, and what φ² = φ + 1 says of the others.
        #[test]
        fn huge_windows_obey_the_lemmas(k in 0..MAX_NUMBER / 3, left in 0..70u64, below in 0..70u64) {
            let game = Game::parse("wythoff").unwrap();
            let pair = Pair::numbered(k);
            for [a, b] in [[pair.small, pair.large()], [pair.large(), pair.small]] {
                let (x, y) = (a.saturating_sub(left), b.saturating_sub(below));
                let rows = chart_with(&WythoffGolden, &game, x..x + 70, y..y + 70);
                prop_assert!(rows[(b - y) as usize].get((a - x) as usize));
                for (row, y) in rows.iter().zip(y..) {
                    let wanted = (x..x + 70).map(|x| is_floor(x.min(y), x.abs_diff(y)));
                    prop_assert_eq!(row, &wanted.collect::<Bits>());
                }
            }
        }

        /// From above a pair, in each of the three directions, the way back to it is listed.
        #[test]
        fn every_way_to_a_pair_is_found(k in 0..MAX_NUMBER / 3, pick: u64) {
            let Pair { small, .. } = Pair::numbered(k);
            prop_assert!(is_floor(small, k));
            let by = 1 + pick % (MAX_NUMBER - small - k);
            let pair = Position::Tuple(vec![small, small + k]);
            for (up, right) in [(by, 0), (0, by), (by, by)] {
                let above = [small + up, small + k + right];
                let solution = solve_with(&WythoffGolden, "wythoff", &above);
                prop_assert!(solution.left.contains(&pair), "{:?}", above);
            }
        }
    }
}
