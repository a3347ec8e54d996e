//! The summary of a census, as a view and as text.

use std::path::Path;

use bouton_ask::{CensusQuantity, CensusSummary, CensusTheorems};
use bouton_census::{Family, Longest, Quantity, Theorems};

use super::AsText;
use super::scale::grouped;
use super::style::{FAINT, GOOD, STRONG, paint};
use crate::census::Report;

/// The view: the first quantity of the family at the top level, and all of them by name.
#[must_use]
pub fn view(report: &Report, folder: &Path) -> CensusSummary {
    let family = report.plan.family();
    let named = |(prefix, one): (&str, &Quantity)| {
        (prefix.trim_end_matches('_').to_owned(), quantity(one, family))
    };
    let quantities: Vec<_> = quantities(report).into_iter().map(named).collect();
    CensusSummary {
        games: report.tally.games,
        first: quantities.first().map(|(_, first)| first.clone()),
        quantities: if quantities.len() > 1 { quantities } else { Vec::new() },
        theorems: report.tally.theorems.as_ref().map(|found| theorems(found, family)),
        family: family.name().to_owned(),
        command: report.plan.command(),
        folder: folder.display().to_string(),
        shards: report.shards,
        shards_in_plan: report.plan.shards(),
        complete: report.complete,
        damage: report.damage.clone(),
    }
}

/// The quantities by the prefix of their columns, in the order of the columns.
fn quantities(report: &Report) -> Vec<(&str, &Quantity)> {
    let fields = report.plan.fields();
    let prefixes = fields.iter().filter_map(|field| field.name.strip_suffix("preperiod"));
    let known = &report.tally.quantities;
    let found = prefixes.filter_map(|prefix| known.get_key_value(prefix));
    found.map(|(prefix, one)| (prefix.as_str(), one)).collect()
}

fn quantity(found: &Quantity, family: &dyn Family) -> CensusQuantity {
    let length = |longest: Option<Longest>| longest.map(|longest| longest.length);
    let game = |longest: Option<Longest>| longest.map(|longest| family.game(longest.game));
    CensusQuantity {
        eventually_left: found.letters.get("L").copied().unwrap_or(0),
        longest_period: length(found.longest_period),
        longest_preperiod: length(found.longest_preperiod),
        longest_period_game: game(found.longest_period),
        longest_preperiod_game: game(found.longest_preperiod),
        proved: found.proved,
        letters: found.letters.clone(),
    }
}

fn theorems(found: &Theorems, family: &dyn Family) -> CensusTheorems {
    let largest = found.largest_automaton;
    CensusTheorems {
        proved: found.numerations.values().sum(),
        numerations: found.numerations.clone(),
        largest_automaton: largest.map(|largest| largest.length),
        largest_automaton_game: largest.map(|largest| family.game(largest.game)),
    }
}

impl AsText for CensusSummary {
    fn text(&self, _: bool) -> String {
        let games = paint(STRONG, grouped(&self.games.to_string(), " "));
        let noun = if self.games == 1 { "game" } else { "games" };
        let mut text = format!("{games} {noun}  {}\n", paint(FAINT, &self.command));
        match self.quantities.is_empty() {
            true => self.first.iter().for_each(|found| text += &describe(found, self.games)),
            false => {
                for (name, found) in &self.quantities {
                    text += &format!("{}\n", paint(STRONG, name.replace('_', "-")));
                    text += &describe(found, self.games);
                }
            }
        }
        self.theorems.iter().for_each(|found| text += &describe_theorems(found, self.games));
        self.damage.iter().for_each(|damage| text += &format!("{damage}\n"));
        let state = match self.complete {
            true => paint(GOOD, "complete"),
            false if self.damage.is_empty() => "not complete yet".to_owned(),
            false => "damaged; run the same command again to repair it".to_owned(),
        };
        let shards = format!("{} of {} shards", self.shards, self.shards_in_plan);
        // Of a complete census a part was asked for: other commands made the rest.
        let is_share = self.complete && self.shards < self.shards_in_plan;
        let end = match is_share {
            true => format!("this share has {shards}; the census in {} is {state}\n", self.folder),
            false => format!("{shards} in {}: {state}\n", self.folder),
        };
        text + &end
    }
}

fn line(name: &str, count: u64, beside: &str) -> String {
    format!("  {name:<19} {:>15}  {}\n", grouped(&count.to_string(), " "), paint(FAINT, beside))
}

fn share(part: u64, games: u64) -> String {
    format!("{:.2} %", 100.0 * part as f64 / games.max(1) as f64)
}

fn describe_theorems(found: &CensusTheorems, games: u64) -> String {
    let mut text = line("theorem proved", found.proved, &share(found.proved, games));
    for (numeration, count) in &found.numerations {
        text += &line(&format!("  in {numeration}"), *count, &share(*count, games));
    }
    if let (Some(states), Some(game)) = (found.largest_automaton, &found.largest_automaton_game) {
        text += &line("largest automaton", states, game);
    }
    text
}

fn describe(found: &CensusQuantity, games: u64) -> String {
    let mut text = String::new();
    if found.proved < games {
        text += &line("period proved", found.proved, &share(found.proved, games));
    }
    for (letters, count) in &found.letters {
        let comes = if letters.len() == 1 { "eventually" } else { "period of" };
        text += &line(&format!("{comes} {letters}"), *count, &share(*count, games));
    }
    for (name, length, game) in [
        ("longest period", found.longest_period, &found.longest_period_game),
        ("longest preperiod", found.longest_preperiod, &found.longest_preperiod_game),
    ] {
        if let (Some(length), Some(game)) = (length, game) {
            text += &line(name, length, game);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    #[test]
    fn digits_stand_in_groups() {
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1 000"), (4_194_304, "4 194 304")] {
            assert_eq!(super::grouped(&u64::to_string(&number), " "), text);
        }
    }
}
