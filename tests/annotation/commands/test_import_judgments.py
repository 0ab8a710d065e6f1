from __future__ import annotations

import io
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from annotation.models import Campaign, Judgment, Membership
from tests.annotation.importing import paused
from tests.factories import TEXTS, make_campaign, make_collection, make_pool, make_user

pytestmark = pytest.mark.django_db

HEADER = "query_id\tpassage_id\tassessor\tgrade\n"
VOTES = f"{HEADER}q1\td1\ta01\t3\nq1\td1\ta02\t5\nq1\td1\ta03\t4\nq1\td2\ta01\tno_input\n"


@pytest.fixture(autouse=True)
def campaign(db: None) -> Campaign:
    """Two judgments a pair; the textless `stub` is outside the pool."""
    pool = make_pool(collection=make_collection(texts=TEXTS | {"stub": None}))
    return make_campaign("forest", pool, judgments_per_pair=2)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "votes.tsv"


def call(file: Path, content: str, *options: str) -> str:
    file.write_text(content)
    out = io.StringIO()
    call_command("import_judgments", str(file), "--campaign", "forest", *options, stdout=out)
    return out.getvalue()


def refusal(file: Path, content: str, *options: str) -> str:
    """The sentence of a command that must fail and store nothing."""
    with pytest.raises(CommandError) as refused:
        call(file, content, *options)
    assert refused.value.returncode == 1
    assert not Judgment.objects.exists()
    return str(refused.value)


def counts(said: str) -> dict[str, int]:
    """The report's lines: words, then a number."""
    rows = (line.rsplit(maxsplit=1) for line in said.splitlines())
    return {words.strip(): int(number) for words, number in rows}


def test_the_report_counts_what_was_added(file: Path) -> None:
    assert counts(call(file, VOTES)) == {
        "rows": 4,
        "votes": 3,
        "not judged": 1,
        "rejected": 0,
        "repeats": 0,
        "earlier versions": 0,
        "unchanged": 0,
        "assessors": 3,
        "new accounts": 3,
        "added pairs": 0,
        "added slots": 1,
        "asked again": 0,
    }


@pytest.mark.parametrize(
    ("option", "kind"), [((), "human"), (("--kind", "simulated"), "simulated")]
)
def test_assessors_are_human_by_default(option: tuple[str, ...], kind: str, file: Path) -> None:
    call(file, VOTES, *option)
    assert set(Membership.objects.values_list("kind", flat=True)) == {kind}


def test_assessors_are_accounts_of_the_same_name_on_request(campaign: Campaign, file: Path) -> None:
    make_user("a01")
    make_user("carol")
    with paused(campaign):
        said = counts(call(file, VOTES, "--as-accounts", "--by", "carol"))
    assert said["new accounts"] == 2
    assert campaign.memberships.filter(user__username="a01").exists()


def test_who_imports_is_an_account(file: Path) -> None:
    assert refusal(file, VOTES, "--by", "nobody").startswith("There is no account named 'nobody'")


def test_pairs_outside_the_pool_are_added_on_request_and_those_without_text_on_another(
    file: Path,
) -> None:
    content = f"{HEADER}q1\tstub\ta01\t3\n"
    assert "--keep-textless adds it all the same" in refusal(file, content, "--extend-pool")
    said = call(file, content, "--extend-pool", "--keep-textless")
    assert counts(said)["added pairs"] == 1


def test_a_bad_row_is_named_with_file_and_line(file: Path) -> None:
    said = refusal(file, f"{VOTES}q1\td1\ta04\t9\n")
    assert said == "votes.tsv, line 6: grade 9 is not on the scale 1, 2, 3, 4, 5"


ELSEWHERE = "Topic,doc,verdict\nq1,d1,Fully\nq1,d2,2\n"
NAMED = "--columns", "query_id=topic,passage_id=doc,grade=verdict", "--assessor", "nist"


def test_a_file_with_names_of_its_own_is_taken_as_it_comes(file: Path, campaign: Campaign) -> None:
    campaign.grades.filter(value=5).update(name="Fully")
    assert counts(call(file, ELSEWHERE, *NAMED))["votes"] == 2
    assert sorted(Judgment.objects.values_list("grade__value", flat=True)) == [2, 5]
    assert Membership.objects.get().user.username == "recorded:nist"  # type: ignore[union-attr]
    assert counts(call(file, ELSEWHERE, *NAMED))["unchanged"] == 2


def test_a_name_that_no_grade_of_the_campaign_has_is_refused(
    file: Path, campaign: Campaign
) -> None:
    campaign.grades.filter(value=4).update(name="Partly")
    assert "'Fully' is neither a whole number nor one of Partly" in refusal(file, ELSEWHERE, *NAMED)
