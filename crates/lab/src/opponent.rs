//! Chooses the computer's moves, and fair starting positions.

use bouton_ask::Strength;
use bouton_rules::{Game, Limits, Position, Refusal, Ruleset};
use bouton_values::Player;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use crate::answer::{at_most, solve_without_value};
use crate::explain::usual_start;
use crate::play::{Play, Turn};
use crate::question::Question;
use crate::show::arrows_of;

/// A move of the computer opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The position after the move.
    pub position: Position,
    /// The reasons for the move, a line each.
    pub why: Vec<String>,
}

/// Chooses a move for the player whose turn it is; `None` if there is no move. The same seed gives the same move.
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
            Ok(Some(Reply { position, why: vec!["a random move".to_owned()] }))
        }
        _ => thought(play),
    }
}

fn thought(play: &Play) -> Result<Option<Reply>, Refusal> {
    let solution = play.solve()?;
    if let Some(winning) = solution.winning(play.mover()).first() {
        return Ok(Some(Reply { position: winning.clone(), why: solution.reasons }));
    }
    let position = play.best_of(&solution)?;
    let reason = match solution.outcome.winner(play.mover()) {
        None => "no move wins: this one keeps the draw",
        Some(_) => "no move wins: this one leaves the fewest winning replies",
    };
    let why = [solution.reasons, vec![reason.to_owned()]].concat();
    Ok(position.map(|position| Reply { position, why }))
}

/// The number of random positions that are tried.
const TRIED: usize = 48;
/// The most moves of a random walk from the usual start.
const LONGEST_WALK: usize = 4;
/// Positions with more moves than this are not fair to a beginner.
const MOST_OPTIONS: u128 = 10_000;
/// The most memory for solving one of them.
const MOST_MEMORY: u64 = 16 << 20;
const MOST_STEPS: u64 = 20_000_000;
/// The most positions near the usual start that are tried if random ones do not suffice.
const MOST_NEAR: usize = 256;

/// Which player begins, and which one should be able to win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seats {
    /// The player who moves first.
    pub mover: Player,
    /// The player who wins with best play.
    pub winner: Player,
}

/// A random position that the chosen winner wins, if possible one with losing moves too; `None` if none was found, or
/// the game has no usual start to search from.
///
/// ```
/// use bouton_lab::{Seats, fair_start, rules::{Game, Limits}, values::Player};
/// let nim = Game::parse("nim")?;
/// let sum = |winner| -> Result<u64, bouton_lab::rules::Refusal> {
///     let seats = Seats { mover: Player::Left, winner };
///     let start = fair_start(&nim, seats, 7, &Limits::default())?.expect("Nim has fair positions");
///     Ok(start.tuple().expect("heaps").iter().fold(0, |sum, heap| sum ^ heap))
/// };
/// assert_ne!(sum(Player::Left)?, 0);
/// assert_eq!(sum(Player::Right)?, 0);
/// # Ok::<(), bouton_lab::rules::Refusal>(())
/// ```
pub fn fair_start(
    game: &Game,
    seats: Seats,
    seed: u64,
    limits: &Limits,
) -> Result<Option<Position>, Refusal> {
    let Ok(usual) = usual_start(game) else { return Ok(None) };
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut won_anyhow = None;
    for tried in 0..TRIED {
        limits.progress(tried as u64, TRIED as u64)?;
        let Some(position) = candidate(game, &usual, seats.winner, &mut random) else { continue };
        let Some(won) = won(game, &position, seats.winner, limits)? else { continue };
        let is_fair = won.is_fair;
        match start(game, position, won, seats) {
            found @ Some(_) if is_fair => return Ok(found),
            found => won_anyhow = won_anyhow.or(found),
        }
    }
    match won_anyhow {
        None => near(game, usual, seats, limits),
        found => Ok(found),
    }
}

/// The start of the game, given a position that the winner wins when moving.
fn start(game: &Game, position: Position, won: Won, seats: Seats) -> Option<Position> {
    match seats.winner == seats.mover {
        true => Some(position),
        // The winner makes a move that wins, and then the other begins.
        false => won.moves.into_iter().find(|next| can_move(game, next, seats.mover)),
    }
}

/// The first position that the winner wins among a few that can be reached from the usual start.
fn near(
    game: &Game,
    usual: Position,
    seats: Seats,
    limits: &Limits,
) -> Result<Option<Position>, Refusal> {
    let mut known = vec![usual];
    let mut next = 0;
    while let Some(position) = known.get(next).cloned() {
        limits.progress(next as u64, known.len() as u64)?;
        next += 1;
        if let Some(won) = won(game, &position, seats.winner, limits)?
            && let Some(found) = start(game, position.clone(), won, seats)
        {
            return Ok(Some(found));
        }
        let listed = Player::BOTH.map(|mover| few_options(game, &position, mover));
        for option in listed.into_iter().flatten().flatten() {
            if known.len() < MOST_NEAR && !known.contains(&option) {
                known.push(option);
            }
        }
    }
    Ok(None)
}

