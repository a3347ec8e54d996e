//! Large numbers from which few positions can be reached: they are worked out one by one, before tables and theorems are
//! thought of.
//!
//! From 10^9,3 a knight that walks towards the corner reaches five positions, where the box below has four billion. Whether
//! it is so is found out by trying: the search of the oracle may take a part of the time that a table takes, and no more
//! than [`MOST_STEPS`]; if the engine is named, there is no trial. So in vain it costs little, and where it ends, the answer costs as much again. Where a search ends
//! later than that, the table is the better way, or nearly.
//!
//! Questions about small numbers are not looked at, and neither are families whose engines look at few positions anyway.

use bouton_oracle::Oracle;
use bouton_rules::{
    Coordinates, FiniteGame, Game, HeapMoves, Limits, Position, Refusal, Spec, Unit,
};

use crate::ask::Ask;
use crate::definition::Definition;
use crate::engine::{Declined, Engine, Run, finite, tuple};
use crate::view::View;

/// Any finite game by the definition, where a position with large numbers has few that can be reached.
pub(crate) struct FewPositions;

/// A table of fewer cells takes a millisecond.
const FEWEST_CELLS: u128 = 1 << 20;

/// The search may take one step for as many cells of a table, which takes about a step for each.
const CELLS_PER_STEP: u128 = 16;

/// The most steps of the search: some milliseconds, ten thousands of positions with two or three options each.
const MOST_STEPS: u128 = 1 << 24;

impl Engine for FewPositions {
    fn name(&self) -> &'static str {
        "few-positions"
    }

    fn theorem(&self) -> &'static str {
        "the definition: every position that can be reached is worked out, and there are few"
    }

    fn prepare<'a>(&self, game: &'a Game, ask: &'a Ask) -> Result<Run<'a>, Declined> {
        self.prepare_within(game, ask, &Limits::default(), false)
    }

    fn prepare_within<'a>(
        &self,
        game: &'a Game,
        ask: &'a Ask,
        limits: &Limits,
        named: bool,
    ) -> Result<Run<'a>, Declined> {
        let finite = finite(game)?;
        let starts = Starts::of(finite, ask)?;
        if !named && starts.cells < FEWEST_CELLS {
            return Declined::because(
                "there are few smaller positions: they are worked out at once",
            );
        }
        let run = Definition.prepare(game, ask)?;
        if named {
            // The search has whatever the question allows.
            return Ok(run);
        }
        let steps = (starts.cells / CELLS_PER_STEP).min(MOST_STEPS).min(limits.steps.into());
        let steps = steps as u64;
        match starts.search(finite, &Limits { steps, ..limits.clone() }) {
            Err(Refusal::Limit { unit: Unit::Steps, .. }) => Declined::because(format!(
                "more positions can be reached than {steps} steps are enough for"
            )),
            searched => Ok(searched.map(|()| run)?),
        }
    }
}

/// What is asked about.
struct Starts<'a> {
    ask: &'a Ask,
    view: Option<View>,
    /// How many cells a table for it has, about.
    cells: u128,
}

impl<'a> Starts<'a> {
    fn of(game: &FiniteGame, ask: &'a Ask) -> Result<Starts<'a>, Declined> {
        let product = |numbers: &[u64]| {
            numbers.iter().fold(1_u128, |cells, n| cells.saturating_mul(u128::from(*n) + 1))
        };
        let largest = |heaps: &[u64]| heaps.iter().max().map_or(0, |heap| u128::from(*heap));
        let own_engines = || Declined::because("the family of the rules has engines of its own");
        let cells: &dyn Fn(&[u64]) -> u128 = match &game.spec {
            Spec::Lattice(_) | Spec::Rate(_) | Spec::Limit(_) | Spec::Written(_) => &product,
            // A table over single heaps; for sets and codes it has a period, or is made in blocks.
            Spec::Heap(rules) if matches!(rules.moves, HeapMoves::Rule(_)) => &largest,
            _ => return own_engines(),
        };
        if let Ask::Solve(_) = ask {
            return Ok(Starts { ask, view: None, cells: cells(tuple(ask)?) });
        }
        let dimension = match game.spec.tuple_rules().map(|rules| rules.coordinates()) {
            Some(Coordinates::Named(names)) => names.len(),
            _ => return Declined::because("a position has any number of heaps"),
        };
        let view = View::of(ask, dimension)?;
        let cells = cells(&view.corner());
        Ok(Starts { ask, view: Some(view), cells })
    }

    /// Searches from all of them, if that can end within the limits.
    fn search(&self, game: &FiniteGame, limits: &Limits) -> Result<(), Refusal> {
        let mut oracle = Oracle::new(game, limits.clone());
        let mut search = |position: &Position| oracle.outcome(position).map(drop);
        match (self.ask, &self.view) {
            (Ask::Solve(position), _) => search(position),
            // A view without cells may have any number of rows.
            (_, Some(view)) if !view.is_empty() => {
                let least = view.size().saturating_mul(STEPS_PER_START);
                limits.check_steps("the search from all cells", least)?;
                let cells = |row| view.cells.clone().map(move |cell| (row, cell));
                let mut numbers = view.rows.clone().flat_map(cells);
                numbers.try_for_each(|(row, cell)| {
                    let position = game.spec.tuple(view.numbers(row, cell));
                    position.map_or(Ok(()), |position| search(&position))
                })
            }
            _ => limits.check_steps("the search from all rows", u128::MAX),
        }
    }
}

/// A position that is asked about takes at least this many steps.
const STEPS_PER_START: u128 = 400;

#[cfg(test)]
mod tests {
    use bouton_values::Outcome;

