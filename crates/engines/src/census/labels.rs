//! Labels of the heaps from which nobody can move: who wins there.

use bouton_rules::Refusal;
use bouton_values::Outcome;

/// An outcome for each of the heaps 0 to min S - 1, which end the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Labels {
    /// Bit n: Left, to move at the heap n, loses; and Right.
    pub(super) loses: [u64; 2],
    count: u32,
}

impl Labels {
    /// The EO rule: Left wins if the rest is even, Right if it is odd.
    #[must_use]
    pub fn even_odd(count: u32) -> Labels {
        const ODD: u64 = 0xaaaa_aaaa_aaaa_aaaa;
        Labels { loses: [ODD, !ODD], count }
    }

    /// Reads a letter for each heap, at most 64: `LN`.
    pub fn parse(text: &str) -> Result<Labels, Refusal> {
        let letters: Vec<Option<Outcome>> =
            text.chars().map(|letter| letter.to_string().parse().ok()).collect();
        if letters.is_empty() || letters.len() > 64 {
            return Err(wrong(text));
        }
        let mut loses = [0, 0];
        for (heap, letter) in letters.iter().enumerate() {
            let [left, right] = match letter {
                Some(Outcome::N) => [0, 0],
                Some(Outcome::P) => [1, 1],
                Some(Outcome::L) => [0, 1],
                Some(Outcome::R) => [1, 0],
                _ => return Err(wrong(text)),
            };
            loses[0] |= left << heap;
            loses[1] |= right << heap;
        }
        Ok(Labels { loses, count: letters.len() as u32 })
    }

    /// How many heaps have a label.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.count
    }
}

fn wrong(text: &str) -> Refusal {
    Refusal::bad(
        format!(
            "the labels `{text}` are not one letter of N, P, L, R for each heap that ends the game"
        ),
        "write one letter for each of the heaps 0 to minimum - 1, such as LN",
    )
}
