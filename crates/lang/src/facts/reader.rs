//! From a move to inequalities.

use super::terms::{HeapFacts, Term, Terms};
use crate::ir::{
    Becomes, Bound, Condition, Expr, Move, Number, Program, Relation, Select, Set, Shape, Slot,
    Step,
};
use crate::linear::{Linear, System, Work};
use crate::syntax::Many;

/// Which position an expression looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum When {
    Before,
    After,
}

/// Where a fact comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// The position before or after is legal.
    Legal,
    /// A slot is what it is defined to be.
    Define,
    /// A choice or a condition of the move.
    Step,
}

/// What the facts do not tell.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Loss {
    /// A slot takes the elements of a set that is no range; its ends alone are known.
    pub(super) sets: bool,
    /// Some other condition.
    pub(super) anything: bool,
}

/// A number that a move changes.
#[derive(Clone, Debug)]
pub(super) struct Change {
    pub(super) old: Linear,
    pub(super) new: Linear,
    /// What holds besides, if this number is there at all.
    pub(super) given: Vec<Linear>,
}

/// A move as inequalities, with their origins.
#[derive(Clone, Debug)]
pub(super) struct Parts {
    pub(super) facts: Vec<(Part, Linear)>,
    /// What is known of the terms that are not linear.
    pub(super) terms: Vec<Linear>,
    pub(super) new: Vec<Linear>,
    /// The numbers that change: those of a named position in order; the chosen heap to each of the new ones.
    pub(super) changes: Vec<Change>,
    pub(super) lost: Loss,
    /// The slots that are chosen, not defined, with their sets.
    pub(super) free: Vec<(Slot, Option<Set>)>,
    /// The variables from here on are terms.
    slots: usize,
}

impl Parts {
    /// Reads a move.
    pub(super) fn read(program: &Program, one: &Move, work: &mut Work) -> Parts {
        let mut reader = Reader::new(program, one, work);
        reader.legal_before();
        reader.steps();
        let new = reader.new_numbers();
        let changes = reader.changes(&new);
        reader.legal_after(&new);
        reader.finish(new, changes)
    }

    /// Reads a move as several, one for each way to choose among alternatives. Those that are proved to be
    /// impossible are left out.
    pub(super) fn cases(program: &Program, one: &Move, work: &mut Work) -> Vec<Parts> {
        let cases = super::cases::cases(program, one, work);
        let mut parts: Vec<Parts> =
            cases.iter().map(|case| Parts::read(program, case, work)).collect();
        parts.retain(|parts| !parts.system().is_empty_within(work));
        parts
    }

    /// All facts.
    pub(super) fn system(&self) -> System {
        let mut system = System::default();
        self.facts.iter().for_each(|(_, fact)| system.add(fact.clone()));
        self.terms.iter().for_each(|fact| system.add(fact.clone()));
        system
    }

    /// Was something not linear?
    pub(super) fn has_terms(&self) -> bool {
        let facts = self.facts.iter().map(|(_, fact)| fact);
        facts.chain(&self.new).any(|form| form.mentions(|variable| variable >= self.slots))
    }
}

/// What an expression can see: a form for each slot.
struct Sight<'a> {
    slots: &'a [Linear],
    when: When,
}

struct Reader<'a> {
    program: &'a Program,
    one: &'a Move,
    /// What each slot is.
    slots: Vec<Linear>,
    terms: Terms,
    facts: Vec<(Part, Linear)>,
    /// Forms that are not 0.
    nonzero: Vec<(Part, Linear)>,
    lost: Loss,
    free: Vec<(Slot, Option<Set>)>,
    /// How many facts may still be split into cases.
    splits: usize,
    work: &'a mut Work,
}

impl<'a> Reader<'a> {
    /// More facts than this are not kept.
    const MOST_FACTS: usize = 200;
    /// More operands than this are not looked at.
    const MOST_OPERANDS: usize = 32;

