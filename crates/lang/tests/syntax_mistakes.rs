//! Texts with mistakes: what is told, where, and whether the proposed repair mends it.

use crate::syntax_help::{bracketed, check_places};
use bouton_lang::{Diagnostic, LONGEST_TEXT, parse};

/// What is told: the message, the text of the place, and the repair.
type Told<'a> = (&'a str, &'a str, Option<&'a str>);

fn told(text: &str) -> Vec<Diagnostic> {
    let (file, mistakes) = parse(text);
    check_places(text, &file, &mistakes);
    mistakes
}

fn place<'a>(text: &'a str, mistake: &Diagnostic) -> &'a str {
    &text[mistake.span.start..mistake.span.end]
}

/// The text with everything replaced that has a replacement.
fn repaired(text: &str, mistakes: &[Diagnostic]) -> String {
    let mut text = text.to_owned();
    for mistake in mistakes.iter().rev() {
        if let Some(replacement) = &mistake.replacement {
            text.replace_range(mistake.span.start..mistake.span.end, replacement);
        }
    }
    text
}

/// Each text has exactly this mistake, and its repair leaves none.
fn check_rows(before: &str, rows: &[(&str, Told<'_>)]) {
    for (line, (message, wrong, replacement)) in rows {
        let text = format!("{before}{line}");
        let mistakes = told(&text);
        let all: Vec<_> =
            mistakes.iter().map(|one| (one.message.as_str(), place(&text, one))).collect();
        assert_eq!(all, [(*message, *wrong)], "{text}");
        assert_eq!(mistakes[0].replacement.as_deref(), *replacement, "{text}");
        assert!(!mistakes[0].label.is_empty(), "{text}");
        if replacement.is_some() {
            let better = repaired(&text, &mistakes);
            assert_eq!(told(&better), [], "{text} became {better}");
        }
    }
}

const NAMED: &str = "game g; position n, m\n";
const HEAPS: &str = "game g; heaps h\n";

#[test]
fn signs_of_other_languages() {
    check_rows(
        NAMED,
        &[
            ("legal n == 1", ("`==` is written `=` here", "==", Some("="))),
            ("legal n === 1", ("`===` is written `=` here", "===", Some("="))),
            ("move n' := n - 1", ("`:=` is written `=` here", ":=", Some("="))),
            ("legal n =< 1", ("`=<` is written `<=` here", "=<", Some("<="))),
            ("legal n => 1", ("`=>` is written `>=` here", "=>", Some(">="))),
            ("legal n <> 1", ("`<>` is written `!=` here", "<>", Some("!="))),
            ("legal n=1&&m=1", ("`&&` is written `and` here", "&&", Some(" and "))),
            ("legal n = 1 || m = 1", ("`||` is written `or` here", "||", Some("or"))),
            ("legal !(n = 1)", ("`!` is written `not` here", "!", Some("not"))),
            ("legal !true", ("`!` is written `not` here", "!", Some("not "))),
            ("legal n%2 = 0", ("`%` is written `mod` here", "%", Some(" mod "))),
            ("legal n / 2 = 0", ("`/` is written `div` here", "/", Some("div"))),
            ("legal n ^ 2 = 0", ("`^` is written `xor` here", "^", Some("xor"))),
            ("legal n ⩽ 2", ("`⩽` is written `<=` here", "⩽", Some("<="))),
            ("move n' = n – 1", ("`–` is written `-` here", "–", Some("-"))),
            ("move n’ = n - 1", ("a prime is written `'`, not `’`", "’", Some("'"))),
            ("move n'' = n - 1", ("a name has at most one prime", "'", Some(""))),
            ("move n ' = n - 1", ("`'` means nothing here", "'", Some(""))),
            ("move n → n - 1", ("`→` means nothing here", "→", None)),
            ("legal n = 1.", ("`.` means nothing here", ".", Some(""))),
            ("legal n @ 1", ("`@` means nothing here", "@", None)),
            ("legal n ＋ 1 = m", ("`＋` means nothing here", "＋", Some("+"))),
            ("legal n = \"1", ("`\"` means nothing here", "\"", None)),
            ("legal [n + 1] = 2", ("brackets are round", "[n + 1]", Some("(n + 1)"))),
            ("legal min[n, 1] = 2", ("brackets are round", "[n, 1]", Some("(n, 1)"))),
            ("legal n = 1 is m", ("`is` means nothing here", "is", Some("="))),
        ],
    );
}

#[test]
fn characters_that_are_not_seen_or_not_ours() {
    check_rows(
        NAMED,
        &[
            (
                "legal n\0 = 1",
                ("there is a character here that cannot be seen (U+0000)", "\0", Some("")),
            ),
            (
                "legal n = 1 # a \u{1b}[31m remark",
                ("there is a character here that cannot be seen (U+001B)", "\u{1b}", Some("")),
            ),
            (
                "legal n =\u{202e}\u{200b} 1",
                (
                    "there is a character here that cannot be seen (U+202E)",
                    "\u{202e}\u{200b}",
                    Some(""),
                ),
            ),
            (
                "legal n\u{a0}= 1",
                ("this space is not an ordinary one (U+00A0)", "\u{a0}", Some(" ")),
            ),
            ("legal n = ３", ("numbers are written with the digits 0 to 9", "３", Some("3"))),
            ("legal n = ٣", ("numbers are written with the digits 0 to 9", "٣", None)),
            ("legal 5² = n", ("numbers are written with the digits 0 to 9", "²", None)),
            (
                "legal λ = n",
                (
                    "names are made of the letters a to z, digits and underscores",
                    "λ",
                    Some("lambda"),
                ),
            ),
            (
                "legal größe = n",
                ("names are made of the letters a to z, digits and underscores", "größe", None),
            ),
            ("legal _a = n", ("a name starts with a letter", "_a", None)),
        ],
    );
    let long = "a".repeat(65);
    check_rows(
        NAMED,
        &[(&format!("legal {long} = n"), ("a name has at most 64 letters", &long, None))],
    );
}

#[test]
fn numbers_that_are_none() {
    check_rows(
        NAMED,
        &[
            (
                "legal n < 1000000000000000001",
                ("numbers go up to 10^18", "1000000000000000001", Some("1000000000000000000")),
            ),
            ("legal n < 2.5", ("numbers are whole", "2.5", None)),
            (
                "legal n < 1_000_000",
                ("the digits of a number stand side by side", "1_000_000", Some("1000000")),
            ),
            ("move n' = 2m", ("a product is written with `*`", "", Some(" * "))),
            ("move n' = 2(m + 1)", ("a product is written with `*`", "", Some(" * "))),
            ("legal n = +1", ("no `+` stands before a number", "+", Some(""))),
        ],
    );
}

#[test]
fn words_that_are_nearly_right() {
    check_rows(
        HEAPS,
        &[
            ("mvoe one h: h' < h", ("no line starts with `mvoe`", "mvoe", Some("move"))),
            ("Move one h: h' < h", ("no line starts with `Move`", "Move", Some("move"))),
            ("moves one h: h' < h", ("no line starts with `moves`", "moves", Some("move"))),
            ("leagl h > 1", ("no line starts with `leagl`", "leagl", Some("legal"))),
            ("requires h > 1", ("no line starts with `requires`", "requires", Some("legal"))),
            ("ending misere", ("no line starts with `ending`", "ending", Some("end"))),
            ("lopoy", ("no line starts with `lopoy`", "lopoy", Some("loopy"))),
            ("misere", ("a line does not start with `misere`", "misere", Some("end misere"))),
            ("Left move one h: h' < h", ("no line starts with `Left`", "Left", Some("left"))),
            ("left one h: h' < h", ("`move` is missing after `left`", "left", Some("left move"))),
            (
                "left moves one h: h' < h",
                ("only a move belongs to one player", "moves", Some("move")),
            ),
            (
                "move left one h: h' < h",
                ("the player is named first", "move left", Some("left move")),
            ),
            ("legal h mdo 2 = 0", ("`mdo` means nothing here", "mdo", Some("mod"))),
            ("legal h > 1 adn h > 2", ("`adn` means nothing here", "adn", Some("and"))),
            ("legal distict h", ("`distict` means nothing here", "distict", Some("distinct"))),
            (
                "legal distinct(h)",
                ("the name of the heaps stands without brackets", "(h)", Some(" h")),
            ),
            (
                "legal sum of(h) > 3",
                ("the name of the heaps stands without brackets", "(h)", Some(" h")),
            ),
            ("legal largest h > 3", ("`largest` means nothing here", "largest", Some("greatest"))),
            ("move any h: h' < h", ("`any` is written `one` here", "any", Some("one"))),
            ("move oen h: h' < h", ("`oen` is written `one` here", "oen", Some("one"))),
            (
                "move at most 2 of h: h' < h",
                ("`at most` is written `up to` here", "at most", Some("up to")),
            ),
            ("move up 2 of h: h' < h", ("`to` is missing after `up`", "", Some(" to"))),
            ("move let k = 1, one h: h' = h - k", ("`let` says nothing here", "let", Some(""))),
            ("move one h: h' < h when h > 3", ("`when` means nothing here", "when", Some("if"))),
            (
                "move one h: h' < h wehre h > 3",
                ("`wehre` means nothing here", "wehre", Some("where")),
            ),
            ("end lefft", ("`lefft` is not a winner", "lefft", Some("left"))),
            ("end Left if sum h = 1 else right", ("`Left` is not a winner", "Left", Some("left"))),
            ("end black", ("`black` is not a winner", "black", None)),
            ("end 1 + 1", ("this is not a winner", "1 + 1", None)),
            ("left move: h' < h", ("no colon follows `move`", ":", Some(""))),
            ("legal: h > 1", ("no colon follows `legal`", ":", Some(""))),
        ],
    );
    check_rows(
        "",
        &[
            ("game g\nheap h", ("no line starts with `heap`", "heap", Some("heaps"))),
            ("game g\npostion n", ("no line starts with `postion`", "postion", Some("position"))),
            ("gaem g\nheaps h", ("no line starts with `gaem`", "gaem", Some("game"))),
        ],
    );
}

#[test]
fn parts_that_are_missing_between_others() {
    let aside = "two parts of a move stand side by side";
    check_rows(
        HEAPS,
        &[
            ("move one h h' < h", (aside, "", Some(":"))),
            ("move one h: h' = h - k k >= 1", (aside, "", Some(","))),
            ("move one h and h' < h", ("a choice is not joined by `and`", "and", Some(","))),
            ("move", ("this move says nothing", "move", None)),
            ("left move", ("this move says nothing", "move", None)),
            ("move one h:", ("expected a part of the move, found the end of the line", "", None)),
            ("move one h:, h' < h", ("expected a part of the move, found `,`", ",", None)),
            ("move one: h' < h", ("expected the name of the heaps, found `:`", ":", None)),
            ("move one h': h' < h", ("no prime stands here", "h'", Some("h"))),
            ("move h' < h or one h", ("`one` starts a part of its own", "one", None)),
            (
                "move one h: h' < ",
                ("expected a number or a name, found the end of the line", "", None),
            ),
            ("move one h: h' < , h > 2", ("expected a number or a name, found `,`", ",", None)),
            ("move one h: < h", ("expected a number or a name, found `<`", "<", None)),
            ("move one h: h' < h else 3", ("this `else` has no `if`", "else", None)),
            ("legal h > 1, h < 9", ("conditions are joined by `and`", ",", Some(" and"))),
            (
                "legal h > 1 h < 9",
                ("expected `and`, `or` or the end of the line, found `h`", "h", None),
            ),
            ("legal h > 1 if h < 9", ("this `if` has no `else`", "if", None)),
            (
                "legal h > 0 if h < 9 else h > 1",
                (
                    "it is not clear how far this reaches",
                    "0 if h < 9 else h",
                    Some("(0 if h < 9 else h)"),
                ),
            ),
            (
                "legal min(h 1) = 1",
                ("a comma is missing between two parts of a list", "", Some(",")),
            ),
            (
                "end",
                (
                    "expected `normal`, `misere`, `left` or `right`, found the end of the line",
                    "",
                    None,
                ),
            ),
            ("end left if sum h = 1", ("this `if` has no `else`", "if", None)),
            ("loopy yes", ("expected the end of the line, found `yes`", "yes", None)),
        ],
    );
}

#[test]
fn ranges_and_sets_that_are_written_otherwise() {
    check_rows(
        NAMED,
        &[
            ("move k in 1...3: n' = n - k", ("`...` is written `..` here", "...", Some(".."))),
            ("move k in 1 ..= 3: n' = n - k", ("`..=` is written `..` here", "..=", Some(".."))),
            (
                "move k in 1 to 3: n' = n - k",
                ("a range is written with two dots", "to", Some("..")),
            ),
            (
                "move k in {1 .. 3}: n' = n - k",
                ("a range stands without braces", "{1 .. 3}", Some("1 .. 3")),
            ),
            (
                "move k in (1 .. 3): n' = n - k",
                ("a range stands without brackets", "(1 .. 3)", Some("1 .. 3")),
            ),
            (
                "move k in [1, 3]: n' = n - k",
                ("a range stands without brackets", "[1, 3]", Some("1 .. 3")),
            ),
            (
                "move k in {1, 2, ..., 9}: n' = n - k",
                ("the elements of a set in braces are written out", "...", None),
            ),
            ("move k in 1 ..: n' = n - k", ("expected a number or a name, found `:`", ":", None)),
            ("move k in 3: n' = n - k", ("this is not a set", "3", None)),
            ("move k in: n' = n - k", ("expected a number or a name, found `:`", ":", None)),
            (
                "move k in {1 3}: n' = n - k",
                ("a comma is missing between two parts of a list", "", Some(",")),
            ),
            (
                "move k in {1, 4+2n}: n' = k",
                ("a progression is written with the letter k", "n", Some("k")),
            ),
            ("move k in {4+0k}: n' = k", ("the step of a progression is at least 1", "0", None)),
            ("move n' = {1, 3}", ("a set is written only after `in`", "{", None)),
            (
                "legal 0 < n in {1, 3}",
                ("a chain of comparisons cannot go on with `in`", "in", None),
            ),
            ("legal n in {1, 3} = m", ("nothing is compared after a set", "=", None)),
        ],
    );
}

#[test]
fn brackets_without_partners() {
    check_rows(
        NAMED,
        &[
            ("move n' = (n - 1, m' = m", ("this `(` is never closed", "(", None)),
            ("move n' = n - 1), m' = m", ("this `)` closes nothing", ")", Some(""))),
            ("legal n in {1, 3 and m > 1", ("this `{` is never closed", "{", None)),
            ("legal min(n, (m + 1) = 2", ("this `(` is never closed", "(", None)),
            ("legal (n - 1 where) = m", ("expected `)`, found `where`", "where", None)),
            ("legal () = n", ("expected a number or a name, found `)`", ")", None)),
        ],
    );
    check_rows("", &[("game g(", ("this `(` is never closed", "(", None))]);
}

#[test]
fn lines_that_are_missing_or_too_many() {
    check_rows(
        "",
        &[
            ("", ("the game has no name", "", None)),
            ("# nothing", ("the game has no name", "", None)),
            ("heaps h\nmove one h: h' < h", ("the game has no name", "", None)),
            ("heaps h\ngame g", ("the `game` line comes first", "game g", None)),
            ("game g\nheaps h\ngame k", ("the game has a name already", "game k", None)),
            (
                "game g\nheaps h\nposition n",
                ("it has been said what a position is", "position n", None),
            ),
            (
                "game g\nheaps h\nend left\nend right",
                ("it has been said who wins", "end right", None),
            ),
            ("game g\nheaps h\nloopy\nloopy", ("this has been said before", "loopy", None)),
            ("game g\nn' = n - 1", ("`move` is missing before `n'`", "", Some("move     "))),
            ("game g\none h: h' < h", ("`move` is missing before `one`", "", Some("move     "))),
            ("game g\nfalling h", ("`legal` is missing before `falling`", "", Some("legal    "))),
            ("game g\nlegal", ("expected a condition, found the end of the line", "", None)),
            ("game g\nn = 3", ("no line starts with `n`", "n", None)),
            ("game g\n3", ("no line starts with `3`", "3", None)),
        ],
    );
}

#[test]
fn names_that_are_none() {
    check_rows(
        "",
        &[
            ("game", ("expected the name of the game, found the end of the line", "", None)),
            (
                "game my own nim",
                ("the name of a game is one word", "my own nim", Some("my-own-nim")),
            ),
            (
                "game my_nim",
                (
                    "the name of a game is made of letters, digits and single hyphens",
                    "my_nim",
                    Some("my-nim"),
                ),
            ),
            ("game 3-nim", ("the name of a game starts with a letter", "3-nim", None)),
            ("game g(P: 3)", ("a value is written after `=`", ":", Some(" ="))),
            ("game g(3, P)", ("expected the name of a parameter, found `3`", "3", None)),
            (
                "game g\nposition a b",
                ("a comma is missing between two numbers of the position", "", Some(",")),
            ),
            ("game g\nposition a and b", ("commas stand between the numbers", "and", Some(","))),
            (
                "game g\nposition (a, b)",
                ("the numbers stand without brackets", "(a, b)", Some("a, b")),
            ),
            ("game g\nposition a'", ("a prime belongs to a move", "a'", Some("a"))),
            ("game g\nposition 3", ("expected the name of a number, found `3`", "3", None)),
            (
                "game g\nposition a, rows",
                ("`rows` is a word of the language and cannot be a name", "rows", None),
            ),
            ("game g\nposition max", ("`max` is a function", "max", None)),
            (
                "game g\nheaps end\nlegal end > 1",
                ("`end` is a word of the language and cannot be a name", "end", None),
            ),
            (
                "game g\nheaps",
                ("expected a name for the heaps, found the end of the line", "", None),
            ),
            (
                "game g\nheaps h, k",
                ("one name stands for each heap, however many there are", ", k", Some("")),
            ),
        ],
    );
}

#[test]
fn lines_that_begin_where_they_should_not() {
    check_rows(
        "",
        &[
            ("game g\n  heaps h", ("`heaps` starts a line of its own", "  ", Some(""))),
            ("game g heaps h", ("`heaps` starts a line of its own", "", Some(";"))),
            (
                "game g\nheaps h\nmove one h:\nh' < h",
                ("this line goes on with the one before", "", Some("         ")),
            ),
            (
                "game g\nheaps h\nmove h' < h\nwhere h > 1",
                ("this line goes on with the one before", "", Some("         ")),
            ),
        ],
    );
}

/// Nothing hides anything else, and what could be read is there.
#[test]
fn all_mistakes_are_told_at_once() {
    let text = "game g\npostion a, b\nlegal a => 0 and b mdo 2 = 0\nmove k >= 1 a' := a - k\n\
                move a' = (a - 1, b' = b\nleft move\nend lefft if a == 1 else right\nnonsense here";
    let (file, mistakes) = parse(text);
    check_places(text, &file, &mistakes);
    let places: Vec<&str> = mistakes.iter().map(|one| place(text, one)).collect();
    let expected = ["postion", "=>", "mdo", "", ":=", "(", "move", "lefft", "==", "nonsense"];
    assert_eq!(places, expected);
    assert_eq!(file.items.len(), 7);
    let bouton_lang::syntax::ItemKind::Legal(legal) = &file.items[2].kind else { panic!() };
    assert_eq!(bracketed(legal), "((a >= 0) and ((b mod 2) = 0))");
    let better = repaired(text, &mistakes);
    let left: Vec<String> = told(&better).into_iter().map(|one| one.message).collect();
    let expected =
        ["this `(` is never closed", "this move says nothing", "no line starts with `nonsense`"];
    assert_eq!(left, expected);
}

#[test]
fn many_mistakes_are_counted() {
    let text = format!("game g\n{}", "legal @\n".repeat(30));
    let mistakes = told(&text);
    assert_eq!(mistakes.len(), 21);
    assert_eq!(mistakes[20].message, "and 10 more mistakes");
    let mixed = format!("game g\n{}{}", "legal (\n".repeat(15), "legal n == @\n".repeat(15));
    let mistakes = told(&mixed);
    assert_eq!(mistakes.len(), 21);
    // Each of the first lines lacks a number and a bracket.
    assert_eq!(mistakes[20].message, "and 40 more mistakes");
}

#[test]
fn texts_that_are_too_long_are_not_read() {
    let text = format!("game g\n#{}", "é".repeat(LONGEST_TEXT / 2));
    let mistakes = told(&text);
    assert_eq!(mistakes.len(), 1);
    assert_eq!(
        mistakes[0].message,
        format!("the text has {} bytes; at most 65536 are read", text.len())
    );
    let just = format!("game g\n#{}", "x".repeat(LONGEST_TEXT - 8));
    assert_eq!((just.len(), told(&just)), (LONGEST_TEXT, vec![]));
}

/// Whatever nests is limited, and then nothing else is told about the line.
#[test]
fn nesting_is_limited() {
    for (open, close) in [("(", ")"), ("not ", ""), ("-", ""), ("min(", ")"), ("1 if n else ", "")]
    {
        let text = format!("game g; legal {}n{}", open.repeat(5000), close.repeat(5000));
        let mistakes = told(&text);
        let last = mistakes.last().unwrap();
        assert_eq!(last.message, "this is nested more than 64 deep", "{open}");
        assert!(mistakes.len() <= 2, "{open}");
    }
    for part in [" + n", " * n", " and n", " or n", " xor n"] {
        let text = format!("game g; legal n{}", part.repeat(5000));
        let mistakes = told(&text);
        assert_eq!(mistakes.len(), 1);
        assert_eq!(mistakes[0].message, "this is built of more than 256 parts", "{part}");
    }
}
