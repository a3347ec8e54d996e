//! Theorems about all positions, against the second evaluator at small ones; and the answers that an engine reads off them.
//!
//! A theorem is read from its certificate alone, by the chapter on certificates: the words of numbers and the run of an
//! automaton are written here once more.

use bouton_lab::ask::{Prove, ProveVerdict, ProveView};
use bouton_lab::certificates::Certificate;
use bouton_lab::rules::Refusal;
use bouton_lab::{Answerable, Desk, ReadError};
use bouton_values::{Limits, Player};

use super::{Comparison, Difference, Mix, clock, read, shown};
use crate::evaluate::{Evaluator, Verdict};
use crate::generate::{Case, typed_position};
use crate::tree::Text;

/// What the search for a theorem may cost here.
const STEPS: u64 = 300_000_000;

/// The most positions at which a theorem is compared.
const MOST: u64 = 150;

/// The theorems that Bouton finds about a case, compared with the second evaluator at all small positions.
pub fn compare_theorems(case: &Case, mix: &mut Mix) -> Vec<Difference> {
    mix.texts += 1;
    let case = Case { by_file: false, ..case.clone() };
    let [text] = &case.ended()[..] else { return Vec::new() };
    let mut found = Vec::new();
    let heaps = match text.many() {
        None => vec![None],
        Some(_) => vec![Some(1), Some(2)],
    };
    for heaps in heaps {
        for values in [false, true] {
            found.extend(theorem(&case, text, heaps, values, mix));
        }
    }
    found
}

fn theorem(
    case: &Case,
    text: &Text,
    heaps: Option<usize>,
    values: bool,
    mix: &mut Mix,
) -> Option<Difference> {
    let asked = Prove { heaps, values, certificate: true, ..Prove::new(&case.typed().0) };
    let limits = limits();
    let desk = Desk { limits: limits.clone(), files: false };
    let differ = |position: &str, says: String| {
        let game = format!("{}\nheaps {heaps:?}, values {values}", shown(case));
        Some(Difference { kind: "theorem", game, position: position.to_owned(), says })
    };
    let view = match clock::timed(|| asked.answer(&desk)) {
        Ok(view) => view,
        Err(ReadError::Refused(Refusal::Bug { problem })) => return differ("", problem),
        Err(_) => {
            mix.limited += 1;
            return None;
        }
    };
    mix.games += 1;
    if view.verdict != ProveVerdict::Proved {
        return None;
    }
    let Some(sets) = view.certificate.as_deref().and_then(Sets::read) else {
        return differ("", format!("the certificate cannot be read: {:?}", view.certificate));
    };
    mix.certificates += 1;
    let mut evaluator = Evaluator::new(std::slice::from_ref(text));
    for tuple in small(heaps.unwrap_or(text.named())) {
        let Some(place) = evaluator.place(std::slice::from_ref(&tuple)) else {
            if sets.accepts_any(&tuple, values) {
                return differ(&typed_position(&[tuple]), "not legal, but in the set".to_owned());
            }
            mix.illegal += 1;
            continue;
        };
        let Ok(verdict) = evaluator.verdict(&place) else {
            mix.skipped += 1;
            continue;
        };
        mix.positions += 1;
        if let Some(says) = sets.contradiction(&tuple, values, &verdict, &view) {
            return differ(&typed_position(&[tuple]), says);
        }
    }
    if values { None } else { answers(case, text, heaps, mix).into_iter().next() }
}

fn limits() -> Limits {
    Limits { memory: 256 << 20, steps: STEPS, ..Limits::default() }
}

/// Winners and winning moves at all small positions, by the engine that has theorems.
fn answers(case: &Case, text: &Text, heaps: Option<usize>, mix: &mut Mix) -> Vec<Difference> {
    let Ok(game) = read(case, false) else { return Vec::new() };
    let texts = std::slice::from_ref(text);
    let mut evaluator = Evaluator::new(texts);
    let (planned, written, found) = (game.clone(), game, Vec::new());
    let mut comparison = Comparison { case, texts, planned, written, mix, found };
    for tuple in small(heaps.unwrap_or(text.named())) {
        // An empty heap is no heap, and there may be no theorem about fewer.
        if heaps.is_some() && tuple.contains(&0) {
            continue;
        }
        let position = [tuple];
        let Some(place) = evaluator.place(&position) else { continue };
        let Ok(verdict) = evaluator.verdict(&place) else { continue };
        if !comparison.by_theorem(&typed_position(&position), &limits(), &verdict) {
            break;
        }
    }
    comparison.found
}

