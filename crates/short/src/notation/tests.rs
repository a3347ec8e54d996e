//! Reading, evaluating and writing the notation.

use bouton_values::{Limits, Refusal};
use proptest::prelude::*;

use crate::{Comparison, Dyadic, Expression, Form, Forms, Input, NumberUpStar, Relation};

fn value(forms: &mut Forms, text: &str) -> Form {
    let expression = Expression::parse(text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
    expression.evaluate(forms).unwrap_or_else(|refusal| panic!("{text}: {refusal}"))
}

/// The text of what was read.
fn rewritten(text: &str) -> String {
    let mut forms = Forms::default();
    let game = value(&mut forms, text);
    forms.text(game).unwrap()
}

fn refusal(text: &str) -> Refusal {
    match Expression::parse(text) {
        Ok(expression) => expression.evaluate(&mut Forms::default()).expect_err(text),
        Err(refusal) => refusal,
    }
}

fn comes_back(forms: &mut Forms, game: Form) -> String {
    let text = forms.text(game).unwrap();
    assert_eq!(value(forms, &text), game, "{text}");
    text
}

/// Small deterministic random numbers.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        (self.0 >> 33) % n
    }
}

/// Games in rounds: small ones, then braces and sums of earlier ones.
fn random_games(forms: &mut Forms, seed: u64, count: usize) -> Vec<Form> {
    let mut dice = Dice(seed);
    let mut games = Vec::new();
    for text in ["0", "1", "-1", "*", "1/2", "^", "v*", "*2", "2", "±1", "-3/4", "^<2>", "tiny(1)"]
    {
        games.push(value(forms, text));
    }
    while games.len() < count {
        // Mostly from the small ones: depth grows slowly.
        let pick = |dice: &mut Dice, games: &Vec<Form>| {
            let among = if dice.below(3) == 0 { games.len() } else { 13 };
            games[dice.below(among as u64) as usize]
        };
        let mut side = |games: &Vec<Form>| {
            let count = 1 + dice.below(3);
            (0..count).map(|_| pick(&mut dice, games)).collect::<Vec<Form>>()
        };
        let (left, right) = (side(&games), side(&games));
        games.push(forms.braces(&left, &right).unwrap());
    }
    games
}

#[test]
fn literals_mean_what_they_say() {
    let rows = [
        ("{9223372036854775807|}", "9223372036854775808"),
        ("9223372036854775808/2", "4611686018427387904"),
        ("{|-9223372036854775808}", "-9223372036854775809"),
        ("-0", "0"),
        ("{|}", "0"),
        ("{ | }", "0"),
        ("{|||}", "0"),
        ("{0|1}", "1/2"),
        ("6/8", "3/4"),
        ("007", "7"),
        ("*0", "0"),
        ("*1", "*"),
        ("^0", "0"),
        ("^1", "^"),
        ("^^", "^^"),
        ("^2", "^^"),
        ("^^^", "^3"),
        ("vv", "vv"),
        ("vvv*3", "v3*3"),
        ("3*2", "3*2"),
        ("3 + *2", "3*2"),
        ("1/2^3", "1/2^3"),
        ("^*", "^*"),
        ("-1v2*5", "-1vv*5"),
        ("-1^", "-1^"),
        ("-(1^)", "-1v"),
        ("- 1^", "-1^"),
        ("--1^", "1v"),
        ("-^", "v"),
        ("-^*", "v*"),
        ("2-1^", "1v"),
        ("1--1", "2"),
        ("-----1", "-1"),
        ("{0|*}", "^"),
        ("{0|^*}", "^^"),
        ("{0,*|0}", "^*"),
        ("↑↑", "^^"),
        ("⇑*", "^^*"),
        ("−1⇓∗3", "-1vv*3"),
        ("{0|0}", "*"),
        ("*2+*3", "*"),
        ("3.*", "*"),
        ("3.^", "^3"),
        ("3·2", "6"),
        ("(-2).1/2", "-1"),
        ("{9|}.^", "^10"),
        ("((((1))))", "1"),
    ];
    for (text, wanted) in rows {
        assert_eq!(rewritten(text), wanted, "{text}");
    }
}

