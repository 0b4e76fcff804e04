"""The package compared with the command, with the definition of the problem, and with itself."""

from __future__ import annotations

import json
import os
import pickle
import re
import subprocess
import time
from collections.abc import Callable
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sessions import count_into

import n_queens as queens
from n_queens import Position, Solution

SOLUTIONS = [1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200]
COMMAND = os.environ.get("QUEENS_COMMAND")


def by_definition(n: int) -> list[tuple[int, ...]]:
    def peaceful(rows: tuple[int, ...]) -> bool:
        return all(abs(rows[a] - rows[b]) != b - a for b in range(n) for a in range(b))

    return [rows for rows in permutations(range(n)) if peaceful(rows)]


def command(*words: str) -> str:
    assert COMMAND is not None
    # The command writes UTF-8 on every system.
    return subprocess.run([COMMAND, *words], capture_output=True, encoding="utf-8", check=True).stdout


def test_counts_are_the_published_ones() -> None:
    for n, solutions in enumerate(SOLUTIONS):
        found = queens.count(n)
        assert (found.n, found.solutions, int(found)) == (n, solutions, solutions)
        assert type(found.solutions) is int and found.seconds >= 0.0


def test_all_methods_agree_and_have_their_statistics() -> None:
    for info in queens.methods():
        for n in range(min(9, info.max_n) + 1):
            assert queens.count(n, method=info.method).solutions == SOLUTIONS[n], info.method
        if info.statistics:
            found = queens.count(8, method=info.method, statistics=True).to_dict()
            assert set(found) == {"n", "method", "solutions", "seconds", *info.statistics}
    plain = queens.count(8, method="bitmask", statistics=True)
    assert (plain.placements, plain.rejects) == (2056, None)
    assert re.fullmatch(
        r"CountResult\(n=8, method='bitmask', solutions=92, seconds=[\de.-]+, placements=2056\)", repr(plain)
    )


@pytest.mark.skipif(COMMAND is None, reason="QUEENS_COMMAND names no queens command")
def test_all_methods_count_what_the_command_counts() -> None:
    for info in queens.methods():
        words = ("count", "8", "--method", info.method, "--format", "json")
        there = json.loads(command(*words, *(["--placements"] if info.statistics else [])))
        here = queens.count(8, method=info.method, statistics=bool(info.statistics)).to_dict()
        assert {**there, "seconds": here["seconds"]} == here
    listed = command("list", "8").splitlines()
    assert [str(solution) for solution in queens.solutions(8)] == listed
    assert str(queens.find(30, first=True)) == command("find", "30", "--first").strip()
    assert str(queens.find(99, random=True, seed=5)) == command("find", "99", "--random", "--seed", "5").strip()


def test_placements_are_counted_by_level() -> None:
    result = queens.count(8, by_level=True)
    assert result.by_level == (8, 42, 140, 344, 568, 550, 312, 92)
    assert (result.placements, result.solutions) == (sum(result.by_level), result.by_level[-1])
    assert queens.count(8, by_level=True, method="bitmask").by_level == result.by_level
    with pytest.raises(ValueError, match="placements by level are counted on empty boards only"):
        queens.count(8, by_level=True, method="arrays")


def test_other_rules_are_counted() -> None:
    assert queens.count(13, rules="torus").solutions == 4524
    assert queens.count(12, rules="superqueens").solutions == 156
    assert queens.count(9, rules="semiqueens").solutions == 12657
    assert queens.count(12, rules="reflecting").solutions == 496
    with pytest.raises(ValueError, match="only empty boards are counted"):
        Position("size:8 rules:reflecting")
    assert queens.count(20, rules="superqueens", only="90").solutions == 120
    by_symmetry = queens.count(12, rules="superqueens", fundamental=True, symmetry=True)
    assert (by_symmetry.fundamental, by_symmetry.fixed_by_90, by_symmetry.fixed_by_180_only) == (22, 4, 8)


def test_solutions_are_lazy_and_those_of_the_definition() -> None:
    for n in range(9):
        assert [solution.rows for solution in queens.solutions(n)] == by_definition(n)
    # The first is found without the others.
    start = time.perf_counter()
    assert str(next(queens.solutions(20))).startswith("1 3 5 2 4 13")
    assert time.perf_counter() - start < 5


