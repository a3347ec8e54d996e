//! Nimrod outside its core, by sectors.
//!
//! *Sector theorem* (Henle and Schlatter, *Nimrod*, proposition 3; its formulas are missing from the source and
//! were reconstructed from its proof): at pile p and rate r the mover
//! * wins by q = r-1 in A_k: (2k-1)r - k - 1 < p < 2kr - 3k, k ≥ 1;
//! * wins by q = r in B_k: (2k-1)r + k - 2 < p < 2kr - k, k ≥ 1;
//! * wins by q = r+1 in C_k: (2k-1)r + 3k - 3 < p < 2kr + k, k ≥ 1;
//! * loses in D_k: 2kr + k - 1 < p < (2k+1)r - k - 1, k ≥ 0.
//!
//! It needs no further condition: for all p ≥ 0 and r ≥ 1 a sector that contains p decides.
//!
//! *Proof*, by induction on p. The moves named lead from A_k, B_k and C_k into D_(k-1): put
//! p = p' + q. They are legal: A_k contains an integer only if r ≥ 2k+1, so r-1 is positive, and the
//! left ends show p ≥ q. In D_0 the pile is below r-1 and there is no move. D_k with k ≥ 1 contains
//! an integer only if r ≥ 2k+2, and the moves r-1, r, r+1 lead from it into C_k, B_k, A_k. ∎
//!
//! *Coverage.* Each sector of D_0, A_1, B_1, C_1, D_1, A_2, … starts at the latest right after the
//! one before, except that A_k reaches B_k only if r ≥ 4k-1, and B_k reaches C_k only if r ≥ 4k-2. So
//! below p = r²/2 + r/4 - 3/2, where A_k first misses B_k, each position lies in a sector. What lies
//! above is the *core*, which the sectors decide in part.
//!
//! *Every winning move.* An option is a winning move iff it is lost. Its sector decides; if it has none,
//! the sectors of its own options may. Where they do not, the engine declines. That happens in the
//! core only: outside, an option has no sector only if r = 4k-1 and q = r-1 leads to the very point
//! where A_k first misses B_k, and from there each option lies in a sector, or the pile is 0.

use std::fmt;

use bouton_rules::{Game, RateRules, Spec};

use super::valued_where_lost;
use crate::ask::Ask;
use crate::engine::{Declined, Engine, Run, normal, pair, run};
use crate::finding::{Finding, Solution};

/// Nimrod under normal play, for positions in a sector.
pub(crate) struct NimrodSectors;

impl Engine for NimrodSectors {
    fn name(&self) -> &'static str {
        "nimrod-sectors"
    }

    fn theorem(&self) -> &'static str {
        "the sector theorem of Henle and Schlatter: A_k, B_k, C_k are won by q = r-1, r, r+1, and \
         D_k is lost"
    }

    fn prepare<'a>(&self, game: &'a Game, ask: &'a Ask) -> Result<Run<'a>, Declined> {
        let rules = nimrod(game)?;
        let [pile, rate] = pair(ask, "a pile with a rate")?;
        let solution = solve(rules, pile, rate)?;
        run(Finding::Solution, move |_| Ok(solution))
    }
}

/// The rules, if they are those of Nimrod under normal play.
pub(crate) fn nimrod(game: &Game) -> Result<&RateRules, Declined> {
    match normal(game)? {
        Spec::Rate(rules) if rules.reach == 1 => Ok(rules),
        Spec::Rate(rules) => {
            Declined::because(format!("the rate changes by {}, not 1", rules.reach))
        }
        _ => Declined::because("the moves are not those of Nimrod"),
    }
}

