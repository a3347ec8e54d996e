//! Ending-partizan subtraction games: a census, and one long sequence.

use std::collections::HashMap;
use std::hint::black_box;

use bouton_engines::census::{Family, Row};
use bouton_engines::{Ask, Finding, LADDER, Periodicity, Quantity, Sequence};
use bouton_rules::{Game, Limits};

use crate::measure::{Comparison, best_of, measure};

pub(crate) fn comparisons() -> Vec<Comparison> {
    vec![
        census_and_hash_map(20),
        census_and_register(20),
        census_and_register(24),
        period_and_hash_map(),
    ]
}

/// What a census says of a set: preperiod, period, and whether the period is L alone.
pub(crate) type SetClass = (u64, u64, bool);

fn class(row: &Row) -> SetClass {
    (row.preperiod, row.period, row.eventually_left)
}

fn family(max: u32) -> Family {
    Family::new(2, max).expect("2 is less than the maximum")
}

fn rows(max: u32) -> Vec<Row> {
    let mut rows = Vec::new();
    let pushed = family(max).classify(&Limits::default(), |row| rows.push(*row));
    pushed.expect("the census is within the limits");
    rows
}

fn summary(max: u32) -> u64 {
    let summary = family(max).summary(&Limits::default());
    black_box(summary.expect("the census is within the limits")).eventually_left
}

/// The straightforward program, on every 64th set.
fn census_and_hash_map(max: u32) -> Comparison {
    const EVERY: usize = 64;
    let sample: Vec<Row> = rows(max).into_iter().skip(37).step_by(EVERY).collect();
    let classify = |row: &Row| by_hash_map(&row.elements().map(|s| s as usize).collect::<Vec<_>>());
    let baseline = measure(|| sample.iter().map(classify).collect::<Vec<_>>());
    assert_eq!(baseline.result, sample.iter().map(class).collect::<Vec<_>>());
    let engine = best_of(20, || summary(max));
    Comparison {
        subject: format!("census, min 2, max ≤ {max}"),
        baseline: format!("vector and hash map, a sample × {EVERY}"),
        baseline_time: baseline.time * EVERY as u32,
        engine_time: engine.time,
        engine_bytes: engine.peak_bytes,
        goal: 500.0,
    }
}

/// A shift register for each set in turn.
fn census_and_register(max: u32) -> Comparison {
    let every = if max > 20 { 16 } else { 1 };
    let sample: Vec<Row> = rows(max).into_iter().step_by(every).collect();
    let classify = |row: &Row| by_register(row.set);
    let baseline = best_of(3, || sample.iter().map(classify).collect::<Vec<_>>());
    assert_eq!(baseline.result, sample.iter().map(class).collect::<Vec<_>>());
    let engine = best_of(10, || summary(max));
    Comparison {
        subject: format!("census, min 2, max ≤ {max}"),
        baseline: match every {
            1 => "u64 register and Brent".to_owned(),
            _ => format!("u64 register and Brent, a sample × {every}"),
        },
        baseline_time: baseline.time * every as u32,
        engine_time: engine.time,
        engine_bytes: engine.peak_bytes,
        goal: 4.0,
    }
}

/// One set with a long period, under normal play.
fn period_and_hash_map() -> Comparison {
    let set = [8, 26, 35, 53, 61];
    let baseline = measure(|| period_by_hash_map(&set, |_| 'P'));
    let engine = best_of(10, || period_of("subtraction:8,26,35,53,61"));
    assert_eq!(baseline.result.0, engine.result.preperiod);
    assert_eq!(baseline.result.1, engine.result.period);
    Comparison {
        subject: "period of subtraction:8,26,35,53,61".to_owned(),
        baseline: "vector and hash map".to_owned(),
        baseline_time: baseline.time,
        engine_time: engine.time,
        engine_bytes: engine.peak_bytes,
        goal: 20.0,
    }
}

fn period_of(game: &str) -> Periodicity {
    let game = Game::parse(game).expect("the game is in the catalogue");
    let ask = Ask::Sequence { of: Quantity::Outcome, to: 0, row: None };
    let run = LADDER.iter().find_map(|engine| engine.prepare(&game, &ask).ok());
    match run.expect("an engine accepts")(&Limits::default()) {
        Ok(Finding::Sequence(Sequence { period: Some(period), .. })) => period,
        other => panic!("asked for a period, found {other:?}"),
    }
}

