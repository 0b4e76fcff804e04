//! Drawings of search trees: text, SVG and Graphviz.

use crate::board::{DARK, GREEN, GREY, Grid, INK, LIGHT, RED};
use crate::canvas::{Canvas, Element, Path, Point, Rect, Segment, Shape, Text, text_width};
use crate::palette::{Colour, hex};
use queens::Square;
use queens::study::tree::{Fate, Node, Tree};

fn colour(fate: Fate) -> Colour {
    match fate {
        Fate::Continues | Fate::Duplicate => GREY,
        Fate::DeadEnd => RED,
        Fate::Solution => GREEN,
    }
}

/// What is written after the queen of a node.
fn words(fate: Fate) -> &'static str {
    match fate {
        Fate::Continues => "",
        Fate::DeadEnd => "  dead end",
        Fate::Solution => "  solution",
        Fate::Duplicate => "  found before",
    }
}

/// A drawing of a search tree.
#[derive(Clone, Copy, Debug)]
pub struct TreeDrawing<'a> {
    tree: &'a Tree,
    size: usize,
    depth: usize,
    nodes: &'a [Node],
}

impl<'a> TreeDrawing<'a> {
    /// The drawing of a tree.
    pub fn of(tree: &'a Tree) -> Self {
        Self { tree, size: tree.size(), depth: tree.depth(), nodes: tree.node_list() }
    }

    /// The tree as text: one line per node, with its last queen, below and to the right of its parent.
    ///
    /// ```
    /// use queens::study::tree::Tree;
    /// use queens_draw::tree::TreeDrawing;
    /// let text = TreeDrawing::of(&Tree::new(2, None)?).text();
    /// assert_eq!(text, "the empty board\n├─ A1  dead end\n└─ A2  dead end\n");
    /// # Ok::<(), queens_draw::Error>(())
    /// ```
    pub fn text(&self) -> String {
        let mut text = "the empty board".to_string();
        text += words(self.nodes[0].fate);
        text += "\n";
        self.text_below(0, "", &mut text);
        text
    }

    /// Adds the lines of the nodes below a node. Each begins with `start`.
    fn text_below(&self, node: usize, start: &str, text: &mut String) {
        let Some((last, others)) = self.nodes[node].children.split_last() else { return };
        let others = others.iter().map(|child| (child, "├─ ", "│  "));
        for (&child, branch, below) in others.chain([(last, "└─ ", "   ")]) {
            let Node { queens, fate, .. } = &self.nodes[child];
            let queen = queens.last().map_or(String::new(), Square::to_string);
            *text += &format!("{start}{branch}{queen}{}\n", words(*fate));
            self.text_below(child, &format!("{start}{below}"), text);
        }
    }

    /// The tree in the language of Graphviz, with a small board at each node.
    ///
    /// ```
    /// use queens::study::tree::Tree;
    /// use queens_draw::tree::TreeDrawing;
    /// let dot = TreeDrawing::of(&Tree::new(4, None)?).dot();
    /// assert!(dot.starts_with("digraph"));
    /// assert_eq!(dot.matches(" -> ").count(), 16);
    /// # Ok::<(), queens_draw::Error>(())
    /// ```
    pub fn dot(&self) -> String {
        let mut dot = format!(
            "digraph queens {{\n  graph [label=\"{}\", labelloc=t, fontname=\"sans-serif\"];\n  \
             node [shape=plain];\n  edge [arrowhead=none, color=\"{}\"];\n",
            self.title(),
            hex(GREY)
        );
        for (number, node) in self.nodes.iter().enumerate() {
            dot += &format!("  n{number} [{}];\n", self.dot_board(node));
            if let Some(parent) = node.parent {
                dot += &format!("  n{parent} -> n{number};\n");
            }
        }
        dot + "}\n"
    }

    /// The board of a node as a table. Graphviz does not accept a table without cells, so the board of
    /// size 0 is a point.
    fn dot_board(&self, node: &Node) -> String {
        let colour = hex(colour(node.fate));
        if self.size == 0 {
            return format!("shape=point, color=\"{colour}\"");
        }
        let mut rows = String::new();
        for row in (0..self.size).rev() {
            rows += "<tr>";
            for col in 0..self.size {
                let queen = node.queens.contains(&Square::new(col as u32, row as u32));
                let ground = match (queen, (row + col) % 2) {
                    (true, _) => INK,
                    (false, 0) => DARK,
                    (false, _) => LIGHT,
                };
                rows += &format!("<td width=\"9\" height=\"9\" bgcolor=\"{}\"></td>", hex(ground));
            }
            rows += "</tr>";
        }
        format!(
            "label=<<table border=\"2\" color=\"{colour}\" cellborder=\"0\" cellspacing=\"0\" \
             cellpadding=\"0\">{rows}</table>>"
        )
    }

    /// The tree as SVG: the root at the top, leaves side by side, every board above the middle of its
    /// children.
    ///
    /// ```
    /// use queens::study::tree::Tree;
    /// use queens_draw::tree::TreeDrawing;
    /// let svg = TreeDrawing::of(&Tree::new(4, None)?).svg();
    /// assert_eq!(svg.matches("class=\"solution\"").count(), 2);
    /// # Ok::<(), queens_draw::Error>(())
    /// ```
    pub fn svg(&self) -> String {
        self.canvas().svg()
    }

