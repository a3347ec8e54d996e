//! How far a rule text must be compared with a family of heap games, so that they agree for ever.
//!
//! # The theorem
//! Let the moves of a text on one heap h, which becomes the parts p₁, …, pₜ, be given by comparisons of linear forms in
//! h, the parts and the choices, by remainders with divisors that divide M, and by sets; let every choice either
//! have constant bounds or be an integer form of h, the parts and other choices. Then "the text and the family
//! differ at (h, p₁, …, pₜ)" is, once h and the parts are written as M·x' + r with 0 ≤ r < M and the choices with
//! constant bounds have values, a disjunction of systems A·x' ≥ b over integers x' ≥ 0. If no row of any A has a sum
//! of absolute values above R, and no number in any b is above β in absolute value, and n = t + 1, then
//!
//! > a system that has a solution has one in which every number is at most n·Rⁿ⁻¹·(β + 1).
//!
//! *Proof.* Since x' ≥ 0, the polyhedron has a vertex. A vertex solves n of the rows as equations, so by Cramer's rule
//! its numbers are quotients of determinants: the divisor is an integer that is not 0, and the dividend, expanded
//! along the column b, is at most n·β·Rⁿ⁻¹, as a determinant is at most the product of its rows' sums. An extreme ray
//! solves n − 1 rows with 0 on the right, so it is spanned by an integer vector of minors, each at most Rⁿ⁻¹. An
//! integer solution is a point between vertices plus λ₁y₁ + … + λₙyₙ with such rays yᵢ and λᵢ ≥ 0; taking
//! ⌊λᵢ⌋·yᵢ away leaves an integer solution, and what is left is at most n·β·Rⁿ⁻¹ + n·Rⁿ⁻¹. ∎
//!
//! So a text that agrees with the family on all heaps up to M·n·Rⁿ⁻¹·(β + 1) + M agrees on every heap. What the
//! theorem does not cover (products of choices, quotients, nim-sums, what looks at other heaps) is refused.
//!
//! # References
//! J. von zur Gathen, M. Sieveking, *A bound on solutions of linear integer equalities and inequalities* (1978).

use bouton_lang::linear::{Linear, common_multiple};
use bouton_lang::{Becomes, Bound, Condition, Expr, Move, Number, Program, Set, Step};
use rustc_hash::FxHashMap;

/// Why the theorem says nothing about a text.
pub(crate) type Outside = &'static str;

const TOO_LARGE: Outside = "its numbers are too large";
const TOO_MANY: Outside = "it distinguishes too many cases";

/// The heap before the move is the variable 0, the choices are numbered by their slots, and the parts from here on.
const PARTS: usize = 1 << 20;
/// More forms of one expression than this are not looked at.
const MOST_FORMS: usize = 64;

/// All heaps up to this one must be compared, where the family's own facts have no constant above `constant`.
pub(crate) fn bound(program: &Program, constant: u64) -> Result<u64, Outside> {
    let mut size = Size { norm: 1, constant: i128::from(constant) + 1, modulus: 1, parts: 1 };
    // That a part is legal is the same row as that the heap is, with another variable.
    let mut all = Reader::new(program, 0);
    program.legal.iter().try_for_each(|condition| all.condition(condition))?;
    size.include(all)?;
    for one in &program.moves {
        size.include(Reader::of_move(program, one)?)?;
    }
    size.bound().and_then(|bound| u64::try_from(bound).ok()).ok_or(TOO_LARGE)
}

/// The largest numbers in all facts.
struct Size {
    /// R, for M = 1.
    norm: Number,
    /// β, for M = 1.
    constant: Number,
    /// M.
    modulus: Number,
    /// t.
    parts: usize,
}

impl Size {
    fn include(&mut self, mut reader: Reader) -> Result<(), Outside> {
        reader.solve()?;
        for fact in std::mem::take(&mut reader.facts) {
            let (norm, constant) = reader.size(&fact).ok_or(TOO_LARGE)?;
            self.norm = self.norm.max(norm);
            self.constant = self.constant.max(constant);
        }
        self.modulus = common_multiple(self.modulus, reader.modulus).ok_or(TOO_LARGE)?;
        self.parts = self.parts.max(reader.parts.len());
        Ok(())
    }

