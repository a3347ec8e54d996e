//! Checks rule texts: their mistakes, and a description of the game that they define.

use bouton_lab::ask::{ExplainView, Facts, Mistake};
use bouton_lab::render::diagnostics;
use bouton_lab::{
    FormatResult, ReadError, RuleText, check_rules, explain, facts, format_rules, game_of_rules,
    usual_start,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::budget::{Budget, Weight};
use crate::page::{Page, Reply};
use crate::problem::{Problem, help_here};

/// A rule text.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rules {
    /// The text.
    text: String,
    /// Values for parameters without a default, separated by `|`.
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

/// The result of checking a rule text.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct RulesPage {
    /// Does the text define a game, without mistakes?
    ok: bool,
    /// The name of the game.
    name: Option<String>,
    /// What a position of the game is, in words.
    positions: Option<String>,
    /// Example values that were used for parameters without a value.
    stand_ins: Vec<String>,
    /// The mistakes and warnings.
    mistakes: Vec<MistakeAt>,
    /// The number of mistakes and warnings, in words.
    tally: Option<String>,
    /// The text in the standard layout, if it differs from it.
    formatted: Option<String>,
    /// What the program knows about the game.
    explanation: Option<ExplainView>,
    /// The text by which questions name this game.
    game: Option<String>,
    /// Which parameter needs a value.
    #[serde(skip_serializing_if = "Option::is_none")]
    needs: Option<String>,
    /// What the page needs to show the game.
    #[serde(flatten)]
    shown: Option<Shown>,
}

/// What the page needs to show a game.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Shown {
    /// The usual start.
    start: Option<String>,
    /// How the game is drawn, which questions it supports, how it ends.
    #[serde(flatten)]
    facts: Facts,
}

/// A mistake with its start and end as offsets in UTF-16 code units, as browsers count.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct MistakeAt {
    /// The mistake.
    #[serde(flatten)]
    mistake: Mistake,
    /// The offset of its start.
    start: usize,
    /// The offset of its end.
    end: usize,
}

impl Page for Rules {
    const NAME: &'static str = "rules";

    fn weight(&self) -> Weight {
        Weight::quick(&self.text, "rules")
    }

    fn answer(&self, _: &Budget) -> Result<Reply, Problem> {
        Reply::json(&page(self)?)
    }
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
        // The text has no mistakes, but a parameter needs a value.
        Some(Err(ReadError::Refused(refusal))) => {
            page.needs = Some(format!("{refusal}: {}", help_here(&refusal)));
        }
        Some(Err(ReadError::InvalidRules(_))) | None => {}
    }
    Ok(page)
}

/// The text in the standard layout, unless it has that layout already or has mistakes.
fn formatted(text: &str) -> Option<String> {
    match format_rules(text) {
        FormatResult::Changed(text) => Some(text),
        FormatResult::Unchanged | FormatResult::InvalidRules(_) => None,
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
