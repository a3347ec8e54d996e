//! Walks towards the origin: fixed vectors, once or any number of times.
//!
//! *Conditions.* Positions are two or more numbers, all of them legal; both players have the same moves; and each move
//! adds fixed vectors, once or any number of times from the first on ([`walks`] proves it), of which no number is
//! positive. *They suffice*: this is the definition of [`LatticeRules`].

use std::sync::Arc;

use bouton_lang::Program;
use bouton_lang::cases::{Miss, check};
use bouton_lang::facts::walks;
use bouton_lang::linear::Work;
use bouton_values::Player;

use super::pieces::check_legality;
use super::{Found, names, of_both};
use crate::families::{LatticeMove, LatticeRules};
use crate::spec::Spec;

/// More vectors than this are not looked for.
const MOST_MOVES: usize = 64;

pub(super) fn recognise(program: &Arc<Program>, work: &mut Work) -> Result<Found, Miss> {
    let names = names(&program.shape);
    check(names.iter().all(|(_, default)| default.is_none()), "a number may be left out")?;
    check_legality(program)?;
    let moves = of_both(program, |player| moves(program, player, work).map(Vectors))?.0;
    check(!moves.is_empty(), "no move is ever possible")?;
    let because = moves.iter().map(describe).collect::<Vec<_>>().join(", ");
    let names = names.iter().map(|(name, _)| name.clone()).collect();
    let because = vec![
        format!("each move lowers the numbers by a fixed vector: {because}"),
        "every tuple of numbers is legal".to_owned(),
    ];
    Ok(Found::new(Spec::Lattice(LatticeRules { names, moves }), because))
}

/// Moves in any order.
struct Vectors(Vec<LatticeMove>);

impl PartialEq for Vectors {
    fn eq(&self, other: &Vectors) -> bool {
        self.0.len() == other.0.len() && self.0.iter().all(|one| other.0.contains(one))
    }
}

fn describe(one: &LatticeMove) -> String {
    let numbers = one.vector.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    match one.ray {
        true => format!("({numbers}) any number of times"),
        false => format!("({numbers}) once"),
    }
}

fn moves(program: &Program, player: Player, work: &mut Work) -> Result<Vec<LatticeMove>, Miss> {
    const LARGEST: u64 = Program::LARGEST as u64;
    let mut found: Vec<LatticeMove> = Vec::new();
    for one in program.moves_of(player) {
        for walk in walks(program, one, work)? {
            let one_by_one = "a move may go any distance from the second step on";
            check(walk.from.is_none_or(|from| from == 1), one_by_one)?;
            let falls = walk
                .vector
                .iter()
                .map(|step| u64::try_from(-step).ok().filter(|fall| *fall <= LARGEST));
            let vector: Vec<u64> =
                falls.collect::<Option<_>>().ok_or("a move may raise a number")?;
            check(vector.iter().any(|number| *number > 0), "a move may change nothing")?;
            let found_one = LatticeMove { vector, ray: walk.from.is_some() };
            if !found.contains(&found_one) {
                found.push(found_one);
            }
        }
    }
    check(found.len() <= MOST_MOVES, &format!("there are more than {MOST_MOVES} vectors"))?;
    Ok(found)
}
