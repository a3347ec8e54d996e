//! Comments on a game: what a move did, why the position that it leaves is won or lost, and what every option leads
//! to.

use std::collections::{HashMap, HashSet};

use bouton_ask::{
    AnswerView, MoveResult, MoveVerdict, MoveView, OptionsView, PartView, RatedMove, ReviewView,
};
use bouton_engines::{Solution, Value};
use bouton_rules::{Ending, FiniteGame, Game, Limits, Position, Refusal, Spec};
use bouton_values::Player;

use crate::answer::{VALUE_MEMORY, VALUE_STEPS, answer, at_most, value_by_definition};
use crate::play::{Play, Turn, mover_of};
use crate::question::Question;
use crate::show::{columns_of, move_view};

/// The most moves that a comment names.
const NAMED: usize = 3;
/// The most moves of the opponent for which an answer is given.
const ANSWERED: usize = 4;
/// The most options that are rated.
const RATED: usize = 120;
/// The steps for the value of one option; the limit is the same on every machine, as for all values.
const STEPS_AN_OPTION: u64 = 5_000_000;

/// Makes a move in a game, and says what it did.
///
/// ```
/// use bouton_lab::{Play, ask::MoveVerdict, review, rules::{Game, Limits}, values::Player};
/// let nim = Game::parse("nim")?;
/// let (start, to) = (nim.position("3,4,6")?, nim.position("3,4,5")?);
/// let play = Play::new(nim, start, Player::Left, Limits::default())?;
/// let review = review(&play, to)?;
/// assert_eq!(review.verdict, MoveVerdict::LosesWin);
/// assert_eq!(review.better[0].position, "2,4,6");
/// # Ok::<(), bouton_lab::rules::Refusal>(())
/// ```
pub fn review(before: &Play, to: Position) -> Result<ReviewView, Refusal> {
    let (game, mover) = (before.game(), before.mover());
    let mut after = before.clone();
    after.make(to)?;
    let (earlier, later) = (before.solve()?, after.solve()?);
    let has = later.outcome.winner(mover.opponent());
    let verdict = verdict(mover, earlier.outcome.winner(mover), has);
    let is_over = matches!(after.turn(), Turn::Won(_));
    let parts = parts(game, after.position(), before.limits())?;
    let views = |from: &Position, list: &[Position]| -> Vec<MoveView> {
        list.iter().take(NAMED).map(|to| move_view(game, from, to)).collect()
    };
    let better = match verdict {
        MoveVerdict::LosesWin => views(before.position(), earlier.winning(mover)),
        _ => Vec::new(),
    };
    let threats = views(after.position(), later.winning(mover.opponent()));
    let answers = match has == Some(mover) && !is_over {
        true => answers(&after, before.limits())?,
        false => Vec::new(),
    };
    let mut why = about_parts(game, parts.as_deref().unwrap_or_default());
    why.extend(later.reasons.iter().cloned());
    Ok(ReviewView {
        option: move_view(game, before.position(), after.position()),
        mover: mover_of(mover),
        sentence: sentence(verdict, has, is_over).to_owned(),
        verdict,
        better,
        threat: threat(&later, &threats, mover, is_over),
        threats,
        outcome: later.outcome.letter().to_string(),
        value: later.value.as_ref().map(ToString::to_string),
        why,
        columns: parts.as_deref().and_then(nim_values).map(|values| columns_of(&values)),
        parts,
        answers,
    })
}

/// What the move of `mover` did, given who won before it and after it; `None` is a draw.
fn verdict(mover: Player, had: Option<Player>, has: Option<Player>) -> MoveVerdict {
    match (had, has) {
        (Some(winner), Some(still)) if winner == mover && still == mover => MoveVerdict::KeepsWin,
        (Some(winner), _) if winner == mover => MoveVerdict::LosesWin,
        (Some(_), _) => MoveVerdict::NothingToLose,
        (None, None) => MoveVerdict::KeepsDraw,
        (None, Some(_)) => MoveVerdict::LosesDraw,
    }
}

