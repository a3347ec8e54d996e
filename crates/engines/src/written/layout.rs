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
    /// What every move lowers, the first of them first; at most one of them is a sum of several numbers.
    measures: Vec<Sum>,
    /// The number that follows from the sum and the others.
    dependent: Option<usize>,
    lane: Option<usize>,
    /// The axes of a layer besides the lane.
    outer: Vec<usize>,
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
        let measures = sums(measure)?;
        let single = |sum: &Sum| matches!(sum[..], [_]);
        let alone: Vec<usize> =
            measures.iter().filter(|sum| single(sum)).map(|sum| sum[0].0).collect();
        let longest = |axes: &[usize]| axes.iter().copied().max_by_key(|axis| most[*axis]);
        let mut several = measures.iter().filter(|sum| !single(sum));
        let dependent = match (several.next(), several.next()) {
            (None, _) => None,
            (Some(_), Some(_)) => return None,
            (Some(sum), None) => {
                let plain =
                    sum.iter().filter(|(axis, factor)| *factor == 1 && !alone.contains(axis));
                Some(longest(&plain.map(|(axis, _)| *axis).collect::<Vec<_>>())?)
            }
        };
        let is_free = |axis: &usize| Some(*axis) != dependent && !alone.contains(axis);
        let free: Vec<usize> = (0..most.len()).filter(is_free).collect();
        let lane = longest(&free).filter(|axis| most[*axis] + 1 >= SHORTEST_ROW);
        let outer = free.into_iter().filter(|axis| Some(*axis) != lane).collect();
        let mut layout = Layout {
            most: most.to_vec(),
            strides: vec![0; most.len()],
            slopes: vec![0; most.len()],
            measures,
            dependent,
            lane,
            outer,
        };
        layout.set_strides();
        layout.set_slopes();
        Some(layout)
    }

    fn set_strides(&mut self) {
        let mut stride = 1_u128;
        let capped = |stride: u128| i64::try_from(stride).unwrap_or(i64::MAX);
        for axis in self.lane.into_iter().chain(self.outer.iter().rev().copied()) {
            self.strides[axis] = capped(stride);
            stride = stride.saturating_mul(u128::from(self.most[axis]) + 1);
        }
        for sum in self.measures.iter().rev() {
            for (axis, factor) in sum {
                let more = capped(stride).saturating_mul(*factor);
                self.strides[*axis] = self.strides[*axis].saturating_add(more);
            }
            stride = stride.saturating_mul(self.highest(sum) + 1);
        }
    }

    fn set_slopes(&mut self) {
        let Some(lane) = self.lane else { return };
        self.slopes[lane] = 1;
        if let Some(dependent) = self.dependent {
            let sum = self.measures.iter().find(|sum| sum.len() > 1).into_iter().flatten();
            let factor =
                sum.filter(|(axis, _)| *axis == lane).map(|(_, factor)| *factor).sum::<i64>();
            self.slopes[dependent] = -factor;
        }
    }

    fn highest(&self, sum: &Sum) -> u128 {
        let term = |(axis, factor): &(usize, i64)| u128::from(self.most[*axis]) * *factor as u128;
        sum.iter().map(term).fold(0, u128::saturating_add)
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
        let layers = self.measures.iter().map(|sum| self.highest(sum) + 1);
        layers.fold(self.rows_of_layer(), u128::saturating_mul)
    }

    /// How many rows a layer has.
    fn rows_of_layer(&self) -> u128 {
        let sides = self.outer.iter().map(|axis| u128::from(self.most[*axis]) + 1);
        sides.fold(1, u128::saturating_mul)
    }

    /// Goes to the row of this number, in the order of the table.
    pub(super) fn seek(&self, number: usize, row: &mut Row) {
        let mut rest = number as u64;
        let mut digit = |most: u64| {
            let digit = rest % (most + 1);
            rest /= most + 1;
            digit as i64
        };
        let numbers = &mut row.numbers;
        numbers.clear();
        numbers.resize(self.most.len(), 0);
        for axis in self.outer.iter().rev() {
            numbers[*axis] = digit(self.most[*axis]);
        }
        // A sum becomes the number that depends on it once all others are known.
        for sum in self.measures.iter().rev() {
            let measure = digit(self.highest(sum) as u64);
            let axis = if sum.len() > 1 { self.dependent } else { None };
            numbers[axis.unwrap_or(sum[0].0)] = measure;
        }
        for sum in self.measures.iter().filter(|sum| sum.len() > 1) {
            let dependent = self.dependent.expect("a sum has a number that depends on it");
            let others = sum.iter().filter(|(axis, _)| *axis != dependent);
            let known: i64 = others.map(|(axis, factor)| numbers[*axis] * factor).sum();
            numbers[dependent] -= known;
        }
        let (length, height) = (to_index(self.row_length()), to_index(self.rows_of_layer()));
        row.lanes = match self.dependent {
            Some(axis) => self.inside(0..length, axis, numbers[axis]),
            None => 0..length,
        };
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
        self.measures.iter().map(rise).find(|rise| *rise != 0).is_some_and(|rise| rise > 0)
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
    let (start, end) = (lanes.start as i64, lanes.end as i64);
    let (start, end) = match slope {
        0 if base < 0 => (start, start),
        0 => (start, end),
        1 => (start.max(base.saturating_neg()), end),
        -1 => (start, end.min(base.saturating_add(1))),
        2.. => (start.max(-base.div_euclid(slope)), end),
        _ => (start, end.min(base.div_euclid(-slope) + 1)),
    };
    to_index(start)..to_index(end.max(start))
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
