//! Texts that are read, what tree comes out, and how it is printed.

use crate::syntax_help::{GOOD, bracketed, read};
use bouton_lang::syntax::{ClauseKind, ExprKind, HowMany, ItemKind, Joint};
use bouton_lang::{parse, print, print_inline};

/// The texts of the papers and books, all in the usual layout: printing leaves them as they are.
#[test]
fn games_are_read_and_printed_as_they_were() {
    for text in GOOD {
        let tree = read(text);
        assert_eq!(print(&tree), *text);
        let inline = print_inline(&tree);
        assert!(!inline.contains('\n'), "{inline}");
        let again = read(&inline);
        assert_eq!(again.items, tree.items, "{inline}");
        assert_eq!(print_inline(&again), inline);
    }
}

/// The condition of a text with one `legal` line, with brackets around everything.
fn condition(text: &str) -> String {
    let tree = read(&format!("game g; position a, b; legal {text}"));
    let ItemKind::Legal(expr) = &tree.items[2].kind else { panic!("{tree:?}") };
    bracketed(expr)
}

#[test]
fn operators_bind_as_everybody_expects() {
    let rows = [
        ("a + b * c", "(a + (b * c))"),
        ("a * b + c", "((a * b) + c)"),
        ("a - b - c", "((a - b) - c)"),
        ("a - (b - c)", "(a - [(b - c)])"),
        ("a div b mod c xor d", "(((a div b) mod c) xor d)"),
        ("a xor b + c", "((a xor b) + c)"),
        ("-a * b", "((-a) * b)"),
        ("a - -b", "(a - (-b))"),
        ("--a", "(-(-a))"),
        ("a + 1 < b", "((a + 1) < b)"),
        ("0 <= a < b", "(0 <= a < b)"),
        ("a < b > c != d", "(a < b > c != d)"),
        ("a = 1 or b = 2 and c = 3", "((a = 1) or ((b = 2) and (c = 3)))"),
        ("a = 1 and b = 2 or c = 3", "(((a = 1) and (b = 2)) or (c = 3))"),
        ("a or b or c", "((a or b) or c)"),
        ("not a = 1 and b = 2", "((not (a = 1)) and (b = 2))"),
        ("not not a", "(not (not a))"),
        ("not (a or b)", "(not [(a or b)])"),
        ("a in 1 .. b + 1", "(a in 1 .. (b + 1))"),
        ("a + 1 in S", "((a + 1) in S)"),
        ("a not in S", "(not (a in S))"),
        ("not a in S", "(not (a in S))"),
        ("a in {1, 3, 4}", "(a in {1, 3, 4})"),
        ("a in {2+}", "(a in {2+1k})"),
        ("a in {3, 4+2k}", "(a in {3, 4+2k})"),
        ("a in {b + 1, b + 2+, 2 * b+3k}", "(a in {(b + 1), (b + 2)+1k, (2 * b)+3k})"),
        ("a in S and b in T", "((a in S) and (b in T))"),
        ("min(a, b + 1, 2) = 1", "(min(a, (b + 1), 2) = 1)"),
        ("true and false", "(true and false)"),
        ("distinct a", "distinct a"),
        ("distinct nonzero a and falling a", "(distinct nonzero a and falling a)"),
        ("sum a + count a = least a * greatest a", "((sum a + count a) = (least a * greatest a))"),
        ("sum of a mod 2 = 0", "((sum a mod 2) = 0)"),
    ];
    for (text, expected) in rows {
        assert_eq!(condition(text), expected, "{text}");
    }
}

