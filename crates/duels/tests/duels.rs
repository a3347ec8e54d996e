//! Strategies are legal, seeds reproduce games, perfect play is perfect, and simulations agree with
//! exact chances.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::{BTreeSet, HashMap};

use bouton_duels::{
    Duel, Model, Nimrod, Outcomes, Settings, State, Strategy, StrategyName, Tally, Turn, wilson,
};
use bouton_oracle::Oracle;
use bouton_rules::{Game, Limits, Position, RateRules, Refusal, Ruleset};
use bouton_values::{Outcome, Player};
use proptest::prelude::*;
use proptest::strategy::Strategy as _;

const NAMES: [&str; 12] = [
    "random",
    "perfect",
    "greedy",
    "mirror",
    "leave-sum:1",
    "leave-multiple:4",
    "model",
    "model:1,2,-1,5",
    "proposition",
    "proposition-reversed",
    "sector-random",
    "sector-careful",
];

fn name(text: &str) -> StrategyName {
    StrategyName::parse(text).unwrap()
}

/// Calls `with` with the duel.
fn duel<T>(
    game: &str,
    start: &str,
    players: [&str; 2],
    settings: Settings,
    with: impl FnOnce(&Duel<'_>) -> T,
) -> T {
    let game = Game::parse(game).unwrap();
    let start = game.position(start).unwrap();
    let limits = Limits::default();
    with(&Duel::new(&game, &start, players.map(name), settings, &limits).unwrap())
}

fn tally(game: &str, start: &str, players: [&str; 2], seed: u64, games: u64) -> Tally {
    let settings = Settings { seed, alternate: true };
    duel(game, start, players, settings, |duel| duel.tally(0..games, &Limits::default()).unwrap())
}

fn exact(game: &str, start: &str, players: [&str; 2], alternate: bool) -> f64 {
    let settings = Settings { seed: 0, alternate };
    duel(game, start, players, settings, |duel| duel.exact(&Limits::default()).unwrap())
}

/// Follows the moves of the inner strategy and checks each of them.
struct Watched<S>(S);

impl<S: Strategy<State>> Strategy<State> for Watched<S> {
    fn pick(&self, turn: Turn<'_, State>, picked: &mut Vec<usize>) -> Result<(), Refusal> {
        self.0.pick(turn, picked)?;
        let different: BTreeSet<usize> = picked.iter().copied().collect();
        assert!(!picked.is_empty() && different.len() == picked.len(), "{picked:?}");
        assert!(picked.iter().all(|index| *index < turn.options.len()), "{picked:?}");
        Ok(())
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Every strategy plays every kind of game to its end; a game that ends has a winner.
    #[test]
    fn strategies_are_legal(
        (game, start) in prop_oneof![
            (0u64..400, 1u64..40).prop_map(|(pile, rate)| ("nimrod", format!("{pile},{rate}"))),
            (0u64..9, 0u64..9, 0u64..9).prop_map(|(a, b, c)| ("nim", format!("{a},{b},{c}"))),
            (0u64..9, 0u64..9).prop_map(|(a, b)| ("nim/misere", format!("{a},{b}"))),
            (0u64..40).prop_map(|n| ("ending-partizan:2,3", n.to_string())),
            (0u64..12, 0u64..12).prop_map(|(a, b)| ("octal:0.77 + wythoff", format!("{a};{b},2"))),
            (0u64..9).prop_map(|n| ("nimrod/misere", format!("{n},2"))),
        ],
        first in 0..NAMES.len(),
        second in 0..NAMES.len(),
        seed in any::<u64>(),
    ) {
        let names = [NAMES[first], NAMES[second]].map(name);
        let about_heaps = ["mirror", "leave-sum:1"];
        let knows_it = [NAMES[first], NAMES[second]].iter().zip(names).all(|(typed, name)| {
            let has_heaps = !game.starts_with("nimrod");
            let knows_heaps = has_heaps || !about_heaps.contains(typed);
            knows_heaps && (game == "nimrod" || !name.is_for_nimrod())
        });
        let parsed = Game::parse(game).unwrap();
        let position = parsed.position(&start).unwrap();
        let settings = Settings { seed, alternate: true };
        let made = Duel::new(&parsed, &position, names, settings, &Limits::default());
        prop_assert_eq!(made.is_ok(), knows_it);
        if let Ok(duel) = made {
            for index in 0..4 {
                let played = duel.play(index, &Limits::default()).unwrap();
                prop_assert!(played.winner.is_some());
                prop_assert_eq!(played, duel.play(index, &Limits::default()).unwrap());
            }
        }
    }

    /// What is picked are options, each once.
    #[test]
    fn models_pick_among_the_options(
        pile in 1u64..5_000, rate in 1u64..90, a in -9f64..9.0, b in -9f64..9.0, d in -2f64..9.0
    ) {
        let state = State { pile, rate };
        let options = Nimrod.options(&state, Player::Left);
        if !options.is_empty() {
            let turn = Turn { position: &state, options: &options, mover: Player::Left };
            let mut picked = Vec::new();
            Watched(Model { a, b, c: 1.0, d }).pick(turn, &mut picked).unwrap();
        }
    }
}

#[test]
fn model_takes_the_largest_shade_outside_the_sectors() {
    let model = Model { a: 0.3, b: 1.1, c: 1.0, d: 0.7 };
    let mut by_shade = 0;
    for (pile, rate) in (1..400).flat_map(|pile| (1..30).map(move |rate| (pile, rate))) {
        let state = State { pile, rate };
        let options = Nimrod.options(&state, Player::Left);
        if options.is_empty() {
            continue;
        }
        let mut picked = Vec::new();
        let turn = Turn { position: &state, options: &options, mover: Player::Left };
        model.pick(turn, &mut picked).unwrap();
        let chosen: Vec<State> = picked.iter().map(|index| options[*index]).collect();
        let lost: Vec<State> =
            options.iter().copied().filter(|option| option.known() == Some(false)).collect();
        let open: Vec<State> =
            options.iter().copied().filter(|option| option.known().is_none()).collect();
        if !lost.is_empty() {
            assert_eq!(chosen, lost);
        } else if !open.is_empty() {
            let shade = |state: &State| {
                let (p, r) = (state.pile as f64, state.rate as f64);
                f64::cos((0.3 * r + 1.1 * p) / (r + 0.7))
            };
            let best = open.iter().max_by(|x, y| shade(x).total_cmp(&shade(y))).unwrap();
            assert_eq!(chosen, [*best]);
            by_shade += 1;
        } else {
            assert_eq!(chosen, options);
        }
    }
    assert!(by_shade > 2_000);
}

/// Random play on plain pairs and on the tuples of the catalogue draws the same numbers: leaving a
/// multiple of 1 is any move, but only positions of any game know it.
#[test]
fn both_arenas_play_the_same_games() {
    let settings = Settings { seed: 5, alternate: true };
    for start in ["300,1", "77,9", "4,30"] {
        duel("nimrod", start, ["random"; 2], settings, |pairs| {
            duel("nimrod", start, ["leave-multiple:1"; 2], settings, |tuples| {
                for index in 0..50 {
                    let limits = Limits::default();
                    assert_eq!(pairs.play(index, &limits), tuples.play(index, &limits));
                }
            });
        });
        let on_pairs = exact("nimrod", start, ["model", "random"], true);
        let on_tuples = exact("nimrod", start, ["model", "leave-multiple:1"], true);
        assert!((on_pairs - on_tuples).abs() < 1e-12, "{on_pairs} {on_tuples}");
    }
}

#[test]
fn a_game_depends_on_seed_and_number_alone() {
    let settings = Settings { seed: 1, alternate: false };
    duel("nimrod", "1000,1", ["random"; 2], settings, |one| {
        let limits = Limits::default();
        let whole = one.tally(0..200, &limits).unwrap();
        let parts = one.tally(120..200, &limits).unwrap() + one.tally(0..120, &limits).unwrap();
        assert_eq!(whole, parts);
        let other = Settings { seed: 2, ..settings };
        duel("nimrod", "1000,1", ["random"; 2], other, |other| {
            assert_ne!(whole.moves, other.tally(0..200, &limits).unwrap().moves);
        });
        let moves: BTreeSet<u64> = (0..50).map(|n| one.play(n, &limits).unwrap().moves).collect();
        assert!(moves.len() > 20, "games with different numbers differ");
    });
}

/// Where the mover wins, perfect play wins every game, whatever the opponent does.
#[test]
fn perfect_never_loses_a_won_game() {
    let cases = [
        ("nimrod", vec!["40,1", "41,1", "200,1", "13,1", "60,8", "100,14", "101,3"]),
        ("nimrod:2", vec!["30,1", "31,1", "40,3"]),
        ("nimrod/misere", vec!["30,1", "31,1", "20,3"]),
        ("nim", vec!["3,4,6", "3,4,7", "1,2,3", "5,9,1"]),
        ("nim/misere", vec!["1,1,2", "3,4,7", "1,1,1"]),
        ("antonim", vec!["1,4,5,7", "2,3,6", "1,2,4,9"]),
        ("ending-partizan:2,3", vec!["17", "13", "21", "11"]),
        ("partizan-subtraction:1,2|1,3", vec!["9", "10", "12"]),
        ("octal:0.77", vec!["9,4", "7,7"]),
        ("chomp", vec!["3,3", "4,4"]),
        ("nim + kayles", vec!["3;5", "2;2"]),
        ("domineering", vec!["3x4", "2x4"]),
        ("hackenbush", vec!["LRR|RL|L", "LL|RR"]),
        ("digraph:0>1,1>0,1>2,2>3", vec!["0", "1", "2"]),
        // Left wins at 1 by leaving 2; to leave 0 gives the win away.
        (
            "game m; position a; legal a < 3; right move a = 0: a' = 2; right move a = 1: a' = 1; \
             left move a = 1: a' = 0; left move a = 1: a' = 2; left move a = 2: a' = 0; loopy",
            vec!["1"],
        ),
    ];
    for (text, starts) in cases {
        let game = Game::parse(text).unwrap();
        let mut oracle = Oracle::new(game.finite().unwrap(), Limits::default());
        for start in starts {
            let position = game.position(start).unwrap();
            let outcome = oracle.outcome(&position).unwrap();
            for opponent in ["random", "greedy", "perfect"] {
                let settings = Settings { seed: 3, alternate: true };
                duel(text, start, ["perfect", opponent], settings, |duel| {
                    for (index, first) in [(0, Player::Left), (1, Player::Right)] {
                        let won = outcome.winner(first) == Some(Player::Left);
                        for game in (index..60).step_by(2) {
                            let winner = duel.play(game, &Limits::default()).unwrap().winner;
                            let lost = winner == Some(Player::Right);
                            assert!(
                                !won || winner == Some(Player::Left),
                                "{text} {start} {opponent}"
                            );
                            let drawn = outcome.winner(first).is_none();
                            assert!(!drawn || !lost, "{text} {start} {opponent}");
                        }
                    }
                });
            }
        }
    }
}

/// Partizan digraphs with three positions, some of all: perfect play comes to the end of what it wins, whoever begins.
#[test]
fn perfect_play_ends_what_may_go_on_for_ever() {
    // Rules without a move are no game.
    for number in (0..1u32 << 18).step_by(2603).skip(1) {
        let arrow = |bit: u32| {
            let player = if bit < 9 { "left" } else { "right" };
            format!(" {player} move a = {}: a' = {};", bit % 9 / 3, bit % 3)
        };
        let arrows = (0..18).filter(|bit| number >> bit & 1 == 1).map(arrow).collect::<String>();
        let text = format!("game g; position a; legal a < 3;{arrows} loopy");
        let game = Game::parse(&text).unwrap();
        for start in ["0", "1", "2"] {
            let position = game.position(start).unwrap();
            let outcome =
                Oracle::new(game.finite().unwrap(), Limits::default()).outcome(&position).unwrap();
            let settings = Settings { seed: 5, alternate: true };
            duel(&text, start, ["perfect", "random"], settings, |duel| {
                for (index, first) in [(0, Player::Left), (1, Player::Right)] {
                    if outcome.winner(first) == Some(Player::Left) {
                        for game in (index..6).step_by(2) {
                            let winner = duel.play(game, &Limits::default()).unwrap().winner;
                            assert_eq!(winner, Some(Player::Left), "{text} {start}");
                        }
                    }
                }
            });
        }
    }
}

/// From 0 Left wins at once by leaving 1, and never by leaving 2 each time. The number beside it is so large that few
/// positions are looked for before tables are made.
#[test]
fn perfect_play_ends_what_has_large_numbers() {
    let text = "game f; position a, b; legal a <= 2; left move a = 0: a' = 1; left move a = 0: a' = 2; \
        right move a = 2: a' = 0; loopy";
    let settings = Settings { seed: 1, alternate: false };
    let moves = duel(text, "0,2000000", ["perfect", "random"], settings, |duel| {
        (0..20).map(|game| duel.play(game, &Limits::default()).unwrap().moves).collect::<Vec<_>>()
    });
    assert_eq!(moves, [1; 20]);
}

/// Of compiled rules all positions are found by one search, or each is solved when it is met.
#[test]
fn perfect_play_of_compiled_rules_does_not_depend_on_how_it_is_found() {
    let game = Game::parse("fibonacci/misere").unwrap();
    let start = game.position("60,3").unwrap();
    let oracle =
        |limits: &Limits| Oracle::new(game.finite().unwrap(), limits.clone()).outcome(&start);
    let few = Limits { steps: 200_000, ..Limits::default() };
    oracle(&few).unwrap_err();
    let wins = oracle(&Limits::default()).unwrap() == Outcome::N;
    for limits in [Limits::default(), few] {
        let settings = Settings { seed: 0, alternate: false };
        let duel = Duel::new(&game, &start, ["perfect"; 2].map(name), settings, &limits).unwrap();
        let won = duel.play(0, &Limits::default()).unwrap().winner == Some(Player::Left);
        assert_eq!(won, wins, "{}", limits.steps);
    }
}

/// From 0 Left wins at once by leaving 1, where Right is stuck; if Right begins, both go to and fro.
#[test]
fn perfect_play_keeps_a_draw_if_one_begins_and_wins_if_the_other_does() {
    let text =
        "game f; position a; legal a <= 1; left move a' = 1 - a; right move a' = a + 1; loopy";
    let settings = Settings { seed: 1, alternate: true };
    let winners = duel(text, "0", ["perfect"; 2], settings, |duel| {
        [0, 1].map(|game| duel.play(game, &Limits::default()).unwrap().winner)
    });
    assert_eq!(winners, [Some(Player::Left), None]);
}

/// All starts with small piles: perfect play beats perfect play exactly where the oracle says so.
#[test]
fn perfect_nimrod_is_the_oracles() {
    let mut oracle = Oracle::new(&Nimrod, Limits::default());
    for (pile, rate) in (0..60).flat_map(|pile| (1..12).map(move |rate| (pile, rate))) {
        let wins = oracle.outcome(&State { pile, rate }).unwrap() == Outcome::N;
        let start = format!("{pile},{rate}");
        let against_random = exact("nimrod", &start, ["perfect", "random"], false);
        assert!(!wins || against_random == 1.0, "{start}: {against_random}");
        let against_perfect = exact("nimrod", &start, ["perfect"; 2], false);
        assert_eq!(against_perfect, f64::from(wins), "{start}");
    }
}

/// The definition of Random against Random, by recursion.
fn random_by_recursion(
    known: &mut HashMap<(u64, u64), f64>,
    rules: &RateRules,
    pile: u64,
    rate: u64,
) -> f64 {
    if let Some(chance) = known.get(&(pile, rate)) {
        return *chance;
    }
    let options: Vec<u64> = rules.choices(pile, rate).collect();
    let lost: f64 =
        options.iter().map(|q| 1.0 - random_by_recursion(known, rules, pile - q, *q)).sum();
    let chance = if options.is_empty() { 0.0 } else { lost / options.len() as f64 };
    known.insert((pile, rate), chance);
    chance
}

#[test]
fn exact_chances_are_those_of_the_definition() {
    let mut known = HashMap::new();
    for (pile, rate) in [(0, 1), (1, 1), (2, 1), (3, 1), (50, 1), (300, 1), (80, 9), (12, 30)] {
        let wanted = random_by_recursion(&mut known, &RateRules { reach: 1 }, pile, rate);
        let found = exact("nimrod", &format!("{pile},{rate}"), ["random"; 2], false);
        assert!((found - wanted).abs() < 1e-12, "({pile},{rate}): {found} {wanted}");
    }
    // One heap of 2: half of the moves take all, the others leave one stick.
    assert_eq!(exact("nim", "2", ["random"; 2], false), 0.5);
    assert_eq!(exact("nim", "2", ["random"; 2], true), 0.5);
    assert_eq!(exact("nim", "3", ["greedy", "random"], false), 1.0);
    // Random takes all of 3 with chance 1/3; otherwise greedy takes what is left.
    assert!((exact("nim", "3", ["random", "greedy"], false) - 1.0 / 3.0).abs() < 1e-12);
}

#[test]
fn simulations_agree_with_exact_chances() {
    let mut outside = 0;
    let pairs = [
        ["random", "random"],
        ["model", "random"],
        ["sector-random", "random"],
        ["model", "sector-careful"],
        ["proposition-reversed", "model"],
        ["proposition", "random"],
    ];
    for players in pairs {
        for (start, seed) in [("100,1", 1), ("400,1", 2), ("90,7", 3)] {
            let played = tally("nimrod", start, players, seed, 2_000);
            let chance = exact("nimrod", start, players, true);
            let (low, high) = wilson(played.first_wins, played.games);
            outside += usize::from(!(low..=high).contains(&chance));
            let slack = 4.5 * (chance * (1.0 - chance) / 2_000.0).sqrt() + 1e-9;
            assert!((played.share() - chance).abs() <= slack, "{players:?} {start} {chance}");
        }
    }
    // One in twenty is expected to lie outside.
    assert!(outside <= 4, "{outside} of 18");
}

#[test]
fn what_makes_no_sense_is_refused() {
    let limits = Limits::default();
    let settings = Settings { seed: 1, alternate: false };
    for (game, start, players, wanted) in [
        ("nim", "3,4", ["model", "random"], "`model` plays only Nimrod under normal play, not nim"),
        ("nimrod:2", "30,1", ["sector-random", "random"], "not nimrod:2"),
        ("real-nim:x^2", "3/2,4", ["random", "random"], "endlessly many moves"),
        ("nim", "100000000", ["random", "random"], "too many moves"),
    ] {
        let game = Game::parse(game).unwrap();
        let start = game.position(start).unwrap();
        let refusal = Duel::new(&game, &start, players.map(name), settings, &limits).err().unwrap();
        assert!(refusal.to_string().contains(wanted), "{refusal}");
    }
    let small = Limits { memory: 1 << 20, ..Limits::default() };
    let game = Game::parse("nimrod").unwrap();
    let start = game.position("1000000,1").unwrap();
    let players = ["perfect", "random"].map(name);
    let refusal = Duel::new(&game, &start, players, settings, &small).err().unwrap();
    assert!(matches!(refusal, Refusal::Limit { .. }), "{refusal}");
    let few = Limits { steps: 1_000_000, ..Limits::default() };
    let long = Duel::new(&game, &start, ["random"; 2].map(name), settings, &few).unwrap();
    assert!(matches!(long.exact(&few), Err(Refusal::Limit { .. })));
    // Nobody needs to move on: such games are broken off.
    let loopy = Game::parse("digraph:0>1,1>0").unwrap();
    let start = loopy.position("0").unwrap();
    let endless = Duel::new(&loopy, &start, ["random"; 2].map(name), settings, &limits).unwrap();
    assert_eq!(endless.tally(0..3, &limits).unwrap().unfinished, 3);
    assert!(endless.exact(&limits).is_err());
}

#[test]
fn the_table_of_outcomes_is_made_once_for_a_window() {
    let outcomes = Outcomes::of_window(50, 9, &Limits::default()).unwrap();
    let mut oracle = Oracle::new(&Nimrod, Limits::default());
    for (pile, rate) in (0..=50).flat_map(|pile| (1..=9).map(move |rate| (pile, rate))) {
        let state = State { pile, rate };
        assert_eq!(outcomes.is_lost(state), oracle.outcome(&state) == Ok(Outcome::P));
    }
    let position = Position::Tuple(vec![7, 2]);
    assert_eq!(State::of(&position), Some(State { pile: 7, rate: 2 }));
    assert_eq!(State::of(&Position::Tuple(vec![7])), None);
}
