"""Topic files as evaluation campaigns publish them: a small one of our own for each kind."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import pytest

from regrade.files.bad_lines import BadFile, Found
from regrade.files.errors import BadInput
from regrade.files.topic_formats.records import TopicRecord
from regrade.files.topics import NumberBy, read_topics
from tests.refusals import refused
from tests.regrade.files.writing import write


class Official(NamedTuple):
    """A file's content, and its topics: id, query, description, and what else is kept."""

    content: str | bytes
    topics: list[tuple[str, str, str, dict[str, Any]]]
    number_by: NumberBy = "id"


WEB = """<?xml version="1.0"?>
<!DOCTYPE webtrack2031 [
  <!-- ]> An "unfinished quotation mark's comment, with <topic number="9"> -->
  <!ELEMENT webtrack2031 (topic)*>
  <!ATTLIST topic number CDATA #REQUIRED type (faceted|other) "other">
]>
<webtrack2031>
<!-- Types are a hint:
     <topic number="8"><query>not asked</query></topic> -->
<topic number="201" type="faceted">
  <query>moss &amp; stone</query>
  <description>
    How does moss
    grow on stone?
  </description>
  <subtopic number="1" type="inf">Which stones?</subtopic>
</topic>
</webtrack2031>
"""
NTCIR = """<?xml version="1.0" encoding="utf-8"?>
<queries>
  <query>
    <qid>0001</qid>
    <content>paper lanterns</content>
    <description>You want to fold one.</description>
  </query>
  <query><qid>0002</qid><content>tides</content></query>
</queries>
"""
TRIALS = """<topics task="Clinical Trials">
<topic number="1">
Patient is 61, with <i>H</i><sub>2</sub>
receptor blockers; PaO2 &lt; 60.
</topic>
</topics>
"""
QUESTIONNAIRE = """<topics>
<topic number="1" template="hay fever">
  <field name="definitive diagnosis">yes</field>
  <field name="patient's age">39</field>
  <field name="medication"/>
  <field name="surgery"></field>
</topic>
</topics>
"""
UNCLOSED = """<top>
<num> Number: 1
<title> first
<desc> Description:
One.

<top>
<num> Number: 2
<title> second
<desc> Description:
Two.
"""
MILLION = "8:why do cats purr\n9:ma\u00f1ana at 5:30\n".encode("latin-1")
PRIORITIES = b"20:1:tea\n21:4:2:1 odds\n" + "22:3:d\u00f6ner\n".encode()
QUESTIONS = (
    'who wrote it\t[\'A Person\', \'Another\']\n"what is a ""weir"""\t"[""a dam\'s kin""]"\n'
)
OBJECTS = '{"question": "who sang", "answer": ["B"]}\n{"question": "who ran", "answer": []}\n'
ABOUT_FEVER = {
    "template": "hay fever",
    "fields": {"definitive diagnosis": "yes", "patient's age": "39"},
}

FILES = {
    "trec web": Official(
        WEB,
        [("201", "moss & stone", "How does moss grow on stone?", {"subtopic": "Which stones?"})],
    ),
    "ntcir www": Official(
        NTCIR,
        [("0001", "paper lanterns", "You want to fold one.", {}), ("0002", "tides", "", {})],
    ),
    "clinical trials": Official(
        TRIALS, [("1", "Patient is 61, with H2 receptor blockers; PaO2 < 60.", "", {})]
    ),
    "questionnaire": Official(
        QUESTIONNAIRE,
        [("1", "hay fever; definitive diagnosis: yes; patient's age: 39", "", ABOUT_FEVER)],
    ),
    "unclosed": Official(UNCLOSED, [("1", "first", "One.", {}), ("2", "second", "Two.", {})]),
    "million query": Official(
        MILLION, [("8", "why do cats purr", "", {}), ("9", "ma\u00f1ana at 5:30", "", {})]
    ),
    "million query, priorities": Official(
        PRIORITIES,
        [
            ("20", "tea", "", {"priority": "1"}),
            ("21", "2:1 odds", "", {"priority": "4"}),
            ("22", "d\u00f6ner", "", {"priority": "3"}),
        ],
    ),
    "tab in a query": Official(
        "1\tone\n2\ttwo\tor three\n", [("1", "one", "", {}), ("2", "two\tor three", "", {})]
    ),
    "questions with answers": Official(
        QUESTIONS,
        [
            ("0", "who wrote it", "", {"answers": "['A Person', 'Another']"}),
            ("1", 'what is a "weir"', "", {"answers": '["a dam\'s kin"]'}),
        ],
        "index",
    ),
    "objects without ids": Official(
        OBJECTS,
        [("1", "who sang", "", {"answer": ["B"]}), ("2", "who ran", "", {"answer": []})],
        "position",
    ),
}


def as_record(topic: TopicRecord) -> tuple[str, str, str, dict[str, Any]]:
    return topic.query_id, topic.query, topic.description, topic.metadata


