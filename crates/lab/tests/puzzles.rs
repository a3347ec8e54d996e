//! Generated puzzles against the definition: exactly one move wins, and it is the one that the puzzle names.

use std::collections::{BTreeMap, HashSet};

use bouton_lab::ask::{Grade, OnePuzzle, Puzzle};
use bouton_lab::oracle::Oracle;
use bouton_lab::rules::{Game, Limits, Ruleset};
use bouton_lab::{Answerable, Desk, player_of};

fn puzzles(asked: &Puzzle) -> Vec<OnePuzzle> {
    let desk = Desk { limits: Limits::default(), files: false };
    asked.answer(&desk).unwrap().puzzles
}

/// The subtraction games of all sets of numbers up to 6, and others of many families.
fn games() -> Vec<String> {
    let subtraction = (1..64u32).map(|set| {
        let numbers: Vec<String> =
            (1..=6).filter(|n| set >> (n - 1) & 1 == 1).map(|n: u32| n.to_string()).collect();
        format!("subtraction:{}", numbers.join(","))
    });
    let others = [
        "nim",
        "nim/misere",
        "antonim",
        "kayles",
        "kayles/misere",
        "dawsons-kayles",
        "wythoff",
        "euclid",
        "nimrod",
        "fibonacci",
        "moore:2",
        "lasker",
        "grundy",
        "welter",
        "ending-partizan:2,3",
        "partizan-subtraction:1,2|1,3",
        "chomp",
        "domineering",
        "game own; position a, b; move k in 1..2: a' = a - k; move b' < b",
    ];
    others.iter().map(|text| (*text).to_owned()).chain(subtraction).collect()
}

#[test]
fn ten_thousand_puzzles_have_exactly_one_winning_move() {
    let mut made = 0;
    let mut different = HashSet::new();
    for seed in 0.. {
        for text in games() {
            // Boards and splitting heaps take longer.
            let count = if ["chomp", "domineering"].contains(&text.as_str()) { 3 } else { 60 };
            let Ok(found) = Puzzle::new(&text, count, seed)
                .answer(&Desk { limits: Limits::default(), files: false })
            else {
                continue;
            };
            made += check(&text, &found.puzzles, &mut different);
        }
        if made >= 10_000 {
            break;
        }
    }
    assert!(different.len() > 2_000, "only {} different ones", different.len());
}

/// Compares puzzles of a game with the definition; how many there were.
fn check(text: &str, found: &[OnePuzzle], different: &mut HashSet<(String, String)>) -> usize {
    // The game as it is shown lists the moves; the rules as they are written decide who wins.
    let [shown, game] = [Game::parse, Game::defined].map(|read| read(text).unwrap());
    let mut oracle = Oracle::new(game.finite().unwrap(), Limits::default());
    for puzzle in found {
        let position = shown.position(&puzzle.position).unwrap();
        let mover = player_of(puzzle.mover);
        let options = shown.finite().unwrap().options(&position, mover);
        let mut winning = Vec::new();
        for option in options.iter().map(ToString::to_string) {
            let outcome = oracle.outcome(&game.position(&option).unwrap()).unwrap();
            if outcome.winner(mover.opponent()) == Some(mover) {
                winning.push(option);
            }
        }
        assert_eq!(winning, [puzzle.answer.position.as_str()], "{text} {}", puzzle.position);
        assert_eq!(puzzle.moves, options.len());
        assert!(options.len() > 1 && !puzzle.reasons.is_empty());
        different.insert((text.to_owned(), puzzle.position.clone()));
    }
    found.len()
}

#[test]
fn puzzles_follow_the_seed_and_the_day() {
    let asked = Puzzle::new("nim", 10, 5);
    assert_eq!(puzzles(&asked), puzzles(&asked));
    assert_ne!(puzzles(&asked), puzzles(&Puzzle { seed: 6, ..asked.clone() }));
    let day = |date: &str| Puzzle { game: None, count: 3, seed: 0, date: Some(date.to_owned()) };
    let daily = puzzles(&day("2026-03-14"));
    assert_eq!(daily, puzzles(&Puzzle { seed: 20_260_314, date: None, ..day("2026-03-14") }));
    assert_ne!(daily, puzzles(&day("2026-03-15")));
    let positions: HashSet<&str> = daily.iter().map(|one| one.position.as_str()).collect();
    assert_eq!(positions.len(), 3);
}

