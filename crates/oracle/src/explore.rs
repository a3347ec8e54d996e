//! Lists every position that can be reached, with its options, by a depth-first search with an explicit stack.

use std::hash::Hash;

use bouton_definition::Ruleset;
use bouton_values::{Limits, Player, Refusal};
use rustc_hash::FxHashMap;

/// Positions by number, closed under options once [`PositionGraph::add`] has returned.
pub(crate) struct PositionGraph<P> {
    ids: FxHashMap<P, u32>,
    positions: Vec<P>,
    /// For each position, Left's options and Right's.
    options: Vec<[Vec<u32>; 2]>,
    states: Vec<State>,
    /// The positions in an order in which options come first, if there is no cycle.
    pub(crate) finished: Vec<u32>,
    /// Can some position be reached from itself?
    pub(crate) cyclic: bool,
    bytes: u128,
    steps: u128,
    /// The number of steps at which progress is reported next.
    next_report: u128,
    /// The number of positions at which the rules are asked again how many more can be reached at least.
    next_look: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Seen as an option, its own options not yet listed.
    Found,
    /// On the path from the start to where the search is now.
    Open,
    /// Everything that can be reached from it is finished too.
    Finished,
}

const SEARCH: &str = "the search through all positions";

/// Bytes of a stored position, about: its hash entry, vectors and labels, besides the position itself.
const BYTES_PER_POSITION: u128 = 250;
/// Steps to try a choice that may be an option, about.
const STEPS_PER_TRIAL: u128 = 40;
/// Steps for each byte of a large position in it, about: what is tried is written down, and its legality looked at heap
/// by heap. Where heaps multiply, positions have hundreds of heaps, whose choices all make the same few options.
const STEPS_PER_BYTE_TRIED: u128 = 2;
/// Steps to make an option, find it among the known positions and label it, about.
const STEPS_PER_OPTION: u128 = 350;
/// Bytes of an option while it is listed.
const BYTES_PER_OPTION: u128 = 64;
/// Steps to bring a byte of a large position into canonical form, about.
const STEPS_PER_BYTE: u128 = 30;
/// Steps between two reports: about a millisecond, whether positions have few options or very many.
const STEPS_PER_REPORT: u128 = 1 << 20;

/// Refuses a position from which more positions can be reached than the limits allow, if the rules can tell.
fn check_reach<R: Ruleset>(
    rules: &R,
    position: &R::Position,
    limits: &Limits,
) -> Result<(), Refusal> {
    let least = rules.least_reached(position);
    limits.check_steps(SEARCH, least.saturating_mul(STEPS_PER_OPTION))?;
    limits.check_memory(SEARCH, least.saturating_mul(BYTES_PER_POSITION))
}

impl<P> Default for PositionGraph<P> {
    fn default() -> PositionGraph<P> {
        PositionGraph {
            ids: FxHashMap::default(),
            positions: Vec::new(),
            options: Vec::new(),
            states: Vec::new(),
            finished: Vec::new(),
            cyclic: false,
            bytes: 0,
            steps: 0,
            next_report: 0,
            next_look: 1000,
        }
    }
}

impl<P: Clone + Eq + Hash> PositionGraph<P> {
    pub(crate) fn len(&self) -> usize {
        self.positions.len()
    }

    pub(crate) fn position(&self, id: u32) -> &P {
        &self.positions[id as usize]
    }

    pub(crate) fn options(&self, id: u32, mover: Player) -> &[u32] {
        &self.options[id as usize][mover.index()]
    }

    /// Adds `position` and everything that can be reached from it; returns its number.
    ///
    /// If a limit ends the search midway, everything is forgotten: a list that is not closed under
    /// options would be taken for one that is.
    pub(crate) fn add<R: Ruleset<Position = P>>(
        &mut self,
        rules: &R,
        position: &P,
        limits: &Limits,
    ) -> Result<u32, Refusal> {
        if !self.ids.contains_key(&rules.canonical(position)) {
            check_reach(rules, position, limits)?;
        }
        let start = self.number(rules.canonical(position), rules.bytes(position));
        match self.search(rules, start, limits) {
            Ok(()) => Ok(start),
            Err(refusal) => {
                *self = PositionGraph::default();
                Err(refusal)
            }
        }
    }

