//! What Bouton says of a case, compared with the second evaluator.

mod answers;
pub mod clock;
mod sequences;
mod theorems;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use bouton_lab::rules::{Game, Position, Refusal};
use bouton_values::{Limits, Outcome, Player};

use crate::evaluate::{Evaluator, Place, Verdict};
use crate::generate::{Case, rewritten, typed_position};
use crate::tree::{Many, Text};
pub use theorems::compare_theorems;

/// Two answers to one question that differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// What differs, in a word or two; for short lists of many.
    pub kind: &'static str,
    /// The game as it is typed, and the files that it names.
    pub game: String,
    /// The position.
    pub position: String,
    /// What each side says.
    pub says: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}]\n{}\nat {}\n{}", self.kind, self.game, self.position, self.says)
    }
}

/// What was compared, so that nobody takes nothing for agreement.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mix {
    /// Texts that were generated.
    pub texts: u64,
    /// Texts that are games.
    pub games: u64,
    /// Positions that were compared.
    pub positions: u64,
    /// Positions that are not legal, on both sides.
    pub illegal: u64,
    /// Positions from which too many others can be reached for a second opinion.
    pub skipped: u64,
    /// Answers that a limit stopped.
    pub limited: u64,
    /// Nim-values that were compared.
    pub values: u64,
    /// Values of partizan games that were compared.
    pub forms: u64,
    /// Draws among the positions.
    pub draws: u64,
    /// Sequences that were compared.
    pub sequences: u64,
    /// Periods whose terms were followed.
    pub periods: u64,
    /// Certificates that were written and accepted.
    pub certificates: u64,
    /// Rewritings that were compared.
    pub rewritings: u64,
    /// Rewritings that are not games.
    pub refused: u64,
    /// Texts of each family.
    pub families: BTreeMap<String, u64>,
    /// Answers of each engine.
    pub engines: BTreeMap<String, u64>,
    /// Why texts are not games, shortened, and how often.
    pub mistakes: BTreeMap<String, u64>,
}

impl Mix {
    /// Adds another's counts.
    pub fn add(&mut self, other: &Mix) {
        self.texts += other.texts;
        self.games += other.games;
        self.positions += other.positions;
        self.illegal += other.illegal;
        self.skipped += other.skipped;
        self.limited += other.limited;
        self.values += other.values;
        self.forms += other.forms;
        self.draws += other.draws;
        self.sequences += other.sequences;
        self.periods += other.periods;
        self.certificates += other.certificates;
        self.rewritings += other.rewritings;
        self.refused += other.refused;
        for (ours, theirs) in [
            (&mut self.families, &other.families),
            (&mut self.engines, &other.engines),
            (&mut self.mistakes, &other.mistakes),
        ] {
            for (name, count) in theirs {
                *ours.entry(name.clone()).or_default() += count;
            }
        }
    }
}

/// What an answer may cost here.
#[must_use]
pub fn limits() -> Limits {
    Limits { memory: 64 << 20, steps: 10_000_000, ..Limits::default() }
}

/// A case being compared.
pub(crate) struct Comparison<'a> {
    case: &'a Case,
    /// The texts with the ending that they have.
    texts: &'a [Text],
    planned: Game,
    written: Game,
    mix: &'a mut Mix,
    found: Vec<Difference>,
}

/// All differences of a case; what was compared is added to the mix.
pub fn compare(case: &Case, mix: &mut Mix) -> Vec<Difference> {
    compare_with(case, mix, true)
}

/// All differences of a case but, for two cases of three, those of its rewriting and its sequences: these take a third
/// of the time.
pub fn compare_positions(case: &Case, mix: &mut Mix) -> Vec<Difference> {
    compare_with(case, mix, case.style.0.is_multiple_of(3))
}

fn compare_with(case: &Case, mix: &mut Mix, in_full: bool) -> Vec<Difference> {
    mix.texts += 1;
    let planned = read(case, true);
    let written = read(case, false);
    let texts = case.ended();
    match (planned, written) {
        (Ok(planned), Ok(written)) => {
            mix.games += 1;
            let family = planned.written().map_or("sum", |text| text.understanding.family);
            *mix.families.entry(family.to_owned()).or_default() += 1;
            // Both use one evaluator: what it worked out for the text is true of its rewriting.
            let mut evaluator = Evaluator::new(&texts);
            let mut found = match in_full {
                true => rewriting(case, &planned, &mut evaluator, mix),
                false => Vec::new(),
            };
            let mut comparison =
                Comparison { case, texts: &texts, planned, written, mix, found: Vec::new() };
            comparison.run(&mut evaluator);
            if in_full {
                comparison.sequences(&mut evaluator);
            }
            found.append(&mut comparison.found);
            found
        }
        (Err(refusal), Err(_)) => {
            let short: String =
                refusal.to_string().chars().filter(|c| !c.is_ascii_digit()).take(60).collect();
            *mix.mistakes.entry(short).or_default() += 1;
            Vec::new()
        }
        (planned, written) => {
            let says = |game: Result<Game, Refusal>| match game {
                Ok(_) => "a game".to_owned(),
                Err(refusal) => refusal.to_string(),
            };
            vec![Difference {
                kind: "accepted",
                game: shown(case),
                position: String::new(),
                says: format!("recognised: {}\nas written: {}", says(planned), says(written)),
            }]
        }
    }
}

