//! What texts mean: options, legality and endings against definitions written out here.

use std::collections::BTreeSet;

use bouton_lang::{Argument, Program, bind, check, parse};
use bouton_values::Player;

type Tuples = BTreeSet<Vec<u64>>;

fn program(text: &str) -> Program {
    with(text, "")
}

fn with(text: &str, arguments: &str) -> Program {
    let (tree, mistakes) = parse(text);
    assert!(mistakes.is_empty(), "{text}: {mistakes:?}");
    let tree = bind(&tree, &Argument::split(arguments)).unwrap();
    let (program, mistakes) = check(&tree);
    program.unwrap_or_else(|| panic!("{text}: {mistakes:?}"))
}

/// All tuples of this length with numbers below the bound.
fn tuples(length: usize, below: u64) -> Vec<Vec<u64>> {
    (0..length).fold(vec![vec![]], |all, _| {
        let more = |tuple: Vec<u64>| (0..below).map(move |n| [&tuple[..], &[n]].concat());
        all.into_iter().flat_map(more).collect()
    })
}

fn options(program: &Program, tuple: &[u64]) -> Tuples {
    let listed = program.options(tuple, Player::Left);
    let options: Tuples = listed.iter().cloned().collect();
    assert_eq!(options.len(), listed.len(), "each option once: {tuple:?}");
    assert!(listed.len() as u128 <= program.option_bound(tuple), "the bound holds: {tuple:?}");
    options
}

/// The options equal those of a definition, on all these tuples that are legal.
fn agrees(
    text: &str,
    positions: impl IntoIterator<Item = Vec<u64>>,
    legal: impl Fn(&[u64]) -> bool,
    definition: impl Fn(&[u64]) -> Vec<Vec<u64>>,
) {
    let program = program(text);
    for tuple in positions {
        assert_eq!(program.is_legal(&tuple), legal(&tuple), "{text} {tuple:?}");
        if legal(&tuple) {
            let expected: Tuples = definition(&tuple).into_iter().collect();
            assert_eq!(options(&program, &tuple), expected, "{text} {tuple:?}");
        }
    }
}

fn changed(tuple: &[u64], index: usize, parts: &[u64]) -> Vec<u64> {
    [&tuple[..index], parts, &tuple[index + 1..]].concat()
}

#[test]
fn nimrod() {
    let text = "game nimrod\nposition pile, rate\nlegal pile >= 0 and rate >= 1\n\
                move rate' in rate-1 .. rate+1, pile' = pile - rate'";
    agrees(
        text,
        tuples(2, 9),
        |t| t[1] >= 1,
        |t| {
            let rates = (t[1] - 1..=t[1] + 1).filter(|rate| (1..=t[0]).contains(rate));
            rates.map(|rate| vec![t[0] - rate, rate]).collect()
        },
    );
}

#[test]
fn wythoff() {
    let text = "game wythoff\nposition a, b\nlegal a >= 0 and b >= 0\nmove k >= 1: a' = a - k\n\
                move k >= 1: b' = b - k\nmove k >= 1: a' = a - k, b' = b - k";
    agrees(
        text,
        tuples(2, 7),
        |_| true,
        |t| {
            let (a, b) = (t[0], t[1]);
            let rows = (0..a).map(|lower| vec![lower, b]);
            let columns = (0..b).map(|lower| vec![a, lower]);
            let diagonals = (1..=a.min(b)).map(|k| vec![a - k, b - k]);
            rows.chain(columns).chain(diagonals).collect()
        },
    );
}

