//! Certificates as theorems of Rocq.
//!
//! Most of them need `coqc`, Debian's package `coq`; `cargo xtask rocq` installs it.

#![allow(clippy::expect_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
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
    attempt(game, of, to).unwrap_or_else(|| panic!("{game} has no period"))
}

/// The period of a game's heaps, if there is a certificate of one.
fn attempt(game: &str, of: Quantity, to: u64) -> Option<Certificate> {
    let game = Game::parse(game).expect("a game");
    let ask = Ask::Sequence { of, to, row: None };
    let question = Question { game, ask, limits: Limits::default(), engine: None };
    let found = answer(&question).expect("an answer");
    certify::certificate(&question, &found).ok()
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
    proved(ask::Prove { heaps, ..ask::Prove::new(game) })
}

/// The nim-values of all positions.
fn values(game: &str, heaps: Option<usize>) -> Certificate {
    proved(ask::Prove { heaps, values: true, ..ask::Prove::new(game) })
}

fn proved(asked: ask::Prove) -> Certificate {
    let asked = ask::Prove { certificate: true, ..asked };
    let found = asked.answer(&Desk { limits: Limits::default(), files: false }).expect("an answer");
    let certificate =
        found.certificate.unwrap_or_else(|| panic!("{}: {}", asked.game, found.statement));
    Certificate::parse(&certificate).expect("a certificate")
}

fn theorem(certificate: &Certificate) -> String {
    rocq::theorem(certificate, &Limits::default()).unwrap_or_else(|refusal| panic!("{refusal}"))
}

/// A cycle of odd length without a kernel, a path with a single one, and a crown with draws and four kernels.
const TRIANGLE: &str = "a b\nb c\nc a\n";
const PATH: &str = "1 0\n2 0\n2 1\n3 1\n3 2\n4 2\n4 3\n";
const CROWN: &str = "a b\nb a\nc d\nd c\nd e\nf g\ng h\nh i\ni f\n";
/// Games whose lost positions are an automaton in base 2: with an exception, with more than one heap at a time, with a
/// stuck player who wins, and with sets for Left and Right.
const THEOREMS: [(&str, Option<usize>); 12] = [
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
    // Nim-sums in the rules: in a move, and in what is legal.
    ("game twist; position n; move 1 <= k < n, n xor k < n: n' = n xor k", None),
    ("game apart; position a, b; legal a xor b != 1; move 0 <= a' < a; move 0 <= b' < b", None),
];
/// Games whose nim-values are an automaton in base 2, also where a heap falls into two.
const VALUES: [(&str, Option<usize>); 3] = [
    ("nim", Some(2)),
    ("subtraction:1,3,4", Some(1)),
    ("game pins; heaps h; move one h: h' = a + b where a + b = h - 1", Some(1)),
];
/// A vertex with a loop loses in no kernel.
const LOOP: &str = "a a\na b\nb c\nc b\n";

