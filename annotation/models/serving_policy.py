from __future__ import annotations

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q

from annotation.models.campaign import Campaign
from ranking.models.constraints import one_of


class Unit(models.TextChoices):
    """Unit of serving: all pairs of a topic before the next topic, or pairs of any topic."""

    TOPICS = "topics"
    PAIRS = "pairs"


class Order(models.TextChoices):
    """Order of serving: as in the pool, random, or by priority (ties at random)."""

    FIXED = "fixed"
    RANDOM = "random"
    PRIORITY = "priority"


class ServingPolicyQuerySet(models.QuerySet["ServingPolicy"]):
    def in_force(self) -> Self:
        """The newest of each campaign."""
        return self.order_by("campaign_id", "-version").distinct("campaign_id")


class ServingPolicy(models.Model):
    """One version of a campaign's serving rules; the newest is in force, none ever changes.

    Topics come in sets, which `regrade.serving.topic_sets` draws: `sets_offered` at a time, of
    `topics_per_set` each, a further one all new with probability `new_topic_share`. Into the stream
    of pairs are mixed overlap pairs (spread over the quota, or one every `overlap_every` without
    one), gold pairs and repeats, each once in so many positions; a repeat lies at least
    `repeat_after` positions behind its first look. `extra_judgments` are asked for at most of a
    pair on whose grade assessors disagree.
    """

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="policies")
    version = models.PositiveIntegerField()
    unit = models.TextField(choices=Unit.choices, default=Unit.TOPICS)
    order = models.TextField(choices=Order.choices, default=Order.RANDOM)
    seed = models.BigIntegerField()
    sets_offered = models.PositiveSmallIntegerField(default=1)
    topics_per_set = models.PositiveSmallIntegerField(default=1)
    new_topic_share = models.FloatField(default=0.5)
    overlap_every = models.PositiveIntegerField(default=20)
    gold_every = models.PositiveIntegerField(null=True)
    repeat_every = models.PositiveIntegerField(null=True)
    repeat_after = models.PositiveIntegerField(default=20)
    rotates = models.BooleanField(default=False)
    extra_judgments = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="serving_policies"
    )

    objects = ServingPolicyQuerySet.as_manager()

    class Meta:
        ordering = ["campaign_id", "version"]
        constraints = [
            models.UniqueConstraint(
                name="serving_policy_version_unique_in_campaign", fields=["campaign", "version"]
            ),
            models.CheckConstraint(
                name="serving_policy_unit_known", condition=one_of("unit", Unit)
            ),
            models.CheckConstraint(
                name="serving_policy_order_known", condition=one_of("order", Order)
            ),
            models.CheckConstraint(
                name="serving_policy_share_is_one",
                condition=Q(new_topic_share__gte=0, new_topic_share__lte=1),
            ),
            models.CheckConstraint(
                name="serving_policy_steps_positive",
                condition=Q(
                    sets_offered__gte=1,
                    topics_per_set__gte=1,
                    overlap_every__gte=1,
                    repeat_after__gte=1,
                )
                & (Q(gold_every=None) | Q(gold_every__gte=1))
                & (Q(repeat_every=None) | Q(repeat_every__gte=1)),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.campaign_id} v{self.version}"
