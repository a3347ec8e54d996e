//! Duels do not depend on the number of threads, and what is shown is what was played.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bouton_lab::ask::{DuelView, OneDuel};
use bouton_lab::duel::start_with;
use bouton_lab::duels::wilson;
use bouton_lab::rules::{Game, Limits, Refusal, Watch};
use bouton_lab::{Answerable, Desk, ask, usual_start};

fn question(game: &str, players: [&str; 2], starts: &[&str], games: u64) -> ask::Duel {
    let [first, second] = players.map(str::to_owned);
    let positions = starts.iter().map(|start| (*start).into()).collect();
    let (game, seed, alternate, exact) = (game.to_owned(), 7, true, false);
    ask::Duel { game, first, second, positions, games, seed, alternate, exact }
}

fn duel(asked: &ask::Duel, threads: usize, limits: &Limits) -> Result<DuelView, Refusal> {
    bouton_lab::duel::duel(asked, &Game::parse(&asked.game).unwrap(), threads, limits)
}

#[test]
fn threads_do_not_matter() {
    for (game, players, starts) in [
        ("nimrod", ["model", "random"], vec!["1000,1", "300,7"]),
        ("nimrod", ["perfect", "sector-random"], vec!["400,1"]),
        ("nim", ["perfect", "random"], vec!["3,5,7"]),
        ("chomp", ["random", "perfect"], vec!["4,4"]),
        ("ending-partizan:2,3", ["greedy", "random"], vec!["31"]),
    ] {
        let asked = question(game, players, &starts, 101);
        let one = duel(&asked, 1, &Limits::default()).unwrap();
        for threads in [0, 2, 3, 8, 1000] {
            let many = duel(&asked, threads, &Limits::default()).unwrap();
            assert_eq!(many, one, "{game} {players:?} on {threads} threads");
        }
        assert_eq!(one.duels().len(), starts.len());
        for OneDuel { games, first_wins, second_wins, unfinished, interval, .. } in one.duels() {
            assert_eq!(*games, 101);
            assert_eq!(first_wins + second_wins + unfinished, 101);
            assert_eq!((interval[0], interval[1]), wilson(*first_wins, 101));
        }
    }
}

#[test]
fn the_json_is_what_was_played() {
    let limits = Limits::default();
    let asked =
        ask::Duel { exact: true, ..question("nimrod", ["model", "random"], &["200,1"], 50) };
    let view = serde_json::to_value(duel(&asked, 1, &limits).unwrap()).unwrap();
    let wins = view["first_wins"].as_u64().unwrap();
    assert_eq!(wins + view["second_wins"].as_u64().unwrap(), 50);
    assert_eq!(view["games"], 50);
    let (low, high) = wilson(wins, 50);
    assert_eq!(view["interval"], serde_json::json!([low, high]));
    assert_eq!(view["position"], "200,1");
    assert_eq!((view["first"].as_str(), view["second"].as_str()), (Some("model"), Some("random")));
    let exact = view["exact"].as_f64().unwrap();
    assert!(exact > 0.5 && exact <= 1.0);
    let several = question("nimrod", ["random"; 2], &["20,1", "30,1"], 10);
    let view = serde_json::to_value(duel(&several, 1, &limits).unwrap()).unwrap();
    assert_eq!(view["duels"].as_array().unwrap().len(), 2);
}

#[test]
fn starts_are_found() {
    let start = |game: &str, pile| {
        start_with(&Game::parse(game).unwrap(), pile).map(|start| start.to_string())
    };
    assert_eq!(start("nimrod", 1000).unwrap(), "1000,1");
    assert_eq!(start("nimrod:3/misere", 5).unwrap(), "5,1");
    assert_eq!(start("kayles", 12).unwrap(), "12");
    assert!(start("wythoff", 12).unwrap_err().help().to_string().contains("`position`"));
    assert!(start("real-nim:x^2", 1).is_err());
    assert_eq!(usual_start(&Game::parse("nimrod").unwrap()).unwrap().to_string(), "100,1");
    assert!(usual_start(&Game::parse("nim + kayles").unwrap()).is_err());
    assert!(duel(&question("nim", ["random"; 2], &["3"], 0), 1, &Limits::default()).is_err());
    // Who names no start gets the usual one.
    let asked = r#"{ "game": "nimrod", "first": "random", "second": "greedy", "games": 5 }"#;
    let asked: ask::Duel = serde_json::from_str(asked).unwrap();
    let desk = Desk { limits: Limits::default(), files: false };
    assert_eq!(asked.answer(&desk).unwrap().duels()[0].position, "100,1");
}

/// Counts what it is told, and stops after some games.
struct Patience {
    games: u64,
    told: AtomicU64,
}

impl Watch for Patience {
    fn progress(&self, done: u64, total: u64) -> ControlFlow<()> {
        assert_eq!(total, 200);
        self.told.fetch_max(done, Ordering::Relaxed);
        if done >= self.games { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[test]
fn duels_tell_how_far_they_are_and_stop() {
    for (games, stopped) in [(u64::MAX, false), (50, true)] {
        let watch = Arc::new(Patience { games, told: AtomicU64::new(0) });
        let limits = Limits { watch: watch.clone(), ..Limits::default() };
        let asked = question("nimrod", ["random"; 2], &["100,1", "90,1"], 100);
        let found = duel(&asked, 2, &limits);
        assert_eq!(found == Err(Refusal::Interrupted), stopped);
        let told = watch.told.load(Ordering::Relaxed);
        assert!(if stopped { (50..60).contains(&told) } else { told == 200 }, "{told}");
    }
}
