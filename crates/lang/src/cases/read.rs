//! From a move without alternatives to inequalities.

use super::terms::{HeapFacts, Term, Terms};
use super::{Case, Change, Choice, Loss, Origin, Within, is_range};
use crate::ir::{
    Becomes, Bound, Condition, Expr, Move, Number, Program, Relation, Select, Set, Shape, Slot,
    Step,
};
use crate::linear::{Linear, System, Work};
use crate::structure::Glance;
use crate::syntax::Many;

/// Which position an expression looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum When {
    Before,
    After,
}

impl Case {
    /// Reads a move: what the facts say holds wherever it is made.
    pub(crate) fn read(program: &Program, one: &Move, work: &mut Work) -> Case {
        let mut reader = Reader::new(program, one, work);
        reader.legal_before();
        reader.steps();
        let new = reader.new_numbers();
        let changes = reader.changes(&new);
        reader.legal_after(&new);
        reader.finish(new, changes)
    }

    /// Reads a move whose conditions say all that makes it possible, but for the size of numbers: the facts say just
    /// that, if nothing is lost. Sets stay with the choices.
    pub(super) fn read_exactly(program: &Program, one: &Move, work: &mut Work) -> Case {
        let mut reader = Reader { legal: &[], is_exact: true, ..Reader::new(program, one, work) };
        reader.legal_before();
        reader.steps();
        let new = reader.new_numbers();
        if !matches!(one.becomes, Becomes::Run(..)) {
            new.iter().for_each(|new| reader.add(Origin::Legal, new.clone()));
        }
        reader.finish(new, Vec::new())
    }
}

/// What an expression can see: a form for each slot.
struct Sight<'a> {
    slots: &'a [Linear],
    when: When,
}

