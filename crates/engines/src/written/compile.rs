//! From a program to routines for blocks of positions.

use bouton_lang::linear::Interval;
use bouton_lang::{Becomes, Bound, End, Expr, Move, Program, Set, Slot, Step, Winner};
use bouton_values::Player;

use super::build::{Builder, Built, Form, slot};
use super::code::{Action, Choice, ChoiceKind, Level, Operand, Routine, Shared, Value};
use super::layout::Layout;
use super::rays::{self, Along, Ray};
use super::{Style, TOO_LARGE};
use crate::engine::Declined;

/// Rules for blocks of positions of one box.
#[derive(Clone, Debug)]
pub(super) struct Code {
    /// Keeps the lanes whose position is legal.
    pub(super) legal: Routine,
    /// Reads the options, move by move.
    pub(super) moves: Vec<(Option<Player>, Routine)>,
    /// Works out who loses if stuck, in `fallen`: bit 0 for Left and bit 1 for Right.
    pub(super) end: Routine,
    pub(super) fallen: Operand,
    pub(super) rays: Vec<Ray>,
}

impl Code {
    /// Compiles the rules for a box, with this ending. Rays may be carried along where outcomes are wanted: nim-values
    /// would need a set of values for each ray and position.
    pub(super) fn new(
        program: &Program,
        end: &End,
        layout: &Layout,
        style: Style,
        may_carry_rays: bool,
    ) -> Result<Code, Declined> {
        let mut builder = Builder::new(layout, style, in_box(layout)?)?;
        program.legal.iter().try_for_each(|condition| builder.require(condition, true))?;
        let known = builder.known.clone();
        let legal = builder.finish(Action::Keep);
        let carries_rays = may_carry_rays && style == Style::Lines;
        let mut rays = Vec::new();
        let mut moves = Vec::new();
        for one in &program.moves {
            let ray = if carries_rays { rays::ray(one, layout, &known) } else { None };
            let builder = Builder::new(layout, style, known.clone())?;
            let routine = match ray {
                Some(along) => along_ray(builder, number_of(&mut rays, &along.ray), &along)?,
                None => Mover { builder, gathers: false, last: None }.routine(one)?,
            };
            moves.push((one.player, routine));
        }
        let mut builder = Builder::new(layout, style, known)?;
        let fallen = builder.number(&fallen(end))?;
        builder.needed.insert(fallen);
        Ok(Code { legal, moves, end: builder.finish(Action::Keep), fallen, rays })
    }

    pub(super) fn routines(&self) -> impl Iterator<Item = &Routine> + Clone {
        [&self.legal, &self.end].into_iter().chain(self.moves.iter().map(|(_, one)| one))
    }
}

/// What is known of the numbers of all positions in the box.
fn in_box(layout: &Layout) -> Built<Vec<Form>> {
    let mut known = Vec::new();
    for (axis, most) in layout.most.iter().enumerate() {
        known.push(slot(axis));
        known.push(Form::constant(i128::from(*most)).minus(&slot(axis)).ok_or(TOO_LARGE)?);
    }
    Ok(known)
}

/// The number of a ray; those that are alike are carried along once.
fn number_of(rays: &mut Vec<Ray>, ray: &Ray) -> usize {
    rays.iter().position(|other| other == ray).unwrap_or_else(|| {
        rays.push(ray.clone());
        rays.len() - 1
    })
}

/// The options along a ray are all in its flag.
fn along_ray(mut builder: Builder<'_>, ray: usize, along: &Along) -> Built<Routine> {
    along.conditions.iter().try_for_each(|condition| builder.require(condition, true))?;
    along.forms.iter().try_for_each(|form| builder.require_form(form))?;
    Ok(builder.finish(Action::Flag(ray)))
}

