from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from regrade.bm25.counting import POSTING, Counting, place_postings
from regrade.bm25.lexical_index import (
    ARRAYS,
    LexicalIndex,
    file_of,
    keep_array,
    keep_names,
    write_manifest,
)
from regrade.bm25.norms import N_NORMS
from regrade.bm25.terms import pack_terms
from regrade.files.outputs import drafting
from regrade.given import explained
from regrade.text.analyzer import ENGLISH, Analyzer

TEXTS_AT_ONCE = 1 << 16
MOST_SHORT_CODES = 1 << 16


@explained
def build_index(
    folder: Path,
    texts: Iterable[tuple[int, str]],
    *,
    analyzer: Analyzer = ENGLISH,
    extra: Mapping[str, Any] | None = None,
) -> LexicalIndex:
    """Index a stream of texts, and open the index.

    Texts are not kept: postings stream to a file beside the index, in text order, and are then
    sorted by term in 6 bytes of memory each. The folder appears whole or not at all, even after a
    power cut.

    Args:
        folder: folder to create; nothing may exist there yet.
        texts: (ordinal, text), in the order that breaks ties between equal scores; a text
            without terms is counted and never found.
        analyzer: turns a text into terms.
        extra: stored in the manifest, available as `LexicalIndex.extra`.

    Raises:
        OSError: the disk is full, among others; nothing is left behind.
    """
    with drafting(folder) as draft:
        _write(draft, texts, analyzer, extra or {})
        keep_names(draft)
        draft.rename(folder)
        keep_names(folder.parent)
    return LexicalIndex.open(folder)


def _write(
    folder: Path, texts: Iterable[tuple[int, str]], analyzer: Analyzer, extra: Mapping[str, Any]
) -> None:
    spill = folder / "spill.tmp"
    with spill.open("wb") as file:
        counting = Counting(analyzer, file)
        counting.count(texts)
    order, term_arrays = _term_arrays(counting)
    codes, code_arrays = _code_arrays(counting)
    placed = _place(counting, spill, order, codes, term_arrays["starts"])
    spill.unlink()
    arrays = {"ordinals": counting.ordinals, **term_arrays, **code_arrays, **placed}
    paths = {name: file_of(folder, name) for name in ARRAYS}
    checksums = {path.name: keep_array(path, arrays[name]) for name, path in paths.items()}
    fields = {
        "analyzer": analyzer.as_dict(),
        "n_texts": counting.ordinals.size,
        "n_indexed": counting.n_indexed,
        "n_tokens": counting.n_tokens,
        "extra": dict(extra),
    }
    write_manifest(folder, checksums, fields)


def _term_arrays(counting: Counting) -> tuple[NDArray[np.int64], dict[str, NDArray[Any]]]:
    """Old numbers of the terms in index order, and the index's arrays by term."""
    order = np.argsort(pack_terms(counting.terms).hashes, kind="stable")
    terms = pack_terms([counting.terms[number] for number in order])
    tally = counting.tally
    return order, {
        "term_hashes": terms.hashes,
        "term_bytes": terms.term_bytes,
        "term_ends": terms.ends,
        "starts": np.concatenate([[0], np.cumsum(tally.n_texts_with[order], dtype=np.int64)]),
        "best_frequencies": tally.best_frequency[order].astype(np.float32),
        "best_norms": tally.best_norm[order],
    }


def _code_arrays(counting: Counting) -> tuple[NDArray[np.uint32], dict[str, NDArray[Any]]]:
    """New codes by old ones, most frequent first, and the arrays that decode them."""
    tally = counting.tally
    n_codes = int(tally.n_codes[0])
    order = np.argsort(-tally.n_with_code[:n_codes], kind="stable")
    new_code = np.empty(n_codes, np.uint32)
    new_code[order] = np.arange(n_codes)
    frequencies, norms = np.divmod(tally.pair_of[:n_codes][order], N_NORMS)
    return new_code, {
        "code_frequencies": frequencies.astype(np.float32),
        "code_norms": norms.astype(np.uint8),
    }


def _place(
    counting: Counting,
    spill: Path,
    order: NDArray[np.int64],
    new_code: NDArray[np.uint32],
    starts: NDArray[np.int64],
) -> dict[str, NDArray[Any]]:
    next_place = np.empty(order.size, np.int64)
    next_place[order] = starts[:-1]
    docs = np.empty(starts[-1], np.int32)
    codes = np.empty(starts[-1], np.uint16 if new_code.size <= MOST_SHORT_CODES else np.uint32)
    n_postings = counting.n_postings
    with spill.open("rb") as file:
        for first in range(0, n_postings.size, TEXTS_AT_ONCE):
            part = n_postings[first : first + TEXTS_AT_ONCE]
            read = np.fromfile(file, POSTING, count=int(part.sum()))
            place_postings(first, part, read, new_code, next_place, docs, codes)
    return {"docs": docs, "codes": codes}