/// Ten cycles of two vertices: 1024 kernels, more than a certificate lists.
fn many() -> String {
    (0..10).map(|pair| format!("a{pair} b{pair}\nb{pair} a{pair}\n")).collect()
}

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
        // Heaps whose order makes no difference.
        ("antonim", "1,3,4"),
        ("antonim", "1,2,4"),
        ("welter", "1,2,4"),
        ("moore:2/misere", "1,2,2"),
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
    for (game, heaps) in VALUES {
        add(&format!("all values of {game} {heaps:?}"), values(game, heaps));
    }
    let many = many();
    for (name, edges) in [
        ("triangle", TRIANGLE),
        ("path", PATH),
        ("crown", CROWN),
        ("loop", LOOP),
        ("two_cycles", &many),
    ] {
        let [structure, labels] = graph(edges);
        add(&format!("structure of {name}"), structure);
        add(&format!("labels of {name}"), labels);
    }
    // A set is a kernel of a cycle and of its reverse, so the crown without its path has the same of all directions.
    let [cycles, _] = graph("a b\nb a\nf g\ng h\nh i\ni f\n");
    for direction in ["cogame", "both"] {
        let text = cycles.to_json().replace("\"game\"", &format!("\"{direction}\""));
        add(&format!("{direction}s of cycles"), Certificate::parse(&text).expect("a certificate"));
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

/// The crown has the kernels {0 or 1; 2; 4; 5, 7 or 6, 8}.
#[test]
fn a_theorem_about_all_structures_can_be_read() {
    let [all, _] = graph(CROWN);
    let text = theorem(&all);
    let parts = [
        "Definition losing_0 : list N := [0; 2; 4; 5; 7].\nDefinition losing_1 : list N := [0; 2; 4; 6; 8].\nDefinition \
         losing_2 : list N := [1; 2; 4; 5; 7].\nDefinition losing_3 : list N := [1; 2; 4; 6; 8].\n",
        "Theorem graph_has_exactly_these_structures : length structures = 4%nat /\\\n  ForallOrdPairs (fun a b => exists v, v < \
         vertices graph /\\ member a v <> member b v) structures /\\\n  forall k, structure Along graph k <-> exists losing, In \
         losing structures /\\\n    forall v, v < vertices graph -> k v = member losing v.",
    ];
    for part in parts {
        assert!(text.contains(part), "{text}");
    }
    let [one, _] = graph(&many());
    assert!(theorem(&one).contains("Theorem graph_has_this_structure : "), "{one:?}");
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
    let edges = r#""x*)\"" "(*y""#;
    for certificate in graph(edges) {
        let text = theorem(&certificate);
        assert_eq!(text.matches("(*").count(), 2, "{text}");
        assert_eq!(text.matches("*)").count(), 2, "{text}");
    }
}

#[test]
fn what_the_library_does_not_cover_is_refused() {
    for certificate in [position("grundy/misere", "7"), lost("wythoff", None)] {
        let refusal = rocq::theorem(&certificate, &Limits::default()).expect_err("not covered");
        assert!(
            refusal.to_string().starts_with("the library for Rocq does not cover"),
            "{refusal}"
        );
    }
}

/// Two pages have 130 lines of 100 columns. The definitions fill no more, nor do the theorems about games with their own
/// words, without the proofs.
#[test]
fn what_has_to_be_read_fits_on_two_pages() {
    let read = |file: &str| {
        let (_, text) = rocq::LIBRARY.iter().find(|(name, _)| *name == file).expect("a file");
        assert!(text.lines().all(|line| line.chars().count() <= 100), "{file}");
        let mut is_proof = false;
        let is_read = |line: &&str| {
            let was_proof = is_proof || line.starts_with("Proof.");
            is_proof = was_proof && !line.ends_with("Qed.");
            !was_proof
        };
        text.lines().filter(is_read).count()
    };
    assert!(read("Games") <= 130, "{}", read("Games"));
    let theorems = read("Named") + read("Theorems");
    assert!((60..=130).contains(&theorems), "{theorems}");
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
    let last = &rocq::LIBRARY[rocq::LIBRARY.len() - 2..];
    let names = last.iter().flat_map(|(file, text)| {
        let names = text.lines().filter_map(|line| line.strip_prefix("Theorem "));
        names.filter_map(move |line| Some(format!("{file}.{}", line.split(' ').next()?)))
    });
    let names: Vec<String> = names.collect();
    assert!(names.len() > 20, "{names:?}");
    let source = format!("From Bouton Require Import Theorems Checkers.\n{}", closed(&names));
    assert_eq!(coqc(library(), "Assumptions", &source).as_deref().map(str::trim), Ok(CLOSED));
}

/// Prints what all these theorems assume, in one search: most of their proofs rest on the same lemmas, and looking
/// through the library for each theorem takes ten times as long as checking the theorems.
fn closed(names: &[String]) -> String {
    // With `@`, no argument of a theorem is left to be found.
    format!("Definition all := (@{}).\nPrint Assumptions all.\n", names.join(", @"))
}

/// An axiom under one of many theorems is found.
#[test]
fn an_axiom_is_seen_among_theorems() {
    let names = ["I", "guess", "I"].map(str::to_owned);
    let source = format!("Axiom guess : False.\n{}", closed(&names));
    let printed = coqc(library(), "Axiom", &source).expect("accepted");
    assert!(printed.contains("guess : False") && !printed.contains(CLOSED), "{printed}");
}

/// All in one file, because `coqc` takes longer to start than for most of them.
#[test]
fn certificates_are_theorems() {
    let samples = samples();
    assert_theorems("Samples", samples.iter().map(|(_, certificate)| theorem(certificate)));
}

/// These files are accepted, and nothing is assumed in any of them.
fn assert_theorems(name: &str, files: impl Iterator<Item = String>) {
    let mut source = Modules::default();
    let mut names = Vec::new();
    for (number, file) in files.enumerate() {
        let module = format!("File{number}");
        let count = names.len();
        source.add(&module, &file, |line| match line.strip_prefix("Print Assumptions ") {
            Some(theorem) => {
                names.push(format!("{module}.{}", theorem.trim_end_matches('.')));
                String::new()
            }
            None => line.to_owned(),
        });
        assert_eq!(names.len(), count + 1, "{file}");
    }
    let source = format!("{}{}", source.text, closed(&names));
    assert_eq!(coqc(library(), name, &source).as_deref().map(str::trim), Ok(CLOSED));
}

/// The claim of each certificate is written in the words of `Games.v` alone: no other file has to be read to know what is
/// claimed.
#[test]
fn a_claim_needs_no_words_but_those_of_the_games() {
    let mut source = "From Coq Require Import NArith String List.\nImport ListNotations.\nFrom Bouton Require Import \
                      Games.\nOpen Scope N_scope.\nOpen Scope list_scope.\n"
        .to_owned();
    for (number, (name, certificate)) in samples().iter().enumerate() {
        let file = theorem(certificate);
        let (_, file) = file.split_once("Open Scope list_scope.\n").expect("a head");
        let (before, claim) = file.split_once("\nTheorem ").expect("a theorem");
        let (_, claim) = claim.split_once(" : ").expect("a claim");
        let (claim, _) = claim.split_once(".\nProof.").expect("a proof");
        // The data of a checker, which the claim does not speak of.
        let checker = ["(* The rules once more", "Definition steps"];
        let ends = checker.into_iter().filter_map(|start| before.find(start));
        let words = &before[..ends.min().unwrap_or(before.len())];
        source.push_str(&format!(
            "(* {name} *)\nModule Claim{number}.\n{words}\nDefinition claim : Prop :=\n  {claim}.\nEnd Claim{number}.\n"
        ));
    }
    assert_eq!(coqc(library(), "Claims", &source), Ok(String::new()));
}

/// The commands for sequences and surveys in the documents, and the survey of all codes with two digits: every period that
/// has a certificate, in one file.
#[test]
fn the_periods_of_the_documents_and_of_the_survey_are_theorems() {
    // A code may be in a document and in a survey.
    let mut theorems = BTreeSet::new();
    let mut count = 0;
    let mut without = Vec::new();
    let mut surveys = vec![(2, 1024)];
    let documents = documents();
    for line in documents.lines().map(|line| line.trim_start_matches("$ ")) {
        let words: Vec<&str> = line.split(' ').collect();
        let option = |name: &str| Some(words[words.iter().position(|one| *one == name)? + 1]);
        // Fewer terms than a document asks for show every period in it.
        let to = || option("--to").and_then(|to| to.parse().ok()).unwrap_or(2000).min(2000);
        if words.starts_with(&["bouton", "survey"]) {
            let digits = option("--digits").expect("digits").parse().expect("a number");
            surveys.push((digits, to()));
        } else if words.starts_with(&["bouton", "sequence"]) {
            let is_value = option("--of") == Some("nim-value");
            let of = if is_value { Quantity::NimValue } else { Quantity::Outcome };
            match option("--row").is_none().then(|| attempt(words[2], of, to())).flatten() {
                Some(certificate) => {
                    count += 1;
                    theorems.insert(theorem(&certificate));
                }
                None => without.push(line),
            }
        }
    }
    // Rows of positions with two numbers, terms that grow, and a game whose period nobody knows.
    let has_none =
        |line: &&str| ["--row", "lasker", "officers"].into_iter().any(|part| line.contains(part));
    assert!(without.iter().all(has_none), "{without:?}");
    let typed = ["\n$ bouton sequence ", "\nbouton sequence "];
    let typed: usize = typed.into_iter().map(|start| documents.matches(start).count()).sum();
    assert_eq!(count + without.len(), typed);
    assert!(surveys.len() > 1 && count > 5, "{surveys:?} {count}");

    for (digits, to) in surveys {
        let survey = ask::Survey { digits, to };
        let desk = Desk { limits: Limits::default(), files: false };
        let codes = survey.answer(&desk).expect("a survey").codes;
        assert_eq!(codes.len(), 8_usize.pow(digits));
        for (number, code) in codes.iter().enumerate() {
            let found = code.preperiod.zip(code.period);
            let found = found.map(|(preperiod, period)| (preperiod as usize, period as usize));
            let digits: Vec<usize> = (0..=digits)
                .map(|taken| if taken == 0 { 0 } else { number >> (3 * (digits - taken)) & 7 })
                .collect();
            assert_eq!(found, repeated_window(&digits, to as usize), "{}", code.code);
            if found.is_some() {
                theorems.insert(theorem(&period(&code.game, Quantity::NimValue, to)));
            }
        }
    }
    assert_theorems("Documents", theorems.into_iter());
}

/// A period of 127 162 after 411 terms: too long for the checker, but not for Rocq.
#[test]
fn the_period_of_a_long_table_is_a_theorem() {
    let game = Game::parse("subtraction:13,19,34,40,53").expect("a game");
    let ask = Ask::Sequence { of: Quantity::NimValue, to: 300_000, row: None };
    let question = Question { game, ask, limits: Limits::default(), engine: None };
    let found = answer(&question).expect("an answer");
    let certificate = certify::certificate_for_rocq(&question, &found).expect("a certificate");
    assert!(rocq::is_left_to_rocq(&certificate));
    let printed = coqc(library(), "Long", &theorem(&certificate));
    assert_eq!(printed.as_deref().map(str::trim), Ok(CLOSED));
}

/// The texts that show commands to readers.
fn documents() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let guides = fs::read_dir(root.join("docs")).expect("documents").map(|entry| {
        let path = entry.expect("a document").path();
        let is_guide =
            path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("guide"));
        if is_guide { fs::read_to_string(path).expect("a text") } else { String::new() }
    });
    guides.collect::<String>() + &fs::read_to_string(root.join("README.md")).expect("a text")
}

