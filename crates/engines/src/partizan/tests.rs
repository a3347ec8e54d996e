//! Canonical forms of positions against Conway's definitions and the oracle, and proved periods.

use std::collections::HashMap;

use bouton_oracle::Oracle;
use bouton_rules::{Ending, FiniteGame, Game, Limits, Position, Ruleset};
use bouton_short::{Comparison, Expression, Form, Forms};
use bouton_values::{Outcome, Player, Tree};

use super::{CanonicalForms, value};
use crate::ask::Ask;
use crate::engine::Engine;
use crate::finding::{Finding, Saltus, Sequence, Standing, Terms, Value};
use crate::ladder::LADDER;
use crate::testing::{assert_solution, try_solve};

/// A position as a tree, from the rules alone; where nobody can move, the game that the ending names.
fn tree(game: &FiniteGame, position: &Position, known: &mut HashMap<Position, Tree>) -> Tree {
    if let Some(tree) = known.get(position) {
        return tree.clone();
    }
    let [left, right] = Player::BOTH.map(|mover| game.options(position, mover));
    let made = match &game.ending {
        Ending::Partizan(labels) if left.is_empty() && right.is_empty() => {
            tree_of(labels.value_at(game.spec.tokens(position)))
        }
        _ => {
            let left = left.iter().map(|option| tree(game, option, known)).collect();
            let right = right.iter().map(|option| tree(game, option, known)).collect();
            Tree::new(left, right)
        }
    };
    known.insert(position.clone(), made.clone());
    made
}

/// A written game as a tree.
fn tree_of(text: &str) -> Tree {
    let mut forms = Forms::default();
    let form = Expression::parse(text).unwrap().evaluate(&mut forms).unwrap();
    expand(&mut forms, form, &mut HashMap::new())
}

fn expand(forms: &mut Forms, form: Form, known: &mut HashMap<Form, Tree>) -> Tree {
    if let Some(tree) = known.get(&form) {
        return tree.clone();
    }
    let [left, right] = Player::BOTH.map(|player| forms.options(form, player).unwrap().to_vec());
    let left = left.into_iter().map(|option| expand(forms, option, known)).collect();
    let right = right.into_iter().map(|option| expand(forms, option, known)).collect();
    let tree = Tree::new(left, right);
    known.insert(form, tree.clone());
    tree
}

fn sequence(game: &str, to: u64) -> Sequence {
    let game = Game::parse(game).unwrap();
    let ask = Ask::Values { to, row: None };
    let run = CanonicalForms.prepare(&game, &ask).map_err(|declined| declined.reason).unwrap();
    match run(&Limits::default()).unwrap() {
        Finding::Sequence(sequence) => sequence,
        other => panic!("asked for values, found {other:?}"),
    }
}

fn texts(sequence: &Sequence) -> &[String] {
    match &sequence.terms {
        Terms::Values(texts) => &texts.games,
        other => panic!("asked for values, found {other:?}"),
    }
}

/// The value of each position equals the tree of the rules, and its outcome is the oracle's.
fn assert_values(text: &str, positions: impl IntoIterator<Item = String>) {
    let game = Game::parse(text).unwrap();
    let finite = game.finite().unwrap();
    let mut oracle = Oracle::new(finite, Limits::default());
    let mut known = HashMap::new();
    for position in positions {
        let at = format!("{text} {position}");
        let position = game.position(&position).unwrap();
        let found = value(finite, &position, &Limits::default()).unwrap();
        let Some(Value::Game(found)) = found else { panic!("{at} has a value") };
        let canonical = tree_of(&found);
        let wanted = tree(finite, &position, &mut known);
        assert!(canonical.equals(&wanted), "{at}: {found}");
        assert_eq!(oracle.outcome(&position), Ok(canonical.outcome()), "{at}");
    }
}

fn heaps(to: u64) -> impl Iterator<Item = String> {
    (0..=to).map(|n| n.to_string())
}

