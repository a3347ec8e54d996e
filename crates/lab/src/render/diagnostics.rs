//! Shows the mistakes of a rule text: with carets for people, a line each for editors, and as JSON.
//!
//! Rule texts are untrusted, so control characters are replaced first, spans are cut to the text, and the number of
//! mistakes that are drawn is limited.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet, normalize_untrusted_str};
use bouton_ask::Mistake;
use bouton_lang::{Diagnostic, Severity, Span};
use bouton_values::counted;

use crate::rules_file::RuleText;

/// The most mistakes that are drawn; further ones are only counted.
const MOST_DRAWN: usize = 40;

/// The most lines that are shown of a mistake.
const MOST_LINES: usize = 6;

/// The longest line that is drawn, in characters.
const WIDTH: usize = 100;

/// All mistakes with their places, carets and advice, with colours.
#[must_use]
pub fn text(source: &RuleText, diagnostics: &[Diagnostic]) -> String {
    drawn(Renderer::styled(), source, diagnostics)
}

/// All mistakes with their places, carets and advice, without colours.
#[must_use]
pub fn plain(source: &RuleText, diagnostics: &[Diagnostic]) -> String {
    drawn(Renderer::plain(), source, diagnostics)
}

fn drawn(renderer: Renderer, source: &RuleText, diagnostics: &[Diagnostic]) -> String {
    let lines = Lines::new(&source.text);
    let renderer = renderer.term_width(WIDTH);
    let drawn = diagnostics.iter().take(MOST_DRAWN);
    let mut text: String = drawn.map(|one| draw(&renderer, source, &lines, one) + "\n\n").collect();
    if diagnostics.len() > MOST_DRAWN {
        text += &format!("and {} more\n\n", diagnostics.len() - MOST_DRAWN);
    }
    text
}

fn draw(renderer: &Renderer, source: &RuleText, lines: &Lines<'_>, one: &Diagnostic) -> String {
    let span = lines.within(one.span);
    let shown = lines.around(&span);
    let inner = span.start - shown.start..span.end.min(shown.end) - shown.start;
    let caret = AnnotationKind::Primary.span(inner);
    let label = normalize_untrusted_str(&one.label);
    let caret = if label.is_empty() { caret } else { caret.label(label) };
    let snippet = Snippet::source(&source.text[shown.clone()])
        .line_start(lines.number(shown.start))
        .path(normalize_untrusted_str(&source.name))
        .annotation(caret);
    let level = match one.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let mut group = level.primary_title(one.message.as_str()).element(snippet);
    if let Some(help) = &one.help {
        group = group.element(Level::HELP.message(normalize_untrusted_str(help)));
    }
    if let Some(text) = &one.replacement {
        let proposal = match text.is_empty() {
            true => "remove it".to_owned(),
            false => format!("`{}`", normalize_untrusted_str(text)),
        };
        group = group.element(Level::HELP.with_name("try").message(proposal));
    }
    renderer.render(&[group])
}

/// A line for each mistake, as editors expect: `take.game:4:10: error: …`.
#[must_use]
pub fn lines(source: &RuleText, diagnostics: &[Diagnostic]) -> String {
    let lines = Lines::new(&source.text);
    let line = |one: &Diagnostic| {
        let (line, column) = lines.place(lines.within(one.span).start);
        let words = match (&one.help, one.label.as_str()) {
            (None, "") => one.message.clone(),
            (Some(advice), _) => format!("{} ({advice})", one.message),
            (None, label) => format!("{} ({label})", one.message),
        };
        let place = format!("{}:{line}:{column}", source.name);
        normalize_untrusted_str(&format!("{place}: {}: {words}", severity(one))) + "\n"
    };
    diagnostics.iter().map(line).collect()
}

/// A view for each mistake. Lines and columns count from 1, columns in characters; the end is one beyond.
#[must_use]
pub fn view(source: &RuleText, diagnostics: &[Diagnostic]) -> Vec<Mistake> {
    let lines = Lines::new(&source.text);
    let view = |one: &Diagnostic| {
        let span = lines.within(one.span);
        let (line, column) = lines.place(span.start);
        let (end_line, end_column) = lines.place(span.end);
        Mistake {
            file: source.name.clone(),
            line,
            column,
            end_line,
            end_column,
            severity: severity(one).to_owned(),
            message: one.message.clone(),
            label: one.label.clone(),
            help: one.help.clone(),
            replacement: one.replacement.clone(),
        }
    };
    diagnostics.iter().map(view).collect()
}

fn severity(one: &Diagnostic) -> &'static str {
    match one.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}

/// `2 errors and 1 warning`; `None` if there are none.
#[must_use]
pub fn tally(diagnostics: &[Diagnostic]) -> Option<String> {
    let errors = diagnostics.iter().filter(|one| one.is_error()).count();
    let kinds = [(errors, "error"), (diagnostics.len() - errors, "warning")];
    let some = kinds.into_iter().filter(|(count, _)| *count > 0);
    let parts: Vec<String> = some.map(|(count, noun)| counted(count, noun)).collect();
    (!parts.is_empty()).then(|| parts.join(" and "))
}

