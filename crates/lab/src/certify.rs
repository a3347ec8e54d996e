//! Certificates for answers.

use std::fmt::Debug;

use bouton_certify::{
    Certificate, PeriodCertificate, PositionCertificate, Proof, Rejection, StrategyBuilder,
    StrategyError, Theorem, ValueCertificate,
};
use bouton_definition::{Definition, Game as Defined};
use bouton_engines::{
    Ask, Finding, Periodicity, Quantity, Saltus, Sequence, Solution, Standing, Terms,
};
use bouton_rules::{
    FiniteGame, Game, HeapMoves, Help, Kind, Limits, Position, Refusal, Ruleset, Spec,
};
use bouton_values::{Outcome, Player};

use crate::answer::{Answer, answer, solve_without_value};
use crate::question::Question;
use crate::rocq;
use crate::show::is_impartial;
use crate::verify::{form, verify};

/// The most positions that a written-out strategy may list.
const LONGEST_STRATEGY: usize = 100_000;

/// More moves than this are not listed to find one of them.
const MOST_LISTED: u128 = 100_000;

/// A certificate for the answer to a question, which the checker has accepted already.
pub fn certificate(question: &Question, answer: &Answer) -> Result<Certificate, Refusal> {
    match (&question.ask, &answer.finding) {
        (Ask::Solve(position), Finding::Solution(solution)) => {
            position_certificate(question, position, solution)
        }
        (Ask::Sequence { of, row: None, .. }, Finding::Sequence(sequence)) => {
            let certificate = period_certificate(question, *of, sequence)?;
            checked(Certificate::Period(certificate), &question.limits)
        }
        _ => Err(Refusal::unsupported(
            "there is no certificate for this kind of answer",
            "certificates exist for solved positions and for periods over one heap",
        )),
    }
}

/// A certificate for Rocq, which alone checks the periods that are [too long](rocq::is_left_to_rocq) for the checker.
pub fn certificate_for_rocq(question: &Question, answer: &Answer) -> Result<Certificate, Refusal> {
    if let (Ask::Sequence { of, row: None, .. }, Finding::Sequence(sequence)) =
        (&question.ask, &answer.finding)
    {
        let certificate = Certificate::Period(period_certificate(question, *of, sequence)?);
        if rocq::is_left_to_rocq(&certificate) {
            return Ok(certificate);
        }
    }
    certificate(question, answer)
}

/// Is the period of this answer one that a certificate can prove, as far as that is seen without writing it?
#[must_use]
pub fn has_period_certificate(question: &Question, answer: &Answer) -> bool {
    let Ask::Sequence { row: None, .. } = question.ask else { return false };
    let period = answer.sequence().and_then(|sequence| sequence.period.as_ref());
    let repeats =
        period.is_some_and(|one| one.saltus == Saltus::ZERO && one.standing == Standing::Proved);
    let is_bounded = |game: &FiniteGame| match &game.spec {
        Spec::Heap(rules) => rules.bounds().is_some(),
        _ => game.profile().lookback.is_some(),
    };
    repeats && question.game.finite().is_some_and(is_bounded)
}

/// Nothing is written that the checker would not accept. That an argument proves nothing about a game does not
/// contradict the answer, which then has no certificate. Whatever else the checker finds wrong is a bug, either of
/// the engine that answered or of the checker.
fn checked(certificate: Certificate, limits: &Limits) -> Result<Certificate, Refusal> {
    let verdict = verify(&certificate, limits);
    accepted(certificate, verdict)
}

pub(crate) fn accepted(
    certificate: Certificate,
    verdict: Result<Vec<String>, Rejection>,
) -> Result<Certificate, Refusal> {
    match verdict {
        Ok(_) => Ok(certificate),
        Err(Rejection::Refused(refusal)) => Err(refusal),
        Err(rejection @ Rejection::DoesNotApply { .. }) => Err(no_certificate(&rejection)),
        // Rules of another family, such as several heaps at once, are not stated by a set or a code.
        Err(Rejection::FormMissing) => {
            Err(no_certificate(&"the rules are not those of a set, a code or Nim"))
        }
        Err(rejection) => Err(Refusal::bug(format!(
            "the answer and the checker of its certificate disagree: {rejection}"
        ))),
    }
}

