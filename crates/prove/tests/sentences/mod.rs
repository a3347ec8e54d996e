//! Sentences of linear arithmetic, and the same for MONA, where numbers are finite sets of places and addition is defined
//! by carries.

#![allow(unreachable_pub, reason = "a part of several programs")]

use bouton_lang::formula::Formula;
use bouton_lang::linear::Linear;

/// Arithmetic for MONA.
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
    let linear =
        |terms: &[(usize, i128)], constant| Linear::of(terms, constant).expect("small factors");
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

/// As many sentences, the same each time. Every second quantifier in front is "for all".
pub fn sentences(count: usize) -> Vec<(Formula, String)> {
    let mut dice = Dice(20);
    let sentence = |_| {
        let (mut sentence, mut text) = formula(&mut dice, 2, 4);
        for variable in [1, 0] {
            if dice.roll(2) == 0 {
                sentence = Formula::Exists(vec![variable], Box::new(sentence.negated())).negated();
                text = format!("all2 X{variable}: {text}");
            } else {
                sentence = Formula::Exists(vec![variable], Box::new(sentence));
                text = format!("ex2 X{variable}: {text}");
            }
        }
        (sentence, format!("{PRELUDE}{text};\n"))
    };
    (0..count).map(sentence).collect()
}
