"""`--single-precision`: the order of trec_eval 9 and pytrec_eval, which keep a score as a float."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from regrade.score.options import parse_options
from regrade.score.printed import ScoredRun
from regrade.score.scoring import score_files
from tests.real.real_data import DATA, files_of, needs_real_data
from tests.regrade.measures.oracle import Qrels, trec_eval, trec_names
from tests.regrade.measures.trec_files import read_qrels, read_run
from tests.regrade.score.processes import score
from tests.tiers import thorough

Write = Callable[[str, str], Path]

CUTOFFS = (1, 3, 5, 10, 20, 100, 1000)
NAMES = trec_names(CUTOFFS)
# Equal as floats, in their order as doubles; beyond the largest float, either way; below the least.
CLOSE = (20.0000005, 20.0000003, 20.0000001, 1e39, 2e39, -1e39, -2e39, 1e-46, 2e-46, 0.0, -0.0)
DUO, DL20 = DATA / "duot5_dl20", DATA / "trec_dl" / "qrels.dl20-passage.txt"
MONO = DUO / "base.dl20.p.dTq.rm3.mono.trec.gz"


def scored(*arguments: str | Path) -> ScoredRun:
    notes: list[str] = []
    options = parse_options([str(one) for one in arguments], "score")
    (run,) = score_files(options, notes.append)
    return run


def differing(run: ScoredRun, expected: NDArray[np.float64]) -> list[str]:
    """Measures with a different value on some topic."""
    is_off = np.abs(np.array(run.values) - expected) > 1e-9
    return [name for name, off in zip(NAMES, is_off, strict=True) if off.any()]


def random_files(write: Write, seed: int) -> tuple[Path, Path]:
    rng = np.random.default_rng(seed)
    labels, lines = [], []
    for topic in range(20):
        doc_ids = [f"d{number}" for number in rng.permutation(40)] + ["é", "\U0001f600", "\uff5e"]
        scores = rng.choice([*CLOSE, *rng.normal(size=4)], len(doc_ids))
        labels += [f"{topic:02} 0 {doc_id} {rng.integers(4)}" for doc_id in doc_ids[::2]]
        pairs = zip(doc_ids, scores.tolist(), strict=True)
        lines += [f"{topic:02} Q0 {d} 1 {s!r} r" for d, s in pairs]
    return write("qrels.txt", "\n".join(labels)), write("run.txt", "\n".join(lines))


def in_topic_order(qrels: Qrels) -> Qrels:
    return {topic: qrels[topic] for topic in sorted(qrels)}


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=thorough) for seed in range(1, 5))])
def test_every_measure_equals_pytrec_eval_where_floats_tie(write: Write, seed: int) -> None:
    qrels, run = random_files(write, seed)
    expected = trec_eval(in_topic_order(read_qrels(qrels)), read_run(run), cutoffs=CUTOFFS)
    asked = ("-m", ",".join(NAMES))
    assert differing(scored(qrels, run, "--single-precision", *asked), expected) == []
    assert "RR" in differing(scored(qrels, run, *asked), expected)


@pytest.mark.parametrize("option", ["--ranks", "--ms-marco"])
def test_single_precision_is_refused_beside_a_rank_column(
    write: Write, option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        scored(*random_files(write, 0), "--single-precision", option)
    assert "--single-precision is of scores" in capsys.readouterr().err


@needs_real_data
@thorough
@pytest.mark.parametrize("path", files_of(DUO, "*.gz"), ids=lambda path: path.name)
@pytest.mark.parametrize("level", [1, 2])
def test_every_measure_equals_pytrec_eval_on_real_runs(path: Path, level: int) -> None:
    qrels = in_topic_order(read_qrels(DL20))
    expected = trec_eval(qrels, read_run(path), cutoffs=CUTOFFS, level=level)
    asked = (f"-l{level}", "-m", ",".join(NAMES))
    assert differing(scored(DL20, path, "--single-precision", *asked), expected) == []


@needs_real_data
@pytest.mark.parametrize(
    ("options", "expected"),
    [(["--single-precision"], ["0.7048", "0.6808"]), ([], ["0.7061", "0.6813"])],
    ids=["single", "double"],
)
def test_monot5_scores_what_is_published_in_single_precision_alone(
    options: Sequence[str], expected: list[str]
) -> None:
    found = scored(DL20, MONO, "-m", "nDCG@10 nDCG@20", *options)
    assert [f"{values.mean():.4f}" for values in found.values] == expected


@needs_real_data
@thorough
def test_duot5_scores_the_same_in_both_precisions() -> None:
    runs = [path for path in sorted(DUO.glob("*.gz")) if path != MONO]
    asked = ("-m", "nDCG@10 nDCG@20", "--format=csv")
    assert len(runs) == 4
    assert score(DL20, *runs, *asked).out == score(DL20, *runs, *asked, "--single-precision").out
