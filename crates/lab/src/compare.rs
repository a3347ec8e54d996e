//! Compares two games position by position: are they equal, and where do they first differ?
//!
//! Positions are tuples of n numbers, all at most `to`. For one number the terms of both games are compared; where both
//! have a period that is proved, the bound grows until it covers both preperiods and a common multiple of the periods,
//! and equal terms up to there are equal for ever. For more numbers tables are compared, one for each choice of all
//! numbers but two; where they agree, a theorem about one game may be proved to be one about the other, too.

use std::ops::Range;

use bouton_ask as ask;
use bouton_ask::Of;
use bouton_engines::{
    Ask, Entries, Finding, Periodicity, Quantity, Saltus, Sequence, Standing, Table, TableShape,
    Terms,
};
use bouton_rules::{Coordinates, FiniteGame, Game, Limits, Refusal, Spec};
use bouton_values::{Nimber, Outcome, Player, counted, to_index};

use crate::answer::{Answer, answer};
use crate::prove::same_for_all;
use crate::question::{Question, ask_for_values};
use crate::questions::{Answerable, Desk};
use crate::render::grid::{AsGrid, Grid};
use crate::render::style::{FAINT, GOOD, STRONG, paint};
use crate::render::{AsText, Sheet, outcomes};
use crate::rules_file::ReadError;
use crate::show::numbers_of;
use crate::views;

/// The most positions that are compared.
const MOST_POSITIONS: u128 = 20_000_000;

/// The numbers of a position if neither the games nor the question say how many.
const USUAL_HEAPS: usize = 3;

/// The most heaps that are compared: with the bound 0 there is one position, however many heaps it has.
const MOST_HEAPS: usize = 64;

/// The most terms that are computed to prove that two periods agree.
const LONGEST_PROOF: u64 = 1_000_000;

/// Compares two games.
fn compare(
    game: &Game,
    with: &Game,
    asked: &ask::Compare,
    limits: &Limits,
) -> Result<ask::CompareView, Refusal> {
    let numbers = numbers(game, with, asked)?;
    let to = asked.to.unwrap_or(usual_bound(numbers));
    let positions = u128::from(to.saturating_add(1)).saturating_pow(numbers as u32);
    limits.check_memory("the list of positions", positions.saturating_mul(32))?;
    if positions > MOST_POSITIONS {
        return Err(Refusal::bad(
            format!("{positions} positions are too many to compare; the limit is {MOST_POSITIONS}"),
            "choose a smaller bound, or fewer heaps",
        ));
    }
    let pair = Pair { games: [game, with], of: asked.of, limits };
    match numbers {
        1 => pair.terms(to),
        _ => pair.tables(numbers, to),
    }
}

/// The default bound, which takes a moment.
fn usual_bound(numbers: usize) -> u64 {
    match numbers {
        1 => 1000,
        2 => 60,
        3 => 15,
        _ => 6,
    }
}

/// The numbers of a position: as the games' rules say, or as asked for.
fn numbers(game: &Game, with: &Game, asked: &ask::Compare) -> Result<usize, Refusal> {
    let wrong = |problem: String| {
        Err(Refusal::bad(problem, "compare games with the same kind of positions"))
    };
    for one in [game, with] {
        if one.finite().is_none_or(|finite| finite.spec.tuple_rules().is_none()) {
            return wrong(format!("positions of {} are not lists of numbers", one.title()));
        }
    }
    let named = [game, with].map(|one| numbers_of(one).or_else(|| has_one_heap(one).then_some(1)));
    match (named, asked.heaps) {
        ([Some(one), Some(other)], _) if one != other => wrong(format!(
            "positions of the first game have {}, those of the second {other}",
            counted(one, "number")
        )),
        ([Some(named), _] | [_, Some(named)], Some(heaps)) if named != heaps => wrong(format!(
            "positions have {}, and {heaps} were asked for",
            counted(named, "number")
        )),
        ([Some(named), _] | [_, Some(named)], _) => Ok(named),
        (_, Some(0)) => wrong("a position needs a number".to_owned()),
        (_, Some(heaps)) if heaps > MOST_HEAPS => {
            wrong(format!("{heaps} heaps are too many to compare; the limit is {MOST_HEAPS}"))
        }
        (_, Some(heaps)) => Ok(heaps),
        _ => Ok(USUAL_HEAPS),
    }
}

