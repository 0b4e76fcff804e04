//! `queens export`: writes a position for another solver, or a proof that it has no solution.

use crate::args::{Export as Options, ModelFormat};
use crate::support::failure::Failure;
use crate::support::interrupt::ending_at_once;
use crate::support::output::Output;
use crate::support::position;
use crate::support::progress::Waiting;
use queens_puzzles::Position;
use queens_puzzles::export::{Export, Format};
use std::io::Write;
use std::process::ExitCode;

pub(crate) fn run(options: &Options) -> Result<ExitCode, Failure> {
    let position = position::read_by(&options.position, options.rules, options.stars)?;
    let mut out = Output::open(options.output.as_deref())?;
    match format(options.format) {
        Some(format) => {
            let export = Export::new(&position, format, &Waiting::new("exporting"))?;
            // A part of a model is of no use.
            ending_at_once(|| write!(out, "{export}"))?;
        }
        None => prove(&position, &mut out)?,
    }
    out.finish()?;
    Ok(ExitCode::SUCCESS)
}

/// The format of the position; `None` for a proof.
fn format(format: ModelFormat) -> Option<Format> {
    match format {
        ModelFormat::Cnf => Some(Format::Cnf),
        ModelFormat::Opb => Some(Format::Opb),
        ModelFormat::Lp => Some(Format::Lp),
        ModelFormat::Mps => Some(Format::Mps),
        ModelFormat::Minizinc => Some(Format::Minizinc),
        ModelFormat::Qubo => Some(Format::Qubo),
        #[cfg(feature = "sat")]
        ModelFormat::Drat => None,
    }
}

/// Writes a proof that the position has no solution.
///
/// It is collected in a temporary file, because the solver may find a solution after many steps.
#[cfg(feature = "sat")]
fn prove(position: &Position, out: &mut Output) -> Result<(), Failure> {
    use queens::observe::Flow;
    use std::io::{self, Seek};

    /// A longer proof is kept on disk.
    const IN_MEMORY: usize = 1 << 24;

    let mut steps = io::BufWriter::new(tempfile::spooled_tempfile(IN_MEMORY));
    let mut broken = Ok(());
    let found = queens_puzzles::solve::prove(position, &Waiting::new("searching"), |step| {
        broken = writeln!(steps, "{step}");
        if broken.is_ok() { Flow::Continue(()) } else { Flow::Break(()) }
    });
    let unwritable = |error| Failure::bad(format!("cannot write a temporary file: {error}"));
    broken.map_err(unwritable)?;
    if let Some(solution) = found? {
        let squares = match solution.square_names() {
            names if names.is_empty() => "the board without squares".to_string(),
            names => names,
        };
        return Err(Failure::Failed(format!(
            "there is no proof, because the position has a solution: {squares}"
        )));
    }
    let mut steps = steps.into_inner().map_err(|error| unwritable(error.into_error()))?;
    steps.rewind().map_err(unwritable)?;
    io::copy(&mut steps, out)?;
    Ok(())
}

#[cfg(not(feature = "sat"))]
fn prove(_position: &Position, _out: &mut Output) -> Result<(), Failure> {
    Err(Failure::bad("proofs need the SAT solver, which is not part of this build"))
}