    fn new(program: &'a Program, one: &'a Move, work: &'a mut Work) -> Reader<'a> {
        let count = program.position_slots() + one.names.len();
        Reader {
            program,
            one,
            slots: (0..count).map(Linear::variable).collect(),
            terms: Terms::behind(count),
            facts: Vec::new(),
            nonzero: Vec::new(),
            lost: Loss::default(),
            free: Vec::new(),
            splits: 64,
            work,
        }
    }

    fn is_many(&self) -> bool {
        matches!(self.program.shape, Shape::Many(..))
    }

    fn is_coins(&self) -> bool {
        matches!(self.program.shape, Shape::Many(Many::Coins, _))
    }

    /// No number is negative, and what the `legal` lines say holds: of the chosen heap, if it is about heaps.
    fn legal_before(&mut self) {
        let slots = self.slots[..self.program.position_slots()].to_vec();
        for slot in &slots {
            self.add(Part::Legal, slot.clone());
        }
        for condition in &self.program.legal {
            let sight = Sight { slots: &slots, when: When::Before };
            self.condition(Part::Legal, condition, true, &sight);
        }
    }

    fn steps(&mut self) {
        if let Select::Several(_, most) = &self.one.select {
            // At least one heap is chosen, so at least one may be.
            if !most.mentions(&|_| true) {
                let sight = Sight { slots: &[], when: When::Before };
                let most = self.linear(most, &sight);
                self.add_if(Part::Step, most.shifted(-1));
            }
        }
        let many = matches!(self.one.select, Select::Several(..));
        for step in &self.one.steps {
            // Shared choices have one value for all heaps that are chosen, so they cannot be defined by one of them.
            let by_heap = |value: &Expr| many && value.mentions(&|slot| slot == 0);
            match step {
                Step::Define { value, .. } if by_heap(value) => self.lost.anything = true,
                step => self.step(step),
            }
        }
        for step in &self.one.each {
            self.step(step);
        }
    }

    fn step(&mut self, step: &Step) {
        let mut slots = std::mem::take(&mut self.slots);
        let sight = Sight { slots: &slots, when: When::Before };
        match step {
            Step::Range { slot, bounds } => {
                self.free.push((*slot, None));
                self.bounds(*slot, bounds, &sight);
            }
            Step::Members { slot, set, bounds } => {
                self.free.push((*slot, Some(set.clone())));
                self.lost.sets |= !is_range(set);
                self.between_ends(Part::Step, &Linear::variable(*slot), set);
                self.bounds(*slot, bounds, &sight);
            }
            Step::Define { slot, value } => {
                let value = self.linear(value, &sight);
                let own = Linear::variable(*slot);
                self.add_if(Part::Define, own.minus(&value));
                self.add_if(Part::Define, value.minus(&own));
                if let Some(form) = slots.get_mut(*slot) {
                    *form = value;
                }
            }
            Step::Check(condition) => self.condition(Part::Step, condition, true, &sight),
        }
        self.slots = slots;
    }

    fn bounds(&mut self, slot: Slot, bounds: &[Bound], sight: &Sight<'_>) {
        for Bound { factor, rest } in bounds {
            if self.facts.len() >= Self::MOST_FACTS || self.work.is_used_up() {
                self.lost.anything = true;
                return;
            }
            let factor = self.linear(factor, sight);
            let rest = self.linear(rest, sight);
            let product = self.terms.product(&factor, &Linear::variable(slot));
            self.add_if(Part::Step, product.and_then(|product| product.plus(&rest)));
        }
    }

    fn new_numbers(&mut self) -> Vec<Linear> {
        let slots = self.slots.clone();
        let sight = Sight { slots: &slots, when: When::Before };
        let new: Vec<&Expr> = match &self.one.becomes {
            Becomes::Position(new) | Becomes::Heaps(new) => new.iter().collect(),
            Becomes::Run(first, last) => vec![first, last],
            Becomes::Rows(chosen, _) => vec![chosen],
        };
        new.into_iter().map(|expr| self.linear(expr, &sight)).collect()
    }

    fn changes(&mut self, new: &[Linear]) -> Vec<Change> {
        let heap = Linear::variable(0);
        let plain = |old: Linear, new: &Linear| Change { old, new: new.clone(), given: Vec::new() };
        match &self.one.becomes {
            Becomes::Position(_) => {
                new.iter().enumerate().map(|(i, new)| plain(Linear::variable(i), new)).collect()
            }
            Becomes::Heaps(_) => new.iter().map(|new| plain(heap.clone(), new)).collect(),
            // If the run is not empty, its first heap is not negative and its last is not less than that.
            Becomes::Run(..) => {
                let mut last = plain(heap, &new[1]);
                last.given.push(new[0].clone());
                last.given.extend(new[1].minus(&new[0]));
                vec![last]
            }
            Becomes::Rows(_, later) => vec![plain(heap, &new[0]), self.later_change(later)],
        }
    }

    /// A later row, if there is one, was legal before.
    fn later_change(&mut self, later: &Expr) -> Change {
        let slots = self.slots.clone();
        let old = self.terms.variable(Term::Later);
        let new = self.linear(later, &Sight { slots: &slots, when: When::Before });
        let facts = std::mem::take(&mut self.facts);
        let (nonzero, lost) = (std::mem::take(&mut self.nonzero), self.lost);
        for condition in self.program.legal.iter().filter(|one| one.mentions(&|slot| slot == 0)) {
            let sight = Sight { slots: std::slice::from_ref(&old), when: When::Before };
            self.condition(Part::Legal, condition, true, &sight);
        }
        let given = std::mem::replace(&mut self.facts, facts);
        (self.nonzero, self.lost) = (nonzero, lost);
        let given = given.into_iter().map(|(_, fact)| fact).chain([new.clone()]).collect();
        Change { old, new, given }
    }

    fn legal_after(&mut self, new: &[Linear]) {
        match &self.one.becomes {
            Becomes::Position(_) => self.legal_position(new),
            Becomes::Heaps(_) => self.legal_heaps(new),
            // Nothing is known of the heaps of a run, and it may be empty.
            Becomes::Run(..) => {
                self.lost.anything = true;
                self.legal_whole();
            }
            Becomes::Rows(_, later) => {
                self.lost.anything |= *later != Expr::Later;
                self.legal_heaps(new);
            }
        }
    }

    fn legal_position(&mut self, new: &[Linear]) {
        new.iter().for_each(|new| self.add(Part::Legal, new.clone()));
        for condition in &self.program.legal {
            let sight = Sight { slots: new, when: When::After };
            self.condition(Part::Legal, condition, true, &sight);
        }
    }

    /// A condition that mentions the heap holds for each of the new ones.
    ///
    /// Coins on the same place vanish before anybody asks whether the position is legal. A single new coin stays,
    /// or there was another on its place: then what is said of a lone place holds of it all the same.
    fn legal_heaps(&mut self, new: &[Linear]) {
        new.iter().for_each(|new| self.add(Part::Legal, new.clone()));
        let is_lone = self.one.select == Select::One && new.len() == 1;
        for condition in self.program.legal.iter().filter(|one| one.mentions(&|slot| slot == 0)) {
            if self.is_coins() && (!is_lone || is_about_all(condition)) {
                self.lost.anything = true;
                continue;
            }
            for heap in new {
                let sight = Sight { slots: std::slice::from_ref(heap), when: When::After };
                self.condition(Part::Legal, condition, true, &sight);
            }
        }
        self.legal_whole();
    }

    /// What is said of the whole new position.
    fn legal_whole(&mut self) {
        for condition in self.program.legal.iter().filter(|one| !one.mentions(&|slot| slot == 0)) {
            let sight = Sight { slots: &[], when: When::After };
            self.condition(Part::Legal, condition, true, &sight);
        }
    }

    /// The heaps that are surely there.
    fn heaps(&self, new: &[Linear]) -> HeapFacts {
        if !self.is_many() {
            return HeapFacts::default();
        }
        let stay = !self.is_coins() && !matches!(self.one.becomes, Becomes::Run(..));
        HeapFacts {
            before: vec![Linear::variable(0)],
            after: if stay { new.to_vec() } else { Vec::new() },
        }
    }

    fn finish(self, new: Vec<Linear>, mut changes: Vec<Change>) -> Parts {
        changes.iter_mut().for_each(|change| change.given.truncate(Self::MOST_FACTS));
        let nonzero = self.nonzero.iter().map(|(_, form)| form);
        let roots = self.facts.iter().map(|(_, fact)| fact).chain(nonzero).chain(&new);
        let roots = roots.chain(changes.iter().flat_map(|one| one.given.iter().chain([&one.new])));
        let (occurs, terms) = self.terms.facts(roots, &self.heaps(&new));
        let mut parts = Parts {
            facts: self.facts,
            terms,
            new,
            changes,
            lost: self.lost,
            free: self.free,
            slots: self.slots.len(),
        };
        let (mut nonzero, work) = (self.nonzero, self.work);
        parts.separate(&mut nonzero, work);
        if occurs.contains(&true) {
            let mut system = parts.system();
            let known = system.facts().len();
            self.terms.refine(&occurs, &mut system, work);
            parts.terms.extend_from_slice(&system.facts()[known..]);
            parts.separate(&mut nonzero, work);
        }
        parts.lost.anything |= !nonzero.is_empty();
        parts
    }
}

impl Parts {
    /// What is not 0 and proved not to be negative is at least 1; and the same upside down. The others are left.
    /// What follows only from the steps is no part of legality any more.
    fn separate(&mut self, nonzero: &mut Vec<(Part, Linear)>, work: &mut Work) {
        nonzero.retain(|(part, form)| {
            if work.is_used_up() {
                return true;
            }
            let legal = (*part == Part::Legal).then(|| (Part::Legal, self.legality()));
            for (part, system) in legal.into_iter().chain([(Part::Step, self.system())]) {
                let sides = [Some(form.clone()), form.scaled(-1)];
                let side =
                    sides.into_iter().flatten().find(|side| system.implies_within(side, work));
                if let Some(fact) = side.and_then(|side| side.shifted(-1)) {
                    self.facts.push((part, fact));
                    return false;
                }
            }
            true
        });
    }

