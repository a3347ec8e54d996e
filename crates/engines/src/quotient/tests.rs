//! Against the oracle, against the literature, and against programs written a second time.

use std::collections::HashSet;

use bouton_oracle::Oracle;
use bouton_rules::Unit;
use bouton_values::Outcome;

use super::*;

fn found(game: &str, heaps: u64) -> MisereQuotient {
    quotient_of_game(&Game::parse(game).unwrap(), heaps, &Limits::default()).unwrap()
}

fn words(words: &[Word]) -> Vec<String> {
    words.iter().map(ToString::to_string).collect()
}

fn relations(quotient: &MisereQuotient) -> Vec<String> {
    quotient.presentation.relations.iter().map(ToString::to_string).collect()
}

/// Multiplication by the relations alone.
struct Rewriting<'a>(&'a MisereQuotient);

impl Rewriting<'_> {
    fn one(&self) -> Vec<u32> {
        vec![0; self.0.presentation.generators.len()]
    }

    fn normal(&self, mut word: Vec<u32>) -> Vec<u32> {
        let divides = |left: &[u32], word: &[u32]| left.iter().zip(word).all(|(l, w)| l <= w);
        while let Some(rule) =
            self.0.presentation.relations.iter().find(|rule| divides(&rule.left.0, &word))
        {
            for (index, exponent) in word.iter_mut().enumerate() {
                *exponent = *exponent - rule.left.0[index] + rule.right.0[index];
            }
        }
        word
    }

    fn product(&self, one: &[u32], other: &[u32]) -> Vec<u32> {
        self.normal(one.iter().zip(other).map(|(x, y)| x + y).collect())
    }

    fn is_lost(&self, word: &[u32]) -> bool {
        self.0.lost.iter().any(|lost| lost.0 == word)
    }

    fn of_sum(&self, sum: &[u64]) -> Vec<u32> {
        sum.iter().fold(self.one(), |word, heap| {
            self.product(&word, &self.0.pretending[*heap as usize].0)
        })
    }

    /// Every element, reached from 1 by multiplying with generators.
    fn elements(&self) -> HashSet<Vec<u32>> {
        let mut elements = HashSet::from([self.one()]);
        let mut open = vec![self.one()];
        while let Some(word) = open.pop() {
            for generator in 0..word.len() {
                let mut larger = word.clone();
                larger[generator] += 1;
                let product = self.normal(larger);
                if elements.insert(product.clone()) {
                    open.push(product);
                }
            }
        }
        elements
    }
}

/// All ascending lists of heaps from `least` to `most` with at most `tokens` in all.
fn sums(least: u64, most: u64, tokens: u64) -> Vec<Vec<u64>> {
    let mut all = vec![Vec::new()];
    for heap in least..=most.min(tokens) {
        for rest in sums(heap, most, tokens - heap) {
            all.push([vec![heap], rest].concat());
        }
    }
    all
}

/// The outcome that the words say is the oracle's, for every sum with at most `tokens` tokens.
fn assert_outcomes(rules: &str, quotient: &MisereQuotient, tokens: u64) -> usize {
    let game = Game::parse(&format!("{rules}/misere")).unwrap();
    let finite = game.finite().unwrap();
    let mut oracle = Oracle::new(finite, Limits::default());
    let rewriting = Rewriting(quotient);
    let all = sums(1, quotient.heaps, tokens);
    for sum in all.iter().filter(|sum| !sum.is_empty()) {
        let position = finite.spec.tuple(sum.clone()).unwrap();
        let truth = oracle.outcome(&position).unwrap();
        let said = rewriting.is_lost(&rewriting.of_sum(sum));
        assert_eq!(said, truth == Outcome::P, "{rules} {sum:?}");
    }
    all.len()
}

/// The relations leave `order` elements, confluently, and no two of them play alike.
fn assert_reduced_and_presented(rules: &str, quotient: &MisereQuotient) {
    let rewriting = Rewriting(quotient);
    let elements: Vec<Vec<u32>> = rewriting.elements().into_iter().collect();
    assert_eq!(elements.len(), quotient.order, "{rules}: elements");
    assert_eq!(quotient.presentation.normal_forms(), Some(quotient.order), "{rules}: words");
    let row = |x: &Vec<u32>| {
        elements.iter().map(|z| rewriting.is_lost(&rewriting.product(x, z))).collect::<Vec<bool>>()
    };
    let rows: HashSet<Vec<bool>> = elements.iter().map(row).collect();
    assert_eq!(rows.len(), quotient.order, "{rules}: two elements play alike");
    // Knuth and Bendix: where two left sides overlap, both ways to rewrite end alike.
    let rules_of = &quotient.presentation.relations;
    for (index, one) in rules_of.iter().enumerate() {
        for other in &rules_of[..index] {
            let joined = one.left.0.iter().zip(&other.left.0).map(|(x, y)| *x.max(y));
            let joined: Vec<u32> = joined.collect();
            let [first, second] = [one, other].map(|rule| {
                let parts = joined.iter().zip(&rule.left.0).zip(&rule.right.0);
                rewriting.normal(parts.map(|((whole, left), right)| whole - left + right).collect())
            });
            assert_eq!(first, second, "{rules}: {one} and {other}");
        }
    }
}

