//! How long cheap questions take on a server that 32 clients load with expensive ones, and on an idle server.
//!
//! `cargo xtask bench load` builds the program and runs this. Two crowds are tried: one that asks again at once when it
//! is sent away, and one that waits as long as the server asks for. The program fails if a bound is exceeded.

mod client;
mod questions;
mod server;

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use client::Client;
use questions::{CHEAP, EXPENSIVE};
use server::Server;

/// Clients with expensive questions.
const CROWD: u64 = 32;
/// How often each cheap question is asked, at least.
const TIMES: usize = 600;
/// How long the crowd is there, at least.
const SHORTEST: Duration = Duration::from_secs(30);
/// How many times slower the slowest hundredth of the cheap answers may be than on an idle server.
const MOST_SLOWDOWN: f64 = 15.0;
/// Bytes that the server may hold.
const MOST_BYTES: u64 = 512 << 20;

fn main() -> ExitCode {
    let mut failures = Vec::new();
    for (name, manners) in
        [("that ask again at once", Manners::None), ("that wait as asked", Manners::Waits)]
    {
        println!("\n{CROWD} clients {name}");
        match measure(manners) {
            Ok(found) => failures.extend(found.into_iter().map(|text| format!("{name}: {text}"))),
            Err(problem) => failures.push(problem),
        }
    }
    for failure in &failures {
        println!("exceeded: {failure}");
    }
    if failures.is_empty() {
        println!("\nall bounds are kept");
    }
    ExitCode::from(u8::from(!failures.is_empty()))
}

/// What the crowd does when it is sent away.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Manners {
    None,
    Waits,
}

/// Prints what was measured; returns what exceeds a bound.
fn measure(manners: Manners) -> Result<Vec<String>, String> {
    let server = Server::start()?;
    // The first answers of a program are slower.
    ask_cheaply(&server, 20, Duration::ZERO);
    let idle = ask_cheaply(&server, TIMES, Duration::ZERO);
    let crowd = Crowd::default();
    let loaded = thread::scope(|scope| {
        for number in 0..CROWD {
            let (server, crowd) = (&server, &crowd);
            scope.spawn(move || crowd.ask(server, number, manners));
        }
        thread::sleep(Duration::from_millis(500));
        let loaded = ask_cheaply(&server, TIMES, SHORTEST);
        crowd.is_over.store(true, Ordering::Relaxed);
        loaded
    });
    let mut failures = compare(&idle, &loaded);
    failures.extend(crowd.report());
    match server.peak_bytes() {
        Some(bytes) => {
            println!("memory of the server: {} MB at most", bytes >> 20);
            if bytes > MOST_BYTES {
                failures.push(format!("{} MB of memory", bytes >> 20));
            }
        }
        None => println!("memory of the server: not reported by this system"),
    }
    Ok(failures)
}

/// How long the answers to a kind of question took, and how many questions had none.
#[derive(Clone, Default)]
struct Answers {
    times: Vec<Duration>,
    failed: u64,
}

/// Asks one cheap question after the other, of all kinds in turn.
fn ask_cheaply(server: &Server, times: usize, least: Duration) -> Vec<Answers> {
    // Each round has its own numbers, so that no tile is there already.
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let mut client = Client::new(server.address);
    let mut found = vec![Answers::default(); CHEAP.len()];
    let begun = Instant::now();
    while found[0].times.len() < times || begun.elapsed() < least {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        for ((_, question), answers) in CHEAP.iter().zip(&mut found) {
            let asked = Instant::now();
            let reply = client.ask(&question(number));
            answers.times.push(asked.elapsed());
            answers.failed += u64::from(!reply.is_ok_and(|reply| reply.status == 200));
        }
    }
    found.iter_mut().for_each(|answers| answers.times.sort_unstable());
    found
}

