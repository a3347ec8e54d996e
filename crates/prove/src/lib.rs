//! From rules to a theorem about all positions.
//!
//! A table of lost positions is filled, the least automaton that fits it is guessed, and whether the guess *is* the set of
//! lost positions is decided: the set is the only one that satisfies an equation, stated and proved in `game.rs`, and both
//! sides of the equation are automata. A guess that fails is replaced by one from a larger table or in another numeration.
//! That nothing was found proves nothing: in general the question is undecidable (Larsson and
//! Wästlund 2013).
//!
//! # Main definitions
//! * [`Question`]: a program, how many heaps, and what is asked of it; [`Question::prove`] looks for a theorem.
//! * [`Theorem`]: the automata, the numeration, and the measure by which play ends.
//! * [`Strategy`]: who loses a position of any size, and which moves win, read off a theorem.
//! * [`Theorem::compare`]: whether a condition of the rule language says the same.
//! * [`Theorem::describe`]: the theorem in words, by templates of which each is decided.
//!
//! # References
//! B. Mignoty, A. Renard, M. Rigo, M. Whiteland, *Automatic proofs in combinatorial game theory* (2025), who decide such
//! sentences for variants of Wythoff's game with automata and translations made by hand.

mod compile;
mod condition;
mod game;
#[cfg(test)]
#[path = "../tests/games/mod.rs"]
mod games;
mod given;
mod learn;
mod more;
mod shape;
mod strategy;
mod table;
mod words;

use bouton_automata::System;
use bouton_lang::Program;
use bouton_lang::formula::{Formula, Outside, Statement};
use bouton_values::{Limits, Meter, Refusal, Unit};

use compile::Compiler;
use game::GameInDigits;
use table::{Listed, Lost, Table, by_marking, most_digits};

pub use bouton_automata::{Automaton, Numeration};
pub use condition::{ConditionResult, condition, decide, holds_at, positions_by_sum, winning_move};
pub use given::Given;
pub use learn::MOST_STATES;
pub use more::Tuples;
pub use shape::StateGraph;
pub use strategy::{Strategy, WinningMoves};
pub use words::Description;

/// A question about all positions of a game: which are lost, or which nim-values they have.
#[derive(Clone, Debug)]
pub struct Question<'p> {
    /// The rules, as they are written.
    pub program: &'p Program,
    /// The number of heaps of a position, where the rules leave it open.
    pub heaps: Option<usize>,
    /// Are nim-values asked for, instead of lost positions?
    pub values: bool,
    /// The numerations to try; the usual ones if there are none.
    pub numerations: Vec<Numeration>,
}

/// The result of the search for a theorem.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// A theorem was found and proved.
    Proved(Box<Theorem>),
    /// No theorem was found; this is where it was looked for.
    NotFound(Search),
    /// The rules cannot be read by automata, or nothing shows that play ends.
    Outside(String),
}

/// An account of a search: where a theorem was looked for, and how many guesses failed.
#[derive(Clone, Debug, Default)]
pub struct Search {
    /// The numerations, and how many numbers from 0 on the largest table had on each side.
    pub tables: Vec<(Numeration, u128)>,
    /// The number of guesses that were refuted or too expensive to prove.
    pub refuted: usize,
}

/// The lost positions of a game, all of them, or the nim-values of all positions.
#[derive(Clone, Debug)]
pub struct Theorem {
    /// The numeration in which the automata read numbers.
    pub numeration: Numeration,
    /// The number of numbers of a position.
    pub numbers: usize,
    /// Are there nim-values, rather than lost positions?
    pub values: bool,
    /// The lost positions: one set for both players, or one for Left and one for Right, who is to move. Of nim-values the
    /// pairs of a position and its value.
    pub sets: Vec<Automaton>,
    /// The automaton of the legal positions.
    pub legal: Automaton,
    /// Every move lowers the sum of the numbers times these weights.
    pub measure: Vec<u64>,
    /// An account of the search.
    pub search: Search,
}