/// All sets within 2..=6 with the EO rule, and others with letters and games at the stuck heaps.
#[test]
fn ending_partizan_values_are_the_trees() {
    for bits in 1..32u32 {
        let set: Vec<String> =
            (2..=6).filter(|n| bits >> (n - 2) & 1 == 1).map(|n| n.to_string()).collect();
        assert_values(&format!("ending-partizan:{}", set.join(",")), heaps(11));
    }
    for game in ["2,3@LN", "2,3@NL", "2,5@RP", "3,4@LRN", "2,3@1/2,^*", "2,3@{1|0},-3", "2+@*2,v"] {
        assert_values(&format!("ending-partizan:{game}"), heaps(11));
    }
    // Where the stuck player always wins, play is misère.
    for (misere, by_value) in [("1,2@N", "1,2@*"), ("1,3@N", "1,3@*"), ("2,3@NN", "2,3@*,*")] {
        let [misere, by_value] = [misere, by_value].map(|game| format!("ending-partizan:{game}"));
        let found = sequence(&misere, 30);
        assert_eq!(texts(&found), texts(&sequence(&by_value, 30)), "{misere}");
        let game = Game::parse(&misere).unwrap();
        let mut oracle = Oracle::new(game.finite().unwrap(), Limits::default());
        for (heap, text) in texts(&found).iter().enumerate() {
            let position = game.position(&heap.to_string()).unwrap();
            assert_eq!(oracle.outcome(&position), Ok(tree_of(text).outcome()), "{misere} {heap}");
        }
    }
}

#[test]
fn partizan_heaps_are_the_trees() {
    for game in [
        "partizan-subtraction:1,2|1,3",
        "partizan-subtraction:1,3|2,3",
        "partizan-subtraction:2|1,4",
        "partizan-subtraction:1,2+|3",
        "partizan-octal:0.3|0.7",
        "partizan-octal:0.07|0.3",
        "partizan-octal:4.1|0.37",
        "partizan-octal:0.77|0.137",
    ] {
        assert_values(game, heaps(8));
        assert_values(game, ["2,3", "1,4", "3,3", "0,0", "2,2,1"].map(str::to_owned));
    }
    assert_values("subtraction:2,3/even-odd", ["4,3", "5,2", "3,3"].map(str::to_owned));
}

#[test]
fn boards_are_the_trees() {
    for (game, boards) in [
        ("domineering", vec!["2x2", "2x3", "3x2", "1x5", "..#|#..|...", "...|.#."]),
        ("toads-and-frogs", vec!["T.F", "TT.FF", "T..F", "TF.TF", "TT..F"]),
        ("hackenbush", vec!["L", "LR", "LRRL", "RLLR|LR", "LL|R"]),
        ("col", vec!["1x3", "2x2", ".L.|..R", "1x5"]),
        ("snort", vec!["1x3", "2x2", ".L.|..R", "1x4"]),
        ("clobber", vec!["LR", "LRLR", "LRL|RLR", "LL|RR"]),
    ] {
        assert_values(game, boards.into_iter().map(str::to_owned));
    }
}

/// Values that are known from the literature.
#[test]
fn boards_have_their_known_values() {
    for (game, position, wanted) in [
        ("domineering", "2x2", "±1"),
        ("domineering", "2x3", "{2|-1/2}"),
        ("domineering", "3x2", "{1/2|-2}"),
        ("domineering", "2x4", "miny(2)"),
        ("domineering", "1x6", "-3"),
        ("toads-and-frogs", "T.F", "*"),
        ("toads-and-frogs", "TT.FF", "*"),
        ("hackenbush", "LRRLR", "5/16"),
        ("clobber", "LR", "*"),
        ("col", "1x1", "*"),
        ("snort", "1x2", "±1"),
    ] {
        let game = Game::parse(game).unwrap();
        let position = game.position(position).unwrap();
        let found = value(game.finite().unwrap(), &position, &Limits::default()).unwrap();
        let found = found.unwrap().to_string();
        assert!(tree_of(&found).equals(&tree_of(wanted)), "{position}: {found}");
    }
}

