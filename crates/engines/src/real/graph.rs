//! Two piles (a, b), lost on the graph b = φ(a).

use std::cmp::Ordering;

use bouton_rules::real::Bijection;
use bouton_rules::{Limits, Position, Refusal};
use dashu_ratio::RBig;

use super::inverse::{Preimage, preimage};
use super::short;
use crate::finding::Solution;

/// Swenberg's theorem: if b > φ(a), the one winning move lowers b to φ(a); if b < φ(a), it lowers a
/// to φ⁻¹(b).
pub(super) fn solve(
    phi: &Bijection,
    a: &RBig,
    b: &RBig,
    limits: &Limits,
) -> Result<Solution, Refusal> {
    let image = phi.at(a);
    let rule = format!("the losing positions have b = φ(a) with φ(x) = {}", short(phi.function()));
    let value = format!("φ({}) = {}", short(a), short(&image));
    match b.cmp(&image) {
        Ordering::Equal => Ok(Solution::impartial(None, Vec::new(), lost(rule, &value))),
        Ordering::Greater => {
            let reason = format!("{value} < {}: lower b to {}", short(b), short(&image));
            Ok(won(a.clone(), image, vec![rule, reason]))
        }
        Ordering::Less => {
            let x = rational_preimage(phi, a, b, limits)?;
            let (b_text, x_text) = (short(b), short(&x));
            let reason =
                format!("{value} > {b_text}: lower a to {x_text}, for φ({x_text}) = {b_text}");
            Ok(won(x, b.clone(), vec![rule, reason]))
        }
    }
}

fn won(a: RBig, b: RBig, reasons: Vec<String>) -> Solution {
    Solution::impartial(None, vec![Position::Real(vec![a, b])], reasons)
}

fn lost(rule: String, value: &str) -> Vec<String> {
    vec![
        rule,
        format!("{value} = b: the position is lost"),
        "φ increases: if b is lowered, the opponent can lower a until b = φ(a) again; if a is \
         lowered, the opponent can lower b"
            .to_owned(),
    ]
}

/// φ⁻¹(b) where b < φ(a), or a refusal if it is irrational: a position is made of rationals.
fn rational_preimage(
    phi: &Bijection,
    a: &RBig,
    b: &RBig,
    limits: &Limits,
) -> Result<RBig, Refusal> {
    match preimage(phi, b, a, limits)? {
        Preimage::Rational(x) => Ok(x),
        Preimage::Irrational { low, high } => Err(Refusal::bad(
            format!(
                "the mover wins, but the only winning move lowers a to the x with {} = {}, which \
                 is irrational (between {low} and {high})",
                short(phi.function()),
                short(b)
            ),
            "a position is made of rationals: ask about a b that is φ of a rational, or play \
             rational-nim, where every winning move is rational",
        )),
    }
}
