//! `queens solve`: finishes a position.

use crate::args::{Solve as Options, SolveFormat, SolveMethod};
use crate::count::{self, check_threads};
use crate::device::cpu;
use crate::failure::Failure;
use crate::interrupt::STOP;
use crate::output::{Output, PictureFile, ending};
use crate::position;
use crate::progress::Waiting;
use queens::draw::Picture;
use queens::search::Flow;
use queens::solve::{self, End, Solve, Solver};
use queens::{Error, Position, Request, Solution};
use serde_json::{Map, Value, json};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// The width of a picture in pixels.
const WIDTH: u32 = 800;

/// What is shown while a search takes long.
const SEARCHING: &str = "searching";

pub(crate) fn run(options: &Options) -> Result<ExitCode, Failure> {
    check_options(options)?;
    let position = position(options)?;
    if let Some(file) = picture(options)? {
        return draw(options, &position, file);
    }
    let mut out = Output::open(options.output.as_deref())?;
    let found = if options.explain {
        explain(options, &position, &mut out)?
    } else if options.count {
        count(options, &position, &mut out)?
    } else if options.unique {
        unique(options, &position, &mut out)?
    } else if options.all || options.limit.is_some() {
        all(options, &position, &mut out)?
    } else {
        one(options, &position, &mut out)?
    };
    out.finish()?;
    if found {
        return Ok(ExitCode::SUCCESS);
    }
    Err(none(&position)?)
}

/// That there is no solution, and why.
fn none(position: &Position) -> Result<Failure, Failure> {
    Ok(Failure::Failed(match solve::refute(position, &Waiting::new("looking for a reason"))? {
        Some(reason) => format!("no solution: {reason}"),
        None => "no solution".to_string(),
    }))
}

/// The picture that the solution is to be drawn into.
fn picture(options: &Options) -> Result<Option<PictureFile>, Failure> {
    let is_picture = |path: &&PathBuf| matches!(ending(path).as_str(), "svg" | "png");
    match options.output.as_ref().filter(is_picture) {
        Some(_) if options.all || options.count || options.explain || options.limit.is_some() => {
            Err(Failure::bad(
                "a picture has one solution: without --all, --count, --explain and --limit",
            ))
        }
        Some(path) => Ok(Some(PictureFile::open(path)?)),
        None => Ok(None),
    }
}

fn draw(options: &Options, position: &Position, file: PictureFile) -> Result<ExitCode, Failure> {
    let mut every = Solve::of(position).every();
    let found = match options.unique {
        true => every.next(&Waiting::new(SEARCHING))?,
        false => find(options, position)?,
    };
    let Some(solution) = found else {
        return Err(none(position)?);
    };
    if options.unique
        && let Some(other) = every.next(&Waiting::new(SEARCHING))?
    {
        return Err(not_unique(&solution, &other));
    }
    file.write(&Picture::from(&position.filled(&solution)).svg(), WIDTH)?;
    Ok(ExitCode::SUCCESS)
}

fn check_options(options: &Options) -> Result<(), Failure> {
    match options.method {
        SolveMethod::Count(method) if !options.count => Err(Failure::bad(format!(
            "method '{method}' counts: with it --count is needed; domains and sat find a solution"
        ))),
        SolveMethod::Solver(Solver::Sat)
            if options.count || options.all || options.limit.is_some() =>
        {
            Err(Failure::bad("method 'sat' finds one solution; domains counts and lists them"))
        }
        _ => Ok(()),
    }
}

/// The position, by the rules asked for.
fn position(options: &Options) -> Result<Position, Failure> {
    let position = position::read(&options.position)?;
    match options.rules {
        Some(rules) => Ok(position.with_rules(rules)?),
        None => Ok(position),
    }
}

