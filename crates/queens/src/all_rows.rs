//! All solutions at once, as bytes.
//!
//! The search finds about one solution per symmetry class: it closes the edge squares that would lead to a smaller image, as
//! the engine for superqueens does. The eight images of each are written as numbers with one digit per column and sorted,
//! and duplicates are dropped. Mirroring the rows reverses the list, so only its first half is sorted.
//!
//! Work: N = 12 in about a millisecond.  Memory: 8 bytes per solution, plus the result.  Range: N <= 16, where a digit
//! fits into four bits; on larger boards the solutions are found one by one.
//! Checked against the lazy iterator for N <= 12.

use crate::engines::superqueens::edges_closed;
use crate::job::on_threads;
use crate::{Board, Control, Error, MAX_SIZE, solutions};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The largest board whose rows fit into a number with four bits per column.
const MAX_LISTED: usize = 16;

/// Returns all solutions of the empty board as one vector of rows, in lexicographic order.
///
/// Each solution takes `size` bytes: the row of the queen in each column, counted from 0. The search runs on `threads`
/// threads.
///
/// ```
/// use queens::{Never, all_rows};
/// assert_eq!(all_rows(4, 1, &Never)?, [1, 3, 0, 2, 2, 0, 3, 1]);
/// # Ok::<(), queens::Error>(())
/// ```
pub fn all_rows(size: usize, threads: usize, control: &dyn Control) -> Result<Vec<u8>, Error> {
    Board::new(size)?;
    if size < 2 {
        return Ok(vec![0; size]);
    }
    if size > MAX_LISTED {
        return one_by_one(size, control);
    }
    let mut half = first_half(size, threads, control)?;
    half.sort_unstable();
    half.dedup();
    let middle = half.partition_point(|&key| 2 * (key >> (4 * (size - 1))) as usize + 1 < size);
    // Mirroring maps solutions with the first queen in the middle row to each other: keep the first half of them.
    half.truncate(middle + (half.len() - middle) / 2);
    let mut rows = vec![0; 2 * half.len() * size];
    let (ours, theirs) = rows.split_at_mut(half.len() * size);
    let pairs = ours.chunks_exact_mut(size).zip(theirs.chunks_exact_mut(size).rev());
    for (key, (one, other)) in half.into_iter().zip(pairs) {
        let digits = (0..size).map(|col| (key >> (4 * (size - 1 - col)) & 15) as u8);
        for (digit, (row, mirrored)) in digits.zip(one.iter_mut().zip(other)) {
            (*row, *mirrored) = (digit, size as u8 - 1 - digit);
        }
    }
    Ok(rows)
}

fn one_by_one(size: usize, control: &dyn Control) -> Result<Vec<u8>, Error> {
    let (mut search, mut rows) = (solutions(size)?, Vec::new());
    while let Some(solution) = search.try_next(control)? {
        rows.extend(solution.rows().iter().map(|&row| row as u8));
    }
    Ok(rows)
}

/// The solutions whose first queen is not above the middle, as numbers, in any order and with duplicates.
fn first_half(size: usize, threads: usize, control: &dyn Control) -> Result<Vec<u64>, Error> {
    let pairs = |first: usize| (0..size).map(move |second| [first, second]);
    let jobs: Vec<[usize; 2]> = (0..size.div_ceil(2)).flat_map(pairs).collect();
    let next = AtomicUsize::new(0);
    let all = Mutex::new(Vec::new());
    let work = || -> Result<(), Error> {
        let mut search =
            Search { size, open: [0; MAX_SIZE], rows: [0; MAX_LISTED], keys: Vec::new() };
        while let Some(&[first, second]) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            if control.stopped() {
                return Err(Error::Stopped);
            }
            search.run(first, second);
        }
        all.lock().expect("no thread panics while it holds the lock").append(&mut search.keys);
        Ok(())
    };
    on_threads(threads, work)?;
    Ok(all.into_inner().expect("no thread panics while it holds the lock"))
}

struct Search {
    size: usize,
    open: [u64; MAX_SIZE],
    rows: [u8; MAX_LISTED],
    keys: Vec<u64>,
}

impl Search {
    /// Finds all solutions with these queens in the first two columns in which no queen on an edge is nearer to a corner
    /// than the first queen.
    fn run(&mut self, first: usize, second: usize) {
        self.open = edges_closed(self.size, first);
        let (one, two): (u32, u32) = (1 << first, 1 << second);
        let open = self.open[1] as u32 & !(one | one << 1 | one >> 1);
        if open & two == 0 {
            return;
        }
        (self.rows[0], self.rows[1]) = (first as u8, second as u8);
        let free = ((1 << self.size) - 1) ^ one ^ two;
        let (rising, falling) = ((one << 1 | two) << 1, (one >> 1 | two) >> 1);
        match self.size {
            2 => self.keep(),
            _ => self.fill(
                2,
                free & self.open[2] as u32 & !(rising | falling),
                free,
                rising,
                falling,
            ),
        }
    }

    /// Fills a column whose open rows are known. Recurses only if the next column has open rows.
    fn fill(&mut self, col: usize, mut open: u32, free: u32, rising: u32, falling: u32) {
        let last = col + 1 == self.size;
        let next = self.open[(col + 1) % MAX_SIZE] as u32;
        while open != 0 {
            let queen = open & open.wrapping_neg();
            open ^= queen;
            let (free, rising, falling) =
                (free ^ queen, (rising | queen) << 1, (falling | queen) >> 1);
            let open = free & next & !(rising | falling);
            if open != 0 {
                self.rows[col] = queen.trailing_zeros() as u8;
                self.fill(col + 1, open, free, rising, falling);
            } else if last {
                self.rows[col] = queen.trailing_zeros() as u8;
                self.keep();
            }
        }
    }

    /// Keeps the images whose first queen is not above the middle.
    fn keep(&mut self) {
        let size = self.size;
        let mut columns = [0; MAX_LISTED];
        for (col, &row) in self.rows[..size].iter().enumerate() {
            columns[usize::from(row)] = col as u8;
        }
        // The number with every digit at its largest; subtracting a solution from it mirrors the rows.
        let top = (0..size).fold(0, |key, _| key << 4 | (size as u64 - 1));
        for lines in [&self.rows, &columns] {
            let key = |key: u64, &line: &u8| key << 4 | u64::from(line);
            let forward = lines[..size].iter().fold(0, key);
            let backward = lines[..size].iter().rev().fold(0, key);
            let images = [forward, backward, top - forward, top - backward];
            let low = |key: &u64| 2 * (key >> (4 * (size - 1))) < size as u64;
            self.keys.extend(images.into_iter().filter(low));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Never;
    use std::sync::atomic::AtomicBool;

    #[test]
    fn all_rows_equal_those_of_the_iterator() {
        for size in 0..=12 {
            let rows = solutions(size).unwrap().flat_map(|solution| solution.rows().to_vec());
            let rows: Vec<u8> = rows.map(|row| row as u8).collect();
            for threads in [1, 3] {
                assert_eq!(all_rows(size, threads, &Never).unwrap(), rows, "N = {size}");
            }
        }
    }

    #[test]
    fn the_control_stops_the_search() {
        let stop = AtomicBool::new(true);
        for size in [10, 20] {
            assert_eq!(all_rows(size, 2, &stop), Err(Error::Stopped));
        }
    }
}