def test_arrays_are_those_of_the_iterator() -> None:
    for n in range(11):
        array = queens.solutions_array(n)
        assert array.dtype == np.uint8 and array.shape == (SOLUTIONS[n], n)
        assert [tuple(row) for row in array.tolist()] == [s.rows for s in queens.solutions(n)]


def test_fundamental_solutions_are_one_of_each_class() -> None:
    assert [sum(1 for _ in queens.fundamental(n)) for n in range(9)] == [1, 1, 0, 0, 1, 2, 1, 6, 12]
    for solution in queens.fundamental(8):
        assert solution.is_canonical() and solution == min(solution.symmetries())


def test_estimates_contain_the_count_and_depend_on_the_seed_only() -> None:
    one = queens.estimate(14, error=0.2, seed=1)
    assert one.low and one.high and one.low < 365_596 < one.high and one.error <= 0.2
    assert one.published == 365_596
    two = queens.estimate(14, samples=one.samples, seed=1, threads=3)
    assert (one.estimate, one.low, one.high) == (two.estimate, two.low, two.high)
    assert two.estimate != queens.estimate(14, samples=one.samples, seed=2).estimate
    assert [queens.estimate(n).estimate for n in range(4)] == [1, 1, 0, 0]
    large = queens.estimate(300, samples=2)
    assert large.estimate is None and large.log10_estimate and 480 < large.log10_estimate < 500
    with pytest.raises(RuntimeError, match="give no estimate"):
        queens.estimate(10_000, seconds=0.001)


def test_find_gives_solutions_of_any_size() -> None:
    for n in range(60):
        found = queens.find(n)
        assert (found is None) == (n in (2, 3))
        assert found is None or Solution.is_valid(found.rows)
    big = queens.find(100_000)
    assert big is not None and len(big) == 100_000 and Solution.is_valid(big.rows)
    one, same, other = (queens.find(200, random=True, seed=seed) for seed in (1, 1, 2))
    assert one == same != other
    assert str(queens.find(8, first=True)) == "1 5 8 6 3 7 2 4"


def test_positions_are_read_solved_and_explained() -> None:
    position = Position("....\nQ...\n....\n....\n")
    assert (position.n, position.rules, position.given, position.closed) == (4, "queens", ["A3"], [])
    assert str(queens.solve(position)) == "3 1 4 2" == str(queens.solve({"size": 4, "given": ["A3"]}))
    assert str(queens.solve("size:4 given:a3", method="sat")) == "3 1 4 2"
    assert queens.solve("size:6 given:a1") is None
    assert Position("size:6 given:a1").refute() == "the given queen on A1 rules out every solution"
    assert int(Position("size:8 given:a1").count()) == 4 == len(Position("size:8 given:a1").solutions())
    assert Position("size:11", rules="torus").count().solutions == 88
    made = queens.puzzle(8, seed=3)
    puzzle, solution, difficulty = made
    assert (puzzle, solution, difficulty) == (made.position, made.solution, made.difficulty)
    explanation = puzzle.explain()
    assert (explanation.solution, explanation.difficulty, puzzle.count().solutions) == (solution, difficulty, 1)
    assert puzzle.check(solution.rows) and "class=\"region\"" in puzzle.svg()
    assert Position(puzzle.to_text()) == Position(puzzle.to_json()) == Position(puzzle.to_short()) == puzzle
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle
    # A solution by the rules of regions need not be one of queens.
    assert pickle.loads(pickle.dumps(solution)) == solution


def test_a_star_battle_has_several_queens_per_row() -> None:
    regions = "AABBBBGG/AABBBEEG/AABBBEGG/CFFBBEGG/CFFFBHHG/CFFHHHHH/CCFFHHDH/CCCFDDDD"
    one = Position(f"size:8 regions:{regions}")
    position = Position(one, stars=2)
    assert (one.stars, position.stars) == (1, 2)
    assert position == Position(f"size:8 regions:{regions} stars:2") != one
    assert (one.count().solutions, one.count().stars) == (271, None)
    assert (position.count().solutions, position.count().stars) == (1, 2)
    unique = position.unique()
    assert unique is not None and unique.unique and unique.stars == 2
    solution = unique.solution
    assert (solution.n, solution.stars, len(solution)) == (8, 2, 16)
    assert solution == queens.solve(position) == Solution(solution.rows, rules="regions", stars=2)
    assert solution == Solution(str(solution), rules="regions", stars=2) == position.solutions()[0]
    assert position.check(solution) and not position.check([0] * 16)
    for value in (position, solution, unique):
        assert pickle.loads(pickle.dumps(value)) == value
    assert queens.UniqueResult.from_dict(unique.to_dict()) == unique
    for board, stars in ((Position("size:8"), 2), (one, 0), (one, 5)):
        with pytest.raises(ValueError, match="star"):
            Position(board, stars=stars)
    with pytest.raises(ValueError, match="need the rules 'regions'"):
        Solution(solution.rows, stars=2)


