"""What an assessor's browser receives: the pair, and nothing that could sway a judgment."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from typing import NamedTuple

from annotation import tickets
from annotation.models import Guideline, Judgment, Membership, PooledPair
from annotation.services.claim_pairs import Claim, n_answered
from annotation.tickets import Ticket


class Assignment(NamedTuple):
    """A pair handed to an assessor; `place` of `n_in_topic` is where it stands in its topic."""

    ticket: str
    pair: PooledPair
    place: int
    n_in_topic: int
    leased_until: datetime | None


class Progress(NamedTuple):
    """What an assessor has done in a campaign."""

    n_judged: int
    n_not_judged: int
    n_topics: int


def assignments(membership: Membership, claim: Claim) -> list[Assignment]:
    """The claimed pairs with their tickets, in order."""
    topic_ids = {slot.topic_id for slot in claim.slots}
    sizes, answered = _topic_sizes(membership, topic_ids), _answered(membership, topic_ids)
    guideline_id, n_before = _guideline_id(membership), n_answered(membership)
    made = []
    for position, slot in enumerate(claim.slots, start=n_before + 1):
        answered[slot.topic_id] += 1
        ticket = Ticket(membership.pk, slot.campaign_pair_id, position, guideline_id)
        made.append(
            Assignment(
                ticket=tickets.issue(ticket),
                pair=slot.campaign_pair.pair,
                place=answered[slot.topic_id],
                n_in_topic=sizes[slot.topic_id],
                leased_until=slot.leased_until,
            )
        )
    return made


def ticket_for_change(judgment: Judgment) -> str:
    """A ticket with which its assessor may answer the pair anew."""
    return tickets.issue(
        Ticket(
            judgment.assessor_id,
            judgment.campaign_pair_id,
            judgment.position or 0,
            judgment.guideline_id,
        )
    )


def progress(membership: Membership) -> Progress:
    done = membership.judgments.live().filter(occasion=0)
    return Progress(
        n_judged=done.filter(grade__isnull=False).count(),
        n_not_judged=done.filter(grade__isnull=True).count(),
        n_topics=done.values("campaign_pair__pair__topic").distinct().count(),
    )


def _topic_sizes(membership: Membership, topic_ids: set[int]) -> Counter[int]:
    pairs = membership.campaign.pairs.filter(pair__topic__in=topic_ids)
    return Counter(pairs.values_list("pair__topic", flat=True))


def _answered(membership: Membership, topic_ids: set[int]) -> Counter[int]:
    done = membership.judgments.live().filter(occasion=0)
    there = done.filter(campaign_pair__pair__topic__in=topic_ids)
    return Counter(there.values_list("campaign_pair__pair__topic", flat=True))


def _guideline_id(membership: Membership) -> int | None:
    published = Guideline.objects.filter(campaign=membership.campaign_id)
    latest = published.exclude(published_at=None).order_by("-version")
    return latest.values_list("pk", flat=True).first()
