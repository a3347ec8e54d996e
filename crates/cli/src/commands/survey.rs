use bouton_lab::render::style::{FAINT, STRONG, paint};
use bouton_lab::survey as find_periods;
use serde_json::json;

use crate::Failure;
use crate::args::SurveyArgs;
use crate::output;

/// `bouton survey --digits N --to N`
pub(crate) fn survey(args: &SurveyArgs) -> Result<(), Failure> {
    let found = find_periods(args.digits, args.to, &args.means.limits())?;
    let proved = found.iter().filter(|code| code.period.is_some()).count();
    if args.json {
        let codes: Vec<_> = found
            .iter()
            .map(|code| {
                let (preperiod, period) = code.period.unzip();
                json!({ "code": code.code, "preperiod": preperiod, "period": period })
            })
            .collect();
        output::print_json(&json!({ "below": args.to, "proved": proved, "codes": codes }));
        return Ok(());
    }
    let mut text = format!("{}\n", paint(FAINT, "code      preperiod     period"));
    for code in &found {
        text += &match code.period {
            Some((preperiod, period)) => {
                format!("{:<8} {preperiod:>10} {period:>10}\n", code.code)
            }
            None => paint(FAINT, format!("{:<8} {:>10} {:>10}\n", code.code, "", "?")),
        };
    }
    text += &format!(
        "\n{} of {} codes have a period that the heaps below {} prove\n",
        paint(STRONG, proved),
        found.len(),
        args.to
    );
    output::print(&text);
    Ok(())
}