/// Is a position a single heap, so that no position of several is legal?
fn has_one_heap(game: &Game) -> bool {
    let rules = game.finite().and_then(|finite| finite.spec.tuple_rules());
    rules.is_some_and(|rules| matches!(rules.coordinates(), Coordinates::Heaps { most: 1, .. }))
}

/// Two games, and what is compared.
struct Pair<'a> {
    games: [&'a Game; 2],
    of: Of,
    limits: &'a Limits,
}

/// The results of both games for a list of positions; `None` for an illegal one.
type Columns = [Vec<Option<String>>; 2];

impl Pair<'_> {
    fn ask(&self, game: &Game, ask: Ask) -> Result<Answer, Refusal> {
        answer(&Question { limits: self.limits.clone(), ..Question::new(game.clone(), ask) })
    }

    fn quantity(&self) -> Result<Quantity, Refusal> {
        match self.of {
            Of::Outcome | Of::Losing => Ok(Quantity::Outcome),
            Of::NimValue => Ok(Quantity::NimValue),
            Of::Value => Err(Refusal::bad(
                "values are compared for positions of one number only",
                "compare nim-values or outcomes, or ask for one heap",
            )),
        }
    }

    /// Positions of one number.
    fn terms(&self, to: u64) -> Result<ask::CompareView, Refusal> {
        let found = self.sequences(to)?;
        let periods = found.each_ref().map(|one| one.1.period.as_ref());
        match covering(periods) {
            Some(enough) if enough > to && enough <= LONGEST_PROOF => {
                let found = self.sequences(enough)?;
                self.judge_terms(&found, enough, Some(enough))
            }
            covering => self.judge_terms(&found, to, covering),
        }
    }

    fn sequences(&self, to: u64) -> Result<[(Answer, Sequence); 2], Refusal> {
        let one = |game: &Game| {
            let ask = match self.of {
                Of::Value => ask_for_values(game, to, None),
                _ => Ask::Sequence { of: self.quantity()?, to, row: None },
            };
            let found = self.ask(game, ask)?;
            match found.sequence().cloned() {
                Some(Sequence { stopped: Some(refusal), .. }) => Err(refusal),
                // Long values are abbreviated by names that mean something else in another list.
                Some(Sequence { terms: Terms::Values(texts), .. })
                    if !texts.definitions.is_empty() =>
                {
                    let problem =
                        format!("some values of {} are too long to compare", game.title());
                    Err(Refusal::bad(problem, "choose a smaller bound, or compare outcomes"))
                }
                Some(sequence) => Ok((found, sequence)),
                None => Err(Refusal::bug(format!("{} has no terms", game.title()))),
            }
        };
        Ok([one(self.games[0])?, one(self.games[1])?])
    }

    fn judge_terms(
        &self,
        found: &[(Answer, Sequence); 2],
        to: u64,
        covering: Option<u64>,
    ) -> Result<ask::CompareView, Refusal> {
        let columns = found.each_ref().map(|(_, sequence)| texts(sequence, self.of));
        let covered = covering.filter(|enough| *enough <= to);
        let reason = match covered {
            Some(_) => {
                "both periods are proved, and the terms agree up to a common multiple of them"
            }
            None => "no common period is proved, so nothing is claimed beyond the bound",
        };
        let numbered = (0..=to).map(|number| vec![number]).collect::<Vec<_>>();
        let answers = [&found[0].0, &found[1].0];
        self.verdict(answers, &numbered, &columns, to, covered.map(|_| reason), reason)
    }

    /// Positions of several numbers.
    fn tables(&self, numbers: usize, to: u64) -> Result<ask::CompareView, Refusal> {
        let entries = Entries::Of(self.quantity()?);
        let mut positions: Vec<Vec<u64>> = Vec::new();
        let mut columns: Columns = Default::default();
        let mut answers: [Option<Answer>; 2] = [None, None];
        let all = tuples(numbers - 2, &(0..to + 1));
        let sums = [self.heaps(self.games[0], to)?, self.heaps(self.games[1], to)?];
        for (done, fixed) in all.iter().enumerate() {
            self.limits.progress(done as u64, all.len() as u64)?;
            for (index, game) in self.games.into_iter().enumerate() {
                if let Some((found, values)) = &sums[index] {
                    let ends = tuples(2, &(0..to + 1)).into_iter();
                    let tuples = ends.map(|end| [&fixed[..], &end].concat());
                    columns[index].extend(tuples.map(|tuple| self.sum(game, values, &tuple)));
                    answers[index].get_or_insert_with(|| found.clone());
                    continue;
                }
                let shape =
                    TableShape { entries, fixed: fixed.clone(), rows: to + 1, columns: to + 1 };
                let found = self.ask(game, Ask::Table(shape))?;
                let Finding::Table(table) = &found.finding else {
                    return Err(Refusal::bug(format!("{} has no table", game.title())));
                };
                columns[index].extend(cells(table, self.of));
                answers[index].get_or_insert(found);
            }
            let ends = tuples(2, &(0..to + 1)).into_iter();
            positions.extend(ends.map(|end| [&fixed[..], &end].concat()));
        }
        let [Some(one), Some(other)] = &answers else {
            return Err(Refusal::bug("no table was compared"));
        };
        let outcomes = matches!(self.of, Of::Outcome | Of::Losing);
        let same = outcomes && columns[0] == columns[1];
        let for_ever = (same && same_for_all(self.games, numbers, self.limits)?)
            .then_some("one automaton is proved to be the set of lost positions of both games");
        let reason = "all positions up to the bound were compared; nothing is claimed beyond it";
        self.verdict([one, other], &positions, &columns, to, for_ever, reason)
    }

    /// The nim-values of single heaps, where a position is a sum of its heaps: by the theorem of Sprague and Grundy the
    /// sum has the nim-sum of their nim-values, and a table of all positions is not needed.
    fn heaps(&self, game: &Game, to: u64) -> Result<Option<(Answer, Vec<u64>)>, Refusal> {
        let is_sum =
            |game: &FiniteGame| matches!(game.spec, Spec::Heap(_)) && game.has_nim_values();
        if !game.finite().is_some_and(is_sum) {
            return Ok(None);
        }
        let ask = Ask::Sequence { of: Quantity::NimValue, to, row: None };
        let found = self.ask(game, ask)?;
        match found.sequence().map(|sequence| &sequence.terms) {
            Some(Terms::NimValues(values)) if values.len() as u64 > to => {
                let values = values.clone();
                Ok(Some((found, values)))
            }
            _ => Ok(None),
        }
    }

    /// The nim-value of a sum of heaps, or who wins it; `None` if it is not legal.
    fn sum(&self, game: &Game, values: &[u64], heaps: &[u64]) -> Option<String> {
        game.finite()?.spec.tuple(heaps.to_vec()).ok()?;
        let value = heaps.iter().fold(0, |sum, heap| sum ^ values[to_index(*heap)]);
        let outcome = if value == 0 { Outcome::P } else { Outcome::N };
        Some(match self.of {
            Of::NimValue | Of::Value => value.to_string(),
            Of::Outcome | Of::Losing => letter(outcome, self.of),
        })
    }

    /// The view of a comparison. `for_ever` says why equal positions mean equal games.
    fn verdict(
        &self,
        answers: [&Answer; 2],
        positions: &[Vec<u64>],
        columns: &Columns,
        to: u64,
        for_ever: Option<&str>,
        reason: &str,
    ) -> Result<ask::CompareView, Refusal> {
        let numbers = positions.first().map_or(0, Vec::len);
        let is_legal = |place: &usize| columns.iter().any(|column| column[*place].is_some());
        let legal = (0..positions.len()).filter(is_legal).count();
        if legal == 0 {
            let numbers = counted(numbers, "number");
            return Err(Refusal::bad(
                format!("no position of {numbers} up to {to} is legal in either game"),
                "compare positions of another number of heaps with --heaps N, or a larger bound with --to N",
            ));
        }
        let differ = (0..positions.len()).filter(|place| columns[0][*place] != columns[1][*place]);
        let least = |place: &usize| (positions[*place].iter().sum::<u64>(), &positions[*place]);
        let first = differ.min_by_key(least);
        let difference = first.map(|index| ask::Difference {
            position: ask::Position::Numbers(positions[index].clone()),
            game: columns[0][index].clone(),
            with: columns[1][index].clone(),
        });
        let (standing, reason) = match (&difference, for_ever) {
            (Some(_), _) => (Standing::Proved, "one position where they differ is enough"),
            (None, Some(reason)) => (Standing::Proved, reason),
            (None, None) => (Standing::ComputedTo(to), reason),
        };
        Ok(ask::CompareView {
            game: self.games[0].text().to_owned(),
            title: views::title(self.games[0]),
            with: self.games[1].text().to_owned(),
            with_title: views::title(self.games[1]),
            of: self.of,
            same: difference.is_none(),
            standing: standing.to_string(),
            numbers,
            positions: legal as u64,
            first_difference: difference,
            reasons: vec![reason.to_owned()],
            game_known: views::known(answers[0]),
            with_known: views::known(answers[1]),
        })
    }
}