@pytest.mark.parametrize("name", FILES)
def test_read_topics_reads_the_official_file(tmp_path: Path, name: str) -> None:
    content, expected, number_by = FILES[name]
    assert list(map(as_record, read_topics(write(tmp_path, content), number_by))) == expected


GOOD, THIRD = '{"id": "1", "text": "a"}', '{"id": "3", "text": "c"}'
ONE_BAD = {
    "empty query": ("1\ta\n2\t\n3\tc\n", "query_empty"),
    "repeated id": ("1\ta\n1\tb\n3\tc\n", "topic_twice"),
    "topic without query": (
        "<top><num>1<title>a</top>\n<top><num>2</top>\n<top><num>3<title>c</top>",
        "query_empty",
    ),
    "id of two words": (f'{GOOD}\n{{"id": "2 b", "text": "b"}}\n{THIRD}', "id_with_white_space"),
    "document": (f'{GOOD}\n{{"id": "2", "docid": "y"}}\n{THIRD}', "topic_names_document"),
    "broken JSON": (f'{GOOD}\n{{"id": "2", "te\n{THIRD}', "not_json"),
    "no priority": ("1:1:a\n2:b\n3:1:c\n", "column_count"),
}


@pytest.mark.parametrize("name", ONE_BAD)
def test_read_topics_skips_a_topic_that_cannot_be_read_and_counts_it(
    tmp_path: Path, name: str
) -> None:
    content, code = ONE_BAD[name]
    path = write(tmp_path, content)
    with refused(BadFile, code, line=2):
        list(read_topics(path))
    skipped = Found()
    read = [topic.query_id for topic in read_topics(path, skipped=skipped)]
    assert read == ["1", "3"]
    assert [(bad.line, bad.code) for bad in skipped.first] == [(2, code)]


def test_a_skipped_topic_keeps_its_number(tmp_path: Path) -> None:
    path = write(tmp_path, '{"text": "a"}\n{"text"\n{"text": "c"}\n')
    topics = read_topics(path, "position", skipped=Found())
    assert [(topic.query_id, topic.query) for topic in topics] == [("1", "a"), ("3", "c")]


@pytest.mark.parametrize(
    ("content", "code", "line"),
    [
        ("1\t\n2\t\n", "query_empty", 1),  # nothing is left
        ("<top><num>1<title>a</top>\nlost\n<top><num>2<title>b</top>", "text_outside_elements", 2),
        ("<top><num>1<title></top>\nlost\n<top><num>2<title>b</top>", "text_outside_elements", 2),
    ],
)
def test_read_topics_refuses_what_cannot_be_skipped(
    tmp_path: Path, content: str, code: str, line: int
) -> None:
    with refused(BadInput, code, line=line):
        list(read_topics(write(tmp_path, content), skipped=Found()))


def test_comments_within_a_topic_are_no_fields(tmp_path: Path) -> None:
    content = (
        "<topic number='1'><!-- <query>old</query> --><query>new</query>"
        "<!-- not for <description>x</description> --></topic>"
    )
    [topic] = read_topics(write(tmp_path, content))
    assert (topic.query, topic.description) == ("new", "")


BOTH = {"query": "x", "narrative": "y"}


def read_one(folder: Path, content: str, attributes: str = "") -> TopicRecord:
    [topic] = read_topics(write(folder, f"<topic number='1'{attributes}>{content}</topic>"))
    return topic


@pytest.mark.parametrize(
    ("attributes", "content", "query", "fields"),
    [
        ("", "<field name='a'>x <unit>mg</unit> <p>y</p></field>", "a: x mg y", {"a": "x mg y"}),
        ("", "<field name='a'>x</field><field name='a'>y</field>", "a: x; a: y", {"a": "x; y"}),
        ("", "<field name='query'>x<field name='narrative'>y", "query: x; narrative: y", BOTH),
        (" template=''", "<field id='7' name='a' >x</field>", "a: x", {"a": "x"}),
        ("", "<field name='a'/><x>z</x><field name='b'>x</field>", "b: x", {"b": "x"}),
        ("", "<query>q</query><field name='a'>x</field>", "q", {"a": "x"}),
    ],
)
def test_a_questionnaire_loses_no_answer(
    tmp_path: Path, attributes: str, content: str, query: str, fields: dict[str, str]
) -> None:
    topic = read_one(tmp_path, content, attributes)
    beside = {"x": "z"} if "<x>" in content else {}
    assert (topic.query, topic.narrative, topic.metadata) == (
        query,
        "",
        {"fields": fields, **beside},
    )


def test_a_questionnaire_without_answers_is_refused(tmp_path: Path) -> None:
    with refused(BadFile, "query_empty", line=1):
        read_one(tmp_path, "<field name='a'> </field>", " template='hay fever'")


