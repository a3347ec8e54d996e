//! Parameters: of which kind they are, and how values get into a text.

use bouton_values::Refusal;

use super::lower::constant_set;
use super::scope::Value;
use crate::diagnostic::{Diagnostic, Mistakes, Span, nearest};
use crate::ir::{Number, Program};
use crate::syntax::{Declaration, Element, Expr, ExprKind, File, Item, ItemKind, Name};

/// What is given for a parameter, as it was typed: `2,3` or with its name `S=2,3`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// The parameter, if it was named; else they are taken in order.
    pub name: Option<String>,
    /// A number, or a set with or without braces.
    pub text: String,
}

impl Argument {
    /// Reads what follows a game and a colon: arguments with `|` between them.
    #[must_use]
    pub fn split(text: &str) -> Vec<Argument> {
        let one = |part: &str| match part.split_once('=') {
            Some((name, text)) => {
                Argument { name: Some(name.trim().to_owned()), text: text.trim().to_owned() }
            }
            None => Argument { name: None, text: part.trim().to_owned() },
        };
        if text.trim().is_empty() { Vec::new() } else { text.split('|').map(one).collect() }
    }
}

/// A parameter is a set if its name follows `in`, and a number otherwise.
fn is_set(file: &File, name: &str) -> bool {
    file.items.iter().flat_map(Item::exprs).any(|expr| names_set(expr, name))
}

fn names_set(expr: &Expr, wanted: &str) -> bool {
    let is_it = |set: &Expr| matches!(&set.kind, ExprKind::Name { name, .. } if name == wanted);
    let is_in = |set: &Expr| is_it(set) || names_set(set, wanted);
    expr.any(&mut |part| matches!(&part.kind, ExprKind::In(_, set) if is_in(set)))
}

/// Writes the arguments into the tree, in the place of the presets: what is printed then stands for itself.
pub fn bind(file: &File, arguments: &[Argument]) -> Result<File, Refusal> {
    let mut bound = file.clone();
    let Some(parameters) = parameters_mut(&mut bound) else { return Ok(bound) };
    let names: Vec<String> = parameters.iter().map(|one| one.name.text.clone()).collect();
    let mut given = vec![false; names.len()];
    for (place, argument) in arguments.iter().enumerate() {
        let index = match &argument.name {
            None => place,
            Some(name) => names.iter().position(|known| known == name).unwrap_or(names.len()),
        };
        if index >= names.len() {
            return Err(too_many(arguments, argument, &names));
        }
        if std::mem::replace(&mut given[index], true) {
            return Err(Refusal::bad(
                format!("the parameter {} is given twice", names[index]),
                "give each parameter once",
            ));
        }
        parameters[index].default = Some(read_argument(file, &names[index], &argument.text)?);
    }
    match parameters.iter().find(|parameter| parameter.default.is_none()) {
        None => Ok(bound),
        Some(missing) => Err(Refusal::bad(
            format!("the parameter {} has no value", missing.name.text),
            format!(
                "write {} = {} where the rules name it, or :{} after the name of their file",
                missing.name.text,
                sample(file, &missing.name.text),
                usage(file, &names)
            ),
        )),
    }
}

/// A value that the parameter could have, as rules write it.
fn sample(file: &File, name: &str) -> &'static str {
    if is_set(file, name) { "{1,3,4}" } else { "2" }
}

fn usage(file: &File, names: &[String]) -> String {
    let bare = |name: &String| sample(file, name).trim_matches(['{', '}']);
    names.iter().map(bare).collect::<Vec<_>>().join("|")
}

fn too_many(arguments: &[Argument], argument: &Argument, names: &[String]) -> Refusal {
    let known = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
    match &argument.name {
        Some(name) => Refusal::bad(
            format!("the game has no parameter {}", name.escape_debug()),
            match nearest(name, names.iter().map(String::as_str)) {
                Some(near) => format!("did you mean {near}?"),
                None => format!("its parameters: {known}"),
            },
        ),
        None => Refusal::bad(
            format!("{} values are given for {} parameters", arguments.len(), names.len()),
            format!("its parameters: {known}; write | between their values"),
        ),
    }
}

/// The largest set that can be given.
const MOST_ELEMENTS: usize = 100_000;

