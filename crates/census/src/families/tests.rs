//! Every small game of each family against a slow program that knows nothing of engines.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use bouton_rules::Limits;

use super::*;
use crate::column::Column;

/// Preperiod and period of a sequence that is long enough to show them: the least of both.
fn least_period<T: PartialEq>(terms: &[T]) -> (u64, u64) {
    let half = terms.len() / 2;
    let repeats = |p: &usize| (half..terms.len() - p).all(|n| terms[n] == terms[n + p]);
    let period = (1..half / 2).find(repeats).expect("the period shows");
    let differs = |n: &usize| terms[*n] != terms[n + period];
    let preperiod = (0..half).rev().find(differs).map_or(0, |n| n + 1);
    (preperiod as u64, period as u64)
}

fn fnv(text: &str) -> u64 {
    text.bytes().fold(14_695_981_039_346_656_037, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(1_099_511_628_211)
    })
}

fn mex(values: &[u64]) -> u64 {
    (0..).find(|value| !values.contains(value)).unwrap()
}

fn elements(set: u64) -> Vec<usize> {
    (1..=64).filter(|s| set >> (s - 1) & 1 == 1).collect()
}

/// Who wins, from whether Left moving first wins and whether Right does.
fn letter(left: bool, right: bool) -> char {
    match (left, right) {
        (true, true) => 'N',
        (true, false) => 'L',
        (false, true) => 'R',
        (false, false) => 'P',
    }
}

/// The letters of a game in which both take elements of their sets; whoever is stuck wins if `stuck_wins`.
fn letters(left: &[usize], right: &[usize], stuck_wins: bool, heaps: usize) -> Vec<char> {
    let mut wins: Vec<[bool; 2]> = Vec::new();
    for heap in 0..heaps {
        let wins_by = |set: &[usize], other: usize| {
            let mut options = set.iter().filter(|s| **s <= heap).peekable();
            match options.peek() {
                None => stuck_wins,
                Some(_) => options.any(|s| !wins[heap - s][other]),
            }
        };
        wins.push([wins_by(left, 1), wins_by(right, 0)]);
    }
    wins.iter().map(|[left, right]| letter(*left, *right)).collect()
}

/// The columns of all games of a family, by their names.
struct Found(Vec<(String, Column)>);

impl Found {
    fn of(family: &dyn Family) -> Found {
        let all = 0..family.games();
        let mut columns = family.keys(all.clone());
        columns.extend(family.found(all, &Limits::default()).unwrap());
        let names = family.fields().into_iter().map(|field| field.name);
        Found(names.zip(columns).collect())
    }

    fn column(&self, name: &str) -> &Column {
        &self.0.iter().find(|(known, _)| known == name).unwrap().1
    }

    fn number(&self, name: &str, row: usize) -> Option<u64> {
        match self.column(name) {
            Column::Optional(values) => values[row],
            Column::Words(values) => Some(values[row]),
            Column::Numbers(values) => Some(values[row].into()),
            other => panic!("{name} holds no numbers: {other:?}"),
        }
    }

    fn choice(&self, name: &str, row: usize, texts: &[&str]) -> String {
        match self.column(name) {
            Column::Choices(values) => texts[usize::from(values[row])].to_owned(),
            other => panic!("{name} holds no choices: {other:?}"),
        }
    }

    /// A row says of some letters what they are.
    fn check_letters(&self, prefix: &str, row: usize, expected: &[char]) {
        let (preperiod, period) = least_period(expected);
        let number = |name: &str| self.number(&format!("{prefix}{name}"), row);
        let found = (number("preperiod"), number("period"));
        assert_eq!(found, (Some(preperiod), Some(period)), "{prefix} {row}");
        let word: String = expected[preperiod as usize..][..period as usize].iter().collect();
        assert_eq!(number("hash"), Some(fnv(&word)), "{prefix} {row}");
        let occurring: String = "LNPR".chars().filter(|letter| word.contains(*letter)).collect();
        let letters = self.choice(&format!("{prefix}letters"), row, letters::LETTERS);
        assert_eq!(letters, occurring, "{prefix} {row}");
    }