/// All tuples of this many numbers that are small.
fn small(numbers: usize) -> Vec<Vec<u64>> {
    let power = |side: u64| side.saturating_pow(numbers as u32);
    let side = (1..40).rev().find(|side| power(*side) <= MOST).unwrap_or(1);
    let digit = |code: u64, place: usize| code / side.pow(place as u32) % side;
    (0..power(side)).map(|code| (0..numbers).map(|place| digit(code, place)).collect()).collect()
}

/// The automata of a certificate.
struct Sets {
    most_first: bool,
    /// What the places count, the least first.
    places: Vec<u64>,
    radix: u64,
    /// For each set its accepting states and its rows.
    tables: Vec<(Vec<u32>, Vec<Vec<u32>>)>,
}

impl Sets {
    fn read(json: &str) -> Option<Sets> {
        let Ok(Certificate::Automatic(certificate)) = Certificate::parse(json) else { return None };
        let (order, system) = certificate.numeration.split_once('_')?;
        // Each place is worth `factor` times the one before, and in Ostrowski's numerations the one before that, too.
        let (factor, adds) = match system {
            "fib" => (1, true),
            "pell" => (2, true),
            _ => match system.strip_prefix("ost") {
                Some(k) => (k.parse().ok()?, true),
                None => (system.parse().ok()?, false),
            },
        };
        let mut places: Vec<u64> = vec![1, factor + u64::from(adds)];
        while places.len() < 14 {
            let [before, last] = [places[places.len() - 2], places[places.len() - 1]];
            places.push(factor * last + if adds { before } else { 0 });
        }
        let tables = certificate.sets.into_iter().map(|set| (set.accepting, set.next));
        let (most_first, radix) = (order == "msd", factor + u64::from(adds));
        Some(Sets { most_first, places, radix, tables: tables.collect() })
    }

    /// Does the set contain the tuple? The greedy digits of each number are its word.
    fn contains(&self, set: usize, tuple: &[u64]) -> bool {
        let mut letters = vec![0; self.places.len()];
        let mut unit = 1;
        for number in tuple {
            let mut rest = *number;
            for (letter, worth) in letters.iter_mut().zip(&self.places).rev() {
                *letter += unit * (rest / worth);
                rest %= worth;
            }
            unit *= self.radix;
        }
        if self.most_first {
            letters.reverse();
        }
        let (accepting, next) = &self.tables[set];
        let end = letters.iter().fold(0, |state, letter| next[state as usize][*letter as usize]);
        accepting.contains(&end)
    }

    fn accepts_any(&self, tuple: &[u64], values: bool) -> bool {
        match values {
            true => (0..64).any(|value| self.contains(0, &[tuple, &[value]].concat())),
            false => (0..self.tables.len()).any(|set| self.contains(set, tuple)),
        }
    }

    /// What the theorem says of a position, if that is not so.
    fn contradiction(
        &self,
        tuple: &[u64],
        values: bool,
        verdict: &Verdict,
        view: &ProveView,
    ) -> Option<String> {
        if values {
            let all = (0..64).filter(|value| self.contains(0, &[tuple, &[*value]].concat()));
            let all: Vec<u64> = all.collect();
            let wrong = all != verdict.nim_value.into_iter().collect::<Vec<_>>();
            return wrong.then(|| {
                format!("{}: {all:?}\nsecond evaluator: {:?}", view.statement, verdict.nim_value)
            });
        }
        let wrong = Player::BOTH.into_iter().find(|player| {
            let set = if self.tables.len() == 1 { 0 } else { player.index() };
            let loses = verdict.winners[player.index()] == Some(player.opponent());
            self.contains(set, tuple) != loses
        });
        wrong.map(|player| {
            format!("{}\n{player} moves first; second evaluator: {verdict:?}", view.statement)
        })
    }
}
