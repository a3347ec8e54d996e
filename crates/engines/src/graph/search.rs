//! The counting search, after sharpSAT: branch, propagate, split into components, remember each.
//!
//! It keeps frames on a stack of its own, so that it can be suspended and continued when its steps are used up, and
//! so that deep searches cannot overflow the call stack.

use bouton_values::{Meter, Refusal};
use rustc_hash::FxHashMap;

use super::lists::NOWHERE;
use super::part::Part;
use super::structures::WHAT;
use super::trace::{Branch, Trace};
use super::width::Order;

/// Counts the models of a part: branch on a variable, propagate units, split what remains into
/// components that share no cover, and look each up among those met before.
///
/// A component is determined by its unassigned variables and those of its covers whose owner is
/// assigned: an unsatisfied cover has lost exactly its variables outside, and the cover of an
/// unassigned variable is always unsatisfied. Hence the keys of the cache.
pub(super) struct Search<'p> {
    part: &'p Part,
    state: State<'p>,
    depth: Option<Vec<u32>>,
    frames: Vec<Frame>,
    cache: FxHashMap<Box<[u32]>, u32>,
    cached: usize,
    trace: Trace,
    finished: bool,
}

/// The key of a component: the number of its variables, the variables, then the covers with assigned owners.
struct Component(Box<[u32]>);

impl Component {
    fn variables(&self) -> &[u32] {
        &self.0[1..=self.0[0] as usize]
    }
}

struct Frame {
    component: Component,
    choice: u32,
    /// Which branch is open or comes next: 0 makes the choice true, 1 false, 2 is the end.
    phase: usize,
    inside: bool,
    mark: usize,
    pending: Vec<Component>,
    children: Vec<u32>,
    branches: [Branch; 2],
}

/// The time of one unit of work, keys and cache included.
const NANOSECONDS: u64 = 5;

