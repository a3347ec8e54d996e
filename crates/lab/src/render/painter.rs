//! Draws one tile after the other and remembers what the next one may need.
//!
//! Nimrod's far tiles depend on all smaller piles. A [`Painter`] keeps stops of the sweeps that drew the last ones
//! ([`NimrodStops`]), so that a neighbour takes milliseconds, and a tile that is too far for one budget is drawn by
//! asking for it a few times. All other games are drawn as [`tile::tile`](tile()) does.

use std::sync::{Mutex, MutexGuard, PoisonError};

use bouton_engines::{Chart, NimrodStops, Swept, Window};
use bouton_rules::{Game, Limits, Refusal};

use super::tile::{Layer, Place, Tile, chart, tile, tile_with};

/// Draws tiles; several threads may ask at once.
pub struct Painter {
    /// Not locked while somebody sweeps.
    stops: Mutex<NimrodStops>,
}

/// What came of drawing a tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Painted {
    /// The tile.
    Tile(Tile),
    /// The limits did not suffice, but what was done is kept: ask again, and it goes on from there.
    Unfinished,
}

/// Bytes of stops: a dozen at the pile 3·10⁷, two at 2·10⁸.
const MOST_BYTES: usize = 64 << 20;

impl Default for Painter {
    fn default() -> Painter {
        Painter { stops: Mutex::new(NimrodStops::new(MOST_BYTES)) }
    }
}

impl Painter {
    /// Draws a tile.
    ///
    /// ```
    /// use bouton_lab::render::painter::{Painted, Painter};
    /// use bouton_lab::render::tile::{Layer, Place, tile};
    /// use bouton_lab::rules::{Game, Limits};
    /// let (painter, nimrod) = (Painter::default(), Game::parse("nimrod")?);
    /// let place = Place { x: 2_000, y: 0, zoom: 0 };
    /// let limits = Limits::default();
    /// let drawn = tile(&nimrod, &[], place, Layer::Outcome, &limits)?;
    /// assert_eq!(painter.tile(&nimrod, &[], place, Layer::Outcome, &limits)?, Painted::Tile(drawn));
    /// # Ok::<(), bouton_lab::rules::Refusal>(())
    /// ```
    pub fn tile(
        &self,
        game: &Game,
        beside: &[u64],
        place: Place,
        layer: Layer,
        limits: &Limits,
    ) -> Result<Painted, Refusal> {
        if !NimrodStops::knows(game) || !beside.is_empty() {
            return tile(game, beside, place, layer, limits).map(Painted::Tile);
        }
        let mut is_kept = false;
        let drawn = tile_with(game, place, layer, limits, |window| {
            if window.y.start == 0 {
                return chart(game, beside, window, limits);
            }
            match self.swept(&window, limits)? {
                Swept::Rows(rows) => Ok(Chart::Losing(rows)),
                Swept::Unfinished => {
                    is_kept = true;
                    Err(Refusal::Interrupted)
                }
            }
        });
        match drawn {
            Err(Refusal::Interrupted) if is_kept => Ok(Painted::Unfinished),
            drawn => drawn.map(Painted::Tile),
        }
    }

    fn swept(&self, window: &Window, limits: &Limits) -> Result<Swept, Refusal> {
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

    const HERE: Place = Place { x: 6_000, y: 0, zoom: 0 };

    /// Every tile around a far one, at several zooms and in both layers, is the one drawn from the pile 0.
    #[test]
    fn neighbours_are_drawn_as_without_stops() {
        let (painter, limits) = (Painter::default(), Limits::default());
        let nimrod = Game::parse("nimrod").unwrap();
        let near = [(0, 0), (1, 0), (0, 1), (1, 3), (5, 1)];
        for (zoom, layer) in [(0, Layer::Outcome), (2, Layer::Sectors), (-1, Layer::Outcome)] {
            for (x, y) in near {
                let side = HERE.positions() * HERE.x / Place { zoom, ..HERE }.positions();
                for place in [Place { x: side + x, y, zoom }, Place { x: side - x, y, zoom }] {
                    let wanted = tile(&nimrod, &[], place, layer, &limits).unwrap();
                    let drawn = painter.tile(&nimrod, &[], place, layer, &limits);
                    assert_eq!(drawn, Ok(Painted::Tile(wanted)), "{place:?}");
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

    #[test]
    fn whoever_asks_again_gets_the_tile() {
        let (painter, nimrod) = (Painter::default(), Game::parse("nimrod").unwrap());
        let mut asked = 0;
        let drawn = loop {
            asked += 1;
            // Too few for the lines of the tile, unless the sweep is over.
            let watch = Arc::new(Patience(AtomicU32::new(if asked < 4 { 2 } else { 400 })));
            let limits = Limits { watch, ..Limits::default() };
            match painter.tile(&nimrod, &[], HERE, Layer::Outcome, &limits) {
                Ok(Painted::Unfinished) => {}
                drawn => break drawn,
            }
        };
        assert!(asked > 2, "{asked}");
        let wanted = tile(&nimrod, &[], HERE, Layer::Outcome, &Limits::default()).unwrap();
        assert_eq!(drawn, Ok(Painted::Tile(wanted)));
    }

    #[test]
    fn other_games_are_drawn_as_ever() {
        let (painter, limits) = (Painter::default(), Limits::default());
        let place = Place { x: 0, y: 0, zoom: 2 };
        for game in ["wythoff", "nimrod/misere", "nimrod:2"] {
            let game = Game::parse(game).unwrap();
            let wanted = tile(&game, &[], place, Layer::Outcome, &limits).map(Painted::Tile);
            assert_eq!(painter.tile(&game, &[], place, Layer::Outcome, &limits), wanted);
        }
    }
}
