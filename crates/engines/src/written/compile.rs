//! From a program to routines for blocks of positions.

use bouton_lang::linear::Interval;
use bouton_lang::{Becomes, Bound, End, Expr, Move, Program, Set, Slot, Step, Winner};
use bouton_values::Player;

use super::Style;
use super::build::{Builder, Built, Form, fits, slot};
use super::code::{Action, Choice, ChoiceKind, Level, Operand, Routine, Shared, Value};
use super::layout::Layout;
use super::rays::{self, Along, Ray};
use crate::engine::Declined;

/// Rules for blocks of positions of one box.
#[derive(Clone, Debug)]
pub(super) struct Code {
    /// Keeps the lanes whose position is legal.
    pub(super) legal: Routine,
    /// Reads the options, move by move.
    pub(super) moves: Vec<(Option<Player>, Routine)>,
    pub(super) end: EndCode,
    pub(super) rays: Vec<Ray>,
}

/// The ending: the routine works out who loses if stuck, bit 0 for Left and bit 1 for Right.
#[derive(Clone, Debug)]
pub(super) struct EndCode {
    pub(super) routine: Routine,
    pub(super) fallen: Operand,
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
        let legal = builder.finish(Action::Keep, false);
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
        let fallen = fallen(end, &mut builder)?;
        builder.wanted = Some(fallen);
        let end = EndCode { routine: builder.finish(Action::Keep, false), fallen };
        Ok(Code { legal, moves, end, rays })
    }

    pub(super) fn routines(&self) -> impl Iterator<Item = &Routine> + Clone {
        [&self.legal, &self.end.routine].into_iter().chain(self.moves.iter().map(|(_, one)| one))
    }
}

