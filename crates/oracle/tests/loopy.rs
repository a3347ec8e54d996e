//! Partizan games that may go on for ever: all of them with up to three positions, compared with a
//! second way to solve them.

use bouton_definition::Ruleset;
use bouton_oracle::{Oracle, Verdict};
use bouton_values::{Limits, Outcome, Player};

/// A token on one of a few places. For each player and place, the places it may be moved to, as bits.
#[derive(Clone, Copy, Debug)]
struct Arrows {
    places: usize,
    moves: [[u8; 3]; 2],
    /// Who is stuck wins.
    misere: bool,
}

impl Arrows {
    /// The rules with this number, of 2^(2·places²).
    fn numbered(places: usize, number: u32, misere: bool) -> Arrows {
        let row = |player: usize, place: usize| {
            let shift = (player * places + place) * places;
            (number >> shift & ((1 << places) - 1)) as u8
        };
        let rows = |player| std::array::from_fn(|p| if p < places { row(player, p) } else { 0 });
        Arrows { places, moves: [rows(0), rows(1)], misere }
    }

    /// All rules with this many places.
    fn all(places: usize, misere: bool) -> impl Iterator<Item = Arrows> {
        let count = 1u32 << (2 * places * places);
        (0..count).map(move |number| Arrows::numbered(places, number, misere))
    }
}

impl Ruleset for Arrows {
    type Position = usize;

    fn options(&self, place: &usize, mover: Player) -> Vec<usize> {
        let bits = self.moves[mover.index()][*place];
        (0..self.places).filter(|to| bits >> to & 1 == 1).collect()
    }

    fn ending(&self, _: &usize, mover: Player) -> Player {
        if self.misere { mover } else { mover.opponent() }
    }

    fn option_bound(&self, _: &usize) -> u128 {
        3
    }
}

/// Who can force a win within how many moves, by the definition of that phrase: within no move nobody;
/// within d + 1 moves a player who is stuck has the fate of the ending, the mover wins who can move to where
/// that is forced within d moves, and the opponent wins if that is forced within d moves wherever the mover
/// goes. With n places there are 2n states, so what is not forced within 2n moves never is.
struct Forced {
    rules: Arrows,
    /// For each state the winner and the least number of moves.
    known: [[Option<(Player, u32)>; 2]; 3],
}

impl Forced {
    fn new(rules: Arrows) -> Forced {
        let mut forced = Forced { rules, known: [[None; 2]; 3] };
        for moves in 1..=2 * rules.places as u32 {
            let before = forced.known;
            for place in 0..rules.places {
                for mover in Player::BOTH {
                    let state = &mut forced.known[place][mover.index()];
                    if state.is_none() {
                        *state = now(&rules, &before, place, mover).map(|winner| (winner, moves));
                    }
                }
            }
        }
        forced
    }

    fn outcome(&self, place: usize) -> Outcome {
        let [left, right] = self.known[place].map(|known| known.map(|(winner, _)| winner));
        Outcome::from_winners(left, right)
    }

    /// The winning moves, each with the number of moves after which the game is over.
    fn winning(&self, place: usize, mover: Player) -> Vec<(u32, usize)> {
        let after = |to: usize| match self.known[to][mover.opponent().index()] {
            Some((winner, moves)) if winner == mover => Some((moves, to)),
            _ => None,
        };
        self.rules.options(&place, mover).into_iter().filter_map(after).collect()
    }
}

fn now(
    rules: &Arrows,
    before: &[[Option<(Player, u32)>; 2]; 3],
    place: usize,
    mover: Player,
) -> Option<Player> {
    let options = rules.moves[mover.index()][place];
    if options == 0 {
        return Some(rules.ending(&place, mover));
    }
    let mut all_lost = true;
    for to in (0..rules.places).filter(|to| options >> to & 1 == 1) {
        let winner = before[to][mover.opponent().index()].map(|(winner, _)| winner);
        if winner == Some(mover) {
            return Some(mover);
        }
        all_lost &= winner.is_some();
    }
    all_lost.then_some(mover.opponent())
}

fn verdict(rules: &Arrows, place: usize) -> Verdict<usize> {
    Oracle::new(rules, Limits::default()).verdict(&place).unwrap()
}

/// Who wins if Left begins, who if Right begins, and by which moves.
fn compare(rules: Arrows) {
    let forced = Forced::new(rules);
    // One oracle that learns from place to place; in `follow` each place is asked about anew.
    let mut oracle = Oracle::new(&rules, Limits::default());
    for place in 0..rules.places {
        let found = oracle.verdict(&place).unwrap();
        assert_eq!(found.outcome, forced.outcome(place), "{rules:?} at {place}");
        for (mover, mut moves) in [(Player::Left, found.left), (Player::Right, found.right)] {
            let mut expected: Vec<usize> =
                forced.winning(place, mover).into_iter().map(|(_, to)| to).collect();
            moves.sort_unstable();
            expected.sort_unstable();
            assert_eq!(moves, expected, "{rules:?}: {mover} at {place}");
        }
    }
}

