//! A game as relations, and the equation that its lost positions satisfy.
//!
//! # The theorem
//! Let every move lower a measure, a sum of multiples of the numbers of the position. Then there is exactly one pair of
//! sets of legal positions, the positions that Left loses if Left is to move and those that Right loses, such that
//!
//! > x is lost for p ⇔ x is legal, no move of p leads to a position that is lost for the opponent, and it is not so that p
//! > is stuck at x and wins by the ending.
//!
//! *Proof.* The right-hand side looks only at positions of a smaller measure. By induction on the measure two pairs that
//! satisfy it agree, and the positions that are in fact lost satisfy it by definition. ∎ So whatever pair of sets
//! satisfies the equation *is* the pair of lost sets; for impartial games the two sets are one.
//!
//! For nim-values let G be a set of pairs (x, g) such that (x, g) is in G if and only if x is legal, no move leads from x to
//! something of value g, and for each h < g some move leads to something of value h; where "y has the value h" is read off
//! G. By the same induction G is the graph of the nim-value. A heap that falls into several has the nim-sum of their
//! values (Sprague 1935, Grundy 1939).

use bouton_automata::{Automaton, Comparison, Numeration, Relation};
use bouton_lang::formula::{Formula, Statement, Variable, Way};
use bouton_lang::linear::Linear;
use bouton_values::{Meter, Player, Refusal};

use crate::compile::Compiler;

/// The rules in a numeration.
pub(crate) struct GameInDigits {
    pub(crate) numeration: Numeration,
    pub(crate) numbers: usize,
    pub(crate) impartial: bool,
    pub(crate) legal: Automaton,
    pub(crate) ways: Vec<WayInDigits>,
    /// The legal positions in which a player is stuck and wins; nothing where nobody does.
    pub(crate) ended: [Option<Automaton>; 2],
    /// The first variable that no formula uses.
    free: Variable,
}

/// A way to move: the relation between the position and what it becomes.
pub(crate) struct WayInDigits {
    pub(crate) player: Option<Player>,
    pub(crate) relation: Relation,
    pub(crate) becomes: Vec<Vec<Variable>>,
}

impl WayInDigits {
    pub(crate) fn is_of(&self, player: Player) -> bool {
        self.player.is_none_or(|named| named == player)
    }

    /// The variables that do not belong to the position.
    fn chosen(&self, numbers: usize) -> Vec<Variable> {
        self.relation.variables().iter().copied().filter(|one| *one >= numbers).collect()
    }
}

impl GameInDigits {
    pub(crate) fn new(
        statement: &Statement,
        numeration: Numeration,
        meter: &mut Meter,
    ) -> Result<GameInDigits, Refusal> {
        let mut compiler = Compiler::new(numeration);
        let position: Vec<Variable> = (0..statement.numbers).collect();
        let legal =
            compiler.relation(&statement.legal, meter)?.over(numeration, &position, meter)?;
        let mut ways = Vec::new();
        for way in &statement.ways {
            ways.extend(way_in_digits(&mut compiler, way, statement.numbers, meter)?);
        }
        let mut game = GameInDigits {
            numeration,
            numbers: statement.numbers,
            impartial: statement.impartial,
            legal,
            ways,
            ended: [None, None],
            free: statement.variables,
        };
        for player in Player::BOTH {
            let wins = &statement.stuck_wins[index(player)];
            if *wins != Formula::Truth(false) {
                let wins = compiler.relation(wins, meter)?.over(numeration, &position, meter)?;
                let moves = game.can_move(player, meter)?;
                let stuck = game.legal.product(&moves, |legal, moves| legal && !moves, meter)?;
                game.ended[index(player)] = Some(stuck.product(&wins, |a, b| a && b, meter)?);
            }
        }
        Ok(game)
    }

