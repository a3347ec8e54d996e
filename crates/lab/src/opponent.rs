//! Opponents for people, and fair positions to begin with.

use bouton_rules::{Game, Limits, Position, Refusal, Ruleset};
use bouton_values::Player;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use crate::explain::usual_start;
use crate::play::Play;

/// How well an opponent plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// Wins whatever can be won.
    Perfect,
    /// Thinks before every other move, about.
    Weak,
    /// Makes any move.
    Random,
}

/// The opponent's move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// Where it leads.
    pub position: Position,
    /// Why it was made; a line each.
    pub why: Vec<String>,
}

/// The opponent's move for the player whose turn it is, the same for the same seed; `None` if there is no move.
pub fn reply(play: &Play, strength: Strength, seed: u64) -> Result<Option<Reply>, Refusal> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let thinks = match strength {
        Strength::Perfect => true,
        Strength::Weak => random.random_range(0..2) == 0,
        Strength::Random => false,
    };
    match play.options() {
        Some(options) if options.is_empty() => Ok(None),
        Some(options) if !thinks => {
            let position = options[random.random_range(0..options.len())].clone();
            Ok(Some(Reply { position, why: vec!["any move".to_owned()] }))
        }
        _ => thought(play),
    }
}

fn thought(play: &Play) -> Result<Option<Reply>, Refusal> {
    let solution = play.solve()?;
    if let Some(winning) = solution.winning(play.mover()).first() {
        return Ok(Some(Reply { position: winning.clone(), why: solution.reasons }));
    }
    let mut why = solution.reasons;
    why.push("no move wins: this one leaves the fewest winning replies".to_owned());
    Ok(play.best()?.map(|position| Reply { position, why }))
}

/// Positions that are tried for a fair one.
const TRIED: usize = 48;
/// Moves of a random walk to a fair position.
const LONGEST_WALK: usize = 4;
/// Positions with more moves than this are not fair to a beginner.
const MOST_OPTIONS: u128 = 10_000;

/// A random position that `mover` wins, but not by every move; the usual start if none is found.
///
/// ```
/// use bouton_lab::{fair_start, rules::{Game, Limits}, values::Player};
/// let nim = Game::parse("nim")?;
/// let start = fair_start(&nim, Player::Left, 7, &Limits::default())?.expect("Nim has fair positions");
/// let sum = start.tuple().expect("heaps").iter().fold(0, |sum, heap| sum ^ heap);
/// assert_ne!(sum, 0);
/// # Ok::<(), bouton_lab::rules::Refusal>(())
/// ```
pub fn fair_start(
    game: &Game,
    mover: Player,
    seed: u64,
    limits: &Limits,
) -> Result<Option<Position>, Refusal> {
    let Some(usual) = usual_start(game) else { return Ok(None) };
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    for tried in 0..TRIED {
        limits.progress(tried as u64, TRIED as u64)?;
        let Some(position) = candidate(game, &usual, mover, &mut random) else { continue };
        match is_fair(game, &position, mover, limits) {
            Ok(true) => return Ok(Some(position)),
            // What is too large to be solved is not fair either.
            Ok(false) | Err(Refusal::Limit { .. }) => {}
            Err(refusal) => return Err(refusal),
        }
    }
    Ok(Some(usual))
}

fn is_fair(
    game: &Game,
    position: &Position,
    mover: Player,
    limits: &Limits,
) -> Result<bool, Refusal> {
    let Some(finite) = game.finite() else { return Ok(true) };
    if finite.option_bound(position) > MOST_OPTIONS {
        return Ok(false);
    }
    let play = Play::new(game.clone(), position.clone(), mover, limits.clone())?;
    let winning = play.solve()?.winning(mover).len();
    Ok(0 < winning && winning < finite.options(position, mover).len())
}

/// Other numbers where a position is numbers that mean the same everywhere, else a few moves from the usual start.
fn candidate(
    game: &Game,
    usual: &Position,
    mover: Player,
    random: &mut ChaCha8Rng,
) -> Option<Position> {
    let finite = game.finite()?;
    if let (Some(numbers), true) = (usual.tuple(), crate::show::arrows_of(game).is_none()) {
        let largest = numbers.iter().copied().max().unwrap_or(1).clamp(7, 30);
        let numbers = numbers.iter().map(|number| match number {
            // A rate, or a row that may be empty.
            0..=1 => random.random_range(0..=3),
            _ => random.random_range(1..=largest),
        });
        return finite.spec.tuple(numbers.collect()).ok();
    }
    let mut position = usual.clone();
    let mut walker = mover;
    // An even number of moves, so that it is the same player's turn.
    for _ in 0..2 * random.random_range(0..=LONGEST_WALK / 2) {
        let options = finite.options(&position, walker);
        position = options.get(random.random_range(0..options.len().max(1)))?.clone();
        walker = walker.opponent();
    }
    Some(position)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::Turn;

    fn play(game: &str, position: &str) -> Play {
        let game = Game::parse(game).unwrap();
        let position = game.position(position).unwrap();
        Play::new(game, position, Player::Left, Limits::default()).unwrap()
    }

    #[test]
    fn the_perfect_opponent_wins_what_can_be_won() {
        let mut game = play("nim", "3,4,6");
        while let Turn::Move(mover) = game.turn() {
            let strength = if mover == Player::Left { Strength::Perfect } else { Strength::Random };
            let reply = reply(&game, strength, 5).unwrap().unwrap();
            assert!(!reply.why.is_empty());
            game.make(reply.position).unwrap();
        }
        assert_eq!(game.turn(), Turn::Won(Player::Left));
    }

    #[test]
    fn replies_follow_the_seed() {
        let game = play("nim", "30,30,30");
        let moves = |strength| -> Vec<Position> {
            (0..40).map(|seed| reply(&game, strength, seed).unwrap().unwrap().position).collect()
        };
        for strength in [Strength::Perfect, Strength::Weak, Strength::Random] {
            assert_eq!(moves(strength), moves(strength));
        }
        let distinct =
            |list: Vec<Position>| list.into_iter().collect::<std::collections::HashSet<_>>();
        assert_eq!(distinct(moves(Strength::Perfect)).len(), 1);
        assert!(distinct(moves(Strength::Random)).len() > 20);
        assert_eq!(reply(&play("nim", "0,0"), Strength::Weak, 1).unwrap(), None);
    }

    #[test]
    fn fair_positions_are_won_but_not_by_every_move() {
        for text in ["nim", "antonim", "nimrod", "wythoff", "kayles", "domineering", "clobber"] {
            let game = Game::parse(text).unwrap();
            for seed in 0..4 {
                let found = fair_start(&game, Player::Right, seed, &Limits::default()).unwrap();
                let position = found.unwrap();
                assert!(
                    is_fair(&game, &position, Player::Right, &Limits::default()).unwrap()
                        || Some(position) == usual_start(&game),
                    "{text}"
                );
            }
        }
    }
}
