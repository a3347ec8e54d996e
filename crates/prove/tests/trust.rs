//! What would be wrong if a theorem were: theorems against formulas of the literature on large positions, and changed
//! conditions against the first position at which they are wrong.

use crate::games;

use std::collections::HashMap;

use bouton_lang::Program;
use bouton_prove::{ConditionResult, Question, Theorem, Verdict, condition};
use bouton_values::{Limits, Player};

/// Numbers from a seed (Knuth's linear congruential generator).
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 20
    }

    fn roll(&mut self, sides: u64) -> u64 {
        self.next() % sides
    }

    /// A number with 12 to 60 binary digits: the tables that theorems are guessed from end before.
    fn large(&mut self) -> u64 {
        let bits = 12 + self.roll(49);
        (1 << (bits - 1)) | (self.next() << 24 ^ self.next()) & ((1 << (bits - 1)) - 1)
    }
}

fn theorem(name: &str) -> (games::Listed, Theorem) {
    let game = games::games().into_iter().find(|game| game.name == name).unwrap();
    let program = games::program(&game.text);
    let (heaps, values) = (game.heaps, game.values);
    let question = Question { program: &program, heaps, values, numerations: Vec::new() };
    match question.prove(&Limits::default()).unwrap() {
        Verdict::Proved(theorem) => (game, *theorem),
        other => panic!("{name}: {other:?}"),
    }
}

/// Is `small` the floor of kx, where x² + (t - 2)x = t? Fraenkel 1982: n ≤ kx exactly if n² + (t - 2)nk ≤ tk².
fn is_floor(small: u64, k: u64, t: i128) -> bool {
    let at_most = |n: i128, k: i128| n * n + (t - 2) * n * k <= t * k * k;
    at_most(small.into(), k.into()) && !at_most(i128::from(small) + 1, k.into())
}

/// The larger number of the pair whose smaller number is n, or n's partner below it, for moves with |k - l| < t.
fn is_pair(a: u64, b: u64, t: u64) -> bool {
    let (small, apart) = (a.min(b), a.abs_diff(b));
    apart.is_multiple_of(t) && is_floor(small, apart / t, t.into())
}

/// The floor of kx as above, found by halving.
fn floor(k: u64, t: i128) -> u64 {
    let (mut low, mut high) = (k, 2 * k + 1);
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        let (n, k) = (i128::from(middle), i128::from(k));
        if n * n + (t - 2) * n * k <= t * k * k { low = middle } else { high = middle }
    }
    low
}

/// Half of the positions are lost by the formula, so that both answers are met.
#[test]
fn a_million_large_positions_obey_the_formulas() {
    let mut dice = Dice(11);
    let mut lost = 0_u32;
    let mut see = |theorem: &Theorem, position: &[u64], expected: bool| {
        let numbers: Vec<u128> = position.iter().map(|one| u128::from(*one)).collect();
        assert_eq!(theorem.is_lost(&numbers), expected, "{position:?}");
        lost += u32::from(expected);
    };
    let nim = theorem("nim-3").1;
    let misere = theorem("misere-nim-3").1;
    let moore = theorem("moore2-4").1;
    let wythoff = theorem("wythoff").1;
    let wider = theorem("wythoff-t2").1;
    for round in 0..200_000 {
        let [a, b, mut c] = [dice.large(), dice.large(), dice.large()];
        if round % 2 == 0 {
            c = a ^ b;
        }
        see(&nim, &[a, b, c], a ^ b ^ c == 0);
        see(&misere, &[a, b, c], a ^ b ^ c == 0);
        // At each place the ones must be a multiple of 3: with d = a, b and c, all three, or none have a one there.
        let d = [a, a & b][round % 2];
        let three = |x: u64| {
            (0..64).all(|place| {
                let ones = [a, b, c, x].iter().filter(|one| **one >> place & 1 == 1).count();
                ones % 3 == 0
            })
        };
        see(&moore, &[a, b, c, d], three(d));
        for (theorem, t) in [(&wythoff, 1), (&wider, 2)] {
            let (x, y) = if round % 2 == 0 {
                let small = floor(a / 4, t.into());
                (small, small + a / 4 * t)
            } else {
                (a, b)
            };
            see(theorem, &[y, x], is_pair(x, y, t));
        }
    }
    assert!(lost > 300_000, "{lost}");
}

/// Does the mover lose, by the definition alone?
fn loses(program: &Program, position: &[u64], known: &mut HashMap<Vec<u64>, bool>) -> bool {
    if let Some(lost) = known.get(position) {
        return *lost;
    }
    let options = program.options(position, Player::Left);
    let lost = match options.is_empty() {
        true => program.winner(position, Player::Left) != Player::Left,
        false => !options.iter().any(|option| loses(program, option, known)),
    };
    known.insert(position.to_vec(), lost);
    lost
}

/// A condition that is built here, said in the rule language and evaluated by its own definition.
enum Said {
    /// Number = constant, number < constant, number mod m = r, sum mod m = r, one number < another.
    Is(usize, u64),
    Below(usize, u64),
    Remainder(usize, u64, u64),
    Sum(u64, u64),
    Less(usize, usize),
    Not(Box<Said>),
    And(Box<Said>, Box<Said>),
}