fn without(setting: &'static str) -> Help {
    Help::from("leave ").setting(setting).and(" out")
}

fn no_certificate(why: &dyn std::fmt::Display) -> Refusal {
    Refusal::unsupported(
        format!("no certificate can be written: {why}"),
        without("certificate").and(", or ask about a smaller position"),
    )
}

/// The nim-value of a position as a certificate of its own.
pub fn value_certificate(question: &Question, answer: &Answer) -> Result<Certificate, Refusal> {
    let (Ask::Solve(position), Some(value)) =
        (&question.ask, answer.solution().and_then(Solution::nim_value))
    else {
        return Err(Refusal::unsupported(
            "no nim-value was found that could be certified",
            without("value-certificate"),
        ));
    };
    let certificate = Certificate::Value(ValueCertificate {
        game: question.game.text().to_owned(),
        position: position.to_string(),
        value,
    });
    checked(certificate, &question.limits)
}

fn period_certificate(
    question: &Question,
    of: Quantity,
    sequence: &Sequence,
) -> Result<PeriodCertificate, Refusal> {
    let none = |why: &str| {
        let problem = format!("there is no period to certify: {why}");
        Refusal::unsupported(problem, without("certificate"))
    };
    let Some(period) = &sequence.period else {
        return Err(none("none was proved"));
    };
    if period.saltus != Saltus::ZERO || period.standing != Standing::Proved {
        return Err(none("the terms grow by a theorem, not by a repeated window"));
    }
    let needed = period.preperiod + period.period - 1;
    let terms = first_terms(question, of, needed)?;
    let claim = claim(period);
    let mut certificate = PeriodCertificate::new(question.game.text(), terms, claim)
        .ok_or_else(|| none("the terms do not show it to be the least"))?;
    certificate.form = form(question.game.text());
    Ok(match nim_values_for(question, of)? {
        None => certificate,
        Some(values) => certificate.by_nim_values(values),
    })
}

fn claim(period: &Periodicity) -> bouton_certify::Periodicity {
    bouton_certify::Periodicity { preperiod: period.preperiod, period: period.period }
}

/// Exactly the terms 0 to `last`: a sequence may have been asked for fewer or for more.
fn first_terms(
    question: &Question,
    of: Quantity,
    last: u64,
) -> Result<bouton_certify::Terms, Refusal> {
    let ask = Ask::Sequence { of, to: last, row: None };
    match answer(&Question { ask, ..question.clone() })?.finding {
        Finding::Sequence(Sequence { terms: Terms::Outcomes(terms), .. }) => {
            Ok(bouton_certify::Terms::Outcomes(terms))
        }
        Finding::Sequence(Sequence { terms: Terms::NimValues(terms), .. }) => {
            Ok(bouton_certify::Terms::NimValues(terms))
        }
        other => unreachable!("a sequence over one heap was asked for, not {other:?}"),
    }
}

/// Outcomes of heaps that split are periodic because the nim-values are: their period.
fn nim_values_for(
    question: &Question,
    of: Quantity,
) -> Result<Option<bouton_certify::Periodicity>, Refusal> {
    let splits = match question.game.finite().map(|game| &game.spec) {
        Some(Spec::Heap(rules)) => rules.bounds().is_none_or(|(parts, _)| parts > 1),
        _ => false,
    };
    if of == Quantity::NimValue || !splits {
        return Ok(None);
    }
    let Ask::Sequence { to, .. } = question.ask else { return Ok(None) };
    let ask = Ask::Sequence { of: Quantity::NimValue, to, row: None };
    let values = answer(&Question { ask, ..question.clone() })?;
    Ok(values.sequence().and_then(|sequence| sequence.period.as_ref()).map(claim))
}