/// Who loses if stuck, as a number.
fn fallen(end: &End) -> Expr {
    Expr::Constant(match end {
        End::Always(Winner::Normal) => 3,
        End::Always(Winner::Misere) => 0,
        End::Always(Winner::Left) => 2,
        End::Always(Winner::Right) => 1,
        End::If(condition, then, otherwise) => {
            let [then, otherwise] = [then, otherwise].map(|end| Box::new(fallen(end)));
            return Expr::If(condition.clone(), then, otherwise);
        }
    })
}

/// Compiles a move.
struct Mover<'a> {
    builder: Builder<'a>,
    /// Are the lanes choices of the last range?
    gathers: bool,
    /// The slot of the last choice.
    last: Option<Slot>,
}

/// A choice that is counted from an anchor: the slot is `anchor + t`.
struct Counted {
    anchor: Form,
    /// `factor · t + rest ≥ 0`: factor and rest of each bound.
    bounds: Vec<(Form, Form)>,
    /// What `t` can be in the box.
    range: Interval,
}

impl Mover<'_> {
    fn routine(mut self, one: &Move) -> Result<Routine, Declined> {
        let last = one.steps.iter().rposition(|step| step.slot().is_some());
        for (index, step) in one.steps.iter().enumerate() {
            match step {
                Step::Check(condition) => self.builder.require(condition, true)?,
                Step::Choose { slot, set, bounds } => {
                    let has_lanes = self.builder.layout.has_lanes();
                    self.gathers = set.is_none() && !has_lanes && last == Some(index);
                    self.choice(*slot, set.as_ref(), bounds)?;
                }
            }
        }
        let Becomes::Position(new) = &one.becomes else {
            return Declined::because("the position is not a list of named numbers");
        };
        let place = self.place(new)?;
        let value = self.builder.value(&place)?;
        let shared = if self.gathers { None } else { self.shared(&place, &value)? };
        let level = self.builder.routine.levels.last_mut();
        if let Some(choice) = level.and_then(|level| level.choice.as_mut()) {
            choice.shared = shared;
        }
        self.builder.need(&[value]);
        Ok(self.builder.finish(Action::Read(value)))
    }

    /// Does the place depend on the sum or the difference of lane and last choice alone?
    fn shared(&mut self, place: &Form, value: &Value) -> Result<Option<Shared>, Declined> {
        let Some(last) = self.last else { return Ok(None) };
        let factor = place.factor(Expr::Slot(last));
        let is_linear = place.terms.iter().all(|(term, _)| matches!(term, Expr::Slot(_)));
        let is_shared = is_linear && factor.abs() == i128::from(value.slope.abs());
        if value.column.is_some() || value.slope.abs() < 2 || !is_shared {
            return Ok(None);
        }
        let origin = place.combined(1, &slot(last), -factor).ok_or(TOO_LARGE)?;
        let origin = self.builder.value(&origin)?.base;
        self.builder.needed.insert(origin);
        let sign = if factor == i128::from(value.slope) { 1 } else { -1 };
        Ok(Some(Shared { origin, slope: value.slope, sign }))
    }

    /// The place of the option, after the conditions that it lies in the box. Whether it is legal can be read
    /// there.
    fn place(&mut self, new: &[Expr]) -> Result<Form, Declined> {
        let layout = self.builder.layout;
        let mut place = Form::default();
        for (axis, expr) in new.iter().enumerate() {
            let form = self.builder.form(expr);
            self.builder.require_form(&form)?;
            let most = Form::constant(i128::from(layout.most[axis]));
            self.builder.require_form(&most.minus(&form).ok_or(TOO_LARGE)?)?;
            place = place.combined(1, &form, layout.strides[axis].into()).ok_or(TOO_LARGE)?;
        }
        Ok(place)
    }

    /// A choice that begins at another number in each lane would have to run over the union of all ranges, with a mask.
    /// So it is a choice between integers, counted from an anchor: with the anchor `rate`, the choice `rate' in rate - 1 ..
    /// rate + 1` is one from -1 to 1, the same in all lanes. The anchor with the shortest loop is taken.
    fn range(&self, bounds: &[(Form, Form)]) -> Built<Counted> {
        let mut best = self.counted(bounds, Form::default())?;
        let may_move = bounds.iter().all(|(factor, _)| factor.as_constant().is_some());
        for (factor, rest) in bounds.iter().filter(|_| may_move) {
            let Some(factor @ (1 | -1)) = factor.as_constant() else { continue };
            let other = self.counted(bounds, rest.scaled(-factor).ok_or(TOO_LARGE)?)?;
            if other.range.count() < best.range.count() {
                best = other;
            }
        }
        Ok(best)
    }

    /// A choice with these bounds, counted from an anchor. Where a factor is not constant, the anchor is 0.
    fn counted(&self, bounds: &[(Form, Form)], anchor: Form) -> Built<Counted> {
        let from_anchor = |(factor, rest): &(Form, Form)| {
            let times = factor.as_constant().unwrap_or(0);
            Ok((factor.clone(), rest.combined(1, &anchor, times).ok_or(TOO_LARGE)?))
        };
        let bounds = bounds.iter().map(from_anchor).collect::<Built<Vec<_>>>()?;
        let range = bounds.iter().fold(Interval::ALL, |range, (factor, rest)| {
            range.meet(Interval::solving(self.builder.range(factor), self.builder.range(rest)))
        });
        Ok(Counted { anchor, bounds, range })
    }

    fn choice(&mut self, slot: Slot, set: Option<&Set>, bounds: &[Bound]) -> Built<()> {
        let forms =
            |bound: &Bound| (self.builder.form(&bound.factor), self.builder.form(&bound.rest));
        let forms: Vec<(Form, Form)> = bounds.iter().map(forms).collect();
        let (kind, Counted { anchor, bounds: counted, range }) = match set {
            Some(set) => {
                let counted = self.counted(&forms, Form::default())?;
                let range = counted.range.meet(Interval::around(set));
                (ChoiceKind::Members(set.clone()), Counted { range, ..counted })
            }
            None if self.gathers => (ChoiceKind::Lanes, self.range(&forms)?),
            None => (ChoiceKind::Range, self.range(&forms)?),
        };
        if !range.is_within(FARTHEST) {
            return Declined::because("a choice has no bounds that hold all over the box");
        }
        // Where nothing can be chosen at all, something must still be known of it.
        let range = Interval::new(range.low, range.high.max(range.low));
        let mut values = Vec::new();
        for (factor, rest) in &counted {
            values.push((self.builder.value(factor)?, self.builder.value(rest)?));
        }
        let register = self.builder.new_scalar(self.builder.routine.levels.len(), range);
        let are_lanes = matches!(kind, ChoiceKind::Lanes);
        self.last = matches!(kind, ChoiceKind::Range).then_some(slot);
        let ends = (range.low as i64, range.high as i64);
        values.iter().for_each(|(factor, rest)| self.builder.need(&[*factor, *rest]));
        let choice = Choice { register, kind, range: ends, bounds: values.clone(), shared: None };
        self.builder.begin(Level { choice: Some(choice), ..Level::default() }, are_lanes);
        self.builder.set_atom(slot, are_lanes.into(), Operand::Scalar(register), range)?;
        let held = anchor.plus(&self::slot(slot)).ok_or(TOO_LARGE)?;
        self.builder.forms.insert(slot, held);
        for (Bound { factor, rest }, values) in bounds.iter().zip(values) {
            let product = Expr::Product(Box::new(factor.clone()), Box::new(Expr::Slot(slot)));
            let form = self.builder.form(&Expr::Sum(Box::new(product), Box::new(rest.clone())));
            // The loop runs over just the values within bounds that are the same in all lanes.
            match values.0.uniform().is_some() && values.1.uniform().is_some() {
                true => self.builder.known.push(form),
                false => self.builder.require_form(&form)?,
            }
        }
        Ok(())
    }
}

/// Choices beyond this are not counted through.
const FARTHEST: i128 = 1 << 60;
