//! Theorems about all positions: looked for, said in words, and certified.
//!
//! Nothing is called proved here that the checker did not accept: the certificate is made and checked, whether it is
//! asked for or not. The checker shares no code with the prover.

use bouton_ask as ask;
use bouton_ask::ProveVerdict;
use bouton_engines::certified;
use bouton_lang::formula::{Formula, Outside};
use bouton_lang::linear::Linear;
use bouton_lang::{Program, Shape};
use bouton_prove::{ConditionResult, MOST_STATES, Question, Search, Theorem, Verdict};
use bouton_rules::{Game, Limits, Refusal};
use bouton_values::counted;

use crate::questions::{Answerable, Desk};
use crate::render::grid::{AsGrid, Grid, row};
use crate::render::scene::Scene;
use crate::render::style::{FAINT, GOOD, STRONG, paint};
use crate::render::{AsText, Sheet, automaton};
use crate::rules_file::ReadError;
use crate::views;

/// Positions that are looked at one by one to refute a condition, where no theorem was found.
const MOST_LOOKED_AT: usize = 4000;

/// What may be spent to prove that two games are the same.
const STEPS_TO_COMPARE: u64 = 1_000_000_000;

/// A game and what is asked of it.
struct Inquiry<'a> {
    game: &'a Game,
    program: &'a Program,
    names: Vec<String>,
    heaps: Option<usize>,
    asked: &'a ask::Prove,
    limits: &'a Limits,
}

/// The answer to a question about all positions.
#[derive(Clone, Debug)]
pub struct ProveAnswer {
    /// The answer without its picture.
    pub view: ask::ProveView,
    /// The automaton, if it was asked for and there is one.
    pub picture: Option<Scene>,
}

impl From<ask::ProveView> for ProveAnswer {
    fn from(view: ask::ProveView) -> ProveAnswer {
        ProveAnswer { view, picture: None }
    }
}

impl Answerable for ask::Prove {
    fn answer(&self, desk: &Desk) -> Result<ask::ProveView, ReadError> {
        prove(self, desk).map(|found| found.view)
    }
}

/// Looks for a theorem, or judges a condition.
pub fn prove(asked: &ask::Prove, desk: &Desk) -> Result<ProveAnswer, ReadError> {
    let game = desk.game(&asked.game, false)?;
    if asked.heaps == Some(0) {
        let problem = "a theorem needs positions of at least one heap";
        return Err(Refusal::bad(problem, "name a positive number of heaps").into());
    }
    if asked.condition.is_some()
        && (asked.values || asked.cogame || asked.redundant || asked.periodic)
    {
        let problem = "a condition is about the lost positions, and nim-values, cogames, redundant moves and periods are \
                       questions of their own";
        return Err(Refusal::bad(problem, "ask one of them at a time").into());
    }
    let Some(written) = game.written() else {
        let reason = "the game is not stated by a rule text";
        return Ok(outside(&game, Vec::new(), reason.to_owned()).into());
    };
    let program = &*written.program;
    // Heaps that do not look at each other have the nim-sum of their values: one is enough.
    let heaps = asked.heaps.or((asked.values && is_open(program)).then_some(1));
    let names = match names(program, heaps) {
        Ok(names) => names,
        Err(reason) => return Ok(outside(&game, Vec::new(), reason).into()),
    };
    if asked.periodic && names.len() != 1 {
        let problem = format!(
            "positions have {} numbers, and only positions of one number have a period",
            names.len()
        );
        return Err(Refusal::bad(problem, "ask about one heap, or do not ask for a period").into());
    }
    let limits = &desk.limits;
    let inquiry = Inquiry { game: &game, program, names, heaps, asked, limits };
    Ok(match &asked.condition {
        None => inquiry.theorem()?,
        Some(condition) => inquiry.judge(condition)?,
    })
}

fn is_open(program: &Program) -> bool {
    matches!(program.shape, Shape::Many(..))
}

/// What the numbers of a position are called; heaps are a, b, c, ….
pub(crate) fn names(program: &Program, heaps: Option<usize>) -> Result<Vec<String>, String> {
    match (&program.shape, heaps) {
        (Shape::Named(names), _) => Ok(names.iter().map(|(name, _)| name.clone()).collect()),
        (Shape::Many(_, name), None) => Err(format!(
            "positions may have any number of {name}, and a theorem is about a fixed number: say how many with --heaps N"
        )),
        (Shape::Many(..), Some(heaps)) => {
            Ok(('a'..='z').take(heaps).map(|letter| letter.to_string()).collect())
        }
    }
}

