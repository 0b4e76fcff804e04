"""The examples run: the notebook from the first cell to the last, the script on its own workers."""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

nbformat: Any = pytest.importorskip("nbformat", reason="nbclient is not installed")
nbclient: Any = pytest.importorskip("nbclient", reason="nbclient is not installed")

EXAMPLES = Path(__file__).parents[3] / "examples"
NOTEBOOK = EXAMPLES / "queens.ipynb"


def run_notebook() -> Any:
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    return notebook


def texts(notebook: Any) -> list[str]:
    """The outputs of all cells, except for plots."""
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    found = [output.get("text") or output.get("data", {}).get("text/plain", "") for output in outputs]
    return found + [output["data"]["image/svg+xml"] for output in outputs if "image/svg+xml" in output.get("data", {})]


def test_the_notebook_runs_and_its_outputs_are_current() -> None:
    notebook = run_notebook()
    stored = nbformat.read(NOTEBOOK, as_version=4)
    assert texts(stored) == texts(notebook), f"update the notebook: python {Path(__file__).name}"
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    kinds = {kind for output in outputs for kind in output.get("data", {})}
    assert {"image/svg+xml", "image/png", "text/html"} <= kinds
    counts = next(o for o in outputs if "14772512" in o.get("data", {}).get("text/plain", ""))
    assert "8: 92" in counts["data"]["text/plain"]


def test_the_notebook_needs_what_its_extra_installs() -> None:
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    assert "pip install 'n-queens[notebook]'" in notebook.cells[0].source
    needed = [Requirement(line) for line in metadata.requires("n-queens") or []]
    extra = {
        requirement.name
        for requirement in needed
        if requirement.marker and requirement.marker.evaluate({"extra": "notebook"})
    }
    code = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "code")
    imported: set[str] = set()
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            imported |= {name.name.split(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add((node.module or "").split(".")[0])
    assert "n_queens" in imported
    distributions = metadata.packages_distributions()
    others = imported - {"n_queens"} - sys.stdlib_module_names
    # The kernel runs the cells; no cell imports it.
    assert {name for module in others for name in distributions[module]} | {"ipykernel"} == extra


def test_the_script_counts_on_this_machine(tmp_path: Path) -> None:
    words = [sys.executable, str(EXAMPLES / "python" / "laptop.py"), "12", str(tmp_path / "q.db")]
    end = subprocess.run(words, capture_output=True, text=True, timeout=120)
    assert end.returncode == 0 and end.stdout.startswith("12: 14200 in "), end.stderr


def update_notebook() -> None:
    """Runs the notebook and stores its outputs, without what differs between machines."""
    notebook = run_notebook()
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
    notebook.metadata.language_info = {"name": "python"}
    nbformat.write(notebook, NOTEBOOK)


if __name__ == "__main__":
    update_notebook()
