//! What is known of a short game.

use std::sync::Arc;

use bouton_rules::{Limits, Refusal};
use bouton_short::{Comparison, Dyadic, Expression, Form, Forms, Input, Relation, Thermograph};
use bouton_values::{Outcome, Player};
use dashu_int::UBig;

/// The answer to an expression.
#[derive(Clone, Debug)]
pub enum Valued {
    /// One game, and what is known of it.
    Game(Box<Properties>),
    /// Two games, and how they compare.
    Comparison(Compared),
}

/// What is known of a short game.
#[derive(Clone, Debug)]
pub struct Properties {
    /// The canonical form.
    pub text: String,
    /// The same in the notation of mathematics.
    pub latex: String,
    /// Who wins.
    pub outcome: Outcome,
    /// The options of Left and of Right; `None` if there are too many to write down.
    pub options: Option<[Vec<String>; 2]>,
    /// The day on which the canonical form is born.
    pub birthday: UBig,
    /// Where play stops if Left begins, and if Right begins.
    pub stops: [Dyadic; 2],
    /// The mean.
    pub mean: Dyadic,
    /// The temperature.
    pub temperature: Dyadic,
    /// The thermograph.
    pub thermograph: Arc<Thermograph>,
    /// Is it a number?
    pub is_number: bool,
    /// Are both stops 0?
    pub is_infinitesimal: bool,
    /// Can Left move in it, and in all that follows, if and only if Right can?
    pub is_all_small: bool,
    /// The atomic weight, if it has one.
    pub atomic_weight: Option<String>,
    /// The reduced canonical form.
    pub reduced: String,
    /// The incentives that no other dominates; `None` if they exceed a limit.
    pub incentives: Option<Vec<String>>,
}

/// How two games compare.
#[derive(Clone, Debug)]
pub struct Compared {
    /// The games.
    pub games: [String; 2],
    /// How the first relates to the second.
    pub comparison: Comparison,
    /// The relation that was asked about, and whether it holds.
    pub asked: Option<(Relation, bool)>,
}

/// Evaluates an expression, or compares two.
///
/// ```
/// use bouton_lab::{Valued, value};
/// use bouton_lab::rules::Limits;
///
/// let Valued::Game(found) = value("{1|-1} + *2 - ^", &Limits::default())? else { unreachable!() };
/// assert_eq!(found.temperature.to_string(), "1");
/// # Ok::<(), bouton_lab::rules::Refusal>(())
/// ```
pub fn value(text: &str, limits: &Limits) -> Result<Valued, Refusal> {
    let mut forms = Forms::new(limits.clone());
    let input = Input::parse(text)?;
    let left = input.left.evaluate(&mut forms)?;
    let Some((relation, right)) = &input.relation else {
        return properties(&mut forms, left).map(|found| Valued::Game(Box::new(found)));
    };
    let right = right.evaluate(&mut forms)?;
    let comparison = forms.compare(left, right)?;
    let asked = relation.holds(comparison).map(|holds| (*relation, holds));
    let games = [forms.text(left)?, forms.text(right)?];
    Ok(Valued::Comparison(Compared { games, comparison, asked }))
}

/// The canonical form of an expression, and nothing else about it.
///
/// ```
/// use bouton_lab::canonical;
/// use bouton_lab::rules::Limits;
///
/// assert_eq!(canonical("{0|*} + {0|*} - ^", &Limits::default())?, "^");
/// # Ok::<(), bouton_lab::rules::Refusal>(())
/// ```
pub fn canonical(text: &str, limits: &Limits) -> Result<String, Refusal> {
    let mut forms = Forms::new(limits.clone());
    let form = Expression::parse(text)?.evaluate(&mut forms)?;
    forms.text(form)
}

fn properties(forms: &mut Forms, form: Form) -> Result<Properties, Refusal> {
    let atomic_weight = forms.atomic_weight(form)?;
    let reduced = forms.reduced(form)?;
    Ok(Properties {
        text: forms.text(form)?,
        latex: forms.latex(form)?,
        outcome: forms.outcome(form)?,
        options: options(forms, form)?,
        birthday: forms.birthday(form)?,
        stops: [forms.left_stop(form)?, forms.right_stop(form)?],
        mean: forms.mean(form)?,
        temperature: forms.temperature(form)?,
        thermograph: forms.thermograph(form)?,
        is_number: forms.is_number(form),
        is_infinitesimal: forms.is_infinitesimal(form),
        is_all_small: forms.is_all_small(form)?,
        atomic_weight: atomic_weight.map(|weight| forms.text(weight)).transpose()?,
        reduced: forms.text(reduced)?,
        // Last, as sums of large games may exceed the limits.
        incentives: incentives(forms, form)?,
    })
}

/// Steps that the incentives may take: nobody waits for them who wants the value.
const INCENTIVE_STEPS: u64 = 4_000_000;

/// More options than this are not written down.
const MOST_OPTIONS: usize = 1000;

/// Large nimbers have as many options as they say.
fn has_many_options(forms: &Forms, form: Form) -> bool {
    forms.simple(form).is_some_and(|simple| simple.nimber > MOST_OPTIONS as u64)
}

fn options(forms: &mut Forms, form: Form) -> Result<Option<[Vec<String>; 2]>, Refusal> {
    if has_many_options(forms, form) {
        return Ok(None);
    }
    let left = forms.options(form, Player::Left)?.to_vec();
    let right = forms.options(form, Player::Right)?.to_vec();
    Ok(Some([texts(forms, &left)?, texts(forms, &right)?]))
}

fn incentives(forms: &mut Forms, form: Form) -> Result<Option<Vec<String>>, Refusal> {
    if has_many_options(forms, form) {
        return Ok(None);
    }
    forms.attempt(INCENTIVE_STEPS, |forms| {
        let incentives = forms.incentives(form)?;
        texts(forms, &incentives)
    })
}

fn texts(forms: &mut Forms, list: &[Form]) -> Result<Vec<String>, Refusal> {
    list.iter().map(|form| forms.text(*form)).collect()
}

/// All games born by a day, by name.
pub fn games_born_by(day: u32, limits: &Limits) -> Result<Vec<String>, Refusal> {
    let mut forms = Forms::new(limits.clone());
    let games = forms.born_by(day)?;
    let mut names = texts(&mut forms, &games)?;
    names.sort_by_key(|name| (name.chars().count(), name.clone()));
    Ok(names)
}
