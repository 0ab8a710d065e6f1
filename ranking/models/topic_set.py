from __future__ import annotations

from django.db import models

from ranking.models.constraints import name_constraints
from ranking.models.owned import Owned, OwnedQuerySet, visibility_known


class TopicSetQuerySet(OwnedQuerySet["TopicSet"]):
    pass


class TopicSet(Owned):
    """The topics that runs answer. A variant keeps its parent's query_ids at the same ordinals."""

    name = models.TextField()
    parent = models.ForeignKey("self", models.PROTECT, null=True, related_name="variants")
    recipe = models.JSONField(null=True)
    seed = models.BigIntegerField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = TopicSetQuerySet.as_manager()

    class Meta:
        ordering = ["name"]
        constraints = [
            *name_constraints("topic_set"),
            visibility_known("topic_set"),
            models.CheckConstraint(
                name="topic_set_variant_has_recipe",
                condition=models.Q(parent__isnull=True) | models.Q(recipe__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return self.name
