//! Explains what the program knows about a game's rules: the family, the proved facts, the engine for each question,
//! and the cost.

use bouton_ask as ask;
use bouton_ask::{Cost, ExplainView, Missed, PlanView, Reach};
use bouton_engines::{Ask, Entries, Quantity, Window};
use bouton_lang::{Becomes, Move, Number, Program, Shape, facts};
use bouton_rules::catalogue;
use bouton_rules::{Coordinates, Fact, FiniteGame, Game, Position, Refusal, Ruleset};
use bouton_values::Player;

use crate::plan::plan;
use crate::question::Question;
use crate::questions::{Answerable, Desk, place, position_of};
use crate::render::style::{FAINT, GOOD, STRONG, paint};
use crate::render::{AsText, Sheet};
use crate::rules_file::ReadError;
use crate::table::table_question;

/// Explains a game; the cost is that of the given position, or of the usual start.
#[must_use]
pub fn explain(game: &Game, position: Option<Position>) -> ExplainView {
    let position = position.or_else(|| usual_start(game).ok());
    let plans = plans(game, position.as_ref());
    // The first question is to solve the position.
    let solver = plans.first().and_then(|plan| plan.engine.as_deref());
    let understanding = game.written().map(|written| &written.understanding);
    let missed = |(family, reason): &(&str, String)| Missed {
        family: (*family).to_owned(),
        reason: reason.clone(),
    };
    ExplainView {
        game: game.title().to_owned(),
        rules: game.written().map_or_else(Vec::new, |written| bare(&written.text())),
        family: understanding.map(|known| known.family.to_owned()),
        because: understanding.map_or_else(Vec::new, |known| known.because.clone()),
        missed: understanding
            .map_or_else(Vec::new, |known| known.misses.iter().map(missed).collect()),
        profile: profile(game),
        cost: position.and_then(|position| cost(game, &position, solver)),
        plans,
    }
}

impl Answerable for ask::Explain {
    fn answer(&self, desk: &Desk) -> Result<ExplainView, ReadError> {
        let game = desk.game(&self.game, self.as_written)?;
        let position = self.position.as_ref().map(|asked| position_of(&game, asked));
        Ok(explain(&game, position.transpose()?))
    }
}

/// The lines of a text that are not comments alone.
fn bare(text: &str) -> Vec<String> {
    let is_rule = |line: &&str| !line.trim_start().starts_with('#') && !line.trim().is_empty();
    text.lines().filter(is_rule).map(str::to_owned).collect()
}

