//! The SAT solver batsat under limits, with its learnt clauses recorded for proofs.

use std::cell::{Cell, RefCell};

use batsat::{Callbacks, ClauseKind, Lit, Solver, SolverInterface, SolverOpts, Var, lbool};
use bouton_values::{Meter, Refusal};

use super::kernel::Kernel;
use super::part::Part;

/// A clause: +(x+1) says that variable x is true, −(x+1) that it is false.
pub(super) type Clause = Vec<i32>;

/// The SAT solver batsat under limits; it records its learnt clauses if asked to.
pub(super) struct Sat {
    solver: Solver<Watcher>,
    variables: Vec<Var>,
}

/// How a bounded run of the solver ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Satisfiable,
    Unsatisfiable,
    /// The steps of this run are used up; another run goes on from here.
    Undecided,
}

/// Steps of a conflict and of a decision, measured on random digraphs with two or three moves from each vertex.
const STEPS_OF_CONFLICT: u64 = 20_000;
const STEPS_OF_DECISION: u64 = 800;

impl Sat {
    pub(super) fn new(variables: usize, recording: bool, meter: &Meter) -> Sat {
        let watcher = Watcher {
            meter: RefCell::new(meter.clone()),
            until: Cell::new(u64::MAX),
            refusal: RefCell::new(None),
            learnt: recording.then(Vec::new),
            held: 0,
        };
        // Slow decay, early restarts, more learnt clauses: on random digraphs with two or three
        // moves each, two thirds of the time that the defaults take.
        let (var_decay, restart_first, learntsize_factor) = (0.99, 50, 0.7);
        let options =
            SolverOpts { var_decay, restart_first, learntsize_factor, ..Default::default() };
        let mut solver = Solver::new(options, watcher);
        let variables = (0..variables).map(|_| solver.new_var_default()).collect();
        Sat { solver, variables }
    }

    /// The clauses of a part.
    pub(super) fn of_part(part: &Part, recording: bool, meter: &Meter) -> Sat {
        let mut sat = Sat::new(part.len(), recording, meter);
        for (v, conflicts) in part.conflicts.iter().enumerate() {
            for u in conflicts.iter().filter(|u| **u as usize > v) {
                sat.add([-(v as i32 + 1), -(*u as i32 + 1)]);
            }
        }
        for cover in part.covers.iter() {
            sat.add(cover.iter().map(|v| *v as i32 + 1));
        }
        sat
    }

    pub(super) fn add(&mut self, clause: impl IntoIterator<Item = i32>) {
        let mut literals = clause.into_iter().map(|literal| self.literal(literal)).collect();
        // If the clause contradicts the others, the next run finds out.
        let _ = self.solver.add_clause_reuse(&mut literals);
    }

    fn literal(&self, literal: i32) -> Lit {
        Lit::new(self.variables[literal.unsigned_abs() as usize - 1], literal > 0)
    }

    /// Runs for about `steps` steps.
    pub(super) fn run(
        &mut self,
        assumptions: &[i32],
        steps: u64,
        meter: &mut Meter,
    ) -> Result<Verdict, Refusal> {
        let assumptions: Vec<Lit> = assumptions.iter().map(|l| self.literal(*l)).collect();
        let watcher = self.solver.cb();
        watcher.until.set(meter.spent().saturating_add(steps));
        watcher.meter.replace(meter.clone());
        let result = self.solver.solve_limited(&assumptions);
        let watcher = self.solver.cb();
        if let Some(refusal) = watcher.refusal.borrow_mut().take() {
            return Err(refusal);
        }
        meter.clone_from(&watcher.meter.borrow());
        meter.spend(1000)?;
        Ok(if result == lbool::TRUE {
            Verdict::Satisfiable
        } else if result == lbool::FALSE {
            Verdict::Unsatisfiable
        } else {
            Verdict::Undecided
        })
    }

    /// Runs to the end: is there a model?
    pub(super) fn decide(
        &mut self,
        assumptions: &[i32],
        meter: &mut Meter,
    ) -> Result<bool, Refusal> {
        loop {
            match self.run(assumptions, u64::MAX, meter)? {
                Verdict::Satisfiable => return Ok(true),
                Verdict::Unsatisfiable => return Ok(false),
                Verdict::Undecided => {}
            }
        }
    }

    /// The true variables of the model just found.
    pub(super) fn model(&self) -> Kernel {
        let is_true = |v: &u32| self.solver.value_var(self.variables[*v as usize]) == lbool::TRUE;
        let n = self.variables.len();
        Kernel::new(n, (0..n as u32).filter(is_true))
    }

    /// Those assumptions of the last run that contradict the clauses.
    pub(super) fn core(&self, assumptions: &[i32]) -> Vec<i32> {
        let failed = |l: &&i32| self.solver.unsat_core_contains_lit(!self.literal(**l));
        assumptions.iter().filter(failed).copied().collect()
    }

    /// The clauses learnt so far, each derivable by unit propagation from those before it.
    pub(super) fn into_learnt(mut self) -> Vec<Clause> {
        self.solver.cb_mut().learnt.take().unwrap_or_default()
    }
}

/// Stops the solver at the limits, and records what it learns.
struct Watcher {
    meter: RefCell<Meter>,
    until: Cell<u64>,
    refusal: RefCell<Option<Refusal>>,
    learnt: Option<Vec<Clause>>,
    held: u128,
}

impl Callbacks for Watcher {
    fn on_new_clause(&mut self, clause: &[Lit], kind: ClauseKind) {
        if kind != ClauseKind::Learnt {
            return;
        }
        self.meter.get_mut().count(STEPS_OF_CONFLICT);
        if let Some(learnt) = &mut self.learnt {
            let number = |l: &Lit| (l.var().idx() as i32 + 1) * if l.sign() { 1 } else { -1 };
            learnt.push(clause.iter().map(number).collect());
            self.held += 24 + 4 * clause.len() as u128;
        }
    }

    fn stop(&self) -> bool {
        let meter = &mut *self.meter.borrow_mut();
        meter.count(STEPS_OF_DECISION);
        if self.refusal.borrow().is_some() {
            return true;
        }
        if meter.is_due()
            && let Err(refusal) = meter.hold("the proof", self.held).and_then(|()| meter.look())
        {
            *self.refusal.borrow_mut() = Some(refusal);
            return true;
        }
        meter.spent() >= self.until.get()
    }
}
