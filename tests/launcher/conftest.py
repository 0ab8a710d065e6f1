from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from launcher.home import Home
from launcher.stack import main_stack


@pytest.fixture
def home(tmp_path: Path) -> Any:
    home = Home(tmp_path / "home")
    home.make()
    return home


@pytest.fixture
def open_home() -> Iterator[Any]:
    """A home that every user can reach, as PostgreSQL needs it when root runs the tests."""
    folder = Path(tempfile.mkdtemp(prefix="regrade-"))
    folder.chmod(0o755)
    home = Home(folder / "home")
    home.make()
    yield home
    shutil.rmtree(folder)


@pytest.fixture
def stack(home: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("REGRADE_HOME", str(home.path))
    return main_stack()