fn profile(game: &Game) -> Vec<ask::Fact> {
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

fn of_fact(what: &str, fact: &Fact) -> ask::Fact {
    let (holds, because) = match fact {
        Fact::Proved(reason) => (YES, reason.to_string()),
        Fact::Refuted(reason) => (NO, reason.to_string()),
        Fact::Unknown => (UNKNOWN, String::new()),
    };
    ask::Fact { what: what.to_owned(), holds: holds.to_owned(), because }
}

/// The answers to the question whether a fact is proved.
const YES: &str = "yes";
const NO: &str = "no";
const UNKNOWN: &str = "unknown";

/// The facts that are proved about the program of the rules; those that make no sense for its positions are left out.
fn of_program(program: &Program, independent: &Fact) -> Vec<ask::Fact> {
    let known = |what: &str, found: facts::Finding| {
        let holds = if found.is_ok() { YES } else { UNKNOWN };
        let because = found.unwrap_or_else(|missing| missing);
        ask::Fact { what: what.to_owned(), holds: holds.to_owned(), because }
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
    if all.last().is_some_and(|shifts| shifts.holds != YES) {
        all.push(known("moves go along rays", facts::rays(program)));
    }
    if is_many || program.position_slots() == 1 {
        let lookback = facts::lookback(program);
        let words = lookback.map(|far| format!("a move lowers a number by at most {far}"));
        all.push(known("lookback is bounded", words));
    }
    all
}

/// The questions that the game supports, as typed, and the engine that would answer each.
fn plans(game: &Game, position: Option<&Position>) -> Vec<PlanView> {
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
        plans.push(planned(game, "chart".to_owned(), Ask::chart(window, Vec::new())));
    }
    plans
}

/// Tables over two numbers.
fn tables(game: &Game, has_values: bool) -> Vec<PlanView> {
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
) -> Vec<PlanView> {
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

fn planned(game: &Game, question: String, ask: Ask) -> PlanView {
    let asked = Question::new(game.clone(), ask);
    let mut view =
        PlanView { question, engine: None, theorem: None, refusal: None, declined: Vec::new() };
    match plan(&asked) {
        Ok(plan) => {
            view.engine = Some(plan.engine.name().to_owned());
            view.theorem = Some(plan.engine.theorem().to_owned());
            view.declined = plan.declined;
        }
        Err(refusal) => {
            let words = refusal.to_string();
            let reason =
                words.split_once(" does not support this question: ").map(|(_, reason)| reason);
            view.refusal = Some(reason.unwrap_or(&words).to_owned());
        }
    }
    view
}

fn cost(game: &Game, position: &Position, engine: Option<&str>) -> Option<Cost> {
    let finite = game.finite()?;
    let options = finite.option_bound(position);
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
    Some(Cost {
        position: place(position),
        options: options.to_string(),
        reach,
        bytes_each: bytes.map(|bytes: u128| bytes.to_string()),
    })
}

/// What is counted: positions, or sizes of heaps if heaps are independent or their number may grow.
const POSITIONS: &str = "positions";
const SIZES: &str = "sizes of heaps";

/// An upper bound for the number of positions that can be reached.
fn reach(program: &Program, start: &[Number]) -> Option<Reach> {
    let largest = facts::largest(program, start)?;
    let side = |most: &Number| u128::try_from(most + 1).unwrap_or(1);
    match &program.shape {
        Shape::Named(names) => {
            let count = largest.iter().map(side).fold(1, u128::saturating_mul);
            let names = names.iter().map(|(name, _)| name.clone());
            Some(reached(POSITIONS, count, names.zip(largest)))
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
            let of = if counted { POSITIONS } else { SIZES };
            Some(reached(of, count, [(name.clone(), most)]))
        }
    }
}

fn reached(of: &str, count: u128, largest: impl IntoIterator<Item = (String, Number)>) -> Reach {
    let largest = largest.into_iter().map(|(name, most)| (name, most.to_string())).collect();
    Reach { of: of.to_owned(), count: count.to_string(), largest }
}

/// A position to start from: the catalogue's example, or among a few legal positions one with many moves.
pub fn usual_start(game: &Game) -> Result<Position, Refusal> {
    let example = entry(game).and_then(|entry| game.position(entry.example.1).ok());
    example.or_else(|| legal_start(game)).ok_or_else(|| {
        Refusal::bad(
            format!("{} has no default starting position", game.title()),
            "give a position, such as 3,4 or \"3,4;7\"",
        )
    })
}

/// The entry of the catalogue that a game is from.
pub(crate) fn entry(game: &Game) -> Option<&'static catalogue::Entry> {
    let name = game.text().split([':', '/']).next().unwrap_or_default();
    catalogue::games().iter().find(|entry| entry.name == name)
}

fn legal_start(game: &Game) -> Option<Position> {
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
    // Among several with equally many moves, the first.
    legal.rev().max_by_key(moves)
}

/// Candidates that many rules allow: rising numbers, falling ones, equal ones, a large one with small ones.
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

impl AsText for ExplainView {
    fn text(&self, _: bool) -> String {
        let missed = |one: &Missed| format!("{}: {}", one.family, one.reason);
        let parts = [
            ("rules", self.rules.clone()),
            ("family", family_text(self)),
            ("facts", facts_text(&self.profile)),
            ("plan", plans_text(&self.plans)),
            ("by", theorems_text(&self.plans)),
            ("others", declined_text(&self.plans)),
            ("missed", self.missed.iter().map(missed).collect()),
            ("cost", self.cost.as_ref().map_or_else(Vec::new, cost_text)),
        ];
        let mut sheet = Sheet::new(paint(STRONG, &self.game));
        let mut parts = parts.into_iter().filter(|(_, lines)| !lines.is_empty()).peekable();
        while let Some((label, lines)) = parts.next() {
            sheet.part(label, lines);
            if parts.peek().is_some() {
                sheet.blank();
            }
        }
        sheet.text()
    }
}

fn family_text(explained: &ExplainView) -> Vec<String> {
    let Some(family) = &explained.family else { return Vec::new() };
    let mut lines = vec![paint(STRONG, family)];
    lines.extend(explained.because.iter().cloned());
    if explained.because.is_empty() {
        lines.push("no family was recognised: the rules run as written".to_owned());
    }
    lines
}

fn facts_text(profile: &[ask::Fact]) -> Vec<String> {
    let width = profile.iter().map(|known| known.what.len()).max().unwrap_or(0);
    let line = |known: &ask::Fact| {
        let style = match known.holds.as_str() {
            YES => GOOD,
            NO => STRONG,
            _ => FAINT,
        };
        let verdict = paint(style, format!("{:7}", known.holds));
        format!("{:width$}  {verdict}  {}", known.what, known.because).trim_end().to_owned()
    };
    profile.iter().map(line).collect()
}

fn plans_text(plans: &[PlanView]) -> Vec<String> {
    let width = plans.iter().map(|plan| plan.question.chars().count()).max().unwrap_or(0);
    let line = |plan: &PlanView| {
        let engine = plan.engine.as_ref().map(|engine| paint(STRONG, engine));
        let refusal = plan.refusal.as_ref().map(|reason| paint(FAINT, reason));
        format!("{:width$}  {}", plan.question, engine.or(refusal).unwrap_or_default())
    };
    plans.iter().map(line).collect()
}

/// The theorems that the engines of the plan use.
fn theorems_text(plans: &[PlanView]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for (engine, theorem) in
        plans.iter().filter_map(|plan| plan.engine.as_ref().zip(plan.theorem.as_ref()))
    {
        let line = format!("{engine}: {theorem}");
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines
}

/// The engines that declined the first question, grouped by reason.
fn declined_text(plans: &[PlanView]) -> Vec<String> {
    let Some(plan) = plans.first() else { return Vec::new() };
    let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
    for ask::Declined { engine, reason } in &plan.declined {
        let reason = match reason.strip_prefix("the moves are not those of ") {
            Some(_) => "the moves are not those of their game",
            None => reason.as_str(),
        };
        match groups.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, engines)) => engines.push(engine),
            None => groups.push((reason, vec![engine])),
        }
    }
    groups.iter().map(|(reason, engines)| format!("{}: {reason}", some(engines))).collect()
}

