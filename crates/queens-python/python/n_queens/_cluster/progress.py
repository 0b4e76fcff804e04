"""What a run prints on stderr: one line of progress, and messages."""

from __future__ import annotations

import os
import sys
import time

#: The longest message. A reason may come from a worker, which can send anything.
LONGEST = 400

#: Stands for the middle of a longer message.
CUT = " ... "


class Progress:
    """One line of progress, which is erased for messages and at the end."""

    def __init__(self, n: int, shown: bool) -> None:
        self.n, self.shown = n, shown
        self._begun = 0
        self._started = time.monotonic()
        self._drawn = 0.0
        #: The number of characters on the line.
        self._width = 0

    def start(self, done: int) -> None:
        """Starts the clock when some jobs are already done."""
        self._begun, self._started = done, time.monotonic()

    def draw(self, done: int, jobs: int) -> None:
        """Draws the line, at most ten times per second."""
        now = time.monotonic()
        if not self.shown or now - self._drawn < 0.1:
            return
        self._drawn = now
        elapsed = now - self._started
        line = f"N = {self.n}: {done} of {jobs} jobs"
        if done > self._begun:
            rate = (done - self._begun) / max(elapsed, 1e-9)
            line += f", {rate:.1f}/s, elapsed {clock(elapsed)}, remaining {clock((jobs - done) / rate)}"
        # The last column stays free: a character in it makes some terminals begin a new line.
        line = line[: max(0, columns() - 1)]
        print(f"\r{line:<{self._width}}", end="", file=sys.stderr, flush=True)
        self._width = len(line)

    def say(self, text: str) -> None:
        """Prints a message."""
        self.erase()
        print(f"queens: {one_line(text)}", file=sys.stderr, flush=True)

    def erase(self) -> None:
        """Erases the line."""
        if self._width:
            print(f"\r{'':<{self._width}}\r", end="", file=sys.stderr, flush=True)
            self._width = 0


def columns() -> int:
    """The width of the terminal that stderr is connected to."""
    given = os.environ.get("COLUMNS", "")
    if given.isdigit() and int(given) > 0:
        return int(given)
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or 80
    except (OSError, ValueError):
        return 80


def one_line(text: str) -> str:
    """A text as one line without control characters, which could change what a terminal shows, and without the middle of a long one."""
    line = " ".join(text.split())
    line = "".join(letter if letter.isprintable() else "?" for letter in line)
    if len(line) <= LONGEST:
        return line
    kept = (LONGEST - len(CUT)) // 2
    return f"{line[:kept]}{CUT}{line[-kept:]}"


def clock(seconds: float) -> str:
    """A duration such as 1:15 or 2:03:04."""
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
