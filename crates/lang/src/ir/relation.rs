//! Comparisons of integers, and what they say as inequalities.

use super::{Condition, Expr, Number, Relation};

impl Relation {
    /// Does it hold between these numbers?
    #[must_use]
    pub fn holds<T: Ord>(self, a: T, b: T) -> bool {
        match self {
            Relation::Equal => a == b,
            Relation::Unequal => a != b,
            Relation::Less => a < b,
            Relation::AtMost => a <= b,
            Relation::Greater => a > b,
            Relation::AtLeast => a >= b,
        }
    }

    /// The relation that holds where this one does not.
    #[must_use]
    pub fn negated(self) -> Relation {
        match self {
            Relation::Equal => Relation::Unequal,
            Relation::Unequal => Relation::Equal,
            Relation::Less => Relation::AtLeast,
            Relation::AtMost => Relation::Greater,
            Relation::Greater => Relation::AtMost,
            Relation::AtLeast => Relation::Less,
        }
    }

    /// This relation if `holds`, else its opposite.
    #[must_use]
    pub fn wanted(self, holds: bool) -> Relation {
        if holds { self } else { self.negated() }
    }

    /// The relation with its sides exchanged.
    #[must_use]
    pub fn mirrored(self) -> Relation {
        match self {
            Relation::Equal | Relation::Unequal => self,
            Relation::Less => Relation::Greater,
            Relation::AtMost => Relation::AtLeast,
            Relation::Greater => Relation::Less,
            Relation::AtLeast => Relation::AtMost,
        }
    }

    /// The inequalities that say the same of integers a and b: `sign · (a - b) - gap ≥ 0` for each pair of sign and
    /// gap. There are none for [`Relation::Unequal`], which is an alternative of two.
    #[must_use]
    pub fn inequalities(self) -> Option<&'static [(Number, Number)]> {
        match self {
            Relation::AtLeast => Some(&[(1, 0)]),
            Relation::Greater => Some(&[(1, 1)]),
            Relation::AtMost => Some(&[(-1, 0)]),
            Relation::Less => Some(&[(-1, 1)]),
            Relation::Equal => Some(&[(1, 0), (-1, 0)]),
            Relation::Unequal => None,
        }
    }
}

impl Condition {
    /// A number that is compared with a constant, in whatever order they are written.
    #[must_use]
    pub fn against_constant(&self) -> Option<(Relation, &Expr, Number)> {
        match self {
            Condition::Compare(relation, number, Expr::Constant(bound)) => {
                Some((*relation, number, *bound))
            }
            Condition::Compare(relation, Expr::Constant(bound), number) => {
                Some((relation.mirrored(), number, *bound))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opposites_mirrors_and_inequalities_agree_with_the_numbers() {
        for (relation, a, b) in Relation::ALL
            .iter()
            .flat_map(|one| (-3..4).flat_map(move |a| (-3..4).map(move |b| (*one, a, b))))
        {
            let holds = relation.holds(a, b);
            assert_eq!(relation.negated().holds(a, b), !holds);
            assert_eq!(relation.mirrored().holds(b, a), holds);
            match relation.inequalities() {
                Some(all) => {
                    assert_eq!(all.iter().all(|(sign, gap)| sign * (a - b) - gap >= 0), holds);
                }
                None => assert_eq!(relation, Relation::Unequal),
            }
        }
    }
}
