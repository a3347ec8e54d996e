//! A13: what it costs to know all P-positions, and whether four heaps have a closed form.

use std::collections::{HashMap, HashSet};

use bouton_lab::rules::{Limits, Refusal};

use super::heaps::{Reading, completion};
use super::recursion::{Completer, SOUND};
use super::rows::Rows;
use crate::finding::{Exhibit, Finding, Known, cells, table};
use crate::frame::{Frame, Result, sure};
use crate::judge::{Judge, name, sorted};
use crate::words::words;

/// A13: all P-positions are known. The corrected recursion finds them; its cost is measured, and closed forms for four
/// heaps are looked for: additive rules are refuted, and for two fixed heaps the completions are shown to be periodic.
pub(super) fn all_known(frame: &Frame) -> Result {
    let (cases, below) = recursion_is_right(frame)?;
    let quadruples = Quadruples::below(12, &frame.limits)?;
    let additive = quadruples.against_additive(1);
    let additive =
        additive.ok_or_else(|| Refusal::bug("no additive rule is refuted by heaps below 12"))?;
    let (most, to) = frame.pick((12, 4_000), (16, 60_000));
    let rows = Rows::new(most, to, &frame.limits)?;
    rows_are_right(&rows)?;
    let proved: Vec<(usize, usize)> =
        pairs(most).filter(|(a, b)| rows.period(*a, *b).is_some()).collect();
    let odd =
        pairs(most).find(|(a, b)| rows.period(*a, *b).is_some_and(|p| !p.period.is_power_of_two()));
    let enumerated = words("A13.looked", &[&cases, &below, &most, &to]);
    let cases = cases + quadruples.sets.len() as u128 + (proved.len() * to) as u128;
    let mut finding = Finding::open(words("A13.open", &[]), cases, enumerated)
        .say_known("A13.additive", &[], Known::argument(additive.reason()))
        .say("A13.periodic", &[]);
    let are_binary =
        (1..=most).all(|b| rows.period(0, b).is_some_and(|p| p.period.is_power_of_two()));
    if let Some((a, b)) = odd.filter(|odd| are_binary && all_proved_before(&rows, *odd, most)) {
        let period = rows.period(a, b).map_or(0, |found| found.period);
        let why = words("A13.before", &[&a, &b]);
        let known = Known::theorem("a state that comes twice proves the period", why);
        finding = finding.say_known("A13.odd-period", &[&period, &a, &b], known);
    }
    Ok(finding.exhibit(cost()).exhibit(period_table(&rows, most)))
}

fn pairs(most: usize) -> impl Iterator<Item = (usize, usize)> {
    (1..=most).flat_map(|b| (1..b).map(move |a| (a, b)))
}

fn all_proved_before(rows: &Rows, pair: (usize, usize), most: usize) -> bool {
    pairs(most).take_while(|other| *other != pair).all(|(a, b)| rows.period(a, b).is_some())
}

/// The recursion equals the oracle on small tuples; how many there were.
fn recursion_is_right(frame: &Frame) -> Result<(u128, u64)> {
    let below = frame.pick(8, 10);
    let game = Reading::Z.game()?;
    let mut judge = Judge::new(&game, &frame.limits)?;
    let mut completer = Completer::new(Reading::Z, SOUND);
    let mut cases = 0;
    for tuple in (1..=3).flat_map(|length| Reading::Z.positions(length, below)) {
        let right = completion(&mut judge, Reading::Z, &tuple)?;
        sure(
            right == Some(completer.completion(&tuple)),
            format!("the recursion at {}", name(&tuple)),
        )?;
        cases += 1;
    }
    Ok((cases, below))
}

/// The rows equal the recursion where it can follow.
fn rows_are_right(rows: &Rows) -> Result<()> {
    let mut completer = Completer::new(Reading::Z, SOUND);
    for (a, b) in pairs(9) {
        for y in b + 1..24 {
            let heaps = [a, b, y].map(|heap| heap as u64);
            let z = rows.completion(a, b, y).map(|z| z as u64);
            let is_right = z == Some(completer.completion(&heaps));
            sure(is_right, format!("the rows at {}", name(&heaps)))?;
        }
    }
    Ok(())
}

/// How many tuples the recursion visits to complete (x, x+1, x+2).
fn cost() -> Exhibit {
    let rows = [4u64, 8, 16, 32].map(|x| {
        let visited = |heaps: u64| {
            let mut completer = Completer::new(Reading::Z, SOUND);
            completer.completion(&(x..x + heaps).collect::<Vec<_>>());
            completer.visited()
        };
        (x, cells([visited(2), visited(3)]))
    });
    table(words("A13.cost", &[]), ["x", "three heaps", "four heaps"], rows)
}

fn period_table(rows: &Rows, most: usize) -> Exhibit {
    let cell = |a: usize, b: usize| match rows.period(a, b) {
        _ if a >= b => String::new(),
        Some(found) => format!("{} ({})", found.period, found.preperiod),
        None => "?".to_owned(),
    };
    let found = (1..=most).map(|b| (b, cells((0..most).map(|a| cell(a, b)))));
    let columns = ["b".to_owned()].into_iter().chain((0..most).map(|a| a.to_string()));
    table(words("A13.periods", &[]), columns, found)
}

