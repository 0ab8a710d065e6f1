from __future__ import annotations

import csv
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet
from pytest_django import DjangoAssertNumQueries

from annotation.campaigns.publishing import publish_guideline
from annotation.exchange.exported_judgments import (
    EVERYTHING,
    ExportOptions,
    JudgmentsExport,
    export_judgments,
)
from annotation.models import (
    Campaign,
    CampaignPair,
    Cause,
    Judgment,
    Membership,
    PairKind,
    Reason,
)
from annotation.people.memberships import Work, resume_member, withdraw_member
from regrade.exceptions import ExportRefused
from regrade.files.judging.judgments_writer import Layout
from regrade.files.judging.parquet import is_parquet
from tests.annotation.answering import judge
from tests.factories import make_campaign, make_member, make_user
from tests.refusals import refused

pytestmark = pytest.mark.django_db

PLAIN = ExportOptions()
AT = datetime(2020, 5, 1, 12, 34, 56, 789000, tzinfo=UTC)


@pytest.fixture
def campaign(db: None) -> Campaign:
    return make_campaign()


@pytest.fixture
def alice_here(campaign: Campaign) -> Membership:
    return make_member(campaign, make_user("alice"))


def pair(campaign: Campaign, query_id: str = "q1", doc_id: str = "d1") -> CampaignPair:
    found = campaign.pairs.filter(pair__topic__query_id=query_id)
    return found.get(pair__passage__doc_id=doc_id)


def stored(member: Membership, about: CampaignPair, **fields: Any) -> Judgment:
    """A judgment as an import or a repeat leaves it."""
    grade = about.campaign.grades.get(value=4)
    return Judgment.objects.create(
        campaign_pair=about, assessor=member, **{"grade": grade, "created_at": AT} | fields
    )


def export(campaign: Campaign, folder: Path, **options: bool) -> list[dict[str, str]]:
    path = folder / "judgments.tsv"
    export_judgments(
        campaign=campaign, path=path, layout=Layout.TSV, options=ExportOptions(**options)
    )
    with path.open(newline="") as stream:
        return list(csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE))


def test_a_judgment_is_a_row(campaign: Campaign, alice_here: Membership, tmp_path: Path) -> None:
    alice_here.english_level = "native"
    alice_here.save()
    publish_guideline(campaign=campaign, body="Judge.")
    about = pair(campaign)
    given = stored(
        alice_here,
        about,
        spans=[[0, 7]],
        text_hash="ab12",
        confidence=2,
        active_ms=1500,
        away_ms=20,
        position=3,
        rotation=5,
        guideline=campaign.guidelines.get(),
        policy=campaign.policy(),
    )
    about.slots.filter(number=1).update(holder=alice_here, judgment=given)
    [row] = export(campaign, tmp_path)
    assert row == ROW | {"policy_seed": str(campaign.policy().seed)}


ROW = {
    "query_id": "q1",
    "doc_id": "d1",
    "assessor": "P-alice",
    "assessor_kind": "human",
    "english_level": "native",
    "occasion": "0",
    "grade": "4",
    "reason_not_judged": "",
    "spans": "[[0, 7]]",
    "text_hash": "ab12",
    "confidence": "2",
    "active_ms": "1500",
    "away_ms": "20",
    "position": "3",
    "rotation": "5",
    "guideline_version": "1",
    "policy_version": "1",
    "policy_unit": "topics",
    "policy_order": "random",
    "policy_seed": "",
    "pair_kind": "regular",
    "pair_origin": "pooled",
    "cause": "judged",
    "counts_as": "vote",
    "created_at": "2020-05-01T12:00:00Z",
}


@pytest.mark.parametrize(
    ("option", "column", "value"),
    [
        ("exact_times", "created_at", "2020-05-01T12:34:56.789000Z"),
        ("notes", "note_json", '"sure"'),
        ("extra", "extra", '{"country": "NL"}'),
    ],
)
def test_what_may_reveal_who_somebody_is_is_written_when_asked_for(
    option: str,
    column: str,
    value: str,
    campaign: Campaign,
    alice_here: Membership,
    tmp_path: Path,
) -> None:
    stored(alice_here, pair(campaign), note="sure", extra={"country": "NL"})
    [without] = export(campaign, tmp_path)
    assert without.get(column) != value
    [row] = export(campaign, tmp_path, **{option: True})
    assert row[column] == value


def test_names_of_accounts_are_nowhere(campaign: Campaign, tmp_path: Path) -> None:
    member = make_member(campaign, make_user("zebedee"))
    Membership.objects.filter(pk=member.pk).update(pseudonym="7KQ2M")
    stored(member, pair(campaign))
    for layout in Layout:
        path = tmp_path / f"j.{layout}"
        export_judgments(campaign=campaign, path=path, layout=layout, options=EVERYTHING)
        text = str(parquet.read_table(path).to_pylist()) if is_parquet(path) else path.read_text()
        assert ("7KQ2M" in text, "zebedee" in text) == (True, False)


def test_a_change_shows_its_earlier_versions_when_asked(
    campaign: Campaign, alice_here: Membership, tmp_path: Path
) -> None:
    for grade in (2, 5):
        judge(alice_here, pair(campaign), grade)
    assert [row["grade"] for row in export(campaign, tmp_path)] == ["5"]
    rows = export(campaign, tmp_path, all_versions=True)
    assert [(row["grade"], row["cause"], row["counts_as"]) for row in rows] == [
        ("2", "judged", "superseded"),
        ("5", "changed", "vote"),
    ]
    assert [bool(row["superseded_at"]) for row in rows] == [True, False]


