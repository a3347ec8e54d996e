//! Games on boards: components and canonical forms against the bare definition, and outcomes that the
//! literature knows.

use std::collections::HashMap;

use bouton_oracle::Oracle;
use bouton_rules::{Ending, FiniteGame, Game, Limits, Position, Ruleset, Spec};
use bouton_values::{Outcome, Player};

fn outcome(game: &str, position: &str) -> Outcome {
    let game = Game::parse(game).unwrap();
    let position = game.position(position).unwrap();
    Oracle::new(game.finite().unwrap(), Limits::default()).outcome(&position).unwrap()
}

/// The definition without canonical forms: does `mover`, moving first, win?
fn wins(
    game: &FiniteGame,
    position: &Position,
    mover: Player,
    known: &mut HashMap<(Position, Player), bool>,
) -> bool {
    let key = (position.clone(), mover);
    if let Some(known) = known.get(&key) {
        return *known;
    }
    let options = game.options(position, mover);
    let won = match options.is_empty() {
        true => game.ending(position, mover) == mover,
        false => options.iter().any(|option| !wins(game, option, mover.opponent(), known)),
    };
    known.insert(key, won);
    won
}

fn bare_outcome(
    game: &FiniteGame,
    position: &Position,
    known: &mut HashMap<(Position, Player), bool>,
) -> Outcome {
    let winner = |mover: Player, won: bool| Some(if won { mover } else { mover.opponent() });
    let [left, right] = Player::BOTH.map(|mover| winner(mover, wins(game, position, mover, known)));
    Outcome::from_winners(left, right)
}

/// Every text with this many rows and columns over the letters.
fn texts(letters: &str, height: usize, width: usize) -> impl Iterator<Item = String> {
    let letters: Vec<char> = letters.chars().collect();
    (0..letters.len().pow((height * width) as u32)).map(move |number| {
        let mut rest = number;
        let mut text = String::new();
        for cell in 0..height * width {
            if cell > 0 && cell % width == 0 {
                text.push('|');
            }
            text.push(letters[rest % letters.len()]);
            rest /= letters.len();
        }
        text
    })
}

/// For every legal board of these sizes, under both endings: the oracle, which works with canonical
/// forms, and the sum of the components agree with the bare definition.
fn assert_components(name: &str, letters: &str, sizes: &[(usize, usize)]) -> usize {
    let mut compared = 0;
    for ending in [Ending::Normal, Ending::Misere] {
        let game = Game::parse(name).unwrap();
        let rules = FiniteGame { spec: game.finite().unwrap().spec.clone(), ending };
        let sum = |count: usize| FiniteGame {
            spec: Spec::Sum(vec![rules.spec.clone(); count]),
            ending: rules.ending.clone(),
        };
        let sums: Vec<FiniteGame> = (0..10).map(sum).collect();
        let new = |rules| Oracle::new(rules, Limits::default());
        let mut oracles: Vec<Oracle<'_, FiniteGame>> = sums.iter().map(new).collect();
        let mut oracle = Oracle::new(&rules, Limits::default());
        let mut known = HashMap::new();
        for text in sizes.iter().flat_map(|(height, width)| texts(letters, *height, *width)) {
            let Ok(position) = game.position(&text) else { continue };
            let expected = bare_outcome(&rules, &position, &mut known);
            assert_eq!(oracle.outcome(&position), Ok(expected), "{name} {text}");
            let parts = rules.spec.components(&position);
            let found = oracles[parts.len()].outcome(&Position::Parts(parts.clone()));
            assert_eq!(found, Ok(expected), "{name} {text} as {parts:?}");
            compared += 1;
        }
    }
    compared
}

#[test]
fn domineering_is_the_sum_of_its_regions() {
    let sizes = [(1, 1), (1, 7), (7, 1), (2, 2), (2, 3), (3, 2), (3, 3), (2, 5), (5, 2)];
    assert!(assert_components("domineering", ".#", &sizes) > 5000);
}

#[test]
fn toads_and_frogs_are_the_sum_of_what_lies_between_walls() {
    let sizes: Vec<(usize, usize)> = (1..=8).map(|width| (1, width)).collect();
    assert!(assert_components("toads-and-frogs", "TF.", &sizes) > 15000);
}

#[test]
fn hackenbush_is_the_sum_of_its_strings() {
    let sizes = [(1, 1), (1, 5), (2, 3), (3, 2), (3, 3)];
    assert!(assert_components("hackenbush", "LR.", &sizes) > 5000);
}

#[test]
fn colourings_are_the_sum_of_their_empty_regions() {
    let sizes = [(1, 1), (1, 6), (6, 1), (2, 3), (3, 2)];
    assert!(assert_components("col", ".LR#", &sizes) > 30000);
    assert!(assert_components("snort", ".LR#", &sizes) > 30000);
    assert!(assert_components("col", ".L#", &[(3, 3)]) > 30000);
    assert!(assert_components("snort", ".LR", &[(3, 3), (2, 4)]) > 40000);
    assert!(assert_components("col", ".LR", &[(3, 3), (2, 4)]) > 40000);
}

#[test]
fn clobber_is_the_sum_of_its_groups() {
    let sizes = [(1, 1), (1, 7), (2, 3), (3, 2), (3, 3), (2, 4)];
    assert!(assert_components("clobber", "LR.", &sizes) > 50000);
}

