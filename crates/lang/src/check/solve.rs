//! From conditions on names to steps that fill them one after the other.
//!
//! Equations settle names: `pile' = pile - rate'` settles `pile'`, and `a + b = h - k` settles `b`. A settled name is
//! replaced by what it equals and needs no slot. The names that are left are ordered so that each has an upper and
//! a lower bound, from conditions that mention only the position and names before it. That a bound is one must be
//! *proved*: the factor of the name is a constant, or linear arithmetic shows its sign.

use std::ops::ControlFlow;

use super::lower::{NewName, difference_of, fold};
use super::scope::Scope;
use crate::diagnostic::{Diagnostic, nearest};
use crate::ir::{
    Becomes, Bound, Condition, Expr, Move, Node, Number, Relation, Select, Set, Shape, Slot, Step,
};
use crate::linear::{Linear, System, Work};
use crate::syntax::Many;

/// A move whose steps are being found. The names have the slots after those of the position, in their order.
pub(super) struct Solver<'a> {
    scope: &'a Scope,
    /// What is known of every position.
    legal: &'a [Condition],
    names: &'a [NewName],
    /// What the move says of its names.
    conditions: Vec<Condition>,
    /// What follows from that, or is checked at the end anyway: here it gives bounds.
    implied: Vec<Condition>,
    /// The names that no equation settles.
    free: Vec<Slot>,
    /// The slots of the names that are filled, in this order.
    order: Vec<Slot>,
    one: Move,
}

/// More names than this make no move.
const MOST_NAMES: usize = 16;

/// More consequences than this are not drawn, and not from more inequalities about one name than that.
const MOST_DERIVED: usize = 200;
const MOST_COMBINED: usize = 40;

/// Replacing names by what they equal may not blow the conditions up beyond this many nodes.
const MOST_NODES: usize = 20_000;

/// What bounds a slot.
#[derive(Default)]
struct Bounded {
    set: Option<Set>,
    bounds: Vec<Bound>,
    has_lower: bool,
    has_upper: bool,
    /// A factor whose sign is not known.
    doubtful: Option<Expr>,
}

