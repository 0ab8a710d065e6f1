from __future__ import annotations

from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ranking.asking import asked_by
from ranking.exceptions import NotFound, RankingError
from ranking.models import Collection, Run, TopicSet, Visibility
from ranking.runs.importing import RunReport, import_run
from regrade.files.errors import BadInput
from regrade.files.packed import packed_ids
from regrade.files.runs import Leniency
from tests.factories import make_collection, make_topics, make_user
from tests.refusals import refused
from tests.regrade.files.writing import write

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("collection", "topic_set")]


@pytest.fixture
def collection() -> Collection:
    return make_collection()


@pytest.fixture
def topic_set() -> TopicSet:
    return make_topics()


def read(folder: Path, text: str, **options: object) -> RunReport:
    return import_run(
        path=write(folder, text, "run.txt"),
        name="new",
        collection=Collection.objects.get(name="trees"),
        topic_set=TopicSet.objects.get(),
        **options,  # type: ignore[arg-type]
    )


def doc_ids(run: Run, query_id: str) -> list[str]:
    by_ordinal = dict(run.collection.passages.values_list("ordinal", "doc_id"))
    ranking = run.rankings.get(topic__query_id=query_id)
    return [by_ordinal[ordinal] for ordinal in ranking.ordinals.tolist()]


def test_import_run_keeps_the_metadata_of_its_file(tmp_path: Path) -> None:
    header = "# ir_metadata.start\n# schema version: 0.2-beta\n# tag: bm25\n# ir_metadata.end\n"
    report = read(tmp_path, f"{header}q1 Q0 d1 1 9 mine\n")
    assert report.metadata_note == "Its ir_metadata header is kept."
    metadata = {"schema version": "0.2-beta", "tag": "bm25"}
    assert Run.objects.get(name="new").metadata == metadata


@pytest.mark.parametrize("separator", [" ", "  "])  # read by block and by line
def test_import_run_leaves_out_metadata_that_it_cannot_read(separator: str, tmp_path: Path) -> None:
    header = "# ir_metadata.start\n# tag: *all\n# ir_metadata.end\n"
    report = read(tmp_path, f"{header}q1{separator}Q0 d1 1 9 mine\n")
    note = "Its ir_metadata header was left out: line 2: aliases are not read."
    assert (report.n_lines, report.metadata_note) == (1, note)
    assert Run.objects.get(name="new").metadata is None


@pytest.mark.parametrize(
    ("text", "same_as"),
    [
        ("q2 Q0 d1 1 1 theirs\nq1 Q0 d2 2 8 theirs\nq1 Q0 d1 1 9 theirs\n", ["old", "older"]),
        ("q1 Q0 d1 1 9 mine\nq1 Q0 d2 2 8 mine\n", []),  # a topic less
        ("q1 Q0 d1 1 9 mine\nq1 Q0 d2 2 8 mine\nq2 Q0 d1 1 2 mine\n", []),  # another score
        ("q1 Q0 d1 1 9 mine\nq1 Q0 d2 2 8 mine\nq2 Q0 d2 1 1 mine\n", []),
    ],
)
def test_import_run_names_the_runs_with_the_same_rankings(
    text: str, same_as: list[str], tmp_path: Path
) -> None:
    lines = "q1 Q0 d1 1 9 mine\nq1 Q0 d2 2 8 mine\nq2 Q0 d1 1 1 mine\n"
    for name in ("old", "older", "hers"):
        read(tmp_path, lines)
        Run.objects.filter(name="new").update(name=name)
    owner = {"owner": make_user("alice"), "visibility": Visibility.PRIVATE}
    Run.objects.filter(name="hers").update(**owner)
    with asked_by(make_user("rita", "ranking.may_research")):
        assert read(tmp_path, text).same_as == same_as


def test_import_run_in_trec_format_is_ordered_by_score_whatever_its_ranks(tmp_path: Path) -> None:
    text = "q1 Q0 d1 1 0.5 mine\nq1 Q0 d2 2 9 mine\nq1 Q0 d3 3 0.5 mine\nq2 Q0 d1 1 1 mine\n"
    report = read(tmp_path, text, team="trees inc")
    run = Run.objects.get(name="new")
    assert doc_ids(run, "q1") == ["d2", "d3", "d1"]
    assert (run.tag, run.team, run.source, run.status) == (
        "mine",
        "trees inc",
        "imported",
        "complete",
    )
    assert (report.n_topics, report.n_lines, report.n_tied, report.depth) == (2, 4, 2, 3)
    assert (run.depth, report.overlap) == (3, "")


def test_import_run_with_scattered_lines_puts_topics_together(tmp_path: Path) -> None:
    read(tmp_path, "q1 Q0 d1 1 1 t\nq2 Q0 d3 1 1 t\nq1 Q0 d2 2 2 t\nq2 Q0 d1 1 3 t\n")
    run = Run.objects.get()
    assert (doc_ids(run, "q1"), doc_ids(run, "q2")) == (["d2", "d1"], ["d1", "d3"])


def test_import_run_in_single_precision_is_ordered_by_what_is_left_of_scores(
    tmp_path: Path,
) -> None:
    text = "q1 Q0 d1 1 20.0000005 t\nq1 Q0 d2 2 20.0000003 t\nq1 Q0 d3 3 1e-46 t\n"
    assert read(tmp_path, text, single_precision=True).n_tied == 2
    assert doc_ids(Run.objects.get(), "q1") == ["d2", "d1", "d3"]
    ranking = Run.objects.get().rankings.get(topic__query_id="q1")
    assert ranking.scores.tolist() == [20.0, 20.0, 0.0]