fn sentence(verdict: MoveVerdict, has: Option<Player>, is_over: bool) -> &'static str {
    match verdict {
        MoveVerdict::KeepsWin if is_over => "This move wins the game.",
        MoveVerdict::KeepsWin => "This move keeps the win.",
        MoveVerdict::LosesWin if is_over => "This move loses the game, which could be won.",
        MoveVerdict::LosesWin if has.is_none() => "This move gives the win away: now it is a draw.",
        MoveVerdict::LosesWin => "This move gives the win away.",
        MoveVerdict::KeepsDraw => "This move keeps the draw.",
        MoveVerdict::LosesDraw => "This move gives the draw away.",
        MoveVerdict::NothingToLose => "No move could win, so nothing was given away.",
    }
}

/// What the opponent can do now.
fn threat(later: &Solution, threats: &[MoveView], mover: Player, is_over: bool) -> String {
    let opponent = mover.opponent();
    match later.outcome.winner(opponent) {
        _ if is_over => "The game is over.".to_owned(),
        None => "Nobody can force a win now.".to_owned(),
        Some(winner) if winner == mover => {
            "Whatever the opponent does, there is a winning answer.".to_owned()
        }
        Some(_) => {
            let first = threats.first().map_or("a move", |one| one.words.as_str());
            match later.winning(opponent).len().saturating_sub(1) {
                0 => format!("The opponent can win now: {first}."),
                1 => format!("The opponent can win now: {first}, or by another move."),
                more => format!("The opponent can win now: {first}, or by {more} other moves."),
            }
        }
    }
}

/// Some moves of a player who has lost, each with an answer that wins.
fn answers(after: &Play, limits: &Limits) -> Result<Vec<AnswerView>, Refusal> {
    let (game, winner) = (after.game(), after.mover().opponent());
    let mut answers = Vec::new();
    for reply in after.options().unwrap_or_default().into_iter().take(ANSWERED) {
        let next = after.after(reply.clone());
        let solution = match next.winners(limits) {
            Err(Refusal::Limit { .. }) => break,
            found => found?,
        };
        let winning = solution.as_ref().and_then(|solution| solution.winning(winner).first());
        if let Some(answer) = winning {
            answers.push(AnswerView {
                reply: move_view(game, after.position(), &reply),
                answer: move_view(game, &reply, answer),
            });
        }
    }
    Ok(answers)
}

/// The parts of a position under normal play whose values add up to its own: independent heaps, components of a sum,
/// regions of a board. `None` if it has none, or if their values are not found within the limits.
fn parts(
    game: &Game,
    position: &Position,
    limits: &Limits,
) -> Result<Option<Vec<PartView>>, Refusal> {
    let Some(finite) = game.finite() else { return Ok(None) };
    let profile = finite.profile();
    if finite.ending != Ending::Normal || !profile.terminates.holds() {
        return Ok(None);
    }
    let limits = at_most(limits, VALUE_MEMORY, VALUE_STEPS);
    let found = match (&finite.spec, position) {
        (Spec::Sum(specs), Position::Parts(parts)) => specs
            .iter()
            .zip(parts)
            .map(|(spec, part)| {
                let ending = Ending::Normal;
                part_of(&FiniteGame { spec: spec.clone(), ending }, part, &limits)
            })
            .collect(),
        (Spec::Board(rules), Position::Board(board)) => rules
            .components(board)
            .into_iter()
            .map(|region| part_of(finite, &Position::Board(region), &limits))
            .collect(),
        (_, Position::Tuple(heaps)) if profile.independent.holds() => {
            heap_parts(game, heaps, &limits)
        }
        _ => return Ok(None),
    };
    match found {
        Err(Refusal::Limit { .. }) => Ok(None),
        found => Ok(found?.filter(|parts: &Vec<PartView>| !parts.is_empty())),
    }
}

