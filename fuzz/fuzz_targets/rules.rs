//! Any bytes as a rule text: reading and checking never panic, every mistake has a place in the text, and what
//! is a game can be played where that is little work.

#![no_main]

use bouton_lang::{Diagnostic, Program, Shape, check, parse, with_stand_ins};
use bouton_values::Player;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let (tree, mistakes) = parse(&text);
    check_places(&text, &mistakes);
    if mistakes.iter().any(Diagnostic::is_error) {
        return;
    }
    let (complete, _) = with_stand_ins(&tree);
    let (program, mistakes) = check(&complete);
    check_places(&text, &mistakes);
    if let Some(program) = program {
        play(&program);
    }
});

fn check_places(text: &str, mistakes: &[Diagnostic]) {
    for mistake in mistakes {
        assert!(text.get(mistake.span.start..mistake.span.end).is_some(), "{mistake:?}");
    }
}

/// Looks at a few small positions and their options.
fn play(program: &Program) {
    const MOST_OPTIONS: u128 = 10_000;
    let tuples: Vec<Vec<u64>> = match &program.shape {
        Shape::Named(names) => (0..6).map(|n| vec![n; names.len()]).collect(),
        Shape::Many(..) => vec![vec![], vec![0], vec![3], vec![4, 2], vec![1, 5, 3]],
    };
    for tuple in tuples {
        let is_legal = program.is_legal(&tuple);
        if !is_legal || program.option_bound(&tuple) > MOST_OPTIONS {
            continue;
        }
        for mover in [Player::Left, Player::Right] {
            let options = program.options(&tuple, mover);
            assert!(options.len() as u128 <= program.option_bound(&tuple), "{tuple:?}");
            assert!(options.iter().all(|option| program.is_legal(option)), "{tuple:?}");
            let _ = program.winner(&tuple, mover);
        }
    }
}
