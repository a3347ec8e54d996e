//! A misère quotient for people and for programs.

use bouton_ask::{Generator, QuotientPeriod, QuotientView};
use bouton_engines::quotient::{MisereQuotient, Word, generator_name};

use super::plain_list;
use super::style::{FAINT, STRONG, paint};

/// Where long lists are folded.
const WIDTH: usize = 66;
/// The most heaps in a line of the pretending function.
const HEAPS_PER_LINE: usize = 10;

/// The quotient for people, with colours.
#[must_use]
pub fn text(game: &str, found: &MisereQuotient) -> String {
    let mut lines = vec![format!("{}  heaps 0..{}", paint(STRONG, game), found.heaps)];
    lines.push(String::new());
    lines.extend(labelled("order", vec![order(found)]));
    lines.extend(labelled("generators", list(&generators(found), "  ")));
    lines.extend(labelled("relations", list(&relations(found), "  ")));
    lines.extend(labelled("P-portion", list(&words(&found.lost), "  ")));
    lines.push(String::new());
    lines.extend(labelled("heaps", pretending(found)));
    lines.push(String::new());
    lines.extend(labelled("period", vec![period(found)]));
    lines.extend(labelled("known", known(found)));
    lines.join("\n") + "\n"
}

/// The quotient for programs.
#[must_use]
pub fn view(game: &str, found: &MisereQuotient) -> QuotientView {
    let names = (0..).map(generator_name);
    let generators = names.zip(&found.presentation.generators);
    let relations = found.presentation.relations.iter();
    QuotientView {
        game: game.to_owned(),
        heaps: found.heaps,
        order: found.order,
        reached_at: found.reached_at,
        generators: generators.map(|(name, heap)| Generator { name, heap: *heap }).collect(),
        relations: relations
            .map(|relation| [relation.left.to_string(), relation.right.to_string()])
            .collect(),
        p_portion: words(&found.lost),
        pretending: words(&found.pretending),
        period: found.period.map(|(preperiod, period)| QuotientPeriod {
            preperiod,
            period,
            standing: "proved".to_owned(),
        }),
        pairs_checked: found.pairs,
        standing: standing(found),
    }
}

/// A faint label beside the first of its lines.
fn labelled(label: &str, lines: Vec<String>) -> Vec<String> {
    const COLUMN: usize = 12;
    let beside = |(index, line): (usize, String)| match index {
        0 => format!("  {}{line}", paint(FAINT, format!("{label:<COLUMN$}"))),
        _ => format!("  {:COLUMN$}{line}", ""),
    };
    lines.into_iter().enumerate().map(beside).collect()
}

fn list(items: &[String], separator: &str) -> Vec<String> {
    match items {
        [] => vec![paint(FAINT, "none")],
        _ => plain_list(items, separator, WIDTH),
    }
}

fn words(words: &[Word]) -> Vec<String> {
    words.iter().map(ToString::to_string).collect()
}

fn order(found: &MisereQuotient) -> String {
    format!("{}, reached at heap {}", paint(STRONG, found.order), found.reached_at)
}

fn generators(found: &MisereQuotient) -> Vec<String> {
    let names = (0..).map(generator_name);
    let heaps = found.presentation.generators.iter();
    names.zip(heaps).map(|(name, heap)| format!("{name} = heap {heap}")).collect()
}

fn relations(found: &MisereQuotient) -> Vec<String> {
    found.presentation.relations.iter().map(ToString::to_string).collect()
}

/// The pretending function as a table: each line begins with its first heap, and a period of a handful
/// of heaps, or a divisor of it, shows as columns.
fn pretending(found: &MisereQuotient) -> Vec<String> {
    let cells = words(&found.pretending);
    let length = |text: &String| text.chars().count();
    let width = cells.iter().map(length).max().unwrap_or(1);
    let side = found.heaps.to_string().len();
    let columns = columns(found.period.map(|(_, period)| period), width);
    let line = |(index, chunk): (usize, &[String])| {
        let padded = chunk.iter().map(|cell| format!("{cell:<width$}")).collect::<Vec<_>>();
        let first = paint(FAINT, format!("{:>side$} │", index * columns));
        format!("{first} {}", padded.join(" ").trim_end())
    };
    cells.chunks(columns).enumerate().map(line).collect()
}

/// As many columns as fit, a multiple of the period if one fits.
fn columns(period: Option<u64>, width: usize) -> usize {
    let fitting = (WIDTH / (width + 1)).max(1);
    let most = fitting.min(HEAPS_PER_LINE);
    match period.and_then(|period| usize::try_from(period).ok()) {
        Some(period) if period <= most => most / period * period,
        Some(period) if period <= fitting => period,
        _ => most,
    }
}

fn period(found: &MisereQuotient) -> String {
    match found.period {
        None => paint(FAINT, "none proved"),
        Some((0, period)) => format!("{} from the start", paint(STRONG, period)),
        Some((preperiod, period)) => {
            format!("{} after a preperiod of {preperiod}", paint(STRONG, period))
        }
    }
}

fn standing(found: &MisereQuotient) -> String {
    match found.period {
        Some(_) => "proved for all heaps".to_owned(),
        None => format!("proved for sums of the heaps 0..{}", found.heaps),
    }
}

fn known(found: &MisereQuotient) -> Vec<String> {
    let pairs = match found.pairs {
        1 => "the only pair".to_owned(),
        count => format!("all {count} pairs"),
    };
    let mut lines = vec![
        paint(STRONG, standing(found)),
        format!("{pairs} of the transition algebra were checked against the rule of misère play,"),
        "and every two elements are told apart by a third".to_owned(),
    ];
    if found.pairs == 1 {
        lines[1] = lines[1].replace("were", "was");
    }
    if found.period.is_some() {
        lines
            .push("the options repeat with the period, so larger heaps add nothing new".to_owned());
    }
    lines
}
