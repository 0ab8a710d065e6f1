"""A campaign whose assessors search a collection that is larger than its pool."""

from __future__ import annotations

from typing import Any

from annotation.models import Campaign, Membership, Order
from annotation.searching.opening import Opened, open_found
from annotation.serving.tickets import Ticket
from ranking.models import Passage
from tests.annotation.assessing import fresh, small_campaign

N_POOLED = 3  # of each topic
OTHERS = ["More on spruces.", "A spruce stands alone.", None, "Cats sleep."]
NEW, NEXT, TEXTLESS, CATS = range(N_POOLED, N_POOLED + len(OTHERS))


def searched_campaign(k: int = 1, **made: Any) -> Campaign:
    """Topics q0 and q1 with pooled passages 0 to 2 each; passages 3 to 6 are outside the pool."""
    options = {"allows_search": True, **made.pop("campaign", {})}
    campaign = small_campaign(2, N_POOLED, k, campaign=options, **{"order": Order.FIXED, **made})
    collection = campaign.pool.collection
    Passage.objects.bulk_create(
        Passage(collection=collection, ordinal=ordinal, doc_id=f"d{ordinal}", text=text)
        for ordinal, text in enumerate(OTHERS, start=N_POOLED)
    )
    return campaign


def open_passage(member: Membership, ticket: Ticket, passage: int = NEW) -> Opened:
    return open_found(membership=fresh(member), ticket=ticket, passage=passage)