def test_positions_are_counted_by_the_engines() -> None:
    start = time.perf_counter()
    assert Position("size:14").count().solutions == 365_596
    # Finding these one by one would take minutes.
    assert Position("size:17").count().solutions == 95_815_104
    assert Position("size:20 given:a1,b3,c5").count().solutions == 935_374
    assert time.perf_counter() - start < 60
    # Where both ways of counting can finish, they agree.
    small = Position("size:20 given:a1,b3,c5,d2,e4,f13 closed:g9")
    by_engine, one_by_one = small.count(), small.count(limit=10**9)
    assert by_engine == one_by_one and by_engine.solutions > 0 and not one_by_one.limited
    # All solutions are divided by the queen of the first column.
    given = [Position(f"size:12 given:a{row}").count().solutions for row in range(1, 13)]
    assert sum(given) == SOLUTIONS[12] and queens.count(12, method="bitmask", by_first=True).by_first == tuple(given)


def test_traces_are_those_of_the_command() -> None:
    steps = list(queens.trace("arrays", 4))
    assert [(step.index, step.step, step.square) for step in steps[:2]] == [(0, "place", "A1"), (1, "reject", "B1")]
    assert list(queens.trace("arrays", 4, start=2)) == steps[2:]
    assert sum(step.step == "solution" for step in queens.trace("bitmask", 6)) == 4
    # A long one is not run to its end.
    assert next(iter(queens.trace("bitmask", 20))).step == "place"


def test_comparisons_are_ready_for_a_table() -> None:
    rows = queens.compare([6, 7], ["arrays", "bitmask"], runs=1)
    assert [(row.method, row.n, row.solutions) for row in rows] == [
        ("arrays", 6, 4), ("bitmask", 6, 4), ("arrays", 7, 40), ("bitmask", 7, 40),
    ]
    assert all(row.median_seconds >= row.best_seconds > 0 and row.placements for row in rows)


def test_other_numbers_of_queens_are_counted() -> None:
    assert [queens.count(n, queens=8).solutions for n in range(7, 11)] == [0, 92, 13848, 636524]
    assert queens.count(8, queens="any").solutions == 118969
    assert queens.count(8, queens="maximal").solutions == 10188
    pawn = queens.count(9, queens="with-pawn", fundamental=True, symmetry=True)
    assert (pawn.solutions, pawn.fundamental, pawn.fixed_by_180_only) == (396, 52, 20)
    assert (pawn.queens, pawn.method, queens.count(8).queens) == ("with-pawn", "with-pawn", None)
    plan = queens.plan(10, queens=7)
    assert repr(plan).startswith("Plan(n=10, queens='7', method='exactly', jobs=")
    assert pickle.loads(pickle.dumps(plan)) == plan
    assert sum(result.solutions for result in queens.run_jobs(plan, range(plan.jobs))) == 2119176


def test_plans_of_other_rules_are_run_and_pickled() -> None:
    for plan, solutions in [
        (queens.plan(12, rules="superqueens"), 156),
        (queens.plan(16, only="180"), 3000),
        (queens.plan(16, rules="superqueens", only="90"), queens.count(16, rules="superqueens", only="90").solutions),
    ]:
        restored = pickle.loads(pickle.dumps(plan))
        assert restored == plan and (restored.rules, restored.only) == (plan.rules, plan.only)
        assert sum(result.solutions for result in queens.run_jobs(restored, range(plan.jobs))) == solutions
    assert repr(queens.plan(16, rules="superqueens", only="90")).startswith(
        "Plan(n=16, rules='superqueens', only='90', method='symmetric', jobs="
    )
    with pytest.raises(ValueError, match="only='45': allowed are '180' and '90'"):
        queens.plan(8, only="45")  # type: ignore[arg-type]


