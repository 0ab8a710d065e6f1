from __future__ import annotations

from django.db import models
from django.db.models.lookups import Exact

from ranking.models.fields import PackedArrayField, n_bytes
from ranking.models.run import Run
from ranking.models.topic_set import Topic


class Ranking(models.Model):
    """One topic's list in a run, in the one order everyone sees.

    Score descending, ties by doc_id descending as UTF-8 bytes. `ordinals` and `scores` are
    parallel arrays of shape (n_retrieved,), best first; a row is written once.
    """

    run = models.ForeignKey(Run, models.PROTECT, related_name="rankings")
    topic = models.ForeignKey(Topic, models.PROTECT, related_name="rankings")
    ordinals = PackedArrayField("int32")
    scores = PackedArrayField("float64")

    class Meta:
        ordering = ["run_id", "topic_id"]
        constraints = [
            models.UniqueConstraint(name="ranking_one_per_run_and_topic", fields=["run", "topic"]),
            models.CheckConstraint(
                name="ranking_arrays_same_length",
                condition=Exact(n_bytes("scores"), n_bytes("ordinals") * 2),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.run_id}/{self.topic_id}"


class PairScores(models.Model):
    """A pairwise re-ranker's output for one topic, kept so that it can be aggregated again.

    `ordinals` stand in the order of the run that was re-ranked, best first. `p[i, j]` is the
    probability that passage `ordinals[i]` beats `ordinals[j]`: shape (n, n), row by row, NaN on
    the diagonal.
    """

    run = models.ForeignKey(Run, models.PROTECT, related_name="pair_scores")
    topic = models.ForeignKey(Topic, models.PROTECT, related_name="pair_scores")
    ordinals = PackedArrayField("int32")
    p = PackedArrayField("float32")

    class Meta:
        ordering = ["run_id", "topic_id"]
        constraints = [
            models.UniqueConstraint(
                name="pair_scores_one_per_run_and_topic", fields=["run", "topic"]
            ),
            models.CheckConstraint(
                name="pair_scores_square",
                condition=Exact(n_bytes("p") * 4, n_bytes("ordinals") * n_bytes("ordinals")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.run_id}/{self.topic_id}"
