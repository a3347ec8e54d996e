//! Theorems about all positions, as automata.
//!
//! # What is claimed
//! The lost positions of a game with a fixed number of numbers are exactly the tuples that an automaton accepts, which
//! reads all numbers of a position at once, digit by digit. Where the two players move differently or the ending favours
//! one, there are two sets: the positions that Left loses, being to move, and those that Right loses. Or: the automaton
//! accepts a position with a further number g exactly if g is the nim-value of the position.
//!
//! # What is verified
//! 1. *The sets are sets of numbers:* they contain valid words only, and zeros at the significant end make no difference.
//! 2. *Play ends:* no move leads from a legal position to one whose numbers, multiplied by the weights of the measure and
//!    added, come to as much or more.
//! 3. *The equation:* x is in the set of p if and only if x is legal, no move of p leads from x to a position in the
//!    opponent's set, and it is not true that p is stuck at x and wins by the ending. Of nim-values: (x, g) is in the set if and
//!    only if x is legal, no move leads from x to something of value g, and for each h < g some move leads to something of
//!    value h. A heap that falls into several has the nim-sum of their values (Sprague, Grundy).
//! 4. *A sample:* the equation also holds at small positions by the options that the rules list one by one. This is looked
//!    at before 2 and 3, because it is cheap and most of what is wrong is wrong at a small position.
//!
//! # Why this is enough
//! *Theorem.* If every move lowers the measure, a natural number, then exactly one family of sets satisfies the equation.
//!
//! *Proof.* Let A and B satisfy it. The right-hand side looks at positions of a smaller measure only. If A and B agree on
//! those of a measure below m, they agree on those of measure m; so they agree on all. And the positions that are in fact
//! lost satisfy the equation, by the definition of losing. For nim-values: by the same induction the set has exactly one g
//! for each legal x, the least number that is not the value of an option. ∎
//!
//! Step 4 adds nothing to the theorem. It compares what the formulas of [`bouton_lang::formula`] say with what
//! [`bouton_lang::Program::options`] lists, which are two readings of one text.
//!
//! # Numbers without an end
//! The rule language ends numbers at 10¹⁸. Here they have no end, and a new number `min(x, 10^18)` is x; anywhere else such
//! a minimum is what it says. So of a game whose numbers can rise, the claim is about positions from which none rises above
//! that end.
//!
//! How the formulas are decided: `set.rs` has automata, `digits.rs` numerations and the axioms of addition, `formulas.rs`
//! linear arithmetic by addition alone. Nothing of it is shared with the prover.

mod digits;
mod file;
mod formulas;
mod set;

use bouton_definition::Game;
use bouton_lang::Program;
use bouton_lang::formula::{Formula, Outside, Statement, Variable, Way};
use bouton_lang::linear::Linear;
use bouton_values::{Limits, Meter, Player, Refusal, counted};
use serde::{Deserialize, Serialize};

use crate::rejection::Rejection;
use digits::{Digits, Numeration};
pub(crate) use file::AutomaticFile;
use formulas::{Decider, Relation};
use set::Set;

/// The lost positions of a game, or the nim-values of all positions, as automata.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AutomaticCertificate {
    /// The text that names the game.
    pub game: String,
    /// The number of heaps of a position, where the rules leave it open.
    pub heaps: Option<usize>,
    /// How numbers are written: `msd_2`, `lsd_fib`, `msd_pell`, `lsd_ost3`, ….
    pub numeration: String,
    /// The kind of the sets: lost positions, or nim-values.
    pub of: Claimed,
    /// Every move lowers the sum of the numbers times these weights.
    pub measure: Vec<u64>,
    /// The automata: one set, or one for Left and one for Right.
    pub sets: Vec<StateTable>,
}

/// What a set of an [`AutomaticCertificate`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Claimed {
    /// The positions that the player to move loses.
    Lost,
    /// Pairs of a position and its nim-value.
    NimValue,
}

/// An automaton that starts in state 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateTable {
    /// The states that accept.
    pub accepting: Vec<u32>,
    /// For each state the next state by each letter.
    pub next: Vec<Vec<u32>>,
}

const ARGUMENT: &str = "an automaton";

