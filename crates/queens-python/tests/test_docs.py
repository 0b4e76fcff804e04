"""Docstrings: every public name has one in Google style, it agrees with the signature, and its example runs.

``help()`` shows the docstrings of the modules. Editors show those of the sources, and for the extension module those of
its type stub, which are copies.
"""

from __future__ import annotations

import ast
import doctest
import inspect
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest
import stub_docs
from sessions import count_into

import n_queens
from n_queens import results

try:
    from n_queens import cluster

    MODULES: list[ModuleType] = [n_queens, results, cluster]
except ImportError:
    MODULES = [n_queens, results]

SECTIONS = ("Args", "Attributes", "Returns", "Raises", "Example")


class Parameter(NamedTuple):
    name: str
    kind: str
    annotation: str
    #: As in the source; ``None`` if there is none.
    default: str | None


class Signature(NamedTuple):
    parameters: list[Parameter]
    returns: str


class Documented(NamedTuple):
    """A public name, and what its docstring has to say."""

    name: str
    value: Any
    #: Of a function or method; of a class, that of its constructor.
    signature: Signature | None = None
    #: The type of a property.
    kind: str | None = None
    #: The fields of a dataclass or named tuple with their types.
    fields: dict[str, str] | None = None


def of_node(node: ast.FunctionDef) -> Signature:
    """The signature in the type stub."""
    given = node.args
    positional = [(argument, "positional") for argument in given.args]
    named = [(argument, "keyword") for argument in given.kwonlyargs]
    defaults: list[ast.expr | None] = [None] * (len(positional) - len(given.defaults)) + list(given.defaults)
    defaults += given.kw_defaults
    parameters = [
        Parameter(
            argument.arg,
            kind,
            ast.unparse(argument.annotation) if argument.annotation else "",
            ast.unparse(default) if default else None,
        )
        for (argument, kind), default in zip([*positional, *named], defaults)
        if argument.arg not in ("self", "cls")
    ]
    return Signature(parameters, ast.unparse(node.returns) if node.returns else "")


def of_value(value: Any) -> Signature:
    """The signature of a function at run time. Of the extension module it has no types."""
    found = inspect.signature(value)
    parameters = [
        Parameter(
            parameter.name,
            "keyword" if parameter.kind is parameter.KEYWORD_ONLY else "positional",
            "" if parameter.annotation is parameter.empty else str(parameter.annotation),
            None if parameter.default is parameter.empty else repr(parameter.default),
        )
        for parameter in found.parameters.values()
        if parameter.name != "self"
    ]
    returns = found.return_annotation
    return Signature(parameters, "" if returns is found.empty else str(returns))


def of_stub() -> Iterator[Documented]:
    """What the extension module defines, with the types of its stub."""
    for node, value in stub_docs.documented(ast.parse(stub_docs.STUB.read_text(encoding="utf-8"))):
        name = getattr(value, "__qualname__", node.name)
        if isinstance(node, ast.ClassDef):
            new = [part for part in node.body if isinstance(part, ast.FunctionDef) and part.name == "__new__"]
            yield Documented(name, value, signature=of_node(new[0]) if new else None)
        elif any(isinstance(part, ast.Name) and part.id == "property" for part in node.decorator_list):
            name = f"{value.__objclass__.__name__}.{node.name}"
            yield Documented(name, value, kind=ast.unparse(node.returns) if node.returns else "")
        else:
            yield Documented(name, value, signature=of_node(node))


def of_modules() -> Iterator[Documented]:
    """What the modules define in Python."""
    seen: set[int] = set()
    for module in MODULES:
        for name in module.__all__:
            value = getattr(module, name)
            if id(value) in seen or isinstance(value, str | ModuleType):
                continue
            seen.add(id(value))
            if inspect.isfunction(value):
                yield Documented(f"{module.__name__}.{name}", value, signature=of_value(value))
            elif inspect.isclass(value) and value.__module__ != "n_queens" or value is n_queens.JobResult:
                names = getattr(value, "__dataclass_fields__", None) or getattr(value, "_fields", None)
                types = {key: str(getattr(kind, "__forward_arg__", kind)) for key, kind in value.__annotations__.items()}
                yield Documented(name, value, fields={key: types[key] for key in names} if names else None)
                for key, member in vars(value).items():
                    if key.startswith("_") or names and key in names:
                        continue
                    if isinstance(member, property):
                        returns = of_value(member.fget).returns
                        yield Documented(f"{name}.{key}", member, kind=returns)
                    elif isinstance(member, classmethod):
                        of_class = of_value(member.__func__)
                        without = of_class._replace(parameters=of_class.parameters[1:])
                        yield Documented(f"{name}.{key}", member.__func__, signature=without)
                    elif inspect.isfunction(member):
                        yield Documented(f"{name}.{key}", member, signature=of_value(member))


