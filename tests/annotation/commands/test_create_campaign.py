from __future__ import annotations

import io
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from annotation.models import Campaign, CampaignState, PairKind
from tests.factories import make_collection, make_pool, make_topics

pytestmark = pytest.mark.django_db

NEEDED = ("--pool", "pool", "--grades", "1-5")


@pytest.fixture(autouse=True)
def _pool(db: None) -> None:
    """Six pairs."""
    make_pool()


def call(*arguments: str | Path, name: str = "forest") -> str:
    out = io.StringIO()
    call_command("create_campaign", name, *map(str, arguments), stdout=out)
    return out.getvalue().strip()


def refusal(*arguments: str | Path, name: str = "forest") -> str:
    """The sentence of a command that must fail and make no campaign."""
    with pytest.raises(CommandError) as refused:
        call(*arguments, name=name)
    assert refused.value.returncode == 1
    assert not Campaign.objects.exists()
    return str(refused.value)


def test_it_says_what_is_wanted_and_the_seed() -> None:
    assert call(*NEEDED, "--judgments-per-pair", "2", "--seed", "7") == (
        "Campaign forest is open: 6 pairs, 12 judgments wanted, seed 7."
    )


def test_a_pair_wants_three_judgments_by_default() -> None:
    call(*NEEDED)
    assert Campaign.objects.get().judgments_per_pair == 3


def test_the_seed_that_was_drawn_is_said() -> None:
    said = call(*NEEDED)
    assert said.endswith(f"seed {Campaign.objects.get().seed}.")


def test_a_draft_is_not_open() -> None:
    call(*NEEDED, "--draft")
    assert Campaign.objects.get().state == CampaignState.DRAFT


def test_the_guideline_of_a_file_is_published(tmp_path: Path) -> None:
    path = tmp_path / "guide.md"
    path.write_bytes("\ufeff# Be fair\r\n\r\nGrade “1” is lowest.\r\n".encode())
    call(*NEEDED, "--guideline", path)
    guideline = Campaign.objects.get().guidelines.get()
    assert guideline.body == "# Be fair\n\nGrade “1” is lowest."


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--pool", "poll", "--grades", "1-5"), "'poll'"),
        (("--pool", "pool", "--grades", "1"), "--grades: a scale has 2 to 21"),
        ((*NEEDED, "--quota", "0"), "quota"),
        ((*NEEDED, "--pass-share", "0.8"), "needs qualification pairs"),
    ],
)
def test_what_makes_no_campaign_is_refused(arguments: tuple[str, ...], sentence: str) -> None:
    assert sentence in refusal(*arguments)


def test_everything_can_be_said(tmp_path: Path) -> None:
    marks = tmp_path / "marks.tsv"
    marks.write_text("query_id\tdoc_id\tkind\tgrade\nq1\td1\tqualification\t2\n")
    people = ("--quota", "50", "--allow-sign-up", "--max-attempts", "3", "--lease-s", "20")
    policy = ("--unit", "pairs", "--order", "priority", "--gold-every", "9", "--rotate")
    call(*NEEDED, "--draft", "--pass-share", "0.8", "--marks", marks, *people, *policy)
    campaign = Campaign.objects.get()
    assert (campaign.quota, campaign.allows_sign_up, campaign.pass_share) == (50, True, 0.8)
    assert (campaign.max_attempts, campaign.lease_s) == (3, 20)
    in_force = campaign.policy()
    assert (in_force.unit, in_force.order, in_force.gold_every) == ("pairs", "priority", 9)
    assert (in_force.rotates, in_force.topics_per_set) == (True, 1)


def test_assessors_may_search_where_topics_are_whole() -> None:
    assert "search within the topic" in refusal(*NEEDED, "--allow-search", "--unit", "pairs")
    call(*NEEDED, "--allow-search")
    assert Campaign.objects.get().allows_search


def test_the_notice_of_a_file_is_published(tmp_path: Path) -> None:
    path = tmp_path / "notice.md"
    path.write_text("We keep your grades.\n")
    call(*NEEDED, "--notice", path)
    assert Campaign.objects.get().notices.get().body == "We keep your grades."


def test_marks_of_a_file_set_pairs_apart(tmp_path: Path) -> None:
    path = tmp_path / "marks.tsv"
    path.write_text("query_id\tdoc_id\tpriority\nq1\td1\tall\nq1\td2\t3\n")
    said = call(*NEEDED, "--judgments-per-pair", "2", "--seed", "7", "--marks", path)
    assert said == "Campaign forest is open: 6 pairs, 10 judgments wanted, seed 7."
    pairs = Campaign.objects.get().pairs
    assert pairs.get(kind=PairKind.OVERLAP).pair.passage.doc_id == "d1"
    assert pairs.get(priority=3).pair.passage.doc_id == "d2"


def test_a_mark_of_no_pair_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "marks.tsv"
    path.write_text("query_id\tdoc_id\tkind\nq1\td1\toverlap\nq1\td9\toverlap\n")
    assert refusal(*NEEDED, "--marks", path) == "marks.tsv, line 3: no passage 'd9' in trees"


def test_what_cannot_be_opened_is_not_made() -> None:
    make_pool("bare", make_collection("bare", texts={"e1": None}), make_topics("bare"))
    arguments = ("--pool", "bare", "--grades", "1-5")
    assert "There are 0 pairs to judge" in refusal(*arguments)
    assert "is draft: 0 pairs" in call(*arguments, "--draft")
