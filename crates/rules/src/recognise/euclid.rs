//! The game of Euclid: a positive multiple of one number is taken from the other.
//!
//! *Conditions.* Positions are two numbers a and b, all of them legal; both players have the same moves; and there
//! are two cases, one in which a becomes a - k·b and b stays, for exactly those k ≥ 1 and b ≥ 1 with k·b ≤ a, and
//! the same with a and b exchanged. The product is a variable m of its own; what is known of it (m ≥ k and m ≥ b,
//! where both are at least 1) is true. *They suffice*: this is the definition of [`EuclidRules`].

use std::sync::Arc;

use bouton_lang::Program;
use bouton_lang::cases::{Exact, Miss, check, check_same, numbers};
use bouton_lang::linear::{Linear, Work};
use bouton_values::Player;

use super::pieces::check_legality;
use super::{Found, at_least, of_both, of_player, two_numbers};
use crate::families::EuclidRules;
use crate::spec::Spec;

pub(super) fn recognise(program: &Arc<Program>, work: &mut Work) -> Result<Found, Miss> {
    let [a, b] = two_numbers(program)?;
    check_legality(program)?;
    let lowered = of_both(program, |player| lowered(program, player, work))?;
    check(lowered == [true, true], "not both numbers can be lowered")?;
    let because =
        vec![format!("a move takes a positive multiple of {b} from {a}, or of {a} from {b}")];
    Ok(Found::new(Spec::Euclid(EuclidRules), because))
}

/// Which of the two numbers a player may lower by multiples of the other.
fn lowered(program: &Program, player: Player, work: &mut Work) -> Result<[bool; 2], Miss> {
    let numbers = of_player(program, player, work, lowered_number)?;
    Ok([0, 1].map(|number| numbers.contains(&number)))
}

/// Which number is lowered by a multiple of the other.
fn lowered_number(case: &Exact, work: &mut Work) -> Result<usize, Miss> {
    let ([choice], [product]) = (&case.choices[..], &case.products[..]) else {
        return Err("a move is not a multiple of the other number".to_owned());
    };
    let multiple = Linear::variable(product.variable);
    for lowered in [0, 1] {
        let other = 1 - lowered;
        let expected = Linear::variable(lowered).minus(&multiple);
        let is_lowered = case.new[other] == Linear::variable(other)
            && Some(&case.new[lowered]) == expected.as_ref()
            && product.factors == [other, choice.variable]
            && choice.within.is_none();
        if !is_lowered {
            continue;
        }
        let [k, b] = [choice.variable, other].map(|variable| at_least(variable, 1));
        let mut target = numbers(2).and([k.clone(), b.clone(), case.new[lowered].clone()]);
        let mut system = case.facts.clone();
        for factor in product.factors {
            // k·b ≥ k and k·b ≥ b, as both are at least 1 in either system.
            let fact = multiple.minus(&Linear::variable(factor)).ok_or("large numbers")?;
            target.add(fact.clone());
            if system.implies_within(&b, work) && system.implies_within(&k, work) {
                system.add(fact);
            }
        }
        return check_same(&system, &target, "not every multiple may be taken", work)
            .map(|()| lowered);
    }
    Err("a move is not a multiple of the other number".to_owned())
}
