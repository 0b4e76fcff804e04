//! Many puzzles, all different, in the order of their seeds.
//!
//! The puzzles are those of the seeds `seed`, `seed + 1` and so on, on any number of threads. A puzzle that equals an earlier one up
//! to a symmetry of the board and the names of the regions is left out, as is a seed without a puzzle of the requested difficulty.

use super::{Puzzle, PuzzleRequest};
use crate::{Error, Position, SolveError};
use queens::{BackendError, Control, Event, Nested, Square, Symmetry};
use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;

/// The batch ends if this many seeds in a row give no new puzzle.
const MAX_FRUITLESS: u64 = 1000;

/// The batch ends if none of the first seeds, this many, gives a puzzle: there may be no such puzzle, and each failed seed takes long.
const MAX_SEEDS_WITHOUT: u64 = 10;

/// A request for several puzzles.
///
/// ```
/// use queens_puzzles::puzzle::{Batch, PuzzleRequest};
/// use queens::Never;
/// use queens_puzzles::Error;
/// let mut seeds = Vec::new();
/// Batch::new(PuzzleRequest::new(6).seed(10), 3).threads(2).run(&Never, &mut |puzzle| {
///     seeds.push(puzzle.seed);
///     Ok::<(), Error>(())
/// })?;
/// assert_eq!(seeds, [10, 11, 12]);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Batch {
    request: PuzzleRequest,
    count: u64,
    threads: usize,
}

impl Batch {
    /// This many different puzzles, from the seed of the request on, made on the calling thread.
    pub fn new(request: PuzzleRequest, count: u64) -> Self {
        Self { request, count, threads: 1 }
    }

    /// Uses this number of threads. The puzzles and their order stay the same.
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }

    /// Makes the puzzles and passes each one to `sink` as soon as those of earlier seeds are there. If the control stops the batch, the
    /// puzzles of the seeds before the unfinished one have been passed. Progress is reported as one job per puzzle.
    pub fn run<E: From<Error>>(
        &self,
        control: &dyn Control,
        sink: &mut dyn FnMut(Puzzle) -> Result<(), E>,
    ) -> Result<(), E> {
        self.request.check()?;
        let mut collected =
            Collected { batch: self, control, sink, seen: HashSet::new(), made: 0, fruitless: 0 };
        if self.threads == 1 {
            return collected.alone();
        }
        let (next, ended) = (AtomicU64::new(0), AtomicBool::new(false));
        std::thread::scope(|scope| {
            let (send, receive) = mpsc::channel();
            let start = |_| {
                let (send, next, ended) = (send.clone(), &next, &ended);
                let work = move || {
                    let control = Nested { control, stop: || ended.load(Ordering::Relaxed) };
                    while !ended.load(Ordering::Relaxed) {
                        let offset = next.fetch_add(1, Ordering::Relaxed);
                        // An error means that the batch has ended.
                        if send.send((offset, self.make(offset, &control))).is_err() {
                            break;
                        }
                    }
                };
                std::thread::Builder::new().spawn_scoped(scope, work)
            };
            let workers = (0..self.threads).map(start).collect::<Result<Vec<_>, _>>();
            drop(send);
            let result = match workers {
                Ok(_) => collected.in_order(&receive),
                Err(error) => {
                    let (threads, reason) = (self.threads, error.to_string());
                    Err(Error::from(BackendError::Threads { threads, reason }).into())
                }
            };
            ended.store(true, Ordering::Relaxed);
            result
        })
    }

    /// The request that makes the puzzle of a seed.
    pub fn request(&self, seed: u64) -> PuzzleRequest {
        self.request.clone().seed(seed)
    }

    fn make(&self, offset: u64, control: &dyn Control) -> Result<Puzzle, Error> {
        self.request(self.request.seed.wrapping_add(offset)).make(control)
    }
}

/// The puzzles that were passed on.
struct Collected<'a, E> {
    batch: &'a Batch,
    control: &'a dyn Control,
    sink: &'a mut dyn FnMut(Puzzle) -> Result<(), E>,
    seen: HashSet<Vec<u8>>,
    made: u64,
    fruitless: u64,
}

