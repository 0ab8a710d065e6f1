"""Whose kind a computed run has: what ranks by a plan has the plan's, see `Plan.kind`."""

from __future__ import annotations

from ranking.runs import aggregating, rolling_up

# Rankers that only put the scores of their parent together: their runs are of its kind.
OF_PARENT = (aggregating.RANKER, rolling_up.RANKER)
