//! The engines for subtraction games with a single heap.

use bouton_rules::{FiniteGame, Game, Limits, Position, Refusal};
use bouton_values::{Player, to_index};

use super::blocks;
use super::lone::{LoneHeap, OutcomeTable};
use super::period::{self, search};
use super::register::{Register, WIDTH};
use crate::ask::{Ask, Quantity};
use crate::engine::{Declined, Engine, Run, run, tuple, with};
use crate::finding::{Finding, Periodicity, Sequence, Solution, Terms};
use crate::words::outcome_class;

/// Subtraction games with a single heap and at most 64 tokens a move, under any ending, also with a set for
/// each player.
pub(crate) struct ShiftRegister;

/// Subtraction games with a single heap, under any ending, also with a set for each player.
pub(crate) struct HeapOutcomes;

impl Engine for ShiftRegister {
    fn name(&self) -> &'static str {
        "shift-register"
    }

    fn theorem(&self) -> &'static str {
        "the definition: the outcome of a heap follows from those of its options (for partizan \
         endings, Proposition 2 of On Ending Partizan Subtraction Nim); no move takes more than 64 \
         tokens, so the last outcomes fit two machine words, which repeat"
    }

    fn prepare<'a>(&self, game: &'a Game, ask: &'a Ask) -> Result<Run<'a>, Declined> {
        let rules = LoneHeap::of(game)?;
        let Some(register) = Register::new(&rules) else {
            return Declined::because(format!("a move reaches back more than {WIDTH} heaps"));
        };
        let table = move |largest, search, limits: &Limits| register.table(largest, search, limits);
        prepare(game, rules, ask, table)
    }
}

impl Engine for HeapOutcomes {
    fn name(&self) -> &'static str {
        "outcome-table"
    }

    fn theorem(&self) -> &'static str {
        "the definition: the outcome of a heap follows from those of its options (for partizan \
         endings, Proposition 2 of On Ending Partizan Subtraction Nim)"
    }

    fn prepare<'a>(&self, game: &'a Game, ask: &'a Ask) -> Result<Run<'a>, Declined> {
        let kernel = LoneHeap::of(game)?;
        let table =
            move |largest, search, limits: &Limits| blocks::table(&kernel, largest, search, limits);
        prepare(game, LoneHeap::of(game)?, ask, table)
    }
}

/// Prepares either engine; they differ in how they make a table up to a largest heap, with some more steps for
/// a period beyond it.
fn prepare<'a>(
    game: &'a Game,
    rules: LoneHeap<'a>,
    ask: &'a Ask,
    table: impl FnOnce(u64, u64, &Limits) -> Result<OutcomeTable, Refusal> + 'a,
) -> Result<Run<'a>, Declined> {
    match ask {
        Ask::Solve(_) => {
            if game.finite().is_some_and(FiniteGame::has_nim_values) {
                return Declined::because("nim-values say more");
            }
            let (heaps, index) = lone_heap(tuple(ask)?)?;
            run(Finding::Solution, move |limits| {
                rules.check_moves(heaps[index], limits)?;
                let table = table(heaps[index], search::FOR_A_SOLUTION, limits)?;
                Ok(rules.solve(&table, heaps, index))
            })
        }
        Ask::Sequence { of: Quantity::Outcome, to, row: None } => {
            run(Finding::Sequence, move |limits| {
                limits.check_memory("the sequence", u128::from(*to))?;
                let table = table(*to, search::FOR_A_SEQUENCE, limits)?;
                Ok(rules.sequence(&table, *to))
            })
        }
        _ => Declined::because("this engine gives outcomes of a single heap"),
    }
}

/// The index of the only heap that is not empty (or of any, if all are).
fn lone_heap(heaps: &[u64]) -> Result<(&[u64], usize), Declined> {
    let mut alive = heaps.iter().enumerate().filter(|(_, heap)| **heap > 0);
    match (alive.next(), alive.next()) {
        (_, Some(_)) => Declined::because("there are several heaps"),
        (Some((index, _)), None) => Ok((heaps, index)),
        (None, None) => Ok((heaps, 0)),
    }
}

impl LoneHeap<'_> {
    fn check_moves(&self, heap: u64, limits: &Limits) -> Result<(), Refusal> {
        let options = self.sets.iter().map(|set| set.count_up_to(heap)).sum::<u128>();
        limits.check_memory("the list of all moves", options.saturating_mul(64))
    }

    fn solve(&self, table: &OutcomeTable, heaps: &[u64], index: usize) -> Solution {
        let heap = heaps[index];
        let [left, right] = Player::BOTH.map(|mover| {
            let winning = self.winning_options(table, heap, mover);
            winning.map(|option| Position::Tuple(with(heaps, index, option))).collect()
        });
        let reasons = self.explain(table, heap);
        let outcome = table.at(heap);
        Solution { outcome, value: None, left, right, unlisted: None, reasons }
    }

    fn winning_options<'a>(
        &'a self,
        table: &'a OutcomeTable,
        heap: u64,
        mover: Player,
    ) -> impl Iterator<Item = u64> + 'a {
        let wins = move |option: &u64| table.at(*option).winner(mover.opponent()) == Some(mover);
        self.options(heap, mover).filter(wins)
    }

    fn explain(&self, table: &OutcomeTable, heap: u64) -> Vec<String> {
        let mut reasons = match table.period {
            Some((preperiod, period)) if period <= period::MOST_CLASSES => {
                outcome_class(heap, preperiod, period, |n| table.at(n))
            }
            Some((preperiod, period)) => vec![format!(
                "the outcomes have period {period} from {preperiod} on; {heap} is {}",
                table.at(heap)
            )],
            None => vec![format!("the outcomes of all heaps up to {heap} were computed")],
        };
        reasons.extend(Player::BOTH.map(|mover| self.explain_move(table, heap, mover)));
        reasons
    }

    fn explain_move(&self, table: &OutcomeTable, heap: u64, mover: Player) -> String {
        if self.loses_stuck(heap, mover).is_some() {
            let winner = self.ending.winner(heap, mover);
            return format!("{mover}, moving first, is stuck: {winner} wins");
        }
        match self.winning_options(table, heap, mover).next() {
            Some(option) => format!(
                "{mover}, moving first, wins by leaving {option}, which is {}",
                table.at(option)
            ),
            None => format!("{mover}, moving first, loses: the opponent wins after every move"),
        }
    }

    fn sequence(&self, table: &OutcomeTable, to: u64) -> Sequence {
        let terms = Terms::Outcomes(table.terms(to_index(to) + 1));
        let period = table.period.map(|(preperiod, period)| Periodicity::proved(preperiod, period));
        let reasons = vec![match (&period, self.lookback()) {
            (Some(_), Some(taken)) => {
                format!("a window of {taken} outcomes repeats, and no move reaches further back")
            }
            (_, None) => "moves reach back without bound: no window proves a period".to_owned(),
            (None, _) => format!("no period was found in {} terms", table.searched),
        }];
        Sequence { terms, period, reasons, stopped: None }
    }
}
