"""The result of a test run, read from pytest's own JUnit report."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

N_SLOWEST = 10
GROUP = re.compile(r"@[^@\]]*$")


class Report(NamedTuple):
    """Numbers of tests, the skipped ones by reason, and the slowest with their seconds."""

    n_passed: int
    n_failed: int
    skipped: Counter[str]
    slowest: list[tuple[float, str]]


def read_report(path: Path) -> Report:
    """Skipped tests count neither as passed nor as failed; set-up and clean-up count as time."""
    root = ElementTree.parse(path).getroot()
    n_passed = n_failed = 0
    for suite in root.iter("testsuite"):
        n_bad = int(suite.get("failures", 0)) + int(suite.get("errors", 0))
        n_failed += n_bad
        n_passed += int(suite.get("tests", 0)) - n_bad - int(suite.get("skipped", 0))
    times = ((float(case.get("time", 0)), _name(case)) for case in root.iter("testcase"))
    return Report(
        n_passed, n_failed, Counter(_skipped(root)), sorted(times, reverse=True)[:N_SLOWEST]
    )


def _skipped(root: ElementTree.Element) -> Iterator[str]:
    for case in root.iter("testcase"):
        for reason in case.iter("skipped"):
            yield f"{_name(case).partition('[')[0]}: {reason.get('message')}"


def _name(case: ElementTree.Element) -> str:
    """Without the group that xdist adds behind the name."""
    return f"{case.get('classname')}.{GROUP.sub('', case.get('name', ''))}"
