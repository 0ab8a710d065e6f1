from __future__ import annotations

from django.db import models
from django.db.models import Q

from annotation.models.pool import Pool
from ranking.models import Passage, Topic
from ranking.models.constraints import one_of


class PairOrigin(models.TextChoices):
    """How a pair came into its pool."""

    POOLED = "pooled"  # from runs or a list
    SEARCH = "search"  # an assessor found it by words while judging
    CONTROL = "control"  # drawn at random, to say how much an active pool has found


class PooledPair(models.Model):
    """One topic with one passage in a pool.

    `n_runs` of the pool's runs brought it, the best of them at rank `best_rank`; which ones is
    derived from the runs themselves. In a pool by design it was drawn at place `draw_place`, and
    was among those drawn with `probability`, which rises as the pool grows.
    """

    pool = models.ForeignKey(Pool, models.PROTECT, related_name="pairs")
    topic = models.ForeignKey(Topic, models.PROTECT, related_name="pooled_pairs")
    passage = models.ForeignKey(Passage, models.PROTECT, related_name="pooled_pairs")
    stratum = models.TextField(blank=True)
    origin = models.TextField(
        choices=PairOrigin.choices, default=PairOrigin.POOLED, db_default=PairOrigin.POOLED
    )
    n_runs = models.PositiveSmallIntegerField(default=0)
    best_rank = models.PositiveIntegerField(null=True)
    draw_place = models.PositiveIntegerField(null=True)
    probability = models.FloatField(null=True)

    class Meta:
        ordering = ["pool_id", "topic_id", "passage_id"]
        indexes = [
            models.Index(
                name="pooled_pair_by_origin",
                fields=["pool", "origin"],
                condition=~Q(origin="pooled"),
            )
        ]
        constraints = [
            models.UniqueConstraint(
                name="pooled_pair_unique_in_pool", fields=["pool", "topic", "passage"]
            ),
            models.CheckConstraint(
                name="pooled_pair_origin_known", condition=one_of("origin", PairOrigin)
            ),
            models.CheckConstraint(
                name="pooled_pair_search_draws_nothing",
                condition=Q(draw_place=None) | ~Q(origin="search"),
            ),
            models.CheckConstraint(
                name="pooled_pair_rank_when_from_runs",
                condition=Q(n_runs=0, best_rank=None)
                | Q(n_runs__gte=1, best_rank__isnull=False, best_rank__gte=1),
            ),
            models.UniqueConstraint(
                name="pooled_pair_one_at_draw_place",
                fields=["pool", "draw_place"],
                condition=Q(draw_place__isnull=False),
            ),
            models.CheckConstraint(
                name="pooled_pair_probability_when_drawn",
                condition=Q(draw_place=None, probability=None)
                | Q(
                    draw_place__isnull=False,
                    draw_place__gte=1,
                    probability__isnull=False,
                    probability__gt=0,
                    probability__lte=1,
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.topic_id} {self.passage_id}"