/// The rules in other words are recognised alike, and have the options that they should have. (Who wins follows from
/// these.)
fn rewriting(
    case: &Case,
    planned: &Game,
    evaluator: &mut Evaluator<'_>,
    mix: &mut Mix,
) -> Vec<Difference> {
    let other = rewritten(case);
    if other == *case {
        return Vec::new();
    }
    let differ = |says: String| Difference {
        kind: "rewriting",
        game: format!("{}\nin other words: {}", shown(case), shown(&other)),
        position: String::new(),
        says,
    };
    let family = |game: &Game| game.written().map(|text| text.understanding.family);
    let (read, written) = match (read(&other, true), read(&other, false)) {
        (Ok(read), Ok(written)) => (read, written),
        _ => {
            mix.refused += 1;
            return Vec::new();
        }
    };
    // Whether Left and Right have the same options is seen by the words, so these may count there.
    let is_open_to_both = |text: &Text| text.moves.iter().all(|line| line.player.is_none());
    if case.texts.iter().all(is_open_to_both) && family(&read) != family(planned) {
        let says = format!("{:?}, in other words {:?}", family(planned), family(&read));
        return vec![differ(says)];
    }
    mix.rewritings += 1;
    let texts = case.ended();
    let (case, planned) = (&other, read);
    let mut comparison =
        Comparison { case, texts: &texts, planned, written, mix, found: Vec::new() };
    for position in &other.positions {
        let typed = typed_position(position);
        let Some(place) = evaluator.place(position) else { continue };
        let Ok(verdict) = evaluator.verdict(&place) else { continue };
        let positions = [comparison.planned.position(&typed), comparison.written.position(&typed)];
        if let [Ok(planned), Ok(written)] = positions {
            comparison.options(&typed, &planned, &written, &verdict);
        }
    }
    comparison.found
}

/// Reads the game as it is typed.
fn read(case: &Case, recognising: bool) -> Result<Game, Refusal> {
    let (typed, files) = case.typed();
    let file = |path: &str| {
        let index = path.strip_prefix("file")?.strip_suffix(".game")?.parse::<usize>().ok()?;
        Some(Ok(files.get(index)?.clone()))
    };
    match recognising {
        true => Game::parse_with(&typed, &file),
        false => Game::as_written_with(&typed, &file),
    }
}

/// The game as people would type it again.
#[must_use]
pub fn shown(case: &Case) -> String {
    let (typed, files) = case.typed();
    let files =
        files.iter().enumerate().map(|(index, text)| format!("\n  file{index}.game: {text}"));
    format!("{typed}{}", files.collect::<String>())
}

