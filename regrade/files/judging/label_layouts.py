"""Layouts of label files: which column holds what, by the first line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from regrade.files.errors import BadInput, BadValue
from regrade.files.identifiers import N_PRELS_COLUMNS, N_QRELS_COLUMNS
from regrade.files.judging.columns import PASSAGE_ID, PROBABILITY, QUERY_ID, RELEVANCE
from regrade.files.numbers import is_whole_number, parse_probability

N_TSV_COLUMNS = 3
HEADERS = ((QUERY_ID, PASSAGE_ID, RELEVANCE), (QUERY_ID, PASSAGE_ID, RELEVANCE, PROBABILITY))
# Methods of prels. What Minimal Test Collections chose was not drawn, and has no probability; some
# pairs were both.
CHOSEN, DRAWN, BOTH = "0", "1", "2"
IS_SAMPLE = (
    "these labels are a sample: each has the probability with which it was drawn ({}). A plain"
    " measure of them would be wrong. Import them into Regrade as a label set, which estimates"
    " measures of them with intervals"
)
PRELS = "the five columns of TREC's prels"


class Layout(NamedTuple):
    """Places of a label file's columns.

    Attributes:
        n_columns: how many each line has.
        doc_id, relevance: places; a query id is always first.
        probability: place of how probable the pair was to be drawn; None without such a column.
        method: place of how the pair was chosen.
        name: what the file calls a relevance.
    """

    n_columns: int
    doc_id: int
    relevance: int
    probability: int | None = None
    method: int | None = None
    name: str = RELEVANCE[0]

    @property
    def is_sample(self) -> bool:
        return self.probability is not None

    def probability_of(self, path: Path, line: int, fields: Sequence[str]) -> float | None:
        """The probability with which a line's pair was drawn, 0 if it was chosen.

        None where labels are no sample.

        Raises:
            BadInput: that is no number above 0 and up to 1, or an unknown method.
        """
        if self.probability is None:
            return None
        method = DRAWN if self.method is None else fields[self.method]
        if method not in (CHOSEN, DRAWN, BOTH):
            reason = f"the method {method[:20]!r} is none of prels: 0 chosen, 1 drawn, 2 both"
            raise BadInput(path, line, reason, code="unknown_method")
        if method == CHOSEN:
            return 0.0
        try:
            return parse_probability(PROBABILITY[0], fields[self.probability])
        except BadValue as error:
            raise error.at(path, line) from error

    def refuse_sample(self, path: Path, line: int) -> None:
        """Refuse a sample where plain labels are read.

        Raises:
            BadInput: it is one.
        """
        if self.is_sample:
            how = PRELS if self.method is not None else f"column {PROBABILITY[0]}"
            raise BadInput(path, line, IS_SAMPLE.format(how), code="labels_are_sample")


TREC = Layout(N_QRELS_COLUMNS, 2, 3)
PLAIN = Layout(N_TSV_COLUMNS, 1, 2)
OF_PRELS = Layout(N_PRELS_COLUMNS, 1, 2, probability=4, method=3)
OF_TABLE = Layout(N_TSV_COLUMNS + 1, 1, 2, probability=3)


def is_header(fields: Sequence[str]) -> bool:
    """Whether the columns of a first line are the names of columns."""
    return any(_are(fields, names) for names in HEADERS)


def layout_of(fields: Sequence[str]) -> Layout | None:
    """The layout of a file with this first line; None for no file of labels."""
    if is_header(fields):
        layout = PLAIN if len(fields) == N_TSV_COLUMNS else OF_TABLE
        return layout._replace(name=fields[2])
    if len(fields) == N_PRELS_COLUMNS and not is_whole_number(fields[2]):
        return None
    layouts = (TREC, PLAIN, OF_PRELS)
    return next((one for one in layouts if one.n_columns == len(fields)), None)


def _are(fields: Sequence[str], names: Sequence[Sequence[str]]) -> bool:
    return len(fields) == len(names) and all(
        field.lower() in known for field, known in zip(fields, names, strict=True)
    )
