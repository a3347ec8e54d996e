//! Partizan games that may go on for ever, as rule texts: answers, hints, opponents and certificates know
//! who wins if Left begins and who wins if Right begins.

use bouton_lab::certificates::check;
use bouton_lab::rules::{Game, Limits, Position};
use bouton_lab::values::{Outcome, Player};
use bouton_lab::{
    Ask, ForEngines, Play, Quantity, Question, Turn, answer, ask, certify::certificate, reply,
};

const PLACES: u64 = 3;

/// For each player and place, the places that the token may be moved to.
#[derive(Clone, Debug)]
struct Arrows([[Vec<u64>; 3]; 2]);

impl Arrows {
    /// The rules with this number, of 2¹⁸.
    fn numbered(number: u32) -> Arrows {
        let to = |player: usize, place: usize| {
            let bits = number >> (9 * player + 3 * place) & 7;
            (0..PLACES).filter(|to| bits >> to & 1 == 1).collect()
        };
        Arrows([0, 1].map(|player| [0, 1, 2].map(|place| to(player, place))))
    }

    /// Some hundreds of all.
    fn some() -> impl Iterator<Item = Arrows> {
        // Without the first, which has no move and is no game.
        (0..1u32 << 18).step_by(601).skip(1).map(Arrows::numbered)
    }

    fn text(&self) -> String {
        let mut text = "game g; position a; legal a < 3;".to_owned();
        for (name, rows) in ["left", "right"].iter().zip(&self.0) {
            for (from, to) in rows.iter().enumerate() {
                let moves = to.iter().map(|to| format!(" {name} move a = {from}: a' = {to};"));
                text.extend(moves);
            }
        }
        text + " loopy"
    }

    fn from(&self, place: u64, mover: Player) -> &[u64] {
        &self.0[mover.index()][place as usize]
    }

    /// Can `winner` force a win within so many moves? The definition, without any memory.
    fn forces(&self, winner: Player, place: u64, mover: Player, moves: u32) -> bool {
        let options = self.from(place, mover);
        let after = |to: &u64| self.forces(winner, *to, mover.opponent(), moves - 1);
        match (options.is_empty(), mover == winner) {
            (true, is_winner) => !is_winner,
            _ if moves == 0 => false,
            (false, true) => options.iter().any(after),
            (false, false) => options.iter().all(after),
        }
    }

    /// Six states: what is not forced within six moves never is.
    fn winner(&self, place: u64, mover: Player) -> Option<Player> {
        Player::BOTH.into_iter().find(|winner| self.forces(*winner, place, mover, 6))
    }

    fn winning(&self, place: u64, mover: Player) -> Vec<u64> {
        let wins = |to: &&u64| self.winner(**to, mover.opponent()) == Some(mover);
        self.from(place, mover).iter().filter(wins).copied().collect()
    }
}

fn places(positions: &[Position]) -> Vec<u64> {
    let mut places: Vec<u64> = positions.iter().map(|one| one.tuple().unwrap()[0]).collect();
    places.sort_unstable();
    places
}

fn letter(winner: Option<Player>) -> &'static str {
    match winner {
        Some(Player::Left) => "L",
        Some(Player::Right) => "R",
        None => "D",
    }
}

#[test]
fn answers_tell_both_starts_and_the_moves_of_both() {
    let mut drawn_once = 0;
    for rules in Arrows::some() {
        let text = rules.text();
        let game = Game::parse(&text).unwrap();
        for place in 0..PLACES {
            let at = format!("{text} at {place}");
            let question = Question::solve(game.clone(), Position::Tuple(vec![place]));
            let found = answer(&question).unwrap();
            let view = ask::Solve::new(&text, "").view(&question, &found).unwrap();
            let view = serde_json::to_value(view).unwrap();
            let solution = found.solution().unwrap();
            for (mover, key) in [(Player::Left, "left_first"), (Player::Right, "right_first")] {
                let winner = rules.winner(place, mover);
                assert_eq!(solution.outcome.winner(mover), winner, "{at}: {mover} begins");
                assert_eq!(view[key], letter(winner), "{at}");
                let winning = rules.winning(place, mover);
                assert_eq!(places(solution.winning(mover)), winning, "{at}: {mover}");
            }
            let pair = Player::BOTH.map(|first| rules.winner(place, first));
            drawn_once += u32::from(pair[0].is_none() != pair[1].is_none());
            // What is won from both starts has a certificate that holds; nothing else has one.
            match certificate(&question, &found) {
                Ok(written) => {
                    assert!(!pair.contains(&None), "{at}");
                    check(&written, &Limits::default()).unwrap_or_else(|no| panic!("{at}: {no}"));
                }
                Err(refusal) => {
                    assert!(pair.contains(&None), "{at}: {refusal}");
                    assert!(refusal.to_string().contains("draw"), "{at}: {refusal}");
                }
            }
        }
    }
    assert!(drawn_once > 50, "{drawn_once}");
}

