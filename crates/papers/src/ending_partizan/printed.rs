//! What the paper prints, read from the transcription in `data/`.

use bouton_lab::rules::Refusal;
use bouton_lab::values::Outcome;

use super::strip::Strip;
use crate::frame::Result;
use crate::judge::{data_lines, lcm, unreadable};

pub(super) const OUTCOMES: &str = include_str!("../../data/ending_partizan_outcomes.txt");
pub(super) const CENSUS: &str = include_str!("../../data/ending_partizan_census.txt");

/// Which heaps have which letter, for ever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pattern {
    /// What follows `ending-partizan:`.
    pub(super) game: String,
    pub(super) rules: Vec<Rule>,
}

/// A letter and the heaps that have it.
type Rule = (Outcome, Class);

/// The heaps from one on, by a step: that heap alone if the step is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Class {
    pub(super) first: usize,
    pub(super) step: usize,
}

impl Class {
    fn contains(self, heap: usize) -> bool {
        heap == self.first
            || heap.checked_sub(self.first).and_then(|more| more.checked_rem(self.step)) == Some(0)
    }

    /// Reads `1 only`, `2 mod 5` or `1 mod 5 from 6`.
    fn parse(text: &str) -> Option<Class> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let number = |word: &str| word.parse::<usize>().ok();
        let (first, step, from) = match words[..] {
            [heap, "only"] => return Some(Class { first: number(heap)?, step: 0 }),
            [residue, "mod", step] => (number(residue)?, number(step)?, 0),
            [residue, "mod", step, "from", from] => {
                (number(residue)?, number(step)?, number(from)?)
            }
            _ => return None,
        };
        let mut heaps = (first < step).then(|| (first..).step_by(step))?;
        let first = heaps.find(|heap| *heap >= from)?;
        Some(Class { first, step })
    }
}

impl Pattern {
    /// The letters that the rules give to a heap; it should be one.
    pub(super) fn at(&self, heap: usize) -> Vec<Outcome> {
        let rules = self.rules.iter().filter(|(_, class)| class.contains(heap));
        let mut letters: Vec<Outcome> = rules.map(|(letter, _)| *letter).collect();
        letters.dedup();
        letters
    }

    /// How many heaps settle whether all outcomes are as the pattern says.
    pub(super) fn settled_with(&self, strip: &Strip) -> usize {
        let (mut from, mut period) = (strip.preperiod, strip.period);
        for (_, Class { first, step }) in &self.rules {
            from = from.max(match step {
                0 => first + 1,
                step if first < step => 0,
                _ => *first,
            });
            period = lcm(period, (*step).max(1));
        }
        from + period
    }

    /// Are these the outcomes of all heaps?
    pub(super) fn is_that_of(&self, strip: &Strip) -> bool {
        (0..self.settled_with(strip)).all(|heap| self.at(heap) == [strip.at(heap)])
    }
}

/// What a claim prints of its outcomes.
pub(super) fn pattern(id: &str) -> Result<Pattern> {
    read_pattern(OUTCOMES, id)
}

fn read_pattern(text: &str, id: &str) -> Result<Pattern> {
    let mut pattern = Pattern { game: String::new(), rules: Vec::new() };
    for line in data_lines(text) {
        let wrong = || unreadable(line, "a line of outcomes", "C6 2,3 L = 0 mod 5; 1 only");
        let (claim, game, rules) = read_rules(line).ok_or_else(wrong)?;
        if claim == id {
            game.clone_into(&mut pattern.game);
            pattern.rules.extend(rules);
        }
    }
    let missing =
        || Refusal::bad(format!("no outcomes are printed for {id}"), "add them to the data");
    Some(pattern).filter(|pattern| !pattern.rules.is_empty()).ok_or_else(missing)
}

/// Claim, game, and which heaps have its letter.
fn read_rules(line: &str) -> Option<(&str, &str, Vec<Rule>)> {
    let (head, heaps) = line.split_once('=')?;
    let [claim, game, letter] = head.split_whitespace().collect::<Vec<_>>()[..] else {
        return None;
    };
    let letter: Outcome = letter.parse().ok()?;
    let rules = heaps.split(';').map(|class| Some((letter, Class::parse(class)?)));
    Some((claim, game, rules.collect::<Option<_>>()?))
}

/// A share of the census as the authors put it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Share {
    /// `almost 98 %`.
    pub(super) text: String,
    /// In per cent, from … to, the end excluded.
    pub(super) from: f64,
    pub(super) to: f64,
    /// Where it is said.
    pub(super) source: String,
}

/// The shares that are printed.
pub(super) fn shares() -> Result<Vec<Share>> {
    data_lines(CENSUS).map(read_share).collect()
}

fn read_share(line: &str) -> Result<Share> {
    let bad = || unreadable(line, "a share", "almost 98, or more than 81");
    let words: Vec<&str> = line.split_whitespace().collect();
    let (phrase, number, source) = match words[..] {
        ["almost", number, ..] => ("almost", number, &words[2..]),
        ["more", "than", number, ..] => ("more than", number, &words[3..]),
        _ => return Err(bad()),
    };
    let percent: f64 = number.parse().map_err(|_| bad())?;
    let (from, to) =
        if phrase == "almost" { (percent - 0.5, percent) } else { (percent, percent + 1.0) };
    Ok(Share { text: format!("{phrase} {number} %"), from, to, source: source.join(" ") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_give_each_heap_one_letter() {
        for id in ["C6", "C7", "C16", "C21"] {
            let pattern = pattern(id).unwrap();
            assert!((0..200).all(|heap| pattern.at(heap).len() <= 2), "{id}");
        }
        assert!(pattern("C99").is_err());
        for bad in [
            "C6 2,3 L",
            "C6 2,3 X = 1 only",
            "C6 2,3 L = 7 mod 5",
            "C6 L = 1 only",
            "C6 2,3 L = 1 of 2",
        ] {
            assert!(read_pattern(bad, "C6").is_err(), "{bad}");
        }
    }

    #[test]
    fn shares_are_intervals() {
        let shares = shares().unwrap();
        assert_eq!((shares[0].from, shares[0].to), (97.5, 98.0));
        assert_eq!((shares[1].from, shares[1].to), (81.0, 82.0));
        assert!(read_share("about 7").is_err());
    }
}
