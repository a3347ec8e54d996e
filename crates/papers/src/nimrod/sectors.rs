//! E8 to E12: the sectors outside the core of Nimrod, in which closed formulas say who wins.

use std::fmt;

use bouton_lab::duels::{Outcomes, State, core_begins};
use bouton_lab::engines::sector;
use bouton_lab::rules::Refusal;

use super::polynomial::Polynomial;
use super::{game_plot, proof_tree};
use crate::finding::{Finding, Known, cells, curves, said_table};
use crate::frame::{Frame, Result, Tried};
use crate::judge::{data_lines, listed, unreadable};
use crate::words::{Values, looked, words};

/// A sector of the quarter plane: for each k ≥ `first`, piles between two bounds that depend on the rate.
#[derive(Clone, Debug)]
pub(super) struct Sector {
    pub(super) name: char,
    pub(super) first: i128,
    /// What the winning move adds to the rate; nothing where the mover loses.
    pub(super) wins_by: Option<i128>,
    pub(super) piles: Interval,
}

/// left < p < right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Interval {
    pub(super) left: Polynomial,
    pub(super) right: Polynomial,
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to {}", self.left, self.right)
    }
}

impl Interval {
    /// Reads `left < p < right`, with `p` or `p+r` in the middle.
    fn parse(text: &str, middle: &str) -> Result<Interval> {
        let parts: Vec<&str> = text.split('<').map(str::trim).collect();
        match parts[..] {
            [left, between, right] if between == middle => {
                Ok(Interval { left: Polynomial::parse(left)?, right: Polynomial::parse(right)? })
            }
            _ => Err(unreadable(text, "an interval", &format!("left < {middle} < right"))),
        }
    }

    fn with(&self, k: &Polynomial, r: &Polynomial) -> Interval {
        Interval { left: self.left.with(k, r), right: self.right.with(k, r) }
    }

    fn at(&self, k: i128, r: u64) -> [i128; 2] {
        [&self.left, &self.right].map(|end| end.at(k, r.into()))
    }

    /// The interval for p instead of p + r.
    fn less_r(&self) -> Interval {
        let r = Polynomial::written("r");
        Interval { left: self.left.minus(&r), right: self.right.minus(&r) }
    }

    /// Does it lie inside another, for all k ≥ `least_k` and r ≥ 1?
    fn is_inside(&self, other: &Interval, least_k: i128) -> bool {
        let one = Polynomial::number(1);
        self.left.minus(&other.left).is_never_negative(least_k, &one)
            && other.right.minus(&self.right).is_never_negative(least_k, &one)
    }
}

fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    data_lines(text).map(|line| line.split(';').map(str::trim).collect())
}

/// Reads the printed sectors.
pub(super) fn read_sectors(text: &str) -> Result<Vec<Sector>> {
    rows(text)
        .map(|fields| match fields[..] {
            [name, first, rate, piles] => Ok(Sector {
                name: name.chars().next().unwrap_or('?'),
                first: Polynomial::parse(first)?.at(0, 0),
                wins_by: match rate {
                    "-" => None,
                    rate => Some(Polynomial::parse(rate)?.at(0, 0)),
                },
                piles: Interval::parse(piles, "p")?,
            }),
            _ => Err(unreadable(&fields.join(";"), "a sector", "A; 1; r-1; left < p < right")),
        })
        .collect()
}

/// E8, the sector theorem. Decided twice: the induction step is followed with polynomials in k and r, which proves it
/// for all piles, rates and k; and every sector is compared with computed outcomes on a grid.
pub(super) fn sector_theorem(sectors: &[Sector], frame: &Frame) -> Result {
    let (pile, rate) = frame.pick((4_000, 100), (100_000, 460));
    let tried = compare(sectors, pile, rate, frame)?;
    let gaps = gaps_in_proof(sectors);
    let known = match gaps.is_empty() {
        true => Known::identity(words("E8.why", &[])),
        false => Known::up_to(words("E8.gaps", &[&pile, &rate, &gaps.join("; ")])),
    };
    let finding = tried.finding("E8", &[&pile, &rate], known);
    Ok(finding.exhibit(game_plot("Nimrod's game plot with the sectors")))
}