/// `x if c else y` is a number: it binds closer than a comparison and less than a sum.
#[test]
fn choices_reach_as_far_as_numbers_do() {
    let rows = [
        ("a = b if c else d", "(a = (b if c else d))"),
        ("a = b + 1 if c > 1 else d - 1", "(a = ((b + 1) if (c > 1) else (d - 1)))"),
        ("a = 1 if b else 2 and c", "((a = (1 if b else 2)) and c)"),
        ("a = 1 if b or c else 2", "(a = (1 if (b or c) else 2))"),
        ("a = 1 if b else 2 if c else 3", "(a = (1 if b else (2 if c else 3)))"),
        ("a = 1 if b = 1 if c else 2 else 3", "(a = (1 if (b = (1 if c else 2)) else 3))"),
        ("a in 1 .. 3 if b > 5 else 2", "(a in 1 .. (3 if (b > 5) else 2))"),
        ("a in 1 .. (3 if b > 5 else 2)", "(a in 1 .. [(3 if (b > 5) else 2)])"),
        ("a in 1 if b else 2 .. 3", "(a in (1 if b else 2) .. 3)"),
        ("(1 if a else 2) < b", "([(1 if a else 2)] < b)"),
        ("min(1 if a else 2, 3) = b", "(min((1 if a else 2), 3) = b)"),
    ];
    for (text, expected) in rows {
        assert_eq!(condition(text), expected, "{text}");
    }
}

/// The parts of a text with one `move` line: how they are joined, and what they say.
fn clauses(text: &str) -> Vec<(Joint, String)> {
    let tree = read(&format!("game g; heaps h; {text}"));
    let ItemKind::Move { clauses, .. } = &tree.items[2].kind else { panic!("{tree:?}") };
    let text = |kind: &ClauseKind| match kind {
        ClauseKind::One(name) => format!("one {}", name.text),
        ClauseKind::Several(how_many, count, name) => {
            let (before, after) = match how_many {
                HowMany::UpTo => ("up to ", ""),
                HowMany::Exactly => ("exactly ", ""),
                HowMany::Consecutive => ("", " consecutive"),
            };
            format!("{before}{}{after} of {}", bracketed(count), name.text)
        }
        ClauseKind::Condition(expr) => bracketed(expr),
    };
    clauses.iter().map(|clause| (clause.joint, text(&clause.kind))).collect()
}

#[test]
fn an_if_joins_unless_an_else_belongs_to_it() {
    let rows: [(&str, &[(Joint, &str)]); 11] = [
        (
            "move 1 + k consecutive of h: h' < h",
            &[(Joint::First, "(1 + k) consecutive of h"), (Joint::Colon, "(h' < h)")],
        ),
        (
            "move one h, consecutive < 3: h' = h - consecutive",
            &[
                (Joint::First, "one h"),
                (Joint::Comma, "(consecutive < 3)"),
                (Joint::Colon, "(h' = (h - consecutive))"),
            ],
        ),
        ("move h' < h if h > 2", &[(Joint::First, "(h' < h)"), (Joint::If, "(h > 2)")]),
        ("move h' = 1 if h > 2 else 3", &[(Joint::First, "(h' = (1 if (h > 2) else 3))")]),
        (
            "move h' = 1 if h > 2 else 3 if h > 4",
            &[(Joint::First, "(h' = (1 if (h > 2) else 3))"), (Joint::If, "(h > 4)")],
        ),
        (
            "move h' < h if k = 1 if h > 2 else 3",
            &[(Joint::First, "(h' < h)"), (Joint::If, "(k = (1 if (h > 2) else 3))")],
        ),
        (
            "move h' < h if h > 2, k = 1 if h > 3 else 2",
            &[
                (Joint::First, "(h' < h)"),
                (Joint::If, "(h > 2)"),
                (Joint::Comma, "(k = (1 if (h > 3) else 2))"),
            ],
        ),
        (
            "move k in 1 .. 2 where h' = h - k if k > 1",
            &[
                (Joint::First, "(k in 1 .. 2)"),
                (Joint::Where, "(h' = (h - k))"),
                (Joint::If, "(k > 1)"),
            ],
        ),
        ("move one of h: h' = none", &[(Joint::First, "one h"), (Joint::Colon, "(h' = none)")]),
        (
            "left move up to k + 1 h: h' = all 1 .. h - 1",
            &[(Joint::First, "up to (k + 1) of h"), (Joint::Colon, "(h' = all 1 .. (h - 1))")],
        ),
        (
            "move up to min(2, 3) of h, later h' = min(later h, h')",
            &[
                (Joint::First, "up to min(2, 3) of h"),
                (Joint::Comma, "(later h' = min(later h, h'))"),
            ],
        ),
    ];
    for (text, expected) in rows {
        let expected: Vec<(Joint, String)> =
            expected.iter().map(|(joint, text)| (*joint, (*text).to_owned())).collect();
        assert_eq!(clauses(text), expected, "{text}");
    }
}

