//! The canonical forms of positions, from those of their components.

use bouton_rules::{Ending, FiniteGame, Position, Refusal, Ruleset, Spec};
use bouton_short::{Expression, Form, Forms};
use bouton_values::Player;
use rustc_hash::FxHashMap;

/// The canonical forms of a game's positions.
pub(super) struct PositionForms<'a> {
    game: &'a FiniteGame,
    /// The rules of each component of a sum; of anything else, the rules.
    components: Vec<FiniteGame>,
    known: FxHashMap<Atom, Form>,
    /// The store of the forms.
    pub(super) forms: Forms,
}

/// A position that the rules cannot split into a sum, and the component that it belongs to.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Atom {
    component: usize,
    place: Place,
}

/// A single heap, or any other position.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Place {
    Heap(u64),
    Position(Position),
}

impl Place {
    fn position(&self) -> Position {
        match self {
            Place::Heap(heap) => Position::Tuple(vec![*heap]),
            Place::Position(position) => position.clone(),
        }
    }

    /// The cells of its board, if it has one.
    fn cells(&self) -> u64 {
        match self {
            Place::Position(Position::Board(board)) => board.cells().len() as u64,
            _ => 0,
        }
    }
}

/// Making an option and looking it up takes about as long as this many steps of the forms.
const STEPS_PER_OPTION: u64 = 10;
/// Additional steps for each cell of a board, which is split into regions and brought into canonical position.
const STEPS_PER_CELL: u64 = 8;

/// What an atom takes in the table, beside its position's own bytes.
const BYTES_PER_ATOM: u64 = 120;

