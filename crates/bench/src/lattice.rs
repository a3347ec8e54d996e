//! Wythoff's game: which positions of a square are P, their nim-values, and a square far away.

use bouton_engines::{Ask, Chart, Entries, Finding, LADDER, Quantity, Table, TableShape, Window};
use bouton_rules::{Game, Limits};

use crate::measure::{Comparison, best_of};

pub(crate) fn comparisons() -> Vec<Comparison> {
    vec![outcomes(), far_outcomes(), values()]
}

const SIDE: usize = 1000;

/// What the engine with this name finds.
fn ask(name: &str, ask: &Ask) -> Finding {
    let game = Game::parse("wythoff").expect("Wythoff's game is in the catalogue");
    let engine = LADDER.iter().find(|engine| engine.name() == name).expect("it is on the ladder");
    let run =
        engine.prepare(&game, ask).unwrap_or_else(|reason| panic!("{name}: {}", reason.reason));
    run(&Limits::default()).expect("it is within the limits")
}

/// A tile of a map, by the table from 0 on and by the golden ratio.
fn far_outcomes() -> Comparison {
    let (x, y) = (25_600, 41_400);
    let window = Ask::chart(Window { x: x..x + 256, y: y..y + 256 }, Vec::new());
    let table = best_of(2, || ask("lattice-table", &window));
    let golden = best_of(20, || ask("wythoff-golden", &window));
    assert_eq!(golden.result, table.result);
    Comparison {
        subject: "Wythoff, a tile at (25600, 41400)".to_owned(),
        baseline: "the table from 0 on".to_owned(),
        baseline_time: table.time,
        engine_time: golden.time,
        engine_bytes: golden.peak_bytes,
        goal: 1000.0,
    }
}

fn outcomes() -> Comparison {
    let baseline = best_of(2, cubic_outcomes);
    let side = SIDE as u64;
    let window = Window { x: 0..side, y: 0..side };
    let engine = best_of(20, || ask("lattice-table", &Ask::chart(window.clone(), Vec::new())));
    let Finding::Chart(Chart::Losing(rows)) = &engine.result else { panic!("no chart") };
    for (lost, row) in baseline.result.iter().zip(rows) {
        assert!(lost.iter().enumerate().all(|(x, lost)| row.get(x) == *lost));
    }
    Comparison {
        subject: "Wythoff below 1000, outcomes".to_owned(),
        baseline: "every option of every position".to_owned(),
        baseline_time: baseline.time,
        engine_time: engine.time,
        engine_bytes: engine.peak_bytes,
        goal: 100.0,
    }
}

fn values() -> Comparison {
    let baseline = best_of(2, cubic_values);
    let side = SIDE as u64;
    let entries = Entries::Of(Quantity::NimValue);
    let table = Ask::Table(TableShape { entries, fixed: Vec::new(), rows: side, columns: side });
    let engine = best_of(5, || ask("lattice-table", &table));
    let Finding::Table(Table::Numbers(rows)) = &engine.result else { panic!("no table") };
    for (values, row) in baseline.result.iter().zip(rows) {
        assert!(values.iter().zip(row).all(|(value, cell)| Some(u64::from(*value)) == *cell));
    }
    Comparison {
        subject: "Wythoff below 1000, nim-values".to_owned(),
        baseline: "every option of every position".to_owned(),
        baseline_time: baseline.time,
        engine_time: engine.time,
        engine_bytes: engine.peak_bytes,
        goal: 10.0,
    }
}

/// A position is P iff none of its options is; the first that is ends the search.
fn cubic_outcomes() -> Vec<Vec<bool>> {
    let mut lost = vec![vec![false; SIDE]; SIDE];
    for a in 0..SIDE {
        for b in 0..SIDE {
            let wins = (0..b).any(|c| lost[a][c])
                || (0..a).any(|c| lost[c][b])
                || (1..=a.min(b)).any(|k| lost[a - k][b - k]);
            lost[a][b] = !wins;
        }
    }
    lost
}

/// The least number that no option has, by marking those that some option has.
fn cubic_values() -> Vec<Vec<u32>> {
    let mut values = vec![vec![0; SIDE]; SIDE];
    let mut marks = vec![0; 4 * SIDE];
    let mut stamp = 0;
    for a in 0..SIDE {
        for b in 0..SIDE {
            stamp += 1;
            (0..b).for_each(|c| marks[values[a][c] as usize] = stamp);
            (0..a).for_each(|c| marks[values[c][b] as usize] = stamp);
            (1..=a.min(b)).for_each(|k| marks[values[a - k][b - k] as usize] = stamp);
            let free = marks.iter().position(|mark| *mark != stamp);
            values[a][b] = free.expect("there are more numbers than options") as u32;
        }
    }
    values
}
