"""Compares rows of A319284 that `queens count --placements --by-level --format json` has counted.

usage: compare.py docs/data/b319284.txt RESULTS.json...

Every row must add up to its placements and end with its solutions, and must equal the row of the data file and the same row in the
other results. Prints one line per row, then the rows that the data file does not have, in its format.
"""

import json
import sys
from pathlib import Path


def known_rows(path: str) -> list[list[int]]:
    """The rows of the data file, without level 0."""
    lines = Path(path).read_text().splitlines()
    numbers = [int(line.split()[1]) for line in lines if line and not line.startswith("#")]
    rows: list[list[int]] = []
    while numbers:
        end = len(rows) + 1
        rows.append(numbers[1:end])
        numbers = numbers[end:]
    return rows


def main() -> None:
    known = known_rows(sys.argv[1])
    counted: dict[int, list[int]] = {}
    for path in sys.argv[2:]:
        for line in Path(path).read_text().splitlines():
            result = json.loads(line)
            n, levels = result["n"], result["by_level"]
            if sum(levels) != result["placements"] or (levels and levels[-1] != result["solutions"]):
                sys.exit(f"{path}: N = {n}: the levels do not add up")
            if n < len(known) and levels != known[n]:
                sys.exit(f"{path}: N = {n}: differs from {sys.argv[1]}")
            if counted.setdefault(n, levels) != levels:
                sys.exit(f"{path}: N = {n}: differs from another result")
            speed = result["placements"] / result["seconds"]
            print(f"{path}: N = {n}, {result['seconds']:.2f} s, {speed:.3g} placements per second")
    for n in sorted(n for n in counted if n >= len(known)):
        for level, placements in enumerate([1, *counted[n]]):
            print(n * (n + 1) // 2 + level, placements)


main()
