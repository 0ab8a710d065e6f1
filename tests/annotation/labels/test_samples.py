from __future__ import annotations

from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from annotation.exceptions import LabelsRefused
from annotation.exchange.labels import LabelsReport, import_labels
from annotation.labels.combining import Part, combine_labels
from annotation.labels.deriving import derive_labels
from annotation.labels.exporting import Documents, export_labels
from annotation.models import LabelSet
from regrade.aggregation import AggregationPolicy
from regrade.exceptions import ExportRefused
from regrade.files.errors import BadInput
from regrade.files.judging.qrels_writer import QrelsForm
from tests.annotation.drawn import drawn_campaign
from tests.annotation.voting import whole
from tests.factories import make_collection, make_labels, make_topics
from tests.refusals import refused

pytestmark = pytest.mark.django_db

PRELS = "q1 d1 2 1 0.5\nq1 d2 0 2 0.25\nq1 d3 1 0 1.0\nq9 d1 1 1 0.5\n"


@pytest.fixture
def sample(db: None) -> LabelSet:
    """Of the first three of five pairs that were drawn."""
    drawn = drawn_campaign()
    drawn.judge([4, 1, 2])
    policy = whole(AggregationPolicy(aggregate="median"), min_relevance=3)
    return derive_labels(name="drawn", campaign=drawn.campaign, policy=policy).label_set


def imported(path: Path, of: LabelSet | None = None) -> LabelsReport:
    return import_labels(
        path=path,
        name="again",
        collection=of.collection if of else make_collection(),
        topic_set=of.topic_set if of else make_topics(),
        min_relevance=of.min_relevance if of else 1,
    )


def prels(folder: Path, text: str = PRELS) -> Path:
    path = folder / "labels.prels"
    path.write_text(text)
    return path


@pytest.mark.parametrize("form", [None, QrelsForm.TABLE])
def test_a_sample_comes_back_as_the_same_labels(
    sample: LabelSet, tmp_path: Path, form: QrelsForm | None
) -> None:
    path = tmp_path / "labels.txt"
    done = export_labels(label_set=sample, path=path, mapping={}, form=form)
    again = imported(path, sample).label_set
    assert (done.n_pairs, done.lacks_probabilities) == (3, False)
    assert again.content_hash == sample.content_hash
    assert again.design == {"n": 3, "imported": True}


def test_each_pair_keeps_its_probability_where_passages_come_in_another_order(
    tmp_path: Path,
) -> None:
    text = "q1 a 2 1 0.5\nq1 b 0 1 0.25\n"
    labels = import_labels(
        path=prels(tmp_path, text),
        name="again",
        collection=make_collection(texts={"b": "B.", "a": "A."}),
        topic_set=make_topics(),
    ).label_set
    export_labels(label_set=labels, path=tmp_path / "again.prels", mapping={})
    assert (tmp_path / "again.prels").read_text() == text


def test_qrels_of_a_sample_are_written_where_they_are_asked_for_and_are_other_labels(
    sample: LabelSet, tmp_path: Path
) -> None:
    path = tmp_path / "labels.txt"
    done = export_labels(label_set=sample, path=path, mapping={}, form=QrelsForm.TREC)
    again = imported(path, sample).label_set
    assert done.lacks_probabilities
    assert not again.is_sample
    assert again.content_hash != sample.content_hash


def test_the_command_writes_probabilities_and_says_what_the_labels_are(
    sample: LabelSet, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("export_labels", "drawn", str(tmp_path / "labels.tsv"))
    assert (tmp_path / "labels.tsv").read_text().startswith("query_id\tpassage_id\t")
    out = capsys.readouterr().out
    assert "A sample: 3 of 10 pairs" in out
    assert "1 topic without a drawn pair" in out
    call_command("export_labels", "drawn", str(tmp_path / "labels.txt"), form="trec")
    assert "--as prels" in capsys.readouterr().out


def test_prels_become_a_sample_of_the_pairs_that_were_drawn(tmp_path: Path) -> None:
    done = imported(prels(tmp_path, f"{PRELS}q2 d1 1 1 1.0\n"))
    assert done.label_set.design == {"n": 3, "imported": True}
    assert (done.n_pairs, done.n_not_drawn, done.n_pairs_of_unknown_topics) == (3, 1, 1)


def test_prels_in_which_every_pair_is_certain_are_plain_labels(tmp_path: Path) -> None:
    labels = imported(prels(tmp_path, "q1 d1 2 1 1.0\nq1 d2 0 2 1\n")).label_set
    assert labels.design == {}
    assert labels.topic_labels.get().probabilities is None


def test_certain_pairs_beside_chosen_ones_are_a_sample(tmp_path: Path) -> None:
    done = imported(prels(tmp_path, "q1 d1 2 1 1.0\nq1 d2 0 0 1.0\n"))
    assert (done.label_set.design, done.n_not_drawn) == ({"n": 1, "imported": True}, 1)


def test_prels_of_which_no_pair_was_drawn_are_refused(tmp_path: Path) -> None:
    with refused(LabelsRefused, "none_drawn"):
        imported(prels(tmp_path, "q1 d1 2 0 1.0\n"))


def test_a_bad_probability_is_refused_with_its_line_and_nothing_is_stored(tmp_path: Path) -> None:
    with refused(BadInput, "out_of_range", line=2):
        imported(prels(tmp_path, "q1 d1 2 1 0.5\nq1 d2 0 1 1.5\n"))
    assert not LabelSet.objects.exists()


def test_a_sample_is_not_judged_whole(tmp_path: Path) -> None:
    with refused(LabelsRefused, "sample_not_whole"):
        import_labels(
            path=prels(tmp_path),
            name="again",
            collection=make_collection(),
            topic_set=make_topics(),
            is_whole=True,
        )


def test_prels_of_plain_labels_and_documents_of_a_sample_are_refused(
    sample: LabelSet, tmp_path: Path
) -> None:
    path = tmp_path / "labels.txt"
    plain = make_labels("plain", sample.collection, sample.topic_set, {"q1": {"a": 1}})
    with refused(ExportRefused, "labels_unwritable", says="prels"):
        export_labels(label_set=plain, path=path, mapping={}, form=QrelsForm.PRELS)
    with refused(LabelsRefused, "documents_of_sample"):
        export_labels(label_set=sample, path=path, mapping={}, documents=Documents("max"))


def test_a_sample_is_not_combined(sample: LabelSet) -> None:
    other = make_labels("other", sample.collection, sample.topic_set, {"q1": {"a": 1}})
    with refused(LabelsRefused, "sample_combined", says="drawn"):
        combine_labels(name="both", parts=[Part(other), Part(sample)], rule="union")


def test_the_api_says_that_labels_are_a_sample_and_downloads_them_as_one(
    sample: LabelSet, organizer: Client
) -> None:
    [row] = organizer.get("/api/menus/labels").json()
    assert row["design"] == sample.design
    assert row["sample"] == (
        "A sample: 3 of 10 pairs, drawn with known probabilities for DCG@3 between first and"
        " second."
    )
    names = [
        organizer.get("/api/labels/qrels", {"name": "drawn", **asked})["Content-Disposition"]
        for asked in ({}, {"format": "trec"})
    ]
    assert [one.partition("filename=")[2] for one in names] == [
        '"drawn.prels"',
        '"drawn.sample.qrels"',
    ]
