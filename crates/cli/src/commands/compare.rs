//! Whether two games are the same.

use bouton_lab::{Answered, ask, render};

use crate::Failure;
use crate::args::CompareArgs;
use crate::output;

/// `bouton compare GAME GAME`
pub(crate) fn compare(args: &CompareArgs) -> Result<(), Failure> {
    let CompareArgs { to, heaps, .. } = *args;
    let asked =
        ask::Compare { of: args.of.into(), to, heaps, ..ask::Compare::new(&args.game, &args.with) };
    let found = asked.answer(&args.means.desk())?;
    Ok(output::show_as(args.output.format(), &found, || render::compare::text(&found))?)
}
