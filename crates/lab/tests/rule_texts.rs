//! Thousands of random rule texts: what the plan answers equals what the oracle finds from the text itself.
//!
//! A wrong recognition would be a wrong theorem, so the texts are near the families: each is a known game with
//! something changed at random (a bound, a guard, a sign, who may move, the ending). Whatever engine the plan chooses,

//! its outcomes, winning moves and nim-values must be those of the definition on the unrecognised text.

use std::collections::{BTreeMap, BTreeSet};

use bouton_lab::graph::graph_of_game;
use bouton_lab::rules::{FiniteGame, Game, Limits, Position, Refusal, Ruleset};
use bouton_lab::{
    Ask, Finding, Play, Quantity, Question, Seats, Terms, Value, answer, explain, fair_start,
};
use bouton_oracle::Oracle;
use bouton_values::{Outcome, Player};

/// A small generator of numbers (splitmix64), so that the texts are the same everywhere.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % sides
    }

    fn of<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.roll(list.len() as u64) as usize]
    }

    /// Mostly nothing, now and then one of these.
    fn rarely<'a>(&mut self, list: &[&'a str]) -> &'a str {
        if self.roll(4) == 0 { self.of(list) } else { "" }
    }

    fn set(&mut self) -> String {
        let elements: BTreeSet<u64> = (0..=self.roll(3)).map(|_| 1 + self.roll(5)).collect();
        let list: Vec<String> = elements.iter().map(u64::to_string).collect();
        match self.roll(6) {
            0 => format!("{{{}+}}", 1 + self.roll(3)),
            1 => format!("{{{}+{}k}}", 1 + self.roll(3), 1 + self.roll(3)),
            _ => format!("{{{}}}", list.join(", ")),
        }
    }

    fn range(&mut self) -> String {
        let low = 1 + self.roll(2);
        format!("{low} .. {}", low + self.roll(3))
    }

    /// Left moves, right moves, or moves of both.
    fn lines(&mut self, moves: &[String]) -> String {
        let partizan = self.roll(6) == 0;
        let mut lines = String::new();
        for (index, one) in moves.iter().enumerate() {
            let who = match (partizan, index % 2) {
                (false, _) => "",
                (true, 0) => "left ",
                (true, _) => "right ",
            };
            lines.push_str(&format!("{who}move {one}\n"));
        }
        lines
    }

    fn heap_end(&mut self) -> &'static str {
        self.of(&[
            "",
            "",
            "",
            "end misere\n",
            "end left if sum h mod 2 = 0 else right\n",
            "end right\n",
        ])
    }
}

fn lone_heap(dice: &mut Dice) -> String {
    let moves: Vec<String> = (0..=dice.roll(2))
        .map(|_| match dice.roll(4) {
            0 => format!("k in {}: n' = n - k", dice.range()),
            1 => format!("n' = n - {}", 1 + dice.roll(4)),
            2 => format!(
                "s in {}: n' = n - s{}",
                dice.set(),
                dice.rarely(&[" if n > 3", ", n' >= 1", " if n mod 2 = 0"])
            ),
            _ => format!("{} <= n' < n", dice.of(&["0", "1", "n div 2", "n - 3"])),
        })
        .collect();
    let end = dice.of(&[
        "",
        "end misere\n",
        "end left if n mod 2 = 0 else right\n",
        "end left if n = 0 else misere if n = 1 else right\n",
        "end right if n < 2 else left\n",
    ]);
    let legal = dice.rarely(&["legal n <= 12\n", "legal n != 3\n", "legal n >= 1\n"]);
    format!("game g\nposition n\n{legal}{}{end}", dice.lines(&moves))
}

fn heaps(dice: &mut Dice) -> String {
    let moves: Vec<String> = (0..=dice.roll(2)).map(|_| heap_move(dice)).collect();
    let legal = dice.rarely(&[
        "legal h != 2\n",
        "legal h <= 6\n",
        "legal distinct h\n",
        "legal count h <= 3\n",
    ]);
    format!("game g\nheaps h\n{legal}{}{}", dice.lines(&moves), dice.heap_end())
}

fn heap_move(dice: &mut Dice) -> String {
    let take = match dice.roll(3) {
        0 => format!("k in {}", dice.range()),
        1 => format!("k in {}", dice.set()),
        _ => format!("k = {}", dice.roll(3)),
    };
    match dice.roll(7) {
        0 => format!("one h: {} <= h' < h", dice.of(&["0", "0", "1", "h div 2"])),
        1 => format!("one h, {take}, k >= 1: h' = h - k"),
        2 => format!("one h, {take}, k >= 1: h' = h - k, h' >= {}", 1 + dice.roll(2)),
        3 => format!("one h, {take}, k >= 1, h = k: h' = {}", dice.of(&["0", "none"])),
        4 => format!("one h, {take}: h' = a + b where a + b = h - k, a >= 1, b >= 1"),
        5 => format!("one h, {take}, k >= 1: h' = a + b where a + b = h - k"),
        _ => format!(
            "one h: h' = a + b where a + b = h, {} <= a {} b",
            1 + dice.roll(2),
            dice.of(&["<", "<="])
        ),
    }
}

