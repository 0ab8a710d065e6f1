"""A text means the same to BM25 whether it comes in as a topic or as a passage."""

from __future__ import annotations

import html
import json
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from regrade.files.candidates import read_candidates
from regrade.files.identifiers import collapse
from regrade.files.passages import read_passages
from regrade.files.topic_formats.markup import LABEL
from regrade.files.topics import read_topics
from regrade.text.analyzer import ENGLISH, PRETOKENIZED
from regrade.text.visible import has_text
from tests.tiers import examples

# What Python's split, strip and splitlines act upon, beyond blank, tab and line end.
WIDE = "\x0b\x0c\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(
    map(chr, range(0x2000, 0x200B))
)
LAYOUT = " \t\r\n"


class Kind(NamedTuple):
    """A kind of file: how a text stands in one of topics and in one of passages."""

    topics: Callable[[str], str]
    passages: Callable[[str], str]
    separators: str = ""  # which the format uses itself, so that no text holds them
    layout: str = ""  # of which a run is one blank in a topic


def _object(id_name: str, text_name: str) -> Callable[[str], str]:
    return lambda text: json.dumps({id_name: "x1", text_name: text})


def _element(template: str) -> Callable[[str], str]:
    return lambda text: template.format(html.escape(text))


DOCUMENT = _element("<DOC><DOCNO>x1</DOCNO><TEXT>{}</TEXT></DOC>")
KINDS = {
    "tsv": Kind("x1\t{}\n".format, "x1\t{}\n".format, separators="\t\r\n"),
    "jsonl": Kind(_object("query_id", "query"), _object("id", "text")),
    "topic": Kind(_element("<top><num>x1<title>{}</top>"), DOCUMENT, layout=LAYOUT),
    "document": Kind(DOCUMENT, DOCUMENT, layout=LAYOUT),
}

texts = st.text(st.sampled_from(WIDE + LAYOUT + "a0Z.,'_é漢\u2019\u0308\u200d") | st.characters())


def both(folder: Path, kind: Kind, text: str) -> tuple[str, str]:
    """The text of a topic and that of a passage, from a file of each."""
    topics, passages = folder / "topics", folder / "passages"
    topics.write_bytes(kind.topics(text).encode())
    passages.write_bytes(kind.passages(text).encode())
    [topic], [passage] = read_topics(topics), read_passages(passages)
    return topic.query, passage.text or ""


def readable(text: str) -> str:
    """The text without what no file can hold: NUL, and halves of surrogate pairs."""
    return text.replace("\0", "").encode(errors="ignore").decode()


@pytest.mark.parametrize("name", sorted(KINDS))
@examples(150)
@given(text=texts)
def test_a_text_is_the_same_to_bm25_as_a_topic_and_as_a_passage(name: str, text: str) -> None:
    kind, text = KINDS[name], readable(text)
    for separator in kind.separators:
        text = text.replace(separator, "")
    assume(has_text(text) and not LABEL.match(text))
    with TemporaryDirectory() as folder:
        query, passage = both(Path(folder), kind, text)
    if kind.layout:
        passage, text = collapse(passage), collapse(text)
    assert (query, passage) == (text, text)
    for analyzer in (ENGLISH, PRETOKENIZED):
        assert analyzer.analyze(query) == analyzer.analyze(text)


@pytest.mark.parametrize("name", sorted(KINDS))
def test_a_topic_keeps_characters_that_python_calls_white_space(tmp_path: Path, name: str) -> None:
    text = "10".join(WIDE)
    assert both(tmp_path, KINDS[name], text) == (text, text)


@examples(50)
@given(text=texts.map(readable).filter(has_text))
def test_a_candidate_file_keeps_its_queries_as_its_passages(text: str) -> None:
    fields = {"query_id": "x1", "query": text, "doc_id": "d1", "text": text, "rank": 1}
    with TemporaryDirectory() as folder:
        path = Path(folder, "candidates")
        path.write_text(json.dumps(fields))
        [candidate] = read_candidates(path)
    assert (candidate.query, candidate.text) == (text, text)


def test_a_number_with_a_narrow_no_break_space_is_one_term() -> None:
    assert ENGLISH.analyze("10\u202f000") == ["10\u202f000"]