/// Prints a solution of a position.
pub(crate) fn print(
    out: &mut Output,
    format: SolveFormat,
    position: &Position,
    solution: &Solution,
) -> io::Result<()> {
    match format {
        SolveFormat::Grid => {
            for row in (0..solution.size() as u32).rev() {
                let mark = |square: queens::Square| match solution.rows()[square.col as usize] {
                    queen if queen == square.row => 'Q',
                    _ if position.is_closed(square) => '#',
                    _ => '.',
                };
                let columns = 0..solution.size() as u32;
                let line: String = columns.map(|col| mark(queens::Square::new(col, row))).collect();
                writeln!(out, "{line}")?;
            }
            Ok(())
        }
        SolveFormat::Rows => writeln!(out, "{solution}"),
        SolveFormat::Squares => writeln!(out, "{}", solution.square_names()),
        SolveFormat::Board => write!(out, "{}", solution.board()),
        SolveFormat::Json => writeln!(out, "{}", rows(solution)),
        SolveFormat::Leetcode => writeln!(out, "{}", Value::from(solution.leetcode())),
    }
}

fn rows(solution: &Solution) -> Value {
    solution.rows().iter().map(|row| row + 1).collect::<Vec<u32>>().into()
}

/// One solution, by the solver asked for.
fn find(options: &Options, position: &Position) -> Result<Option<Solution>, Failure> {
    let solver = match options.method {
        SolveMethod::Solver(solver) => solver,
        _ => Solver::Domains,
    };
    Ok(Solve::of(position).by(solver).find(&Waiting::new(SEARCHING))?)
}

fn one(options: &Options, position: &Position, out: &mut Output) -> Result<bool, Failure> {
    let found = find(options, position)?;
    if let Some(solution) = &found {
        print(out, options.format, position, solution)?;
    }
    Ok(found.is_some())
}

