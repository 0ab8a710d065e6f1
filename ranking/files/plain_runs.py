"""A fast reader of run files as programs write them; what it is not sure of, it leaves alone."""

from __future__ import annotations

import codecs
import re
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from math import ceil
from pathlib import Path
from typing import NamedTuple, TypeVar

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from pyarrow import csv

from ranking.files.growing import GrowingArray
from ranking.files.identifiers import MAX_ID_BYTES
from ranking.files.lines import read_blocks
from ranking.files.packed_ids import PackedIds, PackedIdsBuilder
from ranking.files.packed_runs import RunColumns
from ranking.files.runs import MAX_RANK_DIGITS, N_MSMARCO_COLUMNS, N_TREC_COLUMNS
from ranking.files.streams import Progress

TREC_NAMES = ["query_id", "q0", "doc_id", "rank", "score", "tag"]
MSMARCO_NAMES = ["query_id", "doc_id", "rank"]
# Odd: a topic and a passage of one name are not to cancel each other out.
SHIFT = np.uint64(0x9E3779B97F4A7C15)
# How much longer than the first block makes expect a file's columns may be, in the same memory.
MARGIN = 1.25
# One thread unpacks or reads for all of them.
MOST_THREADS = 8
BASE = 10
# Blocks that wait for a core, beside those that are worked on.
N_WAITING = 2
# What parts words of a text, beyond ASCII.
WIDE_BLANK = re.compile("[\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]")


Number = TypeVar("Number", bound=np.generic)


class NotPlain(Exception):
    """The file is not, or not surely, one whose lines all look alike."""


class Layout(NamedTuple):
    """How the lines of a plain file look; `value` names the column that ranks passages."""

    separator: str
    names: list[str]
    value: str


class Part(NamedTuple):
    """Columns of a part of the lines; `topics` are places in its own `query_ids`.

    `keys` are hashes of topic and passage: the same for a passage that stands twice in a topic.
    """

    query_ids: list[str]
    topics: NDArray[np.int32]
    doc_ids: PackedIds
    scores: NDArray[np.float64]
    keys: NDArray[np.uint64]


def read_plain_run(
    path: Path, progress: Progress | None = None, *, by_rank: bool = False
) -> RunColumns:
    """Read a file in which all is plain: what `read_run` gives, some ten times as fast.

    Plain is a file of which every line has six columns (or three), parted by one blank each or by
    one tab each, whose numbers are written the way most languages write them. Blocks of the file
    are parsed by several threads.

    Raises:
        NotPlain: anything else, right or wrong: `read_run` is to read the file and to judge it.
        BadInput: the file cannot be read at all.
    """
    blocks = (block for _, block in read_blocks(path, progress))
    first = next(blocks, b"").removeprefix(codecs.BOM_UTF8)
    layout = _layout(first, by_rank=by_rank)
    n_blocks = path.stat().st_size / max(1, len(first))
    joined = _Joined(ceil(n_blocks * MARGIN * (first.count(b"\n") + 1)))
    for part in _parse_all(first, blocks, layout):
        joined.add(part)
    return joined.columns(_tag(first) if "tag" in layout.names else "")


def _layout(block: bytes, *, by_rank: bool) -> Layout:
    line = _first_line(block)
    separator = "\t" if b"\t" in line else " "
    n_columns = line.count(separator.encode()) + 1
    if n_columns == N_TREC_COLUMNS:
        return Layout(separator, TREC_NAMES, "rank" if by_rank else "score")
    if n_columns == N_MSMARCO_COLUMNS:
        return Layout(separator, MSMARCO_NAMES, "rank")
    raise NotPlain


def _parse_all(first: bytes, blocks: Iterator[bytes], layout: Layout) -> Iterator[Part]:
    n_threads = min(pa.cpu_count(), MOST_THREADS)
    with ThreadPoolExecutor(n_threads) as pool:
        waiting: deque[Future[Part]] = deque([pool.submit(_parse, first, layout)])
        for block in blocks:
            waiting.append(pool.submit(_parse, block, layout))
            if len(waiting) > n_threads + N_WAITING:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _first_line(block: bytes) -> bytes:
    return block.split(b"\n", 1)[0]


def _tag(block: bytes) -> str:
    return _first_line(block).split()[-1].decode()


def _parse(block: bytes, layout: Layout) -> Part:
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
        NotPlain: it is not UTF-8, or words are parted by what is neither a blank nor a tab.
    """
    if b"\r" in block:
        block = block.replace(b"\r\n", b"\n")
    # The parser takes a lone carriage return for a line's end, and drops a byte order mark.
    if b"\r" in block or block.startswith(codecs.BOM_UTF8):
        raise NotPlain
    if not block.isascii():
        try:
            text = block.decode()
        except UnicodeDecodeError as error:
            raise NotPlain from error
        if WIDE_BLANK.search(text):
            raise NotPlain
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
    """Refuse empty fields, blank lines, and control characters, some of which part words."""
    is_low = np.frombuffer(block, dtype=np.uint8) <= ord(" ")
    is_field_empty = is_low[0] or (is_low[1:] & is_low[:-1]).any()
    if is_field_empty or np.count_nonzero(is_low) != n_expected:
        raise NotPlain


def _numbers(column: pa.Array, dtype: type[Number]) -> NDArray[Number]:
    """The numbers of a column that lacks none; `to_numpy` would import pandas, for a second."""
    start = column.offset * np.dtype(dtype).itemsize
    return np.frombuffer(column.buffers()[1], dtype=dtype, count=len(column), offset=start)


def _bytes_and_lengths(column: pa.Array) -> tuple[memoryview, NDArray[np.int32]]:
    _, offsets, data = column.buffers()
    ends = np.frombuffer(offsets, dtype=np.int32)[: len(column) + 1]
    return memoryview(data)[: ends[-1]], np.diff(ends)


def _check(query_ids: list[str], doc_ids: PackedIds, scores: NDArray[np.float64]) -> None:
    longest = max(doc_ids.longest, PackedIds.of(query_ids).longest)
    # A line that begins with # is a comment.
    is_comment = any(query_id.startswith("#") for query_id in query_ids)
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


class _Joined:
    """Puts parts behind each other."""

    def __init__(self, n_lines: int) -> None:
        self._places: dict[str, int] = {}
        self._topics = GrowingArray(np.int32, n_lines)
        self._doc_ids = PackedIdsBuilder(n_lines)
        self._scores = GrowingArray(np.float64, n_lines)
        self._keys = GrowingArray(np.uint64, n_lines)

    def add(self, part: Part) -> None:
        places = [self._places.setdefault(name, len(self._places)) for name in part.query_ids]
        self._topics.extend(np.array(places, dtype=np.int32)[part.topics])
        self._doc_ids.extend(part.doc_ids)
        self._scores.extend(part.scores)
        self._keys.extend(part.keys)

    def columns(self, tag: str) -> RunColumns:
        """Give the columns away.

        Raises:
            NotPlain: a passage may stand twice in a topic.
        """
        keys = self._keys.array
        keys.sort()
        if (keys[1:] == keys[:-1]).any():
            raise NotPlain
        query_ids, doc_ids = list(self._places), self._doc_ids.packed()
        return RunColumns(query_ids, self._topics.array, doc_ids, self._scores.array, tag)
