//! A game: its rules, its ending and the text that names it.

use std::sync::{Arc, OnceLock};

use bouton_definition::{Definition, MOVES, Ruleset, Suffix, remark};
use bouton_values::{Limits, Player, Refusal};

use crate::ending::Ending;
use crate::position::Position;
use crate::profile::{Fact, Profile};
use crate::real::RealNim;
use crate::recognise::Understanding;
use crate::spec::{Spec, of_another_game};
use crate::text::{self, Reading};
use crate::written::{StatedRules, Written};

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
    written: Option<Arc<Statement>>,
}

/// The rule text of a game: read already, or to be read if somebody asks, where a code or a set says the same.
#[derive(Debug)]
enum Statement {
    Read(Arc<Written>),
    Unread { rules: StatedRules, suffix: Option<Suffix>, written: OnceLock<Option<Box<Written>>> },
}

/// Games with finitely many options, and those on the real line.
#[derive(Clone, Debug)]
pub enum Kind {
    /// Finitely many options everywhere: the oracle can solve it.
    Finite(FiniteGame),
    /// Real-valued Nim, solved by its game structure alone.
    Real(RealNim),
}

/// A game with finitely many options in each position: its rules and its ending.
#[derive(Clone, Debug)]
pub struct FiniteGame {
    /// The rules: they say which options a position has.
    pub spec: Spec,
    /// Who wins where a player is stuck.
    pub ending: Ending,
}

impl Game {
    /// Reads `name`, `name:parameters`, or a rule text that begins with `game`, each with or without `/misere` or
    /// `/even-odd`, and sums of them with ` + `; in a sum, a rule text is written in parentheses.
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

    /// Reads a game as [`Game::parse`] does, where `file` gives the rule text at a path, if there is one: `PATH`, `PATH:ARGUMENTS`, either
    /// with an ending, also in sums. Arguments have `|` between them.
    pub fn parse_with(
        text: &str,
        file: &dyn Fn(&str) -> Option<Result<String, Refusal>>,
    ) -> Result<Game, Refusal> {
        text::parse(text, &Reading { file, recognises: true, needs_texts: false })
    }

    /// The game with its rules as they are written: no family is recognised. Only rule texts and games of the
    /// catalogue that are rule texts can be read so.
    pub fn as_written(text: &str) -> Result<Game, Refusal> {
        Game::as_written_with(text, &|_| None)
    }

    /// Reads a game as [`Game::as_written`] does, and rule texts at paths, which `file` gives.
    pub fn as_written_with(
        text: &str,
        file: &dyn Fn(&str) -> Option<Result<String, Refusal>>,
    ) -> Result<Game, Refusal> {
        text::parse(text, &Reading { file, recognises: false, needs_texts: true })
    }

    /// The game by its definition alone: rule texts as they are written, other games as their codes, sets and boards
    /// say. What [`bouton_definition::Game`] knows is better read by that.
    ///
    /// ```
    /// use bouton_rules::{Game, Spec};
    /// let game = Game::defined("domineering + wythoff")?;
    /// let Some(Spec::Sum(parts)) = game.finite().map(|game| &game.spec) else { panic!("a sum") };
    /// assert!(matches!(parts[..], [Spec::Board(_), Spec::Written(_)]));
    /// # Ok::<(), bouton_rules::Refusal>(())
    /// ```
    pub fn defined(text: &str) -> Result<Game, Refusal> {
        text::parse(text, &Reading { file: &|_| None, recognises: false, needs_texts: false })
    }

    pub(crate) fn new(text: String, kind: Kind) -> Game {
        Game::titled(text.clone(), text, kind)
    }

    pub(crate) fn titled(text: String, title: String, kind: Kind) -> Game {
        Game { text, title, kind, written: None }
    }

    pub(crate) fn of_text(text: String, title: String, written: Arc<Written>) -> Game {
        let Understanding { spec, ending, .. } = &written.understanding;
        let kind = Kind::Finite(FiniteGame { spec: spec.clone(), ending: ending.clone() });
        Game { text, title, kind, written: Some(Arc::new(Statement::Read(written))) }
    }

    /// The game with a text that says what its rules say. It is read when somebody asks for it.
    pub(crate) fn stated_by(self, rules: StatedRules, suffix: Option<Suffix>) -> Game {
        let statement = Statement::Unread { rules, suffix, written: OnceLock::new() };
        Game { written: Some(Arc::new(statement)), ..self }
    }

    /// The text that stands for the game, all by itself; [`Game::parse`] reads it back.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The title of the game for people: its text, if that is short, or the name and the arguments of its rule text.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The rule text and what was understood of it, if the game is stated by one.
    #[must_use]
    pub fn written(&self) -> Option<&Written> {
        match self.written.as_deref()? {
            Statement::Read(written) => Some(written),
            Statement::Unread { rules, suffix, written } => {
                written.get_or_init(|| rules.read(*suffix, true).ok().map(Box::new)).as_deref()
            }
        }
    }

    /// The remark under `key` in the head of the game's rule text, as in `# picture: number-line`.
    #[must_use]
    pub fn remark(&self, key: &str) -> Option<String> {
        let Statement::Read(written) = self.written.as_deref()? else { return None };
        let comments: Vec<&str> =
            written.tree.comments.iter().map(|comment| comment.text.as_str()).collect();
        remark(&comments.join("\n"), key)
    }

    /// The kind of the game: finite, or real-valued Nim.
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
    /// The profile of the game: what is provably true of its rules.
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
        let [same_options, terminates, independent] = self.spec.facts();
        let lookback = self.spec.tuple_rules().and_then(|rules| rules.lookback());
        Profile { same_options, same_endings, terminates, independent, lookback }
    }

    /// Impartial under normal play: every position has a nim-value, if play ends.
    #[must_use]
    pub fn has_nim_values(&self) -> bool {
        Definition::has_nim_values(self)
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

impl Definition for FiniteGame {
    fn position(&self, text: &str) -> Result<Position, Refusal> {
        self.spec.position(text)
    }

    fn has_same_options(&self) -> bool {
        self.profile().same_options.holds()
    }

    fn end(&self) -> &Ending {
        &self.ending
    }
}
