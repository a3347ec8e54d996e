//! Texts of a fixed range of seeds: nothing that is said of them differs, and what is compared is not next to
//! nothing.

use std::collections::BTreeSet;

use bouton_differential::{Case, Mix, compare};

/// So many texts.
const TEXTS: u64 = 2000;

#[test]
fn everything_said_of_generated_texts_agrees_with_the_second_evaluator() {
    let mut mix = Mix::default();
    let mut found = Vec::new();
    for seed in 0..TEXTS {
        let differences = compare(&Case::of_seed(seed), &mut mix);
        found.extend(differences.into_iter().map(|difference| format!("seed {seed} {difference}")));
    }
    let some: Vec<&String> = found.iter().take(5).collect();
    assert!(
        found.is_empty(),
        "{} differences:\n{}",
        found.len(),
        some.iter().map(|one| format!("{one}\n\n")).collect::<String>()
    );
    assert!(mix.games * 10 > mix.texts * 6, "only {} of {} texts are games", mix.games, mix.texts);
    assert!(mix.positions > TEXTS, "{mix:#?}");
    assert!(mix.skipped * 4 < mix.positions, "{mix:#?}");
    assert!(mix.certificates > TEXTS / 2, "{mix:#?}");
    assert!(mix.rewritings > TEXTS / 2 && mix.refused * 100 < mix.rewritings, "{mix:#?}");
    assert!(mix.values > TEXTS / 2 && mix.sequences > TEXTS / 4, "{mix:#?}");
    assert!(mix.families.len() >= 10, "{:?}", mix.families);
    let engines: BTreeSet<&str> =
        mix.engines.keys().filter_map(|name| name.strip_prefix("planned ")).collect();
    assert!(engines.len() >= 12, "{:?}", mix.engines);
}
