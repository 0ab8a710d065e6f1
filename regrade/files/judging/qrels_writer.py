from __future__ import annotations

from collections.abc import Iterable
from typing import TextIO

from regrade.files.identifiers import COMMENT, split_columns


def write_qrels(stream: TextIO, rows: Iterable[tuple[str, str, int]]) -> int:
    """Write (query_id, doc_id, relevance) as TREC qrels and return the number of lines.

    Raises:
        ValueError: an id that is empty or holds white space, or a query_id that begins with #:
            nobody could read them back.
    """
    n_lines = 0
    for query_id, doc_id, relevance in rows:
        line = f"{query_id} 0 {doc_id} {relevance}\n"
        if split_columns(line) != [query_id, "0", doc_id, str(relevance)]:
            raise ValueError(f"query_id {query_id!r} with doc_id {doc_id!r} makes no qrels line")
        if line.startswith(COMMENT):
            reason = f"begins with {COMMENT}, so that its lines would be passed over as comments"
            raise ValueError(f"query_id {query_id!r} {reason}")
        stream.write(line)
        n_lines += 1
    return n_lines
