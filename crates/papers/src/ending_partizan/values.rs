//! Section 4.2: Nowakowski's normalisation and the values of heaps (C28, C29, C31).

use bouton_lab::rules::{Game, Limits, Position, Refusal};
use bouton_lab::short::{Expression, Form, Forms};
use bouton_lab::values::Outcome;
use bouton_lab::{Question, Value, answer};

use super::closed_form::{self, CLOSED_FORM};
use super::sets::Set;
use super::strip::{REPEATED, each_of, each_set};
use crate::finding::{self, Counterexample, Exhibit, Finding, Known, Statement, cells, said_table};
use crate::frame::{Frame, Result};
use crate::words::{Values, looked, say, words};

/// The games that take the place of stuck heaps: where Left wins, and where Right does.
pub(super) type Normalisation = [&'static str; 2];

/// As restored.
pub(super) const NOWAKOWSKI: Normalisation = ["1", "-1"];

/// The values of the heaps 0, …, to, one by one until a limit is met.
pub(super) fn values(
    set: Set,
    normalisation: Normalisation,
    to: usize,
    forms: &mut Forms,
) -> Result<impl Iterator<Item = Result<Form>>> {
    let [left, right] = normalisation.map(|game| Expression::parse(game)?.evaluate(forms));
    let (stuck, mut values) = ([left?, right?], Vec::new());
    Ok((0..=to).map(move |heap| {
        let options = set.elements().filter_map(|s| heap.checked_sub(s as usize));
        let options: Vec<Form> = options.map(|left| values[left]).collect();
        values.push(match options.is_empty() {
            true => stuck[heap % 2],
            false => forms.braces(&options, &options)?,
        });
        Ok(values[heap])
    }))
}

/// The least period that a repeated window of `reach` values proves, and its preperiod.
pub(super) fn proved_period(values: &[Form], reach: usize) -> Option<(usize, usize)> {
    (1..values.len().saturating_sub(reach)).find_map(|period| {
        let end = values.len() - period;
        let same = (0..end).rev().take_while(|heap| values[*heap] == values[heap + period]).count();
        (same >= reach).then_some((end - same, period))
    })
}

/// C28: with 1 and -1 at the stuck heaps every heap has a value under normal play, and its outcome stays.
pub(super) fn normalised(said: Normalisation, frame: &Frame) -> Result {
    let (max, to) = frame.pick((7, 24), (9, 40));
    let mut tried = each_set(max, frame, |tried, strip| {
        let mut forms = Forms::new(frame.limits.clone());
        let values = values(strip.set, said, to, &mut forms)?.collect::<Result<Vec<_>>>()?;
        tried.count(values.len() as u128);
        for (heap, form) in values.into_iter().enumerate() {
            let (letter, value) = (forms.outcome(form)?, forms.text(form)?);
            tried.expect(letter == strip.at(heap), || {
                let values: Values<'_> = &[&strip.set, &heap, &strip.at(heap), &value, &letter];
                (words("C28.differ", values), strip.story(&[heap]))
            });
        }
        Ok(())
    })?;
    if tried.holds() {
        tried.against = other_engine(&frame.limits)?;
    }
    Ok(tried.argued("C28", &[&max, &to]))
}

/// The engine for values, which starts from the rules, has the same forms.
fn other_engine(limits: &Limits) -> Result<Option<Counterexample>> {
    for text in ["2,3", "2,3,6", "3,4,7"] {
        let game = Game::parse(&format!("ending-partizan:{text}"))?;
        let mut forms = Forms::new(limits.clone());
        let ours = values(Set::parse(text)?, NOWAKOWSKI, 16, &mut forms)?;
        let ours = ours.collect::<Result<Vec<_>>>()?;
        for (heap, form) in (0_u64..).zip(ours) {
            let question = Question::solve(game.clone(), Position::Tuple(vec![heap]));
            let answer = answer(&question.within(limits))?;
            let theirs = answer.solution().and_then(|solution| solution.value.clone());
            let ours = Value::Game(forms.text(form)?);
            if theirs.as_ref() != Some(&ours) {
                let what = format!("{text} at {heap}: {ours} here, {theirs:?} by the engine");
                return Ok(Some(Counterexample::from(what).in_order("the first heap")));
            }
        }
    }
    Ok(None)
}

/// C29: the values of {2,3} have period 5, by a repeated window.
pub(super) fn periodic_values(set: Set, period: usize, limits: &Limits) -> Result {
    const TO: usize = 60;
    let mut forms = Forms::new(limits.clone());
    let values = values(set, NOWAKOWSKI, TO, &mut forms)?.collect::<Result<Vec<_>>>()?;
    let texts = values.iter().map(|form| forms.text(*form)).collect::<Result<Vec<_>, _>>()?;
    let (cases, enumerated) = (values.len() as u128, looked("C29", &[&set, &TO]));
    let differ = |heap: &usize| values[*heap] != values[heap + period];
    let pair = |heap: usize| [heap, heap + period].map(|n| format!("G({n}) = {}", texts[n]));
    let wrong = |what: String, order: &str| {
        let wrong = Counterexample::from(what).in_order(order);
        Finding::decided(Some(wrong), Known::by_example(), cases, &enumerated)
    };
    let finding = match proved_period(&values, set.max() as usize) {
        Some((preperiod, least)) if period.is_multiple_of(least) => {
            let why = words("C29.why", &[&set.max(), &least, &preperiod]);
            Finding::decided(None, Known::theorem(REPEATED, why), cases, &enumerated)
        }
        Some((preperiod, least)) => {
            let step = pair((preperiod..).find(differ).unwrap_or(preperiod)).join(", ");
            let what = words("C29.least", &[&least, &preperiod, &step]);
            wrong(what, "the first heap of the periodic part")
        }
        None => match (0..=TO - period).rev().find(differ) {
            Some(heap) => wrong(pair(heap).join(" but "), "the last difference looked at"),
            None => Finding::open("no window repeats", cases, &enumerated),
        },
    };
    Ok(finding.exhibit(value_lines(&set, &texts[..21])))
}

pub(super) fn value_lines(set: &Set, texts: &[String]) -> Exhibit {
    let width = texts.len().to_string().len();
    let lines = texts.iter().enumerate().map(|(n, text)| format!("{n:>width$}  {text}")).collect();
    finding::lines(format!("The values of S = {set}"), lines)
}

/// What was found of the values of one set.
struct Surveyed {
    set: Set,
    terms: usize,
    period: Option<(usize, usize)>,
    ends_in_left: bool,
}

/// C31: are the values periodic for every finite S? No: {2,3,6} is proved not to be.
pub(super) fn question(frame: &Frame) -> Result {
    let (max, to) = frame.pick((7, 160), (9, 400));
    let mut surveyed = Vec::new();
    let limits = Limits { steps: STEPS.min(frame.limits.steps), ..frame.limits.clone() };
    let mut tried =
        each_of(words("C31.order", &[]), Set::within(2, max), frame, |tried, strip| {
            let (set, mut found) = (strip.set, Vec::new());
            for value in values(set, NOWAKOWSKI, to, &mut Forms::new(limits.clone()))? {
                match value {
                    Ok(value) => found.push(value),
                    Err(Refusal::Limit { .. }) => break,
                    Err(refusal) => return Err(refusal),
                }
            }
            let (terms, ends_in_left) = (found.len(), strip.ends_in(Outcome::L));
            tried.count(terms as u128);
            let period = proved_period(&found, set.max() as usize);
            surveyed.push(Surveyed { set, terms, period, ends_in_left });
            Ok(())
        })?;
    let proof = closed_form::prove(&CLOSED_FORM, &frame.limits)?;
    let finding = match proof.ok().filter(|proof| proof.never_repeats) {
        Some(proof) => {
            tried.expect(false, || words("C31.what", &[&proof.sentence()]));
            tried.finding("C31", &[&max, &to], Known::by_example()).say("C31.no", &[])
        }
        None => Finding::open(words("C31.open", &[]), tried.cases, looked("C31", &[&max, &to])),
    };
    Ok(finding.statement(survey_statement(&surveyed, max, to)).exhibit(survey_table(&surveyed)))
}

/// Steps that the values of one set may take.
const STEPS: u64 = 400_000_000;

fn survey_statement(rows: &[Surveyed], max: u32, to: usize) -> Statement {
    let count = |of: &dyn Fn(&Surveyed) -> bool| rows.iter().filter(|row| of(row)).count();
    let is_symmetric = |row: &Surveyed| row.set.symmetry().is_some();
    say(
        "C31.survey",
        &[
            &count(&|row| row.period.is_some()),
            &rows.len(),
            &count(&|row| row.period.is_some() && is_symmetric(row)),
            &count(&|row| row.period.is_none() && is_symmetric(row)),
            &count(&|row| row.ends_in_left),
            &count(&|row| row.ends_in_left && row.period.is_some()),
            &max,
            &to,
        ],
    )
}

fn survey_table(rows: &[Surveyed]) -> Exhibit {
    let rows = rows.iter().map(|row| {
        let period = match row.period {
            Some((preperiod, period)) => format!("{period} after {preperiod}"),
            None => format!("none to {}", row.terms.saturating_sub(1)),
        };
        let kind = match (row.set.symmetry(), row.ends_in_left) {
            (Some(k), _) => format!("{k}-symmetric"),
            (None, true) => "ends in L".to_owned(),
            (None, false) => String::new(),
        };
        (row.set.to_string(), cells([period, kind]))
    });
    said_table("C31.table", &[], rows)
}
