//! Parsers of option values: methods, numbers, sizes. An error says what is allowed.

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::error::ErrorKind;
use queens::{Method, Queens, Rotation, Rules, Simd};
use queens_draw::sheet::{MAX_PUZZLES, PER_PAGE, Paper};
use queens_gpu::DeviceChoice;
use queens_puzzles::puzzle::{Day, Theme};
use queens_puzzles::solve::Difficulty;
use std::error::Error;
use std::ffi::OsStr;
use std::fmt::Display;
use std::marker::PhantomData;
use std::net::IpAddr;
use std::ops::RangeInclusive;
use std::str::FromStr;
use time::OffsetDateTime;

/// A method, or none for the fastest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Choice(pub(crate) Option<Method>);

/// Parses a method or 'auto'. Shells can complete the name.
#[derive(Clone)]
pub(crate) struct ChoiceName;

impl TypedValueParser for ChoiceName {
    type Value = Choice;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        name: &OsStr,
    ) -> Result<Choice, clap::Error> {
        match name.to_str() {
            Some("auto") => Ok(Choice(None)),
            _ => Ok(Choice(Some(MethodName.parse_ref(command, argument, name)?))),
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let methods = MethodName.possible_values().into_iter().flatten();
        Some(Box::new(std::iter::once(PossibleValue::new("auto")).chain(methods)))
    }
}

/// Parses a value for which shells can complete some names.
#[derive(Clone)]
pub(crate) struct Completed<T> {
    names: &'static [&'static str],
    value: PhantomData<T>,
}

/// The devices that count, completed without numbers.
pub(crate) fn device() -> Completed<DeviceChoice> {
    Completed { names: &["cpu", "auto", "gpu", "cuda", "wgpu"], value: PhantomData }
}

/// A number of queens.
pub(crate) fn queens_number() -> Completed<Queens> {
    Completed { names: &["N", "any", "maximal", "with-pawn"], value: PhantomData }
}

impl<T> TypedValueParser for Completed<T>
where
    T: FromStr<Err: Into<Box<dyn Error + Send + Sync>>> + Clone + Send + Sync + 'static,
{
    type Value = T;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        text: &OsStr,
    ) -> Result<T, clap::Error> {
        let parser = StringValueParser::new().try_map(|text| text.parse::<T>());
        parser.parse_ref(command, argument, text)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.names.iter().map(PossibleValue::new)))
    }
}

/// Parses vector instructions that this CPU supports.
pub(crate) fn simd(name: &str) -> Result<Simd, String> {
    name.parse::<Simd>().map_err(|error| error.to_string())
}

/// Parses a method. Shells can complete its name.
#[derive(Clone)]
pub(crate) struct MethodName;

impl TypedValueParser for MethodName {
    type Value = Method;

    fn parse_ref(
        &self,
        command: &clap::Command,
        _argument: Option<&clap::Arg>,
        name: &OsStr,
    ) -> Result<Method, clap::Error> {
        name.to_string_lossy().parse::<Method>().map_err(|error| {
            let message = format!("{error} ('queens methods' lists them)\n");
            clap::Error::raw(ErrorKind::InvalidValue, message).with_cmd(command)
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Method::all().map(|method| PossibleValue::new(method.name()))))
    }
}

/// Parses one of several named values, in upper or lower case. An error lists them, and shells can complete them.
#[derive(Clone)]
pub(crate) struct Named<T> {
    pub(crate) what: &'static str,
    pub(crate) values: Vec<(&'static str, T)>,
}

/// The values of a list with their names.
fn named<T: Copy, const N: usize>(
    what: &'static str,
    all: [T; N],
    name: fn(T) -> &'static str,
) -> Named<T> {
    Named { what, values: all.map(|value| (name(value), value)).to_vec() }
}

/// All rules.
pub(crate) fn rules() -> Named<Rules> {
    named("rules", Rules::ALL, Rules::name)
}

/// A rotation: 180 or 90.
pub(crate) fn rotation(text: &str) -> Result<Rotation, String> {
    text.parse::<Rotation>().map_err(|error| error.to_string())
}

/// The rules that need no more than the size of the board.
pub(crate) fn plain_rules() -> Named<Rules> {
    let Named { what, mut values } = rules();
    values.retain(|&(_, rules)| rules != Rules::Regions);
    values.extend(Rules::ONLY_COUNTED.map(|rules| (rules.name(), rules)));
    Named { what, values }
}

/// The difficulties of puzzles.
pub(crate) fn difficulty() -> Named<Difficulty> {
    named("difficulty", Difficulty::ALL, Difficulty::name)
}

/// A date, or today.
pub(crate) fn day(text: &str) -> Result<Day, String> {
    if !text.eq_ignore_ascii_case("today") {
        return text.parse().map_err(|error: queens_puzzles::Error| format!("{error}, or today"));
    }
    let now = OffsetDateTime::now_local()
        .map_err(|_| "the time zone is unknown: expected a date such as 2026-11-15".to_string())?;
    let (year, month, day) = now.to_calendar_date();
    let date = format!("{year:04}-{:02}-{day:02}", u8::from(month));
    date.parse().map_err(|error: queens_puzzles::Error| error.to_string())
}

/// The sizes of paper.
pub(crate) fn paper() -> Named<Paper> {
    named("paper", Paper::ALL, Paper::name)
}

/// The themes of puzzles.
pub(crate) fn theme() -> Named<Theme> {
    named("theme", Theme::ALL, Theme::name)
}

impl<T: Copy + Send + Sync + 'static> TypedValueParser for Named<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &clap::Command,
        _argument: Option<&clap::Arg>,
        name: &OsStr,
    ) -> Result<T, clap::Error> {
        let name = name.to_string_lossy();
        let known = self.values.iter().find(|(known, _)| known.eq_ignore_ascii_case(&name));
        known.map(|&(_, value)| value).ok_or_else(|| {
            let all: Vec<&str> = self.values.iter().map(|&(name, _)| name).collect();
            let message = format!("unknown {} '{name}': expected {}\n", self.what, all.join(", "));
            clap::Error::raw(ErrorKind::InvalidValue, message).with_cmd(command)
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.values.iter().map(|&(name, _)| PossibleValue::new(name))))
    }
}

