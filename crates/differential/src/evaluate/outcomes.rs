//! Who wins, by working backwards from the ends over everything that can be reached.

use std::collections::{BTreeSet, HashMap, HashSet};

use bouton_values::Player;

use crate::evaluate::TooMuch;
use crate::evaluate::rules::Rules;
use crate::tree::Text;

/// A position: the numbers of each component of a sum.
pub type Place = Vec<Vec<u64>>;

/// The most positions that are looked at for one question.
const MOST_PLACES: usize = 700;
/// The most numbers in one of them. Heaps may multiply without end, and this evaluator looks for the options of each
/// with all of them in view: a text took it minutes.
const MOST_NUMBERS: usize = 40;

/// How often the clauses of a text may be looked at for one question.
const FUEL: u64 = 100_000;

/// A sum of texts, and what is known of its positions.
pub struct Evaluator<'a> {
    components: Vec<Rules<'a>>,
    ids: HashMap<Place, usize>,
    places: Vec<Place>,
    /// The options of each position, Left's and Right's.
    options: Vec<[Vec<usize>; 2]>,
    winners: Vec<[Option<Player>; 2]>,
    values: Vec<Option<u64>>,
    /// Positions that were given up.
    given_up: HashSet<Place>,
    fuel: u64,
}

/// What is known of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The winner when Left, and when Right, moves first; nobody if play goes on for ever.
    pub winners: [Option<Player>; 2],
    /// The options of Left and of Right, and whether the mover wins with them.
    pub options: [Vec<(Place, bool)>; 2],
    /// The nim-value, if both players' options have the same values everywhere, play ends and is normal.
    pub nim_value: Option<u64>,
}

impl<'a> Evaluator<'a> {
    /// The sum of these texts.
    #[must_use]
    pub fn new(texts: &'a [Text]) -> Evaluator<'a> {
        Evaluator {
            components: texts.iter().map(Rules::new).collect(),
            ids: HashMap::new(),
            places: Vec::new(),
            options: Vec::new(),
            winners: Vec::new(),
            values: Vec::new(),
            given_up: HashSet::new(),
            fuel: FUEL,
        }
    }

    /// The position with its last numbers filled in, in one order; nothing if it is not legal.
    #[must_use]
    pub fn place(&self, parts: &[Vec<u64>]) -> Option<Place> {
        let parts = self.components.iter().zip(parts).map(|(rules, part)| {
            let filled = rules.canonical(rules.filled(part.clone())?);
            rules.is_legal(&filled).then_some(filled)
        });
        parts.collect()
    }

    /// What is true of a legal position.
    pub fn verdict(&mut self, place: &Place) -> Result<Verdict, TooMuch> {
        self.fuel = FUEL;
        self.explore(place)?;
        let id = *self.ids.get(place).ok_or(TooMuch)?;
        let options = Player::BOTH.map(|mover| {
            let wins =
                |option: &usize| self.winners[*option][mover.opponent().index()] == Some(mover);
            let options = self.options[id][mover.index()].iter();
            options.map(|option| (self.places[*option].clone(), wins(option))).collect()
        });
        Ok(Verdict { winners: self.winners[id], options, nim_value: self.values[id] })
    }

    /// Lists everything that can be reached, or forgets what was new.
    fn explore(&mut self, place: &Place) -> Result<(), TooMuch> {
        if self.ids.contains_key(place) {
            return Ok(());
        }
        if self.given_up.contains(place) {
            return Err(TooMuch);
        }
        let known = self.places.len();
        self.id(place.clone());
        while self.options.len() < self.places.len() {
            let next = self.places[self.options.len()].clone();
            let numbers: usize = next.iter().map(Vec::len).sum();
            let found = if numbers > MOST_NUMBERS { Err(TooMuch) } else { self.options_of(&next) };
            match found {
                Ok(options) if self.places.len() - known <= MOST_PLACES => {
                    self.options.push(options);
                }
                _ => {
                    self.places.truncate(known);
                    self.options.truncate(known);
                    self.ids.retain(|_, id| *id < known);
                    self.given_up.insert(place.clone());
                    return Err(TooMuch);
                }
            }
        }
        self.label(known);
        Ok(())
    }

    fn id(&mut self, place: Place) -> usize {
        let next = self.places.len();
        *self.ids.entry(place).or_insert_with_key(|place| {
            self.places.push(place.clone());
            next
        })
    }

    fn options_of(&mut self, place: &Place) -> Result<[Vec<usize>; 2], TooMuch> {
        let mut both = [Vec::new(), Vec::new()];
        let same = self.components.iter().all(Rules::has_one_kind_of_moves);
        for mover in Player::BOTH {
            if same && mover == Player::Right {
                both[1] = both[0].clone();
                break;
            }
            let mut options: BTreeSet<Place> = BTreeSet::new();
            for (index, rules) in self.components.iter().enumerate() {
                for part in rules.options(&place[index], mover, &mut self.fuel)? {
                    let mut option = place.clone();
                    option[index] = part;
                    options.insert(option);
                }
            }
            both[mover.index()] = options.into_iter().map(|option| self.id(option)).collect();
        }
        Ok(both)
    }

    /// Winners and nim-values of the positions from `known` on: whatever can be decided, until nothing more can.
    fn label(&mut self, known: usize) {
        self.winners.resize(self.places.len(), [None; 2]);
        self.values.resize(self.places.len(), None);
        let mut changed = true;
        while changed {
            changed = false;
            for id in (known..self.places.len()).rev() {
                for mover in Player::BOTH {
                    if self.winners[id][mover.index()].is_none() {
                        let winner = self.decided(id, mover);
                        self.winners[id][mover.index()] = winner;
                        changed |= winner.is_some();
                    }
                }
                if self.values[id].is_none() {
                    self.values[id] = self.value(id);
                    changed |= self.values[id].is_some();
                }
            }
        }
    }

    fn decided(&self, id: usize, mover: Player) -> Option<Player> {
        let options = &self.options[id][mover.index()];
        if options.is_empty() {
            return Some(self.components[0].winner(&self.places[id][0], mover));
        }
        let after = |option: &usize| self.winners[*option][mover.opponent().index()];
        if options.iter().any(|option| after(option) == Some(mover)) {
            return Some(mover);
        }
        let lost = options.iter().all(|option| after(option) == Some(mover.opponent()));
        lost.then_some(mover.opponent())
    }

    /// The least number that is the value of no option.
    fn value(&self, id: usize) -> Option<u64> {
        let [left, right] = &self.options[id];
        // Whatever the text says of its end: it is normal play if every stuck player loses.
        let loses = |mover: Player| self.decided(id, mover) == Some(mover.opponent());
        if left.is_empty() && !Player::BOTH.into_iter().all(loses) {
            return None;
        }
        // Options that are worth the same are as good as one, however they are written.
        let values = |options: &[usize]| -> Option<BTreeSet<u64>> {
            options.iter().map(|option| self.values[*option]).collect()
        };
        let (left, right) = (values(left)?, values(right)?);
        (left == right).then(|| (0..).find(|value| !left.contains(value)))?
    }
}
