//! Canonical forms of positions, of single heaps and of sums.
//!
//! Under normal play a position is the game {its left options | its right options}, and the value of a
//! sum is the sum of those of its components (Conway). Where both players have the same options and an ending names the
//! winner, Nowakowski's normalisation makes it a game under normal play: a position in which nobody can
//! move is replaced by a game, 1 where Left wins, -1 where Right wins, 0 where the player to move loses
//! and * where the player to move wins, or any other game. The outcomes stay the same, as they are made
//! from those of the options.
//!
//! # Main definitions
//! * `CanonicalForms`: the engine.
//! * `PositionForms`: the canonical form of any position, each component worked out once.
//! * `period`: what a repeated window proves of a sequence of values.

mod period;
mod positions;
mod solve;
#[cfg(test)]
mod tests;

use bouton_rules::{Ending, FiniteGame, Game, Limits, Position, Refusal, Spec};
use bouton_short::Forms;

use crate::ask::{Ask, term};
use crate::engine::{Declined, Engine, Run, finite, run};
use crate::finding::{Finding, Sequence, Terms, Value};
use positions::PositionForms;

/// Games whose positions are short games.
pub(crate) struct CanonicalForms;

impl Engine for CanonicalForms {
    fn name(&self) -> &'static str {
        "canonical-forms"
    }

    fn theorem(&self) -> &'static str {
        "Conway: the value of a game is {left options | right options}; values of components add up"
    }

    fn prepare<'a>(&self, game: &'a Game, ask: &'a Ask) -> Result<Run<'a>, Declined> {
        let game = finite(game)?;
        check_short(game)?;
        match ask {
            Ask::Solve(_) if game.ending != Ending::Normal => {
                Declined::because("play is not normal, so outcomes are left to other engines")
            }
            Ask::Solve(_) if game.has_nim_values() => {
                Declined::because("the game is impartial: nim-values say as much")
            }
            Ask::Solve(position) => {
                run(Finding::Solution, move |limits| solve::solve(game, position, limits))
            }
            Ask::Values { to, row } => {
                game.spec.tuple(term(0, *row))?;
                run(Finding::Sequence, move |limits| sequence(game, *to, *row, limits))
            }
            _ => Declined::because("this engine gives values of positions and sequences of them"),
        }
    }
}

/// Play must end, and be normal or normalised.
fn check_short(game: &FiniteGame) -> Result<(), Declined> {
    let profile = game.profile();
    if !profile.terminates.holds() {
        return Declined::because("play may go on for ever");
    }
    match game.ending {
        Ending::Normal => Ok(()),
        Ending::Misere if is_one_heap(game) && profile.same_options.holds() => Ok(()),
        Ending::Misere => Declined::because("play is misère: ask for the misère quotient instead"),
        Ending::Partizan(_) if profile.same_options.holds() => Ok(()),
        Ending::Written(_) => Declined::because("the ending depends on the position"),
        Ending::Partizan(_) => Declined::because(
            "the ending favours a player and the options differ: no normalisation is known",
        ),
    }
}

/// Is a position a lone heap, so that an ending cannot depend on others?
fn is_one_heap(game: &FiniteGame) -> bool {
    matches!(&game.spec, Spec::Heap(rules) if rules.most_heaps == 1)
}

/// The value of a position, where it has one.
pub fn value(
    game: &FiniteGame,
    position: &Position,
    limits: &Limits,
) -> Result<Option<Value>, Refusal> {
    // A value of normal play would be unexpected in an answer about misère play.
    if check_short(game).is_err() || game.ending == Ending::Misere {
        return Ok(None);
    }
    let mut positions = PositionForms::new(game, Forms::new(limits.clone()));
    let form = positions.value(position)?;
    positions.forms.text(form).map(|text| Some(Value::Game(text)))
}

/// The values of (0), …, (to); those found so far if a limit is exceeded on the way.
fn sequence(
    game: &FiniteGame,
    to: u64,
    row: Option<u64>,
    limits: &Limits,
) -> Result<Sequence, Refusal> {
    limits.check_memory("the sequence", u128::from(to) * 8)?;
    let mut positions = PositionForms::new(game, Forms::new(limits.clone()));
    let mut values = Vec::new();
    let mut stopped = None;
    for n in 0..=to {
        let position = game.spec.tuple(term(n, row))?;
        match positions.value(&position) {
            Ok(form) => values.push(form),
            Err(refusal) => {
                stopped = Some(refusal);
                break;
            }
        }
    }
    // The texts cost little compared with the values, so they may exceed a limit that was reached by a little.
    let texts = positions.forms.texts(&values)?;
    let (period, reasons) = match (&stopped, row) {
        (None, None) => period::examine(game, &values, &mut positions.forms),
        (None, Some(_)) => (None, vec!["no period is looked for in a row".to_owned()]),
        (Some(_), _) => (None, vec![format!("a limit was exceeded after {} terms", values.len())]),
    };
    Ok(Sequence { terms: Terms::Values(texts), period, reasons, stopped })
}
