//! The periods of all octal codes with a few digits.

use std::ops::ControlFlow;
use std::sync::Arc;

use bouton_rules::{HeapMoves, HeapRules, Limits, Refusal, TakeAndBreakCode, Watch};

use super::search::Table;
use super::values::Values;

/// A code, and its period if one was proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodePeriod {
    /// The code as it is written: `0.77`.
    pub code: String,
    /// Preperiod and period of the nim-values, the least possible.
    pub period: Option<(u64, u64)>,
}

/// All octal codes with a 0 and up to this many digits after the point, in the order of the numbers
/// that they are, with those periods that the nim-values of the heaps below `bound` prove.
///
/// ```
/// use bouton_engines::octal::survey;
/// use bouton_rules::Limits;
///
/// let codes = survey(1, 100, &Limits::default())?;
/// assert_eq!(codes.len(), 8);
/// assert_eq!((codes[3].code.as_str(), codes[3].period), ("0.3", Some((0, 2))));
/// assert_eq!((codes[6].code.as_str(), codes[6].period), ("0.6", None));
/// # Ok::<(), bouton_rules::Refusal>(())
/// ```
pub fn survey(digits: u32, bound: u64, limits: &Limits) -> Result<Vec<CodePeriod>, Refusal> {
    const MOST_DIGITS: u32 = 8;
    if digits == 0 || digits > MOST_DIGITS || bound == 0 {
        return Err(Refusal::bad(
            format!("there is no survey of codes with {digits} digits up to {bound} heaps"),
            format!("ask for 1 to {MOST_DIGITS} digits, and for some heaps"),
        ));
    }
    let total = 1u64 << (3 * digits);
    limits.check_memory("the list of codes", u128::from(total) * 96)?;
    let width = digits as usize;
    (0..total)
        .map(|number| {
            limits.progress(number, total)?;
            let code = TakeAndBreakCode::parse(&format!("0.{number:0width$o}"))?;
            let watch = Arc::new(SurveyProgress { watch: limits.watch.clone(), number, total });
            code_period(code, bound, &Limits { watch, ..limits.clone() })
        })
        .collect()
}

fn code_period(code: TakeAndBreakCode, bound: u64, limits: &Limits) -> Result<CodePeriod, Refusal> {
    let text = code.to_string();
    let values = Values::new(&HeapRules::new(HeapMoves::Code(code)))
        .map_err(|declined| Refusal::bad(declined.reason, "ask for octal digits"))?;
    let mut table = Table { values, period: None };
    table.search(bound - 1, 0, limits)?;
    Ok(CodePeriod { code: text, period: table.period })
}

/// Reports the number of finished codes, whatever the current one reports.
struct SurveyProgress {
    watch: Arc<dyn Watch>,
    number: u64,
    total: u64,
}

impl Watch for SurveyProgress {
    fn progress(&self, _: u64, _: u64) -> ControlFlow<()> {
        self.watch.progress(self.number, self.total)
    }
}
