//! Strongly connected components.

use bouton_graphs::Digraph;

use super::lists::Lists;

/// The strongly connected components of a digraph, numbered so that edges never lead to a higher
/// number: every component comes after all that can be reached from it.
///
/// ```
/// use bouton_engines::graph::components;
/// use bouton_graphs::Digraph;
/// let graph = Digraph::from_edges(4, [(0, 1), (1, 0), (1, 2), (2, 3), (3, 2)]);
/// let parts = components(&graph);
/// assert_eq!(parts.len(), 2);
/// assert_eq!((parts.members(0), parts.members(1)), (&[2, 3][..], &[0, 1][..]));
/// assert!(parts.is_closed(&graph, 0));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Components {
    of: Vec<u32>,
    members: Lists,
}

impl Components {
    /// How many components there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Has the digraph no vertex?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The component of a vertex.
    #[must_use]
    pub fn of(&self, vertex: u32) -> u32 {
        self.of[vertex as usize]
    }

    /// The vertices of a component, ascending.
    #[must_use]
    pub fn members(&self, component: u32) -> &[u32] {
        self.members.get(component)
    }

    /// Does no edge lead out of this component?
    #[must_use]
    pub fn is_closed(&self, graph: &Digraph, component: u32) -> bool {
        let stays = |v: &u32| graph.successors(*v).iter().all(|w| self.of(*w) == component);
        self.members(component).iter().all(stays)
    }
}

/// The strongly connected components, by Tarjan's algorithm with an explicit stack, in O(vertices + edges).
#[must_use]
pub fn components(graph: &Digraph) -> Components {
    let mut walk = Walk::new(graph);
    for root in 0..graph.vertices() as u32 {
        if walk.low[root as usize] == UNSEEN {
            walk.explore(root);
        }
    }
    let (of, count) = (walk.of, walk.count);
    let members = Lists::grouped(count as usize, of.iter().copied());
    Components { of, members }
}

const UNSEEN: u32 = u32::MAX;

struct Walk<'a> {
    graph: &'a Digraph,
    /// The lowest discovery number known to be reachable inside the component.
    low: Vec<u32>,
    of: Vec<u32>,
    count: u32,
    clock: u32,
    /// Vertices whose component is still open.
    open: Vec<u32>,
    /// The path of the search: a vertex, its number, and which successor comes next.
    path: Vec<(u32, u32, u32)>,
}

impl<'a> Walk<'a> {
    fn new(graph: &'a Digraph) -> Walk<'a> {
        let n = graph.vertices();
        let (low, of) = (vec![UNSEEN; n], vec![UNSEEN; n]);
        Walk { graph, low, of, count: 0, clock: 0, open: Vec::new(), path: Vec::new() }
    }

    fn enter(&mut self, v: u32) {
        self.low[v as usize] = self.clock;
        self.path.push((v, self.clock, 0));
        self.open.push(v);
        self.clock += 1;
    }

    fn explore(&mut self, root: u32) {
        self.enter(root);
        while let Some((v, number, next)) = self.path.last_mut() {
            let v = *v;
            let Some(w) = self.graph.successors(v).get(*next as usize) else {
                let number = *number;
                self.leave(v, number);
                continue;
            };
            *next += 1;
            if self.low[*w as usize] == UNSEEN {
                self.enter(*w);
            } else if self.of[*w as usize] == UNSEEN {
                self.low[v as usize] = self.low[v as usize].min(self.low[*w as usize]);
            }
        }
    }

    /// Closes the component of `v`, whose successors are all done, if `v` was the first of it.
    fn leave(&mut self, v: u32, number: u32) {
        self.path.pop();
        let low = self.low[v as usize];
        if let Some((parent, _, _)) = self.path.last() {
            let parent = &mut self.low[*parent as usize];
            *parent = low.min(*parent);
        }
        if low < number {
            return;
        }
        while let Some(w) = self.open.pop() {
            self.of[w as usize] = self.count;
            if w == v {
                break;
            }
        }
        self.count += 1;
    }
}
