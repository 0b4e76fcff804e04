"""Completes a board with the CP-SAT solver of OR-tools, to measure against.

Usage: python cp_sat.py FILE SECONDS booleans|alldifferent

FILE is a CSPLib instance of problem 79. Prints the row of the queen in each column, counted from 1, or nothing if none
was found in time. "booleans" has a variable for each square that no given queen attacks, exactly one queen per row and
column and at most one per diagonal. "alldifferent" has a variable for each column and three constraints, as in the
N-queens example of OR-tools.
"""

import re
import sys
from collections import defaultdict

from ortools.sat.python import cp_model


def read(path: str) -> tuple[int, list[tuple[int, int]]]:
    """The size, and the row and column of each given queen, from 0."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    n = int(re.search(r"letting n = (\d+)", text).group(1))
    return n, [(int(row), int(col)) for row, col in re.findall(r"\[(\d+), (\d+)\]", text)]


def booleans(model: cp_model.CpModel, n: int, given: list[tuple[int, int]]):
    rows = {row for row, _ in given}
    cols = {col for _, col in given}
    sums = {row + col for row, col in given}
    differences = {row - col for row, col in given}
    squares = {}
    lines = defaultdict(list)
    for col in range(n):
        for row in range(n):
            if row in rows or col in cols or row + col in sums or row - col in differences:
                continue
            queen = squares[row, col] = model.new_bool_var("")
            for line in ("row", row), ("col", col), ("sum", row + col), ("difference", row - col):
                lines[line].append(queen)
    for (kind, _), queens in lines.items():
        (model.add_exactly_one if kind in ("row", "col") else model.add_at_most_one)(queens)

    def solution(solver: cp_model.CpSolver) -> list[int]:
        found = {col: row for row, col in given}
        found.update({col: row for (row, col), queen in squares.items() if solver.boolean_value(queen)})
        return [found[col] for col in range(n)]

    return solution


def alldifferent(model: cp_model.CpModel, n: int, given: list[tuple[int, int]]):
    queens = [model.new_int_var(0, n - 1, "") for _ in range(n)]
    for row, col in given:
        model.add(queens[col] == row)
    model.add_all_different(queens)
    model.add_all_different(queen + col for col, queen in enumerate(queens))
    model.add_all_different(queen - col for col, queen in enumerate(queens))
    return lambda solver: [solver.value(queen) for queen in queens]


def main() -> None:
    path, seconds, name = sys.argv[1:]
    n, given = read(path)
    model = cp_model.CpModel()
    solution = {"booleans": booleans, "alldifferent": alldifferent}[name](model, n, given)
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = float(seconds)
    if solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        print(" ".join(str(row + 1) for row in solution(solver)))


if __name__ == "__main__":
    main()
