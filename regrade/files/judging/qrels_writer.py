"""Label files as other tools read them, and as a table with a header line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TextIO

from regrade.files.identifiers import COMMENT, splitter
from regrade.files.judging.columns import PASSAGE_ID, PROBABILITY, QUERY_ID, RELEVANCE
from regrade.files.judging.label_layouts import DRAWN
from regrade.files.outputs import PACKED


class QrelsForm(StrEnum):
    """Whose tools labels are written for.

    `trec` and `msmarco` have four columns, and the second is always 0. `trec` puts blanks between
    them and holds every label. `msmarco` puts tabs between them and holds relevant passages alone,
    each as 1: MS MARCO's script takes every line for relevant. Neither can say that labels are a
    sample. `prels` are of a sample alone: the five columns of TREC's Million Query Track, the last
    of which is the probability. `table` has a header line and tabs, and of a sample a column
    `probability`.
    """

    TREC = "trec"
    MSMARCO = "msmarco"
    PRELS = "prels"
    TABLE = "table"

    @classmethod
    def by_name(cls, path: Path, *, is_sample: bool = False) -> QrelsForm:
        """`msmarco` where the file's name ends in .tsv, packed or not, as `qrels.dev.tsv` does.

        Of a sample one of the forms that say so: `table` there, otherwise `prels`.
        """
        name = path.with_suffix("") if path.suffix.lower() == PACKED else path
        if name.suffix.lower() == ".tsv":
            return cls.TABLE if is_sample else cls.MSMARCO
        return cls.PRELS if is_sample else cls.TREC

    @property
    def says_probability(self) -> bool:
        """Whether it can say that labels are a sample."""
        return self in (QrelsForm.PRELS, QrelsForm.TABLE)


SEPARATORS = {
    QrelsForm.TREC: " ",
    QrelsForm.MSMARCO: "\t",
    QrelsForm.PRELS: " ",
    QrelsForm.TABLE: "\t",
}


def write_qrels(
    stream: TextIO,
    rows: Iterable[tuple[str, str, int]],
    form: QrelsForm = QrelsForm.TREC,
    *,
    blanks_in_ids: bool = False,
) -> int:
    """Write (query_id, doc_id, relevance) as qrels and return the number of lines.

    Args:
        stream: where to; what was written before an error stays there.
        rows: as they are to be written; `msmarco` leaves out none by itself.
        form: `trec`, `msmarco` or `table`; each is read back by `read_qrels`.
        blanks_in_ids: ids may have blanks within, and tabs part the columns.

    Raises:
        ValueError: an id that is empty or holds white space, or a query_id that begins with #:
            nobody could read them back.
    """
    separator = "\t" if blanks_in_ids else SEPARATORS[form]
    write = _line_writer(stream, separator, blanks_in_ids=blanks_in_ids)
    if form is QrelsForm.TABLE:
        _write_header(stream, QUERY_ID, PASSAGE_ID, RELEVANCE)
        return sum(write(topic, doc_id, (topic, doc_id, str(n))) for topic, doc_id, n in rows)
    return sum(write(topic, doc_id, (topic, "0", doc_id, str(n))) for topic, doc_id, n in rows)


def write_sample(
    stream: TextIO, rows: Iterable[tuple[str, str, int, float]], form: QrelsForm = QrelsForm.PRELS
) -> int:
    """Write (query_id, doc_id, relevance, probability) and return the number of labels.

    Probabilities keep all of their digits, so that `read_qrels` reads back what was written.

    Args:
        stream: where to; what was written before an error stays there.
        rows: as they are to be written.
        form: `prels` or `table`.

    Raises:
        ValueError: another form, or an id that `write_qrels` refuses.

    Source:
        Allan et al., Million Query Track 2007 overview, TREC 2007: topic, document, judgment,
        method (1 for drawn with this probability), probability.
    """
    if not form.says_probability:
        raise ValueError(f"the form {form} has no place for the probabilities of a sample")
    write = _line_writer(stream, SEPARATORS[form], blanks_in_ids=False)
    if form is QrelsForm.TABLE:
        _write_header(stream, QUERY_ID, PASSAGE_ID, RELEVANCE, PROBABILITY)
    method = (DRAWN,) if form is QrelsForm.PRELS else ()
    return sum(
        write(topic, doc_id, (topic, doc_id, str(n), *method, repr(float(probability))))
        for topic, doc_id, n, probability in rows
    )


def _write_header(stream: TextIO, *names: Sequence[str]) -> None:
    stream.write("\t".join(ours for ours, *_ in names) + "\n")


def _line_writer(
    stream: TextIO, separator: str, *, blanks_in_ids: bool
) -> Callable[[str, str, Sequence[str]], int]:
    """Writes the columns of one line, with this query_id and doc_id; returns 1."""
    split = splitter(blanks_in_ids=blanks_in_ids)

    def write(query_id: str, doc_id: str, fields: Sequence[str]) -> int:
        line = separator.join(fields) + "\n"
        if split(line) != list(fields):
            raise ValueError(f"query_id {query_id!r} with doc_id {doc_id!r} makes no qrels line")
        if line.startswith(COMMENT):
            reason = f"begins with {COMMENT}, so that its lines would be passed over as comments"
            raise ValueError(f"query_id {query_id!r} {reason}")
        stream.write(line)
        return 1

    return write