/// Solutions agree with the oracle in outcome and winning moves, in sums of different games too.
#[test]
fn solutions_equal_the_oracle() {
    for (game, positions) in [
        ("partizan-subtraction:1,2|1,3", vec!["5", "4,3", "6,1,2"]),
        ("domineering", vec!["3x3", "..#|...|#.."]),
        ("ending-partizan:2,3 + nim", vec!["=0;2", "=1;0", "6;2", "4;1", "1;0", "7;3", "0;0"]),
        ("ending-partizan:2,3 + ending-partizan:2,5@RL", vec!["4;7", "1;1", "6;6", "3;0"]),
        ("ending-partizan:2,3@{1|0},v + kayles", vec!["5;3", "0;2", "1;1"]),
        ("domineering + hackenbush + clobber", vec!["2x2;LR;LRL", "...;RL;LR"]),
        ("partizan-octal:0.3|0.07 + wythoff", vec!["6;1,2", "3;2,2"]),
    ] {
        let game = Game::parse(game).unwrap();
        let mut oracle = Oracle::new(game.finite().unwrap(), Limits::default());
        for position in positions {
            let position = game.position(position).unwrap();
            let solution = try_solve(&CanonicalForms, &game, position.clone()).unwrap();
            assert_solution(&mut oracle, &game, &position, &solution);
            assert!(matches!(solution.value, Some(Value::Game(_))));
        }
    }
}

#[test]
fn the_plan_takes_it_where_it_should() {
    for (game, position, engine) in [
        ("partizan-subtraction:1,2|1,3", "5,4", "canonical-forms"),
        ("domineering", "2x2", "canonical-forms"),
        ("ending-partizan:2,3 + nim", "3;4", "canonical-forms"),
        ("ending-partizan:2,3", "7", "shift-register"),
        ("nim", "3,4", "nim-sum"),
        ("clobber/misere", "LR", "oracle"),
        ("chomp", "3,3", "oracle"),
    ] {
        let game = Game::parse(game).unwrap();
        let ask = Ask::Solve(game.position(position).unwrap());
        let first = LADDER.iter().find(|engine| engine.prepare(&game, &ask).is_ok()).unwrap();
        assert_eq!(first.name(), engine, "{}", game.text());
    }
    for game in
        ["nim/misere", "digraph:0>1,1>0", "partizan-subtraction:1|2/even-odd", "domineering"]
    {
        let game = Game::parse(game).unwrap();
        assert!(CanonicalForms.prepare(&game, &Ask::Values { to: 5, row: None }).is_err());
    }
}

/// {2,3} has the period 5 (C29); each claim of a period is checked against later terms.
#[test]
fn periods_are_proved_and_hold() {
    let found = sequence("ending-partizan:2,3", 40);
    let period = found.period.clone().unwrap();
    assert_eq!((period.preperiod, period.period), (5, 5));
    assert_eq!(period.standing, Standing::Proved);
    let mut proved = 0;
    for left in 1..8u32 {
        for right in 1..8u32 {
            let set = |bits: u32| {
                let list = (1..=3).filter(|n| bits >> (n - 1) & 1 == 1).map(|n| n.to_string());
                list.collect::<Vec<_>>().join(",")
            };
            let game = format!("partizan-subtraction:{}|{}", set(left), set(right));
            let short = sequence(&game, 30);
            let long = sequence(&game, 90);
            let Some(period) = short.period.filter(|p| p.standing == Standing::Proved) else {
                continue;
            };
            let terms = texts(&long);
            assert_eq!(period.saltus, Saltus::ZERO, "{game}");
            let (start, step) = (period.preperiod as usize, period.period as usize);
            assert!((start..terms.len() - step).all(|n| terms[n] == terms[n + step]), "{game}");
            proved += 1;
        }
    }
    assert!(proved > 10, "only {proved} periods were proved");
}

/// Left moves 1 for each token: 0, 1, 2, … grows by 1 for ever. With L = {1,2}, R = {1} each heap is
/// worth ^* more than the one before, which is seen but not proved.
#[test]
fn growth_is_told_with_its_saltus() {
    let found = sequence("partizan-octal:0.3|0.0", 20).period.unwrap();
    assert_eq!((found.preperiod, found.period, found.standing), (0, 1, Standing::Proved));
    assert_eq!(found.saltus, Saltus::Game("1".to_owned()));
    let found = sequence("partizan-subtraction:1,2|1", 30).period.unwrap();
    assert_eq!((found.preperiod, found.period), (1, 1));
    assert_eq!(found.saltus, Saltus::Game("^*".to_owned()));
    assert_eq!(found.standing, Standing::ComputedTo(30));
}

