//! Where the positions of a box lie in the table, and in which order they are worked out.
//!
//! Layer after layer: the positions of a layer agree in what every move lowers, so none of them is an option of
//! another. The layers lie one after the other in the table, and within them *rows* along one axis, the lanes.
//!
//! Where every move lowers a sum of numbers, say a + b, the layers are the diagonals. To keep them in one piece,
//! the sum takes the place of the longest of its numbers in the order of the table; the place of a position is
//! still linear in its numbers.

use std::ops::Range;

use bouton_lang::facts::{self, Measure};
use bouton_values::to_index;

/// Rows that are shorter than this are not worth a loop over lanes.
const SHORTEST_ROW: u64 = 8;

/// The order of a box of positions.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// The largest of each number.
    pub(super) most: Vec<u64>,
    /// The place of a position is the sum of its numbers, each times this.
    pub(super) strides: Vec<i64>,
    /// How each number changes from a lane to the next.
    pub(super) slopes: Vec<i64>,
    /// Rows are counted by these, as by the digits of a number, the highest first: what every move lowers, then the
    /// axes of a layer besides the lane.
    digits: Vec<Digit>,
    /// How many of the digits every move lowers, the first of them first; at most one is a sum of several numbers.
    measures: usize,
    lane: Option<usize>,
}

/// A number of the box, or a sum of several.
#[derive(Clone, Debug)]
struct Digit {
    sum: Sum,
    /// The number of the sum that follows from it and the others.
    axis: usize,
}

/// Numbers with positive factors, to be added.
type Sum = Vec<(usize, i64)>;

/// A row: positions that agree in all but the lane, and what follows from it.
#[derive(Clone, Debug, Default)]
pub(super) struct Row {
    /// The numbers at lane 0, which need not be in the box.
    pub(super) numbers: Vec<i64>,
    /// The lanes that are in the box.
    pub(super) lanes: Range<usize>,
    /// The place of lane 0.
    pub(super) first: usize,
    /// The place where the layer begins: all options lie before it.
    pub(super) layer: usize,
}

impl Layout {
    /// The box of all positions with these largest numbers; `None` if what falls does not give an order that can be
    /// laid out.
    pub(super) fn new(most: &[u64], measure: &Measure) -> Option<Layout> {
        let sums = sums(measure)?;
        let is_alone =
            |axis: usize| sums.iter().any(|sum| matches!(sum[..], [(one, _)] if one == axis));
        let longest = |axes: &mut dyn Iterator<Item = usize>| axes.max_by_key(|axis| most[*axis]);
        let axis = |sum: &Sum| match sum[..] {
            [(axis, _)] => Some(axis),
            _ => {
                let plain = sum.iter().filter(|(axis, factor)| *factor == 1 && !is_alone(*axis));
                longest(&mut plain.map(|(axis, _)| *axis))
            }
        };
        if sums.iter().filter(|sum| sum.len() > 1).count() > 1 {
            return None;
        }
        let digit = |sum: &Sum| Some(Digit { axis: axis(sum)?, sum: sum.clone() });
        let mut digits = sums.iter().map(digit).collect::<Option<Vec<_>>>()?;
        let is_free = |axis: &usize| digits.iter().all(|digit| digit.axis != *axis);
        let free: Vec<usize> = (0..most.len()).filter(is_free).collect();
        let lane =
            longest(&mut free.iter().copied()).filter(|axis| most[*axis] + 1 >= SHORTEST_ROW);
        let outer = free.into_iter().filter(|axis| Some(*axis) != lane);
        let measures = digits.len();
        digits.extend(outer.map(|axis| Digit { sum: vec![(axis, 1)], axis }));
        let (strides, slopes) = (vec![0; most.len()], vec![0; most.len()]);
        let mut layout = Layout { most: most.to_vec(), strides, slopes, digits, measures, lane };
        layout.set_strides();
        Some(layout)
    }

