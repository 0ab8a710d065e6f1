"""The label sets that figures are counted under."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import QuerySet

from annotation.exceptions import LabelsRefused
from annotation.models import Campaign, LabelSet
from ranking.lookup import first_of

MOST, MOST_UNASKED = 10, 4


def label_sets_for_figures(
    campaign: Campaign, names: Sequence[str] | None, *, among: QuerySet[LabelSet]
) -> list[LabelSet]:
    """The label sets of these names, in their order, each once.

    No names are no label sets. None is those derived of the campaign, in the order of making: the
    four newest.

    Raises:
        NotFound: there is no label set of a name.
        LabelsRefused: one labels other topics or another collection, or there are more than ten.
    """
    if names is None:
        derived = among.filter(campaign=campaign).order_by("-created_at", "-pk")
        return list(derived.defer("report")[:MOST_UNASKED])[::-1]
    asked = list(dict.fromkeys(names))
    if len(asked) > MOST:
        raise LabelsRefused(
            f"{len(asked)} label sets are named; figures show {MOST} at most. Name fewer.",
            code="too_many_sets",
            field="labels",
        )
    return [_fitting(campaign, name, among) for name in asked]


def fitting_label_sets(campaign: Campaign, among: QuerySet[LabelSet]) -> QuerySet[LabelSet]:
    """Those of the campaign's topics and collection, derived of it or not."""
    pool = campaign.pool
    return among.filter(topic_set=pool.topic_set_id, collection=pool.collection_id)


def _fitting(campaign: Campaign, name: str, among: QuerySet[LabelSet]) -> LabelSet:
    found = among.select_related("topic_set", "collection").defer("report").filter(name=name)
    labels = first_of(found, f"There is no label set named {name!r}.")
    if not fitting_label_sets(campaign, among).filter(pk=labels.pk).exists():
        pool = campaign.pool
        raise LabelsRefused(
            f"{name} labels topic set {labels.topic_set} and collection {labels.collection},"
            f" campaign {campaign.name} judges {pool.topic_set} and {pool.collection}; labels of"
            " the same are needed.",
            code="other_ground",
            field="labels",
        )
    return labels
