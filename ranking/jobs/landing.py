"""Storing a chunk's results: topics in their order, a few at a time."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import chain
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Now

from ranking.collections.docid_maps import docid_map
from ranking.exceptions import RankingError
from ranking.jobs.attempts import close_attempt, lock_chunk, n_topics_landed
from ranking.models import Attempt, Chunk, JobStatus, Outcome, Run
from ranking.runs.storing import ScoredTopics, store_pair_scores, store_rankings


class Piece(NamedTuple):
    """Result of one call of a ranker: it completes the chunk's topics before `until`."""

    scored: ScoredTopics
    until: int


def refuse_other_texts(run: Run) -> None:
    if run.collection.text_version != (run.spec or {})["text_version"]:
        raise RankingError(
            f"Texts were added to {run.collection.name} since run {run.name} was planned; "
            "compute it under a new name.",
            code="texts_added",
        )


@transaction.atomic
def land_topics(*, attempt: Attempt, pieces: Sequence[Piece]) -> bool:
    """Store an attempt's new scores; returns whether it is to continue.

    The topics land in one transaction, and with the last of them the chunk does. Those that
    another attempt has landed meanwhile are left as they are. Nothing lands once the job is
    cancelled or the chunk is over. Who was taken for lost lands as well, and leaves the rest to
    who has taken the chunk over.

    Raises:
        RankingError: texts were added since the plan.
        UnusableScores: as `store_rankings`.
    """
    chunk = lock_chunk(attempt.chunk_id)
    if chunk is None or not _may_land(chunk, attempt):
        return False
    refuse_other_texts(chunk.job.run)
    until = pieces[-1].until
    landing = chunk.topic_ids[n_topics_landed(chunk) : until]
    machine = pieces[-1].scored.machine
    _store(chunk, pieces, frozenset(landing), machine)
    mine = {"n_landed": F("n_landed") + len(landing), "landed_at": Now(), "device": machine}
    if until < len(chunk.topic_ids):
        Attempt.objects.filter(pk=attempt.pk).update(**mine)
        return not (attempt.outcome == Outcome.LOST and _in_hand(chunk).exists())
    _end(chunk, attempt, mine)
    return False


def _may_land(chunk: Chunk, attempt: Attempt) -> bool:
    attempt.refresh_from_db(fields=["outcome"])
    if chunk.job.status == JobStatus.CANCELLED or attempt.outcome == Outcome.CANCELLED:
        return False
    if chunk.finished_at:
        mine = Attempt.objects.filter(pk=attempt.pk)
        mine.update(ended_at=Now(), outcome=Outcome.OVERTAKEN)
    return chunk.finished_at is None


def _store(chunk: Chunk, pieces: Sequence[Piece], landing: Collection[int], machine: str) -> None:
    rankings = chain.from_iterable(piece.scored.rankings for piece in pieces)
    pair_scores = chain.from_iterable(piece.scored.pair_scores for piece in pieces)
    run = Run.objects.select_for_update().get(pk=chunk.job.run_id)
    stored = store_rankings(
        run=run,
        rankings=(one for one in rankings if one.topic_id in landing),
        docids=docid_map(run.collection),
    )
    store_pair_scores(run=run, pairs=(one for one in pair_scores if one.topic_id in landing))
    spec = run.spec or {}
    spec["computed_by"] = sorted({*spec.get("computed_by", []), machine})
    Run.objects.filter(pk=run.pk).update(spec=spec, depth=max(run.depth, stored.depth))


def _in_hand(chunk: Chunk) -> Any:
    return chunk.attempts.filter(ended_at__isnull=True)


def _end(chunk: Chunk, attempt: Attempt, mine: dict[str, Any]) -> None:
    """The first to come back with the last topic lands the chunk, even if it was taken for lost."""
    ending = {"ended_at": Now(), "outcome": Outcome.LANDED}
    Attempt.objects.filter(pk=attempt.pk).update(**mine, **ending)
    for other in _in_hand(chunk):
        close_attempt(other, Outcome.OVERTAKEN)
    landing = {"finished_at": Now(), "failed_at": None, "beat_at": None, "error": ""}
    Chunk.objects.filter(pk=chunk.pk).update(**landing)
