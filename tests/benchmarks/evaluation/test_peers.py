from __future__ import annotations

from benchmarks.evaluation import peer_tools
from benchmarks.evaluation.workloads import MEASURES


def test_every_tool_is_asked_for_the_same_measures() -> None:
    assert ",".join(peer_tools.NAMES) == MEASURES
    assert len(peer_tools.TREC_NAMES) == len(peer_tools.RANX_NAMES) == len(peer_tools.NAMES)
