//! Search trees: every placed queen is a node below the queens before it.
//!
//! A node is a board. Plain backtracking (`bitmask`) on N = 4 places 16 queens. With the empty board at
//! the root there are 17 nodes, of which two are solutions. A board without a free row in its next
//! column is a dead end.
//!
//! ```text
//!                  the empty board
//!          ┌───────┬───┴────┬───────┐
//!          A1      A2       A3      A4
//!        ┌─┴─┐     │        │     ┌─┴─┐
//!        B3  B4    B4       B1    B1  B2
//!            │     │        │     │
//!            C2    C1       C4    C3
//!                  │        │
//!                  D3       D2
//! ```
//!
//! The tree of a method is built from its trace, so every node has the steps of the search that reach and
//! leave it. A board that is taken from the queue is the node that was added to the queue first. To limit
//! the depth of the tree of plain backtracking, all squares of the column after the next are closed: the
//! search still shows whether the nodes at that depth have children.
//!
//! Work and memory: O(N) per node.  Range: trees of up to 20,000 nodes.
//! Checked against the published numbers of nodes at each depth, and step by step against [`Player`](super::trace::Player).

use super::trace::{Step, Trace};
use crate::observe::Flow;
use crate::{Board, Error, Method, Never, RequestError, Square};
use std::collections::VecDeque;

/// The largest number of nodes of a tree. Larger drawings would not be readable.
const MAX_NODES: usize = 20_000;

/// The search tree of a method on the empty board.
///
/// ```
/// use queens::study::tree::Tree;
/// let tree = Tree::new(4, None)?;
/// assert_eq!((tree.nodes(), tree.solutions(), tree.dead_ends()), (17, 2, 4));
/// assert_eq!(tree.profile(), [1, 4, 6, 4, 2]);
/// // The tree to depth 2: four of the six boards with two queens have children.
/// let tree = Tree::new(4, Some(2))?;
/// assert_eq!((tree.nodes(), tree.solutions(), tree.dead_ends()), (11, 0, 2));
/// # Ok::<(), queens::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tree {
    size: usize,
    depth: usize,
    nodes: Vec<Node>,
    visits: Vec<Visit>,
}

/// A board of a search tree.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Node {
    /// The node with one queen less; `None` for the empty board.
    pub parent: Option<usize>,
    /// The nodes with one queen more, in the order in which the search places them.
    pub children: Vec<usize>,
    /// The queens in the order in which they were placed.
    pub queens: Vec<Square>,
    /// How the search continues from here.
    pub fate: Fate,
    /// The number of steps after which the search reaches the node. For a solution it includes the step that reports it.
    pub step: u64,
    /// The number of steps after which the search has left the node and all nodes below it for good.
    pub end: u64,
}

/// How a search continues from a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// With one more queen, in the tree or below its depth.
    Continues,
    /// Not at all: no further queen can be placed.
    DeadEnd,
    /// The board is a solution.
    Solution,
    /// The board is a solution that was found before.
    Duplicate,
}

/// From a step on, the search is at a node, until the next visit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visit {
    /// The number of steps after which the visit begins.
    pub step: u64,
    /// The node.
    pub node: usize,
}

impl Tree {
    /// The tree of plain backtracking (`bitmask`) for a board size, to a depth of `depth` queens or complete.
    ///
    /// It is an error if the tree has more than 20,000 nodes.
    pub fn new(size: usize, depth: Option<usize>) -> Result<Self, Error> {
        let depth = depth.map_or(size, |depth| depth.min(size));
        let mut board = Board::new(size)?;
        if depth + 1 < size {
            for row in 0..size as u32 {
                board = board.with_closed(Square::new(depth as u32 + 1, row))?;
            }
        }
        Self::grow(&Trace::on(Method::BITMASK, board), depth)
    }

    /// The complete tree of the search of a trace.
    ///
    /// It is an error if the tree has more than 20,000 nodes.
    ///
    /// ```
    /// use queens::{Method, study::{trace::Trace, tree::Tree}};
    /// let tree = Tree::of(&Trace::new(Method::DANCING_LINKS, 4)?)?;
    /// let first = tree.node_list().iter().find(|node| node.queens.len() == 4);
    /// assert!(first.is_some_and(|node| node.children.is_empty()));
    /// # Ok::<(), queens::Error>(())
    /// ```
    pub fn of(trace: &Trace) -> Result<Self, Error> {
        Self::grow(trace, trace.size())
    }

    fn grow(trace: &Trace, depth: usize) -> Result<Self, Error> {
        let size = trace.size();
        let mut grower = Grower::new(depth == size, depth);
        trace.visit(0, &Never, |number, step| grower.take(number + 1, &step))?;
        if grower.is_too_large {
            return Err(Error::Request(RequestError::TreeTooLarge {
                size,
                depth,
                limit: MAX_NODES,
            }));
        }
        Ok(Self { size, depth, nodes: grower.finish(), visits: grower.visits })
    }

