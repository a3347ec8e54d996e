//! The report as Markdown.

use bouton_papers::{Cell, Curve, Exhibit, Paper, Picture, Statement};

use crate::claims::Checked;
use crate::render::claims::{counts, grouped, words};

/// Strips are folded here, or at the largest multiple of their period below.
const STRIP: usize = 80;

/// The claims by paper, with verdicts, counterexamples, corrected statements, tables and commands.
/// Times are left out, so that the report is the same for every run.
#[must_use]
pub fn markdown(checked: &[Checked]) -> String {
    let mut text = format!(
        "# The papers, checked\n\nBouton {}. {} claims: {}.\n",
        env!("CARGO_PKG_VERSION"),
        checked.len(),
        counts(checked)
    );
    let mut last = None;
    for checked in checked {
        if last.replace(checked.paper.letter) != Some(checked.paper.letter) {
            text += &paper_heading(checked.paper);
        }
        text += &claim(checked);
    }
    text
}

fn paper_heading(paper: &Paper) -> String {
    let lines = [paper.source, paper.about].into_iter().filter(|line| !line.is_empty());
    let lines: String = lines.map(|line| format!("{}\n\n", escaped(line))).collect();
    format!("\n## {}. {}\n\n{lines}", paper.letter, escaped(paper.title))
}

fn claim(checked: &Checked) -> String {
    let Checked { claim, finding, .. } = checked;
    let title = if claim.title.is_empty() { String::new() } else { format!(" {}", claim.title) };
    let restored = if claim.restored { " *(restored)*" } else { "" };
    let mut text = format!(
        "### {}{}\n\n> {}{restored}\n\n**{}**, {}.\n\nChecked: {} ({} cases).\n\n",
        claim.id,
        escaped(&title),
        escaped(claim.statement),
        words(finding.verdict),
        escaped(finding.known.sentence().trim_end_matches('.')),
        escaped(&finding.enumerated),
        grouped(finding.cases)
    );
    if let Some(found) = &finding.counterexample {
        text += &format!("*Counterexample.* {}\n\n", escaped(&found.what));
        for (index, step) in found.steps.iter().enumerate() {
            text += &format!("{}. {}\n", index + 1, escaped(step));
        }
        let smallest = escaped(&found.smallest);
        text += &if smallest.is_empty() { "\n".to_owned() } else { format!("\n{smallest}\n\n") };
    }
    text += &finding.statements.iter().map(statement).collect::<String>();
    if !finding.note.is_empty() {
        text += &format!("{}\n\n", escaped(&finding.note));
    }
    text += &finding.exhibits.iter().map(exhibit).collect::<String>();
    if !finding.commands.is_empty() {
        text += &format!("```sh\n{}\n```\n\n", finding.commands.join("\n"));
    }
    text
}

fn statement(statement: &Statement) -> String {
    let label = if statement.is_correction { "Instead" } else { "Beyond the paper" };
    let known = statement.known.sentence();
    format!("*{label}.* {} ({})\n\n", escaped(&statement.text), escaped(&known))
}

fn exhibit(exhibit: &Exhibit) -> String {
    match exhibit {
        Exhibit::Table { caption, columns, rows } => {
            format!("{}\n\n{}\n", escaped(caption), table(columns, rows))
        }
        Exhibit::Strip { caption, letters, period } => {
            format!("{}\n\n```text\n{}\n```\n\n", escaped(caption), strip(letters, *period))
        }
        Exhibit::Curves { caption, x, y, curves } => {
            format!("{}\n\n{}\n", escaped(caption), curves_as_table(x, y, curves))
        }
        Exhibit::Picture(Picture { caption, game, x, y, sectors }) => {
            let sectors = if *sectors { " --sectors" } else { "" };
            format!(
                "{}\n\n```sh\nbouton chart {game} --x {}..{} --y {}..{}{sectors} --out \
                 picture.png\n```\n\n",
                escaped(caption),
                x.start,
                x.end,
                y.start,
                y.end
            )
        }
        Exhibit::Lines { caption, lines } => {
            format!("{}\n\n```text\n{}\n```\n\n", escaped(caption), lines.join("\n"))
        }
    }
}

/// Wrong cells as ~~printed~~ **computed**.
fn table(columns: &[String], rows: &[(String, Vec<Cell>)]) -> String {
    let longest = rows.iter().map(|(_, cells)| cells.len() + 1).max().unwrap_or(0);
    let count = columns.len().max(longest);
    let line = |cells: Vec<String>| {
        let missing = count - cells.len();
        format!("| {} |{}\n", cells.join(" | "), " |".repeat(missing))
    };
    let head = line(columns.iter().map(|column| escaped(column)).collect());
    let rule = format!("|{}\n", "---:|".repeat(count));
    let rows = rows.iter().map(|(label, cells)| {
        let cells = cells.iter().map(|cell| match &cell.printed {
            None => escaped(&cell.text),
            Some(printed) => format!("~~{}~~ **{}**", escaped(printed), escaped(&cell.text)),
        });
        line([escaped(label)].into_iter().chain(cells).collect())
    });
    format!("{head}{rule}{}", rows.collect::<String>())
}

fn strip(letters: &str, period: Option<usize>) -> String {
    let width = match period {
        Some(period) if (1..=STRIP).contains(&period) => STRIP / period * period,
        _ => STRIP,
    };
    let letters: Vec<char> = letters.chars().collect();
    let lines: Vec<String> = letters.chunks(width).map(|chunk| chunk.iter().collect()).collect();
    lines.join("\n")
}

/// One row for each point, one table for all curves.
fn curves_as_table(x: &str, y: &str, curves: &[Curve]) -> String {
    let columns = ["curve", x, y].map(str::to_owned);
    let rows = curves.iter().flat_map(|curve| {
        curve.points.iter().map(|(x, y)| {
            (curve.name.clone(), vec![Cell::new(x.to_string()), Cell::new(y.to_string())])
        })
    });
    table(&columns, &rows.collect::<Vec<_>>())
}

/// Characters that Markdown would take for something else.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        if matches!(c, '*' | '_' | '|' | '<' | '>' | '~' | '`' | '[' | ']' | '\\') {
            escaped.push('\\');
        }
        escaped.push(if c == '\n' { ' ' } else { c });
    }
    escaped
}
