//! Random rule texts, and the comparison of a game with the program that it was read from.

use std::collections::BTreeSet;
use std::fmt::Write;

use bouton_lang::syntax::Many;
use bouton_lang::{Program, Shape};
use bouton_rules::{FiniteGame, Game, Position, Ruleset};
use bouton_values::Player;

/// Small numbers from a seed (the generator splitmix64).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ z >> 31) % bound
    }

    pub(crate) fn one_in(&mut self, bound: u64) -> bool {
        self.below(bound) == 0
    }

    pub(crate) fn pick<'a, T: ?Sized>(&mut self, list: &[&'a T]) -> &'a T {
        list[self.below(list.len() as u64) as usize]
    }
}

/// A rule text, most of which are games.
pub(crate) fn text(random: &mut Random) -> String {
    match random.below(10) {
        0..=4 => named(random),
        5..=7 => heaps(random),
        8 => coins(random),
        _ => rows(random),
    }
}

fn player(random: &mut Random) -> &'static str {
    random.pick(&["move", "move", "move", "move", "left move", "right move"])
}

fn choice(random: &mut Random, name: &str, others: &[&str]) -> String {
    let c = random.below(4);
    let other = random.pick(others);
    match random.below(10) {
        0..=2 => format!("{name} >= 1"),
        3 => format!("{name} in 1 .. {}", c + 1),
        4 => format!("{name} in {{1, {}}}", c + 2),
        5 => format!("1 <= {name} <= {other}"),
        6 => format!("{name} in {{{}+}}", c + 1),
        7 => format!("{name} in {{{}+2k}}", c + 1),
        8 => format!("{name} >= {c}, {name} != {}", c + 1),
        _ => format!("{name} >= 1, {name} mod 2 = {}", c % 2),
    }
}

fn guard(random: &mut Random, names: &[&str]) -> String {
    let (a, b) = (random.pick(names), random.pick(names));
    let c = random.below(4);
    match random.below(8) {
        0 => format!("{a} >= {c}"),
        1 => format!("{a} <= {b} + {c}"),
        2 => format!("{a} mod 2 = {}", c % 2),
        3 => format!("{a} != {c}"),
        4 => format!("({a} >= {c} or {b} = 0)"),
        5 => format!("{a} - {b} < {c}"),
        6 => format!("not {a} = {b}"),
        _ => format!("max({a}, {b}) >= {c}"),
    }
}

/// What a number becomes, with k as a choice that may be made.
fn change(random: &mut Random, name: &str, other: &str) -> String {
    let c = random.below(4);
    match random.below(14) {
        0..=3 => format!("{name}' = {name} - k"),
        4 | 5 => format!("{name}' = {name} - {c}"),
        6 => format!("{name}' = {name} - {c} * k"),
        7 => format!("0 <= {name}' < {name}"),
        8 => format!("{name}' in {name} - {c} .. {name} - 1"),
        9 => format!("{name}' in {name} - {c} .. {name} + {c}"),
        10 => format!("{name}' = {name} - k * {other}"),
        11 => format!("{name}' = min({name} - 1, k)"),
        12 => format!("{name}' = {name} - {other}'"),
        _ => format!("{name}' = {c} * k"),
    }
}

fn named(random: &mut Random) -> String {
    let all = ["a", "b", "c"];
    let names = &all[..1 + random.below(3) as usize];
    let mut text = format!("game random\nposition {}\n", names.join(", "));
    if random.one_in(4) {
        writeln!(text, "legal {}", guard(random, names)).unwrap();
    }
    for _ in 0..=random.below(3) {
        let mut clauses = Vec::new();
        let changed: Vec<&str> = names.iter().copied().filter(|_| random.one_in(2)).collect();
        let changed = if changed.is_empty() { vec![random.pick(names)] } else { changed };
        for name in changed {
            let other = random.pick(names);
            clauses.push(change(random, name, other));
        }
        if clauses.iter().any(|clause| clause.contains('k')) {
            clauses.insert(0, choice(random, "k", names));
        }
        if random.one_in(4) {
            clauses.push(guard(random, names));
        }
        writeln!(text, "{} {}", player(random), clauses.join(", ")).unwrap();
    }
    match random.below(8) {
        0 => text += "end misere\n",
        1 => text += "end left if a mod 2 = 0 else right\n",
        2 => writeln!(text, "end right if {} else normal", guard(random, names)).unwrap(),
        3 => writeln!(text, "end left if ({}) mod 2 = 0 else right", names.join(" + ")).unwrap(),
        _ => {}
    }
    text
}

fn heap_move(random: &mut Random) -> String {
    let c = random.below(4);
    let k = choice(random, "k", &["h"]);
    let split = match random.below(6) {
        0 => "",
        1 => ", 1 <= a <= b",
        2 => ", a >= 1, b >= 1",
        3 => ", a >= 0, b >= 1",
        4 => ", 1 <= a < b",
        _ => ", a <= b",
    };
    match random.below(12) {
        0 => "one h: 0 <= h' < h".to_owned(),
        1..=3 => format!("one h, {k}: h' = h - k"),
        4 => format!("one h, {k}: h' = h - k, h' >= 1"),
        5 => format!("one h, {k}: h' = none if h = k"),
        6 | 7 => format!("one h, {k}: h' = a + b where a + b = h - k{split}"),
        8 => format!("one h: h' = a + b where a + b = h - {c}{split}"),
        9 => format!("one h: h' = h div {}, h >= 1", c + 1),
        10 => format!("up to {} of h: 0 <= h' < h", c + 1),
        _ => "one h: h' = none".to_owned(),
    }
}