    /// The size of the board.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The largest number of queens of a node.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// The number of nodes, including the empty board.
    pub fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// The nodes in the order in which the search reaches them: the empty board first, every node after its parent.
    pub fn node_list(&self) -> &[Node] {
        &self.nodes
    }

    /// The way of the search through the tree, from the empty board on.
    pub fn visits(&self) -> &[Visit] {
        &self.visits
    }

    /// The number of dead ends: boards that are not full and where no further queen can be placed.
    pub fn dead_ends(&self) -> usize {
        self.count(Fate::DeadEnd)
    }

    /// The number of solutions.
    pub fn solutions(&self) -> usize {
        self.count(Fate::Solution)
    }

    /// The number of nodes with 0, 1, 2 and more queens, to the depth of the tree.
    pub fn profile(&self) -> Vec<usize> {
        let mut profile = vec![0; self.depth + 1];
        for node in &self.nodes {
            profile[node.queens.len()] += 1;
        }
        profile
    }

    fn count(&self, fate: Fate) -> usize {
        self.nodes.iter().filter(|node| node.fate == fate).count()
    }
}

/// Builds a tree from the steps of a search.
struct Grower {
    depth: usize,
    /// Whether the tree is complete, so that solutions are nodes.
    is_complete: bool,
    nodes: Vec<Node>,
    visits: Vec<Visit>,
    /// The node of the queens on the board, down to the depth of the tree.
    current: usize,
    /// The boards in the queue of the search.
    queue: VecDeque<usize>,
    /// The number of steps of the search.
    steps: u64,
    is_too_large: bool,
}

impl Grower {
    fn new(is_complete: bool, depth: usize) -> Self {
        let root = Node {
            parent: None,
            children: Vec::new(),
            queens: Vec::new(),
            fate: Fate::DeadEnd,
            step: 0,
            end: 0,
        };
        Self {
            depth,
            is_complete,
            nodes: vec![root],
            visits: vec![Visit { step: 0, node: 0 }],
            current: 0,
            queue: VecDeque::new(),
            steps: 0,
            is_too_large: false,
        }
    }

    /// Takes a step, after which the search has made `steps` steps.
    fn take(&mut self, steps: u64, step: &Step) -> Flow {
        self.steps = steps;
        match step {
            Step::Place { square } => return self.place(*square),
            Step::Remove { square } => self.remove(*square),
            Step::Enqueue { .. } => self.queue.push_back(self.current),
            Step::Dequeue { .. } => {
                // The empty board is taken first without being added.
                let node = self.queue.pop_front().unwrap_or(0);
                self.go_to(node);
            }
            Step::Solution { .. } => self.found(Fate::Solution),
            Step::Duplicate { .. } => self.found(Fate::Duplicate),
            Step::Reject { .. } => {}
        }
        Flow::Continue(())
    }

    fn place(&mut self, square: Square) -> Flow {
        let parent = self.current;
        self.nodes[parent].fate = Fate::Continues;
        if self.nodes[parent].queens.len() >= self.depth {
            return Flow::Continue(());
        }
        if self.nodes.len() == MAX_NODES {
            self.is_too_large = true;
            return Flow::Break(());
        }
        let number = self.nodes.len();
        let mut queens = self.nodes[parent].queens.clone();
        queens.push(square);
        let (step, end) = (self.steps, self.steps);
        let (parent, fate) = (Some(parent), Fate::DeadEnd);
        self.nodes.push(Node { parent, children: Vec::new(), queens, fate, step, end });
        self.nodes[self.current].children.push(number);
        self.go_to(number);
        Flow::Continue(())
    }

    /// Goes back to the node without the queen. A queen below the depth of the tree has no node.
    fn remove(&mut self, square: Square) {
        let node = &self.nodes[self.current];
        if let Some(place) = node.queens.iter().position(|&queen| queen == square) {
            let up = node.queens.len() - place;
            let parent = |node: usize, _| self.nodes[node].parent.unwrap_or(0);
            self.go_to((0..up).fold(self.current, parent));
        }
    }

    fn found(&mut self, fate: Fate) {
        let node = &mut self.nodes[self.current];
        // A half-board search reports the mirror image after the solution, at the same node.
        if self.is_complete && node.fate == Fate::DeadEnd {
            node.fate = fate;
            node.step = self.steps;
        }
    }

    fn go_to(&mut self, node: usize) {
        self.nodes[self.current].end = self.steps;
        self.current = node;
        self.visits.push(Visit { step: self.steps, node });
    }

    /// The nodes, when the search has ended.
    fn finish(&mut self) -> Vec<Node> {
        self.nodes[self.current].end = self.steps;
        // Children come after their parents in the list, so it is processed in reverse.
        for number in (1..self.nodes.len()).rev() {
            let end = self.nodes[number].end;
            if let Some(parent) = self.nodes[number].parent {
                let above = &mut self.nodes[parent];
                above.end = above.end.max(end);
            }
        }
        std::mem::take(&mut self.nodes)
    }
}

#[cfg(test)]
mod tests;
