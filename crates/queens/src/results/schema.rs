//! The JSON Schema and the TypeScript types of all results, written by `cargo xtask schema`.

use super::*;
use crate::engines::{Order, ThreadUse};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Value, json};
use ts_rs::{Config, TS};

/// What writes both files.
pub const COMMAND: &str = "cargo xtask schema";

/// A file that is generated from the types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// Its place in the repository.
    pub path: &'static str,
    /// What it should hold.
    pub text: String,
}

/// All files that are generated from the types.
pub fn files() -> [Generated; 3] {
    let all = All::new();
    [
        Generated { path: "docs/schema.json", text: all.json_schema() },
        Generated { path: "web/src/results.ts", text: all.typescript() },
        // The npm package is compiled from its own folder.
        Generated { path: "npm/src/results.ts", text: all.typescript() },
    ]
}

/// What reads the JSON of results in TypeScript; the names of the exact fields come before it.
///
/// `JSON.parse` tells the digits of a number only in runtimes from 2025 on, so the text is changed before it is read. No text of a
/// result can look like a field, because the quotes in it are escaped.
const PARSE: &str = r#"const EXACT_FIELD = new RegExp(`"(${[...EXACT_FIELDS].join("|")})":(\\d+)`, "g");

/** Reads the JSON of results, or of what contains results: as `JSON.parse`, but with each of these fields as a bigint. */
export function parseResults(text: string): unknown {
  let hasExact = false;
  const quoted = text.replace(EXACT_FIELD, (_, name: string, digits: string) => {
    hasExact = true;
    return `"${name}":"${digits}"`;
  });
  const revive = (name: string, value: unknown) =>
    EXACT_FIELDS.has(name) && typeof value === "string" ? BigInt(value) : value;
  // Long lists of solutions have no such field, and reviving each of their numbers would take longer than reading them.
  return hasExact ? JSON.parse(quoted, revive) : JSON.parse(text);
}
"#;

/// All types, in the order of the documentation.
struct All {
    generator: SchemaGenerator,
    names: Vec<String>,
    types: Vec<String>,
}

impl All {
    fn new() -> Self {
        let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
        let mut all = Self { generator, names: Vec::new(), types: Vec::new() };
        all.result::<CountResult>();
        all.result::<ShardResult>();
        all.result::<PlacementRow>();
        all.result::<SolutionRows>();
        all.result::<SolutionPair>();
        all.result::<PositionCount>();
        all.result::<UniqueResult>();
        all.result::<ExplanationResult>();
        all.part::<ExplanationStep>();
        all.result::<PuzzleResult>();
        all.result::<TraceStep>();
        all.part::<StepKind>();
        all.result::<ComparisonResult>();
        all.result::<PlanResult>();
        all.result::<BenchmarkResult>();
        all.result::<LedgerStatus>();
        all.result::<JobRecord>();
        all.result::<MergeResult>();
        all.result::<VerificationResult>();
        all.part::<VerificationOutcome>();
        all.result::<DeviceResult>();
        all.result::<MethodResult>();
        all.part::<ThreadUse>();
        all.part::<Order>();
        all
    }

