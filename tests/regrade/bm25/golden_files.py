"""Golden files: rankings by Anserini 0.24, printed to six decimals, and by Lucene 9.9 in it.

Drawn texts were indexed with `-pretokenized`, Vaswani's with Anserini's usual analysis; `-bm25.k1`,
`-bm25.b` and `-hits` were those of each setting.
"""

from __future__ import annotations

import gzip
import json
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

GOLDEN = Path(__file__).parent / "golden"
SIXTH = Decimal("0.000001")


class GoldenRanking(NamedTuple):
    """The oracle's answer to one query: as Lucene computes it, and as Anserini prints it."""

    doc_ids: list[str]
    scores: NDArray[np.float32]
    printed: list[str]


class GoldenSetting(NamedTuple):
    """Rankings by query id; a query without a hit has none."""

    k1: float
    b: float
    depth: int
    rankings: dict[str, GoldenRanking]


class Golden(NamedTuple):
    """`fingerprint` is that of the texts that were ranked."""

    fingerprint: str
    settings: list[GoldenSetting]


def read_golden(name: str) -> Golden:
    found = json.loads(gzip.decompress((GOLDEN / f"{name}.json.gz").read_bytes()))
    return Golden(found["fingerprint"], [_setting(each) for each in found["settings"]])


def _setting(found: dict[str, Any]) -> GoldenSetting:
    rankings = {query_id: _ranking(each) for query_id, each in found["rankings"].items()}
    return GoldenSetting(found["k1"], found["b"], found["depth"], rankings)


def _ranking(found: dict[str, Any]) -> GoldenRanking:
    bits: NDArray[np.int32] = np.array(found["bits"], np.int32)
    return GoldenRanking(found["doc_ids"].split(), bits.view(np.float32), found["printed"].split())


def printed(score: float) -> str:
    """Six decimals as Java prints a float: halves away from zero, of its shortest decimals."""
    return str(Decimal(repr(float(score))).quantize(SIXTH, rounding=ROUND_HALF_UP))