    /// What holds because the positions before and after are legal.
    fn legality(&self) -> System {
        let mut system = System::default();
        let legal = self.facts.iter().filter(|(part, _)| *part == Part::Legal);
        legal.for_each(|(_, fact)| system.add(fact.clone()));
        system
    }
}

/// Conditions.
impl Reader<'_> {
    /// Adds `fact ≥ 0`; what cannot be kept is lost.
    fn add(&mut self, part: Part, fact: Linear) {
        if self.splits > 0
            && let Some(cases) = self.terms.cases(&fact)
        {
            self.splits -= 1;
            cases.into_iter().for_each(|case| self.add(part, case));
            return;
        }
        if fact.as_constant().is_some_and(|constant| constant >= 0) {
            return;
        }
        match self.facts.len() < Self::MOST_FACTS {
            true => self.facts.push((part, fact)),
            false => self.lost.anything = true,
        }
    }

    fn add_if(&mut self, part: Part, fact: Option<Linear>) {
        match fact {
            Some(fact) => self.add(part, fact),
            None => self.lost.anything = true,
        }
    }

    /// Adds what a condition, or its opposite, says.
    fn condition(&mut self, part: Part, condition: &Condition, holds: bool, sight: &Sight<'_>) {
        if self.facts.len() >= Self::MOST_FACTS || self.work.is_used_up() {
            self.lost.anything = true;
            return;
        }
        match condition {
            Condition::Truth(truth) if *truth == holds => {}
            Condition::Truth(_) => self.add(part, Linear::constant(-1)),
            Condition::Compare(relation, a, b) => {
                let (a, b) = (self.linear(a, sight), self.linear(b, sight));
                self.compare(part, relation.wanted(holds), &a, &b);
            }
            Condition::Member(number, set) => {
                let number = self.linear(number, sight);
                self.member(part, &number, set, holds);
            }
            Condition::Not(one) => self.condition(part, one, !holds, sight),
            Condition::All(all) if holds || all.len() == 1 => {
                all.iter().for_each(|one| self.condition(part, one, holds, sight));
            }
            Condition::Any(all) if !holds || all.len() == 1 => {
                all.iter().for_each(|one| self.condition(part, one, holds, sight));
            }
            // None of no conditions fails, and none holds.
            Condition::All(all) | Condition::Any(all) if all.is_empty() => {
                self.add(part, Linear::constant(-1));
            }
            Condition::All(_)
            | Condition::Any(_)
            | Condition::Distinct { .. }
            | Condition::Falling => self.lost.anything = true,
        }
    }

