use std::sync::Arc;

use bouton_values::{Limits, Player};

use crate::ending::Ending;
use crate::position::Position;
use crate::profile::{Fact, Profile};
use crate::real::RealNim;
use crate::recognise::Understanding;
use crate::ruleset::{MOVES, Ruleset};
use crate::spec::{Spec, of_another_game};
use crate::text::{self, Mode, Reading};
use crate::written::Written;
use bouton_values::Refusal;

/// A game: rules, an ending, and the text that names both.
///
/// ```
/// use bouton_rules::Game;
/// let game = Game::parse("octal:0.77 + nim")?;
/// assert_eq!(game.position("5,3;4")?.to_string(), "5,3;4");
/// assert!(Game::parse("nmi").unwrap_err().help().to_string().contains("nim"));
/// # Ok::<(), bouton_rules::Refusal>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    text: String,
    title: String,
    kind: Kind,
    written: Option<Arc<Written>>,
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
    /// Reads `name`, `name:parameters`, or a rule text that begins with `game`, each with or without `/misere` or
    /// `/even-odd`, and sums of them with ` + `; in a sum, a rule text stands in parentheses.
    ///
    /// ```
    /// use bouton_rules::{Game, Spec};
    /// let game = Game::parse("game take; position n; move k in 1..3: n' = n - k")?;
    /// assert!(matches!(game.finite().map(|game| &game.spec), Some(Spec::Heap(_))));
    /// assert_eq!(game.title(), "take");
    /// # Ok::<(), bouton_rules::Refusal>(())
    /// ```
    pub fn parse(text: &str) -> Result<Game, Refusal> {
        Game::parse_with(text, &|_| None)
    }

    /// The same, where `file` gives the rule text behind a path, if there is one: `PATH`, `PATH:ARGUMENTS`, either
    /// with an ending, also in sums. Arguments have `|` between them.
    pub fn parse_with(
        text: &str,
        file: &dyn Fn(&str) -> Option<Result<String, Refusal>>,
    ) -> Result<Game, Refusal> {
        text::parse(text, &Reading { file, mode: Mode::Recognised })
    }

    /// The game with its rules as they are written: no family is recognised. Only rule texts and games of the
    /// catalogue that are rule texts can be read so.
    pub fn as_written(text: &str) -> Result<Game, Refusal> {
        Game::as_written_with(text, &|_| None)
    }

    /// The same with rule texts behind paths.
    pub fn as_written_with(
        text: &str,
        file: &dyn Fn(&str) -> Option<Result<String, Refusal>>,
    ) -> Result<Game, Refusal> {
        text::parse(text, &Reading { file, mode: Mode::AsWritten })
    }

    /// The game by its definition alone: rule texts as they are written, other games as their codes, sets and boards
    /// say. No family is recognised, so whoever checks an answer against this game does not rest on recognition.
    ///
    /// ```
    /// use bouton_rules::{Game, Spec};
    /// let spec = |text: &str| Game::defined(text).map(|game| game.finite().expect("finite").spec.clone());
    /// assert!(matches!(spec("kayles")?, Spec::Written(_)));
    /// assert!(matches!(spec("octal:0.77")?, Spec::Heap(_)));
    /// # Ok::<(), bouton_rules::Refusal>(())
    /// ```
    pub fn defined(text: &str) -> Result<Game, Refusal> {
        text::parse(text, &Reading { file: &|_| None, mode: Mode::Defined })
    }

    pub(crate) fn new(text: String, kind: Kind) -> Game {
        Game::titled(text.clone(), text, kind)
    }

    pub(crate) fn titled(text: String, title: String, kind: Kind) -> Game {
        Game { text, title, kind, written: None }
    }

    pub(crate) fn of_text(text: String, title: String, written: Written) -> Game {
        let Understanding { spec, ending, .. } = &written.understanding;
        let kind = Kind::Finite(FiniteGame { spec: spec.clone(), ending: ending.clone() });
        Game { text, title, kind, written: Some(Arc::new(written)) }
    }

    /// The text that stands for the game, all by itself; [`Game::parse`] reads it back.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What people call the game: its text, if that is short, or the name and the arguments of its rule text.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The rule text and what was understood of it, if the game is stated by one.
    #[must_use]
    pub fn written(&self) -> Option<&Written> {
        self.written.as_deref()
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

    /// Is this a legal position of this game? One that was made by another game may be none.
    pub fn check(&self, position: &Position) -> Result<(), Refusal> {
        match (&self.kind, position) {
            (Kind::Finite(game), _) => game.spec.check(position),
            (Kind::Real(game), Position::Real(piles)) => game.check(piles),
            (Kind::Real(_), _) => Err(of_another_game(position)),
        }
    }
}

impl FiniteGame {
    /// What is provably true of the game.
    #[must_use]
    pub fn profile(&self) -> Profile {
        let same_endings = match (&self.ending, self.ending.is_impartial()) {
            (Ending::Normal, _) => Fact::proved("a stuck player loses"),
            (Ending::Misere, _) => Fact::proved("a stuck player wins"),
            (Ending::Written(_), true) => Fact::proved("the ending does not name a player"),
            (Ending::Written(written), false) if !written.always_names_a_player() => Fact::Unknown,
            (_, true) => Fact::proved("each terminal position is N or P"),
            (_, false) => Fact::refuted("what is left on the table favours a player"),
        };
        let independent = match &self.spec {
            Spec::Sum(_) => Fact::proved("a move is a move in one component"),
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

    fn options_within(
        &self,
        position: &Position,
        mover: Player,
        limits: &Limits,
    ) -> Result<Vec<Position>, Refusal> {
        match (&self.spec, position) {
            (Spec::Written(rules), Position::Tuple(tuple)) => {
                let options = rules.program().options_within(tuple, mover, limits)?;
                Ok(options.into_iter().map(Position::Tuple).collect())
            }
            _ => {
                limits.check_steps(MOVES, self.option_bound(position))?;
                Ok(self.options(position, mover))
            }
        }
    }

    fn ending(&self, position: &Position, mover: Player) -> Player {
        match (&self.ending, position) {
            (Ending::Written(written), Position::Tuple(tuple)) => written.winner(tuple, mover),
            (ending, position) => ending.winner(self.spec.tokens(position), mover),
        }
    }

    fn canonical(&self, position: &Position) -> Position {
        self.spec.canonical(position)
    }

    fn option_bound(&self, position: &Position) -> u128 {
        self.spec.option_bound(position)
    }

    fn least_reached(&self, position: &Position) -> u128 {
        match (&self.spec, position) {
            (Spec::Written(rules), Position::Tuple(tuple)) => rules.least_reached(tuple),
            _ => 1,
        }
    }

    fn bytes(&self, position: &Position) -> u128 {
        position.cells() as u128
    }
}
