"""Round trips of every export format: same bytes and same votes."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from annotation.exchange.exported_judgments import EVERYTHING, ExportOptions, export_judgments
from annotation.exchange.judgments import import_judgments
from annotation.identity.user_names import RECORDED
from annotation.labels.deriving import derive_labels
from annotation.models import AssessorKind, Campaign, CampaignPair, Cause, PairKind
from regrade.aggregation import AggregationPolicy
from regrade.command.program import main
from regrade.files.judging import JudgmentRow, read_judgments
from regrade.files.judging.judgments_writer import Layout
from tests.annotation.answering import judge
from tests.annotation.stored_answers import store_answer
from tests.annotation.voting import cast_votes, member_named, pair_of, voted_campaign, whole
from tests.factories import TEXTS, make_campaign, make_pool, make_topics
from tests.tiers import thorough

pytestmark = pytest.mark.django_db

PLAIN = ExportOptions()
QUICK = [(Layout.TSV, PLAIN), (Layout.PARQUET, EVERYTHING)]
SLOW = [
    pytest.param(layout, options, marks=thorough)
    for layout in Layout
    for options in (PLAIN, EVERYTHING)
    if (layout, options) not in QUICK
]
# Of a vote: what a campaign that takes it in cannot say of itself, or says in words of its own.
OUTSIDE_THE_ROW = ("extra", "line", "path")


@pytest.fixture
def campaign(db: None) -> Campaign:
    """Votes, a blank answer, a change, a model, gold, a repeat, rejected work and notes that no
    table likes."""
    campaign = voted_campaign(
        {
            ("q1", "d1"): {"alice": 4, "bob": 3, "carol": 1},
            ("q1", "d2"): {"alice": 5, "bob": None},
            ("q2", "d1"): {"alice": 2, "carol": 2},
        }
    )
    cast_votes(campaign, {("q2", "d2"): {"gpt": 5}}, AssessorKind.MODEL)
    gold = pair_of(campaign, "q2", "d3")
    CampaignPair.objects.filter(pk=gold.pk).update(kind=PairKind.GOLD, wanted=None)
    judge(member_named(campaign, "alice"), gold, 2)
    bob, about = member_named(campaign, "bob"), pair_of(campaign, "q1", "d3")
    for grade in (2, 3):
        judge(bob, about, grade, note='=1+1, "so"\n\tand so', spans=[(0, 4)], confidence=2)
    of_text: dict[str, Any] = {"text_hash": sha256(TEXTS["d1"].encode()).hexdigest()}
    store_answer(bob, pair_of(campaign, "q1", "d1"), 4, is_surplus=True, occasion=1, **of_text)
    rejected = of_text | {"is_surplus": True, "cause": Cause.REJECTED}
    store_answer(bob, pair_of(campaign, "q2", "d1"), 1, **rejected)
    return campaign


def exported(campaign: Campaign, path: Path, options: ExportOptions) -> Path:
    export_judgments(campaign=campaign, path=path, layout=Layout(path.suffix[1:]), options=options)
    return path


def read(path: Path) -> list[JudgmentRow]:
    return list(read_judgments(path))


def taken_in(path: Path, name: str, of: Campaign) -> Campaign:
    """A fresh campaign with the rows of the file, in which everybody has the same pseudonym."""
    topics = make_topics(f"topics-of-{name}")
    fresh = make_campaign(name, make_pool(f"pool-of-{name}", of.pool.collection, topics))
    import_judgments(campaign=fresh, recorded=read(path))
    for member in fresh.memberships.select_related("user"):
        assert member.user is not None
        member.pseudonym = member.user.username.removeprefix(RECORDED)
        member.save()
    return fresh


def rows_of(path: Path) -> list[dict[str, object]]:
    rows = [row._asdict() for row in read(path)]
    return [{name: row[name] for name in row if name not in OUTSIDE_THE_ROW} for row in rows]


@pytest.mark.parametrize("options", [PLAIN, EVERYTHING])
def test_every_format_says_the_same(
    options: ExportOptions, campaign: Campaign, tmp_path: Path
) -> None:
    rows = {
        layout: [
            row._replace(line=0, path=Path())
            for row in read(exported(campaign, tmp_path / f"a.{layout}", options))
        ]
        for layout in Layout
    }
    assert len(rows[Layout.TSV]) == (13 if options is EVERYTHING else 12)
    assert all(found == rows[Layout.TSV] for found in rows.values())


@pytest.mark.parametrize(("layout", "options"), [*QUICK, *SLOW])
def test_a_fresh_campaign_says_the_same_and_then_leaves_as_the_same_bytes(
    layout: Layout, options: ExportOptions, campaign: Campaign, tmp_path: Path
) -> None:
    """Once imported, a row says that it was; the versions of rules and guideline it keeps apart."""
    before = exported(campaign, tmp_path / f"before.{layout}", options)
    second = taken_in(before, "second", campaign)
    after = exported(second, tmp_path / f"after.{layout}", options)
    assert rows_of(after) == rows_of(before)
    third = taken_in(after, "third", campaign)
    again = exported(third, tmp_path / f"again.{layout}", options)
    if options is PLAIN:
        assert again.read_bytes() == after.read_bytes()
    fourth = taken_in(again, "fourth", campaign)
    assert exported(fourth, tmp_path / f"4.{layout}", options).read_bytes() == again.read_bytes()


def test_the_same_rows_in_another_format_add_nothing(campaign: Campaign, tmp_path: Path) -> None:
    files = [exported(campaign, tmp_path / f"a.{layout}", EVERYTHING) for layout in Layout]
    topics = make_topics("again")
    fresh = make_campaign("fresh", make_pool("again", campaign.pool.collection, topics))
    reports = [import_judgments(campaign=fresh, recorded=read(file)) for file in files]
    n_rows = reports[0].n_rows
    assert [report.n_unchanged for report in reports] == [0, *[n_rows] * (len(Layout) - 1)]


def test_labels_and_votes_of_every_format_have_the_hashes_of_the_campaign(
    campaign: Campaign, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    policy = AggregationPolicy(aggregate="median")
    made = derive_labels(name="made", campaign=campaign, policy=whole(policy)).label_set
    hashes = (made.content_hash, made.report["votes_hash"])
    for layout in Layout:
        path = exported(campaign, tmp_path / f"a.{layout}", PLAIN)
        assert main(["derive", str(path), "--aggregate", "median", "--scale", "1-5"]) == 0
        said = capsys.readouterr().err
        found = re.findall(r"(?:Content hash of the labels|Hash of the votes): (\w+)", said)
        assert tuple(found) == hashes
        assert main(["agreement", str(path), "--format", "json"]) == 0
        assert '"n_pairs": 4' in capsys.readouterr().out
