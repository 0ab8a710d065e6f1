"""Shapes of JSON columns, where code reads more of them than that they are lists or objects."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from types import NoneType
from typing import Any

from django.db.models import Model

from annotation.active.kinds import LEARNERS, STRATEGIES
from annotation.models import (
    CampaignEvent,
    Guideline,
    Judgment,
    LabelSet,
    Pool,
)
from annotation.models.label_set import POLICY_NAMES
from annotation.pools.asked_design import LEAST_RUNS, check_measures
from annotation.pools.by_design import FEWEST
from ranking.models import Passage, Run, Topic
from regrade.aggregation.policy_file import current_form, policy_from_json
from regrade.exceptions import Coded
from regrade.files.errors import BadValue
from regrade.limits import INT32_MAX
from regrade.measures import parse_measure
from regrade.sampling.question import KINDS

Fits = Callable[[Any], bool]

EXAMPLE: Mapping[str, type | tuple[type, ...]] = {
    "query": str,
    "passage": str,
    "grade": (int, NoneType),
    "explanation": str,
}


def check_shape(model: type[Model], column: str, value: Any) -> None:
    """Check the contents of a JSON value.

    Raises:
        BadValue: it is not what the code that reads it expects.
    """
    check = SHAPES.get((model, column))
    if value is not None and check is not None and not check(value):
        raise BadValue(f"{column} is not of its shape", code="wrong_shape")


def _are_spans(value: Any) -> bool:
    return all(
        isinstance(span, list)
        and len(span) == 2
        and all(isinstance(end, int) and not isinstance(end, bool) for end in span)
        and 0 <= span[0] < span[1] <= INT32_MAX
        for span in value
    )


def _are_examples(value: Any) -> bool:
    return all(
        isinstance(one, dict)
        and set(one) == set(EXAMPLE)
        and all(isinstance(one[name], kind) for name, kind in EXAMPLE.items())
        for one in value
    )


def _is_policy(value: Any) -> bool:
    others = [value.get(name) for name in POLICY_NAMES]
    if not all(other is None or _is_named(other) for other in others) or "parents" in value:
        return False
    try:
        current_form(value)
        if value:
            policy_from_json(value)
    except (Coded, TypeError, ValueError):
        return False
    return True


def _is_named(other: Any) -> bool:
    return isinstance(other, dict) and isinstance(other.get("name"), str)


def _is_moment(value: Any) -> bool:
    try:
        return datetime.fromisoformat(value).tzinfo is not None
    except (TypeError, ValueError):
        return False


def _one_of(*kinds: type) -> Fits:
    """A value of exactly one of the types: true is no number."""
    return lambda value: type(value) in kinds


def _list_of(fits: Fits) -> Fits:
    return lambda value: isinstance(value, list) and all(map(fits, value))


def _values_of(fits: Fits) -> Fits:
    return lambda value: isinstance(value, dict) and all(map(fits, value.values()))


def _object(needed: Mapping[str, Fits], **known: Fits) -> Fits:
    """An object with the needed keys; keys that are not named here may be there as well."""
    shapes = {**needed, **known}
    return lambda value: (
        isinstance(value, dict)
        and needed.keys() <= value.keys()
        and all(fits(value[key]) for key, fits in shapes.items() if key in value)
    )


def _exactly(needed: Mapping[str, Fits], **known: Fits) -> Fits:
    """An object with the needed keys and no other one than those named here."""
    fits = _object(needed, **known)
    return lambda value: fits(value) and value.keys() <= needed.keys() | known.keys()


TEXT, WHOLE, FLAG, OBJECT = _one_of(str), _one_of(int), _one_of(bool), _one_of(dict)
TEXT_OR_NONE, WHOLE_OR_NONE = _one_of(str, NoneType), _one_of(int, NoneType)
TEXTS, NAMED = _list_of(TEXT), _object({"name": TEXT})
SPEC = _object(
    {},
    label=TEXT,
    ranker=TEXT,
    parent=TEXT,
    depth=WHOLE,
    n_repeated=WHOLE,
    single_precision=FLAG,
    index=OBJECT,
    parameters=OBJECT,
    model=lambda value: value is None or NAMED(value),
    passage_model=lambda value: value is None or NAMED(value),
    computed_by=TEXTS,
    platforms=TEXTS,
)
ADDED = _object(
    {"at": _is_moment, "new_runs": TEXTS}, runs=TEXTS, without=TEXTS, n_pairs=WHOLE, depth=WHOLE
)
NAMED_WITH_HASH = _object({"name": TEXT, "content_hash": TEXT_OR_NONE})
OF_QUESTION: Mapping[str, Fits] = {"kind": lambda kind: kind in [*KINDS], "runs": TEXTS}
OF_DESIGN: Mapping[str, Fits] = {
    **{"runs": TEXTS, "measures": TEXTS, "question": _exactly(OF_QUESTION)},
    **dict.fromkeys(("depth", "seed", "n", "n_drawable", "n_frame"), WHOLE),
    "ideal_of": lambda one: one is None or NAMED_WITH_HASH(one),
}
DRAWN = _exactly(OF_DESIGN, predicted_by=OF_DESIGN["ideal_of"])
DRAWN_ELSEWHERE = _exactly({"n": WHOLE, "imported": lambda value: value is True})
ACTIVE: Mapping[str, Fits] = {
    **dict.fromkeys(("seed", "first_batch", "growth", "ahead", "control"), WHOLE),
    **dict.fromkeys(("depth", "relevant_from", "limit"), WHOLE_OR_NONE),
    "strategy": lambda name: name in [*STRATEGIES],
    "learner": lambda name: name in [*LEARNERS],
    "rule": TEXT,
    "target": lambda value: type(value) is float and 0 < value < 1,
    "runs": TEXTS,
    "strata": _list_of(_exactly({"last": WHOLE, "share": _one_of(int, float)})),
}
RECIPE = _object(
    {},
    design=lambda value: _is_design(value),
    active=_exactly(ACTIVE, vectors_of=lambda one: one is None or NAMED(one)),
    topics=lambda value: TEXTS(value) or _list_of(WHOLE)(value),  # keys in earlier archives
    sample=WHOLE_OR_NONE,
    strata=_list_of(NAMED),
    labels=TEXT_OR_NONE,
    without=_list_of(NAMED),
    added=_list_of(ADDED),
    file=TEXT,
    files=TEXTS,
)
STEP_COUNTS = (
    "n_judgments_removed",
    "n_pairs_removed",
    "n_judgments",
    "n_pairs",
    "n_topics",
)
REPORT = _object(
    {},
    steps=_list_of(_object({"name": TEXT, **dict.fromkeys(STEP_COUNTS, WHOLE)})),
    n_ties=WHOLE_OR_NONE,
    n_gold=WHOLE_OR_NONE,
    n_votes_by_kind=_values_of(WHOLE),
    votes_hash=TEXT_OR_NONE,
    decisions_hash=TEXT_OR_NONE,
    gold_hash=TEXT_OR_NONE,
)


def _is_design(value: Any) -> bool:
    if not DRAWN(value):
        return False
    kind, runs, among = value["question"]["kind"], value["question"]["runs"], value["runs"]
    is_enough = len(runs) == 2 if kind == "pair" else len(runs) >= LEAST_RUNS[kind]
    is_of_runs = len({*among}) == len(among) and len({*runs} & {*among}) == len(runs)
    is_counted = FEWEST <= value["n"] <= value["n_drawable"] <= value["n_frame"]
    return is_enough and is_of_runs and is_counted and _are_estimated(value)


def _are_estimated(design: Any) -> bool:
    measures, has_ideal = design["measures"], design["ideal_of"] is not None
    try:
        check_measures([parse_measure(name) for name in measures], has_ideal=has_ideal)
    except Coded:
        return False
    return True


def _is_sample(value: Any) -> bool:
    return value == {} or bool(DRAWN_ELSEWHERE(value)) or _is_design(value)


def _is_spec(value: Any) -> bool:
    return bool(SPEC(value)) and ("label" in value) == ("ranker" in value)


SHAPES: Mapping[tuple[type[Model], str], Fits] = {
    (Judgment, "spans"): _are_spans,
    (Guideline, "examples"): _are_examples,
    (LabelSet, "policy"): _is_policy,
    (LabelSet, "report"): REPORT,
    (LabelSet, "design"): _is_sample,
    (Pool, "recipe"): RECIPE,
    (Run, "spec"): _is_spec,
}
# Columns of which code reads no more, or that the import reads itself (`readable`).
FREE: Mapping[tuple[type[Model], str], str] = {
    (Judgment, "extra"): "exported as it is",
    (CampaignEvent, "details"): "its sentence is made once",
    (Run, "metadata"): "its header is written once",
    (Topic, "metadata"): "shown as it is",
    (Passage, "metadata"): "shown as it is",
}
