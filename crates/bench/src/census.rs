//! Censuses as their users run them: every row in a file, synced, with manifest and checksums.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use std::{env, fs, process};

use bouton_census::{EndingSets, Plan};
use bouton_engines::census::Family;
use bouton_lab::census::{Settings, run, run_shard};
use bouton_rules::{Limits, Quiet};

use crate::ending::by_register;
use crate::measure::{Comparison, Measurement, best_of, measure};

pub(crate) fn comparisons() -> Vec<Comparison> {
    let one = files(24, 1);
    let two = files(24, 2);
    vec![
        against_register(24, &one),
        against_goal(24, &one),
        against_one_thread(24, &one, &two),
        growth(24),
        growth(30),
    ]
}

fn plan(max: u32) -> Plan {
    let sets = EndingSets::new(2, max, None).expect("2 is less than the maximum");
    Plan::new(Arc::new(sets), None).expect("the size is the usual one")
}

/// An empty folder.
fn folder() -> PathBuf {
    let path = env::temp_dir().join(format!("bouton-bench-census-{}", process::id()));
    remove(&path);
    path
}

fn remove(path: &Path) {
    if path.exists() {
        fs::remove_dir_all(path).expect("what was written can be removed");
    }
}

/// The whole census into an empty folder: how many games, and how many of them are eventually L.
fn files(max: u32, threads: usize) -> Measurement<(u64, u64)> {
    let plan = plan(max);
    let settings = Settings { threads, part: None };
    let made = best_of(7, || {
        let path = folder();
        let report = run(&plan, &path, settings, Arc::new(Quiet)).expect("there is room");
        assert!(report.complete);
        (report.tally.games, report.tally.quantities[""].letters["L"])
    });
    remove(&folder());
    let family = Family::new(2, max).expect("2 is less than the maximum");
    let summary = family.summary(&Limits::default()).expect("the census is within the limits");
    assert_eq!(made.result, (summary.games, summary.eventually_left));
    made
}

fn subject(max: u32, threads: &str) -> String {
    format!("census as files, max ≤ {max}, {threads}")
}

/// A set at a time, and no rows written at all; on every 64th set.
fn against_register(max: u32, files: &Measurement<(u64, u64)>) -> Comparison {
    const EVERY: usize = 64;
    let family = Family::new(2, max).expect("2 is less than the maximum");
    let sets: Vec<u64> =
        (0..family.games()).step_by(EVERY).map(|number| family.set(number)).collect();
    let baseline = measure(|| sets.iter().map(|set| by_register(*set)).collect::<Vec<_>>());
    assert_eq!(baseline.result.len() * EVERY, files.result.0 as usize);
    Comparison {
        subject: subject(max, "one thread"),
        baseline: format!("two words a set, a sample × {EVERY}"),
        baseline_time: baseline.time * EVERY as u32,
        engine_time: files.time,
        engine_bytes: files.peak_bytes,
        goal: 1.0,
    }
}

fn against_goal(max: u32, files: &Measurement<(u64, u64)>) -> Comparison {
    Comparison {
        subject: subject(max, "one thread"),
        baseline: "10 million sets a second".to_owned(),
        baseline_time: Duration::from_nanos(100 * files.result.0),
        engine_time: files.time,
        engine_bytes: files.peak_bytes,
        goal: 1.0,
    }
}

fn against_one_thread(
    max: u32,
    one: &Measurement<(u64, u64)>,
    two: &Measurement<(u64, u64)>,
) -> Comparison {
    Comparison {
        subject: subject(max, "two threads"),
        baseline: "one thread".to_owned(),
        baseline_time: one.time,
        engine_time: two.time,
        engine_bytes: two.peak_bytes,
        goal: 1.7,
    }
}

/// The last shard of the sets up to a maximum, as a file: those with the largest elements.
fn last_shard(max: u32) -> Measurement<u64> {
    let plan = plan(max);
    let made =
        best_of(10, || run_shard(&plan, plan.shards() - 1, &folder()).expect("there is room").rows);
    remove(&folder());
    made
}

/// The cost of a set against twice its cost at max 20.
fn growth(max: u32) -> Comparison {
    let (small, large) = (last_shard(20), last_shard(max));
    let per_set =
        |measured: &Measurement<u64>| measured.time.as_secs_f64() / measured.result as f64;
    let games = large.result as f64;
    Comparison {
        subject: format!("census as files, a shard at max {max}"),
        baseline: "twice the cost of a set at max 20".to_owned(),
        baseline_time: Duration::from_secs_f64(2.0 * per_set(&small) * games),
        engine_time: large.time,
        engine_bytes: large.peak_bytes,
        goal: 1.0,
    }
}
