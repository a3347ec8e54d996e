//! `cargo run --release -p bouton-differential -- --texts 1000000 --seed 1 --threads 2`: compares this many texts,
//! from this seed on; says how far it is, what was slow, and the differences, made small.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use bouton_differential::compare::clock::{Stopwatch, take_longest};
use bouton_differential::{
    Case, Difference, Mix, compare, compare_positions, compare_theorems, shown, smaller,
};
use clap::Parser;

/// A text that takes longer is reported as one that hangs.
const SLOW: Duration = Duration::from_secs(1);

/// A thread that is busy with one text for so long gets a successor.
const LOST: Duration = Duration::from_secs(120);

/// At most this many differences of a kind are made small and shown.
const MOST_SHOWN: u64 = 12;

/// At most this many cases are tried in making one small.
const TRIES: usize = 600;

/// Far from where the count of seeds would begin again at 0.
const LAST_SEED: u64 = 1 << 62;

/// Compares what Bouton says of generated rule texts with a second evaluator of the rule language.
#[derive(Parser)]
struct Options {
    /// Compare this many texts, one for each seed.
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(..=LAST_SEED))]
    texts: u64,
    /// Begin with this seed.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(..=LAST_SEED))]
    seed: u64,
    /// Work on this many texts at a time.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    threads: u64,
    /// Compare the theorems of `prove` instead.
    #[arg(long, conflicts_with = "positions")]
    theorems: bool,
    /// Compare rewritings and sequences for a third of the texts only.
    #[arg(long)]
    positions: bool,
    /// Print the text of the first seed before the comparison.
    #[arg(long)]
    show: bool,
}

/// What all threads share.
struct Shared {
    options: Options,
    next: AtomicU64,
    end: u64,
    done: AtomicU64,
    found: Mutex<Found>,
}

#[derive(Default)]
struct Found {
    mix: Mix,
    kinds: BTreeMap<&'static str, u64>,
    shown: BTreeSet<String>,
    slow: u64,
    /// What each thread is busy with, and since when.
    busy: BTreeMap<u64, (u64, Stopwatch)>,
    lost: BTreeSet<u64>,
}

impl Shared {
    fn lock(&self) -> std::sync::MutexGuard<'_, Found> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn main() -> ExitCode {
    let options = Options::parse();
    if options.show {
        println!("{}", shown(&Case::of_seed(options.seed)));
    }
    std::panic::set_hook(Box::new(|_| {}));
    let shared = Arc::new(Shared {
        next: AtomicU64::new(options.seed),
        end: options.seed + options.texts,
        done: AtomicU64::new(0),
        found: Mutex::new(Found::default()),
        options,
    });
    for thread in 0..shared.options.threads {
        start(&shared, thread);
    }
    watch(&shared);
    let found = shared.lock();
    print_mix(&found);
    let differences: u64 = found.kinds.values().sum();
    println!("differences: {differences} {:?}, slow: {}", found.kinds, found.slow);
    ExitCode::from(u8::from(differences + found.slow > 0))
}

fn start(shared: &Arc<Shared>, thread: u64) {
    let shared = Arc::clone(shared);
    thread::spawn(move || {
        loop {
            let seed = shared.next.fetch_add(1, Ordering::Relaxed);
            if seed >= shared.end {
                break;
            }
            shared.lock().busy.insert(thread, (seed, Stopwatch::start()));
            run(&shared, seed, thread);
            shared.done.fetch_add(1, Ordering::Relaxed);
            if shared.lock().lost.contains(&thread) {
                break;
            }
        }
        shared.lock().busy.remove(&thread);
    });
}

/// All differences of a case; a panic is one.
fn differences(options: &Options, case: &Case, mix: &mut Mix) -> Vec<Difference> {
    let compare = match options {
        Options { theorems: true, .. } => compare_theorems,
        Options { positions: true, .. } => compare_positions,
        _ => compare,
    };
    let found = catch_unwind(AssertUnwindSafe(|| compare(case, mix)));
    found.unwrap_or_else(|panic| {
        let message = panic.downcast_ref::<String>().cloned();
        let message = message.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string));
        vec![Difference {
            kind: "panic",
            game: shown(case),
            position: format!("{:?}", case.positions),
            says: message.unwrap_or_default(),
        }]
    })
}