    /// What a line of output is.
    fn result<T: JsonSchema + TS + 'static>(&mut self) {
        self.names.push(T::schema_name().into_owned());
        self.part::<T>();
    }

    /// What is part of others.
    fn part<T: JsonSchema + TS + 'static>(&mut self) {
        self.generator.subschema_for::<T>();
        // Which numbers are bigints is decided by the name of their field: see `typescript`.
        let config = Config::new().with_large_int("number");
        let docs = T::docs().unwrap_or_default();
        self.types.push(tidy(&format!("{docs}export {}", T::decl(&config))));
    }

    fn json_schema(&self) -> String {
        let refs = self.names.iter().map(|name| json!({ "$ref": format!("#/$defs/{name}") }));
        let mut definitions = self.generator.definitions().clone();
        definitions.values_mut().for_each(without_null);
        let schema = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "Results of queens",
            "description": "A line that a command prints with --format json is one of these. Generated from the types of the library.",
            "anyOf": refs.collect::<Vec<_>>(),
            "$defs": definitions,
        });
        format!("{schema:#}\n")
    }

    /// The types, and what reads them. A field that may exceed 2^53 in one of the types is a bigint in all of them, so that
    /// what reads the JSON needs to know only names.
    fn typescript(&self) -> String {
        let exact = self.exact_fields();
        let head = format!(
            "// Generated from the types of the library by `{COMMAND}`: do not edit.\n\
             // Integers are exact in JSON. Those that may be beyond 2^53 are bigints here: read the JSON with `parseResults`.\n\n"
        );
        let names: String = exact.iter().map(|name| format!("  \"{name}\",\n")).collect();
        let names = format!(
            "/** The fields whose numbers may be beyond 2^53, where JSON.parse would round them. */\n\
             export const EXACT_FIELDS: ReadonlySet<string> = new Set([\n{names}]);\n\n"
        );
        let of_field = |line: &str| {
            let field = line.trim_start().split([':', '?']).next().unwrap_or_default();
            let is_exact = exact.iter().any(|name| name == field);
            let line = if is_exact { line.replace("number", "bigint") } else { line.to_string() };
            line + "\n"
        };
        let types: String = self.types.join("\n").lines().map(of_field).collect();
        format!("{head}{names}{PARSE}\n{types}")
    }

    /// The names of the fields that may hold an integer of more than 64 bits, in the order in which they are found.
    fn exact_fields(&self) -> Vec<String> {
        let mut exact: Vec<String> = Vec::new();
        for definition in self.generator.definitions().values() {
            for (name, field) in definition["properties"].as_object().into_iter().flatten() {
                let holds = |name: &str| match &field["type"] {
                    Value::Array(names) => names.contains(&json!(name)),
                    kind => kind == name,
                };
                // Integers of any size have no format.
                let is_exact =
                    holds("integer") && matches!(field["format"].as_str(), None | Some("uint128"));
                if is_exact && !exact.contains(name) {
                    exact.push(name.clone());
                }
            }
        }
        exact
    }
}

/// Fields that are left out where they do not apply are never null.
fn without_null(definition: &mut Value) {
    let required =
        definition.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    let Some(properties) = definition.get_mut("properties").and_then(Value::as_object_mut) else {
        return;
    };
    for (_, property) in properties.iter_mut().filter(|(key, _)| !required.contains(&json!(key))) {
        let Some(property) = property.as_object_mut() else { continue };
        if let Some(Value::Array(mut types)) = property.get("type").cloned() {
            types.retain(|name| name != "null");
            if let [one] = &types[..] {
                property.insert("type".into(), one.clone());
            }
        }
        if let Some(Value::Array(mut choices)) = property.get("anyOf").cloned() {
            choices.retain(|choice| choice["type"] != "null");
            if let [Value::Object(one)] = &choices[..] {
                property.shift_remove("anyOf");
                property.extend(one.clone());
            }
        }
    }
}

/// A declaration with a line for each field and one for its description.
fn tidy(declaration: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut is_inside = false;
    for line in declaration.lines().map(str::trim_end) {
        let end = line.strip_suffix(", };");
        let indent = if is_inside { "  " } else { "" };
        match (line.trim_start(), lines.last()) {
            ("*/", Some(last)) if lines.iter().rev().nth(1).is_some_and(|l| l.trim() == "/**") => {
                let text = last.trim().trim_start_matches("* ").to_string();
                lines.truncate(lines.len() - 2);
                lines.push(format!("{indent}/** {text} */"));
            }
            (field, _) if is_inside && !field.starts_with(['/', '*']) => {
                let field = end.unwrap_or(field.trim_end_matches(','));
                lines.push(format!("{indent}{field};"));
            }
            (text, _) if text.starts_with('*') => lines.push(format!("{indent} {text}")),
            (text, _) => lines.push(format!("{indent}{text}")),
        }
        is_inside = (is_inside || line.ends_with('{')) && end.is_none();
        if end.is_some() {
            lines.push("};".to_string());
        }
    }
    lines.join("\n") + "\n"
}