/// The least preperiod and period that the nim-values below `bound` prove by the theorem of Guy and Smith.
fn repeated_window(digits: &[usize], bound: usize) -> Option<(usize, usize)> {
    let values = values_below(digits, bound);
    let parts = if digits.iter().any(|digit| digit & 4 != 0) { 2 } else { 1 };
    let taken = digits.iter().rposition(|digit| *digit != 0).unwrap_or(0);
    (1..bound).find_map(|period| {
        let differs = |n: &usize| values[*n] != values[n + period];
        let preperiod = (0..bound - period).rev().find(differs).map_or(0, |last| last + 1);
        let end = parts * preperiod.max(1) + (parts - 1) * period + taken;
        (end + period <= bound).then_some((preperiod, period))
    })
}

/// Many files as modules of one.
#[derive(Default)]
struct Modules {
    text: String,
    /// The imports of the last file. Importing the library takes as long as refusing a certificate.
    imports: String,
}

impl Modules {
    /// Adds a file as a module of this name; its lines may be changed.
    fn add(&mut self, name: &str, file: &str, change: impl FnMut(&str) -> String) {
        let (_, body) = file.split_once("From Coq").expect("a head");
        let (body, _) = body.split_once("\n(* The certificate").expect("a certificate");
        let (imports, body) = body.split_once("Open Scope list_scope.\n").expect("scopes");
        if imports != self.imports {
            self.text.push_str(&format!("From Coq{imports}Open Scope list_scope.\n"));
            self.imports = imports.to_owned();
        }
        let body: Vec<String> = body.lines().map(change).collect();
        self.text.push_str(&format!("Module {name}.\n{}\nEnd {name}.\n", body.join("\n")));
    }