#[test]
fn nim_and_antonim() {
    let lower = |t: &[u64], allowed: &dyn Fn(&[u64]) -> bool| {
        let one = |index: usize| (0..t[index]).map(move |lower| (index, lower));
        let all = (0..t.len()).flat_map(one).map(|(index, lower)| changed(t, index, &[lower]));
        all.filter(|option| allowed(option)).collect()
    };
    agrees(
        "game nim\nheaps h\nmove one h: 0 <= h' < h",
        tuples(3, 5),
        |_| true,
        |t| lower(t, &|_| true),
    );
    let different = |t: &[u64]| (1..t.len()).all(|i| !t[..i].iter().any(|n| *n == t[i] && *n > 0));
    let antonim = "game antonim\nheaps h\nlegal distinct nonzero h\nmove one h: 0 <= h' < h";
    agrees(antonim, tuples(3, 6), different, |t| lower(t, &different));
    let apart = |t: &[u64]| (1..t.len()).all(|i| !t[..i].contains(&t[i]));
    let welter = "game welter\nheaps h\nlegal distinct h\nmove one h: 0 <= h' < h";
    agrees(welter, tuples(3, 6), apart, |t| lower(t, &apart));
}

/// All ways to write `total` as a sum of `parts` numbers, in order.
fn splits(total: u64, parts: usize) -> Vec<Vec<u64>> {
    if parts == 1 {
        return vec![vec![total]];
    }
    let first = |a: u64| {
        splits(total - a, parts - 1).into_iter().map(move |rest| [&[a], &rest[..]].concat())
    };
    (0..=total).flat_map(first).collect()
}

#[test]
fn heaps_fall_apart() {
    let kayles = "game kayles\nheaps h\nmove one h, k in 1..2: h' = a + b where a + b = h - k";
    let by_kayles = |t: &[u64]| {
        let of =
            |i: usize| (1..=2).filter(move |k| *k <= t[i]).flat_map(move |k| splits(t[i] - k, 2));
        (0..t.len()).flat_map(|i| of(i).map(move |parts| changed(t, i, &parts))).collect()
    };
    agrees(kayles, tuples(2, 8), |_| true, by_kayles);
    let grundy = "game grundy\nheaps h\nmove one h: h' = a + b where a + b = h and 1 <= a < b";
    let by_grundy = |t: &[u64]| {
        let fits = |parts: &Vec<u64>| 1 <= parts[0] && parts[0] < parts[1];
        let of = |i: usize| splits(t[i], 2).into_iter().filter(fits);
        (0..t.len()).flat_map(|i| of(i).map(move |parts| changed(t, i, &parts))).collect()
    };
    agrees(grundy, tuples(2, 9), |_| true, by_grundy);
    let three = "game three\nheaps h\nmove one h: h' = a + b + c where a + b + c = h - 2, a >= 1";
    let by_three = |t: &[u64]| {
        let all = t[0].checked_sub(2).map_or(vec![], |rest| splits(rest, 3));
        all.into_iter().filter(|parts| parts[0] >= 1).collect()
    };
    agrees(three, tuples(1, 9), |_| true, by_three);
}

#[test]
fn moore_lowers_several_heaps() {
    let text = "game moore(k)\nheaps h\nmove up to k of h: 0 <= h' < h";
    for k in 1..=3 {
        let program = with(text, &k.to_string());
        for tuple in tuples(3, 4) {
            let lower = tuples(3, 4).into_iter().filter(|option| {
                let less = tuple.iter().zip(option).filter(|(old, new)| new < old).count();
                let same = tuple.iter().zip(option).filter(|(old, new)| new == old).count();
                (1..=k).contains(&less) && less + same == 3
            });
            assert_eq!(options(&program, &tuple), lower.collect(), "{k} {tuple:?}");
        }
    }
}

/// However it is said, a choice is one number for all heaps that are chosen.
#[test]
fn the_same_number_from_several_heaps() {
    for said in [
        "k >= 1: h' = h - k",
        "k >= 1: k = h - h'",
        "k >= 1: h - h' = k",
        "h' = h - k, k = l, l >= 1",
        "h' = h - k where l = h - h', k >= 1",
        "h' + k = h, k > 0",
    ] {
        let program = program(&format!("game w\nheaps h\nmove up to 2 of h, {said}"));
        takes_the_same_number(&program);
    }
}

