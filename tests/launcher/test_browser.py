from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from launcher.browser import Browser


def put_program(path: Path, script: str) -> None:
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that comes first on the path."""
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    return tmp_path


def test_a_headless_shell_is_preferred(stack: Any, programs: Path) -> None:
    for name in ("chromium", "chromium-headless-shell"):
        put_program(programs / name, "exit 0")
    found = Browser(stack.frontend, stack.home).ensure()
    assert found == {"REGRADE_CHROMIUM": str(programs / "chromium-headless-shell")}


def test_a_browser_that_only_asks_for_another_package_is_passed_over(
    stack: Any, programs: Path
) -> None:
    """Ubuntu's chromium-browser asks for a snap."""
    for name in Browser.NAMES[:4]:
        put_program(programs / name, "echo 'snap install chromium' >&2; exit 1")
    put_program(programs / "google-chrome-stable", 'test "$1" = --version')
    found = Browser(stack.frontend, stack.home).ensure()
    assert found == {"REGRADE_CHROMIUM": str(programs / "google-chrome-stable")}
