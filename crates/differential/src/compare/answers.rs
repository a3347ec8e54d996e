//! Solved positions and their certificates.

use std::collections::BTreeSet;

use bouton_lab::rules::{Game, Position, Refusal};
use bouton_lab::{Answer, Question, Solution, Value, answer, certify};
use bouton_values::{Limits, Nimber, Player};

use super::{Comparison, clock, limits, list, outcome};
use crate::evaluate::{Place, Verdict};

/// Who answers.
struct Witness {
    name: &'static str,
    recognising: bool,
    engine: Option<&'static str>,
}

const WITNESSES: [Witness; 3] = [
    Witness { name: "planned", recognising: true, engine: None },
    Witness { name: "bytecode", recognising: false, engine: Some("bytecode") },
    Witness { name: "oracle", recognising: false, engine: Some("oracle") },
];

impl Comparison<'_> {
    /// Each engine says what the second evaluator says.
    pub(super) fn answers(
        &mut self,
        typed: &str,
        planned: &Position,
        written: &Position,
        verdict: &Verdict,
        with_certificates: bool,
    ) {
        let mut values: Vec<(&str, String)> = Vec::new();
        for witness in WITNESSES {
            let (game, position) = match witness.recognising {
                true => (&self.planned, planned),
                false => (&self.written, written),
            };
            let question = ask(game, position, witness.engine);
            let found = match clock::timed(|| answer(&question)) {
                Ok(found) => found,
                Err(Refusal::Limit { .. }) => {
                    self.mix.limited += 1;
                    continue;
                }
                // The engine that was named does not know this kind of game.
                Err(_) if witness.engine == Some("bytecode") => continue,
                Err(refusal) => {
                    self.differ("refused", typed, format!("{}: {refusal}", witness.name));
                    continue;
                }
            };
            let Some(solution) = found.solution() else { continue };
            *self.mix.engines.entry(format!("{} {}", witness.name, found.engine)).or_default() += 1;
            let by = format!("{} ({})", witness.name, found.engine);
            self.solution(typed, &by, solution, verdict);
            if let (Some(Value::Game(value)), None) = (&solution.value, verdict.nim_value) {
                values.push((witness.name, value.clone()));
            }
            if with_certificates && witness.engine.is_none() {
                self.certificates(typed, &question, &found);
            }
        }
        self.mix.forms += u64::from(values.len() > 1);
        if values.windows(2).any(|pair| pair[0].1 != pair[1].1) {
            self.differ("value", typed, format!("{values:?}"));
        }
    }

    /// The engine that reads positions off a theorem says what the second evaluator says; `false` if it declines.
    pub(super) fn by_theorem(&mut self, typed: &str, limits: &Limits, verdict: &Verdict) -> bool {
        let Ok(position) = self.written.position(typed) else { return false };
        let mut question = ask(&self.written, &position, Some("proved-automata"));
        question.limits = limits.clone();
        let found = match answer(&question) {
            Ok(found) => found,
            Err(Refusal::Bug { problem }) => {
                self.differ("theorem", typed, problem);
                return false;
            }
            Err(_) => return false,
        };
        let Some(solution) = found.solution() else { return false };
        *self.mix.engines.entry(found.engine.to_owned()).or_default() += 1;
        self.solution(typed, found.engine, solution, verdict);
        true
    }

    fn solution(&mut self, typed: &str, by: &str, solution: &Solution, verdict: &Verdict) {
        let expected = outcome(verdict);
        if solution.outcome != expected {
            let says = format!("{by}: {}\nsecond evaluator: {expected}", solution.outcome);
            self.differ("outcome", typed, says);
        }
        for mover in Player::BOTH {
            self.winning_moves(typed, by, mover, solution.winning(mover), verdict);
        }
        let (got, wanted) = match (&solution.value, verdict.nim_value) {
            (None, _) | (Some(Value::Game(_)), None) => return,
            (Some(got), Some(wanted)) => (got, Nimber(wanted).to_string()),
            (Some(got), None) => (got, "no nim-value".to_owned()),
        };
        self.mix.values += 1;
        if got.to_string() != wanted {
            self.differ("value", typed, format!("{by}: {got}\nsecond evaluator: {wanted}"));
        }
    }

    fn winning_moves(
        &mut self,
        typed: &str,
        by: &str,
        mover: Player,
        got: &[Position],
        verdict: &Verdict,
    ) {
        let options = &verdict.options[mover.index()];
        let keys = |exact: &[bool], wins: bool| -> BTreeSet<Place> {
            let some = options.iter().filter(|(_, won)| *won == wins);
            some.map(|(place, _)| self.key(place, exact)).collect()
        };
        // Empty heaps of a component are looked at only where they matter: where a winning and a losing option differ
        // by nothing else.
        let count = self.texts.len();
        let matters = |component: usize| {
            let others: Vec<bool> = (0..count).map(|index| index != component).collect();
            !keys(&others, true).is_disjoint(&keys(&others, false))
        };
        let exact: Vec<bool> = (0..count).map(matters).collect();
        let wanted = keys(&exact, true);
        let Some(got) = self.keys(got, &exact) else { return };
        if got != wanted {
            let says = format!(
                "{mover}'s winning moves, {by}: {}\nsecond evaluator: {}",
                list(&got),
                list(&wanted)
            );
            self.differ("winning moves", typed, says);
        }
    }

    /// What can be certified is certified, and the checker agrees.
    fn certificates(&mut self, typed: &str, question: &Question, found: &Answer) {
        let mut written = vec![clock::timed(|| certify::certificate(question, found))];
        if found.solution().is_some_and(|solution| solution.nim_value().is_some()) {
            written.push(clock::timed(|| certify::value_certificate(question, found)));
        }
        for certificate in written {
            self.certificate(typed, found.engine, certificate);
        }
    }

    /// A certificate that was written is read back as it was; one that was not is not the checker's fault.
    pub(super) fn certificate(
        &mut self,
        typed: &str,
        engine: &str,
        certificate: Result<bouton_lab::certificates::Certificate, Refusal>,
    ) {
        match certificate {
            Ok(certificate) => {
                self.mix.certificates += 1;
                let again = bouton_lab::certificates::Certificate::parse(&certificate.to_json());
                if again.as_ref() != Ok(&certificate) {
                    self.differ(
                        "certificate",
                        typed,
                        format!("{engine}: not read back: {again:?}"),
                    );
                }
            }
            Err(Refusal::Bug { problem }) => {
                self.differ("certificate", typed, format!("{engine}: {problem}"));
            }
            Err(_) => {}
        }
    }
}

pub(super) fn ask(game: &Game, position: &Position, engine: Option<&str>) -> Question {
    let question = Question::solve(game.clone(), position.clone());
    Question { limits: limits(), engine: engine.map(str::to_owned), ..question }
}
