//! Charts of (x, y, beside…): every engine that draws them against the oracle, and which engine it was.

use std::ops::Range;

use bouton_engines::{Ask, Chart, Finding, LADDER, Window};
use bouton_oracle::Oracle;
use bouton_rules::{FiniteGame, Game, Limits, Refusal};
use bouton_values::Outcome;
use proptest::prelude::*;

/// The engine that answers, and what it finds.
fn answer(game: &Game, ask: &Ask) -> Result<(&'static str, Finding), Refusal> {
    let mut engines = LADDER.iter();
    let run = engines.find_map(|engine| Some((engine.name(), engine.prepare(game, ask).ok()?)));
    let (name, run) = run.expect("an engine accepts");
    Ok((name, run(&Limits::default())?))
}

fn chart(game: &Game, x: &Range<u64>, y: &Range<u64>, beside: &[u64]) -> (&'static str, Chart) {
    let ask = Ask::chart(Window { x: x.clone(), y: y.clone() }, beside.to_vec());
    match answer(game, &ask).unwrap() {
        (engine, Finding::Chart(chart)) => (engine, chart),
        (_, found) => panic!("asked for a chart, found {found:?}"),
    }
}

fn letter(cell: Option<Outcome>) -> char {
    cell.map_or('X', Outcome::letter)
}

/// What the definition says of a game.
struct Reference<'a> {
    game: &'a Game,
    oracle: Oracle<'a, FiniteGame>,
}

impl<'a> Reference<'a> {
    fn new(game: &'a Game) -> Reference<'a> {
        Reference { game, oracle: Oracle::new(game.finite().unwrap(), Limits::default()) }
    }

    /// Compares all cells, and returns the engine that drew them.
    fn compare(&mut self, x: &Range<u64>, y: &Range<u64>, beside: &[u64]) -> &'static str {
        let (engine, found) = chart(self.game, x, y, beside);
        let spec = &self.game.finite().unwrap().spec;
        let mut cell = |x: u64, y: u64| {
            let position = spec.tuple([&[x, y], beside].concat()).ok();
            letter(position.map(|position| self.oracle.outcome(&position).unwrap()))
        };
        let row = |y: u64| x.clone().map(|x| cell(x, y)).collect();
        let wanted: Vec<String> = y.clone().map(row).collect();
        let at = format!("{} {x:?} × {y:?} beside {beside:?}", self.game.text());
        assert_eq!(found.letters(), wanted, "{at} by {engine}");
        if let Chart::Losing(_) = found {
            assert!(!wanted.concat().contains('X'), "{at}: all cells of such a chart are legal");
        }
        engine
    }
}

/// All tuples of this length with numbers below a bound.
fn tuples(length: usize, below: u64) -> Vec<Vec<u64>> {
    (0..below.pow(length as u32))
        .map(|code| (0..length as u32).map(|i| code / below.pow(i) % below).collect())
        .collect()
}

/// All intervals within 0..end, the empty ones too.
fn intervals(end: u64) -> Vec<Range<u64>> {
    (0..=end).flat_map(|a| (a..=end).map(move |b| a..b)).collect()
}

/// Games, the engine for all of their slices, and with how many numbers beside x and y they are tried.
const GAMES: &[(&str, &str, &[usize])] = &[
    ("nim", "nim-sum", &[0, 1, 2, 3]),
    ("nim/misere", "misere-nim", &[0, 1, 2, 3]),
    ("rook:2", "nim-sum", &[0]),
    ("rook:4", "nim-sum", &[2]),
    ("rook:3/misere", "misere-nim", &[1]),
    ("moore:1", "nim-sum", &[0, 1, 2]),
    ("moore:2", "moore-columns", &[0, 1, 2, 3]),
    ("moore:3", "moore-columns", &[0, 1, 2]),
    ("moore:2/misere", "moore-columns", &[0, 1, 2, 3]),
    ("moore:3/misere", "moore-columns", &[0, 1, 2]),
    ("welter", "welter-function", &[0, 1, 2, 3]),
    ("kayles", "heap-values", &[0, 1, 2]),
    ("subtraction:1,3,4", "heap-values", &[0, 1, 2]),
    ("grundy", "heap-values", &[0, 1]),
    ("coins:ruler", "heap-values", &[0, 1, 2]),
    ("coins:mock-turtles", "heap-values", &[0, 1, 2]),
    ("king:3", "lattice-table", &[1]),
    ("king:4/misere", "lattice-table", &[2]),
    ("antonim/misere", "oracle", &[0, 1, 2]),
    ("welter/misere", "oracle", &[0, 1]),
    ("kayles/misere", "oracle", &[0, 1]),
    ("nim/even-odd", "oracle", &[0, 1]),
    ("partizan-subtraction:1,2|1,3", "oracle", &[0, 1]),
    ("chomp", "chomp-two-rows", &[0]),
    ("chomp/misere", "oracle", &[0, 1]),
    (
        "game s; position a, b, c; legal a < b < c; move a' < a; move b' < b; move c' < c",
        "bytecode",
        &[1],
    ),
    (
        "game t; position a, b, fuel; move a' = a - 1, fuel' = fuel - 1; move b' = b - 2, fuel' = fuel - 1; \
         move k in 2 .. 4: a' = a - k, b' = b - 1, fuel' = fuel - k",
        "lattice-table",
        &[1],
    ),
    (
        "game p; position a, b, c, d; left move k in {1, 2}: a' = a - k; right move c' = c - 1, d' = d - 1; \
         right move k in {1, 3}: a' = a - k; move b' = b - 1, d' = d - 1",
        "bytecode",
        &[2],
    ),
    (
        "game a; heaps h; legal distinct nonzero h; move up to 2 of h: 0 <= h' < h",
        "oracle",
        &[0, 1],
    ),
];

