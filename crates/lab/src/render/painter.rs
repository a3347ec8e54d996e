//! Draws tiles one after the other, and keeps intermediate results that the next tiles may need.
//!
//! Nimrod's far tiles depend on all smaller piles. A [`Painter`] keeps checkpoints of the sweeps that drew the last
//! ones ([`NimrodStops`]), so that a neighbour takes milliseconds, and a tile that is too far for one budget is drawn
//! by asking for it a few times. All other games are drawn as [`tile::tile`](tile()) does.

use std::sync::{Mutex, MutexGuard, PoisonError};

use bouton_engines::{Ask, Chart, Finding, NimrodStops, Standing, SweepResult, Window};
use bouton_rules::{Game, Limits, Refusal};

use super::tile::{Layer, Place, Tile, chart, tile, tile_with};
use crate::answer::{Answer, answer};
use crate::plan::plan;
use crate::question::Question;

/// Draws tiles; several threads may use it at once.
pub struct Painter {
    /// The checkpoints; not locked during a sweep.
    stops: Mutex<NimrodStops>,
}

/// The most bytes of checkpoints: a dozen of them at the pile 3·10⁷, two at 2·10⁸.
const MOST_BYTES: usize = 64 << 20;

/// Positions that take more steps from the pile 0 are left to the sweeps. A constant, so that the answer is the same
/// on every machine and in every lane of the server.
const NEAR: u64 = 100_000_000;

impl Default for Painter {
    fn default() -> Painter {
        Painter { stops: Mutex::new(NimrodStops::new(MOST_BYTES)) }
    }
}

impl Painter {
    /// Draws a tile; `None` if a limit was reached, but the finished part is kept: the next call continues from there.
    ///
    /// ```
    /// use bouton_lab::render::painter::Painter;
    /// use bouton_lab::render::tile::{Layer, Place, tile};
    /// use bouton_lab::rules::{Game, Limits};
    /// let (painter, nimrod) = (Painter::default(), Game::parse("nimrod")?);
    /// let place = Place::new(2_000, 0, 0);
    /// let limits = Limits::default();
    /// let drawn = tile(&nimrod, &[], place, Layer::Outcome, &limits)?;
    /// assert_eq!(painter.tile(&nimrod, &[], place, Layer::Outcome, &limits)?, Some(drawn));
    /// # Ok::<(), bouton_lab::rules::Refusal>(())
    /// ```
    pub fn tile(
        &self,
        game: &Game,
        beside: &[u64],
        place: Place,
        layer: Layer,
        limits: &Limits,
    ) -> Result<Option<Tile>, Refusal> {
        let has_sweeps = NimrodStops::knows(game) && layer != Layer::NimValues;
        if !has_sweeps || !beside.is_empty() {
            return tile(game, beside, place, layer, limits).map(Some);
        }
        let mut is_kept = false;
        let drawn = tile_with(game, place, layer, limits, |window| {
            if window.y.start == 0 {
                return chart(game, beside, window, layer, limits);
            }
            match self.swept(&window, limits)? {
                SweepResult::Rows(rows) => Ok(Chart::Losing(rows)),
                SweepResult::Unfinished => {
                    is_kept = true;
                    Err(Refusal::Interrupted)
                }
            }
        });
        match drawn {
            Err(Refusal::Interrupted) if is_kept => Ok(None),
            drawn => drawn.map(Some),
        }
    }

    /// Answers who wins a position. A far one of Nimrod comes from the sweeps that draw its tiles; `None` if a limit
    /// was reached: the finished part is kept, and the next call continues from there.
    pub fn point(&self, question: &Question) -> Result<Option<Answer>, Refusal> {
        let position = match &question.ask {
            Ask::Solve(position) => NimrodStops::position(&question.game, position),
            _ => None,
        };
        let Some(position) = position else { return answer(question).map(Some) };
        let near = Limits { steps: question.limits.steps.min(NEAR), ..question.limits.clone() };
        match answer(&Question { limits: near, ..question.clone() }) {
            Err(Refusal::Limit { .. }) => {}
            found => return found.map(Some),
        }
        let rows = match self.swept(position.window(), &question.limits)? {
            SweepResult::Rows(rows) => rows,
            SweepResult::Unfinished => return Ok(None),
        };
        let plan = plan(question)?;
        let mut solution = position.solution(&rows);
        if solution.value.is_none() {
            let left_out = "the value was left out: it would need all smaller piles";
            solution.reasons.push(left_out.to_owned());
        }
        Ok(Some(Answer {
            finding: Finding::Solution(solution),
            standing: Standing::Proved,
            engine: plan.engine.name(),
            theorem: plan.engine.theorem(),
            value_by: None,
            declined: plan.declined,
        }))
    }

