//! Certificates as theorems of Rocq.
//!
//! Most of them need `coqc`, Debian's package `coq`; `cargo xtask rocq` installs it.

#![allow(clippy::expect_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use bouton_lab::certificates::Certificate;
use bouton_lab::graph::{GraphQuestion, explore, label_certificate, structure_certificate};
use bouton_lab::graphs::read_edge_list;
use bouton_lab::rules::{Game, Limits, Refusal};
use bouton_lab::{Answerable, Ask, Desk, Quantity, Question, answer, ask, certify, rocq};

const CLOSED: &str = "Closed under the global context";

/// The period of a game's heaps.
fn period(game: &str, of: Quantity, to: u64) -> Certificate {
    let game = Game::parse(game).expect("a game");
    let ask = Ask::Sequence { of, to, row: None };
    let question = Question { game, ask, limits: Limits::default(), engine: None };
    let found = answer(&question).expect("an answer");
    certify::certificate(&question, &found).unwrap_or_else(|refusal| panic!("{refusal}"))
}

fn position(game: &str, position: &str) -> Certificate {
    let game = Game::parse(game).expect("a game");
    let question = Question::solve(game.clone(), game.position(position).expect("a position"));
    let found = answer(&question).expect("an answer");
    certify::certificate(&question, &found).unwrap_or_else(|refusal| panic!("{refusal}"))
}

/// The structure and the labels of a digraph.
fn graph(edges: &str) -> [Certificate; 2] {
    let limits = Limits::default();
    let named = read_edge_list(&mut edges.as_bytes(), &limits).expect("edges");
    let question =
        GraphQuestion { list: 0, sample: 0, seed: 1, claims: Vec::new(), backbone: false };
    let found = explore(&named, &question, &limits).expect("structures");
    [
        structure_certificate(&named, &found, &limits).expect("a certificate"),
        label_certificate(&named, &found, &limits).expect("a certificate"),
    ]
}

/// The lost positions of all sizes.
fn lost(game: &str, heaps: Option<usize>) -> Certificate {
    let asked = ask::Prove { heaps, certificate: true, ..ask::Prove::new(game) };
    let found = asked.answer(&Desk { limits: Limits::default(), files: false }).expect("an answer");
    let certificate = found.certificate.unwrap_or_else(|| panic!("{game}: {}", found.statement));
    Certificate::parse(&certificate).expect("a certificate")
}

fn theorem(certificate: &Certificate) -> String {
    rocq::theorem(certificate, &Limits::default()).unwrap_or_else(|refusal| panic!("{refusal}"))
}

/// A cycle of odd length without a kernel, a path with a single one, and a crown with draws.
const TRIANGLE: &str = "a b\nb c\nc a\n";
const PATH: &str = "1 0\n2 0\n2 1\n3 1\n3 2\n4 2\n4 3\n";
const CROWN: &str = "a b\nb a\nc d\nd c\nd e\nf g\ng h\nh i\ni f\n";
/// Games whose lost positions are an automaton in base 2: with an exception, with more than one heap at a time, with a
/// stuck player who wins, and with sets for Left and Right.
const THEOREMS: [(&str, Option<usize>); 10] = [
    ("nim", Some(2)),
    ("nim", Some(3)),
    ("nim", Some(4)),
    ("antonim", Some(3)),
    ("welter", Some(3)),
    ("moore:2", Some(3)),
    ("nim/misere", Some(3)),
    ("subtraction:1,3,4", Some(1)),
    ("game mark; position n; move n' = n - 1; move n >= 1: n' = n div 2", None),
    ("ending-partizan:2,3", None),
];
/// A vertex with a loop loses in no kernel.
const LOOP: &str = "a a\na b\nb c\nc b\n";

