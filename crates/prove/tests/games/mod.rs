//! Games of the literature as rule texts, for tests and for measurements.

#![allow(unreachable_pub, dead_code, reason = "a part of several programs")]

use bouton_lang::{Program, check, parse};

/// A game, how many heaps, and whether its nim-values are meant.
pub struct Listed {
    pub name: String,
    pub text: String,
    pub heaps: Option<usize>,
    pub values: bool,
}

/// The program of a text without parameters.
pub fn program(text: &str) -> Program {
    let (tree, mistakes) = parse(text);
    assert!(mistakes.is_empty(), "{text}: {mistakes:?}");
    let (program, mistakes) = check(&tree);
    program.unwrap_or_else(|| panic!("{text}: {mistakes:?}"))
}

const NIM: &str = "heaps h; move one h: 0 <= h' < h";
const ANTONIM: &str = "heaps h; legal distinct nonzero h; move one h: 0 <= h' < h";
const WELTER: &str = "heaps h; legal distinct h; move one h: 0 <= h' < h";
const ROOK: &str = "position a, b; move k >= 1: a' = a - k; move k >= 1: b' = b - k; ";
const CHOMP: &str = "rows h; legal falling h; legal first h >= 1; move one h: 0 <= h' < h, later h' = min(later h, h')";
const MARK: &str = "position n; move n' = n - 1; move n >= 1: n' = n div 2";
const KING: &str = "position a, b; move a' = a - 1; move b' = b - 1; move a' = a - 1, b' = b - 1";

/// Games with named numbers, and nothing else to say.
const NAMED: [(&str, &str); 12] = [
    (
        "fibonacci-nim",
        "position heap, limit = heap - 1; \
         move 1 <= k <= limit: heap' = heap - k, limit' = min(2 * k, 1000000000000000000)",
    ),
    ("mark", MARK),
    ("mark-3", "position n; move n' = n - 1; move n' = n - 2; move n >= 1: n' = n div 3"),
    ("mark-4", "position n; move s in {1, 2, 3}: n' = n - s; move n >= 1: n' = n div 4"),
    (
        "nim-pass-2",
        "position a, b, pass; legal pass <= 1; move a' < a; move b' < b; move pass = 1, a + b >= 1: pass' = 0",
    ),
    (
        "staircase-nim-4",
        "position a, b, c, d; move k >= 1: a' = a - k; move k >= 1: b' = b - k, a' = a + k; \
         move k >= 1: c' = c - k, b' = b + k; move k >= 1: d' = d - k, c' = c + k",
    ),
    (
        "small-nim-2",
        "position a, b; move a >= 1, (b = 0 or a <= b): a' < a; move b >= 1, (a = 0 or b <= a): b' < b",
    ),
    ("king", KING),
    (
        "king-3d",
        "position a, b, c; \
         move a' in a - 1 .. a, b' in b - 1 .. b, c' in c - 1 .. c, a' + b' + c' < a + b + c",
    ),
    (
        "end-nim-3",
        "position a, b, c; move a' < a; move c' < c; move a = 0, b' < b; move c = 0, b' < b",
    ),
    (
        "partizan-1,2/1,3",
        "position n; left move s in {1, 2}: n' = n - s; right move s in {1, 3}: n' = n - s",
    ),
    ("mark-misere", "position n; move n' = n - 1; move n >= 1: n' = n div 2; end misere"),
];

fn listed(name: &str, rules: &str, heaps: usize, values: bool) -> Listed {
    let heaps = (heaps > 0).then_some(heaps);
    Listed { name: name.to_owned(), text: format!("game g; {rules}"), heaps, values }
}

/// The games of the literature.
pub fn games() -> Vec<Listed> {
    let mut all = of_heaps();
    all.extend(NAMED.iter().map(|(name, rules)| listed(name, rules, 0, false)));
    all.extend(of_two_numbers());
    all.extend(of_values());
    all
}