fn takes_the_same_number(program: &Program) {
    for tuple in tuples(3, 4) {
        let mut expected = Tuples::new();
        for k in 1..4 {
            for (i, j) in [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)] {
                let mut option = tuple.clone();
                let chosen: BTreeSet<usize> = [i, j].into();
                if chosen.iter().all(|index| option[*index] >= k) {
                    chosen.iter().for_each(|index| option[*index] -= k);
                    expected.insert(option);
                }
            }
        }
        assert_eq!(options(program, &tuple), expected, "{tuple:?}");
    }
}

/// What must hold of two heaps before and after a move.
type Share = fn([u64; 2], [u64; 2]) -> bool;

#[test]
fn several_heaps_share_what_they_become_and_what_they_were() {
    for (said, share) in [
        // Both heaps become the same number, and lose the same: so they were equal.
        (
            "h' = k, h' = h - l, k >= 0, l >= 1",
            (|old, new| old[0] == old[1] && new[0] == new[1]) as Share,
        ),
        ("k = h, h' < h", |old, _| old[0] == old[1]),
        ("h mod 3 = k, h' < h", |old, _| old[0] % 3 == old[1] % 3),
        ("h' mod 3 = k, 0 <= k <= 2, h' < h", |_, new| new[0] % 3 == new[1] % 3),
    ] {
        let program = program(&format!("game w\nheaps h\nmove exactly 2 of h, {said}"));
        for old in tuples(2, 6) {
            let lower = tuples(2, 6).into_iter().filter(|new| {
                let [old, new] = [&old, new].map(|pair| [pair[0], pair[1]]);
                new[0] < old[0] && new[1] < old[1] && share(old, new)
            });
            assert_eq!(options(&program, &old), lower.collect(), "{said} {old:?}");
        }
    }
}

#[test]
fn euclid_has_a_product() {
    let text = "game euclid\nposition a, b\nmove k >= 1, b >= 1: a' = a - k * b\n\
                move k >= 1, a >= 1: b' = b - k * a";
    agrees(
        text,
        tuples(2, 13),
        |_| true,
        |t| {
            let (a, b) = (t[0], t[1]);
            let from_a = (1..=a).filter(|k| b >= 1 && k * b <= a).map(|k| vec![a - k * b, b]);
            let from_b = (1..=b).filter(|k| a >= 1 && k * a <= b).map(|k| vec![a, b - k * a]);
            from_a.chain(from_b).collect()
        },
    );
}

#[test]
fn fibonacci_remembers() {
    let text = "game fibonacci(factor = 2)\nposition heap, limit = heap - 1\n\
                move k in 1..limit: heap' = heap - k, limit' = factor * k";
    agrees(
        text,
        tuples(2, 8),
        |_| true,
        |t| (1..=t[1].min(t[0])).map(|k| vec![t[0] - k, 2 * k]).collect(),
    );
    let program = program(text);
    assert_eq!(program.fill(vec![20]), [20, 19]);
    assert_eq!(program.fill(vec![20, 3]), [20, 3]);
    assert_eq!(with(text, "3").options(&[9, 2], Player::Right), [[8, 3], [7, 6]]);
    assert_eq!(with(text, "factor=5").options(&[9, 1], Player::Right), [[8, 5]]);
}

#[test]
fn rows_are_bitten() {
    let text = "game chomp\nrows r\nlegal falling r and first r >= 1\n\
                move one r, k in 0 .. r - 1: r' = k, later r' = min(later r, k)";
    let legal = |t: &[u64]| t[0] >= 1 && t.windows(2).all(|rows| rows[0] >= rows[1]);
    agrees(text, tuples(3, 5), legal, |t| {
        let bites = (0..3).flat_map(|row| (0..t[row]).map(move |column| (row, column)));
        let bites = bites.filter(|bite| *bite != (0, 0));
        let eaten = |(row, column): (usize, u64)| {
            let left = |i: usize| if i < row { t[i] } else { t[i].min(column) };
            (0..3).map(left).collect()
        };
        bites.map(eaten).collect()
    });
}

