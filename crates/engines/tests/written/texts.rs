//! Texts written by hand.

use bouton_engines::{Ask, Chart, Finding, Style, Window};
use bouton_oracle::Oracle;
use bouton_rules::Limits;

use super::compare::{compare, compare_solutions, read, run};

/// Texts and boxes: lines, columns, rays, gathered choices, endings, players.
const TEXTS: &[(&str, &[u64])] = &[
    (
        "game n; position pile, rate; legal rate >= 1; move rate' in rate-1 .. rate+1, pile' = pile - rate'",
        &[40, 12],
    ),
    (
        "game w; position a, b; move k >= 1: a' = a - k; move k >= 1: b' = b - k; move k >= 1: a' = a - k, b' = b - k",
        &[20, 17],
    ),
    (
        "game w; position a, b; move 0 <= a' < a; move 0 <= b' < b; move k >= 1: a' = a - k, b' = b - k; end misere",
        &[20, 17],
    ),
    (
        "game near; position a, b; move k >= 1: a' = a - k; move k >= 1: b' = b - k; move k >= 1, l >= 1, -2 < k - l < 2: a' = a - k, b' = b - l",
        &[14, 15],
    ),
    (
        "game knight; position a, b; move a' = a - 1, b' = b - 2; move a' = a - 2, b' = b - 1",
        &[20, 20],
    ),
    (
        "game climb; position a, b; legal b <= 9; move a' = a - 2, b' = b + 1; move k in 1..3: b' = b - k",
        &[20, 9],
    ),
    ("game squares; position n; move k in 1 .. n: n' = n - k * k", &[300]),
    ("game odd; position n; move k >= 1, k mod 3 != 1 : n' = n - k", &[60]),
    ("game half; position n; move n' = n div 2 if n >= 1; move n' = n - 1", &[300]),
    (
        "game toll; position a, b, fuel; move a' = a - 1, fuel' = fuel - 1; move b' = b - 1, fuel' = fuel - 1; move k in 2 .. 4: a' = a - k, b' = b - k, fuel' = fuel - k * k",
        &[6, 7, 20],
    ),
    (
        "game stairs; position a, b, c; legal a < b < c; move a' < a; move b' < b; move c' < c",
        &[8, 9, 10],
    ),
    (
        "game hands; position a, b; left move k in {1, 2}: a' = a - k; right move k in {1, 3}: a' = a - k; move b' = b - 1",
        &[12, 9],
    ),
    (
        "game hands; position a, b; left move k >= 1: a' = a - k; right move k >= 1: b' = b - k; right move a' = a - 2; end misere",
        &[12, 13],
    ),
    ("game end; position n; move k in 2..3: n' = n - k; end left if n mod 2 = 0 else right", &[70]),
    (
        "game end; position a, b; move a' = a - 1, b' in b - 1 .. b + 1; legal b <= 8; end left if a + b mod 2 = 0 else misere if b > 4 else right",
        &[10, 8],
    ),
    (
        "game mix; position a, b; legal b <= 15; move k in 1..2, b mod 2 = k mod 2: a' = a - k, b' = min(b, k) + 3; move a' = a - 1, b' = (b * b + a) mod 16",
        &[20, 15],
    ),
    (
        "game xor; position a, b; legal b <= 15; move a' = a - 1, b' = b xor a if a <= 15; move b' = b - 1",
        &[14, 15],
    ),
    (
        "game or; position a, b; move k in 1..3 if a mod 4 = k or b < a: a' = a - k; move b' = b - 1 if not (a = 3 or b = 5)",
        &[15, 12],
    ),
    (
        "game fib; position heap, limit = heap - 1; move k in 1 .. limit: heap' = heap - k, limit' = 2 * k",
        &[14, 30],
    ),
    (
        "game euclid; position a, b; legal a >= 1 and b >= 1; move k >= 1, b >= a: b' = b - k * a; move k >= 1, a > b: a' = a - k * b",
        &[20, 21],
    ),
    (
        "game legal; position a, b; legal a mod 3 != 1 or b mod 2 = 0; move k >= 1: a' = a - k; move k >= 1: b' = b - k",
        &[16, 16],
    ),
    (
        "game tail; position a, b; move k in {2, 5+3k}: a' = a - k; move k in {3+2k}: b' = b - k; move k in {2+}: a' = a - k, b' = b - k",
        &[25, 24],
    ),
    (
        "game max; position a, b; move a' = a - max(1, b - a) if b < 9; move b' = b - abs(a - b) if a != b",
        &[12, 14],
    ),
    (
        "game if; position a, b; move a' = a - (2 if b mod 2 = 0 else 1); move b' = b - 1, a' = a + 1 if a < 12",
        &[12, 12],
    ),
    (
        "game three; position a, b, c; move k in 1..2, l in 0..1: a' = a - k, b' = b - l, c' = c; move b' = b - 1, c' = c - 1; move c' < c",
        &[7, 7, 9],
    ),
    ("game none; position a, b; move a' = a - 1 if b < 0; move k in 5..3: b' = b - k", &[9, 9]),
    (
        "game far; position a, b; move k in 1 .. 2: a' = a - k, b' = b; move k in {1000000000000}: b' = b - k",
        &[9, 9],
    ),
    (
        "game weigh; position a, b; legal a <= 12 and b <= 30; move a' = a - 1, b' = b + 1; move b' = b - 1",
        &[12, 30],
    ),
    (
        "game factor; position a, b; legal a >= 1; move k * a <= b, k >= 1: b' = b - k * a; move a' = a - 1, a' >= 1",
        &[12, 24],
    ),
];