    /// A row says of some nim-values what they are.
    fn check_values(&self, prefix: &str, row: usize, expected: &[u64]) {
        let (preperiod, period) = least_period(expected);
        let number = |name: &str| self.number(&format!("{prefix}{name}"), row);
        let found = (number("preperiod"), number("period"), number("saltus"));
        assert_eq!(found, (Some(preperiod), Some(period), Some(0)), "{prefix} {row}");
        let values = &expected[preperiod as usize..][..period as usize];
        assert_eq!(number("largest"), values.iter().copied().max(), "{prefix} {row}");
        let texts: Vec<String> = values.iter().map(u64::to_string).collect();
        assert_eq!(number("hash"), Some(fnv(&texts.join(","))), "{prefix} {row}");
    }
}

#[test]
fn subtraction_sets_are_what_a_slow_program_says() {
    let found = Found::of(&CatalogueGames::subtraction(6).unwrap());
    for row in 0..63 {
        assert_eq!(found.number("set", row), Some(row as u64 + 1));
        let set = elements(row as u64 + 1);
        let mut values: Vec<u64> = Vec::new();
        for heap in 0..400 {
            let options: Vec<u64> =
                set.iter().filter(|s| **s <= heap).map(|s| values[heap - s]).collect();
            values.push(mex(&options));
        }
        found.check_values("nim_value_", row, &values);
        found.check_letters("outcome_", row, &letters(&set, &set, false, 400));
        found.check_letters("misere_", row, &letters(&set, &set, true, 400));
    }
}

#[test]
fn pairs_of_sets_are_what_a_slow_program_says() {
    let found = Found::of(&CatalogueGames::partizan_subtraction(4).unwrap());
    for row in 0..225 {
        let [left, right] = [row / 15 + 1, row % 15 + 1];
        assert_eq!(found.number("left", row), Some(left as u64));
        assert_eq!(found.number("right", row), Some(right as u64));
        let [left, right] = [left, right].map(|set| elements(set as u64));
        found.check_letters("", row, &letters(&left, &right, false, 600));
    }
}

/// Nim-values of 0.d₁d₂… by the definition of the digits: 1, 2, 4 for leaving none, one, two heaps.
fn octal_values(digits: &[u64], heaps: usize) -> Vec<u64> {
    let mut values: Vec<u64> = vec![0];
    for heap in 1..heaps {
        let mut options = Vec::new();
        for (taken, digit) in (1..).zip(digits).filter(|(taken, _)| *taken <= heap) {
            let rest = heap - taken;
            if digit & 1 > 0 && rest == 0 {
                options.push(0);
            }
            if digit & 2 > 0 && rest > 0 {
                options.push(values[rest]);
            }
            if digit & 4 > 0 {
                options.extend((1..=rest / 2).map(|part| values[part] ^ values[rest - part]));
            }
        }
        values.push(mex(&options));
    }
    values
}

/// Guy and Smith: a period p from n on lasts for ever if it is seen up to 2n + 2p + 2, for two digits.
fn is_provable(values: &[u64]) -> bool {
    let last = values.len() - 1;
    (1..last / 2).any(|p| {
        let differs = |n: &usize| values[*n] != values[n + p];
        let first = (0..=last - p).rev().find(differs).map_or(0, |n| n + 1);
        2 * first + 2 * p + 2 <= last
    })
}

