use crate::catalogue::{Built, Entry, no_parameters};
use crate::code::TakeAndBreakCode;
use crate::families::{HeapMoves, HeapRules};
use crate::spec::Spec;
use bouton_values::Refusal;

pub(crate) const OCTAL: Entry = Entry {
    name: "octal",
    parameters: "CODE",
    summary: "Take and break by a code d0.d1d2…, octal or hexadecimal: bit b of the digit d_i \
              allows taking i tokens and leaving exactly b non-empty heaps. [block] repeats.",
    positions: "the heaps: 30,12",
    source: "R. K. Guy, C. A. B. Smith, The G-values of various games (1956)",
    example: ("octal:0.77", "30,12"),
    build: |parameters| {
        let code = TakeAndBreakCode::parse(parameters)?;
        Ok(Built::with(code.to_string(), coded(code)))
    },
};

pub(crate) const PARTIZAN_OCTAL: Entry = Entry {
    name: "partizan-octal",
    parameters: "CODE|CODE",
    summary: "Left takes and breaks by the first code, Right by the second; codes are those of \
              octal.",
    positions: "the heaps: 9 or 9,5",
    source: "A. S. Fraenkel, A. Kotzig, Partizan octal games: partizan subtraction games (1987)",
    example: ("partizan-octal:0.3|0.7", "9,5"),
    build: |parameters| {
        let (left, right) = parameters.split_once('|').ok_or_else(|| {
            Refusal::bad("Right's code is missing", "write both codes: partizan-octal:0.3|0.7")
        })?;
        let (left, right) = (TakeAndBreakCode::parse(left)?, TakeAndBreakCode::parse(right)?);
        let parameters = format!("{left}|{right}");
        // Equal codes are an impartial game, which more engines understand.
        let moves = match left == right {
            true => HeapMoves::Code(left),
            false => HeapMoves::PartizanCode { left, right },
        };
        Ok(Built::with(parameters, Spec::Heap(HeapRules::new(moves))))
    },
};

pub(crate) const KAYLES: Entry = Entry {
    name: "kayles",
    parameters: "",
    summary: "Take one or two adjacent pins; the row may fall into two (0.77).",
    positions: "the rows: 12,5",
    source: "H. E. Dudeney (1908); Guy and Smith (1956)",
    example: ("kayles", "12,5"),
    build: |parameters| named("kayles", "0.77", parameters),
};

pub(crate) const DAWSONS_KAYLES: Entry = Entry {
    name: "dawsons-kayles",
    parameters: "",
    summary: "Take exactly two adjacent pins; the row may fall into two (0.07).",
    positions: "the rows: 12,5",
    source: "T. R. Dawson (1935); Guy and Smith (1956)",
    example: ("dawsons-kayles", "12,5"),
    build: |parameters| named("dawsons-kayles", "0.07", parameters),
};

pub(crate) const DAWSONS_CHESS: Entry = Entry {
    name: "dawsons-chess",
    parameters: "",
    summary: "Dawson's Chess as a take-and-break game (0.137).",
    positions: "the rows: 12,5",
    source: "T. R. Dawson (1935); Guy and Smith (1956)",
    example: ("dawsons-chess", "12,5"),
    build: |parameters| named("dawsons-chess", "0.137", parameters),
};

pub(crate) const OFFICERS: Entry = Entry {
    name: "officers",
    parameters: "",
    summary: "Take one token and leave the rest as one or two heaps (0.6). Its period is unknown.",
    positions: "the heaps: 12,5",
    source: "Winning Ways, chapter 4; J. P. Grossman (2011)",
    example: ("officers", "12,5"),
    build: |parameters| named("officers", "0.6", parameters),
};

pub(crate) const LASKER: Entry = Entry {
    name: "lasker",
    parameters: "",
    summary: "Lasker's Nim: take from a heap as in Nim, or split it into two (4.[3]).",
    positions: "the heaps: 3,4,6",
    source: "E. Lasker, Brettspiele der Völker (1931)",
    example: ("lasker", "3,4,6"),
    build: |parameters| named("lasker", "4.[3]", parameters),
};

fn named(name: &str, code: &str, parameters: &str) -> Result<Built, Refusal> {
    no_parameters(name, parameters)?;
    Ok(Built::plain(coded(TakeAndBreakCode::parse(code)?)))
}

fn coded(code: TakeAndBreakCode) -> Spec {
    Spec::Heap(HeapRules::new(HeapMoves::Code(code)))
}
