//! What is known of a short game, for people and for programs.

use bouton_ask::{Birthday, ComparedValues, ThermographView, ValueView, ValuedGame};
use bouton_values::Player;

use super::plain_list;
use super::style::{FAINT, STRONG, of_outcome, paint};
use crate::value::{Compared, Properties, Valued};

/// Longer texts are cut without `all`.
const LONGEST: usize = 240;
/// Games of a day that are shown without `all`.
const SHOWN: usize = 100;
const WIDTH: usize = 76;

/// For people, with colours.
#[must_use]
pub fn text(found: &Valued, all: bool) -> String {
    match found {
        Valued::Game(game) => properties(game, all),
        Valued::Comparison(compared) => comparison(compared, all),
    }
}

fn properties(game: &Properties, all: bool) -> String {
    let mut lines = vec![paint(STRONG, cut(&game.text, all)), String::new()];
    let mut line = |label: &str, text: String| {
        lines.push(format!("  {}{text}", paint(FAINT, format!("{label:<16}"))));
    };
    let outcome = paint(of_outcome(game.outcome), game.outcome);
    line("outcome", format!("{outcome}  {}", game.outcome.sentence()));
    line("kind", kind(game));
    let [left, right] = &game.stops;
    line("stops", format!("{left} if Left begins, {right} if Right begins"));
    line("mean", game.mean.to_string());
    line("temperature", game.temperature.to_string());
    line("birthday", game.birthday.to_string());
    if let Some(weight) = &game.atomic_weight {
        line("atomic weight", cut(weight, all));
    }
    if game.reduced != game.text {
        line("reduced", cut(&game.reduced, all));
    }
    for player in Player::BOTH {
        let options = game.options.as_ref().map(|options| &options[player.index()]);
        line(&format!("{player}'s options"), list(options, all));
    }
    line("incentives", list(game.incentives.as_ref(), all));
    lines.join("\n") + "\n"
}

fn list(games: Option<&Vec<String>>, all: bool) -> String {
    match games {
        None => paint(FAINT, "too many or too large to write down"),
        Some(games) if games.is_empty() => paint(FAINT, "none"),
        Some(games) => cut(&games.join("  "), all),
    }
}

/// What kind of game it is, in words.
fn kind(game: &Properties) -> String {
    let [left, right] = &game.stops;
    let kind = match (game.is_number, game.is_infinitesimal, left == right) {
        (true, ..) => "a number",
        (_, true, _) if game.is_all_small => "an infinitesimal, all-small",
        (_, true, _) => "an infinitesimal",
        (.., true) => "a number plus an infinitesimal",
        _ => "hot: both want to move",
    };
    kind.to_owned()
}

fn cut(text: &str, all: bool) -> String {
    let length = text.chars().count();
    if all || length <= LONGEST {
        return text.to_owned();
    }
    let start: String = text.chars().take(LONGEST).collect();
    format!("{start}… ({length} characters, --all)")
}

fn comparison(compared: &Compared, all: bool) -> String {
    let [left, right] = compared.games.each_ref().map(|game| cut(game, all));
    let symbol = paint(STRONG, compared.comparison.symbol());
    let verdict = match &compared.asked {
        None => String::new(),
        Some((relation, true)) => format!("\n  {} holds\n", relation.symbol()),
        Some((relation, false)) => format!("\n  {} does not hold\n", relation.symbol()),
    };
    format!("{left}  {symbol}  {right}\n{verdict}")
}

/// For programs.
#[must_use]
pub fn view(expression: &str, found: &Valued) -> ValueView {
    let expression = expression.to_owned();
    match found {
        Valued::Game(game) => {
            let [left_options, right_options] = match &game.options {
                Some([left, right]) => [Some(left.clone()), Some(right.clone())],
                None => [None, None],
            };
            ValueView::Game(Box::new(ValuedGame {
                expression,
                value: game.text.clone(),
                latex: game.latex.clone(),
                outcome: game.outcome.letter().to_string(),
                left_options,
                right_options,
                birthday: match u64::try_from(&game.birthday) {
                    Ok(day) => Birthday::Day(day),
                    Err(_) => Birthday::Digits(game.birthday.to_string()),
                },
                left_stop: game.stops[0].to_string(),
                right_stop: game.stops[1].to_string(),
                mean: game.mean.to_string(),
                temperature: game.temperature.to_string(),
                thermograph: ThermographView {
                    left: wall(&game.thermograph.left),
                    right: wall(&game.thermograph.right),
                },
                kind: kind(game),
                is_number: game.is_number,
                is_infinitesimal: game.is_infinitesimal,
                is_all_small: game.is_all_small,
                atomic_weight: game.atomic_weight.clone(),
                reduced: game.reduced.clone(),
                incentives: game.incentives.clone(),
            }))
        }
        Valued::Comparison(compared) => {
            let [left, right] = compared.games.clone();
            ValueView::Comparison(ComparedValues {
                expression,
                left,
                right,
                comparison: compared.comparison.symbol().to_owned(),
                relation: compared.asked.map(|(relation, _)| relation.symbol().to_owned()),
                holds: compared.asked.map(|(_, holds)| holds),
            })
        }
    }
}

/// A wall as [temperature, value] at each turn, from below.
fn wall(wall: &bouton_short::Trajectory) -> Vec<[String; 2]> {
    wall.breakpoints().iter().map(|(t, value)| [t.to_string(), value.to_string()]).collect()
}

/// The games born by a day, for people.
#[must_use]
pub fn born_text(day: u32, games: &[String], all: bool) -> String {
    let shown = if all { games.len() } else { games.len().min(SHOWN) };
    let are = if games.len() == 1 { "game is" } else { "games are" };
    let mut text = format!("{} {are} born by day {day}\n\n", paint(STRONG, games.len()));
    for line in plain_list(&games[..shown], "  ", WIDTH) {
        text += &format!("  {line}\n");
    }
    if shown < games.len() {
        text += &paint(FAINT, format!("  … {} more (--all)\n", games.len() - shown));
    }
    text
}
