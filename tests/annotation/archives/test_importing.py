"""Archives as they come, and as somebody changed them: all of one is stored, or nothing."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User

from annotation.archives.exporting import export_archive
from annotation.archives.importing import import_archive
from annotation.exceptions import ArchiveRefused
from annotation.models import Campaign, CampaignState, LabelSet
from ranking.exceptions import NameTaken
from ranking.models import Collection, Passage, Run, TopicSet
from regrade.files.errors import BadInput
from tests.annotation.archives.changing import (
    Change,
    changed,
    doubled,
    in_manifest,
    in_row,
    in_run,
    with_member,
    with_text,
    without_column,
    without_member,
)
from tests.annotation.archives.small_campaign import judged_campaign
from tests.database.shared_rows import MakeShared
from tests.factories import make_collection
from tests.refusals import refused

pytestmark = pytest.mark.django_db
JUDGMENTS, SLOTS = "tables/judgment.jsonl", "tables/slot.jsonl"
EVENTS, LABELS = "tables/campaignevent.jsonl", "tables/labelset.jsonl"
OTHERS: dict[str, Any] = {"name": "again", "new_collection": "other"}


@pytest.fixture(scope="module")
def kept(make_shared: MakeShared, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive of a small campaign, which is still there."""
    folder = tmp_path_factory.mktemp("kept")

    def make() -> Path:
        export_archive(campaign=judged_campaign(folder), path=folder / "kept.zip")
        return folder / "kept.zip"

    return make_shared(make)


@pytest.fixture
def archive(kept: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(kept, tmp_path))


def test_archive_is_imported_over_the_collection_it_came_from(archive: Path) -> None:
    collection = Collection.objects.get(name="trees")
    report = import_archive(path=archive, name="again", collection=collection)
    assert (report.collection, report.topic_set, report.runs) == ("trees", "needs", ["run"])
    assert report.made == []
    assert Campaign.objects.get(name="again").state == CampaignState.CLOSED
    before, after = LabelSet.objects.order_by("pk")
    assert after.content_hash == before.content_hash


def test_other_texts_and_missing_passages_are_refused(archive: Path) -> None:
    collection = Collection.objects.get(name="trees")
    Passage.objects.filter(doc_id="d2").update(text="Another text.")
    with refused(ArchiveRefused, "other_text", field="collection", says="'d2'"):
        import_archive(path=archive, name="again", collection=collection)
    few = make_collection("few", {"d1": "Spruces live long."})
    with refused(ArchiveRefused, "unknown_passage", field="collection", says="'d2'"):
        import_archive(path=archive, name="again", collection=few)


def test_taken_names_are_refused(archive: Path) -> None:
    with refused(NameTaken, "name_taken", field="name"):
        import_archive(path=archive, new_collection="other")
    with refused(NameTaken, "name_taken", field="new_collection"):
        import_archive(path=archive, name="again")


def test_other_topics_of_the_same_name_make_a_set_of_their_own(archive: Path) -> None:
    TopicSet.objects.get(name="needs").topics.filter(query_id="q1").update(query="another")
    report = import_archive(path=archive, **OTHERS)
    assert report.made == ["other", "needs-2", "run-2"]


def nested(depth: int) -> bytes:
    return b'{"recipe": ' + b"[" * depth + b"]" * depth + b"}\n"


