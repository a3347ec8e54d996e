//! The store against Conway's definitions on trees, in which nothing is simplified.

use std::collections::HashMap;

use bouton_short::{Comparison, Form, Forms};
use bouton_values::{Player, Tree};
use proptest::prelude::*;

/// A form as a tree, each follower once.
fn tree(forms: &mut Forms, form: Form, known: &mut HashMap<Form, Tree>) -> Tree {
    if let Some(tree) = known.get(&form) {
        return tree.clone();
    }
    let [left, right] = Player::BOTH.map(|player| forms.options(form, player).unwrap().to_vec());
    let left = left.into_iter().map(|option| tree(forms, option, known)).collect();
    let right = right.into_iter().map(|option| tree(forms, option, known)).collect();
    let tree = Tree::new(left, right);
    known.insert(form, tree.clone());
    tree
}

/// A game written down twice: as a tree just as it was made, and as a form.
struct Pool {
    forms: Forms,
    games: Vec<(Tree, Form)>,
}

impl Pool {
    /// Each recipe makes a game from those before it; the indices are taken modulo their number.
    fn new(recipes: &[(Vec<usize>, Vec<usize>)]) -> Pool {
        let mut pool = Pool { forms: Forms::default(), games: Vec::new() };
        let zero = pool.forms.zero().unwrap();
        pool.games.push((Tree::zero(), zero));
        for (left, right) in recipes {
            let pick = |indices: &Vec<usize>| -> Vec<(Tree, Form)> {
                indices.iter().map(|i| pool.games[i % pool.games.len()].clone()).collect()
            };
            let (left, right) = (pick(left), pick(right));
            let trees = |options: &[(Tree, Form)]| options.iter().map(|(t, _)| t.clone()).collect();
            let ids = |options: &[(Tree, Form)]| options.iter().map(|o| o.1).collect::<Vec<_>>();
            let form = pool.forms.braces(&ids(&left), &ids(&right)).unwrap();
            pool.games.push((Tree::new(trees(&left), trees(&right)), form));
        }
        pool
    }
}

fn recipes(count: usize) -> impl Strategy<Value = Vec<(Vec<usize>, Vec<usize>)>> {
    let options = || prop::collection::vec(0usize..1000, 0..4);
    prop::collection::vec((options(), options()), 1..count)
}