fn part_of(
    game: &FiniteGame,
    part: &Position,
    limits: &Limits,
) -> Result<Option<PartView>, Refusal> {
    let value = value_by_definition(game, part, limits)?.map(|(value, _)| value);
    Ok(value.map(|value| part_view(part, &value)))
}

/// A view of every heap; equal heaps are solved once.
fn heap_parts(
    game: &Game,
    heaps: &[u64],
    limits: &Limits,
) -> Result<Option<Vec<PartView>>, Refusal> {
    let mut known: HashMap<u64, PartView> = HashMap::new();
    let mut parts = Vec::new();
    for heap in heaps.iter().copied().filter(|heap| *heap > 0) {
        let part = match known.get(&heap) {
            Some(part) => Some(part.clone()),
            None => heap_part(game, heap, limits)?,
        };
        let Some(part) = part else { return Ok(None) };
        known.insert(heap, part.clone());
        parts.push(part);
    }
    Ok(Some(parts))
}

fn heap_part(game: &Game, heap: u64, limits: &Limits) -> Result<Option<PartView>, Refusal> {
    let single = Position::Tuple(vec![heap]);
    if game.check(&single).is_err() {
        return Ok(None);
    }
    let found = answer(&Question::solve(game.clone(), single.clone()).within(limits))?;
    let value = found.solution().and_then(|solution| solution.value.as_ref());
    Ok(value.map(|value| part_view(&single, value)))
}

fn part_view(part: &Position, value: &Value) -> PartView {
    let nim_value = match value {
        Value::Nimber(nimber) => Some(nimber.0),
        Value::Game(_) => None,
    };
    PartView { part: part.to_string(), value: value.to_string(), nim_value }
}

/// The nim-values of the parts, if all have one.
fn nim_values(parts: &[PartView]) -> Option<Vec<u64>> {
    parts.iter().map(|part| part.nim_value).collect()
}

/// What the parts say about the position: their nim-sum; or that two of them are equal, and cancel.
fn about_parts(game: &Game, parts: &[PartView]) -> Vec<String> {
    let list = |texts: Vec<&str>| match texts.as_slice() {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    };
    if parts.len() < 2 {
        return Vec::new();
    }
    let named = list(parts.iter().map(|part| part.part.as_str()).collect());
    let Some(values) = nim_values(parts) else {
        let values = list(parts.iter().map(|part| part.value.as_str()).collect());
        return vec![format!("it leaves {named} with the value {values}")];
    };
    let texts: Vec<String> = values.iter().map(u64::to_string).collect();
    let sum = values.iter().fold(0, |sum, value| sum ^ value);
    let shown = list(texts.iter().map(String::as_str).collect());
    let mut lines =
        vec![format!("it leaves {named}: the nim-values are {shown}, and their nim-sum is {sum}")];
    let is_same_game = !matches!(game.finite().map(|finite| &finite.spec), Some(Spec::Sum(_)));
    if let [one, other] = parts
        && one.part == other.part
        && is_same_game
    {
        lines.push(
            "the two are equal: whatever is done in one can be answered in the other".to_owned(),
        );
    }
    lines
}

/// Rates every option of the current position: what it leads to for the player to move, and its value.
pub fn rate_options(play: &Play) -> Result<OptionsView, Refusal> {
    let (game, mover) = (play.game(), play.mover());
    let solution = play.solve()?;
    let winning: HashSet<&Position> = solution.winning(mover).iter().collect();
    let mut options = play.options().unwrap_or_default();
    let count = options.len();
    options.sort_by_key(|option| !winning.contains(option));
    options.truncate(RATED);
    // Where play ends there are no draws, and what does not win loses.
    let ends = game.finite().is_some_and(|finite| finite.profile().terminates.holds());
    let is_settled = ends && solution.unlisted.is_none();
    let small = at_most(play.limits(), VALUE_MEMORY, STEPS_AN_OPTION);
    let mut rated = Vec::new();
    for option in options {
        let result = match (winning.contains(&option), is_settled) {
            (true, _) => MoveResult::Win,
            (false, true) => MoveResult::Loss,
            (false, false) => result_of(&play.after(option.clone()), mover, play.limits())?,
        };
        let value = value_of(game, &option, &small)?;
        rated.push(RatedMove { option: move_view(game, play.position(), &option), result, value });
    }
    Ok(OptionsView {
        position: play.position().to_string(),
        mover: mover_of(mover),
        outcome: solution.outcome.letter().to_string(),
        sentence: solution.outcome.sentence().to_owned(),
        value: solution.value.as_ref().map(ToString::to_string),
        options: rated,
        option_count: count,
    })
}

