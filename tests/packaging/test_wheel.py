"""The wheel of the library, as somebody installs it who has no checkout."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.source_tree import ROOT, tracked
from tests.tiers import thorough

PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
OUT_OF_REACH = re.compile(r"No matching distribution found|NewConnectionError|ConnectionError")
LIGHT = {"numpy", "pyarrow", "scipy", "regrade"}
PACKAGES = "measures, significance, score.command, agreement, aggregation, serving, files, variants"
QRELS = "q1 0 d1 1\nq2 0 d1 1\n"
RUN = "q1 Q0 d2 1 2.0 tag\nq1 Q0 d1 2 1.0 tag\nq2 Q0 d2 1 2.0 tag\nq2 Q0 d1 2 1.0 tag\n"
OTHER_RUN = RUN.replace("q1 Q0 d1 2 1.0", "q1 Q0 d1 2 3.0")
JUDGMENTS = """\
query_id,doc_id,assessor,grade
q1,d1,alice,3
q1,d1,bob,2
q1,d1,carol,0
q1,d2,alice,0
q1,d2,bob,2
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheels")
    build = [*PIP, "wheel", "--no-deps", "--no-build-isolation", "--no-index", "--quiet"]
    subprocess.run([*build, "--wheel-dir", str(folder), str(ROOT)], check=True)
    [path] = folder.iterdir()
    return path


@pytest.fixture
def installed(wheel: Path, tmp_path: Path) -> Path:
    """Folder of programs in an environment with the wheel and its dependencies."""
    folder = tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    install = [*PIP, "--python", str(folder), "install", "--quiet", "--only-binary", ":all:"]
    constraint = ["--constraint", str(ROOT / "requirements.txt")]
    ran = subprocess.run([*install, *constraint, str(wheel)], capture_output=True, text=True)
    if ran.returncode and OUT_OF_REACH.search(ran.stderr):
        pytest.skip("The wheel was not installed: the package index is out of reach.")
    assert ran.returncode == 0, ran.stderr
    return folder / "bin"


def test_wheel_holds_the_library_alone(wheel: Path) -> None:
    held = {Path(name) for name in ZipFile(wheel).namelist()}
    metadata = {path for path in held if path.parts[0].endswith(".dist-info")}
    assert held - metadata == {path for path in tracked() if path.parts[0] == "regrade"}


@thorough
def test_wheel_in_an_empty_environment_does_what_it_promises(
    installed: Path, tmp_path: Path
) -> None:
    files = {
        "qrels": QRELS,
        "run": RUN,
        "other": OTHER_RUN,
        "judgments.csv": JUDGMENTS,
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    outside = {name: text for name, text in os.environ.items() if not name.startswith("PYTHON")}

    def regrade(*arguments: str) -> subprocess.CompletedProcess[str]:
        argv = [str(installed / "regrade"), *arguments]
        return subprocess.run(argv, cwd=tmp_path, env=outside, capture_output=True, text=True)

    listed = subprocess.check_output([*PIP, "--python", str(installed.parent), "freeze"], text=True)
    assert set(re.findall(r"^[\w-]+", listed, re.MULTILINE)) == LIGHT
    scored = regrade("score", "qrels", "run", "-m", "RR")
    assert (scored.stdout.split(), scored.stderr) == (["RR", "all", "0.5000"], "")
    derived = regrade("derive", "judgments.csv", "--aggregate", "majority", "--threshold", "2")
    assert derived.stdout == "q1 0 d1 1\n", derived.stderr
    agreed = regrade("agreement", "judgments.csv", "--by", "topic", "--format", "csv")
    assert agreed.stdout.splitlines()[1].startswith("q1,2,5,"), agreed.stderr
    imports = ", ".join(f"regrade.{name}" for name in PACKAGES.split(", "))
    python = [str(installed / "python"), "-c", f"import {imports}"]
    subprocess.run(python, cwd=tmp_path, env=outside, check=True)
    tested = regrade("score", "qrels", "run", "other", "-m", "RR", "--test", "--correction=holm")
    assert (tested.returncode, tested.stderr) == (0, "")
