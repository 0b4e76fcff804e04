//! Puzzles: one solution by a search that shares no code with the library, the requested difficulty and shape, no guess, all
//! different.
//!
//! The law of generated puzzles runs on a few of them; `QUEENS_LONG=1` makes ten thousand. `QUEENS_PUZZLES` sets their number,
//! `QUEENS_FIRST` the number of the first one, which is also its seed, and `QUEENS_THREADS` the number of threads.

#[path = "../../queens/tests/common/mod.rs"]
mod common;
#[path = "common/plain.rs"]
mod plain;

use common::up_to;
use queens::{Never, Rules, Square, Symmetry};
use queens_puzzles::puzzle::{Batch, Puzzle, PuzzleRequest, Theme};
use queens_puzzles::solve::{Difficulty, End, explain};
use queens_puzzles::{Error, Position};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::RangeInclusive;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// The squares of each region.
fn regions(position: &Position) -> Vec<Vec<Square>> {
    let regions = position.regions().unwrap();
    let mut squares = vec![Vec::new(); position.size()];
    Square::all(position.size()).for_each(|square| squares[regions.region(square)].push(square));
    squares
}

fn is_connected(squares: &[Square]) -> bool {
    let mut rest = squares.to_vec();
    let mut reached: Vec<Square> = rest.pop().into_iter().collect();
    while let Some(square) = reached.pop() {
        let near =
            |other: &Square| other.col.abs_diff(square.col) + other.row.abs_diff(square.row) == 1;
        let (next, others): (Vec<Square>, Vec<Square>) = rest.into_iter().partition(near);
        reached.extend(next);
        rest = others;
    }
    rest.is_empty()
}

/// The blocks of two by two squares that lie in one region.
fn blocks(position: &Position) -> usize {
    let regions = position.regions().unwrap();
    let region = |col, row| regions.region(Square::new(col, row));
    let last = position.size() as u32 - 1;
    let all = (0..last).flat_map(|col| (0..last).map(move |row| (col, row)));
    let is_block = |&(col, row): &(u32, u32)| {
        let own = region(col, row);
        [(col + 1, row), (col, row + 1), (col + 1, row + 1)]
            .iter()
            .all(|&(c, r)| region(c, r) == own)
    };
    all.filter(is_block).count()
}

/// What a request of the law asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Wanted {
    /// Puzzles with regions have the rules `regions`, those with given queens the rules `queens`.
    has_regions: bool,
    stars: usize,
    size: usize,
    difficulty: Option<Difficulty>,
    theme: Option<Theme>,
}

impl Wanted {
    /// The request with this number: all boards in turn, then all difficulties and none, then all themes.
    fn of(number: u64) -> Self {
        let kinds =
            [(1, 4..=20), (2, 8..=14), (3, 12..=14), (4, 16..=17)].map(|(s, n)| (true, s, n));
        let kinds = kinds.into_iter().chain([(false, 1, 4..=32)]);
        let sizes = |(is_regions, stars, sizes): (bool, usize, RangeInclusive<usize>)| {
            sizes.map(move |size| (is_regions, stars, size))
        };
        let boards: Vec<(bool, usize, usize)> = kinds.flat_map(sizes).collect();
        let turns = boards.len() as u64;
        let (has_regions, stars, size) = boards[(number % turns) as usize];
        let difficulty = Difficulty::ALL.get((number / turns % 5) as usize).copied();
        let theme = Theme::ALL[(number / turns / 5 % 3) as usize];
        Self { has_regions, stars, size, difficulty, theme: has_regions.then_some(theme) }
    }

    fn request(self, seed: u64) -> PuzzleRequest {
        let rules = if self.has_regions { Rules::Regions } else { Rules::Queens };
        let request = PuzzleRequest::new(self.size).rules(rules).stars(self.stars).seed(seed);
        request.difficulty(self.difficulty).theme(self.theme)
    }

    /// On the smallest boards, no puzzles of some difficulties were found; it is not proved that there are none.
    fn exists(self) -> bool {
        match (self.has_regions, self.difficulty) {
            (false, Some(Difficulty::Expert)) if self.size == 7 => false,
            _ if self.size > 6 => true,
            (true, Some(Difficulty::Expert)) => self.size > 5,
            (true, Some(Difficulty::Hard)) => self.size > 4,
            (false, Some(difficulty)) => difficulty == Difficulty::Easy && self.size > 4,
            _ => true,
        }
    }
}