#[test]
fn coins_turn() {
    let tidy = |mut heads: Vec<u64>| {
        heads.sort_unstable();
        let odd = |head: &u64| heads.iter().filter(|other| *other == head).count() % 2 == 1;
        let kept: BTreeSet<u64> = heads.iter().copied().filter(odd).collect();
        kept.into_iter().collect::<Vec<u64>>()
    };
    let heads: Vec<Vec<u64>> =
        (0..64u64).map(|bits| (0..6).filter(|i| bits >> i & 1 == 1).collect()).collect();
    let mock = "game mock-turtles\ncoins c\nmove one c: c' = none\nmove one c: c' = a where 0 <= a < c\n\
                move one c: c' = a + b where 0 <= a < b < c";
    agrees(
        mock,
        heads.clone(),
        |_| true,
        |t| {
            let turned = |i: usize| {
                let place = t[i];
                let one = [vec![]].into_iter().chain((0..place).map(|a| vec![a]));
                one.chain((0..place).flat_map(|b| (0..b).map(move |a| vec![a, b])))
                    .collect::<Vec<_>>()
            };
            let all = (0..t.len()).flat_map(|i| turned(i).into_iter().map(move |parts| (i, parts)));
            all.map(|(i, parts)| tidy(changed(t, i, &parts))).collect()
        },
    );
    let ruler = "game ruler\ncoins c\nmove one c, k in 0..c: c' = all k .. c - 1";
    agrees(
        ruler,
        heads,
        |_| true,
        |t| {
            let all = (0..t.len()).flat_map(|i| (0..=t[i]).map(move |first| (i, first)));
            all.map(|(i, first)| tidy(changed(t, i, &(first..t[i]).collect::<Vec<_>>()))).collect()
        },
    );
}

#[test]
fn players_and_endings() {
    let text = "game hands\nposition n\nleft move s in {1, 2}: n' = n - s\nright move n' = n - 3\n\
                end left if n = 1 else misere if n = 2 else right";
    let program = program(text);
    assert_eq!(program.options(&[3], Player::Left), [[2], [1]]);
    assert_eq!(program.options(&[3], Player::Right), [[0]]);
    let winner = |n: u64, stuck| program.winner(&[n], stuck);
    assert_eq!(winner(1, Player::Left), Player::Left);
    assert_eq!(winner(2, Player::Left), Player::Left);
    assert_eq!(winner(2, Player::Right), Player::Right);
    assert_eq!(winner(0, Player::Left), Player::Right);
    let heaps = "game e\nheaps h\nmove one h, s in {2, 3}: h' = h - s\n\
                 end left if sum h mod 2 = 0 else right";
    let heaps = self::program(heaps);
    assert_eq!(heaps.winner(&[1, 1], Player::Right), Player::Left);
    assert_eq!(heaps.winner(&[1, 0], Player::Left), Player::Right);
}

/// A preset may be a range; the same set in braces means the same.
#[test]
fn presets_are_sets_of_any_kind() {
    for set in ["{1, 2, 3, 4}", "1 .. 4", "{4, 3, 2, 1, 1}"] {
        let text = format!("game take(S = {set})\nposition n\nmove s in S: n' = n - s");
        let expected: Tuples = (5..9).map(|n| vec![n]).collect();
        assert_eq!(options(&program(&text), &[9]), expected);
    }
    for set in ["2 .. 1", "{7+}"] {
        let text = format!("game take(S = {set})\nposition n\nmove s in S: n' = n - s");
        assert!(program(&text).options(&[5], Player::Left).is_empty(), "{set}");
    }
    for set in ["0 .. 1000000", "T"] {
        let text = format!("game take(S = {set})\nposition n\nmove s in S: n' = n - s");
        let (tree, mut mistakes) = bouton_lang::parse(&text);
        mistakes.extend(bouton_lang::check(&tree).1);
        assert!(mistakes.iter().any(bouton_lang::Diagnostic::is_error), "{set}");
    }
}

