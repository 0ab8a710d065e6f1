"""Progress of a study from its rows, and the time left, estimated from earlier runs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from django.db import transaction
from django.db.models import Count, F, Q, Sum
from django.db.models.functions import Coalesce

from evaluation.models import Study, StudyRun
from evaluation.studies.advancing import made_before
from evaluation.studies.lines import AskedStudy
from evaluation.studies.starting import find_same, lay_out, read_defaults
from ranking.jobs.jobs import CountedJob, count_chunks
from ranking.models import (
    Attempt,
    Chunk,
    Collection,
    Job,
    JobStatus,
    Run,
    RunStatus,
    Topic,
    TopicSet,
)
from ranking.rankers.bm25_plan import RANKER as BM25
from ranking.rankers.neural_rankers import NEURAL_RANKERS
from ranking.variants.making import VariantProgress, unmade_among
from regrade.exceptions import RegradeError

State = Literal["waiting", "computing", "done", "failed", "cancelled"]
N_ATTEMPTS = 2000  # latest attempts, to estimate the speed of rankers here


class RunState(NamedTuple):
    """One field of the matrix: `n_done` of `n` topics or passages, `waits_for` in words."""

    variant: str
    ranker: str
    run: str | None
    state: State
    unit: str
    n: int
    n_done: int
    waits_for: str
    error: str


class RunCounts(NamedTuple):
    n_runs: int
    n_done: int
    n_failed: int


class StudyProgress(NamedTuple):
    """A study's runs, counted and each by itself.

    Attributes:
        seconds_left: for one worker, estimated from earlier runs of the same rankers; None without
            an estimate.
        is_worked_on: whether a worker has any of it in hand, or had a moment ago.
    """

    n_runs: int
    n_done: int
    n_failed: int
    seconds_left: float | None
    is_worked_on: bool
    runs: list[RunState]


class RankerCost(NamedTuple):
    """Work left for one ranker of a study.

    Attributes:
        n_there: runs that are there already, computed or imported.
        n_topics: over all runs that are left.
        n_pairs: of topics and passages that a model reads; 0 where none reads them together.
        n_passages: whose vectors are computed, at most: what is kept of them is not counted off.
        seconds: of one worker, by what its earlier runs took here; None where there are none.
    """

    ranker: str
    n_runs: int
    n_there: int
    n_topics: int
    n_pairs: int
    n_passages: int
    seconds: float | None


class TextsToMake(NamedTuple):
    """A variant that the study makes first."""

    name: str
    n_texts: int


class StudyCost(NamedTuple):
    """The size of a study, and the time of one worker; None if some ranker's is not known."""

    n_runs: int
    n_there: int
    to_make: list[TextsToMake]
    rankers: list[RankerCost]
    seconds: float | None


class Work(NamedTuple):
    """The work of one run."""

    n_topics: int
    n_pairs: int
    n_passages: int


class Sizes:
    """How many topics and passages the texts of some fields have, in two queries."""

    def __init__(self, fields: Sequence[StudyRun]) -> None:
        topic_sets = {field.topic_set_id for field in fields}
        counted = Topic.objects.filter(topic_set__in=topic_sets).order_by().values_list("topic_set")
        self._n_topics: dict[int, int] = dict(counted.annotate(n=Count("pk")))
        self._unmade = unmade_among({field.collection_id for field in fields})

    def n_topics(self, field: StudyRun) -> int:
        return self._n_topics.get(field.topic_set_id, 0)

    def n_passages(self, field: StudyRun) -> int:
        """As the variant will have them, if its passages are not made yet."""
        making = self._unmade.get(field.collection_id)
        return making.n_passages if making else field.collection.n_passages

    def is_unmade(self, field: StudyRun) -> bool:
        return field.collection_id in self._unmade

    def work(self, field: StudyRun) -> Work:
        asked, n_topics = field.asked or {}, self.n_topics(field)
        depth = asked.get("depth") or 0
        if field.after is not None:
            depth = depth or NEURAL_RANKERS[asked["ranker"]].depth
            return Work(n_topics, n_topics * min(depth, self.n_passages(field)), 0)
        return Work(n_topics, 0, 0 if asked.get("ranker") == BM25 else self.n_passages(field))


