//! The canonical form of a position, by way of its components.

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
    /// Where the forms live.
    pub(super) forms: Forms,
}

/// A position that is no sum as far as the rules tell, and the component that it belongs to.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Atom {
    component: usize,
    position: Position,
}

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
            if let Position::Game(text) = &atom.position {
                let form = Expression::parse(text)?.evaluate(&mut self.forms)?;
                self.known.insert(atom, form);
                continue;
            }
            let sides = Player::BOTH.map(|player| self.options(&atom, player));
            let mut missing: Vec<Atom> = sides.iter().flatten().flatten().cloned().collect();
            missing.retain(|option| !self.known.contains_key(option));
            let bytes = BYTES_PER_ATOM + self.game.bytes(&atom.position) as u64;
            self.forms.account(1 + missing.len() as u64, bytes)?;
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

    /// What each component of the position is worth, where there are several.
    pub(super) fn parts(&mut self, position: &Position) -> Result<Vec<(Position, Form)>, Refusal> {
        self.value(position)?;
        let atoms = self.atoms(position);
        Ok(atoms.into_iter().map(|atom| (atom.position.clone(), self.known[&atom])).collect())
    }

    fn form_of(&mut self, atom: &Atom, sides: &[Vec<Vec<Atom>>; 2]) -> Result<Form, Refusal> {
        if sides.iter().all(Vec::is_empty) {
            let game = &self.components[atom.component];
            let tokens = game.spec.tokens(&atom.position);
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
        let mut total = self.forms.zero()?;
        for atom in atoms {
            total = self.forms.sum(total, self.known[atom])?;
        }
        Ok(total)
    }

    /// The options of an atom, each as the atoms that it falls into.
    fn options(&self, atom: &Atom, mover: Player) -> Vec<Vec<Atom>> {
        let spec = &self.components[atom.component].spec;
        let options = spec.options(&atom.position, mover);
        options.iter().map(|option| self.atoms_of(atom.component, option)).collect()
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
        let atom = |position: Position| Atom { component, position };
        match (&game.spec, position) {
            (_, Position::Game(_)) => vec![atom(position.clone())],
            (Spec::Heap(_), Position::Tuple(heaps)) if game.ending == Ending::Normal => {
                heaps.iter().map(|heap| atom(Position::Tuple(vec![*heap]))).collect()
            }
            (Spec::Board(_), _) => {
                let parts = game.spec.components(position).into_iter();
                parts.map(|part| atom(game.spec.canonical(&part))).collect()
            }
            // A lone heap stays as it is: its label depends on its size, even if it is empty.
            (Spec::Heap(rules), _) if rules.most_heaps == 1 => vec![atom(position.clone())],
            _ => vec![atom(game.spec.canonical(position))],
        }
    }
}

/// What a position is worth in which nobody can move: Nowakowski's normalisation.
fn stuck(forms: &mut Forms, ending: &Ending, tokens: u64) -> Result<Form, Refusal> {
    match ending {
        Ending::Normal | Ending::Misere => forms.zero(),
        Ending::Partizan(labels) => Expression::parse(labels.value_at(tokens))?.evaluate(forms),
    }
}
