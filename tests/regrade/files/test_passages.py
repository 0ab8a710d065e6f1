from __future__ import annotations

import json
from pathlib import Path

import pytest

from regrade.files.errors import BadInput
from regrade.files.passages import PassageRecord, read_passages
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


def test_read_passages_reads_gzip(tmp_path: Path) -> None:
    [passage] = read_passages(write(tmp_path, "d1\ttext\n", "collection.tsv.gz"))
    assert passage.text == "text"


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


@pytest.mark.parametrize("line", ["d1", "d1\ttext\ttitle\turl"])
def test_read_passages_refuses_an_unknown_column_count(tmp_path: Path, line: str) -> None:
    with pytest.raises(BadInput, match=r"^c\.tsv, line 1: \d columns; a collection has id, text"):
        list(read_passages(write(tmp_path, line, "c.tsv")))


def test_read_passages_refuses_a_mixed_column_count(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"^input, line 2: 3 columns where the lines before have 2$"):
        list(read_passages(write(tmp_path, "d1\ttext\nd2\ttext with\ttab\n")))


@pytest.mark.parametrize(
    ("doc_id", "reason"),
    [("", "is empty"), ("a b", "holds white space"), ("x" * 513, "is longer than 512 bytes")],
)
def test_read_passages_refuses_an_unusable_doc_id(tmp_path: Path, doc_id: str, reason: str) -> None:
    path = write(tmp_path, f"d1\ttext\n{doc_id}\ttext\n")
    with pytest.raises(BadInput, match=rf"^input, line 2: the doc_id .*{reason}$"):
        list(read_passages(path))


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('{"id": "d1"}', "the object has no text or contents"),
        ('{"text": "x"}', "the object has no id or _id or docid"),
        ('{"id": 1.5, "text": "x"}', "id is not a string: 1.5"),
        ('{"id": true, "text": "x"}', "id is not a string: True"),
        ('{"id": "d1", "text": ["x"]}', "text is not a string"),
        ('{"id": "d1", "text": "x"', "this is not JSON"),
        ("[1, 2]", "this is not a JSON object; give one object a line"),
        ('{"id": "d1", "text": "\\u0000"}', "there is a NUL character in the text"),
        ('{"id": "d1", "text": "\\ud83d"}', "half of a surrogate pair stands alone"),
    ],
)
def test_read_passages_refuses_a_broken_object(tmp_path: Path, line: str, reason: str) -> None:
    path = write(tmp_path, f'{{"id": "d0", "text": "fine"}}\n{line}\n', "c.jsonl")
    with pytest.raises(BadInput) as caught:
        list(read_passages(path))
    assert str(caught.value).startswith(f"c.jsonl, line 2: {reason}")


def test_read_passages_keeps_escapes_that_only_look_like_broken_ones(tmp_path: Path) -> None:
    line = '{"id": "d1", "text": "C:\\\\u0000 \\ud83d\\ude00"}'
    [passage] = read_passages(write(tmp_path, line))
    assert passage.text == "C:\\u0000 😀"


@pytest.mark.parametrize(
    ("content", "line", "reason"),
    [
        ("<DOC><DOCNO>1</DOCNO>\n", 1, "<doc> is not closed before the file ends"),
        ("<DOC>\n<DOC>", 2, "<DOC> stands inside the <doc> of line 1"),
        ("<DOC><DOCNO>1</DOCNO></DOC>\n</DOC>", 2, "</DOC> closes nothing that was opened"),
        ("<DOC><DOCNO>1</DOCNO></DOC>\nlost", 2, "text outside of any element: 'lost'"),
        ("<xml>\nlost<DOC><DOCNO>1</DOCNO></DOC>", 2, "text outside of any element: 'lost'"),
        ("\n<DOC>words</DOC>", 2, "<DOC> with 0 <DOCNO>; it needs one"),
        ("<DOC><DOCNO>1</DOCNO><DOCNO>2</DOCNO></DOC>", 1, "<DOC> with 2 <DOCNO>; it needs one"),
        ("<DOC><DOCNO>1\n</DOC>", 1, "<DOCNO> is not closed in this <doc>"),
        ("<DOC><DOCNO>1</DOCNO><TEXT>a</DOC>", 1, "<TEXT> is not closed in this <doc>"),
        ("<DOC><DOCNO>a b</DOCNO></DOC>", 1, "the doc_id 'a b' holds white space"),
    ],
)
def test_read_passages_refuses_broken_markup(
    tmp_path: Path, content: str, line: int, reason: str
) -> None:
    with pytest.raises(BadInput) as caught:
        list(read_passages(write(tmp_path, content)))
    assert str(caught.value) == f"input, line {line}: {reason}"


def test_read_passages_refuses_an_unknown_kind(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"^input, line 2: this is none of the kinds read here"):
        list(read_passages(write(tmp_path, "\njust words\n")))


@pytest.mark.parametrize("name", ["c", "c.tsv", "c.jsonl.gz"])
def test_read_passages_refuses_an_empty_file(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadInput, match=r": the file is empty$"):
        list(read_passages(write(tmp_path, "", name)))


def test_read_passages_refuses_markup_without_documents(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"^input: the file holds no passages$"):
        list(read_passages(write(tmp_path, "<?xml version='1.0'?>\n<root></root>")))


def test_read_passages_reports_progress_to_the_end(tmp_path: Path) -> None:
    path, steps = write(tmp_path, SGML, "docs.gz"), list[int]()
    list(read_passages(path, steps.append))
    assert sum(steps) == path.stat().st_size