/// What is known of the numbers of all positions in the box.
fn in_box(layout: &Layout) -> Built<Vec<Form>> {
    let mut known = Vec::new();
    for (axis, most) in layout.most.iter().enumerate() {
        known.push(slot(axis));
        known.push(fits(Form::constant(i128::from(*most)).minus(&slot(axis)))?);
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
    Ok(builder.finish(Action::Flag(ray), false))
}

/// Who loses if stuck.
fn fallen(end: &End, builder: &mut Builder<'_>) -> Built<Operand> {
    Ok(match end {
        End::Always(Winner::Normal) => Operand::Constant(3),
        End::Always(Winner::Misere) => Operand::Constant(0),
        End::Always(Winner::Left) => Operand::Constant(2),
        End::Always(Winner::Right) => Operand::Constant(1),
        End::If(condition, then, otherwise) => {
            let truth = builder.truth(condition)?;
            let (then, otherwise) = (fallen(then, builder)?, fallen(otherwise, builder)?);
            builder.either(truth, then, otherwise, Interval::new(0, 3))?
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

/// A bound of a choice whose slot is `anchor + t`: `factor · t + rest ≥ 0`.
struct BoundForm<'a> {
    /// The factor as it is written.
    written: &'a Expr,
    factor: Form,
    rest: Form,
}

impl<'a> Mover<'a> {
    fn routine(mut self, one: &Move) -> Result<Routine, Declined> {
        let last = one.steps.iter().rposition(|step| step.slot().is_some());
        for (index, step) in one.steps.iter().enumerate() {
            match step {
                Step::Check(condition) => self.builder.require(condition, true)?,
                Step::Choose { slot, set: None, bounds } => {
                    self.gathers = !self.builder.layout.has_lanes() && last == Some(index);
                    self.range(*slot, bounds)?;
                }
                Step::Choose { slot, set: Some(set), bounds } => {
                    self.members(*slot, set, bounds)?;
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
        Ok(self.builder.finish(Action::Read(value), self.gathers))
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
        let origin = fits(place.combined(1, &slot(last), -factor))?;
        let origin = self.builder.value(&origin)?.base;
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
            self.builder.require_form(&fits(most.minus(&form))?)?;
            place = fits(place.combined(1, &form, layout.strides[axis].into()))?;
        }
        Ok(place)
    }

    fn bounds<'b>(&self, bounds: &'b [Bound]) -> Vec<BoundForm<'b>> {
        let form = |expr: &Expr| self.builder.form(expr);
        let bound = |bound: &'b Bound| BoundForm {
            written: &bound.factor,
            factor: form(&bound.factor),
            rest: form(&bound.rest),
        };
        bounds.iter().map(bound).collect()
    }

    /// A choice that begins at another number in each lane would have to run over the union of all ranges, with a mask.
    /// So it is a choice between integers, counted from an anchor: with the anchor `rate`, the choice `rate' in rate - 1 ..
    /// rate + 1` is one from -1 to 1, the same in all lanes. The anchor with the shortest loop is taken.
    fn range(&mut self, slot: Slot, bounds: &[Bound]) -> Result<(), Declined> {
        let bounds = self.bounds(bounds);
        let mut best = (Form::default(), self.loop_range(&bounds, &Form::default())?);
        let may_move = bounds.iter().all(|bound| bound.factor.as_constant().is_some());
        for bound in bounds.iter().filter(|_| may_move) {
            let Some(factor @ (1 | -1)) = bound.factor.as_constant() else { continue };
            let anchor = fits(bound.rest.scaled(-factor))?;
            let range = self.loop_range(&bounds, &anchor)?;
            if range.count() < best.1.count() {
                best = (anchor, range);
            }
        }
        let (anchor, range) = best;
        let bounds = bounds.iter().map(|bound| bound.from(&anchor)).collect::<Built<_>>()?;
        let kind = if self.gathers { ChoiceKind::Lanes } else { ChoiceKind::Range };
        self.choice(slot, kind, bounds, range)?;
        self.builder.forms.insert(slot, fits(anchor.plus(&self::slot(slot)))?);
        Ok(())
    }

    fn members(&mut self, slot: Slot, set: &Set, bounds: &[Bound]) -> Result<(), Declined> {
        let bounds = self.bounds(bounds);
        let range = self.loop_range(&bounds, &Form::default())?.meet(Interval::around(set));
        self.choice(slot, ChoiceKind::Members(set.clone()), bounds, range)
    }

    fn choice(
        &mut self,
        slot: Slot,
        kind: ChoiceKind,
        bounds: Vec<BoundForm<'_>>,
        range: Interval,
    ) -> Result<(), Declined> {
        if !range.is_within(FARTHEST) {
            return Declined::because("a choice has no bounds that hold all over the box");
        }
        // Where nothing can be chosen at all, something must still be known of it.
        let range = Interval::new(range.low, range.high.max(range.low));
        let values = bounds
            .iter()
            .map(|bound| Ok((self.builder.value(&bound.factor)?, self.builder.value(&bound.rest)?)))
            .collect::<Result<Vec<_>, Declined>>()?;
        let register = self.builder.new_scalar(self.builder.routine.levels.len(), range);
        let are_lanes = matches!(kind, ChoiceKind::Lanes);
        self.last = matches!(kind, ChoiceKind::Range).then_some(slot);
        let ends = (range.low as i64, range.high as i64);
        let choice = Choice { register, kind, range: ends, bounds: values.clone(), shared: None };
        self.builder.begin(Level { choice: Some(choice), ..Level::default() }, are_lanes);
        self.builder.set_atom(slot, are_lanes.into(), Operand::Scalar(register), range)?;
        for (bound, (factor, rest)) in bounds.iter().zip(values) {
            let form = bound.at(slot)?;
            // The loop runs over just the values within bounds that are the same in all lanes.
            match factor.uniform().is_some() && rest.uniform().is_some() {
                true => self.builder.known.push(form),
                false => self.builder.require_form(&form)?,
            }
        }
        Ok(())
    }

    /// What `t` can be in the box, if the choice is `anchor + t`.
    fn loop_range(&self, bounds: &[BoundForm<'_>], anchor: &Form) -> Built<Interval> {
        bounds.iter().try_fold(Interval::ALL, |range, bound| {
            let bound = bound.from(anchor)?;
            let (factor, rest) =
                (self.builder.range(&bound.factor), self.builder.range(&bound.rest));
            Ok(range.meet(Interval::solving(factor, rest)))
        })
    }
}

/// Choices beyond this are not counted through.
const FARTHEST: i128 = 1 << 60;

impl<'a> BoundForm<'a> {
    /// The bound of `t` where the slot is `anchor + t`. Where a factor is not constant, the anchor is 0.
    fn from(&self, anchor: &Form) -> Built<BoundForm<'a>> {
        let factor = self.factor.as_constant().unwrap_or(0);
        let rest = fits(self.rest.combined(1, anchor, factor))?;
        Ok(BoundForm { written: self.written, factor: self.factor.clone(), rest })
    }

    /// `factor · t + rest`.
    fn at(&self, slot: Slot) -> Built<Form> {
        fits(match self.factor.as_constant() {
            Some(factor) => self.rest.combined(1, &self::slot(slot), factor),
            None => {
                let slot = Box::new(Expr::Slot(slot));
                let product = Expr::Product(Box::new(self.written.clone()), slot);
                self.rest.plus(&Form::variable(product))
            }
        })
    }
}
