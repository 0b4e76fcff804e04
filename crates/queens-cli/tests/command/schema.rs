//! The JSON output of every command conforms to `docs/schema.json`, and CSV has the same keys.

use super::*;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;
use tempfile::TempDir;

/// Commands that print JSON, each with the schema type of its lines. FOLDER contains the ledgers that they need.
const COMMANDS: [(&str, &str); 48] = [
    ("count 1..9 --format json", "CountResult"),
    ("count 8 --only 180 --format json", "CountResult"),
    ("count 5..7 --rules torus --format json", "CountResult"),
    ("count 7..8 --method tiles --placements --by-first --format json", "CountResult"),
    ("count 7..8 --placements --by-level --format json", "CountResult"),
    ("count 7..8 --method arrays --placements --format json", "CountResult"),
    ("count 1..12 --fundamental --symmetry --double-check --format json", "CountResult"),
    ("count 10 --method cross --ledger FOLDER/new.db --format json", "CountResult"),
    ("count 10 --method cross --ledger FOLDER/2.db --shard 2/2 --format json", "ShardResult"),
    ("estimate 3 --seed 1 --format json", "EstimateResult"),
    ("estimate 220 --samples 2 --seed 1 --format json", "EstimateResult"),
    ("table 0..11 --format json", "PlacementRow"),
    ("table 11..12 --wide --format json", "PlacementRow"),
    ("list 6 --format json", "SolutionRows"),
    ("list 6 --mirror --format json", "SolutionPair"),
    ("find 8 --format json", "SolutionRows"),
    ("find 20 --random --seed 1 --format json", "SolutionRows"),
    ("solve size:8 given:a1 --format json", "SolutionRows"),
    ("solve size:8 given:a1 --all --format json", "SolutionRows"),
    ("solve size:8 given:a1 --count --format json", "PositionCount"),
    ("solve size:8 --count --limit 5 --format json", "PositionCount"),
    ("solve size:8 given:a1,b5 --unique --format json", "UniqueResult"),
    ("solve size:8 given:a1 --unique --format json", "UniqueResult"),
    ("solve size:5 given:a1 --explain --format json", "ExplanationResult"),
    ("solve size:3 --explain --format json", "ExplanationResult"),
    ("solve size:5 given:a1 --hint --format json", "ExplanationStep"),
    ("puzzle new --size 6 --seed 1 --format json", "PuzzleResult"),
    ("puzzle new --size 6 --seed 1 --rules queens --format json", "PuzzleResult"),
    ("puzzle read FOLDER/board.png --format json", "PictureResult"),
    ("trace arrays 5", "TraceStep"),
    ("trace breadth 5", "TraceStep"),
    ("trace tiles 6", "TraceStep"),
    ("compare 0..8 --methods arrays,columns,join --runs 1 --format json", "ComparisonResult"),
    ("plan 10 --format json", "PlanResult"),
    ("plan 14 --method join --format json", "PlanResult"),
    ("bench --size 9 --runs 1 --threads 2 --format json", "BenchmarkResult"),
    ("ledger status FOLDER/all.db FOLDER/1.db --format json", "LedgerStatus"),
    ("ledger status FOLDER/placements.db --format json", "LedgerStatus"),
    ("ledger export FOLDER/all.db --format json", "JobRecord"),
    ("ledger export FOLDER/placements.db --format json", "JobRecord"),
    ("ledger merge FOLDER/merged.db FOLDER/all.db FOLDER/1.db --format json", "MergeResult"),
    ("ledger repair FOLDER/wrong.db FOLDER/repaired.db --format json", "RepairResult"),
    ("verify FOLDER/all.db --format json", "VerificationResult"),
    ("verify FOLDER/1.db --format json", "VerificationResult"),
    ("verify FOLDER/torus.db --format json", "VerificationResult"),
    ("verify FOLDER/wrong.db --format json", "VerificationResult"),
    ("devices --format json", "DeviceResult"),
    ("methods --format json", "MethodResult"),
];

