//! A13: what it costs to know all P-positions, and whether four heaps have a closed form.

use std::collections::HashSet;

use bouton_lab::rules::{Limits, Refusal};

use super::heaps::{Reading, SMALLEST, completion};
use super::recursion::Completer;
use super::rows::Rows;
use super::tables::LEAST_FREE;
use crate::finding::{Exhibit, Finding, Known, cells, said_table, table};
use crate::frame::{Frame, Result, sure};
use crate::judge::{name, sorted};
use crate::words::{looked, words};

/// A13: all P-positions are known. The corrected recursion finds them; its cost is measured, and closed forms for four
/// heaps are looked for: additive rules are refuted, and for two fixed heaps the completions are shown to be periodic.
pub(super) fn all_known(frame: &Frame) -> Result {
    let quadruples = quadruples(12, &frame.limits)?;
    let additive = against_additive(&quadruples, 12)
        .ok_or_else(|| Refusal::bug("no additive rule is refuted by heaps below 12"))?;
    let (below, most, to) = frame.pick((8, 12, 4_000), (10, 16, 60_000));
    let rows = Rows::new(most, to, &frame.limits)?;
    let cases = recursion_is_right(&rows, below, frame)?;
    let proved = pairs(most).filter(|(a, b)| rows.period(*a, *b).is_some()).count();
    let enumerated = looked("A13", &[&cases, &below, &most, &to]);
    let cases = cases + quadruples.len() as u128 + (proved * to) as u128;
    let mut finding = Finding::open(words("A13.open", &[]), cases, enumerated)
        .say_known("A13.additive", &[], Known::argument(reason(additive)))
        .say("A13.periodic", &[]);
    let is_binary =
        |(a, b): &(usize, usize)| rows.period(*a, *b).is_some_and(|p| p.period.is_power_of_two());
    let other = pairs(most).find(|pair| !is_binary(pair));
    let other = other.filter(|_| (1..=most).all(|b| is_binary(&(0, b))));
    if let Some((a, b, found)) = other.and_then(|(a, b)| Some((a, b, rows.period(a, b)?))) {
        let why = words("A13.before", &[&a, &b]);
        let known = Known::theorem("a state that comes twice proves the period", why);
        finding = finding.say_known("A13.odd-period", &[&found.period, &a, &b], known);
    }
    Ok(finding.exhibit(cost()).exhibit(period_table(&rows, most)))
}

fn pairs(most: usize) -> impl Iterator<Item = (usize, usize)> {
    (1..=most).flat_map(|b| (1..b).map(move |a| (a, b)))
}

/// The recursion equals the oracle on small tuples, and the rows equal the recursion where it can follow; how many
/// tuples there were below a bound.
fn recursion_is_right(rows: &Rows, below: u64, frame: &Frame) -> Result<u128> {
    let mut judge = Reading::Z.judge(&frame.limits)?;
    let mut completer = Completer::new(Reading::Z, LEAST_FREE);
    let tuples = (1..=3).flat_map(|length| Reading::Z.positions(length, below));
    let tried = frame.forall(SMALLEST, tuples).survey(|_, tuple| {
        let right = completion(&mut judge, Reading::Z, &tuple)?;
        let is_right = right == Some(completer.completion(&tuple));
        sure(is_right, format!("the recursion at {}", name(&tuple)))
    })?;
    for (a, b, y) in pairs(9).flat_map(|(a, b)| (b + 1..24).map(move |y| (a, b, y))) {
        let heaps = [a, b, y].map(|heap| heap as u64);
        let z = rows.completion(a, b, y).map(|z| z as u64);
        let is_right = z == Some(completer.completion(&heaps));
        sure(is_right, format!("the rows at {}", name(&heaps)))?;
    }
    Ok(tried.cases)
}

/// How many tuples the recursion visits to complete (x, x+1, x+2).
fn cost() -> Exhibit {
    let rows = [4u64, 8, 16, 32].map(|x| {
        let visited = |heaps: u64| {
            let mut completer = Completer::new(Reading::Z, LEAST_FREE);
            completer.completion(&(x..x + heaps).collect::<Vec<_>>());
            completer.known.len()
        };
        (x, cells([visited(2), visited(3)]))
    });
    said_table("A13.cost", &[], rows)
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

/// The P-positions with four heaps that are not empty, all below a bound.
fn quadruples(bound: u64, limits: &Limits) -> Result<HashSet<Vec<u64>>> {
    let mut judge = Reading::Z.judge(limits)?;
    let mut found = HashSet::new();
    for heaps in Reading::Z.positions(4, bound) {
        if heaps[0] > 0 && judge.is_p(&heaps)? {
            found.insert(heaps);
        }
    }
    Ok(found)
}

/// Why no additive rule holds: pairs p, q, r, s such that p with q, p with r and q with s are P, but r with s is N.
type Against = [[u64; 2]; 4];

/// The pairs of positive numbers below a bound that speak against an additive rule for these P-positions; those with the
/// least largest number.
fn against_additive(is_p: &HashSet<Vec<u64>>, bound: u64) -> Option<Against> {
    let pairs: Vec<[u64; 2]> = (1..bound).flat_map(|y| (1..y).map(move |x| [x, y])).collect();
    let with = |p: [u64; 2]| {
        pairs.iter().copied().filter(move |q| is_p.contains(&sorted([p, *q].concat())))
    };
    let all = pairs.iter().flat_map(|p| with(*p).map(move |q| (*p, q)));
    let all = all.flat_map(|(p, q)| with(p).map(move |r| (p, q, r)));
    let all = all.flat_map(|(p, q, r)| with(q).map(move |s| [p, q, r, s]));
    let against = all.filter(|[p, q, r, s]| {
        let set = sorted([*r, *s].concat());
        q != r && s != p && set.is_sorted_by(|a, b| a < b) && !is_p.contains(&set)
    });
    against.min_by_key(|pairs| {
        let numbers = pairs.iter().flatten().copied();
        (numbers.clone().max(), numbers.sum::<u64>(), *pairs)
    })
}

fn reason(pairs: Against) -> String {
    let [p, q, r, s] = pairs;
    let [pq, pr, qs, rs] =
        [[p, q], [p, r], [q, s], [r, s]].map(|pairs| name(&sorted(pairs.concat())));
    let [p, q, r, s] = pairs.map(|[x, y]| format!("f({x})+f({y})"));
    words("A13.reason", &[&pq, &pr, &qs, &p, &q, &r, &s, &rs])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::nim_sum;

    /// Welter's game with four coins is decided by the nim-sum: nothing may speak against an additive rule there.
    #[test]
    fn an_additive_rule_that_holds_is_not_refuted() {
        let positions = Reading::W.positions(4, 12).into_iter();
        let is_p = positions.filter(|heaps| heaps[0] > 0 && nim_sum(heaps) == 0).collect();
        assert!(against_additive(&is_p, 12).is_none());
    }

    #[test]
    fn additive_rules_are_refuted() {
        let is_p = quadruples(12, &Limits::default()).unwrap();
        let [p, q, r, s] = against_additive(&is_p, 12).unwrap();
        let mut judge = Reading::Z.judge(&Limits::default()).unwrap();
        for (x, y, is_p) in [(p, q, true), (p, r, true), (q, s, true), (r, s, false)] {
            assert_eq!(judge.is_p(&[x, y].concat()).unwrap(), is_p);
        }
        assert_eq!([p, q, r, s].iter().flatten().max(), Some(&8));
    }
}
