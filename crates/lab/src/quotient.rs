//! Answers the question for the misère quotient of a heap game.

use bouton_ask as ask;
use bouton_ask::{Generator, QuotientPeriod, QuotientView};
use bouton_engines::quotient::{MisereQuotient, Word, generator_name, quotient_of_game};
use bouton_rules::Game;

use crate::questions::{Answerable, Desk};
use crate::render::grid::{AsGrid, Grid, row};
use crate::render::style::{FAINT, STRONG, paint};
use crate::render::{AsText, Sheet, period_from, plain_list};
use crate::rules_file::ReadError;
use crate::views;

/// How wide labels are, and lines of long lists.
const LABEL: usize = 12;
const WIDTH: usize = 66;
/// The most heaps in a line of the pretending function.
const HEAPS_PER_LINE: usize = 10;

impl Answerable for ask::Quotient {
    fn answer(&self, desk: &Desk) -> Result<QuotientView, ReadError> {
        let game = desk.game(&self.game, false)?;
        let found = quotient_of_game(&game, self.heaps, &desk.limits)?;
        Ok(view(&game, &found))
    }
}

fn view(game: &Game, found: &MisereQuotient) -> QuotientView {
    let names = (0..).map(generator_name);
    let generators = names.zip(&found.presentation.generators);
    let relations = found.presentation.relations.iter();
    QuotientView {
        game: game.text().to_owned(),
        title: views::title(game),
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
        standing: match found.period {
            Some(_) => "proved for all heaps".to_owned(),
            None => format!("proved for sums of the heaps 0..{}", found.heaps),
        },
    }
}

fn words(words: &[Word]) -> Vec<String> {
    words.iter().map(ToString::to_string).collect()
}

impl AsText for QuotientView {
    fn text(&self, _: bool) -> String {
        let game = self.title.as_ref().unwrap_or(&self.game);
        let order = format!("{}, reached at heap {}", paint(STRONG, self.order), self.reached_at);
        let generators =
            self.generators.iter().map(|one| format!("{} = heap {}", one.name, one.heap));
        let relations = self.relations.iter().map(|[left, right]| format!("{left} = {right}"));
        let heading = format!("{}  heaps 0..{}", paint(STRONG, game), self.heaps);
        let mut sheet = Sheet::wide(heading, LABEL);
        sheet.part("order", [order]);
        sheet.part("generators", list(&generators.collect::<Vec<_>>()));
        sheet.part("relations", list(&relations.collect::<Vec<_>>()));
        sheet.part("P-portion", list(&self.p_portion));
        sheet.blank();
        sheet.part("heaps", pretending(self));
        sheet.blank();
        let period = self.period.as_ref().map(|found| period_from(found.preperiod, found.period));
        sheet.part("period", [period.unwrap_or_else(|| paint(FAINT, "none proved"))]);
        sheet.part("known", known(self));
        sheet.text()
    }
}

fn list(items: &[String]) -> Vec<String> {
    match items {
        [] => vec![paint(FAINT, "none")],
        _ => plain_list(items, "  ", WIDTH),
    }
}

/// The pretending function as a table: each line begins with its first heap, and a period of a handful
/// of heaps, or a divisor of it, shows as columns.
fn pretending(found: &QuotientView) -> Vec<String> {
    let cells = &found.pretending;
    let length = |text: &String| text.chars().count();
    let width = cells.iter().map(length).max().unwrap_or(1);
    let side = found.heaps.to_string().len();
    let columns = columns(found.period.as_ref().map(|found| found.period), width);
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

fn known(found: &QuotientView) -> Vec<String> {
    let pairs = match found.pairs_checked {
        1 => "the only pair of the transition algebra was".to_owned(),
        count => format!("all {count} pairs of the transition algebra were"),
    };
    let mut lines = vec![
        paint(STRONG, &found.standing),
        format!("{pairs} checked against the rule of misère play,"),
        "and any two elements are distinguished by a third".to_owned(),
    ];
    if found.period.is_some() {
        lines
            .push("the options repeat with the period, so larger heaps add nothing new".to_owned());
    }
    lines
}

impl AsGrid for QuotientView {
    fn grid(&self) -> Grid<'_> {
        let rows = self.pretending.iter().enumerate();
        let rows = rows.map(|(heap, word)| row([&heap.to_string(), word]));
        Grid::new(["heap", "element"], rows)
    }
}