fn solve(rules: &RateRules, pile: u64, rate: u64) -> Result<Solution, Declined> {
    let Some(sector) = sector(pile, rate) else { return Declined::because(no_sector(pile, rate)) };
    let mut winning = Vec::new();
    for chosen in rules.choices(pile, rate) {
        let rest = pile - chosen;
        match wins_within(rules, rest, chosen, LOOK_AHEAD) {
            Some(true) => {}
            Some(false) => winning.push(vec![rest, chosen]),
            None => {
                return Declined::because(format!(
                    "({pile},{rate}) lies in {sector} and is {}, but its option ({rest},{chosen}) \
                     lies in the core: not every winning move would be known",
                    if sector.is_won() { "won" } else { "lost" }
                ));
            }
        }
    }
    let in_sectors = sectors(pile, rate).map(|sector| explain(sector, pile, rate));
    let in_core = winning.iter().filter_map(|option| explain_in_core(option[0], option[1]));
    let reasons = in_sectors.chain(in_core).collect();
    Ok(valued_where_lost(winning, reasons))
}

/// For how many moves an option without a sector is followed: one is enough outside the core.
const LOOK_AHEAD: u32 = 1;

/// Does the mover win? By the sector or, without one, by the options, followed this many moves.
fn wins_within(rules: &RateRules, pile: u64, rate: u64, moves: u32) -> Option<bool> {
    if let Some(sector) = sector(pile, rate) {
        return Some(sector.is_won());
    }
    let mut all_known = true;
    for chosen in rules.choices(pile, rate) {
        let wins = match moves.checked_sub(1) {
            Some(moves) => wins_within(rules, pile - chosen, chosen, moves),
            None => None,
        };
        match wins {
            Some(false) => return Some(true),
            Some(true) => {}
            None => all_known = false,
        }
    }
    all_known.then_some(false)
}

/// A sector that contains the position, if there is one.
#[must_use]
pub fn sector(pile: u64, rate: u64) -> Option<Sector> {
    sectors(pile, rate).next()
}

/// All sectors that contain the position: one of kind D, or up to three of the others.
fn sectors(pile: u64, rate: u64) -> impl Iterator<Item = Sector> {
    SectorKind::ALL.into_iter().filter_map(move |kind| Sector::containing(kind, pile, rate))
}

/// A sector of Nimrod's quarter plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sector {
    /// Which of the four kinds.
    pub kind: SectorKind,
    /// Its number: from 1 for A, B and C, from 0 for D.
    pub k: u64,
}

/// The four kinds of sectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SectorKind {
    /// Won by the rate r-1.
    A,
    /// Won by the rate r.
    B,
    /// Won by the rate r+1.
    C,
    /// Lost.
    D,
}

impl SectorKind {
    /// All four kinds.
    pub const ALL: [SectorKind; 4] = [SectorKind::A, SectorKind::B, SectorKind::C, SectorKind::D];

    /// At rate r the ends of sector k are u·k + v, for (u, v) as given on the left and the right.
    fn ends(self, rate: u64) -> [(i128, i128); 2] {
        let r = i128::from(rate);
        match self {
            SectorKind::A => [(2 * r - 1, -r - 1), (2 * r - 3, 0)],
            SectorKind::B => [(2 * r + 1, -r - 2), (2 * r - 1, 0)],
            SectorKind::C => [(2 * r + 3, -r - 3), (2 * r + 1, 0)],
            SectorKind::D => [(2 * r + 1, -1), (2 * r - 1, r - 1)],
        }
    }

    fn first(self) -> i128 {
        i128::from(self != SectorKind::D)
    }
}

impl Sector {
    /// The sector of this kind that contains the pile. Its number is the largest for which the left
    /// end lies below the pile: a smaller one would need the left end of the next to lie below its
    /// right end, but the left ends are further apart than a sector is long.
    fn containing(kind: SectorKind, pile: u64, rate: u64) -> Option<Sector> {
        let [(step, start), _] = kind.ends(rate);
        let k = (i128::from(pile) - start - 1).div_euclid(step);
        let sector = Sector { kind, k: u64::try_from(k).ok()? };
        let (left, right) = sector.bounds(rate);
        let contains = left < i128::from(pile) && i128::from(pile) < right;
        (k >= kind.first() && contains).then_some(sector)
    }

