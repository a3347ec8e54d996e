//! Strategies against each other, on as many threads as there are.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use bouton_ask as ask;
use bouton_ask::{DuelView, OneDuel};
use bouton_duels::{Duel, Settings, StrategyName, Tally, wilson};
use bouton_rules::{Game, Help, Limits, Picture, Position, Refusal, Watch};
use bouton_values::counted;

use crate::explain::usual_start;
use crate::questions::{Answerable, Desk, position_of};
use crate::render::AsText;
use crate::render::style::{FAINT, STRONG, paint};
use crate::rules_file::ReadError;
use crate::views;

impl Answerable for ask::Duel {
    fn answer(&self, desk: &Desk) -> Result<DuelView, ReadError> {
        let game = desk.game(&self.game, false)?;
        Ok(duel(self, &game, 1, &desk.limits)?)
    }
}

/// Plays all duels of a game that was read before, on this many threads; on as many as there are processors if 0. The
/// result does not depend on their number.
pub fn duel(
    asked: &ask::Duel,
    game: &Game,
    threads: usize,
    limits: &Limits,
) -> Result<DuelView, Refusal> {
    if asked.games == 0 && !asked.exact {
        let help = Help::from("write ").set("games", 2000).and(", or ").setting("exact");
        return Err(Refusal::bad("no games are played", help));
    }
    let starts: Vec<Position> = match &asked.positions[..] {
        [] => vec![usual_start(game)?],
        all => all.iter().map(|start| position_of(game, start)).collect::<Result<_, _>>()?,
    };
    let total = asked.games.saturating_mul(starts.len() as u64);
    let (done, moves) = (AtomicU64::new(0), AtomicU64::new(0));
    let count = Arc::new(Count { of_all: limits.clone(), done, moves, total });
    let duels = starts.iter().map(|start| fight(asked, game, start, threads, &count));
    duels.collect::<Result<Vec<_>, _>>().map(DuelView::new)
}

fn fight(
    asked: &ask::Duel,
    game: &Game,
    start: &Position,
    threads: usize,
    count: &Arc<Count>,
) -> Result<OneDuel, Refusal> {
    game.check(start)?;
    let limits = &count.of_all;
    let players = [StrategyName::parse(&asked.first)?, StrategyName::parse(&asked.second)?];
    let settings = Settings { seed: asked.seed, alternate: asked.alternate };
    let least = u128::from(asked.games) * least_moves(game, start);
    limits.check_steps("these games", least * STEPS_A_MOVE)?;
    let duel = Duel::new(game, start, players, settings, limits)?;
    let tally = play_all(&duel, asked.games, threads, count)?;
    let exact = if asked.exact { Some(duel.exact(limits)?) } else { None };
    Ok(OneDuel {
        game: game.text().to_owned(),
        title: views::title(game),
        position: start.to_string(),
        first: players[0].to_string(),
        second: players[1].to_string(),
        games: tally.games,
        first_wins: tally.first_wins,
        second_wins: tally.second_wins,
        unfinished: tally.unfinished,
        interval: wilson(tally.first_wins, tally.games).into(),
        moves: tally.moves,
        seed: settings.seed,
        alternate: settings.alternate,
        exact,
    })
}

/// Threads take batches of this many games, whoever is free the next one.
const BATCH: u64 = 16;

/// Each game depends on its number alone, and sums on no order: the threads do not matter.
fn play_all(
    duel: &Duel<'_>,
    games: u64,
    wanted: usize,
    count: &Arc<Count>,
) -> Result<Tally, Refusal> {
    let limits = Limits { watch: Arc::clone(count) as Arc<dyn Watch>, ..count.of_all.clone() };
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
        let others: Vec<_> = (1..threads(wanted)).map(|_| scope.spawn(work)).collect();
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

/// Reports to the watch whole games only, however long one of them takes.
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
            "choose a game with finitely many moves",
        ));
    };
    let numbers = if has_rate(game) { vec![pile, 1] } else { vec![pile] };
    finite.spec.tuple(numbers).map_err(|refusal| {
        Refusal::bad(
            format!("{pile} alone is not a position of {}: {refusal}", game.text()),
            Help::from("say where to start with ").setting("position"),
        )
    })
}

/// A line for each start.
impl AsText for DuelView {
    fn text(&self, _: bool) -> String {
        let duels = self.duels();
        let Some(OneDuel { game, title, first, second, games, seed, alternate, .. }) =
            duels.first()
        else {
            return String::new();
        };
        let starts = if *alternate { "they start in turn" } else { "the first starts" };
        let game = paint(STRONG, title.as_ref().unwrap_or(game));
        let mut text = format!("{game}  {first} against {second}\n\n");
        let games = counted(*games, "game");
        text += &paint(FAINT, format!("  {games} from each start, {starts}, seed {seed}\n\n"));
        let width = duels.iter().map(|duel| duel.position.len()).max().unwrap_or(0).max(8);
        let exact = if duels.iter().any(|duel| duel.exact.is_some()) { "     exact" } else { "" };
        let unfinished = duels.iter().any(|duel| duel.unfinished > 0);
        let no_end = if unfinished { "   no end" } else { "" };
        text += &paint(
            FAINT,
            format!(
                "  {:<width$}  first wins    share   95 % interval{exact}{no_end}     moves\n",
                "start"
            ),
        );
        duels.iter().for_each(|duel| text += &line(duel, width, unfinished));
        text
    }
}

fn line(duel: &OneDuel, width: usize, unfinished: bool) -> String {
    let OneDuel { position, games, first_wins, interval: [low, high], .. } = duel;
    let percent = |share: f64| format!("{:.1}", 100.0 * share);
    let share = match games {
        0 => "-".to_owned(),
        _ => format!("{} %", percent(*first_wins as f64 / *games as f64)),
    };
    let interval = format!("{:>5} – {:>5}", percent(*low), percent(*high));
    let exact = duel.exact.map_or(String::new(), |exact| format!("{:>9.3} %", 100.0 * exact));
    let no_end = if unfinished { format!("{:>9}", duel.unfinished) } else { String::new() };
    let moves = duel.moves.checked_div(*games).unwrap_or(0);
    let share = paint(STRONG, format!("{share:>7}"));
    format!(
        "  {position:<width$}  {first_wins:>10}  {share}   {interval}{exact}{no_end}{moves:>10}\n"
    )
}

/// Every strategy and what it does, a line each.
#[must_use]
pub fn strategies() -> String {
    let names: Vec<(String, &str)> = StrategyName::all().collect();
    let width = names.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    names.iter().map(|(name, does)| format!("  {name:<width$}  {does}\n")).collect()
}
