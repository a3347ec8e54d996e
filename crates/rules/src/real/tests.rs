//! Real-valued games: what is read, and who wins.

use super::*;
use crate::game::Game;

fn rational(numerator: i64, denominator: u64) -> RBig {
    RBig::from_parts(numerator.into(), denominator.into())
}

fn piles(game: &RealNim, text: &str) -> Vec<RBig> {
    match game.position(text) {
        Ok(Position::Real(piles)) => piles,
        other => panic!("{text}: {other:?}"),
    }
}

fn is_losing(game: &RealNim, text: &str) -> bool {
    game.is_losing(&piles(game, text)).unwrap()
}

fn problem(game: &RealNim, text: &str) -> String {
    game.position(text).unwrap_err().to_string()
}

#[test]
fn phi_loses_on_its_graph() {
    let square = RealNim::phi("x^2").unwrap();
    assert!(
        is_losing(&square, "0,0") && is_losing(&square, "3/2,9/4") && is_losing(&square, "2,4")
    );
    assert!(!is_losing(&square, "3/2,4") && !is_losing(&square, "4,2"));
    assert!(is_losing(&RealNim::phi("x").unwrap(), "1/3,2/6"));
}

#[test]
fn dyadic_piles_lose_by_their_columns() {
    // 0.11 ⊕ 0.10 ⊕ 0.01 = 0, and 101.1 ⊕ 11.1 = 110.
    assert!(is_losing(&RealNim::Dyadic, "3/4,1/2,1/4"));
    assert!(is_losing(&RealNim::Dyadic, "5.5,3.5,6"));
    assert!(!is_losing(&RealNim::Dyadic, "3/4,1/2,5"));
    assert!(is_losing(&RealNim::Dyadic, "0") && !is_losing(&RealNim::Dyadic, "1/1024"));
    // The worked game of the paper, D14.
    assert!(is_losing(&RealNim::Dyadic, "3,4,7") && !is_losing(&RealNim::Dyadic, "3,4,6"));
}

#[test]
fn rational_piles_lose_by_their_images() {
    // ?(2/3) = 3/4 and ?(1/3) = 1/4: 0.11 ⊕ 0.01 = 0.10, the image of 1/2.
    assert!(!is_losing(&RealNim::Rational, "2/3,1/3,1"));
    assert!(is_losing(&RealNim::Rational, "2/3,1/3,1/2"));
    // ?(2/5) = 3/8 and ?(3/5) = 5/8: 0.011 ⊕ 0.101 = 0.110, the image of 2/3.
    assert!(is_losing(&RealNim::Rational, "2/5,3/5,2/3"));
    assert!(is_losing(&RealNim::Rational, "3,5,6"));
}

#[test]
fn positions_are_refused_in_words() {
    let square = RealNim::phi("x^2").unwrap();
    assert_eq!(problem(&square, "1"), "real-nim has 2 piles, not 1");
    assert_eq!(problem(&square, "1,2,3"), "real-nim has 2 piles, not 3");
    assert_eq!(problem(&square, "1,-2"), "-2 is negative");
    let refusal = RealNim::Dyadic.position("2/3,1/3,1").unwrap_err();
    assert!(refusal.to_string().starts_with("2/3 is not a dyadic rational"), "{refusal}");
    assert!(
        refusal.help().to_string().contains("rational-nim")
            && refusal.help().to_string().contains("2/3,1/3,1")
    );
    assert!(problem(&RealNim::Rational, "1/2,1/1000000").contains("999999 binary places"));
    for game in [square, RealNim::Dyadic, RealNim::Rational] {
        assert!(game.position("1/0,1").is_err() && game.position("").is_err());
        assert!(game.is_losing(&[]).is_err());
        assert!(game.is_losing(&[rational(-1, 2), RBig::ONE]).is_err());
    }
}

