//! Theorems of Rocq from strategies that are written out.

use std::collections::{HashMap, HashSet};

use bouton_certify::{First, PositionCertificate, Strategy};
use bouton_definition::Game as StatedGame;
use bouton_lang::formula::{Formula, Outside, Statement};
use bouton_lang::linear::Linear;
use bouton_lang::{Program, Shape};
use bouton_prove::decide;
use bouton_rules::{Game, Limits, Refusal};
use bouton_values::Player;

use super::automata::{Leaves, Rules, game_name, identifiers};
use super::games::constructor;
use super::not_covered;
use super::text::{Theorem, define, list, name_of};

/// What is chosen for a move must be at most a multiple of the sum of the position and 1, by one of these factors: the
/// options are listed in this range.
const FACTORS: [i128; 4] = [1, 2, 4, 8];
/// More positions are not followed.
const MOST_POSITIONS: usize = 2000;

/// The outcome of a position, by the strategies of a certificate.
pub(super) fn position(
    certificate: &PositionCertificate,
    strategies: &[Strategy],
    limits: &Limits,
) -> Result<Theorem, Refusal> {
    let program = StatedGame::read_program(&certificate.game)
        .map_err(|_| not_covered("strategies for games that are not one rule text"))?;
    let game = Game::parse(&certificate.game)?;
    let numbers = |text: &str| match game.position(text)?.tuple() {
        Some(numbers) => Ok(numbers.to_vec()),
        None => Err(not_covered("sums of games")),
    };
    let start = numbers(&certificate.position)?;
    let heaps = matches!(program.shape, Shape::Many(..)).then_some(start.len());
    let outside = |Outside(reason): Outside| not_covered(&reason);
    let statement = program.statement(heaps).map_err(outside)?;
    let rules = Rules::new(&statement, identifiers(&program, heaps)?, Leaves::Position)?;
    let follow = |first: Player| -> Result<Vec<String>, Refusal> {
        let is_for =
            |one: &&Strategy| one.first == First::from(first) || one.first == First::Either;
        let losing = strategies.iter().find(is_for).map(|one| &one.losing[..]).unwrap_or_default();
        let losing = losing.iter().map(|text| numbers(text)).collect::<Result<Vec<_>, _>>()?;
        let winner = certificate.outcome.winner(first);
        let winner = winner.ok_or_else(|| not_covered("draws"))?;
        let members = Replies::new(&program, winner, &losing, limits).from(&start, first)?;
        Ok(members.into_iter().map(list).collect())
    };
    let (left, right) = (follow(Player::Left)?, follow(Player::Right)?);
    let factor = factor(&statement, limits)?;
    let name = name_of(&certificate.game);
    let rules_name = game_name(&certificate.game, heaps);
    let definitions = format!(
        "{}{}\n(* Where the winner's opponent is to move and loses, if Left begins and if Right does *)\n{}{}",
        rules.rules_text(&rules_name),
        rules.data_text(&rules_name),
        define("left_first", "(list N)", &left),
        define("right_first", "(list N)", &right),
    );
    let start = list(start);
    let outcome = constructor(certificate.outcome);
    let (ways, stated) = match rules.is_impartial() {
        true => ("ways ways wins_stuck wins_stuck", "(rules_stated Left) (rules_stated Right)"),
        false => ("left_ways right_ways left_wins right_wins", "left_stated right_stated"),
    };
    let count = rules.names.len();
    Ok(Theorem {
        claim: format!("{rules_name}: the outcome of the position {start}, by strategies."),
        definitions,
        statement: format!(
            "has_outcome {rules_name} ({}) {outcome}",
            start.trim_matches(['[', ']']).replace(';', ",")
        ),
        proof: format!(
            "won_by_strategies {rules_name} {count} place {factor} atoms legal_formula {ways} {outcome} left_first \
             right_first {start} {stated} _"
        ),
        name: format!("{name}_position"),
        ..Theorem::default()
    })
}