/// What the induction lacks; nothing if it is complete.
fn gaps_in_proof(sectors: &[Sector]) -> Vec<String> {
    let read = Polynomial::written;
    let [one, k, r] = ["1", "k", "r"].map(read);
    let before = |step: i128| r.minus(&Polynomial::number(step));
    let mut gaps = Vec::new();
    let Some(lost) = sectors.iter().find(|sector| sector.wins_by.is_none()) else {
        return vec!["no sector is lost".to_owned()];
    };
    let won = || sectors.iter().filter_map(|sector| Some((sector, sector.wins_by?)));
    for (sector, step) in won() {
        // r = r' - step, p = p' + r', k = k' + 1: the image must lie in D_k'.
        let image = sector.piles.with(&read("k+1"), &before(step)).less_r();
        if !image.is_inside(&lost.piles, sector.first - 1) || lost.first > sector.first - 1 {
            gaps.push(format!("{}_k does not lead into {}_(k-1)", sector.name, lost.name));
        }
        // If a pile lies in the sector, right - left - 2 ≥ 0; then r + step ≥ 1.
        let room = sector.piles.right.minus(&sector.piles.left).minus(&read("2"));
        let positive = before(-step).minus(&one).minus(&room);
        if step < 0 && !positive.is_never_negative(sector.first, &one) {
            gaps.push(format!("the rate that wins in {}_k may be 0", sector.name));
        }
    }
    // p' > left of D_k' ≥ -1, so the pile is not overdrawn.
    if !lost.piles.left.plus(&one).is_never_negative(lost.first, &one) {
        gaps.push("a winning move may take more than there is".to_owned());
    }
    for step in [-1, 0, 1] {
        let image = lost.piles.with(&k, &before(step)).less_r();
        if !won().any(|(sector, _)| sector.first <= 1 && image.is_inside(&sector.piles, 1)) {
            gaps.push(format!("from {}_k the rate r{step:+} leads into no sector", lost.name));
        }
    }
    // At k = 0 every rate is too large: p ≤ right - 1 ≤ r - 2.
    let first = lost.piles.right.with(&Polynomial::number(lost.first), &r);
    if lost.first != 0 || !read("r-1").minus(&first).is_never_negative(0, &one) {
        gaps.push(format!("in {}_0 there may be a move", lost.name));
    }
    gaps
}

/// The sectors and the outcomes agree.
fn compare(sectors: &[Sector], pile: u64, rate: u64, frame: &Frame) -> Result<Tried> {
    let outcomes = Outcomes::of_window(pile, rate + 1, &frame.limits)?;
    let mut first: Option<(State, &Sector, i128)> = None;
    let mut tried = frame.forall(words("E8.order", &[]), 1..=rate).survey(|tried, r| {
        // The left ends grow with k, so that later sectors lie beyond the piles, too.
        let reached = sectors.iter().flat_map(|sector| {
            let left = move |k: &i128| sector.piles.left.at(*k, r.into()) < pile.into();
            (sector.first..).take_while(left).map(move |k| (sector, k))
        });
        for (sector, k) in reached {
            let [left, right] = sector.piles.at(k, r);
            for p in (left + 1).max(0)..right.min(i128::from(pile) + 1) {
                let state = State { pile: p as u64, rate: r };
                tried.count(1);
                let is_less = first.is_none_or(|(least, ..)| state < least);
                if is_less && !holds_at(sector, state, &outcomes) {
                    first = Some((state, sector, k));
                }
            }
        }
    })?;
    tried.none(first, |(state, sector, k)| fails_at(sector, k, state, &outcomes));
    Ok(tried)
}

fn holds_at(sector: &Sector, state: State, outcomes: &Outcomes) -> bool {
    let Some(step) = sector.wins_by else { return outcomes.is_lost(state) };
    let chosen = i128::from(state.rate) + step;
    let mut options = state.options().filter(|option| i128::from(option.rate) == chosen);
    options.any(|option| outcomes.is_lost(option))
}

fn fails_at(sector: &Sector, k: i128, state: State, outcomes: &Outcomes) -> (String, Vec<String>) {
    let State { pile, rate } = state;
    let won = if outcomes.is_lost(state) { "lost" } else { "won" };
    let claim = match sector.wins_by {
        None => "should be lost".to_owned(),
        Some(step) => format!("should be won by the rate {}", i128::from(rate) + step),
    };
    let [left, right] = sector.piles.at(k, rate);
    let values: Values<'_> = &[&pile, &rate, &sector.name, &k, &claim, &won, &left, &right];
    (words("E8.fails", values), proof_tree(state, outcomes))
}