impl<'a> Solver<'a> {
    /// A move without steps, and what is said of its names.
    pub(super) fn new(
        scope: &'a Scope,
        legal: &'a [Condition],
        names: &'a [NewName],
        conditions: Vec<Condition>,
        one: Move,
    ) -> Solver<'a> {
        let free = (scope.shape.slots()..scope.shape.slots() + names.len()).collect();
        let implied = implied(scope, legal, &one.becomes);
        Solver { scope, legal, names, conditions, implied, free, order: Vec::new(), one }
    }

    /// The move with its steps; `own` is the name that each of several chosen heaps has for itself.
    pub(super) fn solve(mut self, own: Option<Slot>) -> Result<Move, Diagnostic> {
        if let Some(first) = self.names.get(MOST_NAMES) {
            let message = format!("the move has {} names", self.names.len());
            let help = format!("use at most {MOST_NAMES}");
            return Err(Diagnostic::error(first.span, message).help(help));
        }
        while let Some((index, slot, value)) = self.next_equation(own) {
            // Asked before anything is replaced: what is written twice, twice, … would fill the memory.
            if self.nodes_with(slot, &value) > MOST_NODES {
                let message = "the equations of this move are too long";
                let help = format!("written out they have more than {MOST_NODES} parts");
                return Err(Diagnostic::error(self.names[0].span, message).help(help));
            }
            self.settle(index, slot, &value);
        }
        self.add_checks(None, false);
        // What each chosen heap has for itself comes after what they share.
        let (mut shared, last): (Vec<Slot>, Vec<Slot>) =
            self.free.iter().partition(|slot| Some(**slot) != own);
        while !shared.is_empty() {
            if self.next_bounded(&shared).is_none() {
                self.derive(&shared);
            }
            let next = self.next_bounded(&shared).ok_or_else(|| self.unbounded(&shared))?;
            self.fill(shared.remove(next), false);
        }
        for slot in last {
            self.next_bounded(&[slot]).ok_or_else(|| self.unbounded(&[slot]))?;
            self.fill(slot, true);
        }
        Ok(self.finish())
    }

    fn name(&self, slot: Slot) -> &NewName {
        &self.names[slot - self.scope.shape.slots()]
    }

    fn known(&self) -> impl Iterator<Item = &Condition> {
        self.conditions.iter().chain(&self.implied)
    }

    /// At most how many nodes there are once a name is replaced by this.
    fn nodes_with(&self, slot: Slot, value: &Expr) -> usize {
        let (mut nodes, mut replaced) = (0, 0);
        let mut count = |node: Node<'_>| {
            nodes += 1;
            replaced += usize::from(matches!(node, Node::Number(Expr::Slot(one)) if *one == slot));
            ControlFlow::<()>::Continue(())
        };
        let _ = self.known().try_for_each(|one| one.visit(&mut count));
        let _ = self.one.becomes.visit(&mut count);
        nodes + replaced * value.nodes()
    }

    /// Replaces a name by what an equation says that it is.
    fn settle(&mut self, equation: usize, slot: Slot, value: &Expr) {
        self.conditions.remove(equation);
        self.free.retain(|other| *other != slot);
        let replaced = |other: Slot| if other == slot { value.clone() } else { Expr::Slot(other) };
        for condition in self.conditions.iter_mut().chain(&mut self.implied) {
            *condition = condition.substitute(&replaced);
        }
        self.one.becomes = self.one.becomes.substitute(&replaced);
    }

    /// An equation that settles a name: where it stands, the name, and what it equals. A name that stands alone on
    /// one side comes first, a primed one before others; then the last name that can be isolated.
    ///
    /// Several chosen heaps share all names but their own: what one of these heaps is settles none that is shared, or it
    /// would be another number for each of them.
    fn next_equation(&self, own: Option<Slot>) -> Option<(usize, Slot, Expr)> {
        let equations = || {
            let conditions = self.conditions.iter().enumerate();
            conditions.filter_map(|(index, condition)| match condition {
                Condition::Compare(Relation::Equal, a, b) => Some((index, a, b)),
                _ => None,
            })
        };
        let first = self.scope.shape.slots();
        let is_several = matches!(self.one.select, Select::Several(..));
        let settles = |slot: Slot, value: &Expr| {
            let is_of_heap = |one: Slot| one == 0 || Some(one) == own;
            !is_several || Some(slot) == own || !value.mentions(&is_of_heap)
        };
        // A name that is chosen from a set stays: what is chosen is then plain to see.
        let is_chosen = |slot: Slot| self.conditions.iter().any(|one| is_choice(one, slot));
        let alone = |primed: bool| {
            let mut sides = equations().flat_map(|(index, a, b)| [(index, a, b), (index, b, a)]);
            sides.find_map(|(index, side, other)| {
                let Expr::Slot(slot) = *side else { return None };
                let settles = slot >= first
                    && (if primed { self.name(slot).primed.is_some() } else { !is_chosen(slot) })
                    && !other.mentions(&|one| one == slot)
                    && settles(slot, other);
                settles.then(|| (index, slot, other.clone()))
            })
        };
        let isolated = |(index, a, b): (usize, &Expr, &Expr)| {
            let difference = Expr::Difference(Box::new(a.clone()), Box::new(b.clone()));
            let slots = (first..first + self.names.len()).rev();
            slots.filter(|slot| !is_chosen(*slot)).find_map(|slot| {
                let Bound { factor, rest } = affine(&difference, slot)?;
                let value = match factor {
                    Expr::Constant(1) => difference_of(Expr::Constant(0), rest),
                    Expr::Constant(-1) => rest,
                    _ => return None,
                };
                settles(slot, &value).then_some((index, slot, value))
            })
        };
        alone(true).or_else(|| alone(false)).or_else(|| equations().find_map(isolated))
    }

    /// The first of these slots that has bounds on both sides.
    fn next_bounded(&self, slots: &[Slot]) -> Option<usize> {
        slots.iter().position(|slot| {
            let bounded = self.bounded(*slot);
            bounded.has_lower && bounded.has_upper
        })
    }

    /// Eliminates names that are not filled yet from the inequalities, the last ones first (Fourier and Motzkin):
    /// `a + b <= h` and `b >= 0` bound a by h.
    fn derive(&mut self, slots: &[Slot]) {
        for slot in slots.iter().rev() {
            let forms = self.known().flat_map(forms);
            let about = forms.filter(|form| form.mentions(&|one| one == *slot));
            let about: Vec<Expr> = about.take(MOST_COMBINED).collect();
            let pairs = about.iter().flat_map(|one| about.iter().map(move |two| (one, two)));
            for form in pairs.filter_map(|(upper, lower)| combine(upper, lower, *slot)) {
                let derived = at_least_zero(form);
                if self.implied.len() < MOST_DERIVED && !self.implied.contains(&derived) {
                    self.implied.push(derived);
                }
            }
        }
    }

    fn is_filled(&self, slot: Slot) -> bool {
        slot < self.scope.shape.slots() || self.order.contains(&slot)
    }

    /// Does the condition mention nothing that is not filled?
    fn sees_filled(&self, condition: &Condition) -> bool {
        !condition.mentions(&|slot| !self.is_filled(slot))
    }

    /// What is known of a slot from conditions in which everything else is filled.
    fn bounded(&self, slot: Slot) -> Bounded {
        let mut bounded = Bounded::default();
        for condition in self.known() {
            let is_about = condition.mentions(&|one| one == slot)
                && !condition.mentions(&|one| one != slot && !self.is_filled(one));
            match condition {
                _ if !is_about => {}
                Condition::Member(_, set)
                    if is_choice(condition, slot) && bounded.set.is_none() =>
                {
                    bounded.has_lower = true;
                    bounded.has_upper |= set.tail.is_none();
                    bounded.set = Some(set.clone());
                }
                _ => bounded.bounds.extend(bounds(condition, slot)),
            }
        }
        for Bound { factor, .. } in &bounded.bounds {
            match self.sign(factor) {
                Some(sign) => {
                    bounded.has_lower |= sign > 0;
                    bounded.has_upper |= sign < 0;
                }
                None => bounded.doubtful = Some(factor.clone()),
            }
        }
        bounded
    }

    /// The sign of a factor wherever the move is possible, if it is known; 0 counts as unknown.
    fn sign(&self, factor: &Expr) -> Option<Number> {
        if let Expr::Constant(number) = factor {
            return Some(number.signum()).filter(|sign| *sign != 0);
        }
        let form = Linear::of_slots(factor)?;
        let mut system = System::default();
        for slot in 0..self.scope.shape.slots() {
            system.add(Linear::variable(slot));
        }
        let known = self.conditions.iter().chain(self.legal);
        let facts = known.filter(|one| self.sees_filled(one)).flat_map(forms);
        facts.filter_map(|fact| Linear::of_slots(&fact)).for_each(|fact| system.add(fact));
        let is_sign = |sign: &Number| {
            let at_least_one = form.scaled(*sign).and_then(|form| form.shifted(-1));
            at_least_one.is_some_and(|form| system.implies_within(&form, &mut Work::default()))
        };
        [1, -1].into_iter().find(is_sign)
    }

    /// Adds the step that fills a slot.
    fn fill(&mut self, slot: Slot, own: bool) {
        let Bounded { set, bounds, .. } = self.bounded(slot);
        self.steps(own).push(Step::Choose { slot, set, bounds });
        self.order.push(slot);
        self.add_checks(Some(slot), own);
    }

    fn steps(&mut self, own: bool) -> &mut Vec<Step> {
        if own { &mut self.one.each } else { &mut self.one.steps }
    }

    /// Adds the conditions of which everything is filled since the last slot was, and that no bound of it sees to.
    fn add_checks(&mut self, last: Option<Slot>, own: bool) {
        let mut has_set = false;
        let mut checks = Vec::new();
        for condition in self.conditions.iter().filter(|one| self.sees_filled(one)) {
            let is_bound = match last {
                // It was added before.
                Some(slot) if !condition.mentions(&|one| one == slot) => true,
                Some(slot) if is_choice(condition, slot) => !std::mem::replace(&mut has_set, true),
                Some(slot) => {
                    matches!(condition, Condition::Compare(..))
                        && !bounds(condition, slot).is_empty()
                }
                None => false,
            };
            if !is_bound && *condition != Condition::Truth(true) {
                checks.push(Step::Check(condition.clone()));
            }
        }
        self.steps(own).extend(checks);
    }

    /// The slots get the numbers in which they are filled.
    fn finish(self) -> Move {
        let first = self.scope.shape.slots();
        let filled = |slot: Slot| self.order.iter().position(|one| *one == slot);
        let place = |slot: Slot| filled(slot).map_or(slot, |place| first + place);
        let names = self.order.iter().map(|slot| self.name(*slot).text.clone()).collect();
        let renumbered =
            |steps: &[Step]| steps.iter().map(|step| step.renumbered(&place)).collect();
        Move {
            names,
            steps: renumbered(&self.one.steps),
            each: renumbered(&self.one.each),
            becomes: self.one.becomes.substitute(&|slot| Expr::Slot(place(slot))),
            ..self.one
        }
    }

    /// Does nothing depend on the name? No condition names it together with another one, and neither does what comes
    /// of the move.
    fn is_unused(&self, slot: Slot) -> bool {
        let mut known = self.known().filter(|one| one.mentions(&|other| other == slot));
        self.name(slot).primed.is_none()
            && !self.one.becomes.mentions(&|other| other == slot)
            && known.all(|one| !one.mentions(&|other| other != slot))
    }

    /// Reports a name that is used nowhere else; perhaps another one was written in its place.
    fn tell_unused(&self, unused: Slot) -> Diagnostic {
        let NewName { text, span, .. } = self.name(unused);
        // A name of which nothing is said but what comes of it.
        let is_new = |slot: &Slot| {
            let of_it = |one: &Condition| one.mentions(&|other| other == *slot);
            let is_other = self.name(*slot).primed.is_none() && *slot != unused;
            is_other && !self.conditions.iter().any(of_it)
        };
        let first = self.scope.shape.slots();
        match (first..first + self.names.len()).find(is_new).map(|slot| self.name(slot)) {
            Some(other) => Diagnostic::error(other.span, format!("`{}` is new here", other.text))
                .label(format!("nothing is said of it, and `{text}` is used nowhere else"))
                .perhaps(Some(text)),
            None => Diagnostic::error(*span, format!("`{text}` is used nowhere else"))
                .label("infinitely many values are possible, and nothing depends on them")
                .help(format!("use `{text}` in what the move changes, or leave it out")),
        }
    }

    /// Why the first of these names cannot be filled, or which of them looks misspelt.
    fn unbounded(&self, slots: &[Slot]) -> Diagnostic {
        let choices = slots.iter().filter(|slot| self.name(**slot).primed.is_none());
        for NewName { text, span, .. } in choices.map(|slot| self.name(*slot)) {
            let earlier = self.names.iter().take_while(|other| other.text != *text);
            let choices = earlier.filter(|other| other.primed.is_none());
            let known = choices.map(|other| other.text.as_str()).chain(self.scope.known());
            if let Some(near) = nearest(text, known) {
                return Diagnostic::error(*span, format!("`{text}` is not known here"))
                    .label("as a new name it has no bounds")
                    .perhaps(Some(near));
            }
        }
        if let Some(unused) = slots.iter().find(|slot| self.is_unused(**slot)) {
            return self.tell_unused(*unused);
        }
        // The names that lack least come last in a chain of dependencies; tell about the first.
        let NewName { text, span, .. } = self.name(slots[0]);
        let bounded = self.bounded(slots[0]);
        let largest = self.scope.first_coordinate();
        let (missing, example) = match (bounded.has_lower, bounded.has_upper) {
            (false, false) => ("bounds", format!("1 <= {text} <= {largest}")),
            (true, _) => ("upper bound", format!("{text} <= {largest}")),
            (false, true) => ("lower bound", format!("{text} >= 1")),
        };
        let help = match &bounded.doubtful {
            Some(factor) => {
                let factor = self.describe(factor);
                format!("it would have one where {factor} is positive: add such a condition")
            }
            None => format!("write for example `{example}`"),
        };
        Diagnostic::error(*span, format!("`{text}` has no {missing}"))
            .label("infinitely many values are possible")
            .help(help)
    }

    /// A factor in words.
    fn describe(&self, factor: &Expr) -> &str {
        match factor {
            Expr::Slot(slot) => match self.scope.shape.names().get(*slot) {
                Some(name) => name,
                None => &self.name(*slot).text,
            },
            Expr::Difference(zero, other) if **zero == Expr::Constant(0) => self.describe(other),
            _ => "its factor",
        }
    }
}

