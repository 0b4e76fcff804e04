//! Counts the solutions of a position.

use super::{Options, SolveMethod, end};
use crate::support::counting;
use crate::support::device::cpu;
use crate::support::failure::Failure;
use crate::support::output::Output;
use crate::support::progress::Waiting;
use crate::support::solution::SolveFormat;
use crate::support::writer::json_line;
use queens::Request;
use queens_puzzles::Position;
use queens_puzzles::solve::{BySquare, Solve};
use queens_results::PositionCount;
use std::io::Write;

/// Counts with an engine if one accepts the position, otherwise by enumerating the solutions.
pub(super) fn run(options: &Options, position: &Position, out: &mut Output) -> Result<(), Failure> {
    if options.by_square {
        return by_square(options, position, out);
    }
    let by_domains = matches!(options.method, SolveMethod::Solver(_));
    let method = match options.method {
        SolveMethod::Count(method) => Some(method),
        _ => None,
    };
    let by_queens = |request: &Request| method.is_none() || request.problem().counts_all();
    let request = position.request().filter(|_| !by_domains && options.limit.is_none());
    let request = request.filter(by_queens);
    let limit = options.limit.map_or(u128::MAX, u128::from);
    let quick = match &request {
        Some(_) => position.count_quickly(&Waiting::new("counting"))?,
        None => None,
    };
    let solutions = match (quick, request) {
        _ if position.given_attack().is_some() => 0,
        (Some(found), _) => found,
        (None, Some(request)) => {
            let request = method.map_or(request.clone(), |method| request.method(method));
            let plan = request.plan()?;
            counting::count(&plan, &cpu(None, None)?)?.solutions
        }
        (None, None) => match method {
            Some(method) => {
                return Err(Failure::bad(format!(
                    "--method {method} needs the rules 'queens', N up to 32 and no --limit, \
                     here N = {} and the rules '{}': expected --method auto or domains",
                    position.size(),
                    position.rules()
                )));
            }
            // One more than the limit, to know whether there are more.
            None => {
                Solve::of(position).count(limit.saturating_add(1), &Waiting::new("counting"))?
            }
        },
    };
    let more = solutions > limit;
    let solutions = solutions.min(limit);
    match options.format {
        SolveFormat::Json => {
            json_line(out, &PositionCount::new(position, solutions, more))?;
        }
        _ if more => writeln!(out, "more than {solutions}")?,
        _ => writeln!(out, "{solutions}")?,
    }
    // The number is also written if it is 0.
    end(solutions > 0 || more, position)
}

/// Counts the solutions on each square, by backtracking on all threads.
fn by_square(options: &Options, position: &Position, out: &mut Output) -> Result<(), Failure> {
    if options.method != SolveMethod::Auto {
        return Err(Failure::bad("--by-square has only one method; remove --method"));
    }
    let threads = std::thread::available_parallelism().map_or(1, |threads| threads.get());
    let counts = BySquare::of(position).run(threads, &Waiting::new("counting"))?;
    let result = PositionCount::by_square(position, &counts);
    match options.format {
        SolveFormat::Json => json_line(out, &result)?,
        _ => {
            writeln!(out, "{}", result.solutions)?;
            let rows = result.by_square.unwrap_or_default();
            let width = rows.iter().flatten().max().map_or(1, |most| most.to_string().len());
            for row in rows {
                let numbers: Vec<String> =
                    row.iter().map(|number| format!("{number:>width$}")).collect();
                writeln!(out, "{}", numbers.join(" "))?;
            }
        }
    }
    end(result.solutions > 0, position)
}