def study_progress(study: Study) -> StudyProgress:
    fields = list(study.runs.select_related("run", "collection", "after").order_by("number"))
    run_ids = [field.run_id for field in fields if field.run and _is_computing(field)]
    counted = {each.job.run_id: each for each in count_chunks(Job.objects.filter(run__in=run_ids))}
    unmade = unmade_among({field.collection_id for field in fields})
    is_cancelled = study.status == JobStatus.CANCELLED
    runs = [_state(field, counted, unmade, is_cancelled) for field in fields]
    is_open = study.status in (JobStatus.RUNNING, JobStatus.PAUSED)
    return StudyProgress(
        n_runs=len(runs),
        n_done=sum(run.state == "done" for run in runs),
        n_failed=sum(run.state == "failed" for run in runs),
        seconds_left=seconds_of(_unfinished(fields)) if is_open else None,
        is_worked_on=any(each.is_worked_on for each in counted.values()),
        runs=runs,
    )


def _unfinished(fields: Sequence[StudyRun]) -> list[StudyRun]:
    return [
        field
        for field in fields
        if not field.error and (field.run is None or field.run.status == RunStatus.COMPUTING)
    ]


def _is_computing(field: StudyRun) -> bool:
    return field.run is not None and field.run.status == RunStatus.COMPUTING


def _state(
    field: StudyRun,
    counted: Mapping[int, CountedJob],
    unmade: Mapping[int, VariantProgress],
    is_cancelled: bool,
) -> RunState:
    job = counted.get(field.run_id or 0)
    work = job.work if job else None
    state, waits_for = _state_of(field, unmade)
    if state == "waiting" and is_cancelled:
        state, waits_for = "cancelled", ""
    return RunState(
        field.variant,
        field.ranker,
        field.run.name if field.run else None,
        state,
        work.unit if work else "",
        work.n if work else 0,
        work.n_done if work else 0,
        waits_for,
        field.error,
    )


def _state_of(field: StudyRun, unmade: Mapping[int, VariantProgress]) -> tuple[State, str]:
    if field.error or (field.run and field.run.status == RunStatus.FAILED):
        return "failed", ""
    if field.run is not None:
        return ("computing" if field.run.status == RunStatus.COMPUTING else "done"), ""
    if making := unmade.get(field.collection_id):
        how_far = f"{making.n_done:,} of {making.n_passages:,}"
        return "waiting", f"the passages of {field.collection}, {how_far}"
    return "waiting", field.after.ranker if field.after else ""


def count_states(studies: Sequence[Study]) -> dict[int, RunCounts]:
    """The runs of each study by its key, counted in one query."""
    rows = StudyRun.objects.filter(study__in=studies).order_by().values_list("study")
    is_failed = ~Q(error="") | Q(run__status=RunStatus.FAILED)
    counted = rows.annotate(
        n=Count("pk"),
        n_done=Count("pk", filter=Q(run__status=RunStatus.COMPLETE) & ~is_failed),
        n_failed=Count("pk", filter=is_failed),
    )
    return {key: RunCounts(n, n_done, n_failed) for key, n, n_done, n_failed in counted}


def preview_study(asked: AskedStudy) -> StudyCost:
    """Lay a study out as `start_study` does, and take it back.

    Raises:
        as `start_study`.
    """
    with transaction.atomic():
        there = (
            set(TopicSet.objects.values_list("name", flat=True)),
            set(Collection.objects.values_list("name", flat=True)),
        )
        matrix = lay_out(asked, read_defaults(asked)["label_set"])
        find_same(asked, matrix.as_json(asked))
        cost = _cost(matrix.fields, there)
        transaction.set_rollback(True)
    return cost


def seconds_of(fields: Sequence[StudyRun]) -> float | None:
    """How long one worker would take for these, by what earlier runs took; None if unknown."""
    paces, sizes, total = _paces(), Sizes(fields), 0.0
    for field in fields:
        seconds = _seconds([sizes.work(field)], paces.get(_system_of(field)))
        if seconds is None:
            return None
        total += seconds
    return total


