//! Single positions of any size, read off a theorem: who loses them, and which moves win.
//!
//! # How moves are read
//! A way to move is a relation between the numbers of the position and those that the move chooses; joined with "the
//! opponent loses what it becomes" it is the relation of winning moves. The digits of the position are known, so what is
//! left of this automaton is a graph with a layer for each place, of which the paths from the start to an accepting state
//! are the winning moves. States from which no path goes on are left out first, so no path is followed in vain.

use bouton_automata::{Numeration, Order, Relation};
use bouton_lang::Program;
use bouton_lang::formula::Variable;
use bouton_values::{Limits, Meter, Player, Refusal};

use crate::game::{GameInDigits, index};
use crate::{Theorem, meter};

/// A theorem about lost positions, and how to move by it.
#[derive(Clone, Debug)]
pub struct Strategy {
    theorem: Theorem,
    /// For each player whose lost positions are a set of their own: the moves to what the opponent loses.
    winning: Vec<Vec<WinningWay>>,
    /// May a move lead to a number that is larger than all numbers before it?
    rises: bool,
}

/// The winning moves of one kind.
#[derive(Clone, Debug)]
struct WinningWay {
    relation: Relation,
    /// Which states lead to an accepting one.
    alive: Vec<bool>,
    becomes: Vec<Variable>,
}

/// The winning moves from a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WinningMoves {
    /// The positions that they lead to, in order.
    pub positions: Vec<Vec<u64>>,
    /// Are there more than were asked for?
    pub more: bool,
}

impl Strategy {
    pub(crate) fn new(
        theorem: Theorem,
        game: &GameInDigits,
        meter: &mut Meter,
    ) -> Result<Strategy, Refusal> {
        if theorem.values {
            return Err(Refusal::bug("a strategy is about lost positions"));
        }
        let rises = game.rises(meter)?;
        let mut winning = Vec::new();
        for (own, player) in game.players().iter().enumerate() {
            let lost = &theorem.sets[if game.impartial { 0 } else { 1 - own }];
            let mut ways = Vec::new();
            for way in game.ways.iter().filter(|way| way.is_of(*player)) {
                let becomes = way.becomes[0].clone();
                let target = Relation::new(game.numeration, lost, &becomes, meter)?;
                let relation =
                    way.relation.joined(&target, game.numeration, |a, b| a && b, meter)?;
                let alive = relation.automaton().living(meter)?;
                ways.push(WinningWay { relation, alive, becomes });
            }
            winning.push(ways);
        }
        Ok(Strategy { theorem, winning, rises })
    }

    /// The theorem.
    #[must_use]
    pub fn theorem(&self) -> &Theorem {
        &self.theorem
    }

    /// May a move lead to a number that is larger than all numbers before it? If not, what is true of numbers without an
    /// upper end is true of those up to [`Program::LARGEST`], too.
    #[must_use]
    pub fn rises(&self) -> bool {
        self.rises
    }

    /// Is the position legal?
    #[must_use]
    pub fn is_legal(&self, position: &[u64]) -> bool {
        self.theorem.legal.contains(self.theorem.numeration, &wide(position))
    }

    /// Does this player, being to move, lose the position, which is legal?
    #[must_use]
    pub fn loses(&self, position: &[u64], player: Player) -> bool {
        let set = &self.theorem.sets[self.own(player)];
        set.contains(self.theorem.numeration, &wide(position))
    }

    fn own(&self, player: Player) -> usize {
        index(player).min(self.theorem.sets.len() - 1)
    }

    /// The moves with which this player wins, at most `most` of them.
    pub fn winning(
        &self,
        position: &[u64],
        player: Player,
        most: usize,
        limits: &Limits,
    ) -> Result<WinningMoves, Refusal> {
        let mut meter = meter(limits);
        let mut found = WinningMoves::default();
        for way in &self.winning[self.own(player)] {
            // Two ways may lead to the same position, so that each is asked for as many as are wanted.
            let paths = Paths::new(way, self.theorem.numeration, position, &mut meter)?;
            let (positions, more) = paths.positions(position, most, &mut meter)?;
            found.positions.extend(positions);
            found.more |= more;
        }
        found.positions.sort_unstable();
        found.positions.dedup();
        found.more |= found.positions.len() > most;
        found.positions.truncate(most);
        Ok(found)
    }
}

fn wide(position: &[u64]) -> Vec<u128> {
    position.iter().map(|number| u128::from(*number)).collect()
}

/// The automaton of a way, the digits of the position being known.
struct Paths<'w> {
    numeration: Numeration,
    way: &'w WinningWay,
    /// What the digits of the position add to the letter, for each letter that is read.
    known: Vec<usize>,
    /// The variables that are not known, with the power of the radix of their tracks.
    open: Vec<(Variable, usize)>,
    /// For each number of letters that were read, the states from which a path leads on to the end, ascending.
    layers: Vec<Vec<u32>>,
}