fn position_certificate(
    question: &Question,
    position: &Position,
    solution: &Solution,
) -> Result<Certificate, Refusal> {
    if let Some(draw) = draw(solution.outcome) {
        return Err(Refusal::unsupported(
            format!("{draw}, and draws have no certificate in this version"),
            without("certificate"),
        ));
    }
    let with = |winning_move: Option<String>, proof: Proof| {
        Certificate::Position(PositionCertificate {
            game: question.game.text().to_owned(),
            position: position.to_string(),
            outcome: solution.outcome,
            winning_move,
            proof,
        })
    };
    let chosen = solution.left.first().filter(|_| is_impartial(&question.game)).cloned();
    let game = match question.game.kind() {
        Kind::Real(_) => {
            return checked(
                with(chosen.map(|option| option.to_string()), Proof::Theorem(Theorem::Structure)),
                &question.limits,
            );
        }
        Kind::Finite(game) => game,
    };
    // The certificate is about the game as the checker reads it: a family that was recognised may take positions for
    // one that the text tells apart.
    match Defined::read(question.game.text()) {
        Ok(written) => {
            let readings = Readings { question, game, written: &written };
            readings.certificate(position, solution, chosen, &with)
        }
        Err(Refusal::Unsupported { .. }) => {
            let defined = Game::defined(question.game.text())?;
            let Some(written) = defined.finite() else {
                return Err(Refusal::bug("a finite game is not finite by its definition"));
            };
            Readings { question, game, written }.certificate(position, solution, chosen, &with)
        }
        Err(refusal) => Err(refusal),
    }
}

/// Which starts are drawn, in words, if one is.
fn draw(outcome: Outcome) -> Option<String> {
    match Player::BOTH.map(|first| outcome.winner(first)) {
        [Some(_), Some(_)] => None,
        [None, None] => Some("the position is a draw".to_owned()),
        [None, Some(_)] => Some("the position is a draw if Left moves first".to_owned()),
        [Some(_), None] => Some("the position is a draw if Right moves first".to_owned()),
    }
}

/// Arguments that need not be written out, the shortest first.
fn short_proofs(game: &FiniteGame) -> Vec<Proof> {
    let Spec::Heap(rules) = &game.spec else { return Vec::new() };
    let is_nim = matches!(rules.moves, HeapMoves::Any) && game.profile().is_impartial();
    let by_sum = is_nim.then_some(Proof::Theorem(Theorem::NimSum));
    by_sum.into_iter().chain(game.has_nim_values().then_some(Proof::NimValues)).collect()
}

/// A game as the engines see it, and as the checker reads it.
struct Readings<'a, G> {
    question: &'a Question,
    game: &'a FiniteGame,
    written: &'a G,
}