/// What a game leads to for `player`, who is not to move.
fn result_of(after: &Play, player: Player, limits: &Limits) -> Result<MoveResult, Refusal> {
    let solution = after.winners(limits)?;
    Ok(match solution.and_then(|solution| solution.outcome.winner(after.mover())) {
        None => MoveResult::Draw,
        Some(winner) if winner == player => MoveResult::Win,
        Some(_) => MoveResult::Loss,
    })
}

/// The value of a position, if it has one and the limits suffice.
fn value_of(game: &Game, position: &Position, limits: &Limits) -> Result<Option<String>, Refusal> {
    match answer(&Question::solve(game.clone(), position.clone()).within(limits)) {
        Err(Refusal::Limit { .. }) => Ok(None),
        found => {
            let found = found?;
            let value = found.solution().and_then(|solution| solution.value.as_ref());
            Ok(value.map(ToString::to_string))
        }
    }
}

#[cfg(test)]
mod tests {
    use bouton_oracle::Oracle;
    use bouton_rules::{Ruleset, catalogue};

    use super::*;

    fn play(game: &str, position: &str) -> Play {
        let game = Game::parse(game).unwrap();
        let position = game.position(position).unwrap();
        Play::new(game, position, Player::Left, Limits::default()).unwrap()
    }

    fn reviewed(game: &str, from: &str, to: &str) -> ReviewView {
        let play = play(game, from);
        review(&play, play.game().position(to).unwrap()).unwrap()
    }

    /// Moves and their verdicts by the definition of winning, for every game of the catalogue that the oracle knows.
    #[test]
    fn every_move_of_every_example_is_judged_as_the_definition_does() {
        let small = Limits { steps: 50_000_000, memory: 64 << 20, ..Limits::default() };
        let mut judged = 0;
        for entry in catalogue::games() {
            let play = play(entry.example.0, entry.example.1);
            let Some(finite) = play.game().finite() else { continue };
            let mut oracle = Oracle::new(finite, small.clone());
            let Ok(before) = oracle.outcome(play.position()) else { continue };
            let rated = rate_options(&play).unwrap();
            let options = finite.options(play.position(), Player::Left);
            assert_eq!(rated.option_count, options.len(), "{}", entry.name);
            for option in options.into_iter().take(12) {
                let after = oracle.outcome(&option).unwrap();
                let (had, has) = (before.winner(Player::Left), after.winner(Player::Right));
                let found = review(&play, option.clone()).unwrap();
                let (could, can) = (had == Some(Player::Left), has == Some(Player::Left));
                let wanted = match (could, had.is_none(), can) {
                    (true, _, true) => MoveVerdict::KeepsWin,
                    (true, _, false) => MoveVerdict::LosesWin,
                    (false, true, _) if has.is_none() => MoveVerdict::KeepsDraw,
                    (false, true, _) => MoveVerdict::LosesDraw,
                    (false, false, _) => MoveVerdict::NothingToLose,
                };
                assert_eq!(found.verdict, wanted, "{} {option}", entry.name);
                let rating = rated.options.iter().find(|one| one.option == found.option);
                let result = match has {
                    Some(Player::Left) => MoveResult::Win,
                    Some(Player::Right) => MoveResult::Loss,
                    None => MoveResult::Draw,
                };
                assert!(rating.is_none_or(|one| one.result == result), "{} {option}", entry.name);
                // The opponent's threats and our answers win, too.
                for threat in &found.threats {
                    let to = play.game().position(&threat.position).unwrap();
                    let winner = oracle.outcome(&to).unwrap().winner(Player::Left);
                    assert_eq!(winner, Some(Player::Right), "{} {option} {to}", entry.name);
                }
                for answer in &found.answers {
                    let to = play.game().position(&answer.answer.position).unwrap();
                    let winner = oracle.outcome(&to).unwrap().winner(Player::Right);
                    assert_eq!(winner, Some(Player::Left), "{} {option} {to}", entry.name);
                }
                judged += 1;
            }
        }
        assert!(judged > 150, "{judged}");
    }

