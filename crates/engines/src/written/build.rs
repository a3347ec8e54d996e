//! Building a routine: registers, instructions at the level at which they can first be done, and conditions.

use std::collections::HashMap;

use bouton_lang::linear::{Interval, Leaf, Linear};
use bouton_lang::{Condition, Expr, Number, Relation};

use super::Style;
use super::code::{
    Action, Binary, ColumnKind, ColumnOp, Level, MaskKind, Operand, Routine, Scalar, ScalarKind,
    Truth, Value,
};
use super::columns::BLOCK;
use super::layout::Layout;
use super::machine::scalar_result;
use crate::engine::Declined;

/// Registers hold numbers of less than 63 bits: sums of two of them do not wrap around, so nothing is checked while
/// the machine runs.
const WIDEST: i128 = 1 << 62;

/// Columns of 32 bits are used where all numbers lie within this.
const NARROWEST: i128 = 1 << 30;

pub(super) struct Builder<'a> {
    pub(super) layout: &'a Layout,
    pub(super) style: Style,
    pub(super) levels: Vec<Level>,
    /// What a slot holds as such: a number of the position, or a choice counted from its anchor.
    atoms: Vec<Option<Value>>,
    /// What a slot holds, as a sum of terms.
    pub(super) forms: Vec<Option<Form>>,
    /// Forms that are known not to be negative.
    known: Vec<Form>,
    scalars: Vec<Register>,
    columns: Vec<Register>,
    masks: Vec<usize>,
    scalars_known: HashMap<ScalarKind, usize>,
    columns_known: HashMap<ColumnKind, usize>,
    masks_known: HashMap<MaskKind, usize>,
    is_narrow: bool,
    /// The level from which on there are lanes: columns are never filled before.
    first_lanes: usize,
}

/// When a register is filled, and what it can hold.
struct Register {
    level: usize,
    range: Interval,
}

pub(super) type Built<T> = Result<T, Declined>;

/// A linear form whose variables are slots and whatever is not linear. What a variable is worth does not matter for
/// it, only that equal expressions are worth the same: so `h mod 2` cancels against `h mod 2`.
pub(super) type Form = Linear<Expr>;

/// The slot as a form.
pub(super) fn slot(slot: usize) -> Form {
    Form::variable(Expr::Slot(slot))
}

/// What the expression is, where `slots` says what each slot holds. A slot beyond them, and what is not linear or too
/// large, is a variable.
pub(super) fn form(expr: &Expr, slots: &[Option<Form>]) -> Form {
    let leaf = |leaf: Leaf<'_, Expr>| {
        Ok(match leaf {
            Leaf::Part(Expr::Slot(place)) => {
                slots.get(*place).cloned().flatten().unwrap_or_else(|| slot(*place))
            }
            Leaf::Part(part) | Leaf::Product(part, ..) => Form::variable(part.clone()),
        })
    };
    Form::of_expr(expr, &mut { leaf }).unwrap_or_else(|_| Form::variable(expr.clone()))
}

/// A form that was worked out.
pub(super) fn fits<T>(form: Option<T>) -> Built<T> {
    form.map_or_else(|| Declined::because("the numbers are too large"), Ok)
}

