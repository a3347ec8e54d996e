//! From canonical forms to text.

use bouton_values::Refusal;
use rustc_hash::{FxHashMap, FxHashSet};

use super::MAX_TEXT;
use super::followers::{Follower, Rank, followers};
use super::shape::{Shape, shapes};
use super::style::{Piece, Style};
use crate::form::Form;
use crate::store::Forms;

/// The most bytes of texts without definitions, all together.
const PLAIN_BYTES: usize = 32 << 20;

/// A text longer than this many bytes is written with definitions.
const PLAIN: usize = 2000;

/// With definitions, a game is written in place if its text is no longer than this,
const SHORT: usize = 8;

/// or if it is mentioned only once and its text is no longer than this.
const ONCE: usize = 100;

/// The texts of several games, with the definitions that they share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Texts {
    /// A text for each game.
    pub games: Vec<String>,
    /// Names that the texts mention and the games they stand for, each defined before it is mentioned.
    pub definitions: Vec<(String, String)>,
}

impl Texts {
    /// A single game, followed by its definitions.
    fn joined(self, style: Style) -> String {
        let game = self.games.into_iter().next().unwrap_or_default();
        match self.definitions.is_empty() {
            true => game,
            false => style.with_definitions(&game, &self.definitions),
        }
    }
}

impl Forms {
    /// The game in the notation that [`Expression`](crate::Expression) reads.
    ///
    /// It depends on the game alone, not on the store; and its length stays in proportion to the number
    /// of followers, which are given names where the text would become long.
    ///
    /// ```
    /// use bouton_short::{Expression, Forms};
    /// let mut forms = Forms::default();
    /// for text in ["{1||0|-2}", "±(1,{2|1})", "-1/2^3*2", "tiny(2)", "^<2>*", "{0,^*|-1}"] {
    ///     let game = Expression::parse(text)?.evaluate(&mut forms)?;
    ///     assert_eq!(forms.text(game)?, text);
    /// }
    /// # Ok::<(), bouton_values::Refusal>(())
    /// ```
    pub fn text(&mut self, form: Form) -> Result<String, Refusal> {
        Ok(self.written(&[form], Style::Text)?.joined(Style::Text))
    }

    /// The games of a list, the long ones with definitions that they share: where games have followers
    /// in common, all texts together stay in proportion to the number of followers.
    pub fn texts(&mut self, forms: &[Form]) -> Result<Texts, Refusal> {
        self.written(forms, Style::Text)
    }

    /// The game in LaTeX's mathematics, otherwise like [`Forms::text`].
    ///
    /// ```
    /// use bouton_short::{Expression, Forms};
    /// let mut forms = Forms::default();
    /// let game = Expression::parse("{1||0|-1/2}")?.evaluate(&mut forms)?;
    /// assert_eq!(forms.latex(game)?, "\\left\\{1 \\parallel 0 \\mid -\\frac{1}{2}\\right\\}");
    /// # Ok::<(), bouton_values::Refusal>(())
    /// ```
    pub fn latex(&mut self, form: Form) -> Result<String, Refusal> {
        Ok(self.written(&[form], Style::Latex)?.joined(Style::Latex))
    }

    fn written(&mut self, forms: &[Form], style: Style) -> Result<Texts, Refusal> {
        let followers = followers(self, forms)?;
        let shapes = shapes(self, &followers)?;
        let ranks: FxHashMap<Form, Rank> =
            followers.iter().enumerate().map(|(rank, follower)| (follower.form, rank)).collect();
        let roots: Vec<Rank> = forms.iter().map(|form| ranks[form]).collect();
        let writer = Writer { style, followers: &followers, shapes: &shapes };
        let plain = writer.plain()?;
        let long: Vec<Rank> = roots.iter().copied().filter(|root| plain[*root].is_none()).collect();
        let (named, definitions) = writer.with_definitions(&long)?;
        let text = |root: &Rank| {
            let piece = plain[*root].as_ref().or(named[*root].as_ref());
            style.closed(piece.expect("what is long is written with definitions"))
        };
        Ok(Texts { games: roots.iter().map(text).collect(), definitions })
    }
}

struct Writer<'a> {
    style: Style,
    followers: &'a [Follower],
    shapes: &'a [Shape],
}

