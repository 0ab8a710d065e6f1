from __future__ import annotations

import io
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from annotation.models import Campaign, CampaignState
from tests.factories import make_pool

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


def test_a_pair_wants_three_judgments_unless_told_otherwise() -> None:
    call(*NEEDED)
    assert Campaign.objects.get().judgments_per_pair == 3


def test_the_seed_that_was_drawn_is_said() -> None:
    said = call(*NEEDED)
    assert said.endswith(f"seed {Campaign.objects.get().seed}.")


def test_a_draft_is_not_open() -> None:
    call(*NEEDED, "--draft")
    assert Campaign.objects.get().state == CampaignState.DRAFT


def test_grades_may_have_names() -> None:
    call("--pool", "pool", "--grades", "0=Wrong,1=Right*")
    grades = Campaign.objects.get().grades.values_list("value", "name", "requires_span")
    assert list(grades) == [(0, "Wrong", False), (1, "Right", True)]


def test_the_guideline_of_a_file_is_published(tmp_path: Path) -> None:
    path = tmp_path / "guide.md"
    path.write_bytes("\ufeff# Be fair\r\n\r\nGrade “1” is lowest.\r\n".encode())
    call(*NEEDED, "--guideline", path)
    guideline = Campaign.objects.get().guidelines.get()
    assert guideline.body == "# Be fair\n\nGrade “1” is lowest."


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--pool", "poll", "--grades", "1-5"), "no pool named 'poll'; there is pool."),
        (("--pool", "pool", "--grades", "1"), "--grades: a scale has 2 to 10 grades, '1' has 1"),
        (("--pool", "pool", "--grades", "a-b"), "--grades: 'a-b' is no grade"),
        ((*NEEDED, "--judgments-per-pair", "0"), "A pair takes 1 to 100 judgments, not 0."),
    ],
)
def test_what_makes_no_campaign_is_refused(arguments: tuple[str, ...], sentence: str) -> None:
    assert sentence in refusal(*arguments)


@pytest.mark.parametrize("name", ["old,new", "old new"])
def test_a_name_that_cannot_stand_in_a_list_is_refused(name: str) -> None:
    assert f"{name!r} cannot name a campaign" in refusal(*NEEDED, name=name)


def test_a_guideline_that_is_absent_is_named(tmp_path: Path) -> None:
    absent = tmp_path / "absent.md"
    assert refusal(*NEEDED, "--guideline", absent) == "absent.md: there is no such file"


def test_a_taken_name_is_refused() -> None:
    call(*NEEDED)
    with pytest.raises(CommandError, match="There is a campaign named 'forest' already"):
        call(*NEEDED)
