from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from regrade.files.lines import Line
from regrade.files.packed.packed_ids import PackedIds
from regrade.files.runs import RunLine


class RunColumns(NamedTuple):
    """The lines of a run file as parallel columns, in the file's order.

    Attributes:
        query_ids: the distinct ones, in the order of their first lines.
        topics: shape (n_lines,), int32. Which of the query ids a line has.
        doc_ids: (n_lines,). Passages, no two the same within a topic.
        scores: shape (n_lines,), float64. Finite.
        tag: that of the first line, "" where the format has none.
        n_repeated, n_longer, first_longer, comments: as `PassedOver` has them.
    """

    query_ids: list[str]
    topics: NDArray[np.int32]
    doc_ids: PackedIds
    scores: NDArray[np.float64]
    tag: str
    n_repeated: int = 0
    n_longer: int = 0
    first_longer: int = 0
    comments: Sequence[Line] = ()

    def in_single_precision(self) -> RunColumns:
        """The same lines with scores as `in_single_precision` leaves them."""
        return self._replace(scores=in_single_precision(self.scores))


def in_single_precision(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Round scores to floats of 32 bits, as C does: what trec_eval orders by up to version 9.

    Scores that become equal are ties. Those beyond the largest float become infinite, and so tie
    with one another; those too near to 0 become 0. Nothing changes places with anything else.

    Args:
        scores: any shape.

    Returns:
        The same shape.
    """
    with np.errstate(over="ignore"):
        return scores.astype(np.float32).astype(np.float64)


def pack_lines(lines: Iterable[RunLine]) -> RunColumns:
    """Put lines that were checked one by one into columns."""
    indices: dict[str, int] = {}
    topics, lengths, scores = array("i"), array("q"), array("d")
    doc_ids = bytearray()
    tag: str | None = None
    for query_id, doc_id, score, _, tag_here in lines:
        tag = tag_here if tag is None else tag
        encoded = doc_id.encode()
        doc_ids += encoded
        lengths.append(len(encoded))
        topics.append(indices.setdefault(query_id, len(indices)))
        scores.append(score)
    packed = PackedIds.packed(doc_ids, np.frombuffer(lengths, dtype=np.int64))
    return RunColumns(list(indices), np.array(topics), packed, np.array(scores), tag or "")
