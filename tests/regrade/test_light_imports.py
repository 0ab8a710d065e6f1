"""Packages imported in every notebook load as fast as numpy; others load on demand."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.source_tree import ROOT

LOADED = "import sys, {name}; print(*sorted({{name.split('.')[0] for name in sys.modules}}))"
LIGHT = ["regrade.measures", "regrade.agreement", "regrade.aggregation", "regrade.variants"]
HEAVY = {"scipy", "pyarrow", "numba", "statsmodels", "torch", "transformers"}


@pytest.mark.parametrize("name", LIGHT)
def test_import_loads_nothing_heavier_than_numpy(name: str) -> None:
    argv = [sys.executable, "-c", LOADED.format(name=name)]
    loaded = subprocess.run(argv, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert "regrade" in loaded.split()
    assert HEAVY & set(loaded.split()) == set()
