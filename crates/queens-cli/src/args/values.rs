//! How values are read: methods, numbers, sizes; what is wrong with one says what is allowed.

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::ErrorKind;
use queens::{Method, Rules, Simd};
use std::ffi::OsStr;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// A method, or the fastest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Choice(pub(crate) Option<Method>);

/// Reads a method or 'auto'; shells complete the name.
#[derive(Clone)]
pub(super) struct ChoiceName;

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

/// Vector instructions that this CPU has.
pub(super) fn simd(name: &str) -> Result<Simd, String> {
    name.parse::<Simd>().map_err(|error| error.to_string())
}

/// Reads a method; shells complete its name.
#[derive(Clone)]
pub(super) struct MethodName;

impl TypedValueParser for MethodName {
    type Value = Method;

    fn parse_ref(
        &self,
        command: &clap::Command,
        _argument: Option<&clap::Arg>,
        name: &OsStr,
    ) -> Result<Method, clap::Error> {
        name.to_string_lossy().parse::<Method>().map_err(|error| {
            let message = format!("{error} 'queens methods' lists them\n");
            clap::Error::raw(ErrorKind::InvalidValue, message).with_cmd(command)
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let name = |info: &queens::methods::MethodInfo| PossibleValue::new(info.name);
        Some(Box::new(Method::all().iter().map(name)))
    }
}

/// Reads rules; shells complete their names. Of the rules of regions no empty board can be counted.
#[derive(Clone)]
pub(super) struct CountRules;

impl TypedValueParser for CountRules {
    type Value = Rules;

    fn parse_ref(
        &self,
        command: &clap::Command,
        _argument: Option<&clap::Arg>,
        name: &OsStr,
    ) -> Result<Rules, clap::Error> {
        let name = name.to_string_lossy();
        let known = Rules::ALL.into_iter().find(|rules| rules.name() == name);
        known.filter(|&rules| rules != Rules::Regions).ok_or_else(|| {
            let message = format!("rules '{name}': queens, torus or superqueens can be counted\n");
            clap::Error::raw(ErrorKind::InvalidValue, message).with_cmd(command)
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let counted = Rules::ALL.into_iter().filter(|&rules| rules != Rules::Regions);
        Some(Box::new(counted.map(|rules| PossibleValue::new(rules.name()))))
    }
}

/// A whole number, or what is allowed.
pub(super) fn whole<T: FromStr>(text: &str) -> Result<T, String> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    digits
        .then(|| text.parse().ok())
        .flatten()
        .ok_or_else(|| "a whole number from 0 on".to_string())
}

/// The size of a board.
pub(super) fn size(text: &str) -> Result<usize, String> {
    whole(text).map_err(|_| format!("a whole number from 0 to {}", queens::MAX_SIZE))
}

/// A whole number in a range.
pub(super) fn within<T>(text: &str, range: RangeInclusive<T>) -> Result<T, String>
where
    T: FromStr + PartialOrd + Display,
{
    let number = whole(text).ok().filter(|number| range.contains(number));
    number.ok_or_else(|| format!("a whole number from {} to {}", range.start(), range.end()))
}

pub(super) fn threads(text: &str) -> Result<usize, String> {
    within(text, 1..=queens::Threads::LIMIT)
}

pub(super) fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds.is_finite() && seconds > 0.0 => Ok(seconds),
        _ => Err("a number of seconds above 0".to_string()),
    }
}
