//! What the names of a game mean before any move is read.

use std::collections::BTreeMap;

use super::bind;
use super::lower::Lower;
use crate::diagnostic::{Diagnostic, Mistakes, Span};
use crate::ir::{Number, Set, Shape};
use crate::syntax::{Declaration, File, ItemKind, Many, Name};

/// The game's name, its parameters with their values, and what positions look like.
pub(super) struct Scope {
    pub(super) game: String,
    /// A value that is a mistake, which has been reported, is left out.
    pub(super) parameters: BTreeMap<String, Option<Value>>,
    pub(super) shape: Shape,
}

/// What a parameter is.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Number(Number),
    Set(Set),
}

/// More numbers than this are not given names.
const MOST_COORDINATES: usize = 12;

impl Scope {
    pub(super) fn read(file: &File, report: &mut Mistakes) -> Option<Scope> {
        let mut scope = Scope {
            game: String::new(),
            parameters: BTreeMap::new(),
            shape: Shape::Named(Vec::new()),
        };
        let mut has_shape = false;
        for item in &file.items {
            match &item.kind {
                ItemKind::Game { name, parameters } => {
                    scope.game = name.text.clone();
                    scope.read_parameters(file, parameters, report);
                }
                ItemKind::Position(coordinates) => {
                    has_shape = true;
                    scope.read_coordinates(coordinates, report);
                }
                ItemKind::Many(many, name) => {
                    has_shape = true;
                    scope.must_be_new(name, report);
                    scope.shape = Shape::Many(*many, name.text.clone());
                }
                _ => {}
            }
        }
        if has_shape {
            return Some(scope);
        }
        let place = file.items.first().map_or_else(Span::default, |item| item.span);
        let mistake = Diagnostic::error(place, "the text does not say what a position is");
        report.refuse(mistake.help("add a line such as `position pile, rate` or `heaps h`"))
    }

    fn read_parameters(&mut self, file: &File, parameters: &[Declaration], report: &mut Mistakes) {
        for parameter in parameters {
            self.must_be_new(&parameter.name, report);
            let value = bind::value_of(file, parameter, report);
            self.parameters.insert(parameter.name.text.clone(), value);
        }
    }

    fn read_coordinates(&mut self, coordinates: &[Declaration], report: &mut Mistakes) {
        if coordinates.len() > MOST_COORDINATES {
            let place = coordinates[MOST_COORDINATES].name.span;
            report.tell(
                Diagnostic::error(place, format!("a position has {} numbers", coordinates.len()))
                    .help(format!("name at most {MOST_COORDINATES}, or write `heaps h`")),
            );
            return;
        }
        let mut must_have_default = false;
        for Declaration { name, default } in coordinates {
            self.must_be_new(name, report);
            if must_have_default && default.is_none() {
                report.tell(
                    Diagnostic::error(name.span, "this number has no default")
                        .label("the one before it has")
                        .help("only the last numbers of a position can be left out"),
                );
            }
            must_have_default |= default.is_some();
            // A default sees the numbers before it, which are known by now.
            let default = default.as_ref().and_then(|expr| Lower::new(self, report).number(expr));
            if let Shape::Named(names) = &mut self.shape {
                names.push((name.text.clone(), default));
            }
        }
    }

    fn must_be_new(&self, name: &Name, report: &mut Mistakes) {
        let is_known = self.slot(&name.text).is_some() || self.parameters.contains_key(&name.text);
        if is_known {
            report.tell(
                Diagnostic::error(name.span, format!("`{}` is named twice", name.text))
                    .help("give each parameter and each number of the position its own name"),
            );
        }
    }

    /// The slot of a number of the position.
    pub(super) fn slot(&self, name: &str) -> Option<usize> {
        self.shape.names().iter().position(|known| *known == name)
    }

    /// The first number of a position; `n` where the text names none, which is a mistake of its own.
    pub(super) fn first_coordinate(&self) -> &str {
        self.shape.names().first().copied().unwrap_or("n")
    }

    /// All names that mean something everywhere.
    pub(super) fn known(&self) -> Vec<&str> {
        let parameters = self.parameters.keys().map(String::as_str);
        self.shape.names().into_iter().chain(parameters).collect()
    }

    /// Is a position rows, whose order counts?
    pub(super) fn is_rows(&self) -> bool {
        matches!(self.shape, Shape::Many(Many::Rows, _))
    }

    pub(super) fn is_many(&self) -> bool {
        matches!(self.shape, Shape::Many(..))
    }
}
