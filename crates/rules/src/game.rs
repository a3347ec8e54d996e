use bouton_values::Player;

use crate::catalogue;
use crate::ending::Ending;
use crate::position::Position;
use crate::profile::{Fact, Profile};
use crate::real::RealNim;
use crate::ruleset::Ruleset;
use crate::spec::Spec;
use bouton_values::Refusal;

/// A game: rules, an ending, and the text that names both.
///
/// ```
/// use bouton_rules::Game;
/// let game = Game::parse("octal:0.77 + nim")?;
/// assert_eq!(game.position("5,3;4")?.to_string(), "5,3;4");
/// assert!(Game::parse("nmi").unwrap_err().help().contains("nim"));
/// # Ok::<(), bouton_rules::Refusal>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    text: String,
    kind: Kind,
}

/// Games with finitely many options, and those on the real line.
#[derive(Clone, Debug)]
pub enum Kind {
    /// Finitely many options everywhere: the oracle can solve it.
    Finite(FiniteGame),
    /// Real-valued Nim, solved by its game structure alone.
    Real(RealNim),
}

/// Rules and an ending.
#[derive(Clone, Debug)]
pub struct FiniteGame {
    /// The options.
    pub spec: Spec,
    /// Who wins where a player is stuck.
    pub ending: Ending,
}

impl Game {
    /// Reads `name`, `name:parameters`, either with `/misere` or `/even-odd`, and sums of them with
    /// ` + `.
    pub fn parse(text: &str) -> Result<Game, Refusal> {
        catalogue::parse(text)
    }

    pub(crate) fn new(text: String, kind: Kind) -> Game {
        Game { text, kind }
    }

    /// The text that names the game; [`Game::parse`] reads it back.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Finite or real.
    #[must_use]
    pub fn kind(&self) -> &Kind {
        &self.kind
    }

    /// Rules and ending, unless the game is real-valued.
    #[must_use]
    pub fn finite(&self) -> Option<&FiniteGame> {
        match &self.kind {
            Kind::Finite(game) => Some(game),
            Kind::Real(_) => None,
        }
    }

    /// Reads a position and checks that it is legal here.
    pub fn position(&self, text: &str) -> Result<Position, Refusal> {
        match &self.kind {
            Kind::Finite(game) => game.spec.position(text),
            Kind::Real(game) => game.position(text),
        }
    }
}

impl FiniteGame {
    /// What is provably true of the game.
    #[must_use]
    pub fn profile(&self) -> Profile {
        let same_endings = match (&self.ending, self.ending.is_impartial()) {
            (Ending::Normal, _) => Fact::Proved("a stuck player loses"),
            (Ending::Misere, _) => Fact::Proved("a stuck player wins"),
            (_, true) => Fact::Proved("each terminal position is N or P"),
            (_, false) => Fact::Refuted("what is left on the table favours a player"),
        };
        let independent = match &self.spec {
            Spec::Sum(_) => Fact::Proved("a move is a move in one component"),
            spec => spec.fact(|rules| rules.independent(), |_| Fact::Unknown, |_| Fact::Unknown),
        };
        Profile {
            same_options: self.spec.fact(
                |rules| rules.same_options(),
                |rules| rules.same_options(),
                |rules| rules.same_options(),
            ),
            same_endings,
            terminates: self.spec.fact(
                |rules| rules.terminates(),
                |rules| rules.terminates(),
                |rules| rules.terminates(),
            ),
            independent,
            lookback: self.spec.tuple_rules().and_then(|rules| rules.lookback()),
        }
    }

    /// Impartial under normal play: every position has a nim-value, if play ends.
    #[must_use]
    pub fn has_nim_values(&self) -> bool {
        self.ending == Ending::Normal && self.profile().same_options.holds()
    }
}

impl Ruleset for FiniteGame {
    type Position = Position;

    fn options(&self, position: &Position, mover: Player) -> Vec<Position> {
        self.spec.options(position, mover)
    }

    fn ending(&self, position: &Position, mover: Player) -> Player {
        self.ending.winner(self.spec.tokens(position), mover)
    }

    fn canonical(&self, position: &Position) -> Position {
        self.spec.canonical(position)
    }

    fn option_bound(&self, position: &Position) -> u128 {
        self.spec.option_bound(position)
    }

    fn bytes(&self, position: &Position) -> u128 {
        position.cells() as u128
    }
}