    fn set_strides(&mut self) {
        if let Some(lane) = self.lane {
            (self.strides[lane], self.slopes[lane]) = (1, 1);
        }
        let mut stride = self.row_length();
        for Digit { sum, axis } in self.digits.iter().rev() {
            let capped = i64::try_from(stride).unwrap_or(i64::MAX);
            for (part, factor) in sum {
                let more = capped.saturating_mul(*factor);
                self.strides[*part] = self.strides[*part].saturating_add(more);
                if Some(*part) == self.lane {
                    self.slopes[*axis] = -factor;
                }
            }
            stride = stride.saturating_mul(self.count(sum));
        }
    }

    /// How many values a sum has in the box.
    fn count(&self, sum: &Sum) -> u128 {
        let term = |(axis, factor): &(usize, i64)| u128::from(self.most[*axis]) * *factor as u128;
        sum.iter().map(term).fold(1, u128::saturating_add)
    }

    /// How many rows these digits count.
    fn counted(&self, digits: &[Digit]) -> u128 {
        digits.iter().fold(1, |rows, digit| rows.saturating_mul(self.count(&digit.sum)))
    }

    /// How many cells the table has; more than the box where the layers are diagonals.
    pub(super) fn cells(&self) -> u128 {
        self.rows().saturating_mul(self.row_length())
    }

    /// How many positions the box has.
    pub(super) fn positions(&self) -> u128 {
        self.most.iter().fold(1, |product, most| product.saturating_mul(u128::from(*most) + 1))
    }

    pub(super) fn has_lanes(&self) -> bool {
        self.lane.is_some()
    }

    /// How many lanes a row has at most.
    pub(super) fn row_length(&self) -> u128 {
        self.lane.map_or(1, |lane| u128::from(self.most[lane]) + 1)
    }

    pub(super) fn rows(&self) -> u128 {
        self.counted(&self.digits)
    }

    /// Goes to the row of this number, in the order of the table.
    pub(super) fn seek(&self, number: usize, row: &mut Row) {
        let numbers = &mut row.numbers;
        numbers.clear();
        numbers.resize(self.most.len(), 0);
        let mut rest = number as u64;
        for Digit { sum, axis } in self.digits.iter().rev() {
            let count = self.count(sum) as u64;
            numbers[*axis] = (rest % count) as i64;
            rest /= count;
        }
        let (measures, others) = self.digits.split_at(self.measures);
        let (length, height) = (to_index(self.row_length()), to_index(self.counted(others)));
        row.lanes = 0..length;
        // A sum becomes the number that depends on it once all others are known.
        for Digit { sum, axis } in measures.iter().filter(|digit| digit.sum.len() > 1) {
            let others = sum.iter().filter(|(other, _)| other != axis);
            let known: i64 = others.map(|(axis, factor)| numbers[*axis] * factor).sum();
            numbers[*axis] -= known;
            row.lanes = self.inside(0..length, *axis, numbers[*axis]);
        }
        row.first = number * length;
        row.layer = number / height * height * length;
    }

    /// The lanes for which a number is in the box that is this at lane 0.
    pub(super) fn inside(&self, lanes: Range<usize>, axis: usize, number: i64) -> Range<usize> {
        let slope = self.slopes[axis];
        let lanes = narrowed(lanes, slope, number);
        narrowed(lanes, -slope, (self.most[axis] as i64).saturating_sub(number))
    }

    /// The place of a position of the box.
    pub(super) fn place(&self, numbers: &[u64]) -> usize {
        let terms = self.strides.iter().zip(numbers);
        terms.map(|(stride, number)| to_index(*stride) * to_index(*number)).sum()
    }

    /// Does every step along this vector lead to a later layer?
    pub(super) fn rises(&self, vector: &[i64]) -> bool {
        let rise = |sum: &Sum| sum.iter().map(|(axis, factor)| vector[*axis] * factor).sum::<i64>();
        let rises = self.digits[..self.measures].iter().map(|digit| rise(&digit.sum));
        rises.into_iter().find(|rise| *rise != 0).is_some_and(|rise| rise > 0)
    }
}

