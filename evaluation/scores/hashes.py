from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from evaluation.models import RunHash
from evaluation.scores.kept_scores import selected
from ranking.models import Run

RANKINGS = """
    SELECT query_id, ordinals, scores FROM ranking_ranking
    JOIN ranking_topic ON ranking_topic.id = topic_id
    WHERE run_id = %s ORDER BY ranking_topic.ordinal
"""


def hash_runs(*, runs: Sequence[Run], keeps: bool = True) -> dict[str, str]:
    """The content hash of each complete run by its name; worked out once, and kept if `keeps`."""
    known = dict(RunHash.objects.filter(run__in=runs).values_list("run", "content_hash"))
    fresh = {run.pk: content_hash(run) for run in runs if run.pk not in known}
    if keeps:
        RunHash.objects.bulk_create(
            (RunHash(run_id=run, content_hash=text) for run, text in fresh.items()),
            ignore_conflicts=True,
        )
    return {run.name: (known | fresh)[run.pk] for run in runs}


def content_hash(run: Run) -> str:
    """SHA-256 over a run's rankings in order of topic: passages and scores."""
    digest = sha256()
    for query_id, ordinals, scores in selected(RANKINGS, [run.pk]):
        digest.update(f"{query_id}\n".encode() + ordinals + scores)
    return digest.hexdigest()
