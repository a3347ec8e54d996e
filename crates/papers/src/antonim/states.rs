//! A1 to A3: states, and what P and N mean.

use bouton_lab::rules::{Game, Limits, Refusal};
use bouton_lab::values::Outcome;

use super::heaps::{Reading, table_1, table_2, under_both};
use super::tables::wrong_under_w;
use crate::finding::{Counterexample, Finding, Known, Statement};
use crate::frame::Frame;
use crate::judge::{Judge, ascending, listed, name};

/// Coins on a line of squares: one moves to a lower square, which must be empty unless several
/// coins may share it.
pub(super) struct CoinGame {
    pub(super) words: &'static str,
    pub(super) is_shared: fn(u64) -> bool,
}

/// As the paper has it: coins pile up on square 0 alone.
pub(super) const NUMBER_LINE: CoinGame =
    CoinGame { words: "only square 0 holds several coins", is_shared: |square| square == 0 };

/// Welter's game.
pub(super) const NO_SHARING: CoinGame =
    CoinGame { words: "no square holds several coins", is_shared: |_| false };

/// Nim.
pub(super) const ALL_SHARING: CoinGame =
    CoinGame { words: "all squares hold several coins", is_shared: |_| true };

impl CoinGame {
    /// Options by looking at squares: how many coins each holds.
    fn options(&self, coins: &[u64]) -> Vec<Vec<u64>> {
        let squares = coins.iter().max().map_or(0, |last| last + 1);
        let held = |square: u64| coins.iter().filter(|coin| **coin == square).count();
        let occupied = (1..squares).filter(|square| held(*square) > 0);
        let moves = occupied.flat_map(|from| (0..from).map(move |to| (from, to)));
        let moves = moves.filter(|(_, to)| held(*to) == 0 || (self.is_shared)(*to));
        let mut options: Vec<Vec<u64>> = moves
            .map(|(from, to)| {
                let mut left = coins.to_vec();
                if let Some(coin) = left.iter_mut().find(|coin| **coin == from) {
                    *coin = to;
                }
                left.sort_unstable();
                left
            })
            .collect();
        options.sort_unstable();
        options.dedup();
        options
    }
}

/// A1, the number line: heaps are coins, a heap of x tokens the coin on square x, and coins move
/// left. Decided by comparing the options of all small positions with those of the rules; as both
/// say "lower one number to one that is 0 or not there", the comparison holds for all.
pub(super) fn number_line(game: &CoinGame, frame: &Frame) -> Result<Finding, Refusal> {
    let below = frame.pick(9, 13);
    let (cases, against) = first_stranger(game, "antonim", below, &frame.limits)?;
    let reason = "both games lower one number x to some y < x that is 0 or differs from all \
                  others: the coin on square x is the heap of x tokens";
    let enumerated = format!("all options of all positions with up to four heaps below {below}");
    let finding = Finding::decided(against, Known::argument(reason), cases, enumerated);
    for (relative, text) in [(&NO_SHARING, "welter"), (&ALL_SHARING, "nim")] {
        if first_stranger(relative, text, below, &frame.limits)?.1.is_some() {
            return Err(Refusal::bad(
                format!("the line is not that of {text}"),
                "correct the note",
            ));
        }
    }
    Ok(finding)
}

/// The first option that the coin game and the rules of a game do not share, and how many were
/// compared.
fn first_stranger(
    game: &CoinGame,
    text: &str,
    below: u64,
    limits: &Limits,
) -> Result<(u128, Option<Counterexample>), Refusal> {
    let rules = Game::parse(text)?;
    let judge = Judge::new(&rules, limits)?;
    let is_legal = |tuple: &[u64]| rules.position(&listed(tuple, ",")).is_ok();
    let mut cases = 0;
    for position in (1..=4).flat_map(|heaps| ascending(heaps, below, is_legal)) {
        let by_rules = sorted(judge.options(&position));
        let by_coins = game.options(&position);
        cases += by_rules.len() as u128;
        let strange = by_coins
            .iter()
            .find(|option| !by_rules.contains(option))
            .map(|option| (option, "the coins can move there, the heaps cannot"))
            .or_else(|| {
                let missing = by_rules.iter().find(|option| !by_coins.contains(option))?;
                Some((missing, "the heaps can move there, the coins cannot"))
            });
        if let Some((option, why)) = strange {
            let counterexample = Counterexample::new(
                format!("from {} to {}: {why}", name(&position), name(option)),
                [format!("on the line {}", game.words)],
                "smallest by the number of heaps, then by the sum",
            );
            return Ok((cases, Some(counterexample)));
        }
    }
    Ok((cases, None))
}

