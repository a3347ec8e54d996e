//! Formulas of linear arithmetic: as the library's checker reads them, and as people do.
//!
//! Both texts are written side by side, because the kernel compares them by computing: what the data of the formula
//! means is, after computation, the proposition, symbol by symbol.

use bouton_lang::Number;
use bouton_lang::formula::{Formula, Variable};
use bouton_lang::linear::Linear;
use bouton_rules::Refusal;

use super::not_covered;

/// A formula in three texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Said {
    /// As data of the library, over the list of atoms.
    pub(super) data: String,
    /// As a proposition.
    pub(super) plain: String,
    /// As a truth value.
    pub(super) decided: String,
    /// Is the proposition a comparison, which needs no parentheses?
    is_short: bool,
}

impl Said {
    /// The proposition as a part of a longer one.
    pub(super) fn part(&self) -> String {
        if self.is_short { self.plain.clone() } else { format!("({})", self.plain) }
    }
}

/// The numbers that a formula speaks of, in the order of the list that they are in, each with its text.
#[derive(Clone, Debug, Default)]
pub(super) struct Numbers(pub(super) Vec<(Variable, String)>);

impl Numbers {
    fn find(&self, variable: Variable) -> Result<(usize, &str), Refusal> {
        let place = self.0.iter().position(|(one, _)| *one == variable);
        let place = place.ok_or_else(|| not_covered("a number that is neither old nor new"))?;
        Ok((place, &self.0[place].1))
    }

    /// A sum with positive factors, as data and as text.
    pub(super) fn sum(
        &self,
        terms: &[(Variable, Number)],
        constant: Number,
    ) -> Result<(String, String), Refusal> {
        let alone = terms.len() == 1 && terms[0].1 == 1 && constant == 0;
        let mut parts = Vec::new();
        for (variable, factor) in terms {
            let (place, text) = self.find(*variable)?;
            let text = match text.contains(' ') && !alone {
                true => format!("({text})"),
                false => text.to_owned(),
            };
            parts.push(match factor {
                1 => (format!("Var {place}"), text),
                _ => (format!("Times {factor} (Var {place})"), format!("{factor} * {text}")),
            });
        }
        if constant != 0 || terms.is_empty() {
            parts.push((format!("Num {constant}"), constant.to_string()));
        }
        let mut parts = parts.into_iter();
        let (mut data, mut plain) = parts.next().unwrap_or_default();
        for (more, text) in parts {
            data = format!("Plus ({data}) ({more})");
            plain = format!("{plain} + {text}");
        }
        Ok((data, plain))
    }
}

/// The atoms of a file, each once.
#[derive(Clone, Debug, Default)]
pub(super) struct Atoms(pub(super) Vec<String>);

impl Atoms {
    /// A comparison: its data, its sign as a proposition and as a truth value, and both sides.
    fn compared(&mut self, data: String, signs: (&str, &str), left: &str, right: &str) -> Said {
        let place = self.0.iter().position(|one| *one == data).unwrap_or_else(|| {
            self.0.push(data);
            self.0.len() - 1
        });
        Said {
            data: format!("(Is {place})"),
            plain: format!("{left} {} {right}", signs.0),
            decided: format!("({left} {} {right})", signs.1),
            is_short: true,
        }
    }

    /// That the nim-sum of numbers is this number.
    pub(super) fn nim_sum(
        &mut self,
        of: &[Variable],
        is: Number,
        numbers: &Numbers,
    ) -> Result<Said, Refusal> {
        let of = of.iter().map(|one| numbers.find(*one)).collect::<Result<Vec<_>, _>>()?;
        let places: Vec<String> = of.iter().map(|(place, _)| place.to_string()).collect();
        let texts: Vec<&str> = of.iter().map(|(_, text)| *text).collect();
        let data = format!("Xor [{}]%nat {is}", places.join("; "));
        let sum = format!("nim_sum [{}]", texts.join("; "));
        Ok(self.compared(data, ("=", "=?"), &sum, &is.to_string()))
    }

