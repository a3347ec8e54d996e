//! Systems of linear facts: what follows from them, and what does not.

use super::*;
use crate::ir::Expr;

/// Questions with the work of one question each.
impl System {
    fn maximum(&self, form: &Linear) -> Maximum {
        self.maximum_within(form, &mut Work::default())
    }

    fn is_empty(&self) -> bool {
        self.is_empty_within(&mut Work::default())
    }

    fn implies(&self, form: &Linear) -> bool {
        self.implies_within(form, &mut Work::default())
    }

    fn equivalent(&self, other: &System) -> bool {
        self.equivalent_within(other, &mut Work::default())
    }
}

fn fact(terms: &[(usize, Number)], constant: Number) -> Linear {
    Linear::of(terms, constant).unwrap()
}

/// A reproducible stream of numbers (SplitMix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn within(&mut self, low: Number, high: Number) -> Number {
        low + (self.next() % (high - low + 1) as u64) as Number
    }

    /// A form with factors from -3 to 3, about a third of them 0.
    fn form(&mut self, variables: usize, constant: Number) -> Linear {
        let factor = |random: &mut Random| match random.within(0, 2) {
            0 => 0,
            _ => random.within(-3, 3),
        };
        let terms = (0..variables).map(|v| (v, factor(self))).collect::<Vec<_>>();
        Linear::of(&terms, self.within(-constant, constant)).unwrap()
    }

    fn system(&mut self, variables: usize, facts: usize) -> System {
        let mut system = System::default();
        for _ in 0..facts {
            let fact = self.form(variables, 6);
            match self.within(0, 5) {
                0 => system.add_equal(fact),
                _ => system.add(fact),
            }
        }
        system
    }
}

const SIDE: Number = 4;

/// The system with 0 ≤ x ≤ 4 for each variable.
fn boxed(mut system: System, variables: usize) -> System {
    for variable in 0..variables {
        system.add(Linear::variable(variable));
        system.add(fact(&[(variable, -1)], SIDE));
    }
    system
}

/// All integer points with numbers from `low` to [`SIDE`].
fn points(variables: usize, low: Number) -> Vec<Vec<Number>> {
    let mut points = vec![Vec::new()];
    for _ in 0..variables {
        let longer = |point: &Vec<Number>| {
            (low..=SIDE).map(|x| [&point[..], &[x]].concat()).collect::<Vec<_>>()
        };
        points = points.iter().flat_map(longer).collect();
    }
    points
}

fn at(form: &Linear, point: &[Number]) -> Number {
    form.terms.iter().map(|(v, factor)| factor * point[*v]).sum::<Number>() + form.constant
}

fn inside<'a>(
    system: &'a System,
    points: &'a [Vec<Number>],
) -> impl Iterator<Item = &'a Vec<Number>> {
    points.iter().filter(|point| system.facts().iter().all(|fact| at(fact, point) >= 0))
}

/// The determinant, by its first row.
fn determinant(rows: &[Vec<Number>]) -> Number {
    let Some((first, rest)) = rows.split_first() else { return 1 };
    let minor = |column: usize| -> Vec<Vec<Number>> {
        let without = |row: &Vec<Number>| [&row[..column], &row[column + 1..]].concat();
        rest.iter().map(without).collect()
    };
    let term = |(column, factor): (usize, &Number)| match factor {
        0 => 0,
        _ => (if column % 2 == 0 { 1 } else { -1 }) * factor * determinant(&minor(column)),
    };
    first.iter().enumerate().map(term).sum()
}

/// All corners of a bounded system, as numerators and one denominator above 0: wherever as many facts as there are
/// variables are equations with one solution (Cramer) that satisfies the others.
fn corners(system: &System, variables: usize) -> Vec<(Vec<Number>, Number)> {
    let mut found = Vec::new();
    let mut pick = |chosen: &[&Linear]| {
        let rows: Vec<Vec<Number>> =
            chosen.iter().map(|fact| (0..variables).map(|v| fact.factor(v)).collect()).collect();
        let under = determinant(&rows);
        if under == 0 {
            return;
        }
        let numerator = |v: usize| {
            let mut rows = rows.clone();
            rows.iter_mut().zip(chosen).for_each(|(row, fact)| row[v] = -fact.constant);
            determinant(&rows) * under.signum()
        };
        let point: Vec<Number> = (0..variables).map(numerator).collect();
        let holds = |fact: &Linear| scaled_at(fact, &point, under.abs()) >= 0;
        if system.facts().iter().all(holds) {
            found.push((point, under.abs()));
        }
    };
    choose(&system.facts().iter().collect::<Vec<_>>(), variables, &mut Vec::new(), &mut pick);
    found
}

