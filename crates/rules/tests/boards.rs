//! Boards: the options of small positions, written down from the rules by hand, and their texts.

use bouton_rules::{Fact, Game, HeapMoves, Position, Ruleset, Spec};
use bouton_values::Player;
use proptest::prelude::*;

const BOARD_GAMES: [(&str, &str); 6] = [
    ("domineering", ".#"),
    ("toads-and-frogs", "TF."),
    ("hackenbush", "LR."),
    ("col", ".LR#"),
    ("snort", ".LR#"),
    ("clobber", "LR."),
];

fn options(game: &str, position: &str, mover: Player) -> Vec<String> {
    let game = Game::parse(game).unwrap();
    let options = game.finite().unwrap().options(&game.position(position).unwrap(), mover);
    let mut texts: Vec<String> = options.iter().map(ToString::to_string).collect();
    texts.sort();
    texts
}

fn assert_options(game: &str, position: &str, left: &[&str], right: &[&str]) {
    for (mover, expected) in [(Player::Left, left), (Player::Right, right)] {
        let mut expected = expected.to_vec();
        expected.sort();
        assert_eq!(options(game, position, mover), expected, "{game} {position}, {mover}");
    }
}

fn components(game: &str, position: &str) -> Vec<String> {
    let game = Game::parse(game).unwrap();
    let position = game.position(position).unwrap();
    let components = game.finite().unwrap().spec.components(&position);
    let mut texts: Vec<String> = components.iter().map(ToString::to_string).collect();
    texts.sort();
    texts
}

#[test]
fn dominoes_stand_for_left_and_lie_for_right() {
    assert_options("domineering", "..|..", &["#.|#.", ".#|.#"], &["##|..", "..|##"]);
    assert_options("domineering", "...", &[], &["##.", ".##"]);
    assert_options("domineering", ".|.|.", &["#|#|.", ".|#|#"], &[]);
    assert_options("domineering", ".#|..", &["##|#."], &[".#|##"]);
    // The end of a row does not touch the start of the next.
    assert_options("domineering", "#.|.#", &[], &[]);
}

#[test]
fn toads_go_right_and_frogs_left() {
    assert_options("toads-and-frogs", "T.F", &[".TF"], &["TF."]);
    assert_options("toads-and-frogs", "TF.", &[".FT"], &[]);
    assert_options("toads-and-frogs", ".TF", &[], &["FT."]);
    // Nobody jumps over two animals, nor over one's own kind.
    assert_options("toads-and-frogs", "TFF.", &[], &[]);
    assert_options("toads-and-frogs", "TT.", &["T.T"], &[]);
    assert_options("toads-and-frogs", "T.TF.F", &[".TTF.F", "T..FTF"], &["TFT..F", "T.TFF."]);
}

#[test]
fn what_hangs_on_a_cut_edge_falls() {
    assert_options("hackenbush", "LRL", &["...", "LR."], &["L.."]);
    assert_options("hackenbush", "LR|RL", &["..|RL", "LR|R."], &["L.|RL", "LR|.."]);
    assert_options("hackenbush", "LRR|R", &["...|R.."], &["L..|R..", "LR.|R..", "LRR|..."]);
}

#[test]
fn colours_keep_their_distance() {
    assert_options("col", "L.", &[], &["LR"]);
    assert_options("snort", "L.", &["LL"], &[]);
    assert_options("col", "L.R", &[], &[]);
    assert_options("snort", "L.R", &[], &[]);
    assert_options("col", "L#.", &["L#L"], &["L#R"]);
    assert_options("col", "L.|..", &["L.|.L"], &["LR|..", "L.|R.", "L.|.R"]);
    assert_options("snort", "L.|..", &["LL|..", "L.|L.", "L.|.L"], &["L.|.R"]);
}

#[test]
fn stones_take_their_neighbours() {
    assert_options("clobber", "LR", &[".L"], &["R."]);
    assert_options("clobber", "L.R", &[], &[]);
    assert_options("clobber", "LL|R.", &[".L|L."], &["RL|.."]);
    assert_options("clobber", "LRL", &[".LL", "LL."], &["R.L", "L.R"]);
    // The last cell of a row and the first of the next do not touch.
    assert_options("clobber", ".L|R.", &[], &[]);
}

#[test]
fn boards_fall_into_components() {
    assert_eq!(components("domineering", "..#.|..##|##.."), ["..", "..|.."]);
    assert_eq!(components("domineering", ".#|#."), Vec::<String>::new());
    assert_eq!(components("domineering", "..#|#.."), components("domineering", "#..|..#"));
    assert_ne!(components("domineering", ".."), components("domineering", ".|."));
    assert_eq!(components("toads-and-frogs", "T.TTFF.FT"), [".F", "T."]);
    assert_eq!(components("toads-and-frogs", "FFT.T"), ["T."]);
    assert_eq!(components("toads-and-frogs", "TF"), Vec::<String>::new());
    assert_eq!(components("hackenbush", "LRR|R||L"), ["L", "LRR", "R"]);
    assert_eq!(components("col", "..L.."), ["..L", "..L"]);
    assert_eq!(components("col", ".#.").len(), 2);
    // Above, both colours forbid the middle cell; below, each forbids its neighbour to one player.
    assert_eq!(components("snort", "L.R|.#.").len(), 2);
    assert_eq!(components("clobber", "LR.LL|....R"), ["LL|.R", "LR"].map(least_of("clobber")));
    assert_eq!(components("clobber", "LL.R"), Vec::<String>::new());
}

/// A component as the game writes it.
fn least_of(game: &'static str) -> impl Fn(&str) -> String {
    move |text| {
        let game = Game::parse(game).unwrap();
        game.finite().unwrap().canonical(&game.position(text).unwrap()).to_string()
    }
}