    /// The tree as shapes, for the writers.
    pub fn canvas(&self) -> Canvas {
        let cell = (56.0 / self.size.max(1) as f64).clamp(5.0, 14.0);
        let side = cell * self.size.max(1) as f64;
        let (gap, drop) = (side * 0.25 + 6.0, side * 0.55 + 16.0);
        let (margin, header) = (24.0, 76.0);
        let legend = self.legend();
        let legend_width: f64 = legend.iter().map(|(_, text)| 44.0 + text_width(text, 14.0)).sum();
        let slots = self.slots();
        let leaves = slots.iter().copied().fold(0.0, f64::max) + 1.0;
        let tree_width = leaves * (side + gap) - gap;
        let inner = tree_width.max(legend_width).max(text_width(&self.title(), 18.0));
        // A tree that is narrower than its heading is centred below it.
        let left = margin + (inner - tree_width) / 2.0;
        let corner = |number: usize| {
            let level = self.nodes[number].queens.len() as f64;
            (left + slots[number] * (side + gap), header + level * (side + drop))
        };
        let height = header + (self.deepest() as f64) * (side + drop) + side + margin;

        let mut canvas = Canvas::new(self.title(), (inner + 2.0 * margin).ceil(), height.ceil());
        let grid = Grid { left: 0.0, top: 0.0, cell, size: self.size };
        let frame = Path::rects([Rect { x: 0.0, y: 0.0, width: side, height: side }]);
        canvas.define("squares", || grid.squares(LIGHT, DARK).into());
        let queen = (cell / 2.0, cell / 2.0);
        canvas.define("queen", || vec![Path::circle(queen, cell * 0.36).filled(INK).into()]);
        canvas.add(Text::new(self.title(), (margin, 34.0), 18.0, INK));
        let mut x = margin;
        for (fate, text) in &legend {
            let sample = Path::rects([Rect { x, y: 46.0, width: 14.0, height: 14.0 }]);
            canvas.add(sample.filled(colour(*fate)));
            canvas.add(Text::new(text, (x + 21.0, 58.0), 14.0, INK));
            x += 44.0 + text_width(text, 14.0);
        }
        for (number, node) in self.nodes.iter().enumerate() {
            let (x, y) = corner(number);
            if let Some(parent) = node.parent {
                let (above_x, above_y) = corner(parent);
                canvas.add(edge((above_x + side / 2.0, above_y + side), (x + side / 2.0, y)));
            }
        }
        for (number, node) in self.nodes.iter().enumerate() {
            canvas.add(board(node, corner(number), &grid, frame.clone()));
        }
        canvas
    }

    fn title(&self) -> String {
        let cut = if self.depth < self.size {
            format!(" to depth {}", self.depth)
        } else {
            String::new()
        };
        let nodes = self.nodes.len();
        let boards = if nodes == 1 { "board" } else { "boards" };
        format!("Search tree of N = {}{cut}: {nodes} {boards}", self.size)
    }

    /// The meaning of the colours, and the number of boards of each. A tree of limited depth has no
    /// solutions.
    fn legend(&self) -> [(Fate, String); 2] {
        let counted = |count: usize, what: &str| {
            format!("{count} {what}{}", if count == 1 { "" } else { "s" })
        };
        let first = if self.depth < self.size {
            let cut = |node: &&Node| node.fate == Fate::Continues && node.children.is_empty();
            let cut = self.nodes.iter().filter(cut).count();
            (Fate::Continues, format!("{cut} not continued"))
        } else {
            (Fate::Solution, counted(self.tree.solutions(), "solution"))
        };
        [first, (Fate::DeadEnd, counted(self.tree.dead_ends(), "dead end"))]
    }

    fn deepest(&self) -> usize {
        self.nodes.iter().map(|node| node.queens.len()).max().unwrap_or(0)
    }

    /// The horizontal position of each node: leaves are numbered from left to right, parents are above
    /// the middle of their children.
    fn slots(&self) -> Vec<f64> {
        let mut slots = vec![0.0; self.nodes.len()];
        let mut next = 0.0;
        for (slot, node) in slots.iter_mut().zip(self.nodes) {
            if node.children.is_empty() {
                *slot = next;
                next += 1.0;
            }
        }
        // Children come after their parents in the list, so it is processed in reverse.
        for (number, node) in self.nodes.iter().enumerate().rev() {
            if let (Some(&first), Some(&last)) = (node.children.first(), node.children.last()) {
                slots[number] = (slots[first] + slots[last]) / 2.0;
            }
        }
        slots
    }
}

/// The board of a node, with its queens as its title.
fn board(node: &Node, at: Point, grid: &Grid, frame: Path) -> Element {
    let class = match node.fate {
        Fate::Continues => "board",
        Fate::Duplicate => "duplicate",
        Fate::DeadEnd => "dead-end",
        Fate::Solution => "solution",
    };
    let names: Vec<String> = node.queens.iter().map(Square::to_string).collect();
    let title = if names.is_empty() { "empty".to_string() } else { names.join(" ") };
    let mut elements = vec![Element::symbol("squares", (0.0, 0.0), 1.0)];
    for &queen in &node.queens {
        let queen = Element::symbol("queen", grid.corner(queen), 1.0);
        elements.push(queen.with("class", "queen"));
    }
    let width = if node.fate == Fate::Continues { 1.0 } else { 3.0 };
    elements.push(frame.drawn(colour(node.fate), width).into());
    Element::from(Shape::Group { title, at, elements }).with("class", class)
}

/// A line from the bottom of one board to the top of another.
fn edge(from: Point, to: Point) -> Path {
    let middle = (from.1 + to.1) / 2.0;
    let curve = Segment::Curve((from.0, middle), (to.0, middle), to);
    Path::new(vec![Segment::Move(from), curve]).drawn(GREY, 1.0)
}

#[cfg(test)]
mod tests;