@pytest.mark.parametrize(
    ("content", "query", "description", "metadata"),
    [
        ("<query>q</query><desc>a <x>b</x> c</desc>", "q", "a c", {"x": "b"}),
        ("<query>q</query><desc><p>a</p><ul><li>b</ul></desc>", "q", "a b", {}),
        ("one <query>q</query> two", "q", "", {"text": "one two"}),
        ("one <note>n</note> two", "one two", "", {"note": "n"}),
        ("one <question>q</question>", "q", "", {"text": "one"}),
        ("<text>one</text> two", "one two", "", {}),
    ],
)
def test_text_behind_a_closing_tag_is_kept(
    tmp_path: Path, content: str, query: str, description: str, metadata: dict[str, str]
) -> None:
    topic = read_one(tmp_path, content)
    assert (topic.query, topic.description, topic.metadata) == (query, description, metadata)


@pytest.mark.parametrize(
    ("content", "query"),
    [
        ("<query><![CDATA[moss & <b>stone</b> &amp; more]]></query>", None),
        ("<![CDATA[moss & <b>stone</b>]]><![CDATA[ &amp;\nmore]]>", None),
        ("<query><![CDATA[moss</query>", "<![CDATA[moss"),
        ("<query>moss]]></query>", "moss]]>"),
    ],
)
def test_what_stands_in_cdata_is_text(tmp_path: Path, content: str, query: str | None) -> None:
    topic = read_one(tmp_path, content)
    assert topic.query == (query or "moss & <b>stone</b> &amp; more")


@pytest.mark.parametrize("i", ["\u0131", "\u0130"])
def test_tags_of_another_alphabet_are_no_tags(tmp_path: Path, i: str) -> None:
    field = f"<f{i}eld name='x'>v</f{i}eld>"
    content = f"<top{i}c number='1'>x</top{i}c><topic number='1'>{field}q</topic>"
    with refused(BadInput, "text_outside_elements", line=1):
        list(read_topics(write(tmp_path, content)))


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ("<top><num>1<docid>d7</docid><url>http://x</url></top>\n" * 2, "topic_names_document"),
        ('{"id": "1", "doc_id": "d7"}\n{"id": "2", "doc_id": "d8"}\n', "topic_names_document"),
        ('{"1": "one", "2": "two"}', "json_document"),
        ('{\n  "1": "one",\n  "2": "two"\n}\n', "json_document"),
        ('{"1": "one",\n "2": "two"}\n', "json_document"),
        ('[{"id": "1", "text": "one"}, {"id": "2", "text": "two"}]', "json_document"),
        ('[\n  {"id": "1", "text": "one"}\n]\n', "json_document"),
    ],
)
@pytest.mark.parametrize("skips", [False, True])
def test_read_topics_refuses_a_file_as_a_whole_in_one_sentence(
    tmp_path: Path, content: str, code: str, skips: bool
) -> None:
    with refused(BadInput, code, line=1 if code == "json_document" else None) as caught:
        list(read_topics(write(tmp_path, content), skipped=Found() if skips else None))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("content", "code", "line"),
    [
        ("<top><num>1<title>cut o", "element_not_closed", 1),
        ("<top><num>1<title>a<desc>cut o", "element_not_closed", 1),
        ("<top><num>1<title>a</top><top><num>2<title>b<desc>cut o", "element_not_closed", 1),
        ("<topic number='1'><query>a</query><description>cut o", "element_not_closed", 1),
        ("<topic number='1'>cut o", "element_not_closed", 1),
        ("<topic number='1'><question>cut o", "element_not_closed", 1),
        ("<!DOCTYPE a [\n<!ELEMENT b (c)>\n<top><num>1<title>a</top>", "element_not_closed", 1),
        ("<!-- <top>\n<num>1<title>a</top>", "element_not_closed", 1),
        ("who wrote it\t['A']\n", "id_empty", 1),
        ('{"question": "who sang"}\n', "id_empty", 1),
        ("1\ta\tb\n", "column_count", 1),
        ("<topic><query>a</query></topic>", "id_empty", 1),
        (b"1\tma\xf1ana\n", "not_utf8", 1),
    ],
)
def test_read_topics_refuses_what_may_be_cut_or_is_of_another_kind(
    tmp_path: Path, content: str | bytes, code: str, line: int
) -> None:
    with refused(BadFile, code, line=line):
        list(read_topics(write(tmp_path, content)))


def test_read_topics_refuses_other_lines_among_questions_with_answers(tmp_path: Path) -> None:
    path = write(tmp_path, "who wrote it\t['A']\nwho ran\tthe\tmile\n")
    with refused(BadFile, "not_a_question", line=2):
        list(read_topics(path, "position"))


def test_read_topics_expands_no_entity_of_a_document_type(tmp_path: Path) -> None:
    grows = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">\n' for n in range(1, 20))
    content = (
        f'<!DOCTYPE a SYSTEM "file:///etc/passwd" [\n<!ENTITY e0 "ha">\n{grows}'
        '<!ENTITY file SYSTEM "file:///etc/passwd">\n<!ENTITY % more SYSTEM "http://x/">%more;]>\n'
        "<a><top><num>1</num><title>&e19; &file; &lt;b&gt; &amp;</title></top></a>"
    )
    assert [topic.query for topic in read_topics(write(tmp_path, content))] == [
        "&e19; &file; <b> &"
    ]
