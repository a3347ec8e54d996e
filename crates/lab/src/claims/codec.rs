//! Findings as JSON and back.

use bouton_papers::{
    Cell, Counterexample, Curve, Exhibit, Finding, Known, Picture, Statement, Verdict,
};
use serde_json::{Map, Value, json};

/// A finding as a JSON object. `verdict`, `bound`, `counterexample` and `note` come first.
#[must_use]
pub fn finding_json(finding: &Finding) -> Map<String, Value> {
    let counterexample = finding.counterexample.as_ref();
    let fields = [
        ("verdict", json!(finding.verdict.name())),
        ("bound", json!(finding.known.bound())),
        ("counterexample", json!(counterexample.map(|found| &found.what))),
        ("note", json!(finding.note)),
        ("known", known_json(&finding.known)),
        ("cases", json!(finding.cases.to_string())),
        ("enumerated", json!(finding.enumerated)),
        ("steps", json!(counterexample.map(|found| &found.steps))),
        ("smallest", json!(counterexample.map(|found| &found.smallest))),
        ("statements", finding.statements.iter().map(statement_json).collect()),
        ("exhibits", finding.exhibits.iter().map(exhibit_json).collect()),
        ("commands", json!(finding.commands)),
    ];
    fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

fn known_json(known: &Known) -> Value {
    let (kind, text) = match known {
        Known::ForAll(reason) => ("for-all", reason.as_str()),
        Known::UpTo(bound) => ("up-to", bound.as_str()),
        Known::ByExample => ("by-example", ""),
        Known::Unsettled(reason) => ("unsettled", reason.as_str()),
    };
    json!({ "kind": kind, "text": text })
}

fn statement_json(statement: &Statement) -> Value {
    json!({
        "text": statement.text,
        "correction": statement.is_correction,
        "bound": statement.known.bound(),
        "known": known_json(&statement.known),
    })
}

/// Something to look at, as a JSON object with its `kind`.
#[must_use]
pub fn exhibit_json(exhibit: &Exhibit) -> Value {
    match exhibit {
        Exhibit::Table { caption, columns, rows } => {
            let rows: Vec<Value> = rows
                .iter()
                .map(|(label, cells)| {
                    let cells: Vec<Value> = cells.iter().map(cell_json).collect();
                    json!({ "label": label, "cells": cells })
                })
                .collect();
            json!({ "kind": "table", "caption": caption, "columns": columns, "rows": rows })
        }
        Exhibit::Strip { caption, letters, period } => {
            json!({ "kind": "strip", "caption": caption, "letters": letters, "period": period })
        }
        Exhibit::Curves { caption, x, y, curves } => {
            let curves: Vec<Value> = curves
                .iter()
                .map(|curve| json!({ "name": curve.name, "points": curve.points }))
                .collect();
            json!({ "kind": "curves", "caption": caption, "x": x, "y": y, "curves": curves })
        }
        Exhibit::Picture(picture) => json!({
            "kind": "picture",
            "caption": picture.caption,
            "game": picture.game,
            "x": [picture.x.start, picture.x.end],
            "y": [picture.y.start, picture.y.end],
            "sectors": picture.sectors,
        }),
        Exhibit::Lines { caption, lines } => {
            json!({ "kind": "lines", "caption": caption, "lines": lines })
        }
    }
}

/// A text, or what is right and what is printed where they differ.
fn cell_json(cell: &Cell) -> Value {
    match &cell.printed {
        None => json!(cell.text),
        Some(printed) => json!({ "computed": cell.text, "printed": printed }),
    }
}

/// What [`finding_json`] wrote; `None` if it did not write this.
#[must_use]
pub fn finding_from_json(value: &Value) -> Option<Finding> {
    let verdict = value["verdict"].as_str()?;
    let counterexample = match &value["counterexample"] {
        Value::Null => None,
        what => Some(Counterexample {
            what: text(what)?,
            steps: list(&value["steps"], text)?,
            smallest: text(&value["smallest"])?,
        }),
    };
    Some(Finding {
        verdict: Verdict::ALL.into_iter().find(|known| known.name() == verdict)?,
        known: known(&value["known"])?,
        cases: value["cases"].as_str()?.parse().ok()?,
        enumerated: text(&value["enumerated"])?,
        counterexample,
        statements: list(&value["statements"], statement)?,
        note: text(&value["note"])?,
        exhibits: list(&value["exhibits"], exhibit)?,
        commands: list(&value["commands"], text)?,
    })
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

fn list<T>(value: &Value, item: fn(&Value) -> Option<T>) -> Option<Vec<T>> {
    value.as_array()?.iter().map(item).collect()
}

fn known(value: &Value) -> Option<Known> {
    let said = text(&value["text"])?;
    match value["kind"].as_str()? {
        "for-all" => Some(Known::ForAll(said)),
        "up-to" => Some(Known::UpTo(said)),
        "by-example" => Some(Known::ByExample),
        "unsettled" => Some(Known::Unsettled(said)),
        _ => None,
    }
}

fn statement(value: &Value) -> Option<Statement> {
    Some(Statement {
        text: text(&value["text"])?,
        is_correction: value["correction"].as_bool()?,
        known: known(&value["known"])?,
    })
}

fn exhibit(value: &Value) -> Option<Exhibit> {
    let caption = text(&value["caption"])?;
    match value["kind"].as_str()? {
        "table" => Some(Exhibit::Table {
            caption,
            columns: list(&value["columns"], text)?,
            rows: list(&value["rows"], |row| {
                Some((text(&row["label"])?, list(&row["cells"], cell)?))
            })?,
        }),
        "strip" => Some(Exhibit::Strip {
            caption,
            letters: text(&value["letters"])?,
            period: match &value["period"] {
                Value::Null => None,
                period => Some(usize::try_from(period.as_u64()?).ok()?),
            },
        }),
        "curves" => Some(Exhibit::Curves {
            caption,
            x: text(&value["x"])?,
            y: text(&value["y"])?,
            curves: list(&value["curves"], |curve| {
                Some(Curve { name: text(&curve["name"])?, points: list(&curve["points"], point)? })
            })?,
        }),
        "picture" => {
            let range = |side: &Value| Some(side[0].as_u64()?..side[1].as_u64()?);
            Some(Exhibit::Picture(Picture {
                caption,
                game: text(&value["game"])?,
                x: range(&value["x"])?,
                y: range(&value["y"])?,
                sectors: value["sectors"].as_bool()?,
            }))
        }
        "lines" => Some(Exhibit::Lines { caption, lines: list(&value["lines"], text)? }),
        _ => None,
    }
}

fn cell(value: &Value) -> Option<Cell> {
    match value {
        Value::String(text) => Some(Cell::new(text)),
        _ => {
            Some(Cell { text: text(&value["computed"])?, printed: Some(text(&value["printed"])?) })
        }
    }
}

fn point(value: &Value) -> Option<(f64, f64)> {
    Some((value[0].as_f64()?, value[1].as_f64()?))
}
