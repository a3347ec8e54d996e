//! A1 to A3: states, and what P and N mean.

use bouton_lab::rules::Game;
use bouton_lab::values::Outcome;

use super::heaps::{Reading, SMALLEST, table, under_both};
use super::tables::wrong_under_w;
use crate::finding::Known;
use crate::frame::{Frame, Result, Tried, sure};
use crate::judge::{Judge, Named, ascending, distinct, listed, name, sorted, with};
use crate::words::words;

/// Coins on a line of squares: one moves to a lower square, which must be empty unless several coins may share it.
pub(super) type CoinGame = Named<fn(u64) -> bool>;

/// As the paper has it: coins pile up on square 0 alone.
pub(super) const NUMBER_LINE: CoinGame =
    Named { words: "only square 0 holds several coins", rule: |square| square == 0 };

/// Welter's game.
pub(super) const NO_SHARING: CoinGame =
    Named { words: "no square holds several coins", rule: |_| false };

/// Nim.
pub(super) const ALL_SHARING: CoinGame =
    Named { words: "all squares hold several coins", rule: |_| true };

/// Options by looking at squares: how many coins each holds.
fn coin_options(game: &CoinGame, coins: &[u64]) -> Vec<Vec<u64>> {
    let squares = coins.iter().max().map_or(0, |last| last + 1);
    let held = |square: u64| coins.iter().filter(|coin| **coin == square).count();
    let occupied = (1..squares).filter(|square| held(*square) > 0);
    let moves = occupied.flat_map(|from| (0..from).map(move |to| (from, to)));
    let moves = moves.filter(|(_, to)| held(*to) == 0 || (game.rule)(*to));
    distinct(moves.map(|(from, to)| {
        let place = coins.iter().position(|coin| *coin == from).unwrap_or_default();
        sorted(with(coins, place, to))
    }))
}

/// A1. Decided by comparing the options of all small positions with those of the rules.
pub(super) fn number_line(game: &CoinGame, frame: &Frame) -> Result {
    let below = frame.pick(9, 13);
    let tried = same_options(game, "antonim", below, frame)?;
    for (relative, text) in [(&NO_SHARING, "welter"), (&ALL_SHARING, "nim")] {
        let are_same = same_options(relative, text, below, frame)?.holds();
        sure(are_same, format!("the line is that of {text}"))?;
    }
    Ok(tried.argued("A1", &[&below]))
}

/// The coin game and the rules of a game have the same options.
fn same_options(game: &CoinGame, text: &str, below: u64, frame: &Frame) -> Result<Tried> {
    let rules = Game::parse(text)?;
    let judge = Judge::new(&rules, &frame.limits)?;
    let is_legal = |tuple: &[u64]| rules.position(&listed(tuple, ",")).is_ok();
    let positions = (1..=4).flat_map(|heaps| ascending(heaps, below, is_legal));
    frame.forall(SMALLEST, positions).claim(|tried, position| {
        let by_rules = distinct(judge.options(&position).into_iter().map(sorted));
        let by_coins = coin_options(game, &position);
        tried.count(by_rules.len() as u128);
        for (ones, others, can, cannot) in
            [(&by_coins, &by_rules, "coins", "heaps"), (&by_rules, &by_coins, "heaps", "coins")]
        {
            for option in ones {
                tried.expect(others.contains(option), || {
                    let [from, to] = [&position, option].map(|heaps| name(heaps));
                    words("A1.differ", &[&from, &to, &can, &cannot, &game.words])
                });
            }
        }
    })
}

/// What a state is.
pub(super) type StateRule = Named<fn(&[u64]) -> bool>;

/// x_i = x_j iff i = j.
pub(super) const PAIRWISE_DIFFERENT: StateRule =
    Named { words: "all numbers differ", rule: |tuple| Reading::W.is_legal(tuple) };

/// What the paper plays by.
pub(super) const POSITIVE_DIFFERENT: StateRule =
    Named { words: "the numbers that are not 0 differ", rule: |tuple| Reading::Z.is_legal(tuple) };

