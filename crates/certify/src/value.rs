//! Checks certificates of the nim-value of a position.

use bouton_definition::{Component, Definition, Game, HeapRules, Tuples};
use bouton_lang::syntax::Many;
use bouton_lang::{Program, Shape, structure};
use bouton_oracle::Oracle;
use bouton_values::{Limits, Nimber};

use crate::certificate::ValueCertificate;
use crate::rejection::Rejection;
use crate::tables;

/// Verifies the nim-value of a game that is read from its text.
pub(crate) fn check_text(
    certificate: &ValueCertificate,
    limits: &Limits,
) -> Result<Vec<String>, Rejection> {
    let game = Game::read(&certificate.game)?;
    check(certificate, &game, |position| nim_value(&game, position, limits))
}

/// Verifies a nim-value by computing it again.
pub(crate) fn check<G: Definition>(
    certificate: &ValueCertificate,
    game: &G,
    compute: impl FnOnce(&G::Position) -> Result<Nimber, Rejection>,
) -> Result<Vec<String>, Rejection> {
    let position = game.position(&certificate.position)?;
    check_defined(game)?;
    let computed = compute(&position)?;
    let claimed = certificate.value;
    if claimed != computed {
        return Err(Rejection::ValueDiffers { claimed, computed });
    }
    Ok(vec![format!("by the definition {position} has the value {computed}")])
}

/// Has the game nim-values?
pub(crate) fn check_defined<G: Definition>(game: &G) -> Result<(), Rejection> {
    match game.has_nim_values() {
        true => Ok(()),
        false => Err(no_nim_value(
            "there are nim-values only under normal play with the same moves for both players",
        )),
    }
}

/// The nim-value by the definition, component by component: that of a sum is the nim-sum (Sprague, Grundy).
pub(crate) fn nim_value(
    game: &Game,
    position: &Tuples,
    limits: &Limits,
) -> Result<Nimber, Rejection> {
    let parts = game.components().iter().zip(&position.0);
    parts.map(|(component, tuple)| of_component(component, tuple, limits)).sum()
}

fn of_component(
    component: &Component,
    tuple: &[u64],
    limits: &Limits,
) -> Result<Nimber, Rejection> {
    match component {
        Component::Heap(rules) => of_heaps(rules, tuple, limits),
        Component::TextRules(rules) if is_sum_of_heaps(rules.program()) => {
            match tables::nim_values_of_text(rules.program(), tuple, limits)? {
                Some(values) => Ok(tables::nim_sum(tuple, &values)),
                None => alone(component, tuple, limits),
            }
        }
        _ => alone(component, tuple, limits),
    }
}

fn alone(component: &Component, tuple: &[u64], limits: &Limits) -> Result<Nimber, Rejection> {
    by_oracle(&Game::alone(component.clone()), &Tuples(vec![tuple.to_vec()]), limits)
}

/// Is the nim-value of a position the nim-sum of those of its heaps?
///
/// So it is where a move changes one heap and looks at no other. It is also where two coins on one place vanish: in
/// the nim-sum, too, equal values cancel.
fn is_sum_of_heaps(program: &Program) -> bool {
    match &program.shape {
        Shape::Many(Many::Coins, name) => {
            let shape = Shape::Many(Many::Heaps, name.clone());
            structure::independent(&Program { shape, ..program.clone() }).is_ok()
        }
        Shape::Many(..) => structure::independent(program).is_ok(),
        Shape::Named(names) => names.len() == 1,
    }
}

fn of_heaps(rules: &HeapRules, heaps: &[u64], limits: &Limits) -> Result<Nimber, Rejection> {
    let count = heaps.iter().max().map_or(0, |largest| u128::from(*largest) + 1);
    let values = tables::nim_values(rules, count, limits)?;
    Ok(tables::nim_sum(heaps, &values))
}

/// The nim-value by the definition, from all positions that can be reached.
pub(crate) fn by_oracle<G: Definition>(
    game: &G,
    position: &G::Position,
    limits: &Limits,
) -> Result<Nimber, Rejection> {
    let value = Oracle::new(game, limits.clone()).nim_value(position)?;
    value.ok_or_else(|| no_nim_value("play may go on for ever"))
}

fn no_nim_value(reason: &str) -> Rejection {
    Rejection::does_not_apply("a nim-value", reason)
}
