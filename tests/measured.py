"""Measurements reported at the end of a test run; they never decide whether a test passes."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

KIND = "measured"

Measured = Callable[[str, str], None]


@pytest.fixture
def measured(record_property: Callable[[str, object], None]) -> Measured:
    """Reports a measurement: its name, and the number with its unit."""
    return lambda what, figure: record_property(KIND, f"{what}: {figure}")


def figures_of(terminal: pytest.TerminalReporter) -> Iterator[str]:
    """Measurements of this run, from all of its processes."""
    for report in terminal.getreports("passed") + terminal.getreports("failed"):
        yield from (str(figure) for kind, figure in report.user_properties if kind == KIND)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if figures := sorted(figures_of(terminalreporter)):
        terminalreporter.section("measured")
        for figure in figures:
            terminalreporter.write_line(figure)
