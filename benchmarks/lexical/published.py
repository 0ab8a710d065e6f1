"""CACM's published BM25 figures, measured with Regrade's own ranking and its own measures."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.lexical import our_rankings
from benchmarks.lexical.anserini import Rankings, Setting
from benchmarks.running.tables import Table
from regrade.files.packed.run_columns import read_run_columns
from regrade.measures import parse_measures, score_measures
from regrade.score.judging import LabelFinder, judge_by_score
from regrade.score.labels import pack_label_lines, read_label_lines
from tests.small_collections import load

QRELS = "cacm/qrels.cacm.txt"
MEASURES = ("AP", "P@30")
# AP and P@30: Anserini's regression page for CACM; and what its jar gives at our defaults.
FIGURES = {(0.9, 0.4): (0.3123, 0.1942), (0.82, 0.68): (0.3049, 0.1936)}


def published_table(data: Path) -> Table:
    """AP and P@30 of CACM at two settings, beside the figures that should come out."""
    loaded = load(data, "CACM")
    doc_ids = list(loaded.texts)
    with TemporaryDirectory() as folder:
        texts = loaded.texts.values()
        index = our_rankings.build(Path(folder) / "index", texts, is_pretokenized=False)
        rows = []
        for (k1, b), (ap, p30) in FIGURES.items():
            setting = Setting(k1, b, 1_000, is_pretokenized=False)
            found = our_rankings.rank(index, loaded.queries, setting)
            run = Path(folder) / "run.txt"
            write_run(run, our_rankings.adjusted(found, doc_ids))
            values = _score(data / QRELS, run)
            rows.append((f"k1 = {k1}, b = {b}", f"{values[0]:.4f}", ap, f"{values[1]:.4f}", p30))
    headers = ("CACM", "MAP", "published", "P@30", "published")
    shown = [[str(cell) for cell in row] for row in rows]
    return Table("CACM's published figures", headers, shown)


def write_run(path: Path, rankings: Rankings) -> None:
    """A TREC run file."""
    with path.open("w", encoding="utf-8") as file:
        for topic, hits in rankings.items():
            for rank, hit in enumerate(hits, start=1):
                file.write(f"{topic} Q0 {hit.doc_id} {rank} {hit.score} regrade\n")


def _score(qrels: Path, run: Path) -> list[float]:
    labels = pack_label_lines(read_label_lines(qrels, None, set()), set())
    judged = judge_by_score(read_run_columns(run), labels, LabelFinder(labels))
    values = score_measures(parse_measures(",".join(MEASURES)), judged.rankings)
    return [float(values[name].mean()) for name in MEASURES]
