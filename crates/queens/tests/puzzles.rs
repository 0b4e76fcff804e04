//! Puzzles: one solution by a search that shares no code with the library, the requested difficulty and shape, no guess, all
//! different. `QUEENS_LONG=1` makes ten thousand of them.

mod common;

use common::up_to;
use queens::puzzle::{Puzzle, PuzzleRequest, Theme};
use queens::solve::{Difficulty, End, explain};
use queens::{Never, Position, Rules, Square};
use std::collections::{BTreeMap, HashSet};
use std::time::Instant;

/// Counts the solutions of a position with regions, up to two: the region with the fewest open squares first, rows as bits.
struct Count {
    size: usize,
    region: Vec<Vec<usize>>,
    found: usize,
}

#[derive(Clone)]
struct Board {
    /// The open columns of each row, as bits.
    open: Vec<u32>,
    rows: Vec<usize>,
    columns: Vec<usize>,
    regions: Vec<usize>,
}

impl Count {
    fn of(position: &Position) -> usize {
        let size = position.size();
        let regions = position.regions().unwrap();
        let name = |row: usize, col: usize| regions.name(Square::new(col as u32, row as u32));
        let mut names: Vec<char> = Vec::new();
        let mut number = |name: char| {
            let known = names.iter().position(|&other| other == name);
            known.unwrap_or_else(|| {
                names.push(name);
                names.len() - 1
            })
        };
        let region: Vec<Vec<usize>> =
            (0..size).map(|row| (0..size).map(|col| number(name(row, col))).collect()).collect();
        let missing = vec![position.stars(); size];
        let board = Board {
            open: vec![(1 << size) - 1; size],
            rows: missing.clone(),
            columns: missing.clone(),
            regions: missing,
        };
        let mut count = Self { size, region, found: 0 };
        count.search(board);
        count.found
    }

    fn squares(&self, board: &Board, region: usize) -> Vec<(usize, usize)> {
        let all = (0..self.size).flat_map(|row| (0..self.size).map(move |col| (row, col)));
        all.filter(|&(r, c)| self.region[r][c] == region && board.open[r] >> c & 1 == 1).collect()
    }

    fn search(&mut self, mut board: Board) {
        while self.found < 2 {
            let missing = (0..self.size).filter(|&region| board.regions[region] > 0);
            let next = missing.map(|region| (self.squares(&board, region), region));
            let Some((squares, region)) = next.min_by_key(|(squares, _)| squares.len()) else {
                self.found += 1;
                return;
            };
            if squares.len() < board.regions[region] {
                return;
            }
            let (row, col) = squares[0];
            let mut with = board.clone();
            self.place(&mut with, row, col);
            self.search(with);
            board.open[row] &= !(1 << col);
        }
    }

    fn place(&self, board: &mut Board, row: usize, col: usize) {
        let (region, size) = (self.region[row][col], self.size);
        board.rows[row] -= 1;
        board.columns[col] -= 1;
        board.regions[region] -= 1;
        for r in 0..size {
            for c in 0..size {
                let touches = r.abs_diff(row) <= 1 && c.abs_diff(col) <= 1;
                let full = (r == row && board.rows[row] == 0)
                    || (c == col && board.columns[col] == 0)
                    || (self.region[r][c] == region && board.regions[region] == 0);
                if touches || full {
                    board.open[r] &= !(1 << c);
                }
            }
        }
    }
}

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

fn check(request: &PuzzleRequest, puzzle: &Puzzle, theme: Theme) {
    let position = &puzzle.position;
    let text = position.to_text();
    assert_eq!(Count::of(position), 1, "{request:?}:\n{text}");
    assert!(position.check(puzzle.solution.rows()).is_ok(), "{request:?}:\n{text}");
    let explanation = explain(position, &Never).unwrap();
    assert_eq!(explanation.end, End::Solved(puzzle.solution.clone()), "{request:?}:\n{text}");
    assert!(!explanation.guesses() && explanation.other.is_none(), "{request:?}:\n{text}");
    assert_eq!((explanation.score(), explanation.difficulty()), (puzzle.score, puzzle.difficulty));
    let (size, regions) = (position.size(), regions(position));
    assert!(regions.iter().all(|region| is_connected(region)), "{request:?}:\n{text}");
    if size >= 6 {
        assert!(regions.iter().all(|region| region.len() > 1), "{request:?}:\n{text}");
    }
    if theme == Theme::Balanced {
        let about = size.div_ceil(3)..=2 * size;
        assert!(regions.iter().all(|region| about.contains(&region.len())), "{request:?}:\n{text}");
    }
}

