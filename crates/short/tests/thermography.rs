//! Thermographs, cooling and heating against their definitions.

use std::collections::HashMap;

use bouton_short::{Dyadic, Form, Forms, NumberUpStar};
use bouton_values::{Player, Refusal};
use proptest::prelude::*;

/// Temperatures are multiples of 1/16 here: games of depth d over integers turn at multiples of 1/2^d.
const PLACES: usize = 4;

fn temperature(sixteenths: i64) -> Dyadic {
    Dyadic::new(sixteenths.into(), PLACES)
}

/// Cooling by its definition: a search for the first temperature at which the formula is
/// infinitesimally close to a number.
#[derive(Default)]
struct Definition {
    formula: HashMap<(Form, i64), Form>,
    cooled: HashMap<(Form, i64), Form>,
}

impl Definition {
    fn cooled(&mut self, forms: &mut Forms, g: Form, t: i64) -> Form {
        if let Some(known) = self.cooled.get(&(g, t)) {
            return *known;
        }
        let mut cooled = self.formula(forms, g, t);
        for lower in -(1 << PLACES)..t {
            let candidate = self.formula(forms, g, lower);
            let stop = forms.left_stop(candidate).unwrap();
            if stop == forms.right_stop(candidate).unwrap() {
                cooled = forms.number(&stop).unwrap();
                break;
            }
        }
        self.cooled.insert((g, t), cooled);
        cooled
    }

    /// {G^L_t - t | G^R_t + t}, and integers for themselves.
    fn formula(&mut self, forms: &mut Forms, g: Form, t: i64) -> Form {
        if let Some(known) = self.formula.get(&(g, t)) {
            return *known;
        }
        let is_integer = forms.as_number(g).is_some_and(Dyadic::is_integer);
        let value = match is_integer {
            true => g,
            false => {
                let [left, right] = Player::BOTH.map(|player| {
                    let tax = if player == Player::Left { -t } else { t };
                    let tax = forms.number(&temperature(tax)).unwrap();
                    let options = forms.options(g, player).unwrap().to_vec();
                    let cooled = options.into_iter().map(|option| self.cooled(forms, option, t));
                    let cooled: Vec<Form> = cooled.collect();
                    cooled.into_iter().map(|option| forms.sum(option, tax).unwrap()).collect()
                });
                let [left, right]: [Vec<Form>; 2] = [left, right];
                forms.braces(&left, &right).unwrap()
            }
        };
        self.formula.insert((g, t), value);
        value
    }
}

/// Everything about `g` that the definition of cooling says, at all multiples of 1/16 up to `highest`.
fn check(definition: &mut Definition, forms: &mut Forms, g: Form, highest: i64) {
    let thermograph = forms.thermograph(g).unwrap();
    assert!(forms.temperature(g).unwrap().exponent() <= PLACES, "the grid is too coarse");
    assert_eq!(forms.temperature(g).unwrap(), *thermograph.temperature());
    assert_eq!(forms.mean(g).unwrap(), *thermograph.mean());
    assert_eq!(thermograph.left.mast(), thermograph.right.mast());
    for t in -(1 << PLACES)..=highest << PLACES {
        let cooled = definition.cooled(forms, g, t);
        assert_eq!(forms.cooled(g, &temperature(t)).unwrap(), cooled);
        let walls = [&thermograph.left, &thermograph.right].map(|w| w.evaluate(&temperature(t)));
        let stops = [forms.left_stop(cooled).unwrap(), forms.right_stop(cooled).unwrap()];
        assert_eq!(walls, stops, "at {}", temperature(t));
        let is_frozen = forms.is_number(cooled) && definition.formula(forms, g, t) != cooled;
        assert!(!is_frozen || temperature(t) > *thermograph.temperature());
    }
}

/// The walls turn only at their breakpoints, which are as few as possible.
fn check_breakpoints(forms: &mut Forms, g: Form) {
    let thermograph = forms.thermograph(g).unwrap();
    for (wall, slopes) in [(&thermograph.left, [-1, 0]), (&thermograph.right, [0, 1])] {
        let points = wall.breakpoints();
        assert_eq!(points[0].0, Dyadic::from(-1));
        let mut before = None;
        for pair in points.windows(2) {
            let (width, rise) = (&pair[1].0 - &pair[0].0, &pair[1].1 - &pair[0].1);
            let slope = rise.sign();
            assert!(width.sign() > 0 && slopes.contains(&slope));
            assert!(rise.is_zero() || rise == width || rise == -&width);
            assert_ne!(before.replace(slope), Some(slope));
        }
        assert_ne!(before, Some(0), "the mast begins at the last breakpoint");
    }
}