/// Domineering once more, on bits: `upright` are Left's dominoes, `lying` Right's.
fn domineering_by_bits(height: usize, width: usize) -> Outcome {
    fn wins(board: u32, own: &[u32], other: &[u32], known: &mut HashMap<(u32, u32), bool>) -> bool {
        let key = (board, own.first().copied().unwrap_or(0));
        if let Some(known) = known.get(&key) {
            return *known;
        }
        let mut fitting = own.iter().filter(|domino| board & **domino == 0);
        let won = fitting.any(|domino| !wins(board | domino, other, own, known));
        known.insert(key, won);
        won
    }
    let bit = |row: usize, column: usize| 1u32 << (row * width + column);
    let cells = || (0..height).flat_map(|row| (0..width).map(move |column| (row, column)));
    let upright: Vec<u32> = cells()
        .filter(|(row, _)| row + 1 < height)
        .map(|(row, column)| bit(row, column) | bit(row + 1, column))
        .collect();
    let lying: Vec<u32> = cells()
        .filter(|(_, column)| column + 1 < width)
        .map(|(row, column)| bit(row, column) | bit(row, column + 1))
        .collect();
    // Where one of them has no domino at all, the key would not tell the players apart.
    let left = wins(0, &upright, &lying, &mut HashMap::new());
    let right = wins(0, &lying, &upright, &mut HashMap::new());
    Outcome::from_winners(
        Some(if left { Player::Left } else { Player::Right }),
        Some(if right { Player::Right } else { Player::Left }),
    )
}

/// Breuker, Uiterwijk and van den Herik, Solving 8×8 Domineering (2000), table 1, as far as the
/// definition goes quickly; a bitboard written here agrees.
#[test]
fn domineering_rectangles() {
    use Outcome::{L, N, P, R};
    for (size, known) in [("1x1", P), ("2x2", N), ("2x3", N), ("3x2", N), ("3x3", N), ("4x4", N)] {
        assert_eq!(outcome("domineering", size), known, "{size}");
    }
    for length in 2..8 {
        assert_eq!(outcome("domineering", &format!("1x{length}")), R);
        assert_eq!(outcome("domineering", &format!("{length}x1")), L);
    }
    for (height, width) in (2..5).flat_map(|height| (2..6).map(move |width| (height, width))) {
        let found = outcome("domineering", &format!("{height}x{width}"));
        assert_eq!(found, domineering_by_bits(height, width), "{height}x{width}");
    }
}

#[test]
fn values_of_the_literature_have_these_outcomes() {
    use Outcome::{L, N, P, R};
    for (game, position, known) in [
        // T.F = * and TF. = 0, as both moves of the former show; a toad alone is worth its steps.
        ("toads-and-frogs", "T.F", N),
        ("toads-and-frogs", "TF.", P),
        ("toads-and-frogs", "T..", L),
        ("toads-and-frogs", "..F", R),
        ("toads-and-frogs + toads-and-frogs", "T.F;T.F", P),
        // Berlekamp's numbers: LR = 1/2, LRR = 1/4, LRL = 3/4.
        ("hackenbush", "LR", L),
        ("hackenbush", "RL", R),
        ("hackenbush", "LR|LR|R", P),
        ("hackenbush", "LRR|LRR|RL", P),
        ("hackenbush", "LRL|RLR", P),
        ("hackenbush", "LRL|LRR|R", P),
        ("hackenbush", "LRL|RL", L),
        // LR = * and LLR = ↑ = {0 | *}; 1x6 is worth 0.
        ("clobber", "LR", N),
        ("clobber", "LLR", L),
        ("clobber", "LRR", R),
        ("clobber", "LRL", N),
        ("clobber", "LLR|...|LRR", P),
        ("clobber", "1x6", P),
        ("clobber + nim", "LLR;1", N),
        // A vertex is * in both; two are 0 in Col and ±1 in Snort.
        ("col", ".", N),
        ("col", "..", P),
        ("col", "L.", R),
        ("snort", ".", N),
        ("snort", "..", N),
        ("snort", "L.", L),
        ("snort + snort", "..;..", P),
    ] {
        assert_eq!(outcome(game, position), known, "{game} {position}");
    }
}

/// Left's heaps shrink by one; Right may also split. A player with more moves to come does better.
#[test]
fn partizan_codes_follow_their_definition() {
    use Outcome::{L, N, P, R};
    // 0.1|0.0: only Left can take, and only a heap of 1.
    assert_eq!(outcome("partizan-octal:0.1|0.0", "1"), L);
    assert_eq!(outcome("partizan-octal:0.1|0.0", "2"), P);
    // 0.3|0.03: one token for Left, two for Right: 1 and 2 = {1 | 0}.
    assert_eq!(outcome("partizan-octal:0.3|0.03", "0"), P);
    assert_eq!(outcome("partizan-octal:0.3|0.03", "1"), L);
    assert_eq!(outcome("partizan-octal:0.3|0.03", "2"), N);
    // Codes that only take are subtraction games.
    let sets = Game::parse("partizan-subtraction:1,2|1,3").unwrap();
    let codes = Game::parse("partizan-octal:0.33|0.303").unwrap();
    let [mut sets, mut codes] =
        [&sets, &codes].map(|game| Oracle::new(game.finite().unwrap(), Limits::default()));
    for a in 0..20 {
        for b in 0..8 {
            let position = Position::Tuple(vec![a, b]);
            assert_eq!(sets.outcome(&position), codes.outcome(&position), "{position}");
        }
    }
    assert_eq!(outcome("partizan-octal:0.0|0.3", "3"), R);
}

/// Large boards are refused by the limits, before memory or time run out.
#[test]
fn large_boards_are_refused() {
    for (game, position) in [("domineering", "64x64"), ("clobber", "64x64"), ("col", "1x4096")] {
        let game = Game::parse(game).unwrap();
        let position = game.position(position).unwrap();
        let limits = Limits { memory: 1 << 25, ..Limits::default() };
        let mut oracle = Oracle::new(game.finite().unwrap(), limits);
        assert!(oracle.outcome(&position).is_err());
    }
}