/// Numerations that are tried, the most promising first.
pub const NUMERATIONS: [&str; 10] = [
    "msd_2", "lsd_2", "lsd_fib", "msd_fib", "msd_3", "lsd_3", "lsd_pell", "msd_pell", "lsd_ost3",
    "msd_ost3",
];
/// The most cells of a table, round by round.
const ROUNDS: [usize; 5] = [1 << 10, 1 << 13, 1 << 16, 1 << 19, 1 << 21];
/// What one guess may cost: cells of rows.
const CELLS_OF_A_PROOF: u64 = 6_000_000;
/// What the rules may cost in a numeration, and what a table may cost.
const CELLS_OF_RULES: u64 = 40_000_000;
const STEPS_OF_A_TABLE: u64 = 100_000_000;
/// What a cell of a row takes, in nanoseconds.
const NANOSECONDS_PER_CELL: u64 = 8;

impl Question<'_> {
    /// Looks for a theorem about all positions.
    pub fn prove(&self, limits: &Limits) -> Result<Verdict, Refusal> {
        Ok(match self.search(&mut meter(limits))? {
            Ok((theorem, _)) => Verdict::Proved(Box::new(theorem)),
            Err(verdict) => verdict,
        })
    }

    /// Looks for a theorem, to read single positions off it.
    pub fn strategy(&self, limits: &Limits) -> Result<Result<Strategy, Verdict>, Refusal> {
        let mut meter = meter(limits);
        match self.search(&mut meter)? {
            Ok((theorem, game)) => Strategy::new(theorem, &game, &mut meter).map(Ok),
            Err(verdict) => Ok(Err(verdict)),
        }
    }

    /// A theorem and the rules in its numeration; or why there is none.
    fn search(
        &self,
        meter: &mut Meter,
    ) -> Result<Result<(Theorem, GameInDigits), Verdict>, Refusal> {
        let statement = match self.statement() {
            Ok(statement) => statement,
            Err(Outside(reason)) => return Ok(Err(Verdict::Outside(reason))),
        };
        let mut hunt = Hunt::new(self, &statement);
        for (place, cells) in hunt.schedule() {
            if let Some(sets) = hunt.round(place, cells, meter)? {
                return Ok(Ok(hunt.theorem(place, sets)));
            }
            if hunt.measure == Some(None) {
                let reason = "no sum of multiples of the numbers was found that every move lowers";
                return Ok(Err(Verdict::Outside(reason.to_owned())));
            }
        }
        Ok(Err(hunt.nothing()))
    }

    /// The theorem that the formula holds exactly in the lost positions, if that is so; nothing if it is not, or if the
    /// rules or the formula are outside.
    pub fn holds(&self, formula: &Formula, limits: &Limits) -> Result<Option<Theorem>, Refusal> {
        let mut meter = meter(limits);
        let Ok(statement) = self.statement() else { return Ok(None) };
        if !statement.impartial || self.values {
            return Ok(None);
        }
        for numeration in self.numerations(&statement).into_iter().take(1) {
            let Ok(attempt) = Attempt::new(self, &statement, numeration, &mut meter)? else {
                continue;
            };
            let position: Vec<usize> = (0..statement.numbers).collect();
            let said = Compiler::new(numeration).relation(formula, &mut meter)?;
            let said = said.over(numeration, &position, &mut meter)?;
            let legal = attempt.game.legal.clone();
            let said = said.product(&legal, |said, legal| said && legal, &mut meter)?;
            let sets = vec![said];
            let Some(measure) = attempt.game.measure(&mut meter)? else { continue };
            if attempt.holds(&sets, &mut meter)? {
                let (numbers, search) = (statement.numbers, Search::default());
                return Ok(Some(Theorem {
                    numeration,
                    numbers,
                    values: false,
                    sets,
                    legal,
                    measure,
                    search,
                }));
            }
        }
        Ok(None)
    }

    /// Is the theorem, which is about another game, true of this one?
    pub fn has_theorem(&self, theorem: &Theorem, limits: &Limits) -> Result<bool, Refusal> {
        let mut meter = meter(limits);
        let Ok(statement) = self.statement() else { return Ok(false) };
        if statement.numbers != theorem.numbers || self.values != theorem.values {
            return Ok(false);
        }
        let Ok(attempt) = Attempt::new(self, &statement, theorem.numeration, &mut meter)? else {
            return Ok(false);
        };
        let sets = if self.values { 1 } else { attempt.game.players().len() };
        Ok(sets == theorem.sets.len()
            && attempt.game.legal == theorem.legal
            && attempt.game.measure(&mut meter)?.is_some()
            && attempt.holds(&theorem.sets, &mut meter)?)
    }

    /// The rules as formulas, if a theorem can be about them.
    fn statement(&self) -> Result<Statement, Outside> {
        if self.program.loopy {
            return Err(Outside("play may go on for ever".to_owned()));
        }
        let statement = self.program.statement(self.heaps)?;
        let normal = statement.stuck_wins.iter().all(|wins| *wins == Formula::Truth(false));
        if self.values && !(statement.impartial && normal) {
            return Err(Outside(
                "nim-values belong to normal play with the same moves for both players".to_owned(),
            ));
        }
        if !self.values && statement.ways.iter().any(|way| way.becomes.len() != 1) {
            return Err(Outside(
                "a move changes the number of heaps: only nim-values of one heap can be proved"
                    .to_owned(),
            ));
        }
        Ok(statement)
    }

    fn numerations(&self, statement: &Statement) -> Vec<Numeration> {
        let usual = || NUMERATIONS.iter().filter_map(|name| name.parse().ok()).collect();
        let all: Vec<Numeration> =
            if self.numerations.is_empty() { usual() } else { self.numerations.clone() };
        let conditions = statement.ways.iter().flat_map(|way| &way.condition);
        let mut formulas = conditions.chain([&statement.legal]).chain(&statement.stuck_wins);
        let binary = formulas.any(Formula::has_nim_sum)
            || statement.ways.iter().any(|way| way.becomes.len() > 1);
        let is_binary = |one: &Numeration| one.system == System::Base(2);
        all.into_iter().filter(|one| !binary || is_binary(one)).collect()
    }
}