impl Inquiry<'_> {
    fn question(&self) -> Question<'_> {
        let (program, heaps, values) = (self.program, self.heaps, self.asked.values);
        Question { program, heaps, values, numerations: Vec::new() }
    }

    /// Which positions are lost?
    fn theorem(&self) -> Result<ProveAnswer, Refusal> {
        let found = match self.asked.values {
            true => match self.question().prove(self.limits)? {
                Verdict::Proved(theorem) => Ok((*theorem, None)),
                other => Err(other),
            },
            false => {
                let found = self.question().strategy(self.limits)?;
                found.map(|strategy| (strategy.theorem().clone(), Some(strategy)))
            }
        };
        let (theorem, strategy) = match found {
            Ok(found) => found,
            Err(Verdict::NotFound(search)) => return Ok(self.not_found(&search).into()),
            Err(Verdict::Outside(reason)) => {
                return Ok(outside(self.game, self.names.clone(), reason).into());
            }
            Err(Verdict::Proved(_)) => return Err(Refusal::bug("a theorem was not found")),
        };
        let said = theorem.describe(&self.names, self.limits)?;
        let mut answer = self.proved(&theorem, ProveVerdict::Proved)?;
        let view = &mut answer.view;
        view.statement = said.sentence();
        view.condition = said.condition;
        view.exceptions = said.exceptions.iter().map(|one| position(one)).collect();
        let period = said.period;
        view.period = period.map(|(preperiod, period)| ask::ProvedPeriod { preperiod, period });
        if let Some(strategy) = strategy {
            view.rule = strategy.rule(self.limits)?;
        }
        self.add_more(&theorem, view)?;
        Ok(answer)
    }

    /// What else was asked about the lost positions.
    fn add_more(&self, theorem: &Theorem, view: &mut ask::ProveView) -> Result<(), Refusal> {
        if self.asked.cogame {
            let missed = self.question().not_from_lost(theorem, self.limits)?;
            view.cogame = Some(missed.first.is_empty());
            view.counterexample = missed.first.first().map(|one| position(one));
            view.reasons.push(match &view.counterexample {
                None => "a move leads to every won position from a lost one".to_owned(),
                Some(first) => {
                    format!("no move leads to {first}, which is won, from a lost position")
                }
            });
        }
        if self.asked.periodic && view.period.is_none() {
            view.reasons.push(
                match view.periodic {
                    Some(true) => "decided: the sequence is eventually periodic",
                    _ => "decided: the sequence is not eventually periodic",
                }
                .to_owned(),
            );
        }
        if self.asked.redundant {
            let free = self.question().redundant(theorem, self.limits)?;
            let first = free.first.iter().filter_map(|vector| small(vector)).collect();
            view.redundant = Some(ask::Vectors { states: free.states as u64, first });
        }
        Ok(())
    }

    /// Does the condition hold exactly in the lost positions?
    fn judge(&self, text: &str) -> Result<ProveAnswer, Refusal> {
        let names = self.names.join(", ");
        let formula = bouton_prove::condition(text, &self.names).map_err(|Outside(problem)| {
            Refusal::bad(
                problem,
                format!("a condition is about {names}: such as {} mod 2 = 0", self.names[0]),
            )
        })?;
        if let Some(theorem) = self.question().holds(&formula, self.limits)? {
            let mut answer = self.proved(&theorem, ProveVerdict::True)?;
            answer.view.statement = format!("a position is lost if and only if {text}");
            answer.view.condition = Some(text.to_owned());
            return Ok(answer);
        }
        let mut question = self.question();
        if formula.has_nim_sum() {
            question.numerations =
                ["msd_2", "lsd_2"].iter().filter_map(|one| one.parse().ok()).collect();
        }
        match question.prove(self.limits)? {
            Verdict::Outside(reason) => Ok(outside(self.game, self.names.clone(), reason).into()),
            Verdict::NotFound(search) => Ok(self.by_looking(text, &formula, &search)?.into()),
            Verdict::Proved(theorem) if theorem.sets.len() == 2 => {
                let reason = "Left and Right lose different positions, but a condition describes only one set of them";
                Ok(outside(self.game, self.names.clone(), reason.to_owned()).into())
            }
            Verdict::Proved(theorem) => self.compared(text, &formula, &theorem),
        }
    }

    /// The verdict on a condition, from what is lost.
    fn compared(
        &self,
        text: &str,
        formula: &Formula,
        theorem: &Theorem,
    ) -> Result<ProveAnswer, Refusal> {
        let (verdict, exceptions) = match theorem.compare(formula, self.limits)? {
            ConditionResult::Same => (ProveVerdict::True, Vec::new()),
            ConditionResult::But(exceptions) => (ProveVerdict::TrueBut, exceptions),
            ConditionResult::Differs(first) => (ProveVerdict::False, vec![first]),
        };
        let mut answer = self.proved(theorem, verdict)?;
        let view = &mut answer.view;
        let first = exceptions.first().cloned();
        view.statement = match verdict {
            ProveVerdict::True => format!("a position is lost if and only if {text}"),
            ProveVerdict::TrueBut => format!(
                "a position is lost if and only if {text}, except at {}",
                counted(exceptions.len() as u64, "position")
            ),
            _ => format!("it is not true that a position is lost if and only if {text}"),
        };
        view.condition = Some(text.to_owned());
        if verdict == ProveVerdict::TrueBut {
            view.exceptions = exceptions.iter().map(|one| position(one)).collect();
        }
        if let Some(first) = first {
            let lost = theorem.is_lost(&first);
            view.counterexample = Some(position(&first));
            let first = small(&first);
            view.reasons.extend(first.map(|first| self.refutation(&first, lost)).transpose()?);
        }
        Ok(answer)
    }

    /// The play that refutes a condition at a position.
    fn refutation(&self, first: &[u64], lost: bool) -> Result<String, Refusal> {
        let shown = numbers(first);
        if lost {
            return Ok(format!(
                "at {shown} the condition does not hold, but every move from there loses"
            ));
        }
        Ok(match bouton_prove::winning_move(self.program, first, self.limits)? {
            Some(to) => {
                let to = numbers(&to);
                format!("at {shown} the condition holds, but the move to {to} wins")
            }
            None => format!("at {shown} the condition holds, but the player to move has won there"),
        })
    }

    /// No theorem was found: small positions may refute the condition all the same.
    fn by_looking(
        &self,
        text: &str,
        formula: &Formula,
        search: &Search,
    ) -> Result<ask::ProveView, Refusal> {
        let looked_at = bouton_prove::positions_by_sum(
            self.program,
            self.names.len(),
            MOST_LOOKED_AT,
            self.limits,
        )?;
        let holds = bouton_prove::holds_at(formula, self.limits)?;
        let wrong = looked_at.iter().find(|(position, lost)| holds(position) != *lost);
        let mut view = self.not_found(search);
        let Some((first, lost)) = wrong else { return Ok(view) };
        view.verdict = ProveVerdict::False;
        view.statement = format!("it is not true that a position is lost if and only if {text}");
        view.condition = Some(text.to_owned());
        view.counterexample = Some(ask::Position::Numbers(first.clone()));
        view.reasons = vec![
            self.refutation(first, *lost)?,
            "positions were looked at one by one, by the sum of their numbers".to_owned(),
        ];
        Ok(view)
    }

    /// The view of a theorem whose certificate was checked.
    fn proved(&self, theorem: &Theorem, verdict: ProveVerdict) -> Result<ProveAnswer, Refusal> {
        let (certificate, checked) = certified(self.game, self.heaps, theorem, self.limits)?;
        let mut view = empty(self.game, self.names.clone(), verdict);
        view.rises = self.question().rises(theorem, self.limits)?;
        view.numeration = Some(theorem.numeration.to_string());
        view.states = Some(theorem.sets.iter().map(|set| set.states() as u64).sum());
        view.measure = Some(self.measure(&theorem.measure));
        view.expression = theorem.expression(self.limits)?;
        view.periodic = theorem.is_periodic(self.limits)?;
        view.reasons = checked;
        view.certificate = self.asked.certificate.then(|| certificate.to_json());
        let picture = match self.asked.draw {
            true => Some(automaton::scene(self.game.title(), theorem, self.limits)?),
            false => None,
        };
        view.drawing = picture.as_ref().map(Scene::svg).transpose()?;
        Ok(ProveAnswer { view, picture })
    }

    fn measure(&self, weights: &[u64]) -> String {
        let terms: Vec<(usize, i128)> = weights
            .iter()
            .enumerate()
            .map(|(place, weight)| (place, i128::from(*weight)))
            .collect();
        Linear::of(&terms, 0).unwrap_or_default().with_names(|place| self.names[place].clone())
    }

    fn not_found(&self, search: &Search) -> ask::ProveView {
        let mut view = empty(self.game, self.names.clone(), ProveVerdict::NotFound);
        view.statement = format!(
            "no automaton with at most {MOST_STATES} states was found that fits the tables and can be proved; there may be one"
        );
        let table = |(numeration, side): &(bouton_prove::Numeration, u128)| {
            format!("{numeration}: all numbers below {side}")
        };
        view.reasons = search.tables.iter().map(table).collect();
        view.reasons.push(format!("guesses that were refuted: {}", search.refuted));
        view
    }
}