/// Parses a whole number.
pub(crate) fn whole<T: FromStr>(text: &str) -> Result<T, String> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    digits
        .then(|| text.parse().ok())
        .flatten()
        .ok_or_else(|| "expected a whole number, 0 or more, below 2^64".to_string())
}

/// Parses a whole number that is not 0.
pub(crate) fn positive(text: &str) -> Result<u64, String> {
    let number = whole(text).ok().filter(|&number| number > 0);
    number.ok_or_else(|| "expected a whole number, 1 or more, below 2^64".to_string())
}

/// Parses the size of a board.
pub(crate) fn size(text: &str) -> Result<usize, String> {
    whole(text).map_err(|_| format!("expected a whole number from 0 to {}", queens::MAX_SIZE))
}

/// Parses a whole number in a range.
pub(crate) fn within<T>(text: &str, range: RangeInclusive<T>) -> Result<T, String>
where
    T: FromStr + PartialOrd + Display,
{
    let number = whole(text).ok().filter(|number| range.contains(number));
    number
        .ok_or_else(|| format!("expected a whole number from {} to {}", range.start(), range.end()))
}

pub(crate) fn threads(text: &str) -> Result<usize, String> {
    within(text, 1..=queens::Threads::LIMIT)
}

pub(crate) fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds.is_finite() && seconds > 0.0 => Ok(seconds),
        _ => Err("expected a number of seconds above 0".to_string()),
    }
}

/// Parses a relative error, as a fraction or in percent.
pub(crate) fn error(text: &str) -> Result<f64, String> {
    let (number, unit) = match text.strip_suffix('%') {
        Some(number) => (number, 100.0),
        None => (text, 1.0),
    };
    let digits = |number: &&str| number.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let error = Some(number).filter(digits).and_then(|number| number.parse::<f64>().ok());
    let error = error.map(|error| error / unit).filter(|error| (1e-6..=10.0).contains(error));
    error.ok_or_else(|| "expected an error from 0.0001% to 1000%, such as 1% or 0.01".to_string())
}

pub(crate) fn address(text: &str) -> Result<IpAddr, String> {
    text.parse().map_err(|_| "expected an IP address such as 127.0.0.1, ::1 or 0.0.0.0".to_string())
}

/// Parses the number of puzzles on a sheet.
pub(crate) fn sheet_count(text: &str) -> Result<usize, String> {
    within(text, 1..=MAX_PUZZLES)
}

/// Parses the number of puzzles on a page.
pub(crate) fn per_page(text: &str) -> Result<usize, String> {
    let number = whole(text).ok().filter(|number| PER_PAGE.contains(number));
    number.ok_or_else(|| "expected 1, 2, 4, 6 or 9".to_string())
}

/// Parses a title: one line without control characters.
pub(crate) fn title(text: &str) -> Result<String, String> {
    match text.contains(char::is_control) {
        true => Err("expected one line without control characters".to_string()),
        false => Ok(text.to_string()),
    }
}

/// Parses the address of the web page.
pub(crate) fn page_address(text: &str) -> Result<String, String> {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let is_address = |rest: &str| {
        !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'#')
    };
    match rest.is_some_and(is_address) {
        true => Ok(text.to_string()),
        false => Err("expected an address such as https://example.org/, without #".to_string()),
    }
}