#[test]
fn every_small_slice_equals_the_oracle() {
    for (text, engine, counts) in GAMES {
        let game = Game::parse(text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
        let mut reference = Reference::new(&game);
        for beside in counts.iter().flat_map(|count| tuples(*count, 4)) {
            for (x, y) in [(0..6, 0..7), (2..5, 1..3), (3..4, 0..6), (0..5, 4..5)] {
                assert_eq!(&reference.compare(&x, &y, &beside), engine, "{text} {beside:?}");
            }
        }
    }
}

/// Two rows by the theorem, more by the definition.
#[test]
fn every_small_slice_of_chomp_equals_the_oracle() {
    let game = Game::parse("chomp").unwrap();
    let mut reference = Reference::new(&game);
    for beside in (0..=2).flat_map(|count| tuples(count, 4)) {
        let engine = if beside.iter().all(|row| *row == 0) { "chomp-two-rows" } else { "oracle" };
        for (x, y) in [(0..9, 0..9), (2..5, 1..3), (3..4, 0..6)] {
            assert_eq!(reference.compare(&x, &y, &beside), engine, "{beside:?}");
        }
    }
}

/// Up to three heaps by the theorem, more by completions.
#[test]
fn every_small_slice_of_antonim_equals_the_oracle() {
    let game = Game::parse("antonim").unwrap();
    let mut reference = Reference::new(&game);
    let intervals = intervals(5);
    for beside in (0..=2).flat_map(|count| tuples(count, 6)).chain(tuples(3, 5)) {
        let engine = match beside.iter().filter(|heap| **heap > 0).count() {
            0 | 1 => "antonim-three-heaps",
            _ => "completions",
        };
        for x in &intervals {
            for y in &intervals {
                assert_eq!(reference.compare(x, y, &beside), engine, "{beside:?}");
            }
        }
        assert_eq!(reference.compare(&(0..12), &(0..14), &beside), engine);
    }
    for beside in tuples(4, 4) {
        reference.compare(&(0..7), &(0..6), &beside);
    }
}

/// Windows that begin and end where words do.
#[test]
fn words_end_anywhere() {
    let ends = [63..64, 63..65, 64..65, 64..67, 0..63, 0..64, 0..65, 1..64, 1..65, 62..66];
    let besides: [&[u64]; 3] = [&[], &[2], &[1, 4]];
    for text in ["antonim", "nim", "nim/misere", "welter", "subtraction:1,4,9"] {
        let game = Game::parse(text).unwrap();
        // The oracle goes through all moves of all positions, and these are fewer in Antonim.
        let most = if text == "antonim" { 3 } else { 2 };
        for beside in &besides[..most] {
            let mut reference = Reference::new(&game);
            for (x, y) in ends.iter().flat_map(|x| ends.iter().map(move |y| (x, y))) {
                reference.compare(x, y, beside);
            }
        }
    }
}

/// Fixed heaps where words end: each cell is solved by itself, which the oracle could not do.
#[test]
fn fixed_heaps_are_where_words_end() {
    let besides: [&[u64]; 7] = [&[63], &[64], &[65], &[3, 63], &[2, 64], &[1, 65], &[63, 64]];
    for text in ["antonim", "nim", "nim/misere", "welter", "moore:2", "subtraction:1,4,9"] {
        let game = Game::parse(text).unwrap();
        for beside in besides {
            for [x, y] in [[62..67, 62..67], [0..5, 62..66], [126..130, 61..66]] {
                compare_with_solutions(&game, &x, &y, beside);
            }
        }
    }
}

/// The fixed heaps of Antonim may exceed all that is shown, and what is shown may lie far from the origin.
#[test]
fn windows_of_antonim_lie_anywhere() {
    let game = Game::parse("antonim").unwrap();
    let mut reference = Reference::new(&game);
    let besides: [&[u64]; 5] = [&[11, 40], &[2, 3], &[7, 9, 12], &[1, 2, 14], &[20, 0, 30]];
    for beside in besides {
        for (x, y) in [(0..3, 0..4), (0..1, 0..20), (0..20, 0..1), (5..9, 17..25), (22..30, 3..8)] {
            assert_eq!(reference.compare(&x, &y, beside), "completions", "{beside:?}");
        }
    }
}

/// The outcome of one position, by the first engine that solves it.
fn solved(game: &Game, numbers: &[u64]) -> char {
    let Ok(position) = game.finite().unwrap().spec.tuple(numbers.to_vec()) else { return 'X' };
    match answer(game, &Ask::Solve(position)).unwrap() {
        (_, Finding::Solution(solution)) => solution.outcome.letter(),
        (_, found) => panic!("asked to solve, found {found:?}"),
    }
}

/// In each row of a window of 256 by 256 one number completes Antonim; all of these and some others are solved.
#[test]
fn large_windows_of_antonim_agree_with_single_positions() {
    let game = Game::parse("antonim").unwrap();
    for (beside, starts) in [([100, 250], [0, 0]), ([31, 64], [128, 64]), ([3, 5], [700, 650])] {
        let [x, y] = starts.map(|start| start..start + 256);
        let (engine, found) = chart(&game, &x, &y, &beside);
        assert_eq!(engine, "completions");
        for (row, letters) in found.letters().iter().enumerate().step_by(37) {
            let lost = letters.bytes().position(|letter| letter == b'P');
            assert!(letters.bytes().filter(|letter| *letter == b'P').count() <= 1);
            for column in lost.into_iter().chain([0, 31, 63, 64, 65, 100, 250]) {
                let at = [x.start + column as u64, y.start + row as u64, beside[0], beside[1]];
                assert_eq!(letters.as_bytes()[column] as char, solved(&game, &at), "{at:?}");
            }
        }
    }
}

fn compare_with_solutions(game: &Game, x: &Range<u64>, y: &Range<u64>, beside: &[u64]) {
    let (engine, found) = chart(game, x, y, beside);
    assert_ne!(engine, "oracle");
    let row = |y: u64| x.clone().map(|x| solved(game, &[&[x, y], beside].concat())).collect();
    let wanted: Vec<String> = y.clone().map(row).collect();
    assert_eq!(found.letters(), wanted, "{} {x:?} × {y:?} beside {beside:?}", game.text());
}

/// Small numbers, and some that are not.
fn start() -> impl Strategy<Value = u64> {
    prop_oneof![0..70u64, 0..1u64 << 40, (1u64 << 32) - 40..(1 << 32) + 40]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// The theorems draw windows anywhere. Near x = the nim-sum of the others there is much to see.
    #[test]
    fn theorems_draw_windows_anywhere(
        x in start(), y in start(), beside in prop::collection::vec(start(), 0..3), near: bool,
    ) {
        for text in ["nim", "nim/misere", "welter", "antonim"] {
            let few = if text == "antonim" { 1 } else { 2 };
            let beside = &beside[..beside.len().min(few)];
            let sum = beside.iter().fold(y, |sum, number| sum ^ number);
            let x = if near { sum.saturating_sub(3) } else { x };
            compare_with_solutions(&Game::parse(text).unwrap(), &(x..x + 8), &(y..y + 5), beside);
        }
    }

    /// Windows of a few hundred against single positions, whose winning moves are all listed.
    #[test]
    fn middling_windows_agree_with_single_positions(
        x in 0..300u64, y in 0..300u64, beside in prop::collection::vec(0..300u64, 0..3), near: bool,
    ) {
        for text in ["moore:2", "moore:2/misere", "kayles", "subtraction:2,5,6"] {
            let sum = beside.iter().fold(y, |sum, number| sum ^ number);
            let x = if near { sum.saturating_sub(3) } else { x };
            compare_with_solutions(&Game::parse(text).unwrap(), &(x..x + 6), &(y..y + 4), &beside);
        }
    }
}

/// What cannot be charted is refused with a reason.
#[test]
fn what_is_no_slice_is_declined() {
    let window = || Window { x: 0..3, y: 0..3 };
    for (text, beside, reason) in [
        ("nimrod", vec![1], "a position has two numbers"),
        ("rook:3", vec![], "fix the last 1 with `beside`"),
        ("rook:3", vec![1, 2], "fix the last 1 with `beside`"),
        ("digraph:0>1", vec![], "a position is one number"),
        ("domineering", vec![], "not pairs of numbers"),
        ("nim + kayles", vec![], "not pairs of numbers"),
        ("nim", vec![u64::MAX], "numbers go to"),
        ("welter", vec![1; 65], "at most 64 numbers are fixed"),
    ] {
        let (game, ask) = (Game::parse(text).unwrap(), Ask::chart(window(), beside));
        let declined: Vec<_> =
            LADDER.iter().map(|engine| engine.prepare(&game, &ask).err()).collect();
        assert!(declined.iter().all(Option::is_some), "{text}");
        let last = declined.last().unwrap().clone().unwrap();
        let said = format!("{}; {}", last.reason, last.help.unwrap_or_default());
        assert!(said.contains(reason), "{text}: {said}");
    }
    // Too much is refused at once.
    for (text, window, beside) in [
        ("antonim", Window { x: 0..1 << 20, y: 0..1 << 20 }, vec![1000, 2000]),
        ("nim", Window { x: 0..1 << 40, y: 0..1 << 40 }, vec![3]),
    ] {
        let refusal = answer(&Game::parse(text).unwrap(), &Ask::chart(window, beside)).unwrap_err();
        assert!(refusal.to_string().contains("would need"), "{text}: {refusal}");
    }
}
