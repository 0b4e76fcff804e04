//! Selects the steps to run: those of the groups whose tools are installed, each step once. Steps that install packages come first.

use super::Part;
use crate::step::{Step, When};
use crate::tools::{Missing, Tool};
use anyhow::Result;
use std::collections::HashMap;

/// Steps that need the same tools.
pub struct Group<'sh> {
    pub name: &'static str,
    pub part: Part,
    tools: Vec<Tool>,
    /// Called if all tools are installed.
    steps: Box<dyn Fn() -> Result<Vec<Step<'sh>>> + 'sh>,
}

impl<'sh> Group<'sh> {
    pub fn new(
        name: &'static str,
        part: Part,
        tools: impl Into<Vec<Tool>>,
        steps: impl Fn() -> Result<Vec<Step<'sh>>> + 'sh,
    ) -> Self {
        Self { name, part, tools: tools.into(), steps: Box::new(steps) }
    }
}

/// The steps to run, and the groups that are skipped.
pub struct Schedule<'sh> {
    pub steps: Vec<Step<'sh>>,
    pub skipped: Vec<Skipped>,
}

/// A group that is skipped, and the tools that are missing.
pub struct Skipped {
    group: &'static str,
    missing: Vec<Missing>,
}

/// Selects the groups whose tools `provide` finds or installs.
pub fn schedule(
    groups: Vec<Group<'_>>,
    provide: impl Fn(Tool) -> Result<(), Missing>,
) -> Result<Schedule<'_>> {
    let mut asked: HashMap<Tool, Result<(), Missing>> = HashMap::new();
    let mut schedule = Schedule { steps: Vec::new(), skipped: Vec::new() };
    for Group { name: group, tools, steps, .. } in groups {
        let provided =
            tools.into_iter().map(|tool| *asked.entry(tool).or_insert_with(|| provide(tool)));
        let missing: Vec<Missing> = provided.filter_map(Result::err).collect();
        if missing.is_empty() {
            // Groups may share a step, such as creating the virtual environment.
            for step in steps()? {
                match schedule.steps.iter().find(|known| known.name() == step.name()) {
                    Some(known) => assert_eq!(known.to_string(), step.to_string()),
                    None => schedule.steps.push(step),
                }
            }
        } else {
            schedule.skipped.push(Skipped { group, missing });
        }
    }
    // A stable sort: packages are installed in the order of the groups.
    schedule.steps.sort_by_key(|step| step.when() != When::Ahead);
    Ok(schedule)
}

/// One line per missing tool, with the groups that need it.
pub fn missing_lines(skipped: &[Skipped]) -> Vec<String> {
    let mut lines: Vec<(Missing, Vec<&str>)> = Vec::new();
    for Skipped { group, missing } in skipped {
        for tool in missing {
            match lines.iter_mut().find(|(known, _)| known == tool) {
                Some((_, groups)) => groups.push(group),
                None => lines.push((*tool, vec![group])),
            }
        }
    }
    let line =
        |(tool, groups): &(Missing, Vec<&str>)| format!("skipped {}: {tool}", groups.join(", "));
    lines.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::bail;
    use xshell::{Shell, cmd};

    #[test]
    fn a_group_whose_tool_is_missing_is_skipped_and_the_others_are_run() {
        let sh = &Shell::new().unwrap();
        let step = |name: &'static str| {
            move || {
                Ok(vec![
                    Step::new("shared", cmd!(sh, "shared")),
                    Step::new(name, cmd!(sh, "{name}")),
                ])
            }
        };
        let groups = || {
            vec![
                Group::new("first", Part::Web, [Tool::Node], step("one")),
                Group::new("second", Part::Rust, [Tool::Clippy], step("two")),
                Group::new("third", Part::Web, [Tool::Node, Tool::Chromium], || {
                    bail!("no tools, no steps")
                }),
            ]
        };
        let none = schedule(groups(), |tool| Err(Missing(tool))).unwrap();
        assert!(none.steps.is_empty() && none.skipped.len() == 3);
        let lines = missing_lines(&none.skipped);
        let starts =
            ["skipped first, third: Node", "skipped second: clippy", "skipped third: Chromium"];
        assert_eq!(lines.len(), starts.len());
        for (line, start) in lines.iter().zip(starts) {
            assert!(line.starts_with(start), "{line}");
        }
        let no_browser = |tool| if tool == Tool::Chromium { Err(Missing(tool)) } else { Ok(()) };
        let some = schedule(groups(), no_browser).unwrap();
        let names: Vec<&str> = some.steps.iter().map(Step::name).collect();
        assert_eq!(names, ["shared", "one", "two"], "a shared step is run once");
        let [skipped] = &some.skipped[..] else { panic!("one group is skipped") };
        assert_eq!((skipped.group, &skipped.missing), ("third", &vec![Missing(Tool::Chromium)]));
    }

    #[test]
    fn packages_are_installed_first_and_in_order() {
        let sh = &Shell::new().unwrap();
        let step = |name: &'static str| Step::new(name, cmd!(sh, "{name}"));
        let groups = vec![
            Group::new("first", Part::Rust, [], move || Ok(vec![step("one").in_background()])),
            Group::new("second", Part::Python, [], move || {
                Ok(vec![step("environment").ahead(), step("packages").ahead(), step("two")])
            }),
        ];
        let steps = schedule(groups, |_| Ok(())).unwrap().steps;
        let names: Vec<&str> = steps.iter().map(Step::name).collect();
        assert_eq!(names, ["environment", "packages", "one", "two"]);
    }

    #[test]
    fn a_tool_is_looked_for_once() {
        let asked = std::cell::Cell::new(0);
        let groups = ["first", "second"]
            .map(|name| Group::new(name, Part::Web, [Tool::Node], || Ok(Vec::new())));
        let count = |_| {
            asked.set(asked.get() + 1);
            Ok(())
        };
        schedule(groups.into(), count).unwrap();
        assert_eq!(asked.get(), 1);
    }
}
