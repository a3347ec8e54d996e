//! Exhibits as pictures.
//!
//! Nothing depends on colour alone: curves differ in markers, cells carry letters.

mod curves;
mod scale;

pub(super) use curves::numbers;

use bouton_engines::{Ask, Finding, Window};
use bouton_papers::{Exhibit, Picture};
use bouton_rules::{Game, Refusal};

use crate::render::scene::Scene;
use crate::render::{chart, strip};
use crate::{Question, answer};

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
    let sectors = picture.sectors && chart::is_nimrod(&question.game);
    let drawing = chart::Drawing::new(&question.game, &window, &found, 0, sectors)?;
    let mut scene = drawing.scene()?;
    scene.title = picture.caption.clone();
    Ok(scene)
}
