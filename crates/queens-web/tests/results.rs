//! Results in answers match `docs/schema.json` and the output of the command.

use queens::study::trace::Trace;
use queens::{Method, Never, Request, Rules};
use queens_puzzles::Position;
use queens_puzzles::puzzle::PuzzleRequest;
use queens_puzzles::solve::explain;
use queens_results::*;
use queens_web::{Package, Session};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;

/// The module of the page, or of the npm package.
#[derive(Clone, Copy, Debug)]
enum Module {
    Page,
    Npm,
}

impl Module {
    /// The answer to the last of these questions, in one session.
    fn answers(self, questions: &[Value]) -> Value {
        let (mut page, mut npm) = (Session::default(), Package::default());
        let mut last = Value::Null;
        for question in questions {
            let text = question.to_string();
            let answer = match self {
                Self::Page => page.answer(&text),
                Self::Npm => npm.answer(&text),
            };
            let answer: Value = serde_json::from_str(&answer).unwrap();
            last = answer.get("ok").unwrap_or_else(|| panic!("{question}: {answer}")).clone();
        }
        last
    }

    fn answer(self, question: Value) -> Value {
        self.answers(&[question])
    }
}

use Module::{Npm, Page};

const POSITION: &str = "size:8 given:a1";

/// Questions whose answer contains results: the path and the type of the results. `*` is each item of a list.
fn questions() -> Vec<(Module, Vec<Value>, &'static str, &'static str)> {
    let count = |n, method, statistics| json!({ "measure": { "n": n, "method": method, "statistics": statistics } });
    let mut questions = vec![
        (Page, vec![json!({ "methods": {} })], "/*", "MethodResult"),
        (Npm, vec![json!({ "methods": {} })], "/*", "MethodResult"),
        (
            Page,
            vec![json!({ "solutions": { "position": POSITION, "limit": 3 } })],
            "",
            "PositionCount",
        ),
        (
            Npm,
            vec![json!({ "count-position": { "position": POSITION, "limit": null } })],
            "",
            "PositionCount",
        ),
        (
            Npm,
            vec![json!({ "count-position": { "position": POSITION, "limit": 3 } })],
            "",
            "PositionCount",
        ),
        (
            Npm,
            vec![
                json!({ "count": { "n": 7, "method": null, "rules": "torus", "statistics": false } }),
            ],
            "",
            "CountResult",
        ),
        (
            Npm,
            vec![
                json!({ "count": { "n": 7, "method": "tiles", "rules": null, "statistics": true } }),
            ],
            "",
            "CountResult",
        ),
        (
            Page,
            vec![json!({ "hint": { "position": "size:4 closed:c4", "crossed": [] } })],
            "/step",
            "ExplanationStep",
        ),
        (
            Npm,
            vec![json!({ "explain": { "position": POSITION } })],
            "/explanation",
            "ExplanationResult",
        ),
        (
            Npm,
            vec![json!({ "explain": { "position": "size:3" } })],
            "/explanation",
            "ExplanationResult",
        ),
        (
            Page,
            vec![json!({ "solve": { "position": POSITION, "seed": 1 } })],
            "/solution",
            "SolutionRows",
        ),
        (
            Npm,
            vec![json!({ "solve": { "position": POSITION, "seed": "1" } })],
            "/solution",
            "SolutionRows",
        ),
        (Npm, vec![json!({ "find": { "kind": "formula", "n": 30 } })], "", "SolutionRows"),
        (
            Npm,
            vec![
                json!({ "search": { "position": POSITION, "fundamental": false } }),
                json!({ "next": { "count": 9 } }),
            ],
            "/*",
            "SolutionRows",
        ),
        (
            Page,
            vec![
                json!({ "list": { "n": 6, "fundamental": false } }),
                json!({ "rows": { "from": 0, "count": 9 } }),
            ],
            "/*",
            "SolutionRows",
        ),
        (Page, vec![json!({ "check": { "text": "2 4 1 3" } })], "/solution", "SolutionRows"),
    ];
    for info in Method::all().map(Method::info) {
        questions.push((
            Page,
            vec![count(7, info.name, !info.statistics.is_empty())],
            "",
            "CountResult",
        ));
    }
    for rules in ["regions", "queens"] {
        let of = |seed: Value| json!({ "puzzle": { "n": 6, "rules": rules, "seed": seed, "difficulty": null } });
        questions.push((Page, vec![of(json!(1))], "", "PuzzleResult"));
        questions.push((Npm, vec![of(json!("1"))], "", "PuzzleResult"));
    }
    for (method, steps) in [("arrays", 40), ("breadth", 40), ("tiles", 400)] {
        for step in 1..=steps {
            let watch = json!({ "watch": { "method": method, "n": 5, "step": step } });
            questions.push((Page, vec![watch], "/last", "TraceStep"));
        }
    }
    questions
}

