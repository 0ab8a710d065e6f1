from __future__ import annotations

from collections import Counter, defaultdict
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import pairwise

import numpy as np

from annotation.quality.flags import FIRST_CHARACTERS, READING_CHARACTERS_PER_MINUTE, Pace
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
from demo.highlights import find_answer
from regrade.agreement import agreement_report
from regrade.votes.vote import Vote

START = datetime(2024, 5, 1, 9, tzinfo=UTC)
PAIRS = [
    PairToJudge(f"q{topic}", f"d{passage}", n_words=60, deserved=3 * passage / 29)
    for topic in range(20)
    for passage in range(30)
]


@cache
def simulated(seed: int = 1, start: datetime = START) -> list[SimulatedJudgment]:
    return simulate(PAIRS, judgments_per_pair=3, seed=seed, start=start)


def test_simulate_repeats_itself_with_the_same_seed() -> None:
    again = simulate(PAIRS, judgments_per_pair=3, seed=1, start=START)
    assert again == simulated()
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


def test_simulate_gives_every_pair_its_grades_and_asks_nobody_twice() -> None:
    n_grades: Counter[tuple[str, str]] = Counter()
    n_blanks: Counter[tuple[str, str]] = Counter()
    for query_id, doc_id, _, grade, *_ in simulated():
        (n_blanks if grade is None else n_grades)[query_id, doc_id] += 1
    assert n_grades == {(pair.query_id, pair.doc_id): 3 for pair in PAIRS}
    assert set(n_blanks.values()) == {MOST_BLANKS}
    asked = Counter(judgment[:3] for judgment in simulated())
    assert set(asked.values()) == {1}
    assert all(name.startswith("simulated-") for _, _, name in asked)


def test_simulate_gives_better_grades_to_what_deserves_them() -> None:
    by_passage = defaultdict(list)
    for judgment in simulated():
        if judgment.grade is not None:
            by_passage[judgment.doc_id].append(judgment.grade)
    deserved = [3 * passage / 29 for passage in range(30)]
    means = [float(np.mean(by_passage[f"d{passage}"])) for passage in range(30)]
    assert np.corrcoef(deserved, means)[0, 1] > 0.95


def test_simulate_highlights_where_an_answer_was_found() -> None:
    answer = find_answer("tuple", "A list. A tuple is short.")
    pairs = [pair._replace(answer=answer) for pair in PAIRS]
    found = simulate(pairs, judgments_per_pair=3, seed=1, start=START)
    assert {bool(one.spans) for one in found if (one.grade or 0) >= 2} == {True}
    assert {bool(one.spans) for one in found if (one.grade or 0) < 2} == {False}
    assert [one._replace(spans=()) for one in found] == simulated()


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


def test_simulated_people_agree_moderately_on_every_topic() -> None:
    votes = [
        Vote(judgment.query_id, int(judgment.doc_id[1:]), judgment.assessor, judgment.grade)
        for judgment in simulated()
    ]
    [overall] = agreement_report(votes, judgments_per_pair=3)
    assert overall.fleiss_n_pairs == len(PAIRS)
    assert overall.fleiss_kappa is not None
    assert 0.3 < overall.fleiss_kappa < 0.7
    topics = agreement_report(votes, judgments_per_pair=3, by="topic", n_votes=3)
    assert [topic.scope for topic in topics if topic.fleiss_kappa is None] == []


def test_one_simulated_assessor_hardly_looks_and_the_others_do() -> None:
    n_letters = 5 * PAIRS[0].n_words
    limit_ms = min(n_letters, FIRST_CHARACTERS) * 60_000 / (4 * READING_CHARACTERS_PER_MINUTE)
    n_timed, n_too_fast = Counter[str](), Counter[str]()
    for judgment in simulated():
        if judgment.grade is not None:
            n_timed[judgment.assessor] += 1
            n_too_fast[judgment.assessor] += judgment.active_ms < limit_ms
    flagged = {name for name, n in n_timed.items() if Pace(n, n_too_fast[name]).is_flagged}
    assert flagged == {"simulated-6"}
    assert all(n_too_fast[name] < 0.05 * n for name, n in n_timed.items() if name not in flagged)
