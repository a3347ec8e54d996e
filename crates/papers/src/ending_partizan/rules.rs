//! Proposition 2 and the EO rule: the rules that are played, against the definition (C4, C5).

use bouton_lab::rules::{Game, Limits, Position, Refusal, Ruleset};
use bouton_lab::values::Outcome::{self, L, N, P, R};
use bouton_lab::values::Player;

use super::sets::Set;
use super::settled;
use super::strip::{self, LETTERS, by_oracle, even_odd, even_odd_strip, outcome};
use crate::finding::{Counterexample, Finding, Known, Statement};
use crate::frame::Frame;

/// Proposition 2 as a value: the label of a stuck position and the letter of any other.
#[derive(Clone, Copy)]
pub(super) struct Proposition2 {
    /// From whether a stuck Left wins, and a stuck Right.
    pub(super) terminal: fn(bool, bool) -> Outcome,
    /// From the letters that occur among the options; `None` if no case applies.
    pub(super) other: fn(&[Outcome]) -> Option<Outcome>,
}

/// As restored.
pub(super) const PROPOSITION_2: Proposition2 =
    Proposition2 { terminal: printed_label, other: printed_rule };

fn printed_label(left_wins: bool, right_wins: bool) -> Outcome {
    match (left_wins, right_wins) {
        (true, false) => L,
        (false, true) => R,
        (true, true) => N,
        (false, false) => P,
    }
}

fn printed_rule(options: &[Outcome]) -> Option<Outcome> {
    let has = |letter: Outcome| options.contains(&letter);
    let only = |allowed: [Outcome; 2]| options.iter().all(|letter| allowed.contains(letter));
    let cases = [
        (has(P) || (has(L) && has(R)), N),
        (options.iter().all(|letter| *letter == N), P),
        (has(L) && only([L, N]), L),
        (has(R) && only([R, N]), R),
    ];
    let mut holding = cases.iter().filter(|(holds, _)| *holds);
    match (holding.next(), holding.next()) {
        (Some((_, letter)), None) => Some(*letter),
        _ => None,
    }
}

/// C4: Proposition 2, the outcome of a position from those of its options.
///
/// Only which letters occur among the options matters, and there are 15 possibilities; with the 4
/// endings of a stuck position that is the whole proposition. Whole sequences are compared with the
/// oracle besides.
pub(super) fn proposition_2(rule: &Proposition2, frame: &Frame) -> Result<Finding, Refusal> {
    let mut wrong = None;
    for (left, right) in [(true, false), (false, true), (true, true), (false, false)] {
        // A stuck player moves first and gets the ending.
        let right_label = outcome(left, right);
        let label = (rule.terminal)(left, right);
        if label != right_label && wrong.is_none() {
            let what = format!(
                "a position where a stuck Left wins: {left}, a stuck Right wins: {right}, is \
                 {right_label}, not {label}"
            );
            wrong =
                Some(Counterexample::new(what, Vec::<String>::new(), "the first of four endings"));
        }
    }
    for chosen in 1..16_usize {
        let options: Vec<Outcome> = LETTERS
            .iter()
            .enumerate()
            .filter(|(i, _)| chosen >> i & 1 == 1)
            .map(|(_, letter)| *letter)
            .collect();
        let letter = strip::of_options(options.iter().copied());
        if (rule.other)(&options) != Some(letter) && wrong.is_none() {
            wrong = Some(options_wrong(&options, letter, (rule.other)(&options)));
        }
    }
    let (compared, heap) = rule_against_oracle(frame.pick(6, 9), &frame.limits)?;
    wrong = wrong.or(heap);
    let known = Known::exhausted(
        19,
        "a mover wins who can leave what the other, moving first, loses; so only the letters that \
         occur among the options matter, and all 15 sets of letters and all 4 endings were worked \
         out",
    );
    let enumerated = format!(
        "4 endings, 15 sets of letters, and {compared} games within {{2..{}}} (all labels where \
         min S = 2, even-odd elsewhere) against the oracle to heap 30",
        frame.pick(6, 9)
    );
    Ok(Finding::decided(wrong, known, 19 + compared, enumerated))
}

fn options_wrong(options: &[Outcome], letter: Outcome, said: Option<Outcome>) -> Counterexample {
    let list: Vec<String> = options.iter().map(ToString::to_string).collect();
    let said =
        said.map_or("no single case applies".to_owned(), |said| format!("the rule says {said}"));
    let what = format!("with options {} a position is {letter}, but {said}", list.join(", "));
    let steps = Player::BOTH.map(|mover| {
        let good = options.iter().find(|option| !option.is_win_for(mover.opponent()));
        match good {
            Some(option) => format!(
                "{mover:?}, moving first, leaves an {option}, which {:?}, moving, loses",
                mover.opponent()
            ),
            None => format!(
                "{mover:?}, moving first, finds no option that {:?}, moving, loses",
                mover.opponent()
            ),
        }
    });
    Counterexample::new(what, steps, "fewest letters first, in the order L, R, N, P of the bits")
}

