//! Theorems: from rule text to a certificate that was checked, against a bar of processor time; and sentences against MONA.

use std::process::{Command, Stdio};
use std::time::Duration;

use bouton_lab::ask::{Prove, ProveVerdict};
use bouton_lab::{self as lab, Desk, prove};
use bouton_prove::{Question, Verdict, decide};
use bouton_rules::{Game, Limits};

use crate::measure::{Comparison, Measurement, on_processor, processor_time};

#[path = "../../prove/tests/sentences/mod.rs"]
mod sentences;

/// Numerations are not given: they are found. The whole answer counts, with its words and the check of its certificate.
pub(crate) fn comparisons() -> Vec<Comparison> {
    let mut all = Vec::new();
    let mut heaps = |game: &str, heaps: std::ops::RangeInclusive<usize>, bar: fn(usize) -> u64| {
        for heaps in heaps {
            let asked = Prove { heaps: Some(heaps), ..Prove::new(game) };
            all.push(within(&format!("{game} --heaps {heaps}"), &asked, bar(heaps)));
        }
    };
    heaps("nim", 2..=6, |_| 2);
    heaps("nim/misere", 2..=4, |_| 2);
    heaps("antonim", 2..=3, |heaps| if heaps == 3 { 1 } else { 2 });
    heaps("welter", 2..=4, |_| 2);
    heaps("moore:2", 3..=5, |_| 2);
    let named = [
        ("wythoff", 1),
        (NEAR_2, 2),
        (NEAR_3, 2),
        ("wythoff/misere", 2),
        ("fibonacci", 2),
        (MARK, 2),
        ("ending-partizan:2,3", 2),
        ("ending-partizan:2,3,6", 2),
    ];
    all.extend(named.map(|(game, bar)| within(short(game), &Prove::new(game), bar)));
    for (game, bar) in [("kayles", 1), ("dawsons-kayles", 2), ("lasker", 2)] {
        let asked = Prove { values: true, ..Prove::new(game) };
        all.push(within(&format!("{game} --values"), &asked, bar));
    }
    all.push(slowest_set());
    all.push(in_vain());
    all.extend(against_mona());
    all
}

/// Of all subtraction sets with elements to 12, the one whose theorem takes longest.
fn slowest_set() -> Comparison {
    let set = |mask: u32| {
        let taken: Vec<String> =
            (1..=12).filter(|s| mask >> (s - 1) & 1 == 1).map(|s: u32| s.to_string()).collect();
        format!("subtraction:{}", taken.join(","))
    };
    let timed = |mask: u32| {
        let game = set(mask);
        within(&game, &Prove { heaps: Some(1), ..Prove::new(&game) }, 2)
    };
    let all = (1..1 << 12).map(timed);
    let slowest = all.max_by_key(|one| one.engine_time).expect("there are sets");
    Comparison { subject: format!("{}, the slowest of 4095 sets", slowest.subject), ..slowest }
}

const NIMROD: &str = "game nimrod; position pile, rate; legal rate >= 1; \
    move rate' in rate - 1 .. rate + 1, pile' = pile - rate'";

/// A position of middling size about which no theorem is found: the search costs at most as much as the answer.
fn in_vain() -> Comparison {
    let game = Game::as_written(NIMROD).expect("the text is right");
    let position = game.position("20000,20000").expect("a legal position");
    let solve = |engine: Option<&str>| {
        let mut question = lab::Question::solve(game.clone(), position.clone());
        question.engine = engine.map(str::to_owned);
        let found = on_processor(|| lab::answer(&question).expect("it is within the limits"));
        let solution = found.result.solution().expect("a position was solved").outcome;
        (found.time, found.peak_bytes, solution)
    };
    let (engine_time, engine_bytes, outcome) = solve(None);
    let (baseline_time, _, expected) = solve(Some("bytecode"));
    assert_eq!(outcome, expected);
    Comparison {
        subject: "solve Nimrod's text at 20000,20000".to_owned(),
        baseline: "without a search for a theorem".to_owned(),
        baseline_time,
        engine_time,
        engine_bytes,
        goal: 0.5,
    }
}

const NEAR_2: &str = "game near-2; position a, b; move a' < a; move b' < b; \
    move k >= 1, l >= 1, abs(k - l) < 2: a' = a - k, b' = b - l";
const NEAR_3: &str = "game near-3; position a, b; move a' < a; move b' < b; \
    move k >= 1, l >= 1, abs(k - l) < 3: a' = a - k, b' = b - l";
const MARK: &str = "game mark; position n; move n' = n - 1; move n >= 1: n' = n div 2";

/// The name of a game, also of one that is a text.
fn short(game: &str) -> &str {
    let text = game.strip_prefix("game ").and_then(|text| text.split(';').next());
    text.unwrap_or(game)
}

/// Answers the question, which must have a theorem, and compares the time with the bar.
fn within(subject: &str, asked: &Prove, bar: u64) -> Comparison {
    let desk = Desk { limits: Limits::default(), files: false };
    let measured = on_processor(|| {
        let answer = prove(asked, &desk).expect("it is within the limits");
        assert_eq!(answer.view.verdict, ProveVerdict::Proved, "{}", asked.game);
    });
    Comparison {
        subject: format!("prove {subject}"),
        baseline: format!("a bar of {bar} s"),
        baseline_time: Duration::from_secs(bar),
        engine_time: measured.time,
        engine_bytes: measured.peak_bytes,
        goal: 1.0,
    }
}

