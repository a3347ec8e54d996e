//! Two strategies against each other: games from a seed, and the exact chance.

use bouton_lab::duels::{Duel, Settings, StrategyName, wilson};
use bouton_lab::rules::{Game, Limits, Refusal};

pub(crate) fn main() -> Result<(), Refusal> {
    let (game, limits) = (Game::parse("nim")?, Limits::default());
    let players = [StrategyName::parse("random")?, StrategyName::parse("greedy")?];
    let settings = Settings { seed: 1, alternate: false };
    let duel = Duel::new(&game, &game.position("3")?, players, settings, &limits)?;
    let played = duel.tally(0..1000, &limits)?;
    let (low, high) = wilson(played.first_wins, played.games);
    let exact = duel.exact(&limits)?;
    println!(
        "random wins {:.3}, between {low:.3} and {high:.3}; exactly {exact:.3}",
        played.share()
    );
    // Random takes all of 3 tokens with chance 1/3; otherwise greedy takes what is left.
    assert!((exact - 1.0 / 3.0).abs() < 1e-12);
    assert_eq!(played.games, 1000);
    Ok(())
}