struct Reader<'a> {
    program: &'a Program,
    /// What must hold of positions.
    legal: &'a [Condition],
    one: &'a Move,
    /// Must the facts say all, so that sets are kept?
    is_exact: bool,
    /// What each slot is.
    slots: Vec<Linear>,
    terms: Terms,
    facts: Vec<(Origin, Linear)>,
    /// Facts about the least or the greatest of some forms, as they were before they became facts about each of these
    /// forms. Where b is `min(h, 5) - a`, they alone say together with `a > b` that a is not 0.
    divided: Vec<Linear>,
    /// Forms that are not 0.
    nonzero: Vec<(Origin, Linear)>,
    lost: Loss,
    choices: Vec<Choice>,
    /// A choice that was exchanged for another in the last step, and what it is now.
    exchanged: Option<(usize, Linear)>,
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
            legal: &program.legal,
            one,
            is_exact: false,
            slots: (0..count).map(Linear::variable).collect(),
            terms: Terms::after(count),
            facts: Vec::new(),
            divided: Vec::new(),
            nonzero: Vec::new(),
            lost: Loss::default(),
            choices: Vec::new(),
            exchanged: None,
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
            self.add(Origin::Legal, slot.clone());
        }
        for condition in self.legal {
            let sight = Sight { slots: &slots, when: When::Before };
            self.condition(Origin::Legal, condition, true, &sight);
        }
    }

    fn steps(&mut self) {
        if let Select::Several(_, most) = &self.one.select {
            // At least one heap is chosen, so at least one may be.
            if !most.mentions(&|_| true) {
                let sight = Sight { slots: &[], when: When::Before };
                let most = self.linear(most, &sight);
                self.add_if(Origin::Step, most.shifted(-1));
            }
        }
        self.one.steps.iter().chain(&self.one.each).for_each(|step| self.step(step));
    }

    fn step(&mut self, step: &Step) {
        let slots = std::mem::take(&mut self.slots);
        let sight = Sight { slots: &slots, when: When::Before };
        match step {
            Step::Choose { slot, set, bounds } => {
                let within = set.clone().map(Within::Set);
                self.choices.push(Choice { variable: *slot, within });
                if let Some(set) = set {
                    self.lost.sets |= !is_range(set);
                    self.between_ends(Origin::Step, &Linear::variable(*slot), set);
                }
                self.bounds(*slot, bounds, &sight);
            }
            Step::Check(condition) => self.condition(Origin::Step, condition, true, &sight),
        }
        self.slots = slots;
        if let Some((variable, value)) = self.exchanged.take() {
            self.exchange(variable, &value);
        }
    }

    /// Writes a choice as the form of another that it is now, wherever it occurs.
    fn exchange(&mut self, variable: usize, value: &Linear) {
        let facts = self.facts.iter_mut().chain(&mut self.nonzero).map(|(_, form)| form);
        let mut fits = true;
        for form in facts.chain(&mut self.slots) {
            match form.substituted(|other| (other == variable).then(|| value.clone())) {
                Some(new) => *form = new,
                None => fits = false,
            }
        }
        if !fits {
            self.lose("the numbers are too large");
        }
    }

    fn bounds(&mut self, slot: Slot, bounds: &[Bound], sight: &Sight<'_>) {
        for Bound { factor, rest } in bounds {
            if self.facts.len() >= Self::MOST_FACTS || self.work.is_used_up() {
                return self.lose("a move has too many bounds");
            }
            let factor = self.linear(factor, sight);
            let rest = self.linear(rest, sight);
            let product = self.terms.product(&factor, &Linear::variable(slot));
            self.add_if(Origin::Step, product.and_then(|product| product.plus(&rest)));
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
        let divided = self.divided.len();
        for condition in self.legal.iter().filter(|one| one.mentions(&|slot| slot == 0)) {
            let sight = Sight { slots: std::slice::from_ref(&old), when: When::Before };
            self.condition(Origin::Legal, condition, true, &sight);
        }
        let given = std::mem::replace(&mut self.facts, facts);
        (self.nonzero, self.lost) = (nonzero, lost);
        self.divided.truncate(divided);
        let given = given.into_iter().map(|(_, fact)| fact).chain([new.clone()]).collect();
        Change { old, new, given }
    }

    /// The new numbers are legal. What is said of a heap holds for each of the new ones.
    ///
    /// Coins on the same place vanish before anybody asks whether the position is legal. A single new coin stays,
    /// or there was another on its place: then what is said of a lone place holds of it all the same.
    fn legal_after(&mut self, new: &[Linear]) {
        let is_run = matches!(self.one.becomes, Becomes::Run(..));
        match &self.one.becomes {
            // Nothing is known of the heaps of a run, and it may be empty.
            Becomes::Run(..) => self.lose("a heap becomes a run of heaps"),
            Becomes::Rows(_, later) if *later != Expr::Later => self.lose("later rows change"),
            _ => {}
        }
        if !is_run {
            new.iter().for_each(|new| self.add(Origin::Legal, new.clone()));
        }
        let is_lone = self.one.select == Select::One && new.len() == 1;
        for condition in self.legal {
            let is_about_all = || condition.find(Glance::of).is_some();
            let seen: Vec<&[Linear]> = match condition.mentions(&|slot| slot == 0) {
                _ if !self.is_many() => vec![new],
                false => vec![&[]],
                true if is_run => continue,
                true if self.is_coins() && (!is_lone || is_about_all()) => {
                    self.lose("two coins on one place vanish");
                    continue;
                }
                true => new.chunks(1).collect(),
            };
            for slots in seen {
                let sight = Sight { slots, when: When::After };
                self.condition(Origin::Legal, condition, true, &sight);
            }
        }
    }

    /// The heaps that are surely there.
    fn heaps(&self, new: &[Linear]) -> HeapFacts {
        if !self.is_many() {
            return HeapFacts::default();
        }
        let stay = !self.is_coins() && !matches!(self.one.becomes, Becomes::Run(..));
        [vec![Linear::variable(0)], if stay { new.to_vec() } else { Vec::new() }]
    }

    fn finish(self, new: Vec<Linear>, mut changes: Vec<Change>) -> Case {
        changes.iter_mut().for_each(|change| change.given.truncate(Self::MOST_FACTS));
        // Of an exact case it is known what its terms are, not what follows from that.
        let (occurs, terms) = match self.is_exact {
            true => (Vec::new(), Vec::new()),
            false => {
                let known = self.facts.iter().chain(&self.nonzero).map(|(_, form)| form);
                let given = changes.iter().flat_map(|one| one.given.iter().chain([&one.new]));
                let (occurs, mut terms) =
                    self.terms.facts(known.chain(&new).chain(given), &self.heaps(&new));
                let divided = self.divided.iter().filter(|fact| self.terms.occur(fact, &occurs));
                terms.extend(divided.cloned());
                (occurs, terms)
            }
        };
        let forms = self.facts.iter().chain(&self.nonzero).map(|(_, form)| form).chain(&new);
        let products = self.terms.products_among(forms);
        let (facts, lost, choices) = (self.facts, self.lost, self.choices);
        let mut case = Case { facts, terms, new, changes, lost, choices, products };
        let (mut nonzero, work) = (self.nonzero, self.work);
        case.separate(&mut nonzero, work);
        if occurs.contains(&true) {
            let mut system = case.system();
            let known = system.facts().len();
            self.terms.refine(&occurs, &mut system, work);
            case.terms.extend_from_slice(&system.facts()[known..]);
            case.separate(&mut nonzero, work);
        }
        if !nonzero.is_empty() {
            case.lost.anything = Some("numbers that must not be alike");
        }
        case
    }
}

