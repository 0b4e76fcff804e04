//! Puzzles in `cargo xtask bench peers`: published levels, and the completion of large boards against CP-SAT.

use super::Context;
use super::measure::run;
use super::result::{Completion, Levels, Solver, Times};
use anyhow::{Context as _, Result, bail, ensure};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use xshell::cmd;

/// Counts each level of a folder with one process.
pub fn levels(context: &Context<'_>, folder: &Path) -> Result<Levels> {
    let mut files: Vec<_> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    files.sort();
    ensure!(!files.is_empty(), "{} is empty", folder.display());
    eprintln!("{} levels", files.len());
    let (mut right, mut seconds) = (0, Vec::new());
    for file in &files {
        let name = file.file_stem().context("a level has no name")?.to_string_lossy();
        let mut command = Command::new(context.queens.path());
        command.arg("solve").arg(file).arg("--count").stdin(Stdio::null());
        let run = run(command)?;
        seconds.push(run.seconds);
        match run.output.trim() == expected(&name) {
            true => right += 1,
            false => {
                eprintln!("{name}: counted {}, published {}", run.output.trim(), expected(&name))
            }
        }
    }
    seconds.sort_by(f64::total_cmp);
    let (levels, worst) = (seconds.len(), seconds[seconds.len() - 1]);
    Ok(Levels { levels, right, median_seconds: seconds[levels / 2], worst_seconds: worst })
}

/// The number of solutions that the name of a level says: 1, or the number after the equals sign.
fn expected(name: &str) -> &str {
    name.rsplit_once('=').map_or("1", |(_, count)| count)
}

/// The size of the boards to complete.
const SIZE: u32 = 1000;
/// How many queens are given.
const GIVEN: u32 = 300;
/// After this CP-SAT is stopped.
const LIMIT_SECONDS: u32 = 60;
/// The models that our script knows.
const MODELS: [&str; 2] = ["booleans", "alldifferent"];
/// Our model of a position for CP-SAT.
const SCRIPT: &str = include_str!("../../reference/cp_sat.py");

/// Completes the same boards with `queens solve` and with CP-SAT.
pub fn completion(context: &Context<'_>, python: &str, boards: u32) -> Result<Completion> {
    let folder = tempfile::tempdir()?;
    let script = folder.path().join("cp_sat.py");
    fs::write(&script, SCRIPT)?;
    let (mut ours, mut theirs) = (Vec::new(), MODELS.map(|_| Vec::new()));
    for seed in 1..=boards {
        eprintln!("board {seed} of {boards}");
        let given = given(context, seed)?;
        let file = folder.path().join(format!("{seed}.txt"));
        fs::write(&file, position(&given))?;
        let mut solve = Command::new(context.queens.path());
        solve.arg("solve").arg(&file).args(["--format", "rows"]).stdin(Stdio::null());
        ours.extend(solved(solve, &given)?);
        for (model, times) in MODELS.into_iter().zip(&mut theirs) {
            let mut command = Command::new(python);
            command.arg(&script).arg(&file).arg(LIMIT_SECONDS.to_string()).arg(model);
            times.extend(solved(command, &given)?);
        }
    }
    let solver = |name: &str, seconds: &[f64]| Solver {
        name: name.to_string(),
        positions: boards as usize,
        solved: seconds.len(),
        time: Times::of(seconds).ok(),
    };
    let cp_sat = MODELS.into_iter().zip(&theirs);
    let cp_sat = cp_sat.map(|(model, times)| solver(&format!("CP-SAT, {model}"), times)).collect();
    let (n, given, limit_seconds) = (SIZE, GIVEN, LIMIT_SECONDS);
    Ok(Completion { n, given, queens: solver("queens solve", &ours), cp_sat, limit_seconds })
}

/// The time of a run that prints a solution; `None` if it prints none.
fn solved(command: Command, given: &[(u32, u32)]) -> Result<Option<f64>> {
    let shown = format!("{command:?}");
    let run = run(command)?;
    if run.output.trim().is_empty() {
        return Ok(None);
    }
    let rows = rows(&run.output)?;
    ensure!(completes(&rows, given), "wrong solution: {shown}");
    Ok(Some(run.seconds))
}

/// Some queens of a random solution, as column and row from 0, so that the board can be completed.
fn given(context: &Context<'_>, seed: u32) -> Result<Vec<(u32, u32)>> {
    let (queens, size, seed) = (context.queens.path(), SIZE.to_string(), seed.to_string());
    let output = cmd!(context.sh, "{queens} find {size} --random --seed {seed}").quiet().read()?;
    let rows = rows(&output)?;
    // The columns of a random solution are alike, so every third or so is as random as any others.
    let columns = (0..GIVEN).map(|index| index * SIZE / GIVEN);
    Ok(columns.map(|column| (column, rows[column as usize])).collect())
}

/// A position as CSPLib writes it: the queens as row and column from 0.
fn position(given: &[(u32, u32)]) -> String {
    let queens: Vec<String> =
        given.iter().map(|(column, row)| format!("[{row}, {column}]")).collect();
    format!("letting n = {SIZE}\nletting init = [{}]\n", queens.join(", "))
}

/// The row of each column, from 0.
fn rows(output: &str) -> Result<Vec<u32>> {
    let row = |word: &str| match word.parse::<u32>() {
        Ok(row) if row > 0 => Ok(row - 1),
        _ => bail!("'{word}' is no row"),
    };
    output.split_whitespace().map(row).collect()
}

/// Whether rows are a solution with the given queens in it.
fn completes(rows: &[u32], given: &[(u32, u32)]) -> bool {
    let n = SIZE as usize;
    let mut taken = [vec![false; n], vec![false; 2 * n], vec![false; 2 * n]];
    let mut free = |line: usize, index: usize| {
        taken[line].get_mut(index).is_some_and(|taken| !std::mem::replace(taken, true))
    };
    let fits = |(column, &row): (usize, &u32)| {
        let row = row as usize;
        row < n && free(0, row) && free(1, row + column) && free(2, n + row - column)
    };
    rows.len() == n
        && rows.iter().enumerate().all(fits)
        && given.iter().all(|&(column, row)| rows[column as usize] == row)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_has_one_solution_unless_its_name_says_otherwise() {
        assert_eq!(expected("level-7"), "1");
        assert_eq!(expected("level-7=26"), "26");
    }

    #[test]
    fn rows_count_from_one_and_positions_from_zero() {
        assert_eq!(rows("1 5 8\n").unwrap(), [0, 4, 7]);
        assert!(rows("0 1").is_err() && rows("no solution").is_err());
        assert!(position(&[(3, 0)]).contains("init = [[0, 3]]"));
    }

    #[test]
    fn a_solution_attacks_nothing_and_has_the_given_queens() {
        // The even rows, then the odd ones: a solution, because 1000 leaves 4 when divided by 6.
        let rows: Vec<u32> = (0..500).map(|i| 2 * i + 1).chain((0..500).map(|i| 2 * i)).collect();
        assert!(completes(&rows, &[(0, 1), (999, 998)]));
        assert!(!completes(&rows, &[(0, 0)]));
        let mut wrong = rows.clone();
        wrong.swap(0, 1);
        assert!(!completes(&wrong, &[]) && !completes(&rows[..999], &[]));
    }
}
