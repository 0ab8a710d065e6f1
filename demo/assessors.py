"""Assessors whom a formula plays, so that the demo has a finished campaign to look at.

A simulated assessor gives what a passage deserves, plus a leniency of their own, plus noise. Their
judgments show how Regrade works; they say nothing about any ranker. Five work with care; the sixth
hardly looks at what they grade, so that a board has somebody to point at.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

import numpy as np

from demo.highlights import Answer, Span, highlight

LOWEST, HIGHEST = 0, 3
ANSWERS = 2  # from this grade on a part of the passage is the answer
MOST_BLANKS = 1  # of a pair: the next ones at the table judge it, so that none waits
N_DAYS, BETWEEN_SITTINGS = 5, timedelta(hours=2)
PAUSE_MS = 600
SPREAD_OF_TIMES = 0.35


class SimulatedAssessor(NamedTuple):
    """How one of them judges.

    Attributes:
        name: the account, which says what it is.
        leniency: added to what a passage deserves, in grades.
        noise: standard deviation of what is added at random, in grades.
        blank_share: how often they give no grade, where nobody else failed to.
        word_ms: how long they read at a word; 250 is usual, and few read to the end.
        look_ms: how long they take besides.
    """

    name: str
    leniency: float
    noise: float
    blank_share: float
    word_ms: float
    look_ms: float = 1500


ASSESSORS = (
    SimulatedAssessor("simulated-1", leniency=0.0, noise=0.25, blank_share=0.0, word_ms=180),
    SimulatedAssessor("simulated-2", leniency=0.25, noise=0.35, blank_share=0.01, word_ms=150),
    SimulatedAssessor("simulated-3", leniency=-0.3, noise=0.35, blank_share=0.02, word_ms=230),
    SimulatedAssessor("simulated-4", leniency=0.1, noise=0.45, blank_share=0.01, word_ms=160),
    SimulatedAssessor("simulated-5", leniency=-0.1, noise=0.3, blank_share=0.03, word_ms=190),
    SimulatedAssessor(
        "simulated-6", leniency=0.2, noise=0.7, blank_share=0.06, word_ms=20, look_ms=900
    ),
)


class PairToJudge(NamedTuple):
    query_id: str
    doc_id: str
    n_words: int
    deserved: float  # what a passage deserves, on the scale
    answer: Answer | None = None  # what those highlight who find one


class SimulatedJudgment(NamedTuple):
    query_id: str
    doc_id: str
    assessor: str
    grade: int | None
    active_ms: int
    created_at: datetime
    spans: Sequence[Span] = ()


def simulate(
    pairs: Sequence[PairToJudge], *, judgments_per_pair: int, seed: int, start: datetime
) -> list[SimulatedJudgment]:
    """Judgments of whole topics over some days, as many grades a pair as it needs.

    Where somebody gives no grade, the next one at the topic's table is asked, and nobody else fails
    to. The same arguments give the same judgments; `start` moves their times and nothing else.
    """
    rng, marking = np.random.default_rng(seed), np.random.default_rng([seed, 1])
    calendar = _Calendar(start)
    judgments: list[SimulatedJudgment] = []
    for query_id, of_topic in _by_topic(pairs).items():
        table = [ASSESSORS[i] for i in rng.permutation(len(ASSESSORS))]
        for pair in [of_topic[i] for i in rng.permutation(len(of_topic))]:
            for assessor, grade in _ask(pair, table, judgments_per_pair, rng):
                active_ms = _reading_time(assessor, pair, rng)
                moment = calendar.moment(assessor.name, query_id, active_ms)
                spans = _spans(pair, grade, marking)
                judgments.append(
                    SimulatedJudgment(
                        query_id, pair.doc_id, assessor.name, grade, active_ms, moment, spans
                    )
                )
    return judgments


def judge_alone(
    pairs: Sequence[PairToJudge],
    assessor: SimulatedAssessor,
    rng: np.random.Generator,
    *,
    moment: datetime,
) -> list[SimulatedJudgment]:
    """Grades of one assessor, who gives each pair one, all at the same moment."""
    return [
        SimulatedJudgment(
            pair.query_id,
            pair.doc_id,
            assessor.name,
            grade := _grade(assessor, pair.deserved, rng),
            _reading_time(assessor, pair, rng),
            moment,
            _spans(pair, grade, rng),
        )
        for pair in pairs
    ]


def _spans(pair: PairToJudge, grade: int | None, rng: np.random.Generator) -> tuple[Span, ...]:
    if pair.answer is None or grade is None or grade < ANSWERS:
        return ()
    return (highlight(pair.answer, rng),)


def _by_topic(pairs: Sequence[PairToJudge]) -> dict[str, list[PairToJudge]]:
    topics: dict[str, list[PairToJudge]] = {}
    for pair in pairs:
        topics.setdefault(pair.query_id, []).append(pair)
    return topics


def _ask(
    pair: PairToJudge, table: Sequence[SimulatedAssessor], n_wanted: int, rng: np.random.Generator
) -> Iterator[tuple[SimulatedAssessor, int | None]]:
    """One after the other, until there are enough grades."""
    n_grades = n_blanks = 0
    for assessor in table:
        if n_grades == n_wanted:
            return
        is_blank = rng.random() < assessor.blank_share and n_blanks < MOST_BLANKS
        grade = None if is_blank else _grade(assessor, pair.deserved, rng)
        n_grades, n_blanks = n_grades + (not is_blank), n_blanks + is_blank
        yield assessor, grade


def _grade(assessor: SimulatedAssessor, deserved: float, rng: np.random.Generator) -> int:
    felt = deserved + assessor.leniency + assessor.noise * rng.standard_normal()
    return int(np.clip(np.rint(felt), LOWEST, HIGHEST))


def _reading_time(assessor: SimulatedAssessor, pair: PairToJudge, rng: np.random.Generator) -> int:
    usual_ms = assessor.look_ms + assessor.word_ms * pair.n_words
    return round(usual_ms * math.exp(SPREAD_OF_TIMES * rng.standard_normal()))


class _Calendar:
    """When somebody does what: a topic at a sitting, one sitting a day before the second one."""

    def __init__(self, start: datetime) -> None:
        self._start = start
        self._clocks: dict[tuple[str, str], datetime] = {}
        self._n_sittings: Counter[str] = Counter()

    def moment(self, assessor: str, query_id: str, active_ms: int) -> datetime:
        """The moment at which the assessor has judged another passage of the topic."""
        sitting = assessor, query_id
        if sitting not in self._clocks:
            round_of_days, day = divmod(self._n_sittings[assessor], N_DAYS)
            begin = timedelta(days=day) + round_of_days * BETWEEN_SITTINGS
            self._clocks[sitting] = self._start + begin
            self._n_sittings[assessor] += 1
        self._clocks[sitting] += timedelta(milliseconds=active_ms + PAUSE_MS)
        return self._clocks[sitting]
