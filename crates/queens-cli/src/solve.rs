//! `queens solve`: finishes a position.

use crate::args::{Solve as Options, SolveFormat, SolveMethod};
use crate::count;
use crate::device::cpu;
use crate::draw::LARGEST;
use crate::failure::{Failure, kept};
use crate::interrupt::STOP;
use crate::output::{Output, PictureFile, WIDTH};
use crate::position;
use crate::progress::Waiting;
use queens::draw::Picture;
use queens::search::Flow;
use queens::solve::{self, End, Solve, Solver};
use queens::{Error, Position, Request, Rules, Solution};
use serde_json::{Map, Value, json};
use std::io::{self, Write};
use std::process::ExitCode;

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
        let (found, other) = unique(options, &position, &mut out)?;
        if let (Some(solution), Some(other)) = (&found, other) {
            if options.format == SolveFormat::Json {
                out.finish()?;
            }
            return Err(not_unique(solution, &other));
        }
        found.is_some()
    } else if options.all || options.limit.is_some() {
        return all(options, &position, out);
    } else {
        one(options, &position, &mut out)?
    };
    // Steps and numbers are written even if they lead to no solution; an old file is not replaced by nothing.
    if found || options.count || options.explain {
        out.finish()?;
    }
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
    let file = PictureFile::asked_for(options.output.as_deref())?;
    let one = !(options.all || options.count || options.explain || options.limit.is_some());
    match file {
        Some(_) if !one => Err(Failure::bad(
            "a picture has one solution: without --all, --count, --explain and --limit",
        )),
        file => Ok(file),
    }
}

fn draw(options: &Options, position: &Position, file: PictureFile) -> Result<ExitCode, Failure> {
    if position.size() > LARGEST {
        let size = position.size();
        return Err(Failure::bad(format!("N = {size}: positions are drawn to N = {LARGEST}")));
    }
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
        method if method != SolveMethod::Auto && (options.unique || options.explain) => {
            Err(Failure::bad("--unique and --explain have no choice of methods"))
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
fn all(options: &Options, position: &Position, mut out: Output) -> Result<ExitCode, Failure> {
    let limit = options.limit.unwrap_or(u64::MAX);
    let parted = matches!(options.format, SolveFormat::Grid | SolveFormat::Board);
    let mut printed = 0;
    let mut take = |solution: &Solution| -> io::Result<Flow> {
        if parted && printed > 0 {
            writeln!(out)?;
        }
        print(&mut out, options.format, position, solution)?;
        printed += 1;
        Ok(if printed < limit { Flow::Continue(()) } else { Flow::Break(()) })
    };
    let by_domains = options.method == SolveMethod::Solver(Solver::Domains);
    let end = match position.board().filter(|_| !by_domains) {
        _ if limit == 0 => Ok(()),
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
        // What is done is kept, and called what it is.
        out.finish()?;
        return Err(kept(options.output.as_deref(), printed));
    }
    end?;
    if printed == 0 && limit > 0 {
        return Err(none(position)?);
    }
    out.finish()?;
    Ok(ExitCode::SUCCESS)
}

/// Counts: by the engines where they take the board, otherwise one by one.
fn count(options: &Options, position: &Position, out: &mut Output) -> Result<bool, Failure> {
    let by_domains = matches!(options.method, SolveMethod::Solver(_));
    let board = position.board().filter(|_| !by_domains && options.limit.is_none());
    let method = match options.method {
        SolveMethod::Count(method) => Some(method),
        _ => None,
    };
    let empty = position.given().is_empty() && position.closed().is_empty();
    let plain = empty && position.size() <= queens::MAX_SIZE && position.rules() != Rules::Regions;
    let request = match board {
        Some(board) => Some(Request::on(board)),
        None if plain && !by_domains && options.limit.is_none() => {
            Some(Request::count(position.size())?.rules(position.rules()))
        }
        None => None,
    };
    let limit = options.limit.map_or(u128::MAX, u128::from);
    let solutions = match request {
        _ if position.given_attack().is_some() => 0,
        Some(request) => {
            let request = method.map_or(request.clone(), |method| request.method(method));
            let plan = request.plan()?;
            count::count(&plan, &cpu(None, None)?)?.total.solutions
        }
        None if method.is_some() => {
            return Err(Failure::bad(
                "the methods of 'queens methods' count by the rules of queens to N = 32, without --limit; domains counts the rest",
            ));
        }
        // One more than the limit tells whether there are more.
        None => Solve::of(position).count(limit.saturating_add(1), &Waiting::new("counting"))?,
    };
    let more = solutions > limit;
    let solutions = solutions.min(limit);
    match options.format {
        SolveFormat::Json => {
            let mut object = head(position);
            object.insert("solutions".into(), count::exact(solutions));
            object.insert("limited".into(), more.into());
            writeln!(out, "{}", Value::Object(object))?;
        }
        _ if more => writeln!(out, "more than {solutions}")?,
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

/// A solution and another, as far as there are; the only one is printed, or as JSON what was found.
fn unique(
    options: &Options,
    position: &Position,
    out: &mut Output,
) -> Result<(Option<Solution>, Option<Solution>), Failure> {
    let mut every = Solve::of(position).every();
    let Some(solution) = every.next(&Waiting::new(SEARCHING))? else {
        return Ok((None, None));
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
    Ok((Some(solution), other))
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