def test_what_was_taken_back_is_an_earlier_version(
    campaign: Campaign, alice_here: Membership, tmp_path: Path
) -> None:
    about = pair(campaign)
    stored(alice_here, about, superseded_at=AT)
    stored(alice_here, about, grade=None, reason_not_judged=Reason.RETRACTED, cause=Cause.UNDONE)
    assert export(campaign, tmp_path) == []
    statuses = [row["counts_as"] for row in export(campaign, tmp_path, all_versions=True)]
    assert sorted(statuses) == ["retracted", "superseded"]


def test_what_was_withdrawn_is_in_no_export(
    campaign: Campaign, alice_here: Membership, tmp_path: Path
) -> None:
    judge(alice_here, pair(campaign), 2)
    judge(make_member(campaign, make_user("bob")), pair(campaign), 3)
    withdraw_member(membership=alice_here, work=Work.DROP)
    rows = export(campaign, tmp_path, all_versions=True)
    assert [row["assessor"] for row in rows] == ["P-bob"]


def test_what_was_judged_after_a_withdrawal_is_exported(
    campaign: Campaign, alice_here: Membership, tmp_path: Path
) -> None:
    judge(alice_here, pair(campaign), 2)
    withdraw_member(membership=alice_here, work=Work.DROP)
    resume_member(membership=alice_here)
    judge(alice_here, pair(campaign), 5)
    assert Judgment.objects.votes().filter(assessor=alice_here).count() == 1
    for all_versions in (False, True):
        rows = export(campaign, tmp_path, all_versions=all_versions)
        assert [(row["grade"], row["counts_as"]) for row in rows] == [("5", "vote")]


@pytest.mark.parametrize(
    ("kind", "fields", "standing"),
    [
        (PairKind.REGULAR, {}, "surplus"),
        (PairKind.REGULAR, {"grade": None, "reason_not_judged": Reason.OTHER}, "not_judged"),
        (PairKind.REGULAR, {"occasion": 1}, "repeat"),
        (PairKind.REGULAR, {"cause": Cause.REJECTED}, "rejected"),
        (PairKind.OVERLAP, {}, "vote"),
        (PairKind.OVERLAP, {"cause": Cause.REJECTED}, "rejected"),
        (PairKind.GOLD, {}, "gold"),
        (PairKind.QUALIFICATION, {}, "qualification"),
    ],
)
def test_each_row_says_what_it_counts_as(
    kind: PairKind,
    fields: dict[str, Any],
    standing: str,
    campaign: Campaign,
    alice_here: Membership,
    tmp_path: Path,
) -> None:
    about = pair(campaign)
    if kind != PairKind.REGULAR:
        CampaignPair.objects.filter(pk=about.pk).update(kind=kind, wanted=None)
    judgment = stored(alice_here, about, **fields)
    [row] = export(campaign, tmp_path)
    assert row["counts_as"] == standing
    is_vote = Judgment.objects.votes().filter(pk=judgment.pk).exists()
    assert is_vote == (standing == "vote")


def test_rows_come_by_topic_passage_and_assessor(campaign: Campaign, tmp_path: Path) -> None:
    members = [make_member(campaign, make_user(name)) for name in ("bob", "alice")]
    for query_id, doc_id in (("q2", "d1"), ("q1", "d3"), ("q1", "d2")):
        for member in members:
            stored(member, pair(campaign, query_id, doc_id))
    rows = export(campaign, tmp_path)
    assert [(row["query_id"], row["doc_id"], row["assessor"]) for row in rows] == [
        ("q1", "d2", "P-alice"),
        ("q1", "d2", "P-bob"),
        ("q1", "d3", "P-alice"),
        ("q1", "d3", "P-bob"),
        ("q2", "d1", "P-alice"),
        ("q2", "d1", "P-bob"),
    ]


def test_other_campaigns_stay_out(
    campaign: Campaign, alice_here: Membership, tmp_path: Path
) -> None:
    other = make_campaign("other", campaign.pool)
    stored(make_member(other, make_user("bob")), pair(other))
    stored(alice_here, pair(campaign))
    assert [row["assessor"] for row in export(campaign, tmp_path)] == ["P-alice"]


def test_the_report_counts_rows_by_what_they_count_as(
    campaign: Campaign, alice_here: Membership, tmp_path: Path
) -> None:
    judge(alice_here, pair(campaign), 3)
    stored(alice_here, pair(campaign, "q2"), cause=Cause.REJECTED)
    stored(make_member(campaign, make_user("bob")), pair(campaign, "q2"), cause=Cause.REJECTED)
    done = export_judgments(
        campaign=campaign, path=tmp_path / "j.csv", layout=Layout.CSV, options=PLAIN
    )
    assert done == JudgmentsExport(3, 2, {"rejected": 2, "vote": 1})


def test_an_export_takes_one_query_for_all_rows(
    campaign: Campaign, tmp_path: Path, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for i in range(20):
        stored(make_member(campaign, make_user(f"a{i}")), pair(campaign))
    with django_assert_num_queries(1):
        export(campaign, tmp_path)


@pytest.mark.parametrize("name", ["a.parquet.gz", "a.gz"])
def test_parquet_is_not_packed_again(campaign: Campaign, name: str, tmp_path: Path) -> None:
    with refused(ExportRefused, "packed_parquet"):
        export_judgments(
            campaign=campaign, path=tmp_path / name, layout=Layout.PARQUET, options=PLAIN
        )
    assert list(tmp_path.iterdir()) == []
