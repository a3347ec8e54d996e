//! The mistakes that checking a text finds.

use crate::diagnostic::Diagnostic;

/// The mistakes found so far.
#[derive(Default)]
pub(super) struct Report {
    found: Vec<Diagnostic>,
}

/// More mistakes than this are not reported.
const MOST: usize = 20;

impl Report {
    pub(super) fn add(&mut self, diagnostic: Diagnostic) {
        if self.found.len() < MOST && !self.found.contains(&diagnostic) {
            self.found.push(diagnostic);
        }
    }

    /// Adds a mistake because of which there is nothing to return.
    pub(super) fn refuse<T>(&mut self, diagnostic: Diagnostic) -> Option<T> {
        self.add(diagnostic);
        None
    }

    pub(super) fn has_errors(&self) -> bool {
        self.found.iter().any(Diagnostic::is_error)
    }

    /// Was something reported about a part of this stretch of the text?
    #[cfg(feature = "facts")]
    pub(super) fn has_told_of(&self, span: crate::diagnostic::Span) -> bool {
        let is_within =
            |inner: crate::diagnostic::Span| span.start <= inner.start && inner.end <= span.end;
        self.found.iter().any(|diagnostic| is_within(diagnostic.span))
    }

    /// In the order of the text.
    pub(super) fn finish(mut self) -> Vec<Diagnostic> {
        self.found.sort_by_key(|diagnostic| (diagnostic.span, diagnostic.severity));
        self.found
    }
}

/// The nearest of some names, if it is near.
pub(super) fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let near = |other: &str| strsim::osa_distance(name, other);
    let best = known.into_iter().filter(|other| *other != name).min_by_key(|other| near(other))?;
    let allowed = match name.chars().count() {
        0..=1 => 0,
        2..=4 => 1,
        _ => 2,
    };
    (near(best) <= allowed).then_some(best)
}