impl Said {
    fn random(dice: &mut Dice, numbers: u64, depth: u32) -> Said {
        let mut place = || dice.roll(numbers) as usize;
        let (one, other) = (place(), place());
        if depth > 0 {
            let inner = Box::new(Said::random(dice, numbers, depth - 1));
            return match dice.roll(3) {
                0 => Said::Not(inner),
                _ => Said::And(inner, Box::new(Said::random(dice, numbers, depth - 1))),
            };
        }
        match dice.roll(5) {
            0 => Said::Is(one, dice.roll(7)),
            1 => Said::Below(one, 1 + dice.roll(6)),
            2 => Said::Remainder(one, 2 + dice.roll(4), dice.roll(2)),
            3 => Said::Sum(2 + dice.roll(4), dice.roll(2)),
            _ => Said::Less(one, other),
        }
    }

    fn text(&self, names: &[String]) -> String {
        match self {
            Said::Is(one, constant) => format!("{} = {constant}", names[*one]),
            Said::Below(one, constant) => format!("{} < {constant}", names[*one]),
            Said::Remainder(one, by, rest) => format!("{} mod {by} = {rest}", names[*one]),
            Said::Sum(by, rest) => format!("({}) mod {by} = {rest}", names.join(" + ")),
            Said::Less(one, other) => format!("{} < {}", names[*one], names[*other]),
            Said::Not(inner) => format!("not ({})", inner.text(names)),
            Said::And(a, b) => format!("({}) and ({})", a.text(names), b.text(names)),
        }
    }

    fn holds(&self, at: &[u64]) -> bool {
        match self {
            Said::Is(one, constant) => at[*one] == *constant,
            Said::Below(one, constant) => at[*one] < *constant,
            Said::Remainder(one, by, rest) => at[*one] % by == *rest,
            Said::Sum(by, rest) => at.iter().sum::<u64>() % by == *rest,
            Said::Less(one, other) => at[*one] < at[*other],
            Said::Not(inner) => !inner.holds(at),
            Said::And(a, b) => a.holds(at) && b.holds(at),
        }
    }
}

/// All tuples with a sum up to this, by the sum and then in order.
fn by_sum(numbers: usize, most: u64) -> Vec<Vec<u64>> {
    let mut all = (0..numbers).fold(vec![Vec::new()], |tuples: Vec<Vec<u64>>, _| {
        let longer = |tuple: Vec<u64>| {
            let left = most - tuple.iter().sum::<u64>();
            (0..=left).map(move |x| [&tuple[..], &[x]].concat())
        };
        tuples.into_iter().flat_map(longer).collect()
    });
    all.sort_by_key(|tuple| (tuple.iter().sum::<u64>(), tuple.clone()));
    all
}

/// A true condition and how it is evaluated.
type TextRules = (&'static str, &'static str, u64, fn(&[u64]) -> bool);

/// True conditions of the literature, changed: "true, or also this", "true, but not if this".
#[test]
fn changed_conditions_are_refuted_at_the_first_position_that_is_wrong() {
    let stated: [TextRules; 6] = [
        ("nim-2", "a = b", 26, |at| at[0] == at[1]),
        ("nim-3", "a xor b xor c = 0", 24, |at| at[0] ^ at[1] ^ at[2] == 0),
        ("moore2-3", "a = b and b = c", 24, |at| at[0] == at[1] && at[1] == at[2]),
        ("subtraction-1,3,4-1", "a mod 7 in {0, 2}", 90, |at| [0, 2].contains(&(at[0] % 7))),
        ("king", "a mod 2 = 0 and b mod 2 = 0", 26, |at| at.iter().all(|one| one % 2 == 0)),
        ("bounded", "(a mod 4) xor (b mod 4) = 0", 26, |at| (at[0] ^ at[1]) % 4 == 0),
    ];
    let mut dice = Dice(5);
    let mut refuted = 0;
    for (name, text, most, is_true) in stated {
        let name = if name == "bounded" { "subtraction-1,2,3-2" } else { name };
        let (game, theorem) = theorem(name);
        let program = games::program(&game.text);
        let names: Vec<String> =
            ["a", "b", "c"][..theorem.numbers].iter().map(ToString::to_string).collect();
        let mut known = HashMap::new();
        let positions: Vec<(Vec<u64>, bool)> = by_sum(theorem.numbers, most)
            .into_iter()
            .map(|position| {
                let lost = loses(&program, &position, &mut known);
                assert_eq!(lost, is_true(&position), "{name} {position:?}");
                (position, lost)
            })
            .collect();
        for round in 0..60 {
            let said = Said::random(&mut dice, theorem.numbers as u64, round % 3);
            let (changed, also) = match dice.roll(2) {
                0 => (format!("({text}) or ({})", said.text(&names)), true),
                _ => (format!("({text}) and not ({})", said.text(&names)), false),
            };
            let holds = |at: &[u64]| match also {
                true => is_true(at) || said.holds(at),
                false => is_true(at) && !said.holds(at),
            };
            let first = positions.iter().find(|(at, lost)| holds(at) != *lost);
            let formula = condition(&changed, &names).unwrap();
            let found = match theorem.compare(&formula, &Limits::default()).unwrap() {
                ConditionResult::Same => None,
                ConditionResult::But(all) => all.into_iter().next(),
                ConditionResult::Differs(found) => Some(found),
            };
            let small = |at: Vec<u128>| at.iter().map(|one| *one as u64).collect::<Vec<u64>>();
            let found = found.map(small);
            match (&found, first) {
                (Some(found), None) => {
                    assert!(found.iter().sum::<u64>() > most, "{name}: {changed}");
                    assert_ne!(holds(found), is_true(found), "{name}: {changed}");
                }
                _ => assert_eq!(found.as_ref(), first.map(|(at, _)| at), "{name}: {changed}"),
            }
            refuted += u32::from(first.is_some());
        }
    }
    assert!(refuted >= 200, "{refuted}");
}
