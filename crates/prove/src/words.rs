//! The theorem in words: templates, of which each is decided.

use bouton_automata::{Automaton, Numeration, Order, Relation, System};
use bouton_lang::formula::Formula;
use bouton_lang::linear::Linear;
use bouton_values::{Limits, Meter, Refusal, counted};

use crate::compile::Compiler;
use crate::condition::{ConditionResult, condition};
use crate::{Theorem, meter};

/// A theorem in words: a statement, its exceptions, and the period if there is one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Description {
    /// The statement in words.
    pub statement: String,
    /// The statement as a condition of the rule language, where that can express it.
    pub condition: Option<String>,
    /// The positions at which the statement is wrong; it is right at all others.
    pub exceptions: Vec<Vec<u128>>,
    /// The preperiod and the period, where positions are one number and have them.
    pub period: Option<(u64, u64)>,
}

impl Description {
    /// The statement with the number of its exceptions: whoever reads it alone must not be told something false.
    #[must_use]
    pub fn sentence(&self) -> String {
        match self.exceptions.len() as u64 {
            0 => self.statement.clone(),
            count => format!("{}, except at {}", self.statement, counted(count, "position")),
        }
    }
}

/// Templates with more exceptions than this explain nothing.
const MOST_EXCEPTIONS: usize = 16;
/// What the comparison with a template may cost.
const STEPS_OF_A_TEMPLATE: u64 = 100_000_000;
/// Terms of one number in which a period is looked for.
const TERMS: u128 = 2048;

impl Theorem {
    /// The theorem in words, with these names for the numbers.
    pub fn describe(&self, names: &[String], limits: &Limits) -> Result<Description, Refusal> {
        let mut meter = meter(limits);
        if self.values {
            return self.describe_values(names, &mut meter);
        }
        if self.sets.len() == 2 {
            let statement = match self.period(&mut meter)? {
                Some((preperiod, period)) => {
                    format!("the outcomes have the period {period} from {preperiod} on")
                }
                None => format!(
                    "who loses is decided by automata with {} and {} states",
                    self.sets[0].states(),
                    self.sets[1].states()
                ),
            };
            let period = self.period(&mut meter)?;
            return Ok(Description { statement, period, ..Description::default() });
        }
        let mut best: Option<Description> = None;
        let exact =
            |best: &Option<Description>| best.as_ref().is_some_and(|one| one.exceptions.is_empty());
        for (text, said) in self.templates(names) {
            if exact(&best) {
                break;
            }
            let Ok(formula) = condition(&text, names) else { continue };
            if formula.has_nim_sum() && self.numeration.system != System::Base(2) {
                continue;
            }
            let Some(exceptions) = self.tried(&formula, limits)? else { continue };
            let better = best.as_ref().is_none_or(|best| exceptions.len() < best.exceptions.len());
            if better {
                let statement = format!("{} is lost if and only if {said}", tuple(names));
                best = Some(Description {
                    statement,
                    condition: Some(text),
                    exceptions,
                    period: None,
                });
            }
        }
        let by_digits =
            if exact(&best) { Vec::new() } else { self.digit_templates(names, &mut meter)? };
        for (said, set) in by_digits {
            let Some(exceptions) = few(self.compare_set(&set, &mut meter)?) else { continue };
            let better = best.as_ref().is_none_or(|best| exceptions.len() < best.exceptions.len());
            if better {
                let statement = format!("{} is lost if and only if {said}", tuple(names));
                best = Some(Description { statement, condition: None, exceptions, period: None });
            }
        }
        let period = self.period(&mut meter)?;
        let automaton = || {
            let states = self.sets[0].states();
            format!(
                "{} is lost if and only if an automaton with {states} states accepts it",
                tuple(names)
            )
        };
        let mut found = best
            .unwrap_or_else(|| Description { statement: automaton(), ..Description::default() });
        found.period = period;
        Ok(found)
    }

    /// The exceptions of a template, if they are few. One that is too large for an automaton explains nothing either.
    fn tried(&self, formula: &Formula, limits: &Limits) -> Result<Option<Vec<Vec<u128>>>, Refusal> {
        let limits = Limits { steps: limits.steps.min(STEPS_OF_A_TEMPLATE), ..limits.clone() };
        match self.compare(formula, &limits) {
            Ok(compared) => Ok(few(compared)),
            Err(Refusal::Limit { .. } | Refusal::Unsupported { .. }) => Ok(None),
            Err(refusal) => Err(refusal),
        }
    }

