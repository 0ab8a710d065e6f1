"""What kind a computed run is of."""

from __future__ import annotations

from ranking.models import RunKind
from ranking.rankers import bm25_plan
from ranking.rankers.neural_rankers import NEURAL_RANKERS
from ranking.runs import aggregating, rolling_up

# Rankers that only put the scores of their parent together.
OF_PARENT = (aggregating.RANKER, rolling_up.RANKER)


def kind_of_ranker(ranker: str) -> RunKind:
    """Of the runs that it makes; unknown of one that is no more."""
    if ranker == bm25_plan.RANKER:
        return RunKind.TRAD
    known = NEURAL_RANKERS.get(ranker)
    return known.kind if known else RunKind.UNKNOWN
