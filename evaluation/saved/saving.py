"""A frozen comparison saved under a name, opened again, and the inputs that changed since."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, NamedTuple

from django.contrib.auth.models import User
from django.db import transaction

from annotation.models import LabelSet
from evaluation.comparisons.freezing import prepare
from evaluation.comparisons.jobs import NOT_THERE, stored_fields
from evaluation.comparisons.question import Question, question_of
from evaluation.exceptions import ComparisonUnknown, SavedAlready, VisibilityRefused
from evaluation.models import Comparison, SavedComparison
from ranking.exceptions import NotFound
from ranking.lookup import NewName, taking_name
from ranking.models import Owned, Run, Visibility
from regrade.exceptions import RegradeError

MovedKind = Literal[
    "scores", "tests", "answers", "run", "labels", "topics", "best", "question", "refused"
]
ENGINES: Mapping[str, tuple[MovedKind, str]] = {
    "engine": ("scores", "Regrade has newer code of measures: scores may differ."),
    "significance_engine": ("tests", "Regrade has newer code of tests: p-values may differ."),
    "answer_engine": ("answers", "Regrade has newer code of this answer: its numbers may differ."),
}
CONTENTS: Mapping[str, tuple[MovedKind, str]] = {
    "run_hashes": ("run", "Run {} has changed rankings."),
    "label_hashes": ("labels", "Label set {} has changed labels."),
}
NUMBERS = ("baseline_mean", "run_mean", "difference", "low", "high", "p_value", "p_adjusted")


class Keeping(NamedTuple):
    """How a comparison is kept. Without a visibility it is its owner's if a run or label set is
    private, else the team's.
    """

    name: NewName
    note: Annotated[str, {"is_prose": True, "allow_blank": True, "max_length": 5_000}] = ""
    visibility: Visibility | None = None


class Moved(NamedTuple):
    """One input of a comparison that has changed; `name` is the run's or label set's."""

    kind: MovedKind
    name: str
    text: str


class FrozenRow(NamedTuple):
    """One measure of one run under one label set as it was frozen.

    Numbers that JSON lacks, such as infinite interval ends, are null.
    """

    labels: str
    measure: str
    baseline: str
    run: str
    baseline_mean: float
    run_mean: float
    difference: float
    low: float | None
    high: float | None
    p_value: float | None
    p_adjusted: float | None
    stars: str
    n_topics: int
    lower_is_better: bool
    min_relevance: int | None
    simulated: bool
    sample: str | None
    these_topics_low: float | None
    these_topics_high: float | None


class Today(NamedTuple):
    """The current inputs of a saved question.

    Attributes:
        spec: as JSON from `prepare`; empty if the question is refused.
        refusal: None if it can be asked again.
    """

    spec: Mapping[str, Any]
    refusal: Moved | None = None

    def moved_since(self, then: Mapping[str, Any], now: Mapping[str, Any]) -> list[Moved]:
        """Inputs in which two specs of one question differ; empty if the answer is the same."""
        return [self.refusal] if self.refusal else what_moved(then, json.loads(json.dumps(now)))


@transaction.atomic
def save_comparison(
    *, question: Question, asked: Mapping[str, Any], kept: Keeping, by: User
) -> SavedComparison:
    """Save a comparison that was asked for, with the question that brings it back.

    Its runs and label sets are locked meanwhile: none is renamed or deleted under it.

    Args:
        asked: the request's fields, of which the question was made.

    Raises:
        ComparisonUnknown: nothing was frozen for this question yet.
        SavedAlready: the account keeps it under another name.
        NameTaken, NameRefused: the name cannot be had.
        VisibilityRefused: others would see what is private.
        EvaluationError: as `prepare` says.
    """
    stored = stored_fields(asked)
    grounds = _locked(question)
    content_hash = prepare(question).content_hash
    frozen = Comparison.objects.select_for_update(no_key=True)
    comparison = frozen.filter(content_hash=content_hash).first()
    if comparison is None:
        raise ComparisonUnknown(NOT_THERE)
    if mine := SavedComparison.objects.saved_by(by, comparison):
        raise SavedAlready(f"You keep this comparison as {mine} already: rename that one.")
    with taking_name(SavedComparison, kept.name):
        return SavedComparison.objects.create(
            name=kept.name,
            note=kept.note,
            comparison=comparison,
            asked=stored,
            owner=by,
            visibility=_visibility(kept, grounds),
        )


def _locked(question: Question) -> list[Owned]:
    """The runs and label sets as they are now, in one order for all who lock them."""
    label_sets = [*question.all_labels, question.only_topics_of]
    runs = _locked_rows(Run, question.all_runs)
    return [*runs, *_locked_rows(LabelSet, [each for each in label_sets if each is not None])]


def _locked_rows(model: type[Run | LabelSet], asked: Sequence[Run | LabelSet]) -> list[Owned]:
    names = {one.pk: one.name for one in asked}
    rows = model._default_manager.select_for_update(no_key=True, of=("self",))
    found = {row.pk: row for row in rows.filter(pk__in=names).order_by("pk")}
    for key, name in names.items():
        if key not in found or found[key].name != name:
            raise NotFound(f"{name} was renamed or deleted just now: request the comparison again.")
    return list(found.values())


def _visibility(kept: Keeping, grounds: Sequence[Owned]) -> Visibility:
    private = next((one for one in grounds if one.is_private), None)
    if private is not None and kept.visibility not in (None, Visibility.PRIVATE):
        raise VisibilityRefused(
            f"{private} is private: save the comparison for yourself alone.",
            code="ground_is_private",
        )
    usual = Visibility.TEAM if private is None else Visibility.PRIVATE
    return kept.visibility or usual


def frozen_rows(saved: SavedComparison) -> list[FrozenRow]:
    """The table as frozen, regardless of later changes to runs and labels."""
    return [
        FrozenRow(**{name: _frozen_value(row, name) for name in FrozenRow._fields})
        for row in saved.comparison.result
    ]


def as_of_today(saved: SavedComparison) -> Today:
    """Current inputs of a saved question; nothing is stored.

    Contents are hashed. If the question names no baseline, its runs are scored to find the best.
    """
    try:
        today = prepare(question_of(saved.asked), keeps=False)
    except RegradeError as error:
        return Today({}, Moved("refused", "", f"It cannot be asked again: {error}"))
    return Today(today.spec)


def what_moved(then: Mapping[str, Any], now: Mapping[str, Any]) -> list[Moved]:
    """Inputs in which two specs of the same question differ."""
    return [*_engines(then, now), *_contents(then, now), *_asked(then, now)]


def _engines(then: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[Moved]:
    for key, (kind, text) in ENGINES.items():
        if then.get(key) != now.get(key):
            yield Moved(kind, "", text)


def _contents(then: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[Moved]:
    for key, (kind, text) in CONTENTS.items():
        before, after = then.get(key, {}), now.get(key, {})
        for name in sorted(before.keys() | after.keys()):
            if before.get(name) != after.get(name):
                yield Moved(kind, name, text.format(name))


def _asked(then: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[Moved]:
    topics = "query_ids"
    if then.get(topics) != now.get(topics):
        n_then, n_now = len(then.get(topics, ())), len(now.get(topics, ()))
        yield Moved(
            "topics", "", f"It has other topics: {n_now:,} now, {n_then:,} when it was saved."
        )
    found = {*ENGINES, *CONTENTS, topics}
    before, best = then.get("baseline"), now.get("baseline")
    if before and best and before != best:
        # A named baseline stays: this one is the best of the runs, and left out of their list.
        found |= {"baseline", "runs"}
        yield Moved("best", best, f"{best} is the best run now; the frozen baseline is {before}.")
    others = sorted(
        key for key in (then.keys() | now.keys()) - found if then.get(key) != now.get(key)
    )
    if others:
        listed = ", ".join(others)
        yield Moved("question", "", f"Regrade reads the question otherwise: {listed}.")


def _frozen_value(row: Mapping[str, Any], name: str) -> Any:
    """A frozen value; infinite numbers are stored as words, which are also valid run names."""
    value = row.get(name)
    return None if name in NUMBERS and value in ("infinite", "-infinite") else value
