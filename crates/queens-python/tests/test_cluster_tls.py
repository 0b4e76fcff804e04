"""Clusters with TLS: the certificates of examples/tls encrypt, and a client without them is refused."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from dask_processes import Cluster, run_command

pytest.importorskip("distributed", reason="Dask is not installed: pip install n-queens[cluster]")

from n_queens import cluster

SCRIPT = Path(__file__).parents[3] / "examples" / "tls" / "certificates.sh"

if shutil.which("openssl") is None or shutil.which("sh") is None:
    pytest.skip("openssl and a POSIX shell make the certificates; one of them is missing", allow_module_level=True)


def make_certificates(folder: Path) -> Path:
    folder.mkdir()
    subprocess.run(["sh", str(SCRIPT)], cwd=folder, check=True, capture_output=True)
    return folder


def client_options(folder: Path) -> list[str]:
    """The options of the command, as in docs/long-runs.md."""
    return [f"--tls-ca={folder / 'ca.pem'}", f"--tls-cert={folder / 'client.pem'}", f"--tls-key={folder / 'client.key'}"]


def test_a_cluster_with_tls_accepts_only_its_certificates(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    own, foreign = make_certificates(tmp_path / "own"), make_certificates(tmp_path / "foreign")
    tls = [f"--tls-ca-file={own / 'ca.pem'}", f"--tls-cert={own / 'cluster.pem'}", f"--tls-key={own / 'cluster.key'}"]
    with Cluster(tls) as running:
        for _ in range(2):
            running.start_worker()
        assert running.address.startswith("tls://")
        code, out, lines, _ = run_command("12", "--scheduler", running.address, *client_options(own))
        assert (code, out) == (0, "12: 14200\n"), lines
        monkeypatch.setattr(cluster, "CONNECT_SECONDS", 3)
        # Certificates that another authority signed, and no certificates.
        plain = running.address.replace("tls://", "tcp://")
        for words in [["--scheduler", running.address, *client_options(foreign)], ["--scheduler", plain]]:
            code, lines = cluster.main(["12", *words]), capsys.readouterr().err.splitlines()
            assert (code, len(lines)) == (1, 1), lines
            assert "cannot connect to the scheduler at" in lines[0]
    bad = [
        # An unencrypted cluster is not used with certificates.
        ([plain, *client_options(own)], "starts with tls://"),
        ([running.address, *client_options(own)[:2], f"--tls-key={own / 'missing.key'}"], "missing.key: No such file"),
        ([running.address, f"--tls-ca={SCRIPT}", *client_options(own)[1:]], "certificates.sh: "),
    ]
    for words, reason in bad:
        code, lines = cluster.main(["12", "--scheduler", *words]), capsys.readouterr().err.splitlines()
        assert (code, len(lines)) == (2, 1) and reason in lines[0], lines
