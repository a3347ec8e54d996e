//! Outcomes and winning moves, read off canonical forms.

use bouton_rules::{FiniteGame, Limits, Position, Refusal};
use bouton_short::{Form, Forms};
use bouton_values::{Outcome, Player};

use super::positions::PositionForms;
use crate::finding::{Solution, Value};

pub(super) fn solve(
    game: &FiniteGame,
    position: &Position,
    limits: &Limits,
) -> Result<Solution, Refusal> {
    let options = game.spec.option_bound(position);
    limits.check_memory("the list of all moves", options.saturating_mul(128))?;
    limits.check_steps("the list of all moves", options)?;
    let mut positions = PositionForms::new(game, Forms::new(limits.clone()));
    let form = positions.value(position)?;
    let outcome = positions.forms.outcome(form)?;
    let mut moves = Vec::new();
    for player in Player::BOTH {
        moves.push(winning(&mut positions, game, position, player)?);
    }
    let reasons = explain(&mut positions, position, outcome, &moves)?;
    let [left, right] = [0, 1].map(|side| moves[side].iter().map(|(to, _)| to.clone()).collect());
    let value = Some(Value::Game(positions.forms.text(form)?));
    Ok(Solution { outcome, value, left, right, unlisted: None, reasons })
}

/// A move to G wins for Left if G ≥ 0, for Right if G ≤ 0: the opponent moves next.
fn winning(
    positions: &mut PositionForms<'_>,
    game: &FiniteGame,
    position: &Position,
    mover: Player,
) -> Result<Vec<(Position, Form)>, Refusal> {
    let mut found = Vec::new();
    for option in game.spec.options(position, mover) {
        let form = positions.value(&option)?;
        let zero = positions.forms.zero()?;
        let wins = match mover {
            Player::Left => positions.forms.is_at_most(zero, form)?,
            Player::Right => positions.forms.is_at_most(form, zero)?,
        };
        if wins {
            found.push((option, form));
        }
    }
    Ok(found)
}

/// Longer texts of values are not put into sentences.
const LONGEST_TEXT: usize = 60;

fn explain(
    positions: &mut PositionForms<'_>,
    position: &Position,
    outcome: Outcome,
    moves: &[Vec<(Position, Form)>],
) -> Result<Vec<String>, Refusal> {
    let mut reasons = Vec::new();
    let parts = positions.parts(position)?;
    if parts.len() > 1 {
        let mut worths = Vec::new();
        for (part, form) in &parts {
            worths
                .push(format!("{part} has the value {}", short_text(&mut positions.forms, *form)?));
        }
        reasons.push(format!("the components add up: {}", worths.join(", ")));
    }
    let relation = match outcome {
        Outcome::L => "the value is positive",
        Outcome::R => "the value is negative",
        Outcome::P => "the value is 0",
        // Where there is a value, play ends.
        _ => "the value is confused with 0",
    };
    reasons.push(format!("{relation}: {}", outcome.sentence()));
    for (player, winning) in Player::BOTH.into_iter().zip(moves) {
        let sign = if player == Player::Left { "≥" } else { "≤" };
        if let Some((to, form)) = winning.first() {
            let value = short_text(&mut positions.forms, *form)?;
            reasons.push(format!(
                "{player}, moving first, leaves {to} with the value {value} {sign} 0"
            ));
        }
    }
    let (count, forms) = (positions.len(), positions.forms.len());
    reasons.push(format!("{count} positions were worked out, with {forms} canonical forms"));
    Ok(reasons)
}

fn short_text(forms: &mut Forms, form: Form) -> Result<String, Refusal> {
    let text = forms.text(form)?;
    Ok(if text.chars().count() <= LONGEST_TEXT { text } else { "a longer form".to_owned() })
}
