//! What is understood of a game's rules: the family, the profile, the plan for each question, and the cost.

use bouton_engines::{Ask, Entries, Quantity, Window};
use bouton_lang::{Becomes, Move, Number, Program, Shape, facts};
use bouton_rules::catalogue::GAMES;
use bouton_rules::{Coordinates, Fact, FiniteGame, Game, Position, Ruleset};
use bouton_values::Player;

use crate::plan::{Rung, plan};
use crate::question::Question;
use crate::table::table_question;

/// All that can be told about a game before anything is computed.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// What the game is called.
    pub title: String,
    /// The rules, if they are a text; without comments.
    pub rules: Vec<String>,
    /// The family that was recognised, in a word or two, if the rules are a text.
    pub family: Option<&'static str>,
    /// Why it is this family.
    pub because: Vec<String>,
    /// The families that the rules might have been, and what is missing.
    pub misses: Vec<(&'static str, String)>,
    /// What was proved of the rules, in the order in which it is told.
    pub profile: Vec<Known>,
    /// Who would answer which question.
    pub plans: Vec<Planned>,
    /// The position that the cost is of, and the cost.
    pub cost: Option<Cost>,
}

/// Something that was asked of the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// What was asked, such as `play ends`.
    pub what: &'static str,
    /// Was it shown?
    pub holds: Verdict,
    /// Why, or why it could not be shown; may be empty.
    pub because: String,
}

/// How a question about the rules was settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is proved.
    Yes,
    /// It is refuted.
    No,
    /// Neither.
    Unknown,
}

/// A question and who would answer it.
#[derive(Clone, Debug)]
pub struct Planned {
    /// The question, as it is typed.
    pub question: String,
    /// The engine and its theorem; or why nobody answers.
    pub answer: Result<(&'static str, &'static str), String>,
    /// Those who declined before.
    pub declined: Vec<Rung>,
}

/// How much there is to do for a position, if everything that can be reached is worked out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cost {
    /// The position.
    pub position: Position,
    /// What can be reached, if a bound was proved.
    pub reach: Option<Reach>,
    /// At most this many moves lead from the position.
    pub options: u128,
    /// Bytes that the engine which would solve the position keeps for each position that can be reached, where that
    /// is how it works.
    pub bytes: Option<u128>,
}

/// What can be reached from a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach {
    /// What is counted.
    pub of: Reached,
    /// At most so many.
    pub count: u128,
    /// What the numbers are at most, by name.
    pub largest: Vec<(String, Number)>,
}

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reached {
    /// Positions.
    Positions,
    /// Sizes of heaps: either each is worth something on its own, or the heaps may become more.
    Sizes,
}

/// Explains a game; the cost is that of the position, or of a usual one.
#[must_use]
pub fn explain(game: &Game, position: Option<Position>) -> Explanation {
    let position = position.or_else(|| usual_start(game));
    let plans = plans(game, position.as_ref());
    let understanding = game.written().map(|written| &written.understanding);
    Explanation {
        title: game.title().to_owned(),
        rules: game.written().map_or_else(Vec::new, |written| bare(&written.text())),
        family: understanding.map(|known| known.family),
        because: understanding.map_or_else(Vec::new, |known| known.because.clone()),
        misses: understanding.map_or_else(Vec::new, |known| known.misses.clone()),
        profile: profile(game),
        cost: position.and_then(|position| cost(game, position, solver(&plans))),
        plans,
    }
}

/// The engine of the first question, which is to solve the position.
fn solver(plans: &[Planned]) -> Option<&'static str> {
    plans.first().and_then(|plan| plan.answer.as_ref().ok()).map(|(engine, _)| *engine)
}

/// The lines of a text that are not comments alone.
fn bare(text: &str) -> Vec<String> {
    let is_rule = |line: &&str| !line.trim_start().starts_with('#') && !line.trim().is_empty();
    text.lines().filter(is_rule).map(str::to_owned).collect()
}

fn profile(game: &Game) -> Vec<Known> {
    let Some(finite) = game.finite() else { return Vec::new() };
    let profile = finite.profile();
    let mut known = vec![
        of_fact("both players have the same options", &profile.same_options),
        of_fact("the ending favours nobody", &profile.same_endings),
        of_fact("play ends", &profile.terminates),
    ];
    match game.written() {
        Some(written) => known.extend(of_program(&written.program, &profile.independent)),
        None => known.push(of_fact("heaps are independent", &profile.independent)),
    }
    known
}