    fn bound(&self) -> Option<Number> {
        let numbers = self.parts as Number + 1;
        // What the family says compares h - p₁ - … - pₜ with constants.
        let row = self.norm.max(numbers);
        let remainders = row.checked_mul(self.modulus - 1)?;
        let constant = self.constant.checked_add(remainders)?.checked_add(1)?;
        let minor = row.checked_mul(self.modulus)?.checked_pow(self.parts as u32)?;
        let largest = numbers.checked_mul(minor)?.checked_mul(constant.checked_add(1)?)?;
        largest.checked_add(1)?.checked_mul(self.modulus)
    }
}

/// A linear form that an expression can be; its constant may be off by `slack`.
#[derive(Clone, Debug, Default)]
struct Form {
    linear: Linear,
    slack: Number,
}

impl Form {
    fn constant(number: Number) -> Form {
        Form { linear: Linear::constant(number), slack: 0 }
    }

    fn variable(variable: usize) -> Form {
        Form { linear: Linear::variable(variable), slack: 0 }
    }

    /// `self + factor · other`
    fn plus(&self, factor: Number, other: &Form) -> Option<Form> {
        let linear = self.linear.combined(1, &other.linear, factor)?;
        let slack = other.slack.checked_mul(factor.checked_abs()?)?.checked_add(self.slack)?;
        Some(Form { linear, slack })
    }
}

/// The facts of a move, or of the legal positions.
struct Reader {
    /// What the slots can be.
    slots: Vec<Vec<Form>>,
    /// Choices that have constant bounds, and how large they are at most, in absolute value.
    finite: FxHashMap<usize, Number>,
    /// Choices without such bounds.
    free: Vec<usize>,
    /// Choices that are forms of the heap and the parts.
    solved: FxHashMap<usize, Form>,
    /// What the parts can be.
    parts: Vec<Vec<Form>>,
    /// Forms that are compared with 0.
    facts: Vec<Form>,
    modulus: Number,
}

impl Reader {
    fn new(program: &Program, names: usize) -> Reader {
        let slots = program.position_slots() + names;
        Reader {
            slots: (0..slots).map(|slot| vec![Form::variable(slot)]).collect(),
            finite: FxHashMap::default(),
            free: Vec::new(),
            solved: FxHashMap::default(),
            parts: Vec::new(),
            facts: Vec::new(),
            modulus: 1,
        }
    }

    fn of_move(program: &Program, one: &Move) -> Result<Reader, Outside> {
        let mut reader = Reader::new(program, one.names.len());
        one.steps.iter().chain(&one.each).try_for_each(|step| reader.step(step))?;
        let new = match &one.becomes {
            Becomes::Position(new) | Becomes::Heaps(new) => new,
            Becomes::Run(..) | Becomes::Rows(..) => return Err("a heap becomes a run of heaps"),
        };
        for (place, number) in new.iter().enumerate() {
            let forms = reader.forms(number)?;
            let part = Form::variable(PARTS + place);
            for form in &forms {
                reader.facts.push(part.plus(-1, form).ok_or(TOO_LARGE)?);
            }
            reader.facts.push(part);
            reader.parts.push(forms);
        }
        Ok(reader)
    }

    fn step(&mut self, step: &Step) -> Result<(), Outside> {
        match step {
            Step::Check(condition) => self.condition(condition),
            Step::Choose { slot, set, bounds } => self.choose(*slot, set.as_ref(), bounds),
        }
    }

    fn choose(&mut self, slot: usize, set: Option<&Set>, bounds: &[Bound]) -> Result<(), Outside> {
        let (mut below, mut above) = (None, None);
        for Bound { factor, rest } in bounds {
            let factor = self.constant(factor)?;
            let rests = self.forms(rest)?;
            let limits = rests.iter().map(|rest| self.largest(rest)).collect::<Option<Vec<_>>>();
            let limit = limits.and_then(|limits| limits.into_iter().max());
            match factor.signum() {
                1 => below = below.or(limit),
                -1 => above = above.or(limit),
                _ => {}
            }
            for rest in rests {
                self.facts.push(rest.plus(factor, &Form::variable(slot)).ok_or(TOO_LARGE)?);
            }
        }
        if let Some(set) = set {
            self.within(&Form::variable(slot), set)?;
            let listed = set.finite.iter().map(|element| element.saturating_abs()).max();
            below = below.or(Some(set.tail.map_or(0, |(from, _)| from.saturating_abs())));
            below = below.max(listed);
            above = if set.tail.is_none() { listed.or(Some(0)) } else { above };
        }
        match below.zip(above) {
            Some((below, above)) => drop(self.finite.insert(slot, below.max(above))),
            None => self.free.push(slot),
        }
        Ok(())
    }

