"""The notebook runs from its first cell to its last."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

nbformat: Any = pytest.importorskip("nbformat")
nbclient: Any = pytest.importorskip("nbclient")

EXAMPLES = Path(__file__).parents[3] / "examples"


def test_the_notebook_runs() -> None:
    notebook = nbformat.read(EXAMPLES / "queens.ipynb", as_version=4)
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    kinds = {kind for output in outputs for kind in output.get("data", {})}
    assert {"image/svg+xml", "image/png", "text/html"} <= kinds
    counts = next(o for o in outputs if "14772512" in o.get("data", {}).get("text/plain", ""))
    assert "8: 92" in counts["data"]["text/plain"]