/// The request with this number: sizes, themes and difficulties in turn, some with two stars.
fn request(number: u64) -> (PuzzleRequest, usize, Theme) {
    let theme = Theme::ALL[(number / 4 % 3) as usize];
    let difficulty = Difficulty::ALL[(number % 4) as usize];
    let turn = number / 12;
    let (size, stars) = match turn % 8 {
        6 => (8 + turn / 8 % 3, 2),
        7 if (turn / 8).is_multiple_of(4) => (13 + turn / 32 % 8, 1),
        size => (5 + size % 7, 1),
    };
    let theme = if stars == 2 || size > 12 { Theme::Mixed } else { theme };
    let size = size as usize;
    let request = PuzzleRequest::new(size).stars(stars).theme(theme);
    (request.difficulty(difficulty).seed(number), size, theme)
}

#[test]
fn puzzles_have_one_solution_the_requested_shape_and_difficulty_and_need_no_guess() {
    let count = up_to(10_000, 120) as u64;
    let mut difficulties: BTreeMap<Difficulty, usize> = BTreeMap::new();
    let mut times: BTreeMap<(usize, usize), Vec<f64>> = BTreeMap::new();
    let mut shapes: BTreeMap<Theme, (usize, usize)> = BTreeMap::new();
    let (mut different, mut singles, mut none) = (HashSet::new(), 0, 0);
    for number in 0..count {
        let (request, size, theme) = request(number);
        let start = Instant::now();
        let made = request.make(&Never);
        let seconds = start.elapsed().as_secs_f64();
        let Ok(puzzle) = made else {
            none += 1;
            println!("no puzzle: {request:?}");
            continue;
        };
        assert_eq!(puzzle.difficulty, Difficulty::ALL[(number % 4) as usize]);
        check(&request, &puzzle, theme);
        if number % 16 == 0 {
            assert_eq!(request.make(&Never).as_ref(), Ok(&puzzle), "the same seed");
        }
        times.entry((size, puzzle.position.stars())).or_default().push(seconds);
        *difficulties.entry(puzzle.difficulty).or_default() += 1;
        singles += regions(&puzzle.position).iter().filter(|region| region.len() == 1).count();
        let shape = shapes.entry(theme).or_default();
        shape.0 += blocks(&puzzle.position);
        shape.1 += size * size;
        different.insert(puzzle.position.to_short());
    }
    println!("{difficulties:?}; {singles} regions of one square; {none} requests without a puzzle");
    for ((size, stars), seconds) in &mut times {
        seconds.sort_by(f64::total_cmp);
        let (median, most) = (seconds[seconds.len() / 2], seconds[seconds.len() - 1]);
        let number = seconds.len();
        println!(
            "N = {size}, {stars} stars: {number} puzzles, median {median:.4} s, most {most:.4} s"
        );
    }
    assert!(none * 50 <= count, "{none} of {count} requests without a puzzle");
    assert_eq!(different.len() as u64 + none, count, "puzzles of different seeds differ");
    let share = |theme: Theme| shapes[&theme].0 as f64 / shapes[&theme].1 as f64;
    println!("blocks per square: {:?}", Theme::ALL.map(|theme| (theme, share(theme))));
    assert!(2.0 * share(Theme::Snakes) < share(Theme::Mixed), "snakes are thin");
}

#[test]
fn puzzles_with_given_queens_have_every_difficulty() {
    for difficulty in Difficulty::ALL {
        for seed in 0..up_to(50, 3) as u64 {
            let request = PuzzleRequest::new(8).rules(Rules::Queens).seed(seed);
            let puzzle = request.difficulty(difficulty).make(&Never).unwrap();
            let explanation = explain(&puzzle.position, &Never).unwrap();
            assert_eq!((puzzle.difficulty, explanation.difficulty()), (difficulty, difficulty));
            assert!(explanation.other.is_none() && !explanation.guesses());
            assert_eq!(puzzle.position.count(Some(2), &queens::Inline, &Never), Ok(1));
        }
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
        (new(9).stars(3), "a puzzle by the rules 'regions' has 1 or 2 stars, not 3"),
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