fn meter(limits: &Limits) -> Meter {
    Meter::new(limits, "the proof").scaled(NANOSECONDS_PER_CELL, 1)
}

/// Does something that may cost so much at most; nothing if that was not enough.
fn within<T>(
    cells: u64,
    meter: &mut Meter,
    work: impl FnOnce(&mut Meter) -> Result<T, Refusal>,
) -> Result<Option<T>, Refusal> {
    let before = meter.lower(cells);
    let done = work(meter);
    meter.allow(before);
    match done {
        Ok(done) => Ok(Some(done)),
        Err(Refusal::Limit { unit: Unit::Steps, .. }) if meter.spent() <= before => Ok(None),
        Err(refusal) => Err(refusal),
    }
}

/// The search for a theorem: numerations in turn, each with larger and larger tables.
struct Hunt<'h, 'p> {
    question: &'h Question<'p>,
    statement: &'h Statement,
    numerations: Vec<Numeration>,
    /// The rules in each numeration, once it was their turn; or why there are none.
    attempts: Vec<Option<Result<Attempt, String>>>,
    /// The measure, once it was looked for.
    measure: Option<Option<Vec<u64>>>,
    known: Known<'p>,
    search: Search,
}

/// What is known of small positions. It does not depend on the numeration.
struct Known<'p> {
    listed: Listed<'p>,
    /// What was marked as lost, if no move leads out of a table.
    marked: Option<Lost>,
}

