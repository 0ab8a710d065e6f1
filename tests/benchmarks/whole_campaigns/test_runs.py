from __future__ import annotations

import pytest

from annotation.campaigns.policy import PolicyOptions
from annotation.models import Order, Unit
from benchmarks.encode import make_passages
from benchmarks.whole_campaigns.people import Leaving
from benchmarks.whole_campaigns.report import Report, to_text
from benchmarks.whole_campaigns.runs import Plan, carry_out
from benchmarks.whole_campaigns.setting_up import Terms
from benchmarks.whole_campaigns.task_lists import Pair, TaskList

K = 3
SEED = 30  # of people who leave early if they leave


def generated(n_topics: int, n_passages: int, n_overlap: int) -> TaskList:
    """Every passage under every topic; the first pairs are for everyone."""
    doc_ids = [f"d{i}" for i in range(n_passages)]
    pairs = [
        Pair(f"q{topic}", doc_id, label=(topic + place) % 4)
        for topic in range(n_topics)
        for place, doc_id in enumerate(doc_ids)
    ]
    return TaskList(
        name="generated",
        note="all generated",
        scale="0=No,1=Little,2=Half*,3=All*",
        queries={f"q{topic}": f"query {topic}" for topic in range(n_topics)},
        texts=dict(zip(doc_ids, make_passages(n_passages, seed=1), strict=True)),
        pairs=[pair._replace(is_overlap=i < n_overlap) for i, pair in enumerate(pairs)],
    )


def plan(unit: Unit, *, n_overlap: int = 0, quota: int | None = None) -> Plan:
    policy = PolicyOptions(unit=unit, order=Order.RANDOM)
    terms = Terms(K, policy, quota=quota, lease_s=1, seat_s=2, seed=SEED)
    return Plan(generated(6, 8, n_overlap), terms, n_desks=4)


def judge(plan: Plan) -> Report:
    report = carry_out(plan, lambda _: None)
    assert {name: n for name, n in report.faults.items() if n} == {}
    return report


def test_as_many_assessors_begin_as_quotas_make_necessary() -> None:
    asked = plan(Unit.PAIRS, n_overlap=3, quota=18)
    assert (asked.n_votes, asked.n_each_can, asked.n_first) == (3 * 45, 15, 9)


def test_more_assessors_begin_than_a_pair_takes_judgments() -> None:
    assert plan(Unit.PAIRS, quota=1000).n_first == K + 1


@pytest.mark.django_db(transaction=True)
def test_single_pairs_are_judged_to_the_end() -> None:
    report = judge(plan(Unit.PAIRS, n_overlap=3, quota=18))
    counts = report.counts
    complete = counts["regular pairs with exactly k votes"]
    waiting = counts["regular pairs waiting for adjudication"]
    waiting -= counts["of these with k votes all the same"]
    assert complete + waiting == counts["regular pairs"] == 45
    assert {f"assessors who {how}": 1 for how in Leaving}.items() <= report.events.items()
    assert 0 < counts["surplus"] <= report.events["acknowledged as surplus"]


@pytest.mark.django_db(transaction=True)
def test_whole_topics_are_judged_to_the_end() -> None:
    report = judge(plan(Unit.TOPICS)._replace(n_assessors=7))
    assert report.counts["topics begun by somebody"] >= 6 * K
    assert report.n_invited["assessors invited at first"] == 7
    assert "| regular pairs " in to_text([report])
