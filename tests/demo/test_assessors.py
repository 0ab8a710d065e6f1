from __future__ import annotations

from collections import Counter, defaultdict
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import numpy as np
import pytest

from demo.assessors import (
    ASSESSORS,
    HIGHEST,
    LOWEST,
    MOST_BLANKS,
    N_DAYS,
    PairToJudge,
    SimulatedJudgment,
    simulate,
)

START = datetime(2024, 5, 1, 9, tzinfo=UTC)
PAIRS = [
    PairToJudge(f"q{topic}", f"d{passage}", n_words=60, deserved=3 * passage / 29)
    for topic in range(20)
    for passage in range(30)
]


def simulated(seed: int = 1, start: datetime = START) -> list[SimulatedJudgment]:
    return simulate(PAIRS, judgments_per_pair=3, seed=seed, start=start)


def test_simulate_repeats_itself_with_the_same_seed() -> None:
    assert simulated() == simulated()
    assert simulated() != simulated(seed=2)


def test_simulate_moves_times_alone_with_the_start() -> None:
    later = [
        judgment._replace(created_at=judgment.created_at - timedelta(days=9))
        for judgment in simulated(start=START + timedelta(days=9))
    ]
    assert later == simulated()


def test_simulate_stays_on_the_scale_and_uses_all_of_it() -> None:
    grades = {judgment.grade for judgment in simulated()}
    assert grades == {None, *range(LOWEST, HIGHEST + 1)}


def test_simulate_gives_every_pair_its_grades_unless_too_many_gave_none() -> None:
    n_grades: Counter[tuple[str, str]] = Counter()
    n_blanks: Counter[tuple[str, str]] = Counter()
    for query_id, doc_id, _, grade, *_ in simulated():
        (n_blanks if grade is None else n_grades)[query_id, doc_id] += 1
    pairs = [(pair.query_id, pair.doc_id) for pair in PAIRS]
    assert {pair for pair in pairs if n_grades[pair] != 3 and n_blanks[pair] < MOST_BLANKS} == set()
    assert max(n_grades.values()) == 3


def test_simulate_asks_nobody_twice_about_a_pair() -> None:
    asked = Counter(judgment[:3] for judgment in simulated())
    assert set(asked.values()) == {1}


def test_simulate_gives_better_grades_to_what_deserves_them() -> None:
    by_passage = defaultdict(list)
    for judgment in simulated():
        if judgment.grade is not None:
            by_passage[judgment.doc_id].append(judgment.grade)
    deserved = [3 * passage / 29 for passage in range(30)]
    means = [float(np.mean(by_passage[f"d{passage}"])) for passage in range(30)]
    assert np.corrcoef(deserved, means)[0, 1] > 0.95


def test_simulate_lets_the_lenient_give_more_than_the_strict() -> None:
    grades = defaultdict(list)
    for judgment in simulated():
        if judgment.grade is not None:
            grades[judgment.assessor].append(judgment.grade)
    lenient = max(ASSESSORS, key=lambda assessor: assessor.leniency).name
    strict = min(ASSESSORS, key=lambda assessor: assessor.leniency).name
    assert np.mean(grades[lenient]) > np.mean(grades[strict])


def test_simulate_spreads_the_work_over_some_days() -> None:
    days = {(judgment.created_at - START).days for judgment in simulated()}
    assert days == set(range(N_DAYS))


def test_simulate_lets_nobody_do_two_things_at_once() -> None:
    own = defaultdict(list)
    for judgment in simulated():
        own[judgment.assessor].append(judgment)
    for judgments in own.values():
        judgments.sort(key=lambda judgment: judgment.created_at)
        for earlier, later in pairwise(judgments):
            begun = later.created_at - timedelta(milliseconds=later.active_ms)
            assert begun > earlier.created_at


@pytest.mark.parametrize("assessor", ASSESSORS, ids=lambda assessor: assessor.name)
def test_assessors_are_called_what_they_are(assessor: object) -> None:
    assert getattr(assessor, "name").startswith("simulated-")  # noqa: B009