/// The last index up to which terms with these periods have to agree to agree for ever: both preperiods, and a common
/// multiple of the periods after them.
fn covering(periods: [Option<&Periodicity>; 2]) -> Option<u64> {
    let [Some(one), Some(other)] = periods else { return None };
    let repeats = |period: &Periodicity| {
        period.standing == Standing::Proved && period.saltus == Saltus::ZERO && period.period > 0
    };
    if !repeats(one) || !repeats(other) {
        return None;
    }
    let common = one.period.checked_mul(other.period / gcd(one.period, other.period))?;
    one.preperiod.max(other.preperiod).checked_add(common)
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// All tuples of this many numbers of a range, in lexicographic order.
pub(crate) fn tuples(numbers: usize, range: &Range<u64>) -> Vec<Vec<u64>> {
    let longer = |tuples: Vec<Vec<u64>>| {
        let ends = |tuple: Vec<u64>| range.clone().map(move |end| [&tuple[..], &[end]].concat());
        tuples.into_iter().flat_map(ends).collect()
    };
    (0..numbers).fold(vec![Vec::new()], |tuples, _| longer(tuples))
}

/// The terms as texts.
fn texts(sequence: &Sequence, of: Of) -> Vec<Option<String>> {
    match &sequence.terms {
        Terms::NimValues(values) if of == Of::Value => {
            values.iter().map(|value| Some(Nimber(*value).to_string())).collect()
        }
        Terms::NimValues(values) => values.iter().map(|value| Some(value.to_string())).collect(),
        Terms::Values(texts) => texts.games.iter().cloned().map(Some).collect(),
        Terms::Outcomes(_) | Terms::Losing(_) => {
            let letters = outcomes(sequence).unwrap_or_default();
            letters.iter().map(|outcome| Some(letter(*outcome, of))).collect()
        }
    }
}

/// The cells as texts, row by row.
fn cells(table: &Table, of: Of) -> Vec<Option<String>> {
    match table {
        Table::Numbers(rows) => {
            rows.iter().flatten().map(|cell| cell.map(|number| number.to_string())).collect()
        }
        Table::Outcomes(rows) => {
            rows.iter().flatten().map(|cell| cell.map(|outcome| letter(outcome, of))).collect()
        }
    }
}

/// The outcome as text; if only losing positions count, whether it is one. Unlike the letter D it says in words which
/// player draws when which one begins.
fn letter(outcome: Outcome, of: Of) -> String {
    match (of, outcome) {
        (Of::Losing, Outcome::P) => "lost".to_owned(),
        (Of::Losing, _) => "not lost".to_owned(),
        _ if outcome.has_draw() => {
            let [left, right] = Player::BOTH.map(|first| outcome.winner_letter(first));
            format!("{left} if Left begins, {right} if Right begins")
        }
        _ => outcome.to_string(),
    }
}

impl Answerable for ask::Compare {
    fn answer(&self, desk: &Desk) -> Result<ask::CompareView, ReadError> {
        let [game, with] = [&self.game, &self.with].map(|text| desk.game(text, false));
        Ok(compare(&game?, &with?, self, &desk.limits)?)
    }
}

impl AsText for ask::CompareView {
    fn text(&self, _: bool) -> String {
        let names = [(&self.title, &self.game), (&self.with_title, &self.with)]
            .map(|(title, game)| title.as_ref().unwrap_or(game));
        let of = match self.of {
            Of::Outcome => "outcomes",
            Of::NimValue => "nim-values",
            Of::Value => "values",
            Of::Losing => "P-positions",
        };
        let verdict = match self.same {
            true => format!("{} {of}", paint(GOOD, "the same")),
            false => format!("{} {of}", paint(STRONG, "different")),
        };
        let [game, with] = names.map(|name| paint(STRONG, name));
        let mut sheet = Sheet::new(format!("{game}  and  {with}"));
        let positions = counted(self.positions, "position");
        let compared = format!("in {positions} of {}", counted(self.numbers, "number"));
        sheet.line(format!("  {verdict} {}", paint(FAINT, compared)));
        sheet.blank();
        if let Some(one) = &self.first_difference {
            let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
            let says = |game: &str, says: &Option<String>| {
                format!("{game:<width$}  {}", says.as_deref().unwrap_or("not a legal position"))
            };
            sheet.part("first", [paint(STRONG, &one.position)]);
            sheet.part("", [says(names[0], &one.game), says(names[1], &one.with)]);
            sheet.blank();
        }
        sheet.part("why", self.reasons.clone());
        let engines = [&self.game_known.engine, &self.with_known.engine];
        let by = match engines[0] == engines[1] {
            true => format!("the engine {}", engines[0]),
            false => format!("the engines {} and {}", engines[0], engines[1]),
        };
        sheet.part("known", [format!("{} by {by}", paint(STRONG, &self.standing))]);
        sheet.text()
    }
}

impl AsGrid for ask::CompareView {
    fn grid(&self) -> Grid<'_> {
        let first = self.first_difference.as_ref();
        let rows = first
            .map(|one| vec![Some(one.position.to_string()), one.game.clone(), one.with.clone()]);
        Grid {
            head: vec!["position".to_owned(), self.game.clone(), self.with.clone()],
            rows: Box::new(rows.into_iter()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compared(asked: &ask::Compare) -> ask::CompareView {
        let [game, with] = [&asked.game, &asked.with].map(|text| Game::parse(text).unwrap());
        compare(&game, &with, asked, &Limits::default()).unwrap()
    }

    #[test]
    fn periods_that_agree_prove_that_games_are_the_same() {
        let same = ask::Compare {
            heaps: Some(1),
            of: Of::NimValue,
            ..ask::Compare::new("kayles", "octal:0.77")
        };
        let found = compared(&same);
        assert!(found.same && found.standing == "proved", "{found:?}");
        assert!(found.positions >= 72 + 12, "{found:?}");
    }

    /// By hand: with 1, 3, 4 the heap 2 is lost; with 1, 4 the heaps 0 and 2 are lost, and 3 is won by leaving 2, but
    /// 5 is lost in the one with 1 and 4 and won in the other by leaving 2.
    #[test]
    fn the_first_difference_is_the_least() {
        let differ = ask::Compare {
            heaps: Some(1),
            ..ask::Compare::new("subtraction:1,3,4", "subtraction:1,4")
        };
        let found = compared(&differ);
        let difference = found.first_difference.unwrap();
        assert_eq!(difference.position.to_string(), "5");
        assert_eq!(
            (difference.game.as_deref(), difference.with.as_deref()),
            (Some("N"), Some("P"))
        );
        assert_eq!(found.standing, "proved");
    }

    /// Positions of these games are single heaps: of several heaps there is nothing to compare. By hand: with moves by
    /// 1 and 2 the heap 3 is lost, by 1 to 3 it is won.
    #[test]
    fn positions_that_are_not_legal_are_not_compared() {
        let takes = |most: u64| format!("game g; position n; move 1 <= k <= {most}: n' = n - k");
        for to in [None, Some(9)] {
            let asked = ask::Compare { to, ..ask::Compare::new(&takes(2), &takes(3)) };
            let found = compared(&asked);
            assert_eq!(found.first_difference.unwrap().position.to_string(), "3");
        }
        assert!(!compared(&ask::Compare::new("ending-partizan:2,3", "ending-partizan:1,4")).same);
        assert!(compared(&ask::Compare::new(&takes(2), "subtraction:1,2")).same);
        let several = ask::Compare { heaps: Some(2), ..ask::Compare::new(&takes(2), &takes(3)) };
        let two =
            |becomes: &str| format!("game g; heaps h; legal count h = 2; move one h: {becomes}");
        let none = ask::Compare::new(&two("h' < h"), &two("h' = h - 1"));
        let differ = ask::Compare { heaps: Some(2), ..none.clone() };
        assert_eq!(compared(&differ).first_difference.unwrap().position.to_string(), "0,2");
        for asked in [several, none] {
            let [game, with] = [&asked.game, &asked.with].map(|text| Game::parse(text).unwrap());
            assert!(compare(&game, &with, &asked, &Limits::default()).is_err(), "{asked:?}");
        }
        let counted =
            compared(&ask::Compare { to: Some(3), ..ask::Compare::new("antonim", "antonim") });
        // Three different numbers of 0 to 3, where only 0 may be there twice or three times: by hand.
        let legal = tuples(3, &(0..4))
            .into_iter()
            .filter(|tuple| (0..3).all(|i| (0..i).all(|j| tuple[i] == 0 || tuple[i] != tuple[j])));
        assert_eq!(counted.positions, legal.count() as u64);
    }

    /// The theorem about both games has no end of the numbers; where they may rise, the rules have one.
    #[test]
    fn games_that_may_rise_are_not_proved_to_be_the_same() {
        let text = |up: &str| {
            format!("game g; position n, m; move n' = n + {up}, m' = m - 1; move n' = n - 1")
        };
        for (up, standing) in [("0", "proved"), ("1", "computed to 9")] {
            let asked = ask::Compare { to: Some(9), ..ask::Compare::new(&text(up), &text(up)) };
            assert_eq!(compared(&asked).standing, standing, "{up}");
        }
    }

    /// The empty position is won by who is to move when the last move loses.
    #[test]
    fn games_of_several_heaps_are_compared_in_tables() {
        let differ =
            ask::Compare { heaps: Some(2), to: Some(5), ..ask::Compare::new("nim", "nim/misere") };
        let found = compared(&differ);
        assert_eq!(found.first_difference.unwrap().position.to_string(), "0,0");
        assert_eq!(found.positions, 36);
        // A theorem is found for Wythoff's game, none for Euclid's, which multiplies unknowns.
        for (game, standing) in [("wythoff", "proved"), ("euclid", "computed to 9")] {
            let same = ask::Compare { to: Some(9), ..ask::Compare::new(game, game) };
            let found = compared(&same);
            assert!(found.same && found.standing == standing, "{found:?}");
        }
        let same = ask::Compare {
            heaps: Some(3),
            to: Some(4),
            of: Of::NimValue,
            ..ask::Compare::new("nim", "moore:1")
        };
        assert!(compared(&same).same);
    }

    /// The nim-sum of heaps stands in for a table: the oracle knows both, position by position.
    #[test]
    fn sums_of_heaps_are_what_the_oracle_says() {
        for of in [Of::Outcome, Of::NimValue] {
            let game = Game::parse("kayles").unwrap();
            let pair = Pair { games: [&game, &game], of, limits: &Limits::default() };
            let (_, values) = pair.heaps(&game, 5).unwrap().unwrap();
            for heaps in tuples(3, &(0..6)) {
                let position =
                    game.position(&heaps.iter().map(u64::to_string).collect::<Vec<_>>().join(","));
                let question = Question {
                    engine: Some("oracle".to_owned()),
                    ..Question::solve(game.clone(), position.unwrap())
                };
                let found = answer(&question).unwrap();
                let found = found.solution().unwrap();
                let wanted = match of {
                    Of::NimValue => found.nim_value().unwrap().0.to_string(),
                    _ => found.outcome.to_string(),
                };
                assert_eq!(pair.sum(&game, &values, &heaps), Some(wanted), "{heaps:?}");
            }
        }
    }

    /// One game is the other with its two places exchanged. At 0 of the first, Left wins by moving to 1, where Right is
    /// stuck, and Right, beginning, moves to 1 and draws: Left moves back and forth with Right for ever.
    #[test]
    fn draws_from_one_start_are_told_apart() {
        let text = |right: &str| {
            format!(
                "game f; position a; legal a <= 1; left move a' = 1 - a; right move a' = {right}; loopy"
            )
        };
        let asked =
            ask::Compare { to: Some(1), ..ask::Compare::new(&text("a + 1"), &text("a - 1")) };
        let found = compared(&asked);
        assert!(!found.same, "{found:?}");
        let difference = found.first_difference.unwrap();
        assert_eq!(difference.position.to_string(), "0");
        assert_eq!(difference.game.as_deref(), Some("L if Left begins, D if Right begins"));
        assert_eq!(difference.with.as_deref(), Some("D if Left begins, L if Right begins"));
    }

    /// Equal names of long values in two lists say nothing about the values.
    #[test]
    fn values_with_names_are_not_compared() {
        let game = Game::parse("ending-partizan:3,5,8").unwrap();
        let found =
            answer(&Question::new(game.clone(), Ask::Values { to: 60, row: None })).unwrap();
        let Terms::Values(texts) = &found.sequence().unwrap().terms else { panic!("no values") };
        assert!(!texts.definitions.is_empty(), "no value is long enough to have a name");
        let asked = ask::Compare { of: Of::Value, heaps: Some(1), ..ask::Compare::new("a", "b") };
        for (to, is_compared) in [(60, false), (12, true)] {
            let asked = ask::Compare { to: Some(to), ..asked.clone() };
            let found = compare(&game, &game, &asked, &Limits::default());
            assert_eq!(found.is_ok(), is_compared, "to {to}");
        }
    }

    #[test]
    fn more_than_can_be_compared_is_refused() {
        let game = Game::parse("nim").unwrap();
        for (heaps, to) in
            [(0, 5), (usize::MAX, 0), (1 << 32, 0), (64, 1), (3, u64::MAX), (1, u64::MAX)]
        {
            let asked = ask::Compare {
                heaps: Some(heaps),
                to: Some(to),
                ..ask::Compare::new("nim", "nim")
            };
            let refused = compare(&game, &game, &asked, &Limits::default());
            assert!(refused.is_err(), "{heaps} heaps to {to}");
        }
    }

    #[test]
    fn games_that_are_not_alike_are_refused() {
        for (one, other) in [("nim", "domineering"), ("rook:3", "wythoff"), ("nim", "real-nim:x")] {
            let asked = ask::Compare::new(one, other);
            let [game, with] = [one, other].map(|text| Game::parse(text).unwrap());
            assert!(compare(&game, &with, &asked, &Limits::default()).is_err(), "{one} {other}");
        }
    }
}