#[test]
fn braces_and_names_are_written_as_in_cgsuite() {
    let rows = [
        ("{1|0}", "{1|0}"),
        ("{1||0|-2}", "{1||0|-2}"),
        ("{1|{0|-2}}", "{1||0|-2}"),
        ("{{4|3}|{2|1}}", "{4|3||2|1}"),
        ("{4|||3||2|1}", "{4|||3||2|1}"),
        ("{3,{2|-1}|0}", "{3|0}"),
        ("{0,*|*2}", "^*3"),
        ("{0,^*|-1}", "{0,^*|-1}"),
        ("{0,{1|0},*|-1}", "{0,{1|0}|-1}"),
        ("+-1", "±1"),
        ("±1/2", "±1/2"),
        ("{1|-1}", "±1"),
        ("±{2|1}", "±{2|1}"),
        ("{2|1||-1|-2}", "±{2|1}"),
        ("+-(1,{2|1/2})", "±(1,{2|1/2})"),
        ("3 ± 1", "{4|2}"),
        ("3 + +-1", "{4|2}"),
        ("±1+±2", "±{3|1}"),
        ("{0||0|-1}", "tiny(1)"),
        ("tiny(1)", "tiny(1)"),
        ("Tiny(3/4)", "tiny(3/4)"),
        ("-tiny(1/2)", "miny(1/2)"),
        ("{2|0||0}", "miny(2)"),
        ("tiny(2)+1", "1+tiny(2)"),
        ("miny(2)-1", "-1+miny(2)"),
        ("^<1>", "^"),
        ("^<2>", "^<2>"),
        ("{0|v*}", "^<2>"),
        ("up(2)", "^<2>"),
        ("down(3)", "v<3>"),
        ("^<2>*", "^<2>*"),
        ("v<2>*", "v<2>*"),
        ("^+^<2>", "^[2]"),
        ("{^|*}", "^[2]"),
        ("^[3]", "^[3]"),
        ("1v[3]*", "1v[3]*"),
        ("2.^<2>", "2.^<2>"),
        ("2.v<2>", "2.v<2>"),
        ("-2.^<2>+1", "1-2.^<2>"),
        ("1^<2>", "1^<2>"),
        ("1/2^-^<2>*", "1/2^-^<2>*"),
        ("^^+^<2>", "^^+^<2>"),
    ];
    for (text, wanted) in rows {
        assert_eq!(rewritten(text), wanted, "{text}");
    }
}

#[test]
fn functions_and_operators_are_worked_out() {
    let rows = [
        ("cool(±1,1)", "*"),
        ("cool({3|-1},1/2)", "{5/2|-1/2}"),
        ("cool({3|-1},5)", "1"),
        ("heat(*,1)", "±1"),
        ("overheat(*,1,1)", "±1"),
        ("norton(2,^)", "^^"),
        ("norton(1/2,1*)", "{1|*}"),
        ("1:*", "1*"),
        ("*:1", "^*"),
        ("ordinal(1,-1)", "1/2"),
        ("1:-1:1", "3/4"),
        ("1+1:-1", "3/2"),
        ("2·1:-1", "3/2"),
        ("nim_product(*2,*3)", "*"),
        ("nim_product(0,*3)", "0"),
        ("reduce({2^|1*})", "{2|1}"),
        ("atomic_weight(^3*)", "3"),
        ("mean({3||1|-1})", "3/2"),
        ("temperature(±3)", "3"),
        ("left_stop({3|^})", "3"),
        ("right_stop({3|^})", "0"),
        ("100000000000000000000·1", "100000000000000000000"),
    ];
    for (text, wanted) in rows {
        assert_eq!(rewritten(text), wanted, "{text}");
    }
    for (usage, meaning) in super::functions() {
        assert!(!meaning.is_empty());
        let name = usage.split('(').next().unwrap();
        assert!(super::functions::Function::find(name).is_some(), "{name}");
    }
    assert!(refusal("atomic_weight(1)").to_string().contains("no atomic weight"));
    assert!(refusal("atomic_weight(1)").to_string().contains("at character 1"));
}

