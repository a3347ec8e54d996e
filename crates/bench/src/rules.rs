//! Rule texts: bytecode against programs written by hand and against an interpreter, and recognised texts
//! against the built-in games and against the same texts as they are written.

use bouton_engines::{
    Ask, Bits, Bytecode, Chart, Engine, Entries, Finding, LADDER, Quantity, Style, TableShape,
    Window,
};
use bouton_rules::{Game, Limits, Position, Spec, TupleRules};
use bouton_values::Player;

use crate::measure::{Comparison, Measurement, best_of};

pub(crate) fn comparisons() -> Vec<Comparison> {
    [nimrod(), odd(), wythoff(), recognised(), as_written()].into_iter().flatten().collect()
}

const NIMROD: &str = "
game nimrod
position pile, rate
legal    pile >= 0 and 1 <= rate <= 100
move     rate' in rate-1 .. rate+1, pile' = pile - rate'
";

const PILES: usize = 200_001;
const RATES: usize = 100;

/// The interpreter works out one in this many of the piles.
const PART: usize = 40;

/// Nimrod's text by lines, by columns, by hand and by an interpreter of the tree.
fn nimrod() -> Vec<Comparison> {
    let game = Game::as_written(NIMROD).expect("the text is right");
    let window = Window { x: 0..PILES as u64, y: 1..RATES as u64 + 1 };
    let by_hand = best_of(5, nimrod_by_hand);
    let lines = best_of(9, || chart(&game, Style::Lines, &window));
    let columns = best_of(5, || chart(&game, Style::Columns, &window));
    for rows in [&lines.result, &columns.result] {
        assert!(same(rows, |rate, pile| by_hand.result[pile * (RATES + 1) + rate + 1]));
    }
    let tree = best_of(1, || by_interpreter(&game, PILES / PART));
    assert_eq!(tree.result, by_hand.result[..tree.result.len()]);
    let (hand, interpreter) = ("by hand, a table of bytes", "options by the tree, × 40");
    let (subject, other) =
        ("Nimrod's text to rate 100", "Nimrod's text to rate 100, columns alone");
    vec![
        line(subject, hand, &by_hand, 1, &lines, 0.5),
        line(subject, interpreter, &tree, PART as u32, &lines, 10.0),
        line(other, hand, &by_hand, 1, &columns, 0.1),
        line(other, interpreter, &tree, PART as u32, &columns, 10.0),
    ]
}

fn line<A, B>(
    subject: &str,
    baseline: &str,
    slow: &Measurement<A>,
    times: u32,
    engine: &Measurement<B>,
    goal: f64,
) -> Comparison {
    Comparison {
        subject: subject.to_owned(),
        baseline: baseline.to_owned(),
        baseline_time: slow.time * times,
        engine_time: engine.time,
        engine_bytes: engine.peak_bytes,
        goal,
    }
}

/// The window as bits, by bytecode.
fn chart(game: &Game, style: Style, window: &Window) -> Vec<Bits> {
    let ask = Ask::chart(window.clone(), Vec::new());
    let run = Bytecode { style }.prepare(game, &ask).expect("a lattice with a falling number");
    bits(run(&Limits::default()).expect("it is within the limits"))
}

fn bits(finding: Finding) -> Vec<Bits> {
    match finding {
        Finding::Chart(Chart::Losing(rows)) => rows,
        _ => panic!("all positions are legal and N or P"),
    }
}

/// Are the bits of all rows and cells those of a table of bytes?
fn same(rows: &[Bits], lost: impl Fn(usize, usize) -> u8) -> bool {
    let cells = |row: usize| 0..rows[row].len();
    (0..rows.len()).all(|row| cells(row).all(|cell| rows[row].get(cell) == (lost(row, cell) == 1)))
}

