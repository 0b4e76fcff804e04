"""Counts on a Dask cluster: workers run batches of jobs, a ledger keeps the results.

Workers, the scheduler and this process may fail at any time. The ledger contains the result of each
job at most once. Run the same call again to resume: only missing jobs are run. Install Dask with
``pip install 'n-queens[cluster]'``.

From a shell::

    python -m n_queens.cluster 20 --scheduler tcp://scheduler:8786 --ledger q20.db

Example:
    >>> from dask.distributed import Client
    >>> from n_queens import cluster
    >>> with Client(processes=False, n_workers=1, dashboard_address="127.0.0.1:0") as client:
    ...     cluster.count(12, client=client).solutions
    14200
"""

from __future__ import annotations

import argparse
import contextlib
import logging
import os
import platform
import ssl
import sys
from dataclasses import dataclass
from typing import NoReturn

from . import CountResult, Ledger, _number, _queens, plan
from .results import Queens, Rotation, Rules

try:
    from dask.distributed import Client, LocalCluster, Security
except ImportError as error:  # pragma: no cover
    message = f"n_queens.cluster needs Dask: pip install 'n-queens[cluster]' ({error})"
    if __name__ == "__main__":
        # As a command it prints one line, not a traceback.
        print(f"queens: {message}", file=sys.stderr)
        sys.exit(2)
    raise ImportError(message) from error

from ._cluster.progress import Progress, one_line
from ._cluster.run import Run
from ._cluster.transport import Transport

__all__ = ["count"]

#: The part of the jobs that is counted again by another worker.
AUDIT = 0.05
#: Seconds to wait for a lost scheduler.
PATIENCE = 300.0
#: Seconds until a scheduler that does not answer is given up at the start.
CONNECT_SECONDS = 10


def count(
    n: int,
    *,
    client: Client,
    ledger: str | os.PathLike[str] | None = None,
    method: str | None = None,
    device: str = "cpu",
    statistics: bool = False,
    batch: int | None = None,
    progress: bool | None = None,
    patience: float = 300.0,
    audit: float = 0.05,
    queens: int | Queens | None = None,
    rules: Rules = "queens",
    only: Rotation | None = None,
) -> CountResult:
    """Counts the solutions of the empty board on the workers of a Dask cluster.

    Args:
        n (int): Size of the board, 0 to 32.
        client (Client): A client that is connected to the scheduler.
        ledger (str | os.PathLike[str] | None): A file that keeps every result. It is created, or
            resumed if it exists. Defaults to ``None``: results are kept in memory only.
        method (str | None): Name of a method that is divided into many jobs, such as ``"cross"`` or
            ``"join"``. Defaults to ``None``: the method of the ledger, or the fastest one.
        device (str): What a worker counts with: ``"cpu"``, one job per thread of the worker, or GPUs
            of the worker, such as ``"gpu"``, ``"cuda"`` or ``"wgpu"``. Defaults to ``"cpu"``.
        statistics (bool): Whether to also count placements. Defaults to ``False``.
        batch (int | None): Number of jobs per batch, 1 or more. Defaults to ``None``: adapted to the
            speed of each worker.
        progress (bool | None): Whether to show progress on stderr. Defaults to ``None``: show it if
            stderr is a terminal.
        patience (float): Seconds to wait for a lost scheduler, or for another worker if none of the
            workers can count. Defaults to ``300.0``.
        audit (float): The share of jobs that another worker counts again, 0 to 1. If there is only one
            worker, this process counts them again. If two counts differ, this process decides.
            Defaults to ``0.05``.
        queens (int | Queens | None): Number of queens, as for ``n_queens.count``. Defaults to
            ``None``: ``n``.
        rules (Rules): Attack rules, as for ``n_queens.count``. Defaults to ``"queens"``.
        only (Rotation | None): ``"180"`` or ``"90"`` to count only solutions symmetric under this
            rotation. Defaults to ``None``: all solutions.

    Returns:
        CountResult: The number of solutions, and the placements if they were counted.

    Raises:
        ValueError: If an argument is out of range, the ledger belongs to another count, or no worker
            has the device.
        RuntimeError: If no worker can count, the total is wrong, or the ledger is damaged.
        OSError: If the scheduler cannot be reached again within ``patience`` seconds.

    Example:
        >>> from dask.distributed import Client
        >>> from n_queens import cluster
        >>> with Client(processes=False, n_workers=1, dashboard_address="127.0.0.1:0") as client:
        ...     cluster.count(12, client=client, method="cross").solutions
        14200
    """
    options = _Options(ledger, method, device, statistics, batch, progress, patience, audit, queens, rules, only)
    return _count(n, client, options)[0]


