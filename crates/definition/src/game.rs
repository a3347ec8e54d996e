//! Games by their definition, as checkers read them.

use std::fmt;
use std::sync::Arc;

use bouton_lang::Program;
use bouton_values::{Limits, Player, Refusal, counted, excerpt};

use crate::digraph::DigraphRules;
use crate::ending::Ending;
use crate::heap::HeapRules;
use crate::names::{by_text, named, stated};
use crate::ruleset::{Definition, MOVES, Ruleset};
use crate::source::{Source, Suffix};
use crate::stated::TextRules;
use crate::text;
use crate::tuple::{TupleRules, capped, legal, read_tuple, tuple_text};

/// A game by its definition: rule texts as they are written, sets, codes and digraphs as they are, and sums of these.
/// Nothing is recognised, so that whoever checks an answer against this game does not rest on recognition.
///
/// ```
/// use bouton_definition::{Definition, Game, Ruleset};
/// use bouton_values::Player;
///
/// let game = Game::read("kayles + nim")?;
/// let position = game.position("2;1")?;
/// let options: Vec<String> =
///     game.options(&position, Player::Left).iter().map(ToString::to_string).collect();
/// assert_eq!(options, ["0,1;1", "1,0;1", "0,0;1", "2;0"]);
/// # Ok::<(), bouton_values::Refusal>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    components: Vec<Component>,
    ending: Ending,
}

/// A game that is not a sum.
#[derive(Clone, Debug)]
pub enum Component {
    /// Heaps whose moves are those of Nim, of a subtraction set or of a take-and-break code.
    Heap(HeapRules),
    /// A game that a rule text states.
    TextRules(TextRules),
    /// A token that moves along the edges of a digraph.
    Digraph(DigraphRules),
}

impl Component {
    /// The rules of the component, for positions that are tuples of numbers.
    #[must_use]
    pub fn rules(&self) -> &dyn TupleRules {
        match self {
            Component::Heap(rules) => rules,
            Component::TextRules(rules) => rules,
            Component::Digraph(rules) => rules,
        }
    }

    /// The program of the rule text; `None` if the component is not stated by a text.
    #[must_use]
    pub fn program(&self) -> Option<&Program> {
        match self {
            Component::TextRules(rules) => Some(rules.program()),
            Component::Heap(_) | Component::Digraph(_) => None,
        }
    }
}

/// A position: the numbers of each component. Written `3,4;7`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tuples(pub Vec<Vec<u64>>);

impl fmt::Display for Tuples {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.iter().map(|tuple| tuple_text(tuple)).collect::<Vec<_>>().join(";"))
    }
}

impl Game {
    /// Reads `name`, `name:parameters`, or a rule text, each with or without an ending, and sums of them.
    pub fn read(text: &str) -> Result<Game, Refusal> {
        let parts = text::parts(text)?.into_iter().map(|part| component(part.trim()));
        let (components, endings): (Vec<_>, Vec<_>) =
            parts.collect::<Result<Vec<_>, _>>()?.into_iter().unzip();
        let game = Game { components, ending: endings[0].clone() };
        if game.components.len() > 1 {
            game.check_sum(&endings, text)?;
        }
        Ok(game)
    }

    /// The rule text of a game that is not a sum, as a program; its ending is that of the game.
    pub fn read_program(text: &str) -> Result<Arc<Program>, Refusal> {
        let parts = text::parts(text)?;
        let [part] = &parts[..] else {
            return Err(Refusal::unsupported(
                "a sum of games is not one rule text",
                "name one game",
            ));
        };
        match read_component(part.trim(), by_text)?.0 {
            Component::TextRules(rules) => Ok(Arc::clone(rules.program())),
            Component::Heap(_) | Component::Digraph(_) => Err(Refusal::unsupported(
                "the game is not stated by a rule text",
                "name another one",
            )),
        }
    }

    /// A game of one component, under normal play.
    #[must_use]
    pub fn alone(component: Component) -> Game {
        Game { components: vec![component], ending: Ending::Normal }
    }

    /// In a sum all components end alike, by what can be seen of the sum.
    fn check_sum(&self, endings: &[Ending], text: &str) -> Result<(), Refusal> {
        let is_lone =
            |part: &Component| matches!(part, Component::Heap(heap) if heap.most_heaps == 1);
        let problem = match &self.ending {
            ending if endings.iter().any(|other| other != ending) => "different endings",
            Ending::Written(_) => "an ending that looks at its own position",
            Ending::Partizan(_) if self.components.iter().any(is_lone) => {
                "a heap that is stuck before the end of play"
            }
            _ => return Ok(()),
        };
        Err(Refusal::unsupported(
            format!("the sum {} contains {problem}", excerpt(text)),
            "add games that end in the same way, or try `bouton check`",
        ))
    }