/// What follows from the new position being one: no number is negative, and it is legal.
fn implied(scope: &Scope, legal: &[Condition], becomes: &Becomes) -> Vec<Condition> {
    let each = |new: &[Expr]| new.iter().cloned().map(at_least_zero).collect::<Vec<_>>();
    // What all heaps are together differs after the move, so only plain conditions carry over.
    let of_heap = |new: &Expr| {
        let legal = within_reason(legal.iter().filter(|condition| is_plain(condition)));
        let legal = legal.map(|condition| condition.substitute(&|_| new.clone()));
        [at_least_zero(new.clone())].into_iter().chain(legal).collect::<Vec<_>>()
    };
    match becomes {
        Becomes::Position(new) => {
            let legal = within_reason(legal.iter());
            let legal = legal.map(|condition| condition.substitute(&|slot| new[slot].clone()));
            each(new).into_iter().chain(legal).collect()
        }
        // Two new coins on one place vanish before it is asked whether they may lie there.
        Becomes::Heaps(new)
            if new.len() > 1 && matches!(scope.shape, Shape::Many(Many::Coins, _)) =>
        {
            each(new)
        }
        Becomes::Heaps(new) => new.iter().flat_map(of_heap).collect(),
        // A run that ends before it begins leaves no heap, wherever that is: so nothing follows for its first heap.
        Becomes::Run(..) => Vec::new(),
        Becomes::Rows(new, _) => of_heap(new),
    }
}