impl<'a> Writer<'a> {
    /// The options that the text of a follower mentions.
    fn mentioned(&self, rank: Rank) -> [&'a [Rank]; 2] {
        let [left, right] = &self.followers[rank].options;
        match self.shapes[rank] {
            Shape::Braces => [left, right],
            Shape::Switch => [left, &[]],
            _ => [&[], &[]],
        }
    }

    /// How often the texts of these games mention each follower.
    fn mentions(&self, roots: &[Rank]) -> Vec<usize> {
        let mut mentions = vec![0; self.followers.len()];
        for root in roots {
            mentions[*root] += 1;
        }
        for rank in (0..self.followers.len()).rev().filter(|_| !roots.is_empty()) {
            if mentions[rank] > 0 {
                self.mentioned(rank).concat().iter().for_each(|option| mentions[*option] += 1);
            }
        }
        mentions
    }

    /// The text of a follower, if those of the options it mentions are known.
    fn piece(&self, rank: Rank, pieces: &[Option<Piece>]) -> Result<Option<Piece>, Refusal> {
        let sides = self.mentioned(rank).map(|options| {
            options.iter().map(|option| pieces[*option].as_ref()).collect::<Option<Vec<&Piece>>>()
        });
        let [Some(left), Some(right)] = sides else { return Ok(None) };
        Ok(Some(match &self.shapes[rank] {
            Shape::Uptimals(game) => self.style.uptimals(game)?,
            Shape::Tiny { number, of, is_miny } => self.style.tiny(number, of, *is_miny)?,
            Shape::Switch => self.style.switch(&left),
            Shape::Braces => self.style.braces(&left, &right),
        }))
    }

    /// The texts without definitions, as far as they are not too long.
    fn plain(&self) -> Result<Vec<Option<Piece>>, Refusal> {
        let mut pieces: Vec<Option<Piece>> = vec![None; self.followers.len()];
        let mut held = 0;
        for rank in 0..self.followers.len() {
            let piece = self.piece(rank, &pieces)?;
            // What has no parts that could be named is written as it is.
            let fits = |piece: &Piece| {
                let length = piece.text.len();
                !self.is_divisible(rank) || (length <= PLAIN && held + length <= PLAIN_BYTES)
            };
            pieces[rank] = piece.filter(fits);
            held += pieces[rank].as_ref().map_or(0, |piece| piece.text.len());
        }
        Ok(pieces)
    }

    /// Could parts of it be named?
    fn is_divisible(&self, rank: Rank) -> bool {
        self.mentioned(rank).iter().any(|options| !options.is_empty())
    }

    /// The texts of these games and of what they mention, with names where that is shorter.
    fn with_definitions(&self, roots: &[Rank]) -> Result<(Pieces, Definitions), Refusal> {
        let mentions = self.mentions(roots);
        let roots: FxHashSet<Rank> = roots.iter().copied().collect();
        let mut pieces: Vec<Option<Piece>> = vec![None; self.followers.len()];
        let mut definitions = Vec::new();
        let mut length = 0;
        for rank in (0..self.followers.len()).filter(|rank| mentions[*rank] > 0) {
            let mut piece = self.piece(rank, &pieces)?.expect("options come first");
            let is_root = roots.contains(&rank);
            // A game of the list that others mention is named, and its text is the name.
            if (!is_root || mentions[rank] > 1) && is_named(mentions[rank], &piece) {
                let name = self.style.name(definitions.len() + 1);
                length += piece.text.len() + 16;
                definitions.push((name.text.clone(), self.style.closed(&piece)));
                piece = name;
            } else if is_root {
                length += piece.text.len();
            }
            check_length(length)?;
            pieces[rank] = Some(piece);
        }
        Ok((pieces, definitions))
    }
}

type Pieces = Vec<Option<Piece>>;
type Definitions = Vec<(String, String)>;

fn is_named(mentions: usize, piece: &Piece) -> bool {
    let is_once = mentions == 1 && piece.text.len() <= ONCE;
    piece.text.len() > SHORT && !is_once
}

fn check_length(bytes: usize) -> Result<(), Refusal> {
    if bytes <= MAX_TEXT {
        return Ok(());
    }
    let problem = format!("the text of this game has more than {bytes} bytes, allowed {MAX_TEXT}");
    Err(Refusal::bad(problem, "ask for its outcome, mean or temperature instead"))
}