fn samples() -> Vec<(String, Certificate)> {
    let mut all = Vec::new();
    let mut add = |name: &str, certificate| {
        all.push((name.replace(|c: char| !c.is_ascii_alphanumeric(), "_"), certificate))
    };
    for (game, to) in
        [("kayles", 200), ("octal:0.07", 200), ("octal:0.45", 1200), ("octal:4.07", 100)]
    {
        add(&format!("values of {game}"), period(game, Quantity::NimValue, to));
    }
    add("values of subtraction", period("subtraction:1,3,4", Quantity::NimValue, 60));
    for game in [
        "kayles",
        "octal:0.3",
        "subtraction:2,5,7/misere",
        "ending-partizan:2,3",
        "ending-partizan:2,3,6",
    ] {
        add(&format!("outcomes of {game}"), period(game, Quantity::Outcome, 300));
    }
    for game in ["partizan-subtraction:1,2|1,3", "ending-partizan:2,3@LN"] {
        add(&format!("outcomes of {game}"), period(game, Quantity::Outcome, 300));
    }
    for (game, start) in [
        ("ending-partizan:2,3", "6"),
        ("wythoff", "3,5"),
        ("wythoff", "4,5"),
        ("nimrod", "7,2"),
        ("nim", "3,4,6"),
        ("nim/misere", "1,1,2"),
        ("dawsons-kayles", "9,4"),
        ("subtraction:1,3,4", "5,6,7"),
    ] {
        add(&format!("position of {game}"), position(game, start));
    }
    // Moves that leave three heaps.
    add("values of octal:0.b", period("octal:0.b", Quantity::NimValue, 60));
    add("outcomes of octal:0.f", period("octal:0.f", Quantity::Outcome, 60));
    add("position of octal:0.1f", position("octal:0.1f", "9,14"));
    for (game, heaps) in THEOREMS {
        add(&format!("lost in {game} {heaps:?}"), lost(game, heaps));
    }
    for (name, edges) in [("triangle", TRIANGLE), ("path", PATH), ("crown", CROWN), ("loop", LOOP)]
    {
        let [structure, labels] = graph(edges);
        add(&format!("structure of {name}"), structure);
        add(&format!("labels of {name}"), labels);
    }
    all
}

#[test]
fn the_theorem_can_be_read() {
    let text = theorem(&period("octal:0.77", Quantity::NimValue, 200));
    assert!(text.contains("Definition digits : list N := [0; 7; 7]."), "{text}");
    let statement = "Theorem octal_0_77_has_period_12 : forall g, nim_values (by_code digits) g ->\n  forall n, 71 <= n \
                     -> g (n + 12) = g n.";
    assert!(text.contains(statement), "{text}");
}

#[test]
fn the_rules_and_the_words_of_a_theorem_about_all_positions_can_be_read() {
    let text = theorem(&lost("antonim", Some(3)));
    let parts = [
        "Definition antonim_3_heaps : game := Game (N * N * N)\n  (fun _ '(a, b, c) p =>\n  (exists a', ",
        "a' < a",
        "p = (a', b, c)) \\/\n",
        "Theorem antonim_3_heaps_lost : forall a b c, legal a b c ->\n  has_outcome antonim_3_heaps (a, b, c)\n    (if accepts lost \
         [a; b; c] then Previous else Next).",
        "Theorem antonim_3_heaps_in_words : forall a b c, legal a b c ->\n  has_outcome antonim_3_heaps (a, b, c) Previous <-> \
         (nim_sum [a + 1; b + 1; c + 1] = 0 \\/ (a = 0 /\\ b = 0 /\\ c = 0)).",
    ];
    for part in parts {
        assert!(text.contains(part), "{part}\n{text}");
    }
}

