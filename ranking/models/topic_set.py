from __future__ import annotations

from django.db import models
from django.db.models import Q

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
    # `MojibakeRecord` of its import, if that met wrongly decoded text.
    mojibake = models.JSONField(default=list, blank=True)
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


class Topic(models.Model):
    """One information need. `query` is sent to systems; the rest informs assessors."""

    topic_set = models.ForeignKey(TopicSet, models.PROTECT, related_name="topics")
    ordinal = models.PositiveIntegerField()
    query_id = models.TextField(db_collation="C")
    query = models.TextField()
    description = models.TextField(blank=True)
    narrative = models.TextField(blank=True)
    metadata = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["topic_set_id", "ordinal"]
        constraints = [
            models.UniqueConstraint(
                name="topic_query_id_unique_in_set", fields=["topic_set", "query_id"]
            ),
            models.UniqueConstraint(
                name="topic_ordinal_unique_in_set", fields=["topic_set", "ordinal"]
            ),
            models.CheckConstraint(
                name="topic_query_id_without_blank", condition=Q(query_id__regex=r"^\S+$")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.query_id} {self.query}"
