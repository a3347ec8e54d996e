//! Automata as people read them: states and arrows for a picture, and a regular expression.

use bouton_automata::{Automaton, Numeration};
use bouton_values::{Limits, Meter, Refusal};

use crate::{Theorem, meter};

/// An automaton as a picture shows it: without the states from which nothing is accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateGraph {
    /// The initial state.
    pub start: u32,
    /// For each state, whether it accepts.
    pub accepting: Vec<bool>,
    /// From where, to where, and by which letters: a digit of each number, `*` for any digit.
    pub arrows: Vec<(u32, u32, Vec<String>)>,
}

/// Expressions of more letters, or of more states, explain nothing.
const LONGEST_EXPRESSION: usize = 80;
const MOST_STATES: usize = 12;
/// Intermediate expressions do not grow beyond this.
const MOST_PARTS: usize = 4000;

impl Theorem {
    /// The automata of the theorem, ready to be drawn.
    pub fn graphs(&self, limits: &Limits) -> Result<Vec<StateGraph>, Refusal> {
        let mut meter = meter(limits);
        self.sets.iter().map(|set| StateGraph::new(set, self.numeration, &mut meter)).collect()
    }

    /// The words of the lost positions as a regular expression, if there is one set and the expression is short. A letter
    /// is written as in [`StateGraph`], in brackets if it has several digits.
    pub fn expression(&self, limits: &Limits) -> Result<Option<String>, Refusal> {
        let [graph] = &self.graphs(limits)?[..] else { return Ok(None) };
        let text = graph.expression().map(|expression| expression.text());
        Ok(text.filter(|text| text.chars().count() <= LONGEST_EXPRESSION))
    }
}

impl StateGraph {
    fn new(
        set: &Automaton,
        numeration: Numeration,
        meter: &mut Meter,
    ) -> Result<StateGraph, Refusal> {
        let alive = set.living(meter)?;
        let kept: Vec<u32> = (0..set.states() as u32)
            .filter(|state| alive[*state as usize] || *state == set.start())
            .collect();
        let place = |state: u32| kept.binary_search(&state).ok().map(|place| place as u32);
        let rows: Vec<&[u32]> = set.rows().collect();
        let mut arrows = Vec::new();
        for (from, state) in kept.iter().enumerate() {
            let row = rows[*state as usize];
            meter.spend((row.len() * kept.len()) as u64)?;
            for (to, target) in
                kept.iter().enumerate().filter(|(_, target)| alive[**target as usize])
            {
                let letters = (0..row.len()).filter(|letter| row[*letter] == *target);
                let patterns = patterns(letters, numeration.radix(), set.tracks());
                if !patterns.is_empty() {
                    arrows.push((from as u32, to as u32, patterns));
                }
            }
        }
        let accepting = kept.iter().map(|state| set.accepts_at(*state)).collect();
        let start = place(set.start()).unwrap_or_default();
        Ok(StateGraph { start, accepting, arrows })
    }

    /// The expression of all words that it accepts, unless it has too many states.
    fn expression(&self) -> Option<Expression> {
        let states = self.accepting.len();
        if states > MOST_STATES {
            return None;
        }
        // A state before the start and one after the end; the others are eliminated one after the other.
        let (first, last) = (states, states + 1);
        let mut ways = vec![vec![Expression::Never; states + 2]; states + 2];
        for (from, to, patterns) in &self.arrows {
            let letters = patterns.iter().map(|one| Expression::Letter(one.clone())).collect();
            ways[*from as usize][*to as usize] = Expression::any(letters);
        }
        ways[first][self.start as usize] = Expression::Empty;
        for state in (0..states).filter(|state| self.accepting[*state]) {
            ways[state][last] = Expression::Empty;
        }
        let mut waiting: Vec<usize> = (0..states).collect();
        while !waiting.is_empty() {
            let cost = |state: &usize| {
                let met = |one: &Expression| usize::from(*one != Expression::Never) * one.parts();
                let into: usize = ways.iter().map(|row| met(&row[*state])).sum();
                into * ways[*state].iter().map(met).sum::<usize>()
            };
            let next = (0..waiting.len()).min_by_key(|place| cost(&waiting[*place]))?;
            let gone = waiting.swap_remove(next);
            let around = Expression::star(ways[gone][gone].clone());
            let others: Vec<usize> = waiting.iter().copied().chain([first, last]).collect();
            for from in &others {
                for to in &others {
                    let through = Expression::then(vec![
                        ways[*from][gone].clone(),
                        around.clone(),
                        ways[gone][*to].clone(),
                    ]);
                    let both = Expression::any(vec![ways[*from][*to].clone(), through]);
                    if both.parts() > MOST_PARTS {
                        return None;
                    }
                    ways[*from][*to] = both;
                }
            }
        }
        Some(ways[first][last].clone())
    }
}

