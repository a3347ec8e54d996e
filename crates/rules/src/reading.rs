//! Facts about a checked program, which linear arithmetic proves or a small position refutes.

use bouton_lang::facts::{self, read};
use bouton_lang::linear::{Linear, Work};
use bouton_lang::{Move, Program};
use bouton_values::Player;

use crate::profile::Fact;

/// Can a heap of 0 be chosen by the move, as far as is proved?
pub(crate) fn may_act_on_zero(program: &Program, one: &Move) -> bool {
    let mut system = read(program, one).system;
    system.add(Linear { terms: vec![(0, -1)], constant: 0 });
    !system.is_empty_within(&mut Work::default())
}

/// Do both players have the same options? It is proved, or a small position says that they do not.
pub(crate) fn same_options(program: &Program) -> Fact {
    if let Ok(reason) = facts::same_options(program) {
        return Fact::proved(reason);
    }
    match differing_position(program) {
        Some(tuple) => {
            let numbers = tuple.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
            Fact::refuted(format!("at {numbers} the players have different options"))
        }
        None => Fact::Unknown,
    }
}

/// A small position in which the players' options differ, if one is found quickly.
fn differing_position(program: &Program) -> Option<Vec<u64>> {
    const MOST_OPTIONS: u128 = 100;
    small_tuples(program).into_iter().find(|tuple| {
        if !program.is_legal(tuple) || program.option_bound(tuple) > MOST_OPTIONS {
            return false;
        }
        let [mut left, mut right] = Player::BOTH.map(|mover| program.options(tuple, mover));
        left.sort_unstable();
        right.sort_unstable();
        left != right
    })
}

/// Some tuples of small numbers, of the length that the program wants.
fn small_tuples(program: &Program) -> Vec<Vec<u64>> {
    const MOST: usize = 300;
    let mut tuples = vec![Vec::new()];
    for _ in 0..program.position_slots() {
        let width = (MOST / tuples.len()).clamp(1, 12) as u64;
        let longer = |tuple: &Vec<u64>| {
            (0..width).map(|number| [&tuple[..], &[number]].concat()).collect::<Vec<_>>()
        };
        tuples = tuples.iter().flat_map(longer).collect();
    }
    tuples
}
