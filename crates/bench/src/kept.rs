//! Figures of earlier versions, and how the engines of this one compare with them.

use std::fmt;
use std::fs;
use std::path::Path;

use crate::measure::Comparison;

/// What was measured with the last version: a line for each comparison, with tabs between subject, baseline, and the
/// seconds of the baseline and of the engine.
const LAST: &str = include_str!("../figures/0.1.tsv");
const LAST_VERSION: &str = "0.1";

/// Writes the figures of a run in the form in which those of the last version are kept.
pub(crate) fn keep(comparisons: &[Comparison], path: &Path) -> std::io::Result<()> {
    let line = |one: &Comparison| {
        let (baseline, engine) = (one.baseline_time.as_secs_f64(), one.engine_time.as_secs_f64());
        format!("{}\t{}\t{baseline:.6}\t{engine:.6}\n", one.subject, one.baseline)
    };
    fs::write(path, comparisons.iter().map(line).collect::<String>())
}

/// The engines of this run beside those of the last version.
///
/// The machine may be another one, or busier: the median of what the baselines take now and took then, over all
/// comparisons that both runs have, is taken for its speed, and the ratios of the engines are corrected by it.
pub(crate) struct Against {
    machine: f64,
    /// A subject, the seconds of its engine then and now.
    engines: Vec<(String, f64, f64)>,
}

impl Against {
    /// The comparisons that the last version has too; none if there are none.
    pub(crate) fn last(comparisons: &[Comparison]) -> Option<Against> {
        let mut machine = Vec::new();
        let mut engines = Vec::new();
        for one in comparisons {
            let Some((baseline, engine)) = kept(&one.subject, &one.baseline) else { continue };
            machine.push(one.baseline_time.as_secs_f64() / baseline);
            engines.push((one.subject.clone(), engine, one.engine_time.as_secs_f64()));
        }
        machine.sort_by(f64::total_cmp);
        let machine = *machine.get(machine.len() / 2)?;
        Some(Against { machine, engines })
    }
}

/// The seconds of a baseline and of its engine in the last version.
fn kept(subject: &str, baseline: &str) -> Option<(f64, f64)> {
    LAST.lines().find_map(|line| {
        let mut parts = line.split('\t');
        let is_it = parts.next() == Some(subject) && parts.next() == Some(baseline);
        let mut seconds = || parts.next()?.parse().ok();
        is_it.then(|| Some((seconds()?, seconds()?)))?
    })
}

impl fmt::Display for Against {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "the engines of version {LAST_VERSION} and of this one; baselines take {:.2} of their time then,",
            self.machine
        )?;
        writeln!(f, "by which the ratios are corrected (above 1: slower than then)\n")?;
        for (subject, then, now) in &self.engines {
            let ratio = now / then / self.machine;
            writeln!(f, "{subject:<45} {then:>9.4} s {now:>9.4} s {ratio:>8.2}")?;
        }
        Ok(())
    }
}
