//! Mistakes are told with their place and a repair.

use bouton_lang::{Diagnostic, Severity, check, parse, with_stand_ins};
use bouton_values::Player;

/// All mistakes: those of the spelling and those of the meaning.
fn mistakes(text: &str) -> Vec<Diagnostic> {
    let (tree, mut found) = parse(text);
    let (program, more) = check(&with_stand_ins(&tree).0);
    let has_errors = more.iter().any(|one| one.severity == Severity::Error);
    assert!(program.is_none() || !has_errors, "{text}");
    found.extend(more);
    found.sort_by_key(|one| one.span);
    found
}

/// One mistake, at this place, whose message and help contain these words.
fn told(text: &str, place: &str, words: &str, help: &str) {
    let found = mistakes(text);
    assert_eq!(found.len(), 1, "{text}: {found:#?}");
    let Diagnostic { message, span, help: proposed, label, .. } = &found[0];
    assert_eq!(&text[span.start..span.end], place, "{message}");
    assert!(message.contains(words) || label.contains(words), "{message} / {label}: {words}");
    let proposed = proposed.clone().unwrap_or_default();
    assert!(proposed.contains(help), "{message}: {proposed}: {help}");
}

#[test]
fn names() {
    told("game x\nposition pile\nmove k >= 1: pil' = pile - k", "pil'", "`pil`", "pile'");
    told(
        "game x\nposition pile\nlegal pill >= 0\nmove k >= 1: pile' = pile - k",
        "pill",
        "not known",
        "`pile`",
    );
    told("game x\nposition n\nmove take >= 1: n' = n - tak", "tak", "not known", "`take`");
    told("game x\nposition n, n\nmove n' = n - 1", "n", "twice", "own name");
    told("game x(S)\nposition n\nmove s in T: n' = n - s", "T", "no set", "game take(S)");
    told("game x\nheaps h\nmove one g: 0 <= h' < h", "one g", "no heaps", "`h`");
    told("game x\nposition n\nlegal n' >= 0\nmove n' = n - 1", "n'", "after a move", "`n`");
}

#[test]
fn primes() {
    told("game x\nposition n\nmove k >= 1: n = n - k", "n", "prime is missing", "`n'`");
    let text = "game x\nposition pile, rate\nmove rate in rate-1..rate+1, pile' = pile - rate";
    told(text, "rate", "prime is missing", "`rate'`");
    told(
        "game x\nposition n\nmove k in 1..3: k <= n",
        "move k in 1..3: k <= n",
        "changes nothing",
        "n' = …",
    );
}

#[test]
fn choices_need_bounds() {
    told("game x\nposition n\nmove k >= 1: n' = n + k", "k", "no upper bound", "k <= n");
    told("game x\nposition n\nmove k <= 3: n' = n - k", "k", "no lower bound", "k >= 1");
    told(
        "game x\nposition a, b\nmove k >= 1: a' = a - k * b",
        "k",
        "no upper bound",
        "b is positive",
    );
    told("game x\nheaps h\nmove one h: h' > h", "h'", "no upper bound", "h' <=");
}

#[test]
fn heaps() {
    told("game x\nheaps h\nmove 0 <= h' < h", "move 0 <= h' < h", "which heap", "move one h");
    let text = "game x\nheaps h\nmove one h, k in 1..2: h' = h + k";
    told(text, "h + k", "one heap or several", "parentheses");
    told(
        "game x\nposition n\nmove one n: n' = n - 1",
        "one n",
        "does not name heaps",
        "leave this out",
    );
    told(
        "game x\nposition n\nlegal sum n >= 1\nmove n' = n - 1",
        "n",
        "does not name heaps",
        "position here is n",
    );
    told(
        "game x\nheaps h\nmove one h: 0 <= h' < h, distinct h",
        "distinct h",
        "positions",
        "legal",
    );
    told(
        "game x\nheaps h\nend left if h = 0 else right\nmove one h: 0 <= h' < h",
        "h",
        "one heap",
        "sum h",
    );
}

#[test]
fn kinds() {
    told("game x\nposition n\nlegal n + 1\nmove n' = n - 1", "n + 1", "not a condition", "");
    told("game x\nposition n\nend n\nmove n' = n - 1", "n", "not a winner", "end left if");
    told("game x(S = 3)\nposition n\nmove s in S: n' = n - s", "3", "used as a set", "{1, 3}");
    told("game x(k = {3})\nposition n\nmove n' = n - k", "{3}", "used as a number", "a number");
    told("game x\nposition a, b\nmove a' = a mod b, b' = b - 1", "b", "divide", "quotient");
}

