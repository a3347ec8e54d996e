//! Compares conditions of the rule language with the lost positions that are proved.

use bouton_automata::{Automaton, Numeration, Order, Relation, System};
use bouton_lang::formula::{Formula, Outside};
use bouton_lang::{Condition, Program, check, parse};
use bouton_values::{Limits, Meter, Player, Refusal};

use crate::compile::Compiler;
use crate::table::Listed;
use crate::{Theorem, meter};

/// The result of comparing a condition with the lost positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConditionResult {
    /// The condition holds exactly in the lost positions.
    Same,
    /// The condition is wrong in these positions and no others.
    But(Vec<Vec<u128>>),
    /// The condition is wrong in more positions than can be listed; this one has the least sum of its numbers.
    Differs(Vec<u128>),
}

/// More positions are not listed.
const MOST_EXCEPTIONS: usize = 64;

/// Reads a condition on numbers of these names.
///
/// ```
/// let names = ["a".to_owned(), "b".to_owned()];
/// assert!(bouton_prove::condition("a xor b = 0", &names).is_ok());
/// assert!(bouton_prove::condition("a * b = 6", &names).is_err());
/// ```
pub fn condition(text: &str, names: &[String]) -> Result<Formula, Outside> {
    let program = program(text, names).map_err(Outside)?;
    program.condition(&Condition::All(program.legal.clone()), None)
}

/// A program whose legal positions are those in which the condition holds.
fn program(text: &str, names: &[String]) -> Result<Program, String> {
    let first = names.first().ok_or("a position needs a number")?;
    let rules = format!(
        "game condition\nposition {}\nlegal {text}\nmove {first}' = {first} - 1",
        names.join(", ")
    );
    let (tree, mistakes) = parse(&rules);
    let first_mistake = |mistakes: &[bouton_lang::Diagnostic]| {
        let worst = mistakes.iter().find(|one| one.severity == bouton_lang::Severity::Error);
        worst.map(|one| format!("the condition cannot be read: {}", one.message))
    };
    if let Some(mistake) = first_mistake(&mistakes) {
        return Err(mistake);
    }
    let (program, mistakes) = check(&tree);
    match (program, first_mistake(&mistakes)) {
        (Some(program), None) => Ok(program),
        (_, mistake) => Err(mistake.unwrap_or("the condition cannot be read".to_owned())),
    }
}

impl Theorem {
    /// Is the formula true exactly in the lost positions? Positions that are not legal do not count.
    pub fn compare(&self, formula: &Formula, limits: &Limits) -> Result<ConditionResult, Refusal> {
        let mut meter = meter(limits);
        let mut compiler = Compiler::new(self.numeration);
        let position: Vec<usize> = (0..self.numbers).collect();
        let said = compiler.relation(formula, &mut meter)?;
        let said = said.over(self.numeration, &position, &mut meter)?;
        self.compare_set(&said, &mut meter)
    }

    /// Compares a set, instead of a formula, with the lost positions.
    pub(crate) fn compare_set(
        &self,
        said: &Automaton,
        meter: &mut Meter,
    ) -> Result<ConditionResult, Refusal> {
        let said = said.product(&self.legal, |said, legal| said && legal, meter)?;
        let wrong = said.product(&self.sets[0], |said, lost| said != lost, meter)?;
        let Some(first) = wrong.least(self.numeration, meter)? else {
            return Ok(ConditionResult::Same);
        };
        if !wrong.is_finite(self.numeration, meter)? {
            return Ok(ConditionResult::Differs(first));
        }
        Ok(match wrong.elements(self.numeration, MOST_EXCEPTIONS, meter)? {
            Some(exceptions) => ConditionResult::But(exceptions),
            None => ConditionResult::Differs(first),
        })
    }

