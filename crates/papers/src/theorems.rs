//! What automata prove of the game of a claim, for heaps of any size.
//!
//! The question is data in the file of the paper; the answer is computed, its certificate is checked, and it is shown
//! beside what the checker of the claim has found.

use bouton_lab::ask::{Prove, ProveVerdict, ProveView};
use bouton_lab::rules::{Limits, Refusal};
use bouton_lab::{Desk, ReadError, prove};
use serde::{Deserialize, Serialize};

use crate::finding::{Known, Statement};
use crate::judge::listed;

/// A group of theorems about all positions that belong to a claim.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Theorems {
    /// The game that the theorems are about.
    pub game: String,
    /// The numbers of heaps, where the rules leave them open: one theorem for each.
    pub heaps: Vec<usize>,
    /// A condition that is compared with the lost positions.
    pub condition: Option<String>,
    /// Is it also asked whether the game is a cogame?
    pub cogame: bool,
    /// Numbers that are written for `$k` in the texts: one theorem for each.
    pub k: Vec<u64>,
    /// A sentence that is shown instead of the game and the condition; it must be true.
    pub says: Option<String>,
}

impl Theorems {
    /// The theorems, each with what it rests on.
    pub(crate) fn prove(&self, limits: &Limits) -> Result<Vec<Statement>, Refusal> {
        if !self.k.is_empty() {
            let each = self.k.iter().map(|k| self.with_k(*k).prove(limits));
            return Ok(each.collect::<Result<Vec<_>, _>>()?.concat());
        }
        let heaps: Vec<Option<usize>> = match self.heaps.is_empty() {
            true => vec![None],
            false => self.heaps.iter().copied().map(Some).collect(),
        };
        heaps.into_iter().map(|heaps| self.with_heaps(heaps, limits)).collect()
    }

    fn with_k(&self, k: u64) -> Theorems {
        let written = |text: &String| text.replace("$k", &k.to_string());
        Theorems {
            game: written(&self.game),
            condition: self.condition.as_ref().map(written),
            says: self.says.as_ref().map(written),
            k: Vec::new(),
            ..self.clone()
        }
    }

    fn with_heaps(&self, heaps: Option<usize>, limits: &Limits) -> Result<Statement, Refusal> {
        let Theorems { condition, cogame, .. } = self.clone();
        let asked = Prove { heaps, condition, cogame, ..Prove::new(&self.game) };
        let desk = Desk { limits: limits.clone(), files: false };
        let view = match prove(&asked, &desk) {
            Ok(answer) => answer.view,
            Err(ReadError::Refused(refusal)) => return Err(refusal),
            Err(ReadError::InvalidRules(_)) => {
                return Err(Refusal::bug(format!("`{}` cannot be read", self.game)));
            }
        };
        // Without an automaton nothing was proved for all sizes, whatever the verdict is.
        let (Some(numeration), Some(states), Some(measure)) =
            (&view.numeration, view.states, &view.measure)
        else {
            return Err(Refusal::bug(format!("{}: {}", self.game, view.statement)));
        };
        let place = heaps.map(|heaps| format!(" with {heaps} heaps")).unwrap_or_default();
        let reason = format!(
            "as every move lowers {measure}, the equation of lost positions has one solution; automata with {states} states \
             satisfy it, and their certificate was checked; what is said was compared with them"
        );
        let by = format!("automata, {numeration}");
        let text = match (&self.says, view.verdict) {
            (None, _) => format!("{}{place}, of any size: {}", self.game, said(&view)),
            (Some(says), ProveVerdict::True) => says.clone(),
            (Some(says), _) => return Err(Refusal::bug(format!("this is not so: {says}"))),
        };
        Ok(Statement::beyond(text, Known::theorem(by, reason)))
    }
}

/// More exceptions are not written out.
const MOST_SHOWN: usize = 8;

/// The theorem in words, with its exceptions.
fn said(view: &ProveView) -> String {
    let mut said = view.statement.clone();
    if !view.exceptions.is_empty() {
        let more = if view.exceptions.len() > MOST_SHOWN { " …" } else { "" };
        let exceptions = listed(view.exceptions.iter().take(MOST_SHOWN), "  ");
        said += &format!(" ({exceptions}{more})");
    }
    match (view.cogame, &view.counterexample) {
        (Some(true), _) => said += "; the won positions are a structure of the cogame",
        (Some(false), Some(first)) => {
            said += &format!("; it is not a cogame, as no lost position leads to {first}");
        }
        _ => {}
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::limits;

    fn proved(theorems: &Theorems) -> Vec<String> {
        let statements = theorems.prove(&limits()).unwrap();
        assert!(statements.iter().all(|one| one.known.proof.is_some()));
        statements.into_iter().map(|one| one.text).collect()
    }

    #[test]
    fn a_theorem_has_its_exceptions_and_a_cogame_its_counterexample() {
        let condition = Some("(a + 1) xor (b + 1) xor (c + 1) = 0".to_owned());
        let game = "antonim".to_owned();
        let antonim = Theorems { game, heaps: vec![3], condition, ..Theorems::default() };
        let [said] = &proved(&antonim)[..] else { panic!("one number of heaps") };
        assert!(said.ends_with("except at 1 position (0,0,0)"), "{said}");
        let game = "nim".to_owned();
        let nim = Theorems { game, heaps: vec![2, 3], cogame: true, ..Theorems::default() };
        let [two, three] = &proved(&nim)[..] else { panic!("two numbers of heaps") };
        assert!(two.ends_with("are a structure of the cogame"), "{two}");
        assert!(three.ends_with("no lost position leads to 1,1,1"), "{three}");
    }

    /// Heaps of which k is taken: those below k are lost, and so on with the period 2k.
    #[test]
    fn what_is_said_is_true_for_every_k() {
        let text = |text: &str| text.to_owned();
        let theorems = |condition: &str| Theorems {
            game: text("game take; position n; move n' = n - $k"),
            condition: Some(text(condition)),
            k: vec![1, 3],
            says: Some(text("taking $k")),
            ..Theorems::default()
        };
        assert_eq!(proved(&theorems("n mod (2 * $k) < $k")), ["taking 1", "taking 3"]);
        let wrong = theorems("n mod (2 * $k) <= $k").prove(&limits());
        assert!(matches!(wrong, Err(Refusal::Bug { .. })), "{wrong:?}");
    }

    #[test]
    fn what_is_not_found_is_a_mistake_of_the_file() {
        let game = "game x; position n; legal n <= 1; move n' = 1 - n; loopy".to_owned();
        let theorems = Theorems { game, ..Theorems::default() };
        assert!(matches!(theorems.prove(&limits()), Err(Refusal::Bug { .. })));
    }
}
