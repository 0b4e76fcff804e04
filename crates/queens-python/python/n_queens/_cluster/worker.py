"""What a worker runs. Errors are values here: Dask would print a traceback for an exception, on both sides."""

from __future__ import annotations

import pickle
import time
from typing import Any, TypeAlias

from .. import Plan, _restored_plan, run_jobs
from ..results import Rotation, Rules

#: What a plan is restored from: its pickled form. A worker with another plan version refuses it.
PlanData: TypeAlias = "tuple[int, str, bool, int, int, str | None, Rules, Rotation | None]"
#: ``("counted", results, seconds)``, ``("refused", reason)`` if this worker cannot count the plan on the device at all,
#: or ``("failed", reason)``.
Answer: TypeAlias = "tuple[Any, ...]"


def plan_data(plan: Plan) -> PlanData:
    """What is sent to the workers instead of the plan."""
    return plan.n, plan.method, plan.statistics, plan.VERSION, plan.jobs, plan.queens, plan.rules, plan.only


def call(plan: PlanData, ids: list[int], device: str) -> bytes:
    """A call of ``run_batch`` as bytes: ``pickle.loads`` of them makes the call and returns its value.

    Dask itself cannot load a function of a package that is not installed: a worker would close its connection without
    a reason. As bytes the call reaches every worker, and the missing package is an error of the task. The scheduler
    does not need the package either.
    """
    return pickle.dumps(_Call(plan, ids, device))


class _Call:
    def __init__(self, *arguments: Any) -> None:
        self.arguments = arguments

    def __reduce__(self) -> tuple[Any, ...]:
        return run_batch, self.arguments


def run_batch(plan: PlanData, ids: list[int], device: str) -> Answer:
    """Runs the jobs of a batch on one thread of the worker. Never raises an exception."""
    try:
        work = _restored_plan(*plan)
        start = time.monotonic()
        found = [tuple(result) for result in run_jobs(work, ids, threads=1, device=device)]
        return "counted", found, time.monotonic() - start
    except ValueError as error:
        return "refused", str(error)
    except Exception as error:
        return "failed", f"{type(error).__name__}: {error}"