#[test]
fn the_bars_may_be_longer_than_they_must() {
    let mut forms = Forms::default();
    let rows = [
        ("{1|||0||-2}", "{1||0|-2}"),
        ("{1,2||0|-2}", "{1,2|{0|-2}}"),
        ("{1|2,3||4}", "{{1|2,3}|4}"),
        ("{||0|-1}", "{|{0|-1}}"),
        ("{5||4|3|||2||1|0}", "{{5|{4|3}}|{2|{1|0}}}"),
        ("{1|0}+{2|1}", "{2|1}+{1|0}"),
        ("1-{1|0}", "1+{0|-1}"),
        ("{1∥0|-2}", "{1||0|-2}"),
    ];
    for (a, b) in rows {
        assert_eq!(value(&mut forms, a), value(&mut forms, b), "{a}");
    }
}

#[test]
fn what_is_refused_is_pointed_at() {
    let rows = [
        ("{1|2|3}", "at character 5 of `{1|2|3}`: a second | in the same braces"),
        ("{1||2|3||4}", "at character 8 of `{1||2|3||4}`: a second || in the same braces"),
        ("1/3", "at character 1 of `1/3`: 1/3 is not a short game: denominators are powers of two"),
        ("1/0", "1/0 is not a short game"),
        ("1/", "at character 3 of `1/`: expected a denominator here"),
        ("", "at character 1 of ``: the text ends where a game is expected"),
        ("{", "at character 1 of `{`: the text ends before this is complete"),
        ("{1|0", "at character 1 of `{1|0`: what opens here is never closed"),
        (
            "(1}",
            "at character 3 of `(1}`: the wrong closing bracket; the bracket opened at character 1",
        ),
        ("(1,2)", "a list in plain parentheses"),
        ("1}", "no bracket is open"),
        ("{}", "at character 2 of `{}`: braces without a bar"),
        ("{1}", "at character 3 of `{1}`: braces without a bar"),
        ("{1,|2}", "at character 4 of `{1,|2}`: expected a game here"),
        ("1|0", "at character 2 of `1|0`: a bar outside of braces"),
        ("1,2", "a list outside of braces"),
        ("1+-1", "at character 2 of `1+-1`: `+-` between two games is ambiguous"),
        ("1 2", "at character 3 of `1 2`: an operator is missing"),
        ("3 * 2", "at character 3 of `3 * 2`: an operator is missing"),
        ("*^", "at character 2 of `*^`: an operator is missing"),
        ("^^3", "several arrows and a count"),
        ("1.5", "at character 1 of `1.5`: the dot makes multiples"),
        ("{1|0}.2", "the game before the dot is not an integer"),
        ("∞", "at character 1 of `∞`: '∞' means nothing here"),
        ("tinny(1)", "at character 1 of `tinny(1)`: there is no function tinny"),
        ("tiny(1,2)", "2 arguments for tiny(G)"),
        ("foo", "foo is not a game"),
        ("G", "at character 1 of `G`: G is not defined"),
        ("G where G = {G|0}", "at character 14 of `G where G = {G|0}`: G is defined by itself"),
        ("1 where G = H, H = {0|G}", "is defined by itself"),
        ("G where G = 1, G = 2", "G is defined twice"),
        ("G where g = 1", "expected a definition"),
        ("{1|0 where G = 1}", "inside brackets"),
        ("G + (1 where G = 1)", "G is not defined"),
        ("(G where G = 1, G = 2)", "G is defined twice"),
        ("(G where G = {G|0})", "G is defined by itself"),
        ("(G where G = 1", "what opens here is never closed"),
        ("1 where G = (2", "what opens here is never closed"),
        ("1 + G where G = 1 + 2) = 3", "no bracket is open that this could close"),
        ("1 < 2", "compares two with `<`"),
        ("(1 < 2)", "inside brackets"),
        ("^<0>", "the order of ↑ⁿ is between 1 and"),
        ("up(1/2)", "the order of ↑ⁿ is between 1 and"),
        ("cool(1,*)", "the second argument is not a number"),
        ("nim_product(1,*)", "only nimbers"),
        ("*18446744073709551616", "does not fit into 64 bits"),
        ("v9223372036854775808", "does not fit into 64 bits"),
    ];
    for (text, wanted) in rows {
        let refusal = refusal(text);
        assert!(refusal.to_string().contains(wanted), "{text}: {refusal}");
        assert!(!refusal.help().to_string().is_empty(), "{text}");
    }
    let after = Input::parse("G where G = {2|1} = 3").unwrap_err();
    assert!(after.help().to_string().contains("parentheses around a game"), "{after}");
    assert!(refusal("1.5").help().to_string().contains("3/2"));
    assert!(refusal("0.1").help().to_string().contains("not a short game"));
    assert!(refusal("tinny(1)").help().to_string().contains("tiny(G)"));
    assert!(Input::parse("1 < 2 < 3").unwrap_err().to_string().contains("one comparison"));
    let long = format!("{}{{1|2|3}}{}", "1+".repeat(100), "+1".repeat(100));
    let problem = refusal(&long).to_string();
    assert!(problem.contains("at character 205 of `…") && problem.len() < 150, "{problem}");
}

