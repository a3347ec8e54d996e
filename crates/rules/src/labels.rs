//! The labels of stuck heaps, as they are typed.

use bouton_definition::{TerminalLabels, TerminalValues};
use bouton_short::{Expression, Forms};
use bouton_values::{Limits, Refusal, counted};

/// What reading the game at a terminal heap may cost.
const READING: u64 = 16 << 20;

/// Reads a word over L, R, N, P, or games with commas between them: one for each of the heaps 0 to `terminals - 1`.
pub fn parse_labels(text: &str, terminals: u64) -> Result<TerminalLabels, Refusal> {
    match text.chars().all(|c| c.is_ascii_uppercase()) {
        true => TerminalLabels::parse_word(text, terminals),
        false => parse_values(text, terminals).map(TerminalLabels::Values),
    }
}

fn parse_values(text: &str, terminals: u64) -> Result<TerminalValues, Refusal> {
    let parts = split_at_commas(text);
    if parts.len() as u64 != terminals {
        return Err(Refusal::bad(
            format!("{} for {}", counted(parts.len(), "game"), counted(terminals, "terminal heap")),
            format!(
                "write a game for each heap from 0 to {} with commas, such as @1,-1",
                terminals.saturating_sub(1)
            ),
        ));
    }
    let limits = Limits { memory: READING, steps: 20 * READING, ..Limits::default() };
    let mut forms = Forms::new(limits);
    let (mut texts, mut outcomes) = (Vec::new(), Vec::new());
    for part in parts {
        let form = Expression::parse(part)?.evaluate(&mut forms)?;
        outcomes.push(forms.outcome(form)?);
        let text = forms.text(form)?;
        // A plus sign before a name would look like a sum of games.
        let needs_parentheses = text.contains(['+', ' ']);
        texts.push(if needs_parentheses { format!("({text})") } else { text });
    }
    Ok(TerminalValues::new(texts, outcomes))
}

/// The parts between commas that stand outside braces and parentheses.
fn split_at_commas(text: &str) -> Vec<&str> {
    let mut depth = 0_usize;
    let mut parts = Vec::new();
    let mut start = 0;
    for (index, c) in text.char_indices() {
        match c {
            '{' | '(' => depth += 1,
            '}' | ')' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(&text[start..index]);
                start = index + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_take_the_place_of_labels() {
        let labels = parse_labels("{1|0}, -1/2 ,^*,0", 4).unwrap();
        assert_eq!(labels.to_string(), "{1|0},-1/2,^*,0");
        let outcomes: String = (0..5).map(|n| labels.at(n).letter()).collect();
        assert_eq!(outcomes, "NRNPP");
        assert_eq!([0, 3, 9].map(|n| labels.value_at(n)), ["{1|0}", "0", "0"]);
        assert_eq!(parse_labels("LRN", 3).unwrap().value_at(2), "*");
        assert_eq!(TerminalLabels::EvenOdd.value_at(3), "-1");
        assert!(parse_labels("1,{0", 2).is_err());
        assert!(parse_labels("1,2,3", 2).is_err());
    }
}