/// The positions that a strategy comes back to, with their numbers in the order in which the moves leave them: a certificate
/// lists heaps in any order and leaves out the empty ones, but in a theorem every number has its place.
struct Replies<'a> {
    program: &'a Program,
    winner: Player,
    limits: &'a Limits,
    /// Where a position is in the list of the certificate, by its heaps in order.
    places: HashMap<Vec<u64>, usize>,
    listed: HashSet<Vec<u64>>,
    members: Vec<Vec<u64>>,
}

impl<'a> Replies<'a> {
    fn new(
        program: &'a Program,
        winner: Player,
        losing: &[Vec<u64>],
        limits: &'a Limits,
    ) -> Replies<'a> {
        let places = losing.iter().map(|one| key(program, one)).zip(0..).collect();
        let (listed, members) = (HashSet::new(), Vec::new());
        Replies { program, winner, limits, places, listed, members }
    }

    /// The members that are met if `first` begins at `start`, each after those that it leads to.
    fn from(mut self, start: &[u64], first: Player) -> Result<Vec<Vec<u64>>, Refusal> {
        match first == self.winner {
            true => self.reply(start, usize::MAX)?,
            false => self.add(start.to_vec())?,
        }
        Ok(self.members)
    }

    /// Lists a position at which the opponent is to move, after all that the winner replies with.
    fn add(&mut self, position: Vec<u64>) -> Result<(), Refusal> {
        if self.listed.contains(&position) {
            return Ok(());
        }
        let place = self.place(&position).ok_or_else(out_of_place)?;
        let opponent = self.winner.opponent();
        for option in self.program.options_within(&position, opponent, self.limits)? {
            self.reply(&option, place)?;
        }
        if self.members.len() == MOST_POSITIONS {
            return Err(not_covered(&format!(
                "strategies of more than {MOST_POSITIONS} positions"
            )));
        }
        self.listed.insert(position.clone());
        self.members.push(position);
        Ok(())
    }

    /// The winner moves to a position that the certificate lists before the `below`-th, if a move is left.
    fn reply(&mut self, position: &[u64], below: usize) -> Result<(), Refusal> {
        let replies = self.program.options_within(position, self.winner, self.limits)?;
        let is_earlier = |one: &&Vec<u64>| self.place(one).is_some_and(|place| place < below);
        let earlier = || replies.iter().filter(is_earlier);
        let chosen = earlier().find(|one| self.listed.contains(*one)).or_else(|| earlier().next());
        match chosen {
            Some(reply) => self.add(reply.clone()),
            None if replies.is_empty() => Ok(()),
            None => Err(out_of_place()),
        }
    }

    fn place(&self, position: &[u64]) -> Option<usize> {
        self.places.get(&key(self.program, position)).copied()
    }
}

fn out_of_place() -> Refusal {
    not_covered("heaps that play otherwise in another order")
}

/// What positions are the same in: heaps in order, without the empty ones; else the numbers.
fn key(program: &Program, position: &[u64]) -> Vec<u64> {
    let mut numbers = position.to_vec();
    if matches!(program.shape, Shape::Many(..)) {
        numbers.retain(|number| *number > 0);
        numbers.sort_unstable();
    }
    numbers
}

/// A factor by which the sum of the position and 1 is multiplied such that no move chooses a larger number.
fn factor(statement: &Statement, limits: &Limits) -> Result<i128, Refusal> {
    let unbounded = || not_covered("moves that choose numbers of any size");
    let numeration = "lsd_2".parse().map_err(|_| unbounded())?;
    for factor in FACTORS {
        let mut holds = true;
        for way in &statement.ways {
            for chosen in &way.chosen {
                let mut terms: Vec<_> = (0..statement.numbers).map(|one| (one, -factor)).collect();
                terms.push((*chosen, 1));
                let above = Linear::of(&terms, -factor - 1).ok_or_else(unbounded)?;
                let mut parts = vec![statement.legal.clone(), Formula::NotNegative(above)];
                parts.extend(way.condition.iter().cloned());
                let variables = (0..statement.numbers).chain(way.chosen.iter().copied()).collect();
                let some = Formula::Exists(variables, Box::new(Formula::all(parts)));
                holds = holds && !decide(&some, numeration, limits)?;
            }
        }
        if holds {
            return Ok(factor);
        }
    }
    Err(unbounded())
}
