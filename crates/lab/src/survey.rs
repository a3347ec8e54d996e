//! Surveys the periods of all octal games with a few digits.

use bouton_ask as ask;
use bouton_engines::octal::survey;
use bouton_rules::Refusal;

use crate::questions::{Answerable, Desk};
use crate::render::AsText;
use crate::render::grid::{AsGrid, Grid};
use crate::render::style::{FAINT, STRONG, paint};
use crate::rules_file::ReadError;

impl Answerable for ask::Survey {
    fn answer(&self, desk: &Desk) -> Result<ask::SurveyView, ReadError> {
        if !(1..=4).contains(&self.digits) {
            let problem = format!("a survey of codes with {} digits is not supported", self.digits);
            return Err(Refusal::bad(problem, "ask for 1 to 4 digits").into());
        }
        let codes = survey(self.digits, self.to, &desk.limits)?.into_iter().map(|found| {
            let (preperiod, period) = found.period.unzip();
            let game = format!("octal:{}", found.code);
            ask::SurveyedCode { code: found.code, game, preperiod, period }
        });
        let codes: Vec<ask::SurveyedCode> = codes.collect();
        let proved = codes.iter().filter(|code| code.period.is_some()).count() as u64;
        Ok(ask::SurveyView { below: self.to, proved, codes })
    }
}

/// A line for each code.
impl AsText for ask::SurveyView {
    fn text(&self, _: bool) -> String {
        let mut text = format!("{}\n", paint(FAINT, "code      preperiod     period"));
        for code in &self.codes {
            text += &match (code.preperiod, code.period) {
                (Some(preperiod), Some(period)) => {
                    format!("{:<8} {preperiod:>10} {period:>10}\n", code.code)
                }
                _ => paint(FAINT, format!("{:<8} {:>10} {:>10}\n", code.code, "", "?")),
            };
        }
        text + &format!(
            "\n{} of {} codes have a period that the heaps below {} prove\n",
            paint(STRONG, self.proved),
            self.codes.len(),
            self.below
        )
    }
}

impl AsGrid for ask::SurveyView {
    fn grid(&self) -> Grid<'_> {
        let number = |number: Option<u64>| number.map(|number| number.to_string());
        let rows = self.codes.iter().map(move |code| {
            vec![Some(code.code.clone()), number(code.preperiod), number(code.period)]
        });
        Grid::new(["code", "preperiod", "period"], rows)
    }
}
