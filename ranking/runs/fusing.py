"""Several stored runs fused into one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Annotated, Any

import numpy as np
from django.db.models import Count, Q

from ranking.collections.docid_maps import docid_map
from ranking.exceptions import NameTaken, NotFound, RankingError
from ranking.lookup import Name, refuse_taken, settle_rights, taking_name
from ranking.models import Ranking, Run, RunKind, RunSource, RunStatus
from ranking.names import first_repeated
from ranking.parameters.ranges import DEPTH, RRF_K
from ranking.parameters.texts import differences
from ranking.runs.storing import TopicRanking, store_run
from regrade.code_version import code_version
from regrade.fusion import METHODS, NORMALIZATIONS, Fusion, Scored, fuse
from regrade.fusion.fusing import DEPTH as USUAL_DEPTH
from regrade.fusion.fusing import K

RANKER = "fusion"
CODE_VERSION = code_version(
    "regrade/fusion/fusing.py", "regrade/fusion/values.py", "ranking/runs/fusing.py"
)
MOST_RUNS = 100
N_NAMED = 5
# A run is of the last kind that any of its runs has, unless one of an unknown kind may be above.
KINDS = (RunKind.TRAD, RunKind.NN, RunKind.UNKNOWN, RunKind.NNLM)


def fuse_runs(
    *,
    runs: Sequence[Run],
    name: Annotated[Name, "The new run's name."],
    method: Annotated[str, {"choices": list(METHODS)}] = "rrf",
    k: Annotated[int | None, f"Of rrf; by default {K}."] = None,
    normalization: Annotated[
        str | None,
        {"choices": list(NORMALIZATIONS)},
        "Of scores, for combsum, combmnz and combanz; by default min-max.",
    ] = None,
    depth: Annotated[
        int, "Passages of a topic that are read of each run and kept of the new one."
    ] = USUAL_DEPTH,
) -> Run:
    """Fuse complete runs over the same collection and topics into a new run: all topics or none.

    A topic that only some of the runs have is fused from those. The order of the runs makes no
    difference to the rankings. Called again for the same name with the same plan it returns the
    run that is there; of two calls at once one makes it and both return it. The run is private if
    any of the runs, the collection or the topics are.

    Raises:
        NameTaken: there is a run of that name with another plan.
        NameRefused: the name is empty or holds a comma or a blank.
        NotFound: a run was deleted meanwhile, or hidden from the requesting account.
        OutOfRange: a negative k or a depth below 1.
        RankingError: an unknown method or normalization, or one that the method does not take;
            fewer than two runs or too many, one named twice or not complete, or runs over
            different collections or topics.
    """
    spec = _plan(runs, _fusion(method, k, normalization), depth)
    _refuse(runs)
    return _found(name, spec) or _make(runs, name, spec)


def n_lines_read(runs: Sequence[Run], depth: int) -> int:
    """At most so many lines are read to fuse these runs."""
    counted = Run.objects.filter(pk__in=[run.pk for run in runs]).annotate(n=Count("rankings"))
    return sum(n * min(depth, longest) for n, longest in counted.values_list("n", "depth"))


def fused_from(name: str) -> Q:
    """Condition for runs that were fused from the run of this name, among others."""
    return Q(spec__ranker=RANKER, spec__runs__contains=[name])


def runs_fused(run: Run) -> list[str]:
    """The names of the runs that a run was fused from; none if it was not fused."""
    spec = run.spec or {}
    return list(spec["runs"]) if spec.get("ranker") == RANKER else []


def listed(names: Sequence[str]) -> str:
    """The first names of a list, and how many more there are."""
    shown = [*names[:N_NAMED]]
    if len(names) > N_NAMED:
        shown.append(f"{len(names) - N_NAMED} more")
    return " and ".join(filter(None, [", ".join(shown[:-1]), shown[-1]]))


def _fusion(method: str, k: int | None, normalization: str | None) -> Fusion:
    """The method with its settings, checked."""
    _refuse_unknown("method", method, METHODS)
    if normalization is not None:
        _refuse_unknown("normalization", normalization, NORMALIZATIONS)
    if k is not None:
        RRF_K.check("k", k)
    given = {"k": k, "normalization": normalization}
    asked: dict[str, Any] = {key: value for key, value in given.items() if value is not None}
    by = Fusion(method, **asked)
    for key in asked:
        if key not in by.settings:
            raise RankingError(
                f"The method {method} takes no {key}.", code="unknown_parameter", field=key
            )
    return by


def _refuse_unknown(field: str, given: str, known: Mapping[str, object]) -> None:
    if given not in known:
        raise RankingError(
            f"There is no {field} {given!r}; there is {', '.join(known)}.",
            code=f"unknown_{field}",
            field=field,
        )


def _plan(runs: Sequence[Run], by: Fusion, depth: int) -> dict[str, Any]:
    DEPTH.check("depth", depth)
    words = ", ".join(f"{key} {value}" for key, value in by.settings.items())
    title = METHODS[by.method].title
    return {
        "ranker": RANKER,
        "label": f"{title} ({words})" if words else title,
        "by": by.method,
        "parameters": by.settings,
        "runs": [run.name for run in runs],
        "depth": depth,
        "code_version": CODE_VERSION,
    }


def _refuse(runs: Sequence[Run]) -> None:
    """Check that the runs can be fused."""
    if problem := _problem(runs):
        code, sentence = problem
        raise RankingError(sentence, code=code, field="runs")


def _problem(runs: Sequence[Run]) -> tuple[str, str] | None:
    if len(runs) < 2:
        return "too_few_runs", "Two runs or more are fused; name another."
    if len(runs) > MOST_RUNS:
        return "too_many_runs", f"{len(runs)} runs are named; at most {MOST_RUNS} are fused."
    if twice := first_repeated(run.name for run in runs):
        return "run_twice", f"Run {twice} is named twice; name each once."
    for run in runs:
        if run.status != RunStatus.COMPLETE:
            return (
                "run_incomplete",
                f"Run {run.name} is {run.status}; only complete runs are fused.",
            )
    return _other_ground(runs)


def _other_ground(runs: Sequence[Run]) -> tuple[str, str] | None:
    first = runs[0]
    for run in runs[1:]:
        if run.collection_id != first.collection_id:
            over = (
                f"over collection {run.collection.name}, {first.name} over {first.collection.name}"
            )
            return "other_collection", f"Run {run.name} is {over}; fuse runs over one collection."
        if run.topic_set_id != first.topic_set_id:
            over = f"for topic set {run.topic_set.name}, {first.name} for {first.topic_set.name}"
            return "other_topic_set", f"Run {run.name} is {over}; fuse runs for one topic set."
    return None


def _found(name: str, spec: Mapping[str, Any]) -> Run | None:
    """The run of that plan that is there already; None where the name is free."""
    found = Run.objects.seen().filter(name=name, spec__ranker=RANKER).first()
    if found is None:
        refuse_taken(Run, name)
        return None
    if how := differences(found.spec or {}, spec):
        how = f"whose plan differs in {how}"
        raise NameTaken(f"There is a run named {name!r} already, {how}; choose another name.")
    return found


def _make(runs: Sequence[Run], name: str, spec: dict[str, Any]) -> Run:
    rankings = list(_fused(runs, spec))
    try:
        return _store(runs, name, spec, rankings)
    except NameTaken:
        if found := _found(name, spec):
            return found
        raise


def _fused(runs: Sequence[Run], spec: Mapping[str, Any]) -> Iterator[TopicRanking]:
    by, depth = Fusion(spec["by"], **spec["parameters"]), spec["depth"]
    docids = docid_map(runs[0].collection)
    # The storing orders equal scores by doc_id; a cut at the depth has to, too.
    docid_rank, ordinals = np.asarray(docids.docid_rank), np.asarray(docids.ordinals)
    rankings = Ranking.objects.filter(run__in=runs).order_by("topic__ordinal", "run")
    by_topic = groupby(rankings.iterator(chunk_size=len(runs)), key=lambda one: one.topic_id)
    for topic_id, of_topic in by_topic:
        scored = [
            Scored(docid_rank[one.ordinals[:depth]].astype(np.int64), one.scores[:depth])
            for one in of_topic
        ]
        fused = fuse(scored, by, depth=depth)
        yield TopicRanking(topic_id, ordinals[fused.passages], fused.scores)


def _store(
    runs: Sequence[Run], name: str, spec: dict[str, Any], rankings: Sequence[TopicRanking]
) -> Run:
    first = runs[0]
    # All lock the runs in this order, so that no two wait in a circle.
    ordered = sorted(runs, key=lambda run: run.pk)
    with taking_name(Run, name):
        locked = Run.objects.select_for_update(no_key=True).order_by("pk")
        current = {run.pk: run for run in locked.filter(pk__in=[run.pk for run in runs])}
        for run in runs:
            if run.pk not in current:
                raise NotFound(f"The run {run} was deleted just now.", code="gone_meanwhile")
        fused = Run(
            name=name,
            collection=first.collection,
            topic_set=first.topic_set,
            source=RunSource.COMPUTED,
            spec={**spec, "runs": [current[run.pk].name for run in runs]},
            kind=max((run.kind for run in current.values()), key=KINDS.index),
        )
        store_run(run=fused, rankings=rankings)
        settle_rights(fused, first.collection, first.topic_set, *ordered)
    return fused
