"""The examples of docs/library.md run, and print what they say."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.source_tree import ROOT

SECTION = re.compile(r"^## `(regrade\.\w+)`$(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PRINTED = re.compile(r"  # (.+)$", re.MULTILINE)
PAGE = (ROOT / "docs" / "library.md").read_text("utf-8")
EXAMPLES = {name: "".join(CODE.findall(text)) for name, text in SECTION.findall(PAGE)}


def test_each_package_of_the_library_has_an_example() -> None:
    packages = {f"regrade.{path.parent.name}" for path in ROOT.glob("regrade/*/__init__.py")}
    assert set(EXAMPLES) == packages - {"regrade.command"}


@pytest.mark.parametrize("package", EXAMPLES)
def test_an_example_prints_what_it_says(package: str, tmp_path: Path) -> None:
    code = EXAMPLES[package]
    assert package in code
    # From a folder of its own, as a notebook runs: the library is found as if it were installed.
    program = f"import sys; sys.path.append({str(ROOT)!r})\n{code}"
    argv = [sys.executable, "-c", program]
    printed = subprocess.run(argv, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert printed.stdout.splitlines() == PRINTED.findall(code), printed.stderr
