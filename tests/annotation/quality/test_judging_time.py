from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from annotation.models import AssessorKind, Cause, Membership, ServingPolicy
from annotation.quality import judging_time as module
from annotation.quality.judging_time import TimeSource, judging_time
from tests.annotation.assessing import answer, serve
from tests.annotation.stored_answers import store_answer
from tests.factories import make_campaign, make_collection, make_member

pytestmark = pytest.mark.django_db


def test_without_judgments_the_length_of_the_passages_counts() -> None:
    collection = make_collection(texts={"d1": "ab cd", "d2": "abcdef", "d3": None, "d4": ""})
    found = judging_time(collection, [0, 1, 2, 3])
    assert (found.source, found.n, found.mean_characters) == (TimeSource.LENGTH, 2, 5)
    assert found.seconds == pytest.approx(5 * 60 / 987 + 5)


def test_without_texts_there_is_no_estimate() -> None:
    found = judging_time(make_collection(texts={"d1": None}), [0])
    assert (found.source, found.seconds, found.mean_characters) == (TimeSource.UNKNOWN, 30, None)


@pytest.mark.parametrize(
    ("least", "kind", "source"),
    [
        (1, AssessorKind.HUMAN, TimeSource.JUDGED),
        (2, AssessorKind.HUMAN, TimeSource.LENGTH),
        (1, AssessorKind.SIMULATED, TimeSource.LENGTH),
    ],
)
def test_enough_judgments_of_people_made_here_count(
    alice: User,
    monkeypatch: pytest.MonkeyPatch,
    least: int,
    kind: AssessorKind,
    source: TimeSource,
) -> None:
    monkeypatch.setattr(module, "MIN_JUDGED", least)
    campaign = make_campaign()
    member = make_member(campaign, alice)
    active_ms = answer(member, serve(member)[0], 4, active_ms=1).judgment.active_ms
    Membership.objects.update(kind=kind)
    found = judging_time(campaign.pool.collection, [0])
    assert found.source == source
    if source == TimeSource.JUDGED:
        assert active_ms is not None
        assert (found.seconds, found.n) == (active_ms / 1000, 1)


def test_the_time_of_rejected_work_counts_for_nothing(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MIN_JUDGED", 1)
    campaign = make_campaign()
    member = make_member(campaign, alice)
    rejected = {"cause": Cause.REJECTED, "policy": ServingPolicy.objects.get()}
    pair = campaign.pairs.earliest("pk")
    store_answer(member, pair, 4, is_surplus=True, active_ms=1, **rejected)
    assert judging_time(campaign.pool.collection, [0]).source == TimeSource.LENGTH
