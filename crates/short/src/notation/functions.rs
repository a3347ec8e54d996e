//! The functions of the notation, such as `tiny(G)` and `cool(G,t)`.

use bouton_values::{Nimber, Refusal};
use dashu_int::IBig;

use super::MAX_ORDER;
use crate::dyadic::Dyadic;
use crate::form::Form;
use crate::store::Forms;

/// A function of the notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Function {
    Tiny,
    Miny,
    Up,
    Down,
    Cool,
    Heat,
    Overheat,
    Norton,
    Ordinal,
    NimProduct,
    Reduce,
    AtomicWeight,
    Mean,
    Temperature,
    LeftStop,
    RightStop,
}

/// How each function is written, and what it means.
const TABLE: [(Function, &str, &str); 16] = [
    (Function::Tiny, "tiny(G)", "{0||0|-G}"),
    (Function::Miny, "miny(G)", "{G|0||0}"),
    (Function::Up, "up(n)", "↑ⁿ, also written ^<n>"),
    (Function::Down, "down(n)", "-↑ⁿ, also written v<n>"),
    (Function::Cool, "cool(G,t)", "G cooled by the number t"),
    (Function::Heat, "heat(G,t)", "G heated by the number t"),
    (Function::Overheat, "overheat(G,s,t)", "G overheated from s to t"),
    (Function::Norton, "norton(G,U)", "the Norton product G·U"),
    (Function::Ordinal, "ordinal(G,H)", "the ordinal sum G:H"),
    (Function::NimProduct, "nim_product(a,b)", "the product of two nimbers"),
    (Function::Reduce, "reduce(G)", "the reduced form of G: G but for infinitesimals"),
    (Function::AtomicWeight, "atomic_weight(G)", "the atomic weight of G"),
    (Function::Mean, "mean(G)", "the mean value of G, a number"),
    (Function::Temperature, "temperature(G)", "the temperature of G, a number"),
    (Function::LeftStop, "left_stop(G)", "where play stops if Left begins, a number"),
    (Function::RightStop, "right_stop(G)", "where play stops if Right begins, a number"),
];

/// The functions of the notation: how each is written, and what it means.
pub fn functions() -> impl Iterator<Item = (&'static str, &'static str)> {
    TABLE.iter().map(|(_, usage, meaning)| (*usage, *meaning))
}

/// A form, or what is wrong with the arguments.
type Called = Result<Result<Form, String>, Refusal>;

impl Function {
    /// The function with this name; capital letters do not matter.
    pub(crate) fn find(word: &str) -> Option<Function> {
        let named = |usage: &str| {
            usage.split('(').next().is_some_and(|name| name.eq_ignore_ascii_case(word))
        };
        TABLE.iter().find(|(_, usage, _)| named(usage)).map(|(function, ..)| *function)
    }

    pub(crate) fn usage(self) -> &'static str {
        let entry = TABLE.iter().find(|(function, ..)| *function == self);
        entry.map(|(_, usage, _)| *usage).expect("the table has all functions")
    }

    pub(crate) fn arity(self) -> usize {
        self.usage().split(',').count()
    }

    /// The value; the arguments are as many as the arity says.
    pub(crate) fn call(self, forms: &mut Forms, arguments: &[Form]) -> Called {
        let g = arguments[0];
        let second = arguments.get(1).copied().unwrap_or(g);
        let third = arguments.get(2).copied().unwrap_or(g);
        let value = match self {
            Function::Tiny => forms.tiny(g)?,
            Function::Miny => forms.miny(g)?,
            Function::Up | Function::Down => return self.uptimal(forms, g),
            Function::Cool | Function::Heat => return self.by_number(forms, g, second),
            Function::Overheat => forms.overheated(g, second, third)?,
            Function::Norton => forms.norton_product(g, second)?,
            Function::Ordinal => forms.ordinal_sum(g, second)?,
            Function::NimProduct => return nim_product(forms, g, second),
            Function::Reduce => forms.reduced(g)?,
            Function::AtomicWeight => return atomic_weight(forms, g),
            Function::Mean | Function::Temperature | Function::LeftStop | Function::RightStop => {
                let number = self.number(forms, g)?;
                forms.number(&number)?
            }
        };
        Ok(Ok(value))
    }

    fn uptimal(self, forms: &mut Forms, n: Form) -> Called {
        let order = forms.as_number(n).and_then(integer).and_then(|n| u32::try_from(n).ok());
        let Some(order @ 1..=MAX_ORDER) = order else {
            return Ok(Err(format!("the order of ↑ⁿ is between 1 and {MAX_ORDER}")));
        };
        let up = forms.uptimal(order)?;
        Ok(Ok(if self == Function::Down { forms.negative(up)? } else { up }))
    }

    fn by_number(self, forms: &mut Forms, g: Form, t: Form) -> Called {
        let Some(t) = forms.as_number(t).cloned() else {
            return Ok(Err("the second argument is not a number".to_owned()));
        };
        Ok(Ok(match self {
            Function::Cool => forms.cooled(g, &t)?,
            _ => forms.heated(g, &t)?,
        }))
    }

    fn number(self, forms: &mut Forms, g: Form) -> Result<Dyadic, Refusal> {
        match self {
            Function::Mean => forms.mean(g),
            Function::Temperature => forms.temperature(g),
            Function::LeftStop => forms.left_stop(g),
            _ => forms.right_stop(g),
        }
    }
}

/// The number as an integer, if it is one.
pub(crate) fn integer(number: &Dyadic) -> Option<&IBig> {
    number.is_integer().then(|| number.numerator())
}

fn nim_product(forms: &mut Forms, a: Form, b: Form) -> Called {
    let nimber = |form: Form| {
        let simple = forms.simple(form)?;
        (simple.ups == 0 && simple.number.is_zero()).then_some(Nimber(simple.nimber))
    };
    match (nimber(a), nimber(b)) {
        (Some(a), Some(b)) => Ok(Ok(forms.nimber((a * b).0)?)),
        _ => Ok(Err("only nimbers have a nim-product".to_owned())),
    }
}

fn atomic_weight(forms: &mut Forms, g: Form) -> Called {
    Ok(forms.atomic_weight(g)?.ok_or_else(|| "the game has no atomic weight".to_owned()))
}
