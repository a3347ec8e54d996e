//! How often a token is looked at, however wrong the text is.

use super::{LONGEST_TEXT, parse_counting};

/// Beginnings of lines and what is repeated after them.
const HEADS: [&str; 7] = ["", "game g(", "position ", "legal ", "move ", "end ", "legal n in {"];
const PARTS: [&str; 53] = [
    "(",
    ")",
    "{",
    "}",
    "a ",
    "a' ",
    "1 ",
    "a, ",
    ": ",
    "if ",
    "else ",
    "x if y else ",
    "x if ",
    "where ",
    "not ",
    "- ",
    "+ ",
    "a + ",
    "a * ",
    "min(",
    "min(a,",
    "a in ",
    "a in {",
    "a in {1, ",
    "a < ",
    "< ",
    "@ ",
    "== ",
    "[",
    "]",
    "[a, ",
    ".. ",
    "1 .. ",
    "all ",
    "one h ",
    "up to ",
    "up to 2 ",
    "of ",
    "mdo ",
    "distict h ",
    "sum(h) ",
    "; ",
    "\n",
    "\n ",
    "# ",
    "#\n",
    "move ",
    "\nmove ",
    " heaps h",
    "a and ",
    "a or ",
    "4+2k, ",
    "(a } ",
];

/// Twice the text, twice the looks: no text makes the parser go back.
#[test]
fn the_work_is_linear_in_the_text() {
    for head in HEADS {
        for part in PARTS {
            let looks = |times: usize| parse_counting(&format!("{head}{}", part.repeat(times))).2;
            let (one, four) = (looks(500), looks(2000));
            assert!(four <= 4 * one + 400, "{head}{part}: {one} looks, then {four}");
        }
    }
}

/// A token is looked at a bounded number of times.
#[test]
fn a_token_is_looked_at_a_few_times() {
    for head in HEADS {
        for part in PARTS {
            let times = 3000.min((LONGEST_TEXT - head.len()) / part.len());
            let text = format!("{head}{}", part.repeat(times));
            let (_, _, looks) = parse_counting(&text);
            assert!(looks <= 200 * times + 2000, "{head}{part}: {looks} looks for {times}");
        }
    }
}

/// Two parts by turns are no harder than one.
#[test]
fn pairs_of_parts_are_linear_too() {
    for first in PARTS {
        for second in PARTS {
            let looks = |times: usize| {
                let text = format!("legal {}", format!("{first}{second}").repeat(times));
                parse_counting(&text).2
            };
            let (one, four) = (looks(50), looks(200));
            assert!(four <= 4 * one + 600, "{first}{second}: {one} looks, then {four}");
        }
    }
}