/// A2: states are the tuples that a rule admits. A definition cannot be wrong, but it must fit the game: every position
/// that a move leads to, and every position that the paper's tables are about, has to be a state.
pub(super) fn states(rule: &StateRule, frame: &Frame) -> Result {
    let below = frame.pick(8, 12);
    let mut tried = fits(rule, below, frame)?;
    if tried.holds() {
        return Ok(tried.argued("A2", &[&below]).note(words("A2.note", &[&rule.words])));
    }
    let printed = printed_positions()?;
    let strangers: Vec<&Vec<u64>> =
        printed.iter().flatten().filter(|position| !(rule.rule)(position)).collect();
    if let (Some(against), Some(first)) = (&mut tried.against, strangers.first()) {
        against.steps.push(words("A2.strangers", &[&strangers.len(), &name(first)]));
    }
    let corrected = fits(&POSITIVE_DIFFERENT, below, frame)?;
    sure(corrected.holds(), "the corrected statement")?;
    let [first_table, second_table] =
        [table(1)?, table(2)?].map(|tables| wrong_under_w(&tables, &frame.limits));
    Ok(tried
        .finding("A2", &[&below], Known::by_example())
        .say("A2.corrected", &[&corrected.cases])
        .say("A2.literal", &[&first_table?, &second_table?, &printed.len()]))
}

/// No move leads from a state to what is none, and the positions of the printed cells are states.
fn fits(rule: &StateRule, below: u64, frame: &Frame) -> Result<Tried> {
    let judge = Reading::Z.judge(&frame.limits)?;
    let positions = (1..=4).flat_map(|heaps| Reading::Z.positions(heaps, below));
    let states = positions.filter(|position| (rule.rule)(position));
    let moves = states.flat_map(|position| {
        let options = judge.options(&position);
        options.into_iter().map(move |option| (position.clone(), option))
    });
    let is_state = |tried: &mut Tried, (from, to): (Vec<u64>, Vec<u64>)| {
        tried.expect((rule.rule)(&to), || {
            words("A2.left", &[&name(&from), &name(&to), &rule.words])
        });
    };
    let cells = printed_positions()?.into_iter().map(Option::unwrap_or_default);
    let cells = cells.map(|position| (position.clone(), position));
    let moves = frame.forall(SMALLEST, moves).claim(is_state)?;
    Ok(moves.and(frame.forall(SMALLEST, cells).survey(is_state)?))
}

/// The positions that the tables give a completion to, or nothing where a cell has none.
fn printed_positions() -> Result<Vec<Option<Vec<u64>>>> {
    let tables = [table(1)?, table(2)?].concat();
    let cells = tables.iter().flat_map(|table| table.cells().collect::<Vec<_>>());
    Ok(cells.map(|(heaps, z)| Some([&heaps[..], &[z?]].concat())).collect())
}

/// A lemma about moves: from each position of the first kind, every or some move leads to the second kind. Is it every?
pub(super) type MoveLemma = (Outcome, Outcome, bool);

/// P goes only to N; every N goes to some P.
pub(super) const LEMMAS: [MoveLemma; 2] =
    [(Outcome::P, Outcome::N, true), (Outcome::N, Outcome::P, false)];

/// A3. Decided on all small positions, with P and N from the rules.
pub(super) fn lemmas(lemmas: &[MoveLemma], handed: Outcome, frame: &Frame) -> Result {
    let below = frame.pick(9, 13);
    let [z, w] = under_both(&frame.limits, |reading, judge| {
        let positions = (1..=4).flat_map(|heaps| reading.positions(heaps, below));
        frame.forall(SMALLEST, positions).survey(|tried, position| {
            let (outcome, options) =
                (judge.outcome(&position)?, judge.labelled_options(&position)?);
            let at = format!("{} ({reading:?})", name(&position));
            for (_, to, every) in lemmas.iter().filter(|(from, ..)| *from == outcome) {
                let other = options.iter().find(|(_, outcome)| outcome != to);
                let has_wanted = options.iter().any(|(_, outcome)| outcome == to);
                let holds = if *every { other.is_none() } else { has_wanted };
                tried.expect(holds, || {
                    let where_to = other.map_or("there is no move".to_owned(), |(option, _)| {
                        format!("it moves to {}, which is not {to}", name(option))
                    });
                    format!("{at}: it is {outcome}, and {where_to}")
                });
            }
            // Handing it over does not win if there is a reply after which none can be handed over again.
            for (reply, _) in options.iter().filter(|_| outcome == handed) {
                let answers = judge.labelled_options(reply)?;
                tried.expect(answers.iter().any(|(_, outcome)| *outcome == handed), || {
                    format!("{at}: {}", words("A3.answered", &[&name(reply), &handed]))
                });
            }
            Ok(())
        })
    })?;
    Ok(z.and(w).argued("A3", &[&below]))
}
