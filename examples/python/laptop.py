"""Count a board with the cores of this machine as a Dask cluster.

    python examples/python/laptop.py 17 q17.db

If the count is interrupted or killed, run the same command again to resume it.
"""

from __future__ import annotations

import sys

from dask.distributed import Client, LocalCluster

import n_queens as queens
from n_queens import cluster


def main(n: int, ledger: str) -> None:
    with LocalCluster(threads_per_worker=1, dashboard_address="127.0.0.1:0") as local, Client(local) as client:
        found = cluster.count(n, client=client, ledger=ledger)
    jobs = queens.Ledger(ledger).jobs
    print(f"{found.n}: {found.solutions} in {found.seconds:.1f} s, {jobs} jobs by '{found.method}'")
    print("jobs recounted by plain backtracking:", queens.verify(ledger).recounted)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