    /// The components of a sum, or the game alone.
    #[must_use]
    pub fn components(&self) -> &[Component] {
        &self.components
    }

    /// The game, if it is not a sum.
    #[must_use]
    pub fn lone(&self) -> Option<&Component> {
        match &self.components[..] {
            [one] => Some(one),
            _ => None,
        }
    }

    fn rules<'a>(
        &'a self,
        position: &'a Tuples,
    ) -> impl Iterator<Item = (&'a Component, &'a [u64])> + 'a {
        self.components.iter().zip(position.0.iter().map(Vec::as_slice))
    }

    /// The options, each component's found by `list`.
    fn list(
        &self,
        position: &Tuples,
        list: impl Fn(&Component, &[u64]) -> Result<Vec<Vec<u64>>, Refusal>,
    ) -> Result<Vec<Tuples>, Refusal> {
        let mut options = Vec::new();
        for (index, (component, tuple)) in self.rules(position).enumerate() {
            for option in list(component, tuple)? {
                let mut moved = position.clone();
                moved.0[index] = option;
                options.push(moved);
            }
        }
        Ok(options)
    }
}

fn component(text: &str) -> Result<(Component, Ending), Refusal> {
    read_component(text, named)
}

/// Reads a game that is not a sum; what a name means is up to `by_name`.
fn read_component(
    text: &str,
    by_name: impl Fn(&str, &str, Option<Suffix>) -> Result<(Component, Ending), Refusal>,
) -> Result<(Component, Ending), Refusal> {
    if let Some((rules, suffix)) = text::typed_rules(text) {
        return stated(&Source { name: "", text: rules, tokens: None }, "", suffix);
    }
    let (rest, suffix) = text::split_ending(text)?;
    let (name, parameters) = rest.split_once(':').unwrap_or((rest, ""));
    by_name(name.trim(), parameters.trim(), suffix)
}

impl Ruleset for Game {
    type Position = Tuples;

    fn options(&self, position: &Tuples, mover: Player) -> Vec<Tuples> {
        let listed = self.list(position, |part, tuple| Ok(part.rules().options(tuple, mover)));
        listed.expect("nothing was refused")
    }

    fn options_within(
        &self,
        position: &Tuples,
        mover: Player,
        limits: &Limits,
    ) -> Result<Vec<Tuples>, Refusal> {
        limits.check_steps(MOVES, self.option_bound(position))?;
        self.list(position, |part, tuple| match part.program() {
            Some(program) => program.options_within(tuple, mover, limits),
            None => Ok(part.rules().options(tuple, mover)),
        })
    }

    fn ending(&self, position: &Tuples, mover: Player) -> Player {
        match (&self.ending, &position.0[..]) {
            (Ending::Written(written), [tuple]) => written.winner(tuple, mover),
            (ending, _) => {
                let tokens = self.rules(position).map(|(part, tuple)| part.rules().tokens(tuple));
                ending.winner(capped(tokens.map(u128::from).sum()), mover)
            }
        }
    }

    fn canonical(&self, position: &Tuples) -> Tuples {
        let canonical = self.rules(position).map(|(part, tuple)| part.rules().canonical(tuple));
        Tuples(canonical.collect())
    }

    fn option_bound(&self, position: &Tuples) -> u128 {
        let bounds = self.rules(position).map(|(part, tuple)| part.rules().option_bound(tuple));
        bounds.fold(0, u128::saturating_add)
    }

    fn bytes(&self, position: &Tuples) -> u128 {
        // A few numbers are part of what every position costs.
        position.0.iter().map(|tuple| 8 * tuple.len().saturating_sub(12) as u128).sum()
    }
}

impl Definition for Game {
    fn position(&self, text: &str) -> Result<Tuples, Refusal> {
        // One more than there should be tells that there are too many.
        let texts: Vec<&str> = text.splitn(self.components.len() + 1, ';').collect();
        if texts.len() != self.components.len() {
            return Err(Refusal::bad(
                format!("{} for {}", counted(texts.len(), "position"), self.components.len()),
                "write a position for each component with semicolons, such as \"3,4;7\"",
            ));
        }
        let read = |(part, text): (&Component, &str)| legal(part.rules(), read_tuple(text)?);
        self.components.iter().zip(texts).map(read).collect::<Result<_, _>>().map(Tuples)
    }

    fn has_same_options(&self) -> bool {
        self.components.iter().all(|part| part.rules().same_options().holds())
    }

    fn end(&self) -> &Ending {
        &self.ending
    }
}