fn schema() -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema.json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn answers_match_the_schema() {
    let schema = schema();
    let validator = |name: &str| {
        assert!(schema["$defs"][name].is_object(), "{name} is not in the schema");
        let one = json!({ "$ref": format!("#/$defs/{name}"), "$defs": schema["$defs"] });
        jsonschema::validator_for(&one).unwrap()
    };
    let mut seen = BTreeSet::new();
    for (module, questions, place, name) in questions() {
        let answer = module.answers(&questions);
        let results = match place.strip_suffix("/*") {
            Some(list) => answer.pointer(list).unwrap().as_array().unwrap().clone(),
            None => vec![answer.pointer(place).unwrap().clone()],
        };
        assert!(!results.is_empty(), "{questions:?}");
        let validator = validator(name);
        for result in results {
            let error = validator.validate(&result).err().map(|error| error.to_string());
            assert_eq!(error, None, "{module:?} {questions:?}: {result}");
            seen.insert(name);
        }
    }
    assert_eq!(seen.len(), 8, "{seen:?}");
}

/// The JSON of a result as the command prints it, with a time of 0.
fn printed(result: &impl Serialize) -> String {
    let mut result = serde_json::to_value(result).unwrap();
    if let Some(seconds) = result.get_mut("seconds") {
        *seconds = json!(0);
    }
    result.to_string()
}

/// Asserts that answers equal the result of the library, except for times, and that they round-trip.
fn same<T: Serialize + DeserializeOwned>(expected: &T, answers: impl IntoIterator<Item = Value>) {
    for answer in answers {
        assert_eq!(printed(&answer), printed(expected));
        let read: T = serde_json::from_value(answer.clone()).unwrap();
        assert_eq!(printed(&read), printed(&answer));
    }
}

#[test]
fn page_and_package_and_library_give_the_same_results() {
    let methods: Vec<MethodResult> = Method::all().map(|method| method.info().into()).collect();
    same(&methods, [Page, Npm].map(|module| module.answer(json!({ "methods": {} }))));

    for method in Method::all() {
        let statistics = !method.info().statistics.is_empty();
        let request = Request::count(7).unwrap().method(method);
        let request = if statistics { request.statistics() } else { request };
        let expected = CountResult::new(&request.plan().unwrap(), &request.run().unwrap(), 0.0);
        let name = method.name();
        let page = json!({ "measure": { "n": 7, "method": name, "statistics": statistics } });
        let npm =
            json!({ "count": { "n": 7, "method": name, "rules": null, "statistics": statistics } });
        same(&expected, [Page.answer(page), Npm.answer(npm)]);
    }

    let position: Position = POSITION.parse().unwrap();
    for (limit, solutions, limited) in [(9, 4, false), (4, 4, false), (3, 3, true)] {
        let page = json!({ "solutions": { "position": POSITION, "limit": limit } });
        let npm = json!({ "count-position": { "position": POSITION, "limit": limit } });
        let expected = PositionCount::new(&position, solutions, limited);
        same(&expected, [Page.answer(page), Npm.answer(npm)]);
    }

    let explanation = explain(&position, &Never).unwrap();
    let expected = ExplanationResult::new(&position, &explanation);
    let npm = Npm.answer(json!({ "explain": { "position": POSITION } }));
    same(&expected, [npm["explanation"].clone()]);
    assert_eq!(npm["because"].as_array().unwrap().len(), expected.steps.len());
    let page = Page.answer(json!({ "hint": { "position": POSITION, "crossed": [] } }));
    same(&expected.steps[0], [page["step"].clone()]);
    assert_eq!(page["because"], npm["because"][0]);

    for rules in [Rules::Regions, Rules::Queens] {
        let expected =
            PuzzleResult::from(&PuzzleRequest::new(6).rules(rules).seed(1).make(&Never).unwrap());
        let of = |seed: Value| json!({ "puzzle": { "n": 6, "rules": rules.name(), "seed": seed, "difficulty": null } });
        same(&expected, [Page.answer(of(json!(1))), Npm.answer(of(json!("1")))]);
    }

    let steps = Trace::new(Method::BREADTH, 5).unwrap().steps(0, 60);
    for (index, step) in (0..).zip(steps) {
        let watch = json!({ "watch": { "method": "breadth", "n": 5, "step": index + 1 } });
        same(&TraceStep::new(index, step), [Page.answer(watch)["last"].clone()]);
    }
}