@dataclass(frozen=True)
class _Options:
    """The options of ``count``."""

    ledger: str | os.PathLike[str] | None
    method: str | None
    device: str
    statistics: bool
    batch: int | None
    progress: bool | None
    patience: float
    audit: float
    queens: int | Queens | None = None
    rules: Rules = "queens"
    only: Rotation | None = None


def _by_method(what: _Options | Ledger) -> bool:
    """Whether all solutions by the rules of queens are counted, so that a method can be chosen."""
    return (what.queens, what.rules, what.only) == (None, "queens", None)


def _count(
    n: int, client: Client, options: _Options, seed: int | None = None
) -> tuple[CountResult, _queens.SessionReport]:
    """Counts, and also returns what was audited. ``seed`` selects the audited jobs; by default that of the ledger."""
    ledger, method, statistics = options.ledger, options.method, options.statistics
    batch, audit, device = options.batch, options.audit, options.device
    if batch is not None and batch < 1:
        raise ValueError(f"batch={batch}: allowed are integers from 1 on")
    if ledger is not None and os.path.exists(ledger):
        existing = Ledger(ledger)
        if existing.shard is not None:
            message = f"{ledger} is shard {existing.shard} of a plan: resume it with 'queens count --shard {existing.shard}'"
            raise ValueError(message)
        if _by_method(options) and _by_method(existing):
            method = method or existing.method
        statistics = statistics or existing.statistics
    elif device != "cpu" and not statistics and _by_method(options):
        # GPUs have no other method without statistics.
        method = method or "cross"
    work = plan(n, method=method, statistics=statistics, queens=options.queens, rules=options.rules, only=options.only)
    name = f"dask on {platform.system()} {platform.machine()}, {device}"
    session = _queens.Session(work, ledger=ledger, device=name, audit=audit, seed=seed)
    shown = sys.stderr.isatty() if options.progress is None else options.progress
    transport = Transport(client, options.patience)
    run = Run(work, session, transport, device, batch, Progress(n, shown))
    outcome = "failed"
    try:
        return run.count()
    except KeyboardInterrupt:
        outcome = "interrupted"
        raise
    finally:
        run.close()
        session.close(outcome)
        transport.close()


