"""Document and position of a passage, where its doc_id says them."""

from __future__ import annotations

import re
from typing import NamedTuple

from regrade.files.numbers import INT32_MAX, parse_count
from regrade.given import explained
from regrade.ids import id_text

# Of MS MARCO v2: a file of the collection and a byte in it, which looks like document and position.
FILE_AND_BYTE = re.compile(r"msmarco_passage_\d\d_\d+")
MOST_GROUPS = 2


class Place(NamedTuple):
    """Where a passage stands: its document, and its position there as the corpus counts it."""

    document_id: str
    position: int | None


class DocumentPattern:
    """A regular expression that a whole doc_id matches: `(.+)#(\\d+)` for D123#4.

    Its first group is the document, the second, if there is one, the position there.
    """

    @explained
    def __init__(self, pattern: str) -> None:
        """Raises ValueError for what is no regular expression of one or two groups."""
        try:
            self._compiled = re.compile(pattern)
        except re.error as error:
            raise ValueError(f"'{pattern}' is no regular expression ({error})") from error
        if not 1 <= self._compiled.groups <= MOST_GROUPS:
            raise ValueError(
                f"'{pattern}' has {self._compiled.groups} groups; it needs one for the document,"
                " and may have a second for the position there, as '(.+)#(\\d+)'"
            )
        self.pattern = pattern

    def place(self, doc_id: str) -> Place | None:
        """Document and position of a passage; None where the doc_id does not match.

        Raises:
            ValueError: a document without a name, a position that is no whole number from 0, or
                an id of MS MARCO v2's passages, which names a file and a byte in it instead.
        """
        doc_id = id_text(doc_id, "doc_id")
        match = self._compiled.fullmatch(doc_id)
        if match is None:
            return None
        if FILE_AND_BYTE.fullmatch(doc_id):
            raise ValueError(f"{doc_id} names a file of MS MARCO v2 and a byte in it, no document")
        if not match[1]:
            raise ValueError(f"the pattern '{self.pattern}' finds an empty document in {doc_id}")
        has_position = self._compiled.groups == MOST_GROUPS and match[2] is not None
        name = f"the position in {doc_id},"
        return Place(match[1], parse_count(name, match[2], INT32_MAX) if has_position else None)
