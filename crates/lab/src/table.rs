//! Makes the question for a table, with defaults that suit the game.

use bouton_engines::{Ask, Entries, Quantity, TableShape};
use bouton_rules::{Ending, Game, HeapMoves, Help, Refusal, Spec};

use crate::show::numbers_of;

/// Makes the question for a table; what is left open gets the game's default.
///
/// Rows and columns are two of the numbers of a position. With completions a third is the entry, so a
/// table for n heaps has n - 3 fixed numbers; otherwise n - 2.
pub fn table_question(
    game: &Game,
    heaps: Option<usize>,
    fixed: Vec<u64>,
    (rows, columns): (u64, u64),
    entries: Option<Entries>,
) -> Result<Ask, Refusal> {
    let entries = entries.unwrap_or_else(|| usual_entries(game));
    let beside = if entries == Entries::Completion { 3 } else { 2 };
    let heaps = heaps.or_else(|| numbers_of(game)).unwrap_or(fixed.len() + beside);
    if entries == Entries::Completion && numbers_of(game).is_some_and(|named| named < beside) {
        return Err(Refusal::unsupported(
            format!(
                "a completion is a third number, and positions of {} have {heaps}",
                game.title()
            ),
            Help::from("write ").set("of", "outcome").and(" or ").set("of", "nim-value"),
        ));
    }
    if heaps < beside {
        return Err(Refusal::bad(
            format!("a table needs at least {beside} heaps, not {heaps}"),
            Help::from("write ").set("heaps", beside).and(" or more"),
        ));
    }
    if heaps == beside && !fixed.is_empty() {
        return Err(Refusal::bad(
            format!("a table shows all {heaps} heaps of a position, so none can be fixed"),
            Help::from("leave ").setting("fix").and(" out"),
        ));
    }
    if fixed.len() != heaps - beside {
        return Err(Refusal::bad(
            format!(
                "a table of two dimensions for {heaps} heaps fixes {} of them, not {}",
                heaps - beside,
                fixed.len()
            ),
            Help::from("write ")
                .set("fix", "A,B,…")
                .and(format!(" with {} of the heaps, or another number of ", heaps - beside))
                .setting("heaps"),
        ));
    }
    Ok(Ask::Table(TableShape { entries, fixed, rows, columns }))
}

/// Completions where every tuple has just one; outcomes elsewhere.
fn usual_entries(game: &Game) -> Entries {
    match game.finite().filter(|game| game.ending == Ending::Normal).map(|game| &game.spec) {
        Some(Spec::Distinct(_)) => Entries::Completion,
        Some(Spec::Heap(rules)) if matches!(rules.moves, HeapMoves::Any) => Entries::Completion,
        _ => Entries::Of(Quantity::Outcome),
    }
}