/// Nothing here may overflow a stack or take long.
#[test]
fn long_and_deep_texts_are_read_or_refused() {
    for part in [
        "{",
        "(",
        "-",
        "+-",
        "±",
        "tiny(",
        "{1|",
        "1+(",
        "±(",
        "1:",
        "{{",
        "2.",
        "|",
        "1,",
        "(1 where G = ",
    ] {
        for count in [100_000, 1_000_000] {
            let text = part.repeat(count);
            if let Ok(expression) = Expression::parse(&text) {
                panic!("{part}: {}", expression.text().len());
            }
        }
    }
    // Parentheses with definitions around each other look at what is within again and again.
    for (open, close) in [("", " where A = 1"), ("(", " where A = 1)")] {
        let body = "A+".repeat(200_000) + "A";
        let text = format!("({}{body}{})", open.repeat(40_000), close.repeat(40_000));
        assert!(refusal(&text).to_string().contains("too many parentheses"), "{open}{close}");
    }
    let deep = 90_000;
    let mut forms = Forms::default();
    let text = format!("{}{}", "{".repeat(deep), "|}".repeat(deep));
    assert_eq!(value(&mut forms, &text), value(&mut forms, "89999"));
    let text = format!("{}1{}", "(".repeat(deep), ")".repeat(deep));
    assert_eq!(value(&mut forms, &text), value(&mut forms, "1"));
    let text = format!("{}1", "-".repeat(deep));
    assert_eq!(value(&mut forms, &text), value(&mut forms, "1"));
    let text = format!("{}1", "+-".repeat(deep));
    let periodic = value(&mut forms, &text);
    assert!(forms.simple(periodic).is_some());
    let text = format!("1{}", "+1".repeat(100_000));
    assert_eq!(value(&mut forms, &text), value(&mut forms, "100001"));
    let huge = refusal(&" ".repeat(10_000_000)).to_string();
    assert!(huge.contains("10000000 bytes") && huge.contains("4194304"), "{huge}");
    let digits = refusal(&"7".repeat(10_001)).to_string();
    assert!(digits.contains("10001 digits"), "{digits}");
    let digits = "7".repeat(10_000);
    assert_eq!(rewritten(&digits), digits);
    assert!(refusal(&format!("{digits}.2")).to_string().len() < 200);
}

#[test]
fn comparisons_are_read() {
    let rows = [
        ("1 < 2", Relation::Less, true),
        ("1<2", Relation::Less, true),
        ("^<*2", Relation::Less, false),
        ("^ || *", Relation::Confused, true),
        ("^||*", Relation::Confused, true),
        ("^ <> *", Relation::Confused, true),
        ("{1||0|-2}||{1|||0||-2}", Relation::Confused, false),
        ("±1 <| 2", Relation::LessOrConfused, true),
        ("±1 |> 2", Relation::GreaterOrConfused, false),
        ("^^>*", Relation::Greater, true),
        ("^<2>>0", Relation::Greater, true),
        ("^<2><^", Relation::Less, true),
        ("^<2", Relation::Less, true),
        ("±1+±1 = 0", Relation::Equal, true),
        ("±1+±1 == 0", Relation::Equal, true),
        ("* != 0", Relation::NotEqual, true),
        ("1 >= 1", Relation::AtLeast, true),
        ("1≤*", Relation::AtMost, false),
        ("G = H where G = {H|H}, H = *", Relation::Equal, false),
    ];
    let mut forms = Forms::default();
    for (text, wanted, truth) in rows {
        let input = Input::parse(text).unwrap();
        let (relation, right) = input.relation.unwrap();
        let (g, h) = (input.left.evaluate(&mut forms), right.evaluate(&mut forms));
        let comparison = forms.compare(g.unwrap(), h.unwrap()).unwrap();
        assert_eq!((relation, relation.holds(comparison)), (wanted, Some(truth)), "{text}");
    }
    let ask = Input::parse("^ ? 0").unwrap().relation.unwrap().0;
    assert_eq!((ask, ask.holds(Comparison::Less)), (Relation::Ask, None));
    assert!(Input::parse("1").unwrap().relation.is_none());
}

