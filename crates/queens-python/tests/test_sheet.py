"""Sheets of puzzles, read by another program."""

from __future__ import annotations

import io
import re

import pypdf
import pytest

import n_queens as queens


def texts(pdf: bytes) -> list[list[str]]:
    """The lines of each page."""
    return [page.extract_text().splitlines() for page in pypdf.PdfReader(io.BytesIO(pdf), strict=True).pages]


def test_every_puzzle_is_on_one_page_and_its_solution_on_another() -> None:
    pdf = queens.sheet(7, 6, seed=3, difficulty="easy", title="Année – 5b", per_page=4)
    first, second, solutions = texts(pdf)
    for page, title in [(first, "Année – 5b"), (second, "Année – 5b"), (solutions, "Année – 5b: solutions")]:
        assert page[0] == title
    assert [page[-1] for page in (first, second, solutions)] == ["1 / 3", "2 / 3", "3 / 3"]
    puzzles = " ".join(first + second)
    for number in range(1, 8):
        seed = number + 2
        assert len(re.findall(rf"\b{number} easy seed {seed}\b", puzzles)) == 1
        assert puzzles.count(f"queens puzzle new --size 6 --seed {seed} --difficulty easy") == 1
    numbers = " ".join(solutions[1:-1]).split()
    assert sorted(numbers) == [str(number) for number in range(1, 8)]


def test_a_sheet_has_the_size_of_its_paper() -> None:
    for paper, size in [("a4", (595.28, 841.89)), ("letter", (612, 792))]:
        reader = pypdf.PdfReader(io.BytesIO(queens.sheet(1, 5, paper=paper)))  # type: ignore[arg-type]
        for page in reader.pages:
            assert (float(page.mediabox.width), float(page.mediabox.height)) == pytest.approx(size, abs=0.01)
        assert reader.metadata is not None
        assert reader.metadata.title == "Queens"


def test_the_same_seed_makes_the_same_sheet() -> None:
    assert queens.sheet(2, 5, seed=1) == queens.sheet(2, 5, seed=1)
    assert queens.sheet(2, 5, seed=1) != queens.sheet(2, 5, seed=2)
    assert queens.sheet(1, 5, monochrome=True) != queens.sheet(1, 5)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"count": 0}, "count=0: allowed are 1 to 500"),
        ({"count": 501}, "count=501"),
        ({"n": 3}, "3"),
        ({"paper": "a5"}, "unknown paper 'a5': expected a4 or letter"),
        ({"per_page": 3}, "3 puzzles per page: expected 1, 2, 4, 6 or 9"),
        ({"difficulty": "easier"}, "easier"),
        ({"title": "Łódź"}, "cannot be printed in a PDF file"),
        ({"title": "W" * 100}, "a title of 100 letters is too long"),
    ],
)
def test_wrong_arguments_are_named(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        queens.sheet(**{"count": 1, "n": 4, **arguments})  # type: ignore[arg-type]
