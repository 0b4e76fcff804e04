//! The files of a release: workflows, scripts, the Dockerfile, the Kubernetes example and the citation are linted.

use super::python::Environment;
use crate::project::root;
use crate::step::Step;
use anyhow::Result;
use xshell::{Shell, cmd};

/// The steps that lint them.
pub fn steps(sh: &Shell) -> Result<Vec<Step<'_>>> {
    let environment = Environment::of_the_project(sh)?;
    let scripts = root().join(".github").join("scripts");
    let (requirements, lint) = (scripts.join("lint-requirements.txt"), scripts.join("lint.sh"));
    let mut steps = environment.steps()?;
    steps.extend([
        Step::new("linters", environment.install().arg("-r").arg(requirements)).ahead(),
        Step::new("release files", cmd!(sh, "sh {lint}"))
            .after("linters")
            .variable("PATH", environment.search_path()?),
    ]);
    Ok(steps)
}