/// Kayles and Dawson's Kayles as in Winning Ways; every code with a proved period against the definition.
#[test]
fn octal_codes_are_what_a_slow_program_says() {
    let found = Found::of(&CatalogueGames::octal(2, 600).unwrap());
    let (mut proved, mut open) = (0, 0);
    for row in 0..64 {
        let digits = [row as u64 / 8, row as u64 % 8];
        match found.choice("standing", row, &["proved", "none found"]).as_str() {
            "proved" => {
                proved += 1;
                found.check_values("", row, &octal_values(&digits, 1400));
            }
            _ => {
                open += 1;
                assert!(!is_provable(&octal_values(&digits, 601)), "{row:o}");
                assert_eq!(found.number("period", row), None);
                assert_eq!(found.number("hash", row), None);
            }
        }
    }
    assert!(proved > 40 && open > 5, "{proved} proved, {open} not");
    let period = |row| (found.number("preperiod", row), found.number("period", row));
    assert_eq!(period(0o77), (Some(71), Some(12)));
    assert_eq!(period(0o45), (Some(498), Some(20)));
    assert_eq!(period(0o07), (Some(53), Some(34)));
    let three = CatalogueGames::octal(3, 600).unwrap();
    assert_eq!(three.game(0o137), "octal:0.137");
    let dawson = three.found(0o137..0o140, &Limits::default()).unwrap();
    assert_eq!(dawson[..2], [52, 34].map(|number| Column::Optional(vec![Some(number)])));
}

const TAKE: &str = "game take(S = {1, 3}, k)\nposition n\nmove s in S: n' = n - s if n > k\n";

/// With k = 0 the rules are subtraction, whatever the order of the parameters.
#[test]
fn rules_with_parameters_are_the_games_of_the_catalogue() {
    let known = Found::of(&CatalogueGames::subtraction(4).unwrap());
    for over in ["S=subsets:1..4,k=0", "k=0..0, S=subsets:1..4"] {
        let family = RuleTextGames::new("take.game", TAKE, over, 200).unwrap();
        assert_eq!(family.games(), 15);
        let found = Found::of(&family);
        for name in ["preperiod", "period", "hash"] {
            for prefix in ["nim_value_", "outcome_"] {
                let name = format!("{prefix}{name}");
                assert_eq!(found.column(&name), known.column(&name), "{name}");
            }
        }
    }
    let family = RuleTextGames::new("take.game", TAKE, "k=0..2", 200).unwrap();
    assert_eq!(family.game(2), "take.game:k=2");
}

#[test]
fn parameters_that_do_not_fit_are_refused() {
    let refused =
        |over: &str| RuleTextGames::new("take.game", TAKE, over, 200).unwrap_err().to_string();
    for (over, problem) in [
        ("S=subsets:1..4", "the parameter k has no value"),
        ("k=1..3,T=subsets:1..4", "no parameter T"),
        ("k=1..3,k=1..3", "given twice"),
        ("k=3..1", "not a parameter with its values"),
        ("k", "not a parameter with its values"),
        ("S=subsets:1..40,k=1", "not a parameter with its values"),
        ("k=1..1000000000000000", "more than 2^40"),
    ] {
        assert!(refused(over).contains(problem), "{over}: {}", refused(over));
    }
    let two = "game two\nposition n, m\nmove n' = n - 1\nmove m' = m - 1\n";
    assert!(RuleTextGames::new("two.game", two, "k=1", 100).is_err());
}

#[test]
fn sizes_that_make_no_sense_are_refused() {
    assert!(CatalogueGames::subtraction(0).is_err() && CatalogueGames::subtraction(33).is_err());
    assert!(CatalogueGames::partizan_subtraction(0).is_err());
    assert!(CatalogueGames::partizan_subtraction(17).is_err());
    assert!(CatalogueGames::octal(0, 100).is_err() && CatalogueGames::octal(9, 100).is_err());
    assert!(EndingSets::new(5, 3, None).is_err() && EndingSets::new(2, 65, None).is_err());
    assert!(EndingSets::new(2, 9, Some("LRL")).is_err());
    assert!(EndingSets::new(1, 64, None).is_err());
}

