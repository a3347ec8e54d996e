use crate::catalogue::{Built, Entry, Rules, no_parameters};
use crate::code::TakeAndBreakCode;
use crate::families::{HeapMoves, HeapRules};
use crate::spec::Spec;
use crate::written::StatedRules;
use bouton_values::Refusal;

pub(crate) const OCTAL: Entry = Entry {
    name: "octal",
    title: "Octal and hexadecimal games",
    parameters: "CODE",
    summary: "Take and break by a code d0.d1d2…, octal or hexadecimal: bit b of the digit d_i \
              allows taking i tokens and leaving exactly b non-empty heaps. [block] repeats.",
    positions: "the heaps: 30,12",
    source: "R. K. Guy, C. A. B. Smith, The G-values of various games (1956)",
    example: ("octal:0.77", "30,12"),
    text: None,
    build: |parameters| {
        let code = TakeAndBreakCode::parse(parameters)?;
        let text = rule_text("octal", &[("", &code)]);
        let spec = Spec::Heap(HeapRules::new(HeapMoves::Code(code.clone())));
        Ok(built(code.to_string(), spec, text))
    },
};

pub(crate) const PARTIZAN_OCTAL: Entry = Entry {
    name: "partizan-octal",
    title: "Partizan octal games",
    parameters: "CODE|CODE",
    summary: "Left takes and breaks by the first code, Right by the second; codes are those of \
              octal.",
    positions: "the heaps: 9 or 9,5",
    source: "A. S. Fraenkel, A. Kotzig, Partizan octal games: partizan subtraction games (1987)",
    example: ("partizan-octal:0.3|0.7", "9,5"),
    text: None,
    build: |parameters| {
        let (left, right) = parameters.split_once('|').ok_or_else(|| {
            Refusal::bad("Right's code is missing", "write both codes: partizan-octal:0.3|0.7")
        })?;
        let (left, right) = (TakeAndBreakCode::parse(left)?, TakeAndBreakCode::parse(right)?);
        let parameters = format!("{left}|{right}");
        let text = rule_text("partizan-octal", &[("left ", &left), ("right ", &right)]);
        // Equal codes are an impartial game, which more engines understand.
        let moves = match left == right {
            true => HeapMoves::Code(left),
            false => HeapMoves::PartizanCode { left, right },
        };
        Ok(built(parameters, Spec::Heap(HeapRules::new(moves)), text))
    },
};

pub(crate) const KAYLES: Entry = Entry {
    name: "kayles",
    title: "Kayles",
    parameters: "",
    summary: "Take one or two adjacent pins; the row may fall into two (0.77).",
    positions: "the rows: 12,5",
    source: "H. E. Dudeney (1908); Guy and Smith (1956)",
    example: ("kayles", "12,5"),
    text: Some(include_str!("texts/kayles.game")),
    build: |parameters| named(&KAYLES, parameters),
};

pub(crate) const DAWSONS_KAYLES: Entry = Entry {
    name: "dawsons-kayles",
    title: "Dawson's Kayles",
    parameters: "",
    summary: "Take exactly two adjacent pins; the row may fall into two (0.07).",
    positions: "the rows: 12,5",
    source: "T. R. Dawson (1935); Guy and Smith (1956)",
    example: ("dawsons-kayles", "12,5"),
    text: Some(include_str!("texts/dawsons-kayles.game")),
    build: |parameters| named(&DAWSONS_KAYLES, parameters),
};

pub(crate) const DAWSONS_CHESS: Entry = Entry {
    name: "dawsons-chess",
    title: "Dawson's Chess",
    parameters: "",
    summary: "Dawson's Chess as a take-and-break game (0.137).",
    positions: "the rows: 12,5",
    source: "T. R. Dawson (1935); Guy and Smith (1956)",
    example: ("dawsons-chess", "12,5"),
    text: Some(include_str!("texts/dawsons-chess.game")),
    build: |parameters| named(&DAWSONS_CHESS, parameters),
};

pub(crate) const OFFICERS: Entry = Entry {
    name: "officers",
    title: "Officers",
    parameters: "",
    summary: "Take one token and leave the rest as one or two heaps (0.6). Its period is unknown.",
    positions: "the heaps: 12,5",
    source: "Winning Ways, chapter 4; J. P. Grossman (2011)",
    example: ("officers", "12,5"),
    text: Some(include_str!("texts/officers.game")),
    build: |parameters| named(&OFFICERS, parameters),
};

pub(crate) const LASKER: Entry = Entry {
    name: "lasker",
    title: "Lasker's Nim",
    parameters: "",
    summary: "Lasker's Nim: take from a heap as in Nim, or split it into two (4.[3]).",
    positions: "the heaps: 3,4,6",
    source: "E. Lasker, Brettspiele der Völker (1931)",
    example: ("lasker", "3,4,6"),
    text: Some(include_str!("texts/lasker.game")),
    build: |parameters| named(&LASKER, parameters),
};

fn named(entry: &Entry, parameters: &str) -> Result<Built, Refusal> {
    no_parameters(entry.name, parameters)?;
    Ok(Built::stated("", StatedRules::new(entry.text.unwrap_or_default())))
}

fn built(parameters: String, spec: Spec, text: Option<String>) -> Built {
    match text {
        Some(text) => Built { parameters, rules: Rules::Both(spec, None, StatedRules::new(text)) },
        None => Built::with(parameters, spec),
    }
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