    /// How large a form is at most, in absolute value, if only choices with constant bounds occur in it.
    fn largest(&self, form: &Form) -> Option<Number> {
        let mut largest = form.linear.constant.checked_abs()?.checked_add(form.slack)?;
        for (variable, factor) in &form.linear.terms {
            let most = factor.checked_abs()?.checked_mul(*self.finite.get(variable)?)?;
            largest = largest.checked_add(most)?;
        }
        Some(largest)
    }

    fn condition(&mut self, condition: &Condition) -> Result<(), Outside> {
        match condition {
            Condition::Truth(_) => Ok(()),
            Condition::Compare(_, a, b) => {
                let (a, b) = (self.forms(a)?, self.forms(b)?);
                self.compared(&a, &b)
            }
            Condition::Member(number, set) => {
                let forms = self.forms(number)?;
                forms.iter().try_for_each(|form| self.within(form, set))
            }
            Condition::Not(one) => self.condition(one),
            Condition::All(all) | Condition::Any(all) => {
                all.iter().try_for_each(|one| self.condition(one))
            }
            Condition::Distinct { .. } | Condition::Falling => Err("it looks at other heaps"),
        }
    }

    fn compared(&mut self, these: &[Form], those: &[Form]) -> Result<(), Outside> {
        for a in these {
            for b in those {
                self.facts.push(a.plus(-1, b).ok_or(TOO_LARGE)?);
            }
        }
        match self.facts.len() <= MOST_FORMS * MOST_FORMS {
            true => Ok(()),
            false => Err(TOO_MANY),
        }
    }

    fn within(&mut self, form: &Form, set: &Set) -> Result<(), Outside> {
        if let Some((_, step)) = set.tail {
            self.modulus = common_multiple(self.modulus, step).ok_or(TOO_LARGE)?;
        }
        // The facts differ in their constants, so the largest of these stand for all.
        let ends = set.finite.first().into_iter().chain(set.finite.last()).copied();
        let ends = ends.chain(set.tail.map(|(from, _)| from)).map(Form::constant);
        let ends = ends.collect::<Vec<_>>();
        self.compared(std::slice::from_ref(form), &ends)
    }

    fn constant(&mut self, expr: &Expr) -> Result<Number, Outside> {
        match &self.forms(expr)?[..] {
            [Form { linear, slack: 0 }] => linear.as_constant().ok_or("two choices are multiplied"),
            _ => Err("a choice is multiplied by what depends on others"),
        }
    }

    /// All linear forms that an expression can be; what decides between them is added to the facts.
    fn forms(&mut self, expr: &Expr) -> Result<Vec<Form>, Outside> {
        let forms = match expr {
            Expr::Constant(number) => vec![Form::constant(*number)],
            Expr::Slot(slot) => self.slots[*slot].clone(),
            Expr::Sum(a, b) => self.sum(a, b, 1)?,
            Expr::Difference(a, b) => self.sum(a, b, -1)?,
            Expr::Product(a, b) => self.product(a, b)?,
            Expr::Remainder(number, by) => {
                // Once the remainders of all numbers are known, this one is a constant.
                self.forms(number)?;
                self.modulus = common_multiple(self.modulus, *by).ok_or(TOO_LARGE)?;
                vec![Form { linear: Linear::default(), slack: by - 1 }]
            }
            Expr::Least(all) | Expr::Greatest(all) => {
                let mut forms = Vec::new();
                for one in all {
                    forms.extend(self.forms(one)?);
                }
                self.compared(&forms, &forms)?;
                forms
            }
            Expr::If(condition, a, b) => {
                self.condition(condition)?;
                [self.forms(a)?, self.forms(b)?].concat()
            }
            Expr::Quotient(..) => return Err("it divides"),
            Expr::Xor(..) => return Err("it has a nim-sum"),
            Expr::Of(_) | Expr::Later => return Err("it looks at other heaps"),
        };
        if forms.len() > MOST_FORMS { Err(TOO_MANY) } else { Ok(forms) }
    }

