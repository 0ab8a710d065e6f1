"""RM3's golden files: expanded queries and rankings by Anserini 0.24.

Options beside those of BM25: `-rm3`, `-rm3.fbTerms`, `-rm3.fbDocs`, `-rm3.originalQueryWeight`,
`-rm3.outputQuery` for the weights, and `-rerankCutoff` where more than 50 passages feed back.
"""

from __future__ import annotations

import gzip
import json
from typing import NamedTuple

from regrade.bm25.rm3 import RM3
from tests.regrade.bm25.golden_files import GOLDEN


class GoldenRanking(NamedTuple):
    """The oracle's ranking of one query; scores with ties adjusted, as it prints them."""

    doc_ids: list[str]
    printed: list[str]


class GoldenSetting(NamedTuple):
    """By query id: weights by term, as float32 in full, and rankings where there are hits."""

    rm3: RM3
    depth: int
    weights: dict[str, dict[str, float]]
    rankings: dict[str, GoldenRanking]


class Golden(NamedTuple):
    """`fingerprint` is that of the texts that were ranked."""

    fingerprint: str
    settings: list[GoldenSetting]


def read_golden(name: str) -> Golden:
    found = json.loads(gzip.decompress((GOLDEN / f"{name}.json.gz").read_bytes()))
    settings = [
        GoldenSetting(
            RM3(**each["rm3"]),
            each["depth"],
            each["weights"],
            {
                query_id: GoldenRanking(ranking["doc_ids"].split(), ranking["printed"].split())
                for query_id, ranking in each["rankings"].items()
            },
        )
        for each in found["settings"]
    ]
    return Golden(found["fingerprint"], settings)