    /// Adds a file whose theorem must be refused. What rests on that theorem cannot be stated.
    fn add_refused(&mut self, name: &str, file: &str) {
        self.add_tried(name, file, "Fail");
    }

    /// Adds a file in which `before` says what must come of computing the proof of its theorem.
    fn add_tried(&mut self, name: &str, file: &str, before: &str) {
        let body = file.split("\n(* The same in words").next().unwrap_or(file);
        self.add(name, &format!("{body}\n(* The certificate"), |line| tried(line, before));
    }
}

/// A thousand certificates with one entry changed: the checker computes to something else than true.
#[test]
fn mutants_are_refused() {
    let [several, labels] = graph(CROWN);
    let [only, labelled_path] = graph(PATH);
    let bases = [
        ("lost", lost("nim", Some(3))),
        ("lost", lost("nim/misere", Some(1))),
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
        ("losing_2", several.clone()),
    ];
    let files: Vec<String> = bases.iter().map(|(_, certificate)| theorem(certificate)).collect();
    // Unchanged, each of them is accepted, so whoever expects a refusal fails; and `coqc` stops at such a failure.
    let mut source = Modules::default();
    for (number, file) in files.iter().enumerate() {
        source.add_tried(&format!("Control{number}"), file, "Fail Fail");
    }
    let mut control = Modules::default();
    control.add_refused("Control", &files[0]);
    let error = coqc(library(), "Control", &control.text).expect_err("accepted");
    assert!(error.contains("has not failed"), "{error}");
    let mut random = 1u64;
    // A structure that is left out, or listed twice.
    let several = theorem(&several);
    let fewer = several.replace("; losing_3]", "]").replace("4%nat", "3%nat");
    let fewer = fewer.replace("graph 4 structures", "graph 3 structures");
    for (number, mutant) in
        [fewer, several.replace("; losing_3]", "; losing_1]")].iter().enumerate()
    {
        assert_ne!(*mutant, several);
        source.add_refused(&format!("List{number}"), mutant);
    }
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
            source.add_refused(&format!("Mutant{number}"), &mutant);
        }
    }
    let printed = coqc(library(), "Mutants", &source.text).expect("each is refused");
    assert!(!printed.contains(CLOSED), "{printed}");
}