impl<'h, 'p> Hunt<'h, 'p> {
    fn new(question: &'h Question<'p>, statement: &'h Statement) -> Hunt<'h, 'p> {
        let numerations = question.numerations(statement);
        let attempts = numerations.iter().map(|_| None).collect();
        let search = Search::default();
        let splits = statement.ways.iter().any(|way| way.becomes.len() != 1);
        let listed = Listed::new(question.program, question.values, splits);
        let known = Known { listed, marked: None };
        Hunt { question, statement, numerations, attempts, measure: None, known, search }
    }

    /// Small tables come before large ones, and base 2, in which rules are cheap to read, before other numerations. Many
    /// numbers at once need large tables for few digits.
    fn schedule(&self) -> Vec<(usize, usize)> {
        let binary = |place: &usize| self.numerations[*place].system == System::Base(2);
        let (first, others): (Vec<usize>, Vec<usize>) =
            (0..self.numerations.len()).partition(binary);
        let small = match self.statement.numbers + usize::from(self.question.values) {
            ..=3 => 2,
            4 => 3,
            _ => 4,
        };
        let phases = [
            (&first, &ROUNDS[..small]),
            (&others, &ROUNDS[..2]),
            (&first, &ROUNDS[small..small.max(3)]),
            (&others, &ROUNDS[2..3]),
            (&first, &ROUNDS[small.max(3)..]),
            (&others, &ROUNDS[3..]),
        ];
        let mut schedule = Vec::new();
        for (places, rounds) in phases {
            for cells in rounds {
                schedule.extend(places.iter().map(|place| (*place, *cells)));
            }
        }
        schedule
    }

    fn round(
        &mut self,
        place: usize,
        cells: usize,
        meter: &mut Meter,
    ) -> Result<Option<Vec<Automaton>>, Refusal> {
        if self.attempts[place].is_none() {
            let numeration = self.numerations[place];
            let attempt = Attempt::new(self.question, self.statement, numeration, meter)?;
            self.attempts[place] = Some(attempt);
        }
        let Some(Ok(attempt)) = &mut self.attempts[place] else { return Ok(None) };
        if self.measure.is_none() {
            self.measure = within(CELLS_OF_RULES, meter, |meter| attempt.game.measure(meter))?;
        }
        match &self.measure {
            Some(Some(measure)) => {
                attempt.round(cells, measure, &mut self.known, &mut self.search, meter)
            }
            _ => Ok(None),
        }
    }

    /// The theorem that was found in this numeration.
    fn theorem(mut self, place: usize, sets: Vec<Automaton>) -> (Theorem, GameInDigits) {
        let Some(Ok(attempt)) = self.attempts.swap_remove(place) else {
            unreachable!("a theorem needs the rules")
        };
        let theorem = Theorem {
            numeration: self.numerations[place],
            numbers: self.statement.numbers,
            values: self.question.values,
            sets,
            legal: attempt.game.legal.clone(),
            measure: self.measure.flatten().unwrap_or_default(),
            search: self.search,
        };
        (theorem, attempt.game)
    }

    /// What is said where nothing was found.
    fn nothing(mut self) -> Verdict {
        let attempts = self.attempts.iter().flatten();
        let tables = attempts.filter_map(|attempt| attempt.as_ref().ok()).map(|attempt| {
            let numeration = attempt.game.numeration;
            (numeration, numeration.places(1 << 62)[attempt.length])
        });
        self.search.tables = tables.filter(|(_, side)| *side > 1).collect();
        let reason = self.attempts.into_iter().flatten().find_map(Result::err);
        match reason {
            Some(reason) if self.search.tables.is_empty() => Verdict::Outside(reason),
            _ => Verdict::NotFound(self.search),
        }
    }
}

/// A game in a numeration, and how far its tables went.
struct Attempt {
    game: GameInDigits,
    values: bool,
    /// Can a move lead out of a table? Asked when the first table is filled.
    rises: Option<bool>,
    length: usize,
    last_guess: Vec<Automaton>,
}