impl Case {
    /// What is not 0 and proved not to be negative is at least 1; and the same upside down. The others are left.
    /// What follows only from the steps is not a part of legality any more.
    fn separate(&mut self, nonzero: &mut Vec<(Origin, Linear)>, work: &mut Work) {
        nonzero.retain(|(part, form)| {
            if work.is_used_up() {
                return true;
            }
            let legality = || System::of(self.facts_of(Origin::Legal).cloned());
            let legal = (*part == Origin::Legal).then(|| (Origin::Legal, legality()));
            for (part, system) in legal.into_iter().chain([(Origin::Step, self.system())]) {
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
}

/// Conditions.
impl Reader<'_> {
    /// Adds `fact ≥ 0`; what cannot be kept is lost.
    fn add(&mut self, part: Origin, fact: Linear) {
        if self.splits > 0
            && let Some(cases) = self.terms.cases(&fact)
        {
            self.splits -= 1;
            cases.into_iter().for_each(|case| self.add(part, case));
            self.divided.push(fact);
            return;
        }
        if fact.as_constant().is_some_and(|constant| constant >= 0) {
            return;
        }
        match self.facts.len() < Self::MOST_FACTS {
            true => self.facts.push((part, fact)),
            false => self.lose("a move has too many conditions"),
        }
    }

    fn add_if(&mut self, part: Origin, fact: Option<Linear>) {
        match fact {
            Some(fact) => self.add(part, fact),
            None => self.lose("the numbers are too large"),
        }
    }

    /// Something is not said by the facts; the first such thing is remembered.
    fn lose(&mut self, what: &'static str) {
        self.lost.anything.get_or_insert(what);
    }

    /// Adds what a condition, or its opposite, says.
    fn condition(&mut self, part: Origin, condition: &Condition, holds: bool, sight: &Sight<'_>) {
        if self.facts.len() >= Self::MOST_FACTS || self.work.is_used_up() {
            return self.lose("a move has too many conditions");
        }
        match condition {
            Condition::Compare(
                Relation::Equal,
                Expr::Remainder(number, by),
                Expr::Constant(rest),
            ) if self.is_exact && holds => {
                let number = self.linear(number, sight);
                if !self.lies_within(&number, Within::Class(*by, *rest)) {
                    self.lose("the remainder of something that is not chosen");
                }
            }
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
            Condition::All(all) | Condition::Any(all) => {
                match all.len() == 1 || holds == matches!(condition, Condition::All(_)) {
                    true => all.iter().for_each(|one| self.condition(part, one, holds, sight)),
                    // None of no conditions fails, and none holds.
                    false if all.is_empty() => self.add(part, Linear::constant(-1)),
                    false => self.lose("a condition has alternatives"),
                }
            }
            Condition::Distinct { .. } | Condition::Falling => {
                self.lose("a condition looks at all heaps");
            }
        }
    }

    fn compare(&mut self, part: Origin, relation: Relation, a: &Linear, b: &Linear) {
        let Some(form) = a.minus(b) else {
            return self.lose("the numbers are too large");
        };
        match (relation, form.as_constant()) {
            (Relation::Unequal, Some(0)) => self.add(part, Linear::constant(-1)),
            (Relation::Unequal, Some(_)) => {}
            (Relation::Unequal, None) if self.nonzero.len() < 32 => self.nonzero.push((part, form)),
            _ => match form.compared(relation) {
                Some(facts) => facts.into_iter().for_each(|fact| self.add(part, fact)),
                None => self.lose("the numbers are too large"),
            },
        }
    }

    /// A number lies in a set, or it does not. If the set is a range, its ends say it all.
    fn member(&mut self, part: Origin, number: &Linear, set: &Set, holds: bool) {
        match (number.as_constant(), holds, set.tail, set.finite.as_slice()) {
            (Some(number), ..) if set.contains(number) == holds => {}
            (Some(_), ..) => self.add(part, Linear::constant(-1)),
            (None, true, ..) => {
                self.between_ends(part, number, set);
                if is_range(set) {
                    return;
                }
                if !self.lies_within(number, Within::Set(set.clone())) {
                    self.lose("a set of numbers that are not chosen");
                }
            }
            (None, false, None, []) => {}
            (None, false, None, [one]) => {
                self.compare(part, Relation::Unequal, number, &Linear::constant(*one));
            }
            (None, false, ..) => self.lose("what does not lie in a set is not linear"),
        }
    }

    /// Keeps with a choice that a form lies in a set; `false` if that cannot be.
    ///
    /// A form s·c + R with s = ±1 and a choice c, of which no set is known, is as good a choice as c: for all values of
    /// the rest R, one is chosen where the other is. So c is exchanged for t = s·c + R, and is s·(t − R) from now on.
    /// Without this it depended on the order of the conditions whether `n = n' + k` and `k mod 2 = 1` are a subtraction
    /// game: `n'` may be the choice, and `k` what follows.
    fn lies_within(&mut self, form: &Linear, within: Within) -> bool {
        // Forms of this step were read before the exchange.
        if self.exchanged.is_some() {
            return false;
        }
        if self.is_known_within(form, &within) {
            return true;
        }
        let is_free = |variable: usize| {
            let mut choices = self.choices.iter();
            choices.any(|one| one.variable == variable && one.within.is_none())
        };
        let is_choice = matches!(form.terms[..], [(_, 1)]);
        let fits = |(variable, factor): &&(usize, Number)| {
            matches!(factor, 1 | -1)
                && is_free(*variable)
                && (is_choice || !self.terms.mention(*variable))
        };
        let Some((variable, factor)) = form.terms.iter().find(fits).copied() else { return false };
        let own = Linear::variable(variable);
        let rest = form.combined(1, &own, -factor);
        let Some(value) = rest.and_then(|rest| own.minus(&rest)?.scaled(factor)) else {
            return false;
        };
        if !self.is_exact {
            return false;
        }
        let within = if is_choice { within.shifted(-form.constant) } else { within };
        if let Some(choice) = self.choices.iter_mut().find(|one| one.variable == variable) {
            choice.within = Some(within);
        }
        self.exchanged = (!is_choice).then_some((variable, value));
        true
    }

    /// Is the form a choice that is known to lie in this set? Then the move says so twice.
    fn is_known_within(&self, form: &Linear, within: &Within) -> bool {
        let known = self.choices.iter().find(|one| form.terms == [(one.variable, 1)]);
        known.is_some_and(|one| one.within == Some(within.clone().shifted(-form.constant)))
    }

    /// A number lies between the least and the greatest element of the set.
    fn between_ends(&mut self, part: Origin, number: &Linear, set: &Set) {
        let (Some(low), high) = set.ends() else { return self.add(part, Linear::constant(-1)) };
        self.compare(part, Relation::AtLeast, number, &Linear::constant(low));
        if let Some(high) = high {
            self.compare(part, Relation::AtMost, number, &Linear::constant(high));
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
            Expr::Least(all) => self.extreme(all, Term::Least, sight),
            Expr::Greatest(all) => self.extreme(all, Term::Greatest, sight),
            Expr::If(_, a, b) => {
                let (a, b) = (self.linear(a, sight), self.linear(b, sight));
                Some(self.terms.either(a, b))
            }
            Expr::Of(aggregate) => Some(self.terms.variable(Term::Of(*aggregate, sight.when))),
        }
    }

    fn extreme(
        &mut self,
        all: &[Expr],
        term: fn(Vec<Linear>) -> Term,
        sight: &Sight<'_>,
    ) -> Option<Linear> {
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
        match &forms[..] {
            [one] => Some(one.clone()),
            _ => Some(self.terms.variable(term(forms))),
        }
    }

    fn quotient(&mut self, form: Linear, by: Number) -> Option<Linear> {
        match form.divided(by) {
            _ if by <= 0 => None,
            None => Some(self.terms.variable(Term::Quotient(form, by))),
            divided => divided,
        }
    }
}