/// `coqc` would do what a file says, so only a file that is written here is given to it.
#[test]
fn foreign_files_are_not_run() {
    let text = theorem(&period("ending-partizan:2,3", Quantity::Outcome, 60));
    let with = |from: &str, to: &str| text.replacen(from, to, 1);
    let files = [
        String::new(),
        "Redirect \"/tmp/x\" Print nat.".to_owned(),
        format!("Declare ML Module \"x\".\n{text}"),
        format!("{text}Redirect \"x\" Print nat."),
        with("Print Assumptions", "Redirect \"x\" Print Assumptions"),
        with("least_period f 2 5", "least_period f 2 5 \\/ True"),
        with("\"period\": 5", "\"period\": 10"),
        text.replace('\n', "\r\n"),
    ];
    for file in files {
        assert_ne!(file, text);
        let refusal = rocq::check(&file, &Limits::default()).expect_err("not run");
        assert!(matches!(refusal, Refusal::BadInput { .. }), "{refusal:?}");
    }
}

/// Names of vertices stand in a comment of the file, in quotation marks.
#[test]
fn names_cannot_end_a_comment() {
    let edges = "x*)\" (*y\n";
    for certificate in graph(edges) {
        let text = theorem(&certificate);
        assert_eq!(text.matches("(*").count(), 2, "{text}");
        assert_eq!(text.matches("*)").count(), 2, "{text}");
    }
}

#[test]
fn what_the_library_does_not_cover_is_refused() {
    for certificate in [position("antonim", "1,3,4"), lost("wythoff", None)] {
        let refusal = rocq::theorem(&certificate, &Limits::default()).expect_err("not covered");
        assert!(
            refusal.to_string().starts_with("the library for Rocq does not cover"),
            "{refusal}"
        );
    }
}

/// The folder with the compiled library.
fn library() -> &'static PathBuf {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("rocq");
        fs::create_dir_all(&folder).expect("a folder");
        let mut is_fresh = true;
        for (name, source) in rocq::LIBRARY {
            let file = folder.join(name).with_extension("v");
            is_fresh &= fs::read_to_string(&file).is_ok_and(|there| there == source);
            is_fresh &= file.with_extension("vo").exists();
            if !is_fresh {
                coqc(&folder, name, source).unwrap_or_else(|error| panic!("{name}: {error}"));
            }
        }
        folder
    })
}

/// What `coqc` prints, or its complaint.
fn coqc(folder: &Path, name: &str, source: &str) -> Result<String, String> {
    let file = format!("{name}.v");
    fs::write(folder.join(&file), source).expect("written");
    let mut command = Command::new("coqc");
    command.args(["-q", "-R", ".", "Bouton", "-w", "none", &file]).current_dir(folder);
    let output = command.output().expect("coqc is installed");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if output.status.success() { Ok(text(&output.stdout)) } else { Err(text(&output.stderr)) }
}

#[test]
fn no_theorem_of_the_library_has_axioms() {
    let (_, theorems) = rocq::LIBRARY[rocq::LIBRARY.len() - 1];
    let names: Vec<&str> = theorems
        .lines()
        .filter_map(|line| line.strip_prefix("Theorem "))
        .filter_map(|line| line.split(' ').next())
        .collect();
    assert!(names.len() > 20, "{names:?}");
    let prints = names.iter().map(|name| format!("Print Assumptions {name}.\n"));
    let source = format!("From Bouton Require Import Theorems.\n{}", prints.collect::<String>());
    let printed = coqc(library(), "Assumptions", &source).expect("accepted");
    assert_eq!(printed.lines().count(), names.len(), "{printed}");
    assert!(printed.lines().all(|line| line == CLOSED), "{printed}");
}

#[test]
fn certificates_are_theorems() {
    for (name, certificate) in samples() {
        let name = format!("sample_{}", name.replace(' ', "_"));
        let printed = coqc(library(), &name, &theorem(&certificate));
        assert_eq!(printed.as_deref().map(str::trim), Ok(CLOSED), "{name}");
    }
}

