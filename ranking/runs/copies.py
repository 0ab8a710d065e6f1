"""Stored runs whose rankings equal those of a new run."""

from __future__ import annotations

from typing import Any

from django.db import connection

from ranking.models import Run, RunStatus

# The rankings of one topic first: they differ in nearly all runs, and no others are read then.
EQUAL = """
    SELECT theirs.run_id FROM ranking_ranking AS ours
    JOIN ranking_ranking AS theirs USING (topic_id)
    WHERE ours.run_id = %(run)s AND theirs.run_id = ANY(%(others)s)
      AND topic_id = ANY(%(topics)s)
      AND theirs.ordinals = ours.ordinals AND theirs.scores = ours.scores
    GROUP BY theirs.run_id HAVING count(*) = %(n)s
"""


def copies_of(run: Run) -> list[str]:
    """Names of complete runs that the account may see with the same passages and scores.

    Of the same collection and topic set, and of the same topics; archived ones among them.
    """
    topics = list(run.rankings.order_by("topic").values_list("topic", flat=True))
    alike = Run.objects.seen().filter(
        collection=run.collection,
        topic_set=run.topic_set,
        depth=run.depth,
        status=RunStatus.COMPLETE,
    )
    others = list(alike.exclude(pk=run.pk).values_list("pk", flat=True))
    for some in (topics[:1], topics):
        others = _equal_on(run, some, others)
    found = Run.objects.filter(pk__in=others).order_by("name")
    return [one.name for one in found if one.rankings.count() == len(topics)]


def _equal_on(run: Run, topics: list[int], others: list[int]) -> list[int]:
    if not others:
        return []
    asked: dict[str, Any] = {"run": run.pk, "topics": topics, "others": others, "n": len(topics)}
    with connection.cursor() as cursor:
        cursor.execute(EQUAL, asked)
        return [key for (key,) in cursor.fetchall()]