/// What a letter of a row costs, in nanoseconds.
const NANOSECONDS: u64 = 3;

/// Positions that are looked at one by one, at most.
const SAMPLE: u64 = 600;

/// Verifies an automatic certificate.
pub(crate) fn check(
    certificate: &AutomaticCertificate,
    limits: &Limits,
) -> Result<Vec<String>, Rejection> {
    let program = Game::read_program(&certificate.game)?;
    let outside = |Outside(reason): Outside| Rejection::does_not_apply(ARGUMENT, reason);
    let statement = program.statement(certificate.heaps).map_err(outside)?;
    let mut meter = Meter::new(limits, "the check of an automaton").scaled(NANOSECONDS, 1);
    let claim = Claim::new(certificate, &program, &statement, &mut meter)?;
    let sample = claim.check_sample(&mut meter)?;
    let digits = Digits::new(claim.numeration, &mut meter)?;
    let mut checked = Checked::new(&claim, &digits, meter)?;
    let mut said =
        vec![format!("addition in the numeration {} satisfies its axioms", certificate.numeration)];
    checked.check_measure()?;
    said.push(format!("every move lowers {}", measure_text(&program, &certificate.measure)));
    let states: usize = claim.sets.iter().map(|set| set.next.len()).sum();
    match certificate.of {
        Claimed::Lost => checked.check_lost()?,
        Claimed::NimValue => checked.check_values()?,
    }
    let (what, sets) = match (certificate.of, claim.sets.len()) {
        (Claimed::Lost, 1) => ("the set satisfies the equation of lost positions", "this set"),
        (Claimed::Lost, _) => ("the sets satisfy the equation of lost positions", "these sets"),
        (Claimed::NimValue, _) => ("the set satisfies the equation of nim-values", "this set"),
    };
    said.push(format!("{what}, decided for all numbers"));
    said.push(format!(
        "it holds at {} by their listed options, too",
        counted(sample, "small position")
    ));
    let claim = match certificate.of {
        Claimed::Lost => "the lost positions are exactly those in",
        Claimed::NimValue => "the nim-values of all positions are those of",
    };
    said.push(format!("so {claim} {sets}, with {}", counted(states as u64, "state")));
    said.push("numbers have no upper end here; rule texts end them at 10^18".to_owned());
    Ok(said)
}

/// `a + 2b`
fn measure_text(program: &Program, weights: &[u64]) -> String {
    let terms: Vec<(usize, i128)> =
        weights.iter().enumerate().map(|(place, weight)| (place, i128::from(*weight))).collect();
    let name = |place: usize| match &program.shape {
        bouton_lang::Shape::Named(names) => names[place].0.clone(),
        bouton_lang::Shape::Many(..) => {
            ('a'..='z').nth(place).map_or_else(|| format!("x{place}"), |letter| letter.to_string())
        }
    };
    Linear::of(&terms, 0).unwrap_or_default().with_names(name)
}

/// What is claimed, of rules that are read, by sets of numbers.
struct Claim<'c> {
    certificate: &'c AutomaticCertificate,
    program: &'c Program,
    statement: &'c Statement,
    numeration: Numeration,
    sets: Vec<Set>,
}