fn distinct(dice: &mut Dice) -> String {
    let legal = dice.of(&["distinct h", "distinct nonzero h", "distinct nonzero h and h <= 5"]);
    let low = dice.of(&["0", "0", "1"]);
    let guard = dice.rarely(&[", h' != 1", " if h > 1"]);
    format!(
        "game g\nheaps h\nlegal {legal}\nmove one h: {low} <= h' < h{guard}\n{}",
        dice.heap_end()
    )
}

fn several(dice: &mut Dice) -> String {
    let most = dice.of(&["1", "2", "3", "count h"]);
    let what = dice.of(&[
        "0 <= h' < h",
        "0 <= h' < h",
        "1 <= h' < h",
        "k in 1..2, h' = h - k",
        "k >= 1, h' = h - k",
    ]);
    format!("game g\nheaps h\nmove up to {most} of h: {what}\n{}", dice.heap_end())
}

fn lattice(dice: &mut Dice) -> String {
    let moves: Vec<String> = (0..=dice.roll(2)).map(|_| lattice_move(dice)).collect();
    let legal = dice.rarely(&["legal a <= b + 4\n", "legal a + b != 3\n", "legal b <= 7\n"]);
    let end = dice.rarely(&["end misere\n", "end left if a <= b else right\n"]);
    format!("game g\nposition a, b\n{legal}{}{end}", dice.lines(&moves))
}

fn lattice_move(dice: &mut Dice) -> String {
    let guard = dice.rarely(&[" if a > 1", " if a != b", ", k <= 3", " if (a + b) mod 2 = 0"]);
    match dice.roll(7) {
        0 => format!("k >= 1: a' = a - k{guard}"),
        1 => format!("k >= 1: b' = b - k{guard}"),
        2 => format!("k >= 1: a' = a - k, b' = b - {}k{guard}", dice.of(&["", "2 * ", "3 * "])),
        3 => {
            format!("k in 1 .. 1: a' = a - {}, b' = b - {}{guard}", 1 + dice.roll(2), dice.roll(3))
        }
        4 => format!("k in {}: a' = a - k, b' = b{guard}", dice.set()),
        5 => format!(
            "k in 1 .. 3: a' = a - k, b' = {}{guard}",
            dice.of(&["min(b, k)", "b - 1", "a"])
        ),
        _ => format!("k in 0 .. 2: a' = a - 1, b' = b + 1 - k{guard}"),
    }
}

fn rate(dice: &mut Dice) -> String {
    let legal =
        dice.of(&["pile >= 0 and rate >= 1", "rate >= 1", "rate >= 2", "rate >= 1 and rate <= 4"]);
    let change = dice.of(&[
        "rate - 1 .. rate + 1",
        "rate - 2 .. rate + 2",
        "rate - 1 .. rate + 2",
        "rate .. rate + 1",
    ]);
    let taken = dice.of(&["rate'", "rate'", "rate'", "rate' - 1", "rate"]);
    let end = dice.rarely(&["end misere\n"]);
    format!(
        "game g\nposition pile, rate\nlegal {legal}\nmove rate' in {change}, pile' = pile - {taken}\n{end}loopy\n"
    )
}

fn products(dice: &mut Dice) -> String {
    let least = dice.of(&["1", "1", "2"]);
    let guard = dice.rarely(&[" if a <= b", " if a > 1"]);
    let second = dice.of(&["b' = b - k * a", "b' = b - k * a", "b' = b - k"]);
    let end = dice.rarely(&["end misere\n"]);
    format!(
        "game g\nposition a, b\nmove k >= {least}, b >= 1: a' = a - k * b{guard}\nmove k >= 1, a >= 1: {second}\n{end}"
    )
}

fn memory(dice: &mut Dice) -> String {
    let factor = 1 + dice.roll(3);
    let low = dice.of(&["1", "1", "2"]);
    let next = dice.of(&["* k", "* k", "* k + 1", "+ k"]);
    let preset = dice.of(&["", " = heap - 1", " = heap"]);
    let end = dice.rarely(&["end misere\n"]);
    format!(
        "game g\nposition heap, limit{preset}\nmove k in {low} .. limit: heap' = heap - k, limit' = {factor} {next}\n{end}"
    )
}

const KINDS: [fn(&mut Dice) -> String; 9] =
    [lone_heap, heaps, distinct, several, lattice, rate, products, memory, lone_heap];

