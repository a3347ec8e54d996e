//! Further questions about lost positions that are proved: cogames, and moves that could be added.

use bouton_automata::{Automaton, Relation};
use bouton_lang::formula::{Formula, Variable};
use bouton_lang::linear::Linear;
use bouton_values::{Limits, Refusal};

use crate::compile::Compiler;
use crate::game::GameInDigits;
use crate::{Question, Theorem, meter};

/// A set of tuples of numbers, and a few of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tuples {
    /// The number of states of the automaton.
    pub states: usize,
    /// The tuples with the least sums.
    pub first: Vec<Vec<u128>>,
}

/// The number of tuples that are shown.
const SHOWN: usize = 8;

impl Question<'_> {
    /// May a move lead to a number that is larger than all numbers before it, or was that not decided within the limits?
    ///
    /// If not, what is true of numbers without an upper end is true of those up to 10¹⁸, where rule texts end them, too.
    pub fn rises(&self, theorem: &Theorem, limits: &Limits) -> Result<bool, Refusal> {
        let mut meter = meter(limits);
        let Ok(statement) = self.statement() else { return Ok(true) };
        let rises = GameInDigits::new(&statement, theorem.numeration, &mut meter)
            .and_then(|game| game.rises(&mut meter));
        match rises {
            Err(Refusal::Limit { .. }) => Ok(true),
            decided => decided,
        }
    }

    /// The positions that are won, but to which no move leads from a lost position.
    ///
    /// If there are none, the won positions are also a game structure of the reversed moves: a position is won if and
    /// only if a move leads to it from one that is not. (No move leads from a lost position to a lost one anyway.)
    pub fn not_from_lost(&self, theorem: &Theorem, limits: &Limits) -> Result<Tuples, Refusal> {
        one_set(theorem)?;
        let mut meter = meter(limits);
        let statement = self
            .statement()
            .map_err(|outside| Refusal::unsupported(outside.0, "ask about another game"))?;
        let numeration = theorem.numeration;
        let game = GameInDigits::new(&statement, numeration, &mut meter)?;
        let position: Vec<Variable> = (0..game.numbers).collect();
        let mut reached = Automaton::constant(numeration, game.numbers, false, &mut meter)?;
        for way in &game.ways {
            let new = &way.becomes[0];
            if (1..new.len()).any(|place| new[..place].contains(&new[place])) {
                let problem = "a move makes two numbers equal";
                return Err(Refusal::unsupported(problem, "ask about another game"));
            }
            let from = Relation::new(numeration, &theorem.sets[0], &position, &mut meter)?;
            let gone = |one: Variable| !new.contains(&one);
            let to = way.relation.joined_without(&from, numeration, gone, &mut meter)?;
            let place = |variable: &Variable| new.iter().position(|one| one == variable);
            let places: Vec<usize> = to.variables().iter().filter_map(place).collect();
            let to = to.automaton().placed(numeration, game.numbers, &places, &mut meter)?;
            reached = reached.product(&to, |a, b| a || b, &mut meter)?;
        }
        let won =
            theorem.legal.product(&theorem.sets[0], |legal, lost| legal && !lost, &mut meter)?;
        let missed = won.product(&reached, |won, reached| won && !reached, &mut meter)?;
        few(&missed, theorem, &mut meter)
    }

    /// The vectors other than 0 that lead from no lost position to a lost one: moves that subtract them could be added,
    /// and the same positions would be lost.
    pub fn redundant(&self, theorem: &Theorem, limits: &Limits) -> Result<Tuples, Refusal> {
        one_set(theorem)?;
        let mut meter = meter(limits);
        let (numeration, numbers) = (theorem.numeration, theorem.numbers);
        let mut compiler = Compiler::new(numeration);
        // The vector, the old position and the new one.
        let names = |part: usize| (part * numbers..(part + 1) * numbers).collect::<Vec<Variable>>();
        let mut joined = Relation::new(numeration, &theorem.sets[0], &names(1), &mut meter)?;
        for place in 0..numbers {
            let [step, old, new] = [place, numbers + place, 2 * numbers + place];
            let sum = Linear::of(&[(step, 1), (new, 1), (old, -1)], 0).unwrap_or_default();
            let sum = compiler.relation(&Formula::Zero(sum), &mut meter)?;
            joined = joined.joined_without(&sum, numeration, |one| one == old, &mut meter)?;
        }
        let new = Relation::new(numeration, &theorem.sets[0], &names(2), &mut meter)?;
        let leads = joined.joined_without(&new, numeration, |one| one >= numbers, &mut meter)?;
        let leads = leads.over(numeration, &names(0), &mut meter)?;
        let zero = Automaton::point(numeration, &vec![0; numbers], &mut meter)?;
        let leads = leads.product(&zero, |leads, zero| leads || zero, &mut meter)?;
        few(&leads.complement(numeration, &mut meter)?, theorem, &mut meter)
    }
}

fn one_set(theorem: &Theorem) -> Result<(), Refusal> {
    if theorem.values || theorem.sets.len() != 1 {
        let problem = "the question is about one set of lost positions";
        return Err(Refusal::unsupported(problem, "ask about an impartial game, without values"));
    }
    Ok(())
}

fn few(
    set: &Automaton,
    theorem: &Theorem,
    meter: &mut bouton_values::Meter,
) -> Result<Tuples, Refusal> {
    let mut first = Vec::new();
    let mut rest = set.clone();
    while let (true, Some(least)) = (first.len() < SHOWN, rest.least(theorem.numeration, meter)?) {
        let point = Automaton::point(theorem.numeration, &least, meter)?;
        rest = rest.product(&point, |inside, point| inside && !point, meter)?;
        first.push(least);
    }
    Ok(Tuples { states: set.states(), first })
}
