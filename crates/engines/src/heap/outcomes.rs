use bouton_rules::{Ending, Game, HeapMoves, Limits, Position, Refusal, Spec, SubtractionSet};
use bouton_values::{Outcome, Player};

use super::period::{self, Reach};
use crate::ask::{Ask, Quantity};
use crate::engine::{Declined, Engine, Run, finite, tuple, with};
use crate::finding::{Finding, Periodicity, Sequence, Solution, Terms};
use crate::words::outcome_class;

/// A lone heap from which one subtracts, under any ending, also with a set for each player.
pub(crate) struct HeapOutcomes;

impl Engine for HeapOutcomes {
    fn name(&self) -> &'static str {
        "outcome-table"
    }

    fn theorem(&self) -> &'static str {
        "Proposition 2 of On Ending Partizan Subtraction Nim: the outcome of a heap follows from \
         those of its options"
    }

    fn prepare<'a>(&self, game: &'a Game, ask: &'a Ask) -> Result<Run<'a>, Declined> {
        let rules = SubtractionRules::of(game)?;
        match ask {
            Ask::Solve(_) => {
                if game.finite().is_some_and(bouton_rules::FiniteGame::has_nim_values) {
                    return Declined::because("nim-values tell more");
                }
                let (heaps, heap) = lone_heap(tuple(ask)?)?;
                Ok(Box::new(move |limits| rules.solve(heaps, heap, limits).map(Finding::Solution)))
            }
            Ask::Sequence { of: Quantity::Outcome, to, row: None } => {
                Ok(Box::new(move |limits| rules.sequence(*to, limits).map(Finding::Sequence)))
            }
            _ => Declined::because("it gives outcomes of a lone heap"),
        }
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

struct SubtractionRules<'a> {
    /// What Left may take, and Right.
    sets: [&'a SubtractionSet; 2],
    ending: &'a Ending,
}

/// The outcomes of heaps 0, 1, …: all of them, if a period was proved.
struct OutcomeTable {
    outcomes: Vec<Outcome>,
    period: Option<(u64, u64)>,
}

const HORIZON: u64 = 1 << 16;

impl<'a> SubtractionRules<'a> {
    fn of(game: &'a Game) -> Result<SubtractionRules<'a>, Declined> {
        let game = finite(game)?;
        match &game.spec {
            Spec::Heap(rules) => match &rules.moves {
                HeapMoves::Subtract { left, right } => {
                    Ok(SubtractionRules { sets: [left, right], ending: &game.ending })
                }
                _ => Declined::because("a move is not a subtraction"),
            },
            _ => Declined::because("the position is not a sum of heaps"),
        }
    }

    /// The farthest that a move reaches back; `None` if without bound.
    fn lookback(&self) -> Option<u64> {
        Some(self.sets[0].max()?.max(self.sets[1].max()?))
    }

    fn table(&self, largest: u64, limits: &Limits) -> Result<OutcomeTable, Refusal> {
        let mut table = OutcomeTable { outcomes: Vec::new(), period: None };
        if let Some(taken) = self.lookback() {
            let horizon = HORIZON.max(taken.saturating_mul(4));
            let mut to = 64;
            while table.period.is_none() && to <= horizon && self.cost(to) <= limits.steps.into() {
                self.extend(&mut table.outcomes, to, limits)?;
                table.period = period::find(&table.outcomes, Reach { parts: 1, taken });
                to *= 2;
            }
        }
        let needed = match table.period {
            Some((preperiod, period)) => largest.min(preperiod + period),
            None => largest,
        };
        self.extend(&mut table.outcomes, needed, limits)?;
        if let (None, Some(taken)) = (table.period, self.lookback()) {
            table.period = period::find(&table.outcomes, Reach { parts: 1, taken });
        }
        Ok(table)
    }

    fn cost(&self, largest: u64) -> u128 {
        let options = self.sets.iter().map(|set| set.count_up_to(largest)).sum::<u128>();
        options.saturating_mul(u128::from(largest) + 1)
    }

    fn extend(
        &self,
        outcomes: &mut Vec<Outcome>,
        largest: u64,
        limits: &Limits,
    ) -> Result<(), Refusal> {
        if outcomes.len() as u64 > largest {
            return Ok(());
        }
        limits.check_memory("the table of outcomes", u128::from(largest))?;
        limits.check_steps("the table of outcomes", self.cost(largest))?;
        for heap in outcomes.len() as u64..=largest {
            if heap.is_multiple_of(1 << 16) {
                limits.progress(heap, largest)?;
            }
            let [left_first, right_first] =
                Player::BOTH.map(|mover| Some(self.winner(outcomes, heap, mover)));
            outcomes.push(Outcome::from_winners(left_first, right_first));
        }
        Ok(())
    }

    /// The definition, for a heap above all of `smaller`.
    fn winner(&self, smaller: &[Outcome], heap: u64, mover: Player) -> Player {
        let mut options = self.sets[mover.index()].up_to(heap).peekable();
        if options.peek().is_none() {
            return self.ending.winner(heap, mover);
        }
        let wins =
            |taken: u64| smaller[(heap - taken) as usize].winner(mover.opponent()) == Some(mover);
        if options.any(wins) { mover } else { mover.opponent() }
    }

    fn solve(&self, heaps: &[u64], index: usize, limits: &Limits) -> Result<Solution, Refusal> {
        let heap = heaps[index];
        let options = self.sets.iter().map(|set| set.count_up_to(heap)).sum::<u128>();
        limits.check_memory("the list of all moves", options.saturating_mul(64))?;
        let table = self.table(heap, limits)?;
        let [left, right] = Player::BOTH.map(|mover| {
            let options = self.sets[mover.index()].up_to(heap).map(|taken| heap - taken);
            let winning =
                options.filter(|option| table.at(*option).winner(mover.opponent()) == Some(mover));
            winning
                .map(|option| Position::Tuple(with(heaps, index, option)))
                .collect::<Vec<Position>>()
        });
        let reasons = self.explain(&table, heap);
        Ok(Solution { outcome: table.at(heap), value: None, left, right, reasons })
    }

    fn explain(&self, table: &OutcomeTable, heap: u64) -> Vec<String> {
        let mut reasons = Vec::new();
        match table.period {
            Some((preperiod, period)) => {
                reasons.extend(outcome_class(heap, preperiod, period, |n| table.at(n)));
            }
            None => reasons.push(format!("the outcomes of all heaps up to {heap} were computed")),
        }
        for mover in Player::BOTH {
            let mut options = self.sets[mover.index()].up_to(heap).map(|taken| heap - taken);
            let winning =
                options.find(|option| table.at(*option).winner(mover.opponent()) == Some(mover));
            let is_stuck = self.sets[mover.index()].min() > heap;
            reasons.push(match winning {
                Some(option) => format!(
                    "{mover}, moving first, wins by leaving {option}, which is {}",
                    table.at(option)
                ),
                None if is_stuck => format!(
                    "{mover}, moving first, is stuck: {} wins",
                    self.ending.winner(heap, mover)
                ),
                None => format!("{mover}, moving first, loses: no option is good"),
            });
        }
        reasons
    }

    fn sequence(&self, to: u64, limits: &Limits) -> Result<Sequence, Refusal> {
        limits.check_memory("the sequence", u128::from(to))?;
        let table = self.table(to, limits)?;
        let terms = Terms::Outcomes((0..=to).map(|heap| table.at(heap)).collect());
        let period =
            table.period.map(|(preperiod, period)| Periodicity { preperiod, period, saltus: 0 });
        let reasons = vec![match (period, self.lookback()) {
            (Some(_), Some(taken)) => {
                format!("a window of {taken} outcomes repeats, and no move reaches further back")
            }
            (_, None) => "moves reach back without bound: no window proves a period".to_owned(),
            (None, _) => format!("no period was found in {} terms", table.outcomes.len()),
        }];
        Ok(Sequence { terms, period, reasons })
    }
}

impl OutcomeTable {
    fn at(&self, heap: u64) -> Outcome {
        match self.period {
            Some((preperiod, period)) if heap >= preperiod + period => {
                self.outcomes[(preperiod + (heap - preperiod) % period) as usize]
            }
            _ => self.outcomes[heap as usize],
        }
    }
}