impl<'a> Builder<'a> {
    /// A routine over the positions of a box. `ranges` are the numbers of the positions that count.
    pub(super) fn new(layout: &'a Layout, style: Style, ranges: &[Interval]) -> Built<Builder<'a>> {
        let mut builder = Builder {
            layout,
            style,
            levels: vec![Level::default()],
            atoms: Vec::new(),
            forms: Vec::new(),
            known: Vec::new(),
            scalars: Vec::new(),
            columns: Vec::new(),
            masks: Vec::new(),
            scalars_known: HashMap::new(),
            columns_known: HashMap::new(),
            masks_known: HashMap::new(),
            is_narrow: true,
            first_lanes: 0,
        };
        let sum: i128 = layout.most.iter().map(|most| i128::from(*most)).sum();
        for _ in &layout.most {
            builder.new_scalar(0, Interval::new(-sum, sum));
        }
        for (slot, range) in ranges.iter().enumerate() {
            let slope = layout.slopes[slot];
            builder.set_atom(slot, slope, Scalar::Held(slot), *range)?;
            builder.know(fits(self::slot(slot).shifted(-range.low))?);
            builder.know(fits(Form::constant(range.high).minus(&self::slot(slot)))?);
        }
        Ok(builder)
    }

    /// The routine; `truths` are wanted besides what it does. What nobody needs is left out.
    pub(super) fn finish(mut self, action: Action, gathers: bool, truths: &[Truth]) -> Routine {
        let mut needs = Needs {
            scalars: vec![false; self.scalars.len()],
            columns: vec![false; self.columns.len()],
            masks: vec![false; self.masks.len()],
        };
        truths.iter().for_each(|truth| needs.truth(*truth));
        needs.action(&action);
        self.levels.iter_mut().rev().for_each(|level| needs.prune(level));
        Routine {
            levels: self.levels,
            action,
            scalars: self.scalars.len(),
            columns: self.columns.len(),
            masks: self.masks.len(),
            is_narrow: self.is_narrow,
            gathers,
        }
    }

    /// From the last level on, the choices are the lanes.
    pub(super) fn begin_lanes(&mut self) {
        self.first_lanes = self.levels.len() - 1;
    }

    /// From here on the form is not negative.
    pub(super) fn know(&mut self, form: Form) {
        self.known.push(form);
    }

    pub(super) fn new_scalar(&mut self, level: usize, range: Interval) -> usize {
        self.scalars.push(Register { level, range });
        self.scalars.len() - 1
    }

    /// Says what a slot holds: `slope · lane + base`. Where lines are not wanted it becomes a column.
    pub(super) fn set_atom(
        &mut self,
        slot: usize,
        slope: i64,
        base: Scalar,
        range: Interval,
    ) -> Built<()> {
        let mut value = Value { column: None, slope, base, range };
        if self.style == Style::Columns && slope != 0 {
            let column = self.column(ColumnKind::Line(slope, base), range)?;
            value = Value { column: Some(column), slope: 0, base: Scalar::ZERO, range };
        }
        if self.atoms.len() <= slot {
            self.atoms.resize(slot + 1, None);
        }
        self.atoms[slot] = Some(value);
        Ok(())
    }

    /// Says what a slot holds, as a sum of terms.
    pub(super) fn set_form(&mut self, slot: usize, form: Form) {
        if self.forms.len() <= slot {
            self.forms.resize(slot + 1, None);
        }
        self.forms[slot] = Some(form);
    }

    pub(super) fn form(&self, expr: &Expr) -> Form {
        form(expr, &self.forms)
    }

    /// What a form can be.
    pub(super) fn range(&self, form: &Form) -> Interval {
        form.interval(|term| self.range_of_term(term))
    }

    fn range_of_term(&self, term: &Expr) -> Interval {
        let of = |part: &Expr| self.range(&self.form(part));
        Interval::of_operation(term, of).unwrap_or_else(|| match term {
            Expr::Slot(slot) => {
                self.atoms.get(*slot).copied().flatten().map_or(Interval::ALL, |atom| atom.range)
            }
            _ => Interval::ALL,
        })
    }

    /// What the one form has more than the other, at least.
    fn at_least_above(&self, form: &Form, other: &Form) -> Number {
        form.minus(other).map_or(Number::MIN, |difference| self.range(&difference).low)
    }

    /// Is it known that the form is not negative? A condition that follows from one that was asked before costs an
    /// instruction in the innermost loop, so it is worth some work here: of the conditions of a usual move (the choice
    /// has bounds, the new numbers are not negative and in the box) most follow from others. One known form at a
    /// time is enough for that; elimination as in `lang::linear` finds hardly more and takes longer than the table.
    fn is_implied(&self, form: &Form) -> bool {
        self.range(form).low >= 0
            || self.known.iter().any(|known| self.at_least_above(form, known) >= 0)
    }

    // Numbers.

    fn level_of(&self, scalar: Scalar) -> usize {
        match scalar {
            Scalar::Constant(_) => 0,
            Scalar::Held(register) => self.scalars[register].level,
        }
    }

    fn level_of_operand(&self, operand: Operand) -> usize {
        match operand {
            Operand::Scalar(scalar) => self.level_of(scalar),
            Operand::Column(column) => self.columns[column].level,
        }
    }

    fn range_of_scalar(&self, scalar: Scalar) -> Interval {
        match scalar {
            Scalar::Constant(number) => Interval::of(number.into()),
            Scalar::Held(register) => self.scalars[register].range,
        }
    }

    fn scalar(&mut self, kind: ScalarKind, range: Interval) -> Built<Scalar> {
        check_width(range)?;
        if let Some(constant) = range.single() {
            return Ok(Scalar::Constant(constant as i64));
        }
        if let Some(constant) = self.folded(&kind) {
            return Ok(Scalar::Constant(constant));
        }
        if let Some(known) = self.scalars_known.get(&kind) {
            return Ok(Scalar::Held(*known));
        }
        let level = scalar_operands(&kind).into_iter().map(|one| self.level_of(one)).max();
        let level = level.unwrap_or(0);
        let register = self.new_scalar(level, range);
        self.levels[level].scalars.push((register, kind.clone()));
        self.scalars_known.insert(kind, register);
        Ok(Scalar::Held(register))
    }

    /// The result, if all operands are constant.
    fn folded(&self, kind: &ScalarKind) -> Option<i64> {
        let is_constant = |scalar: &Scalar| matches!(scalar, Scalar::Constant(_));
        scalar_operands(kind).iter().all(is_constant).then(|| scalar_result(kind, &[]))
    }

    fn scalar_binary(&mut self, kind: Binary, a: Scalar, b: Scalar) -> Built<Scalar> {
        let (x, y) = (self.range_of_scalar(a), self.range_of_scalar(b));
        self.scalar(ScalarKind::Binary(kind, a, b), binary_range(kind, x, y))
    }

    fn column(&mut self, kind: ColumnKind, range: Interval) -> Built<usize> {
        check_width(range)?;
        self.is_narrow &= range.is_within(NARROWEST);
        if let Some(known) = self.columns_known.get(&kind) {
            return Ok(*known);
        }
        let (operands, mask) = column_operands(&kind);
        for operand in &operands {
            if let Operand::Scalar(scalar) = operand {
                self.is_narrow &= self.range_of_scalar(*scalar).is_within(NARROWEST);
            }
        }
        let levels = operands.iter().map(|one| self.level_of_operand(*one));
        let levels = levels.chain(mask.map(|mask| self.masks[mask]));
        let level = levels.fold(self.first_lanes, usize::max);
        self.columns.push(Register { level, range });
        let register = self.columns.len() - 1;
        self.levels[level].columns.push(ColumnOp::Column(register, kind.clone()));
        self.columns_known.insert(kind, register);
        Ok(register)
    }

    fn mask(&mut self, kind: MaskKind) -> usize {
        if let Some(known) = self.masks_known.get(&kind) {
            return *known;
        }
        let level = match &kind {
            MaskKind::Fill(scalar) => self.level_of(*scalar),
            MaskKind::Compare(_, column, scalar) => {
                self.is_narrow &= self.range_of_scalar(*scalar).is_within(NARROWEST);
                self.columns[*column].level.max(self.level_of(*scalar))
            }
            MaskKind::Member(column, _) => self.columns[*column].level,
            MaskKind::Not(a) => self.masks[*a],
            MaskKind::And(a, b) | MaskKind::Or(a, b) => self.masks[*a].max(self.masks[*b]),
        };
        let level = level.max(self.first_lanes);
        self.masks.push(level);
        let register = self.masks.len() - 1;
        self.levels[level].columns.push(ColumnOp::Mask(register, kind.clone()));
        self.masks_known.insert(kind, register);
        register
    }

    /// The value of a form. Sums are made from the terms that are known first, so that inner loops do the least: the
    /// level of an instruction is the last choice that it depends on, as a compiler moves what is invariant out of loops.
    pub(super) fn value(&mut self, form: &Form) -> Built<Value> {
        let mut sum = Value::constant(constant(form.constant)?);
        let mut scalars = Vec::new();
        let mut columns = Vec::new();
        for (term, factor) in &form.terms {
            let (value, factor) = (self.term(term)?, constant(*factor)?);
            let slope = i128::from(value.slope) * i128::from(factor) + i128::from(sum.slope);
            sum.slope = constant(slope)?;
            scalars.push((self.level_of(value.base), value.base, factor));
            columns.extend(value.column.map(|column| (self.columns[column].level, column, factor)));
        }
        scalars.sort_by_key(|(level, ..)| *level);
        columns.sort_by_key(|(level, ..)| *level);
        for (_, base, factor) in scalars {
            sum.base = self.add_scalar(sum.base, base, factor)?;
        }
        for (_, column, factor) in columns {
            sum.column = Some(self.add_column(sum.column, column, factor)?);
        }
        sum.range = self.range(form);
        check_width(sum.range)?;
        Ok(sum)
    }

    fn add_scalar(&mut self, sum: Scalar, more: Scalar, factor: i64) -> Built<Scalar> {
        match (sum, factor) {
            (Scalar::ZERO, 1) => Ok(more),
            (_, -1) => self.scalar_binary(Binary::Difference, sum, more),
            (_, 1) => self.scalar_binary(Binary::Sum, sum, more),
            _ => {
                let times = self.scalar_binary(Binary::Product, more, Scalar::Constant(factor))?;
                self.add_scalar(sum, times, 1)
            }
        }
    }

    fn add_column(&mut self, sum: Option<usize>, more: usize, factor: i64) -> Built<usize> {
        let more = match factor {
            1 | -1 if sum.is_some() => more,
            1 => return Ok(more),
            _ => {
                let factor = Operand::Scalar(Scalar::Constant(factor));
                self.column_binary(Binary::Product, Operand::Column(more), factor)?
            }
        };
        let Some(sum) = sum else { return Ok(more) };
        let kind = if factor == -1 { Binary::Difference } else { Binary::Sum };
        self.column_binary(kind, Operand::Column(sum), Operand::Column(more))
    }

    fn column_binary(&mut self, kind: Binary, a: Operand, b: Operand) -> Built<usize> {
        let range = |operand: Operand| match operand {
            Operand::Scalar(scalar) => self.range_of_scalar(scalar),
            Operand::Column(column) => self.columns[column].range,
        };
        let range = binary_range(kind, range(a), range(b));
        self.column(ColumnKind::Binary(kind, a, b), range)
    }

    /// Column and line together, without the base.
    fn sloped(&mut self, value: Value) -> Built<Option<usize>> {
        if value.slope == 0 {
            return Ok(value.column);
        }
        let lanes = Interval::new(0, self.layout.row_length().max(BLOCK as u128) as i128);
        let range = lanes.times(Interval::of(value.slope.into()));
        let line = self.column(ColumnKind::Line(value.slope, Scalar::ZERO), range)?;
        match value.column {
            None => Ok(Some(line)),
            Some(column) => self
                .column_binary(Binary::Sum, Operand::Column(column), Operand::Column(line))
                .map(Some),
        }
    }

    fn operand(&mut self, value: Value) -> Built<Operand> {
        if let Some(scalar) = value.uniform() {
            return Ok(Operand::Scalar(scalar));
        }
        if value.column.is_none() {
            let line = self.column(ColumnKind::Line(value.slope, value.base), value.range)?;
            return Ok(Operand::Column(line));
        }
        let Some(column) = self.sloped(value)? else { return Ok(Operand::Scalar(value.base)) };
        if value.base == Scalar::ZERO {
            return Ok(Operand::Column(column));
        }
        let kind =
            ColumnKind::Binary(Binary::Sum, Operand::Column(column), Operand::Scalar(value.base));
        self.column(kind, value.range).map(Operand::Column)
    }

    fn term(&mut self, term: &Expr) -> Built<Value> {
        match term {
            Expr::Slot(slot) => match self.atoms.get(*slot) {
                Some(Some(atom)) => Ok(*atom),
                _ => Declined::because("a number is used before it is known"),
            },
            Expr::Product(a, b) => self.binary(Binary::Product, a, b),
            Expr::Xor(a, b) => self.binary(Binary::Xor, a, b),
            Expr::Least(all) => self.extreme(Binary::Least, all),
            Expr::Greatest(all) => self.extreme(Binary::Greatest, all),
            Expr::Quotient(a, by) => self.divide(term, a, *by, false),
            Expr::Remainder(a, by) => self.divide(term, a, *by, true),
            Expr::If(condition, a, b) => self.choose(term, condition, a, b),
            _ => Declined::because("a number looks at all heaps"),
        }
    }

    fn expr(&mut self, expr: &Expr) -> Built<Value> {
        self.value(&self.form(expr))
    }

    fn held(&self, operand: Operand, range: Interval) -> Value {
        match operand {
            Operand::Scalar(base) => Value { column: None, slope: 0, base, range },
            Operand::Column(column) => {
                Value { column: Some(column), slope: 0, base: Scalar::ZERO, range }
            }
        }
    }

    fn binary(&mut self, kind: Binary, a: &Expr, b: &Expr) -> Built<Value> {
        let (a, b) = (self.expr(a)?, self.expr(b)?);
        self.join(kind, a, b)
    }

    fn join(&mut self, kind: Binary, a: Value, b: Value) -> Built<Value> {
        let range = binary_range(kind, a.range, b.range);
        let result = match (a.uniform(), b.uniform()) {
            (Some(a), Some(b)) => {
                Operand::Scalar(self.scalar(ScalarKind::Binary(kind, a, b), range)?)
            }
            _ => {
                let (a, b) = (self.operand(a)?, self.operand(b)?);
                Operand::Column(self.column(ColumnKind::Binary(kind, a, b), range)?)
            }
        };
        Ok(self.held(result, range))
    }

    /// The least or the greatest; what can never be that is left out.
    fn extreme(&mut self, kind: Binary, all: &[Expr]) -> Built<Value> {
        let mut best: Option<Form> = None;
        let mut value: Option<Value> = None;
        for expr in all {
            let form = self.form(expr);
            if let Some(best) = &best {
                let (less, more) =
                    if kind == Binary::Least { (best, &form) } else { (&form, best) };
                if self.at_least_above(more, less) >= 0 {
                    continue;
                }
                if self.at_least_above(less, more) >= 0 {
                    value = None;
                }
            }
            let next = self.value(&form)?;
            (best, value) = match value {
                None => (Some(form), Some(next)),
                // Of several that may be ahead, none is compared by its form any more.
                Some(value) => (None, Some(self.join(kind, value, next)?)),
            };
        }
        value.map_or_else(|| Declined::because("the least of nothing"), Ok)
    }

    fn divide(&mut self, term: &Expr, a: &Expr, by: i128, remainder: bool) -> Built<Value> {
        if by < 1 {
            return Declined::because("a divisor is not positive");
        }
        let value = self.expr(a)?;
        if remainder && value.range.low >= 0 && value.range.high < by {
            return Ok(value);
        }
        let (by, range) = (constant(by)?, self.range_of_term(term));
        let result = match self.operand(value)? {
            Operand::Scalar(a) => {
                let kind = match remainder {
                    true => ScalarKind::Remainder(a, by),
                    false => ScalarKind::Quotient(a, by),
                };
                Operand::Scalar(self.scalar(kind, range)?)
            }
            Operand::Column(a) => {
                self.is_narrow &= i128::from(by) <= NARROWEST;
                let kind = match remainder {
                    true => ColumnKind::Remainder(a, by),
                    false => ColumnKind::Quotient(a, by),
                };
                Operand::Column(self.column(kind, range)?)
            }
        };
        Ok(self.held(result, range))
    }

    fn choose(&mut self, term: &Expr, condition: &Condition, a: &Expr, b: &Expr) -> Built<Value> {
        let range = self.range_of_term(term);
        let truth = self.truth(condition)?;
        let (a, b) = (self.expr(a)?, self.expr(b)?);
        let result = match (truth, a.uniform(), b.uniform()) {
            (Truth::Scalar(Scalar::Constant(truth)), ..) => {
                return Ok(if truth != 0 { a } else { b });
            }
            (Truth::Scalar(truth), Some(a), Some(b)) => {
                Operand::Scalar(self.scalar(ScalarKind::If(truth, a, b), range)?)
            }
            _ => {
                let mask = self.as_mask(truth);
                let (a, b) = (self.operand(a)?, self.operand(b)?);
                Operand::Column(self.column(ColumnKind::If(mask, a, b), range)?)
            }
        };
        Ok(self.held(result, range))
    }

    // Conditions.

    fn as_mask(&mut self, truth: Truth) -> usize {
        match truth {
            Truth::Scalar(scalar) => self.mask(MaskKind::Fill(scalar)),
            Truth::Mask(mask) => mask,
        }
    }

    /// Where the condition holds.
    pub(super) fn truth(&mut self, condition: &Condition) -> Built<Truth> {
        match condition {
            Condition::Truth(truth) => Ok(Truth::Scalar(Scalar::Constant((*truth).into()))),
            Condition::Compare(relation, a, b) => {
                let difference = self.difference(a, b)?;
                self.compare(*relation, &difference)
            }
            Condition::Member(number, set) => {
                let value = self.expr(number)?;
                match self.operand(value)? {
                    Operand::Scalar(scalar) => {
                        let kind = ScalarKind::Member(scalar, set.clone());
                        self.scalar(kind, Interval::new(0, 1)).map(Truth::Scalar)
                    }
                    Operand::Column(column) => {
                        let kind = MaskKind::Member(column, set.clone());
                        Ok(Truth::Mask(self.mask(kind)))
                    }
                }
            }
            Condition::Not(one) => {
                let truth = self.truth(one)?;
                self.not(truth)
            }
            Condition::All(all) => self.fold(all, true),
            Condition::Any(all) => self.fold(all, false),
            Condition::Distinct { .. } | Condition::Falling => {
                Declined::because("a condition looks at all heaps")
            }
        }
    }

    fn not(&mut self, truth: Truth) -> Built<Truth> {
        match truth {
            Truth::Scalar(scalar) => {
                self.scalar(ScalarKind::Not(scalar), Interval::new(0, 1)).map(Truth::Scalar)
            }
            Truth::Mask(mask) => Ok(Truth::Mask(self.mask(MaskKind::Not(mask)))),
        }
    }

    /// All of them (`all`) or one of them.
    fn fold(&mut self, conditions: &[Condition], all: bool) -> Built<Truth> {
        let mut result = Truth::Scalar(Scalar::Constant(all.into()));
        for condition in conditions {
            let next = self.truth(condition)?;
            result = match (result, next) {
                (Truth::Scalar(Scalar::Constant(truth)), other)
                | (other, Truth::Scalar(Scalar::Constant(truth))) => match (truth != 0) == all {
                    true => other,
                    false => return Ok(Truth::Scalar(Scalar::Constant(truth))),
                },
                (Truth::Scalar(a), Truth::Scalar(b)) => {
                    let kind = if all { Binary::Least } else { Binary::Greatest };
                    let kind = ScalarKind::Binary(kind, a, b);
                    Truth::Scalar(self.scalar(kind, Interval::new(0, 1))?)
                }
                (a, b) => {
                    let (a, b) = (self.as_mask(a), self.as_mask(b));
                    let kind = if all { MaskKind::And(a, b) } else { MaskKind::Or(a, b) };
                    Truth::Mask(self.mask(kind))
                }
            };
        }
        Ok(result)
    }

    fn difference(&self, a: &Expr, b: &Expr) -> Built<Form> {
        fits(self.form(a).minus(&self.form(b)))
    }

    /// Where a difference is in this relation to 0.
    fn compare(&mut self, relation: Relation, difference: &Form) -> Built<Truth> {
        if let Some(truth) = self.range(difference).compared(relation, Interval::of(0)) {
            return Ok(Truth::Scalar(Scalar::Constant(truth.into())));
        }
        let value = self.value(difference)?;
        if let Some(scalar) = value.uniform() {
            let kind = ScalarKind::Compare(relation, scalar, Scalar::ZERO);
            return self.scalar(kind, Interval::new(0, 1)).map(Truth::Scalar);
        }
        let Some(column) = self.sloped(value)? else {
            return Declined::because("a line has no slope");
        };
        let base = self.scalar_binary(Binary::Difference, Scalar::ZERO, value.base)?;
        Ok(Truth::Mask(self.mask(MaskKind::Compare(relation, column, base))))
    }

    /// From here on only lanes count for which the condition holds, or does not hold.
    pub(super) fn require(&mut self, condition: &Condition, wanted: bool) -> Built<()> {
        match (condition, wanted) {
            (Condition::All(all), true) | (Condition::Any(all), false) => {
                all.iter().try_for_each(|one| self.require(one, wanted))
            }
            (Condition::Not(one), _) => self.require(one, !wanted),
            (Condition::Compare(relation, a, b), _) => {
                let difference = self.difference(a, b)?;
                self.require_relation(relation.wanted(wanted), &difference)
            }
            _ => {
                let mut truth = self.truth(condition)?;
                if !wanted {
                    truth = self.not(truth)?;
                }
                self.require_truth(truth);
                Ok(())
            }
        }
    }

    /// Requires a relation of a difference to 0. Columns are compared as they are; lines are turned round so
    /// that they must not be negative.
    fn require_relation(&mut self, relation: Relation, difference: &Form) -> Built<()> {
        let forms = difference.compared(relation);
        let in_columns = self.value(difference)?.column.is_some();
        if let Some(forms) = &forms
            && (!in_columns || forms.iter().all(|form| self.is_implied(form)))
        {
            return forms.iter().try_for_each(|form| self.require_form(form));
        }
        let truth = self.compare(relation, difference)?;
        self.require_truth(truth);
        self.known.extend(forms.unwrap_or_default());
        Ok(())
    }

    fn require_truth(&mut self, truth: Truth) {
        match truth {
            Truth::Scalar(Scalar::Constant(1)) => {}
            Truth::Scalar(scalar) => {
                let level = self.level_of(scalar);
                self.levels[level].checks.push(scalar);
            }
            Truth::Mask(mask) => {
                let level = self.masks[mask];
                self.levels[level].masks.push(mask);
            }
        }
    }

    /// From here on only lanes count for which the form is not negative.
    pub(super) fn require_form(&mut self, form: &Form) -> Built<()> {
        if self.is_implied(form) {
            return Ok(());
        }
        let value = self.value(form)?;
        if value.column.is_none() && value.slope != 0 {
            let level = self.level_of(value.base);
            self.levels[level].lines.push((value.slope, value.base));
        } else {
            let truth = self.compare(Relation::AtLeast, form)?;
            self.require_truth(truth);
        }
        self.know(form.clone());
        Ok(())
    }
}

/// Which registers are needed by what comes later.
struct Needs {
    scalars: Vec<bool>,
    columns: Vec<bool>,
    masks: Vec<bool>,
}

impl Needs {
    fn scalar(&mut self, scalar: Scalar) {
        if let Scalar::Held(register) = scalar {
            self.scalars[register] = true;
        }
    }

