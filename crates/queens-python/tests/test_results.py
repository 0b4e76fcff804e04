"""Results: the fields of the classes are those of ``docs/schema.json``, and the command gives the same for the same request."""

from __future__ import annotations

import dataclasses
import json
import os
import pickle
import subprocess
import types
import typing
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import jsonschema
import pytest
from painted import painted
from sessions import count_into

import n_queens as queens
from n_queens import Position, Solution, results
from n_queens.results import Result

ROOT = Path(__file__).parents[3]
SCHEMA: dict[str, Any] = json.loads((ROOT / "docs" / "schema.json").read_text(encoding="utf-8"))
DEFINITIONS: dict[str, dict[str, Any]] = SCHEMA["$defs"]
COMMAND = os.environ.get("QUEENS_COMMAND")

#: Results of commands for which the package has no function.
NOT_IN_PYTHON = {"BenchmarkResult", "MergeResult", "PlacementRow", "RepairResult", "ShardResult"}
CLASSES: list[type[Result]] = [
    getattr(results, name)
    for name, definition in DEFINITIONS.items()
    if definition.get("type") == "object" and name not in NOT_IN_PYTHON
]


def of_schema(part: dict[str, Any]) -> set[str]:
    """The names of the types that a part of the schema allows."""
    if "$ref" in part:
        return {part["$ref"].removeprefix("#/$defs/")}
    if "anyOf" in part:
        return set().union(*(of_schema(one) for one in part["anyOf"]))
    names = part["type"] if isinstance(part["type"], list) else [part["type"]]
    return {f"array of {of_schema(part['items'])}" if name == "array" else name for name in names}


def of_python(kind: Any) -> set[str]:
    """The names of the types that a Python type allows, as in the schema."""
    plain = {int: "integer", float: "number", str: "string", bool: "boolean", type(None): "null", Solution: "SolutionRows"}
    if kind in plain:
        return {plain[kind]}
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin in (types.UnionType, typing.Union):
        return set().union(*(of_python(one) for one in inner))
    if origin is typing.Literal:
        # A type of the schema with these values; otherwise the schema has any text, and Python is more precise.
        named = {name for name, values in CHOICES.items() if values == list(inner)}
        return named or {"string"}
    if origin is tuple:
        assert inner[1] is ...
        return {f"array of {of_python(inner[0])}"}
    return {kind.__name__}


#: The types of the schema that are one of several strings.
CHOICES = {
    name: [one["const"] for one in definition["oneOf"]]
    for name, definition in DEFINITIONS.items()
    if "oneOf" in definition
}


def fields(cls: type[Result]) -> tuple[dataclasses.Field[Any], ...]:
    return dataclasses.fields(cls)  # type: ignore[arg-type]


@pytest.mark.parametrize("cls", CLASSES)
def test_a_class_has_the_fields_of_the_schema(cls: type[Result]) -> None:
    definition = DEFINITIONS[cls.__name__]
    properties = definition["properties"]
    assert [field.name for field in fields(cls)] == list(properties)
    required = [field.name for field in fields(cls) if field.default is dataclasses.MISSING]
    assert required == definition["required"]
    kinds = typing.get_type_hints(cls)
    for field in fields(cls):
        absent = {"null"} if field.default is None else set()
        assert of_python(kinds[field.name]) == of_schema(properties[field.name]) | absent, field.name


def test_every_result_has_a_class_or_is_listed_as_missing() -> None:
    objects = {name for name, definition in DEFINITIONS.items() if definition.get("type") == "object"}
    assert NOT_IN_PYTHON < objects and not any(hasattr(results, name) for name in NOT_IN_PYTHON)
    assert {cls.__name__ for cls in CLASSES} == {name for name in results.__all__ if name != "Result"}
    assert set(results.__all__) - {"Result"} <= set(queens.__all__)


class Request(NamedTuple):
    """The same request to the command and to the package."""

    words: str
    call: Callable[[Path], Result | list[Any]]
    #: Fields whose values differ from run to run.
    varying: tuple[str, ...] = ()
    #: Whether only the last line of the command's output is compared.
    last: bool = False


TIMES = ("best_seconds", "median_seconds", "ns_per_solution", "ratio", "max_speedup")
SPEEDS = ("seconds", "samples_per_second_per_thread")
ESTIMATES = (
    "estimated_seconds",
    "estimated_seconds_low",
    "estimated_seconds_high",
    "basis",
    "samples",
    "memory_bytes",
)