    /// Conditions of the rule language, and how they are said.
    fn templates(&self, names: &[String]) -> Vec<(String, String)> {
        let mut all = Vec::new();
        let xor = |of: &dyn Fn(&String) -> String| {
            names.iter().map(of).collect::<Vec<_>>().join(" xor ") + " = 0"
        };
        let mut add = |text: String| all.push((text.clone(), text));
        if self.numbers == 1 {
            let name = &names[0];
            if let Some((preperiod, period)) = self.seen_period() {
                let from = u128::from(preperiod).next_multiple_of(u128::from(period));
                let lost: Vec<String> = (0..u128::from(period))
                    .filter(|rest| self.is_lost(&[from + rest]))
                    .map(|rest| rest.to_string())
                    .collect();
                match (period, lost.len()) {
                    (1, 0) => add("false".to_owned()),
                    (1, _) => add("true".to_owned()),
                    (_, 1) => add(format!("{name} mod {period} = {}", lost[0])),
                    _ => add(format!("{name} mod {period} in {{{}}}", lost.join(", "))),
                }
            }
            return all;
        }
        if self.numbers == 2 {
            add(format!("{} = {}", names[0], names[1]));
        }
        add(xor(&String::clone));
        for shift in [1, 2] {
            add(xor(&|name| format!("({name} + {shift})")));
        }
        for modulus in 2..=9 {
            let each = |name: &String| format!("{name} mod {modulus} = 0");
            add(names.iter().map(each).collect::<Vec<_>>().join(" and "));
            add(xor(&|name| format!("({name} mod {modulus})")));
            let sum = names.join(" + ");
            add(format!("({sum}) mod {modulus} = 0"));
            add(xor(&|name| format!("({name} div {modulus})")));
        }
        all
    }

    /// Sets that are a matter of digits, and how they are said.
    fn digit_templates(
        &self,
        names: &[String],
        meter: &mut Meter,
    ) -> Result<Vec<(String, Automaton)>, Refusal> {
        let numeration = self.numeration;
        let mut all = Vec::new();
        if let System::Base(base) = numeration.system {
            for modulus in (2..=names.len()).filter(|modulus| *modulus > 2) {
                let set = digit_sums(numeration, names.len(), modulus);
                let digits = if base == 2 {
                    "ones".to_owned()
                } else {
                    format!("base {base} digits, added,")
                };
                let said = format!(
                    "at every place the number of {digits} among its numbers is a multiple of {modulus}"
                );
                all.extend(set.map(|set| (said, set)));
            }
        }
        if names.len() == 1 {
            for odd in [false, true] {
                let parity = if odd { "odd" } else { "even" };
                let said = format!(
                    "{} ends in an {parity} number of zeros {}",
                    names[0],
                    in_words(numeration)
                );
                all.push((said, trailing_zeros(numeration, odd, meter)?));
            }
        }
        if let (System::Ostrowski(_), 2) = (numeration.system, names.len()) {
            let shifted = shifted(numeration, meter)?;
            let said = format!(
                "the smaller number ends in an even number of zeros {}, and the larger one is the same word with \
                 a zero after it",
                in_words(numeration)
            );
            all.push((said, shifted));
            let said = format!(
                "{} is less than the least place of {} that is not 0 {}",
                names[1],
                names[0],
                in_words(numeration)
            );
            all.push((said, below_last_place(numeration, meter)?));
        }
        Ok(all)
    }

    fn describe_values(&self, names: &[String], meter: &mut Meter) -> Result<Description, Refusal> {
        let mut found = Description { period: self.period(meter)?, ..Description::default() };
        if self.numeration.system == System::Base(2) && names.len() > 1 {
            let value = "the_value".to_owned();
            let all = [names, std::slice::from_ref(&value)].concat();
            let text = format!("{} = {value}", names.join(" xor "));
            if let Ok(formula) = condition(&text, &all) {
                let mut compiler = Compiler::new(self.numeration);
                let position: Vec<usize> = (0..all.len()).collect();
                let said = compiler.relation(&formula, meter)?;
                let said = said.over(self.numeration, &position, meter)?;
                if said == self.sets[0] {
                    let sum = names.join(" xor ");
                    found.statement = format!("the nim-value of {} is {sum}", tuple(names));
                    return Ok(found);
                }
            }
        }
        found.statement = match found.period {
            Some((preperiod, period)) => {
                format!("the nim-values have the period {period} from {preperiod} on")
            }
            None => format!(
                "the nim-value of {} is read off an automaton with {} states",
                tuple(names),
                self.sets[0].states()
            ),
        };
        Ok(found)
    }

