"""The scheduling of cluster runs, without Dask processes: sizes of batches, the pool of jobs, the progress line."""

from __future__ import annotations

import random

import pytest

pytest.importorskip("distributed", reason="Dask is not installed: pip install n-queens[cluster]")

from n_queens._cluster import pace, progress
from n_queens._cluster.pace import Pace
from n_queens._cluster.pool import Piece, Pool


def test_batches_grow_until_they_take_about_a_second() -> None:
    for job in (1e-5, 1e-3, 0.1, 300.0):
        speed, sizes = Pace(), [1]
        assert speed.size(4, None) == 1
        for _ in range(12):
            speed.learn(sizes[-1], sizes[-1] * job, sizes[-1] * job + 0.005)
            sizes.append(speed.size(4, None))
        assert all(after <= pace.GROWTH * before for before, after in zip(sizes, sizes[1:])), sizes
        seconds = sizes[-1] * job
        assert sizes[-1] == 1 or seconds <= 1.001, (job, sizes)
        assert sizes[-1] == pace.MAX_JOBS or seconds >= 0.5, (job, sizes)
        # A batch of one job per second of a cluster would not be worth more than a few round trips.
        assert sizes.index(sizes[-1]) <= 6, sizes


def test_batches_are_longer_on_large_or_distant_clusters() -> None:
    near, distant = Pace(), Pace()
    for _ in range(8):
        near.learn(1000, 1.0, 1.005)
        distant.learn(1000, 1.0, 1.5)
    assert 900 <= near.size(4, None) <= 1000
    assert near.size(3200, None) == 8000
    assert 4000 <= distant.size(4, None) <= 5000
    # A new worker gets a cautious first batch.
    assert 100 <= Pace().size(4, 0.001) <= 200
    # A worker that reports an impossible time is measured here.
    lying = Pace()
    lying.learn(10, float("nan"), 1.0)
    assert lying.seconds == 0.1


def test_a_job_is_handed_out_until_it_has_a_result() -> None:
    chance = random.Random(18)
    pool = Pool(range(200))
    out: list[Piece] = []
    results: list[int] = []
    while pool.open:
        assert len(pool.open) == 200 - len(results)
        piece = pool.take(chance.randint(1, 9), lambda piece: "a" not in piece.avoid or chance.random() < 0.5)
        if piece is not None:
            assert pool.open.issuperset(piece.ids)
            out.append(piece)
        if not out:
            continue
        piece = out.pop(chance.randrange(len(out)))
        if chance.random() < 0.4:
            pool.give_back(Piece(piece.ids, {"a"}, piece.failures + 1))
        else:
            pool.close(piece.ids)
            results += piece.ids
    assert sorted(results) == list(range(200))
    assert pool.take(9, lambda piece: True) is None


def test_results_that_are_taken_back_are_handed_out_again() -> None:
    pool = Pool(range(10))
    first, second = pool.take(4, lambda piece: True), pool.take(3, lambda piece: True)
    assert first is not None and second is not None
    pool.close(first.ids)
    pool.give_back(Piece([7], {"a"}))
    assert (pool.open, pool.waiting()) == (set(range(4, 10)), 4)
    pool.reset(range(10), out=set(second.ids))
    taken = []
    while (piece := pool.take(2, lambda piece: True)) is not None:
        taken += piece.ids
    assert sorted(taken) == [0, 1, 2, 3, 7, 8, 9]


@pytest.mark.parametrize("width", [10, 40, 200])
def test_the_progress_line_fits_the_terminal(
    width: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    line = progress.Progress(20, shown=True)
    line.start(0)
    line.draw(123_456, 1_000_000)
    line.say("a message\x1b[31m\nof a worker")
    line._drawn = 0.0
    line.draw(123_457, 1_000_000)
    line.erase()
    text = capsys.readouterr().err
    shown = [part for part in text.replace("\n", "\r").split("\r") if part.startswith("N = 20")]
    assert len(shown) == 2 and all(len(part) < width for part in shown)
    assert "\rqueens: a message?[31m of a worker\n" in text
    # Erased by spaces at the end.
    assert text.endswith("\r" + " " * len(shown[-1]) + "\r")
