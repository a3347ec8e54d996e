//! Exhibits as SVG: in a page, or as files of their own.
//!
//! Colours are classes, defined once in `figure.css` for light and dark; a page includes that text
//! among its styles, a file carries it. Nothing depends on colour alone: curves differ in dashes
//! and markers, cells carry letters.

mod curves;
mod plane;
mod scale;
mod strip;

pub(super) use curves::numbers;

use bouton_papers::Exhibit;
use bouton_rules::Refusal;

use super::html::escaped;

/// The styles that figures need.
pub(super) const CSS: &str = include_str!("figure.css");

/// A drawing.
pub(super) struct Figure {
    pub(super) width: u32,
    pub(super) height: u32,
    /// What it is, in a line.
    pub(super) title: String,
    /// What one would see.
    pub(super) description: String,
    /// The elements.
    pub(super) body: String,
}

/// The figure of an exhibit, if it is drawn and not set as text; or why it could not be drawn.
pub(super) fn of(exhibit: &Exhibit) -> Result<Option<Figure>, Refusal> {
    match exhibit {
        Exhibit::Strip { caption, letters, period } => Ok(strip::figure(caption, letters, *period)),
        Exhibit::Curves { caption, x, y, curves } => Ok(curves::figure(caption, x, y, curves)),
        Exhibit::Picture(picture) => plane::figure(picture).map(Some),
        Exhibit::Table { .. } | Exhibit::Lines { .. } => Ok(None),
    }
}

impl Figure {
    /// As an element of a page. The name keeps the ids of several figures apart.
    pub(super) fn inline(&self, name: &str) -> String {
        let Figure { width, height, .. } = self;
        format!(
            "<svg class=\"figure\" viewBox=\"0 0 {width} {height}\" style=\"max-width:{width}px\" \
             role=\"img\" aria-labelledby=\"{name}-title {name}-desc\">\n{}{}</svg>\n",
            self.head(&format!(" id=\"{name}-title\""), &format!(" id=\"{name}-desc\"")),
            self.body
        )
    }

    /// As a file.
    pub(super) fn file(&self) -> String {
        let Figure { width, height, .. } = self;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"figure\" \
             viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\n{}\
             <style>\n{CSS}</style>\n<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n{}\
             </svg>\n",
            self.head("", ""),
            self.body
        )
    }

    fn head(&self, title: &str, description: &str) -> String {
        format!(
            "<title{title}>{}</title>\n<desc{description}>{}</desc>\n",
            escaped(&self.title),
            escaped(&self.description)
        )
    }
}

/// A number with at most one digit behind the point.
fn short(value: f64) -> String {
    let text = format!("{value:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}
