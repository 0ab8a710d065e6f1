from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from annotation.models.campaign import Campaign
from ranking.models import Collection, TopicSet
from ranking.models.constraints import name_constraints, one_of


class LabelSource(models.TextChoices):
    IMPORTED = "imported"
    DERIVED = "derived"


class LabelSet(models.Model):
    """One integer a pair: what TREC calls qrels, imported or derived from a campaign.

    It is frozen when complete and never changes after; deriving again makes another.
    `min_relevance` is the least value that binary measures call relevant. `policy` says how a
    derived set came about, `report` what each step of it removed.
    """

    name = models.TextField()
    topic_set = models.ForeignKey(TopicSet, models.PROTECT, related_name="label_sets")
    collection = models.ForeignKey(Collection, models.PROTECT, related_name="label_sets")
    source = models.TextField(choices=LabelSource.choices)
    campaign = models.ForeignKey(Campaign, models.PROTECT, null=True, related_name="label_sets")
    policy = models.JSONField(default=dict, blank=True)
    report = models.JSONField(default=dict, blank=True)
    scale = ArrayField(models.SmallIntegerField(), help_text="Values in use, ascending.")
    min_relevance = models.SmallIntegerField()
    content_hash = models.TextField(blank=True)
    frozen_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name"]
        constraints = [
            *name_constraints("label_set"),
            models.CheckConstraint(
                name="label_set_source_known", condition=one_of("source", LabelSource)
            ),
            models.CheckConstraint(
                name="label_set_campaign_when_derived",
                condition=Q(source="derived", campaign__isnull=False)
                | (~Q(source="derived") & Q(campaign=None)),
            ),
            models.CheckConstraint(
                name="label_set_hashed_when_frozen",
                condition=Q(frozen_at=None) | ~Q(content_hash=""),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_simulated(self) -> bool:
        """Whether simulated assessors gave any of its votes."""
        return bool(self.report.get("n_votes_by_kind", {}).get("simulated"))
