//! Makes a case smaller while it still shows what it showed.

use crate::generate::Case;
use crate::print::Style;
use crate::tree::*;
use crate::walk::{Walk, each_number};

/// The smallest case found, within `tries` tries, of which `shows` is true.
pub fn smaller(case: &Case, tries: usize, shows: &mut dyn FnMut(&Case) -> bool) -> Case {
    let mut best = case.clone();
    let mut left = tries;
    loop {
        let next = candidates(&best).into_iter().find(|candidate| {
            left = left.saturating_sub(1);
            left > 0 && *candidate != best && shows(candidate)
        });
        match next {
            Some(next) => best = next,
            None => return best,
        }
    }
}

/// Cases that are a step smaller.
fn candidates(case: &Case) -> Vec<Case> {
    let mut list = Vec::new();
    if case.positions.len() > 1 {
        list.extend(
            case.positions
                .iter()
                .map(|position| Case { positions: vec![position.clone()], ..case.clone() }),
        );
        list.push(Case { positions: Vec::new(), ..case.clone() });
    }
    if case.texts.len() > 1 {
        for index in 0..case.texts.len() {
            let mut fewer = case.clone();
            fewer.texts = vec![case.texts[index].clone()];
            fewer.positions.iter_mut().for_each(|parts| *parts = vec![parts[index].clone()]);
            list.push(fewer);
        }
    }
    list.push(Case { style: Style(0), ..case.clone() });
    list.push(Case { misere: false, ..case.clone() });
    list.push(Case { by_file: false, ..case.clone() });
    for index in 0..case.texts.len() {
        for text in smaller_texts(&case.texts[index]) {
            let mut smaller = case.clone();
            smaller.texts[index] = text;
            list.push(smaller);
        }
    }
    for (index, parts) in case.positions.iter().enumerate() {
        for (part, numbers) in parts.iter().enumerate() {
            for (place, old) in numbers.iter().enumerate() {
                for number in [old / 2, old.saturating_sub(1)] {
                    let mut smaller = case.clone();
                    smaller.positions[index][part][place] = number;
                    list.push(smaller);
                }
                let mut shorter = case.clone();
                shorter.positions[index][part].remove(place);
                if !shorter.positions[index][part].is_empty() {
                    list.push(shorter);
                }
            }
        }
    }
    list
}

fn smaller_texts(text: &Text) -> Vec<Text> {
    let mut list = Vec::new();
    if text.moves.len() > 1 {
        for index in 0..text.moves.len() {
            let mut fewer = text.clone();
            fewer.moves.remove(index);
            list.push(fewer);
        }
    }
    for index in 0..text.legal.len() {
        let mut fewer = text.clone();
        fewer.legal.remove(index);
        list.push(fewer);
    }
    if text.end.is_some() {
        list.push(Text { end: None, ..text.clone() });
    }
    if let Some(Winner::If(_, then, otherwise)) = &text.end {
        list.push(Text { end: Some(then.as_ref().clone()), ..text.clone() });
        list.push(Text { end: Some(otherwise.as_ref().clone()), ..text.clone() });
    }
    if text.loopy {
        list.push(Text { loopy: false, ..text.clone() });
    }
    for index in 0..text.moves.len() {
        if text.moves[index].player.is_some() {
            let mut both = text.clone();
            both.moves[index].player = None;
            list.push(both);
        }
        for clause in 0..text.moves[index].clauses.len() {
            let mut fewer = text.clone();
            fewer.moves[index].clauses.remove(clause);
            list.push(fewer);
        }
    }
    if !text.parameters.is_empty() {
        list.push(without_parameters(text));
    }
    list.extend(smaller_conditions(text));
    list.extend(smaller_numbers(text));
    list
}

/// The values of the parameters in their places.
fn without_parameters(text: &Text) -> Text {
    let mut plain = text.clone();
    let parameters = std::mem::take(&mut plain.parameters);
    let mut number = |number: &mut Number| {
        if let Number::Parameter(index) = number
            && let Argument::Number(value) = &parameters[*index].value
        {
            *number = Number::Written(*value);
        }
    };
    let mut condition = |condition: &mut Condition| {
        if let Condition::In(_, set, _) = condition
            && let Set::Parameter(index) = set
            && let Argument::Set(elements) = &parameters[*index].value
        {
            *set = Set::Braces(elements.clone());
        }
    };
    Walk { number: &mut number, condition: &mut condition }.text(&mut plain);
    plain
}

fn smaller_numbers(text: &Text) -> Vec<Text> {
    let mut list = Vec::new();
    let mut all = Vec::new();
    each_number(&mut text.clone(), &mut |number| all.push(number.clone()));
    for (nth, number) in all.iter().enumerate() {
        let mut simpler: Vec<Number> = number.inside().into_iter().cloned().collect();
        if let Number::Written(value) = number {
            simpler.extend([0, 1, value / 2, value - 1].map(Number::Written));
            simpler.retain(
                |other| !matches!(other, Number::Written(other) if other.abs() >= value.abs()),
            );
        }
        for simpler in simpler {
            let mut smaller = text.clone();
            let mut index = 0;
            each_number(&mut smaller, &mut |number| {
                if index == nth {
                    *number = simpler.clone();
                }
                index += 1;
            });
            list.push(smaller);
        }
    }
    list
}

fn smaller_conditions(text: &Text) -> Vec<Text> {
    let mut list = Vec::new();
    let mut all = Vec::new();
    crate::walk::each_condition(&mut text.clone(), &mut |condition| all.push(condition.clone()));
    for (nth, condition) in all.iter().enumerate() {
        let simpler: Vec<Condition> = match condition {
            Condition::Not(one) => vec![one.as_ref().clone()],
            Condition::And(inside) | Condition::Or(inside) => inside.clone(),
            Condition::Chain(first, rest) if rest.len() > 1 => vec![
                Condition::Chain(first.clone(), rest[..rest.len() - 1].to_vec()),
                Condition::Chain(rest[0].1.clone(), rest[1..].to_vec()),
            ],
            Condition::In(number, Set::Braces(elements), is_in) => (0..elements.len())
                .filter(|_| elements.len() > 1)
                .map(|index| {
                    let mut fewer = elements.clone();
                    fewer.remove(index);
                    Condition::In(number.clone(), Set::Braces(fewer), *is_in)
                })
                .collect(),
            _ => Vec::new(),
        };
        for simpler in simpler {
            let mut smaller = text.clone();
            let mut index = 0;
            crate::walk::each_condition(&mut smaller, &mut |condition| {
                if index == nth {
                    *condition = simpler.clone();
                }
                index += 1;
            });
            list.push(smaller);
        }
    }
    list
}
