//! What all checkers have in common: how far they go, how cases are counted, and which counterexample is kept.
//!
//! A claim is checked by going through a domain: `frame.forall(order, cases).claim(…)`. The frame counts the cases,
//! reports progress, and keeps the first counterexample, which is the smallest in that order.

use std::fmt;

use bouton_lab::rules::{Limits, Refusal};

use crate::finding::{Counterexample, Finding, Known};
use crate::words::{Values, argued, looked};

/// What a checker finds, or why it could not go on.
pub(crate) type Result<T = Finding, E = Refusal> = std::result::Result<T, E>;

/// The effort of a run: how far its checkers go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// Seconds: the default run of all claims takes under a minute on two cores.
    Quick,
    /// The cases that the fast engines can do in hours.
    Deep,
}

impl Effort {
    /// The name of the effort: `quick` or `deep`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.pick("quick", "deep")
    }

    /// The first of the two in a quick run, the second in a deep one.
    pub fn pick<T>(self, quick: T, deep: T) -> T {
        match self {
            Effort::Quick => quick,
            Effort::Deep => deep,
        }
    }
}

/// The effort of a checker and its limits, with the loop that counts cases and keeps counterexamples.
#[derive(Clone, Debug)]
pub struct Frame {
    /// How far the checker goes.
    pub effort: Effort,
    /// The limits of the checker, with an observer of its progress.
    pub limits: Limits,
}

/// What is said beside a claim must hold, too: if it does not, nothing is reported.
pub(crate) fn sure(holds: bool, what: impl fmt::Display) -> Result<()> {
    match holds {
        true => Ok(()),
        false => Err(Refusal::bug(format!("what is said beside the claim fails: {what}"))),
    }
}

/// A sequence repeats with the period from the preperiod on, both least.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Period {
    pub(crate) preperiod: usize,
    pub(crate) period: usize,
}

/// The period of a sequence that is known to repeat from a place on: the least period divides the one that is known.
pub(crate) fn least_period<T: PartialEq>(
    at: impl Fn(usize) -> T,
    from: usize,
    known: usize,
) -> Period {
    let repeats = |period: &usize| {
        known.is_multiple_of(*period)
            && (from..from + known - period).all(|n| at(n) == at(n + period))
    };
    let period = (1..known).find(repeats).unwrap_or(known);
    let earlier = (0..from).rev().take_while(|n| at(*n) == at(n + period)).count();
    Period { preperiod: from - earlier, period }
}

impl Frame {
    /// A bound for a quick run, and one for a deep run.
    pub(crate) fn pick<T>(&self, quick: T, deep: T) -> T {
        self.effort.pick(quick, deep)
    }

    /// The frame of a quick run within the same limits.
    pub(crate) fn quick(&self) -> Frame {
        Frame { effort: Effort::Quick, limits: self.limits.clone() }
    }

    /// A claim about all these cases, and in which order the first one is the smallest.
    pub(crate) fn forall<I: IntoIterator>(
        &self,
        order: impl Into<String>,
        cases: I,
    ) -> ForAll<'_, I::IntoIter> {
        let order = order.into();
        ForAll { limits: &self.limits, cases: cases.into_iter(), order, stops: false }
    }

    /// A claim that is a few facts: each with how it fails.
    pub(crate) fn facts(&self, facts: impl IntoIterator<Item = (bool, String)>) -> Result<Tried> {
        self.forall("the first fact that is wrong", facts)
            .survey(|tried, (holds, broken)| tried.expect(holds, || broken))
    }
}

/// Cases of which something is to be claimed.
#[derive(Debug)]
pub(crate) struct ForAll<'a, I> {
    limits: &'a Limits,
    cases: I,
    order: String,
    /// Is the first counterexample the last case?
    stops: bool,
}

/// What looking at a case returns: nothing, or why the checker cannot go on.
pub(crate) trait Looked {
    fn result(self) -> Result<()>;
}

impl Looked for () {
    fn result(self) -> Result<()> {
        Ok(())
    }
}

impl Looked for Result<()> {
    fn result(self) -> Result<()> {
        self
    }
}

/// Progress is reported after this many cases.
const REPORT: u64 = 64;

