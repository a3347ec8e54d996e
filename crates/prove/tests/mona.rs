//! Sentences of linear arithmetic, decided here and by MONA (Henriksen et al. 1995), if it is installed: `apt-get install
//! mona`. Numbers are finite sets of places there, and addition is defined by carries.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fmt::Write as _;
use std::process::Command;

use bouton_lang::formula::Formula;
use bouton_lang::linear::Linear;
use bouton_prove::decide;
use bouton_values::Limits;

const PRELUDE: &str = "\
pred odd(var0 a, b, c) = a <=> (b <=> c);
pred two(var0 a, b, c) = (a & b) | (a & c) | (b & c);
pred plus(var2 a, b, c) = ex2 d: 0 notin d &
  all1 t: (t + 1 in d <=> two(t in a, t in b, t in d)) & (t in c <=> odd(t in a, t in b, t in d));
pred atmost(var2 a, b) = ex2 d: plus(a, d, b);
pred nimsum(var2 a, b, c) = all1 t: t in c <=> ~(t in a <=> t in b);
";

/// Numbers from a seed (Knuth's linear congruential generator).
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }
}

/// A formula, and the same for MONA.
fn formula(dice: &mut Dice, variables: usize, depth: u32) -> (Formula, String) {
    if depth == 0 {
        return atom(dice, variables);
    }
    match dice.roll(4) {
        0 => {
            let (inner, text) = formula(dice, variables, depth - 1);
            (inner.negated(), format!("~({text})"))
        }
        1 => {
            let (a, b) = (formula(dice, variables, depth - 1), formula(dice, variables, depth - 1));
            (Formula::all(vec![a.0, b.0]), format!("(({}) & ({}))", a.1, b.1))
        }
        2 => {
            let (a, b) = (formula(dice, variables, depth - 1), formula(dice, variables, depth - 1));
            (Formula::any(vec![a.0, b.0]), format!("(({}) | ({}))", a.1, b.1))
        }
        _ => {
            let (inner, text) = formula(dice, variables + 1, depth - 1);
            let bound = Formula::Exists(vec![variables], Box::new(inner));
            (bound, format!("(ex2 X{variables}: {text})"))
        }
    }
}

fn atom(dice: &mut Dice, variables: usize) -> (Formula, String) {
    let mut pick = || dice.roll(variables as u64) as usize;
    let (x, y, z) = (pick(), pick(), pick());
    let linear = |terms: &[(usize, i128)], constant| Linear::of(terms, constant).unwrap();
    match dice.roll(5) {
        0 => (
            Formula::Zero(linear(&[(x, 1), (y, 1), (z, -1)], 0)),
            format!("plus(X{x}, X{y}, X{z})"),
        ),
        1 => (Formula::NotNegative(linear(&[(y, 1), (x, -1)], 0)), format!("atmost(X{x}, X{y})")),
        2 => (Formula::NimSum([x, y, z]), format!("nimsum(X{x}, X{y}, X{z})")),
        3 => {
            // x = constant, as the set of its places.
            let constant = dice.roll(6);
            let places: Vec<String> = (0..3)
                .filter(|place| constant >> place & 1 == 1)
                .map(|place| place.to_string())
                .collect();
            let set = if places.is_empty() {
                "empty".to_owned()
            } else {
                format!("{{{}}}", places.join(", "))
            };
            (Formula::Zero(linear(&[(x, 1)], -i128::from(constant))), format!("X{x} = {set}"))
        }
        _ => {
            let text = format!("ex2 T: plus(X{x}, X{x}, T) & atmost(T, X{y})");
            (Formula::NotNegative(linear(&[(y, 1), (x, -2)], 0)), format!("({text})"))
        }
    }
}

#[test]
fn mona_agrees() {
    let started = Command::new("mona").arg("-h").output();
    assert!(started.is_ok(), "this test needs MONA: apt-get install -y mona");
    let mut dice = Dice(20);
    let mut verdicts = [0, 0];
    for number in 0..60 {
        let (mut sentence, mut text) = formula(&mut dice, 2, 4);
        for variable in [1, 0] {
            // Every second sentence is for all numbers.
            if dice.roll(2) == 0 {
                sentence = Formula::Exists(vec![variable], Box::new(sentence.negated())).negated();
                text = format!("all2 X{variable}: {text}");
            } else {
                sentence = Formula::Exists(vec![variable], Box::new(sentence));
                text = format!("ex2 X{variable}: {text}");
            }
        }
        let path =
            std::env::temp_dir().join(format!("bouton-mona-{}-{number}.mona", std::process::id()));
        let mut program = String::from(PRELUDE);
        writeln!(program, "{text};").unwrap();
        std::fs::write(&path, program).unwrap();
        let said = Command::new("mona").arg("-q").arg(&path).output().unwrap();
        std::fs::remove_file(&path).unwrap();
        let said = String::from_utf8(said.stdout).unwrap();
        let expected = match (said.contains("is valid"), said.contains("is unsatisfiable")) {
            (true, false) => true,
            (false, true) => false,
            _ => panic!("{text}\n{said}"),
        };
        for numeration in ["msd_2", "lsd_2"] {
            let found = decide(&sentence, numeration.parse().unwrap(), &Limits::default()).unwrap();
            assert_eq!(found, expected, "{text} in {numeration}");
        }
        verdicts[usize::from(expected)] += 1;
    }
    assert!(verdicts.iter().all(|count| *count >= 8), "{verdicts:?}");
}