/// Letters as few patterns: where all digits of a number are possible, it is a star.
fn patterns(letters: impl Iterator<Item = usize>, radix: usize, tracks: usize) -> Vec<String> {
    let digits = |mut letter: usize| {
        let mut digits = Vec::with_capacity(tracks);
        for _ in 0..tracks {
            digits.push(Some(letter % radix));
            letter /= radix;
        }
        digits
    };
    let mut all: Vec<Vec<Option<usize>>> = letters.map(digits).collect();
    for track in 0..tracks {
        let mut merged: Vec<Vec<Option<usize>>> = Vec::new();
        for pattern in &all {
            let with = |digit: Option<usize>| {
                let mut other = pattern.clone();
                other[track] = digit;
                other
            };
            let is_full = (0..radix).all(|digit| all.contains(&with(Some(digit))));
            let kept = if is_full { with(None) } else { pattern.clone() };
            if !merged.contains(&kept) {
                merged.push(kept);
            }
        }
        all = merged;
    }
    let text = |pattern: &Vec<Option<usize>>| {
        let digit = |digit: &Option<usize>| {
            digit.and_then(|digit| char::from_digit(digit as u32, 36)).unwrap_or('*')
        };
        pattern.iter().map(digit).collect()
    };
    all.iter().map(text).collect()
}

/// A regular expression.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Expression {
    /// No word.
    Never,
    /// The empty word.
    Empty,
    /// The letters of a pattern.
    Letter(String),
    /// One of several.
    Any(Vec<Expression>),
    /// One after the other.
    Then(Vec<Expression>),
    /// Any number of times.
    Star(Box<Expression>),
}

impl Expression {
    fn any(parts: Vec<Expression>) -> Expression {
        let mut all: Vec<Expression> = Vec::new();
        for part in parts {
            let part = match part {
                Expression::Never => continue,
                Expression::Any(inner) => inner,
                other => vec![other],
            };
            for one in part {
                if !all.contains(&one) {
                    all.push(one);
                }
            }
        }
        // The empty word is one of the words of a star.
        if all.iter().any(|one| matches!(one, Expression::Star(_))) {
            all.retain(|one| *one != Expression::Empty);
        }
        match all.len() {
            0 => Expression::Never,
            1 => all.swap_remove(0),
            _ => Expression::Any(all),
        }
    }

    fn then(parts: Vec<Expression>) -> Expression {
        let mut all = Vec::new();
        for part in parts {
            match part {
                Expression::Never => return Expression::Never,
                Expression::Empty => {}
                Expression::Then(inner) => all.extend(inner),
                other => all.push(other),
            }
        }
        match all.len() {
            0 => Expression::Empty,
            1 => all.swap_remove(0),
            _ => Expression::Then(all),
        }
    }

    fn star(of: Expression) -> Expression {
        match of {
            Expression::Never | Expression::Empty => Expression::Empty,
            Expression::Star(inner) => Expression::Star(inner),
            Expression::Any(mut parts) => {
                parts.retain(|one| *one != Expression::Empty);
                Expression::Star(Box::new(Expression::any(parts)))
            }
            other => Expression::Star(Box::new(other)),
        }
    }

    fn parts(&self) -> usize {
        match self {
            Expression::Never | Expression::Empty | Expression::Letter(_) => 1,
            Expression::Any(parts) | Expression::Then(parts) => {
                1 + parts.iter().map(Expression::parts).sum::<usize>()
            }
            Expression::Star(inner) => 1 + inner.parts(),
        }
    }

    fn text(&self) -> String {
        let all = |parts: &[Expression], between: &str| {
            parts.iter().map(Expression::inside).collect::<Vec<_>>().join(between)
        };
        match self {
            Expression::Never => "nothing".to_owned(),
            Expression::Empty => "ε".to_owned(),
            Expression::Letter(digits) if digits.chars().count() == 1 => digits.clone(),
            Expression::Letter(digits) => format!("[{digits}]"),
            Expression::Any(parts) => {
                parts.iter().map(Expression::text).collect::<Vec<_>>().join(" | ")
            }
            Expression::Then(parts) => all(parts, ""),
            Expression::Star(inner) => format!("{}*", inner.inside()),
        }
    }

