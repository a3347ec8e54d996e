//! From conditions on names to steps that fill them one after the other.
//!
//! Equations settle names: `pile' = pile - rate'` settles `pile'`, and `a + b = h - k` settles `b`. A settled name is
//! replaced by what it equals and needs no slot. The names that are left are ordered so that each has an upper and
//! a lower bound, from conditions that mention only the position and names before it. That a bound is one must be
//! *proved*: the factor of the name is a constant, or linear arithmetic shows its sign.

use super::lower::{Names, NewName, fold};
use super::report::{Report, nearest};
use super::scope::Scope;
use crate::diagnostic::{Diagnostic, Span};
use crate::ir::{Becomes, Bound, Condition, Expr, Node, Number, Relation, Set, Shape, Slot, Step};
use crate::linear::{Linear, System};
use crate::syntax::Many;

/// A move as conditions. The names have the slots after those of the position, in their order.
pub(super) struct Problem<'a> {
    pub(super) scope: &'a Scope,
    /// What is known of every position.
    pub(super) legal: &'a [Condition],
    pub(super) names: &'a Names,
    /// The name that each chosen heap has for itself, if several may be chosen.
    pub(super) own: Option<usize>,
    pub(super) conditions: Vec<(Condition, Span)>,
    pub(super) becomes: Becomes,
}

/// A move as steps.
pub(super) struct Solved {
    pub(super) names: Vec<String>,
    pub(super) steps: Vec<Step>,
    pub(super) each: Vec<Step>,
    pub(super) becomes: Becomes,
}

/// More names than this make no move.
const MOST_NAMES: usize = 16;

/// More consequences than this are not drawn, and not from more inequalities about one name than that.
const MOST_DERIVED: usize = 200;
const MOST_COMBINED: usize = 40;

/// Replacing names by what they equal may not blow the conditions up beyond this many nodes.
const MOST_NODES: usize = 20_000;

pub(super) fn solve(problem: Problem<'_>, report: &mut Report) -> Option<Solved> {
    if problem.names.list.len() > MOST_NAMES {
        let place = problem.names.list[MOST_NAMES].span;
        report.add(
            Diagnostic::error(place, format!("the move has {} names", problem.names.list.len()))
                .help(format!("use at most {MOST_NAMES}")),
        );
        return None;
    }
    let mut elimination = Elimination {
        first: problem.scope.slots(),
        implied: implied(&problem),
        conditions: problem.conditions,
        becomes: problem.becomes,
        settled: vec![false; problem.names.list.len()],
    };
    if elimination.run(problem.names).is_none() {
        report.add(
            Diagnostic::error(
                problem.names.list[0].span,
                "the equations of this move are too long",
            )
            .help(format!("written out they have more than {MOST_NODES} parts")),
        );
        return None;
    }
    let schedule = Schedule {
        scope: problem.scope,
        legal: problem.legal,
        names: problem.names,
        own: problem.own,
        conditions: elimination.conditions,
        implied: elimination.implied,
        order: Vec::new(),
        steps: Vec::new(),
        each: Vec::new(),
        done: Vec::new(),
    };
    schedule.run(elimination.settled, elimination.becomes, report)
}

/// What follows from the new position being one: no number is negative, and it is legal. It is checked at the end
/// anyway; here it gives bounds.
fn implied(problem: &Problem<'_>) -> Vec<Condition> {
    let at_least_zero =
        |new: &Expr| Condition::Compare(Relation::AtLeast, new.clone(), Expr::Constant(0));
    match &problem.becomes {
        Becomes::Position(new) => {
            let legal = within_reason(problem.legal.iter());
            let legal = legal.map(|condition| condition.substitute(&|slot| new[slot].clone()));
            new.iter().map(at_least_zero).chain(legal).collect()
        }
        // Two new coins on one place vanish before it is asked whether they may lie there.
        Becomes::Heaps(new) if new.len() > 1 && is_coins(&problem.scope.shape) => {
            new.iter().map(at_least_zero).collect()
        }
        Becomes::Heaps(new) => new.iter().flat_map(|part| of_heap(problem, part)).collect(),
        // A run that ends before it begins leaves no heap, wherever that is: so nothing follows for its first heap.
        Becomes::Run(..) => Vec::new(),
        Becomes::Rows(new, _) => of_heap(problem, new),
    }
}

