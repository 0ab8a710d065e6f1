from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SEARCH = """
import numpy as np
from ranking.lexical.ties import adjust_ties
print(adjust_ties(np.array([1, 1], np.float32)).tolist())
"""
PRINTED = "[1.0, 0.9999989867210388]\n"


def rank(kernels: Path) -> str:
    command = [sys.executable, "-c", SEARCH]
    env = {"NUMBA_CACHE_DIR": str(kernels)}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    return done.stdout or done.stderr


@pytest.mark.parametrize("content", [b"", b"\0" * 100, None])
def test_a_kernel_that_was_kept_badly_is_compiled_anew(
    tmp_path: Path, content: bytes | None
) -> None:
    rank(tmp_path)
    kept = [path for path in tmp_path.rglob("*lower_neighbors*") if path.is_file()]
    for path in kept:
        path.write_bytes(path.read_bytes()[:50] if content is None else content)

    assert (len(kept), rank(tmp_path), rank(tmp_path)) == (2, PRINTED, PRINTED)


def test_kernels_are_compiled_where_none_can_be_kept() -> None:
    assert rank(Path("/proc/none")) == PRINTED