def test_jobs_add_up_in_any_division() -> None:
    plan = queens.plan(12, method="cross")
    assert pickle.loads(pickle.dumps(plan)) == plan and plan.jobs == len(plan)
    with pytest.raises(ValueError, match="another version of n-queens"):
        queens._restored_plan(12, "cross", False, plan.VERSION, plan.jobs + 1)
    counted = queens.count(8, method="bitmask", statistics=True)
    assert pickle.loads(pickle.dumps(counted)) == counted
    halves = [range(0, plan.jobs, 2), range(1, plan.jobs, 2)]
    found = [result for ids in halves for result in queens.run_jobs(plan, ids, threads=2)]
    assert sum(result.solutions for result in found) == SOLUTIONS[12]
    assert sorted(result.job for result in found) == list(range(plan.jobs))
    first = 4_294_967_291
    assert all(result.residues[0] == result.solutions % first for result in found)
    steps = queens.run_jobs(queens.plan(8, method="bitmask", statistics=True), range(8))
    assert sum(result.placements or 0 for result in steps) == 2056


def test_bad_requests_are_value_errors_with_the_message_of_the_library() -> None:
    plan = queens.plan(8, method="cross")
    calls: list[tuple[Callable[[], object], str]] = [
        (lambda: queens.count(33), "N = 33 is too large: boards go from 0 to 32"),
        (lambda: queens.count(8, method="bitmusk"), "unknown method 'bitmusk': did you mean 'bitmask'?"),
        (lambda: queens.count(8, threads=0), "threads=0: allowed are 1 to 1024"),
        (lambda: queens.count(8, threads=-1), "threads=-1: allowed are 1 to 1024"),
        (lambda: queens.count(8, device="vulkan"), "device='vulkan': expected cpu, auto, gpu, cuda, wgpu"),
        (lambda: queens.solutions(40), "boards go from 0 to 32"),
        (lambda: queens.trace("cross", 8), "counts without listing"),
        (lambda: queens.trace("arrays", 8, start=-1), "start=-1: allowed are 0 to 18446744073709551615"),
        (lambda: queens.run_jobs(plan, [10**9]), f"job=1000000000: allowed are 0 to {plan.jobs - 1}"),
        (lambda: queens.run_jobs(plan, [-1]), f"job=-1: allowed are 0 to {plan.jobs - 1}"),
        (lambda: Solution([0, 1, 2, 3]), "the queens on A1 and B2 attack each other"),
        (lambda: Solution("2 4 1 5"), "row 5 in column D: rows go from 1 to 4"),
        (lambda: Position("..\n.z\n"), "line 2, column 2: unknown mark 'z'"),
        (lambda: queens.solve("size:4", rules="regions"), "needs 4 regions"),
        (lambda: queens.puzzle(3), "has size 4 to 20, not 3"),
        (lambda: queens.puzzle(seed=-1), "seed=-1: allowed are 0 to 18446744073709551615"),
        (lambda: queens.puzzle(seed=2**200), f"seed={2**200}: allowed are 0 to 18446744073709551615"),
        (lambda: queens.compare([8], ["arrays"], runs=0), "runs=0: allowed are integers from 1 on"),
        (lambda: queens.compare([8], ["arrays"], limit=0), "limit=0: allowed are numbers above 0"),
        (lambda: queens.compare([33], ["arrays"]), "boards go from 0 to 32"),
        (lambda: queens.compare([-1], ["arrays"]), "N = -1: boards go from 0 to 32"),
        (lambda: queens.find(10**9), "boards go from 0 to 100000000"),
        (lambda: queens.find(-1), "N = -1: boards go from 0 to 100000000"),
        (lambda: queens.find(2000).board(), "N = 2000: boards are drawn up to size 1000"),  # type: ignore[union-attr]
        (lambda: Position("size:2000").svg(), "N = 2000: boards are drawn up to size 1000"),
        (lambda: Position("size:8").count(limit=-1), "limit=-1: allowed are integers from 0 on"),
        (lambda: Position("size:8").count(limit=5, by_square=True), "by_square cannot be combined with limit"),
        (lambda: Position("size:8").solutions(limit=-1), "limit=-1: allowed are integers from 0 on"),
        (lambda: plan.sample(-1), "most=-1: allowed are integers from 0 on"),
        (lambda: queens.Ledger("no-such-file"), "no-such-file"),
        (lambda: queens.find(8, first=True, seed=1), "first=True cannot be combined with random=True or a seed"),
        (lambda: queens.count(8, only="45"), "only='45': allowed are '180' and '90'"),  # type: ignore[arg-type]
        (lambda: queens.count(8, rules="torus", fundamental=True), "all solutions by the rules of queens"),
        (lambda: queens.count(8, queens=5, fundamental=True), "other than 'with-pawn'"),
        (lambda: queens.count(8, queens=-1), "queens=-1: allowed are 0 to 1024"),
        (lambda: queens.count(8, queens=2**200), "allowed are 0 to 1024"),
        (lambda: queens.count(8, queens="some"), "queens='some': allowed are 0 to 1024, 'any'"),  # type: ignore[arg-type]
        (lambda: queens.count(8, queens="any", method="cross"), "without a method"),
        (lambda: queens.count(8, only="90", symmetry=True), "all solutions by the rules of queens"),
        (lambda: queens.estimate(10_001), "boards go from 0 to 10000"),
        (lambda: queens.estimate(8, samples=1), "samples=1: allowed are integers from 2 on"),
        (lambda: queens.estimate(8, samples=2, error=0.1), "samples cannot be combined with error"),
        (lambda: queens.estimate(8, error=0), "error=0: allowed are numbers above 0"),
        (lambda: queens.estimate(8, seconds=-1), "seconds=-1: allowed are numbers above 0"),
        (lambda: queens.estimate(8, threads=0), "threads=0: allowed are 1 to 1024"),
        (lambda: plan.estimate(seconds=0), "seconds=0: allowed are numbers above 0"),
        (lambda: plan.estimate(threads=0), "threads=0: allowed are 1 to 1024"),
    ]
    for call, message in calls:
        with pytest.raises(ValueError) as raised:
            call()
        assert message in str(raised.value)
    for bad in (-1, 2**70):
        for refuse in (queens.count, queens.solutions, queens.solutions_array, queens.find, queens.plan, queens.puzzle):
            with pytest.raises(ValueError, match=f"N = {bad}: boards go from 0"):
                refuse(bad)
    with pytest.raises(TypeError):
        queens.solve(5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="argument 'threads': 'float' object"):
        queens.count(8, threads=2.5)  # type: ignore[arg-type]
    for rows in ([1, 3, 0, -1], [1, 3, 0, 2**40], [1, 3, 0, 2**70]):
        assert not Solution.is_valid(rows) and not Position("size:4").check(rows)
    with pytest.raises(IndexError, match="column 4: the board has 4 columns"):
        Solution("2 4 1 3")[4]


