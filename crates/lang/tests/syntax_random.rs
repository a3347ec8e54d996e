//! Random trees are printed and read back; random and damaged texts never do any harm.

use crate::syntax_help::{GOOD, check_places, read};
use bouton_lang::syntax::{
    Aggregate, Clause, ClauseKind, Declaration, Element, Expr, ExprKind, File, HowMany, Item,
    ItemKind, Joint, Many, Name, Operator, Relation, Winner,
};
use bouton_lang::{Span, parse, print, print_inline};
use bouton_values::Player;
use proptest::prelude::*;
use proptest::sample::select;

fn expr(kind: ExprKind) -> Expr {
    Expr { kind, span: Span::default() }
}

fn boxed(one: Expr) -> Box<Expr> {
    Box::new(one)
}

fn name() -> impl Strategy<Value = Name> {
    let text = select(vec!["a", "b", "pile", "h", "k", "K2", "x_1", "mo", "an", "iff", "movex"]);
    text.prop_map(|text| Name { text: text.to_owned(), span: Span::default() })
}

fn leaf() -> BoxedStrategy<ExprKind> {
    let aggregate = select(vec![
        Aggregate::Sum,
        Aggregate::Count,
        Aggregate::Least,
        Aggregate::Greatest,
        Aggregate::First,
    ]);
    prop_oneof![
        4 => prop_oneof![0..20_u64, 0..=1_000_000_000_000_000_000_u64].prop_map(ExprKind::Number),
        4 => (name(), any::<bool>()).prop_map(|(name, primed)| ExprKind::Name { name: name.text, primed }),
        1 => (name(), any::<bool>()).prop_map(|(name, primed)| ExprKind::Later { name, primed }),
        1 => (aggregate, name()).prop_map(|(aggregate, name)| ExprKind::Aggregate(aggregate, name)),
        1 => (any::<bool>(), name()).prop_map(|(nonzero, name)| ExprKind::Distinct { nonzero, name }),
        1 => name().prop_map(ExprKind::Falling),
        1 => any::<bool>().prop_map(ExprKind::Truth),
        1 => Just(ExprKind::Nothing),
    ]
    .boxed()
}

fn winner() -> impl Strategy<Value = Winner> {
    select(vec![Winner::Left, Winner::Right, Winner::Normal, Winner::Misere])
}

fn relation() -> impl Strategy<Value = Relation> {
    select(vec![
        Relation::Equal,
        Relation::Unequal,
        Relation::Less,
        Relation::AtMost,
        Relation::Greater,
        Relation::AtLeast,
    ])
}

fn operator() -> impl Strategy<Value = Operator> {
    select(vec![
        Operator::Or,
        Operator::And,
        Operator::Plus,
        Operator::Minus,
        Operator::Times,
        Operator::Div,
        Operator::Mod,
        Operator::Xor,
    ])
}

fn set(inner: BoxedStrategy<Expr>) -> BoxedStrategy<Expr> {
    let element =
        (inner.clone(), prop::option::of(1..5_u64)).prop_map(|(from, step)| Element { from, step });
    let kind = prop_oneof![
        (inner.clone(), inner).prop_map(|(a, b)| ExprKind::Range(boxed(a), boxed(b))),
        prop::collection::vec(element, 0..4).prop_map(ExprKind::Braces),
        name().prop_map(|name| ExprKind::Name { name: name.text, primed: false }),
    ];
    kind.prop_map(expr).boxed()
}