impl<'c> Claim<'c> {
    fn new(
        certificate: &'c AutomaticCertificate,
        program: &'c Program,
        statement: &'c Statement,
        meter: &mut Meter,
    ) -> Result<Claim<'c>, Rejection> {
        let numeration = Numeration::read(&certificate.numeration)?;
        let values = certificate.of == Claimed::NimValue;
        let normal = statement.stuck_wins.iter().all(|wins| *wins == Formula::Truth(false));
        if values && !(statement.impartial && normal) {
            let reason = "nim-values belong to normal play with the same moves for both players";
            return Err(Rejection::does_not_apply(ARGUMENT, reason));
        }
        if !values && statement.ways.iter().any(|way| way.becomes.len() != 1) {
            let reason = "a move changes the number of heaps";
            return Err(Rejection::does_not_apply(ARGUMENT, reason));
        }
        let wanted = if values || statement.impartial { 1 } else { 2 };
        if certificate.sets.len() != wanted || certificate.measure.len() != statement.numbers {
            return Err(Rejection::BadAutomaton {
                reason: format!(
                    "there must be {} and {}",
                    counted(wanted as u64, "set"),
                    counted(statement.numbers as u64, "weight")
                ),
            });
        }
        let tracks = statement.numbers + usize::from(values);
        let sets = certificate.sets.iter();
        let sets = sets.map(|table| read_set(table, tracks, numeration, meter));
        let sets = sets.collect::<Result<Vec<_>, _>>()?;
        Ok(Claim { certificate, program, statement, numeration, sets })
    }

    /// The equation at small positions, by the options that the rules list. Gives how many there are.
    fn check_sample(&self, meter: &mut Meter) -> Result<u64, Rejection> {
        let numbers = self.statement.numbers;
        let mut side = 2_u64;
        while (side + 1).saturating_pow(numbers as u32) <= SAMPLE && side < 64 {
            side += 1;
        }
        let mut looked_at = 0;
        for code in 0..side.pow(numbers as u32) {
            let tuple: Vec<u64> =
                (0..numbers).map(|place| code / side.pow(place as u32) % side).collect();
            if !self.program.is_legal(&tuple) {
                continue;
            }
            meter.spend_many(self.program.option_bound(&tuple).saturating_mul(100))?;
            looked_at += 1;
            let agrees = match self.certificate.of {
                Claimed::Lost => self.lost_agrees(&tuple, meter)?,
                Claimed::NimValue => self.value_agrees(&tuple, meter)?,
            };
            if !agrees {
                let position = tuple.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
                return Err(Rejection::EquationFails { position });
            }
        }
        Ok(looked_at)
    }

    fn contains(&self, set: usize, tuple: &[u64], meter: &mut Meter) -> Result<bool, Refusal> {
        // A word is found by counting.
        meter.spend_many(tuple.iter().fold(1, |sum, number| sum + u128::from(*number)))?;
        let set = &self.sets[set];
        let word = self.numeration.word(tuple);
        let end = word.iter().fold(0, |state, letter| set.next[state as usize][*letter]);
        Ok(set.accepting[end as usize])
    }

    fn lost_agrees(&self, tuple: &[u64], meter: &mut Meter) -> Result<bool, Refusal> {
        for (own, player) in Player::BOTH.into_iter().enumerate().take(self.sets.len()) {
            let opponent = if self.sets.len() == 1 { 0 } else { 1 - own };
            let options = self.program.options(tuple, player);
            let mut wins = options.is_empty() && self.program.winner(tuple, player) == player;
            for option in &options {
                wins = wins || self.contains(opponent, option, meter)?;
            }
            if self.contains(own, tuple, meter)? == wins {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The value is the least that no option has; an option of several heaps has the nim-sum of theirs.
    fn value_agrees(&self, tuple: &[u64], meter: &mut Meter) -> Result<bool, Refusal> {
        let splits = self.statement.ways.iter().any(|way| way.becomes.len() != 1);
        let mut values = Vec::new();
        for option in self.program.options(tuple, Player::Left) {
            let parts = if splits { option.chunks(1) } else { option.chunks(option.len().max(1)) };
            let mut sum = 0;
            for part in parts {
                let Some(value) = self.value(part, meter)? else { return Ok(false) };
                sum ^= value;
            }
            values.push(sum);
        }
        let least = (0..).find(|value| !values.contains(value));
        Ok(self.value(tuple, meter)? == least)
    }

    /// The value of a small position, if the set has one that is small.
    fn value(&self, position: &[u64], meter: &mut Meter) -> Result<Option<u64>, Refusal> {
        for value in 0..1000 {
            if self.contains(0, &[position, &[value]].concat(), meter)? {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }
}

/// A claim, and the rules as relations.
struct Checked<'c> {
    claim: &'c Claim<'c>,
    decider: Decider<'c>,
    legal: Relation,
    /// Each way with its relation, between the position and what it becomes.
    ways: Vec<(&'c Way, Relation)>,
}

impl<'c> Checked<'c> {
    fn new(
        claim: &'c Claim<'c>,
        digits: &'c Digits,
        meter: Meter,
    ) -> Result<Checked<'c>, Rejection> {
        let statement = claim.statement;
        let mut decider = Decider::new(digits, statement.variables, meter);
        let legal = decider.relation(&statement.legal)?;
        let mut ways = Vec::new();
        for way in &statement.ways {
            let parts = way.condition.iter().map(|part| decider.relation(part));
            let parts = parts.collect::<Result<Vec<_>, _>>()?;
            let told = |one: Variable| way.becomes.iter().flatten().any(|new| *new == one);
            let goes = |one: Variable| one >= statement.numbers && !told(one);
            ways.push((way, decider.all(parts, &goes)?));
        }
        Ok(Checked { claim, decider, legal, ways })
    }

    fn position(&self) -> Vec<Variable> {
        (0..self.claim.statement.numbers).collect()
    }

    /// No move keeps or raises the measure.
    fn check_measure(&mut self) -> Result<(), Rejection> {
        let weights = &self.claim.certificate.measure;
        for (way, relation) in self.ways.clone() {
            for new in &way.becomes {
                let old = self.position();
                let weighed = |variables: &[Variable], sign: i128| {
                    let pairs = variables.iter().zip(weights);
                    pairs
                        .map(|(one, weight)| (*one, sign * i128::from(*weight)))
                        .collect::<Vec<_>>()
                };
                let terms = [weighed(new, 1), weighed(&old, -1)].concat();
                let rise = Linear::of(&terms, 0).ok_or_else(|| Rejection::BadAutomaton {
                    reason: "a weight of the measure is too large".to_owned(),
                })?;
                let rises = self.decider.relation(&Formula::NotNegative(rise))?;
                let parts = vec![relation.clone(), rises, self.legal.clone()];
                let numbers = self.claim.statement.numbers;
                let kept = self.decider.all(parts, &|one| one >= numbers)?;
                let kept = self.decider.over(&kept, &old)?;
                if let Some(word) = kept.shortest() {
                    let position = self.claim.numeration.tuple(numbers, &word);
                    return Err(Rejection::MeasureDoesNotFall { position });
                }
            }
        }
        Ok(())
    }

    /// Where a player can move into a set, or can move at all.
    fn moves_into(&mut self, player: Player, set: Option<usize>) -> Result<Relation, Refusal> {
        let numbers = self.claim.statement.numbers;
        let mut union = self.decider.truth(false);
        for (way, relation) in self.ways.clone() {
            if way.player.is_some_and(|named| named != player) {
                continue;
            }
            let mut parts = vec![relation];
            if let Some(set) = set {
                parts.push(self.decider.named(&self.claim.sets[set].clone(), &way.becomes[0])?);
            }
            let from = self.decider.all(parts, &|one| one >= numbers)?;
            union = self.decider.any(&union, &from)?;
        }
        Ok(union)
    }

    /// The equation of lost positions.
    fn check_lost(&mut self) -> Result<(), Rejection> {
        for (own, player) in Player::BOTH.into_iter().enumerate().take(self.claim.sets.len()) {
            let opponent = if self.claim.sets.len() == 1 { 0 } else { 1 - own };
            let wins = self.moves_into(player, Some(opponent))?;
            let mut parts = vec![self.legal.clone(), self.decider.not(&wins)?];
            let ending = &self.claim.statement.stuck_wins[own];
            if *ending != Formula::Truth(false) {
                let moves = self.moves_into(player, None)?;
                let ending = self.decider.relation(ending)?;
                let stuck = self.decider.not(&moves)?;
                let ended = self.decider.all(vec![stuck, ending], &|_| false)?;
                parts.push(self.decider.not(&ended)?);
            }
            let lost = self.decider.all(parts, &|_| false)?;
            let lost = self.decider.over(&lost, &self.position())?;
            self.compare(&lost, own)?;
        }
        Ok(())
    }

    /// The equation of nim-values.
    fn check_values(&mut self) -> Result<(), Rejection> {
        let numbers = self.claim.statement.numbers;
        let (value, lower) = (self.decider.new_variable(), self.decider.new_variable());
        let mut reach = self.decider.truth(false);
        for (way, relation) in self.ways.clone() {
            let mut parts = vec![relation];
            // The value of the first, and then the nim-sum of all so far; the last one is the value that is reached.
            let mut sum = None;
            for (place, position) in way.becomes.iter().enumerate() {
                let last = place + 1 == way.becomes.len();
                let own = match (last, sum) {
                    (true, None) => value,
                    _ => self.decider.new_variable(),
                };
                let names = [&position[..], &[own]].concat();
                parts.push(self.decider.named(&self.claim.sets[0].clone(), &names)?);
                sum = match sum {
                    None => Some(own),
                    Some(before) => {
                        let after = if last { value } else { self.decider.new_variable() };
                        let nim_sum = self.decider.nim_sum()?;
                        parts.push(self.decider.named(&nim_sum, &[before, own, after])?);
                        Some(after)
                    }
                };
            }
            if sum.is_none() {
                parts.push(self.decider.relation(&Formula::Zero(Linear::variable(value)))?);
            }
            let from = self.decider.all(parts, &|one| one >= numbers && one != value)?;
            reach = self.decider.any(&reach, &from)?;
        }
        let pair = |variable: Variable| [&self.position()[..], &[variable]].concat();
        let (pair, pair_lower) = (pair(value), pair(lower));
        let reached = self.decider.over(&reach, &pair)?;
        let reached = Relation { variables: pair.clone(), set: reached };
        let at_lower = self.decider.named(&reached.set, &pair_lower)?;
        let missed = self.decider.not(&at_lower)?;
        let less = self.decider.named(&self.decider.digits.less.clone(), &[lower, value])?;
        let gap = self.decider.all(vec![missed, less], &|one| one == lower)?;
        let parts = vec![self.legal.clone(), self.decider.not(&gap)?, self.decider.not(&reached)?];
        let valued = self.decider.all(parts, &|_| false)?;
        let valued = self.decider.over(&valued, &pair)?;
        self.compare(&valued, 0)
    }

    fn compare(&mut self, right: &Set, own: usize) -> Result<(), Rejection> {
        let left = &self.claim.sets[own];
        match left.difference(right, &mut self.decider.meter)? {
            None => Ok(()),
            Some(word) => {
                let position = self.claim.numeration.tuple(left.tracks, &word);
                Err(Rejection::EquationFails { position })
            }
        }
    }
}

/// The automaton of a certificate, if it is a set of tuples of numbers.
fn read_set(
    table: &StateTable,
    tracks: usize,
    numeration: Numeration,
    meter: &mut Meter,
) -> Result<Set, Rejection> {
    let bad = |reason: &str| Rejection::BadAutomaton { reason: reason.to_owned() };
    let (radix, states) = (numeration.radix, table.next.len());
    let letters = set::letters(radix, tracks)?;
    let in_range = |state: &u32| (*state as usize) < states;
    if states == 0 || table.next.iter().any(|row| row.len() != letters) {
        return Err(bad("each state needs a next state for each letter"));
    }
    if !table.next.iter().flatten().chain(&table.accepting).all(in_range) {
        return Err(bad("it names a state that does not exist"));
    }
    let mut accepting = vec![false; states];
    table.accepting.iter().for_each(|state| accepting[*state as usize] = true);
    let set = Set { tracks, next: table.next.clone(), accepting };
    let numbers = numeration.numbers(tracks, meter)?;
    let stray = set.paired(&numbers, |inside, number| inside && !number, meter)?;
    if stray.shortest().is_some() {
        return Err(bad("it accepts words that are not numbers"));
    }
    // The words with a zero more at the significant end.
    let padded = match numeration.most_first {
        true => {
            let step = |state: &Option<u32>, letter: usize| match state {
                None => Some(set.next[set.next[0][0] as usize][letter]),
                Some(state) => Some(set.next[*state as usize][letter]),
            };
            let accepts =
                |state: &Option<u32>| set.accepting[state.unwrap_or(set.next[0][0]) as usize];
            Set::explore(tracks, letters, None, step, accepts, meter)?
        }
        false => {
            let after = |row: &Vec<u32>| set.accepting[row[0] as usize];
            Set { accepting: set.next.iter().map(after).collect(), ..set.clone() }
        }
    };
    match set.difference(&padded, meter)? {
        Some(_) => Err(bad("leading zeros change what it accepts")),
        None => Ok(set),
    }
}
