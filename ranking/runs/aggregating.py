from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Annotated, Any

import numpy as np
from django.db import transaction

from ranking.exceptions import RankingError
from ranking.lookup import Name
from ranking.models import Ranking, Run
from ranking.runs.pairs import TopicPairs, most_paired, read_pairs, refuse_without_pairs
from ranking.runs.storing import TopicRanking, find_child, store_child
from regrade.code_version import code_version
from regrade.neural.pairs.aggregation import AGGREGATIONS, Scores

RANKER = "pair-aggregation"
CODE_VERSION = code_version(
    "regrade/neural/pairs/flips.py",
    "regrade/neural/pairs/aggregation.py",
    "ranking/runs/aggregating.py",
)
NOTHING: Mapping[str, Any] = MappingProxyType({})
NO_PAIRS = np.empty((0, 0))


@transaction.atomic
def aggregate_first_n(
    *,
    run: Run,
    name: str,
    by: str,
    parameters: Mapping[str, Any] = NOTHING,
    first_n: Sequence[int],
) -> list[Run]:
    """A child run of the pairs among the first n candidates for each n: all of them or none.

    Several are named NAME-n, and one has the name as it is. All names and plans are checked
    before the first is made.

    Raises:
        RankingError: as `aggregate_pairs` does.
    """
    refuse_without_pairs(run=run)
    names = [name] if len(first_n) == 1 else [f"{name}-{n}" for n in first_n]
    plans = [(each, _plan(run, by, parameters, n)) for each, n in zip(names, first_n, strict=True)]
    found = {each: find_child(parent=run, name=each, spec=spec) for each, spec in plans}
    # One order for all, so that two who make runs of the same names never wait in a circle.
    made = {each: found[each] or _make(run, each, spec) for each, spec in sorted(plans, key=_name)}
    return [made[each] for each in names]


def _name(plan: tuple[str, dict[str, Any]]) -> str:
    return plan[0]


def aggregate_pairs(
    *,
    run: Run,
    name: Annotated[Name, "The new run's name; several are named NAME-n."],
    by: Annotated[str, {"choices": list(AGGREGATIONS)}],
    parameters: Mapping[str, Any] = NOTHING,
    first_n: int | None = None,
) -> Run:
    """Aggregate a run's pair scores into a new run, its child: all topics or none.

    With `first_n`, only the pairs among the first n candidates of each topic count, as if no
    others had been asked about; the other candidates stay below those in the candidates' order.
    What the ranking holds beyond the candidates follows in its old order; so does all of a topic
    without pair scores. Called again for the same name with the same plan it returns the run that
    is there; of two calls at once one makes it and both return it.

    Raises:
        NameTaken: there is a run of that name with another plan.
        NameRefused: the name is empty or holds a comma or a blank.
        RankingError: an unknown aggregation, parameters it does not take, a run that has no pair
            scores or not all, pair scores that are no probabilities, or a `first_n` below 2 or
            above what any topic has paired.
    """
    refuse_without_pairs(run=run)
    spec = _plan(run, by, parameters, first_n)
    return find_child(parent=run, name=name, spec=spec) or _make(run, name, spec)


def _make(run: Run, name: str, spec: dict[str, Any]) -> Run:
    rankings = list(_aggregate(run, spec))
    return store_child(
        parent=run, name=name, collection=run.collection, spec=spec, rankings=rankings
    )


def _plan(run: Run, by: str, parameters: Mapping[str, Any], first_n: int | None) -> dict[str, Any]:
    spec = {**freeze_aggregation(by=by, parameters=parameters), "parent": run.name}
    if first_n is None:
        return spec
    longest = most_paired(run=run)
    if not 2 <= first_n <= longest:
        raise RankingError(
            f"Run {run.name} has pairs of at most {longest:,} passages a topic; the first"
            f" {first_n:,} are not 2 to {longest:,}.",
            code="out_of_range",
        )
    return spec | {"first_n": first_n, "label": f"{spec['label']}, first {first_n}"}


def freeze_aggregation(*, by: str, parameters: Mapping[str, Any] = NOTHING) -> dict[str, Any]:
    """A spec's record of an aggregation: its name, all parameters, the code's version.

    Raises:
        RankingError: an unknown aggregation, or parameters that it does not take.
    """
    if by not in AGGREGATIONS:
        raise RankingError(
            f"There is no aggregation {by!r}; there is {', '.join(AGGREGATIONS)}.",
            code="unknown_aggregation",
        )
    score, defaults = AGGREGATIONS[by]
    if foreign := [key for key in parameters if key not in defaults]:
        raise RankingError(
            f"The aggregation {by} takes no {' and no '.join(foreign)}.", code="unknown_parameter"
        )
    chosen = {**defaults, **parameters}
    try:
        score(NO_PAIRS, **chosen)
    except ValueError as error:
        raise RankingError(f"The aggregation {by}: {error}.", code="parameter_refused") from error
    stored_parameters = {
        key: list(value) if isinstance(value, tuple) else value for key, value in chosen.items()
    }
    return {
        "ranker": RANKER,
        "label": _label(by, stored_parameters),
        "by": by,
        "parameters": stored_parameters,
        "code_version": CODE_VERSION,
    }


def _label(by: str, parameters: Mapping[str, Any]) -> str:
    described = [
        f"{key} {', '.join(map(str, value)) if isinstance(value, list) else value}"
        for key, value in parameters.items()
    ]
    return f"{by} ({'; '.join(described)})" if described else by


def _aggregate(run: Run, spec: Mapping[str, Any]) -> Iterator[TopicRanking]:
    old = {ranking.topic_id: ranking for ranking in run.rankings.all()}
    for pairs in read_pairs(run=run):
        yield rank_pairs(pairs, _score(run, pairs, spec), old.pop(pairs.topic_id, None))
    for ranking in old.values():
        yield TopicRanking(ranking.topic_id, ranking.ordinals, ranking.scores)


def _score(run: Run, pairs: TopicPairs, spec: Mapping[str, Any]) -> Scores:
    try:
        n = spec.get("first_n")
        return AGGREGATIONS[spec["by"]].score(pairs.p[:n, :n], **spec["parameters"])
    except ValueError as error:
        raise RankingError(
            f"Run {run.name}, topic {pairs.query_id}: {error}.", code="unusable_pair_scores"
        ) from error


def rank_pairs(pairs: TopicPairs, scores: Scores, old: Ranking | None) -> TopicRanking:
    """The first candidates by their scores, then the others, then what was never paired.

    Args:
        pairs: of one topic.
        scores: of its first candidates, of all of them or of fewer.
        old: the topic's ranking so far, which gives the order of what was never paired.
    """
    ordinals = pairs.ordinals if old is None else old.ordinals
    unpaired = ordinals[~np.isin(ordinals, pairs.ordinals)]
    beyond = np.concatenate([pairs.ordinals[len(scores) :], unpaired])
    below = scores.min(initial=0.0) - 1 - np.arange(len(beyond))
    return TopicRanking(
        pairs.topic_id,
        np.concatenate([pairs.ordinals[: len(scores)], beyond]),
        np.concatenate([scores, below]),
    )
