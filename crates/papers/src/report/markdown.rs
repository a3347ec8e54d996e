//! The report as Markdown.

use bouton_lab::render::curves;

use super::origin::VERSION;
use super::{FIGURES, ROWS, Report, figure, figure_name};
use crate::run::CheckedClaim;
use crate::text::{counts, grouped, strip, words};
use crate::{Cell, Exhibit, Picture, Statement};

/// Strips are folded here, or at the largest multiple of their period below.
const STRIP: usize = 80;
/// The claims by paper, with verdicts, counterexamples, corrected statements, tables, figures and commands.
pub(super) fn document(report: &Report<'_>) -> String {
    let mut text = format!(
        "# The papers, checked\n\nBouton {}. {} claims: {}.\n",
        VERSION,
        report.checked.len(),
        counts(report.checked)
    );
    for part in report.parts() {
        let paper = part.paper();
        text += &format!("\n## {}. {}\n\n", paper.letter, escaped(&paper.title));
        for line in [&paper.source, &paper.about].into_iter().filter(|line| !line.is_empty()) {
            text += &format!("{}\n\n", escaped(line));
        }
        text += &part.checked.iter().map(|checked| claim(report, checked)).collect::<String>();
    }
    text + &origin(report)
}

fn claim(report: &Report<'_>, checked: &CheckedClaim) -> String {
    let CheckedClaim { claim, finding, .. } = checked;
    let title = if claim.title.is_empty() { String::new() } else { format!(" {}", claim.title) };
    let restored = if claim.restored { " *(restored)*" } else { "" };
    let mut text = format!(
        "### {}{}\n\n> {}{restored}\n\n**{}**, {}.\n\nChecked: {} ({} cases).\n\n",
        claim.id,
        escaped(&title),
        escaped(&claim.statement),
        words(finding.verdict),
        escaped(finding.known.sentence().trim_end_matches('.')),
        escaped(&finding.enumerated),
        grouped(&finding.cases)
    );
    if let Some(what) = &finding.counterexample {
        text += &format!("*Counterexample.* {}\n\n", escaped(what));
        for (number, step) in (1..).zip(finding.steps.iter().flatten()) {
            text += &format!("{number}. {}\n", escaped(step));
        }
        let smallest = escaped(finding.smallest.as_deref().unwrap_or_default());
        text += &if smallest.is_empty() { "\n".to_owned() } else { format!("\n{smallest}\n\n") };
    }
    text += &finding.statements.iter().map(statement).collect::<String>();
    if !finding.note.is_empty() {
        text += &format!("{}\n\n", escaped(&finding.note));
    }
    for (index, shown) in finding.exhibits.iter().enumerate() {
        text += &exhibit(shown, &figure_name(checked, index));
    }
    text + &fenced("sh", &report.commands(checked))
}

fn statement(statement: &Statement) -> String {
    let label = if statement.correction { "Instead" } else { "Beyond the paper" };
    let known = statement.known.sentence();
    format!("*{label}.* {} ({})\n\n", escaped(&statement.text), escaped(&known))
}

fn exhibit(exhibit: &Exhibit, name: &str) -> String {
    let (heading, content) = match exhibit {
        Exhibit::Table { caption, columns, rows } => {
            let table = format!("{}\n", table(columns, rows));
            let table = match rows.len() > ROWS {
                true => folded(&format!("The table, {} rows", rows.len()), &table),
                false => table,
            };
            (caption.clone(), table)
        }
        Exhibit::Strip { caption, letters, period } => {
            let letters = fenced("text", &strip(letters, *period, STRIP));
            (caption.clone(), linked(exhibit, caption, name) + &letters)
        }
        Exhibit::Curves { caption, x, y, curves } => {
            let (columns, rows) = curves::numbers(x, curves);
            let numbers = folded("The numbers", &format!("{}\n", table(&columns, &rows)));
            (format!("{caption}: {y} over {x}"), linked(exhibit, caption, name) + &numbers)
        }
        Exhibit::Picture(Picture { caption, .. }) => {
            (caption.clone(), linked(exhibit, caption, name))
        }
        Exhibit::Lines { caption, lines } => (caption.clone(), fenced("text", lines)),
    };
    format!("{}\n\n{content}", escaped(&heading))
}

/// A link to the figure, if there is one.
fn linked(exhibit: &Exhibit, caption: &str, name: &str) -> String {
    match figure::of(exhibit) {
        Ok(Some(_)) => format!("![{}]({FIGURES}/{name}.svg)\n\n", escaped(caption)),
        Ok(None) => String::new(),
        Err(refusal) => format!("Not drawn: {}.\n\n", escaped(&refusal.to_string())),
    }
}

fn folded(summary: &str, content: &str) -> String {
    format!("<details>\n<summary>{summary}</summary>\n\n{content}</details>\n\n")
}

/// Lines as they are; the fence is longer than any in the lines.
fn fenced(language: &str, lines: &[String]) -> String {
    let text = lines.join("\n");
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}{language}\n{text}\n{fence}\n\n")
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

/// Where the report comes from.
fn origin(report: &Report<'_>) -> String {
    let effort = report.effort.map_or(String::new(), |e| format!(", effort {}", e.name()));
    let rows = report.parts().into_iter().map(|part| {
        let data = part.data_checksum();
        let data = data.map_or("nothing was transcribed".to_owned(), |sum| format!("`{sum}`"));
        let letter = escaped(&part.paper().letter.to_string());
        let (findings, command) = (part.findings_checksum(), part.findings_command());
        format!("| {letter} | {data} | `{findings}` | `{command}` |\n")
    });
    format!(
        "\n## Where this comes from\n\nBouton {}{effort}, by `{}`. The findings have the SHA-256 \
         `{}`, which is that of what `{}` prints.\n\n\
         | paper | transcribed data, SHA-256 | findings, SHA-256 | printed by |\n\
         |---|---|---|---|\n{}",
        VERSION,
        report.command(),
        report.findings_checksum(),
        report.findings_command(),
        rows.collect::<String>()
    )
}

/// Characters that Markdown would take for something else.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '*' | '_' | '|' | '<' | '>' | '~' | '`' | '[' | ']' | '\\' => {
                escaped.push('\\');
                escaped.push(c);
            }
            '\n' => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}
