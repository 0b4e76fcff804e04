"""The distribution as pip sees it: version, contents, extras, and an environment with an unrelated `queens`."""

from __future__ import annotations

import os
import pickle
import re
import subprocess
import sys
import venv
import zipfile
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

import n_queens as queens

ROOT = Path(__file__).parents[3]
WHEELS = ROOT / os.environ.get("CARGO_TARGET_DIR", "target") / "wheels"


def newest_wheel() -> Path:
    wheels = sorted(WHEELS.glob("n_queens-*.whl"), key=lambda path: path.stat().st_mtime)
    if not wheels:
        pytest.skip(f"no wheel in {WHEELS}: maturin build --profile checked --out {WHEELS}")
    return wheels[-1]


def test_the_version_is_that_of_the_crates() -> None:
    manifest = (ROOT / "Cargo.toml").read_text()
    found = re.search(r'^\[workspace\.package\]\nversion = "(.+)"$', manifest, re.MULTILINE)
    assert found is not None and queens.__version__ == found[1]
    # A pre-release is spelled differently there: 1.0.0-beta.1 is 1.0.0b1.
    assert Version(metadata.version("n-queens")) == Version(queens.__version__)


def test_the_source_link_is_that_of_the_crates() -> None:
    found = re.search(r'^repository = "(.+)"$', (ROOT / "Cargo.toml").read_text(), re.MULTILINE)
    assert found is not None
    assert metadata.metadata("n-queens").get_all("Project-URL") == [f"Source Code, {found[1]}"]


def test_the_wheel_holds_the_package_and_nothing_else() -> None:
    names = set(zipfile.ZipFile(newest_wheel()).namelist())
    about = f"n_queens-{Version(queens.__version__)}.dist-info/"
    assert {name.split("/")[0] + "/" for name in names} == {"n_queens/", about}
    package = {name.removeprefix("n_queens/") for name in names if name.startswith("n_queens/")}
    extension = {name for name in package if re.fullmatch(r"_queens\.(abi3\.so|pyd)", name)}
    assert len(extension) == 1
    modules = {"__init__.py", "_queens.pyi", "_result.py", "_warning.py", "cluster.py", "py.typed", "results.py"}
    parts = ["__init__", "pace", "pool", "progress", "run", "transport", "worker", "workers"]
    assert package - extension == modules | {f"_cluster/{part}.py" for part in parts}
    assert {about + "licenses/LICENSE-MIT", about + "licenses/LICENSE-APACHE"} <= names


def test_the_extras_are_what_the_documents_name_and_what_is_tested_here() -> None:
    about = metadata.metadata("n-queens")
    extras = {"array", "cluster", "notebook"}
    assert set(about.get_all("Provides-Extra") or []) == extras
    needed = [Requirement(line) for line in metadata.requires("n-queens") or []]
    assert needed and all(requirement.marker for requirement in needed), "no dependency without an extra"
    for requirement in needed:
        assert requirement.specifier.contains(metadata.version(requirement.name)), requirement
    reference = (ROOT / "docs" / "python.md").read_text()
    landing_page = about["Description"]
    for extra in extras:
        assert f"n-queens[{extra}]" in reference and f"n-queens[{extra}]" in landing_page


def write_unrelated_wheel(folder: Path) -> Path:
    """A distribution `queens` that owns the import package `queens`, like the one on PyPI."""
    path = folder / "queens-0.1.2-py3-none-any.whl"
    about = "queens-0.1.2.dist-info"
    files = {
        "queens/__init__.py": "def who() -> str:\n    return 'the other one'\n",
        "queens/cluster.py": "raise RuntimeError('the other cluster')\n",
        f"{about}/METADATA": "Metadata-Version: 2.1\nName: queens\nVersion: 0.1.2\n",
        f"{about}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "".join(f"{name},,\n" for name in [*files, f"{about}/RECORD"])
    with zipfile.ZipFile(path, "w") as wheel:
        for name, text in {**files, f"{about}/RECORD": record}.items():
            wheel.writestr(name, text)
    return path


class Environment:
    """A fresh virtual environment in which nothing but pip is installed."""

    def __init__(self, folder: Path) -> None:
        venv.create(folder, with_pip=True)
        self.python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
        # Not the folder of the tests, whose modules could be imported instead of what is installed.
        self.cwd = folder

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([self.python, *words], capture_output=True, text=True, timeout=120, cwd=self.cwd)

    def pip(self, *words: str) -> None:
        end = self.run("-m", "pip", "--disable-pip-version-check", *words)
        assert end.returncode == 0, end.stdout + end.stderr

    def install(self, wheel: Path) -> None:
        self.pip("install", "--no-index", "--no-deps", str(wheel))

    def says(self, program: str) -> str:
        """The output of a program, or the last line of its traceback."""
        end = self.run("-c", program)
        return (end.stdout or end.stderr.splitlines()[-1]).strip()


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """One environment for both tests, because creating it takes longer than running them."""
    made = Environment(tmp_path_factory.mktemp("environment"))
    made.install(newest_wheel())
    return made


OURS = "import n_queens as queens; print(queens.count(8).solutions, queens.__name__)"
OTHER = "import queens; print(queens.who())"


def test_what_an_extra_is_missing_for_names_the_extra(environment: Environment) -> None:
    for words in (["--help"], ["8"]):
        end = environment.run("-m", "n_queens.cluster", *words)
        lines = end.stderr.splitlines()
        assert (end.returncode, end.stdout, len(lines)) == (2, "", 1), end
        assert lines[0].startswith("queens: n_queens.cluster needs Dask: pip install 'n-queens[cluster]'")
    assert "ImportError: n_queens.cluster needs Dask: pip install 'n-queens[cluster]'" in environment.says(
        "import n_queens.cluster"
    )
    assert "ImportError: solutions_array needs NumPy: pip install 'n-queens[array]'" in environment.says(
        "import n_queens; n_queens.solutions_array(6)"
    )


def test_an_unrelated_queens_can_be_installed_too(environment: Environment, tmp_path: Path) -> None:
    unrelated = write_unrelated_wheel(tmp_path)

    def both_work() -> None:
        assert environment.says(OURS) == "92 n_queens"
        assert environment.says(OTHER) == "the other one"
        environment.pip("check")

    environment.install(unrelated)
    both_work()
    # Pickled objects, as Dask sends them, are loaded there under the name of this package.
    kept = (queens.plan(8, method="cross"), queens.find(8, first=True), queens.Position("size:4"), queens.count(6))
    program = f"import pickle; print([type(part).__module__ for part in pickle.loads({pickle.dumps(kept)!r})])"
    assert environment.says(program) == str([*3 * ["n_queens"], "n_queens.results"])

    environment.pip("uninstall", "--yes", "queens")
    assert environment.says(OTHER) == "ModuleNotFoundError: No module named 'queens'"
    assert environment.says(OURS) == "92 n_queens"

    # Installed and removed in the other order.
    environment.pip("uninstall", "--yes", "n-queens")
    environment.install(unrelated)
    environment.install(newest_wheel())
    both_work()
    environment.pip("uninstall", "--yes", "n-queens")
    assert environment.says(OURS) == "ModuleNotFoundError: No module named 'n_queens'"
    assert environment.says(OTHER) == "the other one"