/// No option dominates another, and none is reversible: the form is canonical.
fn assert_canonical(game: &Tree) {
    for (i, a) in game.left().iter().enumerate() {
        assert!(game.left().iter().enumerate().all(|(j, b)| i == j || !a.is_at_most(b)));
        assert!(a.right().iter().all(|reply| !reply.is_at_most(game)));
    }
    for (i, a) in game.right().iter().enumerate() {
        assert!(game.right().iter().enumerate().all(|(j, b)| i == j || !b.is_at_most(a)));
        assert!(a.left().iter().all(|reply| !game.is_at_most(reply)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_canonical_form_equals_the_game_it_is_of(recipes in recipes(12)) {
        let mut pool = Pool::new(&recipes);
        let mut known = HashMap::new();
        for (raw, form) in &pool.games {
            let canonical = tree(&mut pool.forms, *form, &mut known);
            prop_assert!(raw.equals(&canonical));
            assert_canonical(&canonical);
            prop_assert_eq!(pool.forms.outcome(*form).unwrap(), raw.outcome());
        }
    }

    #[test]
    fn comparisons_are_those_of_the_trees(recipes in recipes(12)) {
        let mut pool = Pool::new(&recipes);
        for (a, g) in &pool.games {
            for (b, h) in &pool.games {
                let wanted = match (a.is_at_most(b), b.is_at_most(a)) {
                    (true, true) => Comparison::Equal,
                    (true, false) => Comparison::Less,
                    (false, true) => Comparison::Greater,
                    (false, false) => Comparison::Confused,
                };
                prop_assert_eq!(pool.forms.compare(*g, *h).unwrap(), wanted);
                prop_assert_eq!(g == h, wanted == Comparison::Equal, "equality of ids");
            }
        }
    }

    #[test]
    fn sums_and_negatives_are_those_of_the_trees(recipes in recipes(7)) {
        let mut pool = Pool::new(&recipes);
        let mut known = HashMap::new();
        for (a, g) in &pool.games {
            let negative = pool.forms.negative(*g).unwrap();
            prop_assert!(tree(&mut pool.forms, negative, &mut known).equals(&a.negative()));
            for (b, h) in &pool.games {
                let sum = pool.forms.sum(*g, *h).unwrap();
                prop_assert!(tree(&mut pool.forms, sum, &mut known).equals(&a.plus(b)));
            }
        }
    }

    #[test]
    fn the_group_laws_hold(recipes in recipes(10), times in -6i64..7) {
        let mut pool = Pool::new(&recipes);
        let forms = &mut pool.forms;
        let zero = forms.zero().unwrap();
        let games: Vec<Form> = pool.games.iter().map(|(_, form)| *form).collect();
        for g in &games {
            prop_assert_eq!(forms.difference(*g, *g).unwrap(), zero);
            prop_assert_eq!(forms.sum(*g, zero).unwrap(), *g);
            let mut total = zero;
            for _ in 0..times.abs() {
                total = match times > 0 {
                    true => forms.sum(total, *g).unwrap(),
                    false => forms.difference(total, *g).unwrap(),
                };
            }
            prop_assert_eq!(forms.multiple(times, *g).unwrap(), total);
        }
        for [a, b, c] in games.windows(3).map(|w| [w[0], w[1], w[2]]) {
            prop_assert_eq!(forms.sum(a, b).unwrap(), forms.sum(b, a).unwrap());
            let [ab, bc] = [(a, b), (b, c)].map(|(x, y)| forms.sum(x, y).unwrap());
            prop_assert_eq!(forms.sum(ab, c).unwrap(), forms.sum(a, bc).unwrap());
        }
    }
}

/// Numbers, ups and nimbers are kept by arithmetic; their options must be those of the games.
#[test]
fn numbers_ups_and_nimbers_are_what_they_say() {
    let mut forms = Forms::default();
    let mut known = HashMap::new();
    let up = tree_of_up();
    for number in -3..=3i64 {
        for ups in -3..=3i64 {
            for nimber in 0..=4u64 {
                let parts = [
                    forms.integer(number).unwrap(),
                    forms.ups(ups).unwrap(),
                    forms.nimber(nimber).unwrap(),
                ];
                let mut total = forms.zero().unwrap();
                for part in parts {
                    total = forms.sum(total, part).unwrap();
                }
                let canonical = tree(&mut forms, total, &mut known);
                assert_canonical(&canonical);
                let raw = multiple(&up, ups)
                    .plus(&multiple(&Tree::new(vec![Tree::zero()], vec![]), number))
                    .plus(&nimber_tree(nimber));
                assert!(canonical.equals(&raw), "{number} + {ups}^ + *{nimber}");
            }
        }
    }
}

fn nimber_tree(n: u64) -> Tree {
    let mut smaller: Vec<Tree> = Vec::new();
    for _ in 0..n {
        smaller.push(Tree::new(smaller.clone(), smaller.clone()));
    }
    Tree::new(smaller.clone(), smaller)
}

fn tree_of_up() -> Tree {
    Tree::new(vec![Tree::zero()], vec![nimber_tree(1)])
}

fn multiple(game: &Tree, times: i64) -> Tree {
    let one = if times < 0 { game.negative() } else { game.clone() };
    (0..times.abs()).fold(Tree::zero(), |total, _| total.plus(&one))
}

/// A chain of forms thousands deep is compared, added and negated without recursion.
#[test]
fn depth_is_no_danger() {
    let mut forms = Forms::default();
    let (one, minus_one) = (forms.integer(1).unwrap(), forms.integer(-1).unwrap());
    let mut deep = forms.braces(&[one], &[minus_one]).unwrap();
    let mut other = deep;
    for _ in 0..20_000 {
        deep = forms.braces(&[one], &[one, deep]).unwrap();
        other = forms.braces(&[other, minus_one], &[minus_one]).unwrap();
    }
    assert_eq!(forms.negative(deep).unwrap(), other);
    assert_eq!(forms.compare(deep, one).unwrap(), Comparison::Confused);
    let shifted = forms.sum(deep, one).unwrap();
    let back = forms.sum(shifted, minus_one).unwrap();
    assert_eq!(back, deep);
    let million = forms.integer(1_000_000).unwrap();
    let huge = forms.sum(deep, million).unwrap();
    assert_eq!(forms.compare(deep, huge).unwrap(), Comparison::Less);
}