#[test]
fn thermographs_of_small_games_follow_the_definition() {
    let mut forms = Forms::default();
    let mut definition = Definition::default();
    let day_three = forms.born_by(3).unwrap();
    let (day_two, later) = day_three.split_at(22);
    for g in day_two.iter().chain(later.iter().step_by(7)) {
        check(&mut definition, &mut forms, *g, 3);
        check_breakpoints(&mut forms, *g);
    }
}

#[test]
fn numbers_ups_and_nimbers_follow_the_definition() {
    let mut forms = Forms::default();
    let mut definition = Definition::default();
    for numerator in [-21, -16, -13, -3, -2, 0, 1, 5, 8, 11, 14, 37] {
        for (ups, nimber) in [(0, 0), (0, 1), (0, 3), (1, 0), (-1, 1), (1, 2), (3, 1), (-2, 0)] {
            let g = NumberUpStar { number: Dyadic::new(numerator.into(), 4), ups, nimber };
            let g = forms.number_up_star(g).unwrap();
            check(&mut definition, &mut forms, g, 1);
            check_breakpoints(&mut forms, g);
        }
    }
}

/// {9|{4|-2}}: Left's wall is 9 - t; Right's is 4 up to 3, where {4|-2} freezes at 1, then 1 + t up to
/// the mast 5 at 4.
#[test]
fn a_thermograph_worked_out_by_hand() {
    let mut forms = Forms::default();
    let [nine, four, minus_two] = [9, 4, -2].map(|n| forms.integer(n).unwrap());
    let inner = forms.braces(&[four], &[minus_two]).unwrap();
    let g = forms.braces(&[nine], &[inner]).unwrap();
    let thermograph = forms.thermograph(g).unwrap();
    let points = |list: &[(i64, i64)]| -> Vec<(Dyadic, Dyadic)> {
        list.iter().map(|(t, v)| (Dyadic::from(*t), Dyadic::from(*v))).collect()
    };
    assert_eq!(thermograph.left.breakpoints(), points(&[(-1, 10), (4, 5)]));
    assert_eq!(thermograph.right.breakpoints(), points(&[(-1, 4), (3, 4), (4, 5)]));
}

#[test]
fn infinitesimals_have_temperature_zero_and_numbers_less() {
    let mut forms = Forms::default();
    for g in forms.born_by(3).unwrap() {
        let temperature = forms.temperature(g).unwrap();
        let expected = match forms.as_number(g) {
            Some(number) => -1 - i64::from(number.exponent() > 0),
            None if forms.is_numberish(g) => 0,
            None => 1,
        };
        match expected {
            -1 => assert_eq!(temperature, Dyadic::from(-1)),
            0 => assert!(temperature.is_zero()),
            1 => assert!(temperature.sign() > 0),
            _ => assert!(temperature.sign() < 0 && temperature > Dyadic::from(-1)),
        }
    }
    let numbers = [(1, 1, -1, 1), (3, 2, -1, 2), (-5, 3, -1, 3)];
    for (numerator, exponent, t, k) in numbers {
        let g = forms.number(&Dyadic::new(numerator.into(), exponent)).unwrap();
        assert_eq!(forms.temperature(g).unwrap(), Dyadic::new(t.into(), k));
    }
}

#[test]
fn means_add_and_temperatures_do_not_rise() {
    let mut forms = Forms::default();
    let born = forms.born_by(3).unwrap();
    let games: Vec<Form> = born[..22].iter().chain(born.iter().step_by(31)).copied().collect();
    for g in &games {
        for h in &games {
            let sum = forms.sum(*g, *h).unwrap();
            let [a, b, both] = [*g, *h, sum].map(|g| forms.mean(g).unwrap());
            assert_eq!(both, &a + &b);
            let [a, b, both] = [*g, *h, sum].map(|g| forms.temperature(g).unwrap());
            assert!(both <= a.max(b));
        }
    }
}

#[test]
fn cooling_is_additive_and_heating_undoes_it() {
    let mut forms = Forms::default();
    let born = forms.born_by(3).unwrap();
    let games: Vec<Form> = born[..22].iter().chain(born.iter().step_by(97)).copied().collect();
    for t in [4, 8, 16, 40].map(temperature) {
        for g in born.iter().step_by(3) {
            let heated = forms.heated(*g, &t).unwrap();
            assert_eq!(forms.cooled(heated, &t).unwrap(), *g);
        }
        for g in &games {
            for h in &games {
                let sum = forms.sum(*g, *h).unwrap();
                let [a, b, both] = [*g, *h, sum].map(|g| forms.cooled(g, &t).unwrap());
                assert_eq!(forms.sum(a, b).unwrap(), both);
            }
        }
    }
}