/// Every code of two digits whose period Bouton proves, in one file.
#[test]
fn the_periods_of_all_codes_with_two_digits_are_theorems() {
    let mut source = String::new();
    let mut count = 0;
    for code in 0..64u32 {
        let game = Game::parse(&format!("octal:0.{code:02o}")).expect("a code");
        let ask = Ask::Sequence { of: Quantity::NimValue, to: 2000, row: None };
        let question = Question { game, ask, limits: Limits::default(), engine: None };
        let found = answer(&question).expect("an answer");
        let Ok(certificate) = certify::certificate(&question, &found) else { continue };
        count += 1;
        source.push_str(&module(&format!("Code{code}"), &theorem(&certificate), |line| {
            line.to_owned()
        }));
    }
    assert!(count > 40, "{count}");
    let printed = coqc(library(), "Survey", &source).expect("accepted");
    assert_eq!(printed.lines().filter(|line| *line == CLOSED).count(), count, "{printed}");
}

/// A file as a module, so that many fit into one file; the proofs may be changed.
fn module(name: &str, file: &str, proof: impl Fn(&str) -> String) -> String {
    let (_, body) = file.split_once("From Coq").expect("a head");
    let (body, _) = body.split_once("\n(* The certificate").expect("a certificate");
    // What rests on a theorem that is refused cannot be stated.
    let body = body.split("\n(* The same in words").next().unwrap_or(body);
    let (imports, body) = body.split_once("Open Scope list_scope.\n").expect("scopes");
    let body: Vec<String> = body.lines().map(proof).collect();
    format!(
        "From Coq{imports}Open Scope list_scope.\nModule {name}.\n{}\nEnd {name}.\n",
        body.join("\n")
    )
}

/// A thousand certificates with one entry changed: the checker computes to something else than true.
#[test]
fn mutants_are_refused() {
    let [_, labels] = graph(CROWN);
    let [only, labelled_path] = graph(PATH);
    let bases = [
        ("lost", lost("nim", Some(3))),
        ("lost", lost("nim/misere", Some(2))),
        ("digits", period("octal:0.77", Quantity::NimValue, 200)),
        ("digits", period("octal:0.07", Quantity::NimValue, 200)),
        ("graph_edges", only.clone()),
        ("graph_edges", labelled_path),
        ("terms", period("kayles", Quantity::NimValue, 200)),
        ("terms", period("subtraction:1,3,4", Quantity::NimValue, 60)),
        ("terms", period("ending-partizan:2,3,6", Quantity::Outcome, 60)),
        ("terms", period("partizan-subtraction:1,2|1,3", Quantity::Outcome, 60)),
        ("nim_terms", period("kayles", Quantity::Outcome, 200)),
        ("ranks", labels),
        ("losing", only),
    ];
    // Unchanged, each of them is accepted, and the file that expects a refusal is not.
    for (number, (_, certificate)) in bases.iter().enumerate() {
        let name = format!("Control{number}");
        let control = module(&name, &theorem(certificate), refused);
        let error = coqc(library(), &name, &control).expect_err("accepted");
        assert!(error.contains("has not failed"), "{error}");
    }
    let mut random = 1u64;
    let mut source = String::new();
    let files: Vec<String> = bases.iter().map(|(_, certificate)| theorem(certificate)).collect();
    let mut number = 0;
    for base in (0..bases.len()).cycle() {
        if number == 1000 {
            break;
        }
        let what = bases[base].0;
        let mutant = mutated(&files[base], what, &mut random);
        let may_be_true = match what {
            "digits" => first_values(&mutant) == first_values(&files[base]),
            "graph_edges" => {
                losing(&mutant).is_none_or(|mutant| Some(mutant) == losing(&files[base]))
            }
            _ => false,
        };
        if !may_be_true {
            number += 1;
            source.push_str(&module(&format!("Mutant{number}"), &mutant, refused));
        }
    }
    let printed = coqc(library(), "Mutants", &source).expect("each is refused");
    assert!(!printed.contains(CLOSED), "{printed}");
}

/// The proof of a theorem must fail where it is computed.
fn refused(line: &str) -> String {
    match line
        .strip_prefix("Proof. refine (")
        .and_then(|line| line.strip_suffix(". computed. Qed."))
    {
        Some(term) => format!("Proof. refine ({term}. Fail (vm_compute; reflexivity). Abort."),
        None if line.starts_with("Proof.") => "Abort.".to_owned(),
        None if line.starts_with("Print Assumptions") => String::new(),
        None => line.to_owned(),
    }
}

