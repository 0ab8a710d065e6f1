"""The three small test collections of the real data, read as Regrade reads them."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from regrade.files.passages import read_passages
from regrade.files.topics import read_topics


class Files(NamedTuple):
    passages: str
    topics: str


class Loaded(NamedTuple):
    """Texts by doc_id in the order of doc_id as bytes, and queries by query id."""

    texts: dict[str, str]
    queries: dict[str, str]


COLLECTIONS = {
    "Cranfield": Files("cranfield/cran.all.1400.xml.gz", "cranfield/cran.qry.xml"),
    "Vaswani": Files("vaswani/doc-text.trec.gz", "vaswani/query-text.trec"),
    "CACM": Files("cacm/cacm.tar.gz", "cacm/topics.cacm.txt"),
}


def load(data: Path, name: str) -> Loaded:
    """A collection as rankers read it: title, blank, text; passages without either stay away."""
    files = COLLECTIONS[name]
    texts = {
        record.doc_id: f"{record.title} {record.text}" if record.title else record.text
        for record in read_passages(data / files.passages)
        if record.text
    }
    queries = {record.query_id: record.query for record in read_topics(data / files.topics)}
    return Loaded(dict(sorted(texts.items(), key=lambda item: item[0].encode())), queries)