fn of_fact(what: &'static str, fact: &Fact) -> Known {
    let (holds, because) = match fact {
        Fact::Proved(reason) => (Verdict::Yes, reason.to_string()),
        Fact::Refuted(reason) => (Verdict::No, reason.to_string()),
        Fact::Unknown => (Verdict::Unknown, String::new()),
    };
    Known { what, holds, because }
}

/// What is proved of the program itself; what makes no sense for its positions is left out.
fn of_program(program: &Program, independent: &Fact) -> Vec<Known> {
    let known = |what, found: facts::Finding| match found {
        Ok(because) => Known { what, holds: Verdict::Yes, because },
        Err(because) => Known { what, holds: Verdict::Unknown, because },
    };
    let is_many = matches!(program.shape, Shape::Many(..));
    let mut all = Vec::new();
    if is_many {
        all.push(match independent.holds() {
            true => of_fact("heaps are independent", independent),
            false => known("heaps are independent", facts::independent(program)),
        });
    }
    all.push(known("moves are constant shifts", facts::constant_shifts(program)));
    if all.last().is_some_and(|shifts| shifts.holds != Verdict::Yes) {
        all.push(known("moves go along rays", facts::rays(program)));
    }
    if is_many || program.position_slots() == 1 {
        let lookback = facts::lookback(program);
        let words = lookback.map(|far| format!("a move lowers a number by at most {far}"));
        all.push(known("lookback is bounded", words));
    }
    all
}

/// The questions that make sense, as they are typed, and who would answer them.
fn plans(game: &Game, position: Option<&Position>) -> Vec<Planned> {
    let mut plans = Vec::new();
    if let Some(position) = position {
        plans.push(planned(game, format!("solve {position}"), Ask::Solve(position.clone())));
    }
    let Some(finite) = game.finite() else { return plans };
    let numbers = match finite.spec.tuple_rules().map(|rules| rules.coordinates()) {
        Some(Coordinates::Named(names)) => Some(names.len()),
        Some(Coordinates::Heaps { most: 1, .. }) => Some(1),
        Some(Coordinates::Heaps { .. }) => None,
        None => return plans,
    };
    let has_values = finite.has_nim_values();
    if numbers.is_none_or(|count| count <= 2) {
        plans.extend(sequences(game, finite, numbers, has_values));
    }
    if numbers.is_none_or(|count| count == 2) {
        plans.extend(tables(game, has_values));
    }
    if numbers == Some(2) {
        let window = Window { x: 0..120, y: 1..40 };
        plans.push(planned(game, "chart".to_owned(), Ask::Chart(window)));
    }
    plans
}

/// Tables over two numbers.
fn tables(game: &Game, has_values: bool) -> Vec<Planned> {
    let values = has_values.then_some(Entries::Of(Quantity::NimValue));
    let asks = [("table", None), ("table of nim-values", values)];
    let asked =
        asks.into_iter().take(1 + usize::from(has_values)).filter_map(|(words, entries)| {
            let ask = table_question(game, None, Vec::new(), (10, 10), entries).ok()?;
            Some(planned(game, words.to_owned(), ask))
        });
    asked.collect()
}

/// Sequences over one number: a lone heap, or a row.
fn sequences(
    game: &Game,
    finite: &FiniteGame,
    numbers: Option<usize>,
    has_values: bool,
) -> Vec<Planned> {
    let row = if numbers == Some(2) { Some(1) } else { None };
    let in_row = if row.is_some() { " in row 1" } else { "" };
    let to = 1000;
    let mut plans = vec![planned(
        game,
        format!("sequence{in_row}"),
        Ask::Sequence { of: Quantity::Outcome, to, row },
    )];
    if has_values {
        plans.push(planned(
            game,
            format!("sequence of nim-values{in_row}"),
            Ask::Sequence { of: Quantity::NimValue, to, row },
        ));
    } else if !finite.profile().same_options.holds() || !finite.profile().same_endings.holds() {
        plans.push(planned(game, format!("sequence of values{in_row}"), Ask::Values { to, row }));
    }
    plans
}

