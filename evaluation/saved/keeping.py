"""Keep an answer with a saved comparison, or let one go."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, NamedTuple

from django.db import transaction

from evaluation.exceptions import MovedOn, TooMuchAsked
from evaluation.models import AnswerKind, KeptAnswer, SavedComparison
from ranking.lookup import first_of
from regrade.code_version import code_version

# Beside the code of measures and tests, which the comparison's own spec names.
PARTS = (
    "evaluation/families",
    "evaluation/comparisons/bounds.py",
    "evaluation/comparisons/pool_bias.py",
    "regrade/pooling",
)
ANSWER_ENGINE = f"regrade {code_version(*PARTS)}"
MOST_KEPT = 50  # with one saved comparison
MOST_CHARACTERS = 5_000_000  # of one answer
GONE = "The saved comparison was deleted just now: save it anew."
NOT_KEPT = "No such answer is kept with a saved comparison, or with none that you may see."


class Drawn(NamedTuple):
    """From which seed an answer made how many random draws."""

    seed: int
    n_draws: int


class Answer(NamedTuple):
    """What was asked of a comparison, and what came of it.

    Attributes:
        asked: beside the comparison's own question; JSON.
        result: as the page gets it; JSON.
        drawn: None where nothing was drawn.
    """

    kind: AnswerKind
    asked: Mapping[str, Any]
    result: Mapping[str, Any]
    drawn: Drawn | None = None


def spec_of(comparison: Mapping[str, Any], kind: str, asked: Mapping[str, Any]) -> dict[str, Any]:
    """All that an answer follows from: by its hash the answer is found again.

    Args:
        comparison: its spec, with the hashes of runs and labels.
    """
    return {**comparison, "answer_engine": ANSWER_ENGINE, "kind": kind, "asked": {**asked}}


@transaction.atomic
def keep_answer(*, saved: SavedComparison, answer: Answer, content_hash: str) -> KeptAnswer:
    """Freeze an answer beside the table of a saved comparison; the same one is kept once.

    Two who keep the same at once get the same row.

    Args:
        content_hash: of the comparison that the answer was worked out of.

    Raises:
        MovedOn: that is another one than was saved.
        TooMuchAsked: a larger answer, or more of them, than are kept with one comparison.
        NotFound: the saved comparison was deleted meanwhile.
    """
    rows = SavedComparison.objects.select_for_update(no_key=True, of=("self",))
    locked = first_of(rows.select_related("comparison").filter(pk=saved.pk), GONE)
    comparison = locked.comparison
    if content_hash != comparison.content_hash:
        raise MovedOn(
            f"{locked} was frozen of other runs, labels or code of Regrade than there are today:"
            " save the comparison of today under another name, and keep the answer with that one."
        )
    spec = spec_of(comparison.spec, answer.kind, answer.asked)
    digest = sha256(json.dumps(spec, sort_keys=True).encode()).hexdigest()
    if kept := locked.answers.filter(content_hash=digest).first():
        return kept
    _refuse_more(locked, answer)
    return KeptAnswer.objects.create(
        saved=locked,
        kind=answer.kind,
        asked={**answer.asked},
        spec=spec,
        result={**answer.result},
        content_hash=digest,
        seed=answer.drawn and answer.drawn.seed,
        n_draws=answer.drawn and answer.drawn.n_draws,
    )


def drop_answer(*, saved: SavedComparison, content_hash: str) -> None:
    """Let go of an answer that is kept with this saved comparison; the others stay.

    Raises:
        NotFound: none of this hash is kept with it.
    """
    first_of(saved.answers.filter(content_hash=content_hash), NOT_KEPT).delete()


def _refuse_more(saved: SavedComparison, answer: Answer) -> None:
    if saved.answers.count() >= MOST_KEPT:
        raise TooMuchAsked(
            f"{MOST_KEPT} answers are kept with {saved}, and more are not: delete one of them"
            f" first, at /comparisons/{saved.comparison.content_hash}.",
            code="too_many_answers",
        )
    if (n := len(json.dumps(answer.result))) > MOST_CHARACTERS:
        raise TooMuchAsked(
            f"This answer has {n:,} characters, and one that is kept up to {MOST_CHARACTERS:,}:"
            " compare fewer runs or label sets.",
            code="answer_too_long",
        )