BREAKS: dict[str, tuple[str, Change]] = {
    "another version": ("unknown_version", in_manifest(version=2)),
    "another format": ("other_format", in_manifest(format="zip")),
    "a manifest without counts": ("bad_manifest", in_manifest(n=None)),
    "other counts": ("miscounted", in_manifest(n={"collection.jsonl": 99})),
    "a strange member": ("unknown_member", with_member("virus.exe")),
    "a run too many": ("unknown_member", with_member("runs/2.run")),
    "a path upwards": ("bad_member_name", with_member("../../etc/passwd")),
    "an absolute path": ("bad_member_name", with_member("/etc/passwd")),
    "no judgments": ("member_missing", without_member(JUDGMENTS)),
    "no run": ("member_missing", without_member("runs/1.run")),
    "a strange column": ("unknown_column", in_row(JUDGMENTS, recorded_by=1)),
    "an account": ("unknown_column", in_row("tables/membership.jsonl", user=1)),
    "a missing column": ("missing_column", without_column(JUDGMENTS, "created_at")),
    "a line that is no object": ("not_an_object", with_member(JUDGMENTS, b"7\n")),
    "a line that is no JSON": ("not_json", with_member(JUDGMENTS, b"{\n")),
    "no number": ("not_json", with_text("tables/campaign.jsonl", b'"seed": 7', b'"seed": NaN')),
    "a pair that is not there": ("points_nowhere", in_row(JUDGMENTS, campaign_pair=99)),
    "a pair by a text": ("points_nowhere", in_row(JUDGMENTS, campaign_pair="0")),
    "a reference below zero": ("points_nowhere", in_row(JUDGMENTS, assessor=-1)),
    "no reference": ("wrong_type", in_row(JUDGMENTS, assessor=None)),
    "an unknown passage": ("points_nowhere", in_row("tables/pooledpair.jsonl", passage="d9")),
    "an unknown topic": ("points_nowhere", in_row(SLOTS, topic="q9")),
    "an unknown run": ("points_nowhere", in_row("tables/pool_runs.jsonl", run=2)),
    "a passage of a run": ("points_nowhere", with_text("runs/1.run", b" d1 ", b" d9 ")),
    "a passage of labels": ("points_nowhere", with_text("qrels/1.qrels", b" d1 ", b" d9 ")),
    "other labels": ("other_labels", with_text("qrels/1.qrels", b"d1 1", b"d1 0")),
    "a large number": ("out_of_range", in_row(JUDGMENTS, occasion=70_000)),
    "a text for a number": ("wrong_type", in_row(JUDGMENTS, occasion="0")),
    "null": ("null_refused", in_row(JUDGMENTS, created_at=None)),
    "a moment without a zone": ("wrong_type", in_row(JUDGMENTS, created_at="2026-01-01T00:00")),
    "a strange choice": ("unknown_choice", in_row(JUDGMENTS, cause="bribed")),
    "a zero character": ("bad_character", in_row(JUDGMENTS, note="a\0b")),
    "half a character": ("bad_character", in_row(JUDGMENTS, note="\ud800")),
    "an object for a list": ("wrong_type", in_row(JUDGMENTS, spans={})),
    "spans of texts": ("wrong_shape", in_row(JUDGMENTS, spans=[["0", "3"]])),
    "a span backwards": ("wrong_shape", in_row(JUDGMENTS, spans=[[3, 0]])),
    "a policy of another kind": (
        "wrong_shape",
        in_row(LABELS, policy={"fallback": "known"}),
    ),
    "models that are a number": (
        "wrong_shape",
        in_row(LABELS, policy={"aggregate": "plurality", "models": 3}),
    ),
    "models without names": (
        "not_readable",
        in_row(LABELS, policy={"aggregate": "plurality", "models": ["gpt"]}),
    ),
    "votes that are a number": ("wrong_shape", in_row(LABELS, report={"n_votes_by_kind": 3})),
    "steps that are a number": ("wrong_shape", in_row(LABELS, report={"steps": 3})),
    "an addition that is a number": (
        "wrong_shape",
        in_row("tables/pool.jsonl", recipe={"added": [3]}),
    ),
    "a method without a ranker": ("wrong_shape", in_run(spec={"label": "x"})),
    "a number of lines as a text": ("wrong_shape", in_run(spec={"n_repeated": "x"})),
    "a method without a depth": ("not_readable", in_run(spec={"label": "x", "ranker": "bm25"})),
    "an unknown parent": ("points_nowhere", in_run(parent=2)),
    "a run made of itself": ("made_of_itself", in_run(parent=1)),
    "an entry of runs": ("not_readable", in_row(EVENTS, kind="pairs_added", details={"runs": 3})),
    "an entry of options": ("not_readable", in_row(EVENTS, kind="options", details={"after": 3})),
    "an entry of a state": ("not_readable", in_row(EVENTS, kind="state", details={"after": [1]})),
    "a number without end": ("out_of_range", in_row("tables/campaign.jsonl", pass_share=10**400)),
    "a passage twice in a run": ("passage_twice", doubled("runs/1.run")),
    "a passage twice in labels": ("passage_twice", doubled("qrels/1.qrels")),
    "a topic set with a comma": ("bad_name", in_manifest(topic_set={"name": "a,b"})),
    "deep nesting": ("nested_too_deep", with_member("tables/pool.jsonl", nested(200))),
    "endless nesting": ("not_json", with_member("tables/pool.jsonl", nested(100_000))),
    "a passage twice": ("id_twice", in_row("collection.jsonl", 1, doc_id="d1")),
    "a blank in a doc_id": ("id_with_white_space", in_row("collection.jsonl", doc_id="d 1")),
    "two campaigns": ("not_one_row", doubled("tables/campaign.jsonl")),
    "a name with a comma": ("bad_name", in_row("tables/pool.jsonl", name="a,b")),
    "a long pseudonym": ("bad_pseudonym", in_row("tables/membership.jsonl", pseudonym="x" * 101)),
    "combined labels": ("unknown_choice", in_row(LABELS, source="combined")),
    "a grade and a reason": ("row_refused", in_row(JUDGMENTS, reason_not_judged="other")),
    "a slot of another": ("row_refused", in_row(SLOTS, holder=1)),
}


