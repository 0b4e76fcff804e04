"""Exports: real solvers read every format, and find the solutions that the definition has."""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from n_queens import Position

#: The solutions of a position as sets of squares, counted from 0.
Queens = frozenset[tuple[int, int]]

RULES = ["queens", "torus", "superqueens", "regions"]


def attacks(position: dict[str, Any], one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether two queens may not both be placed, whatever the number of stars."""
    n, rules = position["size"], position["rules"]
    across, along = abs(one[0] - other[0]), abs(one[1] - other[1])
    if rules == "regions":
        return max(across, along) == 1
    if rules == "torus" and (across - along) % n * ((across + along) % n) == 0:
        return True
    return across == along or (rules == "superqueens" and {across, along} == {1, 2})


def by_definition(position: dict[str, Any]) -> set[Queens]:
    """All solutions, column by column."""
    n, stars = position["size"], position.get("stars", 1)
    closed, given = ({square(name) for name in position[key]} for key in ("closed", "given"))
    regions: list[str] = position.get("regions", [])
    found: set[Queens] = set()

    def extend(queens: list[tuple[int, int]]) -> None:
        col = len(queens) // stars
        if col == n:
            rows = [sum(queen[1] == row for queen in queens) == stars for row in range(n)]
            names = [regions[n - 1 - row][col] for col, row in queens] if regions else []
            is_divided = all(names.count(name) == stars for name in set("".join(regions)))
            if all(rows) and is_divided and given <= set(queens):
                found.add(frozenset(queens))
            return
        for rows_here in combinations(range(n), stars):
            here = [(col, row) for row in rows_here]
            full = any(sum(queen[1] == row for queen in queens) >= stars for row in rows_here)
            together = combinations(here, 2)
            attacked = any(attacks(position, queen, new) for queen in queens for new in here)
            if not (full or attacked or closed & set(here) or any(attacks(position, *pair) for pair in together)):
                extend(queens + here)

    extend([])
    return found


def square(name: str) -> tuple[int, int]:
    return ord(name[0]) - ord("A"), int(name[1:]) - 1


def positions(number: int, largest: int, seed: int) -> Iterator[tuple[Position, set[Queens]]]:
    """Random positions of all rules with their solutions."""
    chance = random.Random(seed)
    for place in range(number):
        # Two stars are possible from N = 8.
        two_stars = largest >= 5 and place % 25 == 24
        n = 8 if two_stars else chance.randint(1, largest)
        rules = "regions" if two_stars else chance.choice(RULES)
        names = [f"{chr(ord('A') + col)}{row + 1}" for col in range(n) for row in range(n)]
        chance.shuffle(names)
        given = [] if two_stars else names[: chance.choice([0, 0, 1, 2])]
        share = 0.05 if two_stars else chance.choice([0, 0.1, 0.3])
        closed = [name for name in names[2:] if chance.random() < share]
        position: dict[str, Any] = {"size": n, "rules": rules, "given": given[:n], "closed": closed}
        if rules == "regions":
            letters = [chr(ord("A") + row) for row in range(n) for _ in range(n)]
            for _ in range(chance.choice([0, 1, n])):
                one, other = chance.randrange(n * n), chance.randrange(n * n)
                letters[one], letters[other] = letters[other], letters[one]
            position["regions"] = ["".join(letters[n * row : n * row + n]) for row in range(n)]
            position["stars"] = 2 if two_stars else 1
        solutions = by_definition(position)
        read = Position(position)
        if not two_stars:
            assert read.count().solutions == len(solutions), position
        yield read, solutions


def of_names(names: list[str]) -> Queens:
    """The squares of variables such as ``q_1_5``."""
    found = [re.fullmatch(r"q_(\d+)_(\d+)", name) for name in names]
    return frozenset((int(match[1]) - 1, int(match[2]) - 1) for match in found if match)


def test_random_positions_with_and_without_solutions_are_exported() -> None:
    counts = [len(solutions) for _, solutions in positions(200, 6, seed=1)]
    assert sum(count == 0 for count in counts) > 40 and sum(count > 0 for count in counts) > 40
    with pytest.raises(ValueError, match="unknown format 'csv': expected cnf, opb, lp, mps, minizinc or qubo"):
        Position("size:4").export("csv")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="at most 1000000 open squares, found 1002001"):
        Position("size:1001").export("lp")


def test_a_sat_solver_finds_one_model_per_solution() -> None:
    formula: Any = pytest.importorskip("pysat.formula", reason="PySAT is not installed: pip install python-sat")
    solvers: Any = pytest.importorskip("pysat.solvers", reason="PySAT is not installed: pip install python-sat")
    for position, solutions in positions(200, 6, seed=2):
        text = position.export("cnf")
        names = dict(re.findall(r"^c (\d+) (q_\d+_\d+) ", text, re.MULTILINE))
        with solvers.Solver(name="cadical153", bootstrap_with=formula.CNF(from_string=text)) as solver:
            found = []
            while solver.solve():
                model = solver.get_model()
                found.append(of_names([names[str(literal)] for literal in model if str(literal) in names]))
                # The auxiliary variables too, so that a second model of a solution would be found.
                solver.add_clause([-literal for literal in model])
        assert len(found) == len(solutions) and set(found) == solutions, position.to_short()


@pytest.mark.parametrize("format", ["lp", "mps"])
def test_highs_solves_integer_programs(format: Any, tmp_path: Path) -> None:
    highspy: Any = pytest.importorskip("highspy", reason="HiGHS is not installed: pip install highspy")
    for position, solutions in positions(200, 6, seed=3):
        path = tmp_path / f"position.{format}"
        path.write_text(position.export(format))
        solver = highspy.Highs()
        solver.setOptionValue("output_flag", False)
        assert solver.readModel(str(path)) == highspy.HighsStatus.kOk
        solver.run()
        status = solver.getModelStatus()
        if status == highspy.HighsModelStatus.kInfeasible:
            assert not solutions, position.to_short()
            continue
        assert status == highspy.HighsModelStatus.kOptimal
        values = zip(solver.getLp().col_names_, solver.getSolution().col_value, strict=True)
        assert of_names([name for name, value in values if value > 0.5]) in solutions, position.to_short()


def test_scip_solves_pseudo_boolean_constraints(tmp_path: Path) -> None:
    scip: Any = pytest.importorskip("pyscipopt", reason="SCIP is not installed: pip install pyscipopt")
    path = tmp_path / "position.opb"
    for position, solutions in positions(200, 6, seed=4):
        text = position.export("opb")
        names = dict(re.findall(r"^\* (x\d+) (q_\d+_\d+) ", text, re.MULTILINE))
        path.write_text(text)
        model = scip.Model()
        model.hideOutput()
        model.readProblem(str(path))
        model.optimize()
        if model.getStatus() == "infeasible":
            assert not solutions, position.to_short()
            continue
        assert model.getStatus() == "optimal"
        ones = [variable.name for variable in model.getVars() if model.getVal(variable) > 0.5]
        assert of_names([names[name] for name in ones]) in solutions, position.to_short()


@pytest.mark.skipif(shutil.which("minizinc") is None, reason="MiniZinc is not installed: apt-get install minizinc")
def test_minizinc_finds_all_solutions(tmp_path: Path) -> None:
    path = tmp_path / "position.mzn"
    for position, solutions in positions(200, 6, seed=5):
        path.write_text(position.export("minizinc"))
        command = ["minizinc", "--all-solutions", str(path)]
        output = subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout
        if "UNSATISFIABLE" in output:
            assert not solutions, position.to_short()
            continue
        lines = output.replace("==========\n", "").split("----------\n")[:-1]
        found = [frozenset(square(name) for name in line.split()) for line in lines]
        assert len(found) == len(solutions) and set(found) == solutions, position.to_short()


def test_a_qubo_is_zero_exactly_for_solutions() -> None:
    checked = 0
    for position, solutions in positions(200, 4, seed=6):
        qubo = json.loads(position.export("qubo"))
        number = len(qubo["variables"])
        matrix = np.diag(np.array(qubo["linear"], dtype=np.int64))
        for one, other, coefficient in qubo["quadratic"]:
            matrix[one, other] = coefficient
        assignments = np.arange(2**number)[:, None] >> np.arange(number) & 1
        values = qubo["constant"] + np.einsum("ai,ij,aj->a", assignments, matrix, assignments, optimize=True)
        assert values.min() >= 0
        zeros = {
            of_names([name for name, one in zip(qubo["variables"], row, strict=True) if one])
            for row in assignments[values == 0]
        }
        assert zeros == solutions, position.to_short()
        checked += 1
    assert checked == 200


def test_proofs_exist_exactly_for_positions_without_solutions() -> None:
    for position, solutions in positions(200, 6, seed=7):
        proof = position.prove()
        assert (proof is None) == bool(solutions), position.to_short()
        if proof is not None:
            assert proof.splitlines()[-1] == "0"


@pytest.mark.skipif(
    shutil.which("drat-trim") is None,
    reason="drat-trim is not installed: compile drat-trim.c of github.com/marijnheule/drat-trim",
)
def test_drat_trim_accepts_the_proofs(tmp_path: Path) -> None:
    clauses, steps = tmp_path / "position.cnf", tmp_path / "position.drat"
    hard: list[tuple[Position, set[Queens]]] = [(Position(f"size:{n}", rules="torus"), set()) for n in (9, 10, 12)]
    for position, solutions in [*positions(100, 6, seed=8), *hard]:
        if not solutions:
            clauses.write_text(position.export("cnf"))
            steps.write_text(position.prove() or "")
            checked = subprocess.run(["drat-trim", str(clauses), str(steps)], capture_output=True, encoding="utf-8")
            assert "s VERIFIED" in checked.stdout, position.to_short()