def test_large_solutions_are_shown_briefly() -> None:
    found = queens.find(1_000_000)
    assert repr(found) == "<Solution of size 1000000: 2 4 6 ... 999995 999997 999999>"
    # None: a notebook shows the text instead.
    assert found is not None and found._repr_svg_() is None and found._repr_html_() is None
    assert Position("size:2000")._repr_svg_() is None


def test_other_threads_run_during_a_count() -> None:
    import threading

    ticks = 0
    done = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.wait(0.002):
            ticks += 1

    thread = threading.Thread(target=tick)
    thread.start()
    queens.count(16, method="bitmask", threads=1)
    done.set()
    thread.join()
    assert ticks > 50


def test_ledgers_are_opened_and_verified(tmp_path: Path) -> None:
    path = tmp_path / "q.db"
    plan = queens.plan(10, method="cross")
    found = count_into(path, plan)
    assert found is not None and found.solutions == 724
    ledger = queens.Ledger(path)
    assert (ledger.n, ledger.method, ledger.jobs, ledger.missing()) == (10, "cross", plan.jobs, [])
    status = ledger.status()
    assert (status.finished, status.fraction, status.solutions, status.conflicts) == (plan.jobs, 1.0, 724, 0)
    assert sorted(record.job for record in ledger.records()) == list(range(plan.jobs))
    assert queens.verify(path).outcome == "verified"
    # Without a recount, nothing is verified.
    checked = queens.verify(path, sample=0)
    assert (checked.outcome, checked.recounted) == ("checked", ())
    certificate = tmp_path / "certificate"
    certificate.write_text("queens certificate 1\nsize 11\n")
    other = queens.verify(path, certificate=certificate)
    assert (other.outcome, other.reason) == (
        "wrong",
        "the ledger has 'size 10', the certificate has 'size 11'",
    )
    certificate.write_text("Q(10) = 724\n")
    with pytest.raises(ValueError, match="is not a certificate: its first line is not"):
        queens.verify(path, certificate=certificate)
    data = bytearray(path.read_bytes())
    data[data.rfind(b"cross")] ^= 1
    path.write_bytes(data)
    wrong = queens.verify(path)
    assert (wrong.outcome, wrong.n) == ("wrong", None) and wrong.reason