/// Where the lines of a text begin.
struct Lines<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Lines<'a> {
        let after_breaks = text.match_indices('\n').map(|(index, _)| index + 1);
        Lines { text, starts: std::iter::once(0).chain(after_breaks).collect() }
    }

    /// The span, cut to the text and to whole characters.
    fn within(&self, span: Span) -> Range<usize> {
        let start = self.text.floor_char_boundary(span.start.min(self.text.len()));
        let end = self.text.floor_char_boundary(span.end.clamp(start, self.text.len()));
        start..end.max(start)
    }

    /// The number of the line that holds this byte, from 1.
    fn number(&self, byte: usize) -> usize {
        self.starts.partition_point(|start| *start <= byte)
    }

    /// Line and column, both from 1.
    fn place(&self, byte: usize) -> (usize, usize) {
        let line = self.number(byte);
        let column = self.text[self.starts[line - 1]..byte].chars().count() + 1;
        (line, column)
    }

    /// The whole lines that the span touches, or the first of them.
    fn around(&self, span: &Range<usize>) -> Range<usize> {
        let first = self.number(span.start);
        let last_byte = if span.is_empty() { span.end } else { span.end - 1 };
        let last = self.number(last_byte).min(first + MOST_LINES - 1);
        let end = self.starts.get(last).copied().unwrap_or(self.text.len());
        self.starts[first - 1]..end
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    fn source(text: &str) -> RuleText {
        RuleText { name: "take.game".to_owned(), text: text.to_owned() }
    }

    /// What a terminal without colours shows.
    fn stripped(text: &str) -> String {
        let mut plain = String::new();
        let mut inside = false;
        for c in text.chars() {
            match c {
                '\u{1b}' => inside = true,
                'm' if inside => inside = false,
                _ if inside => {}
                _ => plain.push(c),
            }
        }
        plain
    }

    fn find(text: &str, part: &str) -> Span {
        let start = text.find(part).unwrap();
        Span { start, end: start + part.len() }
    }

    #[test]
    fn a_mistake_is_drawn_with_its_place_its_carets_and_a_repair() {
        let text = "game take\nposition n\nmove k in 1..3: m' = n - k\n";
        let mistake = Diagnostic::error(find(text, "m'"), "no number is called `m`")
            .label("not a number of the position")
            .help("the position is n")
            .replace_by("n'");
        let expected = "\
error: no number is called `m`
 --> take.game:3:17
  |
3 | move k in 1..3: m' = n - k
  |                 ^^ not a number of the position
  |
  = help: the position is n
  = try: `n'`

";
        let mistakes = std::slice::from_ref(&mistake);
        assert_eq!(stripped(&super::text(&source(text), mistakes)), expected);
        assert_eq!(plain(&source(text), mistakes), expected);
        assert_eq!(
            lines(&source(text), &[mistake]),
            "take.game:3:17: error: no number is called `m` (the position is n)\n"
        );
    }

    #[test]
    fn columns_count_characters_and_the_end_is_one_beyond() {
        let text = "game take\nlegal é ≤ ñ or\n  n >= 1";
        let span = find(text, "≤ ñ or\n  n");
        let warning = Diagnostic::warning(span, "odd");
        let view = &view(&source(text), &[warning])[0];
        assert_eq!(view.line, 2);
        assert_eq!(view.column, 9);
        assert_eq!(view.end_line, 3);
        assert_eq!(view.end_column, 4);
        assert_eq!(view.severity, "warning");
        assert_eq!(view.help, None);
    }

    #[test]
    fn any_span_of_any_text_is_drawn() {
        let texts =
            ["", "\n", "a", "a\r\nb\r\n", "≤\u{1b}[31m\u{202e}\t≤\n\n≤", "x\n\n\n\n\n\n\n\n\n\ny"];
        for text in texts {
            for start in 0..=text.len() + 2 {
                for end in 0..=text.len() + 2 {
                    let one = Diagnostic::error(Span { start, end }, "m\u{1b}[2J")
                        .label("l\u{1b}[2J")
                        .help("h\u{1b}[2J")
                        .replace_by("\u{1b}[2J");
                    let drawn = super::text(&source(text), std::slice::from_ref(&one));
                    assert!(drawn.contains("take.game"), "{drawn}");
                    assert!(!drawn.contains("\u{1b}[2J"), "{drawn:?}");
                    assert!(!lines(&source(text), std::slice::from_ref(&one)).contains('\u{1b}'));
                    assert_eq!(view(&source(text), &[one]).len(), 1);
                }
            }
        }
    }

    #[test]
    fn many_mistakes_in_a_long_line_are_drawn_soon() {
        let text = "x ".repeat(32_000);
        let mistakes: Vec<Diagnostic> = (0..32_000)
            .map(|n| Diagnostic::error(Span { start: 2 * n, end: 2 * n + 1 }, "an x"))
            .collect();
        let drawn = super::text(&source(&text), &mistakes);
        assert!(drawn.len() < 100_000, "{} bytes", drawn.len());
        assert!(drawn.contains("and 31960 more"));
        assert_eq!(tally(&mistakes), Some("32000 errors".to_owned()));
    }

    #[test]
    fn a_tally_counts_both_kinds() {
        let span = Span::default();
        let mistakes = [
            Diagnostic::error(span, "a"),
            Diagnostic::warning(span, "b"),
            Diagnostic::warning(span, "c"),
        ];
        assert_eq!(tally(&mistakes).as_deref(), Some("1 error and 2 warnings"));
        assert_eq!(tally(&[]), None);
    }
}