#[test]
fn endings_are_choices_between_winners() {
    let rows = [
        ("misere", "misere"),
        ("misère", "misere"),
        ("left if n mod 2 = 0 else right", "(left if ((n mod 2) = 0) else right)"),
        (
            "left if n = 0 else right if n = 1 else normal",
            "(left if (n = 0) else (right if (n = 1) else normal))",
        ),
    ];
    for (text, expected) in rows {
        let tree = read(&format!("game g; position n; end {text}"));
        let ItemKind::End(winner) = &tree.items[2].kind else { panic!("{tree:?}") };
        assert_eq!(bracketed(winner), expected);
    }
}

#[test]
fn parameters_have_names_and_presets() {
    let tree = read("game g-2x(P, Q = 2, S = {1,3,4+2k}, T = 1 .. 3); position n, m = n - 1");
    let ItemKind::Game { name, parameters } = &tree.items[0].kind else { panic!("{tree:?}") };
    assert_eq!(name.text, "g-2x");
    let preset =
        |place: usize| parameters[place].default.as_ref().map_or("nothing".to_owned(), bracketed);
    let names: Vec<&str> = parameters.iter().map(|one| one.name.text.as_str()).collect();
    assert_eq!(names, ["P", "Q", "S", "T"]);
    assert_eq!([0, 1, 2, 3].map(preset), ["nothing", "2", "{1, 3, 4+2k}", "1 .. 3"]);
    let ItemKind::Position(numbers) = &tree.items[1].kind else { panic!("{tree:?}") };
    assert_eq!(numbers[0].default, None);
    assert_eq!(bracketed(numbers[1].default.as_ref().unwrap()), "(n - 1)");
}

/// Signs of mathematics are read and printed as what can be typed.
#[test]
fn signs_have_synonyms() {
    let mathematical = "game g; position a, b\nlegal a ≤ b ∧ ¬(a ≥ 1 ∨ b ≠ 2) ∧ a ∈ 1…3 ∧ b ∈ 1‥3 ∧ a ∉ {4}\n\
         move a′ = a − 2·b×3 ⊕ 1";
    let plain = "game g; position a, b\nlegal a <= b and not (a >= 1 or b != 2) and a in 1..3 and \
         b in 1 .. 3 and a not in {4}\nmove a' = a - 2*b*3 xor 1";
    assert_eq!(read(mathematical), read(plain));
    assert!(print(&read(mathematical)).is_ascii());
}

#[test]
fn lines_end_and_go_on() {
    let usual = read("game g\nposition a, b\nmove a' = a - 1, b' = b");
    let others = [
        "game g; position a, b; move a' = a - 1, b' = b",
        "game g;;position a, b;\nmove a' = a - 1, b' = b;\n;",
        "\u{feff}game g\r\nposition a,\r\n b\r\nmove a' = a - 1,\r\n\tb' = b\r\n",
        "game g\rposition a, b\rmove a' = a - 1, b' = b",
        "\n\n  game g\n  position a,\n\n    b\n  move a'\n   = a - 1, b'\n   = b\n\n",
        "\tgame g\n        position a, b\n\tmove a' = a - 1,\n\t b' = b",
        "game g;\n  position a, b;\n    move a' = a - 1, b' = b",
    ];
    for text in others {
        assert_eq!(read(text), usual, "{text:?}");
    }
}

