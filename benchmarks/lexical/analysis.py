"""Analysis throughput on real English text: every tool's own English analyzer, in megabytes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from statistics import median

from benchmarks.lexical.oracle import PROGRAMS, java_command
from benchmarks.lexical.speed import Surroundings
from benchmarks.running.places import CHECKOUT
from benchmarks.running.tables import Cell, Table
from regrade.files.passages import read_passages

PASSAGES = "trec_dl/passages.tsv.gz"
NAMES = {
    "Regrade": "Regrade, Anserini's rules",
    "bm25s": "bm25s with PyStemmer, rules of its own",
    "tantivy": "tantivy from Python, rules of its own",
    "Lucene": "Anserini's analyzer in Java",
}


def analysis_table(data: Path, around: Surroundings) -> Table:
    """One row a tool, one thread each; the second of two passes over the texts is timed."""
    texts = around.home / "bench-lexical" / "texts.txt"
    size_mb = write_texts(data / PASSAGES, texts) / 1e6
    rows: list[list[Cell]] = []
    for name, program in _programs(texts, around).items():
        around.say(f"{name}: analysis, {around.n_rounds} rounds")
        rounds = [took for _ in range(around.n_rounds) if (took := _run(program))]
        if not rounds:
            rows.append([NAMES[name], None, None, None])
            continue
        wall, cpu = (median(took[key] for took in rounds) for key in ("wall_s", "cpu_s"))
        rows.append([NAMES[name], size_mb / wall, size_mb / cpu, int(rounds[0]["n_tokens"])])
    headers = ("analyzer", "MB/s", "MB per CPU s", "tokens")
    return Table(f"Analysis: {size_mb:.1f} MB of MS MARCO passages", headers, rows)


def write_texts(passages: Path, path: Path) -> int:
    """A text a line; how many bytes that is."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = (" ".join((record.text or "").split()) + "\n" for record in read_passages(passages))
    path.write_text("".join(lines), encoding="utf-8")
    return path.stat().st_size


def _programs(texts: Path, around: Surroundings) -> dict[str, list[str]]:
    ours = [sys.executable, "-m", "benchmarks.lexical.our_analysis", "Regrade", str(texts)]
    programs = {"Regrade": ours}
    if around.peers_python is not None:
        module = [str(around.peers_python), "-m", "benchmarks.lexical.peer_analysis"]
        programs |= {name: [*module, name, str(texts)] for name in ("bm25s", "tantivy")}
    if around.jar is not None:
        programs["Lucene"] = java_command(around.jar, PROGRAMS / "AnalysisSpeed.java", texts)
    return programs


def _run(program: list[str]) -> dict[str, float]:
    ran = subprocess.run(program, cwd=CHECKOUT, capture_output=True, text=True)
    return {} if ran.returncode else json.loads(ran.stdout.splitlines()[-1])
