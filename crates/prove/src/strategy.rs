//! Single positions of any size, read off a theorem: who loses them, and which moves win.
//!
//! # How moves are read
//! A way to move is a relation between the numbers of the position and those that the move chooses; joined with "the
//! opponent loses what it becomes" it is the relation of winning moves. The digits of the position are known, so what is
//! left of this automaton is a graph with a layer for each place, of which the paths from the start to an accepting state
//! are the winning moves. States from which no path goes on are left out first, so no path is followed in vain.

use bouton_automata::{Automaton, Comparison, Numeration, Order, Relation, System};
use bouton_lang::Program;
use bouton_lang::formula::{Formula, Variable};
use bouton_lang::linear::Linear;
use bouton_values::{Limits, Meter, Player, Refusal, counted};

use crate::compile::Compiler;
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

/// What the words about winning moves may cost.
const STEPS_OF_A_RULE: u64 = 300_000_000;
/// Of more numbers no nim-sum is tried: each has two tracks.
const MOST_NUMBERS: usize = 4;

impl WinningWay {
    /// Has every position at most one winning move of this kind? So it is if each number of the new position is one only.
    fn is_lone(
        &self,
        numeration: Numeration,
        numbers: usize,
        meter: &mut Meter,
    ) -> Result<bool, Refusal> {
        let open: Vec<Variable> =
            self.relation.variables().iter().copied().filter(|one| *one >= numbers).collect();
        for kept in &open {
            let others: Vec<Variable> = open.iter().copied().filter(|one| one != kept).collect();
            let one = self.relation.without(numeration, &others, meter)?;
            let again = |name: &Variable| if name == kept { kept + 1 } else { *name };
            let names: Vec<Variable> = one.variables().iter().map(again).collect();
            let other = Relation::new(numeration, one.automaton(), &names, meter)?;
            let less = Automaton::linear(numeration, &[1, -1], -1, Comparison::NotNegative, meter)?;
            let less = Relation::new(numeration, &less, &[*kept, kept + 1], meter)?;
            let two = one.joined(&less, numeration, |a, b| a && b, meter)?;
            if !two.joined(&other, numeration, |a, b| a && b, meter)?.automaton().is_empty() {
                return Ok(false);
            }
        }
        Ok(true)
    }
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

    /// The theorem that the strategy is made from.
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

    /// A sentence that says how to win, proved for all positions; `None` where none is proved soon, or the players
    /// differ.
    pub fn rule(&self, limits: &Limits) -> Result<Option<String>, Refusal> {
        let [ways] = &self.winning[..] else { return Ok(None) };
        let limits = Limits { steps: limits.steps.min(STEPS_OF_A_RULE), ..limits.clone() };
        let mut meter = meter(&limits);
        let said = self.is_nim_move(ways, &mut meter).and_then(|is_nim_move| {
            if is_nim_move {
                let rule = "let s be the nim-sum of all numbers: choose an n with n xor s < n, and lower it to n xor s";
                return Ok(Some(rule.to_owned()));
            }
            let mut all_lone = true;
            for way in ways {
                all_lone &= way.is_lone(self.theorem.numeration, self.theorem.numbers, &mut meter)?;
            }
            let most = counted(ways.len() as u64, "such move");
            let rule = format!("move to a lost position; no position has more than {most}");
            Ok(all_lone.then_some(rule))
        });
        match said {
            Err(Refusal::Limit { .. } | Refusal::Unsupported { .. }) => Ok(None),
            said => said,
        }
    }

