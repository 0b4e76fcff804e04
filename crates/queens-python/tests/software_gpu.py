"""The device of the tests of GPUs: the first adapter of wgpu, which is a program where there is no GPU."""

from __future__ import annotations

import os

import pytest

import n_queens as queens

DEVICE = "wgpu:0"

#: The adapters of this machine. They are opened once for all tests.
ADAPTERS = [gpu for gpu in queens.devices() if gpu.device.startswith("wgpu:")]

only_software = pytest.mark.skipif(
    any(gpu.kind != "software" for gpu in ADAPTERS), reason="this machine has a GPU, not only software"
)


def need_device() -> None:
    """Skips a module where there is no adapter. With QUEENS_WGPU=1 that is an error."""
    try:
        queens.count(10, device=DEVICE)
    except ValueError as reason:
        if os.environ.get("QUEENS_WGPU"):
            raise
        pytest.skip(f"{DEVICE}: {reason}", allow_module_level=True)
