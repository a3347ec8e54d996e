use bouton_lab::{Answered, ask, render};

use crate::Failure;
use crate::args::SurveyArgs;
use crate::output;

/// `bouton survey --digits N --to N`
pub(crate) fn survey(args: &SurveyArgs) -> Result<(), Failure> {
    let asked = ask::Survey { digits: args.digits, to: args.to };
    let found = asked.answer(&args.means.desk())?;
    Ok(output::show_as(args.output.format(), &found, || render::survey::text(&found))?)
}
