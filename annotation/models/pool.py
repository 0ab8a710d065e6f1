from __future__ import annotations

from django.db import models
from django.db.models import Q

from ranking.models import Collection, Run, TopicSet
from ranking.models.constraints import name_constraints, one_of


class PoolStrategy(models.TextChoices):
    DEPTH = "depth"  # the union of each run's top passages
    PAIRS = "pairs"  # a given list
    DESIGN = "design"  # drawn from such a union, each pair with a known probability
    ACTIVE = "active"  # chosen step by step from what was judged


RANKED = [PoolStrategy.DEPTH.value, PoolStrategy.DESIGN.value]  # made from rankings down to a depth


class Pool(models.Model):
    """A set of pairs to judge. It may grow and may serve several campaigns.

    One by design keeps its question in `recipe`, and draws from the `seed` on: what it would draw
    next is known. One that learns keeps its strategy there, and serves one campaign alone.
    """

    name = models.TextField()
    collection = models.ForeignKey(Collection, models.PROTECT, related_name="pools")
    topic_set = models.ForeignKey(TopicSet, models.PROTECT, related_name="pools")
    strategy = models.TextField(choices=PoolStrategy.choices)
    depth = models.PositiveIntegerField(null=True)
    seed = models.BigIntegerField(null=True)
    recipe = models.JSONField(default=dict, blank=True)
    runs = models.ManyToManyField(Run, related_name="pools")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name"]
        constraints = [
            *name_constraints("pool"),
            models.CheckConstraint(
                name="pool_strategy_known", condition=one_of("strategy", PoolStrategy)
            ),
            models.CheckConstraint(
                name="pool_depth_with_depth_strategy",
                condition=Q(strategy__in=RANKED, depth__isnull=False, depth__gte=1)
                | (~Q(strategy__in=RANKED) & Q(depth=None)),
            ),
            models.CheckConstraint(
                name="pool_seed_with_design",
                condition=~Q(strategy__in=["design", "active"]) | Q(seed__isnull=False),
            ),
            models.CheckConstraint(
                name="pool_recipe_with_design",
                condition=Q(strategy="design", recipe__has_key="design")
                | (~Q(strategy="design") & ~Q(recipe__has_key="design")),
            ),
            models.CheckConstraint(
                name="pool_recipe_with_strategy",
                condition=Q(strategy="active", recipe__has_key="active")
                | (~Q(strategy="active") & ~Q(recipe__has_key="active")),
            ),
        ]

    def __str__(self) -> str:
        return self.name