/// A printed step of the proof.
#[derive(Clone, Debug)]
pub(super) struct Step {
    from: char,
    k: Polynomial,
    r: Polynomial,
    line: Interval,
    yields: Interval,
    into: char,
}

impl Step {
    /// Which step it is, by what becomes of the rate.
    fn what(&self) -> String {
        let r = &self.r;
        let keeps = *r == Polynomial::written("r");
        if keeps { "that keeps r".to_owned() } else { format!("that replaces r by {r}") }
    }
}

/// Reads the printed steps.
pub(super) fn read_steps(text: &str) -> Result<Vec<Step>> {
    let letter = |text: &str| text.chars().next().unwrap_or('?');
    rows(text)
        .map(|fields| match fields[..] {
            [from, k, r, line, yields, into] => Ok(Step {
                from: letter(from),
                k: Polynomial::parse(k)?,
                r: Polynomial::parse(r)?,
                line: Interval::parse(line, "p+r")?,
                yields: Interval::parse(yields, "p")?,
                into: letter(into),
            }),
            _ => Err(unreadable(&fields.join(";"), "a step", "A; k+1; r+1; line; its yield; D")),
        })
        .collect()
}

/// E9. Decided line by line with polynomials: the substitution, what it yields, and that it lies in the sector named.
pub(super) fn algebra(steps: &[Step], of: char, sectors: &[Sector], frame: &Frame) -> Result {
    let steps: Vec<&Step> = steps.iter().filter(|step| step.from == of).collect();
    let find = |name: char| {
        let found = sectors.iter().find(|sector| sector.name == name);
        found.ok_or_else(|| Refusal::bug(format!("no sector is called {name}")))
    };
    let (mut harmless, mut right_lines) = (true, Vec::new());
    let count = steps.len();
    let tried = frame.forall("the first line that fails", steps).survey(|tried, step| {
        tried.count(2);
        let right_line = find(step.from)?.piles.with(&step.k, &step.r);
        let right_yield = right_line.less_r();
        let into = find(step.into)?;
        harmless &= right_yield.is_inside(&step.yields, into.first)
            && step.yields.is_inside(&into.piles, into.first);
        if step.line != right_line || step.yields != right_yield {
            right_lines.push(words("E9.right", &[&step.what(), &right_line, &right_yield]));
        }
        let wrong_end = wrong_end("line for p + r", step, &step.line, &right_line)
            .or_else(|| wrong_end("line for p", step, &step.yields, &right_yield));
        tried.none(wrong_end, |wrong_end| wrong_end);
        tried.expect(right_yield.is_inside(&into.piles, into.first), || {
            words("E9.outside", &[&step.what(), &step.into])
        });
        Ok(())
    })?;
    let why = "each line is an identity of polynomials in k and r, compared by coefficients";
    let finding = tried.finding("E9", &[&count, &of], Known::identity(why));
    if finding.counterexample.is_none() || !harmless {
        return Ok(finding);
    }
    Ok(finding.say("E9.harmless", &[&right_lines.join("; ")]))
}

/// Which end of a printed line is not what it should be.
fn wrong_end(what: &str, step: &Step, printed: &Interval, right: &Interval) -> Option<String> {
    let ends = [("left", &printed.left, &right.left), ("right", &printed.right, &right.right)];
    ends.into_iter().find(|(_, printed, right)| printed != right).map(|(side, printed, right)| {
        let [at, right_at] = [printed, right].map(|end| end.at(1, 4));
        let less = printed.minus(right);
        let step = step.what();
        let values: Values<'_> = &[&step, &side, &what, printed, right, &less, &at, &right_at];
        words("E9.wrong-end", values)
    })
}