#[test]
fn conditions_of_all_kinds() {
    let odd = "game odd\nposition n, last\nmove 1 <= k <= n, k mod 2 = 1, k != last if n > 2 or last = 0: \
               n' = n - k, last' = k";
    agrees(
        odd,
        tuples(2, 7),
        |_| true,
        |t| {
            let (n, last) = (t[0], t[1]);
            let ok = |k: &u64| k % 2 == 1 && *k != last && (n > 2 || last == 0);
            (1..=n).filter(ok).map(|k| vec![n - k, k]).collect()
        },
    );
    let squares = "game squares\nheaps h\nmove one h, 1 <= j <= h, k = j * j: h' = h - k";
    agrees(
        squares,
        tuples(1, 30),
        |_| true,
        |t| (1..=t[0]).filter(|j| j * j <= t[0]).map(|j| vec![t[0] - j * j]).collect(),
    );
    let sets = "game sets(S)\nposition n\nmove s in S: n' = n - s";
    let program = with(sets, "3,4+2k");
    let expected = [[8], [7], [5], [3], [1]];
    assert_eq!(options(&program, &[11]), expected.iter().map(|o| o.to_vec()).collect());
    let halves = "game halves\nheaps h\nmove one h: h div 2 <= h' < h";
    agrees(halves, tuples(1, 12), |_| true, |t| (t[0] / 2..t[0]).map(|n| vec![n]).collect());
    let xor = "game xor\nposition a, b\nmove a' = a xor b, b' = b - 1 if a xor b < a";
    agrees(
        xor,
        tuples(2, 9),
        |_| true,
        |t| {
            let (a, b) = (t[0], t[1]);
            if b >= 1 && a ^ b < a { vec![vec![a ^ b, b - 1]] } else { vec![] }
        },
    );
    let others = "game others\nheaps h\nmove one h, 1 <= k <= count h: h' = h - k";
    agrees(
        others,
        tuples(2, 6),
        |_| true,
        |t| {
            let all = (0..2).flat_map(|i| (1..=2).filter(move |k| *k <= t[i]).map(move |k| (i, k)));
            all.map(|(i, k)| changed(t, i, &[t[i] - k])).collect()
        },
    );
    let loopy = "game ring\nposition n\nlegal n <= 4\nmove n' in n-1..n+1 if n' != n\nloopy";
    agrees(
        loopy,
        tuples(1, 8),
        |t| t[0] <= 4,
        |t| {
            let near = [t[0].checked_sub(1), Some(t[0] + 1)];
            near.into_iter().flatten().filter(|n| *n <= 4).map(|n| vec![n]).collect()
        },
    );
}

#[test]
fn large_numbers_are_bounded_before_they_are_listed() {
    let nim = program("game nim\nheaps h\nmove one h: 0 <= h' < h");
    let most = 1_000_000_000_000_000_000;
    assert_eq!(nim.option_bound(&[most, most]), 2 * u128::from(most));
    let grows = program("game grows\nposition n, m\nmove k in 1..m: n' = n - k, m' = 3 * k");
    assert_eq!(grows.option_bound(&[5, 2]), 2);
    assert_eq!(grows.option_bound(&[most, most]), u128::MAX, "3·10^18 is no position");
    let run = program("game run\ncoins c\nmove one c: c' = all 0 .. c - 1");
    assert!(run.option_bound(&[1_000_000]) >= 1_000_000, "the length counts");
}

/// From 3 on, two numbers of three are not elements of 3, 6, 9, …
#[test]
fn a_progression_has_gaps() {
    let gaps = "game gaps\nposition n\nmove n' = n - 1, n not in {3+3k}";
    let by_one = |t: &[u64]| {
        let moves = !t[0].is_multiple_of(3);
        moves.then(|| vec![t[0] - 1]).into_iter().collect()
    };
    agrees(gaps, tuples(1, 12), |_| true, by_one);
}

/// With n and m up to 10¹⁸, |(n - m)(n + m)| is at most 2·10³⁶, and no number may exceed 2¹²⁶, which is about 8.5·10³⁷.
#[test]
fn products_stay_below_the_largest_number() {
    for (factor, fits) in [(1, true), (42, true), (43, false), (80, false)] {
        let text = format!("game g; position n, m; move n' = n - 1 if (n-m)*(n+m)*{factor} > 0");
        let (program, mistakes) = check(&parse(&text).0);
        assert_eq!(program.is_some(), fits, "{factor}: {mistakes:?}");
    }
}

