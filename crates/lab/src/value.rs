//! Values of short games: evaluates an expression, compares two, and lists the games born by a day.

use std::sync::Arc;

use bouton_ask as ask;
use bouton_ask::{Birthday, ComparedValues, ThermographView, ValueView, ValuedGame};
use bouton_rules::{Limits, Refusal};
use bouton_short::{Expression, Form, Forms, Input, Thermograph, Trajectory};
use bouton_values::{Outcome, Player};

use crate::questions::{Answerable, Desk};
use crate::render::grid::{AsGrid, Grid, row};
use crate::render::scene::Scene;
use crate::render::style::{FAINT, STRONG, of_outcome, paint};
use crate::render::{AsText, Sheet, plain_list, thermograph};
use crate::rules_file::ReadError;

/// The answer to an expression of the calculator.
#[derive(Clone, Debug)]
pub struct ValueAnswer {
    /// The value of the game, or the comparison of two games.
    pub view: ValueView,
    thermograph: Option<Arc<Thermograph>>,
}

impl ValueAnswer {
    /// A drawing of the thermograph; refused for a comparison.
    pub fn thermograph(&self) -> Result<Scene, Refusal> {
        match (&self.view, &self.thermograph) {
            (ValueView::Game(game), Some(walls)) => thermograph::scene(&game.value, walls),
            _ => Err(Refusal::bad("a comparison has no thermograph", "give a single game")),
        }
    }
}

/// Evaluates an expression, or compares two.
///
/// ```
/// use bouton_lab::{ask::ValueView, value, rules::Limits};
///
/// let found = value("{1|-1} + *2 - ^", &Limits::default())?;
/// assert!(matches!(found.view, ValueView::Game(game) if game.temperature == "1"));
/// # Ok::<(), bouton_lab::rules::Refusal>(())
/// ```
pub fn value(text: &str, limits: &Limits) -> Result<ValueAnswer, Refusal> {
    let mut forms = Forms::new(limits.clone());
    let input = Input::parse(text)?;
    let left = input.left.evaluate(&mut forms)?;
    let Some((relation, right)) = &input.relation else { return game(&mut forms, text, left) };
    let right = right.evaluate(&mut forms)?;
    let comparison = forms.compare(left, right)?;
    let holds = relation.holds(comparison);
    let view = ValueView::Comparison(ComparedValues {
        expression: text.to_owned(),
        left: forms.text(left)?,
        right: forms.text(right)?,
        comparison: comparison.symbol().to_owned(),
        relation: holds.map(|_| relation.symbol().to_owned()),
        holds,
    });
    Ok(ValueAnswer { view, thermograph: None })
}

/// The canonical form of an expression, as text.
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

fn game(forms: &mut Forms, expression: &str, form: Form) -> Result<ValueAnswer, Refusal> {
    let atomic_weight = forms.atomic_weight(form)?;
    let reduced = forms.reduced(form)?;
    let thermograph = forms.thermograph(form)?;
    let [left_options, right_options] =
        options(forms, form)?.map_or([None, None], |both| both.map(Some));
    let birthday = forms.birthday(form)?;
    let view = ValuedGame {
        expression: expression.to_owned(),
        value: forms.text(form)?,
        latex: forms.latex(form)?,
        outcome: forms.outcome(form)?.letter().to_string(),
        left_options,
        right_options,
        birthday: match u64::try_from(&birthday) {
            Ok(day) => Birthday::Day(day),
            Err(_) => Birthday::Digits(birthday.to_string()),
        },
        left_stop: forms.left_stop(form)?.to_string(),
        right_stop: forms.right_stop(form)?.to_string(),
        mean: thermograph.mean().to_string(),
        temperature: thermograph.temperature().to_string(),
        thermograph: ThermographView {
            left: wall(&thermograph.left),
            right: wall(&thermograph.right),
        },
        kind: kind(forms, form)?.to_owned(),
        is_number: forms.is_number(form),
        is_infinitesimal: forms.is_infinitesimal(form),
        is_all_small: forms.is_all_small(form)?,
        atomic_weight: atomic_weight.map(|weight| forms.text(weight)).transpose()?,
        reduced: forms.text(reduced)?,
        // Last, because sums of large games may exceed the limits.
        incentives: incentives(forms, form)?,
    };
    Ok(ValueAnswer { view: ValueView::Game(Box::new(view)), thermograph: Some(thermograph) })
}

/// A wall of a thermograph as `[temperature, value]` at each turn, from below.
fn wall(wall: &Trajectory) -> Vec<[String; 2]> {
    wall.breakpoints().iter().map(|(t, value)| [t.to_string(), value.to_string()]).collect()
}

/// The kind of a game in words: a number, an infinitesimal, …
fn kind(forms: &mut Forms, form: Form) -> Result<&'static str, Refusal> {
    Ok(match (forms.is_number(form), forms.is_infinitesimal(form)) {
        (true, _) => "a number",
        (_, true) if forms.is_all_small(form)? => "an infinitesimal, all-small",
        (_, true) => "an infinitesimal",
        _ if forms.left_stop(form)? == forms.right_stop(form)? => "a number plus an infinitesimal",
        _ => "hot: both want to move",
    })
}

/// The most steps for the incentives, so that the value does not wait for them.
const INCENTIVE_STEPS: u64 = 4_000_000;