/// No generator is a product of the others.
fn assert_irredundant(rules: &str, quotient: &MisereQuotient) {
    let rewriting = Rewriting(quotient);
    let count = quotient.presentation.generators.len();
    for left_out in 0..count {
        let mut reached = HashSet::from([rewriting.one()]);
        let mut open = vec![rewriting.one()];
        while let Some(word) = open.pop() {
            for generator in (0..count).filter(|generator| *generator != left_out) {
                let mut larger = word.clone();
                larger[generator] += 1;
                let product = rewriting.normal(larger);
                if reached.insert(product.clone()) {
                    open.push(product);
                }
            }
        }
        let heap = quotient.presentation.generators[left_out];
        let image = &quotient.pretending[heap as usize].0;
        assert!(!reached.contains(image), "{rules}: {}", generator_name(left_out));
    }
}

fn assert_all(rules: &str, heaps: u64, tokens: u64) -> usize {
    let quotient = found(rules, heaps);
    assert_reduced_and_presented(rules, &quotient);
    assert_irredundant(rules, &quotient);
    // Plambeck and Siegel: the order is even, unless there is no move at all.
    assert!(quotient.order == 1 || quotient.order.is_multiple_of(2), "{rules}: odd order");
    assert_outcomes(rules, &quotient, tokens)
}

#[test]
fn two_digit_octal_codes_equal_the_oracle() {
    let mut compared = 0;
    for number in 0..64 {
        compared += assert_all(&format!("octal:0.{number:02o}"), 8, 18);
    }
    assert!(compared > 50_000, "{compared}");
}

#[test]
fn three_digit_octal_codes_equal_the_oracle() {
    for number in (0..512).step_by(7) {
        assert_all(&format!("octal:0.{number:03o}"), 7, 16);
    }
    for code in
        ["4.0", "4.2", "4.3", "4.7", "0.8", "0.9", "0.a3", "8.1", "0.[3]", "4.[3]", "0.1[20]"]
    {
        assert_all(&format!("octal:{code}"), 7, 16);
    }
}

#[test]
fn subtraction_games_equal_the_oracle() {
    for bits in 1u32..32 {
        let set: Vec<String> =
            (1..=5).filter(|s| bits >> (s - 1) & 1 == 1).map(|s: u32| s.to_string()).collect();
        assert_all(&format!("subtraction:{}", set.join(",")), 9, 18);
    }
}

#[test]
fn other_rules_equal_the_oracle() {
    assert_all("nim", 7, 18);
    assert_all("grundy", 18, 30);
    assert_all("lasker", 8, 18);
    assert_all("kayles", 13, 28);
    assert_all("dawsons-kayles", 16, 26);
    // Here a smaller quotient identifies what a larger heap distinguishes.
    assert_all("octal:0.35", 9, 20);
    assert_all("octal:0.15", 20, 24);
}

/// Heaps that a new heap distinguishes although the smaller quotient does not: the surjection of
/// Plambeck and Siegel is then not an isomorphism, and some relation between old heaps is lost.
#[test]
fn relations_between_smaller_heaps_may_be_lost() {
    let lost = (0..64).any(|number| {
        let code = format!("octal:0.{number:02o}");
        let (small, large) = (found(&code, 6), found(&code, 8));
        let (before, after) = (Rewriting(&small), Rewriting(&large));
        let all = sums(1, 6, 14);
        let pairs = all.iter().map(|sum| (before.of_sum(sum), after.of_sum(sum)));
        let joint: HashSet<_> = pairs.collect();
        let first: HashSet<_> = joint.iter().map(|(before, _)| before.clone()).collect();
        first.len() < joint.len()
    });
    assert!(lost, "no code shows it");
}

#[test]
fn nim_is_tame() {
    let small = found("nim", 1);
    assert_eq!((small.order, relations(&small)), (2, vec!["a²=1".to_owned()]));
    assert_eq!(words(&small.lost), ["a"]);
    let two = found("nim", 3);
    assert_eq!(two.order, 6);
    assert_eq!(relations(&two), ["a²=1", "b³=b"]);
    assert_eq!(words(&two.lost), ["a", "b²"]);
    assert_eq!(words(&two.pretending), ["1", "a", "b", "ab"]);
    assert_eq!(two.presentation.generators, [1, 2]);
    // T_n has 2ⁿ + 2 elements.
    for n in 2..6 {
        assert_eq!(found("nim", (1 << n) - 1).order, (1 << n) + 2);
    }
}