/// Lists solutions; drawn boards are parted by an empty line.
fn all(options: &Options, position: &Position, out: &mut Output) -> Result<bool, Failure> {
    let limit = options.limit.unwrap_or(u64::MAX);
    let parted = matches!(options.format, SolveFormat::Grid | SolveFormat::Board);
    let mut printed = 0;
    let mut take = |solution: &Solution| -> io::Result<Flow> {
        if parted && printed > 0 {
            writeln!(out)?;
        }
        print(out, options.format, position, solution)?;
        printed += 1;
        Ok(if printed < limit { Flow::Continue(()) } else { Flow::Break(()) })
    };
    if limit == 0 {
        return Ok(true);
    }
    let by_domains = options.method == SolveMethod::Solver(Solver::Domains);
    let end = match position.board().filter(|_| !by_domains) {
        Some(board) => {
            let mut broken = Ok(());
            let end = Request::on(board).list(&STOP, |solution| {
                take(&solution).unwrap_or_else(|error| {
                    broken = Err(error);
                    Flow::Break(())
                })
            });
            broken?;
            end
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
    if end == Err(Error::Stopped) {
        out.flush()?;
        let message = format!("interrupted after the first {printed} solutions");
        return Err(Failure::Interrupted(Some(message)));
    }
    end?;
    Ok(printed > 0)
}

/// Counts: by the engines where they take the board, otherwise one by one.
fn count(options: &Options, position: &Position, out: &mut Output) -> Result<bool, Failure> {
    let by_domains = matches!(options.method, SolveMethod::Solver(_));
    let board = position.board().filter(|_| !by_domains && options.limit.is_none());
    let method = match options.method {
        SolveMethod::Count(method) => Some(method),
        _ => None,
    };
    let solutions = match board {
        Some(board) => {
            let request = Request::on(board);
            let request = method.map_or(request.clone(), |method| request.method(method));
            let plan = request.plan()?;
            check_threads(None, &plan)?;
            count::count(&plan, &cpu(None, None)?)?.total.solutions
        }
        None if method.is_some() => {
            return Err(Failure::bad(
                "the methods of 'queens methods' count by the rules of queens to N = 32, all solutions; domains counts the rest",
            ));
        }
        None => {
            let limit = options.limit.map_or(u128::MAX, u128::from);
            Solve::of(position).count(limit, &Waiting::new("counting"))?
        }
    };
    let more = options.limit.is_some_and(|limit| solutions == u128::from(limit));
    match options.format {
        SolveFormat::Json => {
            let mut object = head(position);
            object.insert("solutions".into(), count::exact(solutions));
            object.insert("limited".into(), more.into());
            writeln!(out, "{}", Value::Object(object))?;
        }
        _ if more => writeln!(out, "{solutions} or more")?,
        _ => writeln!(out, "{solutions}")?,
    }
    Ok(solutions > 0 || more)
}

fn head(position: &Position) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("n".into(), position.size().into());
    object.insert("rules".into(), position.rules().name().into());
    object
}

/// Tells whether there is exactly one solution, and prints it.
fn unique(options: &Options, position: &Position, out: &mut Output) -> Result<bool, Failure> {
    let mut every = Solve::of(position).every();
    let Some(solution) = every.next(&Waiting::new(SEARCHING))? else {
        return Ok(false);
    };
    let other = every.next(&Waiting::new(SEARCHING))?;
    if options.format == SolveFormat::Json {
        let mut object = head(position);
        object.insert("unique".into(), other.is_none().into());
        object.insert("solution".into(), rows(&solution));
        if let Some(other) = &other {
            object.insert("other".into(), rows(other));
        }
        writeln!(out, "{}", Value::Object(object))?;
    } else if other.is_none() {
        print(out, options.format, position, &solution)?;
    }
    match other {
        None => Ok(true),
        Some(other) => {
            out.flush()?;
            Err(not_unique(&solution, &other))
        }
    }
}

/// Two solutions, and a column in which they differ.
fn not_unique(solution: &Solution, other: &Solution) -> Failure {
    let differs = |col: &usize| solution.rows()[*col] != other.rows()[*col];
    let col = (0..solution.size()).find(differs).unwrap_or_default();
    let square = |rows: &[u32]| queens::Square::new(col as u32, rows[col]);
    let (one, two) = (square(solution.rows()), square(other.rows()));
    Failure::Failed(format!("not unique: there is a solution with {one} and one with {two}"))
}

/// Prints a person's steps, how hard they are and where they lead.
fn explain(options: &Options, position: &Position, out: &mut Output) -> Result<bool, Failure> {
    let explanation = solve::explain(position, &Waiting::new(SEARCHING))?;
    let solution = match &explanation.end {
        End::Solved(solution) => Some(solution),
        _ => None,
    };
    if options.format == SolveFormat::Json {
        let step = |step: &solve::Step| {
            let closed: Vec<String> = step.closed.iter().map(ToString::to_string).collect();
            json!({
                "rule": step.rule(),
                "queen": step.queen.map(|queen| queen.to_string()),
                "closed": closed,
                "grade": step.grade().name(),
                "text": step.to_string(),
            })
        };
        let mut object = head(position);
        object.insert("steps".into(), explanation.steps.iter().map(step).collect());
        object.insert("grade".into(), explanation.grade().name().into());
        object.insert("guesses".into(), explanation.guesses().into());
        object.insert("solution".into(), solution.map_or(Value::Null, rows));
        writeln!(out, "{}", Value::Object(object))?;
        return Ok(solution.is_some());
    }
    for (number, step) in explanation.steps.iter().enumerate() {
        writeln!(out, "{:>3}. {step}", number + 1)?;
    }
    match &explanation.end {
        End::Empty(unit) => writeln!(out, "     {unit} has no open square left: no solution")?,
        End::NoSolution => {
            writeln!(out, "     no rule gets further, and trying finds no solution")?
        }
        End::GivenAttack(..) => {}
        End::Solved(solution) => {
            writeln!(out)?;
            print(out, options.format, position, solution)?;
            let guesses = if explanation.guesses() { ", with guessing" } else { "" };
            writeln!(out, "\ngrade: {}{guesses}", explanation.grade())?;
        }
    }
    Ok(solution.is_some())
}
