//! Exact cover by dancing links.
//!
//! Each square is an option that covers four items: its column and row, which must be covered once, and its two diagonals, which
//! may be covered at most once. The item with the fewest remaining options is covered next; ties are broken in the order column
//! A, row 1, column B, row 2 and so on. Its options are tried from the lowest square. A node that is removed from a list keeps
//! its links, so it can be put back in reverse order.
//!
//! Work: few placements, each one expensive, because the search looks at every line before it.  Memory: O(N^2).
//! Range: N <= 32, also with given queens and closed squares.
//! Checked against `arrays`, on empty and on random given boards.
//! Reference: D. E. Knuth, "Dancing links", 2000, arXiv cs/0011047; docs/methods.md#dancing-links

use super::search::{SearchMethod, info};
use super::{EngineInfo, Method, Sorting};
use crate::observe::{Flow, Record};
use crate::{Board, Observer, Square, Stopped};
use std::ops::Range;

/// The method `dancing-links`.
pub(crate) struct DancingLinks;

impl Method {
    /// Exact cover by dancing links, as Knuth published it.
    pub const DANCING_LINKS: Self = Self::new(&DancingLinks::INFO);
}

impl SearchMethod for DancingLinks {
    const INFO: EngineInfo = EngineInfo {
        name: "dancing-links",
        title: "Dancing links",
        idea: "exact cover, fewest options next (Knuth)",
        takes_given_queens: true,
        ..info::<Self>()
    };

    fn search<O: Observer>(board: &Board, _job: u64, observer: &mut O) -> Result<u64, Stopped> {
        let mut links = Links::new(board);
        let mut record = Record::new(board.size(), observer);
        let flow = cover_all(&mut links, &mut record);
        record.end(flow)
    }

    fn progress_rows(_size: usize) -> Option<Range<usize>> {
        None
    }

    fn sorting(board: &Board) -> Sorting {
        // On the empty board all lines have equally many options, so column A is filled first.
        if board.is_empty() { Sorting::WithinFirstQueen } else { Sorting::All }
    }
}

fn cover_all<O: Observer>(links: &mut Links, record: &mut Record<'_, O>) -> Flow {
    let Some(item) = links.smallest_item() else {
        return record.solution();
    };
    links.cover(item);
    let mut option = links.nodes[item].below;
    while option != item {
        let Square { col, row } = links.nodes[option].square;
        let (col, row) = (col as usize, row as usize);
        links.cover_others(option);
        record.place(col, row)?;
        cover_all(links, record)?;
        record.remove(col, row);
        links.uncover_others(option);
        option = links.nodes[option].below;
    }
    links.uncover(item);
    Flow::Continue(())
}

/// A node of the lists: the head of an item, or the entry of an option in the list of one of its items.
#[derive(Clone, Copy)]
struct Node {
    above: usize,
    below: usize,
    item: usize,
    square: Square,
}

/// An item in the list of those that must still be covered.
#[derive(Clone, Copy)]
struct Item {
    before: usize,
    after: usize,
    options: usize,
}

/// The number of items that a square covers: its column, its row and two diagonals.
const LINES: usize = 4;

/// The lists. Node `i` is the head of item `i`. The four nodes of an option are consecutive. Item 0 is the root.
struct Links {
    nodes: Vec<Node>,
    items: Vec<Item>,
}

impl Links {
    fn new(board: &Board) -> Self {
        let size = board.size();
        let must = 2 * size;
        let diagonals = 2 * (2 * size).saturating_sub(1);
        let count = 1 + must + diagonals;
        let head = |item| Node { above: item, below: item, item, square: Square::new(0, 0) };
        let alone = |item| Item { before: item, after: item, options: 0 };
        let mut links =
            Self { nodes: (0..count).map(head).collect(), items: (0..count).map(alone).collect() };
        for item in 0..=must {
            links.items[item].after = (item + 1) % (must + 1);
            links.items[item].before = (item + must) % (must + 1);
        }
        for (col, open) in board.open().iter().enumerate() {
            for row in open.iter() {
                links.add(size, col, row);
            }
        }
        links
    }

    fn add(&mut self, size: usize, col: usize, row: usize) {
        let rising = 1 + 2 * size + (row + size - 1 - col);
        let falling = 1 + 2 * size + (2 * size - 1) + (row + col);
        for item in [1 + 2 * col, 2 + 2 * row, rising, falling] {
            let node = self.nodes.len();
            let above = self.nodes[item].above;
            let square = Square::new(col as u32, row as u32);
            self.nodes.push(Node { above, below: item, item, square });
            self.nodes[above].below = node;
            self.nodes[item].above = node;
            self.items[item].options += 1;
        }
    }

    /// The item to cover next, or `None` if all are covered.
    fn smallest_item(&self) -> Option<usize> {
        let mut item = self.items[0].after;
        let mut smallest = None;
        let mut fewest = usize::MAX;
        while item != 0 {
            if self.items[item].options < fewest {
                fewest = self.items[item].options;
                smallest = Some(item);
            }
            item = self.items[item].after;
        }
        smallest
    }

    fn cover(&mut self, item: usize) {
        let mut option = self.nodes[item].below;
        while option != item {
            self.hide(option);
            option = self.nodes[option].below;
        }
        let Item { before, after, .. } = self.items[item];
        self.items[before].after = after;
        self.items[after].before = before;
    }

    fn uncover(&mut self, item: usize) {
        let Item { before, after, .. } = self.items[item];
        self.items[before].after = item;
        self.items[after].before = item;
        let mut option = self.nodes[item].above;
        while option != item {
            self.unhide(option);
            option = self.nodes[option].above;
        }
    }

    /// Covers the other items of the option that a node belongs to.
    fn cover_others(&mut self, option: usize) {
        for node in self.others(option) {
            self.cover(self.nodes[node].item);
        }
    }

    fn uncover_others(&mut self, option: usize) {
        for node in self.others(option).into_iter().rev() {
            self.uncover(self.nodes[node].item);
        }
    }

    /// Takes the option out of the lists of its other items.
    fn hide(&mut self, option: usize) {
        for node in self.others(option) {
            let Node { above, below, item, .. } = self.nodes[node];
            self.nodes[above].below = below;
            self.nodes[below].above = above;
            self.items[item].options -= 1;
        }
    }

    fn unhide(&mut self, option: usize) {
        for node in self.others(option).into_iter().rev() {
            let Node { above, below, item, .. } = self.nodes[node];
            self.nodes[above].below = node;
            self.nodes[below].above = node;
            self.items[item].options += 1;
        }
    }

    /// The other three nodes of an option.
    fn others(&self, option: usize) -> [usize; LINES - 1] {
        let first_option = self.items.len();
        let place = (option - first_option) % LINES;
        let first = option - place;
        [1, 2, 3].map(|step| first + (place + step) % LINES)
    }
}