/// Sentences that MONA decides as well, given the set of lost positions where there is one. What it takes to start the
/// program does not count.
fn against_mona() -> Vec<Comparison> {
    let Some(start) = mona("true;\n") else {
        println!("mona is not installed: what is compared with it is left out");
        return Vec::new();
    };
    let mut all = Vec::new();
    for (piles, at_once) in [(3, 1), (5, 1), (4, 2), (5, 2), (4, 3), (5, 3)] {
        let game = Game::parse(&format!("moore:{at_once}")).expect("a game of the catalogue");
        let program = &game.written().expect("its rules are a text").program;
        let heaps = Some(piles);
        let question = Question { program, heaps, values: false, numerations: Vec::new() };
        let theorem = match question.prove(&Limits::default()) {
            Ok(Verdict::Proved(theorem)) => theorem,
            other => panic!("Moore's theorem was not found: {other:?}"),
        };
        let own = again_and_again(|| {
            assert_eq!(question.has_theorem(&theorem, &Limits::default()), Ok(true));
        });
        let subject = format!("Moore's theorem, {at_once} of {piles} piles");
        // The largest of them is the one that MONA finds hard.
        let goal = if (piles, at_once) == (5, 3) { 10.0 } else { 1.0 };
        all.extend(faster_than_mona(subject, &moore(piles, at_once), start, own, goal));
    }
    let numeration = "lsd_2".parse().expect("a numeration");
    for (number, (sentence, program)) in sentences::sentences(60).into_iter().enumerate() {
        let own = again_and_again(|| {
            decide(&sentence, numeration, &Limits::default()).expect("it is within the limits");
        });
        all.extend(faster_than_mona(format!("sentence {number}"), &program, start, own, 1.0));
    }
    all
}

fn faster_than_mona(
    subject: String,
    program: &str,
    start: Duration,
    own: Measurement<()>,
    goal: f64,
) -> Option<Comparison> {
    Some(Comparison {
        subject,
        baseline: "MONA".to_owned(),
        baseline_time: mona(program)?.saturating_sub(start),
        engine_time: own.time,
        engine_bytes: own.peak_bytes,
        goal,
    })
}

/// Clocks of processors are coarse: the mean of as many runs as take a while.
fn again_and_again(work: impl Fn()) -> Measurement<()> {
    let start = processor_time();
    let (mut runs, mut peak_bytes) = (0, 0);
    loop {
        peak_bytes = on_processor(&work).peak_bytes.max(peak_bytes);
        runs += 1;
        let spent = processor_time().saturating_sub(start);
        if spent > Duration::from_millis(100) {
            return Measurement { result: (), time: spent / runs, peak_bytes };
        }
    }
}

/// How long MONA takes for a program on a processor, the mean of several runs; `None` if it is not installed.
fn mona(program: &str) -> Option<Duration> {
    let path = std::env::temp_dir().join(format!("bouton-{}.mona", std::process::id()));
    std::fs::write(&path, program).ok()?;
    let start = time_of_children()?;
    let mut runs = 0;
    let time = loop {
        let silent = || Stdio::null();
        let ran = Command::new("mona").arg("-q").arg(&path).stdout(silent()).status();
        let spent = time_of_children()?.saturating_sub(start);
        if ran.is_err() {
            break None;
        }
        runs += 1;
        if spent > Duration::from_millis(300) {
            break Some(spent / runs);
        }
    };
    std::fs::remove_file(&path).ok()?;
    time
}

/// The time on processors of the programs that were started here and have ended, in hundredths of a second.
fn time_of_children() -> Option<Duration> {
    let said = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program, in brackets, may contain blanks.
    let fields: Vec<&str> = said.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = fields.get(13..15)?.iter().map(|field| field.parse::<u64>().ok());
    Some(Duration::from_millis(10 * ticks.sum::<Option<u64>>()?))
}

/// Moore's theorem for MONA: numbers are sets of places, and at each place the ones are a multiple of k + 1.
fn moore(piles: usize, at_once: usize) -> String {
    let old: Vec<String> = (0..piles).map(|pile| format!("X{pile}")).collect();
    let masks = |fits: &dyn Fn(u32) -> bool| {
        (0..1_u32 << piles).filter(|mask| fits(mask.count_ones())).collect::<Vec<_>>()
    };
    let place = |mask: &u32| {
        let digit = |pile: usize| {
            let not = if mask >> pile & 1 == 1 { "" } else { "not" };
            format!("t {not}in X{pile}")
        };
        format!("({})", (0..piles).map(digit).collect::<Vec<_>>().join(" & "))
    };
    let even = masks(&|ones| ones.is_multiple_of(at_once as u32 + 1));
    let even = even.iter().map(place).collect::<Vec<_>>().join(" | ");
    let moves = masks(&|ones| ones as usize == at_once).into_iter().map(|mask| {
        let chosen: Vec<usize> = (0..piles).filter(|pile| mask >> pile & 1 == 1).collect();
        let list = |of: &dyn Fn(&usize) -> String, between: &str| {
            chosen.iter().map(of).collect::<Vec<_>>().join(between)
        };
        let new: Vec<String> = (0..piles)
            .map(
                |pile| if chosen.contains(&pile) { format!("Y{pile}") } else { format!("X{pile}") },
            )
            .collect();
        format!(
            "(ex2 {}: {} & ~({}) & lost({}))",
            list(&|pile| format!("Y{pile}"), ", "),
            list(&|pile| format!("atmost(Y{pile}, X{pile})"), " & "),
            list(&|pile| format!("Y{pile} = X{pile}"), " & "),
            new.join(", ")
        )
    });
    format!(
        "pred atmost(var2 a, b) = a = b | (ex1 t: t in b & t notin a & (all1 s: s > t => (s in a <=> s in b)));\n\
         pred lost(var2 {old}) = all1 t: {even};\n\
         all2 {old}: lost({old}) <=> ~({});\n",
        moves.collect::<Vec<_>>().join(" | "),
        old = old.join(", "),
    )
}
