from __future__ import annotations

import pytest

from annotation.campaigns.creating import set_up_campaign
from annotation.exceptions import PoolRefused
from annotation.guidelines.scales import parse_scale
from annotation.models import Campaign, CampaignPair, Pool
from annotation.pools.drawing import Sample
from ranking.exceptions import NameTaken
from ranking.models import Run
from regrade.files.errors import BadInput
from regrade.files.judging.marks import MarkLine
from tests.factories import make_collection, make_pool, make_run, make_topics
from tests.refusals import refused

pytestmark = pytest.mark.django_db
GRADES = parse_scale("0-3")


@pytest.fixture
def runs(db: None) -> list[Run]:
    collection, topic_set = make_collection(), make_topics()
    ranked = {"q1": ["d1", "d2", "d3"], "q2": ["d2", "d1", "d3"]}
    return [make_run("one", collection, topic_set, ranked)]


def set_up(runs: list[Run], name: str = "forest", depth: int = 2, **more: object) -> Campaign:
    fields = {"grades": GRADES, "judgments_per_pair": 2} | more
    return set_up_campaign(name=name, runs=runs, depth=depth, **fields)  # type: ignore[arg-type]


def test_a_pool_and_a_draft_over_it_are_made(runs: list[Run]) -> None:
    campaign = set_up(runs, guideline="Be fair.", quota=5)
    assert (campaign.state, campaign.quota, campaign.pool.name) == ("draft", 5, "forest")
    assert (campaign.pool.depth, campaign.pairs.count(), campaign.slots.count()) == (2, 4, 8)
    assert list(campaign.pool.runs.all()) == runs


def test_topics_are_drawn(runs: list[Run]) -> None:
    campaign = set_up(runs, sample=Sample(seed=1, n=1))
    assert len(set(campaign.pool.pairs.values_list("topic"))) == 1


def test_a_taken_pool_name_gets_a_number(runs: list[Run]) -> None:
    make_pool("forest", runs[0].collection, runs[0].topic_set)
    make_pool("forest-2", runs[0].collection, runs[0].topic_set)
    assert set_up(runs).pool.name == "forest-3"


def test_a_long_name_leaves_room_for_the_number(runs: list[Run]) -> None:
    name = "x" * 200
    make_pool(name, runs[0].collection, runs[0].topic_set)
    assert set_up(runs, name).pool.name == "x" * 195 + "-2"


def test_overlap_pairs_are_drawn_by_the_seed_beside_those_marked(runs: list[Run]) -> None:
    gold = MarkLine(
        query_id="q1", doc_id="d1", kind="gold", priority=0, grade=3, explanation="", line=1
    )
    pairs = CampaignPair.objects.order_by("pair__topic", "pair__passage")
    kinds = []
    for name in ("a", "b"):
        set_up(runs, name, mark_lines=[gold], n_overlap=2, seed=3)
        of_campaign = pairs.filter(campaign__name=name)
        kinds.append(list(of_campaign.values_list("kind", "pair__passage", "pair__topic")))
    assert kinds[0] == kinds[1]
    assert sorted(kind for kind, *_ in kinds[0]) == ["gold", "overlap", "overlap", "regular"]


def test_a_taken_name_is_reported_and_makes_no_pool(runs: list[Run]) -> None:
    set_up(runs)
    with refused(NameTaken, "name_taken", field="name"):
        set_up(runs)
    assert Pool.objects.count() == 1


@pytest.mark.parametrize(
    ("more", "refusal", "code"),
    [
        ({"n_overlap": 5}, PoolRefused, "too_few_pairs"),
        ({"mark_lines": [MarkLine("q1", "d9", "gold", 0, 3, "", 1)]}, BadInput, "unknown_passage"),
    ],
)
def test_what_is_refused_leaves_neither_pool_nor_campaign(
    runs: list[Run], more: dict[str, object], refusal: type[Exception], code: str
) -> None:
    line = 1 if refusal is BadInput else None
    with refused(refusal, code, line=line):
        set_up(runs, **more)  # type: ignore[arg-type]
    assert not Pool.objects.exists()
    assert not Campaign.objects.exists()