    /// Are the winning moves exactly those that lower one number so that the nim-sum of all becomes 0?
    fn is_nim_move(&self, ways: &[WinningWay], meter: &mut Meter) -> Result<bool, Refusal> {
        let (numeration, numbers) = (self.theorem.numeration, self.theorem.numbers);
        if numeration.system != System::Base(2) || !(2..=MOST_NUMBERS).contains(&numbers) {
            return Ok(false);
        }
        // The position is 0, 1, …; after them come the numbers of the new one, then the nim-sums.
        let all: Vec<Variable> = (0..2 * numbers).collect();
        let mut made = Automaton::constant(numeration, all.len(), false, meter)?;
        for way in ways {
            let mut relation = way.relation.clone();
            // Numbers that stay have a name in the new position, too.
            let new = |place: usize| numbers + place;
            let shifted = |one: Variable| if one < numbers { one } else { one + 2 * numbers };
            let names: Vec<Variable> =
                relation.variables().iter().map(|one| shifted(*one)).collect();
            relation = Relation::new(numeration, relation.automaton(), &names, meter)?;
            for (place, variable) in way.becomes.iter().enumerate() {
                let equal = Automaton::linear(numeration, &[1, -1], 0, Comparison::Zero, meter)?;
                let names = [new(place), shifted(*variable)];
                let equal = Relation::new(numeration, &equal, &names, meter)?;
                relation = relation.joined(&equal, numeration, |a, b| a && b, meter)?;
            }
            let gone: Vec<Variable> =
                relation.variables().iter().copied().filter(|one| *one >= 2 * numbers).collect();
            let relation =
                relation.without(numeration, &gone, meter)?.over(numeration, &all, meter)?;
            made = made.product(&relation, |a, b| a || b, meter)?;
        }
        Ok(made == self.nim_moves(&all, meter)?)
    }

    /// All pairs of a position and one in which a number is less, all others are the same, and the nim-sum is 0.
    fn nim_moves(&self, all: &[Variable], meter: &mut Meter) -> Result<Automaton, Refusal> {
        let (numeration, numbers) = (self.theorem.numeration, self.theorem.numbers);
        let form =
            |terms: &[(Variable, i128)], constant| Linear::of(terms, constant).unwrap_or_default();
        let mut parts = Vec::new();
        let mut sum = numbers;
        for place in 1..numbers {
            let next = 2 * numbers + place;
            parts.push(Formula::NimSum([sum, numbers + place, next]));
            sum = next;
        }
        parts.push(Formula::Zero(form(&[(sum, 1)], 0)));
        let gone = (2 * numbers + 1..3 * numbers).collect();
        let balanced = Formula::Exists(gone, Box::new(Formula::all(parts)));
        let lowered = |lowered: usize| {
            let one = |place: usize| match place == lowered {
                true => Formula::NotNegative(form(&[(place, 1), (numbers + place, -1)], -1)),
                false => Formula::Zero(form(&[(place, 1), (numbers + place, -1)], 0)),
            };
            Formula::all((0..numbers).map(one).collect())
        };
        let moves = Formula::any((0..numbers).map(lowered).collect());
        let said =
            Compiler::new(numeration).relation(&Formula::all(vec![balanced, moves]), meter)?;
        said.over(numeration, all, meter)
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;
    use crate::{Question, games};

    fn strategy(text: &str, heaps: Option<usize>) -> Strategy {
        let program = games::program(&format!("game g; {text}"));
        let question =
            Question { program: &program, heaps, values: false, numerations: Vec::new() };
        question.strategy(&Limits::default()).unwrap().unwrap()
    }

    /// By hand: Bouton's rule is that of Nim, and of no game with other moves or other lost positions.
    #[test]
    fn the_rule_of_nim_is_said_of_nim_alone() {
        let rule = |text: &str, heaps| strategy(text, heaps).rule(&Limits::default()).unwrap();
        let nim = "heaps h; move one h: 0 <= h' < h";
        for heaps in 2..=4 {
            assert!(rule(nim, Some(heaps)).unwrap().contains("n xor s"), "{heaps}");
        }
        for other in [
            "position a, b; move a' < a; move b' < b; end misere",
            "position a, b; move a' < a; move b' < b; move a' < a, b' < b, a' + b' = 0",
            "position a, b; move a' < a, a' >= 1; move a' = 0, a >= 1, b >= 1; move b' < b",
        ] {
            assert!(!rule(other, None).is_some_and(|said| said.contains("n xor s")), "{other}");
        }
        let wythoff =
            "position a, b; move a' < a; move b' < b; move k >= 1: a' = a - k, b' = b - k";
        assert!(rule(wythoff, None).unwrap().contains("more than 3 such moves"));
        // Where b = 0 nobody can move, so that every move wins, and there are a + 1 of them.
        let many = "position a, b; move b >= 1, a' <= a, b' = 0";
        assert_eq!(rule(many, None), None);
    }
}
