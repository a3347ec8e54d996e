use bouton_lab::render::quotient::{text, view};
use bouton_lab::{quotient_of_game, read_game};

use crate::Failure;
use crate::args::QuotientArgs;
use crate::output;

/// `bouton quotient GAME --heaps N`
pub(crate) fn quotient(args: &QuotientArgs) -> Result<(), Failure> {
    let game = read_game(&args.game)?;
    let found = quotient_of_game(&game, args.heaps, &args.means.limits())?;
    let view = view(game.text(), &found);
    Ok(output::show_as(args.output.format(), &view, || text(game.title(), &found))?)
}