impl<G: Definition<Position: Debug>> Readings<'_, G> {
    /// The certificate, by the shortest argument that the checker accepts.
    fn certificate(
        &self,
        position: &Position,
        solution: &Solution,
        chosen: Option<Position>,
        with: &dyn Fn(Option<String>, Proof) -> Certificate,
    ) -> Result<Certificate, Refusal> {
        let start = self.written.position(&position.to_string())?;
        let chosen = match chosen {
            None => None,
            Some(chosen) => Some(self.as_listed(&start, Player::Left, &chosen)?.to_string()),
        };
        for proof in short_proofs(self.game) {
            let certificate = with(chosen.clone(), proof);
            match verify(&certificate, &self.question.limits) {
                // The checker did not see that the rules are of the family; it may still follow a strategy.
                Err(Rejection::DoesNotApply { .. }) => {}
                verdict => return accepted(certificate, verdict),
            }
        }
        checked(with(chosen, self.strategies(&start, solution)?), &self.question.limits)
    }

    /// The strategies of the winner, written out.
    fn strategies(&self, start: &G::Position, solution: &Solution) -> Result<Proof, Refusal> {
        let limits = &self.question.limits;
        let builder = StrategyBuilder { game: self.written, limits, most: LONGEST_STRATEGY };
        let mut solve = |at: &G::Position, mover: Player| match winning_option(
            self.question,
            &self.recognised(at)?,
            mover,
        )? {
            None => Ok(None),
            Some(chosen) => self.as_listed(at, mover, &chosen).map(Some),
        };
        let strategies = builder.strategies(start, solution.outcome, &mut solve);
        strategies.map(Proof::Strategies).map_err(|error| match error {
            StrategyError::Refused(refusal) => refusal,
            StrategyError::NotWon { .. } | StrategyError::Circle { .. } => Refusal::bug(format!(
                "the answer {} for {start} contradicts the rules: {error}",
                solution.outcome
            )),
            StrategyError::Draw | StrategyError::TooLong { .. } => no_certificate(&error),
        })
    }

    /// A position of the rules as they are written, as the engines see it.
    fn recognised(&self, position: &G::Position) -> Result<Position, Refusal> {
        self.question.game.position(&position.to_string())
    }

    /// The option of the rules as they are written that the recognised family takes for the chosen one.
    fn as_listed(
        &self,
        position: &G::Position,
        mover: Player,
        chosen: &Position,
    ) -> Result<G::Position, Refusal> {
        let text = chosen.to_string();
        // Nim has heaps of any size; where moves are that many, the families keep what the text writes.
        if self.written.option_bound(position) > MOST_LISTED {
            return self.written.position(&text);
        }
        let options = self.written.options_within(position, mover, &self.question.limits)?;
        if let Some(same) = options.iter().find(|option| option.to_string() == text) {
            return Ok(same.clone());
        }
        let wanted = self.game.canonical(chosen);
        let is_wanted = |option: &G::Position| {
            self.recognised(option).is_ok_and(|option| self.game.canonical(&option) == wanted)
        };
        match options.into_iter().find(is_wanted) {
            Some(option) => Ok(option),
            None => self.written.position(&text),
        }
    }
}

/// A winning option for `mover`, by whatever engine the plan finds.
fn winning_option(
    question: &Question,
    position: &Position,
    mover: Player,
) -> Result<Option<Position>, Refusal> {
    let asked = Question { ask: Ask::Solve(position.clone()), ..question.clone() };
    let solution = solve_without_value(&asked)?;
    Ok(solution.and_then(|solution| solution.winning(mover).first().cloned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever the checker holds against an answer, it is not the user's mistake, and the answer is not shown.
    #[test]
    fn what_the_checker_rejects_is_a_bug() {
        let game = Game::parse("nim").unwrap();
        let position = game.position("3,4,6").unwrap();
        let limits = Limits::default();
        let question = Question { game, ask: Ask::Solve(position), limits, engine: None };
        let mut wrong = answer(&question).unwrap();
        let Finding::Solution(solution) = &mut wrong.finding else { panic!("a solution") };
        assert_eq!(solution.outcome, Outcome::N, "1 is the nim-sum");
        solution.outcome = Outcome::P;
        solution.left.clear();
        let refusal = certificate(&question, &wrong).unwrap_err();
        assert!(matches!(refusal, Refusal::Bug { .. }), "{refusal:?}");
    }

    /// An engine that contradicts the rules is found out where its strategy is written down.
    #[test]
    fn a_strategy_that_does_not_win_is_a_bug() {
        let game = Game::parse("wythoff").unwrap();
        let position = game.position("1,2").unwrap();
        let limits = Limits::default();
        let question = Question { game, ask: Ask::Solve(position), limits, engine: None };
        let mut wrong = answer(&question).unwrap();
        let Finding::Solution(solution) = &mut wrong.finding else { panic!("a solution") };
        assert_eq!(solution.outcome, Outcome::P, "(1,2) is the second P-position");
        solution.outcome = Outcome::N;
        let refusal = certificate(&question, &wrong).unwrap_err();
        assert!(matches!(refusal, Refusal::Bug { .. }), "{refusal:?}");
    }
}
