"""Document and position of a passage, parsed from its doc_id."""

from __future__ import annotations

import re
from typing import NamedTuple

from regrade.files.numbers import parse_count
from regrade.given import explained
from regrade.ids import id_text
from regrade.limits import INT32_MAX

# Of MS MARCO v2: a file of the collection and a byte in it, which looks like document and position.
FILE_AND_BYTE = re.compile(r"msmarco_passage_\d\d_\d+")
MOST_GROUPS = 2


class Place(NamedTuple):
    """Document of a passage, and its position there as counted by the corpus."""

    document_id: str
    position: int | None


class DocumentPattern:
    """A regular expression that a whole doc_id matches: `(.+)#(\\d+)` for D123#4.

    Its first group is the document, the second, if there is one, the position there.
    """

    @explained
    def __init__(self, pattern: str) -> None:
        """Raise ValueError unless the pattern is a regular expression with one or two groups."""
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
        """Document and position of a passage; None if the doc_id does not match.

        Raises:
            ValueError: an empty document name, a position that is not an integer from 0, or an id
                of an MS MARCO v2 passage, which names a file and a byte offset instead.
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
