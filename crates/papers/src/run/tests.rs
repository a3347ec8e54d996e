//! Runs over claims: what is kept, resumed and stopped.

use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};

use crate::claim::Checker;
use crate::finding::{curves, lines, table};
use crate::testing::quick;
use crate::{
    Cell, Claim, Counterexample, Effort, Exhibit, Finding, FindingView, Frame, Known, Paper,
    Picture, Statement, Verdict,
};
use bouton_lab::rules::{Refusal, Unit};

use super::*;

static RUNS: AtomicUsize = AtomicUsize::new(0);

/// Everything that a finding can hold.
fn rich(frame: &Frame) -> Result<Finding, Refusal> {
    RUNS.fetch_add(1, Ordering::Relaxed);
    for done in 0..50 {
        frame.limits.progress(done, 50)?;
    }
    let counterexample =
        Counterexample::from("(0,0,0) is P\nlook\nsee".to_owned()).in_order("smallest by the sum");
    let cells = vec![Cell::new("1"), Cell::compared("2", "3")];
    let known = Known::by_example();
    Ok(Finding::decided(Some(counterexample), known, u128::MAX, "all triples below 8")
        .statement(Statement::correction("with one exception", Known::argument("a proof")))
        .statement(Statement::beyond("and more", Known::up_to("heaps below 64")))
        .note("first sentence. Second one with | and \"quotes\".")
        .exhibit(table("a table", ["x", "a", "b"], [(7, cells)]))
        .exhibit(Exhibit::Strip {
            caption: "a strip".to_owned(),
            letters: "LRNP".repeat(20),
            period: Some(4),
        })
        .exhibit(Exhibit::Strip {
            caption: "none".to_owned(),
            letters: "L".to_owned(),
            period: None,
        })
        .exhibit(curves(
            "curves",
            ["n", "share"],
            [("c", vec![(1.0, 0.1 + 0.2), (2.0, 1.0 / 3.0)])],
        ))
        .exhibit(Exhibit::Picture(Picture {
            caption: "a picture".to_owned(),
            game: "nimrod".to_owned(),
            x: 0..9,
            y: 1..5,
            sectors: true,
        }))
        .exhibit(lines("lines", vec!["one".to_owned()])))
}

fn plain(_: &Frame) -> Result<Finding, Refusal> {
    Ok(Finding::decided(None, Known::argument("it is so"), 3, "three cases"))
}

fn greedy(frame: &Frame) -> Result<Finding, Refusal> {
    frame.limits.check_memory("a table", 1 << 60)?;
    Ok(Finding::not_checkable("never comes here"))
}

static PAPER: LazyLock<Paper> = LazyLock::new(|| {
    let claim = |id: &str, title: &str, restored: bool, checker: Checker| {
        let commands =
            if id == "X1" { vec!["bouton solve antonim 0,0,0".to_owned()] } else { Vec::new() };
        let [id, title, statement] = [id, title, "it holds"].map(str::to_owned);
        let checker = Some(checker);
        Claim { id, title, statement, restored, commands, checker, ..Claim::default() }
    };
    Paper {
        letter: 'X',
        title: "A paper".to_owned(),
        source: "somewhere".to_owned(),
        about: "about".to_owned(),
        claims: vec![
            claim("X1", "First", false, rich),
            claim("X2", "", true, plain),
            claim("X3", "Third", false, greedy),
        ],
        data: &[],
    }
});

fn claims(count: usize) -> Vec<(&'static Paper, &'static Claim)> {
    PAPER.claims[..count].iter().map(|claim| (&*PAPER, claim)).collect()
}

fn quiet() -> Audience {
    Arc::new(|_| ControlFlow::Continue(()))
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("bouton-claims-{name}-{}", std::process::id()));
    // A run that was cut short may have left it behind.
    let _ = fs::remove_dir_all(&folder);
    folder
}

#[test]
fn every_finding_is_read_back_as_it_was() {
    let view = FindingView::from(rich(&quick()).unwrap());
    let knowns = [
        Known::exhausted(16, "all"),
        Known::identity("by coefficients"),
        Known::theorem("an engine", "a window repeats"),
        Known::argument("words"),
        Known::up_to("far"),
        Known::sampled("some"),
        Known::by_example(),
        Known::unsettled("why"),
    ];
    for known in knowns {
        let view = FindingView { known, ..view.clone() };
        let text = serde_json::to_string(&view).unwrap();
        assert_eq!(serde_json::from_str::<FindingView>(&text).unwrap(), view);
    }
}

#[test]
fn the_order_is_that_of_the_list_for_any_number_of_threads() {
    let papers = crate::select(&["B".to_owned()]).unwrap();
    let json = |threads| {
        let settings = Settings { threads, ..Settings::default() };
        let run = run(&papers, &settings, quiet()).unwrap();
        serde_json::to_string(&crate::text::view(&run.checked)).unwrap()
    };
    let alone = json(1);
    assert_eq!(alone, json(2));
    assert_eq!(alone, json(7));
}

