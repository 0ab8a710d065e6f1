from __future__ import annotations

import os
import subprocess
import sys

import pytest

from regrade.cores import n_cores
from tests.source_tree import ROOT, python_sources

ON_ONE_CORE = """
import os
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
from regrade.cores import n_cores
from regrade.files.packed import plain_runs
print(n_cores(), plain_runs._n_threads())
"""


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="this system binds no process")
def test_a_process_bound_to_one_core_works_with_one() -> None:
    done = subprocess.run(
        [sys.executable, "-c", ON_ONE_CORE], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["1", "1"]


def test_where_no_process_can_be_bound_all_cores_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    assert n_cores() == (os.cpu_count() or 1)


def test_cores_are_counted_in_one_place() -> None:
    counting = [
        path for path in python_sources("regrade", "ranking") if "cpu_count" in path.read_text()
    ]
    assert [path.name for path in counting] == ["cores.py"]
