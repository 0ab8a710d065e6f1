"""A closed campaign of four pairs with judgments, labels and a run."""

from __future__ import annotations

from pathlib import Path

from annotation.labels.deriving import derive_labels
from annotation.models import Campaign, CampaignState
from regrade.aggregation import AggregationPolicy
from regrade.aggregation.policy_file import WholePolicy
from tests.annotation.importing import importer
from tests.factories import make_campaign, make_collection, make_pool, make_run, make_topics


def judged_campaign(folder: Path) -> Campaign:
    collection, topics = make_collection(), make_topics()
    run = make_run("run", collection, topics, {"q1": ["d1", "d2"], "q2": ["d3"]})
    campaign = make_campaign(
        pool=make_pool(collection=collection, topic_set=topics, runs=[run]), judgments_per_pair=1
    )
    importer(campaign, folder)("q1 d1 alice 3", "q1 d2 alice 1", "q2 d3 bob 5")
    derive_labels(
        name="labels",
        campaign=campaign,
        policy=WholePolicy(rules=AggregationPolicy(aggregate="plurality", threshold=3)),
    )
    Campaign.objects.update(state=CampaignState.CLOSED)
    return campaign
