"""The list of mutants fits the sources, and `./dev mutants` says how each ended."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from launcher.messages import Trouble
from launcher.mutants import Copy, Mutant, choose, flaws, is_of, problem_of, read_mutants

MUTANT = Mutant("late", "a.py", "x = 1", "x = 2", ("test_a.py::test_x",), "subject")
TESTS = """
import pytest
from tests.tiers import thorough

def test_x(): pass

@thorough
def test_y(): pass

@pytest.mark.parametrize("n", [1, pytest.param(2, marks=thorough)])
def test_z(n): pass
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "a.py").write_text("x = 1\ny = 1\n")
    (tmp_path / "test_a.py").write_text(TESTS)
    return tmp_path


def test_every_mutant_fits_its_file_and_names_fast_tests() -> None:
    mutants = read_mutants()
    assert {mutant.name: found for mutant in mutants if (found := list(flaws(mutant)))} == {}
    names = [mutant.name for mutant in mutants]
    assert len(names) == len(set(names)) >= 40


@pytest.mark.parametrize(
    ("changes", "flaw"),
    [
        ({}, None),
        ({"tests": ("test_a.py",)}, None),
        ({"tests": ("test_a.py::test_z[1]",)}, None),
        ({"file": "b.py"}, "no file b.py"),
        ({"old": "= 1"}, "2 times"),
        ({"old": "gone"}, "0 times"),
        ({"new": "x = 1"}, "changes nothing"),
        ({"tests": ()}, "no test"),
        ({"tests": ("test_b.py::test_x",)}, "gone"),
        ({"tests": ("test_a.py::test_w",)}, "gone"),
        ({"tests": ("test_a.py::test_y",)}, "thorough"),
    ],
)
def test_a_mutant_that_guards_nothing_is_reported(
    changes: dict[str, Any], flaw: str | None, root: Path
) -> None:
    found = list(flaws(MUTANT._replace(**changes), root))
    assert [flaw is not None and flaw in each for each in found] == [True] * (flaw is not None)


def test_an_unknown_name_is_refused_with_those_there_are() -> None:
    assert choose([MUTANT], []) == choose([MUTANT], ["late"]) == [MUTANT]
    with pytest.raises(Trouble, match=r"early.*late"):
        choose([MUTANT], ["early"])


def test_a_fault_is_there_for_its_tests_alone(root: Path) -> None:
    path = root / "a.py"
    before = path.read_text(), path.stat().st_mtime_ns
    with Copy(root, {}).with_fault(MUTANT):
        assert path.read_text() == "x = 2\ny = 1\n"
        assert path.stat().st_mtime_ns != before[1]
    assert (path.read_text(), path.stat().st_mtime_ns) == before


@pytest.mark.parametrize(
    ("code", "said", "verdict"),
    [
        (1, "1 failed, 2 passed in 1.00s", ""),
        (1, "1 failed in 1.00s\nwarning", ""),
        (1, "1 error in 1.00s", "do not run"),
        (0, "3 passed in 1.00s", "SURVIVES"),
        (4, "ERROR: not found", "do not run"),
        (2, "", "do not run"),
        (None, "", "did not end"),
    ],
)
def test_a_mutant_is_caught_by_a_test_that_fails(
    code: int | None, said: str, verdict: str, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    log.write_text(f"F\n{said}")
    problem = problem_of(code, log)
    assert (problem == "", verdict in problem) == (verdict == "", True)


def test_a_named_test_stands_for_its_cases_and_a_file_for_its_tests() -> None:
    for named in ("a.py", "a.py::test_x", "a.py::test_x[1]"):
        assert is_of("a.py::test_x[1]", named)
    assert not is_of("a.py::test_xy", "a.py::test_x")