#[test]
fn definitions_may_come_in_any_order() {
    let mut forms = Forms::default();
    let wanted = value(&mut forms, "{{2|1}|{1|{2|1}}}+{2|1}");
    for text in
        ["{A|B}+A where A = {2|1}, B = {1|A}", "{A|B2}+A where B2 = {1|A}, A = {2|1}, Unused = 7"]
    {
        assert_eq!(value(&mut forms, text), wanted, "{text}");
    }
}

#[test]
fn definitions_in_parentheses_are_their_own() {
    let rows = [
        ("(G where G = *) + (G where G = ^)", "^*"),
        ("(G where G = {H|H}, H = *) + H where H = 1", "{*|*}+1"),
        ("{(G where G = 2)|G} + G where G = 1", "{2|1}+1"),
        ("((G where G = A) + A where A = 3) + A where A = -1", "6-1"),
        ("(H where H = (G where G = K), K = *2) + tiny((K where K = 1))", "*2+tiny(1)"),
        ("(A where A = (B where B = C)) + (C where C = 2) where C = 5", "7"),
        ("((B where B = C) + 1 where C = 2) + C where C = 5", "8"),
        ("-(1 + 2.G where G = *3) : 1", "-(1+2.*3) : 1"),
        ("±(1, (G where G = {2|1}))", "±(1,{2|1})"),
    ];
    let mut forms = Forms::default();
    for (text, wanted) in rows {
        assert_eq!(value(&mut forms, text), value(&mut forms, wanted), "{text}");
    }
    let compared = Input::parse("(G where G = {2|1}) = ({A|1} where A = 2)").unwrap();
    let right = compared.relation.unwrap().1.evaluate(&mut forms).unwrap();
    assert_eq!(compared.left.evaluate(&mut forms).unwrap(), right);
}

/// What is printed with definitions can be put into parentheses and used.
#[test]
fn long_games_can_be_added_as_they_are_printed() {
    let mut forms = Forms::default();
    let texts = ["{1|-1/2}", "{1|-1/4}"].map(|first| {
        let mut game = value(&mut forms, first);
        for n in 2..300 {
            let ends = [n, -n].map(|end| forms.integer(end).unwrap());
            game = match n % 2 {
                0 => forms.braces(&[ends[0]], &[game]).unwrap(),
                _ => forms.braces(&[game], &[ends[1]]).unwrap(),
            };
        }
        forms.text(game).unwrap()
    });
    assert!(texts.iter().all(|text| text.contains(" where G1 = ")), "{texts:?}");
    let difference = format!("({}) - ({})", texts[0], texts[0]);
    assert_eq!(value(&mut forms, &difference), value(&mut forms, "0"));
    let both = format!("{{({})|({})}}", texts[0], texts[1]);
    let [g, h] = [0, 1].map(|which: usize| value(&mut forms, &texts[which]));
    assert_ne!(g, h);
    let wanted = forms.braces(&[g], &[h]).unwrap();
    assert_eq!(value(&mut forms, &both), wanted);
}

#[test]
fn numbers_ups_and_stars_come_back() {
    let mut forms = Forms::default();
    for numerator in -9..=9 {
        for ups in -4..=4 {
            for nimber in 0..5 {
                let number = Dyadic::new(numerator.into(), 2);
                let simple = NumberUpStar { number, ups, nimber };
                let game = forms.number_up_star(simple).unwrap();
                let text = comes_back(&mut forms, game);
                assert!(!text.contains(['{', ' ', '+']), "{text}");
            }
        }
    }
    for text in ["^9223372036854775807", "-5v9223372036854775807*18446744073709551615"] {
        assert_eq!(rewritten(text), text);
    }
}