#[test]
fn sizes() {
    let text = "game x\nposition n\nmove n' = n * n * n - 1";
    told(text, "move n' = n * n * n - 1", "too large", "multiply fewer");
    told("game x\nheaps h", "heaps h", "no move", "move k >= 1");
    told("game x\nmove n' = n - 1", "game x", "what a position is", "position pile, rate");
}

#[test]
fn doubts_are_warnings() {
    for (text, words) in [
        ("game x\nposition n\nlegal n <= 9\nmove n' in n-1..n+1", "for ever"),
        ("game x\nposition n\nmove n' = n - 1\nmove k in 3..2: n' = n - k", "never possible"),
        ("game x\nposition n\nlegal n >= 1\nmove n' = n - 1 if n < 2", "never possible"),
        ("game x\nheaps h\nmove one h: h' = a + b where a + b = h", "for ever"),
    ] {
        let found = mistakes(text);
        assert_eq!(found.len(), 1, "{text}: {found:#?}");
        assert_eq!(found[0].severity, Severity::Warning);
        assert!(found[0].message.contains(words), "{text}: {}", found[0].message);
    }
    assert_eq!(mistakes("game x\nposition n\nlegal n <= 9\nmove n' in n-1..n+1\nloopy"), []);
}

#[test]
fn all_at_once() {
    let text = "game x\nposition a, b\nlegal c >= 0\nmove k >= 1: a = a - k\nmove j <= 2: b' = b - j\nend a";
    let found = mistakes(text);
    let places: Vec<&str> = found.iter().map(|one| &text[one.span.start..one.span.end]).collect();
    assert_eq!(places, ["c", "a", "j", "a"]);
}

/// Every other line is looked at all the same, and nothing panics.
#[test]
fn positions_without_names() {
    for position in ["position", "heaps", "coins", "rows"] {
        for line in [
            "move",
            "move :",
            "move n' = n - 1",
            "move k >= 1: n' = n - k",
            "move k: n' = n - k",
            "move one h: 0 <= h' < h",
            "move up to 2 of h: 0 <= h' < h",
            "legal n >= 0",
            "legal distinct h",
            "end left if n = 0 else right",
        ] {
            let found = mistakes(&format!("game x\n{position}\n{line}"));
            assert!(!found.is_empty(), "{position}: {line}");
        }
    }
}

/// A name that was written in the place of another is the mistake, not the bounds that are missing then.
#[test]
fn names_that_are_used_nowhere_else() {
    told("game x\nposition a\nmove k >= 1: a' = a - j", "j", "is new here", "`k`");
    told(
        "game x\nheaps h\nmove one h, k >= 1: h' = h - 1",
        "k",
        "used nowhere else",
        "leave it out",
    );
    told("game x\nposition a\nmove k >= 1: a' = a + k", "k", "no upper bound", "k <= a");
}

/// Where the move says what a number becomes, an equation with the old number is a condition.
#[test]
fn conditions_on_numbers_before_the_move() {
    for text in [
        "game x\nposition a, b, c\nmove a = max(a, b, c): a' < a",
        "game x\nposition a\nmove a = a mod 4: a' < a",
        "game x\nposition a, b\nmove a in a - 1 .. a + b, a' < a",
    ] {
        assert_eq!(mistakes(text), [], "{text}");
    }
}

#[test]
fn conditions_that_never_hold() {
    for (text, place, label) in [
        (
            "game x\nposition n\nmove k >= 1, k mod 3 = 4: n' = n - k",
            "k mod 3 = 4",
            "`k mod 3` is from 0 to 2",
        ),
        (
            "game x\nposition n\nmove k in 1..9: n' = n - 1, 5 <= k mod 2",
            "5 <= k mod 2",
            "`k mod 2` is from 0 to 1",
        ),
        ("game x\nposition n\nmove n < 0: n' = n - 1", "n < 0", "`n` is at least 0"),
        ("game x\nposition n\nmove n' = n - 1, n' < 0", "n' < 0", "`n'` is at least 0"),
        (
            "game x\nheaps h\nlegal count h >= 1 or sum h < 0\nmove one h: h' < h",
            "sum h < 0",
            "`sum h` is at least 0",
        ),
        (
            "game x\nposition n\nmove n' = n - 1\nend left if n mod 2 = 2 else right",
            "n mod 2 = 2",
            "from 0 to 1",
        ),
        (
            "game x\nposition n\nmove n' = n - 1 if n mod 2 != 0 or (n + 5) mod 4 = 7",
            "(n + 5) mod 4 = 7",
            "from 0 to 3",
        ),
    ] {
        let found = mistakes(text);
        assert_eq!(found.len(), 1, "{text}: {found:#?}");
        let span = found[0].span;
        assert_eq!((&text[span.start..span.end], found[0].severity), (place, Severity::Warning));
        assert!(
            found[0].message == "this never holds" && found[0].label.contains(label),
            "{found:?}"
        );
    }
    // Parameters are compared on purpose, and most comparisons hold now and then.
    for text in [
        "game x(m = 2)\nposition n\nmove n' = n - 1 if m = 1 or n > 3",
        "game x(m = 0)\nposition n\nmove k in 1..3, k <= n: n' = n - k if k > m",
        "game x\nposition n\nmove k in 1..9, k mod 3 = 2, k div 3 < 2: n' = n - k",
    ] {
        assert_eq!(mistakes(text), [], "{text}");
    }
}

