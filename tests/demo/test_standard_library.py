from __future__ import annotations

import sysconfig
from pathlib import Path

import pytest

from demo.standard_library import Described, read_docstrings, source_files

SOURCE = '''
"""About trees."""

class Spruce:
    """A tree."""

    def __init__(self, height=3): "Plant it."
    def grow(self, by, *, slowly=True): "Make it taller."
    @property
    def age(self): "In years."
    def _rot(self): "Nobody's business."
    def undocumented(self): pass

if True:
    async def fell(*trees): "Cut them down."

def _hidden(): "Nobody's business."
'''


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that stands in for the installation's library."""
    monkeypatch.setattr(sysconfig, "get_path", lambda _: str(tmp_path))
    return tmp_path


def written(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(SOURCE)
    return path


def test_read_docstrings_yields_what_is_public_in_its_order(library: Path) -> None:
    assert list(read_docstrings(written(library / "trees.py"))) == [
        Described("trees", "", "About trees."),
        Described("trees.Spruce", "", "A tree."),
        Described("trees.Spruce.__init__", "Spruce(height=3)", "Plant it."),
        Described("trees.Spruce.grow", "grow(by, *, slowly=True)", "Make it taller."),
        Described("trees.Spruce.age", "", "In years."),
        Described("trees.fell", "fell(*trees)", "Cut them down."),
    ]


@pytest.mark.parametrize(
    ("file", "place"),
    [
        ("json/__init__.py", "json"),
        ("json/encoder.py", "json.encoder"),
        ("posixpath.py", "os.path"),
    ],
)
def test_read_docstrings_names_modules_as_people_do(library: Path, file: str, place: str) -> None:
    assert next(read_docstrings(written(library / file))).place == place


@pytest.mark.parametrize("file", ["_strptime.py", "json/_private.py"])
def test_read_docstrings_passes_over_private_modules(library: Path, file: str) -> None:
    assert list(read_docstrings(written(library / file))) == []


def test_source_files_come_by_path_without_tests_and_strangers(library: Path) -> None:
    kept = ["csv.py", "json/__init__.py", "json/decoder.py", "shelve.py"]
    left_out = ["tkinter/dialog.py", "unittest/test/test_case.py", "site-packages/spruce.py"]
    for file in [*reversed(kept), *left_out]:
        written(library / file)
    assert [path.relative_to(library).as_posix() for path in source_files()] == kept
