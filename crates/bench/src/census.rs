//! Rows of a census as the bytes of their shards, against the engine without rows.

use std::sync::Arc;

use bouton_census::{EndingSets, Plan};
use bouton_engines::census::Family;
use bouton_rules::Limits;

use crate::measure::{Comparison, Measured, best_of};

pub(crate) fn comparisons() -> Vec<Comparison> {
    vec![rows_and_goal(24), growth()]
}

fn plan(max: u32) -> Plan {
    let sets = EndingSets::new(2, max, None).expect("2 is less than the maximum");
    Plan::new(Arc::new(sets), None).expect("the size is the usual one")
}

/// The last shard of the sets up to a maximum: those with the largest elements.
fn last_shard(max: u32) -> Measured<u64> {
    let plan = plan(max);
    let make = || plan.make(plan.shards() - 1, &Limits::default());
    best_of(10, || make().expect("a shard is within the limits").tally.games)
}

/// All shards on one core; the goal of ten million sets in a second is what it is compared with.
fn rows_and_goal(max: u32) -> Comparison {
    let plan = plan(max);
    let all = || {
        let made = (0..plan.shards()).map(|index| plan.make(index, &Limits::default()));
        made.map(|shard| shard.expect("a shard is within the limits").tally)
            .fold((0, 0), |(games, left), tally| {
                (games + tally.games, left + tally.quantities[""].letters["L"])
            })
    };
    let engine = best_of(3, all);
    let family = Family::new(2, max).expect("2 is less than the maximum");
    let summary = family.summary(&Limits::default()).expect("the census is within the limits");
    assert_eq!(engine.result, (summary.games, summary.eventually_left));
    Comparison {
        subject: format!("census rows as Parquet, min 2, max ≤ {max}"),
        baseline: "10 million sets a second".to_owned(),
        baseline_time: std::time::Duration::from_nanos(100 * summary.games),
        engine_time: engine.time,
        engine_bytes: engine.peak_bytes,
        goal: 1.0,
    }
}

/// What a set costs at max 30, in twice what it costs at max 20.
fn growth() -> Comparison {
    let (small, large) = (last_shard(20), last_shard(30));
    let per_set = |measured: &Measured<u64>| measured.time.as_secs_f64() / measured.result as f64;
    let games = large.result as f64;
    Comparison {
        subject: "census rows, max 30 against max 20".to_owned(),
        baseline: "twice the cost of a set at max 20".to_owned(),
        baseline_time: std::time::Duration::from_secs_f64(2.0 * per_set(&small) * games),
        engine_time: large.time,
        engine_bytes: large.peak_bytes,
        goal: 1.0,
    }
}
