//! Certificates for answers.

use bouton_certify::{
    Certificate, PeriodCertificate, PositionCertificate, Proof, Rejection, StrategyBuilder,
    StrategyError, Theorem, ValueCertificate,
};
use bouton_engines::{
    Ask, Finding, Periodicity, Quantity, Saltus, Sequence, Solution, Standing, Terms,
};
use bouton_rules::{FiniteGame, HeapMoves, Kind, Limits, Position, Refusal, Spec};
use bouton_values::{Outcome, Player};

use crate::answer::{Answer, answer};
use crate::question::Question;
use crate::show::is_impartial;

/// The most positions that a written-out strategy may list.
const LONGEST_STRATEGY: usize = 100_000;

/// A certificate for the answer to a question, which the checker has accepted already.
pub fn certificate(question: &Question, answer: &Answer) -> Result<Certificate, Refusal> {
    checked(write(question, answer)?, &question.limits)
}

/// Nothing is written that the checker would not accept.
fn checked(certificate: Certificate, limits: &Limits) -> Result<Certificate, Refusal> {
    match bouton_certify::check(&certificate, limits) {
        Ok(_) => Ok(certificate),
        Err(Rejection::Refused(refusal)) => Err(refusal),
        Err(rejection) => Err(Refusal::bad(
            format!("the answer and the checker disagree: {rejection}"),
            "do not trust this answer: ask again with --engine oracle, and please report it",
        )),
    }
}

/// The nim-value of a position as a certificate of its own.
pub fn value_certificate(question: &Question, answer: &Answer) -> Result<Certificate, Refusal> {
    let (Ask::Solve(position), Some(value)) =
        (&question.ask, answer.solution().and_then(Solution::nim_value))
    else {
        return Err(Refusal::bad(
            "no nim-value was found that could be certified",
            "leave --value-certificate out",
        ));
    };
    let certificate = Certificate::Value(ValueCertificate {
        game: question.game.text().to_owned(),
        position: position.to_string(),
        value,
    });
    checked(certificate, &question.limits)
}

fn write(question: &Question, answer: &Answer) -> Result<Certificate, Refusal> {
    match (&question.ask, &answer.finding) {
        (Ask::Solve(position), Finding::Solution(solution)) => {
            position_certificate(question, position, solution).map(Certificate::Position)
        }
        (Ask::Sequence { of, row: None, .. }, Finding::Sequence(sequence)) => {
            period_certificate(question, *of, sequence).map(Certificate::Period)
        }
        _ => Err(Refusal::bad(
            "there is no certificate for this kind of answer",
            "certificates exist for solved positions and for periods over one heap",
        )),
    }
}

fn period_certificate(
    question: &Question,
    of: Quantity,
    sequence: &Sequence,
) -> Result<PeriodCertificate, Refusal> {
    let none = |why: &str| {
        Refusal::bad(format!("there is no period to certify: {why}"), "leave --certificate out")
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
    let certificate = PeriodCertificate::new(question.game.text(), terms, claim)
        .ok_or_else(|| none("the terms do not show it to be the least"))?;
    Ok(match nim_values_behind(question, of)? {
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
fn nim_values_behind(
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
) -> Result<PositionCertificate, Refusal> {
    if solution.outcome == Outcome::D {
        return Err(Refusal::bad(
            "a draw has no certificate in this version",
            "leave --certificate out",
        ));
    }
    let proof = match question.game.kind() {
        Kind::Real(_) => Proof::Theorem(Theorem::Structure),
        Kind::Finite(game) => finite_proof(question, game, position, solution)?,
    };
    let is_impartial = is_impartial(&question.game);
    let winning_move = solution.left.first().filter(|_| is_impartial).map(Position::to_string);
    Ok(PositionCertificate {
        game: question.game.text().to_owned(),
        position: position.to_string(),
        outcome: solution.outcome,
        winning_move,
        proof,
    })
}

/// The shortest argument that the checker can follow.
fn finite_proof(
    question: &Question,
    game: &FiniteGame,
    position: &Position,
    solution: &Solution,
) -> Result<Proof, Refusal> {
    if let Spec::Heap(rules) = &game.spec {
        if matches!(rules.moves, HeapMoves::Any) && game.profile().is_impartial() {
            return Ok(Proof::Theorem(Theorem::NimSum));
        }
        if game.has_nim_values() {
            return Ok(Proof::NimValues);
        }
    }
    let builder = StrategyBuilder { game, limits: &question.limits, most: LONGEST_STRATEGY };
    let mut solve = |position: &Position, mover: Player| winning_option(question, position, mover);
    builder.strategies(position, solution.outcome, &mut solve).map(Proof::Strategies).map_err(
        |error| match error {
            StrategyError::Refused(refusal) => refusal,
            other => Refusal::bad(
                format!("no certificate can be written: {other}"),
                "leave --certificate out, or ask about a smaller position",
            ),
        },
    )
}

/// A winning option for `mover`, by whatever engine the plan finds.
fn winning_option(
    question: &Question,
    position: &Position,
    mover: Player,
) -> Result<Option<Position>, Refusal> {
    let limits = Limits { watch: question.limits.watch.clone(), ..question.limits };
    let ask = Ask::Solve(position.clone());
    let asked = Question { ask, limits, ..question.clone() };
    let plan = crate::plan::plan(&asked)?;
    match (plan.run)(&asked.limits)? {
        Finding::Solution(solution) => Ok(solution.winning(mover).first().cloned()),
        other => unreachable!("a position was to be solved, not {other:?}"),
    }
}