    /// The terms of one number: who loses, or the value.
    fn terms(&self) -> Option<Vec<u64>> {
        if self.numbers != 1 {
            return None;
        }
        let value = |number: u128| match self.values {
            false => {
                let loses = |set: &Automaton| u64::from(set.contains(self.numeration, &[number]));
                Some(self.sets.iter().fold(0, |code, set| 2 * code + loses(set)))
            }
            true => (0..=number + 1)
                .find(|value| self.sets[0].contains(self.numeration, &[number, *value]))
                .map(|value| value as u64),
        };
        (0..TERMS).map(value).collect()
    }

    /// The least preperiod and period that the first terms have.
    fn seen_period(&self) -> Option<(u64, u64)> {
        let terms = self.terms()?;
        let preperiod = |period: usize| {
            let repeats = |place: &usize| terms[*place] == terms[*place + period];
            let last = terms.len() - period;
            (0..last).rev().take_while(repeats).last().unwrap_or(last)
        };
        // A period is believed if it was seen three times.
        (1..terms.len() / 4)
            .map(|period| (preperiod(period), period))
            .find(|(preperiod, period)| preperiod + 3 * period <= terms.len())
            .map(|(preperiod, period)| (preperiod as u64, period as u64))
    }

    /// The preperiod and the period, decided: n and n + p are alike for all n ≥ m, and the terms show that no less will do.
    fn period(&self, meter: &mut Meter) -> Result<Option<(u64, u64)>, Refusal> {
        let Some((preperiod, period)) = self.seen_period() else { return Ok(None) };
        let numeration = self.numeration;
        let mut compiler = Compiler::new(numeration);
        // n is 0, n + p is 1, the value is 2.
        let form = |terms: &[(usize, i128)], constant: u64| {
            Linear::of(terms, -i128::from(constant)).unwrap_or_default()
        };
        let later = Formula::Zero(form(&[(1, 1), (0, -1)], period));
        let beyond = Formula::NotNegative(form(&[(0, 1)], preperiod));
        let pairs = compiler.relation(&Formula::all(vec![later, beyond]), meter)?;
        for set in &self.sets {
            let names = |number: usize| if self.values { vec![number, 2] } else { vec![number] };
            let one = Relation::new(numeration, set, &names(0), meter)?;
            let other = Relation::new(numeration, set, &names(1), meter)?;
            let differ = one.joined(&other, numeration, |a, b| a != b, meter)?;
            let differ = differ.joined(&pairs, numeration, |a, b| a && b, meter)?;
            if !differ.automaton().is_empty() {
                return Ok(None);
            }
        }
        Ok(Some((preperiod, period)))
    }
}

/// The exceptions, if there are few.
fn few(compared: ConditionResult) -> Option<Vec<Vec<u128>>> {
    match compared {
        ConditionResult::Same => Some(Vec::new()),
        ConditionResult::But(exceptions) if exceptions.len() <= MOST_EXCEPTIONS => Some(exceptions),
        ConditionResult::But(_) | ConditionResult::Differs(_) => None,
    }
}

fn tuple(names: &[String]) -> String {
    match names {
        [one] => one.clone(),
        _ => format!("({})", names.join(", ")),
    }
}

fn in_words(numeration: Numeration) -> String {
    match numeration.system {
        System::Base(base) => format!("in base {base}"),
        System::Ostrowski(1) => "in Zeckendorf's numeration".to_owned(),
        System::Ostrowski(k) => {
            format!("in the numeration with the places 1, {}, {}, …", k + 1, k * (k + 1) + 1)
        }
    }
}

/// At every place the digits add up to a multiple of the modulus.
fn digit_sums(numeration: Numeration, tracks: usize, modulus: usize) -> Option<Automaton> {
    let radix = numeration.radix();
    let letters = radix.checked_pow(tracks as u32)?;
    let sum = |letter: usize| {
        (0..tracks).map(|track| letter / radix.pow(track as u32) % radix).sum::<usize>()
    };
    let next = (0..letters).map(|letter| u32::from(!sum(letter).is_multiple_of(modulus)));
    let next = next.chain(std::iter::repeat_n(1, letters)).collect();
    Automaton::from_parts(numeration, tracks, next, 0, vec![true, false])
}