/// A byte for each pile and rate, pile by pile: what one would write for this game alone.
fn nimrod_by_hand() -> Vec<u8> {
    let width = RATES + 1;
    let mut lost = vec![0_u8; PILES * width];
    for pile in 0..PILES {
        for rate in 1..=RATES {
            let least = (rate - 1).max(1);
            let most = (rate + 1).min(RATES).min(pile);
            let mut wins = 0;
            for chosen in least..=most {
                wins |= lost[(pile - chosen) * width + chosen];
            }
            lost[pile * width + rate] = wins ^ 1;
        }
    }
    lost
}

/// A byte for each pile and rate, with the options of each position as the rules list them.
fn by_interpreter(game: &Game, piles: usize) -> Vec<u8> {
    let width = RATES + 1;
    let Some(Spec::Written(rules)) = game.finite().map(|game| &game.spec) else {
        panic!("nothing was to be recognised")
    };
    let mut lost = vec![0_u8; piles * width];
    for pile in 0..piles {
        for rate in 1..=RATES {
            let options = rules.options(&[pile as u64, rate as u64], Player::Left);
            let place = |option: &Vec<u64>| option[0] as usize * width + option[1] as usize;
            let wins = options.iter().any(|option| lost[place(option)] == 1);
            lost[pile * width + rate] = u8::from(!wins);
        }
    }
    lost
}

/// The ladder's answer, and the engine that gave it.
fn ask(game: &Game, ask: &Ask) -> (&'static str, Finding) {
    let mut runs =
        LADDER.iter().filter_map(|engine| Some((engine, engine.prepare(game, ask).ok()?)));
    let (engine, run) = runs.next().expect("an engine answers");
    (engine.name(), run(&Limits::default()).expect("it is within the limits"))
}

/// Nimrod's text without a bound is Nimrod.
fn recognised() -> Vec<Comparison> {
    let text = NIMROD.replace("1 <= rate <= 100", "rate >= 1");
    let row = Ask::Sequence { of: Quantity::Outcome, to: 2_000_000, row: Some(1) };
    let built_in = Game::parse("nimrod").expect("a game of the catalogue");
    let written = Game::parse(&text).expect("the text is right");
    let built_in = best_of(10, || ask(&built_in, &row));
    let written = best_of(10, || ask(&written, &row));
    assert_eq!(built_in.result, written.result);
    let subject = "Nimrod's text, row 1 to 2·10^6";
    vec![line(subject, "the built-in game", &built_in, 1, &written, 0.9)]
}

/// Texts that are recognised, each with a question for which it was slower once than the text as it is written.
const RECOGNISED: [(&str, &str); 3] = [
    ("mark", "game mark; position n; move n' = n - 1; move n' = n div 2 if n >= 1"),
    (
        "king",
        "game king; position a, b, c; move a' = a - 1; move b' = b - 1; move c' = c - 1; \
         move a' = a - 1, b' = b - 1, c' = c - 1",
    ),
    (
        "fast Nimrod",
        "game fast; position pile, rate; legal 1 <= rate; \
         move rate' in rate - 2 .. rate + 2, pile' = pile - rate'",
    ),
];

/// Recognised texts against the same texts as they are written.
fn as_written() -> Vec<Comparison> {
    let heaps = |of| Ask::Sequence { of, to: 1_000_000, row: None };
    let values = Entries::Of(Quantity::NimValue);
    let shape = TableShape { entries: values, fixed: vec![50], rows: 300, columns: 300 };
    let asks = [
        vec![
            ("outcomes to 10^6", heaps(Quantity::Outcome)),
            ("nim-values to 10^6", heaps(Quantity::NimValue)),
        ],
        vec![
            ("nim-values beside 50", Ask::Table(shape)),
            ("200,200,200", Ask::Solve(Position::Tuple(vec![200; 3]))),
        ],
        vec![("chart to 5000,100", Ask::chart(Window { x: 0..5001, y: 1..101 }, Vec::new()))],
    ];
    let mut lines = Vec::new();
    for ((name, text), asks) in RECOGNISED.iter().zip(asks) {
        let games = [Game::as_written(text), Game::parse(text)];
        let games = games.map(|game| game.expect("the text is right"));
        for (what, question) in asks {
            let [written, recognised] =
                games.each_ref().map(|game| best_of(5, || ask(game, &question).1));
            assert_eq!(found(&written.result), found(&recognised.result));
            let subject = format!("{name}, {what}");
            lines.push(line(&subject, "the text as written", &written, 1, &recognised, 0.8));
        }
    }
    lines
}