fn compare(idle: &[Answers], loaded: &[Answers]) -> Vec<String> {
    println!(
        "cheap question     idle p50       p99   loaded p50       p99   ratio of p99   asked  failed"
    );
    let mut failures = Vec::new();
    for (((name, _), idle), loaded) in CHEAP.iter().zip(idle).zip(loaded) {
        let [p50, p99] = [50, 99].map(|percent| at(&idle.times, percent));
        let [loaded_p50, loaded_p99] = [50, 99].map(|percent| at(&loaded.times, percent));
        let (ratio, failed) = (loaded_p99 / p99, idle.failed + loaded.failed);
        println!(
            "{name:<15} {p50:>8.2} ms {p99:>6.2} ms {loaded_p50:>9.2} ms {loaded_p99:>6.2} ms \
             {ratio:>14.1} {:>7} {failed:>7}",
            loaded.times.len()
        );
        if ratio > MOST_SLOWDOWN {
            failures.push(format!("{name} is {ratio:.1} times as slow"));
        }
        if failed > 0 {
            failures.push(format!("{failed} times {name} was not answered"));
        }
    }
    failures
}

/// The time, in milliseconds, within which this percentage was answered.
fn at(sorted: &[Duration], percent: usize) -> f64 {
    let index = (sorted.len() * percent).div_ceil(100).max(1) - 1;
    sorted.get(index).map_or(0.0, |time| time.as_secs_f64() * 1000.0)
}

/// Clients that ask expensive questions until it is over.
#[derive(Default)]
struct Crowd {
    is_over: AtomicBool,
    next: AtomicU64,
    tallies: Mutex<BTreeMap<&'static str, Tally>>,
}

/// How the questions of a kind were answered.
#[derive(Default)]
struct Tally {
    whole: u64,
    partial: u64,
    /// More than the budget allows, as the server says.
    too_much: u64,
    sent_away: u64,
    /// Anything else, which must not happen.
    broken: u64,
}

impl Crowd {
    fn ask(&self, server: &Server, number: u64, manners: Manners) {
        let mut client = Client::new(server.address);
        let mut kind = number as usize;
        while !self.is_over.load(Ordering::Relaxed) {
            kind = (kind + 1) % EXPENSIVE.len();
            let (name, question) = EXPENSIVE[kind];
            let asked = question(self.next.fetch_add(1, Ordering::Relaxed));
            let reply = client.ask(&asked);
            let pause = reply.as_ref().ok().and_then(|reply| reply.retry_after);
            let Ok(mut tallies) = self.tallies.lock() else { return };
            let tally = tallies.entry(name).or_default();
            match reply.map(|reply| (reply.status, reply.is_partial)) {
                Ok((200, true)) => tally.partial += 1,
                Ok((200 | 202, false)) => tally.whole += 1,
                Ok((400, _)) => tally.too_much += 1,
                Ok((503, _)) => tally.sent_away += 1,
                _ => tally.broken += 1,
            }
            drop(tallies);
            if manners == Manners::Waits {
                self.sleep(Duration::from_secs(pause.unwrap_or(0)));
            }
        }
    }

    /// Sleeps, but not beyond the end of the measurement.
    fn sleep(&self, time: Duration) {
        let begun = Instant::now();
        while begun.elapsed() < time && !self.is_over.load(Ordering::Relaxed) {
            thread::sleep(Duration::from_millis(20));
        }
    }

    fn report(&self) -> Vec<String> {
        let Ok(tallies) = self.tallies.lock() else { return vec!["a client panicked".to_owned()] };
        println!("expensive question          answered  in part  too much  sent away  broken");
        let mut answered = 0;
        for (name, tally) in tallies.iter() {
            let Tally { whole, partial, too_much, sent_away, broken } = tally;
            println!(
                "{name:<26} {whole:>9} {partial:>8} {too_much:>9} {sent_away:>10} {broken:>7}"
            );
            answered += if *name == "claims" { 0 } else { whole + partial };
        }
        let broken: u64 = tallies.values().map(|tally| tally.broken).sum();
        let mut failures = Vec::new();
        if broken > 0 {
            failures.push(format!("{broken} expensive questions got no answer of any kind"));
        }
        if answered == 0 {
            failures.push("no expensive question was answered".to_owned());
        }
        failures
    }
}
