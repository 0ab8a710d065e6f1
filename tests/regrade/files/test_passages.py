from __future__ import annotations

import json
from pathlib import Path

import pytest

from regrade.files.bad_lines import BadFile
from regrade.files.errors import BadInput
from regrade.files.passages import PassageRecord, read_passages
from tests.refusals import refused
from tests.regrade.files.writing import write

SGML = """<DOC>
<DOCNO> FT-1 </DOCNO>
<DATE>ignored</DATE>
<HEADLINE>Profits
<P>rise</P></HEADLINE>
<TEXT>
AT&amp;T gains;
R&D <P>too</P>
</TEXT>
<TEXT>More</TEXT>
</DOC>
<DOC><DOCNO>2</DOCNO>
bare words
</DOC><DOC><DOCNO>3</DOCNO></DOC>
"""
XML = (
    "<doc>\n<docno>471</docno>\n<title>slip\nflow</title>\n<author>a</author>\n"
    "<bib>b</bib>\n<text></text>\n</doc>\n"
)


def test_read_passages_reads_tsv_to_the_letter(tmp_path: Path) -> None:
    assert list(read_passages(write(tmp_path, 'd1\t one "two" \n\nd2\t\n'))) == [
        PassageRecord("d1", "", ' one "two" ', 1),
        PassageRecord("d2", "", None, 3),
    ]


def test_read_passages_reads_a_title_in_the_third_column(tmp_path: Path) -> None:
    [passage] = read_passages(write(tmp_path, "d1\ttext\ttitle\n"))
    assert passage == PassageRecord("d1", "title", "text", 1)


def test_read_passages_passes_over_a_line_of_column_names(tmp_path: Path) -> None:
    path = write(tmp_path, "id\ttext\ttitle\nid\ttext\ttitle\n")
    assert list(read_passages(path)) == [PassageRecord("id", "title", "text", 2)]


def test_read_passages_goes_by_the_name_before_the_content(tmp_path: Path) -> None:
    [passage] = read_passages(write(tmp_path, "<urn:1>\ttext\n", "collection.tsv.gz"))
    assert passage.doc_id == "<urn:1>"


@pytest.mark.parametrize("id_name", ["id", "_id", "docid"])
@pytest.mark.parametrize("text_name", ["text", "contents"])
def test_read_passages_reads_json_lines(tmp_path: Path, id_name: str, text_name: str) -> None:
    line = json.dumps({id_name: "d1", text_name: "a\ttab", "title": "T"})
    assert list(read_passages(write(tmp_path, line))) == [PassageRecord("d1", "T", "a\ttab", 1)]


def test_read_passages_reads_whole_numbers_as_json_ids(tmp_path: Path) -> None:
    [passage] = read_passages(write(tmp_path, '{"id": 7, "text": "x", "title": null}'))
    assert (passage.doc_id, passage.title) == ("7", "")


@pytest.mark.parametrize(
    ("title", "text", "kept"),
    [
        ("", "", None),
        ("", " \u00a0\n", None),
        ("\ufeff", "\u200b\u00ad", None),
        (" ", "", None),
        ("Slips", " ", ""),
        ("Slips", " in flow ", " in flow "),
    ],
)
def test_read_passages_takes_a_blank_text_for_none(
    tmp_path: Path, title: str, text: str, kept: str | None
) -> None:
    line = json.dumps({"id": "d1", "title": title, "text": text})
    assert list(read_passages(write(tmp_path, line))) == [PassageRecord("d1", title, kept, 1)]


def test_read_passages_reads_null_as_an_empty_text_and_a_whole_float_as_a_number(
    tmp_path: Path,
) -> None:
    lines = ['{"id": 7.0, "text": null}', '{"id": "8", "text": null, "contents": "x"}']
    path = write(tmp_path, "\n".join(lines))
    assert [(one.doc_id, one.text) for one in read_passages(path)] == [("7", None), ("8", "x")]


def test_read_passages_reads_trec_sgml(tmp_path: Path) -> None:
    assert list(read_passages(write(tmp_path, SGML))) == [
        PassageRecord("FT-1", "Profits rise", "AT&T gains;\nR&D  too\nMore", 1),
        PassageRecord("2", "", "bare words", 12),
        PassageRecord("3", "", None, 14),
    ]


def test_read_passages_reads_lowercase_xml_and_keeps_an_empty_text_empty(tmp_path: Path) -> None:
    assert list(read_passages(write(tmp_path, XML))) == [PassageRecord("471", "slip flow", "", 1)]


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("H<sub>2</sub>O", "H2O"),
        ("one<br>two", "one two"),
        ("a <!-- b\n<c> --> d", "a  d"),
        ("&lt;p&gt; &#233;&#xe9; &eacute;", "<p> éé é"),
        ("x < y and y > z", "x < y and y > z"),
        ("AT&T &hyph; &notit; fish&chips", "AT&T &hyph; &notit; fish&chips"),
    ],
)
def test_read_passages_turns_markup_into_text(tmp_path: Path, markup: str, text: str) -> None:
    path = write(tmp_path, f"<DOC><DOCNO>1</DOCNO><TEXT>{markup}</TEXT></DOC>")
    assert [passage.text for passage in read_passages(path)] == [text]