/// Any tree at all, with brackets anywhere.
fn tree() -> BoxedStrategy<Expr> {
    let grow = |inner: BoxedStrategy<Expr>| {
        let one = || inner.clone();
        let chain = prop::collection::vec((relation(), one()), 1..4);
        prop_oneof![
            one().prop_map(|a| ExprKind::Negative(boxed(a))),
            one().prop_map(|a| ExprKind::Not(boxed(a))),
            one().prop_map(|a| ExprKind::Parentheses(boxed(a))),
            (operator(), one(), one()).prop_map(|(operator, a, b)| ExprKind::Binary(
                operator,
                boxed(a),
                boxed(b)
            )),
            (one(), one()).prop_map(|(a, b)| ExprKind::All(boxed(a), boxed(b))),
            (one(), chain).prop_map(|(a, rest)| ExprKind::Chain(boxed(a), rest)),
            (one(), set(one())).prop_map(|(a, set)| ExprKind::In(boxed(a), boxed(set))),
            (name(), prop::collection::vec(one(), 0..4))
                .prop_map(|(name, all)| ExprKind::Call(name, all)),
            (one(), one(), one()).prop_map(|(a, b, c)| ExprKind::If {
                then: boxed(a),
                condition: boxed(b),
                otherwise: boxed(c)
            }),
        ]
        .prop_map(expr)
        .boxed()
    };
    leaf().prop_map(expr).prop_recursive(5, 40, 4, grow).boxed()
}

fn ending() -> BoxedStrategy<Expr> {
    let leaf = winner().prop_map(|winner| expr(ExprKind::Winner(winner)));
    leaf.prop_recursive(3, 10, 2, |inner| {
        (inner.clone(), tree(), inner).prop_map(|(a, b, c)| {
            expr(ExprKind::If { then: boxed(a), condition: boxed(b), otherwise: boxed(c) })
        })
    })
    .boxed()
}

fn how_many() -> impl Strategy<Value = HowMany> {
    select(vec![HowMany::UpTo, HowMany::Exactly, HowMany::Consecutive])
}

fn clause() -> impl Strategy<Value = Clause> {
    let joint = select(vec![Joint::Comma, Joint::Colon, Joint::Where, Joint::If]);
    let kind = prop_oneof![
        name().prop_map(ClauseKind::One),
        (how_many(), tree(), name())
            .prop_map(|(how_many, count, name)| ClauseKind::Several(how_many, count, name)),
        tree().prop_map(ClauseKind::Condition),
        tree().prop_map(ClauseKind::Condition),
    ];
    (joint, kind).prop_map(|(joint, kind)| Clause { joint, kind, span: Span::default() })
}

fn moves() -> impl Strategy<Value = ItemKind> {
    let player = select(vec![None, Some(Player::Left), Some(Player::Right)]);
    (player, prop::collection::vec(clause(), 1..5)).prop_map(|(player, mut clauses)| {
        clauses[0].joint = Joint::First;
        ItemKind::Move { player, clauses }
    })
}

fn shape() -> impl Strategy<Value = ItemKind> {
    let coordinate = (name(), prop::option::of(tree()));
    let coordinate = coordinate.prop_map(|(name, default)| Declaration { name, default });
    prop_oneof![
        prop::collection::vec(coordinate, 1..4).prop_map(ItemKind::Position),
        (select(vec![Many::Heaps, Many::Coins, Many::Rows]), name())
            .prop_map(|(many, name)| ItemKind::Many(many, name)),
    ]
}

fn game() -> impl Strategy<Value = ItemKind> {
    let preset = prop_oneof![tree(), set(tree())];
    let parameter = (name(), prop::option::of(preset));
    let parameter = parameter.prop_map(|(name, default)| Declaration { name, default });
    let named = select(vec!["nim", "end-nim", "a-1", "x2-move-3"]);
    (named, prop::collection::vec(parameter, 0..3)).prop_map(|(text, parameters)| {
        let name = Name { text: text.to_owned(), span: Span::default() };
        ItemKind::Game { name, parameters }
    })
}

fn file() -> impl Strategy<Value = File> {
    let line = prop_oneof![tree().prop_map(ItemKind::Legal), moves(), moves()];
    let lines = prop::collection::vec(line, 0..4);
    (game(), shape(), lines, prop::option::of(ending()), any::<bool>()).prop_map(
        |(game, shape, lines, ending, loopy)| {
            let mut kinds = vec![game, shape];
            kinds.extend(lines);
            kinds.extend(ending.map(ItemKind::End));
            kinds.extend(loopy.then_some(ItemKind::Loopy));
            let item = |kind| Item { kind, span: Span::default() };
            File { items: kinds.into_iter().map(item).collect(), ..File::default() }
        },
    )
}

