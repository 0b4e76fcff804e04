#!/usr/bin/env python3
"""Prepare and check a release; used by the workflow and locally.

Needs only Python 3.10 or later, so it runs on the Linux, macOS and Windows runners.

    release.py bump 0.2.0            set the version everywhere
    release.py owner NAME            set the GitHub account everywhere
    release.py check [--tag v0.2.0]  check that the version can be released
    release.py notes                 print the changelog section of the version
    release.py glibc BINARY          refuse a binary that needs a newer glibc than 2.17
    release.py archive BINARY --target TRIPLE --output FOLDER
    release.py checksums FOLDER      write SHA256SUMS
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import io
import json
import os
import re
import stat
import subprocess
import sys
import tarfile
import tempfile
import urllib.request
import zipfile
from datetime import date
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SEMVER = r"\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?"
PLACEHOLDER = "OWNER"

# Every file that repeats the version or the account. Each pattern has one group: the part to replace.
VERSIONS = [
    ("Cargo.toml", rf'(?m)^version = "({SEMVER})"$'),
    ("Cargo.toml", rf'(?m)^queens[a-z-]* = \{{ path = "[^"]*", version = "({SEMVER})"'),
    ("CITATION.cff", rf"(?m)^version: ({SEMVER})$"),
    ("examples/kubernetes/kustomization.yaml", rf"(?m)^ +newTag: \"?({SEMVER})\"?$"),
]
OWNERS = [
    ("Cargo.toml", r'(?m)^repository = "https://github\.com/([^/"]+)/queens"$'),
    ("CITATION.cff", r"(?m)^repository-code: https://github\.com/([^/\s]+)/queens$"),
]
# The account in lower case, as image names require.
IMAGE_OWNERS = [
    ("examples/kubernetes/kustomization.yaml", r"(?m)^ +newName: ghcr\.io/([^/\s]+)/queens$"),
]
SHELLS = {
    "bash": "queens.bash",
    "zsh": "_queens",
    "fish": "queens.fish",
    "powershell": "queens.ps1",
    "elvish": "queens.elv",
}


class Refused(Exception):
    """A reason not to release, in one line."""


def found(places: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The values that the patterns match, each with its file. A pattern without a match is an error."""
    values = []
    for name, pattern in places:
        matches = re.findall(pattern, (ROOT / name).read_text(encoding="utf-8"))
        if not matches:
            raise Refused(f"{name}: nothing matches {pattern}")
        values += [(name, match) for match in matches]
    return values


def the_one(places: list[tuple[str, str]], what: str) -> str:
    """The value of all patterns, which must be the same."""
    values = found(places)
    if len({value for _, value in values}) != 1:
        listed = ", ".join(f"{name} has {value}" for name, value in values)
        raise Refused(f"the {what} differs: {listed}")
    return values[0][1]


def replace_all(places: list[tuple[str, str]], new: str) -> None:
    found(places)
    for name, pattern in places:
        path = ROOT / name
        text = path.read_text(encoding="utf-8")

        def put(match: re.Match[str]) -> str:
            start, end = match.start(1) - match.start(), match.end(1) - match.start()
            return match[0][:start] + new + match[0][end:]

        path.write_text(re.sub(pattern, put, text), encoding="utf-8", newline="\n")


def version() -> str:
    """The version of the workspace."""
    return found(VERSIONS[:1])[0][1]