#[test]
fn heating_and_overheating_by_hand() {
    let mut forms = Forms::default();
    let one = Dyadic::from(1);
    let [zero, two, minus_one] = [0, 2, -1].map(|n| forms.integer(n).unwrap());
    let unit = forms.integer(1).unwrap();
    let star = forms.nimber(1).unwrap();
    let switch = forms.braces(&[unit], &[minus_one]).unwrap();
    assert_eq!(forms.heated(star, &one).unwrap(), switch);
    assert_eq!(forms.cooled(switch, &one).unwrap(), star);
    assert_eq!(forms.cooled(switch, &temperature(17)).unwrap(), zero);
    // Half a game heated from 1 to 0 is itself; from ↑ to 0, {0 | ↑}.
    let half = forms.number(&one.half()).unwrap();
    let up = forms.ups(1).unwrap();
    assert_eq!(forms.overheated(half, unit, zero).unwrap(), half);
    let wanted = forms.braces(&[zero], &[up]).unwrap();
    assert_eq!(forms.overheated(half, up, zero).unwrap(), wanted);
    // Overheating the integer 2 from s gives 2·s, and 1/2 from 1* to 1 gives {1|*} (1* - 1 = *).
    let one_star = forms.sum(unit, star).unwrap();
    assert_eq!(forms.overheated(two, one_star, unit).unwrap(), two);
    let wanted = forms.braces(&[unit], &[star]).unwrap();
    assert_eq!(forms.overheated(half, one_star, unit).unwrap(), wanted);
    assert!(forms.cooled(star, &Dyadic::from(-2)).is_err());
}

#[test]
fn overheating_from_one_to_zero_changes_nothing() {
    let mut forms = Forms::default();
    let [zero, one] = [0, 1].map(|n| forms.integer(n).unwrap());
    for g in forms.born_by(3).unwrap() {
        assert_eq!(forms.overheated(g, one, zero).unwrap(), g);
        assert_eq!(forms.norton_product(g, one).unwrap(), g);
    }
}

/// ↑, 1, {2|1}, 1*, 1/2, ↑*2 and +_1, all positive.
fn positive_games(forms: &mut Forms) -> Vec<Form> {
    let [zero, one, two, minus_one] = [0, 1, 2, -1].map(|n| forms.integer(n).unwrap());
    let simple = [(0, 1, 0), (2, 0, 0), (2, 0, 1), (1, 0, 0), (0, 1, 2)];
    let mut games: Vec<Form> = simple
        .into_iter()
        .map(|(halves, ups, nimber)| {
            let number = Dyadic::new(halves.into(), 1);
            forms.number_up_star(NumberUpStar { number, ups, nimber }).unwrap()
        })
        .collect();
    games.push(forms.braces(&[two], &[one]).unwrap());
    let threat = forms.braces(&[zero], &[minus_one]).unwrap();
    games.push(forms.braces(&[zero], &[threat]).unwrap());
    games
}

#[test]
fn norton_products_add_and_keep_the_order() {
    let mut forms = Forms::default();
    let games = forms.born_by(2).unwrap();
    for u in positive_games(&mut forms) {
        for g in &games {
            for h in &games {
                let sum = forms.sum(*g, *h).unwrap();
                let [a, b, both] = [*g, *h, sum].map(|g| forms.norton_product(g, u).unwrap());
                assert_eq!(forms.sum(a, b).unwrap(), both);
                assert_eq!(forms.is_at_most(a, b).unwrap(), forms.is_at_most(*g, *h).unwrap());
            }
        }
    }
}

/// The incentives of 1* are both *, so that the Norton product by 1* overheats from 1* to 1.
#[test]
fn the_norton_product_by_one_star_is_overheating() {
    let mut forms = Forms::default();
    let one = forms.integer(1).unwrap();
    let star = forms.nimber(1).unwrap();
    let one_star = forms.sum(one, star).unwrap();
    for g in forms.born_by(3).unwrap().into_iter().step_by(5) {
        let product = forms.norton_product(g, one_star).unwrap();
        assert_eq!(product, forms.overheated(g, one_star, one).unwrap());
    }
}

