//! Walks over all numbers and conditions of a text, to change them.

use crate::tree::*;

/// Does something with each number and each condition of a text, the outer ones first.
pub(crate) struct Walk<'f> {
    /// What is done with a number.
    pub(crate) number: &'f mut dyn FnMut(&mut Number),
    /// What is done with a condition.
    pub(crate) condition: &'f mut dyn FnMut(&mut Condition),
}

/// Does something with each number of a text.
pub(crate) fn each_number(text: &mut Text, number: &mut dyn FnMut(&mut Number)) {
    Walk { number, condition: &mut |_| {} }.text(text);
}

/// Does something with each condition of a text.
pub(crate) fn each_condition(text: &mut Text, condition: &mut dyn FnMut(&mut Condition)) {
    Walk { number: &mut |_| {}, condition }.text(text);
}

impl Walk<'_> {
    /// All of a text.
    pub(crate) fn text(&mut self, text: &mut Text) {
        if let Shape::Named(names) = &mut text.shape {
            names
                .iter_mut()
                .filter_map(|(_, preset)| preset.as_mut())
                .for_each(|preset| self.number(preset));
        }
        text.legal.iter_mut().for_each(|condition| self.condition(condition));
        text.moves.iter_mut().for_each(|line| self.line(line));
        if let Some(winner) = &mut text.end {
            self.winner(winner);
        }
    }

    /// All of a `move` line.
    pub(crate) fn line(&mut self, line: &mut Move) {
        if let Some(Chosen::UpTo(count) | Chosen::Exactly(count) | Chosen::Consecutive(count)) =
            &mut line.chosen
        {
            self.number(count);
        }
        line.clauses.iter_mut().for_each(|clause| self.condition(clause));
        if let Some(Becomes::All(low, high)) = &mut line.becomes {
            self.number(low);
            self.number(high);
        }
        if let Some(later) = &mut line.later {
            self.number(later);
        }
    }

    fn winner(&mut self, winner: &mut Winner) {
        if let Winner::If(condition, then, otherwise) = winner {
            self.condition(condition);
            self.winner(then);
            self.winner(otherwise);
        }
    }

    fn condition(&mut self, condition: &mut Condition) {
        (self.condition)(condition);
        match condition {
            Condition::Chain(first, rest) => {
                self.number(first);
                rest.iter_mut().for_each(|(_, number)| self.number(number));
            }
            Condition::In(number, set, _) => {
                self.number(number);
                if let Set::Range(low, high) = set {
                    self.number(low);
                    self.number(high);
                }
            }
            Condition::Not(one) => self.condition(one),
            Condition::And(list) | Condition::Or(list) => {
                list.iter_mut().for_each(|one| self.condition(one));
            }
            _ => {}
        }
    }

    fn number(&mut self, number: &mut Number) {
        (self.number)(number);
        match number {
            Number::Opposite(one) | Number::Absolute(one) => self.number(one),
            Number::Two(_, left, right) => {
                self.number(left);
                self.number(right);
            }
            Number::Least(list) | Number::Greatest(list) => {
                list.iter_mut().for_each(|one| self.number(one));
            }
            Number::If(condition, then, otherwise) => {
                self.condition(condition);
                self.number(then);
                self.number(otherwise);
            }
            _ => {}
        }
    }
}
