from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from annotation.exceptions import LabelsRefused
from annotation.exchange.labels import LabelsReport, import_labels
from annotation.labels.arrays import relevances_by_topic
from annotation.models import LabelSet
from ranking.collections.docid_maps import docid_map
from ranking.collections.topics import import_topics
from ranking.exceptions import NameTaken
from ranking.models import Collection, Passage, TopicSet
from regrade.files.errors import BadInput
from tests.factories import make_collection, make_topics
from tests.real.real_data import DATA, needs_real_data
from tests.refusals import refused
from tests.regrade.files.writing import write
from tests.tiers import thorough

pytestmark = pytest.mark.django_db


@pytest.fixture
def collection(db: None) -> Collection:
    return make_collection()


@pytest.fixture
def topic_set(db: None) -> TopicSet:
    return make_topics()


@pytest.fixture
def import_text(collection: Collection, topic_set: TopicSet, tmp_path: Path) -> Importer:
    return Importer(collection, topic_set, tmp_path)


class Importer:
    """Imports text over the test's collection and topics."""

    def __init__(self, collection: Collection, topic_set: TopicSet, folder: Path) -> None:
        self.collection, self.topic_set, self.folder = collection, topic_set, folder

    def __call__(
        self, text: str, name: str = "labels", min_relevance: int | None = None, **options: Any
    ) -> LabelsReport:
        return import_labels(
            path=write(self.folder, text, "qrels.txt"),
            name=name,
            collection=self.collection,
            topic_set=self.topic_set,
            min_relevance=min_relevance,
            **options,
        )


def stored(label_set: LabelSet) -> dict[str, dict[str, int]]:
    docids = docid_map(label_set.collection)
    return {
        query_id: dict(
            zip(
                (doc_id.decode() for doc_id in docids.doc_ids_of(ordinals)),
                values.tolist(),
                strict=True,
            )
        )
        for query_id, (ordinals, values) in relevances_by_topic(label_set).items()
    }


def test_import_labels_stores_what_the_file_says(import_text: Importer) -> None:
    done = import_text("q2 0 d3 1\nq1 0 d2 0\nq1 0 d1 -2\n")
    assert stored(done.label_set) == {"q1": {"d1": -2, "d2": 0}, "q2": {"d3": 1}}


def test_import_labels_counts_values_and_what_is_relevant(import_text: Importer) -> None:
    done = import_text("q1 0 d1 3\nq1 0 d2 1\nq2 0 d1 3\nq2 0 d2 2\n", min_relevance=2)
    assert (done.n_topics, done.n_pairs, done.n_relevant) == (2, 4, 3)
    assert done.n_pairs_by_relevance == {1: 1, 2: 1, 3: 2}


def test_import_labels_of_the_same_topics_has_no_overlap_sentence(import_text: Importer) -> None:
    assert import_text("q1 0 d1 1\nq2 0 d1 1\n").overlap == ""


def test_import_labels_adds_unknown_doc_ids_as_passages_without_text(
    import_text: Importer,
) -> None:
    done = import_text("q1 0 new1 1\nq1 0 d1 0\nq2 0 new1 0\nq2 0 new2 1\n")
    assert done.n_new_doc_ids == 2
    added = Passage.objects.filter(text__isnull=True)
    assert list(added.values_list("doc_id", flat=True)) == ["new1", "new2"]
    assert stored(done.label_set)["q2"] == {"new1": 0, "new2": 1}


def test_import_labels_of_unknown_topics_leaves_out_lines_and_doc_ids(
    import_text: Importer, collection: Collection
) -> None:
    done = import_text("q1 0 d1 1\nq8 0 new 1\nq9 0 d1 1\nq9 0 d2 1\n")
    assert (done.n_unknown_topics, done.n_pairs_of_unknown_topics) == (2, 3)
    assert list(done.unknown_query_ids) == ["q8", "q9"]
    assert (done.n_new_doc_ids, collection.passages.count()) == (0, 3)
    assert done.n_topics_without_labels == 1


def test_import_labels_sharing_part_of_the_ids_says_so_and_keeps_it(import_text: Importer) -> None:
    done = import_text("q1 0 d1 1\nq9 0 d1 1\n")
    expected = "share only part of their query ids: 1 are in both, 1 only in qrels.txt (q9)"
    assert expected in done.overlap
    assert LabelSet.objects.get().report["overlap"] == done.overlap