fn at_least_zero(number: Expr) -> Condition {
    Condition::Compare(Relation::AtLeast, number, Expr::Constant(0))
}

/// The first of the conditions, as long as they are not too many: each move copies them.
fn within_reason<'a>(
    conditions: impl Iterator<Item = &'a Condition>,
) -> impl Iterator<Item = &'a Condition> {
    const MOST_NODES: usize = 500;
    let mut nodes = 0;
    conditions.take_while(move |condition| {
        nodes += condition.nodes();
        nodes <= MOST_NODES
    })
}

/// A comparison that does not look at the heaps together. (Conditions within it may look at anything.)
fn is_plain(condition: &Condition) -> bool {
    let sees_all =
        |node: Node<'_>| matches!(node, Node::Number(Expr::Of(_) | Expr::If(..))).then_some(());
    matches!(condition, Condition::Compare(..)) && condition.find(sees_all).is_none()
}

/// Does the condition say that the slot is an element of a set?
fn is_choice(condition: &Condition, slot: Slot) -> bool {
    matches!(condition, Condition::Member(Expr::Slot(one), _) if *one == slot)
}

/// An expression as `factor · slot + rest`, if it is of this form; neither mentions the slot.
fn affine(expr: &Expr, slot: Slot) -> Option<Bound> {
    let mentions = |expr: &Expr| expr.mentions(&|one| one == slot);
    if !mentions(expr) {
        return Some(Bound { factor: Expr::Constant(0), rest: expr.clone() });
    }
    let both = |a: &Expr, b: &Expr, join: fn(Expr, Expr) -> Expr| {
        let (a, b) = (affine(a, slot)?, affine(b, slot)?);
        Some(Bound { factor: join(a.factor, b.factor), rest: join(a.rest, b.rest) })
    };
    match expr {
        Expr::Slot(_) => Some(Bound { factor: Expr::Constant(1), rest: Expr::Constant(0) }),
        Expr::Sum(a, b) => both(a, b, sum_of),
        Expr::Difference(a, b) => both(a, b, difference_of),
        Expr::Product(a, b) => {
            let (with, other) = if mentions(a) { (a, b) } else { (b, a) };
            if mentions(other) {
                return None;
            }
            let Bound { factor, rest } = affine(with, slot)?;
            let times = |number: Expr| product_of(number, (**other).clone());
            Some(Bound { factor: times(factor), rest: times(rest) })
        }
        _ => None,
    }
}

