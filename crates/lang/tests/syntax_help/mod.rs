//! Games to read, and a second way to write down a tree.

#![allow(dead_code, reason = "each test uses a part of this")]

use bouton_lang::syntax::{Aggregate, Element, Expr, ExprKind, File, Operator, Relation, Winner};
use bouton_lang::{Diagnostic, parse};

/// Reads a text without mistakes.
pub(crate) fn read(text: &str) -> File {
    let (tree, mistakes) = parse(text);
    assert_eq!(mistakes, Vec::<Diagnostic>::new(), "{text}");
    tree
}

/// All spans lie within the text and cut no character in two.
pub(crate) fn check_places(text: &str, file: &File, mistakes: &[Diagnostic]) {
    let check = |start: usize, end: usize| {
        assert!(start <= end && end <= text.len(), "{start}..{end} in {text:?}");
        assert!(
            text.is_char_boundary(start) && text.is_char_boundary(end),
            "{start}..{end} in {text:?}"
        );
    };
    mistakes.iter().for_each(|one| check(one.span.start, one.span.end));
    file.items.iter().for_each(|one| check(one.span.start, one.span.end));
    file.comments.iter().for_each(|one| check(one.span.start, one.span.end));
    for (one, next) in file.items.iter().zip(file.items.iter().skip(1)) {
        assert!(one.span.end <= next.span.start, "items overlap in {text:?}");
    }
    assert!(mistakes.len() <= 21, "{} mistakes", mistakes.len());
    assert!(mistakes.is_sorted_by_key(|one| one.span.start));
    for one in mistakes {
        assert!(!one.message.is_empty() && !one.message.ends_with('.'), "{}", one.message);
    }
}

/// An expression with brackets around everything; those of the text are square.
pub(crate) fn bracketed(expr: &Expr) -> String {
    let of = |one: &Expr| bracketed(one);
    match &expr.kind {
        ExprKind::Number(number) => number.to_string(),
        ExprKind::Name { name, primed } => format!("{name}{}", if *primed { "'" } else { "" }),
        ExprKind::Later { name, primed } => {
            format!("later {}{}", name.text, if *primed { "'" } else { "" })
        }
        ExprKind::Negative(one) => format!("(-{})", of(one)),
        ExprKind::Binary(operator, a, b) => {
            let sign = match operator {
                Operator::Or => "or",
                Operator::And => "and",
                Operator::Plus => "+",
                Operator::Minus => "-",
                Operator::Times => "*",
                Operator::Div => "div",
                Operator::Mod => "mod",
                Operator::Xor => "xor",
            };
            format!("({} {sign} {})", of(a), of(b))
        }
        ExprKind::Call(name, arguments) => {
            format!("{}({})", name.text, arguments.iter().map(of).collect::<Vec<_>>().join(", "))
        }
        ExprKind::Aggregate(aggregate, name) => {
            let word = match aggregate {
                Aggregate::Sum => "sum",
                Aggregate::Count => "count",
                Aggregate::Least => "least",
                Aggregate::Greatest => "greatest",
                Aggregate::First => "first",
            };
            format!("{word} {}", name.text)
        }
        ExprKind::Chain(first, rest) => {
            let rest =
                rest.iter().map(|(relation, one)| format!(" {} {}", sign(*relation), of(one)));
            format!("({}{})", of(first), rest.collect::<String>())
        }
        ExprKind::In(one, set) => format!("({} in {})", of(one), of(set)),
        ExprKind::Range(a, b) => format!("{} .. {}", of(a), of(b)),
        ExprKind::Braces(elements) => {
            let element = |one: &Element| match one.step {
                None => of(&one.from),
                Some(step) => format!("{}+{step}k", of(&one.from)),
            };
            format!("{{{}}}", elements.iter().map(element).collect::<Vec<_>>().join(", "))
        }
        ExprKind::Not(one) => format!("(not {})", of(one)),
        ExprKind::Distinct { nonzero, name } => {
            format!("distinct {}{}", if *nonzero { "nonzero " } else { "" }, name.text)
        }
        ExprKind::Falling(name) => format!("falling {}", name.text),
        ExprKind::If { then, condition, otherwise } => {
            format!("({} if {} else {})", of(then), of(condition), of(otherwise))
        }
        ExprKind::Winner(Winner::Left) => "left".to_owned(),
        ExprKind::Winner(Winner::Right) => "right".to_owned(),
        ExprKind::Winner(Winner::Normal) => "normal".to_owned(),
        ExprKind::Winner(Winner::Misere) => "misere".to_owned(),
        ExprKind::Truth(truth) => truth.to_string(),
        ExprKind::Nothing => "none".to_owned(),
        ExprKind::All(a, b) => format!("all {} .. {}", of(a), of(b)),
        ExprKind::Parentheses(one) => format!("[{}]", of(one)),
        ExprKind::Missing => "?".to_owned(),
    }
}

