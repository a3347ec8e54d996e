//! The trace of a counting search: all models in little memory, to be counted, numbered and listed.

use bouton_values::{Meter, Refusal};
use dashu_int::UBig;

use super::kernel::Kernel;
use super::structures::WHAT;

/// All models of a part, shared where they agree: the trace of a counting search.
///
/// A node stands for a component. Its models are those of its two branches, which differ in the
/// variable branched on; the models of a branch are the variables it makes true together with one
/// model of each of its children, independently. (This is a deterministic decomposable negation
/// normal form; see A. Darwiche, *Decomposable negation normal form*, 2001.)
pub(super) struct Trace {
    nodes: Vec<[Branch; 2]>,
    counts: Vec<UBig>,
    truths: Vec<u32>,
    children: Vec<u32>,
    variables: usize,
    pub(super) root: u32,
}

#[derive(Clone, Default)]
pub(super) struct Branch {
    /// Zero if the branch is contradictory.
    count: UBig,
    truths: (usize, usize),
    children: (usize, usize),
}

impl Trace {
    pub(super) fn new(variables: usize) -> Trace {
        let (nodes, counts) = (Vec::new(), Vec::new());
        Trace { nodes, counts, truths: Vec::new(), children: Vec::new(), variables, root: 0 }
    }

    pub(super) fn branch(&mut self, truths: impl Iterator<Item = u32>, children: &[u32]) -> Branch {
        let start = (self.truths.len(), self.children.len());
        self.truths.extend(truths);
        self.children.extend_from_slice(children);
        let counts = children.iter().map(|child| self.count(*child));
        let count = counts.fold(UBig::ONE, |product, count| product * count);
        Branch {
            count,
            truths: (start.0, self.truths.len()),
            children: (start.1, self.children.len()),
        }
    }

    /// Adds a node, after its children.
    pub(super) fn node(&mut self, branches: [Branch; 2]) -> u32 {
        self.counts.push(&branches[0].count + &branches[1].count);
        self.nodes.push(branches);
        self.nodes.len() as u32 - 1
    }

    pub(super) fn count(&self, node: u32) -> &UBig {
        &self.counts[node as usize]
    }

    pub(super) fn bytes(&self) -> usize {
        self.nodes.len() * 160 + 4 * (self.truths.len() + self.children.len())
    }

    fn truths(&self, branch: &Branch) -> &[u32] {
        &self.truths[branch.truths.0..branch.truths.1]
    }

    fn children(&self, branch: &Branch) -> &[u32] {
        &self.children[branch.children.0..branch.children.1]
    }

    /// The model with this number, counted through the first branch, then the second; in a branch
    /// the models of the first child vary fastest.
    pub(super) fn unrank(&self, index: UBig) -> Kernel {
        let mut model = Kernel::new(self.variables, []);
        let mut todo = vec![(self.root, index)];
        while let Some((node, mut index)) = todo.pop() {
            let [first, second] = &self.nodes[node as usize];
            let mut branch = first;
            if index >= first.count {
                index -= &first.count;
                branch = second;
            }
            self.truths(branch).iter().for_each(|v| model.insert(*v));
            for child in self.children(branch) {
                let size = self.count(*child);
                todo.push((*child, &index % size));
                index /= size;
            }
        }
        model
    }

    /// The first `k` models in lexicographic order.
    ///
    /// The first of a node are among the first of its branches. Replacing the model of one child
    /// by an earlier one makes the whole earlier, so the first of a product of two come from pairs
    /// (i, j) with (i+1)(j+1) ≤ k.
    pub(super) fn first(&self, k: usize, meter: &mut Meter) -> Result<Vec<Kernel>, Refusal> {
        let mut lists: Vec<Vec<Kernel>> = Vec::with_capacity(self.nodes.len());
        let size = 48 + self.variables / 8;
        let mut held = 0;
        for branches in &self.nodes {
            let mut list = Vec::new();
            for branch in branches.iter().filter(|branch| !branch.count.is_zero()) {
                list.extend(self.first_of_branch(branch, &lists, k));
            }
            list.sort_unstable();
            list.truncate(k);
            meter.spend((list.len() * (1 + size / 8)) as u64 * 10)?;
            held += list.len() * size;
            meter.hold(WHAT, held as u128)?;
            lists.push(list);
        }
        Ok(lists.swap_remove(self.root as usize))
    }

    fn first_of_branch(&self, branch: &Branch, lists: &[Vec<Kernel>], k: usize) -> Vec<Kernel> {
        let mut list = vec![Kernel::new(self.variables, self.truths(branch).iter().copied())];
        for child in self.children(branch) {
            let mut product = Vec::new();
            for (i, one) in list.iter().enumerate() {
                for other in lists[*child as usize].iter().take(k / (i + 1)) {
                    let mut both = one.clone();
                    both.unite(other);
                    product.push(both);
                }
            }
            product.sort_unstable();
            product.truncate(k);
            list = product;
        }
        list
    }
}