/// What is wrong with a puzzle.
fn faults(wanted: Wanted, puzzle: &Puzzle) -> Vec<String> {
    let (position, size) = (&puzzle.position, wanted.size);
    let mut faults = Vec::new();
    let mut law = |holds: bool, text: &str| {
        if !holds {
            faults.push(text.to_string());
        }
    };
    law(position.size() == size && position.stars() == wanted.stars, "another board");
    law(plain::solutions(position, 2) == [puzzle.solution.rows()], "not exactly this solution");
    let explanation = explain(position, &Never).unwrap();
    law(explanation.end == End::Solved(puzzle.solution.clone()), "another explained solution");
    law(!explanation.guesses() && explanation.other.is_none(), "a guess");
    let explained = (explanation.score(), explanation.difficulty());
    law(explained == (puzzle.score, puzzle.difficulty), "another score");
    law(wanted.difficulty.is_none_or(|wanted| wanted == puzzle.difficulty), "another difficulty");
    if !wanted.has_regions {
        law(position.regions().is_none() && position.given().len() < size, "nothing to find");
        return faults;
    }
    let regions = regions(position);
    law(regions.iter().all(|region| is_connected(region)), "a region in several parts");
    law(size < 6 || regions.iter().all(|region| region.len() > 1), "a region of one square");
    let balanced = regions.iter().all(|region| (2..=4 * size).contains(&region.len()));
    law(wanted.theme != Some(Theme::Balanced) || balanced, "not balanced");
    let most = size * size / if size > 16 { 4 } else { 5 };
    law(wanted.theme != Some(Theme::Snakes) || blocks(position) <= most, "thick snakes");
    faults
}

/// A text that is the same for positions that differ by a symmetry of the board and the names of the regions.
fn up_to_symmetry(position: &Position) -> Vec<u8> {
    let size = position.size();
    let image = |symmetry: Symmetry| {
        let mut names = HashMap::new();
        let mut text = Vec::new();
        for square in Square::all(size) {
            let from = symmetry.apply(square, size as u32);
            let region = position.regions().map_or(0, |regions| {
                let next = names.len() as u8;
                *names.entry(regions.name(from)).or_insert(next)
            });
            text.extend([region, u8::from(position.given().contains(&from))]);
        }
        text
    };
    Symmetry::ALL.into_iter().map(image).min().unwrap()
}

fn number_from(variable: &str, usual: u64) -> u64 {
    std::env::var(variable).map_or(usual, |text| text.parse().unwrap())
}

/// What the law found out.
#[derive(Default)]
struct Found {
    faults: Vec<String>,
    /// The blocks and squares of the puzzles of each theme.
    shapes: BTreeMap<Theme, (usize, usize)>,
}

#[test]
fn puzzles_have_one_solution_the_requested_shape_and_difficulty_and_need_no_guess() {
    let is_long = up_to(1, 0) == 1;
    let count = number_from("QUEENS_PUZZLES", up_to(10_000, 100) as u64);
    let first = number_from("QUEENS_FIRST", 0);
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get() as u64);
    let threads = number_from("QUEENS_THREADS", cores);
    // The quick run makes small boards only.
    let is_used = |wanted: &Wanted| wanted.exists() && (is_long || wanted.size <= 9);
    let numbers: Vec<u64> =
        (first..).filter(|&number| is_used(&Wanted::of(number))).take(count as usize).collect();
    let (next, found) = (AtomicU64::new(0), Mutex::new(Found::default()));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(&number) = numbers.get(next.fetch_add(1, Ordering::Relaxed) as usize)
                {
                    one_puzzle(number, &found);
                }
            });
        }
    });
    let found = found.into_inner().unwrap();
    assert!(found.faults.is_empty(), "{}", found.faults.join("\n"));
    let share = |theme: Theme| found.shapes[&theme].0 as f64 / found.shapes[&theme].1 as f64;
    if Theme::ALL.iter().all(|theme| found.shapes.contains_key(theme)) {
        println!("blocks per square: {:?}", Theme::ALL.map(|theme| (theme, share(theme))));
        assert!(1.5 * share(Theme::Snakes) < share(Theme::Mixed), "snakes are thin");
    }
}