def twice(pseudonym: str) -> Change:
    def change(members: dict[str, bytes]) -> None:
        for at in range(2):
            in_row("tables/membership.jsonl", at, pseudonym=pseudonym)(members)

    return change


BREAKS["two pseudonyms alike"] = ("row_refused", twice("x"))


@pytest.mark.parametrize("name", sorted(BREAKS))
def test_changed_archive_is_refused_and_leaves_nothing(name: str, archive: Path) -> None:
    code, change = BREAKS[name]
    before = counts()
    with refused(BadInput, code):
        import_archive(path=changed(archive, change), **OTHERS)
    assert counts() == before


def counts() -> list[int]:
    models = (Campaign, Collection, TopicSet, Run, LabelSet, User, Passage)
    return [model._default_manager.count() for model in models]


UNFIT: dict[str, tuple[str, Change]] = {
    "other content of the size": ("other_hash", with_text("runs/1.run", b"d1", b"d2")),
    "a manifest that is no JSON": ("not_json", with_text("manifest.json", b"{", b"[")),
    "another size": ("other_size", with_text("runs/1.run", b"d1", b"d10")),
    "a member beside the manifest's": ("manifest_differs", with_member("qrels/2.qrels")),
}


@pytest.mark.parametrize("name", sorted(UNFIT))
def test_archive_that_differs_from_its_manifest_is_refused(name: str, archive: Path) -> None:
    code, change = UNFIT[name]
    with refused(BadInput, code):
        import_archive(path=changed(archive, change, fits=False), **OTHERS)


def test_bomb_is_refused_before_it_is_unpacked(archive: Path) -> None:
    bomb = changed(archive, with_member("judgments.jsonl", b"0" * 10_000_000))
    assert bomb.stat().st_size < 50_000
    with refused(BadInput, "too_large_unpacked"):
        import_archive(path=bomb, max_bytes=1_000_000, **OTHERS)


def test_what_is_no_zip_is_refused(tmp_path: Path, archive: Path) -> None:
    (tmp_path / "text.zip").write_text("no zip")
    (tmp_path / "cut.zip").write_bytes(archive.read_bytes()[:3000])
    for name in ("text.zip", "cut.zip"):
        with refused(BadInput, "not_a_zip"):
            import_archive(path=tmp_path / name)
    with refused(BadInput, "no_such_file"):
        import_archive(path=tmp_path / "none.zip")