/// The proof of a theorem is computed after `before`, and left there.
fn tried(line: &str, before: &str) -> String {
    match line
        .strip_prefix("Proof. refine (")
        .and_then(|line| line.strip_suffix(". computed. Qed."))
    {
        Some(term) => format!("Proof. refine ({term}. {before} (vm_compute; reflexivity). Abort."),
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

/// The nim-values of heaps below 83, for the digits that a file states.
fn first_values(file: &str) -> Vec<usize> {
    values_below(&entries(file, "digits"), 83)
}

/// The nim-values of heaps by the definition, for digits below 8.
fn values_below(digits: &[usize], bound: usize) -> Vec<usize> {
    let mut values: Vec<usize> = Vec::new();
    for heap in 0..bound {
        // A heap is worth at most its size.
        let mut seen = vec![false; bound.next_power_of_two() + 1];
        for (taken, digit) in digits.iter().enumerate().filter(|(taken, _)| *taken <= heap) {
            let rest = heap - taken;
            if digit & 1 != 0 && rest == 0 {
                seen[0] = true;
            }
            if digit & 2 != 0 && (1..heap).contains(&rest) {
                seen[values[rest]] = true;
            }
            if digit & 4 != 0 {
                (1..=rest / 2).for_each(|one| seen[values[one] ^ values[rest - one]] = true);
            }
        }
        values.push(seen.iter().position(|seen| !seen).unwrap_or_default());
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