/// The first names, and the number of the others.
fn some(names: &[&str]) -> String {
    const SHOWN: usize = 4;
    match names.len() {
        0..=SHOWN => names.join(", "),
        all => format!("{} and {} more", names[..2].join(", "), all - 2),
    }
}

fn cost_text(cost: &Cost) -> Vec<String> {
    let Cost { position, reach, options, bytes_each } = cost;
    let moves = if options == "1" { "move leads" } else { "moves lead" };
    let mut lines = vec![format!("at most {options} {moves} from {position}")];
    let Some(Reach { of, count, largest }) = reach else {
        lines.push("no bound is proved for the number of positions that can be reached".to_owned());
        return lines;
    };
    let bounds: Vec<String> =
        largest.iter().map(|(name, most)| format!("{name} ≤ {most}")).collect();
    lines.push(format!("at most {count} {of} can be reached ({})", bounds.join(", ")));
    if let (Some(bytes), POSITIONS) = (bytes_each, of.as_str())
        && let (Ok(count), Ok(each)) = (count.parse::<u128>(), bytes.parse::<u128>())
    {
        let all = size(count.saturating_mul(each));
        lines.push(match each {
            1 => format!("a byte is kept for each of them: {all}"),
            _ => format!("about {bytes} bytes are kept for each of them: {all}"),
        });
    }
    lines
}

/// Bytes in a unit that people read.
fn size(bytes: u128) -> String {
    let units = [(30, "GiB"), (20, "MiB"), (10, "KiB")];
    match units.iter().find(|(shift, _)| bytes >> shift > 0) {
        Some((shift, unit)) => format!("{} {unit}", bytes.div_ceil(1 << shift)),
        None => format!("{bytes} bytes"),
    }
}