    /// Depth first, with a stack of its own: each entry is an open position and how many of its
    /// options have been looked at.
    fn search<R: Ruleset<Position = P>>(
        &mut self,
        rules: &R,
        start: u32,
        limits: &Limits,
    ) -> Result<(), Refusal> {
        let mut stack: Vec<(u32, usize)> = Vec::new();
        if self.states[start as usize] == State::Found {
            self.open(rules, start, limits)?;
            stack.push((start, 0));
        }
        while let Some((id, seen)) = stack.last_mut() {
            let [left, right] = &self.options[*id as usize];
            let Some(option) = left.get(*seen).or_else(|| right.get(*seen - left.len())).copied()
            else {
                self.states[*id as usize] = State::Finished;
                self.finished.push(*id);
                stack.pop();
                continue;
            };
            *seen += 1;
            match self.states[option as usize] {
                State::Finished => {}
                State::Open => self.cyclic = true,
                State::Found => {
                    self.open(rules, option, limits)?;
                    stack.push((option, 0));
                }
            }
        }
        Ok(())
    }

    /// Lists the options of a position that was only found so far.
    ///
    /// Rules whose numbers grow for ever may begin to do so far from the start, so the least number of positions to
    /// come is asked for again whenever the number of positions has doubled.
    fn open<R: Ruleset<Position = P>>(
        &mut self,
        rules: &R,
        id: u32,
        limits: &Limits,
    ) -> Result<(), Refusal> {
        let position = self.positions[id as usize].clone();
        if self.positions.len() >= self.next_look {
            self.next_look = 2 * self.positions.len();
            check_reach(rules, &position, limits)?;
        }
        let bytes = rules.bytes(&position);
        let tried = rules.option_bound(&position);
        let listing = tried.saturating_mul(BYTES_PER_OPTION + bytes);
        limits.check_memory(
            SEARCH,
            self.bytes.saturating_add(listing).saturating_add(BYTES_PER_POSITION),
        )?;
        // Every choice that is tried takes time, whether or not it is an option.
        let trial = STEPS_PER_TRIAL + STEPS_PER_BYTE_TRIED * bytes;
        self.steps = self.steps.saturating_add(tried.saturating_mul(trial));
        limits.check_steps(SEARCH, self.steps)?;
        if self.steps >= self.next_report {
            self.next_report = self.steps + STEPS_PER_REPORT;
            limits.progress(self.finished.len() as u64, self.positions.len() as u64)?;
        }
        let mut listed = [Vec::new(), Vec::new()];
        for mover in Player::BOTH {
            let options = rules.options_within(&position, mover, limits)?;
            let numbers = options.iter().map(|option| self.number(rules.canonical(option), bytes));
            listed[mover.index()] = numbers.collect::<Vec<u32>>();
        }
        let listed_options = (listed[0].len() + listed[1].len()) as u128;
        self.steps += (STEPS_PER_OPTION + STEPS_PER_BYTE * bytes) * (1 + listed_options);
        self.bytes += 4 * listed_options;
        self.options[id as usize] = listed;
        self.states[id as usize] = State::Open;
        Ok(())
    }

    /// The number of a position that takes `bytes` bytes, a new number if it has none.
    fn number(&mut self, position: P, bytes: u128) -> u32 {
        if let Some(id) = self.ids.get(&position) {
            return *id;
        }
        let id = u32::try_from(self.positions.len()).expect("memory ends before 2³² positions");
        self.ids.insert(position.clone(), id);
        self.positions.push(position);
        self.options.push([Vec::new(), Vec::new()]);
        self.states.push(State::Found);
        // It is stored twice, with its number and among the positions.
        self.bytes += BYTES_PER_POSITION + 2 * bytes;
        id
    }
}
