//! The cases of a second, independent program (`suite/short_games.py`).

use bouton_short::{Expression, Form, Forms};
use bouton_values::Player;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Suite {
    case: Vec<Case>,
    compare: Vec<Compare>,
    function: Vec<Function>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    expression: String,
    equals: Option<String>,
    structure: Option<String>,
    outcome: Option<String>,
    birthday: Option<u32>,
    left_stop: Option<String>,
    right_stop: Option<String>,
    mean: Option<String>,
    temperature: Option<String>,
    atomic_weight: Option<String>,
    reduced: Option<String>,
    is_number: Option<bool>,
    is_infinitesimal: Option<bool>,
    is_all_small: Option<bool>,
}

#[derive(Deserialize)]
struct Compare {
    a: String,
    b: String,
    result: String,
}

#[derive(Deserialize)]
struct Function {
    call: String,
    equals: String,
}

fn suite() -> Suite {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../suite/values.toml");
    toml::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn read(forms: &mut Forms, text: &str) -> Form {
    let read = Expression::parse(text).and_then(|expression| expression.evaluate(forms));
    read.unwrap_or_else(|refusal| panic!("{text}: {refusal}"))
}

/// Everything in braces, the options in the order of their texts.
fn structure(forms: &mut Forms, form: Form) -> String {
    let [left, right] = Player::BOTH.map(|player| {
        let options = forms.options(form, player).unwrap().to_vec();
        let mut texts: Vec<String> =
            options.into_iter().map(|option| structure(forms, option)).collect();
        texts.sort();
        texts.join(",")
    });
    format!("{{{left}|{right}}}")
}

#[test]
fn cases_agree() {
    let suite = suite();
    assert!(suite.case.len() > 300);
    let mut forms = Forms::default();
    for case in &suite.case {
        assert_case(&mut forms, case);
    }
}

fn assert_case(forms: &mut Forms, case: &Case) {
    let text = &case.expression;
    let form = read(forms, text);
    let mut game = |wanted: &Option<String>, found: Form, what: &str| {
        if let Some(wanted) = wanted {
            assert_eq!(found, read(forms, wanted), "{text}: {what}");
        }
    };
    game(&case.equals, form, "equals");
    let reduced = forms.reduced(form).unwrap();
    let weight = forms.atomic_weight(form).unwrap();
    let mut game = |wanted: &Option<String>, found: Option<Form>, what: &str| {
        if let Some(wanted) = wanted {
            assert_eq!(found, Some(read(forms, wanted)), "{text}: {what}");
        }
    };
    game(&case.reduced, Some(reduced), "reduced canonical form");
    game(&case.atomic_weight, weight, "atomic weight");
    let same = |wanted: &Option<String>, found: String, what: &str| {
        assert!(wanted.is_none() || wanted.as_ref() == Some(&found), "{text}: {what} {found}");
    };
    same(&case.outcome, forms.outcome(form).unwrap().to_string(), "outcome");
    same(&case.left_stop, forms.left_stop(form).unwrap().to_string(), "left stop");
    same(&case.right_stop, forms.right_stop(form).unwrap().to_string(), "right stop");
    same(&case.mean, forms.mean(form).unwrap().to_string(), "mean");
    same(&case.temperature, forms.temperature(form).unwrap().to_string(), "temperature");
    let birthday = case.birthday.map(|birthday| birthday.to_string());
    same(&birthday, forms.birthday(form).unwrap().to_string(), "birthday");
    if case.structure.is_some() {
        same(&case.structure, structure(forms, form), "structure");
    }
    let holds = |wanted: Option<bool>, found: bool, what: &str| {
        assert!(wanted.is_none_or(|wanted| wanted == found), "{text}: {what} {found}");
    };
    holds(case.is_number, forms.is_number(form), "number");
    holds(case.is_infinitesimal, forms.is_infinitesimal(form), "infinitesimal");
    holds(case.is_all_small, forms.is_all_small(form).unwrap(), "all-small");
}

#[test]
fn comparisons_agree() {
    let suite = suite();
    assert!(suite.compare.len() > 50);
    let mut forms = Forms::default();
    for Compare { a, b, result } in &suite.compare {
        let (g, h) = (read(&mut forms, a), read(&mut forms, b));
        assert_eq!(forms.compare(g, h).unwrap().symbol(), result, "{a} and {b}");
    }
}

#[test]
fn functions_agree() {
    let suite = suite();
    assert!(suite.function.len() > 100);
    let mut forms = Forms::default();
    for Function { call, equals } in &suite.function {
        assert_eq!(read(&mut forms, call), read(&mut forms, equals), "{call}");
    }
}

/// What is printed is read back, and is the same text whatever the store held before.
#[test]
fn texts_are_read_back() {
    let suite = suite();
    let mut forms = Forms::default();
    for case in &suite.case {
        let form = read(&mut forms, &case.expression);
        let text = forms.text(form).unwrap();
        assert_eq!(read(&mut forms, &text), form, "{text}");
        let mut fresh = Forms::default();
        let again = read(&mut fresh, &text);
        assert_eq!(fresh.text(again).unwrap(), text);
    }
}
