"""A table of many runs, measures and label sets fits where it is shown, and loses nothing."""

from __future__ import annotations

import csv
import fcntl
import os
import pty
import random
import struct
import subprocess
import sys
import termios
from io import StringIO

import pytest
from django.core.management import call_command

from ranking.management.tables import fitted, render
from tests.factories import make_collection, make_labels, make_run, make_topics
from tests.source_tree import ROOT
from tests.tiers import thorough

RUNS = ("bm25-rm3-tuned", "MiniLM-L6-rerank", "monoT5-base-top100", "demo-known-item")
LABELS = ("trec-dl-2020-nist", "demo-liberal", "demo-strict", "demo-majority-of-3")
MEASURES = "RR@10,MFR@10,P@10,nDCG@10,nDCG(unjudged=1)@10,AP,R@1000"
DOC_IDS = [f"d{n}" for n in range(9)]


def test_halves_are_rounded_away_from_0_as_on_pages() -> None:
    rows = [{"lead": lead} for lead in (1 / 32, -1 / 32, 0.03124)]
    assert render(rows, "table").split()[2:] == ["0.0313", "-0.0313", "0.0312"]


@pytest.fixture
def ground(db: None) -> None:
    drawn = random.Random(3)
    queries = {f"q{n}": "what" for n in range(6)}
    collection, topics = (
        make_collection(texts=dict.fromkeys(DOC_IDS, "…")),
        make_topics(queries=queries),
    )
    for name in RUNS:
        make_run(name, collection, topics, {q: drawn.sample(DOC_IDS, 7) for q in queries})
    for name in LABELS:
        grades = {q: {d: drawn.choice([0, 0, 1, 2]) for d in DOC_IDS[1:]} for q in queries}
        make_labels(name, collection, topics, grades)


def compared(*options: str) -> str:
    out = StringIO()
    asked = ("--baseline", RUNS[0], "--runs", ",".join(RUNS[1:]), "--labels", ",".join(LABELS))
    call_command("compare", *asked, "--measures", MEASURES, *options, stdout=out)
    return out.getvalue()


def tables(text: str) -> list[str]:
    """Everything above the caveats."""
    return text[: text.index("6 topics; paired")].splitlines()


def shown(value: str) -> str:
    """A number of the CSV as tables write it."""
    try:
        return value if value.isdigit() else f"{float(value):.4f}"
    except ValueError:
        return value


@pytest.mark.usefixtures("ground")
@pytest.mark.parametrize(
    "options",
    [
        (),
        pytest.param(("--correction", "holm", "--effect-sizes"), marks=thorough),
        pytest.param(("--test", "wilcoxon"), marks=thorough),
    ],
)
def test_compare_fits_120_columns_and_loses_nothing(options: tuple[str, ...]) -> None:
    lines = tables(compared(*options))
    assert max(map(len, lines)) <= 120
    rows = list(csv.DictReader(StringIO(compared(*options, "--format", "csv"))))
    assert len(rows) == 84
    assert lines[0] == f"baseline: {RUNS[0]}"  # what every row says alike stands once above
    assert sum(RUNS[0] in line for line in lines) == 1
    for row in rows:
        arrow = " ↓" if row["lower is better"] == "True" else ""
        key = [row["labels"], *f"{row['measure']}{arrow}".split(), row["run"]]
        found = [line.split()[len(key) :] for line in lines if line.split()[: len(key)] == key]
        cells = [cell for part in found for cell in part]
        wanted = ("baseline mean", "run mean", "difference", "low", "high", "unjudged")
        assert [shown(row[name]) for name in wanted if row[name]] == [
            shown(row[name]) for name in wanted if row[name] and shown(row[name]) in cells
        ]


@pytest.mark.usefixtures("ground")
def test_on_a_terminal_its_own_width_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ranking.management.tables.shown_width", lambda: 100)
    assert 60 < max(map(len, tables(compared()))) <= 100


def test_a_table_that_fits_is_left_as_it_was() -> None:
    rows = [{"run": "a", "baseline mean": 0.5}, {"run": "b", "baseline mean": 0.5}]
    assert fitted(rows, 40).splitlines()[0] == "run      baseline mean"


def test_keys_that_leave_no_room_become_headings() -> None:
    rows = [
        {"labels": labels * 20, "run": run * 10, "mean": n / 4, "p": n / 8}
        for labels in "lm"
        for n, run in enumerate("ab")
    ]
    answer = fitted(rows, 28).splitlines()
    assert max(map(len, answer)) <= 28
    headings = [line for line in answer if line.startswith("labels")]
    assert headings == [f"labels: {'l' * 20}", f"labels: {'m' * 20}"]


def test_a_heading_line_of_dashes_alone_is_no_rule() -> None:
    rows = [{"run": "-", "a - b": f"{n}" * 20, "c": f"{n}" * 20} for n in range(3)]
    answer = fitted(rows, 30).splitlines()
    assert max(map(len, answer)) <= 30
    assert [line.split() for line in answer if "1" in line] == [["-", "1" * 20]] * 2


def test_headings_of_several_lines_are_measured_by_their_rule() -> None:
    rows = [{"": "r" * 9, "pairs\nremoved": n, "topics\nleft": n} for n in range(3)]
    answer = fitted(rows, 24).splitlines()
    assert max(map(len, answer)) <= 24
    assert [line.split() for line in answer if line.startswith("r")] == [
        ["r" * 9, f"{n}"] for n in range(3)
    ] * 2


def test_rows_that_are_all_the_same_are_counted() -> None:
    rows = [{"run": "r" * 20, "mean": 0.5, "labels": "l" * 20}] * 5
    answer = [f"run: {'r' * 20}", "mean: 0.5000", f"labels: {'l' * 20}", "", "5 rows, all the same"]
    assert fitted(rows, 30).splitlines() == answer


def test_the_width_of_a_terminal_is_asked_of_it() -> None:
    program = "from ranking.management.tables import shown_width; print(shown_width())"
    ours, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 77, 0, 0))
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, stdout=terminal, check=True)
    os.close(terminal)
    assert os.read(ours, 100).split() == [b"77"]
    os.close(ours)
