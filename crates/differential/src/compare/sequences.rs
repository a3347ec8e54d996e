//! Sequences: as planned, as written, and by the second evaluator; and the periods that are claimed of them.

use bouton_lab::rules::Game;
use bouton_lab::{
    Ask, Finding, Periodicity, Quantity, Question, Saltus, Sequence, Standing, Terms, answer,
    certify,
};

use super::{Comparison, clock, limits, outcome};
use crate::evaluate::Evaluator;

/// The last term.
const LAST: u64 = 20;

/// The last term if a heap may fall into several: the positions of 20 tokens are all its partitions, and took a fifth
/// of the time of a text.
const LAST_OF_HEAPS: u64 = 14;

/// The last term that the second evaluator looks at.
const LAST_AGAIN: u64 = 8;

/// As far as claims of a period are followed.
const FOLLOWED: u64 = 60;

impl Comparison<'_> {
    /// Outcomes and nim-values of the positions 0, 1, 2, …, or of those in a row.
    pub(super) fn sequences(&mut self, evaluator: &mut Evaluator<'_>) {
        if self.texts.len() > 1 {
            return;
        }
        let row = match self.texts[0].named() {
            0 | 1 => None,
            2 => Some(3),
            _ => return,
        };
        let splits = self.texts[0].named() == 0;
        let to = if splits { LAST_OF_HEAPS } else { LAST };
        for of in [Quantity::Outcome, Quantity::NimValue] {
            let Some((question, planned)) = sequence(&self.planned, of, to, row) else {
                continue;
            };
            let claims = planned.period.clone().filter(|period| {
                period.saltus == Saltus::ZERO && period.standing == Standing::Proved
            });
            let last = if claims.is_some() && !splits { FOLLOWED } else { to };
            let terms = texts(&planned.terms);
            if let Some((_, written)) = sequence(&self.written, of, last, row) {
                self.mix.sequences += 1;
                let again = texts(&written.terms);
                let both = terms.len().min(again.len());
                if terms[..both] != again[..both] {
                    let says =
                        format!("planned: {}\nas written: {}", terms.join(" "), again.join(" "));
                    self.differ("sequence", &format!("0, …, {to} ({of:?})"), says);
                } else if let Some(claim) = &claims {
                    self.follow(&again, claim);
                }
            }
            self.look_again(evaluator, of, row, &terms);
            if claims.is_some()
                && let Ok(found) = answer(&question)
            {
                let certificate = clock::timed(|| certify::certificate(&question, &found));
                self.certificate(&format!("the period ({of:?})"), found.engine, certificate);
            }
        }
    }

    fn follow(&mut self, terms: &[String], claim: &Periodicity) {
        self.mix.periods += 1;
        let (from, period) = (claim.preperiod as usize, claim.period as usize);
        for index in from..terms.len().saturating_sub(period) {
            if terms[index] != terms[index + period] {
                let says = format!(
                    "period {period} from {from} on is claimed\nas written: {}",
                    terms.join(" ")
                );
                self.differ("period", &format!("{index} and {}", index + period), says);
                return;
            }
        }
    }

    /// The first terms by the second evaluator.
    fn look_again(
        &mut self,
        evaluator: &mut Evaluator<'_>,
        of: Quantity,
        row: Option<u64>,
        terms: &[String],
    ) {
        for n in 0..=LAST_AGAIN {
            let tuple: Vec<u64> = std::iter::once(n).chain(row).collect();
            let verdict = evaluator.place(&[tuple]).map(|place| evaluator.verdict(&place));
            let (Some(Ok(verdict)), Some(term)) = (verdict, terms.get(n as usize)) else {
                continue;
            };
            let wanted = match of {
                Quantity::Outcome => outcome(&verdict).to_string(),
                Quantity::NimValue => match verdict.nim_value {
                    Some(value) => value.to_string(),
                    None => "no nim-value".to_owned(),
                },
            };
            if *term != wanted {
                let says =
                    format!("planned: {}\nsecond evaluator: {wanted} at {n}", terms.join(" "));
                self.differ("sequence", &format!("{n} ({of:?})"), says);
                return;
            }
        }
    }
}

fn sequence(game: &Game, of: Quantity, to: u64, row: Option<u64>) -> Option<(Question, Sequence)> {
    let ask = Ask::Sequence { of, to, row };
    let question = Question { limits: limits(), ..Question::new(game.clone(), ask) };
    match clock::timed(|| answer(&question)).ok()?.finding {
        Finding::Sequence(sequence) => Some((question, sequence)),
        _ => None,
    }
}

fn texts(terms: &Terms) -> Vec<String> {
    match terms {
        Terms::Outcomes(terms) => terms.iter().map(ToString::to_string).collect(),
        Terms::NimValues(terms) => terms.iter().map(ToString::to_string).collect(),
        Terms::Values(_) => Vec::new(),
        Terms::Losing(bits) => {
            (0..bits.len()).map(|n| if bits.get(n) { "P" } else { "N" }.to_owned()).collect()
        }
    }
}
