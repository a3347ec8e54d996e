//! Atomic weights and reduced canonical forms against their definitions.

use std::collections::HashMap;

use bouton_short::{Dyadic, Form, Forms, NumberUpStar};
use bouton_values::Player;

fn all_small_by_definition(forms: &mut Forms, g: Form) -> bool {
    let [left, right] = Player::BOTH.map(|player| forms.options(g, player).unwrap().to_vec());
    left.is_empty() == right.is_empty()
        && left.into_iter().chain(right).all(|option| all_small_by_definition(forms, option))
}

fn all_small(forms: &mut Forms, day: u32) -> Vec<Form> {
    let mut games = forms.born_by(day).unwrap();
    games.retain(|g| forms.is_all_small(*g).unwrap());
    games
}

/// There are 1, 2, 7 and 67 all-small games born by days 0 to 3.
#[test]
fn all_small_games_are_counted() {
    let mut forms = Forms::default();
    for (day, count) in [(0, 1), (1, 2), (2, 7), (3, 67)] {
        assert_eq!(all_small(&mut forms, day).len(), count);
        for g in forms.born_by(day).unwrap() {
            let wanted = all_small_by_definition(&mut forms, g);
            assert_eq!(forms.is_all_small(g).unwrap(), wanted);
            assert!(!wanted || forms.is_infinitesimal(g));
        }
    }
}

/// x is infinitesimal if it lies between all ±2^-k; for games of day 3, 1/16 is small enough.
#[test]
fn infinitesimals_lie_between_the_numbers() {
    let mut forms = Forms::default();
    let [small, minus_small] = [1, -1].map(|n| forms.number(&Dyadic::new(n.into(), 4)).unwrap());
    for g in forms.born_by(3).unwrap() {
        let lies_between =
            forms.is_at_most(g, small).unwrap() && forms.is_at_most(minus_small, g).unwrap();
        assert_eq!(forms.is_infinitesimal(g), lies_between);
        let part = forms.number_part(g).cloned();
        assert_eq!(part.is_some(), forms.is_numberish(g));
        if let Some(part) = part {
            let part = forms.number(&part).unwrap();
            let rest = forms.difference(g, part).unwrap();
            assert!(forms.is_infinitesimal(rest));
        }
    }
}

#[test]
fn ups_and_nimbers_weigh_their_ups() {
    let mut forms = Forms::default();
    for ups in [-1_000_000, -3, -1, 0, 1, 2, 7] {
        for nimber in [0, 1, 2, 5, 100_000] {
            let g = NumberUpStar { number: Dyadic::ZERO, ups, nimber };
            let g = forms.number_up_star(g).unwrap();
            let weight = forms.atomic_weight(g).unwrap().unwrap();
            assert_eq!(weight, forms.integer(ups).unwrap());
        }
    }
}

/// G - aw(G)·↑ lies between ↓☆ and ↑☆, with a star farther than any that could occur.
#[test]
fn atomic_weights_satisfy_the_definition() {
    let mut forms = Forms::default();
    let [up, down] = [1, -1].map(|n| forms.ups(n).unwrap());
    let star = forms.nimber(32).unwrap();
    let [lower, upper] = [down, up].map(|bound| forms.sum(bound, star).unwrap());
    for g in all_small(&mut forms, 3) {
        let weight = forms.atomic_weight(g).unwrap().unwrap();
        let ups = forms.norton_product(weight, up).unwrap();
        let rest = forms.difference(g, ups).unwrap();
        assert!(forms.is_at_most(lower, rest).unwrap());
        assert!(forms.is_at_most(rest, upper).unwrap());
        assert!(forms.has_atomic_weight(g, weight).unwrap());
        let one = forms.integer(1).unwrap();
        let more = forms.sum(weight, one).unwrap();
        assert!(!forms.has_atomic_weight(g, more).unwrap());
    }
}