fn by_hash_map(set: &[usize]) -> SetClass {
    let (preperiod, period, word) =
        period_by_hash_map(set, |heap| if heap % 2 == 0 { 'L' } else { 'R' });
    (preperiod, period, word == ['L'])
}

/// The outcomes in a vector, and the windows seen so far in a hash map.
fn period_by_hash_map(set: &[usize], terminal: impl Fn(usize) -> char) -> (u64, u64, Vec<char>) {
    let (least, most) = (set[0], set[set.len() - 1]);
    let mut outcomes: Vec<char> = Vec::new();
    let mut seen: HashMap<Vec<char>, usize> = HashMap::new();
    loop {
        let heap = outcomes.len();
        if heap >= most {
            let window = outcomes[heap - most..].to_vec();
            if let Some(first) = seen.insert(window, heap - most) {
                let period = heap - most - first;
                return (first as u64, period as u64, outcomes[first..first + period].to_vec());
            }
        }
        outcomes.push(if heap < least { terminal(heap) } else { letter(set, &outcomes) });
    }
}

/// The outcome of the next heap, by Proposition 2 of *On Ending Partizan Subtraction Nim*.
fn letter(set: &[usize], outcomes: &[char]) -> char {
    let heap = outcomes.len();
    let has = |letter| set.iter().any(|s| *s <= heap && outcomes[heap - s] == letter);
    match () {
        () if has('P') || has('L') && has('R') => 'N',
        () if has('L') => 'L',
        () if has('R') => 'R',
        () => 'P',
    }
}

/// The outcomes of the last heaps in two words: who loses moving first, Left and Right.
type Words = (u64, u64);

/// The shift register of one set.
struct Register {
    /// Bit s-1 for each element s.
    set: u64,
    most: u64,
    window: u64,
}

/// The period by Brent; a window of L ends the search at once.
pub(crate) fn by_register(set: u64) -> SetClass {
    let most = u64::BITS - set.leading_zeros();
    let register = Register { set, most: most.into(), window: u64::MAX >> (64 - most) };
    let start = register.start();
    match register.cycle(start) {
        Err(preperiod) => (preperiod, 1, true),
        Ok(period) => (register.preperiod(start, period), period, false),
    }
}

impl Register {
    fn next(&self, (left, right): Words) -> Words {
        let left_loses = u64::from(right & self.set == 0);
        let right_loses = u64::from(left & self.set == 0);
        (left << 1 | left_loses, right << 1 | right_loses)
    }

    fn same(&self, a: Words, b: Words) -> bool {
        ((a.0 ^ b.0) | (a.1 ^ b.1)) & self.window == 0
    }

    /// After the heaps 0 to max S - 1.
    fn start(&self) -> Words {
        let mut words = (0, 0);
        for heap in 0..self.most {
            let is_stuck = heap <= u64::from(self.set.trailing_zeros());
            let stuck = (words.0 << 1 | (heap % 2), words.1 << 1 | ((heap + 1) % 2));
            words = if is_stuck { stuck } else { self.next(words) };
        }
        words
    }

    /// The length of the cycle; or where the last heaps are all L, the first of those.
    fn cycle(&self, start: Words) -> Result<u64, u64> {
        let (mut words, mut waiting) = (start, start);
        let (mut first, mut steps, mut power) = (0, 0, 1);
        loop {
            if (!words.1 | words.0) & self.window == 0 {
                return Err(first);
            }
            words = self.next(words);
            (first, steps) = (first + 1, steps + 1);
            if self.same(words, waiting) {
                return Ok(steps);
            }
            if steps == power {
                (waiting, steps, power) = (words, 0, 2 * power);
            }
        }
    }

    fn preperiod(&self, start: Words, period: u64) -> u64 {
        let (mut behind, mut ahead, mut preperiod) = (start, start, 0);
        for _ in 0..period {
            ahead = self.next(ahead);
        }
        while !self.same(behind, ahead) {
            (behind, ahead, preperiod) = (self.next(behind), self.next(ahead), preperiod + 1);
        }
        preperiod
    }
}