/// The same without brackets: printing may have to add some.
fn without_brackets(file: &File) -> File {
    let mut file = file.clone();
    for item in &mut file.items {
        match &mut item.kind {
            ItemKind::Game { parameters, .. } => {
                parameters.iter_mut().filter_map(|one| one.default.as_mut()).for_each(strip);
            }
            ItemKind::Position(coordinates) => {
                coordinates.iter_mut().filter_map(|one| one.default.as_mut()).for_each(strip);
            }
            ItemKind::Legal(expr) | ItemKind::End(expr) => strip(expr),
            ItemKind::Move { clauses, .. } => {
                for clause in clauses {
                    match &mut clause.kind {
                        ClauseKind::Several(_, expr, _) | ClauseKind::Condition(expr) => {
                            strip(expr)
                        }
                        ClauseKind::One(_) => {}
                    }
                }
            }
            ItemKind::Many(..) | ItemKind::Loopy => {}
        }
    }
    file
}

fn strip(expr: &mut Expr) {
    while let ExprKind::Parentheses(inner) = &mut expr.kind {
        *expr = std::mem::replace(inner, Expr { kind: ExprKind::Missing, span: Span::default() });
    }
    match &mut expr.kind {
        ExprKind::Negative(a) | ExprKind::Not(a) => strip(a),
        ExprKind::Binary(_, a, b)
        | ExprKind::All(a, b)
        | ExprKind::In(a, b)
        | ExprKind::Range(a, b) => {
            strip(a);
            strip(b);
        }
        ExprKind::Call(_, all) => all.iter_mut().for_each(strip),
        ExprKind::Chain(first, rest) => {
            strip(first);
            rest.iter_mut().for_each(|(_, one)| strip(one));
        }
        ExprKind::Braces(elements) => elements.iter_mut().for_each(|one| strip(&mut one.from)),
        ExprKind::If { then, condition, otherwise } => {
            strip(then);
            strip(condition);
            strip(otherwise);
        }
        _ => {}
    }
}

/// Whatever was read without mistakes prints to something that reads back as the same.
fn check_round_trip(text: &str) {
    let (tree, mistakes) = parse(text);
    check_places(text, &tree, &mistakes);
    // A tree with holes can be printed as well.
    let (usual, inline) = (print(&tree), print_inline(&tree));
    if mistakes.iter().any(bouton_lang::Diagnostic::is_error) {
        return;
    }
    let (again, mistakes) = parse(&usual);
    assert!(
        !mistakes.iter().any(bouton_lang::Diagnostic::is_error),
        "{text}\n{usual}\n{mistakes:?}"
    );
    assert_eq!(again, tree, "{text}\n{usual}");
    assert_eq!(print(&again), usual, "{text}");
    // `4+1k` is printed as `4+`.
    if text.is_ascii() && !usual.contains("+}") && !usual.contains("+,") {
        assert_eq!(words(text), words(&usual), "something was passed over in {text}");
    }
    let (again, _) = parse(&inline);
    assert_eq!(again.items, tree.items, "{text}\n{inline}");
}

/// The pieces of a text: names, numbers and single signs.
fn pieces(text: &str) -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    for c in text.chars() {
        let goes_on = |last: &String| match last.chars().next() {
            Some(first) if first.is_numeric() => c.is_numeric(),
            Some(first) => first.is_alphabetic() && c.is_alphanumeric(),
            None => false,
        };
        match pieces.last_mut() {
            Some(last) if goes_on(last) => last.push(c),
            _ => pieces.push(c.to_string()),
        }
    }
    pieces
}

/// The words, numbers and signs of a text in alphabetical order, without comments and what need not be printed.
fn words(text: &str) -> Vec<String> {
    let lines = text.split(['\n', '\r']).map(|line| line.split('#').next().unwrap());
    let pieces = pieces(&lines.collect::<Vec<_>>().join("\n"));
    // No brackets stay behind a game without parameters.
    let idle = [";", "of", "(", ")"];
    let is_word = |piece: &String| !piece.trim().is_empty() && !idle.contains(&piece.as_str());
    let plain = |piece: String| piece.parse().map_or(piece, |number: u64| number.to_string());
    let mut words: Vec<String> = pieces.into_iter().filter(is_word).map(plain).collect();
    words.sort();
    words
}

