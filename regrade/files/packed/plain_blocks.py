"""Parse blocks of run files in the usual machine-written form; anything doubtful is left alone."""

from __future__ import annotations

import codecs
from typing import NamedTuple, TypeVar

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from pyarrow import csv

from regrade.files.identifiers import COMMENT, MAX_ID_BYTES, N_RUN_COLUMNS
from regrade.files.packed.packed_ids import PackedIds
from regrade.files.runs import MAX_RANK_DIGITS, N_MSMARCO_COLUMNS, Leniency

TREC_NAMES = ["query_id", "q0", "doc_id", "rank", "score", "tag"]
MSMARCO_NAMES = ["query_id", "doc_id", "rank"]
BASE = 10
# Odd: a topic and a passage of one name are not to cancel each other out.
SHIFT = np.uint64(0x9E3779B97F4A7C15)

Number = TypeVar("Number", bound=np.generic)
Keys = NDArray[np.uint64]


class NotPlain(Exception):
    """The file is not known to have uniform lines."""


class Layout(NamedTuple):
    """Line format of a plain file; `value` names the column that ranks passages."""

    separator: str
    names: list[str]
    value: str


class Part(NamedTuple):
    """Columns of some of the lines; `topics` are indices into its own `query_ids`.

    `keys` are hashes of topic and passage: the same for a passage that appears twice in a topic.
    """

    query_ids: list[str]
    topics: NDArray[np.int32]
    doc_ids: PackedIds
    scores: NDArray[np.float64]
    keys: Keys


def tell_layout(block: bytes, leniency: Leniency) -> Layout:
    """Line format of a file, from its first block.

    Raises:
        NotPlain: lines have neither six columns nor three, or ids may contain blanks.
    """
    line = _first_line(block)
    separator = "\t" if b"\t" in line else " "
    if leniency.blanks_in_ids and separator == " ":
        raise NotPlain
    n_columns = line.count(separator.encode()) + 1
    if n_columns == N_RUN_COLUMNS:
        return Layout(separator, TREC_NAMES, "rank" if leniency.by_rank else "score")
    if n_columns == N_MSMARCO_COLUMNS:
        return Layout(separator, MSMARCO_NAMES, "rank")
    raise NotPlain


def _first_line(block: bytes) -> bytes:
    return block.split(b"\n", 1)[0]


def tag_of(block: bytes, layout: Layout) -> str:
    """Tag of the first line, "" if lines have none."""
    if "tag" not in layout.names:
        return ""
    return _first_line(block).split()[-1].decode()


def parse_block(block: bytes, layout: Layout) -> Part:
    """Parse whole lines.

    Raises:
        NotPlain: a line is irregular, valid or not.
    """
    block = _plain(block)
    try:
        table = _read_csv(block, layout)
    except pa.ArrowException as error:
        raise NotPlain from error
    _check_separators(block, table.num_rows * len(layout.names))
    query_ids = table["query_id"].chunk(0)
    names = [name.decode() for name in query_ids.dictionary.to_pylist()]
    topics = _numbers(query_ids.indices, np.int32)
    doc_ids = PackedIds.packed(*_bytes_and_lengths(table["doc_id"].chunk(0)))
    value = table[layout.value].chunk(0)
    scores = _numbers(value, np.float64) if layout.value == "score" else _minus_ranks(value)
    _check(names, doc_ids, scores)
    keys = doc_ids.hashes() + (PackedIds.of(names).hashes() * SHIFT)[topics]
    return Part(names, topics, doc_ids, scores, keys)


def _plain(block: bytes) -> bytes:
    r"""The block with `\n` at the end of each line.

    Raises:
        NotPlain: it is not UTF-8, or a line contains a carriage return.
    """
    if b"\r" in block:
        block = block.replace(b"\r\n", b"\n")
    # The parser takes a lone carriage return for a line's end, and drops a byte order mark.
    if b"\r" in block or block.startswith(codecs.BOM_UTF8):
        raise NotPlain
    if not block.isascii():
        try:
            block.decode()
        except UnicodeDecodeError as error:
            raise NotPlain from error
    return block if block.endswith(b"\n") else block + b"\n"


def _read_csv(block: bytes, layout: Layout) -> pa.Table:
    types = {
        "query_id": pa.dictionary(pa.int32(), pa.binary()),
        "doc_id": pa.binary(),
        "score": pa.float64(),
        "rank": pa.binary(),
    }
    return csv.read_csv(
        pa.BufferReader(block),
        csv.ReadOptions(use_threads=False, block_size=len(block) + 1, column_names=layout.names),
        csv.ParseOptions(
            delimiter=layout.separator, quote_char=False, double_quote=False, escape_char=False
        ),
        csv.ConvertOptions(
            column_types=types,
            include_columns=["query_id", "doc_id", layout.value],
            null_values=[],
            strings_can_be_null=False,
            check_utf8=False,
        ),
    )


def _check_separators(block: bytes, n_expected: int) -> None:
    """Refuse empty fields, blank lines, and control characters, as some separate words."""
    is_low = np.frombuffer(block, dtype=np.uint8) <= ord(" ")
    is_field_empty = is_low[0] or (is_low[1:] & is_low[:-1]).any()
    if is_field_empty or np.count_nonzero(is_low) != n_expected:
        raise NotPlain


def _numbers(column: pa.Array, dtype: type[Number]) -> NDArray[Number]:
    """Numbers of a column without nulls; `to_numpy` would import pandas, which takes a second."""
    start = column.offset * np.dtype(dtype).itemsize
    return np.frombuffer(column.buffers()[1], dtype=dtype, count=len(column), offset=start)


def _bytes_and_lengths(column: pa.Array) -> tuple[memoryview, NDArray[np.int32]]:
    _, offsets, data = column.buffers()
    ends = np.frombuffer(offsets, dtype=np.int32)[: len(column) + 1]
    return memoryview(data)[: ends[-1]], np.diff(ends)


def _check(query_ids: list[str], doc_ids: PackedIds, scores: NDArray[np.float64]) -> None:
    longest = max(doc_ids.longest, PackedIds.of(query_ids).longest)
    # A line that begins with # is a comment.
    is_comment = any(query_id.startswith(COMMENT) for query_id in query_ids)
    if longest > MAX_ID_BYTES or is_comment or not np.isfinite(scores).all():
        raise NotPlain


def _minus_ranks(column: pa.Array) -> NDArray[np.float64]:
    data, lengths = _bytes_and_lengths(column)
    digits = np.frombuffer(data, dtype=np.uint8) - np.uint8(ord("0"))
    if lengths.max() > MAX_RANK_DIGITS or not (digits < BASE).all():
        raise NotPlain
    ranks = _numbers(column.cast(pa.string()).cast(pa.int64()), np.int64)
    if ranks.min() < 1:
        raise NotPlain
    return -ranks.astype(np.float64)
