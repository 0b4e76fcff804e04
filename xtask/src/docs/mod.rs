//! `cargo xtask docs`: the tables and charts of the documents, from the saved results of benchmarks in `docs/data/`.
//!
//! A table stands between `<!-- generated: NAME -->` and `<!-- end -->`. NAME is a file of `docs/data/`, which can be followed by a
//! view that `bench/render.rs` knows: `<!-- generated: engines one-thread -->`. Counts of several files can be in one table:
//! `<!-- generated: peers-cpu+peers-gpu summary -->`. The block `claims` is the list at the top of the README.

mod chart;
mod claims;
mod pictures;

use crate::bench::render;
use crate::bench::result::{Figures, Saved};
use crate::project;
use anyhow::{Context, Result, bail, ensure};
use std::fs;
use std::path::{Path, PathBuf};

/// Write the generated tables and charts of the documents from the saved results in docs/data/.
#[derive(clap::Args)]
pub struct Options {
    /// Write nothing; fail if a file is out of date, and name it
    #[arg(long)]
    pub check: bool,
}

const BEGIN: &str = "<!-- generated: ";
const END: &str = "<!-- end -->";

pub fn run(options: &Options) -> Result<()> {
    let stale = stale(&project::root())?;
    if options.check {
        let names: Vec<String> = stale.iter().map(|file| file.path.display().to_string()).collect();
        ensure!(names.is_empty(), "out of date: {}. Run: cargo xtask docs", names.join(", "));
        return Ok(());
    }
    for Generated { path, text } in stale {
        let whole = project::root().join(&path);
        fs::write(&whole, text).with_context(|| whole.display().to_string())?;
        println!("{}", path.display());
    }
    Ok(())
}

/// A file as it should be.
struct Generated {
    /// From the root of the project.
    path: PathBuf,
    text: String,
}

/// The files that are not as they should be.
fn stale(root: &Path) -> Result<Vec<Generated>> {
    let mut files = Vec::new();
    for path in documents(root)? {
        let text = fs::read_to_string(root.join(&path))?;
        let text = fill(&text, |name, view| table(root, name, view));
        files.push(Generated { text: text.with_context(|| path.display().to_string())?, path });
    }
    files.extend(pictures::all(root)?);
    let is_stale = |file: &Generated| {
        fs::read_to_string(root.join(&file.path)).ok().as_ref() != Some(&file.text)
    };
    Ok(files.into_iter().filter(is_stale).collect())
}

/// The README and the documents.
fn documents(root: &Path) -> Result<Vec<PathBuf>> {
    let mut paths = vec![PathBuf::from("README.md")];
    for entry in fs::read_dir(root.join("docs"))? {
        let name = PathBuf::from(entry?.file_name());
        if name.extension().is_some_and(|extension| extension == "md") {
            paths.push(Path::new("docs").join(name));
        }
    }
    paths.sort();
    Ok(paths)
}

fn saved(root: &Path, name: &str) -> Result<Saved> {
    Saved::read(&root.join("docs").join("data").join(format!("{name}.json")))
}

fn table(root: &Path, names: &str, view: Option<&str>) -> Result<String> {
    if names == "claims" {
        return claims::claims(root);
    }
    let mut names = names.split('+');
    let mut first = saved(root, names.next().unwrap_or_default())?;
    for name in names {
        first = joined(first, saved(root, name)?).with_context(|| name.to_string())?;
    }
    render::page(&first, view).with_context(|| first.name.clone())
}

/// The counts of two results for one table. What was measured on another machine or another day is described separately.
fn joined(mut one: Saved, other: Saved) -> Result<Saved> {
    let same = one.machine.cpu == other.machine.cpu && one.date == other.date;
    let described = render::measured(&other, false);
    let (Figures::Peers(counts), Figures::Peers(more)) = (&mut one.figures, other.figures) else {
        bail!("only counts compared with peers can be in one table");
    };
    counts.counts.extend(more.counts);
    if same {
        one.machine.gpu = one.machine.gpu.or(other.machine.gpu);
        one.command += &format!("` and `{}", other.command);
    } else {
        let notes = [one.note, Some(described), other.note];
        one.note = Some(notes.into_iter().flatten().collect::<Vec<_>>().join(" "));
    }
    Ok(one)
}

/// A text with its generated blocks replaced.
fn fill(text: &str, table: impl Fn(&str, Option<&str>) -> Result<String>) -> Result<String> {
    let mut filled = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(BEGIN) {
        let Some((label, block)) = after.split_once(" -->") else {
            bail!("'{BEGIN}' has no '-->'");
        };
        let Some((old, next)) = block.split_once(END) else {
            bail!("'{BEGIN}{label} -->' has no '{END}'");
        };
        ensure!(!old.contains(BEGIN), "'{BEGIN}{label} -->' has no '{END}' of its own");
        let (name, view) = match label.split_once(' ') {
            Some((name, view)) => (name, Some(view)),
            None => (label, None),
        };
        let table = table(name, view)?;
        filled += &format!("{before}{BEGIN}{label} -->\n\n{table}\n\n{END}");
        rest = next;
    }
    Ok(filled + rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::result::{Machine, Peers};

    fn filled(text: &str) -> Result<String> {
        fill(text, |name, view| Ok(format!("[{name} {view:?}]")))
    }

    #[test]
    fn blocks_are_replaced_and_the_rest_is_unchanged() {
        let text = "# A\n<!-- generated: peers -->\nold\n<!-- end -->\nB\n<!-- generated: engines summary -->\n<!-- end -->\n";
        let new = "# A\n<!-- generated: peers -->\n\n[peers None]\n\n<!-- end -->\nB\n\
                   <!-- generated: engines summary -->\n\n[engines Some(\"summary\")]\n\n<!-- end -->\n";
        assert_eq!(filled(text).unwrap(), new);
        assert_eq!(filled(new).unwrap(), new, "filling twice changes nothing");
        assert_eq!(filled("no block").unwrap(), "no block");
    }

    #[test]
    fn a_block_without_an_end_is_an_error() {
        for text in [
            "<!-- generated: a -->",
            "<!-- generated: a",
            "<!-- generated: a --> <!-- generated: b --> <!-- end -->",
        ] {
            assert!(filled(text).is_err(), "{text}");
        }
    }

    #[test]
    fn counts_of_two_results_are_joined() {
        let result = |date: &str, gpu: Option<&str>, figures| Saved {
            name: "peers".into(),
            command: format!("command of {date}"),
            date: date.into(),
            machine: Machine {
                cpu: "CPU".into(),
                cores: 16,
                memory_bytes: None,
                gpu: gpu.map(str::to_string),
                os: "Linux".into(),
            },
            version: "0.1.0".into(),
            commit: None,
            note: None,
            figures,
        };
        let peers = |date, gpu| result(date, gpu, Figures::Peers(Peers::default()));
        let same = joined(peers("day 1", None), peers("day 1", Some("GPU"))).unwrap();
        assert_eq!((same.machine.gpu.as_deref(), same.note), (Some("GPU"), None));
        assert_eq!(same.command, "command of day 1` and `command of day 1");
        let other = joined(peers("day 1", None), peers("day 2", Some("GPU"))).unwrap();
        assert!(other.note.is_some_and(|note| note.contains("day 2") && note.contains("GPU")));
        let wrong = result("day 1", None, Figures::Engines(Vec::new()));
        assert!(joined(peers("day 1", None), wrong).is_err());
    }

    #[test]
    fn a_missing_result_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let error = format!("{:#}", table(folder.path(), "speed", None).unwrap_err());
        assert!(error.contains("speed.json"), "{error}");
    }
}