fn sorted(mut options: Vec<Vec<u64>>) -> Vec<Vec<u64>> {
    options.iter_mut().for_each(|option| option.sort_unstable());
    options.sort_unstable();
    options.dedup();
    options
}

/// What a state is.
pub(super) struct StateRule {
    pub(super) words: &'static str,
    pub(super) admits: fn(&[u64]) -> bool,
}

/// x_i = x_j iff i = j.
pub(super) const PAIRWISE_DIFFERENT: StateRule =
    StateRule { words: "all numbers differ", admits: |tuple| Reading::W.is_legal(tuple) };

/// What the paper plays by.
pub(super) const POSITIVE_DIFFERENT: StateRule = StateRule {
    words: "the numbers that are not 0 differ",
    admits: |tuple| Reading::Z.is_legal(tuple),
};

/// A2: states are the tuples that a rule admits. A definition cannot be wrong, but it must fit the
/// game: every position that a move leads to, and every position that the paper's tables are about,
/// has to be a state.
pub(super) fn states(rule: &StateRule, frame: &Frame) -> Result<Finding, Refusal> {
    let below = frame.pick(8, 12);
    let enumerated = format!(
        "all moves of Antonim between tuples of up to four heaps below {below}; all cells of \
         Tables 1 and 2"
    );
    let (cases, leak) = first_leak(rule, below, &frame.limits)?;
    let (cells, strangers, first) = printed_strangers(rule)?;
    let cases = cases + cells;
    let Some((from, to)) = leak.or_else(|| first.clone().map(|first| (first.clone(), first)))
    else {
        return Ok(Finding::holds(
            Known::argument(
                "a move lowers one number to 0 or to one that is not there, so what differed still \
                 does",
            ),
            cases,
            enumerated,
        )
        .note(format!(
            "{}: no move leaves the states, and all positions of the tables are states",
            rule.words
        )));
    };
    let mut steps = vec![format!("{} is a state: {}", name(&from), rule.words)];
    steps.push(format!("a move empties a heap and leaves {}, which is none", name(&to)));
    if let Some(first) = first {
        steps.push(format!(
            "{strangers} cells of Tables 1 and 2 are no states either; the first is {}, printed \
             with a number",
            name(&first)
        ));
    }
    let counterexample = Counterexample::new(
        format!("{} has to be a position: {} moves to it", name(&to), name(&from)),
        steps,
        "smallest by the number of heaps, then by the sum",
    );
    let corrected = states_hold(&POSITIVE_DIFFERENT, below, &frame.limits)?;
    let [first_table, second_table] =
        [table_1()?, table_2()?].map(|tables| wrong_under_w(&tables, &frame.limits));
    Ok(Finding::fails(counterexample, cases, enumerated)
        .statement(Statement::correction(
            "a state is a tuple of non-negative integers of which those that are not 0 are \
             pairwise different (Z)",
            Known::argument(format!(
                "no move leads out of these tuples, and all {corrected} moves and cells that were \
                 looked at agree"
            )),
        ))
        .statement(Statement::beyond(
            format!(
                "read literally (W) the sentence describes Welter's game, in which square 0 holds \
                 one coin too; then {} in Table 1 and {} in Table 2 would be wrong (A6, A11)",
                first_table?, second_table?
            ),
            Known::exhausted(cells as u64, "every cell of both tables was computed"),
        )))
}

/// The first move from a state to what is none, and how many moves were looked at.
type Leak = Option<(Vec<u64>, Vec<u64>)>;

fn first_leak(rule: &StateRule, below: u64, limits: &Limits) -> Result<(u128, Leak), Refusal> {
    let game = Reading::Z.game()?;
    let judge = Judge::new(&game, limits)?;
    let mut cases = 0;
    for position in (1..=4).flat_map(|heaps| Reading::Z.positions(heaps, below)) {
        if !(rule.admits)(&position) {
            continue;
        }
        for option in judge.options(&position) {
            cases += 1;
            if !(rule.admits)(&option) {
                return Ok((cases, Some((position, option))));
            }
        }
    }
    Ok((cases, None))
}

/// The cells with a number whose position is no state: how many cells there are, how many are
/// strange, the first.
fn printed_strangers(rule: &StateRule) -> Result<(u128, usize, Option<Vec<u64>>), Refusal> {
    let tables = [table_1()?, table_2()?].concat();
    let cells: Vec<(Vec<u64>, Option<u64>)> =
        tables.iter().flat_map(|table| table.cells().collect::<Vec<_>>()).collect();
    let positions = cells.iter().filter_map(|(heaps, z)| Some([&heaps[..], &[(*z)?]].concat()));
    let strangers: Vec<Vec<u64>> = positions.filter(|position| !(rule.admits)(position)).collect();
    Ok((cells.len() as u128, strangers.len(), strangers.first().cloned()))
}