fn of_heaps() -> Vec<Listed> {
    let mut all = Vec::new();
    let mut add = |name: &str, rules: &str, heaps: std::ops::RangeInclusive<usize>| {
        all.extend(heaps.map(|heaps| listed(&format!("{name}-{heaps}"), rules, heaps, false)));
    };
    add("nim", NIM, 2..=6);
    add("misere-nim", &format!("{NIM}; end misere"), 2..=4);
    add("antonim", ANTONIM, 2..=3);
    add("welter", WELTER, 2..=4);
    add("moore2", "heaps h; move up to 2 of h: 0 <= h' < h", 3..=5);
    add("moore3", "heaps h; move up to 3 of h: 0 <= h' < h", 4..=5);
    add("exact2", "heaps h; move exactly 2 of h: 0 <= h' < h", 3..=4);
    add("greedy-nim", "heaps h; move one h, h = greatest h: 0 <= h' < h", 2..=3);
    add("chomp", CHOMP, 2..=2);
    for last in 1..=3 {
        add(&format!("chomp-c{last}"), &format!("{CHOMP}; legal least h <= {last}"), 3..=3);
    }
    for set in ["1,2,3", "1,3,4"] {
        add(&format!("subtraction-{set}"), &subtraction(set), 1..=2);
    }
    for set in ["2,5,7", "1,6,9,10", "3,5,9,17", "1,19,29"] {
        add(&format!("subtraction-{set}"), &subtraction(set), 1..=1);
    }
    all
}

fn subtraction(set: &str) -> String {
    format!("heaps h; move one h, s in {{{set}}}: h' = h - s")
}

fn of_two_numbers() -> Vec<Listed> {
    let mut all = Vec::new();
    let mut add = |name: &str, rules: &str| all.push(listed(name, rules, 0, false));
    let wythoff = format!("{ROOK}move k >= 1: a' = a - k, b' = b - k");
    add("wythoff", &wythoff);
    add("wythoff-misere", &format!("{wythoff}; end misere"));
    add("wythoff-terminal-1", &format!("{wythoff}; end misere if a + b = 1 else normal"));
    for t in 2..=3 {
        let rules = format!("{ROOK}move k >= 1, l >= 1, abs(k - l) < {t}: a' = a - k, b' = b - l");
        add(&format!("wythoff-t{t}"), &rules);
        add(&format!("wythoff-t{t}-misere"), &format!("{rules}; end misere"));
    }
    add("rook-12-21", &format!("{ROOK}move a' = a - 1, b' = b - 2; move a' = a - 2, b' = b - 1"));
    for h in 2..=3 {
        let rules = format!("{ROOK}move s >= 1, t >= 1, s + t < {h}: a' = a - s, b' = b - t");
        add(&format!("cyclic-nimhoff-{h}"), &rules);
    }
    for set in ["2,3", "2,3,6", "3,5,8"] {
        let ending = "end left if n mod 2 = 0 else right";
        let rules = format!("position n; move s in {{{set}}}: n' = n - s; {ending}");
        add(&format!("ending-partizan-{set}"), &rules);
    }
    all
}

fn of_values() -> Vec<Listed> {
    let mut all = Vec::new();
    let mut add = |name: &str, rules: &str, heaps| all.push(listed(name, rules, heaps, true));
    let lasker = format!("{NIM}; move one h: h' = a + b where a + b = h, 1 <= a <= b");
    add("v:nim-3", NIM, 3);
    add("v:lasker", &lasker, 1);
    add("v:kayles", "heaps h; move one h, k in 1 .. 2: h' = a + b where a + b = h - k", 1);
    add("v:dawsons-kayles", "heaps h; move one h: h' = a + b where a + b = h - 2", 1);
    add("v:mark", MARK, 0);
    add("v:welter-2", WELTER, 2);
    add("v:welter-3", WELTER, 3);
    add("v:subtraction-1,3,4", &subtraction("1,3,4"), 1);
    all
}
