//! Moore's Nim_k by the columns of ones, under normal and misère play.
//!
//! *Theorem.* Write the heaps in binary. Under normal play a position of Nim_k is P iff each column holds
//! a multiple of k+1 ones. Under misère play this is so while some heap has two tokens or more; once all
//! heaps are at most 1, a position is P iff its number of ones leaves the remainder 1.
//!
//! The first half is by E. H. Moore, *A generalization of the game called Nim* (1910). The misère half is
//! usually credited to Y. Yamasaki, *On misère Nim-type games* (1980). The proof below covers both.
//!
//! *Proof, and every winning move.* Choose the columns of the new position from the left. Heaps that
//! an earlier column has lowered are free: they take a one or not as one likes. The others keep
//! their digit, or give up a one and become free. With f free heaps and c ones elsewhere let r be
//! what c exceeds the wanted remainder by, modulo k+1. If r = 0, nothing need be done; if
//! k+1-r ≤ f, this many free heaps take a one; else r heaps give up theirs, and f+r ≤ k heaps are
//! free. So the choice never comes to a dead end: from a position that is not as wanted, a move of
//! at most k heaps leads to one that is, and going through all choices lists them all. From one that
//! is, no column lets the first d ≤ k heaps give up a one, for d would be a multiple of k+1. (Only
//! the wanted single one of misère play may be missing, c = f = 0: no token is left at all.)

use bouton_rules::{Game, Limits, Refusal, Spec};
use bouton_values::{Nimber, Outcome};

use super::positions;
use crate::ask::Ask;
use crate::engine::{Declined, Engine, Run, finite, is_misere, run, tuple};
use crate::finding::{Finding, Solution};
use crate::slice::{Alike, Slice};

/// Moore's Nim_k, normal or misère.
pub(crate) struct Moore;

impl Engine for Moore {
    fn name(&self) -> &'static str {
        "moore-columns"
    }

    fn theorem(&self) -> &'static str {
        "Moore's theorem: a position of Nim_k is lost for the mover iff each binary column holds a \
         multiple of k+1 ones; in misère play (Yamasaki), once no heap is above 1, iff their number \
         leaves the remainder 1"
    }

    fn prepare<'a>(&self, game: &'a Game, ask: &'a Ask) -> Result<Run<'a>, Declined> {
        let game = finite(game)?;
        let Spec::Moore(rules) = &game.spec else {
            return Declined::because("the moves are not those of Moore's Nim");
        };
        let misere = is_misere(game)?;
        if ask.window().is_some() {
            let slice = Slice::of(game, ask)?;
            let most = rules.most;
            return run(Finding::Chart, move |limits| {
                slice.chart_of_completions(Alike::All, limits, |y| {
                    let heaps = &[&[y], slice.beside].concat();
                    Columns { heaps, most, misere }.completion()
                })
            });
        }
        let position = Columns { heaps: tuple(ask)?, most: rules.most, misere };
        run(Finding::Solution, move |limits| position.solve(limits))
    }
}

/// A position with what decides it.
#[derive(Clone, Copy)]
struct Columns<'a> {
    heaps: &'a [u64],
    /// k, the most heaps that one move may lower.
    most: usize,
    misere: bool,
}

impl Columns<'_> {
    fn solve(self, limits: &Limits) -> Result<Solution, Refusal> {
        if self.heaps.iter().all(|heap| *heap == 0) {
            return Ok(self.solve_the_end());
        }
        let mut search = Search { position: self, limits, found: Vec::new() };
        search.choose(self.width(), &vec![0; self.heaps.len()])?;
        let reasons = self.explain(&search.found);
        let value = (search.found.is_empty() && !self.misere).then_some(Nimber::ZERO);
        Ok(Solution::impartial(value, positions(search.found), reasons))
    }

    /// The solution of the position without tokens.
    fn solve_the_end(self) -> Solution {
        let (outcome, value, fate) = if self.misere {
            (Outcome::N, None, "in misère play the stuck player wins")
        } else {
            (Outcome::P, Some(Nimber::ZERO), "the mover is stuck and loses")
        };
        let reasons = vec![format!("no token is left: {fate}")];
        Solution { outcome, ..Solution::impartial(value, Vec::new(), reasons) }
    }

    /// How many columns there are.
    fn width(self) -> u32 {
        self.heaps.iter().map(|heap| u64::BITS - heap.leading_zeros()).max().unwrap_or(0)
    }

    /// The remainder that the ones of a column of a P-position leave, given its columns above.
    fn wanted(self, column: u32, above: &[u64]) -> usize {
        let single_tokens = self.misere && column == 0 && above.iter().all(|heap| *heap == 0);
        usize::from(single_tokens)
    }

    fn ones(self, column: u32) -> usize {
        self.heaps.iter().filter(|heap| *heap >> column & 1 == 1).count()
    }
}

