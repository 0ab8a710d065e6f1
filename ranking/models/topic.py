from __future__ import annotations

from django.db import models
from django.db.models import Q

from ranking.models.topic_set import TopicSet


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