fn read_argument(file: &File, name: &str, text: &str) -> Result<Expr, Refusal> {
    let expr = |kind: ExprKind| Expr { kind, span: Span::default() };
    let short = |text: &str| text.chars().take(40).flat_map(char::escape_debug).collect::<String>();
    if !is_set(file, name) {
        return number(text).map(|number| expr(ExprKind::Number(number))).ok_or_else(|| {
            Refusal::bad(
                format!("`{}` is not a value of the parameter {name}", short(text)),
                "write a whole number from 0 to 10^18",
            )
        });
    }
    let inner = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).unwrap_or(text);
    let count = inner.split(',').count();
    if count > MOST_ELEMENTS {
        return Err(Refusal::bad(
            format!("the set {name} has {count} elements"),
            format!("write at most {MOST_ELEMENTS}"),
        ));
    }
    let elements = inner.split(',').map(str::trim).map(|part| {
        let (from, step) = element(part).ok_or_else(|| {
            Refusal::bad(
                format!("`{}` is not an element of the set {name}", short(part)),
                "write whole numbers with commas, such as 1,3,4; 2+ for all from 2; 4+2k for 4, 6, 8, …",
            )
        })?;
        Ok(Element { from: expr(ExprKind::Number(from)), step })
    });
    Ok(expr(ExprKind::Braces(elements.collect::<Result<_, _>>()?)))
}

fn number(text: &str) -> Option<u64> {
    text.parse().ok().filter(|number| Number::from(*number) <= Program::LARGEST)
}

/// A number, or where a progression starts and its step.
fn element(text: &str) -> Option<(u64, Option<u64>)> {
    let Some((from, step)) = text.split_once('+') else { return Some((number(text)?, None)) };
    let step = match step {
        "" => 1,
        step => number(step.trim().strip_suffix('k')?.trim())?,
    };
    (step > 0).then_some((number(from.trim())?, Some(step)))
}

/// The tree with values for the parameters that have none, and what they are: for checking a text alone.
#[must_use]
pub fn with_stand_ins(file: &File) -> (File, Vec<String>) {
    let mut bound = file.clone();
    let mut reported = Vec::new();
    let Some(parameters) = parameters_mut(&mut bound) else { return (bound, reported) };
    for parameter in parameters.iter_mut().filter(|parameter| parameter.default.is_none()) {
        let name = &parameter.name.text;
        let text = if is_set(file, name) { "{1, 2, 3}" } else { "2" };
        reported.push(format!("{name} = {text}"));
        parameter.default = read_argument(file, name, text).ok();
    }
    (bound, reported)
}

fn parameters_mut(file: &mut File) -> Option<&mut Vec<Declaration>> {
    file.items.iter_mut().find_map(|item| match &mut item.kind {
        ItemKind::Game { parameters, .. } => Some(parameters),
        _ => None,
    })
}

/// The value of a parameter, from its preset.
pub(super) fn value_of(
    file: &File,
    parameter: &Declaration,
    report: &mut Mistakes,
) -> Option<Value> {
    let Name { text: name, span } = &parameter.name;
    let Some(preset) = &parameter.default else {
        let mistake = Diagnostic::error(*span, format!("the parameter {name} has no value"));
        let help = "give one when you name the game, or write a preset here, such as S = {1, 3}";
        return report.refuse(mistake.help(help));
    };
    let is_given_set = matches!(preset.kind, ExprKind::Range(..) | ExprKind::Braces(_));
    let mistake = |message: String| Diagnostic::error(preset.span, message);
    let mistake = match (is_set(file, name), &preset.kind) {
        (true, _) if is_given_set => return constant_set(preset, report).map(Value::Set),
        (false, ExprKind::Number(number)) => return Some(Value::Number((*number).into())),
        (false, ExprKind::Missing) => return None,
        (false, _) if is_given_set => mistake(format!("{name} is used as a number"))
            .label("this is a set")
            .help(format!("write a number, or use it in a clause such as `s in {name}`")),
        (false, _) => mistake("a preset is a number or a set in braces".to_owned())
            .help(format!("write a number, such as {name} = 2")),
        (true, _) => mistake(format!("{name} is used as a set"))
            .label("this is a number")
            .help("write a set in braces, such as {1, 3}"),
    };
    report.refuse(mistake)
}