impl<E: From<Error>> Collected<'_, E> {
    fn is_complete(&self) -> bool {
        self.made == self.batch.count
    }

    /// Makes puzzles on this thread until the batch is complete.
    fn alone(&mut self) -> Result<(), E> {
        for offset in 0.. {
            if self.is_complete() {
                break;
            }
            self.take(self.batch.make(offset, self.control))?;
        }
        Ok(())
    }

    /// Takes results in the order of their seeds until the batch is complete.
    fn in_order(
        &mut self,
        receive: &mpsc::Receiver<(u64, Result<Puzzle, Error>)>,
    ) -> Result<(), E> {
        let (mut waiting, mut next) = (BTreeMap::new(), 0);
        while !self.is_complete() {
            let Ok((offset, result)) = receive.recv() else {
                return Err(Error::from(queens::Stopped).into());
            };
            waiting.insert(offset, result);
            while !self.is_complete()
                && let Some(result) = waiting.remove(&next)
            {
                self.take(result)?;
                next += 1;
            }
        }
        Ok(())
    }

    /// Passes the puzzle of a seed on, if it is new.
    fn take(&mut self, result: Result<Puzzle, Error>) -> Result<(), E> {
        let puzzle = match result {
            Ok(puzzle) => self.seen.insert(canonical(&puzzle.position)).then_some(puzzle),
            Err(Error::Solve(SolveError::NoSuchPuzzle { .. })) => None,
            Err(error) => return Err(error.into()),
        };
        let Some(puzzle) = puzzle else {
            self.fruitless += 1;
            let most = if self.made == 0 { MAX_SEEDS_WITHOUT } else { MAX_FRUITLESS };
            if self.fruitless == most {
                let (found, tries) = (self.made, most);
                return Err(Error::Solve(SolveError::NoMorePuzzles { found, tries }).into());
            }
            return Ok(());
        };
        self.fruitless = 0;
        (self.sink)(puzzle)?;
        self.control.event(Event::Progress(self.made, 1.0));
        self.made += 1;
        Ok(())
    }
}

/// A text that is the same for positions that differ only by a symmetry of the board and the names of the regions: the smallest of
/// the images, with regions numbered in the order in which they appear.
fn canonical(position: &Position) -> Vec<u8> {
    let size = position.size();
    let image = |symmetry: Symmetry| {
        let mut numbers = vec![None; size];
        let mut known = 0;
        let squares = Square::all(size).map(|square| {
            let from = symmetry.apply(square, size as u32);
            let given = u8::from(position.given().contains(&from));
            let region = position.regions().map_or(0, |regions| {
                *numbers[regions.region(from)].get_or_insert_with(|| {
                    known += 1;
                    known - 1
                })
            });
            2 * region + given
        });
        squares.collect::<Vec<u8>>()
    };
    Symmetry::ALL.into_iter().map(image).min().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use queens::Never;

    /// The position with its rows in reverse order and other names.
    fn mirrored(position: &Position) -> Position {
        let rows = position.region_rows().unwrap();
        let renamed = |name: char| char::from(b'a' + (name as u8 - b'A' + 3) % 26);
        let lines: Vec<String> =
            rows.iter().rev().map(|row| row.chars().map(renamed).collect()).collect();
        lines.join("\n").parse().unwrap()
    }

    #[test]
    fn images_and_renamed_regions_have_the_same_canonical_form() {
        let one = PuzzleRequest::new(6).seed(1).make(&Never).unwrap().position;
        let two = PuzzleRequest::new(6).seed(2).make(&Never).unwrap().position;
        assert_ne!(one, mirrored(&one));
        assert_eq!(canonical(&one), canonical(&mirrored(&one)));
        assert_ne!(canonical(&one), canonical(&two));
    }

    #[test]
    fn a_batch_is_the_same_on_any_number_of_threads() {
        let run = |threads| {
            let mut made = Vec::new();
            let batch = Batch::new(PuzzleRequest::new(5).seed(7), 20).threads(threads);
            let result = batch.run(&Never, &mut |puzzle| {
                made.push(puzzle);
                Ok::<(), Error>(())
            });
            result.map(|()| made)
        };
        let alone = run(1).unwrap();
        assert_eq!(alone.len(), 20);
        assert_eq!(run(3).unwrap(), alone);
    }

    #[test]
    fn a_batch_ends_if_there_are_no_more_puzzles() {
        let mut found = 0;
        let batch = Batch::new(PuzzleRequest::new(4), u64::MAX).threads(2);
        let result = batch.run(&Never, &mut |_| {
            found += 1;
            Ok::<(), Error>(())
        });
        let Err(Error::Solve(SolveError::NoMorePuzzles { found: reported, .. })) = result else {
            panic!("{result:?}");
        };
        assert!(reported == found && found > 0, "{reported} {found}");
        let message = |found| SolveError::NoMorePuzzles { found, tries: 9 }.to_string();
        assert!(message(1).starts_with("only 1 puzzle found: the last 9 seeds"), "{}", message(1));
        assert!(message(2).starts_with("only 2 different puzzles found"), "{}", message(2));
    }

    #[test]
    fn a_stopped_batch_is_an_error() {
        for threads in [1, 2] {
            let batch = Batch::new(PuzzleRequest::new(8), 5).threads(threads);
            let result = batch.run(&AtomicBool::new(true), &mut |_| Ok::<(), Error>(()));
            assert_eq!(result, Err(queens::Stopped.into()));
        }
    }
}