    /// A formula without quantifiers.
    pub(super) fn said(&mut self, formula: &Formula, numbers: &Numbers) -> Result<Said, Refusal> {
        match formula {
            Formula::Truth(truth) => Ok(Self::truth(*truth)),
            Formula::Zero(form) => self.zero(form, numbers),
            Formula::NotNegative(form) => self.not_negative(form, numbers),
            Formula::Multiple(form, modulus) => self.multiple(form, *modulus, numbers),
            Formula::Not(inner) => self.negated(inner, numbers),
            Formula::All(parts) | Formula::Any(parts) => {
                let parts = parts.iter().map(|part| self.said(part, numbers));
                let parts = parts.collect::<Result<Vec<_>, _>>()?;
                Ok(Self::joined(parts, matches!(formula, Formula::All(_))))
            }
            Formula::NimSum(numbers_of) => self.nim_sum(numbers_of, 0, numbers),
            Formula::Exists(variables, inner) => self.of_nim_sum(variables, inner, numbers),
        }
    }

    /// That the nim-sum of two numbers is a constant, or that it is not.
    fn of_nim_sum(
        &mut self,
        variables: &[Variable],
        inner: &Formula,
        numbers: &Numbers,
    ) -> Result<Said, Refusal> {
        if let ([sum], Formula::All(parts)) = (variables, inner)
            && let [Formula::NimSum([x, y, z]), part] = &parts[..]
            && z == sum
        {
            let (part, is_negated) = match part {
                Formula::Not(part) => (&**part, true),
                part => (part, false),
            };
            if let Formula::Zero(form) = part
                && let Some(constant) = constant_of(form, *sum)
            {
                let said = self.nim_sum(&[*x, *y], constant, numbers)?;
                return Ok(if is_negated { Self::not(said) } else { said });
            }
        }
        Err(not_covered("nim-sums in parts of a condition"))
    }

    fn truth(truth: bool) -> Said {
        let (data, plain) = if truth { ("Yes", "True") } else { ("No", "False") };
        let (data, plain) = (data.to_owned(), plain.to_owned());
        Said { data, plain, decided: truth.to_string(), is_short: true }
    }

    /// All of them, or one of them at least.
    pub(super) fn joined(mut parts: Vec<Said>, all: bool) -> Said {
        let Some(last) = parts.pop() else { return Self::truth(all) };
        let (name, sign, decided) = if all { ("And", "/\\", "&&") } else { ("Or", "\\/", "||") };
        parts
            .into_iter()
            .rev()
            .fold((last, true), |(rest, is_last), part| {
                let after = if is_last { rest.part() } else { rest.plain.clone() };
                let joined = Said {
                    data: format!("({name} {} {})", part.data, rest.data),
                    plain: format!("{} {sign} {after}", part.part()),
                    decided: format!("({} {decided} {})%bool", part.decided, rest.decided),
                    is_short: false,
                };
                (joined, false)
            })
            .0
    }

    fn negated(&mut self, inner: &Formula, numbers: &Numbers) -> Result<Said, Refusal> {
        if let Formula::NotNegative(form) = inner {
            let opposite = form.scaled(-1).and_then(|form| form.shifted(-1));
            let opposite = opposite.ok_or_else(|| not_covered("numbers as large as these"))?;
            return self.not_negative(&opposite, numbers);
        }
        if let Formula::Not(inner) = inner {
            return self.said(inner, numbers);
        }
        let said = self.said(inner, numbers)?;
        Ok(Self::not(said))
    }

    /// That it does not hold.
    pub(super) fn not(said: Said) -> Said {
        let unequal = said.is_short && said.plain.contains(" = ");
        let plain = match unequal {
            true => said.plain.replacen(" = ", " <> ", 1),
            false => format!("~ ({})", said.plain),
        };
        Said {
            data: format!("(Not {})", said.data),
            plain,
            decided: format!("(negb {})", said.decided),
            is_short: unequal,
        }
    }

    fn zero(&mut self, form: &Linear, numbers: &Numbers) -> Result<Said, Refusal> {
        let (added, taken) = sides(form);
        let added = numbers.sum(&added, form.constant.max(0))?;
        let taken_sum = numbers.sum(&taken, (-form.constant).max(0))?;
        let swaps = !taken.is_empty() && form.terms.iter().all(|(_, factor)| *factor < 0);
        let (left, right) = if swaps { (taken_sum, added) } else { (added, taken_sum) };
        let data = format!("Same ({}) ({})", left.0, right.0);
        Ok(self.compared(data, ("=", "=?"), &left.1, &right.1))
    }

