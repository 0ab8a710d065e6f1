"""Keep a frozen comparison under a name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db import transaction

from annotation.models import LabelSet
from evaluation.comparisons.comparing import Question, prepare
from evaluation.comparisons.jobs import NOT_THERE, stored_fields
from evaluation.exceptions import ComparisonUnknown, SavedAlready, VisibilityRefused
from evaluation.models import Comparison, SavedComparison
from ranking.exceptions import NotFound
from ranking.lookup import taking_name
from ranking.models import Owned, Run, Visibility


class Keeping(NamedTuple):
    """How a comparison is kept. Without a visibility it is its owner's if a run or label set is
    private, else the team's.
    """

    name: str
    note: str = ""
    visibility: Visibility | None = None


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
            raise NotFound(f"{name} was renamed or deleted just now: ask for the comparison anew.")
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
