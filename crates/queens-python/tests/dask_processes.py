"""Dask schedulers and workers as processes, for the tests of clusters."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

#: What a faulty worker loads at its start; ``QUEENS_TEST_FAULT`` names the fault.
FAULTS = Path(__file__).with_name("faulty_worker.py")


class Cluster:
    """A scheduler and workers of one thread each, all separate processes on this machine."""

    def __init__(self, tls: list[str] | None = None) -> None:
        #: The options for certificates; without them connections are not encrypted.
        self.tls = tls or []
        self.port = 0
        self.workers: list[subprocess.Popen[str]] = []
        self.start_scheduler()

    @property
    def address(self) -> str:
        return f"{'tls' if self.tls else 'tcp'}://127.0.0.1:{self.port}"

    def start_scheduler(self) -> None:
        words = ["--host", self.address.rpartition(":")[0], "--port", str(self.port), "--no-dashboard", *self.tls]
        self.scheduler = start("scheduler", words)
        assert self.scheduler.stderr is not None
        for line in self.scheduler.stderr:
            if found := re.search(r"Scheduler at:\s+\w+://127\.0\.0\.1:(\d+)", line):
                self.port = int(found[1])
                break
        drain(self.scheduler)

    def start_worker(self, name: str | None = None, fault: str | None = None) -> subprocess.Popen[str]:
        words = [self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard", "--death-timeout", "60", *self.tls]
        words += ["--name", name] if name else []
        words += ["--preload", str(FAULTS)] if fault else []
        worker = start("worker", words, {"QUEENS_TEST_FAULT": fault or ""})
        drain(worker)
        self.workers.append(worker)
        return worker

    def close(self) -> None:
        for process in [*self.workers, self.scheduler]:
            process.kill()
        for process in [*self.workers, self.scheduler]:
            process.wait()

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()


def start(role: str, words: list[str], variables: dict[str, str] | None = None) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", f"distributed.cli.dask_{role}", *words]
    environment = {**os.environ, **(variables or {})}
    return subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, env=environment)


def drain(process: subprocess.Popen[str]) -> None:
    """Reads the output of a process, so that it does not block."""
    assert process.stderr is not None
    threading.Thread(target=process.stderr.read, daemon=True).start()


def run_command(*words: str, timeout: float = 120) -> tuple[int, str, list[str], float]:
    """Runs ``python -m n_queens.cluster``: exit code, stdout, lines of stderr, seconds."""
    began = time.monotonic()
    command = [sys.executable, "-m", "n_queens.cluster", *words]
    end = subprocess.run(command, capture_output=True, text=True, timeout=timeout)
    return end.returncode, end.stdout, end.stderr.splitlines(), time.monotonic() - began
