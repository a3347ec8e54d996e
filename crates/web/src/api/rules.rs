//! Rule texts: their mistakes, and what is understood of them.

use axum::Json;
use axum::extract::State;
use bouton_lab::ask::{ExplainView, Facts, Mistake};
use bouton_lab::render::diagnostics;
use bouton_lab::{
    Formatted, RuleText, Unread, check_rules, explain, facts, format_rules, game_of_rules,
    usual_start,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Viewed;
use crate::asked::Asked;
use crate::pool::Weight;
use crate::problem::Problem;
use crate::problem::help_here;
use crate::state::Shared;

/// A rule text.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rules {
    /// The text.
    text: String,
    /// Values for parameters without any, with | between them.
    #[serde(default)]
    arguments: String,
}

impl Rules {
    /// A game, a game with a parameter, and a text with a mistake.
    pub(crate) fn examples() -> Vec<Rules> {
        let rules = |text: &str, arguments: &str| Rules {
            text: text.to_owned(),
            arguments: arguments.to_owned(),
        };
        vec![
            rules("game take\nposition n\nmove k in 1 .. 3: n' = n - k\n", ""),
            rules("game take(S)\nposition n\nmove s in S: n' = n - s\n", "1,3"),
            rules("game take\nposition n\nmove k in 1 .. : n' = n - k\n", ""),
        ]
    }
}

/// What is understood of a rule text.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct RulesPage {
    /// Is it a game?
    ok: bool,
    /// What the game is called.
    name: Option<String>,
    /// What its positions are.
    positions: Option<String>,
    /// Values that stood in for parameters without any.
    stand_ins: Vec<String>,
    /// The mistakes and warnings.
    mistakes: Vec<MistakeAt>,
    /// How many mistakes there are, in words.
    tally: Option<String>,
    /// The text in the usual layout, if it is not.
    formatted: Option<String>,
    /// What is understood of the game.
    explanation: Option<ExplainView>,
    /// What to ask for as a game.
    game: Option<String>,
    /// Which parameter has no value.
    #[serde(skip_serializing_if = "Option::is_none")]
    needs: Option<String>,
    /// What the page shows of the game.
    #[serde(flatten)]
    shown: Option<Shown>,
}

/// What the page shows of a game.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Shown {
    /// The usual start.
    start: Option<String>,
    /// How it is drawn, what it can be asked, how it ends.
    #[serde(flatten)]
    facts: Facts,
}

/// A mistake, and where it starts and ends, counted as browsers count: in units of UTF-16.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct MistakeAt {
    /// The mistake.
    #[serde(flatten)]
    mistake: Mistake,
    /// Where it starts.
    start: usize,
    /// Where it ends.
    end: usize,
}

/// `POST /api/rules`
pub(crate) async fn rules(
    State(state): State<Shared>,
    Asked(asked): Asked<Rules>,
) -> Viewed<RulesPage> {
    let weight = Weight::quick(&asked.text, "rules");
    state.pool.run(weight, move |_| page(&asked)).await.map(Json)
}

fn page(asked: &Rules) -> Result<RulesPage, Problem> {
    let source = RuleText::from(RuleText::TYPED, asked.text.as_bytes())?;
    let found = check_rules(&source.text);
    let mistakes = diagnostics::view(&source, &found.diagnostics);
    let mut page = RulesPage {
        ok: found.is_game(),
        mistakes: mistakes.into_iter().map(|one| MistakeAt::new(&source.text, one)).collect(),
        tally: diagnostics::tally(&found.diagnostics),
        formatted: formatted(&source.text),
        name: found.game.clone(),
        positions: found.positions.clone(),
        stand_ins: found.stand_ins.clone(),
        explanation: None,
        game: None,
        needs: None,
        shown: None,
    };
    match found.is_game().then(|| game_of_rules(&source.text, &asked.arguments)) {
        Some(Ok(game)) => {
            page.explanation = Some(explain(&game, None));
            page.game = Some(game.text().to_owned());
            page.shown = Some(Shown {
                start: usual_start(&game).ok().map(|position| position.to_string()),
                facts: facts(&game),
            });
        }
        // The text is sound, but a parameter has no value.
        Some(Err(Unread::Refused(refusal))) => {
            page.needs = Some(format!("{refusal}: {}", help_here(&refusal)));
        }
        Some(Err(Unread::Mistaken(_))) | None => {}
    }
    Ok(page)
}

/// The text as it should look, unless it looks so or cannot be read.
fn formatted(text: &str) -> Option<String> {
    match format_rules(text) {
        Formatted::Changed(text) => Some(text),
        Formatted::Unchanged | Formatted::Mistaken(_) => None,
    }
}

impl MistakeAt {
    fn new(text: &str, mistake: Mistake) -> MistakeAt {
        let place = |line: usize, column: usize| {
            let before: usize = text.split_inclusive('\n').take(line - 1).map(units).sum();
            let here = text.split_inclusive('\n').nth(line - 1).unwrap_or_default();
            before + here.chars().take(column - 1).map(char::len_utf16).sum::<usize>()
        };
        let start = place(mistake.line.max(1), mistake.column.max(1));
        let end = place(mistake.end_line.max(1), mistake.end_column.max(1));
        MistakeAt { mistake, start, end }
    }
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
        let source = RuleText::from(RuleText::TYPED, text.as_bytes()).unwrap();
        let mistake = diagnostics::view(&source, &check_rules(text).diagnostics).remove(0);
        let at = MistakeAt::new(
            text,
            Mistake { line: 2, column: 8, end_line: 2, end_column: 9, ..mistake },
        );
        let units: Vec<u16> = text.encode_utf16().collect();
        assert_eq!(String::from_utf16_lossy(&units[at.start..at.end]), "x");
    }
}
