//! Proves the games of the literature and says how long each took: `cargo run --release -p bouton-prove --example
//! theorems [NAME...]`. With CERTIFICATES=DIR each theorem is written to a file there, which `bouton check` verifies.
//! With the name `mona` the theorems of Nim and of Moore's Nim are decided by MONA as well, which is given the set of lost
//! positions, and the times are compared: that of MONA is the one that it reports, without starting the program.

use std::sync::OnceLock;
use std::time::Instant;

use bouton_prove::{Question, Theorem, Verdict};
use bouton_values::Limits;

#[path = "../tests/games/mod.rs"]
mod games;

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    if wanted == ["mona"] {
        return against_mona();
    }
    for game in games::games() {
        if !wanted.is_empty() && !wanted.contains(&game.name) {
            continue;
        }
        let program = games::program(&game.text);
        let (heaps, values) = (game.heaps, game.values);
        let start = seconds();
        let question = Question { program: &program, heaps, values, numerations: Vec::new() };
        let said = match question.prove(&Limits::default()) {
            Ok(Verdict::Proved(theorem)) if write(&game, &theorem).is_err() => {
                "not written".to_owned()
            }
            Ok(Verdict::Proved(theorem)) => format!(
                "{} {:?} states, measure {:?}, {} refuted",
                theorem.numeration,
                theorem.sets.iter().map(bouton_automata::Automaton::states).collect::<Vec<_>>(),
                theorem.measure,
                theorem.search.refuted
            ),
            Ok(Verdict::NotFound(search)) => format!("NOT FOUND {search:?}"),
            Ok(Verdict::Outside(reason)) => format!("OUTSIDE {reason}"),
            Err(refusal) => format!("REFUSED {refusal}"),
        };
        println!("{:26} {:>8.1} ms  {said}", game.name, (seconds() - start) * 1000.0);
    }
}

/// The time that this program has run on a processor, if the system says so: other programs on the machine do not count.
/// MONA's clock is of the same kind.
fn seconds() -> f64 {
    static START: OnceLock<Instant> = OnceLock::new();
    let said = std::fs::read_to_string("/proc/self/schedstat").ok();
    let nanoseconds = said.and_then(|said| said.split_whitespace().next()?.parse::<f64>().ok());
    let passed = || START.get_or_init(Instant::now).elapsed().as_secs_f64();
    nanoseconds.map_or_else(passed, |nanoseconds| nanoseconds * 1e-9)
}

/// How often a theorem is decided to measure the time.
const TIMES: u32 = 40;

/// Times of MONA and of this program for the same theorems.
fn against_mona() {
    for (name, piles, at_once) in [
        ("nim-3", 3, 1),
        ("nim-5", 5, 1),
        ("moore2-4", 4, 2),
        ("moore2-5", 5, 2),
        ("moore3-4", 4, 3),
        ("moore3-5", 5, 3),
    ] {
        let Some(game) = games::games().into_iter().find(|game| game.name == name) else {
            continue;
        };
        let program = games::program(&game.text);
        let question = Question {
            program: &program,
            heaps: game.heaps,
            values: false,
            numerations: Vec::new(),
        };
        let Ok(Verdict::Proved(theorem)) = question.prove(&Limits::default()) else {
            println!("{name}: no theorem");
            continue;
        };
        // Clocks of processes are coarse.
        let start = seconds();
        for _ in 0..TIMES {
            assert_eq!(question.has_theorem(&theorem, &Limits::default()), Ok(true), "{name}");
        }
        let own = (seconds() - start) / f64::from(TIMES);
        let path = std::env::temp_dir().join(format!("bouton-{}-{name}.mona", std::process::id()));
        let said = std::fs::write(&path, mona(piles, at_once))
            .and_then(|()| std::process::Command::new("mona").arg("-t").arg(&path).output());
        let Ok(said) = said else {
            println!("{name}: {own:.4} s; mona is not installed");
            continue;
        };
        let said = String::from_utf8_lossy(&said.stdout).into_owned();
        assert!(said.contains("is valid"), "{name}: {said}");
        let clock =
            said.lines().filter_map(|line| line.trim().strip_prefix("Total time:")).next_back();
        let seconds = clock.and_then(|clock| {
            let mut parts = clock.trim().rsplit(':').map(|part| part.trim().parse::<f64>());
            let seconds = parts.next()?.ok()?;
            let minutes = parts.next()?.ok()?;
            Some(60.0 * minutes + seconds)
        });
        match seconds {
            Some(seconds) => {
                println!(
                    "{name:10} {own:.4} s, MONA {seconds:.2} s: {:.1} times as long",
                    seconds / own
                );
            }
            None => println!("{name}: {own:.4} s; MONA says {said}"),
        }
    }
}

/// Moore's theorem for MONA: numbers are sets of places, and at each place the ones are a multiple of k + 1.
fn mona(piles: usize, at_once: usize) -> String {
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

/// Writes the certificate, if a folder is named.
fn write(game: &games::Listed, theorem: &Theorem) -> std::io::Result<()> {
    let Ok(folder) = std::env::var("CERTIFICATES") else { return Ok(()) };
    let list = |numbers: Vec<String>| format!("[{}]", numbers.join(", "));
    let set = |set: &bouton_automata::Automaton| {
        let accepting = (0..set.states()).filter(|state| set.accepting()[*state]);
        let rows = set.rows().map(|row| list(row.iter().map(ToString::to_string).collect()));
        let rows: Vec<String> = rows.map(|row| format!("        {row}")).collect();
        format!(
            "    {{\n      \"accepting\": {},\n      \"next\": [\n{}\n      ]\n    }}",
            list(accepting.map(|state| state.to_string()).collect()),
            rows.join(",\n")
        )
    };
    let sets: Vec<String> = theorem.sets.iter().map(set).collect();
    let heaps = game.heaps.map(|heaps| format!("  \"heaps\": {heaps},\n")).unwrap_or_default();
    let text = format!(
        "{{\n  \"bouton-certificate\": 1,\n  \"kind\": \"automatic\",\n  \"game\": \"{}\",\n{heaps}  \"numeration\": \
         \"{}\",\n  \"of\": \"{}\",\n  \"measure\": {},\n  \"sets\": [\n{}\n  ]\n}}\n",
        game.text,
        theorem.numeration,
        if theorem.values { "nim-value" } else { "lost" },
        list(theorem.measure.iter().map(ToString::to_string).collect()),
        sets.join(",\n")
    );
    let name = game.name.replace([':', '/', ','], "-");
    std::fs::write(std::path::Path::new(&folder).join(format!("{name}.json")), text)
}
