from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from annotation.models.campaign import Campaign
from annotation.models.membership import Membership


class MessageQuerySet(models.QuerySet["Message"]):
    def to(self, member: Membership) -> MessageQuerySet:
        """Messages to this member: their own, and those to all since they joined."""
        to_them = Q(membership=member) | Q(membership=None, sent_at__gte=member.created_at)
        return self.filter(to_them, campaign=member.campaign_id)

    def unseen_by(self, member: Membership) -> MessageQuerySet:
        """Messages to this member that they have not dismissed, oldest first."""
        return self.to(member).exclude(sights__membership=member).order_by("sent_at", "pk")


class Message(models.Model):
    """A message from an organizer to one assessor of a campaign, or to all of them.

    The judging page shows it to each recipient until dismissed.
    """

    campaign = models.ForeignKey(Campaign, models.PROTECT, related_name="messages")
    membership = models.ForeignKey(
        Membership, models.PROTECT, null=True, related_name="own_messages"
    )
    text = models.TextField()
    sent_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="sent_messages"
    )
    sent_at = models.DateTimeField(auto_now_add=True)

    objects = MessageQuerySet.as_manager()

    class Meta:
        ordering = ["-sent_at", "-id"]
        constraints = [
            models.CheckConstraint(name="message_says_something", condition=~Q(text="")),
        ]

    def __str__(self) -> str:
        return f"{self.campaign_id} {self.sent_at:%Y-%m-%d}"


class MessageSeen(models.Model):
    """A member's dismissal of a message."""

    message = models.ForeignKey(Message, models.PROTECT, related_name="sights")
    membership = models.ForeignKey(Membership, models.PROTECT, related_name="seen_messages")
    seen_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["message_id", "seen_at"]
        constraints = [
            models.UniqueConstraint(
                name="message_seen_once_per_member", fields=["message", "membership"]
            ),
        ]

    def __str__(self) -> str:
        return f"{self.message_id} {self.membership_id}"