fn heaps(random: &mut Random) -> String {
    let mut text = "game random\nheaps h\n".to_owned();
    match random.below(9) {
        0 => text += "legal distinct h\n",
        1 => text += "legal distinct nonzero h\n",
        2 => writeln!(text, "legal sum h <= {}", 4 + random.below(6)).unwrap(),
        3 => writeln!(text, "legal h <= {}", random.below(6)).unwrap(),
        4 => text += "legal h >= 0\n",
        _ => {}
    }
    for _ in 0..=random.below(3) {
        writeln!(text, "{} {}", player(random), heap_move(random)).unwrap();
    }
    match random.below(8) {
        0 => text += "end misere\n",
        1 => text += "end left if sum h mod 2 = 0 else right\n",
        2 => text += "end right if count h >= 2 else misere\n",
        3 => text += "end left if greatest h >= 1 else normal\n",
        _ => {}
    }
    text
}

fn coins(random: &mut Random) -> String {
    let mut text = "game random\ncoins h\n".to_owned();
    for _ in 0..=random.below(3) {
        let says = random.pick(&[
            "one h: h' = none",
            "one h: 0 <= h' < h",
            "one h: h' = a + b where 0 <= a < b < h",
            "one h: h' = a + b where 0 <= a <= b < h",
            "one h: h' = all k .. h - 1 where 0 <= k <= h",
            "one h: h' = all k .. h - 1 where 1 <= k <= h",
            "one h, k in 1 .. 2: h' = h - k",
        ]);
        writeln!(text, "{} {says}", player(random)).unwrap();
    }
    if random.one_in(4) {
        text += random.pick(&["end misere\n", "end left if count h = 0 else right\n"]);
    }
    text
}

fn rows(random: &mut Random) -> String {
    let legal = random.pick(&["legal falling h\nlegal first h >= 1\n", "legal falling h\n", ""]);
    let says = random.pick(&[
        "one h: 0 <= h' < h, later h' = min(later h, h')",
        "one h: 0 <= h' < h",
        "one h, k in 1 .. 2: h' = h - k, later h' = later h",
        "one h, k >= 1: h' = h - k, later h' = min(later h, h')",
    ]);
    let end = random.pick(&["", "end misere\n", "end left if first h >= 2 else right\n"]);
    format!("game random\nrows h\n{legal}{} {says}\n{end}", player(random))
}

/// All small tuples that could be positions.
pub(crate) fn small_tuples(program: &Program) -> Vec<Vec<u64>> {
    let all = |length: usize, below: u64| {
        let mut tuples: Vec<Vec<u64>> = vec![Vec::new()];
        for _ in 0..length {
            let longer = |tuple: &Vec<u64>| {
                (0..below).map(|n| [&tuple[..], &[n]].concat()).collect::<Vec<_>>()
            };
            tuples = tuples.iter().flat_map(longer).collect();
        }
        tuples
    };
    match &program.shape {
        Shape::Named(names) => match names.len() {
            1 => all(1, 14),
            2 => all(2, 7),
            _ => all(3, 4),
        },
        Shape::Many(many, _) => {
            let mut tuples = [all(1, 10), all(2, 5), all(3, 4)].concat();
            if *many == Many::Coins {
                let differ = |t: &Vec<u64>| t.iter().collect::<BTreeSet<_>>().len() == t.len();
                tuples.retain(differ);
            }
            tuples
        }
    }
}

/// What can be seen of a game in small positions is what its program says.
pub(crate) fn assert_same(text: &str, game: &Game) {
    let program = &game.written().expect("the game is a text").program;
    let finite = game.finite().expect("texts are finite");
    for tuple in small_tuples(program) {
        let legal = finite.spec.tuple(tuple.clone());
        assert_eq!(legal.is_ok(), program.is_legal(&tuple), "{text}\n{tuple:?} legal?");
        if let Ok(position) = legal {
            for mover in Player::BOTH {
                assert_same_at(text, finite, program, &position, mover);
            }
        }
    }
}

fn assert_same_at(
    text: &str,
    game: &FiniteGame,
    program: &Program,
    position: &Position,
    mover: Player,
) {
    let tuple = position.tuple().unwrap();
    let shown = || format!("{text}\n{tuple:?} {mover}\n{:?}", game.spec);
    let own: BTreeSet<Position> =
        game.options(position, mover).iter().map(|option| game.canonical(option)).collect();
    let stated = stated_options(game, program, tuple, mover);
    assert_eq!(own, stated, "{}", shown());
    assert!(own.len() as u128 <= game.option_bound(position), "{}", shown());
    // The representative plays like the position.
    let canonical = game.canonical(position);
    let filled = filled(program, canonical.tuple().unwrap());
    assert_eq!(stated_options(game, program, &filled, mover), stated, "canonical {}", shown());
    if stated.is_empty() {
        let winner = program.winner(tuple, mover);
        assert_eq!(game.ending(position, mover), winner, "winner {}", shown());
        assert_eq!(game.ending(&canonical, mover), winner, "winner of canonical {}", shown());
    }
    if game.profile().same_options.holds() {
        let others = stated_options(game, program, tuple, mover.opponent());
        assert_eq!(others, stated, "same options {}", shown());
    }
}

/// The options by the program, as the game writes positions that play alike.
fn stated_options(
    game: &FiniteGame,
    program: &Program,
    tuple: &[u64],
    mover: Player,
) -> BTreeSet<Position> {
    let options = program.options(tuple, mover).into_iter();
    options.map(|option| game.canonical(&Position::Tuple(option))).collect()
}

/// Empty heaps that were left out of a position with named numbers.
fn filled(program: &Program, tuple: &[u64]) -> Vec<u64> {
    let mut tuple = tuple.to_vec();
    if let Shape::Named(names) = &program.shape {
        tuple.resize(names.len(), 0);
    }
    tuple
}