FINE = '{"id": "d0", "text": "fine"}\n'


@pytest.mark.parametrize(
    ("content", "code", "line", "says"),
    [
        ("d1\ttext\ttitle\turl", "column_count", 1, "4 columns"),
        (
            "d1\ttext\nd2\ttext with\ttab\n",
            "mixed_columns",
            2,
            "3 columns where the lines before have 2",
        ),
        ("d1\ttext\n\ttext\n", "id_empty", 2, "doc_id"),
        ("d1\ttext\na b\ttext\n", "id_with_white_space", 2, "'a b'"),
        (f"d1\ttext\n{'x' * 513}\ttext\n", "id_too_long", 2, "512 bytes"),
        (FINE + '{"id": "d1"}', "field_missing", 2, "text or contents"),
        (FINE + '{"text": "x"}', "field_missing", 2, "id or _id or docid"),
        (FINE + '{"id": 1.5, "text": "x"}', "not_a_string", 2, "id is not a string: 1.5"),
        (FINE + '{"id": true, "text": "x"}', "not_a_string", 2, "True"),
        (FINE + '{"id": "d1", "text": ["x"]}', "not_a_string", 2, "text"),
        (FINE + '{"id": "d1", "text": "x"', "not_json", 2, ""),
        (FINE + "[1, 2]", "not_a_json_object", 2, ""),
        (FINE + '{"id": "d1", "text": "\\u0000"}', "nul_character", 2, ""),
        (FINE + '{"id": "d1", "text": "\\ud83d"}', "lone_surrogate", 2, ""),
        ("<DOC><DOCNO>1</DOCNO>\n", "element_not_closed", 1, "<doc>"),
        ("<DOC>\n<DOC>", "block_in_block", 2, "<DOC> stands inside the <doc> of line 1"),
        ("<DOC><DOCNO>1</DOCNO></DOC>\n</DOC>", "closes_nothing", 2, "</DOC>"),
        ("<DOC><DOCNO>1</DOCNO></DOC>\nlost", "text_outside_elements", 2, "'lost'"),
        ("<xml>\nlost<DOC><DOCNO>1</DOCNO></DOC>", "text_outside_elements", 2, ""),
        ("\n<DOC>words</DOC>", "docno_count", 2, "0 <DOCNO>"),
        ("<DOC><DOCNO>1</DOCNO><DOCNO>2</DOCNO></DOC>", "docno_count", 1, "2 <DOCNO>"),
        ("<DOC><DOCNO>1\n</DOC>", "element_not_closed", 1, "<DOCNO> is not closed in this <doc>"),
        ("<DOC><DOCNO>1</DOCNO><TEXT>a</DOC>", "element_not_closed", 1, "<TEXT>"),
        ("<DOC><DOCNO>a b</DOCNO></DOC>", "id_with_white_space", 1, ""),
        ("\njust words\n", "unknown_file_kind", 2, ""),
        ("<?xml version='1.0'?>\n<root></root>", "no_records", None, "passages"),
    ],
)
def test_read_passages_refuses_what_is_no_passage(
    tmp_path: Path, content: str, code: str, line: int | None, says: str
) -> None:
    path = write(tmp_path, content)
    with refused(BadInput, code, line=line, says=says):
        list(read_passages(path))


def test_read_passages_goes_on_behind_a_bad_line_and_lists_them_all(tmp_path: Path) -> None:
    path, read = write(tmp_path, "d1\ta\na b\tb\nd3\nd4\td\n"), list[str]()
    with pytest.raises(BadFile) as caught:
        read.extend(passage.doc_id for passage in read_passages(path))
    assert read == ["d1", "d4"]
    bad = [(one.line, one.code) for one in caught.value.bad.first]
    assert bad == [(2, "id_with_white_space"), (3, "mixed_columns")]


@pytest.mark.parametrize("name", ["c", "c.tsv", "c.jsonl.gz"])
def test_read_passages_refuses_an_empty_file(tmp_path: Path, name: str) -> None:
    path = write(tmp_path, "", name)
    with refused(BadInput, "file_empty"):
        list(read_passages(path))


def test_read_passages_keeps_escapes_that_only_look_like_broken_ones(tmp_path: Path) -> None:
    line = '{"id": "d1", "text": "C:\\\\u0000 \\ud83d\\ude00"}'
    [passage] = read_passages(write(tmp_path, line))
    assert passage.text == "C:\\u0000 😀"


def test_read_passages_reports_progress_to_the_end(tmp_path: Path) -> None:
    path, steps = write(tmp_path, SGML, "docs.gz"), list[int]()
    list(read_passages(path, steps.append))
    assert sum(steps) == path.stat().st_size


def test_what_stands_in_cdata_is_text(tmp_path: Path) -> None:
    content = "<DOC><DOCNO>1</DOCNO><TEXT><![CDATA[moss & <title>stone</title>]]></TEXT></DOC>"
    [passage] = read_passages(write(tmp_path, content))
    assert (passage.title, passage.text) == ("", "moss & <title>stone</title>")
