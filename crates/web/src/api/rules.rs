use axum::Json;
use axum::extract::State;
use bouton_lab::render::{self, diagnostics};
use bouton_lab::{
    Formatted, RuleText, check_rules, explain, format_rules, game_of_rules, has_charts, has_slices,
    numbers_of, picture_of, usual_start,
};
use serde::Deserialize;
use serde_json::{Value, json};

use super::Viewed;
use crate::asked::Asked;
use crate::pool::Weight;
use crate::state::Shared;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rules {
    text: String,
    /// Values for parameters without any, with | between them.
    #[serde(default)]
    arguments: String,
}

/// `POST /api/rules`
pub(crate) async fn rules(State(state): State<Shared>, Asked(asked): Asked<Rules>) -> Viewed {
    let weight = Weight::quick(&asked.text, "rules");
    let found = state.pool.run(weight, move |_| {
        let source = RuleText::from(RuleText::TYPED, asked.text.as_bytes())?;
        let found = check_rules(&source.text);
        let mut mistakes = diagnostics::json(&source, &found.diagnostics);
        mistakes.iter_mut().for_each(|mistake| add_offsets(&source.text, mistake));
        let mut view = json!({
            "ok": found.is_game(),
            "name": found.game,
            "positions": found.positions,
            "stand_ins": found.stand_ins,
            "mistakes": mistakes,
            "tally": diagnostics::tally(&found.diagnostics),
            "formatted": formatted(&source.text),
            "explanation": Value::Null,
            "game": Value::Null,
        });
        match found.is_game().then(|| game_of_rules(&source.text, &asked.arguments)) {
            Some(Ok(game)) => {
                view["explanation"] = render::explain::json(&explain(&game, None));
                view["game"] = json!(game.text());
                view["start"] = json!(usual_start(&game).map(|position| position.to_string()));
                view["picture"] = json!(picture_of(&game));
                view["charts"] = json!(has_charts(&game));
                view["slices"] = json!(has_slices(&game));
                view["numbers"] = json!(numbers_of(&game));
            }
            // The text is sound, but a parameter has no value.
            Some(Err(bouton_lab::Unread::Refused(refusal))) => {
                view["needs"] = json!(format!("{refusal}: {}", refusal.help()));
            }
            Some(Err(_)) | None => {}
        }
        Ok(view)
    });
    found.await.map(Json)
}

/// The text as it should look, unless it looks so or cannot be read.
fn formatted(text: &str) -> Option<String> {
    match format_rules(text) {
        Formatted::Changed(text) => Some(text),
        Formatted::Unchanged | Formatted::Mistaken(_) => None,
    }
}

/// Where a mistake starts and ends, counted as browsers count: in units of UTF-16.
fn add_offsets(text: &str, mistake: &mut Value) {
    let place = |line: &str, column: &str| {
        let number = |key: &str| mistake[key].as_u64().unwrap_or(1).max(1) as usize - 1;
        let before = text.split_inclusive('\n').take(number(line)).map(units).sum::<usize>();
        let here = text.split_inclusive('\n').nth(number(line)).unwrap_or_default();
        before + here.chars().take(number(column)).map(char::len_utf16).sum::<usize>()
    };
    let (start, end) = (place("line", "column"), place("end_line", "end_column"));
    mistake["start"] = json!(start);
    mistake["end"] = json!(end);
}

fn units(text: &str) -> usize {
    text.chars().map(char::len_utf16).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_count_as_browsers_do() {
        let text = "# 𝒩\nmove é x";
        let mut mistake = json!({ "line": 2, "column": 8, "end_line": 2, "end_column": 9 });
        add_offsets(text, &mut mistake);
        let units: Vec<u16> = text.encode_utf16().collect();
        let at = |key: &str| mistake[key].as_u64().unwrap_or_default() as usize;
        assert_eq!(String::from_utf16_lossy(&units[at("start")..at("end")]), "x");
    }
}
