"""The commands that steer a campaign: its state, its policy, its pilot."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from annotation.campaigns.publishing import publish_notice
from annotation.models import Campaign, CampaignState, EventKind, PairKind
from tests.annotation.stored_answers import assessors, store_answer
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(db: None) -> Campaign:
    """A draft with a notice: 6 pairs of 2 topics, 2 judgments each."""
    campaign = make_campaign(state=CampaignState.DRAFT, judgments_per_pair=2)
    publish_notice(campaign=campaign, body="What is recorded")
    return campaign


def call(command: str, *arguments: Any) -> str:
    out = io.StringIO()
    call_command(command, *map(str, arguments), stdout=out)
    return out.getvalue().strip()


def refusal(command: str, *arguments: Any) -> str:
    with pytest.raises(CommandError) as refused:
        call(command, *arguments)
    assert refused.value.returncode == 1
    return str(refused.value)


# set_campaign_state


def test_a_state_is_set_and_what_should_be_there_is_said(campaign: Campaign) -> None:
    said = call("set_campaign_state", "campaign", "open", "--note", "Go.").splitlines()
    assert said == [
        "Campaign campaign is open.",
        "should: No guideline is published; assessors see the scale alone.",
        "should: There are 0 assessors; each pair takes 2.",
    ]
    assert campaign.events.get(kind=EventKind.STATE).details["note"] == "Go."


def test_what_is_checked_is_said_without_a_change(campaign: Campaign) -> None:
    said = call("set_campaign_state", "campaign", "pilot", "--check").splitlines()
    assert "ok: The scale has 5 grades." in said
    assert "must: The pilot has 0 pairs; draw some first." in said
    campaign.refresh_from_db()
    assert campaign.state == CampaignState.DRAFT


def test_a_state_without_checks_says_so(campaign: Campaign) -> None:
    assert call("set_campaign_state", "campaign", "paused", "--check") == "Nothing is checked."


def test_a_state_that_does_not_follow_is_refused(campaign: Campaign) -> None:
    assert "cannot go to archived" in refusal("set_campaign_state", "campaign", "archived")


# set_policy


def test_what_is_not_given_stays(campaign: Campaign) -> None:
    call("set_policy", "campaign", "--gold-every", 9, "--rotate", "--topics-per-set", 2)
    said = call("set_policy", "campaign", "--no-rotate", "--gold-every", 0)
    policy = campaign.policy()
    assert (policy.gold_every, policy.rotates, policy.topics_per_set) == (None, False, 2)
    assert said.endswith("Policy 3 of campaign is in force.")


def test_every_option_reaches_the_policy(campaign: Campaign) -> None:
    asked = {
        "unit": "pairs",
        "order": "fixed",
        "sets_offered": 2,
        "topics_per_set": 3,
        "new_topic_share": 0.25,
        "overlap_every": 4,
        "gold_every": 5,
        "repeat_every": 6,
        "repeat_after": 7,
        "extra_judgments": 1,
        "seed": 8,
    }
    options = [f"--{name.replace('_', '-')}={value}" for name, value in asked.items()]
    call("set_policy", "campaign", "--rotates", *options)
    policy = campaign.policy()
    assert {name: getattr(policy, name) for name in asked} == asked
    assert policy.rotates


def test_a_rhythm_of_gold_without_gold_pairs_is_said(campaign: Campaign) -> None:
    found = "There are no gold pairs in campaign, so none is shown"
    assert found in call("set_policy", "campaign", "--gold-every", 9)
    assert found not in call("set_policy", "campaign", "--gold-every", 0)
    pair = campaign.pairs.all()[0]
    campaign.slots.filter(campaign_pair=pair).delete()
    campaign.pairs.filter(pk=pair.pk).update(kind=PairKind.GOLD, wanted=None)
    assert found not in call("set_policy", "campaign", "--gold-every", 9)


def test_without_options_the_policy_in_force_is_said(campaign: Campaign) -> None:
    said = call("set_policy", "campaign")
    assert "Policy 1 of campaign is in force." in said
    rows = [line.split() for line in said.splitlines()]
    assert ["unit", "topics"] in rows
    assert ["gold_every", "-"] in rows
    assert campaign.policies.count() == 1


def test_a_dry_run_changes_nothing(campaign: Campaign) -> None:
    said = call("set_policy", "campaign", "--unit", "pairs", "--dry-run")
    assert said.endswith("Nothing was changed.")
    assert ["unit", "pairs", "topics"] in [line.split() for line in said.splitlines()]
    assert campaign.policies.count() == 1


def test_a_policy_that_is_none_is_refused(campaign: Campaign) -> None:
    assert "topics per set" in refusal("set_policy", "campaign", "--topics-per-set", 0)


@pytest.fixture
def disputed(campaign: Campaign) -> Campaign:
    """One finished pair with the grades 1 and 5, half an hour each."""
    pair = campaign.pairs.all()[0]
    for member, grade in zip(assessors(campaign, 2), (1, 5), strict=True):
        store_answer(member, pair, grade, active_ms=1_800_000)
    return campaign


def test_the_cost_of_extra_judgments_comes_first(disputed: Campaign) -> None:
    said = call("set_policy", "campaign", "--extra-judgments", 2).splitlines()
    assert "1 (0.5 h) at once, 6 (3.0 h) to 12 (6.0 h) in all" in said[0]
    assert said[-1] == "Policy 2 of campaign is in force, 1 pair asked again."


def test_a_dry_run_asks_nobody_again(disputed: Campaign) -> None:
    said = call("set_policy", "campaign", "--extra-judgments", 2, "--dry-run").splitlines()
    assert (said[0][:15], said[-1]) == ("1 finished pair", "Nothing was changed.")
    assert disputed.slots.count() == 12


def test_a_cost_that_nothing_is_known_of_has_no_hours(campaign: Campaign) -> None:
    said = call("set_policy", "campaign", "--extra-judgments", 1)
    assert "0 at once, 0 to 6 in all" in said


# draw_pilot and pilot_report


def test_a_pilot_is_drawn(campaign: Campaign) -> None:
    assert call("draw_pilot", "campaign", "--share", "0.5") == (
        "Drawn for the pilot of campaign: whole topics, as they are served: 3 pairs of 1 topic;"
        " it has 3 now."
    )
    assert campaign.pairs.filter(in_pilot=True).count() == 3


def test_a_pilot_may_be_of_a_number_of_pairs(campaign: Campaign) -> None:
    call("draw_pilot", "campaign", "--pairs", 4, "--seed", 3)
    assert campaign.pairs.filter(in_pilot=True).count() == 6
    assert campaign.events.get(kind=EventKind.PILOT).details["seed"] == 3


def test_a_pilot_that_cannot_be_drawn_is_refused(campaign: Campaign) -> None:
    assert "7 pairs" in refusal("draw_pilot", "campaign", "--pairs", 7)


@pytest.fixture
def piloted(campaign: Campaign) -> Campaign:
    """Two assessors on one pilot pair: 2 and 4."""
    campaign.slots.all().delete()
    campaign.pairs.update(kind=PairKind.OVERLAP, wanted=None, in_pilot=True)
    pair = campaign.pairs.all()[0]
    for member, grade in zip(assessors(campaign, 2), (2, 4), strict=True):
        store_answer(member, pair, grade)
    return campaign


def test_a_pilot_is_reported_as_json(piloted: Campaign) -> None:
    [report] = json.loads(call("pilot_report", "campaign", "--format", "json"))
    assert (report["n_pairs"], report["n_votes"], report["percent_agreement"]) == (6, 2, 0.0)
    assert [row["mean_difference"] for row in report["assessors"]] == [-2.0, 2.0]


def test_a_pilot_that_was_not_drawn_is_said(campaign: Campaign) -> None:
    assert "draw_pilot" in call("pilot_report", "campaign")