#[test]
fn an_option_lowers_one_pile() {
    let game = RealNim::Dyadic;
    let from = piles(&game, "3/4,1/2,5");
    for (to, expected) in [
        ("1/4,1/2,5", true),
        ("3/4,1/2,0", true),
        ("3/4,1/2,5", false),
        ("1,1/2,5", false),
        ("1/4,1/4,5", false),
        ("1/4,3/4,5", false),
        ("3/4,1/2", false),
        ("3/4,1/2,4,0", false),
    ] {
        assert_eq!(game.is_option(&from, &piles(&game, to)), expected, "{to}");
    }
    assert!(!game.is_option(&from, &[rational(-1, 4), rational(1, 2), rational(5, 1)]));
    assert!(!game.is_option(&from, &[rational(1, 3), rational(1, 2), rational(5, 1)]));
    let from = [rational(2, 3), rational(1, 3)];
    assert!(RealNim::Rational.is_option(&from, &[rational(2, 3), rational(1, 5)]));
    assert!(!RealNim::Rational.is_option(&from, &[rational(2, 3), rational(1, 1_000_000)]));
    assert!(RealNim::phi("x").unwrap().is_option(&from, &[rational(2, 3), rational(1, 1_000_000)]));
}

/// On a grid that is closed under ⊕, the set of losing positions is a kernel.
#[test]
fn losing_dyadic_positions_are_a_kernel_of_the_grid() {
    let grid: Vec<RBig> = (0..16).map(|n| rational(n, 8)).collect();
    assert_kernel(&RealNim::Dyadic, &grid);
    // The rationals below 2 in the first three levels of mediants, whose images are the eighths.
    let images: Vec<RBig> =
        (0..16u8).map(|n| inverse_question_mark(&Dyadic::new(n.into(), 3))).collect();
    assert_kernel(&RealNim::Rational, &images);
    assert_kernel(&RealNim::phi("x").unwrap(), &grid);
}

/// Every position of two or three piles of the grid is losing iff none of its options is.
fn assert_kernel(game: &RealNim, grid: &[RBig]) {
    let third: &[RBig] = if matches!(game, RealNim::Phi(_)) { &[] } else { grid };
    let mut count = 0;
    for a in grid {
        for b in grid {
            let pair = vec![a.clone(), b.clone()];
            let triples = third.iter().map(|c| [&pair[..], std::slice::from_ref(c)].concat());
            for position in triples.chain([pair.clone()]) {
                let has_losing_option = lowered(&position, grid).any(|option| {
                    assert!(game.is_option(&position, &option));
                    game.is_losing(&option).unwrap()
                });
                assert_eq!(game.is_losing(&position), Ok(!has_losing_option), "{position:?}");
                count += 1;
            }
        }
    }
    assert!(count >= grid.len() * grid.len());
}

fn lowered<'a>(position: &'a [RBig], grid: &'a [RBig]) -> impl Iterator<Item = Vec<RBig>> + 'a {
    position.iter().enumerate().flat_map(move |(index, pile)| {
        grid.iter().filter(move |lower| *lower < pile).map(move |lower| {
            let mut option = position.to_vec();
            option[index] = lower.clone();
            option
        })
    })
}

#[test]
fn games_are_named_by_their_function() {
    for (text, tidy) in [
        ("real-nim", "real-nim:x"),
        ("real-nim:x^2", "real-nim:x^2"),
        ("real-nim:2*x", "real-nim:2x"),
        ("real-nim:x/2", "real-nim:x/2"),
        ("real-nim:x^3+x", "real-nim:x^3+x"),
        ("real-nim:x + x^3", "real-nim:x^3+x"),
        ("real-nim: (x^2+x)/2", "real-nim:(x^2+x)/2"),
        ("real-nim:x^2/(x+1)", "real-nim:x^2/(x+1)"),
        ("real-nim:x^2/x", "real-nim:x"),
    ] {
        let game = Game::parse(text).unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
        assert_eq!(game.text(), tidy);
        assert_eq!(Game::parse(tidy).unwrap().text(), tidy);
    }
    for text in ["real-nim:x-1", "real-nim:x/2/misere", "dyadic-nim:x", "real-nim:x + nim"] {
        assert!(Game::parse(text).is_err(), "{text}");
    }
}
