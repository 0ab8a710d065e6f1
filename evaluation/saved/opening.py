"""Answers kept with a saved comparison, and the inputs that changed since each was frozen."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from evaluation.models import AnswerKind, KeptAnswer, SavedComparison
from evaluation.saved.keeping import spec_of
from evaluation.saved.reopening import Moved, Today, what_moved


class AskedFor(NamedTuple):
    """One field of the question, as text."""

    name: str
    value: str


class KeptRow(NamedTuple):
    """A kept answer: its question, and how it was computed.

    Attributes:
        content_hash: identifies the answer.
        seed, n_draws: None if nothing was drawn at random.
        moved: inputs that changed since; empty if today's answer is the same.
    """

    kind: AnswerKind
    content_hash: str
    asked: list[AskedFor]
    seed: int | None
    n_draws: int | None
    created_at: datetime
    moved: list[Moved]


def kept_rows(saved: SavedComparison, today: Today) -> list[KeptRow]:
    """All answers kept with a saved comparison, oldest first; one query.

    Args:
        today: the current inputs of the comparison's question.
    """
    return [kept_row(answer, today) for answer in saved.answers.defer("result")]


def kept_row(answer: KeptAnswer, today: Today) -> KeptRow:
    return KeptRow(
        AnswerKind(answer.kind),
        answer.content_hash,
        list(asked_for(answer.asked)),
        answer.seed,
        answer.n_draws,
        answer.created_at,
        _moved(answer, today),
    )


def asked_for(asked: Mapping[str, Any]) -> list[AskedFor]:
    return [AskedFor(name, str(value)) for name, value in asked.items() if value is not None]


def _moved(answer: KeptAnswer, today: Today) -> list[Moved]:
    if today.refusal is not None:
        return [today.refusal]
    now = spec_of(today.spec, answer.kind, answer.asked)
    return what_moved(answer.spec, json.loads(json.dumps(now)))
