from __future__ import annotations

from pathlib import Path

import pytest

from ranking.asking import asked_by
from ranking.collections.topics import TopicsReport, import_topics
from ranking.exceptions import NameTaken, NotFound
from ranking.models import Topic, TopicSet, Visibility
from regrade.files.bad_lines import BadFile
from tests.factories import make_topics, make_user
from tests.refusals import refused
from tests.regrade.files.writing import write

pytestmark = pytest.mark.django_db


def written(folder: Path, text: str, name: str = "topics.tsv") -> Path:
    return write(folder, text, name)


def test_import_topics_keeps_the_order_of_the_file(tmp_path: Path) -> None:
    report = import_topics(name="two", path=written(tmp_path, "q9\tfirst\nq1\tsecond\n"))
    assert report == TopicsReport("two", 2, 0, "q9", "q1", 0, [], "")
    topics = Topic.objects.values_list("ordinal", "query_id", "query")
    assert list(topics) == [(0, "q9", "first"), (1, "q1", "second")]


def test_import_topics_by_position_keeps_the_number_of_the_file(tmp_path: Path) -> None:
    path = written(tmp_path, "004\tfirst\n365\tsecond\n")
    assert import_topics(name="two", path=path, number_by="position").note == ""
    topics = Topic.objects.values_list("query_id", "metadata")
    assert list(topics) == [("1", {"number": "004"}), ("2", {"number": "365"})]


def test_import_topics_keeps_description_and_narrative(tmp_path: Path) -> None:
    line = '{"query_id": "1", "query": "q", "description": "d", "narrative": "n", "year": 2020}'
    report = import_topics(name="one", path=written(tmp_path, line, "topics.jsonl"))
    topic = Topic.objects.get()
    assert (topic.description, topic.narrative, topic.metadata) == ("d", "n", {"year": 2020})
    assert report.n_with_description == 1


def test_import_topics_notes_what_is_kept_beside_the_queries(tmp_path: Path) -> None:
    web = "<topic number='{}'><query>q</query><subtopic>s</subtopic>{}</topic>"
    content = web.format(1, "<subtopic>t</subtopic><type>x</type>") + web.format(2, "")
    report = import_topics(name="web", path=written(tmp_path, content, "web.xml"))
    fields = "subtopic (2 topics), type (1 topic)"
    assert report.note == f"Other fields are kept, but not searched: {fields}."
    many = ", ".join(f'"f{number}": 1' for number in range(12))
    path = written(tmp_path, f'{{"id": "1", "query": "q", {many}}}', "many.jsonl")
    assert import_topics(name="many", path=path).note.endswith("f9 (1 topic), 2 more.")


def test_import_topics_as_a_variant_of_what_was_hidden_meanwhile_is_hidden_or_refused(
    tmp_path: Path,
) -> None:
    of = make_topics()
    owner, other = (make_user(name, "ranking.may_research") for name in ("rita", "mallory"))
    TopicSet.objects.update(visibility=Visibility.PRIVATE, owner=owner)
    path = written(tmp_path, "q1\tanother wording\n")
    with asked_by(other), refused(NotFound, "gone_meanwhile"):
        import_topics(name="theirs", path=path, variant_of=of)
    with asked_by(owner):
        import_topics(name="hers", path=path, variant_of=of)
    (made,) = TopicSet.objects.exclude(pk=of.pk)
    assert (made.name, made.is_private, made.owner) == ("hers", True, owner)


def test_import_topics_under_a_taken_name_is_refused(tmp_path: Path) -> None:
    make_topics("needs")
    with refused(NameTaken, "name_taken", field="name"):
        import_topics(name="needs", path=written(tmp_path, "q1\tone\n"))


def test_import_topics_leaves_out_what_it_may_skip_and_reports_it(tmp_path: Path) -> None:
    path = written(tmp_path, "q1\tone\nq2\t\nq1\tagain\n")
    with refused(BadFile, "query_empty", line=2):
        import_topics(name="one", path=path)
    report = import_topics(name="one", path=path, skip_bad=True)
    assert list(Topic.objects.values_list("query_id", "query")) == [("q1", "one")]
    assert report.n_skipped == 2
    assert [(bad.line, bad.code) for bad in report.skipped] == [
        (2, "query_empty"),
        (3, "topic_twice"),
    ]


def test_import_topics_as_a_variant_leaves_out_topics_that_the_original_has_not(
    tmp_path: Path,
) -> None:
    of = make_topics()
    report = import_topics(
        name="some", path=written(tmp_path, "x9\ta\nq2\tb\n"), variant_of=of, skip_bad=True
    )
    assert (report.n_topics, report.skipped[0].code) == (1, "unknown_topic")
    with refused(BadFile, "unknown_topic", line=1):
        import_topics(name="none", path=written(tmp_path, "x9\ta\n"), variant_of=of, skip_bad=True)
    assert not TopicSet.objects.filter(name="none").exists()