impl Columns<'_> {
    /// The heap that makes a P-position with these, if there is one. Column by column it adds a one, or none, so that
    /// the wanted remainder is left. Beside single tokens in misère play it is at most 1 as well: a single one in a
    /// higher column is never wanted.
    fn completion(self) -> Option<u64> {
        let is_single = self.misere && self.heaps.iter().all(|heap| *heap <= 1);
        let wanted = |column: u32| usize::from(is_single && column == 0);
        (0..self.width().max(1)).try_fold(0, |heap, column| {
            let missing = (wanted(column) + self.most + 1) - self.ones(column) % (self.most + 1);
            match missing % (self.most + 1) {
                0 => Some(heap),
                1 => Some(heap | 1 << column),
                _ => None,
            }
        })
    }
}

/// The search for all P-positions that a move can reach, column by column.
struct Search<'a> {
    position: Columns<'a>,
    limits: &'a Limits,
    found: Vec<Vec<u64>>,
}

impl Search<'_> {
    /// Goes through the choices for the columns below `width`; `above` holds the others.
    fn choose(&mut self, width: u32, above: &[u64]) -> Result<(), Refusal> {
        let Some(column) = width.checked_sub(1) else {
            return self.keep(above);
        };
        let Columns { heaps, most, .. } = self.position;
        let lowered = |index: &usize| heaps[*index] >> width != above[*index] >> width;
        let (free, mut ones): (Vec<usize>, Vec<usize>) = (0..heaps.len()).partition(lowered);
        ones.retain(|index| heaps[*index] >> column & 1 == 1);
        let wanted = self.position.wanted(column, above);
        let fewest = ones.len().saturating_sub(most - free.len());
        for kept in (fewest..=ones.len()).rev() {
            for taken in (0..=free.len()).filter(|taken| (kept + taken) % (most + 1) == wanted) {
                self.fill(column, above, Subsets::new(&ones, kept), &Subsets::new(&free, taken))?;
            }
        }
        Ok(())
    }

    /// Puts ones into the column for some of the keepers and some of the takers.
    fn fill(
        &mut self,
        column: u32,
        above: &[u64],
        keepers: Subsets<'_>,
        takers: &Subsets<'_>,
    ) -> Result<(), Refusal> {
        for kept in keepers {
            for taken in takers.clone() {
                let mut option = above.to_vec();
                kept.iter().chain(&taken).for_each(|index| option[*index] |= 1 << column);
                self.choose(column, &option)?;
            }
        }
        Ok(())
    }

    fn keep(&mut self, option: &[u64]) -> Result<(), Refusal> {
        if option == self.position.heaps {
            return Ok(());
        }
        let what = "the list of all winning moves";
        let found = self.found.len() as u128 + 1;
        let heaps = option.len() as u128;
        // Both players' lists hold the move.
        self.limits.check_memory(what, found * (128 + 16 * heaps))?;
        self.limits.check_steps(what, found * heaps * u128::from(self.position.width()))?;
        if found.is_multiple_of(1 << 10) {
            self.limits.progress(found as u64, self.limits.memory / (128 + 16 * heaps as u64))?;
        }
        self.found.push(option.to_vec());
        Ok(())
    }
}

/// The subsets of some items that have a given size, in lexicographic order.
#[derive(Clone)]
struct Subsets<'a> {
    items: &'a [usize],
    /// The places of the next subset's items, ascending.
    places: Option<Vec<usize>>,
}