def test_a_session_rejects_bad_answers(tmp_path: Path) -> None:
    plan = queens.plan(10, method="cross")
    session = queens._queens.Session(plan, ledger=tmp_path / "q.db", audit=0.0)
    ids = session.missing()
    found = queens.run_jobs(plan, ids)
    bad: list[tuple[object, str]] = [
        ([result._replace(solutions=result.solutions + 1) for result in found], "residues disagree"),
        (found[1:], "jobs are missing"),
        (2 * found, "was sent twice"),
        ([*found, found[0]._replace(job=10**6)], "was not requested"),
        ([result._replace(placements=1) for result in found], "has placements"),
        (["not a result"], "not a list of results"),
        ([found[0]._replace(solutions=-1), *found[1:]], "not a list of results"),
        (None, "not a list of results"),
    ]
    for answer, reason in bad:
        [notice] = session.finished("w", ids, answer)
        assert (notice.kind, notice.worker, notice.jobs) == ("bad_answer", "w", ids)
        assert reason in notice.text and "\n" not in notice.text
        assert session.missing() == ids
    assert session.finished("w", ids, found) == []
    assert session.check_total() is None
    report = session.audit_report()
    assert session.total().solutions == 724
    assert (report.jobs, report.audited, report.share, report.excluded) == (plan.jobs, 0, 0.0, [])
    with pytest.raises(RuntimeError, match="the session has ended"):
        session.missing()


def test_a_session_needs_all_jobs(tmp_path: Path) -> None:
    plan = queens.plan(10, method="cross")
    assert count_into(tmp_path / "q.db", plan, range(5)) is None
    session = queens._queens.Session(plan, ledger=tmp_path / "q.db")
    assert session.missing() == list(range(5, plan.jobs))
    with pytest.raises(RuntimeError, match=rf"{plan.jobs - 5} jobs have no result"):
        session.total()
    for audit in (-0.1, 1.5, float("nan")):
        with pytest.raises(ValueError, match="audit=.*: allowed are numbers from 0 to 1"):
            queens._queens.Session(plan, audit=audit)
    assert queens._queens.audit_share("5%") == queens._queens.audit_share("0.05") == 0.05


EIGHT = list(queens.solutions(8))
ANY = st.one_of(st.sampled_from(EIGHT), st.builds(lambda seed: queens.find(20, random=True, seed=seed), st.integers(0, 99)))


@given(ANY)
def test_a_solution_is_read_back_from_its_formats(solution: Solution) -> None:
    assert Solution(solution.rows) == Solution(str(solution)) == Solution(" ".join(solution.squares)) == solution
    assert hash(Solution(solution.rows)) == hash(solution)
    assert pickle.loads(pickle.dumps(solution)) == solution
    assert list(solution) == list(solution.rows) == [solution[col] for col in range(len(solution))]
    assert solution[-1] == solution.rows[-1] and len(solution) == solution.n
    assert sum(line.count("Q") for line in solution.leetcode()) == solution.n
    assert solution.svg() == solution._repr_svg_() and solution.svg().count('class="queen"') == solution.n
    assert (solution._repr_html_() or "").startswith("<div") and repr(solution) == f"Solution('{solution}')"


@given(ANY)
def test_symmetries_are_eight_solutions_of_one_class(solution: Solution) -> None:
    images = solution.symmetries()
    assert len(images) == 8 and images[0] == solution
    assert all(Solution.is_valid(image.rows) for image in images)
    assert {image.canonical() for image in images} == {min(images)}
    assert len(set(images)) == {"none": 8, "180": 4, "90": 2}[solution.symmetry_class]


@settings(max_examples=300)
@given(st.integers(0, 7).flatmap(lambda n: st.permutations(range(n))))
def test_is_valid_agrees_with_the_definition(rows: list[int]) -> None:
    assert Solution.is_valid(rows) == (tuple(rows) in by_definition_cached(len(rows)))


CACHE: dict[int, set[tuple[int, ...]]] = {}


def by_definition_cached(n: int) -> set[tuple[int, ...]]:
    if n not in CACHE:
        CACHE[n] = set(by_definition(n))
    return CACHE[n]
