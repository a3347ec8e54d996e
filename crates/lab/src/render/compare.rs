//! How two games compare, for people.

use bouton_ask::{CompareView, Difference, Of};

use super::style::{FAINT, GOOD, STRONG, paint};
use super::text::labelled;

/// For people, with colours.
#[must_use]
pub fn text(found: &CompareView) -> String {
    let of = match found.of {
        Of::Outcome => "outcomes",
        Of::NimValue => "nim-values",
        Of::Value => "values",
        Of::Losing => "P-positions",
    };
    let verdict = match found.same {
        true => format!("{} {of}", paint(GOOD, "the same")),
        false => format!("{} {of}", paint(STRONG, "different")),
    };
    let mut lines = vec![
        format!("{}  and  {}", paint(STRONG, &found.game), paint(STRONG, &found.with)),
        String::new(),
        format!("  {verdict} {}", paint(FAINT, looked_at(found))),
        String::new(),
    ];
    lines.extend(found.first_difference.iter().flat_map(|one| first(found, one)));
    lines.extend(labelled("why", found.reasons.clone()));
    let engines = [&found.game_known.engine, &found.with_known.engine];
    let by = match engines[0] == engines[1] {
        true => format!("the engine {}", engines[0]),
        false => format!("the engines {} and {}", engines[0], engines[1]),
    };
    lines.extend(labelled("known", vec![format!("{} by {by}", paint(STRONG, &found.standing))]));
    lines.join("\n") + "\n"
}

/// Which positions were compared: nothing is said of others.
fn looked_at(found: &CompareView) -> String {
    let numbers = if found.numbers == 1 { "number" } else { "numbers" };
    format!("in {} positions of {} {numbers}", found.positions, found.numbers)
}

fn first(found: &CompareView, one: &Difference) -> Vec<String> {
    let width = found.game.chars().count().max(found.with.chars().count());
    let says = |game: &str, says: &Option<String>| {
        format!("{game:<width$}  {}", says.as_deref().unwrap_or("not a legal position"))
    };
    let mut lines = labelled("first", vec![paint(STRONG, &one.position)]);
    lines.extend(labelled("", vec![says(&found.game, &one.game), says(&found.with, &one.with)]));
    lines.push(String::new());
    lines
}