impl Comparison<'_> {
    fn run(&mut self, evaluator: &mut Evaluator<'_>) {
        for index in 0..self.case.positions.len() {
            let typed = typed_position(&self.case.positions[index]);
            let place = evaluator.place(&self.case.positions[index]);
            let positions = [self.planned.position(&typed), self.written.position(&typed)];
            let [planned, written] = positions;
            // A recognised family may refuse numbers near the largest, where its theorem says nothing.
            let is_too_large = |refusal: &Refusal| refusal.to_string().contains("could exceed");
            if planned.as_ref().is_err_and(is_too_large) && written.is_ok() == place.is_some() {
                self.mix.limited += 1;
                continue;
            }
            if [&planned, &written].iter().any(|position| position.is_ok() != place.is_some()) {
                let says = |position: &Result<Position, Refusal>| match position {
                    Ok(position) => format!("legal, {position}"),
                    Err(refusal) => refusal.to_string(),
                };
                let says = format!(
                    "recognised: {}\nas written: {}\nsecond evaluator: {place:?}",
                    says(&planned),
                    says(&written)
                );
                self.differ("legal positions", &typed, says);
                continue;
            }
            let (Ok(planned), Ok(written), Some(place)) = (planned, written, place) else {
                self.mix.illegal += 1;
                continue;
            };
            match evaluator.verdict(&place) {
                Err(_) => {
                    self.mix.skipped += 1;
                    // Nobody knows what is right, but an answer or a refusal must come soon.
                    let question = answers::ask(&self.planned, &planned, None);
                    let _ = clock::timed(|| bouton_lab::answer(&question));
                }
                Ok(verdict) => self.position(&typed, &planned, &written, &verdict, index < 2),
            }
        }
    }

    fn differ(&mut self, kind: &'static str, position: &str, says: String) {
        let game = shown(self.case);
        self.found.push(Difference { kind, game, position: position.to_owned(), says });
    }

    fn position(
        &mut self,
        typed: &str,
        planned: &Position,
        written: &Position,
        verdict: &Verdict,
        with_certificates: bool,
    ) {
        self.mix.positions += 1;
        if verdict.winners.contains(&None) {
            self.mix.draws += 1;
        }
        self.options(typed, planned, written, verdict);
        self.answers(typed, planned, written, verdict, with_certificates);
    }

    /// Listing the options of a text tries no more choices than the bound of their number allows: once for each name
    /// of a move and each heap.
    fn listing(&mut self, typed: &str, position: &Position) {
        const MOST: u128 = 100_000;
        let (Some(text), Some(tuple)) = (self.written.written(), position.tuple()) else { return };
        let bound = text.program.option_bound(tuple);
        if bound > MOST {
            return;
        }
        let names = text.program.moves.iter().map(|one| one.names.len()).max().unwrap_or(0) as u128;
        let allowed = (bound + 1) * (names + 1) * (tuple.len() as u128 + 1);
        let listings = Player::BOTH.map(|mover| text.program.listing(tuple, mover).tried);
        if let Some(tried) = listings.into_iter().find(|tried| u128::from(*tried) > allowed) {
            let says = format!("{tried} choices were tried, the bound {bound} allows {allowed}");
            self.differ("choices tried", typed, says);
        }
    }

    /// The options of both readings are those of the second evaluator.
    fn options(&mut self, typed: &str, planned: &Position, written: &Position, verdict: &Verdict) {
        use bouton_lab::rules::Ruleset;
        self.listing(typed, written);
        for (name, game, position) in [
            ("recognised", self.planned.clone(), planned),
            ("as written", self.written.clone(), written),
        ] {
            let Some(game) = game.finite() else { continue };
            if game.option_bound(position) > 100_000 {
                continue;
            }
            for mover in Player::BOTH {
                let expected: BTreeSet<Place> = verdict.options[mover.index()]
                    .iter()
                    .map(|(place, _)| self.key(place, &[]))
                    .collect();
                let Some(got) = self.keys(&game.options(position, mover), &[]) else { continue };
                if got != expected {
                    let kind = if name == "recognised" {
                        "options, recognised"
                    } else {
                        "options, as written"
                    };
                    let says = format!(
                        "{mover}'s options {name}: {}\nsecond evaluator: {}",
                        list(&got),
                        list(&expected)
                    );
                    self.differ(kind, typed, says);
                }
            }
        }
    }

    /// What positions that play alike have in common: order does not matter, nor empty heaps, unless `exact`.
    fn key(&self, place: &Place, exact: &[bool]) -> Place {
        let parts = place.iter().zip(self.texts).enumerate().map(|(index, (part, text))| {
            let exact = exact.get(index).copied().unwrap_or(false);
            let mut part = part.clone();
            match text.many() {
                None => return part,
                Some(Many::Rows) => {}
                Some(Many::Heaps) => part.sort_unstable(),
                Some(Many::Coins) => part = crate::evaluate::Rules::new(text).canonical(part),
            }
            part.retain(|heap| exact || *heap > 0);
            part
        });
        parts.collect()
    }

    /// Positions of the lab as keys; nothing if one of them is not a tuple.
    fn keys(&self, positions: &[Position], exact: &[bool]) -> Option<BTreeSet<Place>> {
        let places = positions
            .iter()
            .map(|position| place_of(position).map(|place| self.key(&place, exact)));
        places.collect()
    }
}

fn place_of(position: &Position) -> Option<Place> {
    match position {
        Position::Tuple(tuple) => Some(vec![tuple.clone()]),
        Position::Parts(parts) => {
            parts.iter().map(|part| part.tuple().map(<[u64]>::to_vec)).collect()
        }
        _ => None,
    }
}

fn list(places: &BTreeSet<Place>) -> String {
    let places: Vec<String> = places.iter().map(|place| typed_position(place)).collect();
    format!("{{{}}}", places.join("  "))
}

fn outcome(verdict: &Verdict) -> Outcome {
    Outcome::from_winners(verdict.winners[0], verdict.winners[1])
}
