//! What a position is worth.

use bouton_lang::syntax::Many;
use bouton_lang::{Program, Shape, facts};
use bouton_oracle::Oracle;
use bouton_rules::{Ending, FiniteGame, Game, HeapRules, Limits, Position, Spec};
use bouton_values::Nimber;

use crate::certificate::ValueCertificate;
use crate::rejection::Rejection;
use crate::{finite, tables};

/// Verifies a nim-value by computing it again.
pub(crate) fn check(
    certificate: &ValueCertificate,
    limits: &Limits,
) -> Result<Vec<String>, Rejection> {
    let game = Game::defined(&certificate.game)?;
    let position = game.position(&certificate.position)?;
    let computed = nim_value(finite(&game)?, &position, limits)?;
    let claimed = certificate.value;
    if claimed != computed {
        return Err(Rejection::ValueDiffers { claimed, computed });
    }
    Ok(vec![format!("by the definition {position} is worth {computed}")])
}

/// The nim-value by the definition, component by component: that of a sum is the nim-sum (Sprague,
/// Grundy).
pub(crate) fn nim_value(
    game: &FiniteGame,
    position: &Position,
    limits: &Limits,
) -> Result<Nimber, Rejection> {
    if !game.has_nim_values() {
        return Err(no_nim_value(
            "there are nim-values only under normal play with the same moves for both players",
        ));
    }
    of_spec(&game.spec, position, limits)
}

fn of_spec(spec: &Spec, position: &Position, limits: &Limits) -> Result<Nimber, Rejection> {
    match (spec, position) {
        (Spec::Heap(rules), Position::Tuple(heaps)) => of_heaps(rules, heaps, limits),
        (Spec::Written(rules), Position::Tuple(heaps)) if is_sum_of_heaps(rules.program()) => {
            match tables::nim_values_of_text(rules.program(), heaps, limits)? {
                Some(values) => Ok(tables::nim_sum(heaps, &values)),
                None => by_oracle(spec, position, limits),
            }
        }
        (Spec::Sum(specs), Position::Parts(parts)) => {
            specs.iter().zip(parts).map(|(spec, part)| of_spec(spec, part, limits)).sum()
        }
        _ => by_oracle(spec, position, limits),
    }
}

/// Is the nim-value of a position the nim-sum of those of its heaps?
///
/// So it is where a move changes one heap and looks at no other. It is also where two coins on one place vanish: in
/// the nim-sum, too, equal values cancel.
fn is_sum_of_heaps(program: &Program) -> bool {
    match &program.shape {
        Shape::Many(Many::Coins, name) => {
            let shape = Shape::Many(Many::Heaps, name.clone());
            facts::independent(&Program { shape, ..program.clone() }).is_ok()
        }
        Shape::Many(..) => facts::independent(program).is_ok(),
        Shape::Named(names) => names.len() == 1,
    }
}

fn of_heaps(rules: &HeapRules, heaps: &[u64], limits: &Limits) -> Result<Nimber, Rejection> {
    let count = heaps.iter().max().map_or(0, |largest| u128::from(*largest) + 1);
    let values = tables::nim_values(rules, count, limits)?;
    Ok(tables::nim_sum(heaps, &values))
}

fn by_oracle(spec: &Spec, position: &Position, limits: &Limits) -> Result<Nimber, Rejection> {
    let game = FiniteGame { spec: spec.clone(), ending: Ending::Normal };
    let value = Oracle::new(&game, limits.clone()).nim_value(position)?;
    value.ok_or_else(|| no_nim_value("play may go on for ever"))
}

fn no_nim_value(reason: &str) -> Rejection {
    Rejection::does_not_apply("a nim-value", reason)
}
