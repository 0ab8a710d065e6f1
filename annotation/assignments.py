"""What an assessor's browser receives: the pair, and nothing that could sway a judgment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, Q

from annotation import tickets
from annotation.models import Guideline, Judgment, Membership, ServingPolicy, Slot, Unit
from annotation.services.claim_pairs import Claim
from annotation.serving.rotation import draw_rotation, rotated, spans_as_shown
from annotation.spans import Span
from annotation.tickets import Ticket
from ranking.models import Passage, Topic


class ShownPassage(NamedTuple):
    title: str
    text: str


class Assignment(NamedTuple):
    """A pair handed to an assessor.

    Where whole topics are handed out, `place` of `n_in_topic` is where the pair stands in its
    topic.
    """

    ticket: str
    topic: Topic
    passage: ShownPassage
    place: int | None
    n_in_topic: int | None
    leased_until: datetime | None


class OwnJudgment(NamedTuple):
    """An assessor's judgment with the pair as it was shown, and a ticket to answer it anew."""

    judgment: Judgment
    ticket: str
    topic: Topic
    passage: ShownPassage
    spans: Sequence[Span]


class Progress(NamedTuple):
    """What an assessor has done in a campaign."""

    n_judged: int
    n_not_judged: int


def assignments(membership: Membership, claim: Claim) -> list[Assignment]:
    """The claimed pairs with their tickets, in order."""
    if not claim.slots:
        return []
    policy, guideline_id = membership.campaign.policy(), _guideline_id(membership)
    places = _places(membership, policy, claim.slots)
    return [
        _assignment(membership, policy, guideline_id, slot, places.get(slot.pk))
        for slot in claim.slots
    ]


def as_shown(judgment: Judgment) -> OwnJudgment:
    """The judgment as its assessor gave it: the text in the same rotation, the marks upon it."""
    pair = judgment.campaign_pair.pair
    ticket = Ticket(
        judgment.assessor_id,
        judgment.campaign_pair_id,
        judgment.position or 0,
        judgment.guideline_id,
        judgment.policy_id,
        judgment.occasion,
        judgment.rotation,
    )
    text = pair.passage.text or ""
    return OwnJudgment(
        judgment,
        tickets.issue(ticket),
        pair.topic,
        _shown(pair.passage, judgment.rotation),
        spans_as_shown(judgment.spans, rotation=judgment.rotation, n_characters=len(text)),
    )


def progress(membership: Membership) -> Progress:
    done = membership.judgments.live().filter(occasion=0)
    is_graded = Q(grade__isnull=False)
    counts = done.exclude(reason_not_judged="retracted").aggregate(
        n_judged=Count("pk", filter=is_graded), n_not_judged=Count("pk", filter=~is_graded)
    )
    return Progress(**counts)


def _assignment(
    membership: Membership,
    policy: ServingPolicy,
    guideline_id: int | None,
    slot: Slot,
    place: tuple[int, int] | None,
) -> Assignment:
    passage = slot.campaign_pair.pair.passage
    rotation = 0
    if policy.rotates:
        key = f"{policy.seed}:{membership.pk}:{slot.campaign_pair_id}:{slot.occasion}"
        rotation = draw_rotation(passage.text or "", key=key)
    ticket = Ticket(
        membership.pk,
        slot.campaign_pair_id,
        slot.position or 0,
        guideline_id,
        policy.pk,
        slot.occasion,
        rotation,
    )
    return Assignment(
        ticket=tickets.issue(ticket),
        topic=slot.topic,
        passage=_shown(passage, rotation),
        place=place[0] if place else None,
        n_in_topic=place[1] if place else None,
        leased_until=slot.leased_until,
    )


def _shown(passage: Passage, rotation: int) -> ShownPassage:
    return ShownPassage(passage.title, rotated(passage.text or "", rotation))


def _places(
    membership: Membership, policy: ServingPolicy, slots: Sequence[Slot]
) -> Mapping[int, tuple[int, int]]:
    """By slot: the pair's place among those of its topic, and how many these are."""
    if policy.unit != Unit.TOPICS:
        return {}
    topic_ids = {slot.topic_id for slot in slots}
    answered = Q(judgments__assessor=membership, judgments__superseded_at__isnull=True)
    answered &= Q(judgments__occasion=0)
    pairs = membership.campaign.pairs.filter(pair__topic__in=topic_ids).order_by()
    counts = pairs.values_list("pair__topic").annotate(
        n=Count("pk", distinct=True), n_answered=Count("judgments", filter=answered)
    )
    n_in_topic = {topic_id: (n, n_answered) for topic_id, n, n_answered in counts}
    places, seen = {}, dict.fromkeys(topic_ids, 0)
    for slot in slots:
        seen[slot.topic_id] += 1
        n, n_answered = n_in_topic[slot.topic_id]
        places[slot.pk] = (n_answered + seen[slot.topic_id], n)
    return places


def _guideline_id(membership: Membership) -> int | None:
    published = Guideline.objects.filter(campaign=membership.campaign_id)
    latest = published.exclude(published_at=None).order_by("-version")
    return latest.values_list("pk", flat=True).first()
