"""Puzzles are read from pictures."""

from __future__ import annotations

import pytest
from painted import REGIONS, painted, png

import n_queens as queens
from n_queens import Position


def test_a_puzzle_is_read_from_a_picture() -> None:
    result = queens.read_picture(painted())
    assert (result.size, result.regions, result.given, result.crosses) == (5, REGIONS, ("C5",), ())
    assert result.confidence > 0.75
    assert result.position == Position("size:5 given:C5 regions:" + "/".join(REGIONS))
    assert queens.PictureResult.from_dict(result.to_dict()) == result


def test_what_is_no_puzzle_is_refused() -> None:
    white = png([b"\xff" * 300] * 100)
    for picture in (b"", b"text", white, white[:60]):
        with pytest.raises(ValueError):
            queens.read_picture(picture)
