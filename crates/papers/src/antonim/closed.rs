//! A13: what it costs to know all P-positions, and whether four heaps have a closed form.

use std::collections::{HashMap, HashSet};

use bouton_lab::rules::{Limits, Refusal};

use super::heaps::{Reading, SMALLEST, completion};
use super::recursion::{Completer, SOUND};
use super::rows::Rows;
use crate::finding::{Exhibit, Finding, Known, cells, table};
use crate::frame::{Frame, Result, sure};
use crate::judge::name;
use crate::words::{looked, words};

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
    let enumerated = looked("A13", &[&cases, &below, &most, &to]);
    let cases = cases + quadruples.sets.len() as u128 + (proved.len() * to) as u128;
    let mut finding = Finding::open(words("A13.open", &[]), cases, enumerated)
        .say_known("A13.additive", &[], Known::argument(reason(additive)))
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
    let mut judge = Reading::Z.judge(&frame.limits)?;
    let mut completer = Completer::new(Reading::Z, SOUND);
    let tuples = (1..=3).flat_map(|length| Reading::Z.positions(length, below));
    let tried = frame.forall(SMALLEST, tuples).survey(|_, tuple| {
        let right = completion(&mut judge, Reading::Z, &tuple)?;
        let is_right = right == Some(completer.completion(&tuple));
        sure(is_right, format!("the recursion at {}", name(&tuple)))
    })?;
    Ok((tried.cases, below))
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
        let mut judge = Reading::Z.judge(limits)?;
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

    /// The pairs of numbers from `least` on that speak against an additive rule; those with the least largest number.
    fn against_additive(&self, least: u64) -> Option<Against> {
        let by_pairs = self.by_pairs();
        let with = |pair: [u64; 2]| by_pairs.get(&pair).into_iter().flatten().copied();
        let pairs = (least..self.bound).flat_map(|y| (least..y).map(move |x| [x, y]));
        let all = pairs.flat_map(|p| with(p).map(move |q| (p, q)));
        let all = all.flat_map(|(p, q)| with(p).map(move |r| (p, q, r)));
        let all = all.flat_map(|(p, q, r)| with(q).map(move |s| [p, q, r, s]));
        let against = all.filter(|[p, q, r, s]| {
            let set = joined(*r, *s);
            q != r && s != p && set.is_sorted_by(|a, b| a < b) && !self.sets.contains(&set)
        });
        against.min_by_key(|pairs| {
            let numbers = pairs.iter().flatten().copied();
            (numbers.clone().max(), numbers.sum::<u64>(), *pairs)
        })
    }
}

/// Why no additive rule holds: pairs p, q, r, s such that p with q, p with r and q with s are P, but r with s is N.
type Against = [[u64; 2]; 4];

fn joined(x: [u64; 2], y: [u64; 2]) -> [u64; 4] {
    let mut set = [x[0], x[1], y[0], y[1]];
    set.sort_unstable();
    set
}

fn reason(pairs: Against) -> String {
    let [p, q, r, s] = pairs;
    let [pq, pr, qs, rs] = [(p, q), (p, r), (q, s), (r, s)].map(|(x, y)| name(&joined(x, y)));
    let [p, q, r, s] = pairs.map(|[x, y]| format!("f({x})+f({y})"));
    words("A13.reason", &[&pq, &pr, &qs, &p, &q, &r, &s, &rs])
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
        let [p, q, r, s] = quadruples.against_additive(1).unwrap();
        let mut judge = Reading::Z.judge(&Limits::default()).unwrap();
        for (x, y, is_p) in [(p, q, true), (p, r, true), (q, s, true), (r, s, false)] {
            assert_eq!(judge.is_p(&[x, y].concat()).unwrap(), is_p);
        }
        assert_eq!([p, q, r, s].iter().flatten().max(), Some(&8));
    }
}
