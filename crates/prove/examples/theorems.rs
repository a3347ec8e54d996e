//! Proves the games of the literature and says how long each took: `cargo run --release -p bouton-prove --example
//! theorems [NAME...]`. With CERTIFICATES=DIR each theorem is written to a file there, which `bouton check` verifies.

use std::sync::OnceLock;
use std::time::Instant;

use bouton_prove::{Question, Theorem, Verdict};
use bouton_values::Limits;

#[path = "../tests/games/mod.rs"]
mod games;

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
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
fn seconds() -> f64 {
    static START: OnceLock<Instant> = OnceLock::new();
    let said = std::fs::read_to_string("/proc/self/schedstat").ok();
    let nanoseconds = said.and_then(|said| said.split_whitespace().next()?.parse::<f64>().ok());
    let passed = || START.get_or_init(Instant::now).elapsed().as_secs_f64();
    nanoseconds.map_or_else(passed, |nanoseconds| nanoseconds * 1e-9)
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
