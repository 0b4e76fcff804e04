//! Finds the solutions of a position without code of the library: the line with the fewest squares to spare first.

use queens::{Rules, Square};
use queens_puzzles::Position;

/// A set of squares of a board up to size 32.
type Set = [u64; 16];

struct Search {
    /// The rows, columns and regions.
    lines: Vec<Set>,
    /// For each square its lines.
    through: Vec<Vec<usize>>,
    /// For each square the squares that a queen there attacks in any case.
    near: Vec<Set>,
    words: usize,
    size: usize,
    most: usize,
    found: Vec<Vec<u32>>,
}

#[derive(Clone)]
struct State {
    open: Set,
    missing: Vec<usize>,
    queens: Vec<usize>,
}

/// The solutions, at most this many: the rows of the queens column by column. They are sorted.
pub(crate) fn solutions(position: &Position, most: usize) -> Vec<Vec<u32>> {
    let size = position.size();
    let has_regions = position.rules() == Rules::Regions;
    assert!(size <= 32 && matches!(position.rules(), Rules::Regions | Rules::Queens));
    let mut lines = vec![[0; 16]; 2 * size];
    let mut through = Vec::new();
    let mut names: Vec<char> = Vec::new();
    for square in 0..size * size {
        let (row, col) = (square / size, square % size);
        let mut own = vec![row, size + col];
        if has_regions {
            let at = Square::new(col as u32, row as u32);
            let name = position.regions().unwrap().name(at);
            let region = names.iter().position(|&known| known == name).unwrap_or_else(|| {
                names.push(name);
                lines.push([0; 16]);
                names.len() - 1
            });
            own.push(2 * size + region);
        }
        own.iter().for_each(|&line| lines[line][square / 64] |= 1 << (square % 64));
        through.push(own);
    }
    let near = |square: usize| {
        let mut near = [0; 16];
        for other in (0..size * size).filter(|&other| other != square) {
            let across = (other % size).abs_diff(square % size);
            let along = (other / size).abs_diff(square / size);
            if if has_regions { across <= 1 && along <= 1 } else { across == along } {
                near[other / 64] |= 1 << (other % 64);
            }
        }
        near
    };
    let near = (0..size * size).map(near).collect();
    let missing = vec![position.stars(); lines.len()];
    let words = (size * size).div_ceil(64);
    let mut search = Search { lines, through, near, words, size, most, found: Vec::new() };
    let mut state = State { open: [0; 16], missing, queens: Vec::new() };
    (0..size * size).for_each(|square| state.open[square / 64] |= 1 << (square % 64));
    let index = |square: &Square| square.row as usize * size + square.col as usize;
    for square in position.closed().iter().map(index) {
        state.open[square / 64] &= !(1 << (square % 64));
    }
    for square in position.given().iter().map(index) {
        if state.open[square / 64] >> (square % 64) & 1 == 0 {
            return Vec::new();
        }
        search.place(&mut state, square);
    }
    search.run(state);
    search.found.sort();
    search.found
}

impl Search {
    fn place(&self, state: &mut State, square: usize) {
        state.queens.push(square);
        state.open[square / 64] &= !(1 << (square % 64));
        let close = |open: &mut Set, closed: &Set| {
            (0..self.words).for_each(|word| open[word] &= !closed[word]);
        };
        close(&mut state.open, &self.near[square]);
        for &line in &self.through[square] {
            state.missing[line] -= 1;
            if state.missing[line] == 0 {
                close(&mut state.open, &self.lines[line]);
            }
        }
    }

    fn run(&mut self, mut state: State) {
        while self.found.len() < self.most {
            let mut best: Option<(usize, usize)> = None;
            for (line, squares) in self.lines.iter().enumerate() {
                let missing = state.missing[line];
                if missing == 0 {
                    continue;
                }
                let words = (0..self.words).map(|word| state.open[word] & squares[word]);
                let left: usize = words.map(|word| word.count_ones() as usize).sum();
                let Some(spare) = left.checked_sub(missing) else {
                    return;
                };
                if best.is_none_or(|(least, _)| spare < least) {
                    best = Some((spare, line));
                }
            }
            let Some((spare, line)) = best else {
                let mut queens = state.queens;
                queens.sort_by_key(|square| (square % self.size, square / self.size));
                self.found.push(queens.iter().map(|&square| (square / self.size) as u32).collect());
                return;
            };
            let word = (0..self.words).find(|&word| state.open[word] & self.lines[line][word] != 0);
            let word = word.expect("the line has an open square");
            let bit = (state.open[word] & self.lines[line][word]).trailing_zeros() as usize;
            let square = 64 * word + bit;
            if spare == 0 {
                self.place(&mut state, square);
                continue;
            }
            let mut with = state.clone();
            self.place(&mut with, square);
            self.run(with);
            state.open[word] &= !(1 << bit);
        }
    }
}