/// Commands that print CSV.
const CSV: [&str; 15] = [
    "count 6..8 --format csv",
    "count 6..8 --rules torus --format csv",
    "count 6..8 --method breadth --placements --fundamental --symmetry --by-first --format csv",
    "count 10 --method cross --ledger FOLDER/2.db --shard 2/2 --format csv",
    "estimate 8 --samples 9 --seed 1 --format csv",
    "table 6..8 --format csv",
    "table 6..8 --wide --format csv",
    "compare 6..7 --methods arrays,join --runs 1 --format csv",
    "plan 9 --format csv",
    "bench --size 9 --runs 1 --format csv",
    "ledger status FOLDER/all.db FOLDER/1.db --format csv",
    "ledger export FOLDER/all.db --format csv",
    "verify FOLDER/all.db --format csv",
    "devices --format csv",
    "methods --format csv",
];

fn schema() -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema.json");
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// The errors of a value that should have a type of the schema.
fn wrong(schema: &Value, name: &str, value: &Value) -> Option<String> {
    assert!(schema["$defs"][name].is_object(), "{name} is not in the schema");
    let schema = json!({ "$ref": format!("#/$defs/{name}"), "$defs": schema["$defs"] });
    let validator = jsonschema::validator_for(&schema).unwrap();
    validator.validate(value).err().map(|error| error.to_string())
}

/// A folder with a picture and ledgers: a complete one, a shard, one with placements, and a damaged one.
fn ledgers() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let shown = folder.path().display();
    printed(&format!("count 10 --method cross --ledger {shown}/all.db"));
    printed(&format!("puzzle new --size 5 --seed 1 --output {shown}/board.png"));
    printed(&format!("count 10 --method cross --ledger {shown}/1.db --shard 1/2"));
    printed(&format!("count 8 --placements --ledger {shown}/placements.db"));
    printed(&format!("count 11 --rules torus --ledger {shown}/torus.db"));
    let mut bytes = fs::read(folder.path().join("all.db")).unwrap();
    // Changes a name in the last record, so that its checksum no longer matches.
    let place = bytes.windows(7).rposition(|word| word == b"queens ").unwrap();
    bytes[place] ^= 1;
    fs::write(folder.path().join("wrong.db"), bytes).unwrap();
    folder
}

/// The stdout of a command, with any exit code.
fn lines(line: &str, folder: &TempDir) -> Vec<String> {
    let line = line.replace("FOLDER", &folder.path().display().to_string());
    let output = queens(&line);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(!text.is_empty(), "queens {line}: {}", String::from_utf8_lossy(&output.stderr));
    text.lines().map(str::to_string).collect()
}

#[test]
fn every_command_prints_what_the_schema_says() {
    let (schema, folder) = (schema(), ledgers());
    for (line, name) in COMMANDS {
        for text in lines(line, &folder) {
            let value: Value = serde_json::from_str(&text).unwrap();
            assert_eq!(wrong(&schema, name, &value), None, "queens {line}: {text}");
        }
    }
    let covered: BTreeSet<String> =
        COMMANDS.iter().map(|(_, name)| format!("#/$defs/{name}")).collect();
    let results = schema["anyOf"].as_array().unwrap().iter();
    let results: BTreeSet<String> =
        results.map(|one| one["$ref"].as_str().unwrap().to_string()).collect();
    assert_eq!(covered, results, "every result of the schema is printed by a command here");
}

#[test]
fn every_command_with_json_is_tested() {
    // The commands in the help of a command, by their names.
    let inner = |command: &str| -> Vec<String> {
        let help = printed(&format!("{command} -h"));
        let Some((_, rest)) = help.split_once("\nCommands:\n") else { return Vec::new() };
        let lines = rest.lines().take_while(|line| !line.is_empty());
        let names = lines.filter_map(|line| line.strip_prefix("  ")?.split_whitespace().next());
        names.filter(|name| *name != "help").map(|name| format!("{command} {name}")).collect()
    };
    let mut tested = 0;
    for command in inner("").into_iter().flat_map(|c| [vec![c.clone()], inner(&c)].concat()) {
        let command = command.trim();
        if printed(&format!("{command} -h")).contains("json]") {
            let found = COMMANDS.iter().any(|(line, _)| line.starts_with(command));
            assert!(found, "queens {command} --format json is not tested");
            tested += 1;
        }
    }
    assert!(tested > 0);
}

