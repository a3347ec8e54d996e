//! The game of Euclid: a positive multiple of one number is taken from the other.
//!
//! *Conditions.* Positions are two numbers a and b, all of them legal; both players have the same moves; and there
//! are two cases, one in which a becomes a - k·b and b stays, for exactly those k ≥ 1 and b ≥ 1 with k·b ≤ a, and
//! the same with a and b exchanged. The product is a variable m of its own; what is known of it (m ≥ k and m ≥ b,
//! where both are at least 1) is true. *They suffice*: this is the definition of [`EuclidRules`].

use bouton_lang::linear::{Linear, System, Work};
use bouton_lang::{Program, Shape};
use bouton_values::Player;

use super::case::{Case, Miss, cases, within_numbers};
use super::pieces::check_legality;
use super::{Found, of_both};
use crate::families::EuclidRules;
use crate::spec::Spec;

pub(super) fn recognise(program: &Program, work: &mut Work) -> Result<Found, Miss> {
    let Shape::Named(names) = &program.shape else {
        return Err("a position is any number of heaps".to_owned());
    };
    if names.len() != 2 || names.iter().any(|(_, default)| default.is_some()) {
        return Err("a position is not two numbers".to_owned());
    }
    check_legality(program)?;
    let lowered = of_both(program, |player| lowered(program, player, work))?;
    if lowered != [true, true] {
        return Err("not both numbers can be lowered".to_owned());
    }
    let (a, b) = (&names[0].0, &names[1].0);
    Ok(Found {
        spec: Spec::Euclid(EuclidRules),
        family: "euclid",
        because: vec![format!(
            "a move takes a positive multiple of {b} from {a}, or of {a} from {b}"
        )],
    })
}

/// Which of the two numbers a player may lower by multiples of the other.
fn lowered(program: &Program, player: Player, work: &mut Work) -> Result<[bool; 2], Miss> {
    let mut lowered = [false, false];
    for one in program.moves_of(player) {
        for case in cases(program, one)? {
            let number = lowered_number(&case, work);
            if let Some(number) = case.unless_empty(number, work)? {
                lowered[number] = true;
            }
        }
    }
    Ok(lowered)
}

/// Which number is lowered by a multiple of the other.
fn lowered_number(case: &Case, work: &mut Work) -> Result<usize, Miss> {
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
        let positive = |variable: usize| Linear { terms: vec![(variable, 1)], constant: -1 };
        let mut target = System::default();
        for variable in [0, 1] {
            within_numbers(&Linear::variable(variable))
                .into_iter()
                .for_each(|fact| target.add(fact));
        }
        target.add(positive(other));
        target.add(positive(choice.variable));
        target.add(case.new[lowered].clone());
        let mut system = case.system();
        for factor in product.factors {
            // k·b ≥ k and k·b ≥ b, as both are at least 1 in either system.
            let fact = multiple.minus(&Linear::variable(factor)).ok_or("large numbers")?;
            target.add(fact.clone());
            if system.implies_within(&positive(other), work)
                && system.implies_within(&positive(choice.variable), work)
            {
                system.add(fact);
            }
        }
        return match system.equivalent_within(&target, work) {
            true => Ok(lowered),
            false => Err("not every multiple may be taken".to_owned()),
        };
    }
    Err("a move is not a multiple of the other number".to_owned())
}