impl<'p> Search<'p> {
    pub(super) fn new(part: &'p Part, order: Option<Order>) -> Search<'p> {
        let mut search = Search {
            part,
            state: State::new(part),
            depth: order.map(|order| order.depth),
            frames: Vec::new(),
            cache: FxHashMap::default(),
            cached: 0,
            trace: Trace::new(part.len()),
            finished: false,
        };
        let all: Vec<u32> = (0..part.len() as u32).collect();
        let roots = search.state.split(&all);
        debug_assert_eq!(roots.len(), 1, "a part is connected");
        for root in roots {
            search.push(root);
        }
        search
    }

    /// Continues for about `steps` steps; true if the search is finished.
    pub(super) fn run(&mut self, steps: u64, meter: &mut Meter) -> Result<bool, Refusal> {
        let mut spent = 0;
        while !self.finished && spent < steps {
            self.step();
            let work = NANOSECONDS * (50 + std::mem::take(&mut self.state.work));
            spent += work;
            meter.spend(work)?;
            meter.hold(WHAT, (self.trace.bytes() + self.cached) as u128)?;
        }
        Ok(self.finished)
    }

    pub(super) fn into_trace(self) -> Trace {
        self.trace
    }

    fn top(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("the root stays until the end")
    }

    /// One step: opens a branch, looks a component up or descends into it, closes a branch, or finishes a component.
    fn step(&mut self) {
        let frame = self.top();
        if !frame.inside {
            if frame.phase < 2 { self.open() } else { self.finish() }
        } else if let Some(component) = frame.pending.pop() {
            match self.cache.get(&component.0) {
                Some(node) => self.deliver(*node),
                None => self.push(component),
            }
        } else {
            self.close();
        }
    }

    /// Descends into a component that is not in the cache.
    fn push(&mut self, component: Component) {
        let choice = self.choose(component.variables());
        self.frames.push(Frame {
            component,
            choice,
            phase: 0,
            inside: false,
            mark: 0,
            pending: Vec::new(),
            children: Vec::new(),
            branches: Default::default(),
        });
    }

    /// The variable to branch on: nearest to the middle of the decomposition, then in the most unsatisfied covers.
    fn choose(&mut self, variables: &[u32]) -> u32 {
        let nearest = |v: &u32| self.depth.as_ref().map_or(0, |depth| depth[*v as usize]);
        let least = variables.iter().map(nearest).min().unwrap_or(0);
        let state = &self.state;
        let candidates = variables.iter().filter(|v| nearest(v) == least);
        *candidates
            .max_by_key(|v| (state.open_covers(**v), u32::MAX - **v))
            .expect("a component has a variable")
    }

    /// Begins a branch: assigns the choice, propagates, and splits what remains.
    fn open(&mut self) {
        let mark = self.state.trail.len();
        let frame = self.frames.last_mut().expect("the root stays until the end");
        frame.mark = mark;
        if !self.state.assume(frame.choice, frame.phase == 0) {
            self.leave();
            return;
        }
        frame.pending = self.state.split(frame.component.variables());
        // The smallest first: it shows a contradiction soonest.
        frame.pending.sort_by_key(|component| std::cmp::Reverse(component.0[0]));
        frame.inside = true;
    }

    /// Ends a branch all of whose components have models.
    fn close(&mut self) {
        let frame = self.frames.last_mut().expect("the root stays until the end");
        let state = &self.state;
        let truths = state.trail[frame.mark..].iter().copied();
        let truths = truths.filter(|v| state.values[*v as usize] == TRUE);
        frame.branches[frame.phase] = self.trace.branch(truths, &frame.children);
        self.leave();
    }

    /// Takes back the assignments of a branch; the next branch follows.
    fn leave(&mut self) {
        let frame = self.frames.last_mut().expect("the root stays until the end");
        self.state.undo(frame.mark);
        frame.pending.clear();
        frame.children.clear();
        frame.inside = false;
        frame.phase += 1;
    }

    /// Caches a component whose two branches are done, and hands it to the frame below.
    fn finish(&mut self) {
        let Frame { component, branches, .. } = self.frames.pop().expect("called with a frame");
        let node = self.trace.node(branches);
        self.cached += 4 * component.0.len() + 32;
        self.cache.insert(component.0, node);
        if self.frames.is_empty() {
            self.trace.root = node;
            self.finished = true;
        } else {
            self.deliver(node);
        }
    }

    /// Adds a child to the open branch, or abandons the branch if the child has no model.
    fn deliver(&mut self, node: u32) {
        if self.trace.count(node).is_zero() {
            self.leave();
        } else {
            self.top().children.push(node);
        }
    }
}

impl std::fmt::Debug for Search<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} components of {} variables", self.cache.len(), self.part.len())
    }
}

const UNKNOWN: u8 = 0;
const TRUE: u8 = 1;
const FALSE: u8 = 2;

/// A partial assignment, closed under unit propagation.
struct State<'p> {
    part: &'p Part,
    values: Vec<u8>,
    /// For each cover, how many variables are not known to be false.
    left: Vec<u32>,
    /// For each cover, how many variables are true.
    hits: Vec<u32>,
    trail: Vec<u32>,
    /// How much of the trail the counters include.
    head: usize,
    seen: Vec<u64>,
    seen_covers: Vec<u64>,
    stamp: u64,
    work: u64,
}