/// The usual start, if the winner can win it; else a random position of that kind.
///
/// ```
/// use bouton_lab::{Seats, first_start, rules::{Game, Limits}, values::Player};
/// let seats = Seats { mover: Player::Left, winner: Player::Left };
/// let nim = first_start(&Game::parse("nim")?, seats, &Limits::default())?;
/// assert_eq!(nim.expect("Nim has a usual start").to_string(), "3,4,6");
/// # Ok::<(), bouton_lab::rules::Refusal>(())
/// ```
pub fn first_start(
    game: &Game,
    seats: Seats,
    limits: &Limits,
) -> Result<Option<Position>, Refusal> {
    if let Ok(usual) = usual_start(game)
        && seats.winner == seats.mover
        && won(game, &usual, seats.winner, limits)?.is_some_and(|won| won.is_fair)
    {
        return Ok(Some(usual));
    }
    fair_start(game, seats, 1, limits)
}

/// The options of a position, if they are not too many for a beginner.
fn few_options(game: &Game, position: &Position, mover: Player) -> Option<Vec<Position>> {
    let finite = game.finite().filter(|game| game.option_bound(position) <= MOST_OPTIONS)?;
    Some(finite.options(position, mover))
}

fn can_move(game: &Game, position: &Position, mover: Player) -> bool {
    let play = Play::new(game.clone(), position.clone(), mover, Limits::default());
    play.is_ok_and(|play| matches!(play.turn(), Turn::Move(_)))
}

/// The winning moves of a player.
pub(crate) struct Won {
    pub(crate) moves: Vec<Position>,
    /// Are there losing moves as well?
    is_fair: bool,
}

/// The winning moves of a player, if there are some. A position that cannot be solved within fixed limits, which are
/// the same on every machine, is not used.
pub(crate) fn won(
    game: &Game,
    position: &Position,
    player: Player,
    limits: &Limits,
) -> Result<Option<Won>, Refusal> {
    if game.finite().is_some_and(|finite| finite.option_bound(position) > MOST_OPTIONS) {
        return Ok(None);
    }
    let limits = at_most(limits, MOST_MEMORY, MOST_STEPS);
    let question = Question::solve(game.clone(), position.clone()).within(&limits);
    let solution = match solve_without_value(&question) {
        Err(Refusal::Interrupted) => return Err(Refusal::Interrupted),
        found => found.ok().flatten(),
    };
    let moves = solution.map(|found| found.winning(player).to_vec()).unwrap_or_default();
    if moves.is_empty() {
        return Ok(None);
    }
    // If there are too many moves to list, some of them do not win.
    let options = game.finite().map(|finite| finite.options(position, player).len());
    let is_fair = options.is_none_or(|options| moves.len() < options);
    Ok(Some(Won { moves, is_fair }))
}

/// A random position like the usual start, a few moves into the game; `None` if it is illegal.
pub(crate) fn candidate(
    game: &Game,
    usual: &Position,
    mover: Player,
    random: &mut ChaCha8Rng,
) -> Option<Position> {
    let start = match (usual, arrows_of(game)) {
        (_, Some((vertices, _))) => game.position(&random.random_range(0..vertices).to_string()),
        (Position::Tuple(numbers), _) => return other_numbers(game, numbers, random),
        (Position::Real(piles), _) => {
            let quarters = piles.iter().map(|_| format!("{}/4", random.random_range(1..=16)));
            game.position(&quarters.collect::<Vec<_>>().join(","))
        }
        (Position::Board(_), _) => game.position(&other_board(&usual.to_string(), random)),
        _ => Ok(usual.clone()),
    };
    walk(game, start.ok()?, mover, random)
}

/// Random numbers about as large as those of the usual start.
fn other_numbers(game: &Game, usual: &[u64], random: &mut ChaCha8Rng) -> Option<Position> {
    let largest = usual.iter().copied().max().unwrap_or(1).clamp(7, 30);
    let numbers = usual.iter().map(|number| match number {
        // A rate, or a row that may be empty.
        0..=1 => random.random_range(0..=3),
        _ => random.random_range(1..=largest),
    });
    game.finite()?.spec.tuple(numbers.collect()).ok()
}

/// A small random board made of the kinds of cells of the usual one.
fn other_board(usual: &str, random: &mut ChaCha8Rng) -> String {
    let cells: Vec<char> = usual.chars().filter(|cell| *cell != '|').collect();
    let rows = usual.split('|').count();
    let width = (cells.len() / rows + random.random_range(0..=1)).max(2);
    let mut row =
        || -> String { (0..width).map(|_| cells[random.random_range(0..cells.len())]).collect() };
    (0..rows).map(|_| row()).collect::<Vec<_>>().join("|")
}

/// The position after an even number of random moves, so that the same player is to move.
fn walk(game: &Game, start: Position, mover: Player, random: &mut ChaCha8Rng) -> Option<Position> {
    if game.finite().is_none() {
        return Some(start);
    }
    let (mut position, mut walker) = (start, mover);
    for _ in 0..2 * random.random_range(0..=LONGEST_WALK / 2) {
        let options = few_options(game, &position, walker)?;
        position = options.get(random.random_range(0..options.len().max(1)))?.clone();
        walker = walker.opponent();
    }
    Some(position)
}