#[test]
fn sizes_name_the_start() {
    let start = |game: &str, text: &str| Game::parse(game).unwrap().position(text).unwrap();
    assert_eq!(start("domineering", "2x3").to_string(), "...|...");
    assert_eq!(start("col", " 1x1 ").to_string(), ".");
    assert_eq!(start("clobber", "2x3").to_string(), "LRL|RLR");
    assert_eq!(start("domineering + nim", "1x2;3").to_string(), "..;3");
}

#[test]
fn bad_boards_are_refused_with_what_to_write() {
    for (game, text, hint) in [
        ("domineering", "", ". (empty), # (filled)"),
        ("domineering", "..L", ". (empty), # (filled)"),
        ("domineering", "3,4", ". (empty), # (filled)"),
        ("domineering", "...|..", "same length"),
        ("domineering", "65x64", "4096"),
        ("domineering", "0x3", "at least one cell"),
        ("toads-and-frogs", "T.F|T.F", "one row"),
        ("toads-and-frogs", "2x3", "T (toad)"),
        ("hackenbush", "L.R", "without gaps"),
        ("hackenbush", "2x3", "Left's edge"),
        ("clobber", "xo", "L (Left's stone)"),
        ("domineering + nim", "..", "semicolons"),
        ("nim", "..", "whole numbers"),
    ] {
        let refusal = Game::parse(game).unwrap().position(text).unwrap_err();
        assert!(
            refusal.help().to_string().contains(hint),
            "{game} {text}: {refusal}: {}",
            refusal.help()
        );
    }
    let game = Game::parse("domineering").unwrap();
    assert!(game.finite().unwrap().spec.tuple(vec![3]).unwrap_err().to_string().contains("board"));
}

#[test]
fn board_games_are_partizan_and_end() {
    for (game, _) in BOARD_GAMES {
        let profile = Game::parse(game).unwrap().finite().unwrap().profile();
        assert!(matches!(profile.same_options, Fact::Refuted(_)), "{game}");
        assert!(profile.same_endings.holds() && profile.terminates.holds(), "{game}");
    }
    let sum = Game::parse("nim + clobber").unwrap();
    assert!(!sum.finite().unwrap().has_nim_values());
}

#[test]
fn partizan_codes_give_each_player_a_code() {
    // 0.3: take one token. 0.07: take two; the rest may fall into two heaps.
    assert_options("partizan-octal:0.3|0.07", "4", &["3"], &["2", "1,1"]);
    assert_options("partizan-octal:0.3|0.07", "1,2", &["0,2", "1,1"], &["1,0"]);
    let rules = |text: &str| match &Game::parse(text).unwrap().finite().unwrap().spec {
        Spec::Heap(rules) => rules.clone(),
        other => panic!("{other:?}"),
    };
    assert_eq!(rules("partizan-octal:0.3|0.07").bounds(), Some((2, 2)));
    assert_eq!(rules("partizan-octal:0.333|0.8").bounds(), Some((3, 3)));
    assert_eq!(rules("partizan-octal:0.3|0.[3]").bounds(), None);
    assert!(matches!(rules("partizan-octal:0.7|0.7").moves, HeapMoves::Code(_)));
    let profile = |text: &str| Game::parse(text).unwrap().finite().unwrap().profile();
    assert!(matches!(profile("partizan-octal:0.3|0.7").same_options, Fact::Refuted(_)));
    assert!(profile("partizan-octal:0.7|0.70").same_options.holds());
    assert_eq!(profile("partizan-octal:0.3|0.33").lookback, Some(2));
    for mover in Player::BOTH {
        for heap in 0..30 {
            let rules = rules("partizan-octal:0.35|4.07");
            let listed = rules.options_of_heap(heap, mover).len() as u128;
            assert!(listed <= rules.option_bound_of_heap(heap));
        }
    }
}

/// A game and a text over its alphabet, which may be ragged.
fn any_rows() -> impl Strategy<Value = (&'static str, String)> {
    prop::sample::select(BOARD_GAMES.to_vec()).prop_flat_map(|(game, letters)| {
        let row =
            prop::collection::vec(prop::sample::select(letters.chars().collect::<Vec<_>>()), 0..5);
        let text = prop::collection::vec(row, 1..4).prop_map(|rows| {
            let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
            rows.join("|")
        });
        (Just(game), text)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// What is read prints to what reads back; so do options, components and canonical forms, which
    /// are legal and of which each option occurs once, within the bound.
    #[test]
    fn boards_and_all_that_comes_of_them_read_back((game, text) in any_rows()) {
        let game = Game::parse(game).unwrap();
        let Ok(position) = game.position(&text) else { return Ok(()) };
        let rules = game.finite().unwrap();
        let canonical = rules.canonical(&position);
        prop_assert_eq!(&rules.canonical(&canonical), &canonical);
        let components = rules.spec.components(&position);
        let mut all = vec![position.clone(), canonical];
        for component in &components {
            prop_assert_eq!(&rules.canonical(component), component);
            prop_assert_eq!(rules.spec.components(component), [component.clone()]);
        }
        all.extend(components);
        for mover in Player::BOTH {
            let options = rules.options(&position, mover);
            prop_assert!(options.len() as u128 <= rules.option_bound(&position));
            let distinct: std::collections::HashSet<&Position> = options.iter().collect();
            prop_assert_eq!(distinct.len(), options.len());
            all.extend(options);
        }
        for position in all {
            prop_assert!(rules.bytes(&position) > 0);
            prop_assert_eq!(game.position(&position.to_string()), Ok(position));
        }
    }
}
