//! Positions of any size by a theorem about all positions, where no closed form is known.
//!
//! # What is accepted, and why that is sound
//! [`bouton_prove`] reads a rule text as formulas of linear arithmetic, guesses an automaton, and *decides* that it
//! recognises exactly the lost positions: the theorem is stated and proved in its `game.rs`. The engine accepts a question
//! once such a theorem is found and [`certified`]; winners and winning moves are read off the automata, digit by digit.
//!
//! The theorem is about numbers without an upper end, and rule texts end them at 10^18. That makes no difference as long
//! as no number that can be reached is cut there:
//! * no move leads to a number above all numbers before it, or [`facts::largest`] proves a bound;
//! * the constant 10^18 is not part of the rules, as in `min(2 * k, 10^18)`, which the theorem takes for 2k.
//!
//! # Why it comes where it does
//! A search for a theorem takes up to [`STEPS`], a table of a few million positions far less. So small questions are left
//! to the tables, or to the oracle, and only large ones are looked at here, unless the engine was named. What was found,
//! and for which rules nothing was found, is remembered while the program runs.

mod certificate;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bouton_lang::{Expr, Node, Program, Shape, facts};
use bouton_prove::{Question, Strategy, Verdict};
use bouton_rules::{
    Ending, FiniteGame, Game, HeapMoves, Limits, MAX_NUMBER, Position, Refusal, Spec,
};
use bouton_values::{Nimber, Outcome, Player, counted};

use crate::ask::Ask;
use crate::engine::{Declined, Engine, Run, finite, position, run, tuple};
use crate::finding::{Chart, Finding, Sequence, Solution, Table, Terms, Value};
use crate::heap::HeapValues;
use crate::lattice::LatticeTable;
use crate::view::View;
use crate::words::some_of;
use crate::written::Bytecode;

pub use certificate::certified;

/// A theorem to read positions off, or why there is none.
type SearchResult = Result<Result<Strategy, Verdict>, Refusal>;

/// Automata that are proved to recognise the lost positions.
pub(crate) struct ProvedAutomata {
    /// Questions about fewer positions are left to the tables, where there is one.
    above_tables: u128,
    /// Smaller heaps are left to the table of single heaps.
    above_heaps: u128,
    /// Questions about fewer positions are left to the oracle, where there is no table.
    above_oracle: u128,
    /// Looks for a theorem; a test puts a wrong one in its place.
    search: fn(&Question<'_>, &Limits) -> SearchResult,
}

/// What the search for a theorem may cost: about as long as a table of [`ProvedAutomata::USUAL`] takes.
const STEPS: u64 = 2_000_000_000;
/// More winning moves are not listed.
const MOST_MOVES: usize = 1000;
/// The rules for which a search is remembered.
const MOST_REMEMBERED: usize = 32;
/// What a cell of a view costs: an automaton reads some sixty letters.
const STEPS_PER_CELL: u128 = 400;

impl Engine for ProvedAutomata {
    fn name(&self) -> &'static str {
        "proved-automata"
    }

    fn theorem(&self) -> &'static str {
        "as every move lowers a sum of numbers, only one set satisfies the equation of lost positions, and an automaton \
         satisfies it"
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
        let program = program(game, ask)?;
        let fixed = matches!(program.shape, Shape::Named(_)).then(|| program.position_slots());
        let (view, corner) = match (ask, fixed) {
            (Ask::Solve(_), _) => (None, tuple(ask)?.to_vec()),
            (_, Some(dimension)) => {
                let view = View::of(ask, dimension)?;
                let corner = view.corner();
                (Some(view), corner)
            }
            (_, None) => return not_known(),
        };
        if corner.iter().any(|number| *number > MAX_NUMBER) {
            return Declined::because(format!("numbers go to {MAX_NUMBER}"));
        }
        if !named {
            self.check_size(game, ask, &corner)?;
        }
        let strategy = match self.strategy(game, program, corner.len(), limits)? {
            Ok(strategy) => strategy,
            Err(bug) => return Ok(Box::new(move |_| Err(bug))),
        };
        check_end(program, &strategy, &corner)?;
        let by_theorem = ByTheorem { game: finite(game)?, strategy };
        by_theorem.prepare(ask, view)
    }
}

impl ProvedAutomata {
    /// As it stands on the ladder. A table of 2^28 cells takes about a second, and so do 2^22 heaps with their options, or
    /// 2^18 positions of the oracle.
    pub(crate) const USUAL: ProvedAutomata = ProvedAutomata {
        above_tables: 1 << 28,
        above_heaps: 1 << 22,
        above_oracle: 1 << 18,
        search: |question, limits| question.strategy(limits),
    };