#[test]
fn comments_and_blank_lines_stay() {
    let text = "# first\n\n\n# second\ngame g # the name\nposition a,   # inside\n  # and more\n  b\n\n  \
                # alone\n\n\nlegal a>=0;move a'<a#behind\n\n\nloopy\n\n#last\n\n";
    let usual = "# first\n\n# second\ngame g  # the name\n# inside\n# and more\nposition a, b\n\n# alone\n\n\
                 legal    a >= 0\nmove     a' < a  #behind\n\nloopy\n\n#last\n";
    assert_eq!(print(&read(text)), usual);
    assert_eq!(print(&read(usual)), usual);
    let comments: Vec<String> = read(text).comments.into_iter().map(|one| one.text).collect();
    let expected = [
        "# first",
        "# second",
        "# the name",
        "# inside",
        "# and more",
        "# alone",
        "#behind",
        "#last",
    ];
    assert_eq!(comments, expected);
    assert!(!print_inline(&read(text)).contains('#'));
}

#[test]
fn long_lines_are_broken_between_parts() {
    let name = "abcdefghijklmnopqrstuvwxyz";
    let long = format!(
        "game g\nposition n\nmove {name} in 1 .. 3, b{name} in 1 .. 3, c{name} in 1 .. 3: \
         n' = n - {name} where {name} > b{name} if c{name} > 2  # remark\n"
    );
    let printed = print(&read(&long));
    let expected = [
        "game g".to_owned(),
        "position n".to_owned(),
        format!("move     {name} in 1 .. 3, b{name} in 1 .. 3,"),
        format!("         c{name} in 1 .. 3: n' = n - {name}"),
        format!("         where {name} > b{name}"),
        format!("         if c{name} > 2  # remark"),
    ];
    let expected: String = expected.iter().map(|line| format!("{line}\n")).collect();
    assert_eq!(printed, expected);
    for line in printed.lines() {
        assert!(line.trim_end_matches("  # remark").len() <= 100, "{line}");
    }
    let long = format!("game g; position n; legal {}", ["n != 1234567 or n = 3"; 9].join(" and "));
    let long = format!("{long}\nend {} else left", ["left if n mod 12345 = 0"; 9].join(" else "));
    let printed = print(&read(&long));
    assert!(printed.lines().all(|line| line.len() <= 100), "{printed}");
    assert_eq!(read(&printed), read(&long));
}

/// What nobody would guess: no places, no comments, many digits.
#[test]
fn small_and_large_things_are_read() {
    let tree = read("game g; position n; legal n < 1000000000000000000");
    let ItemKind::Legal(expr) = &tree.items[2].kind else { panic!("{tree:?}") };
    assert_eq!(bracketed(expr), "(n < 1000000000000000000)");
    assert_eq!(print(&parse("").0), "");
    assert_eq!(print_inline(&parse("").0), "");
    let deep = |depth: usize| format!("game g; legal {}n{}", "(".repeat(depth), ")".repeat(depth));
    assert!(parse(&deep(64)).1.is_empty());
    assert_eq!(parse(&deep(65)).1[0].message, "this is nested more than 64 deep");
    let wide = |terms: usize| format!("game g; legal n{} = 1", " + n".repeat(terms));
    assert!(parse(&wide(250)).1.is_empty());
    assert_eq!(parse(&wide(300)).1[0].message, "this is built of more than 256 parts");
    let set = (0..5000).map(|n| n.to_string()).collect::<Vec<_>>().join(",");
    let tree = read(&format!("game g; legal n in {{{set}}}"));
    assert!(
        matches!(&tree.items[1].kind, ItemKind::Legal(expr) if matches!(expr.kind, ExprKind::In(..)))
    );
}