/// The closed form for {2,3,6} (C30), with T₀ = ±1 and T_{k+1} = {1 | 1, T_k}.
fn closed_form(n: usize, towers: &[Form], forms: &mut Forms) -> Form {
    let one = forms.integer(1).unwrap();
    let one_star = Expression::parse("1*").unwrap().evaluate(forms).unwrap();
    let k = n / 9;
    let eight = |k: usize, forms: &mut Forms| {
        forms.braces(&[one, one_star], &[one, towers[2 * k + 1]]).unwrap()
    };
    match (n, n % 9) {
        (1, _) => forms.integer(-1).unwrap(),
        (4, _) => Expression::parse("{1*|-1}").unwrap().evaluate(forms).unwrap(),
        (_, 0 | 5) => one,
        (_, 2) => one_star,
        (_, 4) => Expression::parse("1v").unwrap().evaluate(forms).unwrap(),
        (_, 3 | 7) => towers[2 * k],
        (_, 6) => towers[2 * k + 1],
        (_, 8) => eight(k, forms),
        _ => {
            let before = eight(k - 1, forms);
            forms.braces(&[before], &[one]).unwrap()
        }
    }
}

#[test]
fn the_values_of_2_3_6_have_a_closed_form_and_no_period() {
    let mut forms = Forms::default();
    let [one, minus_one] = [1, -1].map(|n| forms.integer(n).unwrap());
    let mut towers = vec![forms.braces(&[one], &[minus_one]).unwrap()];
    let mut values: Vec<Form> = Vec::new();
    for n in 0..=900 {
        let options: Vec<Form> =
            [2, 3, 6].into_iter().filter(|s| *s <= n).map(|s| values[n - s]).collect();
        let value = match (options.is_empty(), n % 2) {
            (true, 0) => one,
            (true, _) => minus_one,
            (false, _) => forms.braces(&options, &options).unwrap(),
        };
        values.push(value);
        let higher = forms.braces(&[one], &[one, towers[n]]).unwrap();
        towers.push(higher);
        assert_eq!(value, closed_form(n, &towers, &mut forms), "n = {n}");
    }
    // G(n+9) = G(n) for n ≡ 0, 2, 4, 5 mod 9 and no others, but for n = 4.
    for n in 0..=891 {
        let repeats = matches!(n % 9, 0 | 2 | 4 | 5) && n != 4;
        assert_eq!(values[n] == values[n + 9], repeats, "n = {n}");
    }
    // Elsewhere G(n+18) + G(n) = 2·G(n+9) never holds: the values are not even additively periodic.
    for n in (0..=90).filter(|n| !matches!(n % 9, 0 | 2 | 4 | 5) || *n == 4) {
        let outer = forms.sum(values[n + 18], values[n]).unwrap();
        let inner = forms.sum(values[n + 9], values[n + 9]).unwrap();
        assert_ne!(forms.compare(outer, inner).unwrap(), Comparison::Equal, "n = {n}");
    }
    assert!(sequence("ending-partizan:2,3,6", 200).period.is_none());
}

/// A limit stops with the values found so far, in order and right.
#[test]
fn a_limit_keeps_what_was_found() {
    let game = Game::parse("ending-partizan:2,3,5").unwrap();
    let ask = Ask::Values { to: 3000, row: None };
    let run = CanonicalForms.prepare(&game, &ask).map_err(|declined| declined.reason).unwrap();
    let limits = Limits { steps: 20_000_000, ..Limits::default() };
    let Finding::Sequence(found) = run(&limits).unwrap() else { panic!("a sequence") };
    assert!(found.stopped.is_some());
    let count = texts(&found).len();
    assert!((20..3000).contains(&count), "{count}");
    let Outcome::L = tree_of(&texts(&found)[5]).outcome() else { panic!("G(5) is 1") };
}