ALL = [*of_stub(), *of_modules()]
each = pytest.mark.parametrize("documented", ALL, ids=lambda documented: documented.name)


def sections(text: str) -> dict[str, str]:
    """The sections of a docstring by their names; the text before them has none."""
    parts = re.split(rf"^({'|'.join(SECTIONS)}):\n", text, flags=re.MULTILINE)
    return {"": parts[0], **dict(zip(parts[1::2], map(textwrap.dedent, parts[2::2])))}


def entries(text: str) -> list[tuple[str, str, str]]:
    """The entries ``name (type): text`` of a section."""
    found = []
    for entry in re.split(r"\n(?=\S)", text.strip()):
        match = re.fullmatch(r"(\w+) \((.+?)\): (\S.+)", entry, re.DOTALL)
        assert match, f"not 'name (type): text': {entry}"
        found.append((match[1], match[2], re.sub(r"\s+", " ", match[3])))
    return found


def test_every_public_name_is_found() -> None:
    names = {documented.name.rpartition("n_queens.")[2] for documented in ALL}
    public = {name for name in n_queens.__all__ if not isinstance(getattr(n_queens, name), str | ModuleType)}
    assert public <= names, public - names
    assert {"Solution.canonical", "Plan.estimate", "Ledger.shard", "Result.to_dict", "PuzzleResult.position"} <= names


@each
def test_a_docstring_has_the_sections_that_apply(documented: Documented) -> None:
    text = inspect.getdoc(documented.value)
    assert text, "no docstring"
    parts = sections(text)
    summary = parts[""].split("\n\n")[0].strip()
    if documented.kind is not None:
        # A property: its type and what it is.
        assert summary.startswith(f"{documented.kind}: ") and summary.endswith("."), summary
        return
    assert "\n" not in summary and summary.endswith(".") and len(summary) <= 100, summary
    assert ">>> " in parts.get("Example", ""), "no example"
    if documented.fields is not None:
        kinds = {name: kind for name, kind, _ in entries(parts["Attributes"])}
        assert kinds == documented.fields and list(kinds) == list(documented.fields)
    signature = documented.signature
    if signature is None:
        assert "Args" not in parts
        return
    described = entries(parts["Args"]) if "Args" in parts else []
    types = [(parameter.name, parameter.annotation) for parameter in signature.parameters]
    assert [(name, kind) for name, kind, _ in described] == types
    for parameter, (name, _, text) in zip(signature.parameters, described):
        stated = re.search(r"Defaults to ``(.+?)``", text)
        assert (stated is None) == (parameter.default is None), f"{name}: default {parameter.default}"
        if stated and parameter.default:
            assert ast.literal_eval(stated[1]) == ast.literal_eval(parameter.default), name
    if not inspect.isclass(documented.value):
        assert re.sub(r"\s+", " ", parts["Returns"]).startswith(f"{signature.returns}: "), signature.returns


@pytest.mark.parametrize(
    "documented", [one for one in of_stub() if one.signature], ids=lambda documented: documented.name
)
def test_the_stub_has_the_signature_of_the_module(documented: Documented) -> None:
    assert documented.signature is not None
    there = [(name, kind, default) for name, kind, _, default in documented.signature.parameters]
    here = [(name, kind, default) for name, kind, _, default in of_value(documented.value).parameters]
    assert here == there


def test_the_stub_has_the_docstrings_of_the_module() -> None:
    stub = stub_docs.STUB.read_text(encoding="utf-8")
    assert stub == stub_docs.with_docstrings(stub), "run stub_docs.py and commit the stub"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the ledger of the examples."""
    folder = tmp_path_factory.mktemp("examples")
    count_into(folder / "q10.db", n_queens.plan(10, method="cross"))
    return folder


MODULE_DOCS = [Documented(module.__name__, module) for module in MODULES]


@pytest.mark.parametrize("documented", [*MODULE_DOCS, *ALL], ids=lambda documented: documented.name)
def test_the_example_runs(documented: Documented, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    text = inspect.getdoc(documented.value) or ""
    test = doctest.DocTestParser().get_doctest(text, {}, documented.name, None, 0)
    said: list[str] = []
    ends = doctest.DocTestRunner(verbose=False).run(test, out=said.append)
    assert ends.failed == 0, "".join(said)