/// The entries of a definition, as numbers.
fn entries(file: &str, name: &str) -> Vec<usize> {
    let start = file.find(&format!("Definition {name} :")).expect("a definition");
    let body = file[start..].split_once(":=").expect("a body").1;
    let body = body.split_once(".\n").expect("an end").0;
    let numbers = body.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
    numbers.map(|number| number.parse().expect("a number")).collect()
}

/// The nim-values of heaps below 83 by the definition, for the digits that a file states, all below 8.
fn first_values(file: &str) -> Vec<usize> {
    let digits = entries(file, "digits");
    let mut values: Vec<usize> = Vec::new();
    for heap in 0..83 {
        let mut options = Vec::new();
        for (taken, digit) in digits.iter().enumerate().filter(|(taken, _)| *taken <= heap) {
            let rest = heap - taken;
            if digit & 1 != 0 && rest == 0 {
                options.push(0);
            }
            if digit & 2 != 0 && (1..heap).contains(&rest) {
                options.push(values[rest]);
            }
            if digit & 4 != 0 {
                options.extend((1..rest).map(|one| values[one] ^ values[rest - one]));
            }
        }
        values.push((0..).find(|value| !options.contains(value)).unwrap_or_default());
    }
    values
}

/// The vertices from which the player to move loses, in a digraph without cycles; nothing where there is one.
fn losing(file: &str) -> Option<Vec<bool>> {
    let edges = entries(file, "graph_edges");
    let edges: Vec<(usize, usize)> = edges.chunks(2).map(|pair| (pair[0], pair[1])).collect();
    let count = 1 + edges.iter().flat_map(|(a, b)| [*a, *b]).max()?;
    let mut known = vec![None; count];
    for _ in 0..count {
        for vertex in 0..count {
            let mut next =
                edges.iter().filter(|(from, _)| *from == vertex).map(|(_, to)| known[*to]);
            if known[vertex].is_none() {
                let wins = next.clone().any(|next| next == Some(true));
                known[vertex] = match (wins, next.all(|next| next == Some(false))) {
                    (true, _) => Some(false),
                    (false, true) => Some(true),
                    _ => None,
                };
            }
        }
    }
    known.into_iter().collect()
}

/// One entry of the definition is changed.
fn mutated(file: &str, what: &str, random: &mut u64) -> String {
    let start = file.find(&format!("Definition {what}")).expect("a definition");
    let start = start + file[start..].find(":=").expect("a body");
    let end = start + file[start..].find(".\n").expect("an end");
    let body = &file[start..end];
    let has_letters = what.ends_with("terms");
    let is_entry = |c: char| c.is_ascii_digit() || has_letters && "LRNP".contains(c);
    let places: Vec<usize> =
        body.char_indices().filter(|(_, c)| is_entry(*c)).map(|(at, _)| at).collect();
    // `letters`, `Lost` and the numbers of parts are not entries.
    let places: Vec<usize> = match what {
        "ranks" => {
            body.match_indices("Won").chain(body.match_indices("Drawn")).map(|(at, _)| at).collect()
        }
        _ => places.into_iter().filter(|at| !body[..*at].ends_with('_')).collect(),
    };
    // Knuth's generator, the same mutants each time.
    *random =
        random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    let at = start + places[(*random >> 33) as usize % places.len()];
    let (old, new) = match &file[at..at + 1] {
        "W" => ("Won", "Drawn"),
        "D" => ("Drawn", "Lost"),
        "L" => ("L", "R"),
        "R" => ("R", "N"),
        "N" => ("N", "P"),
        "P" => ("P", "L"),
        "0" => ("0", "1"),
        digit => (digit, "0"),
    };
    format!("{}{new}{}", &file[..at], &file[at + old.len()..])
}