    /// Nim-values of parts, by the definition of each part alone, and the nim-sum of the whole.
    #[test]
    fn parts_have_their_nim_values_and_columns() {
        for (game, from, to) in [
            ("kayles", "12", "5,5"),
            ("subtraction:1,3,4", "6,9", "6,5"),
            ("nim + kayles", "3;9", "3;3,4"),
        ] {
            let found = reviewed(game, from, to);
            let read = Game::parse(game).unwrap();
            let whole = read.position(to).unwrap();
            let mut oracle = Oracle::new(read.finite().unwrap(), Limits::default());
            let value = oracle.nim_value(&whole).unwrap().unwrap().0;
            let values = nim_values(&found.parts.unwrap()).unwrap();
            assert_eq!(values.iter().fold(0, |sum, one| sum ^ one), value, "{game} {to}");
            let bits = |columns: &[bouton_ask::Column]| -> u64 {
                columns.iter().map(|column| (column.parity as u64) << column.bit).sum()
            };
            assert_eq!(bits(&found.columns.unwrap()), value, "{game} {to}");
        }
        let twins = reviewed("kayles", "12", "5,5");
        assert_eq!(
            twins.why[0],
            "it leaves 5 and 5: the nim-values are 4 and 4, and their nim-sum is 0"
        );
        assert!(twins.why[1].contains("equal"), "{:?}", twins.why);
        assert_eq!(twins.verdict, MoveVerdict::KeepsWin);
    }

    /// Two columns of Domineering of height 2 are worth 1 each: each is one move of Left's.
    #[test]
    fn the_regions_of_a_board_are_parts() {
        let found = reviewed("domineering", "...|...", ".#.|.#.");
        let parts = found.parts.unwrap();
        assert_eq!(parts.iter().map(|part| part.value.as_str()).collect::<Vec<_>>(), ["1", "1"]);
        assert_eq!(found.columns, None);
    }

    /// Where no nim-value decides, the answers to the opponent's moves are the reason.
    #[test]
    fn games_without_parts_have_answers() {
        for (game, from) in [("chomp", "3,3"), ("chomp", "4,4,4"), ("ending-partizan:2,3", "17")] {
            let play = play(game, from);
            let winning = play.solve().unwrap().winning(Player::Left).to_vec();
            assert!(!winning.is_empty(), "{game} {from}");
            let found = review(&play, winning[0].clone()).unwrap();
            assert_eq!(found.verdict, MoveVerdict::KeepsWin);
            assert!(!found.answers.is_empty() && !found.why.is_empty(), "{game}: {found:?}");
        }
    }

    #[test]
    fn an_illegal_move_is_not_reviewed() {
        let play = play("nim", "3,4");
        let to = play.game().position("3,5").unwrap();
        assert!(review(&play, to).is_err());
    }

    /// In misère play the last move loses; nim-values of parts would be wrong there, and are not shown.
    #[test]
    fn misere_play_has_no_parts() {
        let found = reviewed("nim/misere", "2,1", "1,1");
        assert_eq!((found.verdict, found.parts), (MoveVerdict::LosesWin, None));
        let last = reviewed("nim/misere", "1", "0");
        assert_eq!(
            (last.verdict, last.threat.as_str()),
            (MoveVerdict::NothingToLose, "The game is over.")
        );
    }
}