    /// The players whose lost positions are different sets.
    pub(crate) fn players(&self) -> &'static [Player] {
        if self.impartial { &Player::BOTH[..1] } else { &Player::BOTH }
    }

    fn position(&self) -> Vec<Variable> {
        (0..self.numbers).collect()
    }

    /// The positions from which this player can move.
    fn can_move(&self, player: Player, meter: &mut Meter) -> Result<Automaton, Refusal> {
        let mut union = Automaton::constant(self.numeration, self.numbers, false, meter)?;
        for way in self.ways.iter().filter(|way| way.is_of(player)) {
            let from = way.relation.without(self.numeration, &way.chosen(self.numbers), meter)?;
            let from = from.over(self.numeration, &self.position(), meter)?;
            union = union.product(&from, |a, b| a || b, meter)?;
        }
        Ok(union)
    }

    /// The positions from which this player can move into the set.
    pub(crate) fn moves_into(
        &self,
        player: Player,
        set: &Automaton,
        meter: &mut Meter,
    ) -> Result<Automaton, Refusal> {
        let mut union = Automaton::constant(self.numeration, self.numbers, false, meter)?;
        for way in self.ways.iter().filter(|way| way.is_of(player)) {
            let target = Relation::new(self.numeration, set, &way.becomes[0], meter)?;
            let chosen = |one: Variable| one >= self.numbers;
            let from = way.relation.joined_without(&target, self.numeration, chosen, meter)?;
            let from = from.over(self.numeration, &self.position(), meter)?;
            union = union.product(&from, |a, b| a || b, meter)?;
        }
        Ok(union)
    }

    /// The right-hand side of the equation: what would be lost for this player if this were what the opponent loses.
    pub(crate) fn lost(
        &self,
        player: Player,
        of_opponent: &Automaton,
        meter: &mut Meter,
    ) -> Result<Automaton, Refusal> {
        let wins = self.moves_into(player, of_opponent, meter)?;
        let lost = self.legal.product(&wins, |legal, wins| legal && !wins, meter)?;
        match &self.ended[index(player)] {
            Some(ended) => lost.product(ended, |lost, ended| lost && !ended, meter),
            None => Ok(lost),
        }
    }

    /// The right-hand side of the equation of nim-values.
    pub(crate) fn valued(
        &self,
        graph: &Automaton,
        meter: &mut Meter,
    ) -> Result<Automaton, Refusal> {
        let (numeration, value, least) = (self.numeration, self.free, self.free + 1);
        let of_pair = |variable: Variable| [&self.position()[..], &[variable]].concat();
        let mut reach = Automaton::constant(numeration, self.numbers + 1, false, meter)?;
        for way in &self.ways {
            let from = self.reached(way, graph, value, meter)?;
            let from = from.over(numeration, &of_pair(value), meter)?;
            reach = reach.product(&from, |a, b| a || b, meter)?;
        }
        // Some h < g is not reached.
        let less = Automaton::linear(numeration, &[-1, 1], -1, Comparison::NotNegative, meter)?;
        let less = Relation::new(numeration, &less, &[least, value], meter)?;
        let missed = Relation::new(numeration, &reach, &of_pair(least), meter)?;
        let missed = missed.negated(numeration, meter)?;
        let gap = missed.joined(&less, numeration, |a, b| a && b, meter)?;
        let gap = gap.without(numeration, &[least], meter)?;
        let gap = gap.over(numeration, &of_pair(value), meter)?;
        let legal: Vec<usize> = (0..self.numbers).collect();
        let legal = self.legal.placed(numeration, self.numbers + 1, &legal, meter)?;
        let full = legal.product(&gap, |legal, gap| legal && !gap, meter)?;
        full.product(&reach, |full, reach| full && !reach, meter)
    }

    /// The pairs of a position and a value such that the way leads to something of this value.
    fn reached(
        &self,
        way: &WayInDigits,
        graph: &Automaton,
        value: Variable,
        meter: &mut Meter,
    ) -> Result<Relation, Refusal> {
        let numeration = self.numeration;
        let compiler = Compiler::new(numeration);
        let mut parts = vec![way.relation.clone()];
        let mut sum = None;
        for (place, position) in way.becomes.iter().enumerate() {
            // The last of several brings the sum of all.
            let own = if way.becomes.len() == 1 { value } else { value + 2 + 2 * place };
            parts.push(Relation::new(numeration, graph, &[&position[..], &[own]].concat(), meter)?);
            sum = match sum {
                None => Some(own),
                Some(before) => {
                    let last = place + 1 == way.becomes.len();
                    let after = if last { value } else { own + 1 };
                    let nim_sum = Automaton::nim_sum(numeration)?;
                    parts.push(Relation::new(numeration, &nim_sum, &[before, own, after], meter)?);
                    Some(after)
                }
            };
        }
        if sum.is_none() {
            let zero = Automaton::point(numeration, &[0], meter)?;
            parts.push(Relation::new(numeration, &zero, &[value], meter)?);
        }
        let gone = |one: Variable| one >= self.numbers && one != value;
        compiler.all_without(parts, &gone, meter)
    }

    /// Weights such that every move lowers the sum of the numbers times their weights, if some are found.
    pub(crate) fn measure(&self, meter: &mut Meter) -> Result<Option<Vec<u64>>, Refusal> {
        let mut compiler = Compiler::new(self.numeration);
        for weights in weights(self.numbers) {
            if self.falls(&weights, &mut compiler, meter)? {
                return Ok(Some(weights));
            }
        }
        Ok(None)
    }

    fn falls(
        &self,
        weights: &[u64],
        compiler: &mut Compiler,
        meter: &mut Meter,
    ) -> Result<bool, Refusal> {
        let weighed = |variables: &[Variable], sign: i128| {
            let terms = variables.iter().zip(weights);
            terms
                .map(|(variable, weight)| (*variable, sign * i128::from(*weight)))
                .collect::<Vec<_>>()
        };
        for way in &self.ways {
            for new in &way.becomes {
                let terms = [weighed(new, 1), weighed(&self.position(), -1)].concat();
                let rise = Linear::of(&terms, 0).unwrap_or_default();
                let rises = match rise.as_constant() {
                    Some(constant) => Formula::Truth(constant >= 0),
                    None => Formula::NotNegative(rise),
                };
                let rises = compiler.relation(&rises, meter)?;
                if !way.relation.meets(&rises, self.numeration, meter)? {
                    continue;
                }
                let kept = way.relation.joined(&rises, self.numeration, |a, b| a && b, meter)?;
                let legal = Relation::new(self.numeration, &self.legal, &self.position(), meter)?;
                if kept.meets(&legal, self.numeration, meter)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// May a move lead to a number that is larger than all numbers before it?
    pub(crate) fn rises(&self, meter: &mut Meter) -> Result<bool, Refusal> {
        let mut compiler = Compiler::new(self.numeration);
        let above = |new: Variable, old: Variable| {
            Linear::of(&[(new, 1), (old, -1)], -1).map(Formula::NotNegative)
        };
        for way in &self.ways {
            let places = way.becomes.iter().flat_map(|new| new.iter().enumerate());
            for (place, new) in places.filter(|(_, new)| **new >= self.numbers) {
                // Most numbers never rise above the one in their own place, and that is decided soon.
                let own = compiler
                    .relation(&Formula::all(above(*new, place).into_iter().collect()), meter)?;
                if !way.relation.meets(&own, self.numeration, meter)? {
                    continue;
                }
                let all = (0..self.numbers).filter_map(|old| above(*new, old)).collect();
                let all = compiler.relation(&Formula::all(all), meter)?;
                if way.relation.meets(&all, self.numeration, meter)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}

/// The relation of a way, without the choices that do not tell what it becomes; nothing if it is never possible.
fn way_in_digits(
    compiler: &mut Compiler,
    way: &Way,
    numbers: usize,
    meter: &mut Meter,
) -> Result<Option<WayInDigits>, Refusal> {
    let relation = compiler.relation(&Formula::all(way.condition.clone()), meter)?;
    let told = |one: &Variable| way.becomes.iter().flatten().any(|new| new == one);
    let gone = |one: &Variable| *one >= numbers && !told(one);
    let gone: Vec<Variable> = relation.variables().iter().copied().filter(gone).collect();
    let relation = relation.without(compiler.numeration, &gone, meter)?;
    if relation.automaton().is_empty() {
        return Ok(None);
    }
    Ok(Some(WayInDigits { player: way.player, relation, becomes: way.becomes.clone() }))
}

/// Where the player's set stands.
pub(crate) fn index(player: Player) -> usize {
    match player {
        Player::Left => 0,
        Player::Right => 1,
    }
}

/// Weights that are tried, the simple ones first.
fn weights(numbers: usize) -> Vec<Vec<u64>> {
    let mut all = vec![vec![1; numbers]];
    all.extend((0..numbers).map(|one| (0..numbers).map(|other| u64::from(one == other)).collect()));
    for (low, high) in [(0, 2), (1, 4)] {
        let count = (high - low + 1_u64).saturating_pow(numbers as u32);
        if count <= 1024 {
            let digits = |mut code: u64| {
                let mut weights = Vec::new();
                for _ in 0..numbers {
                    weights.push(low + code % (high - low + 1));
                    code /= high - low + 1;
                }
                weights
            };
            all.extend((0..count).map(digits).filter(|weights| weights.iter().any(|one| *one > 0)));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use std::collections::BTreeSet;

    use bouton_values::Limits;

    use super::*;
    use crate::games;

    /// Rules with everything that the language has and automata can read.
    const ODD_RULES: [&str; 17] = [
        "position a, b; move k in -2 .. 2, k != 0: a' = a + k, b' = b - 3",
        "position a, b; move l >= 1: a' = a - l, b' = b + l - 2 if b > 2 else b",
        "position a, b; move 1 <= k <= a: a' = max(a - 2 * k, 0), b' = min(b, a, 5)",
        "position a, b; legal a mod 3 != 1; move a' < a, b' = (a + b) div 3",
        "position a, b; legal a != b or a = 0; move a' < a, a' mod 3 = a mod 3; move b' = abs(a - b), b > a",
        "position a, b; move a' = a xor b, a' < a; move b' < b, a xor b' = 3",
        "position a, b; move s in {1, 3+2k}: a' = a - s; move s in {2}: b' = b - s, a' = a div 2",
        "position a, b; move 2 * k <= a, k >= 1: a' = a - k, b' = 2 * k mod 3",
        "position a; move a' = (a - 3) xor 1; move a' = a - 1 if a mod 2 = 0 else a div 2",
        "position a, b; move k + l >= 1, k >= 0, 0 <= l <= b: a' = a - k, b' = b - l if k = l else b - 2 * l",
        "position a, b; move a' in a - 3 .. a - 1, a' not in {2, 4}, b' = a",
        "position a, b; move not (a < 3 and b < 3), a' = b div 2, b' = a div 2",
        "heaps h; legal sum h mod 2 = 0; move one h, h' < h, h < 2 * greatest h",
        "heaps h; legal least h >= 1; move up to 2 of h, k >= 1: h' = h - k",
        "rows h; legal falling h; move one h: h' < h, later h' = min(later h, h')",
        "heaps h; move exactly 2 of h: h - 3 <= h' < h; move one h, h = first h: h' = h div 2, h > 0",
        "heaps h; move up to 2 of h, 1 <= k, k <= (1 if h <= first h else 5): h' = h - k",
    ];

    fn meter() -> Meter {
        Meter::new(&Limits::default(), "the test")
    }

    fn tuples(length: usize, below: u64) -> Vec<Vec<u64>> {
        (0..length).fold(vec![Vec::new()], |tuples, _| {
            let longer = |tuple: Vec<u64>| (0..below).map(move |x| [&tuple[..], &[x]].concat());
            tuples.into_iter().flat_map(longer).collect()
        })
    }

    /// Does the way lead from the one to the other?
    fn leads(game: &GameInDigits, way: &WayInDigits, from: &[u64], to: &[u64]) -> bool {
        let mut numbers: Vec<(Variable, u64)> = (0..).zip(from.iter().copied()).collect();
        for (variable, number) in way.becomes[0].iter().zip(to) {
            match numbers.iter().find(|(known, _)| known == variable) {
                Some((_, known)) if known != number => return false,
                Some(_) => {}
                None => numbers.push((*variable, *number)),
            }
        }
        let of = |variable: &Variable| {
            numbers
                .iter()
                .find(|(known, _)| known == variable)
                .map(|(_, number)| u128::from(*number))
        };
        let tuple: Option<Vec<u128>> = way.relation.variables().iter().map(of).collect();
        way.relation.automaton().contains(game.numeration, &tuple.expect("all are known"))
    }

    #[test]
    fn formulas_say_what_the_evaluation_says() {
        let mut texts: Vec<(String, Option<usize>)> = ODD_RULES
            .iter()
            .map(|rules| {
                let heaps = (!rules.starts_with("position")).then_some(2);
                (format!("game g; {rules}"), heaps)
            })
            .collect();
        let small = |game: &games::Listed| !game.values && game.heaps.is_none_or(|heaps| heaps < 4);
        texts.extend(games::games().into_iter().filter(small).map(|game| (game.text, game.heaps)));
        for (text, heaps) in texts {
            let program = games::program(&text);
            let statement = program.statement(heaps).unwrap();
            let binary =
                statement.ways.iter().flat_map(|way| &way.condition).any(Formula::has_nim_sum);
            let numerations: &[&str] = if binary { &["lsd_2"] } else { &["msd_2", "lsd_fib"] };
            let below = match statement.numbers {
                1 => 40,
                2 => 9,
                3 => 4,
                _ => 3,
            };
            for numeration in numerations {
                let game = GameInDigits::new(&statement, numeration.parse().unwrap(), &mut meter())
                    .unwrap();
                let all = tuples(statement.numbers, below);
                for from in &all {
                    let numbers: Vec<u128> = from.iter().map(|one| u128::from(*one)).collect();
                    let legal = game.legal.contains(game.numeration, &numbers);
                    assert_eq!(legal, program.is_legal(from), "{text} {from:?}");
                    if !legal {
                        continue;
                    }
                    for player in Player::BOTH {
                        let listed: BTreeSet<Vec<u64>> =
                            program.options(from, player).into_iter().collect();
                        let is_option = |to: &&Vec<u64>| {
                            let mut ways = game.ways.iter().filter(|way| way.is_of(player));
                            ways.any(|way| leads(&game, way, from, to))
                        };
                        let found: BTreeSet<Vec<u64>> =
                            all.iter().filter(is_option).cloned().collect();
                        let within = |to: &&Vec<u64>| to.iter().all(|number| *number < below);
                        let listed: BTreeSet<Vec<u64>> =
                            listed.iter().filter(within).cloned().collect();
                        assert_eq!(found, listed, "{text} {from:?} {player:?} in {numeration}");
                    }
                }
            }
        }
    }
}
