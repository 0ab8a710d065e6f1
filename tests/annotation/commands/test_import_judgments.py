from __future__ import annotations

import io
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from annotation.models import Campaign, CampaignState, Judgment, Membership
from tests.annotation.importing import paused, votes
from tests.factories import TEXTS, make_campaign, make_collection, make_pool, make_user

pytestmark = pytest.mark.django_db

HEADER = "query_id\tpassage_id\tassessor\tgrade\n"
VOTES = f"{HEADER}q1\td1\ta01\t3\nq1\td1\ta02\t5\nq1\td1\ta03\t4\nq1\td2\ta01\tno_input\n"


@pytest.fixture(autouse=True)
def campaign(db: None) -> Campaign:
    """Two judgments a pair; `extra` and the textless `stub` are outside the pool."""
    collection = make_collection(texts=TEXTS | {"extra": "Larches shed.", "stub": None})
    pool = make_pool(collection=collection)
    pool.pairs.filter(passage__doc_id="extra").delete()
    return make_campaign("forest", pool, judgments_per_pair=2)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "votes.tsv"


def call(file: Path, content: str | bytes, *options: str, campaign: str = "forest") -> str:
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    out = io.StringIO()
    call_command("import_judgments", str(file), "--campaign", campaign, *options, stdout=out)
    return out.getvalue()


def refusal(file: Path, content: str | bytes, *options: str) -> str:
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
        "previews": 0,
        "skipped": 0,
        "assessors": 3,
        "new accounts": 3,
        "added pairs": 0,
        "added slots": 1,
        "asked again": 0,
    }


def test_importing_again_says_that_nothing_changed(file: Path) -> None:
    call(file, VOTES)
    said = counts(call(file, VOTES))
    assert (said["unchanged"], said["votes"], said["not judged"]) == (4, 0, 0)


@pytest.mark.parametrize(
    "content",
    [
        VOTES.replace("\t", ","),
        VOTES.replace("\n", "\r\n"),
        "\ufeff" + VOTES,
        '{"query_id": "q1", "doc_id": "d1", "assessor": "a01", "grade": 3}\n',
    ],
    ids=["CSV", "CRLF", "BOM", "JSONL"],
)
def test_other_formats_are_read(content: str, file: Path) -> None:
    call(file, content)
    assert ("a01", 3) in votes()


@pytest.mark.parametrize(
    ("option", "kind"), [((), "human"), (("--kind", "simulated"), "simulated")]
)
def test_assessors_are_human_unless_told_otherwise(
    option: tuple[str, ...], kind: str, file: Path
) -> None:
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


def test_pairs_outside_the_pool_are_added_on_request(file: Path) -> None:
    said = call(file, f"{HEADER}q1\textra\ta01\t3\n", "--extend-pool")
    assert counts(said)["added pairs"] == 1


def test_pairs_without_text_are_added_on_a_second_request(file: Path) -> None:
    content = f"{HEADER}q1\tstub\ta01\t3\n"
    assert "--keep-textless adds it all the same" in refusal(file, content, "--extend-pool")
    said = call(file, content, "--extend-pool", "--keep-textless")
    assert counts(said)["added pairs"] == 1


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("q1\td1\ta02\t9", "grade 9 is not on the scale 1, 2, 3, 4, 5"),
        ("q1\td1\ta02\t3.5", "grade '3.5' is not a whole number"),
        ("q1\td1\t\t3", "the assessor is empty"),
        ("q9\td1\ta02\t3", "no topic 'q9' in needs"),
        ("q1\td9\ta02\t3", "no passage 'd9' in trees"),
        ("q1\td1\ta02", "3 fields where the header has 4"),
        (
            "q1\textra\ta02\t3",
            "passage 'extra' of topic 'q1' is outside pool; --extend-pool adds such pairs",
        ),
        ("q1\td1\ta01\t3", "a01 judges passage d1 of topic q1 twice, first on line 2"),
    ],
)
def test_a_bad_row_is_named_with_file_and_line(row: str, reason: str, file: Path) -> None:
    content = f"{HEADER}q1\td1\ta01\t3\n{row}\n"
    assert refusal(file, content) == f"votes.tsv, line 3: {reason}"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("", "votes.tsv: the file is empty"),
        (HEADER, "votes.tsv: the file holds no judgments"),
        ("query_id\tpassage_id\tgrade\n", "votes.tsv, line 1: there is no column assessor"),
        (b"\x1f\x8b\x08\x00", "votes.tsv: the gzip data are truncated or damaged"),
    ],
    ids=["empty", "header alone", "missing column", "gzip"],
)
def test_a_bad_file_is_named(content: str | bytes, reason: str, file: Path) -> None:
    assert refusal(file, content).startswith(reason)


def test_a_file_that_is_absent_is_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"^absent\.tsv: there is no such file; "):
        call_command("import_judgments", str(tmp_path / "absent.tsv"), "--campaign", "forest")


def test_an_unknown_campaign_is_named_with_those_that_are(file: Path) -> None:
    with pytest.raises(CommandError, match="no campaign named 'forrest'; there is forest"):
        call(file, VOTES, campaign="forrest")


def test_an_archived_campaign_is_named(campaign: Campaign, file: Path) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(state=CampaignState.ARCHIVED)
    assert refusal(file, VOTES) == "forest is archived and takes no more judgments."


ELSEWHERE = "Topic,doc,verdict\nq1,d1,Fully\nq1,d2,2\n"
NAMED = "--columns", "query_id=topic,passage_id=doc,grade=verdict", "--assessor", "nist"


def test_a_file_with_names_of_its_own_is_taken_as_it_comes(file: Path, campaign: Campaign) -> None:
    campaign.grades.filter(value=5).update(name="Fully")
    assert counts(call(file, ELSEWHERE, *NAMED))["votes"] == 2
    assert sorted(Judgment.objects.values_list("grade__value", flat=True)) == [2, 5]
    assert Membership.objects.get().user.username == "recorded:nist"  # type: ignore[union-attr]
    assert counts(call(file, ELSEWHERE, *NAMED))["unchanged"] == 2


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--columns", "query_id"), "does not read OURS=THEIRS"),
        (("--columns", "query=topic"), "there is no column 'query'; known are active_ms"),
        (NAMED[:2], "there is no column assessor among Topic, doc, verdict"),
        (NAMED, "line 2: grade 'Fully' is neither a whole number nor one of Partly"),
    ],
)
def test_names_that_mean_nothing_are_refused(
    file: Path, campaign: Campaign, options: tuple[str, ...], message: str
) -> None:
    campaign.grades.filter(value=4).update(name="Partly")
    with pytest.raises(CommandError, match=message):
        call(file, ELSEWHERE, *options)
    assert not Judgment.objects.exists()