/// How many moves and cells obey the rule; refused if one does not.
fn states_hold(rule: &StateRule, below: u64, limits: &Limits) -> Result<u128, Refusal> {
    let (moves, leak) = first_leak(rule, below, limits)?;
    let (cells, strangers, _) = printed_strangers(rule)?;
    match (leak, strangers) {
        (None, 0) => Ok(moves + cells),
        _ => Err(Refusal::bad("the corrected statement fails", "correct it again")),
    }
}

/// A lemma about moves: from each position of one kind, every or some move leads to the other kind.
#[derive(Clone, Copy)]
pub(super) struct MoveLemma {
    pub(super) from: Outcome,
    pub(super) every: bool,
    pub(super) to: Outcome,
}

/// P goes only to N; every N goes to some P.
pub(super) const LEMMAS: [MoveLemma; 2] = [
    MoveLemma { from: Outcome::P, every: true, to: Outcome::N },
    MoveLemma { from: Outcome::N, every: false, to: Outcome::P },
];

/// A3: the lemmas about moves, and that whoever hands over positions of one kind always can and
/// wins. Decided on all small positions, with P and N from the rules; the argument for all is that
/// play ends.
pub(super) fn lemmas(
    lemmas: &[MoveLemma],
    handed: Outcome,
    frame: &Frame,
) -> Result<Finding, Refusal> {
    let below = frame.pick(9, 13);
    let enumerated = format!(
        "all positions with up to four heaps below {below}, under both readings of the rules"
    );
    let found = under_both(&frame.limits, |reading, judge| {
        let positions = (1..=4).flat_map(|heaps| reading.positions(heaps, below));
        let positions: Vec<Vec<u64>> = positions.collect();
        let against = first_against(lemmas, handed, judge, &positions)?.map(|(position, why)| {
            let what = format!("{} ({}): {why}", name(position), reading.letter());
            Counterexample::new(what, [""; 0], "smallest by the number of heaps, then by the sum")
        });
        Ok((positions.len() as u128, against))
    })?;
    let cases = found.iter().map(|(cases, _)| cases).sum();
    let against = found.into_iter().find_map(|(_, against)| against);
    let reason = "every move lowers the sum, so play ends; a position without moves is P, and \
                  going upwards a position is N if some option is P and P if none is: that is what \
                  the lemmas say. Handing over P wins, because each reply finds a P again and the \
                  sum falls";
    Ok(Finding::decided(against, Known::argument(reason), cases, enumerated))
}

/// The first position at which a lemma or the strategy fails, and why.
fn first_against<'a>(
    lemmas: &[MoveLemma],
    handed: Outcome,
    judge: &mut Judge<'_>,
    positions: &'a [Vec<u64>],
) -> Result<Option<(&'a [u64], String)>, Refusal> {
    for position in positions {
        let why = match broken_lemma(lemmas, judge, position)? {
            Some(why) => Some(why),
            None => lost_after_handing(handed, judge, position)?,
        };
        if let Some(why) = why {
            return Ok(Some((position, why)));
        }
    }
    Ok(None)
}

/// Why a lemma fails at a position.
fn broken_lemma(
    lemmas: &[MoveLemma],
    judge: &mut Judge<'_>,
    position: &[u64],
) -> Result<Option<String>, Refusal> {
    let outcome = judge.outcome(position)?;
    for lemma in lemmas.iter().filter(|lemma| lemma.from == outcome) {
        let mut others = Vec::new();
        let mut wanted = 0;
        for option in judge.options(position) {
            match judge.outcome(&option)? == lemma.to {
                true => wanted += 1,
                false => others.push(option),
            }
        }
        let holds = if lemma.every { others.is_empty() } else { wanted > 0 };
        if !holds {
            let where_to = others.first().map_or("there is no move".to_owned(), |option| {
                format!("it moves to {}, which is not {}", name(option), lemma.to)
            });
            return Ok(Some(format!("it is {}, and {where_to}", lemma.from)));
        }
    }
    Ok(None)
}

/// Why handing over positions of this kind does not win: a reply after which none can be handed
/// over again.
fn lost_after_handing(
    handed: Outcome,
    judge: &mut Judge<'_>,
    position: &[u64],
) -> Result<Option<String>, Refusal> {
    if judge.outcome(position)? != handed {
        return Ok(None);
    }
    for reply in judge.options(position) {
        let mut can_go_on = false;
        for option in judge.options(&reply) {
            can_go_on |= judge.outcome(&option)? == handed;
        }
        if !can_go_on {
            return Ok(Some(format!(
                "handed over, it is answered by {}, and no {handed} can be handed over again",
                name(&reply)
            )));
        }
    }
    Ok(None)
}