fn planned(game: &Game, question: String, ask: Ask) -> Planned {
    let asked = Question::new(game.clone(), ask);
    match plan(&asked) {
        Ok(plan) => Planned {
            question,
            answer: Ok((plan.engine.name(), plan.engine.theorem())),
            declined: plan.declined,
        },
        Err(refusal) => {
            let words = refusal.to_string();
            let reason = words.split_once(" cannot be asked this: ").map(|(_, reason)| reason);
            let reason = reason.unwrap_or(&words).to_owned();
            Planned { question, answer: Err(reason), declined: Vec::new() }
        }
    }
}

fn cost(game: &Game, position: Position, engine: Option<&str>) -> Option<Cost> {
    let finite = game.finite()?;
    let options = finite.option_bound(&position);
    let reach = game.written().zip(position.tuple()).and_then(|(written, tuple)| {
        let start: Vec<Number> = tuple.iter().map(|number| Number::from(*number)).collect();
        reach(&written.program, &start)
    });
    // A table holds an outcome for each cell; the definition keeps the position and its options.
    let bytes = match engine {
        Some("bytecode") => Some(1),
        Some("oracle") => Some(250 + 64 * options.min(1 << 40)),
        _ => None,
    };
    Some(Cost { position, reach, options, bytes })
}

/// A box of all that can be reached, counted.
fn reach(program: &Program, start: &[Number]) -> Option<Reach> {
    let largest = facts::largest(program, start)?;
    let side = |most: &Number| u128::try_from(most + 1).unwrap_or(1);
    match &program.shape {
        Shape::Named(names) => {
            let count = largest.iter().map(side).fold(1, u128::saturating_mul);
            let names = names.iter().map(|(name, _)| name.clone());
            Some(Reach { of: Reached::Positions, count, largest: names.zip(largest).collect() })
        }
        Shape::Many(_, name) => {
            let one = |heaps: &Becomes| matches!(heaps, Becomes::Heaps(all) if all.len() <= 1);
            let keeps = |one_move: &Move| {
                one(&one_move.becomes) || matches!(one_move.becomes, Becomes::Rows(..))
            };
            let most = *largest.first()?;
            let alone = facts::independent(program).is_ok();
            let counted = !alone && program.moves.iter().all(keeps);
            let count = match counted {
                true => start.iter().map(|_| side(&most)).fold(1, u128::saturating_mul),
                false => side(&most),
            };
            let of = if counted { Reached::Positions } else { Reached::Sizes };
            Some(Reach { of, count, largest: vec![(name.clone(), most)] })
        }
    }
}

/// A position to start from: the example of the catalogue, or of a few that are legal one with many moves.
#[must_use]
pub fn usual_start(game: &Game) -> Option<Position> {
    let name = game.text().split([':', '/']).next().unwrap_or_default();
    let entry = GAMES.iter().find(|entry| entry.name == name);
    if let Some(position) = entry.and_then(|entry| game.position(entry.example.1).ok()) {
        return Some(position);
    }
    let finite = game.finite()?;
    let candidates = match finite.spec.tuple_rules()?.coordinates() {
        Coordinates::Heaps { least, most } if (least..=most).contains(&3) => named(3, 7),
        Coordinates::Heaps { least, .. } => named(least.max(1), 20),
        Coordinates::Named(names) => named(names.len(), 20),
    };
    let legal = candidates.into_iter().filter_map(|tuple| finite.spec.tuple(tuple).ok());
    let moves = |position: &Position| match finite.option_bound(position) {
        0..1_000 => Player::BOTH.map(|mover| finite.options(position, mover).len()).iter().sum(),
        _ => 0,
    };
    // Of several with as many moves, the first.
    legal.rev().max_by_key(moves)
}

/// Numbers that many rules allow: rising, falling, alike, a large one beside small ones.
fn named(count: usize, largest: u64) -> Vec<Vec<u64>> {
    let of = |n: u64| {
        let steps = 0..count as u64;
        let beside = |small: u64| (0..count).map(move |i| if i == 0 { n } else { small }).collect();
        [
            steps.clone().map(|i| n.saturating_sub(steps.end - 1 - i)).collect(),
            steps.rev().map(|i| n.saturating_sub(count as u64 - 1 - i)).collect(),
            vec![n; count],
            beside(1),
            beside(0),
            (0..count).map(|i| if i + 1 == count { n } else { 1 }).collect(),
        ]
    };
    [largest, largest / 2, largest / 4, 1, 0].into_iter().flat_map(of).collect()
}
