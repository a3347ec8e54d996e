//! E2 to E4 and E18: which moves there are, and the row r = 1.

use std::mem::replace;

use bouton_lab::duels::{Outcomes, State};
use bouton_lab::rules::{Game, Limits, Refusal};
use bouton_lab::{Ask, Bits, Finding as Found, Quantity, Question, Sequence, Terms, answer};

use super::proof_tree;
use crate::finding::{Cell, Counterexample, Finding, Known, cells, curves, said_table};
use crate::frame::{Frame, Result, sure};
use crate::judge::{Judge, listed, read_numbers};
use crate::words::{looked, words};

/// E2: the claim is the number that is taken from r. Decided on a grid.
pub(super) fn no_move(less: u64, frame: &Frame) -> Result {
    let (pile, rate) = frame.pick((200, 200), (1_000, 1_000));
    let states = (0..=pile).flat_map(|p| (1..=rate).map(move |r| (p, r)));
    let tried = frame.forall("the smallest pile", states).survey(|tried, (p, r)| {
        let option = State { pile: p, rate: r }.options().next();
        sure(option.is_none() == (p < r.saturating_sub(1).max(1)), format!("moves at ({p},{r})"))?;
        if let Some(State { pile, rate }) = option {
            tried.expect(p + less >= r, || words("E2.moves", &[&p, &r, &pile, &rate, &less]));
        }
        Ok(())
    })?;
    let known = Known::argument("a move takes at least r-1 and at least 1 token");
    Ok(tried.finding("E2", &[&pile, &rate], known).say("E2.exactly", &[]))
}

/// The losing piles of a row from 1 on, up to a bound.
pub(super) fn losing_piles(to: u64, limits: &Limits) -> Result<Bits> {
    let game = Game::parse("nimrod")?;
    let ask = Ask::Sequence { of: Quantity::Outcome, to, row: Some(1) };
    match answer(&Question::new(game, ask).within(limits))?.finding {
        Found::Sequence(Sequence { terms: Terms::Losing(bits), .. }) => Ok(bits),
        _ => Err(Refusal::bug("the row r = 1 of Nimrod has no losing piles")),
    }
}

/// E3. Decided by comparing the printed terms with those of the engine and of the oracle.
pub(super) fn printed_row(text: &str, frame: &Frame) -> Result {
    let printed = read_numbers(text)?.concat();
    let to = printed.last().copied().unwrap_or(0) + 10;
    let losing: Vec<u64> =
        losing_piles(to, &frame.limits)?.ones().filter(|pile| *pile > 0).collect();
    let game = Game::parse("nimrod")?;
    let mut judge = Judge::new(&game, &frame.limits)?;
    for pile in 1..=to {
        let lost = judge.is_p(&[pile, 1])?;
        sure(lost == losing.contains(&pile), format!("the engine at ({pile},1)"))?;
    }
    let computed = &losing[..printed.len().min(losing.len())];
    let outcomes = Outcomes::of_window(to, 20, &frame.limits)?;
    let terms = (1..).zip(printed.iter().copied().zip(computed.iter().copied()));
    let order = "the first term that differs";
    let mut tried =
        frame.forall(order, terms.clone()).claim(|tried, (number, (shown, right))| {
            tried.expect(shown == right, || {
                let tree = proof_tree(State { pile: right.min(shown), rate: 1 }, &outcomes);
                (words("E3.missing", &[&right, &shown, &number]), tree)
            });
        })?;
    tried.cases = to.into();
    let wrong = printed.iter().zip(computed).position(|(printed, right)| printed != right);
    let rows = terms.map(|(number, (printed, right)): (usize, _)| {
        (number.to_string(), vec![Cell::compared(right.to_string(), printed.to_string())])
    });
    let known = Known::up_to(format!("{} printed terms", printed.len()));
    let table = said_table("E3.table", &[], rows);
    let mut finding = tried.finding("E3", &[&to], known).exhibit(table);
    if let Some(index) = wrong {
        finding = finding.say("E3.corrected", &[&listed(computed, ", "), &to]);
        let mut later = printed.iter().zip(computed).skip(index);
        if later.all(|(printed, right)| *printed == right + 1) {
            finding = finding.note(words("E3.too-large", &[&(index + 1)]));
        }
    }
    Ok(finding)
}