impl<'p> State<'p> {
    fn new(part: &'p Part) -> State<'p> {
        State {
            part,
            values: vec![UNKNOWN; part.len()],
            left: part.covers.iter().map(|cover| cover.len() as u32).collect(),
            hits: vec![0; part.covers.len()],
            trail: Vec::new(),
            head: 0,
            seen: vec![0; part.len()],
            seen_covers: vec![0; part.covers.len()],
            stamp: 0,
            work: 0,
        }
    }

    fn open_covers(&self, v: u32) -> usize {
        self.part.occurrences.get(v).iter().filter(|c| self.hits[**c as usize] == 0).count()
    }

    fn set(&mut self, v: u32, value: u8) -> bool {
        let known = &mut self.values[v as usize];
        if *known == UNKNOWN {
            *known = value;
            self.trail.push(v);
            return true;
        }
        *known == value
    }

    /// Assigns a variable and all that follows; `false` on a contradiction.
    fn assume(&mut self, v: u32, truth: bool) -> bool {
        let mut consistent = self.set(v, if truth { TRUE } else { FALSE });
        while consistent && self.head < self.trail.len() {
            let v = self.trail[self.head];
            self.head += 1;
            consistent = match self.values[v as usize] {
                TRUE => self.is_true(v),
                _ => self.is_false(v),
            };
        }
        consistent
    }

    /// Counts a variable that became true: all that conflict with it become false. `false` on a contradiction.
    fn is_true(&mut self, v: u32) -> bool {
        let part = self.part;
        for c in part.occurrences.get(v) {
            self.hits[*c as usize] += 1;
        }
        let conflicts = part.conflicts.get(v);
        self.work += 2 * conflicts.len() as u64;
        conflicts.iter().all(|u| self.set(*u, FALSE))
    }

    /// Counts a variable that became false: where a cover has one variable left, that becomes true. `false` on a
    /// contradiction, but only after all counters were updated, so that `undo` finds them complete.
    fn is_false(&mut self, v: u32) -> bool {
        let part = self.part;
        let mut consistent = true;
        let occurrences = part.occurrences.get(v);
        self.work += 4 * occurrences.len() as u64;
        for c in occurrences {
            let left = &mut self.left[*c as usize];
            *left -= 1;
            if self.hits[*c as usize] > 0 || *left > 1 {
                continue;
            }
            consistent &= *left == 1;
            let cover = part.covers.get(*c);
            let last = cover.iter().find(|u| self.values[**u as usize] == UNKNOWN);
            if let Some(u) = last {
                self.set(*u, TRUE);
            }
        }
        consistent
    }

    /// Takes back all assignments after the mark.
    fn undo(&mut self, mark: usize) {
        let part = self.part;
        while self.trail.len() > mark {
            let v = self.trail.pop().expect("the trail is longer than the mark");
            let value = std::mem::replace(&mut self.values[v as usize], UNKNOWN);
            // A contradiction leaves assignments that the counters never included.
            if self.trail.len() >= self.head {
                continue;
            }
            self.head = self.trail.len();
            let counters = if value == TRUE { &mut self.hits } else { &mut self.left };
            for c in part.occurrences.get(v) {
                let counter = &mut counters[*c as usize];
                *counter = if value == TRUE { *counter - 1 } else { *counter + 1 };
            }
        }
    }

    /// The components of the unassigned ones among these variables.
    fn split(&mut self, variables: &[u32]) -> Vec<Component> {
        self.stamp += 1;
        let mut components = Vec::new();
        for v in variables {
            if self.values[*v as usize] == UNKNOWN && self.seen[*v as usize] != self.stamp {
                components.push(self.component(*v));
            }
        }
        self.work += 4 * variables.len() as u64;
        components
    }

    /// The component of an unassigned variable: all that unsatisfied covers connect with it.
    fn component(&mut self, first: u32) -> Component {
        let part = self.part;
        let mut key = vec![0, first];
        let mut orphans = Vec::new();
        self.seen[first as usize] = self.stamp;
        let mut next = 1;
        while next < key.len() {
            for c in part.occurrences.get(key[next]) {
                let seen = &mut self.seen_covers[*c as usize];
                if *seen == self.stamp || self.hits[*c as usize] > 0 {
                    continue;
                }
                *seen = self.stamp;
                let cover = part.covers.get(*c);
                self.work += 2 + 3 * cover.len() as u64;
                for u in cover {
                    let fresh = self.seen[*u as usize] != self.stamp;
                    if fresh && self.values[*u as usize] == UNKNOWN {
                        self.seen[*u as usize] = self.stamp;
                        key.push(*u);
                    }
                }
                let owner = part.owners[*c as usize];
                if owner == NOWHERE || self.values[owner as usize] != UNKNOWN {
                    orphans.push(*c);
                }
            }
            next += 1;
        }
        key[0] = key.len() as u32 - 1;
        key[1..].sort_unstable();
        orphans.sort_unstable();
        key.extend(orphans);
        Component(key.into())
    }
}
