"""The examples of docs/library.md run, and print what they say."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

from tests.source_tree import ROOT

SECTION = re.compile(r"^## (.+?)$(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PRINTED = re.compile(r"  # (.+)$", re.MULTILINE)
PAGE = (ROOT / "docs" / "library.md").read_text("utf-8")
# Each in a module of its own, of which no other knows.
RUN_ALL = """
import contextlib, io, json
printed = {}
for package, code in json.load(open("examples.json")).items():
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(compile(code, package, "exec"), {"__name__": package})
    printed[package] = out.getvalue()
print(json.dumps(printed))
"""
EXAMPLES = {name.strip("`"): "".join(CODE.findall(text)) for name, text in SECTION.findall(PAGE)}
# Examples of the client and of MCP need a server: the README has one.
ELSEWHERE = {"regrade.command", "regrade.prose", "regrade.client", "regrade.mcp"}
FIRST = "From files or a DataFrame to a table"


def test_each_package_of_the_library_has_an_example() -> None:
    packages = {f"regrade.{path.parent.name}" for path in ROOT.glob("regrade/*/__init__.py")}
    assert set(EXAMPLES) == {FIRST, *packages} - ELSEWHERE


def test_each_example_prints_what_it_says(tmp_path: Path) -> None:
    (tmp_path / "examples.json").write_text(json.dumps(EXAMPLES))
    # From a folder of its own, as a notebook runs: the library is found as if it were installed.
    program = f"import sys; sys.path.append({str(ROOT)!r})\n{RUN_ALL}"
    argv = [sys.executable, "-c", program]
    ran = subprocess.run(argv, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    printed = json.loads(ran.stdout)
    for package, code in EXAMPLES.items():
        assert package in code or package == FIRST
        assert printed[package].splitlines() == PRINTED.findall(code), package
