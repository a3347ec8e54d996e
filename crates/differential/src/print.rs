//! Writes the tree of a rule text, in one of many styles.

use bouton_values::Player;

use crate::dice::Dice;
use crate::tree::*;

/// How a text is written: 0 is the plainest way, every other number some other way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style(pub u64);

/// The text of a tree; with `values`, the parameters have presets.
#[must_use]
pub fn print(text: &Text, style: Style, presets: bool) -> String {
    let mut printer = Printer {
        text,
        dice: Dice::running(style.0),
        plain: style.0 == 0,
        move_: None,
        bare: false,
    };
    printer.bare = printer.rarely(2);
    printer.lines(presets)
}

/// The values of the parameters, as they are written after the name of a file.
#[must_use]
pub fn arguments(text: &Text) -> String {
    let values = text.parameters.iter().map(|parameter| match &parameter.value {
        Argument::Number(number) => number.to_string(),
        Argument::Set(elements) => elements.iter().map(element).collect::<Vec<_>>().join(","),
    });
    values.collect::<Vec<_>>().join("|")
}

fn element(element: &Element) -> String {
    match element.step {
        None => element.first.to_string(),
        Some(1) => format!("{}+", element.first),
        Some(step) => format!("{}+{step}k", element.first),
    }
}

fn braces(elements: &[Element]) -> String {
    format!("{{{}}}", elements.iter().map(element).collect::<Vec<_>>().join(", "))
}

struct Printer<'a> {
    text: &'a Text,
    dice: Dice<'static>,
    plain: bool,
    move_: Option<&'a Move>,
    /// May `x if c else y` stand without parentheses?
    bare: bool,
}

impl<'a> Printer<'a> {
    /// True once in `sides` times, and never in the plain style.
    fn rarely(&mut self, sides: u64) -> bool {
        !self.plain && self.dice.one_in(sides)
    }