    fn operand(&mut self, operand: Operand) {
        match operand {
            Operand::Scalar(scalar) => self.scalar(scalar),
            Operand::Column(column) => self.columns[column] = true,
        }
    }

    fn truth(&mut self, truth: Truth) {
        match truth {
            Truth::Scalar(scalar) => self.scalar(scalar),
            Truth::Mask(mask) => self.masks[mask] = true,
        }
    }

    fn value(&mut self, value: &Value) {
        self.scalar(value.base);
        if let Some(column) = value.column {
            self.columns[column] = true;
        }
    }

    fn action(&mut self, action: &Action) {
        if let Action::Read(place) = action {
            self.value(place);
        }
    }

    /// Leaves out what is not needed by this level or a later one; the later ones have been seen.
    fn prune(&mut self, level: &mut Level) {
        level.checks.iter().for_each(|check| self.scalar(*check));
        level.lines.iter().for_each(|(_, base)| self.scalar(*base));
        level.masks.iter().for_each(|mask| self.masks[*mask] = true);
        retain_from_the_end(&mut level.columns, |op| match op {
            ColumnOp::Column(register, kind) => {
                let is_needed = self.columns[*register];
                if is_needed {
                    let (operands, mask) = column_operands(kind);
                    operands.into_iter().for_each(|operand| self.operand(operand));
                    mask.into_iter().for_each(|mask| self.masks[mask] = true);
                }
                is_needed
            }
            ColumnOp::Mask(register, kind) => {
                let is_needed = self.masks[*register];
                if is_needed {
                    self.operands_of_mask(kind);
                }
                is_needed
            }
        });
        retain_from_the_end(&mut level.scalars, |(register, kind)| {
            let is_needed = self.scalars[*register];
            if is_needed {
                scalar_operands(kind).into_iter().for_each(|scalar| self.scalar(scalar));
            }
            is_needed
        });
        if let Some(choice) = &level.choice {
            for (factor, rest) in &choice.bounds {
                self.value(factor);
                self.value(rest);
            }
            choice.shared.iter().for_each(|shared| self.scalar(shared.origin));
        }
    }