/// E4: the sequence is not in the OEIS. Nothing to compute: it speaks of a data base at the time of writing.
pub(super) fn in_oeis() -> Finding {
    Finding::not_checkable(words("E4.why", &[]))
}

/// E18: the core looks chaotic. The row r = 1 is taken as its witness: decided are that it has no short period, how the
/// share of losing piles settles, and how much it fluctuates beside sequences of independent gaps.
pub(super) fn looks_chaotic(frame: &Frame) -> Result {
    let to = frame.pick(10_000_000, 100_000_000);
    let bits = losing_piles(to, &frame.limits)?;
    chaotic(&bits, &frame.limits)
}

/// Decides whether a row of bits looks chaotic; the first bit is that of the pile 0.
pub(super) fn chaotic(bits: &Bits, limits: &Limits) -> Result {
    let to = bits.len() as u64 - 1;
    let period = period_of_tail(bits, limits)?;
    let against = period.map(|period| {
        let what = words("E18.repeats", &[&period, &(to / 2), &to]);
        Counterexample::from(what).in_order("the least period")
    });
    let row = Row::of(bits);
    let powers = (1..).map(|power| 10u64.pow(power)).take_while(|power| *power <= to);
    let rows = powers.map(|power| {
        let count = row.losing().take_while(|pile| *pile <= power).count();
        (power, cells([count.to_string(), format!("{:.6}", count as f64 / power as f64)]))
    });
    let known = Known::up_to(format!("piles to {to}"));
    let mut finding = Finding::decided(against, known, to.into(), looked("E18", &[&to]))
        .say("E18.share", &[&row.gaps.len(), &to, &format!("{:.6}", row.density())]);
    if let Some(words) = row.words(12) {
        finding = finding.say("E18.gaps", &[&words, &to]);
    }
    let blocks = row.block_ratios();
    let texts = blocks.iter().map(|(block, ratio)| format!("{ratio:.2} for blocks of {block}"));
    let vary_less = blocks.iter().all(|(_, ratio)| *ratio < 1.0);
    let less = if vary_less { "vary less than" } else { "do not vary as" };
    let (points, most, expected) = row.discrepancy();
    let caption = "The count of losing piles less its mean course";
    Ok(finding
        .say("E18.blocks", &[&less, &listed(texts, ", "), &to])
        .say("E18.course", &[&format!("{:.0}", most.ceil()), &format!("{expected:.0}"), &to])
        .exhibit(said_table("E18.table", &[], rows))
        .exhibit(curves(caption, ["pile", "excess"], [("row 1", points)])))
}

/// The most bits in which a period is looked for.
const LONGEST_TAIL: usize = 4_000_000;

/// The least period of the last half of the row, if that repeats at least twice: by Knuth, Morris
/// and Pratt's table of borders.
fn period_of_tail(bits: &Bits, limits: &Limits) -> Result<Option<usize>> {
    let start = (bits.len() / 2).max(bits.len().saturating_sub(LONGEST_TAIL));
    let tail: Vec<bool> = (start..bits.len()).map(|index| bits.get(index)).collect();
    limits.check_memory("the search for a period", 5 * tail.len() as u128)?;
    let mut borders = vec![0u32; tail.len()];
    for index in 1..tail.len() {
        let mut border = borders[index - 1] as usize;
        while border > 0 && tail[border] != tail[index] {
            border = borders[border - 1] as usize;
        }
        borders[index] = (border + usize::from(tail[border] == tail[index])) as u32;
    }
    let period = borders.last().map(|border| tail.len() - *border as usize);
    Ok(period.filter(|period| 2 * period <= tail.len()))
}

