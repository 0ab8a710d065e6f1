"""Makes the golden files of tests/regrade/bm25/golden from the oracle.

`./dev bench oracle`, then `python -m benchmarks.lexical.golden.rankings`. A golden file is JSON,
gzipped: what it was made from, and by query the doc_ids and the scores, as Anserini prints
them (ties adjusted, six decimals) and as Lucene computes them (the float32 as a whole number of 32
bits).
"""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import numpy as np

from benchmarks.lexical import anserini
from benchmarks.lexical.anserini import Hit, Setting
from benchmarks.lexical.oracle import PROGRAMS, oracle_jar
from benchmarks.running.places import data, home
from tests.regrade.bm25 import drawn_texts
from tests.regrade.bm25.golden_files import GOLDEN
from tests.small_collections import Loaded, load

N_REAL = 12  # queries of Vaswani


class Made(NamedTuple):
    """One golden file: what both sides rank, and how."""

    name: str
    loaded: Loaded
    settings: tuple[Setting, ...]
    fingerprint: str


def made_from_drawn_texts() -> Made:
    loaded = Loaded(drawn_texts.passages(), drawn_texts.queries())
    settings = tuple(
        Setting(k1, b, depth, is_pretokenized=True)
        for (k1, b), depth in zip(drawn_texts.SETTINGS, drawn_texts.DEPTHS, strict=True)
    )
    return Made("drawn", loaded, settings, drawn_texts.fingerprint())


def made_from_vaswani() -> Made:
    """Real text through the analyzer; ids and scores alone are kept."""
    loaded = load(data(), "Vaswani")
    queries = dict(list(loaded.queries.items())[:N_REAL])
    settings = (Setting(0.82, 0.68, 100, is_pretokenized=False),)
    return Made("vaswani", Loaded(loaded.texts, queries), settings, "")


def write_golden(name: str, fingerprint: str, settings: Sequence[object]) -> None:
    """Keep what the oracle said at each setting, and say how large the file is."""
    GOLDEN.mkdir(parents=True, exist_ok=True)
    path = GOLDEN / f"{name}.json.gz"
    fields = {"fingerprint": fingerprint, "settings": settings}
    packed = json.dumps(fields, separators=(",", ":")).encode()
    path.write_bytes(gzip.compress(packed, mtime=0))
    sys.stdout.write(f"{path}: {path.stat().st_size:,} bytes\n")


def lay_out(
    jar: Path, loaded: Loaded, scratch: Path, *, is_pretokenized: bool
) -> tuple[Path, Path]:
    """The oracle's index of the texts, and a file of the queries."""
    texts, index, topics = scratch / "texts", scratch / "index", scratch / "topics.tsv"
    anserini.write_collection(texts, loaded.texts.items())
    anserini.build(jar, texts, index, is_pretokenized=is_pretokenized)
    anserini.write_topics(topics, loaded.queries)
    return index, topics


def as_printed(hits: Sequence[Hit]) -> dict[str, str]:
    return {
        "doc_ids": " ".join(hit.doc_id for hit in hits),
        "printed": " ".join(hit.score for hit in hits),
    }


def _rank(jar: Path, made: Made, setting: Setting, scratch: Path) -> dict[str, object]:
    index, topics = lay_out(jar, made.loaded, scratch, is_pretokenized=setting.is_pretokenized)
    after = anserini.search(jar, index, topics, setting, run=scratch / "run.txt")
    before = anserini.search_raw(jar, index, topics, setting, PROGRAMS / "RawSearch.java")
    rankings = {
        query_id: {**as_printed(hits), "bits": [_bits(hit.score) for hit in before[query_id]]}
        for query_id, hits in after.items()
    }
    return {"k1": setting.k1, "b": setting.b, "depth": setting.depth, "rankings": rankings}


def _bits(score: str) -> int:
    return int(np.float32(score).view(np.int32))


def main() -> None:
    jar = oracle_jar(home(), lambda line: None)
    for made in (made_from_drawn_texts(), made_from_vaswani()):
        with TemporaryDirectory() as scratch:
            rankings = [_rank(jar, made, setting, Path(scratch)) for setting in made.settings]
        write_golden(made.name, made.fingerprint, rankings)


if __name__ == "__main__":
    main()
