from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from launcher.browser import Browser


def put_program(path: Path, script: str) -> None:
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


def test_a_browser_that_only_asks_for_another_package_is_passed_over(
    stack: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ubuntu's chromium-browser asks for a snap."""
    for name in ("chromium", "chromium-browser"):
        put_program(tmp_path / name, "echo 'snap install chromium' >&2; exit 1")
    put_program(tmp_path / "google-chrome-stable", 'test "$1" = --version')
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    found = Browser(stack.frontend, stack.home).ensure()
    assert found == {"REGRADE_CHROMIUM": str(tmp_path / "google-chrome-stable")}
