from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User

from annotation.campaigns.policy import PolicyOptions, set_policy
from annotation.campaigns.state import may_change, set_options
from annotation.exceptions import PolicyRefused, StateRefused
from annotation.models import (
    Campaign,
    CampaignEvent,
    CampaignPair,
    CampaignState,
    PairKind,
    Pool,
    PoolStrategy,
    Unit,
)
from tests.factories import make_campaign
from tests.refusals import refused

pytestmark = pytest.mark.django_db


def test_options_change_and_the_log_keeps_what_was_before(carol: User) -> None:
    campaign = make_campaign(state=CampaignState.PAUSED)
    set_options(campaign=campaign, quota=40, asks_note=True, asks_confidence=False, actor=carol)
    changed = Campaign.objects.get()
    assert (changed.quota, changed.asks_note) == (40, True)
    event = CampaignEvent.objects.get()
    assert (event.kind, event.actor) == ("options", carol)
    assert event.details == {
        "before": {"quota": None, "asks_note": False},
        "after": {"quota": 40, "asks_note": True},
    }


def test_the_same_again_changes_nothing() -> None:
    campaign = make_campaign(state=CampaignState.CLOSED, quota=40)
    set_options(campaign=campaign, quota=40, asks_note=False)
    assert not CampaignEvent.objects.exists()


@pytest.mark.parametrize(
    ("state", "options", "code"),
    [
        ("open", {"asks_note": True}, "not_at_rest"),
        ("pilot", {"lease_s": 60}, "not_at_rest"),
        ("paused", {"pass_share": 0.5}, "not_a_draft"),
        ("closed", {"quota": 4}, "campaign_over"),
    ],
)
def test_what_the_state_does_not_let_change_is_refused(
    state: str, options: dict[str, Any], code: str
) -> None:
    campaign = make_campaign(state=CampaignState(state))
    with refused(StateRefused, code, field=next(iter(options))):
        set_options(campaign=campaign, **{**options, "quota": 9})
    assert Campaign.objects.get().quota is None


def test_a_passing_share_without_qualification_pairs_is_refused() -> None:
    campaign = make_campaign(state=CampaignState.DRAFT)
    with refused(PolicyRefused, "no_qualification_pairs", field="pass_share"):
        set_options(campaign=campaign, pass_share=0.6)
    assert Campaign.objects.get().pass_share is None


@pytest.mark.parametrize("options", [{"quota": 0}, {"lease_s": 0}, {"pass_share": 1.5}])
def test_a_number_out_of_its_range_is_refused(options: dict[str, Any]) -> None:
    with refused(PolicyRefused, "out_of_range", field=next(iter(options))):
        set_options(campaign=make_campaign(state=CampaignState.DRAFT), **options)


@pytest.mark.parametrize("state", list(CampaignState))
def test_what_may_change_is_what_is_not_refused(state: CampaignState) -> None:
    other: dict[str, Any] = {
        "quota": 7,
        "pace_limit": 400,
        "allows_sign_up": True,
        "asks_confidence": True,
        "asks_note": True,
        "allows_search": True,
        "max_not_judged": 9,
        "lease_s": 77,
        "seat_s": 777,
        "pass_share": 0.7,
        "max_attempts": 7,
    }
    found, tried, campaign = may_change(state), {}, make_campaign(state=state)
    with_round = CampaignPair.objects.filter(pk=campaign.pairs.earliest("pk").pk)
    with_round.update(kind=PairKind.QUALIFICATION, wanted=None)
    for name, value in other.items():
        try:
            set_options(campaign=campaign, **{name: value})
            tried[name] = True
        except StateRefused:
            tried[name] = False
    assert tried == found


def test_a_search_needs_whole_topics_and_a_pool_that_was_not_drawn() -> None:
    campaign = make_campaign(state=CampaignState.DRAFT, policy={"unit": Unit.PAIRS})
    with refused(PolicyRefused, "search_needs_topics", field="allows_search"):
        set_options(campaign=campaign, allows_search=True)
    set_policy(campaign=campaign, options=PolicyOptions())
    assert set_options(campaign=campaign, allows_search=True).allows_search
    with refused(PolicyRefused, "search_needs_topics", field="unit"):
        set_policy(campaign=campaign, options=PolicyOptions(unit=Unit.PAIRS))
    drawn = {"strategy": PoolStrategy.DESIGN, "depth": 1, "seed": 7, "recipe": {"design": {}}}
    Pool.objects.update(**drawn)
    set_options(campaign=campaign, allows_search=False)
    with refused(PolicyRefused, "search_in_design", field="allows_search"):
        set_options(campaign=campaign, allows_search=True)
