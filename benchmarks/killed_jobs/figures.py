"""What a job came to, from its rows."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.db import connection

from benchmarks.killed_jobs.crew import Kill
from ranking.jobs.jobs import count_chunks
from ranking.models import Attempt, Job, Outcome

ROWS = """
    SELECT query_id, ordinals, scores FROM ranking_ranking AS ranking
    JOIN ranking_topic AS topic ON topic.id = topic_id WHERE run_id = %s ORDER BY topic.ordinal
"""


class Figures(NamedTuple):
    """`stuck_s` is how long each chunk that a kill hit waited for its next start."""

    status: str
    digest: str
    n_topics: int
    n_rankings: int
    n_chunks: int
    outcomes: dict[str, int]
    n_landed_twice: int
    n_topics_landed: int  # counted by the starts of chunks that landed them
    n_kept: int  # of these landed by starts that did not come to the end of their chunk
    most_starts: int
    stuck_s: list[float]
    kills: Sequence[Kill]
    lasted_s: float
    n_workers_seen: int

    @property
    def n_starts(self) -> int:
        return sum(self.outcomes.values())

    @property
    def n_lost(self) -> int:
        return self.outcomes.get(Outcome.LOST, 0)


def measure(job: Job, kills: Sequence[Kill]) -> Figures:
    [counted] = count_chunks(Job.objects.filter(pk=job.pk))
    job = counted.job
    attempts = list(Attempt.objects.filter(chunk__job=job).order_by("chunk", "number"))
    starts = Counter(attempt.chunk_id for attempt in attempts)
    landed = Counter(a.chunk_id for a in attempts if a.outcome == Outcome.LANDED)
    ended = job.finished_at or job.started_at
    return Figures(
        status=job.status,
        digest=_digest(job.run_id),
        n_topics=counted.n_topics,
        n_rankings=job.run.rankings.count(),
        n_chunks=counted.n_chunks,
        outcomes=dict(Counter(attempt.outcome or "open" for attempt in attempts)),
        n_landed_twice=sum(n > 1 for n in landed.values()),
        n_topics_landed=sum(a.n_landed for a in attempts),
        n_kept=sum(a.n_landed for a in attempts if a.outcome != Outcome.LANDED),
        most_starts=max(starts.values(), default=0),
        stuck_s=list(_stuck(attempts, kills)),
        kills=kills,
        lasted_s=(ended - job.started_at).total_seconds(),
        n_workers_seen=len({attempt.process for attempt in attempts}),
    )


def _stuck(attempts: list[Attempt], kills: Sequence[Kill]) -> Iterator[float]:
    following = {(a.chunk_id, a.number): a for a in attempts}
    for attempt in attempts:
        hit = [kill.at for kill in kills if attempt.process in kill.pids]
        again = following.get((attempt.chunk_id, attempt.number + 1))
        if attempt.outcome == Outcome.LOST and hit and again:
            # Numbers of processes may come again: the first kill after the start is the one.
            after = [at for at in hit if at >= attempt.started_at.timestamp()]
            yield again.started_at.timestamp() - min(after or hit)


def _digest(run_id: int) -> str:
    """Of every byte that is stored of the rankings, topic after topic."""
    total = hashlib.sha256()
    with connection.cursor() as cursor:
        cursor.execute(ROWS, [run_id])
        for query_id, ordinals, scores in cursor.fetchall():
            total.update(query_id.encode() + b"\0" + bytes(ordinals) + b"\0" + bytes(scores))
    return total.hexdigest()