fn sum_of(a: Expr, b: Expr) -> Expr {
    fold(Expr::Sum(Box::new(a), Box::new(b)))
}

fn product_of(a: Expr, b: Expr) -> Expr {
    match (&a, &b) {
        (Expr::Constant(0), _) | (_, Expr::Constant(0)) => Expr::Constant(0),
        _ => fold(Expr::Product(Box::new(a), Box::new(b))),
    }
}

/// A comparison as expressions that are at least 0: one, or two for an equation; none for other conditions.
fn forms(condition: &Condition) -> Vec<Expr> {
    let Condition::Compare(relation, a, b) = condition else { return Vec::new() };
    let form = |(sign, gap): &(Number, Number)| {
        let (more, less) = if *sign > 0 { (a, b) } else { (b, a) };
        difference_of(difference_of(more.clone(), less.clone()), Expr::Constant(*gap))
    };
    relation.inequalities().unwrap_or_default().iter().map(form).collect()
}

/// The bounds that a condition puts on a slot. A comparison says no more than they do; that a number lies in a set,
/// and which of some alternatives holds, must still be checked.
fn bounds(condition: &Condition, slot: Slot) -> Vec<Bound> {
    match condition {
        Condition::Compare(..) => {
            forms(condition).iter().filter_map(|form| affine(form, slot)).collect()
        }
        Condition::Member(expr, set) => {
            let (least, greatest) = set.ends();
            let above = least.map(|low| difference_of(expr.clone(), Expr::Constant(low)));
            let below = greatest.map(|high| difference_of(Expr::Constant(high), expr.clone()));
            above.into_iter().chain(below).filter_map(|form| affine(&form, slot)).collect()
        }
        Condition::All(all) => all.iter().flat_map(|one| bounds(one, slot)).collect(),
        // Of `x + f ≥ 0 or x + g ≥ 0` this is the greater of f and g.
        Condition::Any(all) => {
            // Alternatives are nested as deeply as they are many, so each is looked at once for both sides.
            let alternatives: Vec<Vec<Bound>> = all.iter().map(|one| bounds(one, slot)).collect();
            let side = |factor: Number| {
                let rests = alternatives.iter().map(|bounds| rest_of(bounds, factor));
                let rest = extreme(rests.collect::<Option<_>>()?, true)?;
                Some(Bound { factor: Expr::Constant(factor), rest })
            };
            [1, -1].into_iter().filter_map(side).collect()
        }
        _ => Vec::new(),
    }
}

