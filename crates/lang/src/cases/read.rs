//! From a move without alternatives to inequalities.

use super::terms::{HeapFacts, Term, Terms};
use super::{Case, Change, Choice, Exact, Miss, Within, is_range, numbers, within_numbers};
use crate::ir::{
    Becomes, Bound, Condition, Expr, Move, Number, Program, Relation, Select, Set, Shape, Slot,
    Step,
};
use crate::linear::{Linear, System, Work};
use crate::structure::WholePositionTerm;
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
        let mut reader = Reader::new(&program.shape, one, work);
        reader.legal_before(&program.legal);
        reader.steps();
        let new = reader.new_numbers();
        let changes = reader.changes(&program.legal, &new);
        reader.legal_after(&program.legal, &new);
        reader.finish(new, changes)
    }
}

impl Exact {
    /// Reads a move whose conditions say all that makes it possible, but for the size of numbers; nothing, if one of
    /// them is never so.
    pub(super) fn read(shape: &Shape, one: &Move, work: &mut Work) -> Result<Option<Exact>, Miss> {
        let mut reader = Reader { is_exact: true, ..Reader::new(shape, one, work) };
        reader.legal_before(&[]);
        reader.steps();
        let new = reader.new_numbers();
        let is_run = matches!(one.becomes, Becomes::Run(..));
        if !is_run {
            new.iter().for_each(|new| reader.add(new.clone()));
        }
        reader.finish_exactly(new, is_run)
    }
}

