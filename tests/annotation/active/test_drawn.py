from __future__ import annotations

import numpy as np
import pytest
from django.db.models import F

from annotation.active.replaying import replay
from annotation.active.watching import RuleSays, topic_review
from annotation.exceptions import PoolRefused
from annotation.models import ActiveStep, ActiveTopic, Campaign, EndReason, PairOrigin
from ranking.models import Collection, Passage
from ranking.rankers.word_features import open_or_build_word_features
from regrade.active.continual import Continual
from regrade.active.stopping.autostop import Draws, autostop
from regrade.active.stopping.review import Review
from regrade.active.strategy import Judged
from tests.annotation.active.learning import active_campaign, active_pool, chosen, take_due
from tests.annotation.active.test_learning import ABOUT_BEES, TEXTS, grade, one_run
from tests.annotation.assessing import crew, work_off
from tests.refusals import refused

pytestmark = pytest.mark.django_db


def drawn(n: int, **design: object) -> Campaign:
    """A campaign with so many judgments."""
    campaign = active_campaign("autostop", runs=one_run(), depth=12, **design)
    [alice] = crew(campaign, 1)
    for _ in range(n):
        work_off(alice, most=1, grade=grade)
        take_due()
    return campaign


def says(campaign: Campaign, condition: str) -> RuleSays:
    rules = topic_review(campaign, query_id="q1").rules
    return next(rule for rule in rules if rule.key == f"autostop_{condition}")


def ranks_by_hand(step: ActiveStep) -> dict[str, int]:
    """The rank of each passage in the ranking of a step's model, trained here."""
    found = open_or_build_word_features(collection=Collection.objects.get())
    by_model = Continual(found.features, found.features.topic("honey of bees\n"))
    rows = found.rows
    known = Judged(rows[step.judged], step.is_relevant.astype(np.bool_), rows[step.waiting])
    scores = by_model.step(known, 1, step.seed).scores
    order = sorted(range(scores.size), key=lambda row: (-scores[row], row))
    names = dict(Passage.objects.values_list("ordinal", "doc_id"))
    return {names[int(found.ordinals[row])]: rank for rank, row in enumerate(order, 1)}


@pytest.mark.parametrize("condition", ["loose", "strict1", "strict2"])
@pytest.mark.parametrize("control", [0, 3])
def test_the_estimate_is_that_of_the_draws(condition: str, control: int) -> None:
    campaign = drawn(9, control=control)
    steps = list(ActiveStep.objects.filter(is_control=False).order_by("number"))
    names = dict(Passage.objects.values_list("ordinal", "doc_id"))
    batches = [[names[one] for one in step.chosen.tolist()] for step in steps]
    judged = set(campaign_judged(campaign))
    batches = [batch for batch in batches if judged.issuperset(batch)]
    flags = [name in ABOUT_BEES for batch in batches for name in batch]
    found = [name for batch in batches for name in batch if name in ABOUT_BEES]
    rankings = [ranks_by_hand(step) for step in steps[: len(batches)]]
    ranks = np.array([[ranking[name] for name in found] for ranking in rankings])
    sizes = np.array([step.draws[0] for step in steps[: len(batches)]])
    review = Review(np.array(flags), np.array([*map(len, batches)]), len(TEXTS))

    expected = autostop(review, Draws(sizes, ranks), target=0.8, condition=condition)
    found_here = says(campaign, condition)

    assert len(found) > 1
    assert (found_here.value, found_here.bound) == (expected.value, 0.8)
    assert (found_here.estimate, found_here.error) == (expected.estimate, expected.error)
    assert (found_here.lacks, found_here.at is None) == ("", expected.at is None)


def campaign_judged(campaign: Campaign) -> list[str]:
    pairs = campaign.pairs.filter(judgments__isnull=False)
    return list(pairs.values_list("pair__passage__doc_id", flat=True))


def test_all_that_can_be_drawn_is_drawn_in_the_end() -> None:
    campaign = drawn(12)

    topic = ActiveTopic.objects.get()

    assert topic.ended_because == EndReason.NOTHING_LEFT
    assert sorted(chosen(campaign, "q1")) == sorted(TEXTS)
    assert says(campaign, "strict2").error == 0


def test_a_topic_ends_by_the_estimate() -> None:
    campaign = drawn(12, rule="autostop_loose")

    rule = says(campaign, "loose")

    assert ActiveTopic.objects.get().ended_because == EndReason.RULE
    assert (rule.ends, rule.at) == (True, campaign.pairs.count())
    assert 4 / (rule.estimate or 0) >= 0.8


def test_what_was_found_by_search_is_not_estimated() -> None:
    campaign = drawn(6)
    before = says(campaign, "loose")
    steps = ActiveStep.objects.exclude(draws=None)
    assert steps.count() > 2

    campaign.pairs.filter(pair__passage__doc_id="d04").update(judgments_needed=F("judgments_needed"))

    assert says(campaign, "loose") == before


@pytest.mark.parametrize("learner", ["pairwise", "logistic", "svm"])
def test_a_replay_draws_the_same(learner: str) -> None:
    campaign = drawn(6, learner=learner)

    again = replay(campaign)

    assert (again.n_steps, again.differences) == (ActiveStep.objects.count(), [])


def test_a_replay_compares_draws() -> None:
    campaign = drawn(6)
    step = ActiveStep.objects.get(number=2)
    step.draws = step.draws + 1
    step.save()

    [difference] = replay(campaign).differences

    assert (difference.number, difference.is_other_model) == (2, False)


def test_a_topic_ends_with_the_reason_where_an_earlier_model_is_lost() -> None:
    campaign = drawn(2)
    ActiveStep.objects.filter(number=1).update(model_hash="another")
    [alice] = [*campaign.memberships.all()]
    while work_off(alice, most=1, grade=grade):
        take_due()

    topic = ActiveTopic.objects.get()

    assert topic.ended_because == EndReason.FAILED
    assert "Step 1" in topic.error
    assert {one.is_other_model for one in replay(campaign).differences} == {True}


def test_only_draws_with_known_chances_end_by_the_estimate() -> None:
    with refused(PoolRefused, "no_draws", field="rule"):
        active_pool("cal", rule="autostop_strict1")