/// Some r for which the bounds of a slot say that `factor · slot + r ≥ 0`, the factor being 1 or -1.
fn rest_of(bounds: &[Bound], factor: Number) -> Option<Expr> {
    let fitting = bounds.iter().filter_map(|bound| match bound.factor {
        Expr::Constant(own) if own == factor => Some(bound.rest.clone()),
        Expr::Constant(own) if own * factor > 0 => {
            Some(fold(Expr::Quotient(Box::new(bound.rest.clone()), own.abs())))
        }
        _ => None,
    });
    extreme(fitting.collect(), false)
}

/// The greatest or the least of some numbers, `None` if there are none. Those that differ from another by a constant
/// are compared here.
fn extreme(numbers: Vec<Expr>, greatest: bool) -> Option<Expr> {
    let mut kept: Vec<Expr> = Vec::new();
    for number in numbers {
        let above = |other: &Expr| {
            let difference = Linear::of_slots(&number)?.minus(&Linear::of_slots(other)?)?;
            difference.as_constant().map(|more| if greatest { more } else { -more })
        };
        match kept.iter().enumerate().find_map(|(place, other)| Some((place, above(other)?))) {
            Some((place, more)) if more > 0 => kept[place] = number,
            Some(_) => {}
            None => kept.push(number),
        }
    }
    match (kept.len(), greatest) {
        (0 | 1, _) => kept.pop(),
        (_, true) => Some(Expr::Greatest(kept)),
        (_, false) => Some(Expr::Least(kept)),
    }
}

/// What follows from `a·x + f ≥ 0` and `g - b·x ≥ 0` with positive constants a and b: `b·f + a·g ≥ 0`.
fn combine(upper: &Expr, lower: &Expr, slot: Slot) -> Option<Expr> {
    let (upper, lower) = (affine(upper, slot)?, affine(lower, slot)?);
    match (upper.factor, lower.factor) {
        (Expr::Constant(b), Expr::Constant(a)) if b < 0 && a > 0 => {
            let times = |expr: Expr, number: Number| product_of(expr, Expr::Constant(number));
            Some(sum_of(times(lower.rest, -b), times(upper.rest, a)))
        }
        _ => None,
    }
}
