//! From a rule text to a game that engines understand: the tree, the program, and what was recognised.

use std::borrow::Cow;
use std::sync::Arc;

use bouton_definition::{Meaning, Source, Suffix, remark};
use bouton_lang::syntax::File;
use bouton_lang::{Argument, LONGEST_TEXT, Program, bind, parse, print, print_inline};
use bouton_values::Refusal;

use crate::recognise::{self, Understanding};

/// A rule text with its parameters bound, what it means, and what was understood of it.
#[derive(Clone, Debug)]
pub struct Written {
    /// The tree, with a value for every parameter.
    pub tree: File,
    /// The meaning: legal positions, options, endings.
    pub program: Arc<Program>,
    /// The family that the rules were recognised as, and why.
    pub understanding: Understanding,
}

/// A rule text of the catalogue, with its arguments.
#[derive(Clone, Debug)]
pub struct StatedRules {
    text: Cow<'static, str>,
    arguments: String,
    /// What /even-odd counts, where that is not the only number or the sum of the heaps.
    tokens: Option<String>,
    /// Is there something that /even-odd could count?
    pub(crate) has_tokens: bool,
}

impl StatedRules {
    /// A text for any ending; its head says what /even-odd counts.
    pub(crate) fn new(text: impl Into<Cow<'static, str>>) -> StatedRules {
        let text = text.into();
        StatedRules {
            arguments: String::new(),
            tokens: remark(&text, "tokens"),
            text,
            has_tokens: true,
        }
    }

    /// These rules with arguments, as they are written after a game and a colon.
    pub(crate) fn with_arguments(self, arguments: impl Into<String>) -> StatedRules {
        StatedRules { arguments: arguments.into(), ..self }
    }

    /// These rules, of which /even-odd counts this.
    pub(crate) fn with_tokens(self, tokens: impl Into<String>) -> StatedRules {
        StatedRules { tokens: Some(tokens.into()), ..self }
    }

    /// These rules, without anything that /even-odd could count.
    pub(crate) fn without_tokens(self) -> StatedRules {
        StatedRules { has_tokens: false, ..self }
    }

    /// The game, perhaps with another ending.
    pub(crate) fn read(
        &self,
        suffix: Option<Suffix>,
        recognising: bool,
    ) -> Result<Written, Refusal> {
        let source = Source { name: "", text: &self.text, tokens: self.tokens.as_deref() };
        Written::read(&source, &Argument::split(&self.arguments), suffix, recognising)
    }

    /// The text with its arguments, comments included.
    pub(crate) fn text(&self) -> Option<String> {
        let (tree, _) = parse(&self.text);
        bind(&tree, &Argument::split(&self.arguments)).ok().map(|tree| print(&tree))
    }
}

impl Written {
    /// Reads, binds, checks and understands a text.
    pub(crate) fn read(
        source: &Source<'_>,
        arguments: &[Argument],
        suffix: Option<Suffix>,
        recognising: bool,
    ) -> Result<Written, Refusal> {
        let Meaning { tree, program, legal } = source.read(arguments, suffix)?;
        let understanding = match recognising {
            true => recognise::understand(&program, legal),
            false => recognise::as_written(&program, legal),
        };
        let written = Written { tree, program, understanding };
        match written.inline().len() {
            0..=LONGEST_TEXT => Ok(written),
            length => Err(Refusal::bad(
                format!("the rules with their parameters have {length} bytes"),
                format!("write rules of at most {LONGEST_TEXT}"),
            )),
        }
    }

    /// The rules on several lines, comments included.
    #[must_use]
    pub fn text(&self) -> String {
        print(&self.tree)
    }

    /// The rules on one line, which [`crate::Game::parse`] reads back.
    #[must_use]
    pub fn inline(&self) -> String {
        print_inline(&self.tree)
    }
}
