//! Take-and-break codes in the catalogue.

use crate::catalogue::{Built, Rules};
use crate::code::TakeAndBreakCode;
use crate::families::{HeapMoves, HeapRules};
use crate::spec::Spec;
use crate::written::StatedRules;
use bouton_values::Refusal;

/// The code or the codes, read, and written out as rules.
pub(crate) fn built(name: &str, parameters: &str) -> Result<Built, Refusal> {
    let rules = HeapRules::named(name, parameters).expect("the name is that of codes")?;
    let (parameters, text) = match &rules.moves {
        HeapMoves::Code(code) if name == "octal" => {
            (code.to_string(), rule_text(name, &[("", code)]))
        }
        HeapMoves::Code(code) => {
            (format!("{code}|{code}"), rule_text(name, &[("left ", code), ("right ", code)]))
        }
        HeapMoves::PartizanCode { left, right } => {
            (format!("{left}|{right}"), rule_text(name, &[("left ", left), ("right ", right)]))
        }
        _ => unreachable!("codes were read"),
    };
    let built = Built::with(parameters, Rules::Spec(Spec::Heap(rules)));
    Ok(built.with_text(text.map(StatedRules::new)))
}

/// Codes with more digits than this are not written out as rules.
const MOST_DIGITS: usize = 64;

/// The codes as rules, each for a player; `None` if one of them is long.
fn rule_text(name: &str, codes: &[(&str, &TakeAndBreakCode)]) -> Option<String> {
    let mut text = format!("game {name}\nheaps h\n");
    for (player, code) in codes {
        let (digits, block) = code.digits_and_block();
        if digits.len() + block.len() > MOST_DIGITS {
            return None;
        }
        let lines = LINES.iter().flat_map(|line| line.moves(digits, block));
        let before = text.len();
        lines.for_each(|line| text += &format!("{player}move one h, {line}\n"));
        if text.len() == before {
            text += &format!("{player}move one h: h' = none if false\n");
        }
    }
    Some(text)
}

/// What a digit with all bits of `has` and none of `lacks` allows, k being taken.
struct Line {
    has: u8,
    lacks: u8,
    says: &'static str,
}

const LINES: [Line; 7] = [
    Line { has: 1, lacks: 2, says: "h' = none if h = k" },
    Line { has: 3, lacks: 4, says: "h' = h - k" },
    Line { has: 2, lacks: 5, says: "h' = h - k, h' >= 1" },
    Line { has: 4, lacks: 2, says: "h' = a + b where a + b = h - k, 1 <= a <= b" },
    Line { has: 6, lacks: 1, says: "h' = a + b where a + b = h - k, a >= 0, b >= 1" },
    Line { has: 7, lacks: 0, says: "h' = a + b where a + b = h - k" },
    Line { has: 8, lacks: 0, says: "h' = a + b + c where a + b + c = h - k, 1 <= a <= b <= c" },
];

impl Line {
    fn fits(&self, digit: u8) -> bool {
        digit & self.has == self.has && digit & self.lacks == 0
    }

    /// The moves that say this: for the numbers that are written out, and for each progression.
    fn moves(&self, digits: &[u8], block: &[u8]) -> Vec<String> {
        let fitting = |digits: &[u8], from: usize| {
            let all = digits.iter().enumerate().filter(|(_, digit)| self.fits(**digit));
            all.map(|(place, _)| place + from).collect::<Vec<_>>()
        };
        let listed: Vec<String> = fitting(digits, 0).iter().map(ToString::to_string).collect();
        let step = match block.len() {
            1 => String::new(),
            step => format!("{step}k"),
        };
        let repeated = fitting(block, digits.len());
        let mut sets: Vec<String> = repeated.iter().map(|from| format!("{from}+{step}")).collect();
        if !listed.is_empty() {
            sets.insert(0, listed.join(", "));
        }
        sets.iter().map(|set| format!("k in {{{set}}}: {}", self.says)).collect()
    }
}
