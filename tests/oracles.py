"""trec_eval and its kin, which our measures are held against.

There are no wheels of them for Linux on ARM, where the tests that need them are skipped. Elsewhere
their absence is an error.
"""

from __future__ import annotations

import platform
import sys
from importlib import import_module
from typing import Any

import pytest

HAS_WHEELS = sys.platform != "linux" or platform.machine() == "x86_64"


def oracle(name: str) -> Any:
    if HAS_WHEELS:
        return import_module(name)
    return pytest.importorskip(name, reason=f"{name} has no wheel for this machine")


pytrec_eval = oracle("pytrec_eval")
ir_measures = oracle("ir_measures")
pyndeval = oracle("pyndeval")
