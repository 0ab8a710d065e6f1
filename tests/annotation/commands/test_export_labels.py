from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from annotation.models import LabelSet
from tests.factories import make_collection, make_labels, make_topics
from tests.real.real_data import DATA, needs_real_data
from tests.refusals import refused
from tests.tiers import thorough

pytestmark = pytest.mark.django_db

QRELS = "q1 0 d1 1\nq1 0 d2 5\nq2 0 d1 3\n"


@pytest.fixture(autouse=True)
def graded(db: None) -> LabelSet:
    relevances = {"q1": {"d1": 1, "d2": 5}, "q2": {"d1": 3}}
    return make_labels("graded", make_collection(), make_topics(), relevances, min_relevance=3)


Export = Callable[..., tuple[str, str]]


@pytest.fixture
def export(capsys: pytest.CaptureFixture[str]) -> Export:
    """What goes to standard output and to standard error."""

    def run(*arguments: object) -> tuple[str, str]:
        call_command("export_labels", "graded", *map(str, arguments))
        return capsys.readouterr()

    return run


def test_export_labels_writes_a_file_and_says_how_to_use_it(export: Export, tmp_path: Path) -> None:
    path = tmp_path / "graded.qrels"
    out, _ = export(path)
    assert path.read_text() == QRELS
    assert out == f"3 pairs of 2 topics in {path}.\ntrec_eval -l 3 -c {path} RUN\n"


def test_export_labels_to_standard_output_writes_hints_beside_it(export: Export) -> None:
    text = "3 pairs of 2 topics on standard output.\ntrec_eval -l 3 -c QRELS RUN\n"
    assert export("-") == (QRELS, text)


def test_export_labels_by_a_map_without_a_level_says_so(export: Export) -> None:
    _, err = export("-", "--map", "1:4")
    assert err.splitlines()[1].startswith("No trec_eval -l fits: ")
    assert "1 negative values" in export("-", "--map", "1:-1")[1]


def test_export_labels_by_a_bad_map_is_refused(export: Export, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"--map: .*'1'"):
        export(tmp_path / "qrels", "--map", "1")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("name", "options"), [("a.tsv", ()), ("a", ("--as", "msmarco"))])
def test_export_labels_for_ms_marco_writes_relevant_passages_alone(
    export: Export, tmp_path: Path, name: str, options: tuple[str, ...]
) -> None:
    out, _ = export(tmp_path / name, *options)
    assert (tmp_path / name).read_text() == "q1\t0\td2\t1\nq2\t0\td1\t1\n"
    assert out.startswith("2 pairs of 2 topics in ")
    assert "left out are 1 pairs that are not, and so 0 topics." in out


def test_export_labels_as_trec_writes_every_label_whatever_the_name(
    export: Export, tmp_path: Path
) -> None:
    export(tmp_path / "a.tsv", "--as", "trec")
    assert (tmp_path / "a.tsv").read_text() == QRELS


def test_export_labels_for_ms_marco_by_a_map_is_refused(export: Export, tmp_path: Path) -> None:
    with refused(CommandError, "labels_unwritable"):
        export(tmp_path / "a.tsv", "--map", "1:0")
    assert not (tmp_path / "a.tsv").exists()


def test_export_labels_for_ms_marco_without_a_relevant_passage_is_refused(
    tmp_path: Path, graded: LabelSet
) -> None:
    sets = graded.collection, graded.topic_set
    make_labels("none", *sets, {"q1": {"d1": 0}})
    with refused(CommandError, "labels_unwritable"):
        call_command("export_labels", "none", str(tmp_path / "none.tsv"))


@pytest.mark.parametrize("name", ["again.qrels", "again.tsv.gz"])
def test_exported_labels_come_back_and_leave_as_the_same_bytes(
    export: Export, tmp_path: Path, name: str
) -> None:
    before, after = tmp_path / name, tmp_path / f"after-{name}"
    export(before)
    call_command("import_labels", str(before), name="b", collection="trees", topics="needs")
    call_command("export_labels", "b", str(after))
    assert after.read_bytes() == before.read_bytes()


@needs_real_data
@pytest.mark.parametrize(
    "name",
    [
        "msmarco_assessment/qrels.msmarco.tsv",
        pytest.param("trec_dl/qrels.msmarco-passage.dev-subset.txt", marks=thorough),
    ],
)
def test_ms_marcos_own_labels_come_back_line_for_line(tmp_path: Path, name: str) -> None:
    lines = (DATA / name).read_text().split("\n")
    fields = [line.split() for line in lines if line]
    topics = dict.fromkeys(query_id for query_id, *_ in fields)
    make_topics("marco", dict.fromkeys(topics, "a query"))
    make_collection("empty", {})
    names = {"collection": "empty", "topics": "marco"}
    call_command("import_labels", str(DATA / name), name="marco", **names)
    call_command("export_labels", "marco", str(tmp_path / "dev.tsv"))
    written = (tmp_path / "dev.tsv").read_text().splitlines()
    assert sorted(written) == sorted("\t".join(each) for each in fields)
