from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from regrade.files.judging import read_qrels, write_qrels
from regrade.files.runs import read_run
from regrade.measures import JudgedTopics, Rankings, evaluate, parse_measures
from regrade.pooling import PooledRuns, leave_out

MEASURES = parse_measures("nDCG@5, P@5, AP, RR, MFR@5, Bpref, Judged@5")
N_RUNS, N_TOPICS, N_PASSAGES, N_RETRIEVED, DEPTH = 5, 6, 40, 12, 4
TEAMS = ["red", "blue", "red", "green", "blue"]


def drawn() -> tuple[list[list[list[int]]], list[dict[int, int]]]:
    """Runs by topic, and grades of all that their first ranks hold."""
    rng = np.random.default_rng(3)
    runs = [
        [rng.permutation(N_PASSAGES)[:N_RETRIEVED].tolist() for _ in range(N_TOPICS)]
        for _ in range(N_RUNS)
    ]
    labels = []
    for topic in range(N_TOPICS):
        pool = sorted({passage for run in runs for passage in run[topic][:DEPTH]} | {39})
        labels.append({passage: int(rng.integers(0, 3)) for passage in pool})
    return runs, labels


def packed(groups: Sequence[str] | None = None, fed: Sequence[bool] | None = None) -> PooledRuns:
    runs, labels = drawn()
    starts = np.cumsum([0, *map(len, labels)])
    judged = JudgedTopics(
        starts,
        np.array([passage for topic in labels for passage in topic]),
        np.array([grade for topic in labels for grade in topic.values()]),
        1,
        2,
    )
    each = np.arange(N_TOPICS + 1) * N_RETRIEVED
    rankings = [Rankings(each, np.concatenate([np.array(topic) for topic in run])) for run in runs]
    return PooledRuns(rankings, judged, DEPTH, groups, fed)


def recount(folder: Path, left: Sequence[int]) -> list[list[float]]:
    """Each run's means by measure from files, without labels that only the runs `left` brought."""
    runs, labels = drawn()
    kept = folder / "qrels"
    rows = (
        (f"q{topic}", f"d{passage:02}", grade)
        for topic, grades in enumerate(labels)
        for passage, grade in grades.items()
        if any(passage in runs[run][topic][:DEPTH] for run in range(N_RUNS) if run not in left)
        or not any(passage in runs[run][topic][:DEPTH] for run in left)
    )
    with kept.open("w") as stream:
        write_qrels(stream, rows)
    qrels: dict[str, dict[str, int]] = {f"q{topic}": {} for topic in range(N_TOPICS)}
    for line in read_qrels(kept):
        qrels[line.query_id][line.doc_id] = line.relevance
    means = []
    for run in range(N_RUNS):
        path = folder / f"run{run}"
        path.write_text(
            "".join(
                f"q{topic} Q0 d{passage:02} {rank} {-rank} r\n"
                for topic, ranked in enumerate(runs[run])
                for rank, passage in enumerate(ranked, 1)
            )
        )
        scores: dict[str, dict[str, float]] = {}
        for found in read_run(path):
            scores.setdefault(found.query_id, {})[found.doc_id] = found.score
        measured = evaluate(qrels, scores, MEASURES, max_relevance=2)
        means.append([measured.mean(measure.name) for measure in MEASURES])
    return means


@pytest.mark.parametrize("groups", [None, TEAMS], ids=["by run", "by team"])
def test_leave_out_equals_a_recount_from_files(groups: list[str] | None, tmp_path: Path) -> None:
    whole = recount(tmp_path, [])
    team_of = [
        [i for i in range(N_RUNS) if groups and groups[i] == groups[run]] or [run]
        for run in range(N_RUNS)
    ]
    without = [recount(tmp_path, team) for team in team_of]
    for number, measure in enumerate(MEASURES):
        rows = leave_out([measure], packed(groups))
        assert any(row.n_unique for row in rows)
        sign = -1 if measure.lower_is_better else 1
        for run, row in enumerate(rows):
            means = [[of_run[number] for of_run in all_runs] for all_runs in (whole, without[run])]
            assert (row.score, row.score_without) == pytest.approx([y[run] for y in means])
            places = [1 + sum(sign * (x - y[run]) > 1e-12 for x in y) for y in means]
            assert [row.place, row.place_without] == places


def test_labels_that_no_run_brought_in_stay() -> None:
    rows = leave_out(parse_measures("P@5"), packed(["all"] * N_RUNS))
    n_labels = packed().judged.relevances.size
    assert {row.n_unique for row in rows} < {*range(n_labels)}
    assert all(row.score_without <= row.score for row in rows)


def test_run_outside_the_pool_has_brought_in_nothing() -> None:
    rows = leave_out(parse_measures("P@5"), packed(fed=[True, True, True, True, False]))
    assert (rows[4].n_unique, rows[4].difference) == (0, 0.0)
    alone = leave_out(parse_measures("P@5"), packed())
    assert sum(row.n_unique for row in rows[:4]) > sum(row.n_unique for row in alone[:4])


def test_run_that_is_not_scored_still_brought_in_what_it_did() -> None:
    whole, pooled = leave_out(parse_measures("P@5"), packed()), packed()
    scored = PooledRuns(
        pooled.runs, pooled.judged, DEPTH, None, None, [False, True, True, True, False]
    )
    rows = leave_out(parse_measures("P@5"), scored)
    for row, same in zip(rows, whole[1:4], strict=True):
        assert (row.n_unique, row.score_without) == (same.n_unique, same.score_without)
    assert [row.run for row in rows] == [0, 1, 2]
    assert max(row.place for row in rows) <= 3


def test_chosen_topics_alone_count() -> None:
    rows = leave_out(parse_measures("P@5"), packed(), topics=np.array([2]))
    assert all(round(row.score * 5, 9).is_integer() for row in rows)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [({"depth": 0}, "depth is at least 1"), ({"groups": ["a"]}, "1 entries for 5 runs")],
)
def test_pool_that_makes_no_sense_is_refused(arguments: dict[str, object], reason: str) -> None:
    pooled = packed()
    given = {"runs": pooled.runs, "judged": pooled.judged, "depth": 4} | arguments
    with pytest.raises(ValueError, match=reason):
        PooledRuns(**given)  # type: ignore[arg-type]


def test_measure_of_subtopics_is_refused() -> None:
    with pytest.raises(ValueError, match="reads subtopics"):
        leave_out(parse_measures("alpha_nDCG@5"), packed())