/// The numbers above 0 whose word ends in an odd, or an even, number of zeros.
fn trailing_zeros(
    numeration: Numeration,
    odd: bool,
    meter: &mut Meter,
) -> Result<Automaton, Refusal> {
    let radix = numeration.radix();
    // From the least digit on: even so far, odd so far, and two states that keep what was found.
    let row = |even: u32, odd: u32| {
        let mut row = vec![odd; radix];
        row[0] = even;
        row
    };
    let next = [row(1, 2), row(0, 3), row(2, 2), row(3, 3)].concat();
    let accepting = vec![false, false, !odd, odd];
    let least = Numeration { order: Order::Least, ..numeration };
    let any = Automaton::from_parts(least, 1, next, 0, accepting);
    let any = any.ok_or_else(|| Refusal::bug("an automaton does not fit"))?;
    in_order(any, numeration, meter)
}

/// An automaton that reads the least digit first, in the order of the numeration, for valid words alone.
fn in_order(
    least_first: Automaton,
    numeration: Numeration,
    meter: &mut Meter,
) -> Result<Automaton, Refusal> {
    let read = match numeration.order {
        Order::Least => least_first,
        Order::Most => least_first.reversed(meter)?,
    };
    let valid = Automaton::constant(numeration, read.tracks(), true, meter)?;
    read.product(&valid, |a, b| a && b, meter)
}

/// Pairs of which the smaller one ends in an even number of zeros, or is 0, and the larger one is its word with a zero
/// after it.
fn shifted(numeration: Numeration, meter: &mut Meter) -> Result<Automaton, Refusal> {
    let radix = numeration.radix();
    let least = Numeration { order: Order::Least, ..numeration };
    // The state is the digit of the smaller number that was read last; the last state refuses.
    let dead = radix as u32;
    let mut next = vec![dead; (radix + 1) * radix * radix];
    for last in 0..radix {
        for digit in 0..radix {
            next[last * radix * radix + digit + last * radix] = digit as u32;
        }
    }
    let accepting = (0..=radix).map(|state| state == 0).collect();
    let shift = Automaton::from_parts(least, 2, next, 0, accepting);
    let shift = shift.ok_or_else(|| Refusal::bug("an automaton does not fit"))?;
    let shift = in_order(shift, numeration, meter)?;
    let even = trailing_zeros(numeration, false, meter)?;
    let zero = Automaton::point(numeration, &[0], meter)?;
    let even = even.product(&zero, |a, b| a || b, meter)?;
    let even = even.placed(numeration, 2, &[0], meter)?;
    let one = shift.product(&even, |a, b| a && b, meter)?;
    let other = one.placed(numeration, 2, &[1, 0], meter)?;
    one.product(&other, |a, b| a || b, meter)
}

/// Pairs of which the second is less than the value of the least place of the first that is not 0; with 0, all.
fn below_last_place(numeration: Numeration, meter: &mut Meter) -> Result<Automaton, Refusal> {
    let radix = numeration.radix();
    let least = Numeration { order: Order::Least, ..numeration };
    // Tracks: the first number, and a single 1 at the least place where the first is not 0.
    let dead = 2_u32;
    let mut next = vec![dead; 3 * radix * radix];
    next[0] = 0;
    for digit in 1..radix {
        next[digit + radix] = 1;
    }
    for digit in 0..radix {
        next[radix * radix + digit] = 1;
    }
    let last = Automaton::from_parts(least, 2, next, 0, vec![false, true, false]);
    let last = last.ok_or_else(|| Refusal::bug("an automaton does not fit"))?;
    let last = in_order(last, numeration, meter)?;
    let last = Relation::new(numeration, &last, &[0, 2], meter)?;
    let mut compiler = Compiler::new(numeration);
    let less = Linear::of(&[(2, 1), (1, -1)], -1).unwrap_or_default();
    let less = compiler.relation(&Formula::NotNegative(less), meter)?;
    let below = last.joined_without(&less, numeration, |one| one == 2, meter)?;
    let zero = Automaton::point(numeration, &[0], meter)?.placed(numeration, 2, &[0], meter)?;
    below.automaton().product(&zero, |a, b| a || b, meter)
}