#[cfg(test)]
mod tests {
    use bouton_oracle::Oracle;

    use super::*;

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

    const FIRST: Seats = Seats { mover: Player::Left, winner: Player::Left };
    const SECOND: Seats = Seats { mover: Player::Left, winner: Player::Right };

    fn start(game: &Game, seats: Seats, seed: u64) -> Position {
        fair_start(game, seats, seed, &Limits::default()).unwrap().unwrap()
    }

    fn winners_moves(game: &Game, position: &Position, mover: Player) -> usize {
        let play = Play::new(game.clone(), position.clone(), mover, Limits::default()).unwrap();
        play.solve().unwrap().winning(mover).len()
    }

    #[test]
    fn fair_positions_are_won_but_not_by_every_move() {
        for text in ["nim", "antonim", "nimrod", "wythoff", "kayles", "domineering", "clobber"] {
            let game = Game::parse(text).unwrap();
            for (seed, player) in (0..4).flat_map(|seed| Player::BOTH.map(|player| (seed, player)))
            {
                let position = start(&game, Seats { mover: player, winner: player }, seed);
                let moves = game.finite().unwrap().options(&position, player).len();
                let winning = winners_moves(&game, &position, player);
                assert!(0 < winning && winning < moves, "{text} {position}");
            }
        }
    }

    #[test]
    fn whoever_moves_second_may_win_too() {
        for text in ["nim", "nim/misere", "antonim", "nimrod", "wythoff", "kayles", "domineering"] {
            let game = Game::parse(text).unwrap();
            for seed in 0..4 {
                let position = start(&game, SECOND, seed);
                assert_eq!(winners_moves(&game, &position, Player::Left), 0, "{text} {position}");
                assert!(can_move(&game, &position, Player::Left), "{text} {position}");
            }
        }
    }

    /// By the definition where the game is finite, and by the hint that the page gives, whoever moves first.
    #[test]
    fn random_starts_of_all_games_can_be_won_by_the_first_player() {
        for entry in bouton_rules::catalogue::games() {
            let game = Game::parse(entry.example.0).unwrap();
            let small = Limits { steps: 50_000_000, memory: 64 << 20, ..Limits::default() };
            for (seed, mover) in (0..12).flat_map(|seed| Player::BOTH.map(|mover| (seed, mover))) {
                let seats = Seats { mover, winner: mover };
                let found = fair_start(&game, seats, seed, &Limits::default()).unwrap();
                let Some(position) = found else {
                    panic!("{}: {mover:?} wins nothing", entry.name)
                };
                let hint = winners_moves(&game, &position, mover);
                assert!(hint > 0, "{} {position}, seed {seed}", entry.name);
                if let Some(finite) = game.finite()
                    && let Ok(outcome) = Oracle::new(finite, small.clone()).outcome(&position)
                {
                    assert!(outcome.is_win_for(mover), "{} {position}, seed {seed}", entry.name);
                }
            }
        }
    }

    /// A game in which Left never moves has no start that Left can win, and says so.
    #[test]
    fn where_nothing_can_be_won_no_start_is_given() {
        let game = Game::parse("game x; position n; right move n' < n").unwrap();
        let limits = Limits::default();
        assert_eq!(fair_start(&game, FIRST, 1, &limits).unwrap(), None);
        let right = Seats { mover: Player::Right, winner: Player::Right };
        assert!(fair_start(&game, right, 1, &limits).unwrap().is_some());
    }

    /// Whoever presses the button again wants something else.
    #[test]
    fn seeds_give_different_positions_in_every_game() {
        let is_dull = |entry: &&bouton_rules::catalogue::Entry| {
            let game = Game::parse(entry.example.0).unwrap();
            let starts = (0..6).map(|seed| start(&game, FIRST, seed));
            starts.collect::<std::collections::HashSet<_>>().len() < 2
        };
        let dull: Vec<&str> = bouton_rules::catalogue::games()
            .iter()
            .filter(is_dull)
            .map(|entry| entry.name)
            .collect();
        // Of the digraph's three vertices one alone can be won.
        assert_eq!(dull, ["digraph"]);
    }

    /// Where the usual start is lost, a beginner gets another one.
    #[test]
    fn the_first_start_can_be_won() {
        for text in ["wythoff", "antonim", "euclid", "kayles", "subtraction:1,3,4", "domineering"] {
            let game = Game::parse(text).unwrap();
            let limits = Limits::default();
            let position = first_start(&game, FIRST, &limits).unwrap().unwrap();
            assert!(winners_moves(&game, &position, Player::Left) > 0, "{text}");
            let position = first_start(&game, SECOND, &limits).unwrap().unwrap();
            assert_eq!(winners_moves(&game, &position, Player::Left), 0, "{text}");
        }
    }
}
