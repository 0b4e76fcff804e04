//! The colours of regions in all drawings and on the page.
//!
//! There are 20 colours for light and 20 for dark pages. They differ for people with normal colour vision and with each kind of
//! colour blindness (`table.rs`, computed by web/palette.mjs). On a board the colours are assigned so that adjacent regions
//! differ most; on more than 20 regions they repeat.
//!
//! Work: a few hundred exchanges of two colours.  Checked: distances and contrasts are computed again, in `tests.rs`.

mod table;

use queens::{Regions, Square};

/// A colour: red, green and blue.
pub type Colour = [u8; 3];

/// The number of different colours.
pub const COLOURS: usize = table::LIGHT.len();

/// A colour on light pages, counted from 0. Colours repeat after [`COLOURS`].
pub fn light(colour: usize) -> Colour {
    table::LIGHT[colour % COLOURS]
}

/// A colour on dark pages, counted from 0. Colours repeat after [`COLOURS`].
pub fn dark(colour: usize) -> Colour {
    table::DARK[colour % COLOURS]
}

/// A colour as CSS and SVG write it.
pub(crate) fn hex([red, green, blue]: Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// The text in black on a colour on light pages, for a terminal that has 256 colours: the nearest of those with 6 levels of red,
/// green and blue.
pub fn on_terminal(text: &str, colour: usize) -> String {
    let level = |value: u8| (u32::from(value).saturating_sub(35) / 40).min(5);
    let [red, green, blue] = light(colour).map(level);
    format!("\x1b[38;5;16;48;5;{}m{text}\x1b[0m", 16 + 36 * red + 6 * green + blue)
}

/// The distance of two colours in OKLab, in thousandths: the smallest one over both themes and all kinds of colour vision.
fn distance(one: usize, other: usize) -> u32 {
    let (one, other) = (one % COLOURS, other % COLOURS);
    match one.cmp(&other) {
        std::cmp::Ordering::Equal => 0,
        _ => table::DISTANCES[one.max(other)][one.min(other)].into(),
    }
}

/// Smaller for colours that differ more, and dominated by the pair that differs least.
fn penalty(one: usize, other: usize) -> u64 {
    1 << (40 - distance(one, other).min(160) / 4)
}

/// Assigns a colour to each region, so that adjacent regions differ most. Regions are numbered as in [`Regions::region`], colours
/// from 0.
///
/// A board with N regions has the first N colours. Starting from the order of the regions, the exchange of two colours that helps
/// most is repeated until none helps.
///
/// ```
/// use queens_puzzles::Position;
/// use queens_draw::palette;
/// let position: Position = "AABB\nACBB\nACDD\nCCDD".parse()?;
/// let mut colours = palette::assigned(position.regions().unwrap());
/// colours.sort();
/// assert_eq!(colours, [0, 1, 2, 3]);
/// # Ok::<(), queens_draw::Error>(())
/// ```
pub fn assigned(regions: &Regions) -> Vec<usize> {
    let neighbours = neighbours(regions);
    let count = regions.names().len();
    let mut colours: Vec<usize> = (0..count).map(|region| region % COLOURS).collect();
    let cost = |colours: &[usize], region: usize| -> u64 {
        neighbours[region].iter().map(|&other| penalty(colours[region], colours[other])).sum()
    };
    loop {
        let mut best = (0, 0, 0);
        for one in 0..count {
            for other in 0..one {
                let before = cost(&colours, one) + cost(&colours, other);
                colours.swap(one, other);
                let after = cost(&colours, one) + cost(&colours, other);
                colours.swap(one, other);
                if before.saturating_sub(after) > best.0 {
                    best = (before - after, one, other);
                }
            }
        }
        match best {
            (0, ..) => return colours,
            (_, one, other) => colours.swap(one, other),
        }
    }
}

/// For each region those that share an edge of a square with it.
fn neighbours(regions: &Regions) -> Vec<Vec<usize>> {
    let count = regions.names().len();
    let size = count as u32;
    let mut adjacent = vec![vec![false; count]; count];
    for square in Square::all(count) {
        let Square { col, row } = square;
        let next = [Square::new(col + 1, row), Square::new(col, row + 1)];
        for other in next.into_iter().filter(|next| next.col < size && next.row < size) {
            let (one, other) = (regions.region(square), regions.region(other));
            (adjacent[one][other], adjacent[other][one]) = (one != other, one != other);
        }
    }
    let of = |row: Vec<bool>| (0..count).filter(|&other| row[other]).collect();
    adjacent.into_iter().map(of).collect()
}

#[cfg(test)]
mod tests;