#[test]
fn what_is_not_in_the_schema_is_found() {
    let schema = schema();
    let right = json!({ "n": 8, "method": "cross", "solutions": 92, "seconds": 0.5 });
    assert_eq!(wrong(&schema, "CountResult", &right), None);
    let large: Value = serde_json::from_str("340282366920938463463374607431768211455").unwrap();
    for (key, value, is_right) in [
        ("solutions", large, true),
        ("fundamental", json!(12), true),
        ("fundamental", Value::Null, false),
        ("solutions", json!("92"), false),
        ("solutions", json!(92.5), false),
        ("solutions", json!(-92), false),
        ("count", json!(92), false),
    ] {
        let mut changed = right.clone();
        changed[key] = value;
        assert_eq!(wrong(&schema, "CountResult", &changed).is_none(), is_right, "{changed}");
    }
    for key in ["n", "method", "solutions", "seconds"] {
        let mut short = right.clone();
        short.as_object_mut().unwrap().remove(key);
        assert!(wrong(&schema, "CountResult", &short).is_some(), "{key}");
    }
}

#[test]
fn headings_of_csv_are_the_keys_of_json() {
    let folder = ledgers();
    for line in CSV {
        let csv = lines(line, &folder);
        let json = lines(&line.replace("csv", "json"), &folder);
        assert_eq!(csv.len(), json.len() + 1, "queens {line}");
        for object in json {
            let object: Value = serde_json::from_str(&object).unwrap();
            let keys: Vec<&str> = object.as_object().unwrap().keys().map(|key| &**key).collect();
            assert_eq!(csv[0].split(',').collect::<Vec<_>>(), keys, "queens {line}");
        }
    }
}

#[test]
fn every_command_prints_something_in_every_format_that_it_has() {
    for format in ["text", "csv", "markdown"] {
        let folder = ledgers();
        for (line, _) in COMMANDS.iter().filter(|(line, _)| line.contains("--format json")) {
            let line = line.replace("FOLDER", &folder.path().display().to_string());
            let line = line.replace("--format json", &format!("--format {format}"));
            let output = queens(&line);
            let errors = String::from_utf8_lossy(&output.stderr);
            if output.status.code() == Some(2) {
                assert!(errors.contains("'--format <FORMAT>'"), "queens {line}: {errors}");
                continue;
            }
            assert!(!output.stdout.trim_ascii().is_empty(), "queens {line}: {errors}");
        }
    }
}

#[test]
fn rows_with_different_fields_have_common_headings() {
    let folder = ledgers();
    for line in [
        "ledger status FOLDER/all.db FOLDER/torus.db FOLDER/1.db",
        "count 6..8 --queens 7",
        "count 7..8 --queens 7",
        "plan 8 --queens 7 --seconds 1",
    ] {
        let csv = lines(&format!("{line} --format csv"), &folder);
        let json = lines(&format!("{line} --format json"), &folder);
        let heads: Vec<&str> = csv[0].split(',').collect();
        assert_eq!(csv.len(), json.len() + 1, "queens {line}");
        for (row, object) in csv[1..].iter().zip(json) {
            let cells: Vec<&str> = row.split(',').collect();
            assert_eq!(cells.len(), heads.len(), "queens {line}: {row}");
            let object: Value = serde_json::from_str(&object).unwrap();
            let keys: BTreeSet<&str> =
                object.as_object().unwrap().keys().map(|key| &**key).collect();
            assert!(keys.iter().all(|key| heads.contains(key)), "queens {line}: {keys:?}");
            for (head, cell) in heads.iter().zip(cells) {
                let expected = match &object[head] {
                    Value::Null => String::new(),
                    Value::String(text) => text.clone(),
                    other => other.to_string(),
                };
                // Times differ from run to run, and the estimates of a plan follow from times.
                if ["ledger", "n", "rules", "queens", "method", "jobs", "shard"].contains(head) {
                    assert_eq!(cell, expected, "queens {line}: {head}");
                }
            }
        }
    }
    let markdown = lines("ledger status FOLDER/all.db FOLDER/torus.db --format markdown", &folder);
    let tables: Vec<&[String]> = markdown.split(|line| line.is_empty()).collect();
    assert_eq!(tables.len(), 2, "{markdown:?}");
    assert!(tables.iter().all(|table| table[0].starts_with("| ledger")), "{markdown:?}");
}
