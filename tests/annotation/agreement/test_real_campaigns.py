"""A campaign that others recorded, at every address of agreement."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client

from annotation.models import Campaign
from annotation.votes.stored import stored_votes
from regrade.agreement import agreement_report
from tests.annotation.round_trips import recorded_campaign
from tests.database.shared_rows import MakeShared
from tests.real.real_data import SNIPPETS, needs_real_data
from tests.tiers import thorough

pytestmark = [pytest.mark.django_db, needs_real_data, thorough]

MOST_BYTES = 100_000


@pytest.fixture(scope="module")
def snippets(make_shared: MakeShared) -> Campaign:
    """815 pairs with the answer spans of three workers each; 382 of 2,445 were rejected."""
    return make_shared(imported)


def imported() -> Campaign:
    campaign, _ = recorded_campaign(("mturk",), SNIPPETS, (0, 1))
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # pairs are summed up at the end
    return campaign


def answer_of(client: Client, campaign: Campaign, page: str) -> Any:
    answer = client.get(f"/api/campaigns/{campaign.pk}/agreement{page}")
    assert answer.status_code == 200
    assert len(answer.content) < MOST_BYTES
    return answer.json()


def test_the_snippets_of_2022_agree_as_their_votes_do(
    organizer: Client, snippets: Campaign
) -> None:
    shown = answer_of(organizer, snippets, "")
    [overall] = agreement_report(stored_votes(snippets).from_the_start().packed)
    values = {one["name"]: one["value"] for one in shown["grades"]["coefficients"]}
    assert values["percent_agreement"] == pytest.approx(overall.percent_agreement)
    assert values["alpha_nominal"] == pytest.approx(overall.alpha_nominal)
    highlights = shown["highlights"]["agreement"]
    assert 0 < highlights["strict"]["value"] < highlights["lenient"]["value"] < 1
    assert highlights["jaccard"]["low"] < highlights["jaccard"]["value"]


@pytest.mark.parametrize("by", ["topic", "stratum", "guideline", "time"])
def test_parts_of_the_snippets_hold_all_votes(
    organizer: Client, snippets: Campaign, by: str
) -> None:
    first = answer_of(organizer, snippets, f"/parts?by={by}")
    pages = [
        answer_of(organizer, snippets, f"/parts?by={by}&page={page}")
        for page in range(1, first["n_pages"] + 1)
    ]
    groups = [one for page in pages for one in page["rows"]]
    assert (len(groups), sum(sum(one["n_by_grade"]) for one in groups)) == (first["n"], 2063)


def test_each_of_the_fifteen_workers_is_shown(organizer: Client, snippets: Campaign) -> None:
    workers = answer_of(organizer, snippets, "/assessors")["assessors"]
    matrix = answer_of(organizer, snippets, "/matrix")
    names = [one["assessor"] for one in workers]
    assert len(names) == 15
    assert matrix["assessors"] == names
    for model in ("dawid-skene", "mace"):
        fit = answer_of(organizer, snippets, f"/crowd?model={model}")["fit"]
        assert {one["assessor"] for one in fit["assessors"]} == set(names)