/// What falls, in order; numbers alone have the factor 1.
fn sums(measure: &Measure) -> Option<Vec<Sum>> {
    const LARGEST: i128 = 1 << 20;
    let Measure::Sums(sums) = measure else { return None };
    let sum = |sum: &facts::Sum| match sum[..] {
        [(slot, _)] => Some(vec![(slot, 1)]),
        _ => sum
            .iter()
            .map(|(slot, factor)| (*factor <= LARGEST).then_some((*slot, *factor as i64)))
            .collect(),
    };
    sums.iter().map(sum).collect()
}

/// The lanes for which `slope · lane + base ≥ 0`.
pub(super) fn narrowed(lanes: Range<usize>, slope: i64, base: i64) -> Range<usize> {
    let (first, last) = bounded((lanes.start as i64, lanes.end as i64 - 1), slope, base);
    to_index(first)..to_index(first.max(last + 1))
}

/// A range without numbers; no bound makes it longer.
pub(super) const NOTHING: (i64, i64) = (0, -1);

/// The numbers x of a range, both ends included, for which `factor · x + rest ≥ 0`.
pub(super) fn bounded((least, most): (i64, i64), factor: i64, rest: i64) -> (i64, i64) {
    match factor {
        0 if rest < 0 => NOTHING,
        0 => (least, most),
        1 => (least.max(rest.saturating_neg()), most),
        -1 => (least, most.min(rest)),
        2.. => (least.max(-rest.div_euclid(factor)), most),
        _ => (least, most.min(rest.div_euclid(-factor))),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Each move lowers the sum of these numbers.
    fn total(slots: &[usize]) -> Measure {
        Measure::Sums(vec![slots.iter().map(|slot| (*slot, 1)).collect()])
    }

    /// Each move lowers one of these numbers and none before it.
    fn in_order(slots: &[usize]) -> Measure {
        Measure::Sums(slots.iter().map(|slot| vec![(*slot, 1)]).collect())
    }

    fn measures() -> Vec<(Vec<u64>, Measure)> {
        vec![
            (vec![9], total(&[0])),
            (vec![9, 12], total(&[0])),
            (vec![9, 12], total(&[1])),
            (vec![9, 12], total(&[0, 1])),
            (vec![12, 9], total(&[0, 1])),
            (vec![9, 9], in_order(&[1, 0])),
            (vec![9, 9], in_order(&[])),
            (vec![9, 3, 8], in_order(&[2, 1])),
            (vec![4, 8, 7], total(&[0, 1, 2])),
            (vec![4, 8, 7], total(&[0, 2])),
            (vec![4, 2, 9], total(&[0, 1])),
            (vec![3, 2, 2], total(&[0, 1])),
            (vec![9, 11], Measure::Sums(vec![vec![(0, 3), (1, 1)]])),
            (vec![9, 11], Measure::Sums(vec![vec![(0, 1), (1, 2)], vec![(1, 4)]])),
            (vec![9, 11, 3], Measure::Sums(vec![vec![(2, 1)], vec![(1, 1), (0, 2)]])),
            (vec![3, 9, 8], Measure::Sums(vec![vec![(0, 1), (1, 1), (2, 5)], vec![(2, 1)]])),
        ]
    }

    fn row(layout: &Layout, number: usize) -> Row {
        let mut row = Row::default();
        layout.seek(number, &mut row);
        row
    }

    fn numbers(layout: &Layout, row: &Row, lane: usize) -> Vec<u64> {
        let at = |axis: usize| row.numbers[axis] + layout.slopes[axis] * lane as i64;
        (0..layout.most.len()).map(|axis| at(axis) as u64).collect()
    }

    fn measured(measure: &Measure, numbers: &[u64]) -> Vec<u64> {
        match measure {
            Measure::Sums(sums) => sums
                .iter()
                .map(|sum| sum.iter().map(|(slot, times)| numbers[*slot] * *times as u64).sum())
                .collect(),
            Measure::SmallerHeaps => unreachable!(),
        }
    }

    /// Every position of the box is in one row, at its own place, after all with a lower measure.
    #[test]
    fn rows_hold_every_position_once() {
        for (most, measure) in measures() {
            let layout = Layout::new(&most, &measure).unwrap();
            let mut places = HashSet::new();
            let mut last = Vec::new();
            for number in 0..layout.rows() as usize {
                let row = row(&layout, number);
                for lane in row.lanes.clone() {
                    let numbers = numbers(&layout, &row, lane);
                    assert!(numbers.iter().zip(&most).all(|(number, most)| number <= most));
                    assert_eq!(layout.place(&numbers), row.first + lane);
                    assert!(places.insert(row.first + lane));
                    let measured = measured(&measure, &numbers);
                    assert!(last <= measured, "{most:?} {measure:?}");
                    last = measured;
                }
            }
            assert_eq!(places.len() as u128, layout.positions(), "{most:?} {measure:?}");
            assert!(places.iter().all(|place| (*place as u128) < layout.cells()));
        }
    }

    /// Positions with a lower measure lie before the layer, all others in it or behind it.
    #[test]
    fn layers_divide_the_table() {
        for (most, measure) in measures() {
            let layout = Layout::new(&most, &measure).unwrap();
            let rows: Vec<Row> =
                (0..layout.rows() as usize).map(|number| row(&layout, number)).collect();
            for row in &rows {
                for other in &rows {
                    for (lane, elsewhere) in row.lanes.clone().zip(other.lanes.clone()) {
                        let is_before = other.first + elsewhere < row.layer;
                        let [here, there] = [(row, lane), (other, elsewhere)]
                            .map(|(row, lane)| measured(&measure, &numbers(&layout, row, lane)));
                        assert_eq!(is_before, there < here, "{most:?} {measure:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn what_cannot_be_laid_out_is_declined() {
        let sums = |sums: &[&[(usize, i128)]]| {
            Measure::Sums(sums.iter().map(|one| one.to_vec()).collect())
        };
        for measure in [
            Measure::SmallerHeaps,
            sums(&[&[(0, 2), (1, 3)]]),
            sums(&[&[(0, 1), (1, 1)], &[(0, 1), (1, 2)]]),
            sums(&[&[(0, 1), (1, 2)], &[(0, 1)]]),
        ] {
            assert!(Layout::new(&[9, 9], &measure).is_none(), "{measure:?}");
        }
    }

    #[test]
    fn steps_along_a_vector_rise_or_not() {
        let rises = |measure: Measure, vector: [i64; 2]| {
            Layout::new(&[9, 9], &measure).unwrap().rises(&vector)
        };
        assert!(rises(total(&[0, 1]), [2, -1]));
        assert!(!rises(total(&[0, 1]), [1, -1]));
        assert!(rises(in_order(&[1, 0]), [1, 0]));
        assert!(!rises(in_order(&[1, 0]), [5, -1]));
        assert!(!rises(total(&[0]), [0, 3]));
        assert!(rises(Measure::Sums(vec![vec![(0, 1), (1, 3)]]), [-2, 1]));
    }

    #[test]
    fn lanes_are_found_by_dividing() {
        for slope in -4..=4 {
            for base in -20..=20 {
                let wanted: Vec<usize> =
                    (2..9).filter(|lane| slope * *lane as i64 + base >= 0).collect();
                assert_eq!(narrowed(2..9, slope, base).collect::<Vec<_>>(), wanted);
            }
            assert_eq!(narrowed(2..9, slope, i64::MAX), 2..9);
            assert!(narrowed(2..9, slope, i64::MIN).is_empty());
        }
    }
}