    fn one_of(&mut self, list: &[&'static str]) -> &'static str {
        if self.plain { list[0] } else { self.dice.of(list) }
    }

    /// A sign, now and then as mathematicians write it.
    fn sign(&mut self, usual: &'static str, other: &'static str) -> &'static str {
        if self.rarely(8) { other } else { usual }
    }

    fn lines(&mut self, presets: bool) -> String {
        let mut lines = vec![self.game(presets), self.shape()];
        for condition in &self.text.legal {
            let condition = self.condition(condition, 0);
            lines.push(format!("legal {condition}"));
        }
        for line in &self.text.moves {
            let line = self.move_line(line);
            lines.push(line);
        }
        if let Some(winner) = &self.text.end {
            let winner = self.winner(winner, true);
            lines.push(format!("end {winner}"));
        }
        if self.text.loopy {
            lines.push("loopy".to_owned());
        }
        match self.rarely(3) {
            true => lines.iter().map(|line| format!("{line}\n")).collect(),
            false => lines.join("; "),
        }
    }

    fn game(&mut self, presets: bool) -> String {
        let parameters =
            self.text.parameters.iter().map(|parameter| match (&parameter.value, presets) {
                (_, false) => parameter.name.clone(),
                (Argument::Number(number), true) => format!("{} = {number}", parameter.name),
                (Argument::Set(elements), true) => {
                    format!("{} = {}", parameter.name, braces(elements))
                }
            });
        let list = parameters.collect::<Vec<_>>().join(", ");
        if list.is_empty() { "game g".to_owned() } else { format!("game g({list})") }
    }

    fn shape(&mut self) -> String {
        match &self.text.shape {
            Shape::Many(many, name) => {
                let word = match many {
                    Many::Heaps => "heaps",
                    Many::Coins => "coins",
                    Many::Rows => "rows",
                };
                format!("{word} {name}")
            }
            Shape::Named(names) => {
                let mut list = Vec::new();
                for (name, preset) in names {
                    list.push(match preset {
                        None => name.clone(),
                        Some(number) => format!("{name} = {}", self.number(number, 0)),
                    });
                }
                format!("position {}", list.join(", "))
            }
        }
    }

    fn move_line(&mut self, line: &'a Move) -> String {
        self.move_ = Some(line);
        let who = match line.player {
            None => "",
            Some(Player::Left) => "left ",
            Some(Player::Right) => "right ",
        };
        let name = self.heap();
        let mut clauses = Vec::new();
        for clause in &line.clauses {
            clauses.push(self.condition(clause, 0));
        }
        if let Some(becomes) = &line.becomes {
            let what = self.becomes(becomes);
            clauses.push(format!("{name}' = {what}"));
        }
        if let Some(later) = &line.later {
            let what = self.number(later, 1);
            clauses.push(format!("later {name}' = {what}"));
        }
        let chosen = match &line.chosen {
            None => None,
            Some(Chosen::One) => Some(format!("one {}{name}", self.one_of(&["", "", "of "]))),
            Some(Chosen::UpTo(most)) => Some(format!("up to {} of {name}", self.number(most, 1))),
            Some(Chosen::Exactly(count)) => {
                Some(format!("exactly {} of {name}", self.number(count, 1)))
            }
            Some(Chosen::Consecutive(count)) => {
                Some(format!("{} consecutive of {name}", self.number(count, 1)))
            }
        };
        if let Some(chosen) = chosen {
            clauses.insert(0, chosen);
        } else if self.rarely(3) && clauses.len() > 1 {
            clauses.rotate_left(1);
        }
        self.move_ = None;
        format!("{who}move {}", self.joined(clauses))
    }

    fn joined(&mut self, clauses: Vec<String>) -> String {
        let mut line = String::new();
        // An `if` between clauses beside `x if c else y` without parentheses would be read otherwise.
        let joints: &[&str] = match clauses.iter().any(|clause| clause.contains(" if ")) {
            true => &[", ", ": ", " where "],
            false => &[", ", ": ", " where ", " if ", ",\n    "],
        };
        for (index, clause) in clauses.iter().enumerate() {
            if index > 0 {
                line.push_str(self.one_of(joints));
            }
            line.push_str(clause);
        }
        line
    }

    fn becomes(&mut self, becomes: &Becomes) -> String {
        match becomes {
            Becomes::Nothing => "none".to_owned(),
            Becomes::Parts(parts) => {
                let names: Vec<String> = parts.iter().map(|part| self.choice(*part)).collect();
                names.join(" + ")
            }
            Becomes::All(low, high) => {
                let (low, high) = (self.number(low, 1), self.number(high, 1));
                format!("all {low} .. {high}")
            }
        }
    }

    fn heap(&self) -> String {
        match &self.text.shape {
            Shape::Many(_, name) => name.clone(),
            Shape::Named(_) => String::new(),
        }
    }

    fn now(&self, index: usize) -> String {
        match &self.text.shape {
            Shape::Many(_, name) => name.clone(),
            Shape::Named(names) => {
                names.get(index).map_or_else(String::new, |(name, _)| name.clone())
            }
        }
    }

    fn choice(&self, index: usize) -> String {
        let name = self.move_.and_then(|line| line.choices.get(index));
        name.cloned().unwrap_or_else(|| format!("x{index}"))
    }

    /// A number where one of this level may stand: 0 a choice, 1 a sum, 2 a product, 3 a factor.
    fn number(&mut self, number: &Number, level: u8) -> String {
        let (own, text) = match number {
            Number::Written(value) => (3, value.to_string()),
            Number::Now(index) => (3, self.now(*index)),
            Number::After(index) => (3, format!("{}{}", self.now(*index), self.sign("'", "′"))),
            Number::Choice(index) => (3, self.choice(*index)),
            Number::Parameter(index) => (3, self.text.parameters[*index].name.clone()),
            Number::Later => (3, format!("later {}", self.heap())),
            Number::Of(total) => (3, format!("{} {}", word(*total), self.heap())),
            Number::Opposite(one) => (3, format!("-{}", self.number(one, 3))),
            Number::Two(operation, left, right) => self.two(*operation, left, right),
            Number::Least(list) => (3, format!("min({})", self.list(list))),
            Number::Greatest(list) => (3, format!("max({})", self.list(list))),
            Number::Absolute(one) => (3, format!("abs({})", self.number(one, 0))),
            Number::If(condition, then, otherwise) => {
                let then = self.number(then, 1);
                let condition = self.condition(condition, 0);
                let otherwise = self.number(otherwise, 0);
                (0, format!("{then} if {condition} else {otherwise}"))
            }
        };
        let needed = own < level || (own == 0 && !self.bare);
        if needed || self.rarely(24) { format!("({text})") } else { text }
    }

    fn two(&mut self, operation: Operation, left: &Number, right: &Number) -> (u8, String) {
        let own = if matches!(operation, Operation::Plus | Operation::Minus) { 1 } else { 2 };
        let (left, right) = (self.number(left, own), self.number(right, own + 1));
        let sign = match operation {
            Operation::Plus => "+",
            Operation::Minus => self.sign("-", "−"),
            Operation::Times => self.sign("*", "·"),
            Operation::Div => "div",
            Operation::Mod => "mod",
            Operation::Xor => self.sign("xor", "⊕"),
        };
        (own, format!("{left} {sign} {right}"))
    }

    fn list(&mut self, list: &[Number]) -> String {
        let list: Vec<String> = list.iter().map(|number| self.number(number, 0)).collect();
        list.join(", ")
    }

    /// A condition where one of this level may stand: 0 an `or`, 1 an `and`, 2 a `not`, 3 a comparison.
    fn condition(&mut self, condition: &Condition, level: u8) -> String {
        let name = self.heap();
        let (own, text) = match condition {
            Condition::Constant(value) => (3, value.to_string()),
            Condition::Distinct => (3, format!("distinct {name}")),
            Condition::DistinctNonzero => (3, format!("distinct nonzero {name}")),
            Condition::Falling => (3, format!("falling {name}")),
            Condition::Chain(first, rest) => (3, self.chain(first, rest)),
            Condition::In(number, set, is_in) => {
                let number = self.number(number, 1);
                let set = self.set(set);
                let word = if *is_in { self.sign("in", "∈") } else { self.sign("not in", "∉") };
                (3, format!("{number} {word} {set}"))
            }
            Condition::Not(one) => {
                let one = self.condition(one, 2);
                (2, format!("{}{one}", self.sign("not ", "¬")))
            }
            Condition::And(list) => {
                let sign = self.sign(" and ", " ∧ ");
                (1, self.all(list, 2, sign))
            }
            Condition::Or(list) => {
                let sign = self.sign(" or ", " ∨ ");
                (0, self.all(list, 1, sign))
            }
        };
        if own < level || self.rarely(30) { format!("({text})") } else { text }
    }

    fn all(&mut self, list: &[Condition], level: u8, sign: &str) -> String {
        let list: Vec<String> = list.iter().map(|one| self.condition(one, level)).collect();
        list.join(sign)
    }

    fn chain(&mut self, first: &Number, rest: &[(Relation, Number)]) -> String {
        let mut text = self.number(first, 1);
        for (index, (relation, number)) in rest.iter().enumerate() {
            let level = if index + 1 == rest.len() { 0 } else { 1 };
            let sign = match relation {
                Relation::Equal => "=",
                Relation::Unequal => self.sign("!=", "≠"),
                Relation::Less => "<",
                Relation::AtMost => self.sign("<=", "≤"),
                Relation::More => ">",
                Relation::AtLeast => self.sign(">=", "≥"),
            };
            text.push_str(&format!(" {sign} {}", self.number(number, level)));
        }
        text
    }

    fn set(&mut self, set: &Set) -> String {
        match set {
            Set::Range(low, high) => {
                let (low, high) = (self.number(low, 1), self.number(high, 1));
                format!("{low} {} {high}", self.sign("..", "…"))
            }
            Set::Braces(elements) => braces(elements),
            Set::Parameter(index) => self.text.parameters[*index].name.clone(),
        }
    }

    fn winner(&mut self, winner: &Winner, outermost: bool) -> String {
        match winner {
            Winner::Normal => "normal".to_owned(),
            Winner::Misere => "misere".to_owned(),
            Winner::Is(Player::Left) => "left".to_owned(),
            Winner::Is(Player::Right) => "right".to_owned(),
            Winner::If(condition, then, otherwise) => {
                let then = self.winner(then, false);
                let condition = self.condition(condition, 0);
                let otherwise = self.winner(otherwise, false);
                let text = format!("{then} if {condition} else {otherwise}");
                if outermost { text } else { format!("({text})") }
            }
        }
    }
}

fn word(total: Total) -> &'static str {
    match total {
        Total::Sum => "sum",
        Total::Count => "count",
        Total::Least => "least",
        Total::Greatest => "greatest",
        Total::First => "first",
    }
}