    fn sum(&mut self, a: &Expr, b: &Expr, factor: Number) -> Result<Vec<Form>, Outside> {
        let (a, b) = (self.forms(a)?, self.forms(b)?);
        let sums = a.iter().flat_map(|a| b.iter().map(move |b| a.plus(factor, b)));
        sums.collect::<Option<_>>().ok_or(TOO_LARGE)
    }

    fn product(&mut self, a: &Expr, b: &Expr) -> Result<Vec<Form>, Outside> {
        let (factor, forms) = match self.constant(a) {
            Ok(factor) => (factor, self.forms(b)?),
            Err(_) => (self.constant(b)?, self.forms(a)?),
        };
        let multiple = |form: &Form| Form::default().plus(factor, form);
        forms.iter().map(multiple).collect::<Option<_>>().ok_or(TOO_LARGE)
    }

    /// Finds for each free choice the part that shows it.
    fn solve(&mut self) -> Result<(), Outside> {
        let mut parts: Vec<usize> = (0..self.parts.len()).collect();
        while !self.free.is_empty() {
            let shown = parts.iter().enumerate().find_map(|(index, place)| {
                let [form] = &self.parts[*place][..] else { return None };
                // A remainder in the form may be one of the choice itself, which would then have several values.
                let form = self.replaced(form).filter(|form| form.slack == 0)?;
                let mut unknown = self.free.iter().filter(|free| form.linear.factor(**free) != 0);
                let choice = *unknown.next()?;
                let factor = form.linear.factor(choice);
                let is_shown = unknown.next().is_none() && matches!(factor, 1 | -1);
                is_shown.then_some((index, choice, factor, form))
            });
            let Some((index, choice, factor, form)) = shown else {
                return Err("a choice does not show in what a heap becomes");
            };
            // part = factor · choice + rest, so choice = factor · (part - rest).
            let rest = form.plus(-factor, &Form::variable(choice)).ok_or(TOO_LARGE)?;
            let part = Form::variable(PARTS + parts.remove(index));
            let value = part.plus(-1, &rest).and_then(|value| Form::default().plus(factor, &value));
            self.solved.insert(choice, value.ok_or(TOO_LARGE)?);
            self.free.retain(|free| *free != choice);
        }
        Ok(())
    }

    /// The form with the choices that are solved replaced by what they are.
    fn replaced(&self, form: &Form) -> Option<Form> {
        let start = Form { linear: Linear::constant(form.linear.constant), slack: form.slack };
        form.linear.terms.iter().try_fold(start, |sum, (variable, factor)| {
            match self.solved.get(variable) {
                Some(value) => sum.plus(*factor, value),
                None => sum.plus(*factor, &Form::variable(*variable)),
            }
        })
    }

    /// The sum of the absolute factors of heap and parts, and how large the rest is at most.
    fn size(&self, fact: &Form) -> Option<(Number, Number)> {
        let form = self.replaced(fact)?;
        let mut norm: Number = 0;
        let mut constant = form.linear.constant.checked_abs()?.checked_add(form.slack)?;
        for (variable, factor) in &form.linear.terms {
            let factor = factor.checked_abs()?;
            match self.finite.get(variable) {
                Some(most) => constant = constant.checked_add(factor.checked_mul(*most)?)?,
                None => norm = norm.checked_add(factor)?,
            }
        }
        Some((norm, constant))
    }
}

#[cfg(test)]
mod tests {
    use bouton_definition::{Component, Game};

    use super::*;

    /// What the theorem speaks of: t, R and β for M = 1, and M.
    struct Facts(u32, u64, u64, u64);

    impl Facts {
        /// M·n·Rⁿ⁻¹·(β + 1) + M. A number M·x + r with 0 ≤ r < M has factors M times as large, and a remainder that
        /// adds to β; another 1 makes strict inequalities weak.
        fn bound(&self) -> u64 {
            let Facts(parts, norm, constant, modulus) = *self;
            let largest_constant = constant + norm * (modulus - 1) + 1;
            let numbers = u64::from(parts) + 1;
            modulus * (numbers * (norm * modulus).pow(parts) * (largest_constant + 1)) + modulus
        }
    }

