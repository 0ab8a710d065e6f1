from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from evaluation.models import RunHash
from evaluation.scores.kept_scores import selected
from ranking.models import Run

RANKINGS = """
    SELECT run_id, query_id, ordinals, scores FROM ranking_ranking
    JOIN ranking_topic ON ranking_topic.id = topic_id
    WHERE run_id = ANY(%s) ORDER BY run_id, ranking_topic.ordinal
"""


def hash_runs(*, runs: Sequence[Run], keeps: bool = True) -> dict[str, str]:
    """The content hash of each complete run by its name; worked out once, and kept if `keeps`."""
    known = dict(RunHash.objects.filter(run__in=runs).values_list("run", "content_hash"))
    unknown = [run for run in runs if run.pk not in known]
    fresh = content_hashes(unknown) if unknown else {}
    if keeps:
        RunHash.objects.bulk_create(
            (RunHash(run_id=run, content_hash=text) for run, text in fresh.items()),
            ignore_conflicts=True,
        )
    return {run.name: (known | fresh)[run.pk] for run in runs}


def content_hashes(runs: Sequence[Run]) -> dict[int, str]:
    """SHA-256 over each run's rankings in order of topic: passages and scores; by the run's key."""
    digests = {run.pk: sha256() for run in runs}
    for run, query_id, ordinals, scores in selected(RANKINGS, [list(digests)]):
        digests[run].update(f"{query_id}\n".encode() + ordinals + scores)
    return {run: digest.hexdigest() for run, digest in digests.items()}
