//! Lists all solutions of a position, or the first ones.

use super::{Options, SolveMethod, end};
use crate::support::failure::{Failure, interrupted_list};
use crate::support::interrupt::STOP;
use crate::support::output::Output;
use crate::support::solution::{SolveFormat, print};
use queens::observe::Flow;
use queens::{Request, Solution};
use queens_puzzles::solve::{Solve, Solver};
use queens_puzzles::{Error, Position};
use std::io::{self, Write};

/// Lists solutions, with an empty line between drawn boards.
pub(super) fn run(
    options: &Options,
    position: &Position,
    limit: u64,
    out: &mut Output,
) -> Result<(), Failure> {
    let separated = matches!(options.format, SolveFormat::Grid | SolveFormat::Board);
    let mut printed = 0;
    let mut take = |solution: &Solution| -> io::Result<Flow> {
        if separated && printed > 0 {
            writeln!(out)?;
        }
        print(out, options.format, position, solution)?;
        printed += 1;
        Ok(if printed < limit { Flow::Continue(()) } else { Flow::Break(()) })
    };
    let by_domains = options.method == SolveMethod::Solver(Solver::Domains);
    let ended = match position.board().filter(|_| !by_domains) {
        _ if limit == 0 => Ok(()),
        Some(board) => {
            let mut broken = Ok(());
            let ended = Request::on(board).list(&STOP, |solution| {
                take(&solution).unwrap_or_else(|error| {
                    broken = Err(error);
                    Flow::Break(())
                })
            });
            broken?;
            ended.map_err(Error::from)
        }
        None => {
            let mut every = Solve::of(position).every();
            loop {
                match every.next(&STOP) {
                    Ok(Some(solution)) if take(&solution)?.is_continue() => {}
                    Ok(_) => break Ok(()),
                    Err(error) => break Err(error),
                }
            }
        }
    };
    if ended == Err(queens::Stopped.into()) {
        // The solutions found until now are kept.
        return Err(interrupted_list(options.output.as_deref(), printed));
    }
    ended?;
    if printed == 0 && limit > 0 {
        return end(false, position);
    }
    Ok(())
}
