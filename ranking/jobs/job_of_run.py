from __future__ import annotations

from ranking.exceptions import NotFound
from ranking.models import Job, Run
from ranking.runs.aggregating import RANKER as PAIR_AGGREGATION
from ranking.runs.rolling_up import RANKER as ROLL_UP


def job_of_run(*, run: Run) -> Job:
    """The job that computes a run.

    Raises:
        NotFound: none does; it says what the run is instead.
    """
    job = run.jobs.first()
    if job is None:
        raise NotFound(f"Run {run.name} {_what_it_is(run)}.", code="no_job")
    return job


def _what_it_is(run: Run) -> str:
    if run.parent and (run.spec or {}).get("ranker") == PAIR_AGGREGATION:
        return f"is another ranking of the pairs of {run.parent.name}, which needs no job"
    if run.parent and (run.spec or {}).get("ranker") == ROLL_UP:
        return f"has the documents of {run.parent.name}, which needs no job"
    return "was not computed here"