fn is_coins(shape: &Shape) -> bool {
    matches!(shape, Shape::Many(Many::Coins, _))
}

fn of_heap(problem: &Problem<'_>, new: &Expr) -> Vec<Condition> {
    let at_least_zero = Condition::Compare(Relation::AtLeast, new.clone(), Expr::Constant(0));
    // What all heaps are together differs after the move, so only plain conditions carry over.
    let legal = within_reason(problem.legal.iter().filter(|condition| is_plain(condition)));
    let legal = legal.map(|condition| condition.substitute(&|_| new.clone()));
    [at_least_zero].into_iter().chain(legal).collect()
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

/// A comparison that does not look at the heaps together.
fn is_plain(condition: &Condition) -> bool {
    match condition {
        Condition::Compare(_, a, b) => !sees_all(a) && !sees_all(b),
        _ => false,
    }
}

/// Does it look at the heaps together? Conditions may look at anything.
fn sees_all(expr: &Expr) -> bool {
    let all =
        |node: Node<'_>| matches!(node, Node::Number(Expr::Of(_) | Expr::If(..))).then_some(());
    expr.find(all).is_some()
}

struct Elimination {
    /// The slot of the first name.
    first: Slot,
    conditions: Vec<(Condition, Span)>,
    implied: Vec<Condition>,
    becomes: Becomes,
    settled: Vec<bool>,
}

impl Elimination {
    /// Settles names by equations until none is left that could; `None` if the conditions grow too long.
    fn run(&mut self, names: &Names) -> Option<()> {
        while let Some((index, slot, value)) = self.next(names) {
            self.conditions.remove(index);
            self.settled[slot - self.first] = true;
            let replaced =
                |other: Slot| if other == slot { value.clone() } else { Expr::Slot(other) };
            for (condition, _) in &mut self.conditions {
                *condition = condition.substitute(&replaced);
            }
            for condition in &mut self.implied {
                *condition = condition.substitute(&replaced);
            }
            self.becomes = self.becomes.substitute(&replaced);
            if self.nodes() > MOST_NODES {
                return None;
            }
        }
        Some(())
    }

    fn nodes(&self) -> usize {
        let conditions = self.conditions.iter().map(|(condition, _)| condition);
        conditions.chain(&self.implied).map(Condition::nodes).sum()
    }

    /// An equation that settles a name: where it stands, the name, and what it equals. A name that stands alone on
    /// one side comes first, a primed one before others; then the last name that can be isolated.
    fn next(&self, names: &Names) -> Option<(usize, Slot, Expr)> {
        let equations = || {
            self.conditions.iter().enumerate().filter_map(|(index, (condition, _))| match condition
            {
                Condition::Compare(Relation::Equal, a, b) => Some((index, a, b)),
                _ => None,
            })
        };
        let is_primed = |slot: Slot| names.list[slot - self.first].primed.is_some();
        // A name that is chosen from a set stays: what is chosen is then plain to see.
        let is_chosen = |slot: Slot| {
            self.conditions.iter().any(|(condition, _)| {
                matches!(condition, Condition::Member(Expr::Slot(one), _) if *one == slot)
            })
        };
        let alone = |primed: bool| {
            equations().find_map(|(index, a, b)| {
                let settle = |side: &Expr, other: &Expr| match side {
                    Expr::Slot(slot)
                        if *slot >= self.first
                            && (if primed { is_primed(*slot) } else { !is_chosen(*slot) })
                            && !other.mentions(&|one| one == *slot) =>
                    {
                        Some((index, *slot, other.clone()))
                    }
                    _ => None,
                };
                settle(a, b).or_else(|| settle(b, a))
            })
        };
        alone(true).or_else(|| alone(false)).or_else(|| {
            equations().find_map(|(index, a, b)| {
                let difference = Expr::Difference(Box::new(a.clone()), Box::new(b.clone()));
                let slots = (self.first..self.first + names.list.len()).rev();
                slots.filter(|slot| !is_chosen(*slot)).find_map(|slot| {
                    let (factor, rest) = affine(&difference, slot)?;
                    let value = match factor {
                        Expr::Constant(1) => difference_of(Expr::Constant(0), rest),
                        Expr::Constant(-1) => rest,
                        _ => return None,
                    };
                    Some((index, slot, value))
                })
            })
        })
    }
}

/// An expression as `factor · slot + rest`, if it is of this form; neither mentions the slot.
pub(super) fn affine(expr: &Expr, slot: Slot) -> Option<(Expr, Expr)> {
    if !expr.mentions(&|one| one == slot) {
        return Some((Expr::Constant(0), expr.clone()));
    }
    match expr {
        Expr::Slot(_) => Some((Expr::Constant(1), Expr::Constant(0))),
        Expr::Sum(a, b) => {
            let ((f, r), (g, s)) = (affine(a, slot)?, affine(b, slot)?);
            Some((sum_of(f, g), sum_of(r, s)))
        }
        Expr::Difference(a, b) => {
            let ((f, r), (g, s)) = (affine(a, slot)?, affine(b, slot)?);
            Some((difference_of(f, g), difference_of(r, s)))
        }
        Expr::Product(a, b) => {
            let (with, other) = if a.mentions(&|one| one == slot) { (a, b) } else { (b, a) };
            if other.mentions(&|one| one == slot) {
                return None;
            }
            let (factor, rest) = affine(with, slot)?;
            Some((product_of(factor, (**other).clone()), product_of(rest, (**other).clone())))
        }
        _ => None,
    }
}

fn sum_of(a: Expr, b: Expr) -> Expr {
    fold(Expr::Sum(Box::new(a), Box::new(b)))
}

fn difference_of(a: Expr, b: Expr) -> Expr {
    fold(Expr::Difference(Box::new(a), Box::new(b)))
}

fn product_of(a: Expr, b: Expr) -> Expr {
    match (&a, &b) {
        (Expr::Constant(0), _) | (_, Expr::Constant(0)) => Expr::Constant(0),
        _ => fold(Expr::Product(Box::new(a), Box::new(b))),
    }
}

/// The bounds that a comparison puts on a slot: one, or two for an equation.
fn bounds(condition: &Condition, slot: Slot) -> Option<Vec<Bound>> {
    let bound = |form: &Expr| affine(form, slot).map(|(factor, rest)| Bound { factor, rest });
    forms(condition)?.iter().map(bound).collect()
}

/// A comparison as expressions that are at least 0: one, or two for an equation.
fn forms(condition: &Condition) -> Option<Vec<Expr>> {
    let Condition::Compare(relation, a, b) = condition else { return None };
    let form = |(sign, gap): &(Number, Number)| {
        let (more, less) = if *sign > 0 { (a, b) } else { (b, a) };
        difference_of(difference_of(more.clone(), less.clone()), Expr::Constant(*gap))
    };
    Some(relation.inequalities()?.iter().map(form).collect())
}

/// The bounds that a slot has because an expression lies in a set; that it does must still be checked.
fn hull(expr: &Expr, set: &Set, slot: Slot) -> Vec<Bound> {
    let least = set.finite.first().into_iter().chain(set.tail.as_ref().map(|(from, _)| from)).min();
    let greatest = set.finite.last().filter(|_| set.tail.is_none());
    let above = least.map(|least| difference_of(expr.clone(), Expr::Constant(*least)));
    let below = greatest.map(|most| difference_of(Expr::Constant(*most), expr.clone()));
    let forms = above.into_iter().chain(below);
    let bound = |form: Expr| affine(&form, slot).map(|(factor, rest)| Bound { factor, rest });
    forms.filter_map(bound).collect()
}

/// The bounds that a slot has whichever of some alternatives holds; which of them does must still be checked.
fn around(condition: &Condition, slot: Slot) -> Vec<Bound> {
    let side = |factor: Number| {
        let rest = rest_of(condition, slot, factor)?;
        Some(Bound { factor: Expr::Constant(factor), rest })
    };
    [1, -1].into_iter().filter_map(side).collect()
}

/// Some r for which the condition says that `factor · slot + r ≥ 0`, the factor being 1 or -1: of `x + f ≥ 0 or
/// x + g ≥ 0` this is the greater of f and g.
fn rest_of(condition: &Condition, slot: Slot, factor: Number) -> Option<Expr> {
    let of_bounds = |bounds: Vec<Bound>| {
        let fitting = bounds.into_iter().filter_map(|Bound { factor: own, rest }| match own {
            Expr::Constant(own) if own == factor => Some(rest),
            Expr::Constant(own) if own * factor > 0 => {
                Some(fold(Expr::Quotient(Box::new(rest), own.abs())))
            }
            _ => None,
        });
        extreme(fitting.collect(), false)
    };
    match condition {
        Condition::Compare(..) => of_bounds(bounds(condition, slot)?),
        Condition::Member(expr, set) => of_bounds(hull(expr, set, slot)),
        Condition::All(all) => {
            extreme(all.iter().filter_map(|one| rest_of(one, slot, factor)).collect(), false)
        }
        Condition::Any(all) => {
            let rests = all.iter().map(|one| rest_of(one, slot, factor));
            extreme(rests.collect::<Option<_>>()?, true)
        }
        _ => None,
    }
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
    match (affine(upper, slot)?, affine(lower, slot)?) {
        ((Expr::Constant(b), g), (Expr::Constant(a), f)) if b < 0 && a > 0 => {
            let times = |expr: Expr, number: Number| product_of(expr, Expr::Constant(number));
            Some(sum_of(times(f, -b), times(g, a)))
        }
        _ => None,
    }
}

struct Schedule<'a> {
    scope: &'a Scope,
    legal: &'a [Condition],
    names: &'a Names,
    own: Option<usize>,
    conditions: Vec<(Condition, Span)>,
    implied: Vec<Condition>,
    /// The slots of the names that are filled, in this order.
    order: Vec<Slot>,
    steps: Vec<Step>,
    each: Vec<Step>,
    /// The conditions that the steps so far see to.
    done: Vec<bool>,
}