    /// Is what is proved of positions of one number eventually periodic? Nothing if positions have more numbers.
    ///
    /// It is if there are p ≥ 1 and m such that the same is true of n and n + p, for all n ≥ m.
    pub fn is_periodic(&self, limits: &Limits) -> Result<Option<bool>, Refusal> {
        if self.numbers != 1 {
            return Ok(None);
        }
        let (numeration, mut meter) = (self.numeration, meter(limits));
        let meter = &mut meter;
        let mut compiler = Compiler::new(numeration);
        // n is 0, p is 1, n + p is 2, m is 3, a nim-value is 4.
        let form = |terms: &[(usize, i128)], constant| {
            bouton_lang::linear::Linear::of(terms, constant).unwrap_or_default()
        };
        let sum = Formula::Zero(form(&[(0, 1), (1, 1), (2, -1)], 0));
        let sum = compiler.relation(&sum, meter)?;
        let beyond =
            compiler.relation(&Formula::NotNegative(form(&[(0, 1), (3, -1)], 0)), meter)?;
        // p is at least 1, and no set differs at n and n + p for an n ≥ m.
        let mut holds = compiler.relation(&Formula::NotNegative(form(&[(1, 1)], -1)), meter)?;
        for set in &self.sets {
            let names = |number: usize| if self.values { vec![number, 4] } else { vec![number] };
            let one = Relation::new(numeration, set, &names(0), meter)?;
            let other = Relation::new(numeration, set, &names(2), meter)?;
            let differ = one.joined(&other, numeration, |a, b| a != b, meter)?;
            let gone = |one: usize| one == 2 || one == 4;
            let differ = differ.joined_without(&sum, numeration, gone, meter)?;
            let fails = differ.joined_without(&beyond, numeration, |one| one == 0, meter)?;
            let fits = fails.negated(numeration, meter)?;
            holds = holds.joined(&fits, numeration, |a, b| a && b, meter)?;
        }
        Ok(Some(!holds.automaton().is_empty()))
    }

    /// Is the position lost for the player to move? For one set only.
    #[must_use]
    pub fn is_lost(&self, position: &[u128]) -> bool {
        self.sets[0].contains(self.numeration, position)
    }
}

/// Is a formula without free variables true?
pub fn decide(formula: &Formula, numeration: Numeration, limits: &Limits) -> Result<bool, Refusal> {
    let relation = Compiler::new(numeration).relation(formula, &mut meter(limits))?;
    Ok(relation.variables().is_empty() && relation.automaton().contains(numeration, &[]))
}

/// A predicate that says in which positions a formula about their numbers holds.
pub fn holds_at(formula: &Formula, limits: &Limits) -> Result<impl Fn(&[u64]) -> bool, Refusal> {
    let numeration = Numeration { system: System::Base(2), order: Order::Most };
    let mut meter = meter(limits);
    let relation = Compiler::new(numeration).relation(formula, &mut meter)?;
    Ok(move |position: &[u64]| {
        let numbers = relation.variables().iter().map(|place| u128::from(position[*place]));
        relation.automaton().contains(numeration, &numbers.collect::<Vec<_>>())
    })
}

/// The legal positions with few tokens, by the sum of their numbers and then in order, and whether the player to move
/// loses; as many as asked for. Solved one by one from the options that the rules list.
pub fn positions_by_sum(
    program: &Program,
    numbers: usize,
    most: usize,
    limits: &Limits,
) -> Result<Vec<(Vec<u64>, bool)>, Refusal> {
    let mut listed = Listed::new(program, false, false);
    let mut meter = meter(limits);
    let mut found = Vec::new();
    for sum in 0..=most as u64 {
        for position in with_sum(numbers, sum) {
            if found.len() == most {
                return Ok(found);
            }
            if program.is_legal(&position) {
                let lost = listed.loses(position.clone(), Player::Left, &mut meter)?;
                found.push((position, lost));
            }
        }
    }
    Ok(found)
}

/// All tuples with this sum, in order.
fn with_sum(numbers: usize, sum: u64) -> Vec<Vec<u64>> {
    match numbers {
        0 => Vec::new(),
        1 => vec![vec![sum]],
        _ => (0..=sum)
            .flat_map(|first| {
                with_sum(numbers - 1, sum - first)
                    .into_iter()
                    .map(move |rest| [&[first][..], &rest].concat())
            })
            .collect(),
    }
}

/// A move to a lost position, if there is one.
pub fn winning_move(
    program: &Program,
    position: &[u64],
    limits: &Limits,
) -> Result<Option<Vec<u64>>, Refusal> {
    let mut listed = Listed::new(program, false, false);
    let mut meter = meter(limits);
    for option in program.options_within(position, Player::Left, limits)? {
        if listed.loses(option.clone(), Player::Right, &mut meter)? {
            return Ok(Some(option));
        }
    }
    Ok(None)
}
