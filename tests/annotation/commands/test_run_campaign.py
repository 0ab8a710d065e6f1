"""The commands that steer a campaign: its state, its policy, its pilot."""

from __future__ import annotations

import csv
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
    assert refusal("set_campaign_state", "campaign", "archived") == (
        "campaign is draft and cannot go to archived, but to pilot, open or closed."
    )


# set_policy


def test_what_is_not_given_stays(campaign: Campaign) -> None:
    call("set_policy", "campaign", "--gold-every", 9, "--rotate", "--topics-per-set", 2)
    said = call("set_policy", "campaign", "--no-rotate", "--gold-every", 0)
    policy = campaign.policy()
    assert (policy.gold_every, policy.rotates, policy.topics_per_set) == (None, False, 2)
    assert said.endswith("Policy 3 of campaign is in force.")


@pytest.mark.parametrize(
    ("arguments", "name", "value"),
    [
        (("--unit", "pairs"), "unit", "pairs"),
        (("--order", "fixed"), "order", "fixed"),
        (("--sets-offered", "2"), "sets_offered", 2),
        (("--topics-per-set", "3"), "topics_per_set", 3),
        (("--new-topic-share", "0.25"), "new_topic_share", 0.25),
        (("--overlap-every", "4"), "overlap_every", 4),
        (("--gold-every", "5"), "gold_every", 5),
        (("--repeat-every", "6"), "repeat_every", 6),
        (("--repeat-after", "7"), "repeat_after", 7),
        (("--rotate",), "rotates", True),
        (("--extra-judgments", "1"), "extra_judgments", 1),
        (("--seed", "8"), "seed", 8),
    ],
)
def test_every_option_reaches_the_policy(
    arguments: tuple[str, ...], name: str, value: Any, campaign: Campaign
) -> None:
    call("set_policy", "campaign", *arguments)
    assert getattr(campaign.policy(), name) == value


@pytest.mark.parametrize("option", ["--rotates", "--rotate"])
def test_rotation_is_named_as_it_is_shown(option: str, campaign: Campaign) -> None:
    assert ["rotates", "True", "False"] in [
        line.split() for line in call("set_policy", "campaign", option).splitlines()
    ]


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


def test_what_changes_is_shown_beside_what_was(campaign: Campaign) -> None:
    said = call("set_policy", "campaign", "--unit", "pairs")
    assert ["unit", "pairs", "topics"] in [line.split() for line in said.splitlines()]


def test_a_dry_run_changes_nothing(campaign: Campaign) -> None:
    said = call("set_policy", "campaign", "--unit", "pairs", "--dry-run")
    assert said.endswith("Nothing was changed.")
    assert ["unit", "pairs", "topics"] in [line.split() for line in said.splitlines()]
    assert campaign.policies.count() == 1


def test_a_policy_that_is_none_is_refused(campaign: Campaign) -> None:
    assert "topics per set is a number" in refusal("set_policy", "campaign", "--topics-per-set", 0)


@pytest.fixture
def disputed(campaign: Campaign) -> Campaign:
    """One finished pair with the grades 1 and 5, half an hour each."""
    pair = campaign.pairs.all()[0]
    for member, grade in zip(assessors(campaign, 2), (1, 5), strict=True):
        store_answer(member, pair, grade, active_ms=1_800_000)
    return campaign


def test_the_cost_of_extra_judgments_comes_first(disputed: Campaign) -> None:
    said = call("set_policy", "campaign", "--extra-judgments", 2).splitlines()
    assert said[0] == (
        "1 finished pair; grades disagree on 1. At most 2 further judgments a pair:"
        " 1 (0.5 h) at once, 6 (3.0 h) to 12 (6.0 h) in all."
    )
    assert said[-1] == "Policy 2 of campaign is in force, 1 pair asked again."


def test_a_dry_run_asks_nobody_again(disputed: Campaign) -> None:
    said = call("set_policy", "campaign", "--extra-judgments", 2, "--dry-run").splitlines()
    assert (said[0][:15], said[-1]) == ("1 finished pair", "Nothing was changed.")
    assert disputed.slots.count() == 12


def test_a_cost_that_nothing_is_known_of_says_so(campaign: Campaign) -> None:
    said = call("set_policy", "campaign", "--extra-judgments", 1).splitlines()
    assert said[0] == (
        "No pair is finished, so nothing is known of how often grades disagree."
        " At most 1 further judgment a pair: 0 at once, 0 to 6 in all."
    )


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
    assert "needs 7 pairs; only 6 are free" in refusal("draw_pilot", "campaign", "--pairs", 7)


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


def test_a_pilot_is_reported_as_tables(piloted: Campaign) -> None:
    tables, _, overall = call("pilot_report", "campaign").rpartition("\n\n")
    lines = tables.splitlines()
    assert [line.split()[0] for line in lines if line.startswith("P-")][:2] == ["P-1", "P-2"]
    assert max(map(len, lines)) <= 120
    assert overall.splitlines()[:2] == ["pairs: 6", "topics: 2"]
    assert "share of equal grades: 0.0000" in overall.splitlines()


def test_a_pilot_that_was_not_drawn_is_said(campaign: Campaign) -> None:
    assert call("pilot_report", "campaign") == (
        "No pilot is drawn for campaign; draw_pilot draws one."
    )


def test_a_pilot_is_reported_as_csv(piloted: Campaign) -> None:
    rows = list(csv.DictReader(io.StringIO(call("pilot_report", "campaign", "--format", "csv"))))
    assert [(row["pseudonym"], row["n_judged"]) for row in rows] == [("P-1", "1"), ("P-2", "1")]