    /// As a part of something else.
    fn inside(&self) -> String {
        match self {
            Expression::Any(_) | Expression::Then(_) => format!("({})", self.text()),
            // A star over one digit would be read as any digit.
            Expression::Letter(digits) if digits.contains('*') => format!("[{digits}]"),
            _ => self.text(),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use std::collections::BTreeSet;

    use super::*;
    use crate::{Question, Verdict, games};

    fn theorem(name: &str) -> Theorem {
        let game = games::games().into_iter().find(|game| game.name == name).unwrap();
        let program = games::program(&game.text);
        let (heaps, values) = (game.heaps, game.values);
        let question = Question { program: &program, heaps, values, numerations: Vec::new() };
        match question.prove(&Limits::default()).unwrap() {
            Verdict::Proved(theorem) => *theorem,
            other => panic!("{name}: {other:?}"),
        }
    }

    /// Where words that begin at one of these places may end, by the meaning of expressions.
    fn ends(one: &Expression, word: &[Vec<char>], starts: &BTreeSet<usize>) -> BTreeSet<usize> {
        match one {
            Expression::Never => BTreeSet::new(),
            Expression::Empty => starts.clone(),
            Expression::Letter(pattern) => {
                let fits = |start: &&usize| {
                    word.get(**start).is_some_and(|letter| {
                        letter
                            .iter()
                            .zip(pattern.chars())
                            .all(|(digit, said)| said == '*' || said == *digit)
                    })
                };
                starts.iter().filter(fits).map(|start| start + 1).collect()
            }
            Expression::Any(parts) => {
                parts.iter().flat_map(|part| ends(part, word, starts)).collect()
            }
            Expression::Then(parts) => {
                parts.iter().fold(starts.clone(), |starts, part| ends(part, word, &starts))
            }
            Expression::Star(inner) => {
                let mut all = starts.clone();
                loop {
                    let more: BTreeSet<usize> =
                        ends(inner, word, &all).union(&all).copied().collect();
                    if more == all {
                        return all;
                    }
                    all = more;
                }
            }
        }
    }

    #[test]
    fn expressions_and_graphs_have_the_words_of_the_automaton() {
        let mut short = 0;
        for name in [
            "nim-2",
            "nim-3",
            "misere-nim-2",
            "mark",
            "wythoff",
            "king",
            "subtraction-1,2,3-1",
            "fibonacci-nim",
        ] {
            let theorem = theorem(name);
            let (set, radix) = (&theorem.sets[0], theorem.numeration.radix());
            let graph = &theorem.graphs(&Limits::default()).unwrap()[0];
            let expression = graph.expression().unwrap();
            short += usize::from(theorem.expression(&Limits::default()).unwrap().is_some());
            let letters = radix.pow(set.tracks() as u32);
            let length = if letters > 4 { 4 } else { 6 };
            for code in 0..letters.pow(length) {
                let word: Vec<usize> =
                    (0..length).map(|place| code / letters.pow(place) % letters).collect();
                let accepted = set.accepts_at(
                    word.iter().fold(set.start(), |state, letter| set.step(state, *letter)),
                );
                let digit = |letter: usize, track: u32| {
                    char::from_digit((letter / radix.pow(track) % radix) as u32, 36).unwrap()
                };
                let shown: Vec<Vec<char>> = word
                    .iter()
                    .map(|letter| {
                        (0..set.tracks() as u32).map(|track| digit(*letter, track)).collect()
                    })
                    .collect();
                let said =
                    ends(&expression, &shown, &BTreeSet::from([0])).contains(&(length as usize));
                assert_eq!(said, accepted, "{name} {word:?} {}", expression.text());
                // The arrows of the graph, followed one by one.
                let follow = |states: BTreeSet<u32>, letter: &Vec<char>| -> BTreeSet<u32> {
                    let fits = |pattern: &String| {
                        pattern
                            .chars()
                            .zip(letter)
                            .all(|(said, digit)| said == '*' || said == *digit)
                    };
                    let arrows = graph.arrows.iter().filter(|arrow| states.contains(&arrow.0));
                    arrows.filter(|arrow| arrow.2.iter().any(fits)).map(|arrow| arrow.1).collect()
                };
                let reached = shown.iter().fold(BTreeSet::from([graph.start]), follow);
                assert!(reached.len() < 2);
                assert_eq!(reached.iter().any(|state| graph.accepting[*state as usize]), accepted);
            }
        }
        assert!(short >= 4, "{short}");
    }

    #[test]
    fn well_known_expressions() {
        let text = |name: &str| theorem(name).expression(&Limits::default()).unwrap();
        assert_eq!(text("nim-2").as_deref(), Some("([00] | [11])*"));
        assert_eq!(text("wythoff-t3"), None);
    }
}
