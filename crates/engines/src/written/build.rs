//! Building a routine: registers, instructions at the level at which they can first be done, and conditions.

use std::collections::{HashMap, HashSet};

use bouton_lang::linear::{Interval, Leaf, Linear};
use bouton_lang::{Condition, Expr, Number, Relation, Slot};

use super::code::{Action, Binary, Instruction, Level, Operand, Routine, Value};
use super::columns::BLOCK;
use super::layout::Layout;
use super::machine::scalar_result;
use super::{Style, TOO_LARGE};
use crate::engine::Declined;

/// Registers hold numbers of less than 63 bits: sums of two of them do not wrap around, so nothing is checked while
/// the machine runs.
const WIDEST: i128 = 1 << 62;

/// Columns of 32 bits are used where all numbers lie within this.
const NARROWEST: i128 = 1 << 30;

/// What a truth can be.
const TRUTH: Interval = Interval::new(0, 1);

pub(super) struct Builder<'a> {
    pub(super) layout: &'a Layout,
    pub(super) style: Style,
    /// What is built, without its instructions.
    pub(super) routine: Routine,
    /// All instructions with the registers that they fill, each after those whose registers it reads.
    instructions: Vec<(Operand, Instruction)>,
    /// Where the result of an instruction is: what was worked out once is not worked out again.
    results: HashMap<Instruction, Operand>,
    registers: HashMap<Operand, Register>,
    /// What a slot holds as such: a number of the position, or a choice counted from its anchor.
    atoms: HashMap<Slot, Value>,
    /// What a slot holds, as a sum of terms.
    pub(super) forms: Forms,
    /// Forms that are known not to be negative.
    pub(super) known: Vec<Form>,
    /// What somebody looks at when the routine has run, or while it runs.
    pub(super) needed: HashSet<Operand>,
    /// The level from which on there are lanes: columns are never filled before.
    first_lanes: usize,
}

/// When a register is filled, and what it can hold.
#[derive(Clone, Copy)]
struct Register {
    level: usize,
    range: Interval,
}

pub(super) type Built<T> = Result<T, Declined>;

/// A linear form whose variables are slots and whatever is not linear. The value of a variable does not matter for
/// it, only that equal expressions have the same value: so `h mod 2` cancels against `h mod 2`.
pub(super) type Form = Linear<Expr>;

/// What slots hold.
pub(super) type Forms = HashMap<Slot, Form>;

/// The slot as a form.
pub(super) fn slot(slot: Slot) -> Form {
    Form::variable(Expr::Slot(slot))
}

/// What the expression is, where `slots` says what each slot holds. Any other slot, and what is not linear or too
/// large, is a variable.
pub(super) fn form(expr: &Expr, slots: &Forms) -> Form {
    let leaf = |leaf: Leaf<'_, Expr>| {
        Ok(match leaf {
            Leaf::Part(Expr::Slot(place)) => {
                slots.get(place).cloned().unwrap_or_else(|| slot(*place))
            }
            Leaf::Part(part) | Leaf::Product(part, ..) => Form::variable(part.clone()),
        })
    };
    Form::of_expr(expr, &mut { leaf }).unwrap_or_else(|_| Form::variable(expr.clone()))
}