# FOLDER is where the ledgers are.
REQUESTS = [
    Request("count 8", lambda _: queens.count(8), ("seconds",)),
    Request("count 7 --rules torus", lambda _: queens.count(7, rules="torus"), ("seconds",)),
    Request("count 12 --only 90", lambda _: queens.count(12, only="90"), ("seconds",)),
    Request(
        "count 8 --method tiles --placements --by-first",
        lambda _: queens.count(8, method="tiles", statistics=True, by_first=True),
        ("seconds",),
    ),
    Request("count 8 --placements --by-level", lambda _: queens.count(8, by_level=True), ("seconds",)),
    Request("count 9 --rules reflecting", lambda _: queens.count(9, rules="reflecting"), ("seconds",)),
    Request(
        "count 12 --rules superqueens --fundamental --symmetry",
        lambda _: queens.count(12, rules="superqueens", fundamental=True, symmetry=True),
        ("seconds",),
    ),
    Request(
        "count 12 --method cross --fundamental --symmetry",
        lambda _: queens.count(12, method="cross", fundamental=True, symmetry=True),
        ("seconds",),
    ),
    Request("estimate 3 --seed 0", lambda _: queens.estimate(3), SPEEDS),
    Request("estimate 9 --samples 50 --seed 4", lambda _: queens.estimate(9, samples=50, seed=4), SPEEDS),
    Request("estimate 300 --error 500% --seed 4", lambda _: queens.estimate(300, error=5, seed=4), SPEEDS),
    Request("methods", lambda _: queens.methods()),
    Request(
        "compare 6..7 --methods arrays,columns,join --runs 1",
        lambda _: queens.compare([6, 7], ["arrays", "columns", "join"], runs=1),
        TIMES,
    ),
    Request("plan 10", lambda _: queens.plan(10).estimate(seconds=1), ESTIMATES, last=True),
    Request(
        "plan 12 --method join --threads 7",
        lambda _: queens.plan(12, method="join").estimate(threads=7, seconds=1),
        ESTIMATES,
        last=True,
    ),
    Request("plan 9 --method arrays", lambda _: queens.plan(9, method="arrays").estimate(seconds=1), ESTIMATES, last=True),
    Request("solve size:8 given:a1 --count", lambda _: Position("size:8 given:a1").count()),
    Request("solve size:8 --count --limit 5", lambda _: Position("size:8").count(limit=5)),
    Request("solve size:6 --count --limit 4", lambda _: Position("size:6").count(limit=4)),
    Request("solve size:8 given:a1,b2 --count", lambda _: Position("size:8 given:a1,b2").count()),
    Request("solve size:7 --rules torus --count", lambda _: Position("size:7", rules="torus").count()),
    Request("solve size:8 given:a1,b5 --unique", lambda _: only(Position("size:8 given:a1,b5").unique())),
    Request("solve size:8 given:a1 --unique", lambda _: only(Position("size:8 given:a1").unique())),
    Request("solve size:5 given:a1 --explain", lambda _: Position("size:5 given:a1").explain()),
    Request("solve size:3 --explain", lambda _: Position("size:3").explain()),
    Request("puzzle new --size 7 --seed 4", lambda _: queens.puzzle(7, seed=4)),
    Request("puzzle new --day 2026-11-16", lambda _: queens.puzzle_of_day("2026-11-16")),
    Request("puzzle read FOLDER/p.png", lambda folder: queens.read_picture((folder / "p.png").read_bytes())),
    Request("puzzle new --size 6 --rules queens --seed 1", lambda _: queens.puzzle(6, rules="queens", seed=1)),
    Request("trace arrays 5", lambda _: list(queens.trace("arrays", 5))),
    Request("trace breadth 5", lambda _: list(queens.trace("breadth", 5))),
    Request("trace tiles 6", lambda _: list(queens.trace("tiles", 6))),
    Request("ledger status FOLDER/all.db", lambda folder: queens.Ledger(folder / "all.db").status()),
    Request("ledger status FOLDER/part.db", lambda folder: queens.Ledger(folder / "part.db").status()),
    Request("ledger export FOLDER/all.db", lambda folder: queens.Ledger(folder / "all.db").records()),
    Request("ledger export FOLDER/placements.db", lambda folder: queens.Ledger(folder / "placements.db").records()),
    Request("verify FOLDER/all.db --sample 3 --seed 5", lambda folder: queens.verify(folder / "all.db", sample=3, seed=5)),
    Request("verify FOLDER/part.db", lambda folder: queens.verify(folder / "part.db")),
    Request("verify FOLDER/wrong.db", lambda folder: queens.verify(folder / "wrong.db")),
    Request("devices", lambda _: queens.devices(), ("ready_seconds",)),
    Request("list 6", lambda _: list(queens.solutions(6))),
    Request("find 20 --random --seed 1", lambda _: [only(queens.find(20, random=True, seed=1))]),
    # The package lists in the order of its search.
    Request("solve size:8 given:a1 --all", lambda _: sorted(Position("size:8 given:a1").solutions())),
]
each_request = pytest.mark.parametrize("request_", REQUESTS, ids=lambda request: request.words)


