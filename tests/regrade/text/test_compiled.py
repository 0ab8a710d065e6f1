from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from regrade.text.compiled import FOLDERS, version
from tests.source_tree import ROOT
from tests.tiers import thorough

SEARCH = """
import numpy as np
from regrade.bm25.ties import adjust_ties
print(adjust_ties(np.array([1, 1], np.float32)).tolist())
"""
PRINTED = "[1.0, 0.9999989867210388]\n"


def rank(kernels: Path) -> str:
    command = [sys.executable, "-c", SEARCH]
    env = {"NUMBA_CACHE_DIR": str(kernels)}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    return done.stdout or done.stderr


@pytest.mark.parametrize(
    "content", [None, pytest.param(b"", marks=thorough), pytest.param(b"\0" * 100, marks=thorough)]
)
def test_a_kernel_that_was_kept_badly_is_compiled_again(
    tmp_path: Path, content: bytes | None
) -> None:
    rank(tmp_path)
    kept = [path for path in tmp_path.rglob("*lower_neighbors*") if path.is_file()]
    for path in kept:
        path.write_bytes(path.read_bytes()[:50] if content is None else content)

    assert (len(kept), rank(tmp_path), rank(tmp_path)) == (2, PRINTED, PRINTED)


def test_kernels_are_compiled_where_none_can_be_kept() -> None:
    assert rank(Path("/proc/none")) == PRINTED


@pytest.mark.parametrize("folder", FOLDERS)
def test_an_edited_kernel_is_compiled_again(tmp_path: Path, folder: str) -> None:
    for name in FOLDERS:
        shutil.copytree(ROOT / "regrade" / name, tmp_path / name)
    before = version(tmp_path)
    [first, *_] = sorted((tmp_path / folder).glob("*_kernel.py"))
    first.write_text(first.read_text() + "\n")
    assert version(tmp_path) != before


def test_kernels_that_were_moved_away_are_missed(tmp_path: Path) -> None:
    (tmp_path / FOLDERS[0]).mkdir()
    with pytest.raises(FileNotFoundError):
        version(tmp_path)