/// Makes a puzzle of the law and notes what is wrong with it.
fn one_puzzle(number: u64, found: &Mutex<Found>) {
    let wanted = Wanted::of(number);
    let request = wanted.request(number);
    let note = |fault: String| {
        found.lock().unwrap().faults.push(format!("{}: {fault}", request.command()));
    };
    let puzzle = match request.make(&Never) {
        Ok(puzzle) => puzzle,
        Err(error) => return note(error.to_string()),
    };
    for fault in faults(wanted, &puzzle) {
        note(format!("{fault}\n{}", puzzle.position.to_text()));
    }
    if number.is_multiple_of(16) && request.make(&Never).as_ref() != Ok(&puzzle) {
        note("the same seed gives another puzzle".to_string());
    }
    if let Some(theme) = wanted.theme {
        let mut found = found.lock().unwrap();
        let shape = found.shapes.entry(theme).or_default();
        shape.0 += blocks(&puzzle.position);
        shape.1 += wanted.size * wanted.size;
    }
}

/// The quick law makes small boards only, on which three stars do not fit.
#[test]
fn a_puzzle_with_three_stars_obeys_the_law() {
    let theme = Some(Theme::Mixed);
    let wanted = Wanted { has_regions: true, stars: 3, size: 12, difficulty: None, theme };
    let puzzle = wanted.request(4).make(&Never).unwrap();
    assert_eq!(faults(wanted, &puzzle), Vec::<String>::new());
}

#[test]
fn batches_are_different_up_to_symmetry() {
    let count = up_to(1000, 20) as u64;
    for (rules, stars, size) in [
        (Rules::Regions, 1, 5),
        (Rules::Regions, 1, 7),
        (Rules::Regions, 2, 8),
        (Rules::Queens, 1, 8),
    ] {
        let request = PuzzleRequest::new(size).rules(rules).stars(stars).seed(1);
        let mut seen = HashSet::new();
        let mut made = 0;
        let batch = Batch::new(request, if stars == 2 { count / 10 } else { count }).threads(2);
        let end = batch.run(&Never, &mut |puzzle| {
            made += 1;
            assert!(seen.insert(up_to_symmetry(&puzzle.position)), "{}", puzzle.position.to_text());
            Ok::<(), Error>(())
        });
        assert!(end.is_ok() && made > 0, "{rules} {stars} {size}: {end:?} after {made}");
    }
}

#[test]
fn puzzles_without_a_difficulty_have_all_of_them() {
    let puzzles = (0..up_to(1000, 40) as u64).map(|seed| PuzzleRequest::new(7).seed(seed));
    let mut difficulties: BTreeMap<Difficulty, usize> = BTreeMap::new();
    for puzzle in puzzles.map(|request| request.make(&Never).unwrap()) {
        *difficulties.entry(puzzle.difficulty).or_default() += 1;
    }
    println!("without a difficulty: {difficulties:?}");
    assert_eq!(difficulties.len(), Difficulty::ALL.len(), "{difficulties:?}");
}

#[test]
fn regions_of_one_square_are_limited() {
    for singles in [0, 2] {
        let request = PuzzleRequest::new(5).singles(singles).seed(5);
        let puzzle = request.make(&Never).unwrap();
        let few = regions(&puzzle.position).iter().filter(|region| region.len() == 1).count();
        assert!(few <= singles, "{few} of at most {singles}");
    }
}

#[test]
fn impossible_puzzles_are_errors() {
    let refused = |request: PuzzleRequest| request.make(&Never).unwrap_err().to_string();
    let new = PuzzleRequest::new;
    for (request, message) in [
        (new(3), "a puzzle by the rules 'regions' has size 4 to 20, not 3"),
        (new(7).stars(2), "a puzzle by the rules 'regions' with 2 stars has size 8 to 14, not 7"),
        (new(9).stars(3), "a puzzle by the rules 'regions' with 3 stars has size 12 to 14, not 9"),
        (new(20).stars(5), "a puzzle by the rules 'regions' has 1 to 4 stars, not 5"),
        (new(9).stars(2).rules(Rules::Queens), "a puzzle by the rules 'queens' has 1 star, not 2"),
        (
            new(8).rules(Rules::Torus),
            "there are no puzzles by the rules 'torus': expected queens or regions",
        ),
        (
            new(8).rules(Rules::Queens).theme(Theme::Snakes),
            "a theme needs the rules 'regions', not 'queens'",
        ),
        (
            new(8).rules(Rules::Queens).singles(1),
            "a number of one-square regions needs the rules 'regions', not 'queens'",
        ),
    ] {
        assert_eq!(refused(request), message);
    }
}