def only(result: Any) -> Any:
    assert result is not None
    return result


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A picture, and ledgers: whole, with placements, with jobs that are missing, and damaged."""
    folder = tmp_path_factory.mktemp("ledgers")
    plan = queens.plan(10, method="cross")
    count_into(folder / "all.db", plan)
    count_into(folder / "placements.db", queens.plan(8, method="bitmask", statistics=True))
    assert count_into(folder / "part.db", plan, range(5)) is None
    data = bytearray((folder / "all.db").read_bytes())
    # Changes a name in the last record that was written, so that its checksum is wrong.
    data[data.rfind(b"queens ")] ^= 1
    (folder / "wrong.db").write_bytes(data)
    (folder / "p.png").write_bytes(painted())
    return folder


def asked(request: Request, folder: Path) -> list[Any]:
    found = request.call(folder)
    found = found if isinstance(found, list) else [found]
    assert found
    return found


def plain(result: Any) -> Any:
    """A result as JSON."""
    return [row + 1 for row in result] if isinstance(result, Solution) else result.to_dict()


def check_against_schema(name: str, value: Any) -> None:
    schema = {"$ref": f"#/$defs/{name}", "$defs": DEFINITIONS}
    jsonschema.Draft202012Validator(schema).validate(value)


@each_request
def test_results_are_what_the_schema_says(request_: Request, folder: Path) -> None:
    for result in asked(request_, folder):
        if isinstance(result, Solution):
            check_against_schema("SolutionRows", plain(result))
            continue
        cls = type(result)
        check_against_schema(cls.__name__, result.to_dict())
        # The dictionary as JSON, and back.
        assert cls.from_dict(json.loads(json.dumps(result.to_dict()))) == result
        copy = pickle.loads(pickle.dumps(result))
        assert copy == result and hash(copy) == hash(result) and repr(copy) == repr(result)
        assert list(dataclasses.asdict(result)) == [field.name for field in fields(cls)]
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(result, fields(cls)[0].name, None)


@pytest.mark.skipif(COMMAND is None, reason="QUEENS_COMMAND names no queens command")
@each_request
def test_the_command_gives_the_same(request_: Request, folder: Path) -> None:
    assert COMMAND is not None
    words = request_.words.replace("FOLDER", str(folder)).split()
    if words[0] != "trace":
        words += ["--format", "json"]
    # The exit code is not 0 if a position is not unique or a ledger is wrong.
    run = subprocess.run([COMMAND, *words], capture_output=True, encoding="utf-8")
    there = [json.loads(line) for line in run.stdout.splitlines()]
    here = [plain(result) for result in asked(request_, folder)]
    if request_.last:
        there = there[-1:]
    assert len(here) == len(there), run.stderr
    for one, other in zip(here, there):
        if isinstance(one, dict):
            assert list(one) == list(other), "the same keys in the same order"
            for key in request_.varying:
                assert isinstance(one.pop(key), type(other.pop(key))), key
        assert one == other


def test_every_class_is_tested(folder: Path) -> None:
    found = {type(result) for request in REQUESTS for result in asked(request, folder)}
    # A step is tested as part of its explanation.
    assert found == {*CLASSES, Solution} - {queens.ExplanationStep}
    assert isinstance(Position("size:5 given:a1").explain().steps[0], queens.ExplanationStep)


def test_dictionaries_with_other_fields_are_refused() -> None:
    data = queens.count(8).to_dict()
    with pytest.raises(ValueError, match="CountResult has no field 'count'"):
        queens.CountResult.from_dict({**data, "count": 92})
    with pytest.raises(ValueError, match="CountResult needs the field 'method'"):
        queens.CountResult.from_dict({key: data[key] for key in data if key != "method"})
    for wrong in ({**data, "solutions": "92"}, {**data, "placements": None}):
        with pytest.raises(jsonschema.ValidationError):
            check_against_schema("CountResult", wrong)
    # Exact however large.
    large = queens.CountResult.from_dict({**data, "solutions": 2**128 - 1})
    assert int(large) == 2**128 - 1 and f"solutions={2**128 - 1}," in repr(large) and large != queens.count(8)