/// The most options that are written down.
const MOST_OPTIONS: usize = 1000;

/// Does the form have too many options to list? The nimber `*n` has n of them.
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

impl Answerable for ask::Value {
    fn answer(&self, desk: &Desk) -> Result<ValueView, ReadError> {
        Ok(value(&self.expression, &desk.limits)?.view)
    }
}

impl Answerable for ask::Born {
    fn answer(&self, desk: &Desk) -> Result<ask::BornView, ReadError> {
        let mut forms = Forms::new(desk.limits.clone());
        let games = forms.born_by(self.day)?;
        let mut games = texts(&mut forms, &games)?;
        games.sort_by_key(|name| (name.chars().count(), name.clone()));
        Ok(ask::BornView { day: self.day, count: games.len(), games })
    }
}

/// Longer texts are cut, unless `all` is set.
const LONGEST: usize = 240;
/// The most games of a day that are shown, unless `all` is set.
const SHOWN: usize = 100;
/// How wide labels are.
const LABEL: usize = 16;
/// The line width for the games of a day.
const WIDTH: usize = 76;

impl AsText for ValueView {
    fn text(&self, all: bool) -> String {
        match self {
            ValueView::Game(game) => game_text(game, all),
            ValueView::Comparison(compared) => comparison_text(compared, all),
        }
    }
}

fn game_text(game: &ValuedGame, all: bool) -> String {
    let mut sheet = Sheet::wide(paint(STRONG, cut(&game.value, all)), LABEL);
    if let Ok(outcome) = game.outcome.parse::<Outcome>() {
        let letter = paint(of_outcome(outcome), outcome);
        sheet.part("outcome", [format!("{letter}  {}", outcome.sentence())]);
    }
    sheet.part("kind", [game.kind.clone()]);
    let stops = format!("{} if Left begins, {} if Right begins", game.left_stop, game.right_stop);
    sheet.part("stops", [stops]);
    sheet.part("mean", [game.mean.clone()]);
    sheet.part("temperature", [game.temperature.clone()]);
    let birthday = match &game.birthday {
        Birthday::Day(day) => day.to_string(),
        Birthday::Digits(digits) => digits.clone(),
    };
    sheet.part("birthday", [birthday]);
    sheet.part("atomic weight", game.atomic_weight.iter().map(|weight| cut(weight, all)));
    if game.reduced != game.value {
        sheet.part("reduced", [cut(&game.reduced, all)]);
    }
    for (player, options) in Player::BOTH.iter().zip([&game.left_options, &game.right_options]) {
        sheet.part(&format!("{player}'s options"), [list(options.as_ref(), all)]);
    }
    sheet.part("incentives", [list(game.incentives.as_ref(), all)]);
    sheet.text()
}

fn list(games: Option<&Vec<String>>, all: bool) -> String {
    match games {
        None => paint(FAINT, "too many or too large to write down"),
        Some(games) if games.is_empty() => paint(FAINT, "none"),
        Some(games) => cut(&games.join("  "), all),
    }
}

fn cut(text: &str, all: bool) -> String {
    let length = text.chars().count();
    if all || length <= LONGEST {
        return text.to_owned();
    }
    let start: String = text.chars().take(LONGEST).collect();
    format!("{start}… ({length} characters, --all)")
}

fn comparison_text(compared: &ComparedValues, all: bool) -> String {
    let [left, right] = [&compared.left, &compared.right].map(|game| cut(game, all));
    let symbol = paint(STRONG, &compared.comparison);
    let verdict = match (&compared.relation, compared.holds) {
        (Some(relation), Some(true)) => format!("\n  {relation} holds\n"),
        (Some(relation), Some(false)) => format!("\n  {relation} does not hold\n"),
        _ => String::new(),
    };
    format!("{left}  {symbol}  {right}\n{verdict}")
}

impl AsText for ask::BornView {
    fn text(&self, all: bool) -> String {
        let shown = if all { self.games.len() } else { self.games.len().min(SHOWN) };
        let are = if self.games.len() == 1 { "game is" } else { "games are" };
        let day = self.day;
        let mut text = format!("{} {are} born by day {day}\n\n", paint(STRONG, self.games.len()));
        for line in plain_list(&self.games[..shown], "  ", WIDTH) {
            text += &format!("  {line}\n");
        }
        if shown < self.games.len() {
            text += &paint(FAINT, format!("  … {} more (--all)\n", self.games.len() - shown));
        }
        text
    }
}

impl AsGrid for ValueView {
    fn grid(&self) -> Grid<'_> {
        let some = |name: &str, value: &str| row([name, value]);
        let rows = match self {
            ValueView::Comparison(compared) => vec![
                some("left", &compared.left),
                some("comparison", &compared.comparison),
                some("right", &compared.right),
            ],
            ValueView::Game(game) => vec![
                some("value", &game.value),
                some("outcome", &game.outcome),
                some("kind", &game.kind),
                some("left stop", &game.left_stop),
                some("right stop", &game.right_stop),
                some("mean", &game.mean),
                some("temperature", &game.temperature),
                vec![Some("atomic weight".to_owned()), game.atomic_weight.clone()],
                some("reduced", &game.reduced),
            ],
        };
        Grid::new(["property", "value"], rows)
    }
}