/// Sums of powers of ↑ are recognised, not only read back.
#[test]
fn sums_of_powers_of_up_are_named() {
    let mut forms = Forms::default();
    let powers: Vec<Form> = (1..=3).map(|order| forms.uptimal(order).unwrap()).collect();
    for code in 0..5 * 5 * 5 * 3 {
        let star = forms.nimber(code / 125).unwrap();
        let mut game = star;
        let mut rest = code % 125;
        for power in &powers {
            let multiple = forms.multiple(rest as i64 % 5 - 2, *power).unwrap();
            game = forms.sum(game, multiple).unwrap();
            rest /= 5;
        }
        let text = comes_back(&mut forms, game);
        assert!(!text.contains('{'), "{text}");
    }
}

#[test]
fn powers_of_up_are_those_of_the_literature() {
    let mut forms = Forms::default();
    for order in 1..=10 {
        let sum: Vec<String> = (1..=order).map(|n| format!("^<{n}>")).collect();
        let cumulative = value(&mut forms, &format!("^[{order}]"));
        assert_eq!(value(&mut forms, &sum.join("+")), cumulative);
        let lower: String = (1..order).map(|n| format!("-^<{n}>")).collect();
        let text = format!("{{0|*{lower}}}");
        assert_eq!(value(&mut forms, &text), value(&mut forms, &format!("^<{order}>")));
    }
    let highest = value(&mut forms, &format!("^<{}>", super::MAX_ORDER));
    let zero = forms.zero().unwrap();
    assert_eq!(forms.compare(highest, zero).unwrap(), Comparison::Greater);
    comes_back(&mut forms, highest);
}

#[test]
fn random_games_come_back() {
    for seed in 0..20 {
        let mut forms = Forms::default();
        for game in random_games(&mut forms, seed, 300) {
            let text = comes_back(&mut forms, game);
            assert!(text.len() < 5000);
            let latex = forms.latex(game).unwrap();
            assert_eq!(latex.matches("\\left").count(), latex.matches("\\right").count());
        }
    }
}

/// A text depends on the game, not on the history of the store.
#[test]
fn the_text_does_not_depend_on_the_store() {
    for seed in 0..10 {
        let mut forms = Forms::default();
        let games = random_games(&mut forms, seed, 200);
        let texts: Vec<String> = games.iter().map(|game| forms.text(*game).unwrap()).collect();
        let mut backwards = Forms::default();
        value(&mut backwards, "{7,*5|^||v3|-2}");
        for text in texts.iter().rev() {
            let game = value(&mut backwards, text);
            assert_eq!(&backwards.text(game).unwrap(), text);
            let mut alone = Forms::default();
            let game = value(&mut alone, text);
            assert_eq!(&alone.text(game).unwrap(), text);
        }
    }
}

/// Removals of 2, 3 or 5 from a heap, where an even rest wins for Left and an odd one for Right.
#[test]
fn games_with_much_in_common_are_written_with_definitions() {
    let mut forms = Forms::default();
    let mut values: Vec<Form> = vec![value(&mut forms, "1"), value(&mut forms, "-1")];
    for n in 2..=400usize {
        let options: Vec<Form> =
            [2, 3, 5].iter().filter(|s| **s <= n).map(|s| values[n - s]).collect();
        values.push(forms.braces(&options, &options).unwrap());
    }
    for n in (0..=400).step_by(7).chain([400]) {
        comes_back(&mut forms, values[n]);
    }
    let text = forms.text(values[400]).unwrap();
    assert!(text.len() < 100_000, "{}", text.len());
    assert_eq!(rewritten(&text), text);
}

#[test]
fn deep_games_come_back() {
    let mut forms = Forms::default();
    let mut game = value(&mut forms, "{1|-1/2}");
    for n in 0..3000 {
        let rise = forms.integer(2 + n).unwrap();
        let fall = forms.integer(-2 - n).unwrap();
        game = match n % 2 {
            0 => forms.braces(&[rise], &[game]).unwrap(),
            _ => forms.braces(&[game], &[fall]).unwrap(),
        };
    }
    let text = comes_back(&mut forms, game);
    assert!(text.contains(" where G1 = ") && text.len() < 100_000, "{}", text.len());
    assert_eq!(rewritten(&text), text);
    assert!(forms.latex(game).unwrap().len() < 300_000);
}