impl<'a> Builder<'a> {
    /// A routine over the positions of a box for which these forms are known not to be negative.
    pub(super) fn new(layout: &'a Layout, style: Style, known: Vec<Form>) -> Built<Builder<'a>> {
        let levels = vec![Level::default()];
        let mut builder = Builder {
            layout,
            style,
            routine: Routine { levels, is_narrow: true, ..Routine::default() },
            instructions: Vec::new(),
            results: HashMap::new(),
            registers: HashMap::new(),
            atoms: HashMap::new(),
            forms: Forms::new(),
            known: Vec::new(),
            needed: HashSet::new(),
            first_lanes: 0,
        };
        let sum: i128 = layout.most.iter().map(|most| i128::from(*most)).sum();
        for (slot, slope) in layout.slopes.iter().enumerate() {
            let number = builder.new_scalar(0, Interval::new(-sum, sum));
            let range = range_of_slot(slot, &known);
            builder.set_atom(slot, *slope, Operand::Scalar(number), range)?;
        }
        builder.known = known;
        Ok(builder)
    }

    /// The routine. What nobody needs is left out.
    pub(super) fn finish(self, action: Action) -> Routine {
        let mut routine = Routine { action, ..self.routine };
        let mut needed = self.needed;
        let mut kept = self.instructions;
        kept.reverse();
        kept.retain(|(register, instruction)| {
            let is_needed = needed.contains(register);
            needed.extend(instruction.operands().iter().filter(|_| is_needed));
            is_needed
        });
        for (register, instruction) in kept.into_iter().rev() {
            let level = &mut routine.levels[self.registers[&register].level];
            match register {
                Operand::Scalar(scalar) => level.scalars.push((scalar, instruction)),
                Operand::Column(column) => level.columns.push((column, instruction)),
                Operand::Constant(_) => unreachable!("a constant needs no instruction"),
            }
        }
        routine
    }

    /// Somebody looks at these values.
    pub(super) fn need(&mut self, values: &[Value]) {
        for value in values {
            self.needed.insert(value.base);
            self.needed.extend(value.column.map(Operand::Column));
        }
    }

    /// Begins a level; where the choices are lanes, from here on.
    pub(super) fn begin(&mut self, level: Level, are_lanes: bool) {
        if are_lanes {
            self.first_lanes = self.routine.levels.len();
        }
        self.routine.levels.push(level);
    }

    pub(super) fn new_scalar(&mut self, level: usize, range: Interval) -> usize {
        let scalar = next(&mut self.routine.scalars);
        self.registers.insert(Operand::Scalar(scalar), Register { level, range });
        scalar
    }

    /// Says what a slot holds: `slope · lane + base`. Where lines are not wanted it becomes a column.
    pub(super) fn set_atom(
        &mut self,
        slot: Slot,
        slope: i64,
        base: Operand,
        range: Interval,
    ) -> Built<()> {
        let mut value = Value { column: None, slope, base, range };
        if self.style == Style::Columns && slope != 0 {
            value = Value::of(self.emit(Instruction::Line(slope, base), range)?, range);
        }
        self.atoms.insert(slot, value);
        Ok(())
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
            Expr::Slot(slot) => self.atoms.get(slot).map_or(Interval::ALL, |atom| atom.range),
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

    /// When an operand is known, and what it can be.
    fn register(&self, operand: Operand) -> Register {
        match operand {
            Operand::Constant(number) => Register { level: 0, range: Interval::of(number.into()) },
            _ => self.registers[&operand],
        }
    }

    /// Where the result of an instruction is. It is done at the level of the last choice that it depends on, as a
    /// compiler moves what is invariant out of loops, and only once, however often it is asked for.
    fn emit(&mut self, instruction: Instruction, range: Interval) -> Built<Operand> {
        check_width(range)?;
        let operands = instruction.operands();
        let is_uniform = instruction.is_uniform();
        if is_uniform {
            let is_constant = |operand: &Operand| matches!(operand, Operand::Constant(_));
            if let Some(constant) = range.single() {
                return Ok(Operand::Constant(constant as i64));
            }
            if operands.iter().all(is_constant) {
                return Ok(Operand::Constant(scalar_result(&instruction, &[])));
            }
        } else {
            let scalars = operands.iter().filter(|operand| operand.is_uniform());
            let mut ranges = scalars.map(|scalar| self.register(*scalar).range).chain([range]);
            self.routine.is_narrow &= ranges.all(|range| range.is_within(NARROWEST));
        }
        if let Some(known) = self.results.get(&instruction) {
            return Ok(*known);
        }
        let first = if is_uniform { 0 } else { self.first_lanes };
        let levels = operands.iter().map(|operand| self.register(*operand).level);
        let level = levels.fold(first, usize::max);
        let register = match is_uniform {
            true => Operand::Scalar(next(&mut self.routine.scalars)),
            false => Operand::Column(next(&mut self.routine.columns)),
        };
        self.registers.insert(register, Register { level, range });
        self.instructions.push((register, instruction.clone()));
        self.results.insert(instruction, register);
        Ok(register)
    }

    fn binary(&mut self, kind: Binary, a: Operand, b: Operand) -> Built<Operand> {
        let range = binary_range(kind, self.register(a).range, self.register(b).range);
        self.emit(Instruction::Binary(kind, a, b), range)
    }

    /// The value of a form. Sums are made from the terms that are known first, so that inner loops do the least.
    pub(super) fn value(&mut self, form: &Form) -> Built<Value> {
        let (mut slope, mut parts) = (0, Vec::new());
        for (term, factor) in &form.terms {
            let (value, factor) = (self.term(term)?, constant(*factor)?);
            slope = constant(i128::from(value.slope) * i128::from(factor) + i128::from(slope))?;
            parts.push((value.base, factor));
            parts.extend(value.column.map(|column| (Operand::Column(column), factor)));
        }
        parts.sort_by_key(|(part, _)| self.register(*part).level);
        let (mut base, mut column) = (Operand::Constant(constant(form.constant)?), Operand::ZERO);
        for (part, factor) in parts {
            match part {
                Operand::Column(_) => column = self.add(column, part, factor)?,
                _ => base = self.add(base, part, factor)?,
            }
        }
        let range = self.range(form);
        check_width(range)?;
        Ok(Value { slope, base, ..Value::of(column, range) })
    }

    fn add(&mut self, sum: Operand, more: Operand, factor: i64) -> Built<Operand> {
        match factor {
            1 if sum == Operand::ZERO => Ok(more),
            1 => self.binary(Binary::Sum, sum, more),
            -1 => self.binary(Binary::Difference, sum, more),
            _ => {
                let times = self.binary(Binary::Product, more, Operand::Constant(factor))?;
                self.add(sum, times, 1)
            }
        }
    }

    /// Column and line together, without the base.
    fn sloped(&mut self, value: Value) -> Built<Operand> {
        let column = value.column.map_or(Operand::ZERO, Operand::Column);
        if value.slope == 0 {
            return Ok(column);
        }
        let lanes = Interval::new(0, self.layout.row_length().max(BLOCK as u128) as i128);
        let range = lanes.times(Interval::of(value.slope.into()));
        let line = self.emit(Instruction::Line(value.slope, Operand::ZERO), range)?;
        self.add(column, line, 1)
    }

    fn operand(&mut self, value: Value) -> Built<Operand> {
        if let Some(scalar) = value.uniform() {
            return Ok(scalar);
        }
        if value.column.is_none() {
            return self.emit(Instruction::Line(value.slope, value.base), value.range);
        }
        let column = self.sloped(value)?;
        match value.base {
            Operand::ZERO => Ok(column),
            base => self.emit(Instruction::Binary(Binary::Sum, column, base), value.range),
        }
    }

    fn term(&mut self, term: &Expr) -> Built<Value> {
        match term {
            Expr::Slot(slot) => {
                Ok(*self.atoms.get(slot).ok_or("a number is used before it is known")?)
            }
            Expr::Product(a, b) => self.join_numbers(Binary::Product, a, b),
            Expr::Xor(a, b) => self.join_numbers(Binary::Xor, a, b),
            Expr::Least(all) => self.extreme(Binary::Least, all),
            Expr::Greatest(all) => self.extreme(Binary::Greatest, all),
            Expr::Quotient(a, by) | Expr::Remainder(a, by) => self.divide(term, a, *by),
            Expr::If(condition, a, b) => self.choose(term, condition, a, b),
            _ => Declined::because("a number looks at all heaps"),
        }
    }

    fn expr(&mut self, expr: &Expr) -> Built<Value> {
        self.value(&self.form(expr))
    }

    /// The register in which a number is.
    pub(super) fn number(&mut self, expr: &Expr) -> Built<Operand> {
        let value = self.expr(expr)?;
        self.operand(value)
    }

    fn join_numbers(&mut self, kind: Binary, a: &Expr, b: &Expr) -> Built<Value> {
        let (a, b) = (self.expr(a)?, self.expr(b)?);
        self.join(kind, a, b)
    }

    fn join(&mut self, kind: Binary, a: Value, b: Value) -> Built<Value> {
        let range = binary_range(kind, a.range, b.range);
        let (a, b) = (self.operand(a)?, self.operand(b)?);
        Ok(Value::of(self.emit(Instruction::Binary(kind, a, b), range)?, range))
    }

    /// The least or the greatest; what can never be that is left out.
    fn extreme(&mut self, kind: Binary, all: &[Expr]) -> Built<Value> {
        let mut kept: Vec<Form> = Vec::new();
        for form in all.iter().map(|expr| self.form(expr)) {
            let is_ahead = |one: &Form, other: &Form| match kind {
                Binary::Least => self.at_least_above(other, one) >= 0,
                _ => self.at_least_above(one, other) >= 0,
            };
            if !kept.iter().any(|other| is_ahead(other, &form)) {
                kept.retain(|other| !is_ahead(&form, other));
                kept.push(form);
            }
        }
        let mut best = None;
        for form in &kept {
            let value = self.value(form)?;
            best = Some(best.map_or(Ok(value), |best| self.join(kind, best, value))?);
        }
        Ok(best.ok_or("the least of nothing")?)
    }

    /// A quotient or a remainder.
    fn divide(&mut self, term: &Expr, a: &Expr, by: Number) -> Built<Value> {
        if by < 1 {
            return Declined::because("a divisor is not positive");
        }
        let (value, range) = (self.expr(a)?, self.range_of_term(term));
        let is_remainder = matches!(term, Expr::Remainder(..));
        if is_remainder && value.range.low >= 0 && value.range.high < by {
            return Ok(value);
        }
        let (a, divisor) = (self.operand(value)?, constant(by)?);
        self.routine.is_narrow &= a.is_uniform() || by <= NARROWEST;
        let instruction = match is_remainder {
            true => Instruction::Remainder(a, divisor),
            false => Instruction::Quotient(a, divisor),
        };
        Ok(Value::of(self.emit(instruction, range)?, range))
    }

    fn choose(&mut self, term: &Expr, condition: &Condition, a: &Expr, b: &Expr) -> Built<Value> {
        let range = self.range_of_term(term);
        let truth = self.truth(condition)?;
        let (a, b) = (self.expr(a)?, self.expr(b)?);
        if let Operand::Constant(truth) = truth {
            return Ok(if truth != 0 { a } else { b });
        }
        let (a, b) = (self.operand(a)?, self.operand(b)?);
        Ok(Value::of(self.emit(Instruction::If(truth, a, b), range)?, range))
    }

    // Conditions.

    /// Where the condition holds.
    pub(super) fn truth(&mut self, condition: &Condition) -> Built<Operand> {
        match condition {
            Condition::Truth(truth) => Ok(Operand::Constant((*truth).into())),
            Condition::Compare(relation, a, b) => {
                let difference = self.difference(a, b)?;
                self.compare(*relation, &difference)
            }
            Condition::Member(number, set) => {
                let number = self.number(number)?;
                self.emit(Instruction::Member(number, set.clone()), TRUTH)
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

    fn not(&mut self, truth: Operand) -> Built<Operand> {
        self.emit(Instruction::Compare(Relation::Equal, truth, Operand::ZERO), TRUTH)
    }

    /// All of them (`all`) or one of them.
    fn fold(&mut self, conditions: &[Condition], all: bool) -> Built<Operand> {
        let kind = if all { Binary::Least } else { Binary::Greatest };
        let mut result = Operand::Constant(all.into());
        for condition in conditions {
            result = match (result, self.truth(condition)?) {
                (Operand::Constant(truth), other) | (other, Operand::Constant(truth)) => {
                    if (truth != 0) != all {
                        return Ok(Operand::Constant(truth));
                    }
                    other
                }
                (one, other) => self.emit(Instruction::Binary(kind, one, other), TRUTH)?,
            };
        }
        Ok(result)
    }

    fn difference(&self, a: &Expr, b: &Expr) -> Built<Form> {
        Ok(self.form(a).minus(&self.form(b)).ok_or(TOO_LARGE)?)
    }

    /// Where a difference is in this relation to 0.
    fn compare(&mut self, relation: Relation, difference: &Form) -> Built<Operand> {
        if let Some(truth) = self.range(difference).compared(relation, Interval::of(0)) {
            return Ok(Operand::Constant(truth.into()));
        }
        let value = self.value(difference)?;
        let (number, bound) = match value.uniform() {
            Some(scalar) => (scalar, Operand::ZERO),
            // The base goes to the other side, where it is the same in all lanes: one column less.
            None => {
                (self.sloped(value)?, self.binary(Binary::Difference, Operand::ZERO, value.base)?)
            }
        };
        self.emit(Instruction::Compare(relation, number, bound), TRUTH)
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

    fn require_truth(&mut self, truth: Operand) {
        let level = self.register(truth).level;
        let level = &mut self.routine.levels[level];
        self.needed.insert(truth);
        match truth {
            Operand::Constant(1) => {}
            Operand::Column(column) => level.truths.push(column),
            _ => level.checks.push(truth),
        }
    }

    /// From here on only lanes count for which the form is not negative.
    pub(super) fn require_form(&mut self, form: &Form) -> Built<()> {
        if self.is_implied(form) {
            return Ok(());
        }
        let value = self.value(form)?;
        if value.column.is_none() && value.slope != 0 {
            let level = self.register(value.base).level;
            self.routine.levels[level].lines.push((value.slope, value.base));
            self.need(&[value]);
        } else {
            let truth = self.compare(Relation::AtLeast, form)?;
            self.require_truth(truth);
        }
        self.known.push(form.clone());
        Ok(())
    }
}

/// What a slot can hold if these forms are not negative.
fn range_of_slot(slot: Slot, known: &[Form]) -> Interval {
    let bounds = known.iter().filter_map(|form| match form.terms[..] {
        [(Expr::Slot(other), 1)] if other == slot => Some(Interval::new(-form.constant, i128::MAX)),
        [(Expr::Slot(other), -1)] if other == slot => Some(Interval::new(i128::MIN, form.constant)),
        _ => None,
    });
    bounds.fold(Interval::ALL, Interval::meet)
}

/// The number of the next register.
fn next(count: &mut usize) -> usize {
    *count += 1;
    *count - 1
}

fn check_width(range: Interval) -> Built<()> {
    Ok(range.is_within(WIDEST).then_some(()).ok_or("numbers of more than 62 bits occur")?)
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