/// Alternatives bound what is chosen, whichever of them holds.
#[test]
fn alternatives_have_bounds() {
    let either = "game either\nposition n\nmove n' = n - 3 or n' = n - 5";
    let by_either =
        |t: &[u64]| [3, 5].iter().filter_map(|k| t[0].checked_sub(*k)).map(|n| vec![n]).collect();
    agrees(either, tuples(1, 12), |_| true, by_either);
    let far = "game far\nposition n\nlegal n <= 1000000000\nmove n' = n - 3 or n' = n - 5";
    agrees(far, tuples(1, 12), |_| true, by_either);
    assert!(program(far).option_bound(&[1_000_000_000]) <= 3);
    let mixed = "game mixed\nposition a, b\n\
                 move 2 * k = a or k in {1, 4} or (k <= b and k >= 2), k >= 0: a' = a - k";
    agrees(
        mixed,
        tuples(2, 9),
        |_| true,
        |t| {
            let (a, b) = (t[0], t[1]);
            let fits = |k: &u64| 2 * k == a || [1, 4].contains(k) || (2..=b).contains(k);
            (0..=a).filter(fits).map(|k| vec![a - k, b]).collect()
        },
    );
}

/// Some of K rows that are next to each other in a ring get shorter; the order of the rows stays.
#[test]
fn consecutive_rows_are_a_ring() {
    for width in 0..6_usize {
        let text = format!("game c; rows h; move {width} consecutive of h: 0 <= h' < h");
        for length in 1..5_usize {
            agrees(
                &text,
                tuples(length, 3),
                |_| true,
                |tuple| {
                    let is_near = |option: &[u64]| {
                        let changed: Vec<usize> =
                            (0..length).filter(|place| option[*place] != tuple[*place]).collect();
                        let is_lower = changed.iter().all(|place| option[*place] < tuple[*place]);
                        let in_stretch = |start: usize| {
                            changed.iter().all(|place| (place + length - start) % length < width)
                        };
                        !changed.is_empty() && is_lower && (0..length).any(in_stretch)
                    };
                    tuples(length, 3).into_iter().filter(|option| is_near(option)).collect()
                },
            );
        }
    }
}

/// Several rows have a new length each, as several heaps have.
#[test]
fn several_rows_are_changed_at_once() {
    let rows = program("game r; rows h; move exactly 2 of h: h' = h - 1");
    let heaps = program("game r; heaps h; move exactly 2 of h: h' = h - 1");
    for tuple in tuples(3, 3) {
        assert_eq!(options(&rows, &tuple), options(&heaps, &tuple), "{tuple:?}");
    }
    assert_eq!(options(&rows, &[1, 2, 0]), BTreeSet::from([vec![0, 1, 0]]));
    for (text, problem) in [
        ("game c; heaps h; move 2 consecutive of h: h' < h", "`h` have no order"),
        (
            "game c; rows h; move up to 2 of h: h' < h, later h' = min(later h, h')",
            "`later` is about the rows after one row",
        ),
    ] {
        let (_, mistakes) = check(&parse(text).0);
        assert!(mistakes.iter().any(|one| one.message.contains(problem)), "{text}: {mistakes:?}");
    }
}

/// The least of eight heaps is a choice of seven comparisons, 2⁷ cases, and an absolute value pairs them with themselves.
#[test]
fn formulas_with_too_many_cases_are_refused() {
    let text = "game g; heaps h; legal least h > abs(h - least h); move one h: h' = h - 1";
    let program = check(&parse(text).0).0.unwrap();
    assert!(program.statement(Some(2)).is_ok());
    let refused = program.statement(Some(8)).unwrap_err().0;
    assert_eq!(refused, "an expression has more than 4096 pairs of cases");
}