fn sign(relation: Relation) -> &'static str {
    match relation {
        Relation::Equal => "=",
        Relation::Unequal => "!=",
        Relation::Less => "<",
        Relation::AtMost => "<=",
        Relation::Greater => ">",
        Relation::AtLeast => ">=",
    }
}

/// Games in the usual layout.
pub(crate) const GOOD: &[&str] = &[
    "game nimrod\nposition pile, rate\nlegal    pile >= 0 and rate >= 1\n\
     move     rate' in rate - 1 .. rate + 1, pile' = pile - rate'\n",
    "game wythoff\nposition a, b\nlegal    a >= 0 and b >= 0\nmove     k >= 1: a' = a - k\n\
     move     k >= 1: b' = b - k\nmove     k >= 1: a' = a - k, b' = b - k\n",
    "game ending-partizan(S)\nposition n\nlegal    n >= 0\nmove     s in S: n' = n - s\n\
     end      left if n mod 2 = 0 else right\n",
    "game antonim\nheaps    h\nlegal    distinct nonzero h\nmove     one h: 0 <= h' < h\n",
    "game kayles\nheaps    h\nmove     one h, k in 1 .. 2: h' = a + b where a + b = h - k\n",
    "# Bouton, 1901\ngame nim\nheaps    h\nmove     one h: 0 <= h' < h\n",
    "game welter\nheaps    h\nlegal    distinct h\nmove     one h: 0 <= h' < h\n",
    "game grundy\nheaps    h\nmove     one h: h' = a + b where a + b = h, 1 <= a < b\n",
    "game lasker\nheaps    h\nmove     one h: 0 <= h' < h\n\
     move     one h: h' = a + b where a + b = h, 1 <= a <= b\n",
    "game moore(k = 2)\nheaps    h\nmove     up to k of h: 0 <= h' < h\n",
    "game euclid\nposition a, b\nlegal    a >= 1 and b >= 1\nmove     k >= 1: a' = a - k * b\n\
     move     k >= 1: b' = b - k * a\n",
    "game fibonacci(factor = 2)\nposition heap, limit = heap - 1\n\
     move     k in 1 .. min(limit, heap): heap' = heap - k, limit' = factor * k\n",
    "# Who eats the last square loses.\ngame chomp\nrows     r\nlegal    falling r\n\
     move     one r: 0 <= r' < r, later r' = min(later r, r')\nend      misere\n",
    "game ruler\ncoins    c\nmove     one c: c' = all k .. c - 1 if 0 <= k < c\n",
    "game turn\ncoins    c\n\nmove     one c: h' = none\nmove     one c: c' = a where a < c  # slide\n",
    "game partizan(L = {1, 2}, R = {1, 3, 5+2k, 90+})\nheaps      h\n\
     left move  one h, s in L: h' = h - s\nright move one h, s in R: h' = h - s\n",
    "game ring(size = 7)\nposition n\nlegal    n < size\nmove     k in {1, 2}: n' = (n + k) mod size\nloopy\n",
    "game odd(S = 1 .. 4)\nheaps    h\nlegal    sum h mod 2 = 0 or count h != 3\n\
     move     one h, s in S: h' = h - s if not (h = s and least h > first h)\nend      normal\n",
];
