"""Answers that are kept with a saved comparison, and what is another since each was frozen."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from evaluation.models import AnswerKind, KeptAnswer, SavedComparison
from evaluation.saved.keeping import spec_of
from evaluation.saved.reopening import Moved, Today, what_moved


class AskedFor(NamedTuple):
    """One field of what was asked, as text."""

    name: str
    value: str


class KeptRow(NamedTuple):
    """An answer that is kept: what was asked, and how it was had.

    Attributes:
        content_hash: by it the answer itself is found.
        seed, n_draws: None where nothing was drawn.
        moved: what is another since; empty where the same is answered today.
    """

    kind: AnswerKind
    content_hash: str
    asked: list[AskedFor]
    seed: int | None
    n_draws: int | None
    created_at: datetime
    moved: list[Moved]


def kept_rows(saved: SavedComparison, today: Today) -> list[KeptRow]:
    """All answers that are kept with a saved comparison, in the order of keeping; one query.

    Args:
        today: what the comparison's question has as inputs now.
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
