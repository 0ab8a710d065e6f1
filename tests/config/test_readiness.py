from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from config.readiness import Remembered

HOUR_S = 3600.0
AWAY = {"broker": "Jobs wait."}


class Question:
    """Its answer is a long time coming once it hangs."""

    def __init__(self) -> None:
        self.n_asked = 0
        self.has_come, self.may_answer = Event(), Event()
        self.may_answer.set()

    def __call__(self) -> dict[str, str]:
        self.n_asked += 1
        self.has_come.set()
        assert self.may_answer.wait(60)
        return AWAY

    def hang(self) -> None:
        self.has_come.clear()
        self.may_answer.clear()


@pytest.fixture
def question() -> Question:
    return Question()


@pytest.fixture
def other_thread(question: Question) -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(1) as thread:
        yield thread
        question.may_answer.set()


def test_an_answer_is_remembered_until_it_is_old(question: Question) -> None:
    remembered = Remembered(question, fresh_s=HOUR_S)
    assert [remembered.answer() for _ in range(5)] == [AWAY] * 5
    assert question.n_asked == 1
    old = Remembered(question, fresh_s=0)
    assert [old.answer() for _ in range(2)] == [AWAY] * 2
    assert question.n_asked == 3


def test_while_one_thread_asks_others_get_the_last_answer(
    question: Question, other_thread: ThreadPoolExecutor
) -> None:
    remembered = Remembered(question, fresh_s=0, patience_s=HOUR_S)
    remembered.answer()
    question.hang()
    other_thread.submit(remembered.answer)
    assert question.has_come.wait(60)
    assert remembered.answer() == AWAY
    assert question.n_asked == 2


def test_an_answer_is_not_believed_for_ever(
    question: Question, other_thread: ThreadPoolExecutor
) -> None:
    remembered = Remembered(question, fresh_s=0, believed_s=0, patience_s=0.01)
    remembered.answer()
    question.hang()
    other_thread.submit(remembered.answer)
    assert question.has_come.wait(60)
    assert remembered.answer() is None


def test_without_a_last_answer_others_wait_for_a_while_alone(
    question: Question, other_thread: ThreadPoolExecutor
) -> None:
    remembered = Remembered(question, fresh_s=HOUR_S, patience_s=0.01)
    question.hang()
    asking = other_thread.submit(remembered.answer)
    assert question.has_come.wait(60)
    assert remembered.answer() is None
    question.may_answer.set()
    assert asking.result() == remembered.answer() == AWAY
    assert question.n_asked == 1