    fn swept(&self, window: &Window, limits: &Limits) -> Result<SweepResult, Refusal> {
        let sweep = self.stops().sweep(window, limits)?;
        sweep.run(limits, |stop| self.stops().keep(stop))
    }

    fn stops(&self) -> MutexGuard<'_, NimrodStops> {
        self.stops.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};

    use bouton_rules::Watch;

    use super::*;

    const FAR: u64 = 6_000;

    /// Every tile around a far one, at several zooms and in both layers, is the one drawn from the pile 0.
    #[test]
    fn neighbours_are_drawn_as_without_stops() {
        let (painter, limits) = (Painter::default(), Limits::default());
        let nimrod = Game::parse("nimrod").unwrap();
        let near = [(0, 0), (1, 0), (0, 1), (1, 3), (5, 1)];
        for (zoom, layer) in [(0, Layer::Outcome), (2, Layer::Sectors), (-1, Layer::Outcome)] {
            for (x, y) in near {
                let side = if zoom < 0 { FAR >> -zoom } else { FAR << zoom };
                for place in [Place::new(side + x, y, zoom), Place::new(side - x, y, zoom)] {
                    let wanted = tile(&nimrod, &[], place, layer, &limits).unwrap();
                    let drawn = painter.tile(&nimrod, &[], place, layer, &limits);
                    assert_eq!(drawn, Ok(Some(wanted)), "{place:?}");
                }
            }
        }
        assert!(painter.stops().bytes() > 0);
    }

    /// Says stop when it has been told this often.
    struct Patience(AtomicU32);

    impl Watch for Patience {
        fn progress(&self, _: u64, _: u64) -> ControlFlow<()> {
            match self.0.fetch_sub(1, Ordering::Relaxed) {
                ..=1 => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        }
    }

    /// The position is the one that is solved from the pile 0, winning moves, reasons and all; its value aside.
    #[test]
    fn far_points_are_solved_by_the_sweeps_of_the_tiles() {
        let painter = Painter::default();
        for text in ["7000000,1", "7000000,2", "7000033,40", "5,3", "1,9"] {
            let game = Game::parse("nimrod").unwrap();
            let position = game.position(text).unwrap();
            let question = Question::solve(game, position);
            let wanted = answer(&question).unwrap();
            let found = painter.point(&question).unwrap().expect("unwatched");
            let (found_one, wanted_one) = (found.solution().unwrap(), wanted.solution().unwrap());
            assert_eq!(found_one.left, wanted_one.left, "{text}");
            assert_eq!(found_one.outcome, wanted_one.outcome, "{text}");
            assert_eq!((found.engine, found.standing), (wanted.engine, wanted.standing), "{text}");
        }
        assert!(painter.stops().bytes() > 0, "some were far");
    }

    #[test]
    fn whoever_asks_again_gets_the_tile() {
        let (painter, nimrod) = (Painter::default(), Game::parse("nimrod").unwrap());
        let mut asked = 0;
        let drawn = loop {
            asked += 1;
            // Too few for the lines of the tile, unless the sweep is over.
            let watch = Arc::new(Patience(AtomicU32::new(if asked < 4 { 2 } else { 400 })));
            let limits = Limits { watch, ..Limits::default() };
            match painter.tile(&nimrod, &[], Place::new(FAR, 0, 0), Layer::Outcome, &limits) {
                Ok(None) => {}
                drawn => break drawn,
            }
        };
        assert!(asked > 2, "{asked}");
        let wanted =
            tile(&nimrod, &[], Place::new(FAR, 0, 0), Layer::Outcome, &Limits::default()).unwrap();
        assert_eq!(drawn, Ok(Some(wanted)));
    }

    #[test]
    fn other_games_are_drawn_as_ever() {
        let (painter, limits) = (Painter::default(), Limits::default());
        let place = Place::new(0, 0, 2);
        for game in ["wythoff", "nimrod/misere", "nimrod:2"] {
            let game = Game::parse(game).unwrap();
            let wanted = tile(&game, &[], place, Layer::Outcome, &limits).map(Some);
            assert_eq!(painter.tile(&game, &[], place, Layer::Outcome, &limits), wanted);
        }
    }
}
