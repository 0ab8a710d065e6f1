"""One rule for ids, whatever file names them: what parts columns is what parts them in trec_eval.

That is C's isspace: blank, tab, line end, vertical tab, form feed, carriage return. All else that
Python or Unicode calls white space is part of an id.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from regrade.files.candidates import read_candidates
from regrade.files.errors import BadInput
from regrade.files.judging import read_judgments, read_pairs, read_qrels
from regrade.files.judging.marks import read_marks
from regrade.files.packed.run_columns import read_run_columns
from regrade.files.passages import read_passages
from regrade.files.query_expansions.expansions import read_expansions
from regrade.files.runs import Leniency, read_run
from regrade.files.topics import read_topics
from regrade.score.labels import read_label_lines

Read = Callable[[Path], list[str]]


def of_columns(path: Path) -> list[str]:
    return list(read_run_columns(path, leniency=Leniency(ignores_rest=True)).doc_ids)


def of_labels(*reads: str) -> Read:
    return lambda path: [line.doc_id for line in read_label_lines(path, None, set(reads))]


def named(read: Callable[[Path], Iterator[object]], field: str = "doc_id") -> Read:
    return lambda path: [getattr(record, field) for record in read(path)]


# How a file names the passage (or the topic) "{}", and what reads it.
PARTED_BY_WHITE_SPACE: dict[str, tuple[str, Read]] = {
    "run": ("q1 Q0 {} 1 2.5 t\n", named(read_run)),
    "run, in columns": ("q1 Q0 {} 1 2.5 t\n", of_columns),
    "run, read with care": ("# by hand\nq1 Q0 {} 1 2.5 t\n", of_columns),
    "run of MS MARCO": ("q1 {} 1\n", of_columns),
    "qrels": ("q1 0 {} 1\n", named(read_qrels)),
    "qrels of three columns": ("q1 {} 1\n", named(read_qrels)),
    "labels to score by": ("q1 0 {} 1\n", of_labels()),
    "labels by subtopic": ("q1 s1 {} 1\n", of_labels("subtopics")),
    "pairs": ("q1 {} first\n", named(read_pairs)),
}
OTHERS: dict[str, tuple[str, Read]] = {
    "passages": ("{}\ttext\n", named(read_passages)),
    "passages as JSON": (json.dumps({"id": "{}", "text": "t"}), named(read_passages)),
    "passages as markup": ("<DOC><DOCNO>{}</DOCNO>text</DOC>", named(read_passages)),
    "topics": ("{}\ttext\n", named(read_topics, "query_id")),
    "topics as markup": ("<top><num>{}<title>t</top>", named(read_topics, "query_id")),
    "judgments": ("query_id\tdoc_id\tassessor\tgrade\nq1\t{}\tbob\t1\n", named(read_judgments)),
    "marks": ("query_id\tdoc_id\tpriority\nq1\t{}\t2\n", named(read_marks)),
    "pairs below a header": ("query_id\tdoc_id\nq1\t{}\n", named(read_pairs)),
    "generated queries": ("{}\twhat is it\n", named(read_expansions)),
    "candidates": (
        json.dumps({"query_id": "q1", "query": "q", "doc_id": "{}", "text": "t", "rank": 1}),
        named(read_candidates),
    ),
}
READERS = PARTED_BY_WHITE_SPACE | OTHERS
KEPT = "\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2003\u2028\u202f\u205f\u3000\u200b\ufeff"


def filled(template: str, doc_id: str) -> str:
    """With a blank line first where carriage returns would end the lines: in a file of one line."""
    lines = template.replace("{}", doc_id)
    return f"\n{lines}" if "\r" in lines else lines


def found(folder: Path, reader: str, doc_id: str) -> list[str]:
    template, read = READERS[reader]
    if template.startswith("{" + '"'):
        doc_id = json.dumps(doc_id)[1:-1]
    path = folder / "file"
    path.write_bytes(filled(template, doc_id).encode())
    return read(path)


@pytest.mark.parametrize("reader", sorted(READERS))
def test_a_character_that_parts_no_columns_is_part_of_an_id(tmp_path: Path, reader: str) -> None:
    for character in KEPT:
        inside, at_the_end = f"d{character}1", f"d1{character}"
        assert found(tmp_path, reader, inside) == [inside]
        # In markup, white space around an id is layout.
        expected = at_the_end.strip() if "markup" in reader else at_the_end
        assert found(tmp_path, reader, at_the_end) == [expected]


@pytest.mark.parametrize("character", " \x0b\x0c\r")
@pytest.mark.parametrize("reader", sorted(PARTED_BY_WHITE_SPACE))
def test_what_parts_columns_parts_them_for_every_reader(
    tmp_path: Path, reader: str, character: str
) -> None:
    template, read = READERS[reader]
    path = tmp_path / "file"
    path.write_bytes(filled(template, f"{character}d1{character}").encode())
    assert read(path) == ["d1"]


@pytest.mark.parametrize("character", " \x0b\x0c\r")
@pytest.mark.parametrize("reader", sorted(OTHERS))
def test_an_id_with_white_space_inside_is_refused(
    tmp_path: Path, reader: str, character: str
) -> None:
    with pytest.raises(BadInput) as caught:
        found(tmp_path, reader, f"d{character}1")
    assert caught.value.code == "id_with_white_space"
