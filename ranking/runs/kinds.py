"""Runs that have the kind of their parent; others have that of their plan, see `Plan.kind`."""

from __future__ import annotations

from ranking.runs import aggregating, rolling_up

# Rankers that only put the scores of the parent together.
OF_PARENT = (aggregating.RANKER, rolling_up.RANKER)