impl<'w> Paths<'w> {
    fn new(
        way: &'w WinningWay,
        numeration: Numeration,
        position: &[u64],
        meter: &mut Meter,
    ) -> Result<Paths<'w>, Refusal> {
        let largest = Program::LARGEST.unsigned_abs();
        let length = numeration.digits(largest).len();
        let mut known = vec![0; length];
        let mut open = Vec::new();
        for (track, variable) in way.relation.variables().iter().enumerate() {
            let power = numeration.radix().pow(track as u32);
            let Some(number) = position.get(*variable) else {
                open.push((*variable, power));
                continue;
            };
            for (place, digit) in numeration.digits(u128::from(*number)).into_iter().enumerate() {
                let read =
                    if numeration.order == Order::Least { place } else { length - 1 - place };
                known[read] += digit as usize * power;
            }
        }
        let mut paths = Paths { numeration, way, known, open, layers: Vec::new() };
        paths.layers = paths.reached(meter)?;
        paths.prune(meter)?;
        Ok(paths)
    }

    /// All choices of digits for what is not known.
    fn choices(&self) -> usize {
        self.numeration.radix().pow(self.open.len() as u32)
    }

    /// The state after a letter, with this choice of digits for what is not known.
    fn step(&self, state: u32, read: usize, mut choice: usize) -> u32 {
        let radix = self.numeration.radix();
        let mut letter = self.known[read];
        for (_, power) in &self.open {
            letter += choice % radix * power;
            choice /= radix;
        }
        self.way.relation.automaton().step(state, letter)
    }

    fn reached(&self, meter: &mut Meter) -> Result<Vec<Vec<u32>>, Refusal> {
        let start = self.way.relation.automaton().start();
        let mut layers = vec![vec![start]];
        for read in 0..self.known.len() {
            let mut next = Vec::new();
            for state in &layers[read] {
                meter.spend(self.choices() as u64)?;
                let steps = (0..self.choices()).map(|choice| self.step(*state, read, choice));
                next.extend(steps.filter(|next| self.way.alive[*next as usize]));
            }
            next.sort_unstable();
            next.dedup();
            layers.push(next);
        }
        Ok(layers)
    }

    fn prune(&mut self, meter: &mut Meter) -> Result<(), Refusal> {
        let mut layers = std::mem::take(&mut self.layers);
        let automaton = self.way.relation.automaton();
        if let Some(last) = layers.last_mut() {
            last.retain(|state| automaton.accepts_at(*state));
        }
        for read in (0..self.known.len()).rev() {
            let mut layer = std::mem::take(&mut layers[read]);
            meter.spend(layer.len() as u64 * self.choices() as u64)?;
            let after = &layers[read + 1];
            let goes_on = |state: &u32| {
                (0..self.choices())
                    .any(|choice| after.binary_search(&self.step(*state, read, choice)).is_ok())
            };
            layer.retain(goes_on);
            layers[read] = layer;
        }
        self.layers = layers;
        Ok(())
    }

    /// The positions at the ends of at most `most` paths, and whether there are more paths.
    fn positions(
        &self,
        position: &[u64],
        most: usize,
        meter: &mut Meter,
    ) -> Result<(Vec<Vec<u64>>, bool), Refusal> {
        let mut positions = Vec::new();
        // For each path the state, how many letters were read, and the choices on the way here.
        let mut waiting: Vec<(u32, Vec<usize>)> =
            self.layers[0].iter().map(|state| (*state, Vec::new())).collect();
        while let Some((state, choices)) = waiting.pop() {
            let read = choices.len();
            if read == self.known.len() {
                if positions.len() == most {
                    return Ok((positions, true));
                }
                positions.push(self.position(position, &choices)?);
                continue;
            }
            meter.spend(self.choices() as u64)?;
            for choice in (0..self.choices()).rev() {
                let next = self.step(state, read, choice);
                if self.layers[read + 1].binary_search(&next).is_ok() {
                    let mut longer = choices.clone();
                    longer.push(choice);
                    waiting.push((next, longer));
                }
            }
        }
        Ok((positions, false))
    }

    /// The new position, from the choices of digits.
    fn position(&self, position: &[u64], choices: &[usize]) -> Result<Vec<u64>, Refusal> {
        let radix = self.numeration.radix();
        let number = |variable: &Variable| {
            if let Some(known) = position.get(*variable) {
                return Some(*known);
            }
            let place = self.open.iter().position(|(open, _)| open == variable)?;
            let digit = |choice: &usize| (choice / radix.pow(place as u32) % radix) as u32;
            let mut digits: Vec<u32> = choices.iter().map(digit).collect();
            if self.numeration.order == Order::Most {
                digits.reverse();
            }
            u64::try_from(self.numeration.number(&digits)).ok()
        };
        let position: Option<Vec<u64>> = self.way.becomes.iter().map(number).collect();
        position.ok_or_else(|| Refusal::bug("a winning move leads to no position"))
    }
}