/// What bounds a slot.
struct Bounded {
    set: Option<Set>,
    bounds: Vec<Bound>,
    has_lower: bool,
    has_upper: bool,
    /// A factor whose sign is not known.
    doubtful: Option<Expr>,
}

impl Schedule<'_> {
    fn run(mut self, settled: Vec<bool>, becomes: Becomes, report: &mut Report) -> Option<Solved> {
        self.done = vec![false; self.conditions.len()];
        self.add_checks(None);
        let first = self.scope.slots();
        let free = (0..settled.len()).filter(|index| !settled[*index]).map(|index| first + index);
        // What each chosen heap has for itself comes after what they share.
        let own = self.own.map(|index| first + index);
        let (mut shared, last): (Vec<Slot>, Vec<Slot>) = free.partition(|slot| Some(*slot) != own);
        while !shared.is_empty() {
            if self.next(&shared).is_none() {
                self.derive(&shared);
            }
            let Some(next) = self.next(&shared) else {
                self.unbounded(&shared, &becomes, report);
                return None;
            };
            let slot = shared.remove(next);
            self.place(slot, false);
        }
        for slot in last {
            let bounded = self.bounded(slot);
            if !(bounded.has_lower && bounded.has_upper) {
                self.unbounded(&[slot], &becomes, report);
                return None;
            }
            self.place(slot, true);
        }
        Some(self.finish(becomes))
    }

    /// The first of these slots that has bounds on both sides.
    fn next(&self, slots: &[Slot]) -> Option<usize> {
        slots.iter().position(|slot| {
            let bounded = self.bounded(*slot);
            bounded.has_lower && bounded.has_upper
        })
    }

    /// Eliminates names that are not filled yet from the inequalities, the last ones first (Fourier and Motzkin):
    /// `a + b <= h` and `b >= 0` bound a by h.
    fn derive(&mut self, slots: &[Slot]) {
        for slot in slots.iter().rev() {
            let known = self.conditions.iter().map(|(condition, _)| condition).chain(&self.implied);
            let known: Vec<Expr> = known.filter_map(forms).flatten().collect();
            let mentions = |form: &&Expr| form.mentions(&|one| one == *slot);
            let about: Vec<&Expr> = known.iter().filter(mentions).take(MOST_COMBINED).collect();
            for (upper, lower) in
                about.iter().flat_map(|one| about.iter().map(move |two| (one, two)))
            {
                let Some(form) = combine(upper, lower, *slot) else { continue };
                let derived = Condition::Compare(Relation::AtLeast, form, Expr::Constant(0));
                if self.implied.len() < MOST_DERIVED && !self.implied.contains(&derived) {
                    self.implied.push(derived);
                }
            }
        }
    }

    fn is_filled(&self, slot: Slot) -> bool {
        slot < self.scope.slots() || self.order.contains(&slot)
    }

    /// What is known of a slot from conditions in which everything else is filled.
    fn bounded(&self, slot: Slot) -> Bounded {
        let mut bounded = Bounded {
            set: None,
            bounds: Vec::new(),
            has_lower: false,
            has_upper: false,
            doubtful: None,
        };
        for condition in self.conditions.iter().map(|(one, _)| one).chain(&self.implied) {
            if !self.is_about(condition, slot) {
                continue;
            }
            match condition {
                Condition::Member(Expr::Slot(one), set)
                    if *one == slot && bounded.set.is_none() =>
                {
                    bounded.has_lower = true;
                    bounded.has_upper |= set.tail.is_none();
                    bounded.set = Some(set.clone());
                }
                Condition::Member(expr, set) => bounded.bounds.extend(hull(expr, set, slot)),
                Condition::Any(_) => bounded.bounds.extend(around(condition, slot)),
                _ => bounded.bounds.extend(bounds(condition, slot).unwrap_or_default()),
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

    /// Does the condition mention the slot, and besides only what is filled?
    fn is_about(&self, condition: &Condition, slot: Slot) -> bool {
        condition.mentions(&|one| one == slot)
            && !condition.mentions(&|one| one != slot && !self.is_filled(one))
    }

    /// The sign of a factor wherever the move is possible, if it is known; 0 counts as unknown.
    fn sign(&self, factor: &Expr) -> Option<Number> {
        if let Expr::Constant(number) = factor {
            return Some(number.signum()).filter(|sign| *sign != 0);
        }
        let form = Linear::of_slots(factor)?;
        let mut system = System::default();
        for slot in 0..self.scope.slots() {
            system.add(Linear::variable(slot));
        }
        let known = self.conditions.iter().map(|(condition, _)| condition).chain(self.legal);
        for condition in known.filter(|one| !one.mentions(&|slot| !self.is_filled(slot))) {
            let facts = forms(condition).unwrap_or_default();
            facts.iter().filter_map(Linear::of_slots).for_each(|fact| system.add(fact));
        }
        let is_sign = |sign: &Number| {
            let at_least_one = form.scaled(*sign).and_then(|form| form.shifted(-1));
            at_least_one.is_some_and(|form| system.implies(&form))
        };
        [1, -1].into_iter().find(is_sign)
    }

    fn place(&mut self, slot: Slot, own: bool) {
        let Bounded { set, bounds, .. } = self.bounded(slot);
        let step = match set {
            Some(set) => Step::Members { slot, set, bounds },
            None => Step::Range { slot, bounds },
        };
        let steps = if own { &mut self.each } else { &mut self.steps };
        steps.push(step);
        self.order.push(slot);
        self.add_checks(Some((slot, own)));
    }

    /// Adds the conditions of which everything is filled now and that no bound sees to.
    fn add_checks(&mut self, last: Option<(Slot, bool)>) {
        let mut has_set = false;
        for index in 0..self.conditions.len() {
            let (condition, _) = &self.conditions[index];
            if self.done[index] || condition.mentions(&|slot| !self.is_filled(slot)) {
                continue;
            }
            self.done[index] = true;
            let mut is_bound = false;
            if let Some((slot, _)) = last {
                is_bound = match condition {
                    Condition::Member(Expr::Slot(one), _) if *one == slot => {
                        !std::mem::replace(&mut has_set, true)
                    }
                    _ => bounds(condition, slot).is_some(),
                };
            }
            if !is_bound && *condition != Condition::Truth(true) {
                let steps = match last {
                    Some((_, true)) => &mut self.each,
                    _ => &mut self.steps,
                };
                steps.push(Step::Check(condition.clone()));
            }
        }
    }

    /// The slots get the numbers in which they are filled.
    fn finish(self, becomes: Becomes) -> Solved {
        let first = self.scope.slots();
        let place = |slot: Slot| match self.order.iter().position(|one| *one == slot) {
            Some(place) => first + place,
            None => slot,
        };
        let replaced = |slot: Slot| Expr::Slot(place(slot));
        let steps = |steps: &[Step]| -> Vec<Step> {
            steps.iter().map(|step| step.renumbered(&place)).collect()
        };
        let names = self.order.iter().map(|slot| self.names.list[slot - first].text.clone());
        Solved {
            names: names.collect(),
            steps: steps(&self.steps),
            each: steps(&self.each),
            becomes: becomes.substitute(&replaced),
        }
    }

    /// A name that nothing depends on, if one of these is: no condition names it together with another one, and neither
    /// does what comes of the move.
    fn unused(&self, slots: &[Slot], becomes: &Becomes) -> Option<Slot> {
        slots.iter().copied().find(|slot| {
            let is_primed = self.names.list[slot - self.scope.slots()].primed.is_some();
            let known = self.conditions.iter().map(|(one, _)| one).chain(&self.implied);
            let mut known = known.filter(|one| one.mentions(&|other| other == *slot));
            !is_primed
                && !becomes.mentions(&|other| other == *slot)
                && known.all(|one| !one.mentions(&|other| other != *slot))
        })
    }

    /// Reports a name that is used nowhere else; perhaps another one was written in its place.
    fn tell_unused(&self, unused: Slot, report: &mut Report) {
        let first = self.scope.slots();
        let name = &self.names.list[unused - first];
        let text = &name.text;
        // A name of which nothing is said but what comes of it.
        let is_new = |(place, other): &(usize, &NewName)| {
            let of_it = |one: &Condition| one.mentions(&|slot| slot == first + place);
            other.primed.is_none()
                && first + place != unused
                && !self.conditions.iter().any(|(one, _)| of_it(one))
        };
        let new = self.names.list.iter().enumerate().find(is_new).map(|(_, other)| other);
        report.add(match new {
            Some(other) => Diagnostic::error(other.span, format!("`{}` is new here", other.text))
                .label(format!("nothing is said of it, and `{text}` is used nowhere else"))
                .help(format!("did you mean `{text}`?"))
                .replace_by(text.clone()),
            None => Diagnostic::error(name.span, format!("`{text}` is used nowhere else"))
                .label("infinitely many values are possible, and nothing depends on them")
                .help(format!("use `{text}` in what the move changes, or leave it out")),
        });
    }

    /// Reports why the first of these names cannot be filled, or which of them looks misspelt.
    fn unbounded(&self, slots: &[Slot], becomes: &Becomes, report: &mut Report) {
        let first = self.scope.slots();
        let name_of = |slot: &Slot| &self.names.list[*slot - first];
        let misspelt = slots.iter().find_map(|slot| {
            let name = name_of(slot);
            let earlier = self.names.list.iter().take(*slot - first);
            let known =
                earlier.filter(|other| other.primed.is_none()).map(|other| other.text.as_str());
            let near = nearest(&name.text, known.chain(self.scope.known()))?;
            (name.primed.is_none()).then_some((name, near))
        });
        if let Some((name, near)) = misspelt {
            report.add(
                Diagnostic::error(name.span, format!("`{}` is not known here", name.text))
                    .label("as a new name it has no bounds")
                    .help(format!("did you mean `{near}`?"))
                    .replace_by(near),
            );
            return;
        }
        if let Some(unused) = self.unused(slots, becomes) {
            return self.tell_unused(unused, report);
        }
        // The names that lack least come last in a chain of dependencies; tell about the first.
        let slot = slots[0];
        let name = name_of(&slot);
        let bounded = self.bounded(slot);
        let text = &name.text;
        let largest = self.scope.first_coordinate();
        let (missing, example) = match (bounded.has_lower, bounded.has_upper) {
            (false, false) => ("bounds", format!("write for example `1 <= {text} <= {largest}`")),
            (true, _) => ("upper bound", format!("write for example `{text} <= {largest}`")),
            (false, true) => ("lower bound", format!("write for example `{text} >= 1`")),
        };
        let mut mistake = Diagnostic::error(name.span, format!("`{text}` has no {missing}"))
            .label("infinitely many values are possible")
            .help(example);
        if let Some(factor) = &bounded.doubtful {
            let factor = self.describe(factor);
            mistake = mistake.help(format!(
                "it would have one where {factor} is positive: add such a condition"
            ));
        }
        report.add(mistake);
    }

    /// A factor in words.
    fn describe(&self, factor: &Expr) -> String {
        match factor {
            Expr::Slot(slot) if *slot < self.scope.slots() => {
                self.scope.coordinates()[*slot].to_owned()
            }
            Expr::Slot(slot) => self.names.list[slot - self.scope.slots()].text.clone(),
            Expr::Difference(zero, other) if **zero == Expr::Constant(0) => self.describe(other),
            _ => "its factor".to_owned(),
        }
    }
}
