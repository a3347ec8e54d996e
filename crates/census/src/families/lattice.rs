//! Vector games on two heaps: which have a theorem for all positions.

use std::ops::Range;

use bouton_engines::certified;
use bouton_prove::{NUMERATIONS, Question, Theorem, Verdict};
use bouton_rules::{Game, Limits, Refusal};

use super::{Family, FamilyDescription, within};
use crate::column::{Column, Field, Kind};

const NAME: &str = "lattice";

/// What the search for a theorem may cost for each game, and its check, and its words. They are counted, so the rows are
/// the same on every machine.
const STEPS: u64 = 1_000_000_000;

/// More sets are not listed.
const MOST_SETS: u128 = 1 << 20;

const STANDINGS: &[&str] = &["proved", "none found"];

/// The numerations as a column has them: none first.
const TEXTS: [&str; NUMERATIONS.len() + 1] = {
    let mut texts = [""; NUMERATIONS.len() + 1];
    let mut place = 0;
    while place < NUMERATIONS.len() {
        texts[place + 1] = NUMERATIONS[place];
        place += 1;
    }
    texts
};

/// All nonempty sets of a few vectors with small entries. A move subtracts one of them from two heaps. Of two sets that
/// differ by exchanging the heaps there is one.
#[derive(Clone, Debug)]
pub struct LatticeSets {
    max: u32,
    vectors: u32,
    /// Sets with fewer vectors come first.
    sets: Vec<Vec<[u32; 2]>>,
}

impl LatticeSets {
    /// Sets of at most `vectors` vectors with entries to `max`.
    pub fn new(max: u32, vectors: u32) -> Result<LatticeSets, Refusal> {
        within("the maximum", max, 7)?;
        let all: Vec<[u32; 2]> =
            (0..=max).flat_map(|a| (0..=max).map(move |b| [a, b])).skip(1).collect();
        within("the number of vectors", vectors, all.len() as u32)?;
        let mut ways = 1_u128;
        let mut games = 0;
        for taken in 1..=u128::from(vectors) {
            ways = ways * (all.len() as u128 + 1 - taken) / taken;
            games += ways;
            if games > MOST_SETS {
                return Err(Refusal::bad(
                    format!("there are more than {MOST_SETS} sets of at most {vectors} vectors"),
                    "choose a smaller maximum or fewer vectors",
                ));
            }
        }
        let mut sets = Vec::new();
        let mut sized = vec![Vec::new()];
        for _ in 0..vectors {
            let longer = |set: &Vec<[u32; 2]>| {
                let later = all.iter().filter(|one| set.last().is_none_or(|last| last < *one));
                later.map(|one| [&set[..], &[*one]].concat()).collect::<Vec<_>>()
            };
            sized = sized.iter().flat_map(longer).collect();
            sets.extend(sized.iter().filter(|set| **set <= exchanged(set)).cloned());
        }
        Ok(LatticeSets { max, vectors, sets })
    }

    fn set(&self, number: u64) -> &[[u32; 2]] {
        &self.sets[number as usize]
    }

    /// The theorem about a game, which the checker has accepted, and what it says in words; nothing if none was found.
    pub(super) fn theorem(
        &self,
        number: u64,
        limits: &Limits,
    ) -> Result<Option<(Theorem, String)>, Refusal> {
        let limits = Limits { steps: STEPS, ..limits.clone() };
        match proved(&Game::parse(&self.game(number))?, &limits) {
            Err(Refusal::Limit { .. }) => Ok(None),
            found => found,
        }
    }
}

fn proved(game: &Game, limits: &Limits) -> Result<Option<(Theorem, String)>, Refusal> {
    let Some(written) = game.written() else { return Ok(None) };
    let program = &*written.program;
    let question = Question { program, heaps: None, values: false, numerations: Vec::new() };
    let Verdict::Proved(theorem) = question.prove(limits)? else { return Ok(None) };
    certified(game, None, &theorem, limits)?;
    let said = theorem.describe(&["a".to_owned(), "b".to_owned()], limits)?.sentence();
    Ok(Some((*theorem, said)))
}

/// The set with the two heaps exchanged.
fn exchanged(set: &[[u32; 2]]) -> Vec<[u32; 2]> {
    let mut set: Vec<[u32; 2]> = set.iter().map(|[a, b]| [*b, *a]).collect();
    set.sort_unstable();
    set
}

/// A move of the rule text.
fn step([a, b]: [u32; 2]) -> String {
    let lowered = [("a", a), ("b", b)].into_iter().filter(|(_, by)| *by > 0);
    let parts: Vec<String> = lowered.map(|(heap, by)| format!("{heap}' = {heap} - {by}")).collect();
    format!("; move {}", parts.join(", "))
}

impl Family for LatticeSets {
    fn name(&self) -> &'static str {
        NAME
    }

    fn arguments(&self) -> String {
        format!("{NAME} --max {} --vectors {}", self.max, self.vectors)
    }

    fn description(&self) -> FamilyDescription {
        FamilyDescription::Lattice { max: self.max, vectors: self.vectors }
    }

    fn games(&self) -> u64 {
        self.sets.len() as u64
    }

    fn games_per_shard(&self) -> u64 {
        1 << 5
    }

    fn games_per_batch(&self) -> u64 {
        1
    }

    fn fields(&self) -> Vec<Field> {
        vec![
            Field::new("vectors", Kind::Text),
            Field::new("standing", Kind::Choice(STANDINGS)),
            Field::new("numeration", Kind::Choice(&TEXTS)),
            Field::new("states", Kind::Optional),
            Field::new("statement", Kind::Text),
        ]
    }

    fn keys(&self, numbers: Range<u64>) -> Vec<Column> {
        let text = |number| {
            let vectors = self.set(number).iter().map(|[a, b]| format!("{a},{b}"));
            vectors.collect::<Vec<_>>().join(" ")
        };
        vec![Column::Texts(numbers.map(text).collect())]
    }

    fn found(&self, numbers: Range<u64>, limits: &Limits) -> Result<Vec<Column>, Refusal> {
        let (mut standings, mut numerations) = (Vec::new(), Vec::new());
        let (mut states, mut statements) = (Vec::new(), Vec::new());
        for number in numbers {
            let found = self.theorem(number, limits)?;
            standings.push(u8::from(found.is_none()));
            let (theorem, said) =
                found.map_or((None, String::new()), |(one, said)| (Some(one), said));
            let named = theorem.as_ref().map(|theorem| theorem.numeration.to_string());
            let named = TEXTS.iter().position(|text| *text == named.as_deref().unwrap_or_default());
            numerations.push(named.unwrap_or(0) as u8);
            states.push(theorem.map(|one| one.sets.iter().map(|set| set.states() as u64).sum()));
            statements.push(said);
        }
        Ok(vec![
            Column::Choices(standings),
            Column::Choices(numerations),
            Column::Optional(states),
            Column::Texts(statements),
        ])
    }

    fn game(&self, number: u64) -> String {
        let moves: String = self.set(number).iter().map(|vector| step(*vector)).collect();
        format!("game {NAME}; position a, b{moves}")
    }
}