    /// The bounds of the sector at this rate: the piles strictly between them lie in it.
    #[must_use]
    pub fn bounds(self, rate: u64) -> (i128, i128) {
        let [left, right] =
            self.kind.ends(rate).map(|(step, start)| step * i128::from(self.k) + start);
        (left, right)
    }

    /// Does the mover win in the sector?
    #[must_use]
    pub fn is_won(self) -> bool {
        self.kind != SectorKind::D
    }

    /// The rate that wins in the sector, if the mover wins.
    #[must_use]
    pub fn winning_rate(self, rate: u64) -> Option<u64> {
        match self.kind {
            SectorKind::A => rate.checked_sub(1),
            SectorKind::B => Some(rate),
            SectorKind::C => rate.checked_add(1),
            SectorKind::D => None,
        }
    }
}

/// `D_3`.
impl fmt::Display for Sector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}_{}", self.kind, self.k)
    }
}

fn explain(sector: Sector, pile: u64, rate: u64) -> String {
    let (left, right) = sector.bounds(rate);
    let place = format!("at rate {rate}, {sector} holds the piles {left} < {pile} < {right}");
    match sector.winning_rate(rate) {
        Some(chosen) => {
            let k = sector.k - 1;
            format!("{place}: choosing the rate {chosen} leads into D_{k}, which is lost")
        }
        None if sector.k == 0 => format!("{place}: they are too small for a move"),
        None => {
            let k = sector.k;
            format!("{place}: the moves lead into C_{k}, B_{k} and A_{k}, which are won")
        }
    }
}

/// Why a lost option without a sector is lost.
fn explain_in_core(pile: u64, rate: u64) -> Option<String> {
    sector(pile, rate).is_none().then(|| {
        format!(
            "choosing the rate {rate} wins too: ({pile},{rate}) lies in no sector, but each of its \
             moves leads to a position that is won"
        )
    })
}

fn no_sector(pile: u64, rate: u64) -> String {
    format!(
        "({pile},{rate}) lies in the core: no sector contains it, the boundary is \
         p = r²/2 + r/4 - 3/2 = {}",
        Boundary { rate }
    )
}

/// r²/2 + r/4 - 3/2, where the core begins.
struct Boundary {
    rate: u64,
}

impl fmt::Display for Boundary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let r = i128::from(self.rate);
        let quarters = 2 * r * r + r - 6;
        let sign = if quarters < 0 { "-" } else { "" };
        let fraction = ["", ".25", ".5", ".75"][(quarters.abs() % 4) as usize];
        write!(f, "{sign}{}{fraction}", quarters.abs() / 4)
    }
}

#[cfg(test)]
mod tests {
    use bouton_oracle::Oracle;
    use bouton_rules::{Limits, MAX_NUMBER, Position};
    use proptest::prelude::*;

    use super::*;
    use crate::closed::{assert_declines, number};
    use crate::testing::{assert_solution, try_solve};

    /// The sectors as printed, found by trying each k.
    fn printed(p: u64, r: u64) -> Vec<Sector> {
        use SectorKind::{A, B, C, D};
        let (p, r) = (i128::from(p), i128::from(r));
        let mut found = Vec::new();
        for k in 0..=p + 1 {
            let mut note = |kind, left: i128, right: i128| {
                if left < p && p < right && (k > 0 || kind == D) {
                    found.push(Sector { kind, k: k as u64 });
                }
            };
            note(A, (2 * k - 1) * r - k - 1, 2 * k * r - 3 * k);
            note(B, (2 * k - 1) * r + k - 2, 2 * k * r - k);
            note(C, (2 * k - 1) * r + 3 * k - 3, 2 * k * r + k);
            note(D, 2 * k * r + k - 1, (2 * k + 1) * r - k - 1);
        }
        found
    }