def test_import_run_in_single_precision_refuses_a_score_that_has_none(tmp_path: Path) -> None:
    text = "q1 Q0 d1 1 3 t\nq2 Q0 d3 1 4 t\nq2 Q0 d1 2 -1e39 t\n"
    with refused(BadInput, "beyond_single_precision") as caught:
        read(tmp_path, text, single_precision=True)
    assert "topic q2, passage d1: the score -1e+39" in str(caught.value)
    assert not Run.objects.exists()


def test_import_run_that_keeps_the_first_counts_what_it_leaves_out(tmp_path: Path) -> None:
    text = "q1 Q0 d1 1 2 t\nq1 Q0 d2 2 1 t\nq1 Q0 d2 3 9 t\n"
    report = read(tmp_path, text, leniency=Leniency(keep_first=True))
    assert (report.n_lines, report.n_repeated) == (2, 1)
    run = Run.objects.get()
    assert (doc_ids(run, "q1"), run.spec) == (["d1", "d2"], {"n_repeated": 1})


def test_import_run_with_unknown_doc_ids_adds_passages_without_text(
    tmp_path: Path, collection: Collection
) -> None:
    report = read(tmp_path, "q1 Q0 new1 1 3 t\nq1 Q0 d1 2 2 t\nq2 Q0 new1 1 1 t\n")
    assert report.n_new_doc_ids == 1
    assert collection.passages.get(text=None).doc_id == "new1"
    assert doc_ids(Run.objects.get(), "q1") == ["new1", "d1"]


def test_import_run_longer_than_a_batch_is_read_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packed_ids, "CHUNK", 2)
    lines = [f"q{1 + n % 2} Q0 x{n // 2} 1 {n} t" for n in range(9)]
    report = read(tmp_path, "\n".join(lines))
    assert (report.n_lines, report.n_new_doc_ids) == (9, 5)
    assert doc_ids(Run.objects.get(), "q2") == ["x3", "x2", "x1", "x0"]


def test_import_run_with_unknown_query_ids_counts_and_leaves_them_out(tmp_path: Path) -> None:
    report = read(tmp_path, "q1 Q0 d1 1 1 t\nz Q0 d1 1 1 t\nz Q0 lost 2 1 t\n")
    assert (report.n_unknown_topics, report.n_lines_of_unknown_topics) == (1, 2)
    assert (report.unknown_query_ids, report.n_topics_without_ranking) == (["z"], 1)
    assert report.n_new_doc_ids == 0
    assert "1 are in both, 1 only in the file (z), 1 only in the topic set" in report.overlap


def test_import_run_of_other_topics_is_refused(tmp_path: Path, collection: Collection) -> None:
    with refused(BadInput, "no_known_topic") as caught:
        read(tmp_path, "x Q0 new 1 1 t\ny Q0 d1 1 1 t\n")
    assert "2 query ids is a topic of needs; it begins with x, y" in str(caught.value)
    assert collection.passages.count() == 3


def test_import_run_with_a_repeated_passage_leaves_nothing(
    tmp_path: Path, collection: Collection
) -> None:
    with pytest.raises(BadInput) as caught:
        read(tmp_path, "q1 Q0 new 1 1 t\nq2 Q0 new 1 1 t\nq1 Q0 new 2 2 t\n")
    assert caught.value.line == 3
    assert not Run.objects.exists()
    assert collection.passages.count() == 3


def test_import_run_with_new_doc_ids_for_a_parent_of_variants_is_refused(
    tmp_path: Path, collection: Collection
) -> None:
    Collection.objects.create(name="rotated", parent=collection, recipe={})
    with refused(RankingError, "has_variants"):
        read(tmp_path, "q1 Q0 new 1 1 t\n")
    assert not Run.objects.exists()


@pytest.mark.parametrize("ground", [Collection, TopicSet])
def test_import_run_over_what_was_hidden_meanwhile_is_hidden_or_refused(
    tmp_path: Path,
    collection: Collection,
    topic_set: TopicSet,
    ground: type[Collection] | type[TopicSet],
) -> None:
    owner, other = (make_user(name, "ranking.may_research") for name in ("rita", "mallory"))
    ground.objects.update(visibility=Visibility.PRIVATE, owner=owner)
    given = {"path": write(tmp_path, "q1 Q0 d1 1 1 t\n"), "topic_set": topic_set}
    with asked_by(other), refused(NotFound, "gone_meanwhile"):
        import_run(name="theirs", collection=collection, **given)  # type: ignore[arg-type]
    with asked_by(owner):
        import_run(name="hers", collection=collection, **given)  # type: ignore[arg-type]
    assert [(run.name, run.is_private, run.owner) for run in Run.objects.all()] == [
        ("hers", True, owner)
    ]


def test_import_run_takes_its_name_before_the_collection_that_it_adds_to(tmp_path: Path) -> None:
    """All who import do: two that held one each and waited for the other would both be stuck."""
    with CaptureQueriesContext(connection) as queries:
        read(tmp_path, "q1 Q0 unheard-of 1 1 t\n")
    sent = [query["sql"] for query in queries]
    locked = next(at for at, sql in enumerate(sent) if sql.endswith("FOR NO KEY UPDATE"))
    assert sum(sql.startswith('INSERT INTO "ranking_run"') for sql in sent[:locked]) == 1
