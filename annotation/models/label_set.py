from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q

from annotation.models.campaign import Campaign
from ranking.models import Collection, TopicSet
from ranking.models.constraints import name_constraints, one_of
from ranking.models.owned import Owned, OwnedQuerySet, visibility_known

POLICY_NAMES = ("fallback", "only_topics_of")
LABEL_ROLES = ("ideal_of", "predicted_by")  # label sets that a design names


class LabelSource(models.TextChoices):
    IMPORTED = "imported"
    DERIVED = "derived"
    COMBINED = "combined"


class LabelSetQuerySet(OwnedQuerySet["LabelSet"]):
    pass


class LabelSet(Owned):
    """One integer a pair: what TREC calls qrels; imported, derived or combined from others.

    It is frozen when complete and never changes after; deriving again makes another.
    `min_relevance` is the least value that binary measures call relevant. Where `is_whole` every
    passage of its topics was judged, so that one without a label is not relevant. `policy` says how
    a derived or combined set came about, `report` what each step of it removed. Where labels are
    a sample, `design` says what of and for which question, and each label has its probability.
    """

    name = models.TextField()
    topic_set = models.ForeignKey(TopicSet, models.PROTECT, related_name="label_sets")
    collection = models.ForeignKey(Collection, models.PROTECT, related_name="label_sets")
    source = models.TextField(choices=LabelSource.choices)
    campaign = models.ForeignKey(Campaign, models.PROTECT, null=True, related_name="label_sets")
    policy = models.JSONField(default=dict, blank=True)
    report = models.JSONField(default=dict, blank=True)
    design = models.JSONField(default=dict, blank=True)
    scale = ArrayField(models.SmallIntegerField(), help_text="Values in use, ascending.")
    min_relevance = models.SmallIntegerField()
    is_whole = models.BooleanField(default=False)
    content_hash = models.TextField(blank=True)
    frozen_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = LabelSetQuerySet.as_manager()

    class Meta:
        ordering = ["name"]
        constraints = [
            *name_constraints("label_set"),
            visibility_known("label_set"),
            models.CheckConstraint(
                name="label_set_source_known", condition=one_of("source", LabelSource)
            ),
            models.CheckConstraint(
                name="label_set_campaign_when_derived",
                condition=Q(source="derived", campaign__isnull=False)
                | (~Q(source="derived") & Q(campaign=None)),
            ),
            models.CheckConstraint(
                name="label_set_whole_has_irrelevant",
                condition=Q(is_whole=False) | Q(min_relevance__gt=0),
            ),
            models.CheckConstraint(
                name="label_set_design_counts_pairs",
                condition=Q(design={}) | Q(design__has_key="n", design__n__gte=1),
            ),
            models.CheckConstraint(
                name="label_set_drawn_neither_whole_nor_combined",
                condition=Q(design={}) | (Q(is_whole=False) & ~Q(source="combined")),
            ),
            models.CheckConstraint(
                name="label_set_hashed_when_frozen",
                condition=Q(frozen_at=None) | ~Q(content_hash=""),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def named_labels(self) -> set[str]:
        """Names of other sets: whose labels broke ties, gave topics, ideal rankings or predictions,
        or that were combined.
        """
        in_policy = [self.policy.get(key) for key in POLICY_NAMES]
        in_design = [self.design.get(role) for role in LABEL_ROLES]
        others = [*in_policy, *in_design, *self.policy.get("parents", ())]
        return {other["name"] for other in others if other}

    @property
    def unlisted(self) -> int | None:
        """The value of a passage without a label, where all were judged; None where it has none."""
        return 0 if self.is_whole else None

    @property
    def is_sample(self) -> bool:
        """Whether its pairs are a part of those that could be drawn: scores are estimates then."""
        return bool(self.design) and self.design["n"] != self.design.get("n_frame")

    @property
    def is_simulated(self) -> bool:
        """Whether simulated assessors gave any of its votes."""
        return bool(self.report.get("n_votes_by_kind", {}).get("simulated"))


class LabelParent(models.Model):
    """One of the sets that a combined label set came of; the first has precedence."""

    label_set = models.ForeignKey(LabelSet, models.PROTECT, related_name="parents")
    parent = models.ForeignKey(LabelSet, models.PROTECT, related_name="children")
    place = models.PositiveSmallIntegerField(help_text="From 0 on.")

    class Meta:
        ordering = ["label_set_id", "place"]
        constraints = [
            models.UniqueConstraint(
                name="label_parent_one_per_place", fields=["label_set", "place"]
            ),
            models.UniqueConstraint(
                name="label_parent_once_in_a_set", fields=["label_set", "parent"]
            ),
            models.CheckConstraint(
                name="label_parent_is_another_set", condition=~Q(label_set=F("parent"))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.label_set_id} of {self.parent_id}"