    #[test]
    fn division_finds_the_printed_sectors() {
        for rate in 1..=40 {
            for pile in 0..=200 {
                let found: Vec<Sector> = sectors(pile, rate).collect();
                assert_eq!(found, printed(pile, rate), "({pile},{rate})");
            }
        }
    }

    fn is_core(pile: u64, rate: u64) -> bool {
        4 * pile + 6 >= 2 * rate * rate + rate
    }

    /// The whole grid: each sector decides as the oracle does; outside the core nothing is declined.
    #[test]
    fn equals_the_oracle_on_the_grid() {
        let game = Game::parse("nimrod").unwrap();
        let mut oracle = Oracle::new(game.finite().unwrap(), Limits::default());
        let (mut solved, mut without_sector, mut undecided) = (0, 0, 0);
        for (pile, rate) in (0..=600).flat_map(|pile| (1..=60).map(move |rate| (pile, rate))) {
            let position = Position::Tuple(vec![pile, rate]);
            match try_solve(&NimrodSectors, &game, position.clone()) {
                Some(solution) => {
                    assert_solution(&mut oracle, &game, &position, &solution);
                    solved += 1;
                }
                None => {
                    assert!(is_core(pile, rate), "{position} is outside the core");
                    match sector(pile, rate) {
                        None => without_sector += 1,
                        Some(_) => undecided += 1,
                    }
                }
            }
            for sector in sectors(pile, rate) {
                assert_eq!(sector.is_won(), !oracle.verdict(&position).unwrap().left.is_empty());
            }
        }
        // Another program counted these from the printed sectors; without looking ahead 965 would be
        // undecided.
        assert_eq!((solved, without_sector, undecided), (24_497, 11_110, 453));
    }

    #[test]
    fn other_games_and_the_core_are_declined() {
        for (game, position) in [
            ("nimrod", "100,1"),
            ("nimrod", "0,1"),
            ("nimrod:2", "100,50"),
            ("nimrod/misere", "100,50"),
            ("wythoff", "100,50"),
        ] {
            assert_declines(&NimrodSectors, game, position);
        }
        assert_eq!(
            no_sector(100, 14),
            "(100,14) lies in the core: no sector contains it, the boundary is \
             p = r²/2 + r/4 - 3/2 = 100"
        );
        assert!(no_sector(100, 1).ends_with("= -0.75"));
    }

    #[test]
    fn sectors_are_named_as_in_the_paper() {
        let sector = sector(64, 10).unwrap();
        assert_eq!(sector.to_string(), "D_3");
        assert_eq!(sector.bounds(10), (62, 66));
    }

    fn wins(pile: u64, rate: u64) -> Option<bool> {
        let game = Game::parse("nimrod").unwrap();
        let solution = try_solve(&NimrodSectors, &game, Position::Tuple(vec![pile, rate]))?;
        Some(!solution.left.is_empty())
    }

    proptest! {
        /// Outside the core every position is solved, also at the largest numbers; the mover wins
        /// iff an option is lost.
        #[test]
        fn huge_positions_obey_the_definition(
            rate in prop_oneof![3..100u64, 3..2_000_000_000u64, number().prop_map(|n| n.max(3))],
            part in 0..=1_000u64,
        ) {
            let r = u128::from(rate);
            let last_outside = ((2 * r * r + r - 7) / 4).min(MAX_NUMBER.into());
            let pile = (last_outside * u128::from(part) / 1_000) as u64;
            let wins_now = wins(pile, rate);
            prop_assert!(wins_now.is_some(), "({}, {}) is declined", pile, rate);
            let rules = RateRules { reach: 1 };
            let options: Option<Vec<bool>> =
                rules.choices(pile, rate).map(|chosen| wins(pile - chosen, chosen)).collect();
            if let Some(options) = options {
                prop_assert_eq!(wins_now, Some(options.contains(&false)));
            }
        }
    }
}