/// Plambeck and Siegel (2008) for 0.75, Plambeck (2005) for 0.123.
#[test]
fn orders_are_those_of_the_literature() {
    assert_eq!(found("octal:0.75", 30).order, 8);
    assert_eq!(found("octal:0.123", 40).order, 20);
    assert_eq!(found("octal:0.123", 40).period.map(|(_, period)| period), Some(5));
    // A trivial quotient: nothing can be moved.
    let still = found("octal:0.0", 5);
    assert_eq!((still.order, still.lost.len(), still.pairs), (1, 0, 1));
}

/// Sibert and Conway (1992): misère Kayles has the period 12, as normal Kayles has.
#[test]
fn kayles_is_solved_for_all_heaps() {
    let kayles = found("kayles", 170);
    assert_reduced_and_presented("kayles", &kayles);
    assert_irredundant("kayles", &kayles);
    let (preperiod, period) = kayles.period.unwrap();
    assert_eq!(period, 12);
    for (heap, word) in kayles.pretending.iter().enumerate().skip(preperiod as usize + 12) {
        assert_eq!(*word, kayles.pretending[heap - 12]);
    }
    // Larger heaps change nothing, as the proof says.
    let more = found("kayles", 230);
    assert_eq!((more.order, more.period), (kayles.order, kayles.period));
    assert_eq!(more.pretending[..=170], kayles.pretending);
    assert_eq!(found("kayles", 150).period, None);
}

#[test]
fn a_period_is_what_larger_heaps_show() {
    for (game, small, large) in [
        ("octal:0.75", 24, 90),
        ("octal:0.34", 40, 90),
        ("octal:0.71", 30, 70),
        ("octal:0.72", 60, 120),
        ("subtraction:1,3,4", 12, 60),
        ("subtraction:2,5", 14, 60),
        ("octal:0.123", 24, 90),
        ("octal:0.2", 10, 60),
    ] {
        let (proved, shown) = (found(game, small), found(game, large));
        let (preperiod, period) = proved.period.unwrap_or_else(|| panic!("{game}: no period"));
        assert_eq!(shown.period, proved.period, "{game}");
        assert_eq!(shown.order, proved.order, "{game}");
        for heap in (preperiod + period) as usize..=large as usize {
            let earlier = &shown.pretending[heap - period as usize];
            assert_eq!(shown.pretending[heap], *earlier, "{game} heap {heap}");
        }
    }
}

fn refused(game: &str, heaps: u64, limits: &Limits) -> Refusal {
    quotient_of_game(&Game::parse(game).unwrap(), heaps, limits).unwrap_err()
}

#[test]
fn what_costs_too_much_is_refused_with_numbers() {
    let few = Limits { steps: 50_000_000, ..Limits::default() };
    // Its quotients grow with the heaps, soon beyond such limits.
    match refused("octal:0.54", 60, &few) {
        Refusal::Limit { what, needed, allowed, unit: Unit::Steps } => {
            assert!(what.contains("heap"), "{what}");
            assert_eq!(allowed, 50_000_000);
            assert!(needed > allowed);
        }
        other => panic!("{other:?}"),
    }
    let small = Limits { memory: 20_000, ..Limits::default() };
    let refusal = refused("octal:0.77", 30, &small);
    assert!(matches!(refusal, Refusal::Limit { unit: Unit::Bytes, .. }), "{refusal:?}");
    let refusal = refused("nim", 1_000_000_000_000, &Limits::default());
    assert!(matches!(refusal, Refusal::Limit { .. }), "{refusal:?}");
}

#[test]
fn games_without_a_misere_quotient_are_refused() {
    for game in [
        "wythoff",
        "nim + kayles",
        "partizan-subtraction:1,2|1,3",
        "ending-partizan:2,3",
        "subtraction:1,2/even-odd",
        "coins:turtles",
        "dyadic-nim",
    ] {
        let refusal = refused(game, 5, &Limits::default());
        assert!(matches!(refusal, Refusal::Unsupported { .. }), "{game}: {refusal:?}");
    }
}

#[test]
fn the_ending_in_the_text_does_not_matter() {
    assert_eq!(found("kayles", 9).lost, found("kayles/misere", 9).lost);
}

#[test]
fn a_watch_can_stop_it() {
    use std::ops::ControlFlow;
    use std::sync::Arc;
    struct Stop;
    impl bouton_rules::Watch for Stop {
        fn progress(&self, _: u64, _: u64) -> ControlFlow<()> {
            ControlFlow::Break(())
        }
    }
    let limits = Limits { watch: Arc::new(Stop), ..Limits::default() };
    assert_eq!(refused("kayles", 9, &limits), Refusal::Interrupted);
}

#[test]
fn words_are_written_with_small_digits() {
    assert_eq!(Word(vec![0, 0]).to_string(), "1");
    assert_eq!(Word(vec![1, 12, 0, 2]).to_string(), "ab¹²d²");
    assert_eq!([0, 25, 26, 53].map(generator_name), ["a", "z", "a₁", "b₂"]);
}