fn run(shared: &Shared, seed: u64, thread: u64) {
    let case = Case::of_seed(seed);
    let mut mix = Mix::default();
    let found = differences(&shared.options, &case, &mut mix);
    // The second evaluator takes its time, too; what counts are Bouton's answers.
    let took = take_longest();
    let mut all = shared.lock();
    all.mix.add(&mix);
    // A theorem has more steps than an answer has there.
    if took > SLOW && !shared.options.theorems {
        all.slow += 1;
        println!("slow: {took:.1?} for seed {seed}\n{}\nat {:?}\n", shown(&case), case.positions);
    }
    drop(all);
    let mut kinds: BTreeSet<&'static str> = BTreeSet::new();
    for difference in found {
        if !kinds.insert(difference.kind) {
            continue;
        }
        let mut all = shared.lock();
        let count = all.kinds.entry(difference.kind).or_default();
        *count += 1;
        let is_shown = *count <= MOST_SHOWN;
        all.busy.insert(thread, (seed, Stopwatch::start()));
        drop(all);
        if is_shown {
            let small = smaller(&case, TRIES, &mut |case| {
                let found = differences(&shared.options, case, &mut Mix::default());
                found.iter().any(|other| other.kind == difference.kind)
            });
            let shown = differences(&shared.options, &small, &mut Mix::default());
            let shown = shown.into_iter().find(|other| other.kind == difference.kind);
            let text = shown.unwrap_or(difference).to_string();
            if shared.lock().shown.insert(text.clone()) {
                println!("seed {seed} {text}\n");
            }
        }
    }
}

/// Reports how far it is until all is done, and replaces threads that do not come back.
fn watch(shared: &Arc<Shared>) {
    let (mut next, mut reported) = (shared.options.threads, Instant::now());
    loop {
        thread::sleep(Duration::from_millis(100));
        let mut found = shared.lock();
        let lost: Vec<(u64, u64)> = found
            .busy
            .iter()
            .filter(|(thread, (_, since))| since.elapsed() > LOST && !found.lost.contains(thread))
            .map(|(thread, (seed, _))| (*thread, *seed))
            .collect();
        for (thread, seed) in lost {
            found.lost.insert(thread);
            found.slow += 1;
            let case = Case::of_seed(seed);
            println!("hangs: seed {seed}\n{}\nat {:?}\n", shown(&case), case.positions);
            start(shared, next);
            next += 1;
        }
        if reported.elapsed() > Duration::from_secs(20) {
            reported = Instant::now();
            let done = shared.done.load(Ordering::Relaxed);
            eprintln!(
                "{done} of {} texts, differences {:?}, slow {}",
                shared.options.texts, found.kinds, found.slow
            );
        }
        if found.busy.keys().all(|thread| found.lost.contains(thread))
            && shared.next.load(Ordering::Relaxed) >= shared.end
        {
            return;
        }
    }
}

fn print_mix(found: &Found) {
    let mix = &found.mix;
    println!(
        "texts {}, games {}, positions {}, illegal {}, skipped {}, limited {}, nim-values {}, forms {}, draws {}, \
         sequences {}, periods {}, certificates {}, rewritings {}, refused {}",
        mix.texts,
        mix.games,
        mix.positions,
        mix.illegal,
        mix.skipped,
        mix.limited,
        mix.values,
        mix.forms,
        mix.draws,
        mix.sequences,
        mix.periods,
        mix.certificates,
        mix.rewritings,
        mix.refused
    );
    println!("families {:?}\nengines {:?}", mix.families, mix.engines);
    let mut mistakes: Vec<(&String, &u64)> = mix.mistakes.iter().collect();
    mistakes.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    for (mistake, count) in mistakes.into_iter().take(12) {
        println!("{count:>6} no game: {mistake}");
    }
}
