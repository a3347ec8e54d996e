//! A game of one's own as a rule text: the outcomes of its heaps, with a period that is proved.

use bouton_lab::rules::{Game, Refusal};
use bouton_lab::{Ask, Quantity, Question, Standing, answer};

const RULES: &str = "game take
position n
move k in 1..3: n' = n - k";

pub(crate) fn main() -> Result<(), Refusal> {
    let game = Game::parse(RULES)?;
    let ask = Ask::Sequence { of: Quantity::NimValue, to: 20, row: None };
    let found = answer(&Question::new(game, ask))?;
    let sequence = found.sequence().expect("a sequence was asked for");
    let period = sequence.period.as_ref().expect("taking 1 to 3 tokens is periodic");
    println!("period {} after {}, by {}", period.period, period.preperiod, found.engine);
    assert_eq!((period.preperiod, period.period, &period.standing), (0, 4, &Standing::Proved));
    Ok(())
}