    fn operands_of_mask(&mut self, kind: &MaskKind) {
        match kind {
            MaskKind::Fill(scalar) => self.scalar(*scalar),
            MaskKind::Compare(_, column, scalar) => {
                self.columns[*column] = true;
                self.scalar(*scalar);
            }
            MaskKind::Member(column, _) => self.columns[*column] = true,
            MaskKind::Not(mask) => self.masks[*mask] = true,
            MaskKind::And(a, b) | MaskKind::Or(a, b) => {
                self.masks[*a] = true;
                self.masks[*b] = true;
            }
        }
    }
}

fn retain_from_the_end<T>(list: &mut Vec<T>, mut keep: impl FnMut(&T) -> bool) {
    let mut kept: Vec<T> = list.drain(..).rev().filter(|one| keep(one)).collect();
    kept.reverse();
    *list = kept;
}

fn check_width(range: Interval) -> Built<()> {
    match range.is_within(WIDEST) {
        true => Ok(()),
        false => Declined::because("numbers of more than 62 bits occur"),
    }
}

fn constant(number: i128) -> Built<i64> {
    check_width(Interval::of(number))?;
    Ok(number as i64)
}

fn binary_range(kind: Binary, a: Interval, b: Interval) -> Interval {
    match kind {
        Binary::Sum => a.plus(b),
        Binary::Difference => a.minus(b),
        Binary::Product => a.times(b),
        Binary::Xor => a.xor(b),
        Binary::Least => a.lesser(b),
        Binary::Greatest => a.greater(b),
    }
}

fn scalar_operands(kind: &ScalarKind) -> Vec<Scalar> {
    match kind {
        ScalarKind::Binary(_, a, b) | ScalarKind::Compare(_, a, b) => vec![*a, *b],
        ScalarKind::Quotient(a, _)
        | ScalarKind::Remainder(a, _)
        | ScalarKind::Member(a, _)
        | ScalarKind::Not(a) => vec![*a],
        ScalarKind::If(c, a, b) => vec![*c, *a, *b],
    }
}

/// The numbers that are needed, and the mask.
fn column_operands(kind: &ColumnKind) -> (Vec<Operand>, Option<usize>) {
    match kind {
        ColumnKind::Line(_, base) => (vec![Operand::Scalar(*base)], None),
        ColumnKind::Binary(_, a, b) => (vec![*a, *b], None),
        ColumnKind::Quotient(a, _) | ColumnKind::Remainder(a, _) => {
            (vec![Operand::Column(*a)], None)
        }
        ColumnKind::If(mask, a, b) => (vec![*a, *b], Some(*mask)),
    }
}
