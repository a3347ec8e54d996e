//! The values of {2,3,6}: their differences, and what the closed form says of them (C30).

use bouton_lab::short::Forms;

use super::closed_form::{ClosedForm, differs, prove};
use super::sets::Set;
use super::values::{NOWAKOWSKI, value_lines, values};
use crate::finding::{Counterexample, Finding, Known, cells, said_table};
use crate::frame::{Frame, Result};
use crate::judge::listed;
use crate::words::{Values, looked, words};

/// C30. The differences G(n+shift) - G(n) and the second differences are worked out to a bound; classes mod `shift` are
/// read off, and which n do not fit them: this many are `allowed`. The closed form is then proved for all n, and with it
/// everything but the second differences.
pub(super) fn not_periodic(
    text: &str,
    shift: usize,
    allowed: usize,
    closed: &ClosedForm,
    frame: &Frame,
) -> Result {
    let (to, set) = (frame.pick(250, 900), Set::parse(text)?);
    let mut forms = Forms::new(frame.limits.clone());
    let found = values(set, NOWAKOWSKI, to + 2 * shift, &mut forms)?;
    let found = found.collect::<Result<Vec<_>>>()?;
    let equal = |heap: usize| found[heap] == found[heap + shift];
    // A class is one of equal values if they are equal in the second half of what is looked at.
    let is_equal_class = |r: &usize| (to / 2..=to).filter(|n| n % shift == *r).all(equal);
    let classes: Vec<usize> = (0..shift).filter(is_equal_class).collect();
    let exceptions: Vec<usize> =
        (0..=to).filter(|n| equal(*n) != classes.contains(&(n % shift))).collect();
    let mut vanishing = None;
    for heap in (0..=to).filter(|heap| !equal(*heap)) {
        frame.limits.progress(heap as u64, to as u64)?;
        let ends = forms.sum(found[heap + 2 * shift], found[heap])?;
        if ends == forms.sum(found[heap + shift], found[heap + shift])? {
            vanishing = vanishing.or(Some(heap));
        }
    }
    let texts =
        found.iter().take(28).map(|form| forms.text(*form)).collect::<Result<Vec<_>, _>>()?;
    let enumerated = looked("C30", &[&text, &(to + 2 * shift), &to]);
    let wrong = if classes.len() == shift {
        Some((words("C30.periodic", &[&shift]), "the shift that is claimed"))
    } else if let Some(n) = vanishing {
        Some((format!("G({}) + G({n}) = 2·G({})", n + 2 * shift, n + shift), "the smallest n"))
    } else {
        let (count, all) = (exceptions.len(), format!("{exceptions:?}"));
        let what = words("C30.exceptions", &[&shift, &count, &all]);
        (count != allowed).then_some((what, "all exceptions looked at"))
    };
    let wrong = wrong.map(|(what, order)| Counterexample::from(what).in_order(order));
    let by_recipe = differs(closed, to, &mut forms)?;
    let by_rules = match by_recipe {
        Some(heap) => format!("the recipe is wrong at {heap}"),
        None => format!("the recipes agree with the rules to n = {to}"),
    };
    // The proof, or why there is none.
    let proof = match (prove(closed, &frame.limits)?, by_recipe) {
        (Ok(proof), None) => Ok(proof),
        (Ok(_), Some(_)) => Err("fails:".to_owned()),
        (Err(gap), _) => Err(format!("is not proved: {gap};")),
    };
    let known = Known::up_to(match &proof {
        Ok(_) => format!("second differences to n = {to}; the rest for all n, by the closed form"),
        Err(_) => format!("n = {to}"),
    });
    let finding = Finding::decided(wrong, known, (to + 1) as u128, enumerated);
    finding.exhibit(value_lines(&set, &texts)).if_upheld(|finding| {
        let [equal, but] = [&classes, &exceptions].map(|numbers| listed(numbers, ", "));
        let in_classes: Values<'_> = &[&shift, &equal, &but];
        let seen = Known::up_to(format!("n to {to}"));
        let finding = match proof {
            Ok(proof) => {
                let why = format!("induction on n; {}; {by_rules}", proof.sentence());
                let why = Known::exhausted(proof.comparisons as u64, why);
                let known = if classes == proof.constant { why.clone() } else { seen };
                let finding = finding.say_known("C30.classes", in_classes, known);
                let finding = finding.say_known("C30.closed", &[], why.clone());
                if proof.never_repeats { finding.say_known("C30.never", &[], why) } else { finding }
            }
            Err(gap) => finding
                .say_known("C30.classes", in_classes, seen)
                .note(format!("The closed form {gap} {by_rules}.")),
        };
        let row = |r: usize| {
            let exceptions = closed.exceptions.iter().filter(|(heap, _)| heap % 9 == r);
            let but = exceptions.map(|(heap, kind)| format!("; G({heap}) = {}", kind.recipe()));
            (r, cells([closed.recipes[r].recipe().to_owned() + &but.collect::<String>()]))
        };
        Ok(finding.exhibit(said_table("C30.recipes", &[], (0..9).map(row))))
    })
}