#[derive(Clone, Debug)]
enum Damage {
    Delete,
    Double,
    Swap,
    Insert(&'static str),
}

fn damage() -> impl Strategy<Value = (prop::sample::Index, Damage)> {
    let strange = select(vec![
        "(",
        ")",
        "{",
        "}",
        "[",
        "]",
        "if ",
        " else ",
        "\n",
        "\n  ",
        ";",
        "#",
        ",",
        ":",
        "'",
        "..",
        "==",
        "@",
        "\0",
        "\u{feff}",
        "é",
        "🎲",
        "99999999999999999999",
        "move",
        " not ",
        " in ",
        "all ",
        "one ",
        "\r",
        "-",
    ]);
    let kind = prop_oneof![
        Just(Damage::Delete),
        Just(Damage::Double),
        Just(Damage::Swap),
        strange.prop_map(Damage::Insert),
    ];
    (any::<prop::sample::Index>(), kind)
}

fn damaged(text: &str, damages: &[(prop::sample::Index, Damage)]) -> String {
    let mut pieces = pieces(text);
    for (place, damage) in damages {
        if pieces.len() < 2 {
            break;
        }
        let at = place.index(pieces.len() - 1);
        match damage {
            Damage::Delete => drop(pieces.remove(at)),
            Damage::Double => pieces.insert(at, pieces[at].clone()),
            Damage::Swap => pieces.swap(at, at + 1),
            Damage::Insert(text) => pieces.insert(at, (*text).to_owned()),
        }
    }
    pieces.concat()
}

#[test]
fn brackets_that_only_the_layout_needs_do_not_change_where_lines_are_broken() {
    let long = |name: &str| format!("{} = 0", name.repeat(45));
    let text = format!("game g; legal ({} or {}) and {}", long("a"), long("b"), long("c"));
    let tree = read(&text);
    let printed = print(&tree);
    assert_eq!(printed.lines().count(), 3, "{printed}");
    assert_eq!(print(&without_brackets(&tree)), printed);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn trees_are_read_back(file in file()) {
        let text = print(&file);
        let tree = read(&text);
        prop_assert_eq!(without_brackets(&tree), without_brackets(&file), "{}", text);
        prop_assert_eq!(&print(&tree), &text);
        let inline = print_inline(&file);
        prop_assert_eq!(without_brackets(&read(&inline)), without_brackets(&file), "{}", inline);
        check_round_trip(&text);
    }

    #[test]
    fn any_characters_do_no_harm(text in any::<String>()) {
        check_round_trip(&text);
        check_round_trip(&format!("game g\nlegal {text}\nmove {text}"));
    }

    #[test]
    fn any_words_do_no_harm(words in prop::collection::vec(select(WORDS.to_vec()), 0..60)) {
        check_round_trip(&words.join(" "));
        check_round_trip(&format!("game g\nposition n\n{}", words.concat()));
    }

    #[test]
    fn damaged_games_do_no_harm(
        text in select(GOOD.to_vec()),
        damages in prop::collection::vec(damage(), 1..8),
    ) {
        check_round_trip(&damaged(text, &damages));
    }
}

const WORDS: [&str; 70] = [
    "game", "position", "heaps", "coins", "rows", "legal", "move", "left", "right", "end", "loopy",
    "one", "up", "to", "of", "where", "if", "else", "in", "not", "and", "or", "xor", "div", "mod",
    "distinct", "nonzero", "falling", "sum", "count", "later", "none", "all", "true", "misere",
    "a", "b", "h", "k", "h'", "1", "2", "12", "(", ")", "{", "}", "[", "]", ",", ":", "..", "+",
    "-", "*", "=", "<", ">=", "!=", "\n", "\n ", ";", "#", "#x\n", "min(", "4+2k", "2+", "@", "==",
    "mdo",
];