    fn compare(&mut self, part: Part, relation: Relation, a: &Linear, b: &Linear) {
        let Some(form) = a.minus(b) else {
            self.lost.anything = true;
            return;
        };
        match (relation, form.as_constant()) {
            (Relation::Unequal, Some(0)) => self.add(part, Linear::constant(-1)),
            (Relation::Unequal, Some(_)) => {}
            (Relation::Unequal, None) if self.nonzero.len() < 32 => self.nonzero.push((part, form)),
            _ => match form.compared(relation) {
                Some(facts) => facts.into_iter().for_each(|fact| self.add(part, fact)),
                None => self.lost.anything = true,
            },
        }
    }

    /// A number lies in a set, or it does not. If the set is a range, its ends say it all.
    fn member(&mut self, part: Part, number: &Linear, set: &Set, holds: bool) {
        match (number.as_constant(), holds, set.tail, set.finite.as_slice()) {
            (Some(number), ..) if set.contains(number) == holds => {}
            (Some(_), ..) => self.add(part, Linear::constant(-1)),
            (None, true, ..) => {
                self.lost.anything |= !is_range(set);
                self.between_ends(part, number, set);
            }
            (None, false, None, []) => {}
            (None, false, None, [one]) => {
                self.compare(part, Relation::Unequal, number, &Linear::constant(*one));
            }
            (None, false, ..) => self.lost.anything = true,
        }
    }

