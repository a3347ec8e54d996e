//! Thousands of random texts.

use bouton_engines::{Bytecode, MoveKinds, Style};
use bouton_rules::Game;

use super::compare::compare;

/// Numbers that look random (Marsaglia's xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % bound
    }

    fn one<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len() as u64) as usize]
    }

    fn often(&mut self) -> bool {
        self.below(3) > 0
    }

    fn seldom(&mut self) -> bool {
        self.below(4) == 0
    }
}

/// A text with these numbers, and a box for it.
struct Writer {
    random: Random,
    names: Vec<&'static str>,
}

impl Writer {
    fn name(&mut self) -> &'static str {
        self.random.one(&self.names.clone())
    }

    /// A number that stands for something between -3 and a few dozen.
    fn number(&mut self, extra: &[&'static str], depth: u64) -> String {
        let all: Vec<&str> = self.names.iter().chain(extra).copied().collect();
        if depth == 0 || self.random.below(5) < 2 {
            return match self.random.below(4) {
                0 => self.random.below(5).to_string(),
                _ => self.random.one(&all).to_owned(),
            };
        }
        let (x, y) = (self.number(extra, depth - 1), self.number(extra, depth - 1));
        let constant = 1 + self.random.below(4);
        match self.random.below(9) {
            0 => format!("({x} + {y})"),
            1 => format!("({x} - {y})"),
            2 => format!("{x} * {constant}"),
            3 => format!("({x} mod {})", constant + 1),
            4 => format!("({x} div {constant})"),
            5 => format!("min({x}, {y})"),
            6 => format!("max({x}, {y}, {constant})"),
            7 => format!("abs({x} - {y})"),
            _ => format!("({x} xor {y})"),
        }
    }

    fn condition(&mut self, extra: &[&'static str], depth: u64) -> String {
        if depth > 0 && self.random.seldom() {
            let (c, d) = (self.condition(extra, depth - 1), self.condition(extra, depth - 1));
            let joint = self.random.one(&["and", "or"]);
            return match self.random.below(3) {
                0 => format!("not ({c})"),
                _ => format!("({c} {joint} {d})"),
            };
        }
        let (x, y) = (self.number(extra, 1), self.number(extra, 2));
        let relation = self.random.one(&["<=", "<", ">=", ">", "=", "!=", "<=", ">="]);
        match self.random.below(6) {
            0 => format!("{x} mod {} = {}", 2 + self.random.below(3), self.random.below(3)),
            1 => format!("{x} in {{0, 2, 3, 7+2k}}"),
            2 => format!("{x} not in 2 .. {y}"),
            _ => format!("{x} {relation} {y}"),
        }
    }

    /// What is chosen first, and the new names.
    fn choice(&mut self) -> (String, Vec<&'static str>) {
        let constant = 1 + self.random.below(3);
        let name = self.name();
        let text = match self.random.below(9) {
            0 => return (String::new(), vec![]),
            1 | 2 => format!("k in 1 .. {}", constant + 1),
            3 => format!("k >= {constant}, k <= {name}"),
            4 => "k >= 1".to_owned(),
            5 => "k in {1, 3, 4}".to_owned(),
            6 => format!("k in {{{constant}+{}k}}, k <= {name} + 2", 1 + self.random.below(3)),
            7 => format!("k in 1 .. {}", self.number(&[], 1)),
            _ => return ("k in 1 .. 2, l in k - 1 .. k + 1".to_owned(), vec!["k", "l"]),
        };
        (text, vec!["k"])
    }

    /// What becomes of a number.
    fn update(&mut self, name: &str, extra: &[&'static str]) -> String {
        let by = extra.first().copied().unwrap_or("1");
        let other = self.name();
        match self.random.below(14) {
            0..4 => format!("{name}' = {name} - {by}"),
            12 => format!("{name}' = {}", self.number(extra, 2)),
            13 => format!("{name}' = ({name} + {}) mod 6", self.number(extra, 1)),
            4 => format!("0 <= {name}' < {name}"),
            5 => format!("{name}' in {name} - 2 .. {name} - 1"),
            6 => format!("{name}' in {name} - 1 .. {name} + 1"),
            7 => format!("{name}' = {name} + {by}"),
            8 => format!("{name}' = {}", self.number(extra, 2)),
            9 => format!("{name}' = min({name}, {other}) - {by}"),
            10 => format!("{name}' = {name} - {by} * {}", 1 + self.random.below(2)),
            _ => format!("{name}' in {other} - 1 .. {other} + {by}"),
        }
    }

    fn one_move(&mut self) -> String {
        let player = match self.random.below(12) {
            0 => "left ",
            1 => "right ",
            _ => "",
        };
        let (choice, extra) = self.choice();
        let mut clauses: Vec<String> =
            Some(choice).filter(|text| !text.is_empty()).into_iter().collect();
        // The first number falls in most moves, so that play often ends for all to see.
        let first = if self.random.often() { self.names[0] } else { self.name() };
        let by = extra.first().copied().unwrap_or("1");
        clauses.push(format!("{first}' = {first} - {by}"));
        for name in self.names.clone().into_iter().filter(|name| *name != first) {
            if self.random.below(2) == 0 {
                clauses.push(self.update(name, &extra));
            }
        }
        if self.random.often() {
            let primed = match first {
                "a" => "a'",
                "b" => "b'",
                _ => "c'",
            };
            let seen = [&extra[..], &[primed]].concat();
            clauses.push(self.condition(&seen, 1));
        }
        format!("{player}move {}", clauses.join(", "))
    }

    fn text(&mut self) -> (String, Vec<u64>) {
        let dimension = [1, 2, 2, 2, 2, 3][self.random.below(6) as usize];
        self.names = ["a", "b", "c"][..dimension].to_vec();
        let most: Vec<u64> = (0..dimension)
            .map(|_| match dimension {
                1 => 8 + self.random.below(30),
                2 => 4 + self.random.below(14),
                _ => 2 + self.random.below(8),
            })
            .collect();
        let mut lines =
            vec!["game random".to_owned(), format!("position {}", self.names.join(", "))];
        let names = self.names.clone();
        for (name, most) in names.iter().zip(&most).skip(usize::from(self.random.often())) {
            lines.push(format!("legal {name} <= {most}"));
        }
        if dimension > 1 && self.random.seldom() {
            lines.push(format!("legal {}", self.condition(&[], 1)));
        }
        for _ in 0..1 + self.random.below(3) {
            lines.push(self.one_move());
        }
        match self.random.below(6) {
            0 => lines.push("end misere".to_owned()),
            1 => {
                let condition = self.condition(&[], 1);
                let winners =
                    self.random.one(&["left C right", "misere C normal", "right C normal"]);
                lines
                    .push(format!("end {}", winners.replace('C', &format!("if {condition} else"))));
            }
            _ => {}
        }
        (lines.join("\n"), most)
    }
}

/// How the moves of the texts were worked out.
#[derive(Default)]
struct Tally {
    checked: usize,
    compared: usize,
    lines: usize,
    columns: usize,
    rays: usize,
    partizan: usize,
}

fn tally(seed: u64, texts: usize) -> Tally {
    let mut writer = Writer { random: Random(seed), names: Vec::new() };
    let mut tally = Tally::default();
    while tally.compared < texts {
        let (text, most) = writer.text();
        let Ok(game) = Game::as_written(&text) else { continue };
        tally.checked += 1;
        if !compare(&game, &most) {
            continue;
        }
        tally.compared += 1;
        let usual = Bytecode { style: Style::Lines };
        if let Ok(MoveKinds { lines, columns, rays }) = usual.manner(&game, &most) {
            tally.lines += usize::from(columns == 0 && lines > 0);
            tally.columns += usize::from(columns > 0);
            tally.rays += usize::from(rays > 0);
        }
        tally.partizan += usize::from(!game.finite().unwrap().profile().same_options.holds());
    }
    tally
}

#[test]
fn random_texts_equal_the_oracle() {
    let tally = tally(0x9e37_79b9_7f4a_7c15, 1600);
    println!(
        "{} {} {} {} {} {}",
        tally.checked, tally.compared, tally.lines, tally.columns, tally.rays, tally.partizan
    );
    assert!(tally.lines >= 300, "{} by lines", tally.lines);
    assert!(tally.columns >= 300, "{} by columns", tally.columns);
    assert!(tally.rays >= 50, "{} with rays", tally.rays);
    assert!(tally.partizan >= 100, "{} partizan", tally.partizan);
}

#[test]
fn more_random_texts_equal_the_oracle() {
    let tally = tally(0x1234_5678_9abc_def1, 1600);
    assert!(tally.checked >= tally.compared);
}