struct Reader<'a> {
    shape: &'a Shape,
    one: &'a Move,
    /// Must the facts say all, so that sets are kept?
    is_exact: bool,
    /// What each slot is.
    slots: Vec<Linear>,
    /// Which position is looked at.
    when: When,
    terms: Terms,
    facts: Vec<Linear>,
    /// Facts about the least or the greatest of some forms, as they were before they became facts about each of these
    /// forms. Where b is `min(h, 5) - a`, they alone say together with `a > b` that a is not 0.
    divided: Vec<Linear>,
    /// Forms that are not 0.
    nonzero: Vec<Linear>,
    /// What the facts do not say, in words: the first such thing.
    lost: Option<&'static str>,
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

    fn new(shape: &'a Shape, one: &'a Move, work: &'a mut Work) -> Reader<'a> {
        let count = shape.slots() + one.names.len();
        Reader {
            shape,
            one,
            is_exact: false,
            slots: (0..count).map(Linear::variable).collect(),
            when: When::Before,
            terms: Terms::after(count),
            facts: Vec::new(),
            divided: Vec::new(),
            nonzero: Vec::new(),
            lost: None,
            choices: Vec::new(),
            exchanged: None,
            splits: 64,
            work,
        }
    }

    fn is_many(&self) -> bool {
        matches!(self.shape, Shape::Many(..))
    }

    fn is_coins(&self) -> bool {
        matches!(self.shape, Shape::Many(Many::Coins, _))
    }

    /// No number is negative, and what the `legal` lines say holds: of the chosen heap, if it is about heaps.
    fn legal_before(&mut self, legal: &[Condition]) {
        (0..self.shape.slots()).for_each(|slot| self.add(Linear::variable(slot)));
        legal.iter().for_each(|condition| self.condition(condition, true));
    }

    fn steps(&mut self) {
        if let Select::Several(_, most) = &self.one.select {
            // At least one heap is chosen, so at least one may be.
            if !most.mentions(&|_| true) {
                let most = self.linear(most);
                self.add_if(most.shifted(-1));
            }
        }
        self.one.steps.iter().chain(&self.one.each).for_each(|step| self.step(step));
    }

    fn step(&mut self, step: &Step) {
        match step {
            Step::Choose { slot, set, bounds } => {
                let within = set.clone().map(Within::Set);
                self.choices.push(Choice { variable: *slot, within });
                if let Some(set) = set {
                    self.between_ends(&Linear::variable(*slot), set);
                }
                self.bounds(*slot, bounds);
            }
            Step::Check(condition) => self.condition(condition, true),
        }
        if let Some((variable, value)) = self.exchanged.take() {
            self.exchange(variable, &value);
        }
    }

    /// Writes a choice as the form of another that it is now, wherever it occurs.
    fn exchange(&mut self, variable: usize, value: &Linear) {
        let mut fits = true;
        for form in self.facts.iter_mut().chain(&mut self.nonzero).chain(&mut self.slots) {
            match form.substituted(|other| (other == variable).then(|| value.clone())) {
                Some(new) => *form = new,
                None => fits = false,
            }
        }
        if !fits {
            self.lose("the numbers are too large");
        }
    }

    fn bounds(&mut self, slot: Slot, bounds: &[Bound]) {
        for Bound { factor, rest } in bounds {
            if self.facts.len() >= Self::MOST_FACTS || self.work.is_used_up() {
                return self.lose("a move has too many bounds");
            }
            let (factor, rest) = (self.linear(factor), self.linear(rest));
            let product = self.terms.product(&factor, &Linear::variable(slot));
            self.add_if(product.and_then(|product| product.plus(&rest)));
        }
    }

    fn new_numbers(&mut self) -> Vec<Linear> {
        let mut new = self.one.becomes.numbers();
        if let Becomes::Rows(..) = self.one.becomes {
            new.truncate(1);
        }
        new.into_iter().map(|expr| self.linear(expr)).collect()
    }

    fn changes(&mut self, legal: &[Condition], new: &[Linear]) -> Vec<Change> {
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
            Becomes::Rows(_, later) => vec![plain(heap, &new[0]), self.later_change(legal, later)],
        }
    }

    /// A later row, if there is one, was legal before.
    fn later_change(&mut self, legal: &[Condition], later: &Expr) -> Change {
        let old = self.terms.variable(Term::Later);
        let new = self.linear(later);
        let facts = std::mem::take(&mut self.facts);
        let (nonzero, divided) = (self.nonzero.len(), self.divided.len());
        let slots = std::mem::replace(&mut self.slots, vec![old.clone()]);
        for condition in legal.iter().filter(|one| one.mentions(&|slot| slot == 0)) {
            self.condition(condition, true);
        }
        self.slots = slots;
        self.nonzero.truncate(nonzero);
        self.divided.truncate(divided);
        let mut given = std::mem::replace(&mut self.facts, facts);
        given.push(new.clone());
        Change { old, new, given }
    }

    /// The new numbers are legal. What is said of a heap holds for each of the new ones.
    ///
    /// Coins on the same place vanish before anybody asks whether the position is legal. A single new coin stays,
    /// or there was another on its place: then what is said of a lone place holds of it all the same.
    fn legal_after(&mut self, legal: &[Condition], new: &[Linear]) {
        let is_run = matches!(self.one.becomes, Becomes::Run(..));
        if !is_run {
            new.iter().for_each(|new| self.add(new.clone()));
        }
        let is_lone = self.one.select == Select::One && new.len() == 1;
        self.when = When::After;
        for condition in legal {
            let may_vanish =
                || self.is_coins() && (!is_lone || condition.find(WholePositionTerm::of).is_some());
            let seen: Vec<&[Linear]> = match condition.mentions(&|slot| slot == 0) {
                _ if !self.is_many() => vec![new],
                false => vec![&[]],
                // Nothing is known of the heaps of a run, and it may be empty.
                true if is_run || may_vanish() => continue,
                true => new.chunks(1).collect(),
            };
            for slots in seen {
                self.slots = slots.to_vec();
                self.condition(condition, true);
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

    fn finish(mut self, new: Vec<Linear>, mut changes: Vec<Change>) -> Case {
        changes.iter_mut().for_each(|change| change.given.truncate(Self::MOST_FACTS));
        let known = self.facts.iter().chain(&self.nonzero).chain(&new);
        let given = changes.iter().flat_map(|one| one.given.iter().chain([&one.new]));
        let (occurs, terms) = self.terms.facts(known.chain(given), &self.heaps(&new));
        let divided = self.divided.iter().filter(|fact| self.terms.occur(fact, &occurs));
        let mut system = System::of(self.facts.iter().chain(&terms).chain(divided).cloned());
        self.separate(&mut system);
        if occurs.contains(&true) {
            self.terms.refine(&occurs, &mut system, self.work);
            self.separate(&mut system);
        }
        Case { system, new, changes }
    }

    /// Of an exact case it is known what its terms are, not what follows from that.
    fn finish_exactly(mut self, new: Vec<Linear>, is_run: bool) -> Result<Option<Exact>, Miss> {
        let forms = self.facts.iter().chain(&self.nonzero).chain(&new);
        let products = self.terms.products_among(forms);
        let mut system = System::of(std::mem::take(&mut self.facts));
        self.separate(&mut system);
        let is_refuted = |fact: &Linear| fact.as_constant().is_some_and(|value| value < 0);
        if system.facts().iter().any(is_refuted) {
            return Ok(None);
        }
        if !self.nonzero.is_empty() {
            self.lost = Some("numbers that must not be alike");
        }
        if let Some(lost) = self.lost {
            return Err(lost.to_owned());
        }
        let sizes = new.iter().filter(|_| !is_run).flat_map(within_numbers);
        // `3k ≥ 3` is `k ≥ 1`, so that bounds and equations are found however they are written.
        let facts = system.facts().iter().map(|fact| fact.clone().reduced());
        let facts = numbers(self.shape.slots()).and(sizes.chain(facts));
        Ok(Some(Exact { facts, choices: self.choices, products: products?, new, is_run }))
    }

    /// What is not 0 and proved not to be negative is at least 1; and the same upside down. The others are left.
    fn separate(&mut self, system: &mut System) {
        let work = &mut *self.work;
        self.nonzero.retain(|form| {
            if work.is_used_up() {
                return true;
            }
            let sides = [Some(form.clone()), form.scaled(-1)];
            let side = sides.into_iter().flatten().find(|side| system.implies_within(side, work));
            let fact = side.and_then(|side| side.shifted(-1));
            fact.map(|fact| system.add(fact)).is_none()
        });
    }
}

/// Conditions.
impl Reader<'_> {
    /// Adds `fact ≥ 0`; what cannot be kept is lost.
    fn add(&mut self, fact: Linear) {
        if self.splits > 0
            && let Some(cases) = self.terms.cases(&fact)
        {
            self.splits -= 1;
            cases.into_iter().for_each(|case| self.add(case));
            self.divided.push(fact);
            return;
        }
        if fact.as_constant().is_some_and(|constant| constant >= 0) {
            return;
        }
        match self.facts.len() < Self::MOST_FACTS {
            true => self.facts.push(fact),
            false => self.lose("a move has too many conditions"),
        }
    }

    fn add_if(&mut self, fact: Option<Linear>) {
        match fact {
            Some(fact) => self.add(fact),
            None => self.lose("the numbers are too large"),
        }
    }

    /// Something is not said by the facts; the first such thing is remembered.
    fn lose(&mut self, what: &'static str) {
        self.lost.get_or_insert(what);
    }

    /// Adds what a condition, or its opposite, says.
    fn condition(&mut self, condition: &Condition, holds: bool) {
        if self.facts.len() >= Self::MOST_FACTS || self.work.is_used_up() {
            return self.lose("a move has too many conditions");
        }
        if self.is_exact
            && holds
            && let Some((Relation::Equal, Expr::Remainder(number, by), rest)) =
                condition.against_constant()
        {
            let number = self.linear(number);
            if !self.lies_within(&number, Within::Class(*by, rest)) {
                self.lose("the remainder of something that is not chosen");
            }
            return;
        }
        match condition {
            Condition::Truth(truth) if *truth == holds => {}
            Condition::Truth(_) => self.add(Linear::constant(-1)),
            Condition::Compare(relation, a, b) => {
                let (a, b) = (self.linear(a), self.linear(b));
                self.compare(relation.wanted(holds), &a, &b);
            }
            Condition::Member(number, set) => {
                let number = self.linear(number);
                self.member(&number, set, holds);
            }
            Condition::Not(one) => self.condition(one, !holds),
            Condition::All(all) | Condition::Any(all) => {
                match all.len() == 1 || holds == matches!(condition, Condition::All(_)) {
                    true => all.iter().for_each(|one| self.condition(one, holds)),
                    // None of no conditions fails, and none holds.
                    false if all.is_empty() => self.add(Linear::constant(-1)),
                    false => self.lose("a condition has alternatives"),
                }
            }
            Condition::Distinct { .. } | Condition::Falling => {
                self.lose("a condition looks at all heaps");
            }
        }
    }

    fn compare(&mut self, relation: Relation, a: &Linear, b: &Linear) {
        let Some(form) = a.minus(b) else {
            return self.lose("the numbers are too large");
        };
        match (relation, form.as_constant()) {
            (Relation::Unequal, Some(0)) => self.add(Linear::constant(-1)),
            (Relation::Unequal, Some(_)) => {}
            (Relation::Unequal, None) if self.nonzero.len() < 32 => self.nonzero.push(form),
            _ => match form.compared(relation) {
                Some(facts) => facts.into_iter().for_each(|fact| self.add(fact)),
                None => self.lose("the numbers are too large"),
            },
        }
    }

    /// A number lies in a set, or it does not. If the set is a range, its ends say it all.
    fn member(&mut self, number: &Linear, set: &Set, holds: bool) {
        match (number.as_constant(), holds, set.tail, set.finite.as_slice()) {
            (Some(number), ..) if set.contains(number) == holds => {}
            (Some(_), ..) => self.add(Linear::constant(-1)),
            (None, true, ..) => {
                self.between_ends(number, set);
                let is_said = is_range(set) || !self.is_exact;
                if !is_said && !self.lies_within(number, Within::Set(set.clone())) {
                    self.lose("a set of numbers that are not chosen");
                }
            }
            (None, false, None, []) => {}
            (None, false, None, [one]) => {
                self.compare(Relation::Unequal, number, &Linear::constant(*one));
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
    fn between_ends(&mut self, number: &Linear, set: &Set) {
        let (Some(low), high) = set.ends() else { return self.add(Linear::constant(-1)) };
        self.compare(Relation::AtLeast, number, &Linear::constant(low));
        if let Some(high) = high {
            self.compare(Relation::AtMost, number, &Linear::constant(high));
        }
    }

    /// The form of an expression.
    fn linear(&mut self, expr: &Expr) -> Linear {
        let form = self.work.take(1).and_then(|()| self.try_linear(expr));
        let cost = form.as_ref().map_or(0, Linear::cost);
        let form = self.work.take(cost).and(form);
        form.filter(|form| form.terms.len() <= System::MOST_VARIABLES)
            .unwrap_or_else(|| self.terms.unknown())
    }

    fn try_linear(&mut self, expr: &Expr) -> Option<Linear> {
        match expr {
            Expr::Constant(number) => Linear::constant(*number).shifted(0),
            Expr::Slot(slot) => self.slots.get(*slot).cloned(),
            Expr::Later => Some(self.terms.variable(Term::Later)),
            Expr::Sum(a, b) => self.linear(a).plus(&self.linear(b)),
            Expr::Difference(a, b) => self.linear(a).minus(&self.linear(b)),
            Expr::Product(a, b) => {
                let (a, b) = (self.linear(a), self.linear(b));
                self.terms.product(&a, &b)
            }
            Expr::Quotient(a, by) => {
                let a = self.linear(a);
                self.quotient(a, *by)
            }
            Expr::Remainder(a, by) => {
                let a = self.linear(a);
                let quotient = self.quotient(a.clone(), *by)?;
                a.combined(1, &quotient, -by)
            }
            Expr::Xor(a, b) => {
                let (a, b) = (self.linear(a), self.linear(b));
                Some(self.terms.variable(Term::Xor(a, b)))
            }
            Expr::Least(all) => self.extreme(all, Term::Least),
            Expr::Greatest(all) => self.extreme(all, Term::Greatest),
            Expr::If(_, a, b) => {
                let (a, b) = (self.linear(a), self.linear(b));
                Some(self.terms.either(a, b))
            }
            Expr::Of(aggregate) => Some(self.terms.variable(Term::Of(*aggregate, self.when))),
        }
    }

    fn extreme(&mut self, all: &[Expr], term: fn(Vec<Linear>) -> Term) -> Option<Linear> {
        let mut forms = Vec::new();
        for expr in all {
            let form = self.linear(expr);
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