/// Do two games have the same legal positions and the same lost ones, proved for all? `false` if that was not found.
pub(crate) fn same_for_all(
    games: [&Game; 2],
    numbers: usize,
    limits: &Limits,
) -> Result<bool, Refusal> {
    let limits = Limits { steps: limits.steps.min(STEPS_TO_COMPARE), ..limits.clone() };
    let [Some(one), Some(other)] = games.map(|game| game.written()) else { return Ok(false) };
    let question = |program| {
        let heaps = is_open(program).then_some(numbers);
        Question { program, heaps, values: false, numerations: Vec::new() }
    };
    let [one, other] = [one, other].map(|written| question(&written.program));
    let proved = one.prove(&limits).and_then(|verdict| match verdict {
        // Where a number may rise, rule texts end it at 10^18, and the theorem does not.
        Verdict::Proved(theorem) => Ok(other.has_theorem(&theorem, &limits)?
            && !one.rises(&theorem, &limits)?
            && !other.rises(&theorem, &limits)?),
        Verdict::NotFound(_) | Verdict::Outside(_) => Ok(false),
    });
    match proved {
        Err(Refusal::Limit { .. } | Refusal::Unsupported { .. }) => Ok(false),
        proved => proved,
    }
}

fn outside(game: &Game, names: Vec<String>, reason: String) -> ask::ProveView {
    let mut view = empty(game, names, ProveVerdict::Outside);
    view.statement = format!("automata cannot decide this game: {reason}");
    view.reasons = vec![reason];
    view
}