impl<I: Iterator> ForAll<'_, I> {
    /// Goes through the cases until one breaks the claim.
    pub(crate) fn claim<L: Looked>(
        self,
        look: impl FnMut(&mut Tried, I::Item) -> L,
    ) -> Result<Tried> {
        ForAll { stops: true, ..self }.survey(look)
    }

    /// Goes through all cases, also where one breaks the claim: they are counted for more than the verdict.
    pub(crate) fn survey<L: Looked>(
        self,
        mut look: impl FnMut(&mut Tried, I::Item) -> L,
    ) -> Result<Tried> {
        let ForAll { limits, cases, order, stops } = self;
        // Not every domain knows its size: then the bar stays where it is, and can still say stop.
        let total = cases.size_hint().1.map_or(u64::MAX, |most| most.max(1) as u64);
        let mut tried = Tried { cases: 0, against: None, counted: None, order };
        for (done, case) in (0u64..).zip(cases) {
            if done % REPORT == 0 {
                limits.progress(done, total)?;
            }
            look(&mut tried, case).result()?;
            tried.cases += tried.counted.take().unwrap_or(1);
            if stops && tried.against.is_some() {
                break;
            }
        }
        Ok(tried)
    }
}

/// What came of going through a domain.
#[derive(Debug)]
pub(crate) struct Tried {
    /// How many cases were looked at.
    pub(crate) cases: u128,
    /// The first that breaks the claim.
    pub(crate) against: Option<Counterexample>,
    /// How many cases the present one counts as, if it was said.
    counted: Option<u128>,
    order: String,
}

impl Tried {
    /// The present case counts as this many more, instead of as one.
    pub(crate) fn count(&mut self, cases: u128) {
        *self.counted.get_or_insert(0) += cases;
    }

    /// Keeps what breaks the claim, if this does not hold and it is the first.
    pub(crate) fn expect<B>(&mut self, holds: bool, broken: impl FnOnce() -> B)
    where
        B: Into<Counterexample>,
    {
        if !holds && self.against.is_none() {
            let against: Counterexample = broken().into();
            self.against = Some(against.in_order(&self.order));
        }
    }

    /// Keeps what breaks the claim, if there is such a case and it is the first.
    pub(crate) fn none<T, B>(&mut self, case: Option<T>, broken: impl FnOnce(T) -> B)
    where
        B: Into<Counterexample>,
    {
        if let Some(case) = case {
            self.expect(false, || broken(case));
        }
    }

    /// Does the claim hold so far?
    pub(crate) fn holds(&self) -> bool {
        self.against.is_none()
    }

    /// This domain, and then another one.
    pub(crate) fn and(self, other: Tried) -> Tried {
        let against = self.against.or(other.against);
        Tried { cases: self.cases + other.cases, against, ..self }
    }

    /// One domain after the other.
    pub(crate) fn joined(parts: impl IntoIterator<Item = Result<Tried>>) -> Result<Tried> {
        let mut parts = parts.into_iter();
        let first = parts.next().unwrap_or_else(|| Err(Refusal::bug("no domain was named")))?;
        parts.try_fold(first, |tried, part| Ok(tried.and(part?)))
    }

    /// The verdict of a claim, whose file says what was looked at: true as far as is known, or false by the
    /// counterexample.
    pub(crate) fn finding(self, id: &str, values: Values<'_>, known: Known) -> Finding {
        Finding::decided(self.against, known, self.cases, looked(id, values))
    }

    /// The verdict: true for all by the argument in the file of the claim, or false by the counterexample.
    pub(crate) fn argued(self, id: &str, values: Values<'_>) -> Finding {
        self.finding(id, values, argued(id, values))
    }

    /// The verdict: true for all if that was proved, else as far as was looked at.
    pub(crate) fn proved_or_seen(
        self,
        id: &str,
        values: Values<'_>,
        proof: Option<Known>,
    ) -> Finding {
        let known = proof.unwrap_or_else(|| Known::up_to(looked(id, values)));
        self.finding(id, values, known)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::quick;

    fn below(frame: &Frame, bound: u64) -> ForAll<'_, std::ops::Range<u64>> {
        frame.forall("the smallest number", 0..bound)
    }

    #[test]
    fn a_claim_stops_at_the_smallest_counterexample_and_a_survey_goes_on() {
        let small = |limit: u64| {
            move |tried: &mut Tried, n: u64| {
                tried.expect(n < limit, || (format!("{n} is too large"), ["look".to_owned()]));
            }
        };
        let stopped = below(&quick(), 10).claim(small(4)).unwrap();
        assert_eq!(stopped.cases, 5);
        let against = stopped.against.unwrap();
        assert_eq!(
            (against.what.as_str(), against.smallest.as_str()),
            ("4 is too large", "the smallest number")
        );
        let all = below(&quick(), 10).survey(small(4)).unwrap();
        assert_eq!((all.cases, all.against.unwrap().what.as_str()), (10, "4 is too large"));
        let holds = below(&quick(), 10).claim(small(10)).unwrap();
        assert!(holds.cases == 10 && holds.against.is_none());
    }

    #[test]
    fn a_case_may_count_as_several() {
        let tried = below(&quick(), 5).claim(|tried, n| tried.count(n.into()));
        assert_eq!(tried.unwrap().cases, 1 + 2 + 3 + 4);
    }
}