/// 4 + 256 + 262 144 rules, each with both endings.
#[test]
fn all_with_up_to_three_places_are_solved() {
    for (places, misere) in (1..=3).flat_map(|places| [(places, false), (places, true)]) {
        Arrows::all(places, misere).for_each(compare);
    }
}

/// The winner always takes the first winning move, each position being asked about anew; the opponent tries
/// everything. The game is over within twice as many moves as there are places.
fn follow(rules: &Arrows, place: usize, winner: Player, mover: Player, moves_left: usize) {
    let options = rules.options(&place, mover);
    if options.is_empty() {
        assert_eq!(rules.ending(&place, mover), winner);
        return;
    }
    assert!(moves_left > 0, "{rules:?}: {winner} does not come to an end");
    let found = verdict(rules, place);
    let next = match mover {
        _ if mover != winner => options,
        Player::Left => vec![found.left[0]],
        Player::Right => vec![found.right[0]],
    };
    for to in next {
        follow(rules, to, winner, mover.opponent(), moves_left - 1);
    }
}

#[test]
fn the_first_winning_move_brings_the_end_nearer() {
    let of_three = Arrows::all(3, false).step_by(23).chain(Arrows::all(3, true).step_by(101));
    for rules in Arrows::all(2, false).chain(Arrows::all(2, true)).chain(of_three) {
        for place in 0..rules.places {
            let outcome = Forced::new(rules).outcome(place);
            for first in Player::BOTH {
                if let Some(winner) = outcome.winner(first) {
                    follow(&rules, place, winner, first, 2 * rules.places);
                }
            }
        }
    }
}

/// Where the game may go on for ever, quick wins come first.
#[test]
fn winning_moves_are_in_the_order_of_the_distance_to_the_end() {
    // Left at 0 wins by going to 2, where Right is stuck, and by going to 1, from where Right must go back.
    let rules = Arrows { places: 3, moves: [[0b110, 0, 0], [0, 0b001, 0]], misere: false };
    let mut oracle = Oracle::new(&rules, Limits::default());
    assert_eq!(oracle.winning_options(&0, Player::Left), Ok(vec![2, 1]));
    for rules in Arrows::all(3, false).step_by(7) {
        let forced = Forced::new(rules);
        for place in 0..3 {
            let found = verdict(&rules, place);
            for (mover, moves) in [(Player::Left, found.left), (Player::Right, found.right)] {
                let Some(first) = moves.first() else { continue };
                let expected = forced.winning(place, mover);
                let soonest = expected.iter().map(|(moves, _)| *moves).min();
                let of_first = expected.iter().find(|(_, to)| to == first).map(|(moves, _)| *moves);
                if can_return(&rules, place) {
                    assert_eq!(of_first, soonest, "{rules:?}: {mover} at {place}");
                }
            }
        }
    }
}

/// Can play from here come to some place twice, whoever moves?
fn can_return(rules: &Arrows, place: usize) -> bool {
    let step = |from: u8| {
        (0..rules.places)
            .filter(|p| from >> p & 1 == 1)
            .fold(0, |to, p| to | rules.moves[0][p] | rules.moves[1][p])
    };
    (0..rules.places).fold(1 << place, |from, _| step(from)) != 0
}

/// The two positions of a game with two places, and one with three in which Right wins by 1 → 2.
#[test]
fn a_start_can_be_drawn_and_the_other_one_won() {
    let moves = [[0b10, 0b01, 0], [0b10, 0, 0]];
    let rules = Arrows { places: 2, moves, misere: false };
    assert_eq!(verdict(&rules, 0), Verdict { outcome: Outcome::LD, left: vec![1], right: vec![] });
    assert_eq!(verdict(&rules, 1), Verdict { outcome: Outcome::DL, left: vec![], right: vec![] });
    let moves = [[0b100, 0b010, 0], [0, 0b101, 0b001]];
    let rules = Arrows { places: 3, moves, misere: false };
    assert_eq!(verdict(&rules, 1), Verdict { outcome: Outcome::R, left: vec![], right: vec![2] });
}

/// All nine outcomes occur.
#[test]
fn every_pair_occurs() {
    let mut seen: Vec<Outcome> = Arrows::all(2, false)
        .flat_map(|rules| [0, 1].map(|place| verdict(&rules, place).outcome))
        .collect();
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen, Outcome::ALL);
}