    fn bound_of(text: &str, constant: u64) -> Result<u64, Outside> {
        let game = Game::read(text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
        bound(game.lone().and_then(Component::program).expect("a text"), constant)
    }

    /// By hand, from the rows that the moves compare with 0.
    #[test]
    fn the_bound_is_that_of_the_theorem() {
        for (moves, facts) in [
            // p - n + 1, and the family's own constant 1 with the 1 of strict inequalities.
            ("move n' = n - 1", Facts(1, 2, 2, 1)),
            ("move n' = n - 9", Facts(1, 2, 9, 1)),
            ("move n' = 2 * n - 9, n < 9", Facts(1, 3, 9, 1)),
            ("move n' = n - 1, 5 * n != 100", Facts(1, 5, 100, 1)),
            ("move n' = n - 1, 3 * (n - 2) != 9", Facts(1, 3, 15, 1)),
            ("move n' = n - 1; legal n <= 77", Facts(1, 2, 77, 1)),
            ("move n' = n - 1, max(n, 30) < 47", Facts(1, 2, 47, 1)),
            ("move n' = n - 1, (n if n < 60 else 3) != 4", Facts(1, 2, 60, 1)),
            // |k| is at most 7, and so |k - 7| at most 14.
            ("move k in 1..7: n' = n - k", Facts(1, 2, 14, 1)),
            ("move k in {1, 3, 40}: n' = n - k", Facts(1, 2, 80, 1)),
            // k = n - p.
            ("move 1 <= k <= n: n' = n - k", Facts(1, 2, 2, 1)),
            ("move 1 <= k <= n, k != 50: n' = n - k", Facts(1, 2, 50, 1)),
            // A remainder of 6 is off by 5.
            ("move n' = n - 1, n mod 6 = 5", Facts(1, 2, 10, 6)),
            ("move n' = n - 1, 2 * (n mod 5) = 3", Facts(1, 2, 11, 5)),
            ("move n' = n - 1, n mod 6 = 1, n mod 4 = 1", Facts(1, 2, 6, 12)),
            ("move n' = n - 1, n not in {90, 95+7k}", Facts(1, 2, 95, 7)),
            ("move 1 <= k <= n, 3 * k != 100: n' = n - k", Facts(1, 6, 100, 1)),
        ] {
            let text = format!("game x; position n; {moves}");
            assert_eq!(bound_of(&text, 1), Ok(facts.bound()), "{text}");
        }
        // h - p - q - 2.
        let split = "game x; heaps h; move one h: h' = a + b where a + b = h - 2";
        assert_eq!(bound_of(split, 7), Ok(Facts(2, 3, 8, 1).bound()));
    }

    /// A choice that the new position does not show, or not alone, or only doubled; more cases than are looked at.
    #[test]
    fn what_has_no_bound_is_refused() {
        // A sum of this many numbers that are 0 or 1 can be as many forms as there are words of bits.
        let sum = |bits: u32| {
            let bit = |number: u32| format!("(1 if n = {number} else 0)");
            (0..bits).map(bit).collect::<Vec<_>>().join(" + ")
        };
        let hidden = Err("a choice does not show in what a heap becomes");
        for (moves, verdict) in [
            ("move 1 <= k <= n: n' = n - 2 * k".to_owned(), hidden),
            ("move 1 <= j <= n, 1 <= k <= n: n' = n - j - k".to_owned(), hidden),
            ("move 1 <= k <= n: n' = n - 1".to_owned(), hidden),
            (format!("move n' = n - 1, {} != {}", sum(6), sum(1)), Ok(())),
            (format!("move n' = n - 1, {} != 0", sum(7)), Err(TOO_MANY)),
            (format!("move n' = n - 1, {} != {}", sum(6), sum(6)), Err(TOO_MANY)),
        ] {
            let text = format!("game x; position n; {moves}");
            assert_eq!(bound_of(&text, 1).map(drop), verdict, "{text}");
        }
    }
}