impl<'a> PositionForms<'a> {
    pub(super) fn new(game: &'a FiniteGame, forms: Forms) -> PositionForms<'a> {
        let components = match &game.spec {
            Spec::Sum(specs) => {
                let component = |spec: &Spec| match spec {
                    Spec::Normalised(rules) => FiniteGame {
                        spec: Spec::Heap(rules.heap.clone()),
                        ending: Ending::Partizan(rules.labels.clone()),
                    },
                    spec => FiniteGame { spec: spec.clone(), ending: game.ending.clone() },
                };
                specs.iter().map(component).collect()
            }
            _ => vec![game.clone()],
        };
        PositionForms { game, components, known: FxHashMap::default(), forms }
    }

    /// How many positions were worked out.
    pub(super) fn len(&self) -> usize {
        self.known.len()
    }

    /// The canonical form of a position.
    pub(super) fn value(&mut self, position: &Position) -> Result<Form, Refusal> {
        let atoms = self.atoms(position);
        let mut stack = atoms.clone();
        while let Some(atom) = stack.pop() {
            if self.known.contains_key(&atom) {
                continue;
            }
            if let Place::Position(Position::Game(text)) = &atom.place {
                let form = Expression::parse(text)?.evaluate(&mut self.forms)?;
                self.known.insert(atom, form);
                continue;
            }
            // Every choice that is tried takes time, whether or not it is an option.
            let tried = u64::try_from(self.option_bound(&atom)).unwrap_or(u64::MAX);
            self.forms.account(tried, 0)?;
            let sides = Player::BOTH.map(|player| self.options(&atom, player));
            let followers = sides.iter().flatten().flatten();
            let mut missing: Vec<Atom> =
                followers.filter(|option| !self.known.contains_key(option)).cloned().collect();
            let bytes = BYTES_PER_ATOM + self.bytes(&atom);
            let options = sides.iter().map(Vec::len).sum::<usize>() as u64;
            let steps = STEPS_PER_OPTION + STEPS_PER_CELL * atom.place.cells();
            self.forms.account(steps * (1 + options), bytes)?;
            if !missing.is_empty() {
                stack.push(atom);
                stack.append(&mut missing);
                continue;
            }
            let form = self.form_of(&atom, &sides)?;
            self.known.insert(atom, form);
        }
        self.total(&atoms)
    }

    /// The value of each component of the position, where there are several.
    pub(super) fn parts(&mut self, position: &Position) -> Result<Vec<(Position, Form)>, Refusal> {
        self.value(position)?;
        let atoms = self.atoms(position);
        Ok(atoms.into_iter().map(|atom| (atom.place.position(), self.known[&atom])).collect())
    }

    fn form_of(&mut self, atom: &Atom, sides: &[Vec<Vec<Atom>>; 2]) -> Result<Form, Refusal> {
        if sides.iter().all(Vec::is_empty) {
            let game = &self.components[atom.component];
            let tokens = match &atom.place {
                Place::Heap(heap) => *heap,
                Place::Position(position) => game.spec.tokens(position),
            };
            return stuck(&mut self.forms, &game.ending, tokens);
        }
        let mut options: [Vec<Form>; 2] = [vec![], vec![]];
        for (side, forms) in sides.iter().zip(&mut options) {
            for atoms in side {
                forms.push(self.total(atoms)?);
            }
        }
        self.forms.braces(&options[0], &options[1])
    }

    /// The sum of atoms that are known.
    fn total(&mut self, atoms: &[Atom]) -> Result<Form, Refusal> {
        let Some((first, others)) = atoms.split_first() else { return self.forms.zero() };
        let mut total = self.known[first];
        for atom in others {
            total = self.forms.sum(total, self.known[atom])?;
        }
        Ok(total)
    }

    /// The options of an atom, each as the atoms that it falls into.
    fn options(&self, atom: &Atom, mover: Player) -> Vec<Vec<Atom>> {
        let component = atom.component;
        match (&self.components[component].spec, &atom.place) {
            (Spec::Heap(rules), Place::Heap(heap)) => {
                let atom = |heap: u64| Atom { component, place: Place::Heap(heap) };
                let options = rules.options_of_heap(*heap, mover).into_iter();
                options.map(|parts| parts.into_iter().map(atom).collect()).collect()
            }
            (spec, place) => {
                let options = spec.options(&place.position(), mover);
                options.iter().map(|option| self.atoms_of(component, option)).collect()
            }
        }
    }

    /// An upper bound for the number of options of an atom.
    fn option_bound(&self, atom: &Atom) -> u128 {
        match (&self.components[atom.component].spec, &atom.place) {
            (Spec::Heap(rules), Place::Heap(heap)) => rules.option_bound_of_heap(*heap),
            (spec, place) => spec.option_bound(&place.position()),
        }
    }

    fn bytes(&self, atom: &Atom) -> u64 {
        match &atom.place {
            Place::Heap(_) => 0,
            Place::Position(position) => self.game.bytes(position) as u64,
        }
    }

    fn atoms(&self, position: &Position) -> Vec<Atom> {
        match (&self.game.spec, position) {
            (Spec::Sum(_), Position::Parts(parts)) => {
                let parts = parts.iter().enumerate();
                parts.flat_map(|(component, part)| self.atoms_of(component, part)).collect()
            }
            _ => self.atoms_of(0, position),
        }
    }

    /// Heaps and regions of a board are worked out one by one where the ending looks at each alone.
    fn atoms_of(&self, component: usize, position: &Position) -> Vec<Atom> {
        let game = &self.components[component];
        let atom = |position: Position| Atom { component, place: Place::Position(position) };
        let heap = |heap: &u64| Atom { component, place: Place::Heap(*heap) };
        match (&game.spec, position) {
            (_, Position::Game(_)) => vec![atom(position.clone())],
            (Spec::Heap(_), Position::Tuple(heaps)) if game.ending == Ending::Normal => {
                heaps.iter().map(heap).collect()
            }
            (Spec::Board(_), _) => {
                let parts = game.spec.components(position).into_iter();
                parts.map(|part| atom(game.spec.canonical(&part))).collect()
            }
            // A lone heap stays as it is: its label depends on its size, even if it is empty.
            (Spec::Heap(rules), Position::Tuple(heaps)) if rules.most_heaps == 1 => {
                heaps.iter().map(heap).collect()
            }
            _ => vec![atom(game.spec.canonical(position))],
        }
    }
}

/// The value of a position in which nobody can move: Nowakowski's normalisation.
fn stuck(forms: &mut Forms, ending: &Ending, tokens: u64) -> Result<Form, Refusal> {
    match ending {
        Ending::Normal => forms.zero(),
        // A player who cannot move wins, as if one more move were left to either player.
        Ending::Misere => Expression::parse("*")?.evaluate(forms),
        Ending::Partizan(labels) => Expression::parse(labels.value_at(tokens))?.evaluate(forms),
        Ending::Written(_) => Err(Refusal::unsupported(
            "the ending depends on the position, so positions without moves have no values",
            "ask for outcomes",
        )),
    }
}