#[test]
fn latex_has_its_own_signs() {
    let rows = [
        ("{1||0|-2}", "\\left\\{1 \\parallel 0 \\mid -2\\right\\}"),
        ("{4|3||2|1}", "\\left\\{4 \\mid 3 \\parallel 2 \\mid 1\\right\\}"),
        ("-3/4", "-\\frac{3}{4}"),
        ("1^*2", "1{\\uparrow}{\\ast}2"),
        ("vv", "{\\Downarrow}"),
        ("1v3*", "1-3\\cdot{\\uparrow}+{\\ast}"),
        ("±{2|1}", "\\pm \\left\\{2 \\mid 1\\right\\}"),
        ("tiny(1/2)", "\\mathrm{tiny}(\\frac{1}{2})"),
        ("^<2>*", "{\\uparrow}^{2}{\\ast}"),
        ("v[3]", "{\\downarrow}^{[3]}"),
    ];
    let mut forms = Forms::default();
    for (text, wanted) in rows {
        let game = value(&mut forms, text);
        assert_eq!(forms.latex(game).unwrap(), wanted, "{text}");
    }
}

/// A store that gives up soon.
fn small_store() -> Forms {
    Forms::new(Limits { memory: 64 << 20, steps: 20_000_000, ..Limits::default() })
}

fn read_and_write(text: &str) {
    let Ok(input) = Input::parse(text) else { return };
    let mut forms = small_store();
    let Ok(game) = input.left.evaluate(&mut forms) else { return };
    let Ok(written) = forms.text(game) else { return };
    let again = Expression::parse(&written).unwrap_or_else(|refusal| panic!("{refusal}"));
    // Reading may exceed the limits; what it finds must be the same.
    if let Ok(same) = again.evaluate(&mut forms) {
        assert_eq!(same, game, "{text} is written {written}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn no_text_is_a_catastrophe(text in ".{0,60}") {
        read_and_write(&text);
    }

    #[test]
    fn no_text_of_familiar_signs_is_a_catastrophe(
        text in "([{}|(),+.:*^v<>=? /-]|±|↑|⇓|−|[0-9]|tiny|miny|G1|where|\\|\\||\\[2\\]|<2>){0,40}"
    ) {
        read_and_write(&text);
    }

    #[test]
    fn expressions_are_read_and_written(text in expressions()) {
        read_and_write(&text);
    }
}

/// Well-formed texts.
fn expressions() -> impl Strategy<Value = String> {
    let literal = "(-?[0-3](/[24])?)?(\\^|v|\\^\\^|v3|\\^<2>|v\\[2\\])?\\*[0-3]?|-?[0-9]";
    literal.prop_recursive(4, 30, 4, |inner| {
        let side = prop::collection::vec(inner.clone(), 0..3);
        prop_oneof![
            (side.clone(), side).prop_map(|(l, r)| format!("{{{}|{}}}", l.join(","), r.join(","))),
            (inner.clone(), inner.clone()).prop_map(|(g, h)| format!("{g} + {h}")),
            (inner.clone(), inner.clone()).prop_map(|(g, h)| format!("({g})-({h})")),
            inner.clone().prop_map(|g| format!("±({g})")),
            inner.clone().prop_map(|g| format!("-({g})")),
            inner.clone().prop_map(|g| format!("3.({g})")),
            (inner.clone(), inner.clone()).prop_map(|(g, h)| format!("({g}):({h})")),
            (inner, 0..12usize).prop_map(|(g, which)| {
                let names = "cool heat overheat norton reduce atomic_weight mean temperature \
                             left_stop right_stop tiny miny";
                let name = names.split_whitespace().nth(which).unwrap();
                let arguments = ["", ",1", ",1/2,^"];
                let function = super::functions::Function::find(name).unwrap();
                format!("{name}({g}{})", arguments[function.arity() - 1])
            }),
        ]
    })
}