impl<'a> Subsets<'a> {
    fn new(items: &'a [usize], size: usize) -> Subsets<'a> {
        Subsets { items, places: (size <= items.len()).then(|| (0..size).collect()) }
    }

    /// Moves the last place that can move, and puts those after it right next to it.
    fn advance(&mut self, mut places: Vec<usize>) {
        let size = places.len();
        let room = self.items.len() - size;
        if let Some(last) = (0..size).rev().find(|place| places[*place] < place + room) {
            let first = places[last] + 1;
            (last..size).for_each(|place| places[place] = first + place - last);
            self.places = Some(places);
        }
    }
}

impl Iterator for Subsets<'_> {
    type Item = Vec<usize>;

    fn next(&mut self) -> Option<Vec<usize>> {
        let places = self.places.take()?;
        let subset = places.iter().map(|place| self.items[*place]).collect();
        self.advance(places);
        Some(subset)
    }
}

impl Columns<'_> {
    fn explain(self, winning: &[Vec<u64>]) -> Vec<String> {
        let only_single_tokens = self.heaps.iter().all(|heap| *heap <= 1);
        let mut lines = if self.misere && only_single_tokens {
            vec![self.explain_single_tokens()]
        } else {
            self.explain_columns()
        };
        lines.push(match winning.first() {
            None => self.explain_loss(),
            Some(option) => self.explain_move(option),
        });
        lines
    }

    /// The heaps in binary, and the ones of each column.
    fn explain_columns(self) -> Vec<String> {
        let digits = self.width() as usize;
        let names: Vec<String> = self.heaps.iter().map(u64::to_string).collect();
        let longest = names.iter().map(String::len).max().unwrap_or(0);
        let binary = names.iter().zip(self.heaps);
        let mut lines: Vec<String> =
            binary.map(|(name, heap)| format!("{name:>longest$} = {heap:0digits$b}")).collect();
        let counts: Vec<String> =
            (0..digits as u32).rev().map(|column| self.ones(column).to_string()).collect();
        lines.push(format!(
            "the columns, from the left, hold {} ones; with k = {} each should hold a multiple of \
             {}",
            counts.join(", "),
            self.most,
            self.most + 1
        ));
        if self.misere {
            lines.push(
                "some heap is above 1, so misère play still looks at the columns; once none is, \
                 leave single tokens"
                    .to_owned(),
            );
        }
        lines
    }

    fn explain_single_tokens(self) -> String {
        let ones = self.ones(0);
        format!(
            "only single tokens are left, {ones} of them: in misère play the mover loses iff their \
             number leaves the remainder 1 on division by {}; here it leaves {}",
            self.most + 1,
            ones % (self.most + 1)
        )
    }

    fn explain_loss(self) -> String {
        format!(
            "that is so, and a move of at most {} heaps disturbs it; the opponent restores it",
            self.most
        )
    }

    fn explain_move(self, option: &[u64]) -> String {
        let changes = self.heaps.iter().zip(option).filter(|(heap, lower)| heap != lower);
        let changes: Vec<String> =
            changes.map(|(heap, lower)| format!("{heap} → {lower}")).collect();
        let multiple = self.most + 1;
        let effect = if self.misere && option.iter().all(|heap| *heap <= 1) {
            format!("leaves single tokens only, a multiple of {multiple} and one more")
        } else {
            format!("makes every count a multiple of {multiple}")
        };
        format!("{} {effect}", changes.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use bouton_rules::{Position, Ruleset};
    use bouton_values::Player;
    use proptest::prelude::*;

    use super::*;
    use crate::closed::{assert_declines, number, tuples};
    use crate::testing::{assert_equals_oracle, solve_with};

    #[test]
    fn equals_the_oracle_on_all_small_positions() {
        for game in ["moore:1", "moore:2", "moore:3", "moore:4"] {
            assert_equals_oracle(&Moore, game, tuples(4, 6));
            assert_equals_oracle(&Moore, &format!("{game}/misere"), tuples(4, 6));
        }
        for game in ["moore:2", "moore:2/misere", "moore:3", "moore:3/misere"] {
            assert_equals_oracle(&Moore, game, tuples(6, 3));
        }
        assert_equals_oracle(&Moore, "moore:2", tuples(2, 20));
    }

    #[test]
    fn other_games_are_declined() {
        for game in ["nim", "wythoff", "antonim", "moore:2/even-odd"] {
            assert_declines(&Moore, game, "3,2");
        }
    }

    #[test]
    fn too_many_winning_moves_are_refused_with_numbers() {
        // Two heaps of 40 ones are fixed; each column may go to either of the two others.
        let huge = (1u64 << 40) - 1;
        let game = Game::parse("moore:2").unwrap();
        let heaps = [huge, huge, 1 << 40, 1 << 40].map(|heap| heap.to_string()).join(",");
        let ask = Ask::Solve(game.position(&heaps).unwrap());
        let run = Moore.prepare(&game, &ask).unwrap();
        let limits = Limits { memory: 1 << 20, ..Limits::default() };
        let refusal = run(&limits).unwrap_err().to_string();
        assert!(refusal.starts_with("the list of all winning moves would need"), "{refusal}");
    }

    #[test]
    fn subsets_are_listed_once_each() {
        let listed: Vec<Vec<usize>> = Subsets::new(&[5, 6, 8, 9], 2).collect();
        assert_eq!(listed, [[5, 6], [5, 8], [5, 9], [6, 8], [6, 9], [8, 9]]);
        assert_eq!(Subsets::new(&[5, 6], 0).collect::<Vec<_>>(), [Vec::<usize>::new()]);
        assert_eq!(Subsets::new(&[5, 6], 3).count(), 0);
        assert_eq!(Subsets::new(&[1, 2, 3, 4, 5, 6, 7, 8], 4).count(), 70);
    }

    /// Does each column hold a multiple of three ones?
    fn balanced(heaps: &[u64]) -> bool {
        let ones = |column: u32| heaps.iter().filter(|heap| *heap >> column & 1 == 1).count();
        (0..64).all(|column| ones(column).is_multiple_of(3))
    }

    proptest! {
        /// With three heaps and k = 2 the columns are balanced iff the heaps are equal, so the one
        /// way to win lowers them all to the least.
        #[test]
        fn three_huge_heaps_are_made_equal(heaps in prop::collection::vec(number(), 3)) {
            let least = *heaps.iter().min().unwrap();
            let equal = Position::Tuple(vec![least; 3]);
            let expected = if heaps == [least; 3] { vec![] } else { vec![equal] };
            prop_assert_eq!(solve_with(&Moore, "moore:2", &heaps).left, expected);
        }

        /// If a move may lower all heaps, the mover takes everything and in no other way.
        #[test]
        fn few_huge_heaps_are_all_taken(heaps in prop::collection::vec(1..=bouton_rules::MAX_NUMBER, 1..=5)) {
            let winning = solve_with(&Moore, "moore:5", &heaps).left;
            prop_assert_eq!(winning, [Position::Tuple(vec![0; heaps.len()])]);
        }

        /// All options of medium heaps are tried.
        #[test]
        fn all_moves_of_medium_heaps_are_found(heaps in prop::collection::vec(0..24u64, 4)) {
            let game = Game::parse("moore:2").unwrap();
            let start = Position::Tuple(heaps.clone());
            let mut expected = game.finite().unwrap().options(&start, Player::Left);
            expected.retain(|option| balanced(option.tuple().unwrap()));
            expected.sort();
            let mut found = solve_with(&Moore, "moore:2", &heaps).left;
            found.sort();
            prop_assert_eq!(found, expected);
        }

        /// Every winning move is legal and balances the columns. (Numbers with many ones have too
        /// many winning moves to list.)
        #[test]
        fn high_columns_are_balanced(tops in prop::collection::vec(0..1u64 << 20, 4), shift in 0..39) {
            let heaps: Vec<u64> = tops.iter().map(|top| top << shift).collect();
            let solution = solve_with(&Moore, "moore:2", &heaps);
            prop_assert_eq!(solution.left.is_empty(), balanced(&heaps));
            for option in &solution.left {
                let option = option.tuple().unwrap();
                prop_assert!(balanced(option));
                prop_assert!(option.iter().zip(&heaps).all(|(lower, heap)| lower <= heap));
                let lowered = option.iter().zip(&heaps).filter(|(lower, heap)| lower < heap);
                prop_assert!((1..=2).contains(&lowered.count()));
            }
        }
    }
}