/// The P-positions with four heaps that are not empty, all below a bound, as sets.
struct Quadruples {
    sets: HashSet<[u64; 4]>,
    bound: u64,
}

impl Quadruples {
    fn below(bound: u64, limits: &Limits) -> Result<Quadruples> {
        let game = Reading::Z.game()?;
        let mut judge = Judge::new(&game, limits)?;
        let mut sets = HashSet::new();
        for heaps in Reading::Z.positions(4, bound) {
            if heaps[0] > 0 && judge.is_p(&heaps)? {
                sets.insert([heaps[0], heaps[1], heaps[2], heaps[3]]);
            }
        }
        Ok(Quadruples { sets, bound })
    }

    /// For each pair the pairs that make a P-position with it, all ascending.
    fn by_pairs(&self) -> HashMap<[u64; 2], Vec<[u64; 2]>> {
        let mut by_pairs: HashMap<[u64; 2], Vec<[u64; 2]>> = HashMap::new();
        for [a, b, c, d] in &self.sets {
            for (p, q) in [([*a, *b], [*c, *d]), ([*a, *c], [*b, *d]), ([*a, *d], [*b, *c])] {
                by_pairs.entry(p).or_default().push(q);
                by_pairs.entry(q).or_default().push(p);
            }
        }
        by_pairs.values_mut().for_each(|pairs| pairs.sort_unstable());
        by_pairs
    }

    /// Pairs p, q, r, s of numbers from `least` on, such that p with q, p with r and q with s are
    /// P, but r with s is N; the one with the least largest number.
    fn against_additive(&self, least: u64) -> Option<Additive> {
        let by_pairs = self.by_pairs();
        let all = (least..self.bound).flat_map(|y| (least..y).map(move |x| [x, y]));
        let mut best: Option<Additive> = None;
        for p in all {
            for (q, r) in self.couples(&by_pairs, p) {
                for s in by_pairs.get(&q).into_iter().flatten().filter(|s| **s != p) {
                    let found = Additive { p, q, r, s: *s };
                    let is_better = best.as_ref().is_none_or(|best| found.size() < best.size());
                    if is_better && found.is_legal() && !self.sets.contains(&found.conclusion()) {
                        best = Some(found);
                    }
                }
            }
        }
        best
    }

    fn couples(
        &self,
        by_pairs: &HashMap<[u64; 2], Vec<[u64; 2]>>,
        p: [u64; 2],
    ) -> Vec<([u64; 2], [u64; 2])> {
        let with = by_pairs.get(&p).map_or(&[][..], Vec::as_slice);
        with.iter().flat_map(|q| with.iter().map(|r| (*q, *r))).filter(|(q, r)| q != r).collect()
    }
}

/// Why no additive rule holds.
struct Additive {
    p: [u64; 2],
    q: [u64; 2],
    r: [u64; 2],
    s: [u64; 2],
}

impl Additive {
    /// {r, s}, which an additive rule would make P.
    fn conclusion(&self) -> [u64; 4] {
        let mut set = [self.r[0], self.r[1], self.s[0], self.s[1]];
        set.sort_unstable();
        set
    }

    fn is_legal(&self) -> bool {
        self.conclusion().is_sorted_by(|a, b| a < b)
    }

    fn size(&self) -> (u64, u64, [[u64; 2]; 4]) {
        let all = [self.p, self.q, self.r, self.s];
        let numbers = all.iter().flatten().copied();
        (numbers.clone().max().unwrap_or(0), numbers.sum(), all)
    }

    fn reason(&self) -> String {
        let position = |x: [u64; 2], y: [u64; 2]| name(&sorted([x, y].concat()));
        let [p, q, r, s] = [self.p, self.q, self.r, self.s].map(|[x, y]| format!("f({x})+f({y})"));
        format!(
            "{}, {} and {} are P, so {p} = -({q}) = -({r}) and {q} = -({s}); then {r} = -({s}) \
             too, but {} is N",
            position(self.p, self.q),
            position(self.p, self.r),
            position(self.q, self.s),
            name(&self.conclusion())
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Welter's game with four coins is decided by the nim-sum: nothing may speak against an additive rule there.
    #[test]
    fn an_additive_rule_that_holds_is_not_refuted() {
        let is_zero = |set: &[u64; 4]| set.iter().fold(0, |sum, heap| sum ^ heap) == 0;
        let all = Reading::W.positions(4, 12).into_iter();
        let sets = all.map(|t| [t[0], t[1], t[2], t[3]]).filter(is_zero).collect();
        assert!(Quadruples { sets, bound: 12 }.against_additive(1).is_none());
    }

    #[test]
    fn additive_rules_are_refuted() {
        let quadruples = Quadruples::below(12, &Limits::default()).unwrap();
        let against = quadruples.against_additive(1).unwrap();
        let game = Reading::Z.game().unwrap();
        let mut judge = Judge::new(&game, &Limits::default()).unwrap();
        for (x, y, is_p) in [
            (against.p, against.q, true),
            (against.p, against.r, true),
            (against.q, against.s, true),
            (against.r, against.s, false),
        ] {
            assert_eq!(judge.is_p(&[x, y].concat()).unwrap(), is_p);
        }
        assert_eq!(against.size().0, 8);
    }
}
