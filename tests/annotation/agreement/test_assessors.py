"""Assessors of a campaign at their addresses."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from annotation.models import AssessorKind, Campaign, CampaignPair, ExpertGrade, Judgment, PairKind
from annotation.pairs.deciding import decide
from regrade.agreement.assessors import column_intervals
from tests.annotation.answering import judge
from tests.factories import make_campaign, make_member, make_user

pytestmark = pytest.mark.django_db

GRADES = {"ann": (1, 1, 4, 4, 4), "ben": (1, 2, 4, 5, 1), "cat": (1, 1, 4, 5, 5)}


@pytest.fixture
def campaign() -> Campaign:
    """Three people grade five of six pairs; the last one is gold, and a model grades one pair."""
    campaign = make_campaign(judgments_per_pair=4)
    *pairs, gold = campaign.pairs.order_by("pk")
    gold.slots.all().delete()
    CampaignPair.objects.filter(pk=gold.pk).update(kind=PairKind.GOLD, wanted=None)
    ExpertGrade.objects.create(campaign_pair=gold, grade=campaign.grades.get(value=5))
    for name, grades in GRADES.items():
        member = make_member(campaign, make_user(name))
        for pair, grade in zip(pairs, grades, strict=True):
            judge(member, pair, grade, active_ms=60_000)
        judge(member, CampaignPair.objects.get(pk=gold.pk), 5 if name == "ann" else 2, active_ms=1)
    judge(make_member(campaign, make_user("gpt"), AssessorKind.MODEL), pairs[0], 3)
    return campaign


def answer_of(client: Client, campaign: Campaign, name: str = "", **query: Any) -> Any:
    end = f"/{name}" if name else ""
    return client.get(f"/api/campaigns/{campaign.pk}/agreement/assessors{end}", query).json()


def of(client: Client, campaign: Campaign, name: str, **query: Any) -> Any:
    [found] = [
        one
        for one in answer_of(client, campaign, **query)["assessors"]
        if one["assessor"] == f"P-{name}"
    ]
    return found


def test_everybody_with_a_vote_is_listed_with_what_it_is_held_against(
    organizer: Client, campaign: Campaign
) -> None:
    answer = answer_of(organizer, campaign)
    assert (answer["scale"], answer["pace_limit"]) == ([1, 2, 3, 4, 5], 912)
    assert [one["assessor"] for one in answer["assessors"]] == ["P-ann", "P-ben", "P-cat", "P-gpt"]
    ann = answer["assessors"][0]
    assert (ann["n_votes"], ann["n_by_grade"]) == (5, [2, 0, 0, 3, 0])
    # The medians of ben and cat: 1, 1.5, 4, 5, 3; one of two is half a hit.
    assert ann["others"]["n_pairs"] == 5
    assert ann["others"]["percent_agreement"] == pytest.approx(2.5 / 5)
    assert ann["others"]["mean_difference"] == pytest.approx(-1 / 10)
    assert ann["gold"] == {"n_pairs": 1, "percent_agreement": 1.0}
    assert ann["own"] == {"n_pairs": 0, "percent_agreement": None}
    assert (ann["longest_run"], ann["flags"]) == ({"grade": 4, "n": 3}, [])


def test_a_model_is_held_against_people_and_not_they_against_it(
    organizer: Client, campaign: Campaign
) -> None:
    model = of(organizer, campaign, "gpt")
    assert (model["kind"], model["others"]["n_pairs"]) == ("model", 1)
    assert model["others"]["mean_difference"] == 2.0
    Judgment.objects.filter(assessor__kind=AssessorKind.MODEL)
    depth = answer_of(organizer, campaign, "P-ann")
    assert depth["with_others"][0][2] == 0


def test_one_is_shown_in_depth(organizer: Client, campaign: Campaign) -> None:
    depth = answer_of(organizer, campaign, "P-ben", zone="Asia/Kolkata")
    assert depth["with_others"][0] == [2, 0, 0, 1, 1]
    assert set(depth["others"]) >= {"cohen_kappa", "cohen_kappa_linear", "cohen_kappa_quadratic"}
    assert sum(depth["hours"]) == 6
    hour = Judgment.objects.latest("pk").created_at.hour
    assert answer_of(organizer, campaign, "P-ben")["hours"][hour] > 0
    nobody = organizer.get(f"/api/campaigns/{campaign.pk}/agreement/assessors/P-zoe")
    assert nobody.status_code == 404


def test_one_who_is_shown_has_intervals_over_topics(
    organizer: Client, campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    of_two = answer_of(organizer, campaign, "P-ann")["intervals"]["others"]
    assert of_two.pop("n_topics") == 2
    assert set(of_two.values()) == {None}
    monkeypatch.setattr(column_intervals, "FEWEST_TOPICS", 2)
    depth = answer_of(organizer, campaign, "P-ann")
    for compared, figures in depth["intervals"].items():
        of_topics = figures.pop("n_topics")
        assert of_topics == {"others": 2, "gold": 1}.get(compared, 0)
        for name, ends in figures.items():
            if of_topics > 1 and ends is not None:
                assert ends[0] <= depth[compared][name] <= ends[1]
            else:
                assert ends is None
    assert depth["intervals"]["others"]["percent_agreement"] is not None
    binary = answer_of(organizer, campaign, "P-ann", threshold=4)
    assert binary["intervals"]["others"]["percent_agreement"] == [0.75, 1.0]


def test_decisions_are_what_a_grade_is_held_against(
    organizer: Client, campaign: Campaign, carol: User
) -> None:
    for pair in campaign.pairs.order_by("pk")[3:5]:
        decide(pair=pair, adjudicator=carol, grade=5)
    assert of(organizer, campaign, "cat")["decisions"] == {"n_pairs": 2, "percent_agreement": 1.0}
    assert of(organizer, campaign, "ann")["decisions"]["percent_agreement"] == 0.0


def test_repeats_are_held_against_first_looks(organizer: Client, campaign: Campaign) -> None:
    first = Judgment.objects.filter(assessor__pseudonym="P-ann").earliest("pk")
    first.pk, first.occasion, first.client_key = None, 1, Judgment().client_key
    first.grade = campaign.grades.get(value=2)
    first.save(force_insert=True)
    assert of(organizer, campaign, "ann")["own"] == {"n_pairs": 1, "percent_agreement": 0.0}
    depth = answer_of(organizer, campaign, "P-ann")
    assert depth["own"]["mean_difference"] == 1.0


def test_a_threshold_makes_all_that_is_compared_binary(
    organizer: Client, campaign: Campaign
) -> None:
    ann = of(organizer, campaign, "ann", threshold=4)
    assert (ann["n_by_grade"], ann["gold"]["percent_agreement"]) == ([2, 3], 1.0)
    assert ann["others"]["percent_agreement"] == pytest.approx(
        4.5 / 5
    )  # half a hit with ben's 1 and cat's 5
    assert ann["longest_run"] == {"grade": 4, "n": 3}
    refused = organizer.get(f"/api/campaigns/{campaign.pk}/agreement/assessors", {"threshold": 9})
    assert refused.status_code == 400


def test_the_limit_of_pace_is_the_campaigns(organizer: Client, campaign: Campaign) -> None:
    assert (of(organizer, campaign, "ann")["n_timed"]) == 6
    assert of(organizer, campaign, "ann")["n_too_fast"] == 1
    Campaign.objects.update(pace_limit=1)  # a word a minute: a passage of three takes more
    answer = answer_of(organizer, campaign)
    assert (answer["pace_limit"], answer["assessors"][0]["n_too_fast"]) == (1, 6)


def test_nobody_voted_and_nothing_is_reported(organizer: Client) -> None:
    campaign = make_campaign()
    assert answer_of(organizer, campaign)["assessors"] == []
    crowd = organizer.get(f"/api/campaigns/{campaign.pk}/agreement/crowd").json()
    assert crowd == {"fit": None}


@pytest.mark.parametrize("model", ["dawid-skene", "mace"])
def test_a_model_of_the_crowd_shows_how_it_was_found(
    model: str, organizer: Client, campaign: Campaign
) -> None:
    address = f"/api/campaigns/{campaign.pk}/agreement/crowd"
    fit = organizer.get(address, {"model": model, "assessor": "P-cat"}).json()["fit"]
    assert (fit["model"], fit["n_pairs"], fit["n_votes"]) == (model, 5, 16)
    assert fit["has_converged"] is True
    assert len(fit["log_likelihood"]) > 1
    assert sum(fit["shares"]) == pytest.approx(1)
    accuracies = {one["assessor"]: one["accuracy"] for one in fit["assessors"]}
    assert list(accuracies.values()) == sorted(accuracies.values())
    if model == "mace":
        assert (fit["seed"], fit["n_restarts"], fit["confusion"]) == (20, 10, None)
    else:
        assert (fit["seed"], [round(sum(row), 9) for row in fit["confusion"]]) == (None, [1.0] * 5)
        shares = fit["shares"]
        correct = sum(row[i] * shares[i] for i, row in enumerate(fit["confusion"]))
        assert accuracies["P-cat"] == pytest.approx(correct)
    assert organizer.get(address, {"model": "oracle"}).status_code == 400