/// The mean and the variance of numbers.
fn moments(numbers: impl ExactSizeIterator<Item = f64> + Clone) -> (f64, f64) {
    let count = numbers.len().max(1) as f64;
    let mean = numbers.clone().sum::<f64>() / count;
    (mean, numbers.map(|number| (number - mean).powi(2)).sum::<f64>() / count)
}

/// A row whose bits say which piles are lost, and the gaps before these.
struct Row<'a> {
    bits: &'a Bits,
    /// The last pile.
    to: u64,
    gaps: Vec<u8>,
    mean: f64,
    variance: f64,
}

impl Row<'_> {
    fn of(bits: &Bits) -> Row<'_> {
        let gap = |last: &mut u64, pile: u64| Some((pile - replace(last, pile)).min(255) as u8);
        let gaps: Vec<u8> = bits.ones().filter(|pile| *pile > 0).scan(0, gap).collect();
        let (mean, variance) = moments(gaps.iter().map(|gap| f64::from(*gap)));
        Row { bits, to: bits.len() as u64 - 1, gaps, mean, variance }
    }

    /// The losing piles.
    fn losing(&self) -> impl Iterator<Item = u64> {
        self.bits.ones().filter(|pile| *pile > 0)
    }

    /// How many of the piles are lost.
    fn density(&self) -> f64 {
        self.gaps.len() as f64 / self.to as f64
    }

    /// If the gaps had no memory, the count to N would have about this variance (a renewal process).
    fn variance_of_count(&self, piles: f64) -> f64 {
        piles * self.variance / self.mean.powi(3)
    }

    /// How many different words of 1 to `longest` gaps occur, if all gaps are 2 or 3.
    fn words(&self, longest: u32) -> Option<String> {
        if self.gaps.iter().any(|gap| !matches!(gap, 2 | 3)) {
            return None;
        }
        let counts = (1..=longest).map(|length| {
            let mut seen = vec![false; 1 << length];
            let mut word = 0usize;
            for (index, gap) in self.gaps.iter().enumerate() {
                word = (2 * word + usize::from(*gap == 3)) & ((1 << length) - 1);
                if index + 1 >= length as usize {
                    seen[word] = true;
                }
            }
            seen.iter().filter(|seen| **seen).count()
        });
        Some(listed(counts, ", "))
    }

    /// The variance of the number of losing piles in blocks, beside that of independent gaps.
    fn block_ratios(&self) -> Vec<(u64, f64)> {
        let blocks = [100, 1_000, 10_000, 100_000].into_iter();
        let ratio = |block: u64| {
            let mut counts = vec![0f64; (self.to / block) as usize];
            for pile in self.losing() {
                if let Some(count) = counts.get_mut(((pile - 1) / block) as usize) {
                    *count += 1.0;
                }
            }
            let (_, variance) = moments(counts.iter().copied());
            (block, variance / self.variance_of_count(block as f64))
        };
        blocks.filter(|block| self.to / block >= 50).map(ratio).collect()
    }

    /// The excess of the count over its mean course at some piles, the most it strays, and what independent gaps would:
    /// the mean of the largest excess of a Brownian bridge is √(π/2)·ln 2 standard deviations.
    fn discrepancy(&self) -> (Vec<(f64, f64)>, f64, f64) {
        let excess = |count: f64, pile: u64| count - self.density() * pile as f64;
        let step = (self.to / 500).max(1);
        let (mut points, mut most, mut count, mut next) = (vec![(0.0, 0.0)], 0f64, 0f64, step);
        for pile in self.losing() {
            while next < pile {
                points.push((next as f64, excess(count, next)));
                next += step;
            }
            // Right before the pile, and at it: between losing piles the count strays one way.
            most = most.max(excess(count, pile - 1).abs());
            count += 1.0;
            most = most.max(excess(count, pile).abs());
        }
        most = most.max(excess(count, self.to).abs());
        let deviation = self.variance_of_count(self.to as f64).sqrt();
        let expected = (std::f64::consts::FRAC_PI_2).sqrt() * std::f64::consts::LN_2 * deviation;
        (points, most, expected)
    }
}
