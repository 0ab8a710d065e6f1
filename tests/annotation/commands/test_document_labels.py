"""Labels of passages aggregated by document, and relevance by position."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from annotation.models import LabelSet
from ranking.models import Collection, Passage
from regrade.files.judging import read_qrels
from tests.factories import make_collection, make_labels, make_topics
from tests.real.real_data import DATA, needs_real_data
from tests.refusals import refused
from tests.tiers import thorough

pytestmark = pytest.mark.django_db
IDS = ["b#1", "a#0", "a#1", "a#2", "c"]
LABELS = {"q1": {"a#0": 1, "a#2": 3, "b#1": 0}, "q2": {"a#1": 2, "a#2": 2}}
PATTERN = ("--document-of", r"(.+)#(\d+)")
Call = Callable[..., tuple[str, str]]


@pytest.fixture(autouse=True)
def labels(db: None) -> LabelSet:
    collection = make_collection(texts=dict.fromkeys(IDS, "a text"))
    return make_labels("graded", collection, make_topics(), LABELS, min_relevance=2)


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Call:
    def run(command: str, *options: object) -> tuple[str, str]:
        call_command(command, "graded", *map(str, options))
        return capsys.readouterr()

    return run


def store_places() -> None:
    """What an import stores, from 0 on."""
    for passage in Passage.objects.exclude(doc_id="c"):
        document, _, position = passage.doc_id.partition("#")
        Passage.objects.filter(pk=passage.pk).update(
            document_id=document, position_in_document=int(position)
        )


@pytest.mark.parametrize(
    ("by", "lines", "hint"),
    [
        ("max", "q1 0 a 3\nq1 0 b 0\nq2 0 a 2\n", "trec_eval -l 2 -c QRELS RUN"),
        ("sum", "q1 0 a 4\nq1 0 b 0\nq2 0 a 4\n", "No trec_eval -l fits: a sum can be of"),
    ],
)
def test_export_labels_of_documents_by_stored_places_and_by_a_pattern(
    call: Call, by: str, lines: str, hint: str
) -> None:
    by_pattern = call("export_labels", "-", "--documents", by, *PATTERN)
    assert by_pattern[0] == lines
    assert hint in by_pattern[1]
    store_places()
    assert call("export_labels", "-", "--documents", by) == by_pattern


def test_export_labels_of_documents_maps_values_before_it_rolls_up(call: Call) -> None:
    out, _ = call("export_labels", "-", "--documents", "sum", "--map", "3:9,1:0", *PATTERN)
    assert out == "q1 0 a 9\nq1 0 b 0\nq2 0 a 4\n"


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (("--documents", "max"), "4 passages .*: b#1, a#0, a#1 …"),
        (("--documents", "max", "--document-of", "(b)#1"), "3 passages .*: a#0"),
        (("--documents", "max", "--document-of", "b"), "'b' has 0 groups"),
        (PATTERN, "--documents max"),
    ],
)
def test_export_labels_of_passages_of_no_document_is_refused(
    call: Call, tmp_path: Path, options: tuple[str, ...], named: str
) -> None:
    with pytest.raises(CommandError, match=named):
        call("export_labels", tmp_path / "qrels", *options)
    assert list(tmp_path.iterdir()) == []


def test_relevance_by_position_counts_from_the_first(call: Call) -> None:
    store_places()
    out, err = call("relevance_by_position", "--format", "csv")
    rows = [line.split(",") for line in out.splitlines()]
    assert rows[0] == ["first", "last", "n_judged", "n_relevant", "share", "low", "high"]
    counts = [row[:5] for row in rows[1:]]
    assert counts == [
        ["1", "1", "1", "0", "0.0"],
        ["2", "2", "2", "1", "0.5"],
        ["3", "3", "2", "2", "1.0"],
    ]
    assert err == "Relevant from 2 on; 5 labels.\n"
    assert call("relevance_by_position", "--format", "csv", *PATTERN)[0] == out


def test_relevance_by_position_shows_what_is_beyond_in_one_row(call: Call) -> None:
    out, _ = call("relevance_by_position", "--up-to", "1", *PATTERN)
    assert [line.split()[:3] for line in out.splitlines()] == [
        ["position", "judged", "relevant"],
        ["----------", "--------", "----------"],
        ["1", "1", "0"],
        ["2+", "4", "3"],
    ]


def test_relevance_by_tenths_takes_the_length_from_the_collection(call: Call) -> None:
    """Document a has twenty passages, three of them judged; b has two and is left out."""
    trees = Collection.objects.get()
    Passage.objects.bulk_create(
        Passage(collection=trees, ordinal=5 + i, doc_id=f"a#{3 + i}", text="a") for i in range(17)
    )
    store_places()
    out, err = call("relevance_by_position", "--tenths", "--format", "json")
    found = [(row["first"], row["n_judged"], row["n_relevant"]) for row in json.loads(out)]
    assert found == [(1, 2, 1), (2, 2, 2)]
    assert err.startswith("Relevant from 2 on; 5 labels, 1 left out")
    assert call("relevance_by_position", "--tenths", "--format", "json", *PATTERN)[0] == out


@pytest.mark.parametrize(
    ("options", "code"), [((), "no_document"), (("--document-of", "(.+)#.*"), "no_position")]
)
def test_relevance_by_position_without_positions_is_refused(
    call: Call, options: tuple[str, ...], code: str
) -> None:
    with refused(CommandError, code):
        call("relevance_by_position", *options)


def test_relevance_by_position_up_to_none_is_refused(call: Call) -> None:
    with pytest.raises(CommandError, match=r"--up-to: .*got 0"):
        call("relevance_by_position", *PATTERN, "--up-to", "0")


def test_relevance_by_position_is_the_same_at_the_api(call: Call, organizer: Client) -> None:
    store_places()
    for query, options in (("", ()), ("&up_to=2", ("--up-to", "2"))):
        data = organizer.get(f"/api/labels/positions?name=graded{query}").json()
        out, _ = call("relevance_by_position", "--format", "json", *options)
        assert data["rows"] == json.loads(out)
        assert (data["name"], data["min_relevance"], data["problem"]) == ("graded", 2, "")
    assert [row["last"] for row in data["rows"]] == [1, 2, None]


def test_at_the_api_passages_without_positions_are_no_rows(organizer: Client) -> None:
    answer = organizer.get("/api/labels/positions", {"name": "graded"})
    assert (answer.status_code, answer.json()["rows"]) == (200, [])
    assert "no known place in documents" in answer.json()["problem"]
    assert organizer.get("/api/labels/positions", {"name": "unknown"}).status_code == 404


@thorough
@needs_real_data
@pytest.mark.parametrize("by", ["max", "sum"])
def test_fira_without_texts_goes_from_snippets_to_documents(
    by: str, tmp_path: Path, real_data: Path
) -> None:
    fira = DATA / "fira19"
    with (fira / "queries.tsv").open() as queries:
        lines = [line for line in queries if not line.startswith("query_id\t")]
    (tmp_path / "queries.tsv").write_text("".join(lines))
    call_command("create_collection", "snippets")
    call_command("import_topics", "fira", str(tmp_path / "queries.tsv"))
    snippets = fira / "fira-trec19-qrels-snippets.txt.gz"
    named = ("--name", "fira", "--collection", "snippets", "--topics", "fira")
    call_command("import_labels", str(snippets), *named, "--min-relevance", "2")
    written = tmp_path / "documents.txt"
    asked = ("--documents", by, "--document-of", r"(.+)_(\d+)")
    call_command("export_labels", "fira", str(written), *asked)
    published = fira / f"fira-trec19-notrec-qrels-docs-{by}.txt.gz"
    ours, theirs = ({label[:3] for label in read_qrels(path)} for path in (written, published))
    assert (len(ours), ours) == (2_003, theirs)
