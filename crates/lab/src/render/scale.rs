//! Axes with round numbers.

/// Numbers along a side of a figure.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    pub(super) low: f64,
    pub(super) high: f64,
    step: f64,
}

impl Scale {
    /// From `low` to `high`, with round numbers between them, at most about `most`.
    pub(super) fn between(low: f64, high: f64, most: usize) -> Scale {
        let (low, high) = if low < high { (low, high) } else { (low - 0.5, high + 0.5) };
        let rough = (high - low) / most.max(1) as f64;
        let power = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|digit| digit * power);
        let step = step.into_iter().find(|step| *step >= rough * 0.999_999).unwrap_or(rough);
        Scale { low, high, step }
    }

    /// From a round number to a round number; from 0 if the numbers come near it.
    pub(super) fn around(low: f64, high: f64, most: usize) -> Scale {
        let low = if low > 0.0 && low < 0.4 * high { 0.0 } else { low };
        let Scale { low, high, step } = Scale::between(low, high, most);
        Scale { low: (low / step).floor() * step, high: (high / step).ceil() * step, step }
    }

    /// Round numbers, and how they are written.
    pub(super) fn ticks(&self) -> Vec<(f64, String)> {
        let first = (self.low / self.step - 1e-9).ceil();
        let last = (self.high / self.step + 1e-9).floor();
        let count = (last - first).clamp(-1.0, 50.0) as i32;
        let ticks = (0..=count).map(|index| (first + f64::from(index)) * self.step);
        ticks.map(|tick| (tick, self.written(tick))).collect()
    }

    /// Where a number lies, as a share of the way from `low` to `high`.
    pub(super) fn share(&self, value: f64) -> f64 {
        (value - self.low) / (self.high - self.low)
    }

    fn written(&self, tick: f64) -> String {
        let digits = (-self.step.log10().floor()).clamp(0.0, 9.0) as usize;
        let text = format!("{:.digits$}", tick.abs());
        let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
        // Narrow spaces that do not break.
        let whole = grouped(whole, "\u{202f}");
        let is_zero = text.chars().all(|c| matches!(c, '0' | '.'));
        let sign = if tick < 0.0 && !is_zero { "−" } else { "" };
        format!("{sign}{whole}{rest}")
    }
}

/// Digits in groups of three.
pub(super) fn grouped(digits: &str, space: &str) -> String {
    let groups = digits.as_bytes().rchunks(3).rev();
    let groups: Vec<&str> = groups.filter_map(|group| str::from_utf8(group).ok()).collect();
    groups.join(space)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(scale: Scale) -> Vec<String> {
        scale.ticks().into_iter().map(|(_, text)| text).collect()
    }

    #[test]
    fn round_numbers_stand_at_the_axes() {
        assert_eq!(written(Scale::between(2.0, 30.0, 6)), ["5", "10", "15", "20", "25", "30"]);
        assert_eq!(
            written(Scale::around(1.02, 1.99, 5)),
            ["1.0", "1.2", "1.4", "1.6", "1.8", "2.0"]
        );
        assert_eq!(written(Scale::around(0.05, 0.95, 2)), ["0.0", "0.5", "1.0"]);
        assert_eq!(written(Scale::around(-20.0, 15.0, 4)), ["−20", "−10", "0", "10", "20"]);
        assert_eq!(
            written(Scale::between(0.0, 1e6, 2)),
            ["0", "500\u{202f}000", "1\u{202f}000\u{202f}000"]
        );
    }

    #[test]
    fn a_single_number_has_room_around_it() {
        let scale = Scale::around(7.0, 7.0, 4);
        assert!(scale.low < 7.0 && 7.0 < scale.high);
        assert!((scale.share(7.0) - 0.5).abs() < 0.2);
    }
}
