from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client

from annotation.labels.deriving import derive_labels
from evaluation.models import Evaluation
from evaluation.scores import verifying
from regrade import __version__
from regrade.aggregation import AggregationPolicy
from tests.annotation.voting import voted_campaign, whole
from tests.evaluation.labelled import make_two_runs
from tests.evaluation.library.shelf import signed_in
from tests.factories import make_run
from tests.oracles import pytrec_eval

pytestmark = pytest.mark.django_db

ASKED = {"baseline": "r1", "runs": "r2", "labels": "gold", "measures": "RR@10,RR,P@1"}
VERIFIED = {"run": "r2", "label_set": "gold", "measures": "RR,P@1,RR@10"}


@pytest.fixture
def client(rita: User) -> Client:
    make_two_runs("gold")
    return signed_in(rita)


def methods(client: Client) -> Any:
    client.post("/api/comparison", ASKED, content_type="application/json")
    return client.get("/api/comparison/methods", ASKED).json()


def test_the_paragraph_says_what_was_done(client: Client) -> None:
    found = methods(client)
    assert found["text"].startswith(
        "We compared the run r2 with the baseline r1 on 2 topics of needs over the collection trees"
    )
    assert "gold (imported; relevant from 1)" in found["text"]
    assert "p-values are not corrected for 3 tests" in found["text"]
    assert f"Regrade {__version__}; inputs " in found["text"]
    assert "".join(part["text"] for part in found["paragraph"]) == found["text"]
    share = next(part for part in found["paragraph"] if part["stands_for"] == "unjudged")
    assert (share["text"], share["name"]) == ("100%", "gold")
    [labels] = found["labels"]
    assert (labels["labels"], labels["made"], labels["pool_runs"]) == ("gold", "imported", [])


def test_of_derived_labels_it_says_by_which_rule(rita: User) -> None:
    campaign = voted_campaign({("q1", "d1"): {"alice": 4, "bob": 3}, ("q1", "d2"): {"alice": 1}})
    for name in ("r1", "r2"):
        make_run(name, campaign.pool.collection, campaign.pool.topic_set, {"q1": ["d1", "d2"]})
    policy = AggregationPolicy(aggregate="majority", threshold=3)
    derive_labels(name="gold", campaign=campaign, policy=whole(policy))
    found = methods(signed_in(rita))
    made = f"derived from the campaign {campaign}"
    rule = "by the majority of votes, a vote counting as relevant from grade 3"
    assert f"gold ({made} {rule}; relevant from 1" in found["text"]
    assert found["labels"][0]["made"] == made


def test_a_caution_is_shown_once_for_the_measures_that_it_is_about(client: Client) -> None:
    [caution] = methods(client)["cautions"]
    assert caution["measures"] == ["RR@10", "RR"]
    assert caution["caution"].startswith("RR is disputed")


def test_the_command_prints_the_paragraph_with_its_cautions(
    client: Client, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["--baseline=r1", "--runs=r2", "--labels=gold", "--measures=RR@10"]
    call_command("compare", *asked, "--methods")
    paragraph, caution = capsys.readouterr().out.strip().split("\n\n")
    assert paragraph.startswith("We compared the run r2")
    assert caution.startswith("RR@10: RR is disputed")


def test_scores_are_verified_by_trec_eval_and_nothing_is_stored(client: Client) -> None:
    assert pytrec_eval  # else it is skipped
    answer = client.get("/api/comparison/verification", VERIFIED).json()
    assert (answer["run"], answer["label_set"]) == ("r2", "gold")
    assert (answer["n_values"], answer["n_unequal"], answer["unequal"]) == (2, 0, [])
    assert any("RR@10" in note for note in answer["notes"])
    assert not Evaluation.objects.exists()


def test_more_than_a_request_may_verify_is_left_to_the_command(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verifying, "MOST_AT_ONCE", 3)
    refused = client.get("/api/comparison/verification", VERIFIED)
    assert (refused.status_code, refused.json()["code"]) == (400, "too_many_passages")
    assert "./dev manage verify_scores --runs r2 --labels gold" in refused.json()["detail"]