    /// The theorem about positions of this many numbers, remembered or searched for; or a bug, if the checker rejects what
    /// the search has found.
    fn strategy(
        &self,
        game: &Game,
        program: &Program,
        numbers: usize,
        limits: &Limits,
    ) -> Result<Result<Arc<Strategy>, Refusal>, Declined> {
        let heaps = matches!(program.shape, Shape::Many(..)).then_some(numbers);
        let is_this = |one: &&Remembered| one.heaps == heaps && one.program == *program;
        let known = searches().iter().find(is_this).map(|one| one.found.clone());
        if let Some(found) = known {
            return found.map_or_else(Declined::because, |strategy| Ok(Ok(strategy)));
        }
        let steps = limits.steps.min(STEPS);
        let question = Question { program, heaps, values: false, numerations: Vec::new() };
        let found = (self.search)(&question, &Limits { steps, ..limits.clone() });
        // With more steps, or more patience, a theorem might be found.
        let is_final = match &found {
            Ok(_) => true,
            Err(Refusal::Interrupted) => false,
            Err(_) => steps == STEPS,
        };
        let found = match found {
            Ok(Ok(strategy)) => match certified(game, heaps, strategy.theorem(), limits) {
                Ok(_) => Ok(Arc::new(strategy)),
                Err(bug @ Refusal::Bug { .. }) => return Ok(Err(bug)),
                Err(refusal) => return Err(refusal.into()),
            },
            Ok(Err(Verdict::Outside(reason))) => Err(reason),
            Ok(Err(_)) => Err("no automaton that recognises the lost positions was found".into()),
            Err(refusal) => Err(refusal.to_string()),
        };
        if is_final {
            let mut searches = searches();
            if searches.len() == MOST_REMEMBERED {
                searches.remove(0);
            }
            let program = program.clone();
            searches.push(Remembered { program, heaps, found: found.clone() });
        }
        found.map_or_else(Declined::because, |strategy| Ok(Ok(strategy)))
    }

    /// Declines what others answer at once.
    fn check_size(&self, game: &Game, ask: &Ask, corner: &[u64]) -> Result<(), Declined> {
        let cells = corner
            .iter()
            .fold(1_u128, |cells, number| cells.saturating_mul(u128::from(*number) + 1));
        // Of one number nothing is side by side: each heap is a block of its own.
        let above_bytecode = if corner.len() == 1 { self.above_heaps } else { self.above_tables };
        let tables: [(&dyn Engine, u128); 3] = [
            (&LatticeTable, self.above_tables),
            (&Bytecode::USUAL, above_bytecode),
            (&HeapValues, self.above_heaps),
        ];
        let is_small = cells <= self.above_oracle
            || tables
                .iter()
                .any(|(engine, above)| cells <= *above && engine.prepare(game, ask).is_ok());
        match is_small {
            true => {
                Declined::because("there are few smaller positions: they are worked out at once")
            }
            false => Ok(()),
        }
    }
}

/// The rules as a text states them, if automata may know more of them than other engines.
fn program<'a>(game: &'a Game, ask: &Ask) -> Result<&'a Program, Declined> {
    let FiniteGame { spec, ending } = finite(game)?;
    match spec {
        Spec::Written(_) | Spec::Lattice(_) | Spec::Moore(_) => {}
        Spec::Heap(rules) => {
            let is_lone =
                position(ask).ok().and_then(Position::tuple).is_some_and(|one| one.len() == 1);
            let has_table = match &rules.moves {
                HeapMoves::Rule(_) => !is_lone,
                _ => is_lone || *ending == Ending::Normal,
            };
            if has_table {
                return Declined::because("heaps are looked up one by one, and most have a period");
            }
        }
        _ => return Declined::because("the family of the rules has engines of its own"),
    }
    // This is asked before the text of a family is read, which takes longer than some answers.
    if ask.wants_nim_values() || matches!(ask, Ask::Values { .. } | Ask::Count { .. }) {
        return not_known();
    }
    match game.written() {
        Some(written) => Ok(&written.program),
        None => Declined::because("no rule text states the game"),
    }
}

fn not_known<T>() -> Result<T, Declined> {
    Declined::because("it knows who wins positions of a fixed number of numbers")
}

/// Declines where the end of numbers at 10^18 could make a difference.
fn check_end(program: &Program, strategy: &Strategy, corner: &[u64]) -> Result<(), Declined> {
    if names_the_end(program) {
        return Declined::because("the rules cut numbers off at 10^18, and the theorem does not");
    }
    let start: Vec<i128> = corner.iter().map(|number| i128::from(*number)).collect();
    let stays = || {
        let largest = facts::largest(program, &start);
        largest.is_some_and(|all| all.iter().all(|number| *number <= Program::LARGEST))
    };
    match !strategy.rises() || stays() {
        true => Ok(()),
        false => Declined::because("numbers could rise above 10^18, where rule texts end them"),
    }
}

fn names_the_end(program: &Program) -> bool {
    let mut see = |node: Node<'_>| match node {
        Node::Number(Expr::Constant(Program::LARGEST)) => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    };
    program.legal.iter().any(|one| one.visit(&mut see).is_break())
        || program.moves.iter().any(|one| one.visit(&mut see).is_break())
        || program.end.visit(&mut see).is_break()
}