#[test]
fn only_positive_games_multiply() {
    let mut forms = Forms::default();
    let one = forms.integer(1).unwrap();
    let star = forms.nimber(1).unwrap();
    let bad = [forms.zero().unwrap(), star, forms.ups(-1).unwrap(), forms.integer(-3).unwrap()];
    for u in bad {
        assert!(matches!(forms.norton_product(one, u), Err(Refusal::BadInput { .. })));
    }
}

#[test]
fn huge_games_are_measured_without_being_walked() {
    let mut forms = Forms::default();
    let tiny = Dyadic::new(1.into(), 1000);
    let number = NumberUpStar { number: tiny.clone(), ups: 1_000_000, nimber: 1 << 40 };
    let huge = forms.number_up_star(number).unwrap();
    let top = forms.integer(1_000_000_000_000_000_000).unwrap();
    let hot = forms.braces(&[top], &[huge]).unwrap();
    let width = &Dyadic::from(1_000_000_000_000_000_000) - &tiny;
    assert_eq!(forms.temperature(hot).unwrap(), width.half());
    assert_eq!(forms.cooled(hot, &Dyadic::from(i64::MAX)).unwrap(), {
        let mean = forms.mean(hot).unwrap();
        forms.number(&mean).unwrap()
    });
    let ups = forms.ups(1).unwrap();
    let product = forms.norton_product(top, ups).unwrap();
    assert_eq!(product, forms.ups(1_000_000_000_000_000_000).unwrap());
}

/// 2^-100000 turns once; a number of as many mixed digits turns too often.
#[test]
fn thermographs_of_fine_numbers_are_drawn_or_refused() {
    let mut forms = Forms::default();
    let g = forms.number(&Dyadic::new(1.into(), 100_000)).unwrap();
    let thermograph = forms.thermograph(g).unwrap();
    assert_eq!(thermograph.left.breakpoints().len(), 2);
    assert_eq!(thermograph.right.breakpoints().len(), 3);
    let third = Dyadic::new(((dashu_int::IBig::ONE << 200_000) - 1) / 3, 200_001);
    let g = forms.number(&third).unwrap();
    assert!(matches!(forms.thermograph(g), Err(Refusal::Limit { .. })));
    assert_eq!(forms.temperature(g).unwrap(), Dyadic::new((-1).into(), third.exponent()));
}

/// A chain {n | {n-1 | … {1 | 0}}} is too deep for a recursive walk.
#[test]
fn deep_games_do_not_overflow_the_stack() {
    let mut forms = Forms::default();
    let mut g = forms.zero().unwrap();
    for n in 1..20_000 {
        let left = forms.integer(2 * n).unwrap();
        g = forms.braces(&[left], &[g]).unwrap();
    }
    assert!(forms.temperature(g).unwrap().sign() > 0);
    assert!(forms.birthday(g).unwrap() > 20_000u32.into());
    assert!(!forms.is_all_small(g).unwrap());
    let frozen = forms.cooled(g, &Dyadic::from(1 << 20)).unwrap();
    assert!(forms.is_number(frozen));
}

/// A game of depth at most three over integers.
#[derive(Clone, Debug)]
enum Game {
    Integer(i64),
    Braces(Vec<Game>, Vec<Game>),
}

impl Game {
    fn form(&self, forms: &mut Forms) -> Form {
        match self {
            Game::Integer(n) => forms.integer(*n).unwrap(),
            Game::Braces(left, right) => {
                let [left, right] = [left, right]
                    .map(|side| side.iter().map(|game| game.form(forms)).collect::<Vec<_>>());
                forms.braces(&left, &right).unwrap()
            }
        }
    }
}

fn games() -> impl Strategy<Value = Game> {
    let integers = (-4i64..=4).prop_map(Game::Integer);
    integers.prop_recursive(3, 24, 4, |game| {
        let options = || prop::collection::vec(game.clone(), 1..3);
        (options(), options()).prop_map(|(left, right)| Game::Braces(left, right))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn random_games_cool_as_defined(game in games()) {
        let mut forms = Forms::default();
        let g = game.form(&mut forms);
        check(&mut Definition::default(), &mut forms, g, 5);
        check_breakpoints(&mut forms, g);
    }

    #[test]
    fn random_sums(a in games(), b in games()) {
        let mut forms = Forms::default();
        let (g, h) = (a.form(&mut forms), b.form(&mut forms));
        let sum = forms.sum(g, h).unwrap();
        let means = [g, h, sum].map(|g| forms.mean(g).unwrap());
        prop_assert_eq!(&means[0] + &means[1], means[2].clone());
        let [x, y, both] = [g, h, sum].map(|g| forms.temperature(g).unwrap());
        prop_assert!(both <= x.max(y));
    }
}
