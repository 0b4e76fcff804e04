//! Sheets of puzzles to print.

use crate::run::{Int, Size, interruptible, of_library};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use queens::Rules;
use queens_draw::sheet::{MAX_PUZZLES, Paper, Sheet, SheetPuzzle};
use queens_puzzles::puzzle::{Batch, PuzzleRequest, Theme};
use queens_puzzles::solve::Difficulty;

/// Makes a PDF file with puzzles to print, and their solutions on the last pages.
///
/// Each puzzle has a number, its difficulty, its seed and the command that makes it again. All puzzles are
/// different. Regions have thick borders, so a sheet can be printed in black and white.
///
/// Args:
///     count (int): Number of puzzles, 1 to 500. Defaults to ``6``.
///     n (int): Size of the boards: 4 to 20 with regions (8 to 14 with 2 stars, 12 to 14 with 3, 16 or 17
///         with 4), 4 to 32 by the rules of queens. Defaults to ``8``.
///     rules (Literal['regions', 'queens']): The kind of puzzle: coloured regions, or some queens of a
///         solution. Defaults to ``"regions"``.
///     stars (int): Queens in each row, column and region: 1 to 4. Defaults to ``1``.
///     seed (int): Seed of the first puzzle, 0 to 2**64 - 1. The others have the next seeds, except for
///         seeds that give a puzzle again or none. Defaults to ``0``.
///     difficulty (Difficulty | None): ``"easy"``, ``"medium"``, ``"hard"`` or ``"expert"``. Defaults to
///         ``None``: chosen by the seeds.
///     theme (Theme | None): Shapes of the regions: ``"mixed"``, ``"balanced"`` or ``"snakes"``. Defaults
///         to ``None``: mixed.
///     title (str): Title of the pages, in Latin letters. Defaults to ``"Queens"``.
///     paper (Literal['a4', 'letter']): Size of the paper. Defaults to ``"a4"``.
///     per_page (int): Puzzles per page: 1, 2, 4, 6 or 9. Defaults to ``6``.
///     monochrome (bool): Whether to leave out colours. Defaults to ``False``.
///
/// Returns:
///     bytes: A PDF file.
///
/// Raises:
///     ValueError: If an argument is out of range or unknown, or the title is too long.
///     RuntimeError: If not enough puzzles of this difficulty were found.
///
/// Example:
///     >>> import n_queens as queens
///     >>> sheet = queens.sheet(4, n=6, seed=3, difficulty="easy", title="Monday")
///     >>> sheet[:5]
///     b'%PDF-'
#[pyfunction]
#[pyo3(
    signature = (
        count=Int::Number(6), n=Size(8), *, rules="regions", stars=Int::Number(1), seed=Int::Number(0),
        difficulty=None, theme=None, title="Queens", paper="a4", per_page=Int::Number(6),
        monochrome=false
    ),
    text_signature = "(count=6, n=8, *, rules='regions', stars=1, seed=0, difficulty=None, theme=None, title='Queens', paper='a4', per_page=6, monochrome=False)"
)]
#[expect(clippy::too_many_arguments, reason = "each is a named argument of the Python function")]
pub(crate) fn sheet<'py>(
    py: Python<'py>,
    count: Int,
    n: Size,
    rules: &str,
    stars: Int,
    seed: Int,
    difficulty: Option<&str>,
    theme: Option<&str>,
    title: &str,
    paper: &str,
    per_page: Int,
    monochrome: bool,
) -> PyResult<Bound<'py, PyBytes>> {
    let count: u64 = count.within("count", 1..=MAX_PUZZLES as i128)?;
    let rules: Rules = rules.parse().map_err(of_library)?;
    let paper: Paper = paper.parse().map_err(of_library)?;
    let per_page = per_page.at_least("per_page", 1)?;
    let difficulty = difficulty.map(str::parse::<Difficulty>).transpose().map_err(of_library)?;
    let theme = theme.map(str::parse::<Theme>).transpose().map_err(of_library)?;
    // Errors of the options come before the work.
    let sheet = |puzzles| {
        let sheet = Sheet::new(puzzles).title(title).paper(paper).monochrome(monochrome);
        sheet.per_page(per_page).map_err(of_library)
    };
    sheet(Vec::new())?;
    let seed = seed.seed()?;
    let request = PuzzleRequest::new(n.0).rules(rules).stars(stars.at_least("stars", 1)?);
    let request = request.difficulty(difficulty).theme(theme);
    let puzzles = interruptible(py, |stop| {
        let threads = std::thread::available_parallelism().map_or(1, |threads| threads.get());
        let batch = Batch::new(request.seed(seed), count).threads(threads);
        SheetPuzzle::make_batch(&batch, None, stop)
    })?;
    let pdf = sheet(puzzles)?.pdf().map_err(of_library)?;
    Ok(PyBytes::new(py, &pdf))
}
