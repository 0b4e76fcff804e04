"""Copies the docstrings of the extension module into its type stub, where editors read them.

The docstrings are written once, as doc comments in ``src``. Run this after a change to them, with the changed package
installed::

    target/venv/bin/python crates/queens-python/tests/stub_docs.py

``test_docs.py`` fails if the stub has other docstrings than the module.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from pathlib import Path
from typing import Any

import n_queens

STUB = Path(__file__).parents[1] / "python" / "n_queens" / "_queens.pyi"


def documented(tree: ast.Module) -> list[tuple[ast.ClassDef | ast.FunctionDef, Any]]:
    """The public classes, functions, methods and properties of the stub, with the objects that they describe."""
    found: list[tuple[ast.ClassDef | ast.FunctionDef, Any]] = []
    for node in tree.body:
        if not isinstance(node, ast.ClassDef | ast.FunctionDef):
            continue
        described = getattr(n_queens._queens, node.name)
        # The package has functions of its own with the names of some internal ones.
        if getattr(n_queens, node.name, None) is not described:
            continue
        found.append((node, described))
        if isinstance(node, ast.ClassDef):
            members = [part for part in node.body if isinstance(part, ast.FunctionDef)]
            found += [(part, getattr(described, part.name)) for part in members if not part.name.startswith("_")]
    return found


def with_docstrings(stub: str) -> str:
    """The stub with the docstrings of the extension module."""
    lines = stub.splitlines()
    # From the end, so that the line numbers of the rest stay right.
    for node, described in reversed(documented(ast.parse(stub))):
        margin = " " * (node.col_offset + 4)
        text = inspect.getdoc(described) or ""
        closing = f"\n{margin}" if "\n" in text else ""
        opening = 'r"""' if "\\" in text else '"""'
        docstring = textwrap.indent(f"{opening}{text}", margin, lambda line: bool(line.strip())) + f'{closing}"""'
        first = node.body[0]
        is_docstring = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
        assert isinstance(first, ast.Expr) or isinstance(node, ast.ClassDef)
        assert first.end_lineno is not None
        if is_docstring:
            # An ellipsis or an older docstring.
            before = lines[first.lineno - 1][: first.col_offset].rstrip()
            lines[first.lineno - 1 : first.end_lineno] = [*([before] if before else []), *docstring.splitlines()]
        else:
            lines[node.lineno : node.lineno] = [*docstring.splitlines(), ""]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    STUB.write_text(with_docstrings(STUB.read_text(encoding="utf-8")), encoding="utf-8")