/// All sets within {2..max}, with all labels where the minimum is small: the strips are the
/// oracle's.
fn rule_against_oracle(
    max: u32,
    limits: &Limits,
) -> Result<(u128, Option<Counterexample>), Refusal> {
    let mut games = 0;
    for set in Set::within(2, max) {
        limits.progress(set.bits(), 2 << max)?;
        let words: Vec<Vec<Outcome>> = match set.min() {
            2 => strip::words(2).collect(),
            _ => vec![even_odd(set)],
        };
        for labels in words {
            games += 1;
            let name = strip::name(set, &labels);
            let strip = strip::strip(set, &labels, limits)?;
            let oracle = by_oracle(&name, 30, limits)?;
            if let Some(heap) = (0..oracle.len()).find(|heap| strip.at(*heap) != oracle[*heap]) {
                let what = format!("{name} at {heap}: {} against {}", strip.at(heap), oracle[heap]);
                return Ok((
                    games,
                    Some(Counterexample::new(
                        what,
                        strip::story(set, &strip, &[heap]),
                        "the first set",
                    )),
                ));
            }
        }
    }
    Ok((games, None))
}

/// Which heaps the stuck players win.
#[derive(Clone, Copy, Debug)]
pub(super) struct EndingRule {
    /// Left wins where this is what is left modulo 2.
    pub(super) left_wins_at: u64,
}

/// EO: even for Left.
pub(super) const EVEN_ODD: EndingRule = EndingRule { left_wins_at: 0 };

/// C5: the definition of EO-Subtraction Nim.
///
/// The rules that the program plays are compared with the definition, option by option and ending
/// by ending; their outcomes by the oracle with the strips that the other checkers use.
pub(super) fn definition_5(rule: EndingRule, frame: &Frame) -> Result<Finding, Refusal> {
    let max = frame.pick(8, 12);
    let (mut cases, mut wrong) = (0_u128, None);
    for set in Set::within(2, max) {
        frame.limits.progress(set.bits(), 2 << max)?;
        let game = Game::parse(&format!("ending-partizan:{}", set.list()))?;
        let Some(rules) = game.finite() else { continue };
        for heap in 0..=20_u64 {
            cases += 1;
            let position = Position::Tuple(vec![heap]);
            let winner = if heap % 2 == rule.left_wins_at { Player::Left } else { Player::Right };
            let mut wanted: Vec<u64> =
                set.elements().filter_map(|s| heap.checked_sub(s.into())).collect();
            wanted.sort_unstable();
            for mover in Player::BOTH {
                let mut options: Vec<u64> = rules
                    .options(&position, mover)
                    .iter()
                    .filter_map(|option| option.tuple().and_then(|tuple| tuple.first().copied()))
                    .collect();
                options.sort_unstable();
                let same_end = !wanted.is_empty() || rules.ending(&position, mover) == winner;
                if (options != wanted || !same_end) && wrong.is_none() {
                    let what =
                        format!("S = {set}, {heap} tokens, {mover:?} to move: the rules differ");
                    let steps = [format!(
                        "what is left is {heap} mod 2 = {}; {:?} wins by the rules",
                        heap % 2,
                        rules.ending(&position, mover)
                    )];
                    wrong = Some(Counterexample::new(
                        what,
                        steps,
                        "the first set, by its bits, and its first heap",
                    ));
                }
            }
        }
    }
    let (compared, heap) = rule_against_oracle(max.min(8), &frame.limits)?;
    wrong = wrong.or(heap);
    let known =
        Known::argument("a definition; two implementations agree wherever they were compared");
    let enumerated =
        format!("all S within {{2..{max}}}, heaps to 20, and {compared} strips against the oracle");
    Ok(Finding::decided(wrong, known, cases + compared, enumerated)
        .statement(why_at_least_2(&frame.limits)?))
}

/// With 1 in S the only stuck heap is 0, so Left wins everything: hence the condition s ≥ 2.
fn why_at_least_2(limits: &Limits) -> Result<Statement, Refusal> {
    let all_left = Set::within(1, 8)
        .filter(|set| set.contains(1))
        .map(|set| {
            even_odd_strip(set, limits).map(|strip| strip.preperiod == 0 && strip.ends_in(L))
        })
        .collect::<Result<Vec<bool>, Refusal>>()?;
    Ok(settled(
        all_left.iter().all(|is_left| *is_left),
        "Why s ≥ 2: if 1 is in S, every heap is L, as the only heap where one is stuck is 0.",
        "If 1 is in S, not every heap is L.",
        Known::argument(
            "all options of a heap are L by induction; all S within {1..8} with 1 were worked out",
        ),
    ))
}
