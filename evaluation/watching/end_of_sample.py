"""The drawn pair at which a sample ends, and why it has no label."""

from __future__ import annotations

from typing import NamedTuple

from annotation.models import Campaign, Judgment
from annotation.models.answers import Reason


class SampleEnd(NamedTuple):
    """The first drawn pair without a label; pairs drawn after it count once it has one.

    Attributes:
        pair: of the campaign.
        place: in the order drawn, from 1.
        is_set_aside: too many could not judge it, so that nobody gets it any more.
        reasons: why people could not judge it, one for each of them.
    """

    pair: int
    place: int
    query_id: str
    query: str
    doc_id: str
    is_set_aside: bool
    reasons: list[Reason]


def end_of_sample(campaign: Campaign, n_in_order: int) -> SampleEnd | None:
    """The pair drawn after the first `n_in_order`; None where all that were drawn have labels."""
    drawn = campaign.pairs.select_related("pair__topic", "pair__passage")
    found = drawn.filter(pair__draw_place=n_in_order + 1).first()
    if found is None:
        return None
    blank = Judgment.objects.first_looks().filter(campaign_pair=found, grade__isnull=True)
    topic = found.pair.topic
    return SampleEnd(
        found.pk,
        n_in_order + 1,
        topic.query_id,
        topic.query,
        found.pair.passage.doc_id,
        campaign.pairs.filter(pk=found.pk).served_no_more().exists(),
        [Reason(one) for one in blank.values_list("reason_not_judged", flat=True) if one],
    )