/// E10: for r ≥ 2k + room (D_k holds a pile if room ≥ 2), are the edges of D_k exact, that is, does the mover win at the
/// piles right before and right after it? Decided on computed outcomes; from r = 2k+3 on for all, because these piles lie
/// in C_k and A_(k+1).
pub(super) fn edges(room: u64, frame: &Frame) -> Result {
    // Wide enough for the pile after the last D_k of these rates.
    let (pile, rate) = frame.pick((40_000, 200), (810_000, 900));
    let outcomes = Outcomes::of_window(pile, rate + 1, &frame.limits)?;
    let is_lost = |(_, state): &(u64, State)| outcomes.is_lost(*state);
    let mut inexact = Vec::new();
    let all = edges_of(room, pile, rate);
    let tried = frame.forall("the smallest pile", all).survey(|tried, edge| {
        let (k, State { pile, rate }) = edge;
        if is_lost(&edge) {
            inexact.push(k);
        }
        tried.expect(!is_lost(&edge), || {
            (words("E10.lost", &[&pile, &rate, &k, &(pile - 1)]), proof_tree(edge.1, &outcomes))
        });
    })?;
    let exact_from_three = edges_are_in_sectors() && !edges_of(3, pile, rate).iter().any(is_lost);
    let known = match exact_from_three && room >= 3 {
        true => Known::identity(words("E10.why", &[])),
        false => Known::up_to(format!("piles to {pile}")),
    };
    let finding = tried.finding("E10", &[&room, &pile], known);
    if finding.counterexample.is_none() || !exact_from_three {
        return Ok(finding);
    }
    const MOST: usize = 24;
    let more = (inexact.len() > MOST).then(|| format!("… ({} in all)", inexact.len()));
    let inexact = listed(inexact.iter().take(MOST).map(u64::to_string).chain(more), ", ");
    Ok(finding.say("E10.exact", &[]).say("E10.single", &[&((rate - 2) / 2), &inexact, &pile]))
}

/// With r = 2k+2+y no coefficient is negative for the pile before D_k, which lies in C_k (k ≥ 1),
/// and with r = 2k+3+y for the one after it, in A_(k+1).
fn edges_are_in_sectors() -> bool {
    let read = Polynomial::written;
    let (any, room) = (read("2k+2"), read("2k+3"));
    let before = [read("2kr+k-1-((2k-1)r+3k-3)-1"), read("2kr+k-(2kr+k-1)-1")];
    let after =
        [read("(2k+1)r-k-1-((2(k+1)-1)r-(k+1)-1)-1"), read("2(k+1)r-3(k+1)-((2k+1)r-k-1)-1")];
    before.iter().all(|gap| gap.is_never_negative(1, &any))
        && after.iter().all(|gap| gap.is_never_negative(0, &room))
}

/// The piles at the edges of each D_k, with k, the smallest first.
fn edges_of(room: u64, pile: u64, rate: u64) -> Vec<(u64, State)> {
    let sectors =
        (1..=rate).flat_map(|r| (0..).take_while(move |k| 2 * k + room <= r).map(move |k| (k, r)));
    let edges = sectors.flat_map(|(k, r)| {
        let (before, after) = ((2 * k * r + k).checked_sub(1), (2 * k + 1) * r - k - 1);
        let piles = before.into_iter().chain([after]);
        piles.map(move |pile| (k, State { pile, rate: r }))
    });
    let mut edges: Vec<(u64, State)> = edges.filter(|(_, state)| state.pile <= pile).collect();
    edges.sort_by_key(|(_, state)| *state);
    edges
}

/// p = r²/2 + r/4 - 3/2: what 4p is.
pub(super) const BOUNDARY: &str = "2rr+r-6";

/// E11. Decided row by row with the sectors, and for all by following which sector begins after the one before.
pub(super) fn core_boundary(claim: &str, frame: &Frame) -> Result {
    let claim = Polynomial::parse(claim)?;
    let rate = frame.pick(300, 3_000);
    let mut on_it = 0;
    let tried = frame.forall("the smallest rate", 2..=rate).survey(|tried, r| {
        let Some(first) = (0..).find(|p| sector(*p, r).is_none()) else { return };
        tried.count(u128::from(first) + 1);
        let (gap, line) = (4 * i128::from(first), claim.at(0, r.into()));
        on_it += u64::from(gap == line);
        let meets = r % 4 == 2;
        let k = (r + 2).div_ceil(4);
        let as_said = first == if r == 3 { 7 } else { 2 * k * r - 3 * k };
        tried.expect(gap >= line && (gap == line) == meets && as_said, || {
            let not = if meets { "" } else { "not " };
            words("E11.meets", &[&r, &first, &line, &not])
        });
    })?;
    if tried.holds() && !boundary_identities(&claim) {
        let enumerated = looked("E11", &[&rate]);
        return Ok(Finding::open("the identities do not hold", tried.cases, enumerated));
    }
    let known = Known::identity(words("E11.why", &[]));
    Ok(tried.finding("E11", &[&rate], known).note(words("E11.met", &[&on_it])))
}