/// Small positions of the game.
fn positions(game: &FiniteGame, dice: &mut Dice) -> Vec<Position> {
    let mut found: Vec<Position> = (0..11).filter_map(|n| game.spec.tuple(vec![n]).ok()).collect();
    for _ in 0..8 {
        found.extend(game.spec.tuple(vec![dice.roll(7), dice.roll(7)]).ok());
    }
    found.extend(game.spec.tuple(vec![dice.roll(4), dice.roll(3), dice.roll(3)]).ok());
    found
}

/// The positions as the definition sees them: without order where there is none.
fn canonical(game: &FiniteGame, positions: &[Position]) -> BTreeSet<Position> {
    positions.iter().map(|position| game.canonical(position)).collect()
}

/// Texts whose positions are many are left to the others.
fn small() -> Limits {
    Limits { memory: 16 << 20, steps: 3_000_000, ..Limits::default() }
}

/// What the plan says of a position equals what the definition says; the engine's name.
fn compare(text: &str, planned: &Game, plain: &Game, position: &Position) -> Option<&'static str> {
    let limits = small();
    let question =
        Question { limits: limits.clone(), ..Question::solve(planned.clone(), position.clone()) };
    let found = match answer(&question) {
        Ok(found) => found,
        Err(Refusal::Limit { .. }) => return None,
        Err(refusal) => panic!("{text}\n{position}: {refusal}"),
    };
    let game = plain.finite().unwrap();
    let mut oracle = Oracle::new(game, limits);
    let Ok(verdict) = oracle.verdict(position) else { return None };
    let solution = found.solution().unwrap();
    let context = || format!("{text}\n{position} by {}", found.engine);
    assert_eq!(solution.outcome, verdict.outcome, "{}", context());
    for (mover, expected) in [(Player::Left, &verdict.left), (Player::Right, &verdict.right)] {
        let moves = canonical(game, solution.winning(mover));
        assert_eq!(moves, canonical(game, expected), "{mover} in {}", context());
    }
    if let (Some(Value::Nimber(value)), true) = (&solution.value, game.has_nim_values()) {
        assert_eq!(oracle.nim_value(position).unwrap(), Some(*value), "{}", context());
    }
    Some(found.engine)
}

/// Terms of a sequence against the definition.
fn compare_sequence(
    text: &str,
    planned: &Game,
    plain: &Game,
    of: Quantity,
) -> Option<&'static str> {
    let (game, to) = (plain.finite().unwrap(), 20);
    let ask = Ask::Sequence { of, to, row: None };
    let question = Question { limits: small(), ..Question::new(planned.clone(), ask) };
    let found = answer(&question).ok()?;
    let Finding::Sequence(sequence) = &found.finding else { panic!("{text}") };
    let limits = small();
    let mut oracle = Oracle::new(game, limits);
    for n in 0..=to {
        let position = game.spec.tuple(vec![n]).unwrap();
        let context = || format!("{text}\nterm {n} by {}", found.engine);
        let index = n as usize;
        match &sequence.terms {
            Terms::Outcomes(terms) => {
                let Ok(outcome) = oracle.outcome(&position) else { return None };
                assert_eq!(terms[index], outcome, "{}", context());
            }
            Terms::Losing(bits) => {
                let Ok(outcome) = oracle.outcome(&position) else { return None };
                assert_eq!(bits.get(index), outcome == Outcome::P, "{}", context());
            }
            Terms::NimValues(terms) => {
                let Ok(value) = oracle.nim_value(&position) else { return None };
                assert_eq!(Some(terms[index]), value.map(|nimber| nimber.0), "{}", context());
            }
            Terms::Values(_) => panic!("{}", context()),
        }
    }
    Some(found.engine)
}

#[test]
fn the_plan_equals_the_definition_on_random_texts() {
    const TEXTS: usize = 3600;
    let mut dice = Dice(1901);
    let mut engines: BTreeMap<&'static str, usize> = BTreeMap::new();
    let mut checked = 0;
    for index in 0..TEXTS {
        let text = KINDS[index % KINDS.len()](&mut dice);
        let Ok(planned) = Game::parse(&text) else { continue };
        let plain = Game::as_written(&text).unwrap();
        checked += 1;
        let mut used = BTreeSet::new();
        for position in positions(planned.finite().unwrap(), &mut dice) {
            used.extend(compare(&text, &planned, &plain, &position));
        }
        if planned.finite().unwrap().spec.tuple(vec![0]).is_ok() {
            used.extend(compare_sequence(&text, &planned, &plain, Quantity::Outcome));
            used.extend(compare_sequence(&text, &planned, &plain, Quantity::NimValue));
        }
        used.into_iter().for_each(|engine| *engines.entry(engine).or_default() += 1);
    }
    assert!(checked > TEXTS * 3 / 4, "only {checked} of {TEXTS} texts are games");
    for engine in ["nim-sum", "shift-register", "lattice-table", "bytecode", "oracle"] {
        let texts = engines.get(engine).copied().unwrap_or(0);
        assert!(texts >= 20, "{engine} answered for {texts} texts: {engines:?}");
    }
    assert!(engines.len() >= 12, "{engines:?}");
}

