"""A policy in a file, with the database and without it."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from annotation.models import (
    AssessorKind,
    Campaign,
    EventKind,
    LabelSet,
)
from annotation.pairs.deciding import decide
from regrade.command.program import main
from tests.annotation.answering import judge
from tests.annotation.voting import (
    cast_votes,
    grade_as_expert,
    member_named,
    pair_of,
    voted_campaign,
)
from tests.factories import make_user
from tests.tiers import thorough

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(db: None, tmp_path: Path) -> Campaign:
    campaign = voted_campaign(
        {
            ("q1", "d1"): {"alice": 4, "bob": 3, "carol": 1},
            ("q1", "d2"): {"alice": 5, "bob": 2},
            ("q1", "d3"): {"alice": 1, "bob": None},
            ("q2", "d1"): {"alice": None, "bob": 1},
            ("q2", "d2"): {"alice": 3, "bob": 2, "carol": 5},
        }
    )
    cast_votes(campaign, {("q2", "d2"): {"gpt": 5}}, AssessorKind.MODEL)
    grade_as_expert(pair_of(campaign, "q2", "d3"), 4)
    old = tmp_path / "qrels.txt"
    old.write_text("q1 0 d2 1\nq2 0 d1 1\n")
    pool = campaign.pool
    ground = ("--collection", pool.collection.name, "--topics", pool.topic_set.name)
    call_command("import_labels", str(old), "--name", "old", *ground, stdout=StringIO())
    return campaign


@pytest.fixture
def files(campaign: Campaign, tmp_path: Path) -> dict[str, str]:
    """All that somebody needs who has no database."""
    pair = pair_of(campaign, "q1", "d2")
    decide(pair=pair, adjudicator=make_user("olga"), grade=5)
    paths = {name: str(tmp_path / f"{name}.csv") for name in ("judgments", "decisions")}
    paths["old"] = str(tmp_path / "old.txt")
    call_command("export_judgments", "campaign", paths["judgments"], verbosity=0)
    call_command("export_decisions", "campaign", paths["decisions"], verbosity=0)
    call_command("export_labels", "old", paths["old"], verbosity=0)
    paths["marks"] = str(tmp_path / "marks.jsonl")
    call_command("export_marks", "campaign", paths["marks"], verbosity=0)
    return paths


def write(path: Path, policy: dict[str, Any]) -> str:
    path.write_text(json.dumps(policy))
    return str(path)


def derive(name: str, policy: str, *options: str) -> LabelSet:
    call_command(
        *("derive_labels", name, "--campaign", "campaign", "--policy", policy, *options),
        stdout=StringIO(),
    )
    return LabelSet.objects.get(name=name)


POLICIES: dict[str, dict[str, Any]] = {
    "strict": {"aggregate": "majority", "threshold": 3, "tie": "fallback", "fallback": "old"},
    "decided": {"aggregate": "majority", "decisions": "override"},
    "ties": {"aggregate": "plurality", "decisions": "tie", "tie": "highest"},
    "mean": {"aggregate": "mean", "rounding": "half-even", "min_relevance": 3},
    "model": {"aggregate": "highest", "kinds": ["human", "model"], "without": ["P-carol"]},
    "gold": {"aggregate": "majority", "threshold": 4, "gold": "expert"},
    "filtered": {
        "aggregate": "median",
        "fallback": "old",
        "only_topics_of": "old",
        "require_fallback_relevant": True,
        "max_blank_share": 0.4,
        "min_assessors": 2,
    },
}

QUICK = ["strict", "decided", "gold", "filtered"]
SLOW = [pytest.param(name, marks=thorough) for name in POLICIES if name not in QUICK]


@pytest.mark.parametrize("name", [*QUICK, *SLOW])
def test_a_policy_gives_the_same_labels_with_and_without_a_database(
    name: str, files: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    policy = POLICIES[name]
    made = derive(name, write(tmp_path / "asked.json", policy))
    stored = write(tmp_path / "stored.json", made.policy)
    again = derive("again", stored)
    assert again.content_hash == made.content_hash
    options = [
        word
        for key, option in (("fallback", "--fallback"), ("only_topics_of", "--only-topics-of"))
        if key in policy
        for word in (option, files["old"])
    ]
    if "decisions" in policy:
        options += ["--decided", files["decisions"]]
    if "gold" in policy:
        options += ["--gold", files["marks"]]
    for path in (stored, str(tmp_path / "asked.json")):
        asked = ["derive", files["judgments"], "--policy", path, *options]
        asked += [] if path == stored else ["--scale", "1-5"]
        assert main(asked) == 0
        output = capsys.readouterr().err
        assert f"Content hash of the labels: {made.content_hash}\n" in output
        assert f"Hash of the votes: {made.report['votes_hash']}\n" in output
        for key, what in (("decisions", "decisions"), ("gold", "known grades")):
            found = made.report[f"{key}_hash"]
            assert (found is not None) == (key in policy) == (f"Hash of the {what}" in output)
            assert not found or f"Hash of the {what}: {found}\n" in output


def test_decisions_on_gold_pairs_make_no_labels_in_files_either(
    campaign: Campaign, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gold = pair_of(campaign, "q2", "d3")
    judge(member_named(campaign, "alice"), gold, 2)
    for pair, grade in ((gold, 5), (pair_of(campaign, "q1", "d2"), 4)):
        decide(pair=pair, adjudicator=User.objects.get_or_create(username="olga")[0], grade=grade)
    votes, decided = str(tmp_path / "judgments.csv"), tmp_path / "decisions.csv"
    call_command("export_judgments", "campaign", votes, verbosity=0)
    call_command("export_decisions", "campaign", str(decided), verbosity=0)
    assert [line.split(",")[-1] for line in decided.read_text().splitlines()] == [
        "pair_kind",
        "regular",
        "gold",
    ]
    made = derive("decided", write(tmp_path / "asked.json", POLICIES["decided"]))
    stored = write(tmp_path / "stored.json", made.policy)
    capsys.readouterr()
    assert main(["derive", votes, "--policy", stored, "--decided", str(decided)]) == 0
    output = capsys.readouterr()
    assert f"Content hash of the labels: {made.content_hash}\n" in output.err
    assert "Note: 1 decisions on gold or qualification pairs make no labels." in output.err
    assert "q2 0 d3" not in output.out


def test_the_log_shows_who_derived_what(campaign: Campaign, tmp_path: Path) -> None:
    made = derive("mean", write(tmp_path / "policy.json", POLICIES["mean"]))
    [event] = campaign.events.filter(kind=EventKind.LABELS_DERIVED)
    assert (event.actor, event.details) == (
        None,
        {"labels": "mean", "content_hash": made.content_hash},
    )


@pytest.mark.parametrize(
    "policy", [{"aggregate": "majority", "threshold": 5}, {"aggregate": "lowest"}]
)
def test_labels_without_anything_relevant_come_again(
    policy: dict[str, Any], campaign: Campaign, tmp_path: Path
) -> None:
    made = derive("none", write(tmp_path / "asked.json", policy | {"without": ["P-alice"]}))
    again = derive("again", write(tmp_path / "stored.json", made.policy))
    assert (again.content_hash, again.policy) == (made.content_hash, made.policy)


def test_other_labels_of_that_name_are_refused(campaign: Campaign, tmp_path: Path) -> None:
    policy = POLICIES["strict"] | {"fallback": {"name": "old", "content_hash": "ab"}}
    with pytest.raises(CommandError, match="content hashes differ"):
        derive("new", write(tmp_path / "policy.json", policy))


@pytest.mark.parametrize(
    ("policy", "options", "named"),
    [
        ({"aggregate": "median"}, ["--min-votes", "1"], "leave --min-votes out"),
        ({"agregate": "median"}, [], "policy.json: .*'agregate'"),
    ],
)
def test_what_is_no_policy_is_refused(
    policy: dict[str, Any], options: list[str], named: str, campaign: Campaign, tmp_path: Path
) -> None:
    with pytest.raises(CommandError, match=named):
        derive("new", write(tmp_path / "policy.json", policy), *options)
    assert not LabelSet.objects.filter(name="new").exists()