/// 2kr-3k = (2k-1)r+k-2 at r = 4k-2, and there it lies on the parabola; sectors that touch, touch as said.
fn boundary_identities(claim: &Polynomial) -> bool {
    let read = Polynomial::written;
    let (k, r) = (read("k"), read("4k-2"));
    let (end_a, start_b) = (read("2kr-3k").with(&k, &r), read("(2k-1)r+k-2").with(&k, &r));
    let touching = [
        // The right end of one less the left end of the next, less 1: at least 0 where they touch.
        (read("(2(k-1)+1)r-(k-1)-1-((2k-1)r-k-1)-1"), read("1")),
        (read("2kr-3k-((2k-1)r+k-2)-1"), read("4k-1")),
        (read("2kr-k-((2k-1)r+3k-3)-1"), read("4k-2")),
        (read("2kr+k-(2kr+k-1)-1"), read("1")),
    ];
    end_a == start_b
        && end_a.times(&Polynomial::number(4)) == claim.with(&k, &r)
        && touching.iter().all(|(gap, from)| gap.is_never_negative(1, from))
}

/// E12: the share of piles about p = t·r² that are decided by sectors, for ½ ≤ t ≤ 1. Counted at some rates, within a
/// tolerance: a sample, no proof.
pub(super) fn core_share(claim: fn(f64) -> f64, frame: &Frame) -> Result {
    let (low, high) = frame.pick((150, 250), (1_000, 2_000));
    const BELTS: usize = 10;
    /// Sectors are longer or shorter than (1-t)r by a few piles.
    const TOLERANCE: f64 = 0.03;
    let mut counts = [(0u64, 0u64); BELTS];
    let mut beyond = None;
    for r in low..=high {
        frame.limits.progress(r - low, high - low)?;
        for p in core_begins(r) as u64..r * r {
            let belt = ((p as f64 / (r * r) as f64 - 0.5) * 2.0 * BELTS as f64) as usize;
            let count = &mut counts[belt.min(BELTS - 1)];
            count.0 += u64::from(State { pile: p, rate: r }.known().is_some());
            count.1 += 1;
        }
        // A sector that ends beyond r² + 3r/2 + 1/2 would hold no pile.
        beyond = beyond.or((r * r + (3 * r).div_ceil(2)..r * r + 10 * r)
            .find(|p| sector(*p, r).is_some())
            .map(|p| (p, r)));
    }
    let (mut rows, mut points) = (Vec::new(), Vec::new());
    let belts = counts.iter().enumerate();
    let mut tried =
        frame.forall("the first belt", belts).survey(|tried, (index, (decided, all))| {
            let (from, to) = (0.5 + index as f64 / 20.0, 0.55 + index as f64 / 20.0);
            let (share, claimed) = (*decided as f64 / *all as f64, claim((from + to) / 2.0));
            points.push(((from + to) / 2.0, share));
            let shares = [share, claimed].map(|share| format!("{:.1} %", 100.0 * share));
            let belt = format!("{from:.2} to {to:.2}");
            tried.count((*all).into());
            tried.expect((share - claimed).abs() <= TOLERANCE, || {
                let [share, claimed] = &shares;
                words("E12.differs", &[&belt, share, claimed, decided, all, &low, &high])
            });
            rows.push((belt, cells(shares)));
        })?;
    tried.none(beyond, |(p, r)| format!("({p},{r}) lies in a sector"));
    let tolerance = format!("{:.0}", 100.0 * TOLERANCE);
    let known = Known::sampled(words("E12.sample", &[&low, &high, &tolerance]));
    Ok(tried
        .finding("E12", &[&low, &high], known)
        .say("E12.half", &[])
        .exhibit(said_table("E12.table", &[], rows))
        .exhibit(curves(
            "How much of the core the sectors decide",
            ["p/r²", "share decided"],
            [("counted", points), ("2(1-t)", vec![(0.5, claim(0.5)), (1.0, claim(1.0))])],
        )))
}
