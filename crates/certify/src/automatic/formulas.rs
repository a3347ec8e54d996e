//! Formulas as relations between numbers, by addition and the order alone.

use std::collections::HashMap;

use bouton_lang::Number;
use bouton_lang::formula::{Formula, Variable};
use bouton_lang::linear::Linear;
use bouton_values::{Meter, Refusal};

use super::digits::Digits;
use super::set::Set;

/// Tuples of numbers that have names: variables, ascending. Every track is a number.
#[derive(Clone, Debug)]
pub(super) struct Relation {
    pub(super) variables: Vec<Variable>,
    pub(super) set: Set,
}

/// Decides formulas. The variables from `fresh` on are its own.
pub(super) struct Decider<'d> {
    pub(super) digits: &'d Digits,
    fresh: Variable,
    pub(super) meter: Meter,
    /// All tuples of a number of numbers, and the sets of linear forms that were built: by their factors, the constant, and
    /// whether the form is 0.
    numbers: HashMap<usize, Set>,
    linear: HashMap<(Vec<Number>, Number, bool), Set>,
}

impl<'d> Decider<'d> {
    /// Formulas use the variables below `fresh`.
    pub(super) fn new(digits: &'d Digits, fresh: Variable, meter: Meter) -> Decider<'d> {
        Decider { digits, fresh, meter, numbers: HashMap::new(), linear: HashMap::new() }
    }

    /// All tuples of this many numbers.
    pub(super) fn numbers(&mut self, tracks: usize) -> Result<Set, Refusal> {
        if let Some(known) = self.numbers.get(&tracks) {
            return Ok(known.clone());
        }
        let numbers = self.digits.numeration.numbers(tracks, &mut self.meter)?;
        self.numbers.insert(tracks, numbers.clone());
        Ok(numbers)
    }

    /// A set whose tracks are these variables; one may occur twice.
    pub(super) fn named(&mut self, set: &Set, names: &[Variable]) -> Result<Relation, Refusal> {
        let mut variables = names.to_vec();
        variables.sort_unstable();
        variables.dedup();
        let set = set.placed(
            self.digits.numeration.radix,
            variables.len(),
            &places(names, &variables),
            &mut self.meter,
        )?;
        Ok(Relation { variables, set: set.reduced(&mut self.meter)? })
    }

    /// The relation over more variables.
    pub(super) fn over(&mut self, one: &Relation, variables: &[Variable]) -> Result<Set, Refusal> {
        let places = places(&one.variables, variables);
        let set = one.set.placed(
            self.digits.numeration.radix,
            variables.len(),
            &places,
            &mut self.meter,
        )?;
        if one.variables.len() == variables.len() {
            return Ok(set);
        }
        let numbers = self.numbers(variables.len())?;
        set.combined(&numbers, |a, b| a && b, &mut self.meter)
    }

    /// Where all hold, for some numbers in the place of the variables that go.
    pub(super) fn all(
        &mut self,
        mut parts: Vec<Relation>,
        goes: &dyn Fn(Variable) -> bool,
    ) -> Result<Relation, Refusal> {
        let mut all = self.truth(true);
        while !parts.is_empty() {
            let new = |part: &Relation| {
                part.variables.iter().filter(|one| !all.variables.contains(one)).count()
            };
            let best = (0..parts.len()).min_by_key(|place| new(&parts[*place])).unwrap_or(0);
            let part = parts.remove(best);
            let last = parts.is_empty();
            let variables = union(&all.variables, &part.variables);
            let a = self.spread(&all, &variables)?;
            let b = self.spread(&part, &variables)?;
            let mut set = a.paired(&b, |a, b| a && b, &mut self.meter)?;
            if !last {
                set = set.reduced(&mut self.meter)?;
            }
            all = Relation { variables, set };
        }
        self.without(&all, goes)
    }

    /// Over more variables, whose tracks need not be numbers: for relations that are joined with another that sees to it.
    fn spread(&mut self, one: &Relation, variables: &[Variable]) -> Result<Set, Refusal> {
        let places = places(&one.variables, variables);
        one.set.placed(self.digits.numeration.radix, variables.len(), &places, &mut self.meter)
    }

    /// Where there are numbers for the variables that go.
    pub(super) fn without(
        &mut self,
        one: &Relation,
        goes: &dyn Fn(Variable) -> bool,
    ) -> Result<Relation, Refusal> {
        let kept: Vec<usize> =
            (0..one.variables.len()).filter(|place| !goes(one.variables[*place])).collect();
        if kept.len() == one.variables.len() {
            let set = one.set.reduced(&mut self.meter)?;
            return Ok(Relation { variables: one.variables.clone(), set });
        }
        let (radix, most_first) = (self.digits.numeration.radix, self.digits.numeration.most_first);
        let set = one.set.forgetting(radix, &kept, most_first, &mut self.meter)?;
        Ok(Relation { variables: kept.iter().map(|place| one.variables[*place]).collect(), set })
    }

    pub(super) fn any(&mut self, a: &Relation, b: &Relation) -> Result<Relation, Refusal> {
        let variables = union(&a.variables, &b.variables);
        let (a, b) = (self.over(a, &variables)?, self.over(b, &variables)?);
        Ok(Relation { set: a.combined(&b, |a, b| a || b, &mut self.meter)?, variables })
    }

    pub(super) fn not(&mut self, one: &Relation) -> Result<Relation, Refusal> {
        let numbers = self.numbers(one.variables.len())?;
        let set = numbers.combined(&one.set, |number, holds| number && !holds, &mut self.meter)?;
        Ok(Relation { variables: one.variables.clone(), set })
    }

    pub(super) fn truth(&self, truth: bool) -> Relation {
        let set = Set { tracks: 0, next: vec![vec![0]], accepting: vec![truth] };
        Relation { variables: Vec::new(), set }
    }

    /// The numbers that satisfy a formula, by its free variables.
    pub(super) fn relation(&mut self, formula: &Formula) -> Result<Relation, Refusal> {
        match formula {
            Formula::Truth(truth) => Ok(self.truth(*truth)),
            Formula::Zero(form) => self.linear(form, true),
            Formula::NotNegative(form) => self.linear(form, false),
            Formula::Multiple(form, modulus) => {
                // The form is m·q or -m·q.
                let quotient = self.new_variable();
                let mut either = self.truth(false);
                for factor in [*modulus, -*modulus] {
                    let whole = form.combined(1, &Linear::variable(quotient), factor);
                    let whole = self.linear(&whole.ok_or_else(too_large)?, true)?;
                    let whole = self.without(&whole, &|one| one == quotient)?;
                    either = self.any(&either, &whole)?;
                }
                Ok(either)
            }
            Formula::NimSum(variables) => {
                let set = self.nim_sum()?;
                self.named(&set, variables)
            }
            Formula::Not(inner) => {
                let inner = self.relation(inner)?;
                self.not(&inner)
            }
            Formula::All(parts) => {
                let parts = parts.iter().map(|part| self.relation(part));
                let parts = parts.collect::<Result<Vec<_>, _>>()?;
                self.all(parts, &|_| false)
            }
            Formula::Any(parts) => {
                let mut any = self.truth(false);
                for part in parts {
                    let part = self.relation(part)?;
                    any = self.any(&any, &part)?;
                }
                Ok(any)
            }
            Formula::Exists(variables, inner) => {
                let inner = self.relation(inner)?;
                self.without(&inner, &|one| variables.contains(&one))
            }
        }
    }

    /// The triples of binary words in which every place has an even number of ones.
    pub(super) fn nim_sum(&mut self) -> Result<Set, Refusal> {
        if self.digits.numeration.radix != 2 || self.numbers(1)?.next.len() > 1 {
            return Err(Refusal::unsupported("a nim-sum is read in base 2 only", "choose base 2"));
        }
        let even = (0..8_u32).map(|letter| letter.count_ones() % 2).collect();
        Ok(Set { tracks: 3, next: vec![even, vec![1; 8]], accepting: vec![true, false] })
    }

    pub(super) fn new_variable(&mut self) -> Variable {
        self.fresh += 1;
        self.fresh - 1
    }

    /// A form is 0, or at least 0: what is added is compared with what is taken away.
    fn linear(&mut self, form: &Linear, equal: bool) -> Result<Relation, Refusal> {
        let (names, factors): (Vec<Variable>, Vec<Number>) = form.terms.iter().copied().unzip();
        let key = (factors, form.constant, equal);
        if let Some(known) = self.linear.get(&key).cloned() {
            return self.named(&known, &names);
        }
        let relation = self.new_linear(form, equal)?;
        self.linear.insert(key, relation.set.clone());
        Ok(relation)
    }

    fn new_linear(&mut self, form: &Linear, equal: bool) -> Result<Relation, Refusal> {
        let side = |sign: Number| {
            let terms = form.terms.iter().filter(move |term| term.1.signum() == sign);
            terms.map(|(variable, factor)| (*variable, factor.abs())).collect::<Vec<_>>()
        };
        let (added, taken) = (self.new_variable(), self.new_variable());
        let mut parts = self.total(&side(1), form.constant.max(0), added)?;
        parts.extend(self.total(&side(-1), (-form.constant).max(0), taken)?);
        let set = if equal { self.digits.equal.clone() } else { self.at_most()? };
        parts.push(self.named(&set, &[taken, added])?);
        let goes = |one: Variable| one == added || one == taken;
        self.all(parts, &goes)
    }

    fn at_most(&mut self) -> Result<Set, Refusal> {
        self.digits.less.combined(&self.digits.equal, |a, b| a || b, &mut self.meter)
    }

    /// Relations by which a variable is the sum of multiples of others and a constant.
    fn total(
        &mut self,
        terms: &[(Variable, Number)],
        constant: Number,
        out: Variable,
    ) -> Result<Vec<Relation>, Refusal> {
        let mut summands = Vec::new();
        for (variable, factor) in terms {
            summands.push(self.multiple(*variable, *factor)?);
        }
        if constant > 0 || summands.is_empty() {
            let variable = self.new_variable();
            summands.push((self.constant(constant, variable)?, variable));
        }
        let (mut sum, mut before) = summands.swap_remove(0);
        for (part, variable) in summands {
            let after = self.new_variable();
            let addition = self.named(&self.digits.sum.clone(), &[before, variable, after])?;
            let own = terms.iter().map(|term| term.0).collect::<Vec<_>>();
            let goes = |one: Variable| (one == before || one == variable) && !own.contains(&one);
            sum = self.all(vec![sum, part, addition], &goes)?;
            before = after;
        }
        let equal = self.named(&self.digits.equal.clone(), &[before, out])?;
        let own = terms.iter().any(|term| term.0 == before);
        Ok(vec![self.all(vec![sum, equal], &|one| one == before && !own)?])
    }

    /// A relation by which a variable, which it gives too, is a multiple of another.
    fn multiple(
        &mut self,
        variable: Variable,
        factor: Number,
    ) -> Result<(Relation, Variable), Refusal> {
        if factor == 1 {
            let numbers = self.numbers(1)?;
            return Ok((self.named(&numbers, &[variable])?, variable));
        }
        let (half, halved) = self.multiple(variable, factor / 2)?;
        let (twice, out) = (self.new_variable(), self.new_variable());
        let sum = self.digits.sum.clone();
        let doubled = self.named(&sum, &[halved, halved, twice])?;
        let doubled = self.all(vec![half, doubled], &|one| one == halved && one != variable)?;
        if factor % 2 == 0 {
            return Ok((doubled, twice));
        }
        let added = self.named(&sum, &[twice, variable, out])?;
        Ok((self.all(vec![doubled, added], &|one| one == twice)?, out))
    }

    /// That a variable is this number: 0, or by doubling and by counting on.
    fn constant(&mut self, number: Number, variable: Variable) -> Result<Relation, Refusal> {
        if number <= 1 {
            let above = self.named(&self.digits.less.clone(), &[variable + 1, variable])?;
            let positive = self.without(&above, &|one| one != variable)?;
            let zero = self.not(&positive)?;
            if number == 0 {
                return Ok(zero);
            }
            // 1 is positive, and no positive number is less.
            let lower = self.named(&self.digits.less.clone(), &[variable + 1, variable])?;
            let smaller = self.named(&positive.set, &[variable + 1])?;
            let more = self.all(vec![lower, smaller], &|one| one != variable)?;
            let not_more = self.not(&more)?;
            return self.all(vec![positive, not_more], &|_| false);
        }
        let half = self.new_variable();
        let halved = self.constant(number / 2, half)?;
        let sum = self.digits.sum.clone();
        let twice = self.new_variable();
        let doubled = self.named(&sum, &[half, half, twice])?;
        let doubled = self.all(vec![halved, doubled], &|one| one == half)?;
        if number % 2 == 0 {
            return self.named(&doubled.set, &[variable]);
        }
        let unit = self.new_variable();
        let one = self.constant(1, unit)?;
        let added = self.named(&sum, &[twice, unit, variable])?;
        self.all(vec![doubled, one, added], &|one| one != variable)
    }
}

fn union(a: &[Variable], b: &[Variable]) -> Vec<Variable> {
    let mut all = [a, b].concat();
    all.sort_unstable();
    all.dedup();
    all
}

fn places(names: &[Variable], variables: &[Variable]) -> Vec<usize> {
    names.iter().filter_map(|name| variables.iter().position(|one| one == name)).collect()
}

fn too_large() -> Refusal {
    Refusal::unsupported("a number in the rules is too large", "use smaller constants")
}
