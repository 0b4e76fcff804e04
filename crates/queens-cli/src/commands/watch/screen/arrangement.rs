//! Where the board and the panel go, and how large squares are.

use ratatui::layout::Rect;

/// The size of a square in cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Scale {
    pub(super) width: u16,
    pub(super) height: u16,
}

pub(super) const LARGE: Scale = Scale { width: 6, height: 3 };
pub(super) const MEDIUM: Scale = Scale { width: 4, height: 2 };
pub(super) const SMALL: Scale = Scale { width: 2, height: 1 };
pub(super) const TINY: Scale = Scale { width: 1, height: 1 };

/// The width that the whole panel needs, and the smallest useful width.
pub(super) const PANEL_WIDTH: u16 = 38;
pub(super) const NARROW_PANEL: u16 = 18;
/// The lines of the whole panel with its list of solutions, and the fewest lines shown below a board.
pub(super) const PANEL_HEIGHT: u16 = 20;
pub(super) const LOW_PANEL: u16 = 6;
/// The lines reserved for the list of solutions before empty lines of the panel are removed.
pub(super) const LIST_HEIGHT: usize = 4;
/// The columns of cells between the board and the panel.
pub(super) const GAP: u16 = 3;

/// Where the board and the panel go. A panel of one line shows only the last step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Arrangement {
    pub(super) scale: Scale,
    pub(super) board: Rect,
    pub(super) panel: Rect,
}

/// The largest arrangement that fits, if one does.
pub(super) fn arrange(area: Rect, size: usize) -> Option<Arrangement> {
    for scale in [LARGE, MEDIUM, SMALL, TINY] {
        let (width, height) = extent(size, scale);
        let (wide, low) = match scale {
            LARGE | MEDIUM => (PANEL_WIDTH, PANEL_HEIGHT),
            _ => (NARROW_PANEL, LOW_PANEL),
        };
        if height > area.height || width > area.width {
            continue;
        }
        let (right, below) = (area.width - width, area.height - height);
        if right >= GAP + wide {
            let x = area.x + (right - GAP).saturating_sub(PANEL_WIDTH) / 2;
            let tallest = height.max(PANEL_HEIGHT.min(area.height));
            let y = area.y + (area.height - tallest) / 2;
            let panel_x = x + width + GAP;
            let panel = Rect::new(panel_x, y, area.right() - panel_x, area.bottom() - y);
            return Some(Arrangement { scale, board: Rect::new(x, y, width, height), panel });
        }
        let one_line = below >= 1 && scale.height == 1;
        if below > low || one_line {
            let board = Rect::new(area.x + right / 2, area.y, width, height);
            // One empty line in between if there is room for it.
            let lines = if below > low { below - 1 } else { 1 };
            let panel = Rect::new(area.x, area.bottom() - lines, area.width, lines);
            return Some(Arrangement { scale, board, panel });
        }
    }
    None
}

/// The cells of a board with its coordinates.
pub(super) fn extent(size: usize, scale: Scale) -> (u16, u16) {
    (label_width(size) + size as u16 * scale.width, size as u16 * scale.height + 1)
}

/// The width of the row numbers and the space after them.
pub(super) fn label_width(size: usize) -> u16 {
    size.to_string().len() as u16 + 1
}