fn empty(game: &Game, names: Vec<String>, verdict: ProveVerdict) -> ask::ProveView {
    ask::ProveView {
        game: game.text().to_owned(),
        title: views::title(game),
        names,
        verdict,
        ..ask::ProveView::default()
    }
}

fn position(numbers: &[u128]) -> ask::Position {
    let text = || numbers.iter().map(u128::to_string).collect::<Vec<_>>().join(",");
    small(numbers).map_or_else(|| ask::Position::Text(text()), ask::Position::Numbers)
}

fn small(numbers: &[u128]) -> Option<Vec<u64>> {
    numbers.iter().map(|one| u64::try_from(*one).ok()).collect()
}

fn numbers(tuple: &[u64]) -> String {
    ask::Position::Numbers(tuple.to_vec()).to_string()
}

impl AsText for ask::ProveView {
    fn text(&self, _: bool) -> String {
        let about = match self.rises {
            true => "all positions from which no number rises above 10^18",
            false => "all positions",
        };
        let verdict = match self.verdict {
            ProveVerdict::Proved => paint(GOOD, format!("proved for {about}")),
            ProveVerdict::True => paint(GOOD, format!("true for {about}")),
            ProveVerdict::TrueBut => paint(STRONG, "true, with the exceptions listed"),
            ProveVerdict::False => paint(STRONG, "false"),
            ProveVerdict::NotFound => paint(STRONG, "nothing found"),
            ProveVerdict::Outside => paint(STRONG, "outside"),
        };
        let mut sheet = Sheet::new(paint(STRONG, self.title.as_ref().unwrap_or(&self.game)));
        sheet.line(format!("  {verdict}"));
        sheet.line(format!("  {}", self.statement));
        sheet.blank();
        let exceptions: Vec<String> = self.exceptions.iter().map(ToString::to_string).collect();
        if !exceptions.is_empty() {
            sheet.part("except", [exceptions.join("  ")]);
        }
        let least = |first| format!("{first} {}", paint(FAINT, "is the least"));
        sheet.part("first", self.counterexample.as_ref().map(least));
        let period = match (self.period, self.periodic) {
            (Some(found), _) => Some(format!("{} from {} on", found.period, found.preperiod)),
            (None, Some(false)) => Some("not even eventually periodic".to_owned()),
            (None, _) => None,
        };
        sheet.part("period", period);
        let reads = self.numeration.iter().zip(self.states);
        let reads = reads.map(|(one, states)| format!("{one}, by {}", counted(states, "state")));
        sheet.part("reads", reads);
        sheet.part("words", self.expression.clone());
        sheet.part("to win", self.rule.clone());
        sheet.part("ends", self.measure.iter().map(|one| format!("every move lowers {one}")));
        let cogame = |is_one| if is_one { "yes, also a cogame" } else { "no" };
        sheet.part("cogame", self.cogame.map(cogame).map(str::to_owned));
        let free = |ask::Vectors { states, first }: &ask::Vectors| {
            let shown: Vec<String> = first.iter().map(|one| numbers(one)).collect();
            format!("{} …, by {}", shown.join("  "), counted(*states, "state"))
        };
        sheet.part("free", self.redundant.as_ref().map(free));
        sheet.blank();
        sheet.part("why", self.reasons.clone());
        sheet.text()
    }
}

impl AsGrid for ask::ProveView {
    fn grid(&self) -> Grid<'_> {
        let head = ["verdict", "statement", "numeration", "states"];
        let verdict = serde_json::to_value(self.verdict).unwrap_or_default();
        let verdict = verdict.as_str().unwrap_or_default().to_owned();
        let states = self.states.map(|states| states.to_string()).unwrap_or_default();
        let numeration = self.numeration.clone().unwrap_or_default();
        Grid::new(head, vec![row([verdict, self.statement.clone(), numeration, states])])
    }
}
