"""Ledgers for tests, written by a session whose jobs this process counts."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import n_queens as queens


def count_into(path: Path, plan: queens.Plan, ids: Iterable[int] | None = None) -> queens.CountResult | None:
    """Counts jobs of a plan into a ledger. The result is ``None`` if some are missing then."""
    session = queens._queens.Session(plan, ledger=path, device="tests", audit=0.0)
    jobs = list(ids) if ids is not None else session.missing()
    session.begun(jobs)
    notices = session.finished("tests", jobs, queens.run_jobs(plan, jobs))
    assert not notices, [notice.text for notice in notices]
    if session.missing():
        session.close("stopped")
        return None
    return session.total()