#[test]
fn finished_findings_are_kept_and_damaged_ones_are_not_used() {
    let folder = folder("kept");
    let settings =
        Settings { effort: Effort::Deep, state: Some(folder.clone()), ..Settings::default() };
    let first = run(&claims(2), &settings, quiet()).unwrap();
    assert!(first.checked.iter().all(|checked| !checked.was_kept));
    let runs = RUNS.load(Ordering::Relaxed);
    let second = run(&claims(2), &settings, quiet()).unwrap();
    assert!(second.checked.iter().all(|checked| checked.was_kept) && second.notes.is_empty());
    assert_eq!(second.checked[0].finding, first.checked[0].finding);
    assert_eq!(second.checked[0].time, first.checked[0].time);
    // Another effort has its own files.
    let quick =
        run(&claims(2), &Settings { effort: Effort::Quick, ..settings.clone() }, quiet()).unwrap();
    assert!(quick.checked.iter().all(|checked| !checked.was_kept));

    let path = folder.join("X1-deep.json");
    let good = fs::read(&path).unwrap();
    for place in [2, good.len() / 3, good.len() / 2, good.len() - 3] {
        let mut bad = good.clone();
        bad[place] ^= 1;
        fs::write(&path, &bad).unwrap();
        let again = run(&claims(2), &settings, quiet()).unwrap();
        assert!(!again.checked[0].was_kept && again.checked[1].was_kept, "byte {place}");
        assert!(again.notes[0].contains("checked again: X1 ("), "{:?}", again.notes);
        assert!(
            run(&claims(2), &settings, quiet()).unwrap().checked[0].was_kept,
            "it was repaired"
        );
    }
    fs::write(&path, &good[..good.len() / 2]).unwrap();
    assert!(!run(&claims(2), &settings, quiet()).unwrap().checked[0].was_kept);
    let good = String::from_utf8(good).unwrap();
    for (own, other) in [(env!("CARGO_PKG_VERSION"), "0.0.0"), (env!("BOUTON_SOURCES"), "0")] {
        assert!(good.contains(own));
        fs::write(&path, good.replace(own, other)).unwrap();
        let again = run(&claims(2), &settings, quiet()).unwrap();
        assert!(again.notes[0].contains("another build"), "{:?}", again.notes);
    }
    // What is wrong with many files is said once.
    for claim in ["X1", "X2"] {
        fs::write(folder.join(format!("{claim}-deep.json")), "").unwrap();
    }
    let notes = run(&claims(2), &settings, quiet()).unwrap().notes;
    assert!(notes[0].ends_with(": checked again: X1, X2 (the file is damaged)"), "{notes:?}");
    assert_eq!(notes.len(), 1);
    assert!(RUNS.load(Ordering::Relaxed) > runs);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_wish_to_stop_is_obeyed_and_what_was_found_is_kept() {
    let folder = folder("stopped");
    let settings = Settings { threads: 1, state: Some(folder.clone()), ..Settings::default() };
    let stop: Audience = Arc::new(|progress| match progress.finished {
        0 => ControlFlow::Continue(()),
        _ => ControlFlow::Break(()),
    });
    assert_eq!(run(&claims(2), &settings, stop).unwrap_err(), Refusal::Interrupted);
    let again = run(&claims(2), &settings, quiet()).unwrap();
    assert_eq!(
        again.checked.iter().map(|checked| checked.was_kept).collect::<Vec<_>>(),
        [true, false]
    );
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_limit_is_reported_with_the_claim() {
    let Err(Refusal::Limit { what, unit, .. }) = run(&claims(3), &Settings::default(), quiet())
    else {
        panic!("the third claim needs too much")
    };
    assert_eq!((what.as_str(), unit), ("claim X3: a table", Unit::Bytes));
}

#[test]
fn a_folder_that_cannot_be_written_to_is_refused() {
    let path = folder("file");
    fs::write(&path, "no folder").unwrap();
    let settings = Settings { state: Some(path.clone()), ..Settings::default() };
    assert!(run(&claims(1), &settings, quiet()).is_err());
    fs::remove_file(path).unwrap();
}

#[test]
fn progress_grows_and_ends_with_everything() {
    let last = Arc::new(AtomicUsize::new(0));
    let seen = Arc::clone(&last);
    let audience: Audience = Arc::new(move |progress| {
        assert!(progress.finished <= progress.claims && (0.0..=1.0).contains(&progress.share));
        seen.fetch_max(progress.finished, Ordering::Relaxed);
        ControlFlow::Continue(())
    });
    run(&claims(2), &Settings::default(), audience).unwrap();
    assert_eq!(last.load(Ordering::Relaxed), 2);
}

#[test]
fn verdicts_are_shown_in_every_form() {
    let run = run(&claims(2), &Settings { threads: 1, ..Settings::default() }, quiet()).unwrap();
    let strip = |text: String| anstyle_free(&text);
    let summary = strip(crate::text::summary(&run.checked));
    assert!(summary.contains("X1    false          (0,0,0) is P"), "{summary}");
    assert!(summary.contains("X2    true           for all"), "{summary}");
    assert!(summary.contains("2 claims: 1 true, 1 false"), "{summary}");
    let full = strip(crate::text::full(&run.checked[0]));
    for part in [
        "1. look",
        "smallest by the sum",
        "instead  with one exception",
        "3 ≠ 2",
        "--sectors",
        "try",
    ] {
        assert!(full.contains(part), "{part}: {full}");
    }
    let report = crate::report::Report::new(&run.checked).markdown();
    for part in [
        "## X. A paper",
        "### X1 First",
        "~~3~~ **2**",
        "*Instead.*",
        "*(restored)*",
        "```sh\nbouton solve",
    ] {
        assert!(report.contains(part), "{part}: {report}");
    }
    let json = serde_json::to_value(crate::text::view(&run.checked)).unwrap();
    let keys: Vec<&String> = json[0].as_object().unwrap().keys().take(5).collect();
    assert_eq!(keys, ["id", "verdict", "bound", "counterexample", "note"]);
    assert_eq!(json[0]["verdict"], Verdict::False.name());
    assert!(json[1]["counterexample"].is_null() && json[1]["bound"] == "for all");
}

/// The text without the codes for colours.
fn anstyle_free(text: &str) -> String {
    let mut plain = String::new();
    let mut is_code = false;
    for c in text.chars() {
        match (is_code, c) {
            (false, '\u{1b}') => is_code = true,
            (true, 'm') => is_code = false,
            (false, c) => plain.push(c),
            _ => {}
        }
    }
    plain
}