/// The perfect opponent plays for `us`; the other side tries everything.
fn play_out(play: &Play, us: Player, expected: Option<Player>, moves_left: u32) {
    let at = || format!("{} {:?}", play.game().text(), play.positions());
    let mover = match play.turn() {
        Turn::Won(winner) => return assert!(winner == us, "{us} lost {}", at()),
        Turn::Move(mover) => mover,
    };
    if moves_left == 0 {
        return assert!(expected.is_none(), "{us} comes to no end: {}", at());
    }
    let options = match mover == us {
        true => vec![reply(play, ask::Strength::Perfect, 1).unwrap().unwrap().position],
        false => play.options().unwrap(),
    };
    for option in options {
        let mut next = play.clone();
        next.make(option).unwrap();
        play_out(&next, us, expected, moves_left - 1);
    }
}

#[test]
fn the_perfect_opponent_wins_what_is_won_and_keeps_what_is_drawn() {
    for rules in Arrows::some().step_by(3) {
        let game = Game::parse(&rules.text()).unwrap();
        for (place, first) in (0..PLACES).flat_map(|n| Player::BOTH.map(|first| (n, first))) {
            let winner = rules.winner(place, first);
            let start = Position::Tuple(vec![place]);
            let play = Play::new(game.clone(), start, first, Limits::default()).unwrap();
            match winner {
                Some(us) => play_out(&play, us, winner, 6),
                None => Player::BOTH.into_iter().for_each(|us| play_out(&play, us, winner, 6)),
            }
        }
    }
}

/// A draw is kept even where another move ends the game at once in the opponent's favour.
#[test]
fn a_draw_is_not_given_away() {
    let text = "game g; position a; legal a < 3; left move a = 0: a' = 1; left move a = 0: a' = 2; \
                right move a = 2: a' = 0; end misere; loopy";
    let game = Game::parse(text).unwrap();
    let play = Play::new(game, Position::Tuple(vec![0]), Player::Left, Limits::default()).unwrap();
    assert_eq!(play.solve().unwrap().outcome.winner(Player::Left), None);
    let kept = reply(&play, ask::Strength::Perfect, 1).unwrap().unwrap();
    assert_eq!(kept.position, Position::Tuple(vec![2]));
    assert_eq!(kept.why.last().unwrap(), "no move wins: this one keeps the draw");
}

fn sequence(text: &str, to: u64) -> serde_json::Value {
    let ask = Ask::Sequence { of: Quantity::Outcome, to, row: None };
    let game = Game::parse(text).unwrap();
    let question = Question { ask, ..Question::solve(game, Position::Tuple(vec![0])) };
    let asked = ask::Sequence::new(text, ask::Of::Outcome, to);
    let view = asked.view(&question, &answer(&question).unwrap()).unwrap();
    serde_json::to_value(view).unwrap()
}

#[test]
fn sequences_tell_both_starts_where_the_letters_do_not() {
    let f = "game f; position a; legal a <= 1; left move a' = 1 - a; right move a' = a + 1; loopy";
    let view = sequence(f, 1);
    assert_eq!([&view["terms"], &view["left_first"], &view["right_first"]], ["DD", "LD", "DL"]);
    // Here both players have the same moves, and there is nothing to be told.
    let ring = "game r; position a; legal a < 5; move a >= 1: a' = (a + 2) mod 5; loopy";
    let view = sequence(ring, 4);
    assert_eq!(view["terms"].as_str().unwrap().len(), 5);
    assert!(view.get("left_first").is_none());
    // And here no term is a draw.
    let view = sequence("partizan-subtraction:1,2|1,3", 9);
    assert!(view.get("left_first").is_none() && view["terms"].is_string());
}

#[test]
fn certificates_of_half_drawn_positions_are_refused_in_words() {
    let f = "game f; position a; legal a <= 1; left move a' = 1 - a; right move a' = a + 1; loopy";
    for (place, outcome, who) in [(0, Outcome::LD, "Right"), (1, Outcome::DL, "Left")] {
        let game = Game::parse(f).unwrap();
        let question = Question::solve(game, Position::Tuple(vec![place]));
        let found = answer(&question).unwrap();
        assert_eq!(found.solution().unwrap().outcome, outcome);
        let refusal = certificate(&question, &found).unwrap_err().to_string();
        let wanted = format!("the position is a draw if {who} moves first");
        assert!(refusal.starts_with(&wanted), "{refusal}");
    }
}
