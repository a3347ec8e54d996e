//! The values of {2,3,6}: their differences, and what the closed form says of them (C30).

use bouton_lab::short::Forms;

use super::closed_form::{ClosedForm, differs, prove};
use super::sets::Set;
use super::values::{NOWAKOWSKI, value_lines, values};
use crate::finding::{Counterexample, Exhibit, Finding, Known, cells, table};
use crate::frame::{Frame, Result};
use crate::judge::listed;
use crate::words::{Values, looked, words};

/// What is said of the differences of values.
#[derive(Clone, Copy, Debug)]
pub(super) struct Differences {
    pub(super) set: &'static str,
    /// G(n + shift) - G(n) is looked at.
    pub(super) shift: usize,
    /// How many n there are that do not fit the classes mod `shift`.
    pub(super) exceptions: usize,
}

/// As restored: {2,3,6}, 9, one exception.
pub(super) const DIFFERENCES: Differences = Differences { set: "2,3,6", shift: 9, exceptions: 1 };

/// C30. The differences G(n+9) - G(n) and the second differences are worked out to a bound; classes and exceptions are
/// read off. The closed form is then proved for all n, and with it everything but the second differences.
pub(super) fn not_periodic(said: &Differences, closed: &ClosedForm, frame: &Frame) -> Result {
    let to = frame.pick(250, 900);
    let mut forms = Forms::new(frame.limits.clone());
    let found = values(Set::parse(said.set)?, NOWAKOWSKI, to + 2 * said.shift, &mut forms)?;
    let equal = |heap: usize| found[heap] == found[heap + said.shift];
    // A class is one of equal values if they are equal in the second half of what is looked at.
    let is_equal_class = |r: &usize| (to / 2..=to).filter(|n| n % said.shift == *r).all(equal);
    let classes: Vec<usize> = (0..said.shift).filter(is_equal_class).collect();
    let exceptions: Vec<usize> =
        (0..=to).filter(|n| equal(*n) != classes.contains(&(n % said.shift))).collect();
    let mut vanishing = None;
    for heap in (0..=to).filter(|heap| !equal(*heap)) {
        frame.limits.progress(heap as u64, to as u64)?;
        let ends = forms.sum(found[heap + 2 * said.shift], found[heap])?;
        let middle = forms.sum(found[heap + said.shift], found[heap + said.shift])?;
        if ends == middle {
            vanishing = vanishing.or(Some(heap));
        }
    }
    let texts =
        found.iter().take(28).map(|form| forms.text(*form)).collect::<Result<Vec<_>, _>>()?;
    let enumerated = looked("C30", &[&said.set, &(to + 2 * said.shift), &to]);
    let wrong = differences_wrong(said, &classes, &exceptions, vanishing);
    let by_recipe = differs(closed, to, &mut forms)?;
    let proof = prove(closed, &frame.limits)?;
    let known = Known::up_to(match (&proof, by_recipe) {
        (Ok(_), None) => {
            format!("second differences to n = {to}; the rest for all n, by the closed form")
        }
        _ => format!("n = {to}"),
    });
    let finding = Finding::decided(wrong, known, (to + 1) as u128, enumerated)
        .exhibit(value_lines(&format!("The values of S = {{{}}}", said.set), &texts));
    if finding.counterexample.is_some() {
        return Ok(finding);
    }
    let [equal, but] = [&classes, &exceptions].map(|numbers| listed(numbers, ", "));
    let in_classes: Values<'_> = &[&said.shift, &equal, &but];
    let by_rules = match by_recipe {
        Some(heap) => format!("the recipe is wrong at {heap}"),
        None => format!("the recipes agree with the rules to n = {to}"),
    };
    let seen = Known::up_to(format!("n to {to}"));
    let finding = match (proof, by_recipe) {
        (Ok(proof), None) => {
            let why = format!("induction on n; {}; {by_rules}", proof.sentence());
            let why = Known::exhausted(proof.comparisons as u64, why);
            let known = if classes == proof.constant { why.clone() } else { seen };
            let finding = finding.say_known("C30.classes", in_classes, known);
            let finding = finding.say_known("C30.closed", &[], why.clone());
            if proof.never_repeats { finding.say_known("C30.never", &[], why) } else { finding }
        }
        (proof, _) => {
            let gap =
                proof.err().map_or("fails:".to_owned(), |gap| format!("is not proved: {gap};"));
            let finding = finding.say_known("C30.classes", in_classes, seen);
            finding.note(format!("The closed form {gap} {by_rules}."))
        }
    };
    Ok(finding.exhibit(recipes_exhibit(closed)))
}

fn differences_wrong(
    said: &Differences,
    classes: &[usize],
    exceptions: &[usize],
    vanishing: Option<usize>,
) -> Option<Counterexample> {
    let shift = said.shift;
    let wrong = |what: String, order: &str| Some(Counterexample::from(what).in_order(order));
    if classes.len() == shift {
        return wrong(words("C30.periodic", &[&shift]), "the shift that is claimed");
    }
    if let Some(heap) = vanishing {
        let what = format!("G({}) + G({heap}) = 2·G({})", heap + 2 * shift, heap + shift);
        return wrong(what, "the smallest n");
    }
    if exceptions.len() != said.exceptions {
        let (count, all) = (exceptions.len(), format!("{exceptions:?}"));
        return wrong(words("C30.exceptions", &[&shift, &count, &all]), "all exceptions looked at");
    }
    None
}

fn recipes_exhibit(closed: &ClosedForm) -> Exhibit {
    let row = |r: usize| {
        let exceptions = closed.exceptions.iter().filter(|(heap, _)| heap % 9 == r);
        let but = exceptions.map(|(heap, kind)| format!("; G({heap}) = {}", kind.recipe()));
        let text = format!("{}{}", closed.recipes[r].recipe(), but.collect::<String>());
        (r, cells([text]))
    };
    let caption = "G(9k + r) for S = {2,3,6}, with T(0) = ±1 and T(k+1) = {1 | 1, T(k)}";
    table(caption, ["r", "G(9k + r)"], (0..9).map(row))
}
