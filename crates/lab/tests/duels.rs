//! Duels do not depend on the number of threads, and what is shown is what was played.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bouton_lab::duel::duels::{FitSettings, Settings, StrategyName, wilson};
use bouton_lab::duel::{DuelQuestion, duel, fit_model, start_with, usual_start};
use bouton_lab::render;
use bouton_lab::rules::{Game, Limits, Refusal, Watch};

fn question(game: &str, players: [&str; 2], starts: &[&str], games: u64) -> DuelQuestion {
    let game = Game::parse(game).unwrap();
    DuelQuestion {
        players: players.map(|name| StrategyName::parse(name).unwrap()),
        starts: starts.iter().map(|start| game.position(start).unwrap()).collect(),
        games,
        settings: Settings { seed: 7, alternate: true },
        threads: 1,
        exact: false,
        limits: Limits::default(),
        game,
    }
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
        let one = duel(&question(game, players, &starts, 101)).unwrap();
        for threads in [0, 2, 3, 8, 1000] {
            let many = DuelQuestion { threads, ..question(game, players, &starts, 101) };
            assert_eq!(duel(&many).unwrap(), one, "{game} {players:?} on {threads} threads");
        }
        for fought in &one {
            let tally = fought.tally;
            assert_eq!(tally.games, 101);
            assert_eq!(tally.first_wins + tally.second_wins + tally.unfinished, 101);
            assert_eq!(fought.interval, wilson(tally.first_wins, 101));
        }
    }
}

#[test]
fn the_json_is_what_was_played() {
    let asked =
        DuelQuestion { exact: true, ..question("nimrod", ["model", "random"], &["200,1"], 50) };
    let fought = duel(&asked).unwrap();
    let view = serde_json::to_value(render::duel::view(&asked, &fought)).unwrap();
    assert_eq!(view["first_wins"], fought[0].tally.first_wins);
    assert_eq!(view["games"], 50);
    assert_eq!(view["interval"][0], fought[0].interval.0);
    assert_eq!(view["interval"][1], fought[0].interval.1);
    assert_eq!(view["position"], "200,1");
    assert_eq!((view["first"].as_str(), view["second"].as_str()), (Some("model"), Some("random")));
    let exact = view["exact"].as_f64().unwrap();
    assert!(exact > 0.5 && exact <= 1.0);
    let several = question("nimrod", ["random"; 2], &["20,1", "30,1"], 10);
    let view =
        serde_json::to_value(render::duel::view(&several, &duel(&several).unwrap())).unwrap();
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
    assert!(duel(&question("nim", ["random"; 2], &["3"], 0)).is_err());
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
        let found = duel(&DuelQuestion { threads: 2, limits, ..asked });
        assert_eq!(found == Err(Refusal::Interrupted), stopped);
        let told = watch.told.load(Ordering::Relaxed);
        assert!(if stopped { (50..60).contains(&told) } else { told == 200 }, "{told}");
    }
}

#[test]
fn the_fit_is_shown_with_its_belts() {
    let settings = FitSettings { pile: 40, draws: 50, climbs: 2, seed: 3 };
    let answer = fit_model(&settings, 2, &Limits::default()).unwrap();
    let view = serde_json::to_value(render::duel::fit_view(&answer)).unwrap();
    assert_eq!(view["fit"]["choices"], answer.fitted.share.choices);
    assert_eq!(view["learnt_from"]["pile"], 40);
    assert_eq!(view["belts"].as_array().unwrap().len(), answer.belts.belts.len());
    let text = render::duel::fit_text(&answer);
    assert!(text.contains(&format!("model:{}", answer.fitted.model)));
    assert!(text.contains("0.5 to 1"));
    // The strategy can be typed in again.
    let strategy = view["strategy"].as_str().unwrap();
    assert_eq!(StrategyName::parse(strategy).unwrap(), StrategyName::Model(answer.fitted.model));
}
