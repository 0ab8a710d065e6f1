"""Passages that an assessor finds by words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, NamedTuple

from django.db.models import Q, QuerySet

from annotation.exceptions import SearchRefused
from annotation.models import Campaign, Judgment, Membership, PairKind
from annotation.searching.place import topic_searched
from annotation.serving.claim_context import read_claim_context
from annotation.serving.tickets import Ticket
from ranking.exceptions import NotSearchable
from ranking.models import Collection, Passage
from ranking.pages import Page
from ranking.rankers.passage_search import FoundPassages, find_passages
from regrade.text.snippet import snippet


class OwnAnswer(NamedTuple):
    """The assessor's own answer to a passage that was found."""

    grade: int | None
    reason_not_judged: str | None


class Hit(NamedTuple):
    """A passage that was found.

    `passage` is its number in the collection, `snippet` the part of its text with the words.
    """

    passage: int
    title: str
    snippet: str
    own: OwnAnswer | None


@dataclass(frozen=True, kw_only=True)
class Hits(Page):
    """A page of passages found by words, best first.

    With `is_least` there are at least `n`. `words` are the search terms in lower case.
    """

    is_least: bool
    words: list[str]
    rows: list[Hit]


def search_passages(
    *,
    membership: Membership,
    ticket: Ticket,
    words: Annotated[str, {"max_length": 500}],
    page: int = 1,
) -> Hits:
    """Passages of the campaign's collection with any of the words, for the topic of the ticket.

    Only those that can be judged: with a text, and outside the qualification round. Of judgments
    it shows the assessor's own alone, and of the pool nothing.

    Raises:
        CampaignNotOpen, SearchRefused: what `topic_searched` refuses, or a collection that is too
            large to be searched without an index.
    """
    campaigns = Campaign.objects.select_related("pool__collection")
    campaign = campaigns.get(pk=membership.campaign_id)
    context = read_claim_context(membership.pk)
    topic_id = topic_searched(campaign=campaign, context=context, ticket=ticket)
    found = _found(campaign, topic_id, words, page)
    ordinals = [row.ordinal for row in found.rows]
    texts = dict(
        Passage.objects.filter(
            collection=campaign.pool.collection_id, ordinal__in=ordinals
        ).values_list("ordinal", "text")
    )
    own = _own(membership, topic_id, ordinals)
    rows = [
        Hit(
            passage=row.ordinal,
            title=row.title,
            snippet=snippet(texts[row.ordinal] or "", found.words),
            own=own.get(row.ordinal),
        )
        for row in found.rows
    ]
    numbers = {name: getattr(found, name) for name in ("n", "page", "n_pages", "next")}
    return Hits(**numbers, is_least=found.is_least, words=found.words, rows=rows)


def _found(campaign: Campaign, topic_id: int, words: str, page: int) -> FoundPassages:
    collection: Collection = campaign.pool.collection
    of_round = campaign.pairs.filter(kind=PairKind.QUALIFICATION, pair__topic=topic_id)
    only = Q(text__gt="") & ~Q(pk__in=list(of_round.values_list("pair__passage", flat=True)))
    try:
        return find_passages(collection, search=words, page=page, only=only)
    except NotSearchable as error:
        raise SearchRefused(
            "There are too many passages to search without an index; ask the organizer for one.",
            code="not_searchable",
            field="words",
        ) from error


def _own(membership: Membership, topic_id: int, ordinals: Sequence[int]) -> Mapping[int, OwnAnswer]:
    """The newest answer to each passage, that to a repeat among them."""
    rows = own_answers(membership, topic_id).filter(
        campaign_pair__pair__passage__ordinal__in=ordinals
    )
    values = ("campaign_pair__pair__passage__ordinal", "grade__value", "reason_not_judged")
    return {ordinal: OwnAnswer(*said) for ordinal, *said in rows.values_list(*values)}


def own_answers(membership: Membership, topic_id: int) -> QuerySet[Judgment]:
    """The assessor's standing answers in a topic, the oldest first."""
    own = membership.judgments.standing().filter(campaign_pair__pair__topic=topic_id)
    return own.order_by("created_at", "pk")