impl Attempt {
    fn new(
        question: &Question<'_>,
        statement: &Statement,
        numeration: Numeration,
        meter: &mut Meter,
    ) -> Result<Result<Attempt, String>, Refusal> {
        let game =
            within(CELLS_OF_RULES, meter, |meter| GameInDigits::new(statement, numeration, meter));
        let game = match game {
            Ok(Some(found)) => found,
            Ok(None) => return Ok(Err("the automata of the rules are too large".to_owned())),
            Err(Refusal::Unsupported { problem, .. }) => return Ok(Err(problem)),
            Err(refusal) => return Err(refusal),
        };
        let (values, length) = (question.values, 0);
        Ok(Ok(Attempt { game, values, rises: None, length, last_guess: Vec::new() }))
    }

    /// Guesses from a table of at most this many cells, and proves.
    fn round(
        &mut self,
        cells: usize,
        measure: &[u64],
        known: &mut Known<'_>,
        search: &mut Search,
        meter: &mut Meter,
    ) -> Result<Option<Vec<Automaton>>, Refusal> {
        let tracks = self.game.numbers + usize::from(self.values);
        let length = most_digits(self.game.numeration, tracks, cells);
        if length <= self.length || length < 2 {
            return Ok(None);
        }
        let rises = match self.rises {
            Some(rises) => rises,
            // Listing options does for all games.
            None => within(CELLS_OF_RULES, meter, |meter| self.game.rises(meter))?.unwrap_or(true),
        };
        self.rises = Some(rises);
        let tables = within(STEPS_OF_A_TABLE, meter, |meter| match self.values || rises {
            true => known.listed.tables(&self.game, length, meter),
            false => self.marked(measure, length, &mut known.marked, meter),
        })?;
        let Some(tables) = tables else { return Ok(None) };
        self.length = length;
        let guess = match self.guess(&tables, tracks, meter)? {
            Some(guess) if guess != self.last_guess => guess,
            _ => return Ok(None),
        };
        let proved = within(CELLS_OF_A_PROOF, meter, |meter| self.holds(&guess, meter))?;
        if proved == Some(true) {
            return Ok(Some(guess));
        }
        search.refuted += 1;
        self.last_guess = guess;
        Ok(None)
    }

    /// The tables of lost positions, from what is known of as many positions, or by marking.
    fn marked(
        &self,
        measure: &[u64],
        length: usize,
        known: &mut Option<Lost>,
        meter: &mut Meter,
    ) -> Result<Vec<Table>, Refusal> {
        let GameInDigits { numeration, numbers, .. } = self.game;
        if let Some(tables) = known.as_ref().and_then(|lost| lost.tables(numeration, length)) {
            meter.spend(tables.iter().map(|table| table.cells.len() as u64).sum())?;
            return Ok(tables);
        }
        let tables = by_marking(&self.game, measure, length, meter)?;
        *known = Some(Lost::new(&tables, numeration, numbers));
        Ok(tables)
    }

    fn guess(
        &self,
        tables: &[Table],
        tracks: usize,
        meter: &mut Meter,
    ) -> Result<Option<Vec<Automaton>>, Refusal> {
        let guess = |table| learn::guess(table, self.game.numeration, tracks, meter).transpose();
        tables
            .iter()
            .map_while(guess)
            .collect::<Result<Vec<_>, _>>()
            .map(|sets| (sets.len() == tables.len()).then_some(sets))
    }

    /// Do the sets satisfy the equation?
    fn holds(&self, sets: &[Automaton], meter: &mut Meter) -> Result<bool, Refusal> {
        if self.values {
            return Ok(self.game.valued(&sets[0], meter)? == sets[0]);
        }
        for (own, player) in self.game.players().iter().enumerate() {
            let of_opponent = &sets[if self.game.impartial { 0 } else { 1 - own }];
            if self.game.lost(*player, of_opponent, meter)? != sets[own] {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
