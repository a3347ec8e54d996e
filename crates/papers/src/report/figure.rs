//! Draws the exhibits of a finding as pictures.
//!
//! Nothing depends on colour alone: curves differ in markers, cells carry letters.

use bouton_lab::render::scene::Scene;
use bouton_lab::render::{chart, curves, strip};
use bouton_lab::rules::{Game, Refusal};
use bouton_lab::{Ask, Finding, Question, Window, answer, has_sectors};

use crate::finding::{Exhibit, Picture};

/// The picture of an exhibit, if it is drawn and not set as text; or why it could not be drawn.
pub(super) fn of(exhibit: &Exhibit) -> Result<Option<Scene>, Refusal> {
    match exhibit {
        Exhibit::Strip { caption, letters, period } => strip::of_letters(caption, letters, *period),
        Exhibit::Curves { caption, x, y, curves } => curves::scene(caption, x, y, curves),
        Exhibit::Picture(picture) => plane(picture).map(Some),
        Exhibit::Table { .. } | Exhibit::Lines { .. } => Ok(None),
    }
}

fn plane(picture: &Picture) -> Result<Scene, Refusal> {
    let window = Window { x: picture.x.clone(), y: picture.y.clone() };
    let question =
        Question::new(Game::parse(&picture.game)?, Ask::chart(window.clone(), Vec::new()));
    let Finding::Chart(found) = answer(&question)?.finding else {
        return Err(Refusal::bad("no chart was found", "ask for another game"));
    };
    let sectors = picture.sectors && has_sectors(&question.game);
    let drawing =
        chart::Drawing::new(&question.game, &window, &found, Default::default(), 0, sectors)?;
    Ok(drawing.scene()?.titled(&picture.caption))
}