/// What is found, without how.
fn found(finding: &Finding) -> String {
    match finding {
        Finding::Solution(solution) => format!("{} {:?}", solution.outcome, solution.left),
        Finding::Sequence(sequence) => format!("{:?}", sequence.terms),
        other => format!("{other:?}"),
    }
}

const WYTHOFF: &str = "
game wythoff
position a, b
legal    a >= 0 and b >= 0
move     k >= 1: a' = a - k
move     k >= 1: b' = b - k
move     k >= 1: a' = a - k, b' = b - k
";

const SIDE: usize = 1000;

/// Wythoff's text, recognised and as bytecode.
fn wythoff() -> Vec<Comparison> {
    let window = Window { x: 0..SIDE as u64, y: 0..SIDE as u64 };
    let by_hand = best_of(2, wythoff_by_hand);
    let game = Game::parse(WYTHOFF).expect("the text is right");
    let chart_of_all = Ask::chart(window.clone(), Vec::new());
    let recognised = best_of(10, || {
        let (engine, finding) = ask(&game, &chart_of_all);
        assert_eq!(engine, "wythoff-golden");
        bits(finding)
    });
    let game = Game::as_written(WYTHOFF).expect("the text is right");
    let lines = best_of(10, || chart(&game, Style::Lines, &window));
    for rows in [&recognised.result, &lines.result] {
        assert!(same(rows, |a, b| by_hand.result[a][b].into()));
    }
    let baseline = "by hand, every option";
    vec![
        line("Wythoff's text below 1000, recognised", baseline, &by_hand, 1, &recognised, 100.0),
        line("Wythoff's text below 1000, bytecode", baseline, &by_hand, 1, &lines, 50.0),
    ]
}

fn wythoff_by_hand() -> Vec<Vec<bool>> {
    let mut lost = vec![vec![false; SIDE]; SIDE];
    for a in 0..SIDE {
        for b in 0..SIDE {
            let wins = (0..b).any(|c| lost[a][c])
                || (0..a).any(|c| lost[c][b])
                || (1..=a.min(b)).any(|k| lost[a - k][b - k]);
            lost[a][b] = !wins;
        }
    }
    lost
}

/// Nothing about this game is linear but the pile.
const ODD: &str = "
game odd
position a, b
legal    b <= 255
move     k in 1 .. 4, (a + 2 * b) mod 5 != k: a' = a - k, b' = min(b + k, (3 * b + a) mod 256)
";

const ODD_PILES: usize = 40_000;

fn odd() -> Vec<Comparison> {
    let game = Game::as_written(ODD).expect("the text is right");
    let window = Window { x: 0..ODD_PILES as u64, y: 0..256 };
    let by_hand = best_of(3, odd_by_hand);
    let columns = best_of(3, || chart(&game, Style::Lines, &window));
    assert!(same(&columns.result, |b, a| by_hand.result[a * 256 + b]));
    vec![line(
        "a game with mod and min, columns",
        "by hand, a table of bytes",
        &by_hand,
        1,
        &columns,
        0.3,
    )]
}

fn odd_by_hand() -> Vec<u8> {
    let mut lost = vec![0_u8; ODD_PILES * 256];
    for a in 0..ODD_PILES {
        for b in 0..256 {
            let mut wins = 0;
            for k in 1..=4.min(a) {
                if (a + 2 * b) % 5 != k {
                    let next = (b + k).min((3 * b + a) % 256);
                    wins |= lost[(a - k) * 256 + next];
                }
            }
            lost[a * 256 + b] = wins ^ 1;
        }
    }
    lost
}
