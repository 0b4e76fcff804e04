"""Counts on GPUs through wgpu. They run on a software adapter too, so boards are small."""

from __future__ import annotations

import re
import threading
import time
import warnings

import pytest
from software_gpu import ADAPTERS, DEVICE, need_device, only_software
from test_interrupt import BUSY_FACTOR, LIMIT_SECONDS, Call, interrupt

import n_queens as queens

need_device()


@pytest.mark.parametrize("n", range(8, 13))
def test_counts_are_those_of_the_cpu(n: int) -> None:
    there, here = queens.count(n, device=DEVICE), queens.count(n)
    assert (there.solutions, there.n, there.method) == (here.solutions, n, "cross")


@pytest.mark.parametrize("n", [8, 11])
def test_placements_are_those_of_the_cpu(n: int) -> None:
    there, here = (queens.count(n, statistics=True, device=device) for device in (DEVICE, "cpu"))
    assert (there.placements, there.solutions, there.method) == (here.placements, here.solutions, here.method)


@pytest.mark.parametrize("method", [None, "bitmask"])
def test_placements_by_level_are_those_of_the_cpu(method: str | None) -> None:
    there, here = (queens.count(11, method=method, by_level=True, device=device) for device in (DEVICE, "cpu"))
    assert (there.by_level, there.placements, there.method) == (here.by_level, here.placements, here.method)


def test_every_job_counts_what_the_cpu_counts() -> None:
    for plan in (queens.plan(11, method="cross"), queens.plan(10, method="bitmask", statistics=True)):
        ids = range(plan.jobs)
        here = queens.run_jobs(plan, ids)
        there = sorted(queens.run_jobs(plan, ids, device=DEVICE))
        assert [result[:-1] for result in there] == [result[:-1] for result in here]
        assert all(result.seconds > 0 for result in there)


def test_a_plan_is_estimated_on_the_device() -> None:
    estimate = queens.plan(11, method="cross").estimate(device=DEVICE, seconds=20)
    assert estimate.threads is None and estimate.estimated_seconds > 0 and estimate.memory_bytes > 0
    # The CPU counts smaller boards.
    assert queens.plan(9, method="cross").estimate(device=DEVICE, seconds=20).threads is not None


def test_devices_are_listed() -> None:
    cpu, *gpus = queens.devices()
    assert (cpu.device, cpu.api, cpu.kind) == ("cpu", None, None)
    gpu = next(gpu for gpu in gpus if gpu.device == DEVICE)
    assert gpu.ready and gpu.api in {"vulkan", "metal", "dx12"}
    assert gpu.kind in {"discrete", "integrated", "virtual", "software", "other"}
    assert gpu.to_dict()["api"] == gpu.api and gpu.to_dict()["kind"] == gpu.kind


def test_a_device_stays_open_between_calls() -> None:
    opening = ADAPTERS[0].ready_seconds
    assert opening is not None
    queens.count(10, device=DEVICE)
    began = time.monotonic()
    for _ in range(3):
        queens.count(10, device=DEVICE)
    assert time.monotonic() - began < 3 * opening


def test_threads_take_turns() -> None:
    found: dict[int, int] = {}

    def count(n: int) -> None:
        found[n] = queens.count(n, device=DEVICE).solutions

    threads = [threading.Thread(target=count, args=(n,)) for n in (10, 11, 12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert found == {10: 724, 11: 2680, 12: 14_200}


#: A board that takes seconds on a software adapter. Larger ones have longer batches there, and its driver ends them before a stop.
LONG = 16

#: A thread that keeps the device, while the main thread waits for it.
BUSY = f"""
import threading
queens.count(10, device='{DEVICE}')
# The process ends without it.
threading.Thread(target=queens.count, args=({LONG},), kwargs={{'device': '{DEVICE}'}}, daemon=True).start()
"""


@pytest.mark.parametrize(
    "call",
    [
        Call(f"queens.count({LONG}, device='{DEVICE}')", f"queens.count(10, device='{DEVICE}')"),
        # Also while the device is opened.
        Call(f"queens.run_jobs(plan, range(plan.jobs), device='{DEVICE}')", f"plan = queens.plan({LONG}, method='cross')"),
        Call(f"queens.count(12, device='{DEVICE}')", BUSY),
    ],
    ids=["count", "run_jobs", "waiting"],
)
def test_ctrl_c_ends_the_call_soon(call: Call) -> None:
    assert interrupt(call) < BUSY_FACTOR * LIMIT_SECONDS


def test_a_lost_device_costs_only_a_warning() -> None:
    plan = queens.plan(13, method="cross")
    here = queens.run_jobs(plan, range(plan.jobs), threads=2)
    queens._queens.open_to_lose(0, 2)
    with pytest.warns(RuntimeWarning, match=rf"^device {DEVICE} \(.*\) was lost: .*") as warned:
        there = queens.run_jobs(plan, range(plan.jobs), threads=2, device=DEVICE)
    assert sorted(result[:-1] for result in there) == sorted(result[:-1] for result in here)
    # One line, at the line of the caller.
    (warning,) = warned
    assert "\n" not in str(warning.message) and warning.filename == __file__
    # The next call opens the device again.
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert queens.count(12, device=DEVICE).solutions == 14_200


def test_a_warning_can_be_made_an_error_that_stops_the_count() -> None:
    queens._queens.open_to_lose(0, 2)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        began = time.monotonic()
        with pytest.raises(RuntimeWarning, match="was lost"):
            queens.count(LONG, device=DEVICE)
        assert time.monotonic() - began < 10


def test_bad_devices_are_one_line() -> None:
    for device, reason in [
        ("wgpu:999", f"no device wgpu:999; this machine has {len(ADAPTERS)} adapter"),
        ("wgpu:x", "device='wgpu:x': expected cpu, auto, gpu, cuda, wgpu, or devices of cuda or wgpu"),
        ("gpu:0", "device='gpu:0': expected cpu"),
        (f"{DEVICE},0", f"device='{DEVICE},0': device 0 is given twice"),
    ]:
        with pytest.raises(ValueError, match=f"^{re.escape(reason)}") as caught:
            queens.count(10, device=device)
        assert "\n" not in str(caught.value)
    with pytest.raises(ValueError, match="^the wgpu backend cannot run this request: .*join"):
        queens.count(12, method="join", device=DEVICE)


@only_software
def test_software_is_used_only_if_it_is_selected() -> None:
    for device in ("wgpu", "wgpu:all", "gpu"):
        with pytest.raises(ValueError, match=r"wgpu finds no GPU, only the software adapter .*; wgpu:0 selects it$"):
            queens.count(12, device=device)
    with pytest.warns(RuntimeWarning, match="^counting on the CPU: .*only the software adapter") as warned:
        assert queens.count(12, device="auto").method == queens.count(12).method
    assert [warning.filename for warning in warned] == [__file__]