#[test]
fn handwritten_texts_equal_the_oracle() {
    for (text, most) in TEXTS {
        assert!(compare(&read(text), most), "{text} was declined");
    }
}

#[test]
fn solutions_equal_the_oracle() {
    for (text, most) in TEXTS {
        let most: Vec<u64> = most.iter().map(|most| (*most).min(12)).collect();
        compare_solutions(&read(text), &most);
    }
}

/// Games of the catalogue that are texts, with nothing recognised.
#[test]
fn games_of_the_catalogue_equal_the_oracle() {
    for (name, most) in [
        ("nimrod", vec![30, 31]),
        ("nimrod:2/misere", vec![20, 21]),
        ("wythoff", vec![16, 17]),
        ("wythoff/misere", vec![12, 9]),
        ("king", vec![12, 13]),
        ("rook:3", vec![5, 6, 7]),
        ("fibonacci", vec![20, 21]),
    ] {
        assert!(compare(&read(name), &most), "{name} was declined");
    }
}

/// Rows around the lengths of groups and blocks, in every position.
#[test]
fn edges_of_blocks_equal_the_oracle() {
    for length in [30, 31, 32, 33, 62, 63, 64, 254, 255, 256, 257, 511, 512] {
        for text in [
            "game line; position a, b; legal b <= 600; move k in 1..2, b' in b - k .. b + k: a' = a - k",
            "game column; position a, b; legal b <= 600; move k in 1..2: a' = a - k, b' = min(b + k, b mod 7 + 5); move a' = a - 1, b' = b div 2",
            "game guard; position a, b; legal b mod 5 != 3 and b <= 600; move a' = a - 1, b' = b + 1 if (a + b) mod 3 = 0; move a' = a - 2; end left if b mod 2 = 0 else right",
        ] {
            let text = text.replace("600", &length.to_string());
            assert!(compare(&read(&text), &[4, length]), "{text}");
        }
        let ray = "game ray; position a, b; move k >= 1: a' = a - k, b' = b - k; move k >= 1: b' = b - k if a mod 2 = 0";
        assert!(compare(&read(ray), &[3, length]));
        let gather = "game gather; position n; move k in 1 .. n, k mod 7 < 3: n' = n - k; move k >= 1 : n' = n - 2 * k";
        assert!(compare(&read(gather), &[length]));
    }
}

/// Longer rows than a block of bytes.
#[test]
fn long_rows_equal_a_plain_table() {
    let game = read(
        "game n; position pile, rate; legal 1 <= rate <= 20000; move rate' in rate-1 .. rate+1, pile' = pile - rate'",
    );
    let ask = Ask::chart(Window { x: 0..40, y: 1..20_001 }, Vec::new());
    let Some(Finding::Chart(Chart::Losing(rows))) = run(Style::Lines, &game, &ask) else {
        panic!("no chart of bits")
    };
    let mut lost = vec![vec![false; 20_002]; 40];
    for pile in 0..40_usize {
        for rate in 1..=20_000 {
            let mut choices = (rate - 1..=rate + 1).filter(|q| (1..=20_000).contains(q));
            lost[pile][rate] = !choices.any(|q| q <= pile && lost[pile - q][q]);
            assert_eq!(rows[rate - 1].get(pile), lost[pile][rate], "{pile},{rate}");
        }
    }
}

/// Charts with illegal positions say so; others are bits.
#[test]
fn charts_show_illegal_positions() {
    let game = read(
        "game n; position a, b; legal a != b; move k >= 1: a' = a - k; move k >= 1: b' = b - k",
    );
    let ask = Ask::chart(Window { x: 2..9, y: 1..7 }, Vec::new());
    let Some(Finding::Chart(Chart::Outcomes(rows))) = run(Style::Lines, &game, &ask) else {
        panic!("no chart of outcomes")
    };
    let finite = game.finite().unwrap();
    let mut oracle = Oracle::new(finite, Limits::default());
    for (y, row) in (1..7).zip(&rows) {
        for (x, cell) in (2..9).zip(row) {
            let position = finite.spec.tuple(vec![x, y]).ok();
            assert_eq!(*cell, position.map(|position| oracle.outcome(&position).unwrap()));
        }
    }
    assert_eq!(rows[1][0], None);
}
