"""Small campaigns, and assessors who work through them with the tickets they were handed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from types import MappingProxyType
from typing import Any, NamedTuple
from uuid import uuid4

from django.utils import timezone

from annotation.campaigns.creating import create_campaign
from annotation.campaigns.policy import PolicyOptions
from annotation.guidelines.scales import parse_scale
from annotation.judging.recording import Answer, Recorded, record_judgment
from annotation.models import (
    AssessorKind,
    Campaign,
    CampaignPair,
    CampaignState,
    Judgment,
    Membership,
    Reason,
    Slot,
    TopicSeat,
)
from annotation.pools.pairs import Mark
from annotation.serving import tickets
from annotation.serving.assignments import Assignment, assignments
from annotation.serving.claim import Nothing, claim_pairs
from annotation.serving.tickets import Ticket
from tests.factories import make_collection, make_pool, make_topics, make_user

PATIENCE = 1000
NO_MARKS: Mapping[int, Mark] = MappingProxyType({})
NO_FIELDS: Mapping[str, Any] = MappingProxyType({})


class Served(NamedTuple):
    """A pair as its assessor got it."""

    ticket: Ticket
    pair: CampaignPair
    assignment: Assignment

    @property
    def topic(self) -> str:
        return self.pair.pair.topic.query_id

    @property
    def name(self) -> str:
        return f"{self.topic} {self.pair.pair.passage.doc_id}"


def small_campaign(
    n_topics: int = 2,
    n_passages: int = 3,
    k: int = 3,
    *,
    marks: Mapping[int, Mark] = NO_MARKS,
    state: CampaignState = CampaignState.OPEN,
    texts: Mapping[str, str | None] | None = None,
    seed: int = 7,
    campaign: Mapping[str, Any] = NO_FIELDS,
    **policy: Any,
) -> Campaign:
    """Topics q0, q1, ... with passages d0, d1, ... each; `marks` go by place in the pool."""
    texts = texts or {f"d{i}": f"Passage number {i}." for i in range(n_passages)}
    queries = {f"q{i}": f"query {i}" for i in range(n_topics)}
    pool = make_pool(
        collection=make_collection(texts=texts), topic_set=make_topics(queries=queries)
    )
    pooled = list(pool.pairs.order_by("pk").values_list("pk", flat=True))
    made = create_campaign(
        name="campaign",
        pool=pool,
        grades=parse_scale("1-5"),
        judgments_per_pair=k,
        notice="",
        policy=PolicyOptions(**policy),
        marks={pooled[place]: mark for place, mark in marks.items()},
        seed=seed,
        **campaign,
    )
    Campaign.objects.filter(pk=made.pk).update(state=state)
    made.refresh_from_db()
    return made


def crew(campaign: Campaign, n: int, **fields: Any) -> list[Membership]:
    first = campaign.memberships.count()
    return [
        Membership.objects.create(
            campaign=campaign,
            user=make_user(f"assessor{i}"),
            pseudonym=f"P-{i}",
            **{"kind": AssessorKind.HUMAN, **fields},
        )
        for i in range(first, first + n)
    ]


def fresh(member: Membership) -> Membership:
    return Membership.objects.select_related("campaign").get(pk=member.pk)


def serve(
    member: Membership, n: int = 1, known: dict[int, CampaignPair] | None = None
) -> list[Served]:
    """All that the assessor has in hand after asking for `n`; `known` keeps what was looked up."""
    handed = assignments(claim_pairs(membership=fresh(member), n=n))
    read = [tickets.read(one.ticket, membership_id=member.pk) for one in handed]
    known = {} if known is None else known
    pairs = CampaignPair.objects.select_related("campaign", "pair__topic", "pair__passage")
    known |= pairs.in_bulk({ticket.campaign_pair_id for ticket in read} - known.keys())
    return [
        Served(ticket, known[ticket.campaign_pair_id], one)
        for ticket, one in zip(read, handed, strict=True)
    ]


def nothing_for(member: Membership) -> Nothing | None:
    return claim_pairs(membership=fresh(member), n=1).nothing


def answer(
    member: Membership, served: Served | Ticket, grade: int | None = 3, **said: Any
) -> Recorded:
    client_key = said.pop("client_key", None) or uuid4()
    if grade is None:
        said.setdefault("reason_not_judged", Reason.OTHER)
    return record_judgment(
        membership=fresh(member),
        ticket=served.ticket if isinstance(served, Served) else served,
        answer=Answer(grade=grade, **said),
        client_key=client_key,
    )


def work_off(
    member: Membership, n: int = 1, most: int = PATIENCE, grade: Callable[[Served], int] | int = 3
) -> list[Served]:
    """Answer served pairs one by one, up to `most`; returns them in order."""
    done: list[Served] = []
    known: dict[int, CampaignPair] = {}
    while len(done) < most and (hand := serve(member, n, known)):
        answer(member, hand[0], grade if isinstance(grade, int) else grade(hand[0]))
        done.append(hand[0])
    return done


def topics(served: Sequence[Served]) -> list[str]:
    """Each topic once for every stretch of it."""
    found = [one.topic for one in served]
    return [topic for i, topic in enumerate(found) if i == 0 or found[i - 1] != topic]


def expire(*members: Membership, seats: bool = True) -> None:
    """The leases of these assessors are up, or of all; so are their seats, and nobody waits."""
    past = timezone.now() - timedelta(hours=1)
    slots = Slot.objects.filter(judgment=None).exclude(holder=None)
    held, waiting = TopicSeat.objects.exclude(holder=None), Membership.objects.all()
    if members:
        waiting = waiting.filter(pk__in=[member.pk for member in members])
        slots, held = slots.filter(holder__in=members), held.filter(holder__in=members)
    slots.update(leased_until=past)
    waiting.update(waits_since=None, asks_until=None)
    if seats:
        held.update(expires_at=past)


def votes_by_pair(campaign: Campaign) -> dict[int, list[int]]:
    """Who voted on each pair, by its key."""
    found: dict[int, list[int]] = {pk: [] for pk in campaign.pairs.values_list("pk", flat=True)}
    cast = Judgment.objects.votes().filter(campaign_pair__campaign=campaign)
    for pair, assessor in cast.values_list("campaign_pair", "assessor"):
        found[pair].append(assessor)
    return found