    /// A number lies between the least and the greatest element of the set.
    fn between_ends(&mut self, part: Part, number: &Linear, set: &Set) {
        let tail = set.tail.map(|(from, _)| from);
        let Some(low) = set.finite.first().copied().into_iter().chain(tail).min() else {
            return self.add(part, Linear::constant(-1));
        };
        self.compare(part, Relation::AtLeast, number, &Linear::constant(low));
        if let (None, Some(high)) = (tail, set.finite.last()) {
            self.compare(part, Relation::AtMost, number, &Linear::constant(*high));
        }
    }

    /// The form of an expression.
    fn linear(&mut self, expr: &Expr, sight: &Sight<'_>) -> Linear {
        let form = self.work.take(1).and_then(|()| self.try_linear(expr, sight));
        let cost = form.as_ref().map_or(0, Linear::cost);
        let form = self.work.take(cost).and(form);
        form.filter(|form| form.terms.len() <= System::MOST_VARIABLES)
            .unwrap_or_else(|| self.terms.unknown())
    }

    fn try_linear(&mut self, expr: &Expr, sight: &Sight<'_>) -> Option<Linear> {
        match expr {
            Expr::Constant(number) => Linear::constant(*number).shifted(0),
            Expr::Slot(slot) => sight.slots.get(*slot).cloned(),
            Expr::Later => Some(self.terms.variable(Term::Later)),
            Expr::Sum(a, b) => self.linear(a, sight).plus(&self.linear(b, sight)),
            Expr::Difference(a, b) => self.linear(a, sight).minus(&self.linear(b, sight)),
            Expr::Product(a, b) => {
                let (a, b) = (self.linear(a, sight), self.linear(b, sight));
                self.terms.product(&a, &b)
            }
            Expr::Quotient(a, by) => {
                let a = self.linear(a, sight);
                self.quotient(a, *by)
            }
            Expr::Remainder(a, by) => {
                let a = self.linear(a, sight);
                let quotient = self.quotient(a.clone(), *by)?;
                a.combined(1, &quotient, -by)
            }
            Expr::Xor(a, b) => {
                let (a, b) = (self.linear(a, sight), self.linear(b, sight));
                Some(self.terms.variable(Term::Xor(a, b)))
            }
            Expr::Least(all) => self.operands(all, sight).map(|mut all| match all.len() {
                1 => all.remove(0),
                _ => self.terms.variable(Term::Least(all)),
            }),
            Expr::Greatest(all) => self.operands(all, sight).map(|mut all| match all.len() {
                1 => all.remove(0),
                _ => self.terms.variable(Term::Greatest(all)),
            }),
            Expr::If(_, a, b) => {
                let (a, b) = (self.linear(a, sight), self.linear(b, sight));
                Some(self.terms.either(a, b))
            }
            Expr::Of(aggregate) => Some(self.terms.variable(Term::Of(*aggregate, sight.when))),
        }
    }

    fn operands(&mut self, all: &[Expr], sight: &Sight<'_>) -> Option<Vec<Linear>> {
        let mut forms = Vec::new();
        for expr in all {
            let form = self.linear(expr, sight);
            if !forms.contains(&form) {
                forms.push(form);
            }
            if forms.len() > Self::MOST_OPERANDS {
                return None;
            }
        }
        (!forms.is_empty()).then_some(forms)
    }

    fn quotient(&mut self, form: Linear, by: Number) -> Option<Linear> {
        match (by, form.as_constant()) {
            (..=0, _) => None,
            (1, _) => Some(form),
            (_, Some(constant)) => Some(Linear::constant(constant.div_euclid(by))),
            _ => Some(self.terms.variable(Term::Quotient(form, by))),
        }
    }
}

/// Does it look at more than one heap?
fn is_about_all(condition: &Condition) -> bool {
    condition.find(super::structure::glance).is_some()
}

/// Are the elements consecutive?
fn is_range(set: &Set) -> bool {
    let finite = set.finite.windows(2).all(|pair| pair[0] + 1 == pair[1]);
    match (set.tail, set.finite.last()) {
        (None, _) => finite,
        (Some((_, step)), None) => step == 1,
        (Some((from, step)), Some(last)) => finite && step == 1 && last + 1 == from,
    }
}
