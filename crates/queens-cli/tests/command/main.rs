//! Tests of the binary: its output, its messages and its exit codes.

mod bad_lines;
mod compare;
mod count;
mod devices;
mod draw;
mod estimate;
mod exit_codes;
mod export;
mod formats;
#[cfg(unix)]
mod hostile;
#[cfg(unix)]
mod interrupts;
mod ledger;
mod ledger_files;
mod ledger_stress;
mod list;
#[cfg(target_os = "linux")]
mod memory;
mod others;
mod pictures;
mod plan_and_bench;
mod positions;
mod schema;
mod serve;
mod shared_ledgers;
mod sheet;
mod table;
mod trace;
mod tree;
#[cfg(feature = "wgpu")]
mod wgpu;
#[cfg(unix)]
mod writes;

use assert_cmd::Command;
use queens_gpu::{Notice, Platform, Unavailable};
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::process::{Command as Process, Output, Stdio};

/// Mesa's choice of a default GPU looks for a screen, and prints a line on stderr where there is none. It is not needed.
const QUIET: (&str, &str) = ("NODEVICE_SELECT", "1");

fn queens_command(line: &str) -> Command {
    let mut command = Command::cargo_bin("queens").unwrap();
    command.env_remove("NO_COLOR").env(QUIET.0, QUIET.1).args(line.split_whitespace());
    command
}

fn queens(line: &str) -> Output {
    queens_command(line).output().unwrap()
}

/// Runs a command. Returns its exit code, stdout and stderr.
fn ended(line: &str) -> (i32, String, String) {
    texts(queens(line))
}

fn texts(output: Output) -> (i32, String, String) {
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// Runs a command with a text on standard input. Returns its exit code, stdout and stderr.
fn with_input(line: &str, input: &str) -> (i32, String, String) {
    let mut command = Process::new(env!("CARGO_BIN_EXE_queens"));
    command.args(line.split_whitespace());
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().unwrap();
    // A command with invalid arguments does not read its input.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    texts(child.wait_with_output().unwrap())
}

/// Whether there is no NVIDIA driver.
fn cuda_is_missing() -> bool {
    queens_gpu::devices().1.contains(&Notice::NoDevices(Platform::Cuda, Unavailable::NoDriver))
}

/// The stdout of a command that must succeed without messages.
fn printed(line: &str) -> String {
    let (code, out, errors) = ended(line);
    assert!(code == 0 && errors.is_empty(), "queens {line}: {errors}");
    out
}

/// The JSON values that a command prints, one per line.
fn json(line: &str) -> Vec<Value> {
    printed(line).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The last of these values.
fn last_json(line: &str) -> Value {
    json(line).pop().unwrap()
}

/// The one line on stderr of a command that must fail with exit code 2 and print nothing.
fn refused(line: &str) -> String {
    one_refusal(line, queens(line))
}

fn one_refusal(line: &str, output: Output) -> String {
    assert_eq!(output.status.code(), Some(2), "queens {line}");
    assert!(output.stdout.is_empty(), "queens {line}");
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.starts_with("queens: ") && errors.lines().count() == 1, "{errors}");
    errors
}