class _Parser(argparse.ArgumentParser):
    """Reports a bad argument in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"queens: {message} (try --help)\n")


def _share(text: str) -> float:
    """A share such as 5% or 0.05."""
    try:
        return _queens.audit_share(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error).removeprefix("audit=")) from None


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python -m n_queens.cluster", description="Count the solutions of a board on a Dask cluster."
    )
    parser.add_argument("n", type=int, metavar="N", help="the size of the board")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="the address of the scheduler (default: start workers on this machine)")
    parser.add_argument("--ledger", metavar="FILE", help="keep every result in this file, and resume it if it exists")
    parser.add_argument("--method", metavar="NAME", help="cross, join or another method with many jobs (default: that of the ledger, or the fastest)")
    parser.add_argument("--queens", metavar="NUM", help="the number of queens: a number, any, maximal or with-pawn (default: N)")
    parser.add_argument("--rules", default="queens", help="queens, torus, superqueens, semiqueens or reflecting (default: queens)")
    parser.add_argument("--only", metavar="DEGREES", help="count only solutions symmetric under a rotation by 180 or 90 degrees")
    parser.add_argument("--placements", action="store_true", help="also count queens placed")
    parser.add_argument("--device", default="cpu", help="what a worker counts with: cpu, or its GPUs, such as gpu, cuda or wgpu (default: cpu)")
    parser.add_argument("--batch", type=int, metavar="JOBS", help="the number of jobs per batch (default: adapted to each worker)")
    parser.add_argument("--audit", type=_share, default=AUDIT, metavar="SHARE", help="the share of jobs that another worker counts again, such as 5%% or 0.05; 0 turns it off (default: 5%%)")
    tls = parser.add_argument_group("TLS", "files in PEM format for a scheduler whose address starts with tls://; give all three")
    tls.add_argument("--tls-ca", metavar="FILE", help="the certificate of the authority that signed all certificates of the cluster")
    tls.add_argument("--tls-cert", metavar="FILE", help="the certificate of this client")
    tls.add_argument("--tls-key", metavar="FILE", help="the private key of this client")
    return parser


def _security(options: argparse.Namespace) -> Security | None:
    """The certificates for a connection with TLS."""
    files = {"--tls-ca": options.tls_ca, "--tls-cert": options.tls_cert, "--tls-key": options.tls_key}
    absent = [name for name, file in files.items() if file is None]
    scheduler = options.scheduler or ""
    if len(absent) == len(files):
        if scheduler.startswith("tls://"):
            raise ValueError(f"--scheduler {scheduler}: TLS needs {', '.join(absent)}")
        return None
    if absent:
        raise ValueError(f"TLS also needs {', '.join(absent)}")
    if not scheduler.startswith("tls://"):
        shown = f"--scheduler {scheduler}: " if scheduler else ""
        raise ValueError(f"{shown}TLS needs a scheduler address that starts with tls://")
    try:
        shown = f"--tls-ca {options.tls_ca}"
        context = ssl.create_default_context(cafile=options.tls_ca)
        shown = f"--tls-cert {options.tls_cert} --tls-key {options.tls_key}"
        context.load_cert_chain(options.tls_cert, options.tls_key)
    except OSError as error:
        raise ValueError(f"{shown}: {error.strerror or error}") from error
    return Security(
        tls_ca_file=options.tls_ca,
        tls_client_cert=options.tls_cert,
        tls_client_key=options.tls_key,
        require_encryption=True,
    )


def _local() -> LocalCluster:
    """Workers on this machine. Neither their processes nor the scheduler write to stderr."""
    return LocalCluster(
        threads_per_worker=1,
        # The scheduler always has an HTTP server. Without an address it takes port 8787 and warns if that is in use.
        dashboard_address="127.0.0.1:0",
        scheduler_kwargs={"dashboard": False},
        silence_logs=logging.CRITICAL,
    )


def _connected(options: argparse.Namespace, opened: contextlib.ExitStack) -> Client:
    """A client of the scheduler, or of workers on this machine."""
    security = _security(options)
    if not options.scheduler:
        client = Client(opened.enter_context(_local()))
    else:
        try:
            client = Client(options.scheduler, timeout=CONNECT_SECONDS, security=security)
        except (OSError, TimeoutError) as error:
            raise OSError(f"cannot connect to the scheduler at {options.scheduler}: {error}") from error
    opened.enter_context(client)
    return client


def _silence_dask() -> None:
    """Lost connections and answers of lost workers are expected, and this command reports them itself."""
    # Dask gives its client a level of its own. The scheduler reports an answer that it cannot fetch as an error.
    for name, level in (("distributed", "ERROR"), ("distributed.client", "ERROR"), ("distributed.scheduler", "CRITICAL")):
        logging.getLogger(name).setLevel(level)


def main(words: list[str] | None = None) -> int:
    """Runs ``python -m n_queens.cluster``.

    Args:
        words (list[str] | None): The arguments of the command. Defaults to ``None``: those of this
            process.

    Returns:
        int: The exit code: 0, 1 if the count failed, 2 for a bad argument, 130 after Ctrl-C.
    """
    options = _parser().parse_args(words)
    _silence_dask()
    settings = _Options(
        ledger=options.ledger,
        method=options.method,
        device=options.device,
        statistics=options.placements,
        batch=options.batch,
        progress=None,
        patience=PATIENCE,
        audit=options.audit,
        queens=_number(options.queens),
        rules=options.rules,
        only=options.only,
    )
    try:
        with contextlib.ExitStack() as opened:
            found, audits = _count(options.n, _connected(options, opened), settings)
    except KeyboardInterrupt as error:
        unsaved = f": {one_line(str(error))}" if str(error) else ""
        kept = f"; finished jobs are in {options.ledger}, run the same command again to resume" if options.ledger else ""
        print(f"queens: interrupted{unsaved}{kept}", file=sys.stderr)
        return 130
    except ValueError as error:
        print(f"queens: {one_line(str(error))}", file=sys.stderr)
        return 2
    except Exception as error:
        print(f"queens: {one_line(str(error)) or type(error).__name__}", file=sys.stderr)
        return 1
    print(f"queens: {audits.text}", file=sys.stderr)
    print(f"{found.n}: {found.solutions}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
