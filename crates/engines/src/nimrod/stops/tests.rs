//! Windows from stops against sweeps from the pile 0, and which stops are kept.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU64, Ordering};

use bouton_rules::Watch;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use super::super::outside::core_begins;
use super::super::tests::plain_table;
use super::*;

/// Stops wherever they are possible, and news after each of them.
const EAGER: StopPolicy = StopPolicy { cheap: 0, apart: 1, report_interval: 1 };

fn eager(most_bytes: usize) -> NimrodStops {
    NimrodStops { policy: EAGER, ..NimrodStops::new(most_bytes) }
}

fn ask(stops: &mut NimrodStops, window: &Window, limits: &Limits) -> Result<SweepResult, Refusal> {
    stops.sweep(window, limits)?.run(limits, |stop| stops.keep(stop))
}

fn rows(stops: &mut NimrodStops, window: &Window) -> Vec<Bits> {
    match ask(stops, window, &Limits::default()) {
        Ok(SweepResult::Rows(rows)) => rows,
        other => panic!("it was not asked to stop: {other:?}"),
    }
}

/// A stop at this word and no other.
fn stop_at(word: u64) -> NimrodStops {
    let mut stops = eager(1 << 24);
    if word > 0 {
        rows(&mut stops, &Window { x: word * LANES..word * LANES + 1, y: 1..2 });
        stops.kept.retain(|front| front.now == word);
        assert_eq!(stops.kept.len(), 1, "a stop at {word}");
    }
    stops
}

/// For each pile the rates from 0 on: 1 where the mover loses.
fn table(piles: usize, rates: usize) -> Vec<Vec<u8>> {
    let mut table = Vec::new();
    // Each rate above these costs more than the last, so 2·√piles more are enough.
    plain_table(piles, rates + 2 * piles.isqrt(), |_, here| table.push(here[..rates].to_vec()));
    table
}

fn assert_rows(found: &[Bits], x: Range<u64>, y: Range<u64>, table: &[Vec<u8>], at: &str) {
    assert_eq!(found.len() as u64, y.end - y.start);
    for (row, rate) in found.iter().zip(y) {
        let wanted = x.clone().map(|pile| table[pile as usize][rate as usize] == 1);
        assert_eq!(*row, wanted.collect(), "row {rate} of {x:?}, {at}");
    }
}

/// Every stop below 140 words, while the bands 1 and 2 enter, and those around the next two; windows that
/// begin at the stop, next to it and a little later, next to the edges of words.
#[test]
fn windows_from_every_stop_equal_a_plain_table() {
    let table = table(36_000, 300);
    let late = [287, 288, 289, 290, 300, 510, 511, 512, 513, 514, 515, 516, 520];
    for word in (0..140).chain(late) {
        let stops = stop_at(word);
        let start = word * LANES;
        for (shift, width) in
            [(0, 1), (0, 300), (1, 63), (62, 64), (63, 65), (64, 2), (65, 130), (500, 9)]
        {
            for y in [1..2, 1..70, 62..67, 64..65, 127..130, 191..194, 250..260] {
                let x = start + shift..start + shift + width;
                let found = rows(&mut stops.clone(), &Window { x: x.clone(), y: y.clone() });
                assert_rows(&found, x, y, &table, &format!("from {word}"));
            }
        }
    }
}

/// All windows of a corner of the plane, each from all stops that the others left.
#[test]
fn small_windows_in_any_order_equal_a_plain_table() {
    let table = table(700, 90);
    let mut stops = eager(1 << 20);
    let starts = [0u64, 1, 62, 63, 64, 65, 127, 128, 129, 300, 500];
    let widths = [0, 1, 2, 63, 64, 65, 130];
    let sides = [1..2, 1..1, 1..90, 5..6, 62..66, 80..90];
    for turn in 0..starts.len() * widths.len() {
        let x = starts[turn * 7 % starts.len()];
        let x = x..x + widths[turn % widths.len()];
        for y in sides.clone() {
            let found = rows(&mut stops, &Window { x: x.clone(), y: y.clone() });
            assert_rows(&found, x.clone(), y, &table, "in turn");
        }
    }
}

