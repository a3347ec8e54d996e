//! Strategies against each other, on as many threads as there are.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use bouton_duels::{
    Belts, Duel, FitSettings, Fitted, Settings, StrategyName, Tally, belts, fit, wilson,
};
use bouton_rules::{Game, Help, Limits, Picture, Position, Refusal, Watch, catalogue};

pub use bouton_duels as duels;

/// Who plays whom, from where, and how often.
#[derive(Clone, Debug)]
pub struct DuelQuestion {
    /// The game.
    pub game: Game,
    /// The first strategy, and the second.
    pub players: [StrategyName; 2],
    /// Where games start; so many duels are fought.
    pub starts: Vec<Position>,
    /// How many games each duel has.
    pub games: u64,
    /// The seed, and who moves first.
    pub settings: Settings,
    /// How many threads play; as many as there are processors if 0. The result does not depend on
    /// it.
    pub threads: usize,
    /// Shall the exact chance be worked out, too?
    pub exact: bool,
    /// What it may cost.
    pub limits: Limits,
}

/// What came of a duel.
#[derive(Clone, Debug, PartialEq)]
pub struct Fought {
    /// Where its games started.
    pub start: Position,
    /// Who won how often.
    pub tally: Tally,
    /// Wilson's interval for the chance of the first strategy, at 95 %.
    pub interval: (f64, f64),
    /// The chance itself, if it was asked for.
    pub exact: Option<f64>,
}

/// Fights all duels.
pub fn duel(question: &DuelQuestion) -> Result<Vec<Fought>, Refusal> {
    if question.games == 0 && !question.exact {
        let help = Help::from("write ").set("games", 2000).and(", or ").setting("exact");
        return Err(Refusal::bad("no games are played", help));
    }
    let total = question.games.saturating_mul(question.starts.len() as u64);
    let (done, moves) = (AtomicU64::new(0), AtomicU64::new(0));
    let count = Arc::new(Count { of_all: question.limits.clone(), done, moves, total });
    question.starts.iter().map(|start| fight(question, start, &count)).collect()
}

fn fight(question: &DuelQuestion, start: &Position, count: &Arc<Count>) -> Result<Fought, Refusal> {
    let DuelQuestion { game, players, settings, limits, .. } = question;
    let least = u128::from(question.games) * least_moves(game, start);
    limits.check_steps("these games", least * STEPS_A_MOVE)?;
    let duel = Duel::new(game, start, *players, *settings, limits)?;
    let tally = play_all(&duel, question, count)?;
    let exact = if question.exact { Some(duel.exact(limits)?) } else { None };
    let interval = wilson(tally.first_wins, tally.games);
    Ok(Fought { start: start.clone(), tally, interval, exact })
}

/// Threads take batches of so many games, whoever is free the next.
const BATCH: u64 = 16;

/// Each game depends on its number alone, and sums on no order: the threads do not matter.
fn play_all(
    duel: &Duel<'_>,
    question: &DuelQuestion,
    count: &Arc<Count>,
) -> Result<Tally, Refusal> {
    let games = question.games;
    let limits = Limits { watch: Arc::clone(count) as Arc<dyn Watch>, ..question.limits.clone() };
    let next = AtomicU64::new(0);
    let work = || {
        let mut tally = Tally::default();
        loop {
            let first = next.fetch_add(BATCH, Ordering::Relaxed);
            if first >= games {
                return Ok(tally);
            }
            for index in first..games.min(first + BATCH) {
                let played = duel.play(index, &limits)?;
                tally = tally + Tally::of(played);
                count.done.fetch_add(1, Ordering::Relaxed);
                let moves = count.moves.fetch_add(played.moves, Ordering::Relaxed) + played.moves;
                limits.check_steps("these games", u128::from(moves) * STEPS_A_MOVE)?;
                limits.progress(0, 0)?;
            }
        }
    };
    thread::scope(|scope| {
        let others: Vec<_> = (1..threads(question.threads)).map(|_| scope.spawn(work)).collect();
        let mine: Result<Tally, Refusal> = work();
        others.into_iter().fold(mine, |sum, other| {
            let other = other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            Ok(sum? + other?)
        })
    })
}

/// What a move costs, about.
const STEPS_A_MOVE: u128 = 100;

/// How many moves a game lasts at least. With a pile p and the rate r the n-th move takes at most
/// r + n, and as long as more than r + n + 1 tokens are left there is a move.
fn least_moves(game: &Game, start: &Position) -> u128 {
    match (has_rate(game), start.tuple()) {
        (true, Some([pile, rate])) => {
            (2 * u128::from(*pile)).isqrt().saturating_sub(2 * u128::from(*rate) + 2)
        }
        _ => 0,
    }
}

/// Is it a pile with a rate that changes by at most 1?
fn has_rate(game: &Game) -> bool {
    let rules = game.finite().and_then(|finite| finite.spec.tuple_rules());
    rules.is_some_and(|rules| rules.picture() == Picture::PileAndRate)
}

fn threads(wanted: usize) -> usize {
    match wanted {
        0 => thread::available_parallelism().map_or(1, usize::from),
        wanted => wanted.min(256),
    }
}

/// Tells the watch about whole games only, however long one of them takes.
struct Count {
    of_all: Limits,
    done: AtomicU64,
    moves: AtomicU64,
    total: u64,
}

impl Watch for Count {
    fn progress(&self, _: u64, _: u64) -> ControlFlow<()> {
        self.of_all.watch.progress(self.done.load(Ordering::Relaxed), self.total)
    }
}

/// The position that a lone pile names: at the rate 1 where there is a rate.
pub fn start_with(game: &Game, pile: u64) -> Result<Position, Refusal> {
    let Some(finite) = game.finite() else {
        return Err(Refusal::unsupported(
            format!("{} has endlessly many moves", game.text()),
            "let strategies play a game with finitely many",
        ));
    };
    let numbers = if has_rate(game) { vec![pile, 1] } else { vec![pile] };
    finite.spec.tuple(numbers).map_err(|refusal| {
        Refusal::bad(
            format!("{pile} alone is no position of {}: {refusal}", game.text()),
            Help::from("say where to start with ").setting("position"),
        )
    })
}

/// The example of the game's entry.
pub fn usual_start(game: &Game) -> Result<Position, Refusal> {
    let name = game.text().split([':', '/']).next().unwrap_or_default();
    match catalogue::find(name).and_then(|entry| game.position(entry.example.1)) {
        Ok(position) => Ok(position),
        Err(_) => Err(Refusal::bad(
            format!("{} has no usual start", game.text()),
            Help::from("say where to start with ").setting("position"),
        )),
    }
}

/// Model's parameters as a search finds them, and what they are worth.
#[derive(Clone, Debug, PartialEq)]
pub struct FitAnswer {
    /// How they were searched for.
    pub settings: FitSettings,
    /// What was found.
    pub fitted: Fitted,
    /// What it is worth, belt by belt of the core.
    pub belts: Belts,
}

/// Searches for Model's parameters, and tries them on piles below 10^(decades + 1).
pub fn fit_model(
    settings: &FitSettings,
    decades: u32,
    limits: &Limits,
) -> Result<FitAnswer, Refusal> {
    let fitted = fit(settings, limits)?;
    let belts = belts(&fitted.model, decades, limits)?;
    Ok(FitAnswer { settings: *settings, fitted, belts })
}