    fn not_negative(&mut self, form: &Linear, numbers: &Numbers) -> Result<Said, Refusal> {
        let (added, taken) = sides(form);
        if form.constant < 0 {
            let (left, right) = (numbers.sum(&taken, -form.constant - 1)?, numbers.sum(&added, 0)?);
            let data = format!("Less ({}) ({})", left.0, right.0);
            return Ok(self.compared(data, ("<", "<?"), &left.1, &right.1));
        }
        let (left, right) = (numbers.sum(&taken, 0)?, numbers.sum(&added, form.constant)?);
        let data = format!("AtMost ({}) ({})", left.0, right.0);
        Ok(self.compared(data, ("<=", "<=?"), &left.1, &right.1))
    }

    fn multiple(
        &mut self,
        form: &Linear,
        modulus: Number,
        numbers: &Numbers,
    ) -> Result<Said, Refusal> {
        let terms = form.terms.iter().map(|(one, factor)| (*one, factor.rem_euclid(modulus)));
        let terms: Vec<_> = terms.filter(|(_, factor)| *factor != 0).collect();
        let rest = (-form.constant).rem_euclid(modulus);
        let (data, plain) = numbers.sum(&terms, 0)?;
        let plain = if plain.contains(' ') { format!("({plain})") } else { plain };
        let data = format!("Rest ({data}) {modulus} {rest}");
        let left = format!("{plain} mod {modulus}");
        Ok(self.compared(data, ("=", "=?"), &left, &rest.to_string()))
    }
}

/// What a variable is if the form is 0, and no other variable is in it.
pub(super) fn constant_of(form: &Linear, variable: Variable) -> Option<Number> {
    let [(one, factor)] = form.terms[..] else { return None };
    let constant = -factor * form.constant;
    (one == variable && factor.abs() == 1 && constant >= 0).then_some(constant)
}

/// Variables and their positive factors.
type Terms = Vec<(Variable, Number)>;

/// What is added, and what is taken away.
fn sides(form: &Linear) -> (Terms, Terms) {
    let side = |sign: Number| {
        let terms = form.terms.iter().filter(move |(_, factor)| factor.signum() == sign);
        terms.map(|(one, factor)| (*one, factor.abs())).collect()
    };
    (side(1), side(-1))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::expect_used, reason = "a test fails by panicking")]

    use super::*;

    fn said(formula: &Formula) -> (String, String, Vec<String>) {
        let names = ["a", "b", "c + 1"].into_iter().enumerate();
        let numbers = Numbers(names.map(|(place, name)| (place, name.to_owned())).collect());
        let mut atoms = Atoms::default();
        let said = atoms.said(formula, &numbers).expect("linear arithmetic");
        (said.data, said.plain, atoms.0)
    }

    fn form(terms: &[(Variable, Number)], constant: Number) -> Linear {
        Linear::of(terms, constant).expect("small")
    }

    #[test]
    fn both_texts_say_the_same() {
        let less = Formula::NotNegative(form(&[(0, 1), (1, -2)], -1));
        let (data, plain, atoms) = said(&less);
        assert_eq!((&data[..], &plain[..]), ("(Is 0)", "2 * b < a"));
        assert_eq!(atoms, ["Less (Times 2 (Var 1)) (Var 0)"]);
        let (_, plain, atoms) = said(&Formula::Not(Box::new(less.clone())));
        assert_eq!(plain, "a <= 2 * b");
        assert_eq!(atoms, ["AtMost (Var 0) (Times 2 (Var 1))"]);
        let same = Formula::Zero(form(&[(0, -1), (2, -3)], 5));
        assert_eq!(said(&same).1, "a + 3 * (c + 1) = 5");
        let multiple = Formula::Multiple(form(&[(0, -1), (1, 4)], 1), 3);
        assert_eq!(said(&multiple).1, "(2 * a + b) mod 3 = 2");
        let all = Formula::All(vec![less.clone(), same.clone(), Formula::Any(vec![less, same])]);
        let (data, plain, _) = said(&Formula::Not(Box::new(all)));
        assert_eq!(data, "(Not (And (Is 0) (And (Is 1) (Or (Is 0) (Is 1)))))");
        assert_eq!(
            plain,
            "~ (2 * b < a /\\ a + 3 * (c + 1) = 5 /\\ (2 * b < a \\/ a + 3 * (c + 1) = 5))"
        );
    }
}