/// All labels of two heaps, by the rows of the census.
#[test]
fn labels_decide_the_small_heaps() {
    let both = |letter: char| match letter {
        'N' => [true, true],
        'L' => [true, false],
        'R' => [false, true],
        _ => [false, false],
    };
    for labels in ["N", "P", "L", "R"].iter().flat_map(|a| ["N", "P", "L", "R"].map(|b| [*a, b])) {
        let labels = labels.concat();
        let family = EndingSets::new(2, 7, Some(&labels)).unwrap();
        let found = Found::of(&family);
        for row in 0..family.games() as usize {
            let set = elements((row as u64) << 2 | 2);
            let mut wins: Vec<[bool; 2]> = labels.chars().map(both).collect();
            for heap in 2..800 {
                let wins_first = |who: usize| {
                    set.iter().filter(|s| **s <= heap).any(|s| !wins[heap - s][1 - who])
                };
                wins.push([wins_first(0), wins_first(1)]);
            }
            let expected: Vec<char> = wins.iter().map(|[l, r]| letter(*l, *r)).collect();
            found.check_letters("", row, &expected);
        }
    }
}

/// Which positions below a side are lost if a move subtracts one of the vectors.
fn lost_by_vectors(set: &[[usize; 2]], side: usize) -> Vec<Vec<bool>> {
    let mut lost = vec![vec![false; side]; side];
    for a in 0..side {
        for b in 0..side {
            let mut options = set.iter().filter(|[x, y]| *x <= a && *y <= b);
            lost[a][b] = options.all(|[x, y]| !lost[a - x][b - y]);
        }
    }
    lost
}

fn vectors(text: &str) -> Vec<[usize; 2]> {
    let vector = |text: &str| {
        let (a, b) = text.split_once(',').unwrap();
        [a.parse().unwrap(), b.parse().unwrap()]
    };
    text.split(' ').map(vector).collect()
}

#[test]
fn theorems_about_vectors_are_what_a_slow_program_says() {
    let family = LatticeSets::new(2, 2).unwrap();
    let found = Found::of(&family);
    let Column::Texts(sets) = found.column("vectors") else { panic!("vectors are a text") };
    let Column::Texts(said) = found.column("statement") else { panic!("a statement is a text") };
    let mut proved = 0;
    for (row, text) in sets.iter().enumerate() {
        let theorem = family.theorem(row as u64, &Limits::default()).unwrap();
        let standing = found.choice("standing", row, &["proved", "none found"]);
        assert_eq!(standing == "proved", theorem.is_some(), "{text}");
        assert_eq!(found.number("states", row).is_some(), theorem.is_some(), "{text}");
        assert_eq!(said[row].is_empty(), theorem.is_none(), "{text}");
        let Some((theorem, _)) = theorem else { continue };
        proved += 1;
        for (a, line) in lost_by_vectors(&vectors(text), 70).iter().enumerate() {
            for (b, lost) in line.iter().enumerate() {
                assert_eq!(theorem.is_lost(&[a as u128, b as u128]), *lost, "{text}: {a},{b}");
            }
        }
    }
    assert!(proved * 2 > sets.len(), "{proved} of {}", sets.len());
}

/// Every nonempty set of at most three vectors is there once, as itself or with the heaps exchanged.
#[test]
fn sets_of_vectors_are_complete() {
    let family = LatticeSets::new(2, 3).unwrap();
    let Column::Texts(sets) = family.keys(0..family.games()).swap_remove(0) else {
        panic!("vectors are a text")
    };
    let word = |set: &[[usize; 2]]| set.iter().fold(0_u32, |word, [a, b]| word | 1 << (3 * a + b));
    let mut known: Vec<u32> = Vec::new();
    for text in &sets {
        let set = vectors(text);
        let exchanged: Vec<[usize; 2]> = set.iter().map(|[a, b]| [*b, *a]).collect();
        let mut both = vec![word(&set), word(&exchanged)];
        both.dedup();
        known.extend(both);
    }
    known.sort_unstable();
    let all: Vec<u32> =
        (1_u32..512).filter(|word| word & 1 == 0 && word.count_ones() <= 3).collect();
    assert_eq!(known, all);
    assert_eq!(family.game(0), "game lattice; position a, b; move b' = b - 1");
    for (max, vectors) in [(0, 1), (8, 1), (1, 0), (1, 4), (7, 8)] {
        assert!(LatticeSets::new(max, vectors).is_err(), "{max} {vectors}");
    }
}