/// An error after any number of warnings is one: what is wrong would be left out of the game otherwise.
#[test]
fn warnings_leave_room_for_errors() {
    let errors = [
        "move n' = n - zz",
        "move k >= 0: n' = n + k",
        "move k >= 1: n = n - k",
        "move n' = n - half(n)",
        "legal m >= 0",
        "end left if m = 0 else right",
        "move n' = n - 1, n*n*n*n*n*n*n*n >= 5",
    ];
    for count in [19, 20, 21, 60] {
        let never = |divisor: usize| format!("move n' = n - 1, n mod {divisor} = {divisor}\n");
        let never: String = (2..2 + count).map(never).collect();
        for error in errors {
            for text in [
                format!("game g\nposition n\n{never}{error}"),
                format!("game g\nposition n\n{error}\n{never}"),
            ] {
                let (program, found) = check(&parse(&text).0);
                assert!(program.is_none(), "{text}");
                let warnings = found.iter().filter(|one| one.severity == Severity::Warning);
                assert_eq!(warnings.count(), count.min(20), "{text}");
                let line = text.find(error).unwrap();
                let line = line..line + error.len();
                let errors = found.iter().filter(|one| one.severity == Severity::Error);
                assert!(errors.clone().any(|one| line.contains(&one.span.start)), "{text}");
            }
        }
    }
    let never = "move n' = n - 1, n mod 2 = 3 or n >= 1\n".repeat(25);
    let (program, found) = check(&parse(&format!("game g\nposition n\n{never}")).0);
    assert!(program.is_some(), "{found:#?}");
    assert_eq!(found.len(), 21);
    assert_eq!(found[20].severity, Severity::Warning);
    assert_eq!(found[20].message, "and 5 more mistakes");
}

/// What is written out with two copies of a number would fill the memory where it is nested.
#[test]
fn nested_copies_are_refused() {
    let nested = |before: &str, after: &str| format!("{}n{}", before.repeat(20), after.repeat(20));
    let numbers = [
        nested("abs(9 - ", ")"),
        nested("(1 if ", " in 1..5 else 2)"),
        nested("(1 if ", " in {1, 2, 3} else 2)"),
        nested("(1 if 0 <= ", " <= 4 else 2)"),
    ];
    for number in &numbers {
        for line in [
            format!("move n' = n - 1, {number} >= 1"),
            format!("move n' = {number}"),
            format!("legal {number} >= 1\nmove n' = n - 1"),
            format!("end left if {number} >= 1 else right\nmove n' = n - 1"),
        ] {
            let found = mistakes(&format!("game g\nposition n\n{line}"));
            let long = found.iter().filter(|one| one.message.contains("too long"));
            assert_eq!(long.count(), 1, "{line}: {found:#?}");
        }
    }
    let doubled = |k: usize| format!("x{k} = x{} + x{}", k - 1, k - 1);
    let doubled: Vec<String> = (1..15).map(doubled).collect();
    let text = format!("game g\nposition n\nmove n' = n - x14, x0 = n, {}", doubled.join(", "));
    assert!(mistakes(&text).iter().any(|one| one.message.contains("too long")), "{text}");
}

/// Each alternative is looked at once for each number, however many there are.
#[test]
fn long_chains_of_alternatives_are_read() {
    let chain = |of: &dyn Fn(usize) -> String| (1..=60).map(of).collect::<Vec<_>>().join(" or ");
    for (text, options) in [
        (format!("move {}", chain(&|k| format!("n' = n - {k}"))), 60),
        (format!("move n' = n - k, ({})", chain(&|k| format!("k = {k}"))), 60),
        (format!("move n' >= 0, ({})", chain(&|k| format!("n' < n - {k}"))), 99),
        (format!("legal {}\nmove n' = n - 1", chain(&|k| format!("n = {}", k + 60))), 1),
    ] {
        let (program, found) = check(&parse(&format!("game g\nposition n\n{text}")).0);
        let program = program.unwrap_or_else(|| panic!("{text}: {found:#?}"));
        assert_eq!(program.options(&[100], Player::Left).len(), options, "{text}");
    }
}