/// The chances of the weak strategies, counted by hand: random takes any of the moves, greedy those that leave the
/// fewest tokens, mirror those that leave pairs of heaps.
#[test]
fn grades_are_the_chances_of_weak_strategies() {
    for puzzle in puzzles(&Puzzle::new("nim", 100, 3)) {
        let numbers =
            |text: &str| text.split(',').map(|n| n.parse().unwrap()).collect::<Vec<u64>>();
        let heaps = numbers(&puzzle.position);
        let answer = numbers(&puzzle.answer.position);
        let all: Vec<Vec<u64>> = (0..heaps.len())
            .flat_map(|at| (0..heaps[at]).map(move |to| (at, to)))
            .map(|(at, to)| {
                heaps.iter().enumerate().map(|(i, h)| if i == at { to } else { *h }).collect()
            })
            .collect();
        let sum = |heaps: &Vec<u64>| heaps.iter().sum::<u64>();
        let fewest = all.iter().map(sum).min().unwrap();
        let is_paired = |heaps: &Vec<u64>| {
            let mut sizes: BTreeMap<u64, usize> = BTreeMap::new();
            heaps
                .iter()
                .filter(|heap| **heap > 0)
                .for_each(|heap| *sizes.entry(*heap).or_default() += 1);
            sizes.values().all(|count| count % 2 == 0)
        };
        let chance = |wanted: &dyn Fn(&Vec<u64>) -> bool| {
            let picked: Vec<&Vec<u64>> = all.iter().filter(|option| wanted(option)).collect();
            let picked = if picked.is_empty() { all.iter().collect() } else { picked };
            picked.iter().filter(|option| ***option == answer).count() as f64 / picked.len() as f64
        };
        let expected =
            [chance(&|_| true), chance(&|option| sum(option) == fewest), chance(&is_paired)];
        let found: Vec<f64> = puzzle.chances.iter().map(|one| one.chance).collect();
        assert_eq!(found, expected, "{}", puzzle.position);
        let missed = 1.0 - expected.iter().sum::<f64>() / 3.0;
        assert!((puzzle.missed - missed).abs() < 1e-12);
        let grade = match missed {
            m if m <= 0.5 => Grade::Easy,
            m if m <= 5.0 / 6.0 => Grade::Medium,
            _ => Grade::Hard,
        };
        assert_eq!(puzzle.grade, grade);
    }
}

#[test]
fn what_has_no_puzzles_is_refused() {
    let desk = Desk { limits: Limits::default(), files: false };
    for asked in [
        Puzzle::new("nim", 0, 1),
        Puzzle::new("nim", 501, 1),
        Puzzle { date: Some("yesterday".to_owned()), ..Puzzle::new("nim", 1, 1) },
        Puzzle::new("game one; position n; move n' = n - 1", 1, 1),
        Puzzle::new("real-nim:x", 1, 1),
        Puzzle::new("nmi", 1, 1),
    ] {
        assert!(asked.answer(&desk).is_err(), "{asked:?}");
    }
}

#[test]
fn a_sheet_has_its_answers_after_the_puzzles_and_no_markup_of_others() {
    let desk = Desk { limits: Limits::default(), files: false };
    let rules = "game tom<b>; position n; move k in 1..3: n' = n - k";
    assert!(Puzzle::new(rules, 1, 1).answer(&desk).is_err(), "names have no angle brackets");
    let view = Puzzle::new("digraph:0>1,0>2,1>2,2>3", 1, 1).answer(&desk).unwrap();
    let sheet = |name: &str| bouton_lab::puzzle::sheet(&view, std::path::Path::new(name));
    let html = sheet("a.html").unwrap();
    assert!(html.contains("digraph:0&gt;1"), "{html}");
    assert!(html.find("<h1>Puzzles").unwrap() < html.find(">Answers<").unwrap());
    let text = sheet("a.txt").unwrap();
    assert!(text.contains("Answers") && !text.contains('\u{1b}'));
    assert!(sheet("a.pdf").is_err());
}
