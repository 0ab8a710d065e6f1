from __future__ import annotations

from django.db import models

from annotation.models.campaign import Campaign


class Grade(models.Model):
    """One step of a campaign's scale. A grade that was given can neither change nor go."""

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="grades")
    value = models.SmallIntegerField()
    name = models.TextField()
    description = models.TextField(blank=True)
    colour = models.TextField(blank=True)
    requires_span = models.BooleanField(default=False)

    class Meta:
        ordering = ["campaign_id", "value"]
        constraints = [
            models.UniqueConstraint(
                name="grade_value_unique_in_campaign", fields=["campaign", "value"]
            ),
            models.CheckConstraint(
                name="grade_colour_is_hex",
                condition=models.Q(colour="") | models.Q(colour__regex=r"^#[0-9a-f]{6}$"),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.value} {self.name}"