    use super::*;
    use crate::LADDER;
    use crate::ask::Window;
    use crate::finding::Finding;
    use crate::testing::solve_with;

    const KNIGHT: &str =
        "game k; position a, b; move a' = a - 1, b' = b - 2; move a' = a - 2, b' = b - 1";
    const HALVES: &str = "game h; heaps h; move one h: h' = h div 2 if h >= 1";
    const FAST: &str = "game f; position pile, rate; legal rate >= 1; \
        move rate' in rate - 2 .. rate + 2, pile' = pile - rate'";
    /// Its limit is a multiple of what was taken, so that no closed form is known.
    const LIMIT: &str =
        "game l; position heap, limit; move 1 <= k <= limit: heap' = heap - k, limit' = 3 * k";
    const WRITTEN: &str =
        "game w; position a, b; move a >= 1: a' = a div 2; move b >= 1: b' = b div 3";

    fn first(game: &Game, ask: &Ask) -> &'static str {
        let mut engines = LADDER.iter().filter(|engine| engine.prepare(game, ask).is_ok());
        engines.next().unwrap().name()
    }

    #[test]
    fn sparse_questions_come_before_tables_and_small_or_dense_ones_do_not() {
        for (text, position, engine) in [
            (KNIGHT, "1000000000,3", "few-positions"),
            (KNIGHT, "1000,3", "lattice-table"),
            (KNIGHT, "3000,3000", "lattice-table"),
            (HALVES, "1000000000000,5", "few-positions"),
            (HALVES, "1000,5", "heap-values"),
            (FAST, "1000000,900000", "few-positions"),
            (FAST, "30000,1", "rate-columns"),
            (LIMIT, "1000,1", "bytecode"),
            (LIMIT, "100000000,0", "few-positions"),
            (WRITTEN, "100000,100000", "few-positions"),
            (WRITTEN, "100,100", "bytecode"),
            // Closed forms, periods and the search for completions are not asked to wait.
            ("wythoff", "1000000000,3", "wythoff-golden"),
            ("subtraction:1000000,2000000/misere", "1000000000", "outcome-table"),
            ("antonim", "1,2,3,2000000", "completions"),
        ] {
            let game = Game::parse(text).unwrap();
            let ask = Ask::Solve(game.position(position).unwrap());
            assert_eq!(first(&game, &ask), engine, "{text} {position}");
        }
        let game = Game::parse(KNIGHT).unwrap();
        let chart = |x| Ask::chart(Window { x, y: 0..6 }, Vec::new());
        assert_eq!(first(&game, &chart(1_000_000_000..1_000_000_009)), "few-positions");
        assert_eq!(first(&game, &chart(0..2_000_000)), "lattice-table");
        let no_cells = Window { x: 9..9, y: 0..1 << 24 };
        let ask = Ask::chart(no_cells, Vec::new());
        assert_eq!(first(&game, &ask), "lattice-table");
        // The definition has no cell to work out, and no room for the rows.
        let limits = Limits { memory: 1 << 24, ..Limits::default() };
        let refused = Definition.prepare(&game, &ask).ok().unwrap()(&limits);
        assert!(matches!(refused, Err(Refusal::Limit { .. })), "{refused:?}");
    }

    #[test]
    fn who_names_the_engine_may_ask_about_small_numbers() {
        let game = Game::parse(KNIGHT).unwrap();
        let ask = Ask::Solve(game.position("4,5").unwrap());
        let named = FewPositions.prepare_within(&game, &ask, &Limits::default(), true);
        match named.ok().unwrap()(&Limits::default()).unwrap() {
            Finding::Solution(found) => {
                assert_eq!(found.outcome, solve_with(&Definition, KNIGHT, &[4, 5]).outcome);
            }
            other => panic!("{other:?}"),
        }
    }

    /// Five positions are few, and a memory of a hundred bytes is not enough for them.
    #[test]
    fn a_lack_of_memory_is_reported_as_such() {
        let game = Game::parse(KNIGHT).unwrap();
        let ask = Ask::Solve(game.position("1000000000,3").unwrap());
        let limits = Limits { memory: 100, ..Limits::default() };
        let declined = FewPositions.prepare_within(&game, &ask, &limits, false);
        let reason = declined.err().unwrap().reason;
        assert!(!reason.contains("more positions"), "{reason}");
    }

    #[test]
    fn sparse_questions_have_the_answers_of_tables() {
        for tuple in [[1_500_000, 3], [1_400_000, 4], [2, 1_200_000], [6, 700_000]] {
            let [sparse, table] = [&FewPositions as &dyn Engine, &crate::lattice::LatticeTable]
                .map(|engine| solve_with(engine, KNIGHT, &tuple));
            assert_eq!(sparse.outcome, table.outcome, "{tuple:?}");
            assert_eq!(sparse.value, table.value, "{tuple:?}");
            assert_eq!(sparse.left, table.left, "{tuple:?}");
        }
        let game = Game::parse(KNIGHT).unwrap();
        let ask = Ask::chart(Window { x: 999_990..1_000_000, y: 0..6 }, Vec::new());
        let shown =
            |engine: &dyn Engine| {
                match engine.prepare(&game, &ask).ok().unwrap()(&Limits::default()).unwrap() {
                    Finding::Chart(chart) => chart.letters(),
                    other => panic!("{other:?}"),
                }
            };
        assert_eq!(shown(&FewPositions), shown(&crate::lattice::LatticeTable));
        assert_eq!(solve_with(&FewPositions, HALVES, &[1 << 40]).outcome, Outcome::N);
    }
}
