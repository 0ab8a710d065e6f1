"""Campaigns over pools that learn, for tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from annotation.active.building import build_active_pool
from annotation.active.choosing import take_steps
from annotation.active.design import ActiveDesign
from annotation.active.due import mark_due
from annotation.campaigns.creating import create_campaign
from annotation.campaigns.policy import AS_CHOSEN
from annotation.guidelines.scales import parse_scale
from annotation.models import ActiveTopic, Campaign, CampaignState, Pool
from annotation.pools.drawing import Sample
from annotation.searching.opening import open_found
from ranking.models import Run
from tests.annotation.assessing import crew, fresh, serve
from tests.factories import make_collection, make_run, make_topics

TEXTS = MappingProxyType({name: f"Text of {name}." for name in "abcdefgh"})
FIRST = MappingProxyType({"q1": list("abcd"), "q2": list("efgh")})
SECOND = MappingProxyType({"q1": list("acef"), "q2": list("ebgd")})


def two_runs(texts: Mapping[str, str | None] = TEXTS) -> list[Run]:
    collection = make_collection(texts=texts)
    topic_set = make_topics(queries={"q1": "one", "q2": "two"})
    return [
        make_run("first", collection, topic_set, FIRST),
        make_run("second", collection, topic_set, SECOND),
    ]


def active_pool(
    strategy: str = "depth",
    runs: Sequence[Run] | None = None,
    sample: Sample | None = None,
    **design: Any,
) -> Pool:
    runs = two_runs() if runs is None else runs
    asked = {"seed": 7, "depth": 4, "ahead": 0, "runs": runs, **design}
    return build_active_pool(name="learning", design=ActiveDesign(strategy, **asked), sample=sample)


def active_campaign(strategy: str = "depth", k: int = 1, **design: Any) -> Campaign:
    """An open campaign whose first pairs are chosen; relevant from grade 3 on."""
    campaign = create_campaign(
        name="campaign",
        pool=active_pool(strategy, **design),
        grades=parse_scale("1-5"),
        judgments_per_pair=k,
        notice="",
        policy=AS_CHOSEN,
        seed=7,
    )
    Campaign.objects.filter(pk=campaign.pk).update(state=CampaignState.OPEN)
    campaign.refresh_from_db()
    take_due()
    return campaign


def take_due() -> int:
    """Take all steps that are due, as the scheduler and a worker would; returns how many."""
    mark_due()
    due = ActiveTopic.objects.filter(due_since__isnull=False).order_by("pk")
    return sum(take_steps(active_topic_id=topic) for topic in due.values_list("pk", flat=True))


def find(campaign: Campaign, doc_id: str) -> None:
    """One assessor finds a passage by search in the first topic, and has it in hand."""
    Campaign.objects.filter(pk=campaign.pk).update(allows_search=True)
    [alice] = crew(campaign, 1)
    passage = campaign.pool.collection.passages.get(doc_id=doc_id)
    open_found(membership=fresh(alice), ticket=serve(alice)[0].ticket, passage=passage.ordinal)


def chosen(campaign: Campaign, query_id: str) -> list[str]:
    """The doc_ids of a topic's pairs, in the order in which they are served."""
    pairs = campaign.pairs.filter(pair__topic__query_id=query_id).order_by("pair_id")
    return list(pairs.values_list("pair__passage__doc_id", flat=True))