def test_import_labels_without_a_known_topic_is_refused(
    import_text: Importer, collection: Collection
) -> None:
    with refused(LabelsRefused, "no_known_topic"):
        import_text("q8 0 new 1\n")
    assert not LabelSet.objects.exists()
    assert collection.passages.count() == 3


def test_import_labels_damaged_at_the_end_changes_nothing(
    import_text: Importer, collection: Collection
) -> None:
    with pytest.raises(BadInput) as caught:
        import_text("q1 0 new 1\nq1 0 d1 many\n")
    assert caught.value.line == 2
    assert not LabelSet.objects.exists()
    assert collection.passages.count() == 3


def test_import_labels_under_a_taken_name_changes_nothing(
    import_text: Importer, collection: Collection
) -> None:
    import_text("q1 0 d1 1\n")
    with pytest.raises(NameTaken):
        import_text("q1 0 new 1\n")
    assert collection.passages.count() == 3


def test_import_labels_beyond_two_bytes_is_refused_and_adds_no_passage(
    import_text: Importer, collection: Collection
) -> None:
    with refused(LabelsRefused, "out_of_range"):
        import_text("q1 0 new 1\n", min_relevance=-99999)
    assert collection.passages.count() == 3


def test_import_labels_with_a_min_relevance_above_every_label_changes_nothing(
    import_text: Importer, collection: Collection
) -> None:
    with refused(LabelsRefused, "none_relevant"):
        import_text("q1 0 new 3\nq2 0 d1 0\nq9 0 d1 4\n", min_relevance=4)
    assert collection.passages.count() == 3
    assert not LabelSet.objects.exists()


def test_import_labels_without_a_relevant_passage_nor_a_threshold_asked_for_is_fine(
    import_text: Importer,
) -> None:
    assert import_text("q1 0 d1 0\n").label_set.min_relevance == 1


def test_import_labels_of_topics_judged_whole_is_another_label_set(import_text: Importer) -> None:
    listed, whole = (
        import_text("q1 0 d1 1\n", name, is_whole=name == "whole").label_set
        for name in ("listed", "whole")
    )
    assert (listed.is_whole, whole.is_whole) == (False, True)
    assert listed.content_hash != whole.content_hash


def test_import_labels_of_topics_judged_whole_has_a_threshold_above_what_is_not_listed(
    import_text: Importer,
) -> None:
    with refused(LabelsRefused, "all_relevant"):
        import_text("q1 0 d1 1\n", min_relevance=0, is_whole=True)


@needs_real_data
def test_import_labels_of_cranfield_fits_topics_by_position_alone() -> None:
    collection = make_collection("cranfield", {str(i): "…" for i in range(1, 1401)})
    reports = {}
    for number_by in ("id", "position"):
        import_topics(name=number_by, path=DATA / "cranfield" / "cran.qry.xml", number_by=number_by)
        reports[number_by] = import_labels(
            path=DATA / "cranfield" / "cranqrel.trec.txt",
            name=f"by-{number_by}",
            collection=collection,
            topic_set=TopicSet.objects.get(name=number_by),
        )
    assert "--number-by position" in reports["id"].overlap
    assert (reports["id"].n_topics, reports["id"].n_unknown_topics) == (152, 73)
    assert reports["position"].overlap == ""
    assert (reports["position"].n_topics, reports["position"].n_pairs) == (225, 1837)


@thorough
@needs_real_data
@pytest.mark.parametrize(
    ("name", "n_topics", "n_pairs"),
    [("qrels.dl19-passage.txt", 43, 9260), ("qrels.dl20-passage.txt", 54, 11386)],
)
def test_import_labels_of_the_deep_learning_track(name: str, n_topics: int, n_pairs: int) -> None:
    path = DATA / "trec_dl" / name
    query_ids = dict.fromkeys(line.split()[0] for line in path.read_text().splitlines())
    done = import_labels(
        path=path,
        name="dl",
        collection=make_collection(texts={}),
        topic_set=make_topics(queries=dict.fromkeys(query_ids, "…")),
        min_relevance=2,
    )
    assert (done.n_topics, done.n_pairs) == (n_topics, n_pairs)
    assert done.label_set.scale == [0, 1, 2, 3]
