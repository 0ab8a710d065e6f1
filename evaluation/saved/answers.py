"""Answers kept with a saved comparison: keep one, list them, read one, let one go.

Each is JSON of its comparison: in `answers` what was asked and all that it follows from, in
`results` the answer itself, by its hash.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any, NamedTuple

from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.db.models import F, Func, JSONField, Value

from evaluation.exceptions import MovedOn, TooMuchAsked
from evaluation.models import AnswerKind, SavedComparison
from evaluation.models.saved_comparison import SavedComparisonQuerySet
from evaluation.saved.saving import Moved, Today
from ranking.clock import now
from ranking.exceptions import NotFound
from ranking.lookup import first_of
from regrade.code_version import code_version
from regrade.tables import csv_of_rows

# Beside the code of measures and tests, which the comparison's own spec names.
PARTS = (
    "evaluation/families",
    "evaluation/comparisons/unjudged.py",
    "regrade/pooling",
)
ANSWER_ENGINE = f"regrade {code_version(*PARTS)}"
MOST_KEPT = 50  # with one saved comparison
MOST_CHARACTERS = 5_000_000  # of all answers kept with one saved comparison
GONE = "The saved comparison was deleted just now: save it again."
NOT_KEPT = "No such answer is kept with a saved comparison, or with none that you may see."
Stored = dict[str, Any]


class Answer(NamedTuple):
    """A question about a comparison, and its result.

    Attributes:
        asked: beside the comparison's own question; JSON.
        result: as the page gets it; JSON.
        seed, n_draws: None where nothing was drawn.
    """

    kind: AnswerKind
    asked: Mapping[str, Any]
    result: Mapping[str, Any]
    seed: int | None = None
    n_draws: int | None = None


class AskedFor(NamedTuple):
    """One field of a question, as text."""

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


# Where the rows of a table lie in an answer, list within list.
ROWS_IN: Mapping[AnswerKind, Sequence[str]] = {
    AnswerKind.SYSTEMS: ("families", "pairs"),
    AnswerKind.ORDER: ("pairs", "coefficients"),
    AnswerKind.TWO_ORDERS: ("pairs", "coefficients"),
    AnswerKind.TOPIC_PLAN: ("families", "curve"),
    AnswerKind.BOUNDS: ("rows",),
    AnswerKind.POOL_BIAS: ("rows",),
}


@transaction.atomic
def keep_answer(*, saved: SavedComparison, answer: Answer, content_hash: str) -> Stored:
    """Freeze an answer beside the table of a saved comparison; the same one is kept once.

    Two who keep the same at once get the same one.

    Args:
        content_hash: of the comparison that the answer was worked out of.

    Raises:
        MovedOn: that is another one than was saved.
        TooMuchAsked: larger answers, or more of them, than are kept with one comparison.
        NotFound: the saved comparison was deleted meanwhile.
    """
    locked = _locked(saved)
    if content_hash != locked.comparison.content_hash:
        raise MovedOn(
            f"{locked} was frozen of other runs, labels or code of Regrade than there are today:"
            " save the comparison of today under another name, and keep the answer with that one."
        )
    spec = _spec_of(locked.comparison.spec, answer.kind, answer.asked)
    digest = sha256(json.dumps(spec, sort_keys=True).encode()).hexdigest()
    if digest not in locked.results:
        _refuse_more(locked, answer)
        head = {**answer._asdict(), "content_hash": digest, "created_at": now(), "spec": spec}
        locked.results[digest] = head.pop("result")
        locked.answers.append(json.loads(json.dumps(head, cls=DjangoJSONEncoder)))
        locked.save(update_fields=["answers", "results"])
    return _head(locked, digest)


@transaction.atomic
def drop_answer(*, saved: SavedComparison, content_hash: str) -> None:
    """Let go of an answer that is kept with this saved comparison; the others stay.

    Raises:
        NotFound: none of this hash is kept with it.
    """
    locked = _locked(saved)
    locked.answers.remove(_head(locked, content_hash))
    del locked.results[content_hash]
    locked.save(update_fields=["answers", "results"])


def kept_rows(saved: SavedComparison, today: Today) -> list[KeptRow]:
    """All answers kept with a saved comparison, oldest first.

    Args:
        today: the current inputs of the comparison's question.
    """
    return [kept_row(head, today) for head in saved.answers]


def kept_row(head: Stored, today: Today) -> KeptRow:
    asked = head["asked"].items()
    shown = {
        **{name: head[name] for name in ("kind", "content_hash", "seed", "n_draws")},
        "asked": [AskedFor(name, str(value)) for name, value in asked if value is not None],
        "created_at": datetime.fromisoformat(head["created_at"]),
        "moved": today.moved_since(head["spec"], _spec_of(today.spec, head["kind"], head["asked"])),
    }
    return KeptRow(**shown)


def kept_answer(seen: SavedComparisonQuerySet, content_hash: str) -> Stored:
    """The kept answer with this hash, its result included, whichever of these comparisons keeps it.

    Raises:
        NotFound: none of them does.
    """
    # A hash may have digits alone, which Django's own transform reads as a place in a list.
    path = F("results"), Value(content_hash)
    found = Func(*path, function="jsonb_extract_path", output_field=JSONField())
    kept = seen.filter(results__has_key=content_hash).defer("results")
    saved = first_of(kept.annotate(found=found), NOT_KEPT)
    return {**_head(saved, content_hash), "result": saved.found}  # type: ignore[attr-defined]


def csv_of_answer(answer: Stored) -> str:
    """A kept answer for a spreadsheet: of its longest list a row an entry, named as in its JSON."""
    result, lists = answer["result"], ROWS_IN[AnswerKind(answer["kind"])]
    if result.get("method") == "anova":
        lists = ("families", "sources")
    return csv_of_rows(list(_rows(result, lists, {})))


def _rows(node: Stored, lists: Sequence[str], around: Stored, place: str = "") -> Iterator[Stored]:
    """A row for each entry of the innermost list, with what stands around it; one if empty."""
    cells = _cells(node)
    here = around | {f"{place}_{name}" if name in around else name: cell for name, cell in cells}
    entries = node[lists[0]] if lists else []
    for entry in entries:
        yield from _rows(entry, lists[1:], here, lists[0])
    if not entries:
        yield here


def _cells(node: Stored) -> Iterator[tuple[str, Any]]:
    for name, value in node.items():
        if isinstance(value, dict):
            yield from ((f"{name}_{inner}", cell) for inner, cell in _cells(value))
        elif name == "interval":
            yield from zip(("low", "high"), value or (None, None), strict=True)
        elif not (isinstance(value, list) and any(isinstance(each, dict) for each in value)):
            yield name, value


def _spec_of(comparison: Mapping[str, Any], kind: str, asked: Mapping[str, Any]) -> Stored:
    """All that an answer follows from; its hash identifies the answer."""
    return {**comparison, "answer_engine": ANSWER_ENGINE, "kind": kind, "asked": {**asked}}


def _locked(saved: SavedComparison) -> SavedComparison:
    rows = SavedComparison.objects.select_for_update(no_key=True, of=("self",))
    return first_of(rows.select_related("comparison").filter(pk=saved.pk), GONE)


def _head(saved: SavedComparison, content_hash: str) -> Stored:
    for head in saved.answers:
        if head["content_hash"] == content_hash:
            found: Stored = head
            return found
    raise NotFound(NOT_KEPT)


def _refuse_more(saved: SavedComparison, answer: Answer) -> None:
    if len(saved.answers) >= MOST_KEPT:
        raise TooMuchAsked(
            f"{MOST_KEPT} answers are kept with {saved}, and more are not: delete one of them"
            f" first, at /comparisons/{saved.comparison.content_hash}.",
            code="too_many_answers",
        )
    if (n := len(json.dumps([*saved.results.values(), answer.result]))) > MOST_CHARACTERS:
        raise TooMuchAsked(
            f"The answers kept with {saved} would have {n:,} characters, and"
            f" {MOST_CHARACTERS:,} are kept: delete one of them, or compare fewer runs or label"
            " sets.",
            code="answer_too_long",
        )
