from __future__ import annotations

from datetime import datetime

from annotation.models import LabelSet, Pool
from ranking.models import Run, RunStatus


def complete_runs_of(pool: Pool) -> list[str]:
    """The pooled runs that can be scored, by name."""
    complete = pool.runs.filter(status=RunStatus.COMPLETE)
    return list(complete.order_by("name").values_list("name", flat=True))


def runs_that_fed(label_set: LabelSet) -> list[str]:
    """The names of `pooled_for`."""
    return [run.name for run in pooled_for(label_set)]


def pooled_for(label_set: LabelSet) -> list[Run]:
    """The runs whose passages a derived set's campaign judged; none for other sets.

    Runs that came into the pool after the set was made had no part in it.
    """
    if label_set.campaign is None:
        return []
    pool, made = label_set.campaign.pool, label_set.frozen_at
    later = {
        name
        for added in pool.recipe.get("added", ())
        if made is not None and datetime.fromisoformat(added["at"]) > made
        for name in added["new_runs"]
    }
    return [run for run in pool.runs.all() if run.name not in later]
