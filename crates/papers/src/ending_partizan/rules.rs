//! Proposition 2 and the EO rule: the rules that are played, against the definition (C4, C5).

use bouton_lab::rules::{Game, Position, Ruleset};
use bouton_lab::values::Outcome::{self, L, N, P, R};
use bouton_lab::values::Player;

use super::quintuple::only_case;
use super::sets::Set;
use super::strip::{
    FIRST_SET, LETTERS, Strip, by_oracle, choices, each_of, even_odd, labellings, of_options,
    outcome,
};
use crate::frame::{Frame, Result, Tried};
use crate::judge::{listed, sorted};
use crate::words::{settled, words};

/// Proposition 2 as a value: the label of a stuck position and the letter of any other.
#[derive(Clone, Copy)]
pub(super) struct Proposition2 {
    /// From whether a stuck Left wins, and a stuck Right.
    pub(super) terminal: fn(bool, bool) -> Outcome,
    /// From the letters that occur among the options; `None` if no case applies.
    pub(super) other: fn(&[Outcome]) -> Option<Outcome>,
}

/// As restored.
pub(super) const PROPOSITION_2: Proposition2 = Proposition2 {
    terminal: |left_wins, right_wins| match (left_wins, right_wins) {
        (true, false) => L,
        (false, true) => R,
        (true, true) => N,
        (false, false) => P,
    },
    other: printed_rule,
};

fn printed_rule(options: &[Outcome]) -> Option<Outcome> {
    let has = |letter: Outcome| options.contains(&letter);
    let only = |allowed: [Outcome; 2]| options.iter().all(|letter| allowed.contains(letter));
    only_case([
        (has(P) || (has(L) && has(R)), N),
        (options.iter().all(|letter| *letter == N), P),
        (has(L) && only([L, N]), L),
        (has(R) && only([R, N]), R),
    ])
}

/// C4. Only which letters occur among the options matters, and there are 15 possibilities; with the 4 endings of a stuck
/// position that is the whole proposition. Whole sequences are compared with the oracle besides.
pub(super) fn proposition_2(rule: &Proposition2, frame: &Frame) -> Result {
    let max = frame.pick(6, 9);
    let endings = [(true, false), (false, true), (true, true), (false, false)];
    let endings =
        frame.forall("the first of four endings", endings).survey(|tried, (left, right)| {
            // A stuck player moves first and gets the ending.
            let (label, said) = (outcome(left, right), (rule.terminal)(left, right));
            tried.expect(said == label, || words("C4.ending", &[&left, &right, &label, &said]));
        })?;
    let letters = frame.forall(words("C4.order", &[]), choices(&LETTERS).skip(1)).survey(
        |tried, options| {
            let (letter, said) = (of_options(options.iter().copied()), (rule.other)(&options));
            tried.expect(said == Some(letter), || options_wrong(&options, letter, said));
        },
    )?;
    let games = rule_against_oracle(max, frame)?;
    let count = games.cases;
    Ok(endings.and(letters).and(games).argued("C4", &[&count, &max]))
}

fn options_wrong(options: &[Outcome], letter: Outcome, said: Option<Outcome>) -> String {
    let said =
        said.map_or("no single case applies".to_owned(), |said| format!("the rule says {said}"));
    let [left, right] = Player::BOTH.map(|mover| {
        let opponent = format!("{:?}", mover.opponent());
        match options.iter().find(|option| !option.is_win_for(mover.opponent())) {
            Some(option) => words("C4.leaves", &[&format!("{mover:?}"), option, &opponent]),
            None => words("C4.finds", &[&format!("{mover:?}"), &opponent]),
        }
    });
    words("C4.options", &[&listed(options, ", "), &letter, &said, &left, &right])
}

/// All sets within {2..max}, with all labels where the minimum is small: the strips are the oracle's.
fn rule_against_oracle(max: u32, frame: &Frame) -> Result<Tried> {
    let games = Set::within(2, max).flat_map(|set| {
        let is_small = set.min() == 2;
        let words = if is_small { labellings(2).collect() } else { vec![even_odd(set.min())] };
        words.into_iter().map(move |labels| (set, labels))
    });
    frame.forall("the first set", games).claim(|tried, (set, labels)| {
        let strip = Strip::new(set, &labels, &frame.limits)?;
        let name = strip.name();
        for (heap, letter) in by_oracle(&name, 30, &frame.limits)?.into_iter().enumerate() {
            tried.expect(strip.at(heap) == letter, || {
                let what = format!("{name} at {heap}: {} against {letter}", strip.at(heap));
                (what, strip.story(&[heap]))
            });
        }
        Ok(())
    })
}

/// C5. The rules that the program plays are compared with the definition, in which Left wins where what is left is
/// `left_wins_at` modulo 2, and their outcomes by the oracle with the strips that the other checkers use.
pub(super) fn definition_5(left_wins_at: u64, frame: &Frame) -> Result {
    let max = frame.pick(8, 12);
    let sets = frame.forall(words("C5.order", &[]), Set::within(2, max)).survey(|tried, set| {
        let game = Game::parse(&format!("ending-partizan:{}", set.list()))?;
        let Some(rules) = game.finite() else { return Ok(()) };
        tried.count(21);
        for (heap, mover) in (0..=20_u64).flat_map(|heap| Player::BOTH.map(|mover| (heap, mover))) {
            let position = Position::Tuple(vec![heap]);
            let winner = if heap % 2 == left_wins_at { Player::Left } else { Player::Right };
            let wanted = set.elements().filter_map(|s| heap.checked_sub(s.into()));
            let options = rules.options(&position, mover);
            let options = options.iter().filter_map(|option| option.tuple()?.first().copied());
            let [wanted, options] = [sorted(wanted), sorted(options)];
            let ending = rules.ending(&position, mover);
            let same_end = !wanted.is_empty() || ending == winner;
            tried.expect(options == wanted && same_end, || {
                let [mover, winner] = [mover, ending].map(|player| format!("{player:?}"));
                words("C5.differ", &[&set, &heap, &mover, &(heap % 2), &winner])
            });
        }
        Ok(())
    })?;
    let strips = rule_against_oracle(8, frame)?;
    let count = strips.cases;
    let finding = sets.and(strips).argued("C5", &[&max, &count]);
    // With 1 in S the only stuck heap is 0, so Left wins everything: hence the condition s ≥ 2.
    let with_1 = Set::within(1, 8).filter(|set| set.contains(1));
    let all_left = each_of(FIRST_SET, with_1, frame, |tried, strip| {
        tried.expect(strip.preperiod == 0 && strip.ends_in(L), || strip.of_set());
    })?;
    Ok(finding.statement(settled(all_left.holds(), "C5.least", &[])))
}
