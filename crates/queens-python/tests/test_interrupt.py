"""Ctrl-C: each call that can take long ends with a ``KeyboardInterrupt`` within a second of the signal."""

from __future__ import annotations

import gc
import signal
import subprocess
import sys
import threading
import time
from itertools import islice
from typing import NamedTuple

import pytest

import n_queens as queens

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a process cannot send Ctrl-C to another there")

#: The promise in docs/python.md.
LIMIT_SECONDS = 1.0
#: How much longer a call may take here, because the machine that runs the tests may be busy. The slowest call takes 0.15 s alone.
BUSY_FACTOR = 4
#: How long a call runs before the signal: past its start, and into its search.
BEFORE_SECONDS = 0.3

PROGRAM = """
import sys
import n_queens as queens
from n_queens import Position, Solution
{setup}
print("ready", flush=True)
try:
    while True:
        {call}
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""

#: A complete ledger with invented counts. Plain backtracking needs hours to recount one of its jobs.
LEDGER = """
import os, tempfile
path = os.path.join(tempfile.mkdtemp(), "q.db")
plan = queens.plan({n}, method="{method}")
session = queens._queens.Session(plan, ledger=path, audit=0.0)
session.finished("tests", session.missing(), [(job, 1, (1, 1), None, 0.1) for job in range(plan.jobs)])
session.close("finished")
ledger = queens.Ledger(path)
"""


#: A session with one invented count. Counting the job again takes about a minute.
AUDIT = """
session = queens._queens.Session(queens.plan(24, method="join"), audit=1.0)
session.finished("tests", [5000], [(5000, 1, (1, 1), None, 0.1)])
"""


class Call(NamedTuple):
    """A call that takes long, or that takes long when it is repeated."""

    code: str
    setup: str = ""


LARGEST = {info.method: info.max_n for info in queens.methods()}

CALLS = [
    # Counting.
    Call("queens.count(24)"),
    Call("queens.count(24, threads=1)"),
    Call("queens.count(24, by_first=True)"),
    Call("queens.count(24, by_level=True)"),
    Call("queens.count(24, rules='semiqueens')"),
    Call("queens.count(30, rules='reflecting')"),
    Call("queens.count(22, rules='torus')"),
    Call("queens.count(26, rules='superqueens')"),
    Call("queens.count(32, only='180')"),
    *(Call(f"queens.count({min(n, 26)}, method='{method}')") for method, n in LARGEST.items() if n > 16),
    *(Call(f"queens.compare([{min(n, 20)}], ['{method}'], limit=99)") for method, n in LARGEST.items()),
    # Listing. C code such as `list` does not check for signals between two solutions.
    Call("list(queens.solutions(18))"),
    Call("next(queens.solutions(32))"),
    Call("list(queens.fundamental(18))"),
    Call("next(queens.fundamental(32))"),
    Call("max(queens.solutions(18))"),
    Call("queens.solutions_array(16)"),
    Call("queens.solutions_array(17)"),
    Call("queens.solutions_array(32)"),
    Call("list(queens.trace('bitmask', 18))"),
    Call("next(queens.trace('bitmask', 22, start=10**12))"),
    Call("next(queens.trace('breadth', 15, start=10**12))"),
    # One solution.
    Call("queens.estimate(10_000)"),
    Call("queens.estimate(8, error=1e-6)"),
    Call("queens.find(100_000_000)"),
    Call("queens.find(30_000_000, random=True)"),
    Call("queens.find(38, first=True)"),
    Call("Solution(rows)", "rows = queens.find(5_000_000).rows"),
    Call("found.symmetries()", "found = queens.find(5_000_000)"),
    Call("found.canonical()", "found = queens.find(5_000_000)"),
    Call("found.squares", "found = queens.find(5_000_000)"),
    Call("str(found)", "found = queens.find(5_000_000)"),
    Call("found.svg()", "found = queens.find(1000)"),
    Call("found.board()", "found = queens.find(1000)"),
    # Positions.
    Call("Position(text)", "text = Position('size:5000').to_text()"),
    Call("queens.solve('size:5000')"),
    Call("queens.solve('size:1000', method='sat')"),
    Call("queens.solve('size:300', rules='superqueens', method='sat')"),
    Call("queens.solve('size:37', rules='torus', method='sat')"),
    Call("queens.solve('size:30 closed:a1', rules='torus')"),
    Call("Position('size:26 closed:a1', rules='superqueens').count()"),
    Call("Position('size:24').count()"),
    Call("Position('size:24').count(limit=10**12)"),
    Call("Position('size:20').count(by_square=True)"),
    Call("Position('size:13').solutions()"),
    Call("Position('size:5000').solutions(limit=100)"),
    Call("Position('size:2000').unique()"),
    Call("Position('size:64').explain()"),
    Call("Position('size:61', rules='torus').explain()"),
    Call("Position('size:60 given:a1,b3,c5').refute()"),
    Call("Position('size:1000').export('mps')"),
    Call("Position('size:16', rules='torus').prove()"),
    Call("queens.puzzle(16, difficulty='easy')"),
    Call("queens.puzzle(32, rules='queens', difficulty='hard')"),
    # Plans and ledgers.
    Call("queens.plan(32, method='cross')"),
    Call("queens.plan(24).estimate(seconds=60)"),
    Call("queens.plan(22, method='arrays').estimate(seconds=60)"),
    Call("queens.run_jobs(plan, range(plan.jobs))", "plan = queens.plan(24)"),
    Call("queens.verify(path)", LEDGER.format(n=24, method="cross")),
    Call("ledger.status()", LEDGER.format(n=24, method="cross")),
    Call("ledger.missing()", LEDGER.format(n=24, method="cross")),
    Call("ledger.records()", LEDGER.format(n=24, method="cross")),
    Call("session.audit_here([])", AUDIT),
]


def interrupt(call: Call) -> float:
    """The seconds from the signal to the exception."""
    program = PROGRAM.format(setup=call.setup, call=call.code)
    # SIGINT is ignored if the tests run in the background.
    reset = lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)  # noqa: E731
    words = [sys.executable, "-c", program]
    child = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=reset)
    try:
        assert child.stdout is not None
        ready = child.stdout.readline()
        if ready == "ready\n":
            time.sleep(BEFORE_SECONDS)
        start = time.monotonic()
        child.send_signal(signal.SIGINT)
        # A child that does not react must not block the test.
        killer = threading.Timer(10 * LIMIT_SECONDS, child.kill)
        killer.start()
        answer = child.stdout.readline()
        seconds = time.monotonic() - start
        killer.cancel()
        _, errors = child.communicate(timeout=60)
        assert (ready, answer) == ("ready\n", "interrupted\n"), f"{seconds:.1f} s: {errors}"
        return seconds
    finally:
        child.kill()
        child.wait()


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.code)
def test_ctrl_c_ends_the_call_soon(call: Call) -> None:
    assert interrupt(call) < BUSY_FACTOR * LIMIT_SECONDS


class _AlarmError(Exception):
    """What the timer raises."""


@pytest.mark.parametrize(("n", "interval"), [(13, 0.003), (30, 0.1)])
def test_an_interrupted_iterator_resumes_where_it_was(n: int, interval: float) -> None:
    def alarm(*_: object) -> None:
        raise _AlarmError

    # N = 13 has many solutions, N = 30 a long search before the first one.
    wanted = list(islice(queens.solutions(n), 50_000 if n == 13 else 1))
    search, found, interrupts = queens.solutions(n), list[queens.Solution](), 0
    before = signal.signal(signal.SIGALRM, alarm)
    # An exception in the destructor of an object of another test would be lost.
    gc.disable()
    try:
        while len(found) < len(wanted):
            try:
                # One alarm, so that it is raised in this block and nowhere else.
                signal.setitimer(signal.ITIMER_REAL, interval)
                # In C, so that the exception comes from the search and not between it and the list.
                found.extend(islice(search, len(wanted) - len(found)))
                signal.setitimer(signal.ITIMER_REAL, 0)
            except _AlarmError:
                interrupts += 1
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        gc.enable()
    assert found == wanted and interrupts > 0
