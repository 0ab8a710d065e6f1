from __future__ import annotations

from pathlib import Path

import pytest

from regrade.files.errors import BadInput
from regrade.files.topic_formats.records import TopicRecord
from regrade.files.topics import read_topics
from tests.refusals import refused
from tests.regrade.files.writing import write

UNCLOSED = """<top>
<num> Number: 301
<title> International Organized Crime

<desc> Description:
Identify organizations that
participate.

<narr> Narrative:
A relevant one names it.
</top>

"""
CLOSED = (
    "<xml>\n<top><num>7</num><title>wings &amp; slipstreams</title><desc>Any.</desc></top>\n</xml>"
)


def test_read_topics_reads_tsv_to_the_letter(tmp_path: Path) -> None:
    assert list(read_topics(write(tmp_path, " 2\t  Androgen  receptor \n\n10\twhy\n"))) == [
        TopicRecord("2", "  Androgen  receptor ", "", "", {}, 1),
        TopicRecord("10", "why", "", "", {}, 3),
    ]


@pytest.mark.parametrize("name", ["query_id", "qid", "id", "query-id", "topic", "\ufeffquery_id"])
def test_read_topics_passes_over_a_header_line(tmp_path: Path, name: str) -> None:
    path = write(tmp_path, f"{name}\tquery_text\n5\twhat is a weir\n")
    assert [(topic.query_id, topic.line) for topic in read_topics(path)] == [("5", 2)]


def test_read_topics_looks_for_a_header_in_the_first_line_only(tmp_path: Path) -> None:
    path = write(tmp_path, "5\twhat is a weir\ntopic\twhat is a topic\n")
    assert [topic.query_id for topic in read_topics(path)] == ["5", "topic"]


def test_read_topics_reads_tags_that_are_not_closed(tmp_path: Path) -> None:
    assert list(read_topics(write(tmp_path, UNCLOSED))) == [
        TopicRecord(
            query_id="301",
            query="International Organized Crime",
            description="Identify organizations that participate.",
            narrative="A relevant one names it.",
            metadata={},
            line=1,
        )
    ]


def test_read_topics_reads_tags_that_are_closed(tmp_path: Path) -> None:
    assert list(read_topics(write(tmp_path, CLOSED))) == [
        TopicRecord("7", "wings & slipstreams", "Any.", "", {}, 2)
    ]


def test_read_topics_keeps_unknown_tags_as_metadata(tmp_path: Path) -> None:
    path = write(tmp_path, "<top><num>1<dom> Economics <title>taxes</top>")
    [topic] = read_topics(path)
    assert (topic.query, topic.metadata) == ("taxes", {"dom": "Economics"})


def test_read_topics_reads_a_number_that_is_an_attribute(tmp_path: Path) -> None:
    path = write(
        tmp_path, '<topics><topic number="51" type="x"><query>hoof</query></topic></topics>'
    )
    assert [(topic.query_id, topic.query) for topic in read_topics(path)] == [("51", "hoof")]


def test_read_topics_reads_documents_as_topics(tmp_path: Path) -> None:
    path = write(tmp_path, "<DOC>\n<DOCNO> 12 </DOCNO>\n\n portable\noperating systems\n</DOC>\n")
    assert list(read_topics(path)) == [
        TopicRecord("12", "portable operating systems", "", "", {}, 1)
    ]


@pytest.mark.parametrize(
    ("id_name", "query_name"),
    [("query_id", "query"), ("id", "text"), ("_id", "title"), ("qid", "query")],
)
def test_read_topics_reads_json_lines(tmp_path: Path, id_name: str, query_name: str) -> None:
    line = f'{{"{id_name}": "q1", "{query_name}": "who  is", "narrative": "n", "source": "web"}}'
    assert list(read_topics(write(tmp_path, line))) == [
        TopicRecord("q1", "who  is", "", "n", {"source": "web"}, 1)
    ]


@pytest.mark.parametrize(
    ("line", "query_id", "metadata"),
    [
        ('{"id": "1", "query": null, "text": "a"}', "1", {}),
        ('{"id": "1", "query": "a", "text": "b"}', "1", {"text": "b"}),
        ('{"query_id": null, "id": "1", "qid": "9", "text": "a"}', "1", {"qid": "9"}),
        ('{"id": "1", "text": "a", "year": null}', "1", {"year": None}),
    ],
)
def test_read_topics_keeps_of_json_lines_what_is_not_read(
    tmp_path: Path, line: str, query_id: str, metadata: dict[str, object]
) -> None:
    expected = TopicRecord(query_id, "a", "", "", metadata, 1)
    assert list(read_topics(write(tmp_path, line))) == [expected]


def test_read_topics_by_position_numbers_from_one_and_keeps_the_number(tmp_path: Path) -> None:
    path = write(tmp_path, "qid\tquery\n4\tfirst\n365\tsecond\n")
    topics = list(read_topics(path, number_by="position"))
    assert [topic.query_id for topic in topics] == ["1", "2"]
    assert [topic.metadata["number"] for topic in topics] == ["4", "365"]


@pytest.mark.parametrize(
    ("content", "code", "line", "says"),
    [
        ("5\ta\n6\tb\n5\tc\n", "topic_twice", 3, "topic 5 was given before, on line 1"),
        ("<top><num>5<title>a</top><top><num>5<title>b</top>", "topic_twice", 1, "topic 5"),
        ("5\t \u200b\n", "query_empty", 1, "topic 5"),
        ("<top><num>5<title> </top>", "query_empty", 1, ""),
        ("<top><num>5</top>", "query_empty", 1, ""),
        ('{"id":"5","text":""}', "query_empty", 1, ""),
        ("\tquery\n", "id_empty", 1, "query id"),
        ("<top><title>a</top>", "id_empty", 1, ""),
        ('{"id":"","text":"a"}', "id_empty", 1, ""),
        ("1\tone\n2 two\n", "column_count", 2, "1 column; "),
        ("who wrote it\tA Person\n", "id_with_white_space", 1, "question<TAB>['answer', "),
        ("who wrote it\t['A Person']\n", "id_empty", 1, "--number-by position"),
        ("what is this\n", "unknown_file_kind", 1, ""),
        ("query_id\tquery\n", "no_records", None, "topics"),
        ("<DOC>\n<DOCNO>1</DOCNO>a\n<DOC>\n</DOC>\n", "block_in_block", 3, "<doc> of line 1"),
    ],
)
def test_read_topics_refuses_what_is_no_topic(
    tmp_path: Path, content: str, code: str, line: int | None, says: str
) -> None:
    path = write(tmp_path, content)
    with refused(BadInput, code, line=line, says=says):
        list(read_topics(path))


@pytest.mark.parametrize(
    "block",
    [
        "<top><num>&nbsp;30\u00a01&nbsp;</num><title>why</title></top>",
        "<DOC><DOCNO>&nbsp;30\u00a01\u2003</DOCNO>why</DOC>",
    ],
)
def test_read_topics_takes_white_space_at_the_ends_of_ids_in_markup_for_layout(
    block: str, tmp_path: Path
) -> None:
    assert [topic.query_id for topic in read_topics(write(tmp_path, block))] == ["30\u00a01"]
