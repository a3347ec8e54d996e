//! Diagnostics: what is wrong in a text, where, and how to mend it.

use std::fmt;

/// A stretch of the text, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// Where the span starts: the index of its first byte in the text.
    pub start: usize,
    /// Where the span ends: the index after its last byte.
    pub end: usize,
}

impl Span {
    /// From the start of this one to the end of the other.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start, end: other.end.max(self.start) }
    }

    /// The place directly before this one.
    pub(crate) fn before(self) -> Span {
        Span { start: self.start, end: self.start }
    }

    /// The place directly after this one.
    pub(crate) fn after(self) -> Span {
        Span { start: self.end, end: self.end }
    }
}

/// Does it stop the text from being a game?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The text does not state a game until this is mended.
    Error,
    /// The game can be played, but it is hardly what was meant.
    Warning,
}

/// A mistake or a warning: what is wrong, where, and how it could be mended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct Diagnostic {
    /// An error, or only a warning.
    pub severity: Severity,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// The place in the text that the mark is under.
    pub span: Span,
    /// The words beside the caret: what was expected there; may be empty.
    pub label: String,
    /// Advice on how to mend the mistake.
    pub help: Option<String>,
    /// The text to write in the place of the span, if the repair is that simple.
    pub replacement: Option<String>,
}

impl Diagnostic {
    /// An error at this place.
    pub fn error(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            message: message.into(),
            span,
            label: String::new(),
            help: None,
            replacement: None,
        }
    }

    /// A warning at this place.
    pub fn warning(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(span, message) }
    }

    /// This diagnostic with words beside the caret.
    pub fn label(mut self, label: impl Into<String>) -> Diagnostic {
        self.label = label.into();
        self
    }

    /// This diagnostic with advice.
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// This diagnostic with a text that mends it.
    pub fn replace_by(mut self, text: impl Into<String>) -> Diagnostic {
        self.replacement = Some(text.into());
        self
    }

    /// This diagnostic with the proposal to write something else.
    pub(crate) fn write(self, right: impl Into<String>) -> Diagnostic {
        let right = right.into();
        self.label(format!("write {}", quote(&right))).replace_by(right)
    }

    /// This diagnostic with the question whether something else is meant.
    pub(crate) fn did_you_mean(self, right: &str) -> Diagnostic {
        self.label(format!("did you mean `{right}`?")).replace_by(right)
    }

    /// This diagnostic with the advice to write what is nearly the same, if there is such a thing.
    pub(crate) fn perhaps(self, near: Option<impl Into<String>>) -> Diagnostic {
        let Some(near) = near.map(Into::into) else { return self };
        self.help(format!("did you mean `{near}`?")).replace_by(near)
    }

    /// This diagnostic with the proposal to leave the place out.
    pub(crate) fn leave_out(self) -> Diagnostic {
        self.label("leave it out").replace_by("")
    }

    /// Is it an error, rather than a warning?
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// The first mistakes, and how many more there are.
#[derive(Default)]
pub(crate) struct Mistakes {
    found: Vec<Diagnostic>,
    more: usize,
}

impl Mistakes {
    /// More errors than this, and more warnings than this, are only counted.
    const MOST: usize = 20;

    pub(crate) fn tell(&mut self, mistake: Diagnostic) {
        if self.found.contains(&mistake) {
            return;
        }
        // Each kind has room of its own: if warnings could take the place of an error, the text would be taken for a game.
        let alike = self.found.iter().filter(|one| one.severity == mistake.severity);
        if alike.count() < Mistakes::MOST {
            self.found.push(mistake);
        } else {
            self.more += 1;
        }
    }

    /// Reports a mistake because of which there is nothing to return.
    pub(crate) fn refuse<T>(&mut self, mistake: Diagnostic) -> Option<T> {
        self.tell(mistake);
        None
    }

    pub(crate) fn has_errors(&self) -> bool {
        self.found.iter().any(Diagnostic::is_error)
    }

    /// Was something reported about a part of this stretch of the text?
    #[cfg(feature = "facts")]
    pub(crate) fn has_told_of(&self, Span { start, end }: Span) -> bool {
        self.found.iter().any(|one| start <= one.span.start && one.span.end <= end)
    }

    /// The first that were found, in the order of the text, and one that counts the others.
    pub(crate) fn finish(mut self) -> Vec<Diagnostic> {
        self.found.sort_by_key(|mistake| (mistake.span, mistake.severity));
        if let (Some(last), 1..) = (self.found.last(), self.more) {
            let severity = if self.has_errors() { Severity::Error } else { Severity::Warning };
            let noun = if self.more == 1 { "mistake" } else { "mistakes" };
            let message = format!("and {} more {noun}", self.more);
            let others = Diagnostic { severity, ..Diagnostic::error(last.span, message) };
            self.found.push(others);
        }
        self.found
    }

    /// The first mistakes of both, which are errors. What the other has to say about a place is to the point.
    pub(crate) fn merge(mut self, other: Mistakes) -> Mistakes {
        self.found.retain(|mistake| !other.found.iter().any(|better| better.span == mistake.span));
        self.found.extend(other.found);
        self.found.sort_by_key(|mistake| mistake.span);
        self.more += other.more + self.found.len().saturating_sub(Mistakes::MOST);
        self.found.truncate(Mistakes::MOST);
        self
    }
}

/// A part of the text in backquotes, cut short if it is long.
pub(crate) fn quote(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        None => format!("`{text}`"),
        Some((end, _)) => format!("`{}…`", &text[..end]),
    }
}

/// The nearest of some names, if it is near.
pub(crate) fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let near = |other: &str| strsim::osa_distance(name, other);
    let best = known.into_iter().filter(|other| *other != name).min_by_key(|other| near(other))?;
    let allowed = match name.chars().count() {
        0..=1 => 0,
        2..=4 => 1,
        _ => 2,
    };
    (near(best) <= allowed).then_some(best)
}
