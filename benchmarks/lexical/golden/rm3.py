"""Makes RM3's golden files in tests/regrade/bm25/golden from the oracle.

`./dev bench oracle`, then `python -m benchmarks.lexical.golden.rm3`. A golden file is JSON,
gzipped: what it was made from, and for each setting the expanded queries as the oracle logs them
and its rankings as it prints them (ties adjusted, six decimals).
"""

from __future__ import annotations

import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchmarks.lexical import anserini
from benchmarks.lexical.anserini import Setting
from benchmarks.lexical.golden.rankings import as_printed, lay_out, write_golden
from benchmarks.lexical.oracle import oracle_jar, run_java
from benchmarks.running.places import data, home
from regrade.bm25.rm3 import RM3
from tests.regrade.bm25 import drawn_rm3_texts
from tests.small_collections import Loaded, load

N_REAL = 12  # queries of Cranfield
TOPIC = re.compile(r" - QID: (\S+)$")
WEIGHT = re.compile(r" - Feedback term: (\S+) -> (\S+)$")

Expanded = dict[str, dict[str, float]]  # by query id, then by term


class Made(NamedTuple):
    """One golden file: the texts both sides rank, the setting and the feedback."""

    name: str
    loaded: Loaded
    setting: Setting
    models: tuple[RM3, ...]
    fingerprint: str


def made_from_drawn_texts() -> Made:
    loaded = Loaded(drawn_rm3_texts.passages(), drawn_rm3_texts.queries())
    models = (RM3(), RM3(3, 2, 0.25), RM3(40, 60, 0.8), RM3(1, 1, 0.5), RM3(10, 10, 1.0))
    setting = Setting(0.82, 0.68, 60, is_pretokenized=True)
    fingerprint = drawn_rm3_texts.fingerprint()
    return Made("rm3_drawn", loaded, setting, (*models, RM3(10, 10, 0.0)), fingerprint)


def made_from_cranfield() -> Made:
    """Real text through the analyzer; the file keeps only ids, scores and stemmed terms."""
    loaded = load(data(), "Cranfield")
    queries = dict(list(loaded.queries.items())[:N_REAL])
    setting = Setting(0.82, 0.68, 100, is_pretokenized=False)
    return Made("rm3_cranfield", Loaded(loaded.texts, queries), setting, (RM3(),), "")


def options_of(rm3: RM3) -> list[str]:
    """Anserini's options; without -rerankCutoff its first search stops at rank 50."""
    terms = ["-rm3.fbTerms", str(rm3.fb_terms), "-rm3.fbDocs", str(rm3.fb_docs)]
    weight = ["-rm3.originalQueryWeight", str(rm3.original_query_weight)]
    return ["-rm3", *terms, *weight, "-rerankCutoff", str(max(50, rm3.fb_docs))]


def _rank(jar: Path, made: Made, rm3: RM3, scratch: Path) -> dict[str, object]:
    is_pretokenized = made.setting.is_pretokenized
    index, topics = lay_out(jar, made.loaded, scratch, is_pretokenized=is_pretokenized)
    run = scratch / "run.txt"
    found = anserini.search(jar, index, topics, made.setting, *options_of(rm3), run=run)
    rankings = {query_id: as_printed(hits) for query_id, hits in found.items()}
    weights = _expanded(jar, index, topics, made.setting, rm3)
    depth = made.setting.depth
    return {"rm3": rm3._asdict(), "depth": depth, "weights": weights, "rankings": rankings}


def _expanded(jar: Path, index: Path, topics: Path, setting: Setting, rm3: RM3) -> Expanded:
    """Weights by query and term, as full floats that read back unchanged."""
    model = ["-bm25", "-bm25.k1", str(setting.k1), "-bm25.b", str(setting.b)]
    files = ["-index", str(index), "-topics", str(topics), "-topicReader", "TsvString"]
    options = ["-threads", "1", "-output", str(topics.with_name("unread.txt")), *setting.analysis]
    logs = ["-rm3.outputQuery", *options_of(rm3)]
    expanded: Expanded = {}
    for line in run_java(jar, anserini.SEARCH, *files, *model, *options, *logs).splitlines():
        if topic := TOPIC.search(line):
            expanded[topic[1]] = {}
        elif weight := WEIGHT.search(line):
            expanded[list(expanded)[-1]][weight[1]] = float(weight[2])
    return expanded


def main() -> None:
    jar = oracle_jar(home(), lambda line: None)
    for made in (made_from_drawn_texts(), made_from_cranfield()):
        with TemporaryDirectory() as scratch:
            settings = [_rank(jar, made, rm3, Path(scratch)) for rm3 in made.models]
        write_golden(made.name, made.fingerprint, settings)


if __name__ == "__main__":
    main()
