from __future__ import annotations

from collections.abc import Iterator
from threading import Event

import pytest

from config.readiness import Check, Need

HOUR_S = 3600.0


class Question:
    """Its answer is a long time coming once it hangs."""

    def __init__(self) -> None:
        self.n_asked, self.fails = 0, False
        self.may_answer = Event()
        self.may_answer.set()

    def __call__(self) -> None:
        self.n_asked += 1
        assert self.may_answer.wait(60)
        if self.fails:
            raise OSError


@pytest.fixture
def question() -> Iterator[Question]:
    question = Question()
    yield question
    question.may_answer.set()


def check(question: Question, *, fresh_s: float = 0, patience_s: float = HOUR_S) -> Check:
    need = Need("storage", question, OSError, "Nothing is stored.")
    return Check(need, fresh_s=fresh_s, patience_s=patience_s)


def test_an_answer_is_remembered_until_it_is_old(question: Question) -> None:
    fresh, old = check(question, fresh_s=HOUR_S), check(question)
    assert [fresh.is_met() for _ in range(5)] == [True] * 5
    assert question.n_asked == 1
    question.fails = True
    assert (fresh.is_met(), old.is_met()) == (True, False)
    question.fails = False
    assert old.is_met()


def test_what_hangs_is_asked_once_and_is_not_met_until_it_answers(question: Question) -> None:
    hanging = check(question, patience_s=0.01)
    question.may_answer.clear()
    assert [hanging.is_met() for _ in range(3)] == [False] * 3
    assert question.n_asked == 1
    question.may_answer.set()
    patient = check(question)
    assert patient.is_met()
