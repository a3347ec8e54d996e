//! Whatever is typed: no panic, and what is read prints to what reads back.

use bouton_lab::rules::{Game, Limits, catalogue::games};
use bouton_lab::{Question, answer};
use proptest::prelude::*;

fn ask(game: &str, position: &str) {
    let Ok(game) = Game::parse(game) else { return };
    let again = Game::parse(game.text()).expect("a game's own text is read");
    assert_eq!(again.text(), game.text());
    let Ok(position) = game.position(position) else { return };
    assert_eq!(game.position(&position.to_string()), Ok(position.clone()));
    let limits = Limits { memory: 1 << 20, steps: 1_000_000, ..Limits::default() };
    let _ = answer(&Question { limits, ..Question::solve(game, position) });
}

/// An example with a few characters changed, dropped or doubled.
fn nearly(text: &'static str) -> impl Strategy<Value = String> {
    let edits = prop::collection::vec(
        (any::<prop::sample::Index>(), 0..4u8, "[0-9,;|@/+>.x^LRNPTF#:-]"),
        0..4,
    );
    edits.prop_map(move |edits| {
        let mut characters: Vec<char> = text.chars().collect();
        for (index, kind, new) in edits {
            let new = new.chars().next().unwrap_or('0');
            if characters.is_empty() {
                characters.push(new);
                continue;
            }
            let index = index.index(characters.len());
            match kind {
                0 => characters[index] = new,
                1 => characters.insert(index, new),
                2 => drop(characters.remove(index)),
                _ => characters.extend_from_within(index..),
            }
        }
        characters.into_iter().collect()
    })
}

fn nearly_an_example() -> impl Strategy<Value = (String, String)> {
    (0..games().len()).prop_flat_map(|index| {
        let (game, position) = games()[index].example;
        (nearly(game), nearly(position))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn nearly_right_texts_never_panic((game, position) in nearly_an_example()) {
        ask(&game, &position);
    }

    #[test]
    fn any_texts_never_panic(game in ".{0,40}", position in ".{0,20}") {
        ask(&game, &position);
    }

    #[test]
    fn any_position_of_any_game_never_panics(
        index in 0..games().len(),
        ending in prop::sample::select(vec!["", "/misere", "/even-odd"]),
        numbers in prop::collection::vec(prop_oneof![0..12u64, any::<u64>()], 0..6),
    ) {
        let position = numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        ask(&format!("{}{ending}", games()[index].example.0), &position);
    }
}