/// One window after the other, near and far, with little room for stops.
#[test]
fn far_windows_in_any_order_equal_fresh_sweeps() {
    let mut runner = TestRunner::new(ProptestConfig::with_cases(12));
    let window = (0..1_500_000u64, 1..400u64, 1..2_000u64, 1..100u64);
    let walk = prop::collection::vec((window, any::<bool>()), 4);
    let found = runner.run(&(walk, 8..12u32), |(walk, apart)| {
        let mut stops = NimrodStops::new(600_000);
        stops.policy = StopPolicy { cheap: 0, apart: apart.into(), ..StopPolicy::USUAL };
        let mut last = 0;
        for ((x, width, y, height), is_near) in walk {
            let x = if is_near { last + x % 5_000 } else { x };
            last = x.saturating_sub(2_000);
            let window = Window { x: x..x + width, y: y..y + height };
            prop_assert_eq!(
                rows(&mut stops, &window),
                lost(&window, &Limits::default()).unwrap(),
                "{:?}",
                window
            );
            prop_assert!(stops.bytes() <= 600_000);
        }
        Ok(())
    });
    found.unwrap();
}

/// Asks to stop after this many reports.
struct Patience(AtomicU64);

impl Watch for Patience {
    fn progress(&self, done: u64, total: u64) -> ControlFlow<()> {
        assert!(done <= total);
        let left = self.0.load(Ordering::Relaxed).saturating_sub(1);
        self.0.store(left, Ordering::Relaxed);
        if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

fn patience(times: u64) -> Limits {
    Limits { watch: Arc::new(Patience(AtomicU64::new(times))), ..Limits::default() }
}

/// Bands 1 and 2 enter on the way, the second advances two words at a time.
const FAR: Window = Window { x: 9_000..9_100, y: 1..135 };

#[test]
fn a_sweep_goes_on_from_wherever_it_was_stopped() {
    let table = table(9_100, 140);
    let word = FAR.x.start / LANES;
    for times in 1..=word {
        let mut stops = eager(1 << 24);
        assert_eq!(ask(&mut stops, &FAR, &patience(times)), Ok(SweepResult::Unfinished), "{times}");
        stops.kept.retain(|front| front.now == times);
        assert_eq!(stops.kept.len(), 1, "a stop where it was stopped");
        let rest = stops.sweep(&FAR, &Limits::default()).unwrap().steps();
        let all = eager(1 << 24).sweep(&FAR, &Limits::default()).unwrap().steps();
        assert!(rest < all);
        assert_rows(&rows(&mut stops, &FAR), FAR.x, FAR.y, &table, "gone on with");
    }
}

/// A few words at a time; or a few steps.
#[test]
fn asking_again_and_again_leads_there() {
    let table = table(9_100, 140);
    let steps = |steps| Limits { steps, ..Limits::default() };
    for limits in [|| patience(5), || patience(7), || patience(50)] {
        again_and_again(limits, &table);
    }
    again_and_again(|| steps(150_000), &table);
}

fn again_and_again(limits: impl Fn() -> Limits, table: &[Vec<u8>]) {
    let mut stops = eager(1 << 24);
    for asked in 1.. {
        assert!(asked < 100, "it does not get on");
        match ask(&mut stops, &FAR, &limits()) {
            Ok(SweepResult::Unfinished) => {}
            Ok(SweepResult::Rows(found)) => {
                assert!(asked > 2);
                return assert_rows(&found, FAR.x, FAR.y, table, "in parts");
            }
            Err(refusal) => panic!("{refusal}"),
        }
    }
}

/// The window itself must fit into the limits: what was found of it is not kept.
#[test]
fn no_progress_is_promised_inside_the_window() {
    let mut stops = eager(1 << 24);
    rows(&mut stops, &FAR);
    assert_eq!(ask(&mut stops, &FAR, &patience(1)), Err(Refusal::Interrupted));
    let wide = Window { x: 9_000..90_000, y: 1..2 };
    assert_eq!(ask(&mut stops, &wide, &patience(20)), Err(Refusal::Interrupted));
}

fn tile_at(pile: u64) -> Window {
    Window { x: pile..pile + 256, y: 1..256 }
}

fn steps_to(stops: &NimrodStops, pile: u64) -> u128 {
    stops.sweep(&tile_at(pile), &Limits::default()).unwrap().steps()
}

#[test]
fn what_is_near_becomes_cheap() {
    let far = 3_000_000;
    let mut stops = NimrodStops::new(4 << 20);
    let all = steps_to(&stops, far);
    rows(&mut stops, &tile_at(far));
    for near in [far - 60_000, far - 5_000, far - 256, far, far + 256, far + 5_000, far + 60_000] {
        assert!(steps_to(&stops, near) < all / 20, "{near}");
    }
    assert!(steps_to(&stops, far / 2) < all / 4);
    // Another place, and back: the first one is still near to a stop.
    let other = 2_000_000;
    rows(&mut stops, &tile_at(other));
    assert!(steps_to(&stops, other) < all / 20);
    assert!(steps_to(&stops, far) < all / 4);
    rows(&mut stops, &tile_at(far));
    assert!(steps_to(&stops, far) < all / 20 && steps_to(&stops, other) < all / 4);
    assert!(stops.bytes() <= 4 << 20);
}

/// Also with room for five stops one can go on to the right and come back.
#[test]
fn a_walk_stays_cheap() {
    let far = 3_000_000;
    let mut stops = NimrodStops::new(5 * front_bytes(far / LANES) as usize);
    let all = steps_to(&stops, far);
    rows(&mut stops, &tile_at(far));
    for step in 1..10 {
        let here = far + 17_000 * step;
        for near in [here, here - 20_000, here - 40_000] {
            assert!(steps_to(&stops, near) < all / 8, "{near} from {here}");
        }
        rows(&mut stops, &tile_at(here));
    }
}

/// With room for two stops a sweep that is stopped all the time arrives, whatever was kept before.
#[test]
fn progress_is_never_thrown_away() {
    let front = front_bytes(9_300 / LANES) as usize;
    let mut stops = eager(2 * front);
    rows(&mut stops, &Window { x: 8_000..8_001, y: 1..2 });
    rows(&mut stops, &Window { x: 4_000..4_001, y: 1..2 });
    stops.kept.retain(|front| front.now > 130);
    for asked in 1.. {
        assert!(asked < 100 && stops.bytes() <= 2 * front);
        let near = Window { x: 7_000..7_010, y: 1..2 };
        if ask(&mut stops, &near, &patience(4)) != Ok(SweepResult::Unfinished) {
            return assert!(asked > 20);
        }
    }
}

#[test]
fn stops_are_used_where_they_help() {
    let (stops, limits) = (NimrodStops::new(64 << 20), Limits::default());
    let is_alone = |window| stops.sweep(&window, &limits).unwrap().from.is_none();
    assert!(is_alone(tile_at(50_000)));
    assert!(!is_alone(tile_at(10_000_000)));
    assert!(!is_alone(tile_at(100_000_000)));
    // A strip along the boundary of the core needs little else.
    let pile = core_begins(10_000) as u64;
    assert!(is_alone(Window { x: pile..pile + 256, y: 10_000..10_256 }));
    // More than half of the room.
    assert!(is_alone(tile_at(300_000_000)));
}

#[test]
fn what_cannot_be_done_is_refused() {
    let mut stops = NimrodStops::new(64 << 20);
    for pile in [100_000_000_000, MAX_NUMBER - 256] {
        let refusal = ask(&mut stops, &tile_at(pile), &Limits::default());
        assert!(matches!(refusal, Err(Refusal::Limit { .. })), "{refusal:?}");
    }
    let small = Limits { memory: 100_000, ..Limits::default() };
    let refusal = ask(&mut stops, &tile_at(10_000_000), &small);
    assert!(matches!(refusal, Err(Refusal::Limit { .. })), "{refusal:?}");
    for window in [Window { x: 0..9, y: 0..2 }, Window { x: 0..MAX_NUMBER + 2, y: 1..2 }] {
        let refusal = ask(&mut stops, &window, &Limits::default());
        assert!(matches!(refusal, Err(Refusal::BadInput { .. })), "{refusal:?}");
    }
}

#[test]
fn stops_are_dense_near_the_window() {
    assert_eq!(places(0, 1_003, 10), [1000, 990, 960, 840, 500, 360, 250, 120, 60, 30, 10]);
    assert_eq!(places(840, 1_003, 10), [1000, 990, 960]);
    assert!(places(1_000, 1_003, 10).is_empty());
    assert!(places(0, 9, 10).is_empty());
}

#[test]
fn it_is_nimrod_under_normal_play() {
    let knows = |game| NimrodStops::knows(&Game::parse(game).unwrap());
    assert!(knows("nimrod"));
    assert!(["nimrod/misere", "nimrod:2", "wythoff", "nim"].into_iter().all(|game| !knows(game)));
}

/// The estimate by which a sweep is allowed is at least what it will hold.
#[test]
fn fronts_take_no_more_than_was_said() {
    for word in [0, 31, 32, 33, 127, 128, 129, 600, 3_000] {
        let stops = stop_at(word);
        assert!(stops.bytes() as u128 <= front_bytes(word), "{word}");
    }
}
