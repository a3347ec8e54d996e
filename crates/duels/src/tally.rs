//! Counts of games that were won, with Wilson's interval.

use std::ops::Add;

use crate::game::GameResult;
use bouton_values::Player;

/// Counts of the results of games between a first and a second player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The number of games that were played.
    pub games: u64,
    /// The number of games that the first player won.
    pub first_wins: u64,
    /// The number of games that the second player won.
    pub second_wins: u64,
    /// The number of games that were stopped because they did not end.
    pub unfinished: u64,
    /// The number of moves in all games together.
    pub moves: u64,
}

impl Tally {
    /// The tally of one game, in which the first player is Left.
    #[must_use]
    pub fn of(played: GameResult) -> Tally {
        Tally {
            games: 1,
            first_wins: u64::from(played.winner == Some(Player::Left)),
            second_wins: u64::from(played.winner == Some(Player::Right)),
            unfinished: u64::from(played.winner.is_none()),
            moves: played.moves,
        }
    }

    /// The share of games that the first player won.
    #[must_use]
    pub fn share(&self) -> f64 {
        self.first_wins as f64 / self.games as f64
    }
}

impl Add for Tally {
    type Output = Tally;

    fn add(self, other: Tally) -> Tally {
        Tally {
            games: self.games + other.games,
            first_wins: self.first_wins + other.first_wins,
            second_wins: self.second_wins + other.second_wins,
            unfinished: self.unfinished + other.unfinished,
            moves: self.moves + other.moves,
        }
    }
}

/// The 97.5 % point of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// Wilson's interval at 95 %: the chances p for which `wins` of `games` lies within 1.96 standard
/// deviations of its mean, |wins/games - p| ≤ z √(p(1-p)/games). Without games it is everything.
///
/// E. B. Wilson, *Probable inference, the law of succession, and statistical inference* (1927).
///
/// ```
/// let (low, high) = bouton_duels::wilson(81, 263);
/// assert!((low - 0.2552).abs() < 1e-4 && (high - 0.3662).abs() < 1e-4);
/// ```
#[must_use]
pub fn wilson(wins: u64, games: u64) -> (f64, f64) {
    if games == 0 {
        return (0.0, 1.0);
    }
    let n = games as f64;
    let p = wins as f64 / n;
    let centre = p + Z * Z / (2.0 * n);
    let spread = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    let whole = 1.0 + Z * Z / n;
    (((centre - spread) / whole).max(0.0), ((centre + spread) / whole).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The ends are where (wins/games - p)² = z² p(1-p)/games; found by halving an interval instead.
    fn by_bisection(wins: u64, games: u64) -> (f64, f64) {
        let share = wins as f64 / games as f64;
        let is_inside = |p: f64| (share - p).powi(2) <= Z * Z * p * (1.0 - p) / games as f64;
        let end = |mut inside: f64, mut outside: f64| {
            for _ in 0..200 {
                let middle = (inside + outside) / 2.0;
                if is_inside(middle) { inside = middle } else { outside = middle }
            }
            inside
        };
        // Shares of 0 and 1 lie on the edge of the interval; a point between is surely inside.
        let inside = (wins as f64 + Z * Z / 2.0) / (games as f64 + Z * Z);
        (end(inside, -1e-9), end(inside, 1.0 + 1e-9))
    }

    #[test]
    fn the_interval_solves_its_inequality() {
        for (wins, games) in [(0, 1), (1, 1), (0, 20), (20, 20), (3, 10), (81, 263), (1999, 2000)] {
            let (found, wanted) = (wilson(wins, games), by_bisection(wins, games));
            assert!((found.0 - wanted.0).abs() < 1e-6, "{wins}/{games}: {found:?} {wanted:?}");
            assert!((found.1 - wanted.1).abs() < 1e-6, "{wins}/{games}: {found:?} {wanted:?}");
        }
        assert_eq!(wilson(0, 0), (0.0, 1.0));
        // R. G. Newcombe, Two-sided confidence intervals for the single proportion (1998), table I, method 3.
        for (wins, games, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0000, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let found = wilson(wins, games);
            assert!((found.0 - low).abs() < 6e-5 && (found.1 - high).abs() < 6e-5, "{found:?}");
        }
    }
}