#[test]
fn atomic_weights_add() {
    let mut forms = Forms::default();
    let games = all_small(&mut forms, 3);
    for g in &games {
        for h in &games {
            let sum = forms.sum(*g, *h).unwrap();
            let weights = [*g, *h, sum].map(|g| forms.atomic_weight(g).unwrap().unwrap());
            assert_eq!(forms.sum(weights[0], weights[1]).unwrap(), weights[2]);
        }
    }
}

/// The two-ahead rule: a game of atomic weight at least 2 is positive; at least 1, not less than 0.
#[test]
fn who_is_two_ahead_wins() {
    let mut forms = Forms::default();
    let [zero, one, two] = [0, 1, 2].map(|n| forms.integer(n).unwrap());
    let games = all_small(&mut forms, 3);
    for g in &games {
        for h in &games {
            let sum = forms.sum(*g, *h).unwrap();
            let weight = forms.atomic_weight(sum).unwrap().unwrap();
            if forms.is_at_most(two, weight).unwrap() {
                assert!(forms.is_at_most(zero, sum).unwrap() && sum != zero);
            }
            if forms.is_at_most(one, weight).unwrap() {
                assert!(!forms.is_at_most(sum, zero).unwrap());
            }
        }
    }
}

/// Two weights that are not integers; tinies weigh 0; numbers and hot games have no weight.
#[test]
fn atomic_weights_by_hand() {
    let mut forms = Forms::default();
    let [zero, one] = [0, 1].map(|n| forms.integer(n).unwrap());
    let [double_up, double_down] = [2, -2].map(|n| forms.ups(n).unwrap());
    // {⇑|⇓}: G₀ = {2-2 | -2+2} = {0|0}, no integer.
    let g = forms.braces(&[double_up], &[double_down]).unwrap();
    let star = forms.nimber(1).unwrap();
    assert_eq!(forms.atomic_weight(g).unwrap(), Some(star));
    // {4·↑ | 4·↓}: G₀ = {4-2 | -4+2} = {2|-2}.
    let [quad_up, quad_down] = [4, -4].map(|n| forms.ups(n).unwrap());
    let g = forms.braces(&[quad_up], &[quad_down]).unwrap();
    let [two, minus_two] = [2, -2].map(|n| forms.integer(n).unwrap());
    let wanted = forms.braces(&[two], &[minus_two]).unwrap();
    assert_eq!(forms.atomic_weight(g).unwrap(), Some(wanted));
    // The tiny {0 || 0 | -n} is insignificant beside the ups, and so is its negative.
    for size in [1, 2, 5] {
        let cut = forms.integer(-size).unwrap();
        let threat = forms.braces(&[zero], &[cut]).unwrap();
        let tiny = forms.braces(&[zero], &[threat]).unwrap();
        assert_eq!(forms.atomic_weight(tiny).unwrap(), Some(zero));
        let miny = forms.negative(tiny).unwrap();
        assert_eq!(forms.atomic_weight(miny).unwrap(), Some(zero));
        let up = forms.ups(3).unwrap();
        let sum = forms.sum(tiny, up).unwrap();
        let three = forms.integer(3).unwrap();
        assert_eq!(forms.atomic_weight(sum).unwrap(), Some(three));
    }
    assert_eq!(forms.atomic_weight(one).unwrap(), None);
    let switch = forms.braces(&[one], &[zero]).unwrap();
    assert_eq!(forms.atomic_weight(switch).unwrap(), None);
}

/// Among all simple weights the definition accepts at most one, and that is the one worked out; also
/// for infinitesimals that are not all-small.
#[test]
fn atomic_weights_are_found_where_the_definition_has_one() {
    let mut forms = Forms::default();
    let mut weights = forms.born_by(2).unwrap();
    weights.extend([-4, -3, 3, 4].map(|n| forms.integer(n).unwrap()));
    let mut games = forms.born_by(3).unwrap();
    games.retain(|g| forms.is_infinitesimal(*g));
    let mut beyond_all_small = 0;
    for g in games {
        let weight = forms.atomic_weight(g).unwrap();
        let mut accepted = Vec::new();
        for weight in &weights {
            if forms.has_atomic_weight(g, *weight).unwrap() {
                accepted.push(*weight);
            }
        }
        assert!(accepted.len() <= 1);
        if let Some(accepted) = accepted.first() {
            assert_eq!(weight, Some(*accepted));
        }
        if let Some(weight) = weight {
            assert!(forms.has_atomic_weight(g, weight).unwrap());
        }
        beyond_all_small += usize::from(weight.is_some() && !forms.is_all_small(g).unwrap());
    }
    assert!(beyond_all_small > 0);
}