def _cost(fields: Sequence[StudyRun], there: tuple[set[str], set[str]]) -> StudyCost:
    paces, sizes = _paces(), Sizes(fields)
    by_ranker = dict[str, list[StudyRun]]()
    for field in fields:
        by_ranker.setdefault(field.ranker, []).append(field)
    runs = _runs_there(fields, sizes)
    rankers = []
    for name, of_one in by_ranker.items():
        left = [field for field in of_one if (field.variant, field.ranker) not in runs]
        pace = paces.get(_system_of(of_one[0]))
        rankers.append(_of_ranker(name, len(of_one), list(map(sizes.work, left)), pace))
    known = [cost.seconds for cost in rankers if cost.seconds is not None]
    return StudyCost(
        n_runs=len(fields),
        n_there=sum(cost.n_there for cost in rankers),
        to_make=_to_make(fields, sizes, *there),
        rankers=rankers,
        seconds=sum(known) if len(known) == len(rankers) else None,
    )


def _of_ranker(name: str, n_runs: int, left: Sequence[Work], pace: float | None) -> RankerCost:
    return RankerCost(
        name,
        n_runs,
        n_runs - len(left),
        sum(each.n_topics for each in left),
        sum(each.n_pairs for each in left),
        sum(each.n_passages for each in left),
        _seconds(left, pace),
    )


def _runs_there(fields: Sequence[StudyRun], sizes: Sizes) -> dict[tuple[str, str], Run]:
    """By variant and ranker; what is re-ranked comes before what re-ranks it."""
    found = dict[tuple[str, str], Run]()
    for field in fields:
        first = found.get((field.variant, field.after.ranker)) if field.after else None
        if field.after is None or first:
            run = field.run or (None if sizes.is_unmade(field) else _serving(field, first))
            if run is not None:
                found[field.variant, field.ranker] = run
    return found


def _serving(field: StudyRun, first: Run | None) -> Run | None:
    try:
        return made_before(field, first)
    except RegradeError:  # as where no query finds anything
        return None


def _to_make(
    fields: Iterable[StudyRun], sizes: Sizes, topic_sets: set[str], collections: set[str]
) -> list[TextsToMake]:
    made = dict[str, int]()
    for field in fields:
        if field.topic_set.name not in topic_sets:
            made[field.topic_set.name] = sizes.n_topics(field)
        if field.collection.name not in collections or sizes.is_unmade(field):
            made[field.collection.name] = sizes.n_passages(field)
    return [TextsToMake(name, n) for name, n in made.items()]


def _system_of(field: StudyRun) -> str:
    return _system(field.expects or {}, reranks=field.after is not None)


def _system(spec: Mapping[str, Any], *, reranks: bool) -> str:
    """The ranker, model and unit of work that determine the pace."""
    model = spec.get("model") or {}
    return f"{spec.get('ranker')} {model.get('name', '')} {'pairs' if reranks else 'search'}"


def _seconds(work: Sequence[Work], pace: float | None) -> float | None:
    units = sum(each.n_pairs or each.n_passages or each.n_topics for each in work)
    if not units:
        return 0.0
    return None if pace is None else units * pace


def _paces() -> dict[str, float]:
    """Seconds of a pair, a passage's vector, or a topic by BM25, by ranker and model."""
    last = Attempt.objects.filter(outcome="landed").order_by("-pk").values("pk")[:N_ATTEMPTS]
    rows = (
        Chunk.objects.filter(attempts__in=last)
        .order_by()
        .values_list("job__run__spec", "job__run__depth", "passages_from")
        .annotate(
            seconds=Sum(F("attempts__ended_at") - F("attempts__started_at")),
            n_topics=Coalesce(Sum("attempts__n_landed"), 0),
            n_vectors=Coalesce(Sum(F("passages_to") - F("passages_from")), 0),
        )
    )
    spent, done = dict[str, float](), dict[str, int]()
    for spec, depth, first, seconds, n_topics, n_passages in rows:
        is_vectors = first is not None
        per_topic = depth if (spec or {}).get("parent") else 1
        n = n_passages if is_vectors else n_topics * per_topic
        system = _system(spec or {}, reranks="parent" in (spec or {}))
        if is_vectors or per_topic > 1 or (spec or {}).get("ranker") == BM25:
            spent[system] = spent.get(system, 0.0) + seconds.total_seconds()
            done[system] = done.get(system, 0) + n
    return {system: spent[system] / n for system, n in done.items() if n}
