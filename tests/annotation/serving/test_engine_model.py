"""The engine under random use: in whatever order, no pair gets too many judgments or too few."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, seed, settings
from hypothesis.stateful import run_state_machine_as_test

from annotation.campaigns.policy import PolicyOptions
from annotation.models import Judgment, Order, Slot, Unit
from tests.annotation.engine_model.promises import Engine
from tests.tiers import thorough

pytestmark = pytest.mark.django_db


# Of five parts, which processes can share, the first is fast.
@pytest.mark.parametrize("part", [0, *(pytest.param(part, marks=thorough) for part in range(1, 5))])
def test_the_engine_keeps_its_promises_in_any_order_of_events(part: int) -> None:
    """The model asserts them after each event; here, that there were judgments to break them."""
    n_votes: list[int] = []

    @seed(part)
    class PartOfTheWork(Engine):
        def run_to_the_end(self) -> None:
            super().run_to_the_end()
            n_votes.append(Judgment.objects.votes().count())

    run_state_machine_as_test(
        PartOfTheWork,
        settings=settings(
            max_examples=7, stateful_step_count=40, suppress_health_check=list(HealthCheck)
        ),
    )
    assert any(n_votes)


def begun_with_whole_topics() -> Engine:
    engine = Engine()
    engine.begin(
        k=1,
        policy=PolicyOptions(unit=Unit.TOPICS, order=Order.FIXED),
        has_special_pairs=False,
        has_qualification=False,
        quota=None,
    )
    return engine


@pytest.mark.parametrize("has_answered", [False, True])
def test_who_was_sent_away_gets_what_is_left_once_the_others_have_gone(
    *, has_answered: bool
) -> None:
    """A way through the model that chance takes seldom; the model asserts what is to hold."""
    engine = begun_with_whole_topics()
    for i in (0, 1):
        engine.judge(i, [1] if has_answered else [])
    engine.claim(2, 1)
    engine.let_time_pass(1.5)
    engine.claim(2, 1)
    assert Slot.objects.filter(holder=engine.fresh(2), judgment=None).exists()
    engine.teardown()


def test_who_was_away_goes_on_in_the_topic_in_hand() -> None:
    """Another such way: the next topic is begun some minutes later, then all leases are over."""
    engine = begun_with_whole_topics()
    engine.claim(0, 2)
    engine.let_time_pass(0.6)
    engine.judge(0, [1])
    engine.let_time_pass(1.5)
    engine.sweep()
    engine.claim(0, 1)
    held = Slot.objects.filter(holder=engine.fresh(0), judgment=None)
    answered = Judgment.objects.get(assessor=engine.fresh(0))
    assert {slot.topic_id for slot in held} == {answered.campaign_pair.pair.topic_id}
    engine.teardown()