def section(heading: str) -> str | None:
    """The text of a section of the changelog, without its heading."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    match = re.search(rf"(?ms)^## {re.escape(heading)}(?: [^\n]*)?\n(.*?)(?=^## |\Z)", text)
    return match[1].strip() if match else None


def bump(options: argparse.Namespace) -> None:
    new = options.version
    if not re.fullmatch(SEMVER, new):
        raise Refused(f"'{new}' is not a version such as 0.2.0")
    replace_all(VERSIONS, new)
    today = date.today().isoformat()
    citation = ROOT / "CITATION.cff"
    text = citation.read_text(encoding="utf-8")
    text = re.sub(r"(?m)^date-released: .*$", f"date-released: {today}", text)
    citation.write_text(text, encoding="utf-8", newline="\n")
    changelog = ROOT / "CHANGELOG.md"
    text = changelog.read_text(encoding="utf-8")
    if section(new) is None and section("Unreleased"):
        heading = f"## Unreleased\n\n## {new} - {today}\n"
        text = re.sub(r"(?m)^## Unreleased\n", heading, text, count=1)
        changelog.write_text(text, encoding="utf-8", newline="\n")
    # Cargo.lock contains the version of each crate of the workspace.
    subprocess.run(["cargo", "update", "--workspace", "--offline"], cwd=ROOT, check=True)


def owner(options: argparse.Namespace) -> None:
    replace_all(OWNERS, options.name)
    replace_all(IMAGE_OWNERS, options.name.lower())


def check(options: argparse.Namespace) -> None:
    now = the_one(VERSIONS, "version")
    account = the_one(OWNERS, "account")
    image_account = the_one(IMAGE_OWNERS, "account of the image")
    if image_account != account.lower():
        raise Refused(f"the image is of {image_account}, the repository of {account}")
    if options.tag is None:
        print(f"{now}: versions and accounts agree")
        return
    if options.tag != f"v{now}":
        raise Refused(f"the tag is {options.tag}, the version is {now}")
    if not section(now):
        raise Refused(f"CHANGELOG.md has no section '## {now}'")
    if account == PLACEHOLDER:
        raise Refused(f"the account is still {PLACEHOLDER}: run release.py owner NAME")
    here = os.environ.get("GITHUB_REPOSITORY")
    if here is not None and here.lower() != f"{account}/queens".lower():
        raise Refused(f"Cargo.toml names {account}/queens, this repository is {here}")
    print(f"{now}: ready to be released")


def notes(_: argparse.Namespace) -> None:
    text = section(version()) or section("Unreleased")
    if not text:
        raise Refused(f"CHANGELOG.md has no section '## {version()}'")
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    print(text)


def glibc(options: argparse.Namespace) -> None:
    """Refuse a binary that an older system cannot load because it needs newer symbol versions."""
    output = subprocess.run(
        ["objdump", "-T", options.binary], check=True, capture_output=True, text=True
    ).stdout
    versions = {tuple(map(int, v.split("."))) for v in re.findall(r"GLIBC_([0-9.]+)", output)}
    if not versions:
        raise Refused(f"{options.binary} names no glibc version: is it linked dynamically?")
    newest = max(versions)
    shown = ".".join(map(str, newest))
    if newest > tuple(map(int, options.newest.split("."))):
        raise Refused(f"{options.binary} needs glibc {shown}, newer than {options.newest}")
    print(f"{options.binary} needs glibc {shown}")


def smoke(binary: Path) -> None:
    """Check that the binary counts and contains the page."""
    counted = run(binary, "count", "8..10")
    if counted.split() != ["8:", "92", "9:", "352", "10:", "724"]:
        raise Refused(f"{binary} counted {counted!r}")
    words = [str(binary), "serve", "--port", "0"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = server.stdout.readline().strip()
            if not address:
                raise Refused(f"{binary} has no page: run 'cargo xtask web', then build it again")
            with urllib.request.urlopen(address, timeout=20) as answer:
                page = answer.read().decode("utf-8")
            if "<title>" not in page:
                raise Refused(f"{binary} serves something else than the page")
        finally:
            server.kill()


def run(binary: Path, *words: str) -> str:
    done = subprocess.run([str(binary), *words], check=True, capture_output=True, text=True)
    return done.stdout


def archive(options: argparse.Namespace) -> None:
    """Pack the binary, its documents, completions and man pages. The same input gives the same bytes."""
    binary, target = Path(options.binary).resolve(), options.target
    smoke(binary)
    name = f"queens-{version()}-{target}"
    files: dict[str, bytes] = {}
    program = "queens.exe" if "windows" in target else "queens"
    files[program] = binary.read_bytes()
    for document in ["README.md", "CHANGELOG.md", "CITATION.cff", "LICENSE-MIT", "LICENSE-APACHE"]:
        files[document] = (ROOT / document).read_bytes()
    files["LICENSES-THIRD-PARTY.txt"] = licences(target).encode()
    for shell, file in SHELLS.items():
        files[f"completions/{file}"] = run(binary, "completions", shell).encode()
    with tempfile.TemporaryDirectory() as folder:
        run(binary, "man", "--output", folder)
        for page in Path(folder).iterdir():
            files[f"man/{page.name}"] = page.read_bytes()
    output = Path(options.output)
    output.mkdir(parents=True, exist_ok=True)
    pack = pack_zip if "windows" in target else pack_tar
    path = pack(output / name, {f"{name}/{file}": data for file, data in sorted(files.items())}, program)
    print(f"{path}: {path.stat().st_size} bytes, {len(files)} files")


def commit_time() -> int:
    """The modification time of all files in an archive."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    if epoch is None:
        words = ["git", "log", "-1", "--format=%ct"]
        epoch = subprocess.run(words, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return int(epoch)


def pack_tar(stem: Path, files: dict[str, bytes], program: str) -> Path:
    path, packed = Path(f"{stem}.tar.gz"), io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for name, data in files.items():
            entry = tarfile.TarInfo(name)
            entry.size, entry.mtime = len(data), commit_time()
            entry.mode = 0o755 if name.endswith(f"/{program}") else 0o644
            tar.addfile(entry, io.BytesIO(data))
    path.write_bytes(gzip.compress(packed.getvalue(), mtime=0))
    return path


def pack_zip(stem: Path, files: dict[str, bytes], program: str) -> Path:
    path = Path(f"{stem}.zip")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            mode = 0o755 if name.endswith(f"/{program}") else 0o644
            entry.external_attr = (stat.S_IFREG | mode) << 16
            packed.writestr(entry, data, zipfile.ZIP_DEFLATED)
    return path


def licences(target: str) -> str:
    """The licence texts of all crates in the binary; each distinct text once."""
    words = ["cargo", "metadata", "--locked", "--format-version", "1", "--filter-platform", target]
    output = subprocess.run(words, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    metadata = json.loads(output)
    packages = {package["id"]: package for package in metadata["packages"]}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    start = next(key for key, package in packages.items() if package["name"] == "queens-cli")
    linked, ahead = set(), [start]
    while ahead:
        here = ahead.pop()
        if here in linked:
            continue
        linked.add(here)
        for dependency in nodes[here]["deps"]:
            if any(kind["kind"] is None for kind in dependency["dep_kinds"]):
                ahead.append(dependency["pkg"])
    own = set(metadata["workspace_members"])
    texts: dict[str, list[str]] = {}
    listed = []
    for package in sorted((packages[key] for key in linked - own), key=lambda p: p["id"]):
        title = f"{package['name']} {package['version']}"
        listed.append(f"{title}: {package['license'] or 'see below'}")
        folder = Path(package["manifest_path"]).parent
        for file in sorted(folder.iterdir()):
            if re.match(r"(?i)(licen[cs]e|copying|notice|copyright|unlicense)", file.name):
                if file.is_file():
                    text = file.read_text(encoding="utf-8", errors="replace").strip()
                    texts.setdefault(text, []).append(title)
    parts = [
        "queens contains these crates, each under its own licence, SQLite, which is in the public",
        "domain, and the standard library of Rust (MIT OR Apache-2.0).",
        "",
        *listed,
    ]
    for text, titles in sorted(texts.items(), key=lambda item: item[1]):
        parts += ["", "=" * 80, ", ".join(dict.fromkeys(titles)), "=" * 80, "", text]
    return "\n".join(parts) + "\n"


def checksums(options: argparse.Namespace) -> None:
    """Write SHA256SUMS in the format that `sha256sum --check` and `shasum -a 256 --check` read."""
    folder = Path(options.folder)
    paths = sorted(path for path in folder.iterdir() if path.name != "SHA256SUMS")
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in paths]
    if not lines:
        raise Refused(f"{folder} is empty")
    (folder / "SHA256SUMS").write_text("".join(lines), encoding="utf-8", newline="\n")
    print("".join(lines), end="")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    tasks = parser.add_subparsers(required=True, metavar="TASK")

    def task(name: str, action: object, *arguments: tuple[str, dict[str, object]]) -> None:
        one = tasks.add_parser(name)
        one.set_defaults(action=action)
        for argument, settings in arguments:
            one.add_argument(argument, **settings)  # type: ignore[arg-type]

    task("version", lambda _: print(version()))
    task("bump", bump, ("version", {}))
    task("owner", owner, ("name", {}))
    task("check", check, ("--tag", {}))
    task("notes", notes)
    task("glibc", glibc, ("binary", {}), ("--newest", {"default": "2.17"}))
    task("archive", archive, ("binary", {}), ("--target", {"required": True}), ("--output", {"required": True}))
    task("checksums", checksums, ("folder", {}))
    options = parser.parse_args()
    try:
        options.action(options)
    except Refused as error:
        print(f"release.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