/// Rules, the number of heaps, and what a search for a theorem has found.
struct Remembered {
    program: Program,
    heaps: Option<usize>,
    found: Result<Arc<Strategy>, String>,
}

/// The searches of this run, the latest last.
static REMEMBERED: Mutex<Vec<Remembered>> = Mutex::new(Vec::new());

fn searches() -> MutexGuard<'static, Vec<Remembered>> {
    REMEMBERED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A game and the theorem about it.
struct ByTheorem<'a> {
    game: &'a FiniteGame,
    strategy: Arc<Strategy>,
}

impl<'a> ByTheorem<'a> {
    fn prepare(self, ask: &'a Ask, view: Option<View>) -> Result<Run<'a>, Declined> {
        let Some(view) = view else {
            let position = tuple(ask)?;
            return run(Finding::Solution, move |limits| self.solve(position, limits));
        };
        match ask {
            Ask::Table(_) => run(
                |rows| Finding::Table(Table::Outcomes(rows)),
                move |limits| self.rows(&view, limits),
            ),
            Ask::Chart { .. } => run(
                |rows| Finding::Chart(Chart::Outcomes(rows)),
                move |limits| self.rows(&view, limits),
            ),
            Ask::Sequence { .. } => {
                run(Finding::Sequence, move |limits| self.sequence(&view, limits))
            }
            _ => Declined::because("it shows outcomes"),
        }
    }

    fn outcome(&self, position: &[u64]) -> Option<Outcome> {
        let winner = |first: Player| {
            Some(if self.strategy.loses(position, first) { first.opponent() } else { first })
        };
        let [left_first, right_first] = Player::BOTH.map(winner);
        self.strategy.is_legal(position).then(|| Outcome::from_winners(left_first, right_first))
    }

    fn solve(&self, position: &[u64], limits: &Limits) -> Result<Solution, Refusal> {
        let Some(outcome) = self.outcome(position) else {
            return Err(Refusal::bug("a theorem calls a legal position illegal"));
        };
        let mut reasons = vec![self.theorem()];
        let mut unlisted = None;
        let mut winning = |player: Player| -> Result<Vec<Position>, Refusal> {
            let found = self.strategy.winning(position, player, MOST_MOVES, limits)?;
            if found.more {
                unlisted = Some(Refusal::unsupported(
                    format!("there are more winning moves than the {MOST_MOVES} that are listed"),
                    "ask about a smaller position",
                ));
            }
            Ok(found.positions.into_iter().map(Position::Tuple).collect())
        };
        let [left, right] = [winning(Player::Left)?, winning(Player::Right)?];
        let said = |player: Player, moves: &[Position]| match (
            outcome.winner(player) == Some(player),
            moves.is_empty(),
        ) {
            (true, false) => format!("wins by leaving {}", some_of(moves)),
            (true, true) => "is stuck and wins".to_owned(),
            (false, _) => "loses: no move leads to a position that the opponent loses".to_owned(),
        };
        match self.game.profile().is_impartial() {
            true => reasons.push(format!("the mover {}", said(Player::Left, &left))),
            false => {
                for (player, moves) in [(Player::Left, &left), (Player::Right, &right)] {
                    reasons.push(format!("{player}, moving first, {}", said(player, moves)));
                }
            }
        }
        let is_zero = self.game.has_nim_values() && outcome == Outcome::P;
        let value = is_zero.then_some(Value::Nimber(Nimber::ZERO));
        Ok(Solution { outcome, value, left, right, unlisted, reasons })
    }

    /// What the answers rest on.
    fn theorem(&self) -> String {
        let theorem = self.strategy.theorem();
        let states = theorem.sets.iter().map(|set| set.states() as u64).sum::<u64>();
        format!(
            "which positions are lost is proved for all numbers: automata with {} that read {} decide it",
            counted(states, "state"),
            theorem.numeration
        )
    }

    fn rows(&self, view: &View, limits: &Limits) -> Result<Vec<Vec<Option<Outcome>>>, Refusal> {
        view.check(1, limits)?;
        limits.check_steps("the positions shown", view.size().saturating_mul(STEPS_PER_CELL))?;
        let row = |row: u64| {
            limits.progress(row - view.rows.start, view.rows.end - view.rows.start)?;
            Ok(view.cells.clone().map(|cell| self.outcome(&view.numbers(row, cell))).collect())
        };
        view.rows.clone().map(row).collect()
    }

    fn sequence(&self, view: &View, limits: &Limits) -> Result<Sequence, Refusal> {
        let terms = Terms::Outcomes(view.legal_row(self.game, self.rows(view, limits)?)?);
        let reasons = vec![self.theorem(), "no period is claimed".to_owned()];
        Ok(Sequence::without_period(terms, reasons))
    }
}