/// Right's stop of H - G is at least 0.
fn at_most_inf_by_definition(forms: &mut Forms, g: Form, h: Form) -> bool {
    let difference = forms.difference(h, g).unwrap();
    forms.right_stop(difference).unwrap().sign() >= 0
}

#[test]
fn the_order_up_to_infinitesimals_is_told_by_the_difference() {
    let mut forms = Forms::default();
    let born = forms.born_by(3).unwrap();
    let games: Vec<Form> = born[..22].iter().chain(born.iter().step_by(17)).copied().collect();
    for g in &games {
        for h in &games {
            let wanted = at_most_inf_by_definition(&mut forms, *g, *h);
            assert_eq!(forms.is_at_most_inf(*g, *h).unwrap(), wanted);
        }
    }
}

#[test]
fn reducing_keeps_the_game_up_to_an_infinitesimal_and_is_done_at_once() {
    let mut forms = Forms::default();
    for g in forms.born_by(3).unwrap() {
        let reduced = forms.reduced(g).unwrap();
        let difference = forms.difference(g, reduced).unwrap();
        assert!(forms.is_infinitesimal(difference));
        assert_eq!(forms.reduced(reduced).unwrap(), reduced);
        assert!(forms.birthday(reduced).unwrap() <= forms.birthday(g).unwrap());
        if forms.is_numberish(g) {
            assert!(forms.is_number(reduced));
        }
    }
}

/// Games have the same reduced form if and only if their difference is infinitesimal.
#[test]
fn reduced_forms_are_unique() {
    let mut forms = Forms::default();
    let born = forms.born_by(3).unwrap();
    let games: Vec<Form> = born[..22].iter().chain(born.iter().step_by(11)).copied().collect();
    for g in &games {
        for h in &games {
            let difference = forms.difference(*g, *h).unwrap();
            let [a, b] = [*g, *h].map(|g| forms.reduced(g).unwrap());
            assert_eq!(a == b, forms.is_infinitesimal(difference));
        }
    }
}

/// Sums with infinitesimals, which are deeper, have the same reduced form too.
#[test]
fn infinitesimals_are_lost_in_reduction() {
    let mut forms = Forms::default();
    let born = forms.born_by(3).unwrap();
    let mut infinitesimals = born.clone();
    infinitesimals.retain(|g| forms.is_infinitesimal(*g));
    for (index, g) in born.iter().enumerate().step_by(13) {
        let infinitesimal = infinitesimals[index % infinitesimals.len()];
        let sum = forms.sum(*g, infinitesimal).unwrap();
        assert_eq!(forms.reduced(sum).unwrap(), forms.reduced(*g).unwrap());
    }
}

/// All games of day 3 that are infinitesimally close share one form, and no other game has it.
#[test]
fn reduced_forms_of_day_three_are_apart() {
    let mut forms = Forms::default();
    let mut classes: HashMap<Form, Vec<Form>> = HashMap::new();
    for g in forms.born_by(3).unwrap() {
        classes.entry(forms.reduced(g).unwrap()).or_default().push(g);
    }
    let mut reduced: Vec<Form> = classes.keys().copied().collect();
    reduced.sort();
    for (index, a) in reduced.iter().enumerate() {
        for b in &reduced[index + 1..] {
            let close =
                forms.is_at_most_inf(*a, *b).unwrap() && forms.is_at_most_inf(*b, *a).unwrap();
            assert!(!close);
        }
    }
}