/// The form at point / under, times under.
fn scaled_at(form: &Linear, point: &[Number], under: Number) -> Number {
    form.terms.iter().map(|(v, factor)| factor * point[*v]).sum::<Number>() + form.constant * under
}

fn choose<'a>(
    from: &[&'a Linear],
    count: usize,
    chosen: &mut Vec<&'a Linear>,
    pick: &mut impl FnMut(&[&'a Linear]),
) {
    if count == 0 {
        return pick(chosen);
    }
    for (index, fact) in from.iter().enumerate() {
        chosen.push(fact);
        choose(&from[index + 1..], count - 1, chosen, pick);
        chosen.pop();
    }
}

#[test]
fn arithmetic_is_that_of_the_values() {
    let mut random = Random(1);
    for _ in 0..2000 {
        let (f, g) = (random.form(4, 9), random.form(4, 9));
        let (a, b) = (random.within(-5, 5), random.within(-5, 5));
        let point: Vec<Number> = (0..4).map(|_| random.within(-9, 9)).collect();
        let (at_f, at_g) = (at(&f, &point), at(&g, &point));
        assert_eq!(at(&f.plus(&g).unwrap(), &point), at_f + at_g);
        assert_eq!(at(&f.minus(&g).unwrap(), &point), at_f - at_g);
        assert_eq!(at(&f.scaled(a).unwrap(), &point), a * at_f);
        assert_eq!(at(&f.shifted(a).unwrap(), &point), at_f + a);
        assert_eq!(at(&f.combined(a, &g, b).unwrap(), &point), a * at_f + b * at_g);
        assert_eq!(f.value(|v| point[v]), Some(at_f));
        let replaced = f.substituted(|v| (v == 2).then(|| g.clone())).unwrap();
        assert_eq!(at(&replaced, &point), at_f + f.factor(2) * (at_g - point[2]));
        let sum = f.combined(a, &g, b).unwrap();
        assert!(sum.terms.is_sorted_by(|x, y| x.0 < y.0) && sum.terms.iter().all(|t| t.1 != 0));
    }
}

#[test]
fn forms_are_written_as_usual() {
    let text =
        |terms: &[(usize, Number)], constant| Linear::of(terms, constant).unwrap().to_string();
    assert_eq!(text(&[], 0), "0");
    assert_eq!(text(&[(0, 1), (2, -2)], 3), "x0 - 2x2 + 3");
    assert_eq!(text(&[(1, -1)], -1), "-x1 - 1");
    assert_eq!(text(&[(1, 2), (0, 1), (1, -2)], 0), "x0");
    let named = fact(&[(0, 2), (1, 1)], 0).with_names(|v| ["a", "b"][v].into());
    assert_eq!(named, "2a + b");
}

#[test]
fn numbers_that_grow_too_large_are_given_up() {
    let huge: Linear = Linear::constant(Linear::LARGEST);
    assert_eq!(huge.plus(&Linear::constant(1)), None);
    assert_eq!(huge.scaled(Number::MAX), None);
    assert_eq!(Linear::variable(0).scaled(Number::MIN), None);
    assert_eq!(huge.scaled(-1).unwrap().scaled(-1), Some(huge));
    let wild = Linear { terms: vec![(0, Number::MIN), (1, Number::MAX)], constant: Number::MIN };
    let mut system = System::default();
    system.add(wild.clone());
    system.add_equal(wild.clone());
    assert!(!system.is_empty() && !system.implies(&wild));
    assert_eq!(system.maximum(&wild), Maximum::Unknown);
    // x ≥ 2¹¹⁹·y and y ≥ 2¹¹⁹·x and x ≥ 1 contradict each other, but the factors cannot be multiplied.
    let steep = |x: usize, y: usize| fact(&[(x, 1), (y, -1 << 119)], 0);
    assert!(!System::of([steep(0, 1), steep(1, 0), fact(&[(0, 1)], -1)]).is_empty());
}

#[test]
fn integers_are_sharper_than_rationals() {
    let mut system = System::default();
    system.add(fact(&[(0, 2)], -1));
    assert!(system.implies(&fact(&[(0, 1)], -1)), "2x ≥ 1 means x ≥ 1");
    system.add(fact(&[(0, -2)], 1));
    assert!(system.is_empty(), "no integer is a half");
    let mut even = System::default();
    even.add_equal(fact(&[(0, 2), (1, -4)], 1));
    assert!(even.is_empty(), "an even number is not odd");
    assert_eq!(even.maximum(&fact(&[(0, 1)], 0)), Maximum::Empty);
    let open = System::of([fact(&[(0, 1), (1, 1)], 0)]);
    assert_eq!(open.maximum(&fact(&[(0, 1)], 0)), Maximum::Unknown);
    assert_eq!(open.maximum(&fact(&[(0, -3), (1, -3)], 5)), Maximum::AtMost(5));
    assert_eq!(open.maximum(&fact(&[], 7)), Maximum::AtMost(7));
}

/// Fourier–Motzkin elimination decides everything over the rationals, so each question must come out at least as
/// sharp as the corners of the polyhedron say, always; and never sharper than its integer points.
#[test]
fn boxes_are_decided_between_their_points_and_their_corners() {
    let mut random = Random(2);
    let (mut exact, mut bounded) = (0, 0);
    for round in 0..3000 {
        let variables = if round % 10 == 0 { 4 } else { 2 + round % 2 };
        let facts = random.within(1, if variables == 4 { 3 } else { 6 }) as usize;
        let system = boxed(random.system(variables, facts), variables);
        let form = random.form(variables, 6);
        let corners = corners(&system, variables);
        let points = points(variables, 0);
        let points: Vec<_> = inside(&system, &points).collect();
        assert!(!system.is_empty() || points.is_empty(), "{system}");
        assert!(!corners.is_empty() || system.is_empty(), "{system}");
        let most = points.iter().map(|point| at(&form, point)).max();
        let floor = |(point, under): &(Vec<Number>, Number)| {
            scaled_at(&form, point, *under).div_euclid(*under)
        };
        match system.maximum(&form) {
            Maximum::Empty => assert_eq!(most, None, "{system}"),
            Maximum::AtMost(bound) => {
                assert!(most.is_none_or(|most| most <= bound), "{form} in\n{system}");
                let corner = corners.iter().map(floor).max().unwrap();
                assert!(bound <= corner, "{form} ≤ {corner} in\n{system}");
                bounded += 1;
                exact += usize::from(most == Some(bound));
            }
            Maximum::Unknown => panic!("{form} is bounded in\n{system}"),
        }
        let implied = points.iter().all(|point| at(&form, point) >= 0);
        let above =
            |(point, under): &(Vec<Number>, Number)| scaled_at(&form, point, *under) > -under;
        let provable = corners.iter().all(above);
        assert!(implied || !system.implies(&form), "{form} ≥ 0 in\n{system}");
        assert!(!provable || system.implies(&form), "{form} ≥ 0 in\n{system}");
    }
    // Rounding finds the integer maximum in most cases but not in all.
    assert!(exact * 100 >= bounded * 90, "{exact} of {bounded}");
}

/// Without a box: whatever is claimed holds at all points of a window.
#[test]
fn no_claim_about_open_systems_is_false() {
    let mut random = Random(3);
    let mut claims = [0; 3];
    for _ in 0..4000 {
        let variables = random.within(2, 4) as usize;
        let facts = random.within(1, 7) as usize;
        let system = random.system(variables, facts);
        let form = random.form(variables, 6);
        let window = points(variables, if variables == 4 { -2 } else { -4 });
        let points: Vec<_> = inside(&system, &window).collect();
        if system.is_empty() {
            assert!(points.is_empty(), "{system}");
            claims[0] += 1;
        }
        if system.implies(&form) {
            assert!(points.iter().all(|point| at(&form, point) >= 0), "{form} ≥ 0 in\n{system}");
            claims[1] += 1;
        }
        if let Maximum::AtMost(bound) = system.maximum(&form) {
            assert!(points.iter().all(|point| at(&form, point) <= bound), "{form} in\n{system}");
            claims[2] += 1;
        }
    }
    assert!(claims.iter().all(|count| *count > 200), "{claims:?}");
}

#[test]
fn systems_are_equivalent_if_they_have_the_same_points() {
    let mut random = Random(4);
    let mut alike = 0;
    for _ in 0..1500 {
        let variables = random.within(1, 2) as usize;
        let [one, other] = [(); 2].map(|()| boxed(random.system(variables, 2), variables));
        let points = points(variables, 0);
        let same = inside(&one, &points).eq(inside(&other, &points));
        assert!(same || !one.equivalent(&other), "{one}\n{other}");
        alike += usize::from(one.equivalent(&other));
        assert!(one.equivalent(&one));
        // The same facts in other words.
        let mut words = System::default();
        one.facts().iter().rev().for_each(|fact| words.add(fact.scaled(3).unwrap()));
        let sum = one.facts().iter().try_fold(Linear::constant(2), |sum, fact| sum.plus(fact));
        words.add(sum.unwrap());
        assert!(one.equivalent(&words));
    }
    assert!(alike > 100, "{alike}");
}

/// Dense systems would need more facts than atoms: the limits end every question.
#[test]
fn hostile_systems_end_within_the_limits() {
    let mut random = Random(5);
    for (variables, facts) in [(30, 200), (64, 900), (12, 60), (65, 10), (200, 3000)] {
        let system = System::of((0..facts).map(|_| random.form(variables, 1000)));
        let form = random.form(variables, 6);
        let mut work = Work::default();
        let _ = system.maximum_within(&form, &mut work);
        assert!(work.spent() <= Work::OF_A_QUESTION, "{}", work.spent());
        let mut little = Work::new(500);
        assert!(!system.implies_within(&form, &mut little));
        assert!(little.spent() <= 500);
    }
}

/// Chains x0 ≤ x1 ≤ … are long but harmless: one combination a variable.
#[test]
fn long_chains_are_easy() {
    let steps = (0..60).map(|variable| fact(&[(variable + 1, 1), (variable, -1)], -1));
    let system = System::of(steps.chain([fact(&[(60, -1)], 100)]));
    let mut work = Work::default();
    assert_eq!(system.maximum_within(&Linear::variable(0), &mut work), Maximum::AtMost(40));
    assert!(work.spent() < 20_000, "{}", work.spent());
}

#[test]
fn work_is_counted_to_the_last_unit() {
    let mut work = Work::new(5);
    assert_eq!((work.take(2), work.spent(), work.is_used_up()), (Some(()), 2, false));
    assert_eq!((work.take(3), work.spent(), work.is_used_up()), (Some(()), 5, true));
    assert_eq!(work.take(1), None);
    // What is too much uses up the rest.
    let mut work = Work::new(5);
    assert_eq!((work.take(6), work.spent(), work.is_used_up()), (None, 5, true));
}

#[test]
fn facts_are_kept_once_and_only_if_they_say_something() {
    let x = Linear::variable(0);
    let never = Linear::constant(-1);
    let facts = [x.clone(), Linear::constant(0), x.clone(), Linear::constant(3), never.clone()];
    let system = System::of(facts);
    assert_eq!(system.facts(), [x, never]);
    assert_eq!(system.to_string(), "x0 >= 0\n-1 >= 0\n");
}

/// A fact that stands there, a weaker one, the sum of two, a constant: for these nothing is eliminated.
#[test]
fn what_is_seen_at_once_is_no_work() {
    let (x, y) = (Linear::variable(0), Linear::variable(1));
    let one = System::of([x.clone(), y.clone()]);
    let mut other = System::of([y, fact(&[(0, 1)], 3), fact(&[(0, 1), (1, 1)], 0), x]);
    other.add(Linear::constant(2));
    let mut none = Work::new(0);
    assert!(one.equivalent_within(&other, &mut none) && none.spent() == 0);
    let stronger = System::of([fact(&[(0, 1)], -1), Linear::variable(1)]);
    assert!(!one.equivalent(&stronger) && !stronger.equivalent(&one));
}

#[test]
fn stated_bounds_are_read_off_the_facts() {
    let system = System::of([fact(&[(0, 1)], -2), fact(&[(0, -1)], 5), fact(&[(0, -1)], 7)]);
    assert_eq!(system.stated_bounds(&fact(&[(0, 1)], 10)), (Some(12), Some(15)));
    assert_eq!(system.stated_bounds(&fact(&[(0, -1)], 0)), (Some(-5), Some(-2)));
    assert_eq!(system.stated_bounds(&fact(&[(1, 1)], 0)), (None, None));
    assert_eq!(system.stated_bounds(&Linear::constant(4)), (Some(4), Some(4)));
}

/// x0 ≤ x1 ≤ … ≤ 7, and the same in a circle with a step up: up to 64 variables are looked at.
#[test]
fn questions_have_at_most_64_variables() {
    let below = |low: usize, high: usize, by: Number| Linear::of(&[(high, 1), (low, -1)], -by);
    for (variables, is_decided) in [(64, true), (65, false)] {
        let chain = (1..variables).map(|high| below(high - 1, high, 0).unwrap());
        let chain = System::of(chain);
        let last = variables - 1;
        let top = fact(&[(last, -1)], 7);
        let expected = if is_decided { Maximum::AtMost(7) } else { Maximum::Unknown };
        assert_eq!(chain.with(top).maximum(&Linear::variable(0)), expected);
        assert_eq!(chain.with(below(last, 0, 1).unwrap()).is_empty(), is_decided);
    }
}

/// k·y ≤ x ≤ 0 < y, for different k: 1024 facts at one time are looked at.
#[test]
fn questions_have_at_most_1024_facts() {
    for (multiples, is_decided) in [(1022, true), (1023, false)] {
        let steep = (1..=multiples).map(|k| fact(&[(0, 1), (1, -k)], 0));
        let system = System::of(steep.chain([fact(&[(0, -1)], 0), fact(&[(1, 1)], -1)]));
        assert_eq!((system.facts().len() <= 1024, system.is_empty()), (is_decided, is_decided));
    }
}

#[test]
fn products_with_a_constant_are_forms() {
    let product = |a: Expr, b: Expr| Expr::Product(Box::new(a), Box::new(b));
    let form = |expr: &Expr| {
        let leaf = |leaf: Leaf<'_, usize>| match leaf {
            Leaf::Part(Expr::Slot(slot)) => Ok(Linear::variable(*slot)),
            Leaf::Part(_) => Err("a part"),
            Leaf::Product(..) => Err("a product"),
        };
        Linear::of_expr(expr, &mut { leaf })
    };
    let three_times = fact(&[(1, 3)], 0);
    let (three, slot) = (|| Expr::Constant(3), || Expr::Slot(1));
    assert_eq!(form(&product(three(), slot())), Ok(three_times.clone()));
    assert_eq!(form(&product(slot(), three())), Ok(three_times));
    assert_eq!(form(&product(three(), three())), Ok(Linear::constant(9)));
    assert_eq!(form(&product(slot(), slot())), Err("a product"));
    assert_eq!(form(&Expr::Later), Err("a part"));
}

#[test]
fn forms_are_divided_by_positive_divisors_of_their_factors() {
    let form = fact(&[(0, 6), (1, -4)], -3);
    assert_eq!(form.divided(2), Linear::of(&[(0, 3), (1, -2)], -2));
    assert_eq!(form.divided(1), Some(form.clone()));
    for by in [0, -2, 3, 12] {
        assert_eq!(form.divided(by), None, "{by}");
    }
    assert_eq!(Linear::<usize>::constant(5).divided(0), None);
}

/// A form costs 1, and 1 more for each 4 of its terms. All forms are looked at when they are given, when a variable is chosen, and
/// when it goes; and both forms of each pair that is combined.
#[test]
fn eliminating_costs_what_is_counted() {
    let seven: Vec<(usize, Number)> = (0..7).map(|variable| (variable, 1)).collect();
    for (facts, cost) in [
        (vec![fact(&[(0, 1)], -1)], 3),
        (vec![fact(&seven, 0)], 3 * 2),
        (vec![fact(&[(0, 1)], -1), fact(&[(0, -1)], 5)], 3 * 2 + 2),
        // x = y and x ≥ 2: three facts with x are combined with the equation, and y ≥ 2 is left.
        (
            vec![fact(&[(0, 1), (1, -1)], 0), fact(&[(0, -1), (1, 1)], 0), fact(&[(0, 1)], -2)],
            3 * 3 + 3 * 2 + 2,
        ),
    ] {
        let (system, mut work) = (System::of(facts), Work::default());
        assert!(!system.is_empty_within(&mut work));
        assert_eq!(work.spent(), cost, "{system}");
    }
}

#[test]
fn common_multiples_are_the_least() {
    for (a, b, least) in [(1, 1, 1), (4, 6, 12), (6, 4, 12), (7, 5, 35), (12, 4, 12)] {
        assert_eq!(common_multiple(a, b), Some(least), "{a} {b}");
    }
    // Their product would overflow, but not their multiple; the next ones have too large a multiple.
    let large = Number::MAX / 2;
    assert_eq!(common_multiple(large, large), Some(large));
    assert_eq!(common_multiple(large, large - 1), None);
}
