//! Writes scenes as SVG.

use bouton_values::Refusal;

use super::{Anchor, Cells, Colour, PAPER, Pen, Point, Scene, Shape, TEXT, Text};

/// The most shapes of a document: programs show more too slowly.
const MOST_SHAPES: usize = 25_000;
/// The longest document, in bytes.
const MOST_BYTES: usize = 64 << 20;

impl Scene {
    /// The picture as an SVG document.
    pub fn svg(&self) -> Result<String, Refusal> {
        let (wide, tall) = self.size;
        let xmlns = "http://www.w3.org/2000/svg";
        self.written(&format!("xmlns=\"{xmlns}\" width=\"{wide}\" height=\"{tall}\""))
    }

    /// The picture as an element of a page.
    pub fn element(&self) -> Result<String, Refusal> {
        self.written(&format!("class=\"figure\" width=\"{}\"", self.size.0))
    }

    fn written(&self, attributes: &str) -> Result<String, Refusal> {
        let shapes = self.shapes.len();
        if shapes > MOST_SHAPES {
            return Err(too_large(
                format!("{shapes} shapes are too many for an SVG"),
                &format!("at most {MOST_SHAPES}"),
            ));
        }
        let ((x, y), (wide, tall)) = (self.corner, self.size);
        let mut svg = format!(
            "<svg {attributes} viewBox=\"{x} {y} {wide} {tall}\" role=\"img\" \
             font-family=\"sans-serif\" font-size=\"{TEXT}\">\n"
        );
        for (name, text) in [("title", &self.title), ("desc", &self.description)] {
            if !text.is_empty() {
                svg += &format!("<{name}>{}</{name}>\n", escaped(text));
            }
        }
        let paper = Shape::Rect {
            at: (x as f64, y as f64),
            size: (f64::from(wide), f64::from(tall)),
            fill: PAPER,
        };
        for shape in [&paper].into_iter().chain(&self.shapes) {
            svg += &element(shape)?;
            svg.push('\n');
        }
        Ok(svg + "</svg>\n")
    }
}

fn too_large(problem: String, most: &str) -> Refusal {
    Refusal::bad(problem, format!("draw {most}, or write a .png"))
}

fn element(shape: &Shape) -> Result<String, Refusal> {
    Ok(match shape {
        Shape::Rect { at, size, fill } => format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>",
            short(at.0),
            short(at.1),
            short(size.0),
            short(size.1),
            hex(*fill)
        ),
        Shape::Circle { at, radius, fill, pen } => format!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\"{}/>",
            short(at.0),
            short(at.1),
            short(*radius),
            hex(*fill),
            stroke(pen)
        ),
        Shape::Line { points, pen } => {
            format!("<path d=\"M{}\" fill=\"none\"{}/>", joined(points), stroke(pen))
        }
        Shape::Curve { points: [start, rest @ ..], pen } => format!(
            "<path d=\"M{}C{}\" fill=\"none\"{}/>",
            pair(start),
            rest.each_ref().map(pair).join(" "),
            stroke(pen)
        ),
        Shape::Polygon { points, fill } => {
            format!("<path d=\"M{}Z\" fill=\"{}\"/>", joined(points), hex(*fill))
        }
        Shape::Text(text) => written(text),
        Shape::Cells(cells) => paths(cells)?,
        Shape::Hinted(hint, shapes) => {
            let inside: Result<String, Refusal> = shapes.iter().map(element).collect();
            format!("<g><title>{}</title>{}</g>", escaped(hint), inside?)
        }
    })
}

/// A path for each colour, of lines through the middles of cells.
fn paths(cells: &Cells) -> Result<String, Refusal> {
    let mut paths = vec![String::new(); cells.palette.len()];
    for (y, row) in cells.colours.chunks(cells.columns.max(1)).enumerate() {
        let mut x = 0;
        for run in row.chunk_by(|a, b| a == b) {
            paths[usize::from(run[0])] += &format!("M{x} {y}h{}", run.len());
            x += run.len();
        }
        let bytes: usize = paths.iter().map(String::len).sum();
        if bytes > MOST_BYTES {
            return Err(too_large(
                format!("{} cells are too many for an SVG", cells.colours.len()),
                "a smaller window",
            ));
        }
    }
    let (x, y) = (short(cells.at.0), short(cells.at.1));
    let (wide, high) = cells.cell;
    let mut group = format!(
        "<g transform=\"translate({x} {y}) scale({wide} {high}) translate(0 .5)\" \
         shape-rendering=\"crispEdges\">\n"
    );
    for (path, colour) in paths.iter().zip(&cells.palette).filter(|(path, _)| !path.is_empty()) {
        group += &format!("<path d=\"{path}\" stroke=\"{}\"/>\n", hex(*colour));
    }
    Ok(group + "</g>")
}

fn written(text: &Text) -> String {
    let anchor = match text.anchor {
        Anchor::Start => "",
        Anchor::Middle => " text-anchor=\"middle\"",
        Anchor::End => " text-anchor=\"end\"",
    };
    let size = match text.size {
        TEXT => String::new(),
        size => format!(" font-size=\"{}\"", short(size)),
    };
    format!(
        "<text x=\"{}\" y=\"{}\"{anchor}{size} fill=\"{}\">{}</text>",
        short(text.at.0),
        short(text.at.1),
        hex(text.colour),
        escaped(&text.text)
    )
}

fn stroke(pen: &Pen) -> String {
    format!(" stroke=\"{}\" stroke-width=\"{}\"", hex(pen.colour), short(pen.width))
}

fn joined(points: &[Point]) -> String {
    points.iter().map(pair).collect::<Vec<String>>().join("L")
}

fn pair((x, y): &Point) -> String {
    format!("{} {}", short(*x), short(*y))
}

/// A number with at most two digits after the point.
fn short(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// A colour as SVG writes it.
pub(crate) fn hex([red, green, blue]: Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Escapes a text for use in an element or an attribute.
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\n' | '\t' => escaped.push(c),
            // The first are not allowed in a document; the others change the direction of writing.
            c if c.is_control() => escaped.push('\u{fffd}'),
            '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
                escaped.push('\u{fffd}');
            }
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::super::INK;
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!([2.0, -0.001, 1.5, 10.256].map(short), ["2", "0", "1.5", "10.26"]);
    }

    #[test]
    fn cells_of_one_colour_are_one_path() {
        let colours = vec![0, 0, 1, 1, 1, 0];
        let palette = vec![[1, 1, 1], [2, 2, 2], [3, 3, 3]];
        let mut scene = Scene::new("", "");
        scene.cells(Cells { at: (0.0, 0.0), cell: (3.0, 6.0), columns: 3, colours, palette });
        let svg = scene.fitted().unwrap().svg().unwrap();
        assert!(svg.contains("<path d=\"M0 0h2M2 1h1\" stroke=\"#010101\"/>"), "{svg}");
        assert!(svg.contains("<path d=\"M2 0h1M0 1h2\" stroke=\"#020202\"/>"));
        assert!(svg.contains("scale(3 6)") && !svg.contains("#030303"));
    }

    #[test]
    fn what_is_too_large_is_refused_with_numbers() {
        let mut scene = Scene::new("", "");
        (0..=MOST_SHAPES).for_each(|_| scene.rect((0.0, 0.0), (1.0, 1.0), INK));
        let refusal = scene.svg().unwrap_err();
        assert_eq!(refusal.to_string(), "25001 shapes are too many for an SVG");
        assert_eq!(refusal.help().to_string(), "draw at most 25000, or write a .png");
    }
}