/// Few steps: whatever would need more is refused.
fn few() -> Limits {
    Limits { steps: 10_000_000, ..Limits::default() }
}

/// All that lists moves, whether or not it answers.
fn ask_everything(text: &str, game: &Game, position: &Position) {
    let seats = Seats { mover: Player::Left, winner: Player::Right };
    assert!(!explain(game, Some(position.clone())).plans.is_empty(), "{text}");
    assert!(!explain(game, None).plans.is_empty(), "{text}");
    let _ = fair_start(game, seats, 1, &few());
    let _ = graph_of_game(game, None, 6, &few());
    if let Ok(play) = Play::new(game.clone(), position.clone(), Player::Right, few()) {
        let _ = play.turn();
        let _ = play.solve().and_then(|solution| play.best_of(&solution));
    }
}

/// Ranges of which nothing comes, or little, are not gone through, and nothing is proved of moves that are none.
#[test]
fn far_ranges_are_answered_by_what_comes_of_them() {
    for (text, position) in [
        ("game x; position n; move k in 1..1000000000000: n' = n - 1, k mod 2 = 5", "5"),
        ("game x; position n; move k in 1..1000000000000: n' = n - 1, not k mod 2 < 2", "5"),
        ("game x; heaps h; move one h, k in 1..1000000000000: h' = h - 1, k mod 2 = 5", "5,3"),
        ("game x; heaps h; move up to 2 of h, k in 1..1000000000000: h' < h, k mod 2 = 5", "5,3"),
        ("game x; coins h; move one h, k in 1..1000000000000: h' < h, k mod 2 = 5", "5,3"),
        ("game x; rows h; move one h, k in 1..1000000000000: h' < h, k mod 2 = 5", "5,3"),
        (
            "game x; position n; legal n <= 1000000000; left move n' = n - 3 or n' = n - 5; \
             right move n' < n",
            "7",
        ),
        ("game x; position n; move k >= 1, k mod 3 = 4: n' = n - k", "7"),
        ("game x; position n; move 1 <= k <= 10, k mod 3 = 4: n' = n - k", "7"),
        ("game x; heaps h; move one h, k >= 1, k mod 1 = 1: h' = h - k", "3,4"),
        ("game x; coins h; left move one h: h' < h; right move one h: h' = h - 1", "2,3"),
    ] {
        let planned = Game::parse(text).unwrap();
        let plain = Game::as_written(text).unwrap();
        let position = planned.position(position).unwrap();
        assert!(compare(text, &planned, &plain, &position).is_some(), "{text}");
        ask_everything(text, &planned, &position);
    }
}

/// Where nothing shows that a far range is idle, it is refused before anything is tried.
#[test]
fn far_ranges_are_refused_where_steps_are_few() {
    for (text, start) in [
        ("game x; position n; move k in 1..1000000000000: n' = n - 1, k xor n = k + n + 1", "5"),
        ("game x; position n; move k in 1..1000000000000: n' = n - 1, k * k = k + 1", "5"),
        ("game x; heaps h; move one h, k in 1..1000000000000: h' = h - 1, k * k = k + 1", "5,3"),
        ("game x; position n; move j in 1..1000000, k in 1..1000000: n' = n - 1, j * k = n", "5"),
        ("game x; position n; legal n <= 1000000000; move n' * n' = n; loopy", "5"),
    ] {
        let game = Game::parse(text).unwrap();
        let position = game.position(start).unwrap();
        let question = Question::solve(game.clone(), position.clone());
        let refused = answer(&Question { limits: few(), ..question });
        assert!(matches!(refused, Err(Refusal::Limit { .. })), "{text}: {refused:?}");
        ask_everything(text, &game, &position);
    }
}

/// A partizan position of coins by the definition: two on one place vanish, and are worth nothing only where both
/// players may do the same.
#[test]
fn partizan_coins_are_no_sums() {
    let game =
        Game::parse("game x; coins h; left move one h: h' < h; right move one h: h' = h - 1")
            .unwrap();
    let found = answer(&Question::solve(game.clone(), game.position("2,3").unwrap())).unwrap();
    let solution = found.solution().unwrap();
    assert_eq!(solution.outcome, Outcome::N);
    assert_eq!(solution.value, Some(Value::Game("{^^*|0}".to_owned())));
}
