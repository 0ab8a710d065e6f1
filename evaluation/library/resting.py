"""Dependents of a library item, and other facts about it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Annotated, Any, NamedTuple

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet

from annotation.models import Campaign, LabelSet, Pool, RunCall, Submission
from evaluation.library.kinds import Kind, Sight, why_not_change
from evaluation.library.rows import rows_of
from evaluation.models import ComparisonJob, SavedComparison, Study, Training
from ranking.models import Collection, Job, Owned, Renaming, Run, TopicSet, VariantMaking
from ranking.models.job import OPEN
from ranking.runs.fusing import fused_from, runs_fused

MOST_NAMED = 20
N_HASH = 12  # digits by which a frozen comparison is called
# What can be deleted itself.
SAVED = "saved comparisons"
GO = ("runs", "label sets", "variants", SAVED)
SUBMISSIONS = "submissions of teams"  # shown with the run's name only to those who see the run


class Resting(NamedTuple):
    """Dependents of one kind.

    Attributes:
        kind: plural noun for use in a sentence.
        shown: those of the rows that the account may see.
        names: field with a row's name; empty where rows have none.
    """

    kind: str
    rows: QuerySet[Any]
    shown: QuerySet[Any]
    names: str = "name"

    def summary(self) -> RestsOnIt | None:
        n = self.rows.count()
        if n == 0:
            return None
        return RestsOnIt(self.kind, n, list(self._first_names()) if self.names else [])

    def _first_names(self) -> Iterator[str]:
        cut = N_HASH if self.names == "content_hash" else None
        names = self.shown.order_by(self.names).values_list(self.names, flat=True)
        for name in names[:MOST_NAMED]:
            yield name[:cut]


class RestsOnIt(NamedTuple):
    """Number of dependents of one kind, with the first names that the account may see.

    A thing with dependents cannot be deleted.
    """

    kind: str
    n: int
    names: list[str]


class FormerName(NamedTuple):
    """A name that a thing had, and who gave it another when."""

    name: str
    by: str | None
    at: datetime


def rests_on(thing: Owned, kind: Kind, sight: Sight) -> list[RestsOnIt]:
    """Dependents of a thing by kind, without empty kinds."""
    answer = (resting.summary() for resting in resting_on(thing, kind, sight))
    return [each for each in answer if each is not None]


def resting_on(thing: Owned, kind: Kind, sight: Sight) -> Iterator[Resting]:
    yield from FINDERS[kind](thing, sight)


def why_kept(thing: Owned, found: Sequence[RestsOnIt]) -> str:
    """Reason why a thing cannot be deleted; empty if it can."""
    if not found:
        return ""
    listed = "; ".join(map(_listed, found))
    can_go = all(each.kind in GO and each.names for each in found)
    mend = "Delete these first, or ask whose they are." if can_go else "Archive it."
    return f"{thing} stays, for other things rest on it: {listed}. {mend}"


def _listed(each: RestsOnIt) -> str:
    more = each.n - len(each.names)
    others = [f"{more:,} more"] if more and each.names else []
    named = ", ".join([*each.names, *others])
    if named:
        return f"{each.kind} ({named})"
    return f"{each.kind} that you do not see" if each.kind in GO else f"{each.kind} ({each.n:,})"


def _on_run(run: Any, sight: Sight) -> Iterator[Resting]:
    pools = Pool.objects.filter(runs=run)
    yield _owned("runs", Run.objects.filter(Q(parent=run) | fused_from(run.name)), sight.runs)
    yield from _campaigns(pools)
    yield _all("studies", Study.objects.filter(runs__run=run).distinct())
    yield _trainings(Q(run=run))
    yield _owned(SAVED, SavedComparison.objects.of_runs(run.name), sight.comparisons)
    yield _in_progress(Q(asked__runs__contains=[run.name]) | Q(asked__baseline=run.name))
    submissions = Submission.objects.filter(run=run)
    yield Resting(SUBMISSIONS, submissions, submissions, names="")
    jobs = Job.objects.filter(run=run, status__in=OPEN)
    yield Resting("job", jobs, jobs, names="")


def _on_labels(labels: Any, sight: Sight) -> Iterator[Resting]:
    yield _owned("label sets", LabelSet.objects.filter(named_in_policy(labels)), sight.labels)
    yield _all("pools", Pool.objects.filter(named_in_recipe(labels)))
    yield _all("studies", Study.objects.filter(label_set=labels))
    yield _trainings(Q(label_set=labels))
    yield _owned(SAVED, SavedComparison.objects.of_labels(labels.name), sight.comparisons)
    yield _in_progress(
        Q(asked__labels__contains=[labels.name])
        | Q(asked__baseline_labels=labels.name)
        | Q(asked__only_topics_of=labels.name)
    )


def _on_collection(collection: Any, sight: Sight) -> Iterator[Resting]:
    yield from _on_ground("collection", collection, sight)
    yield _owned("variants", Collection.objects.filter(parent=collection), sight.collections)
    making = VariantMaking.objects.unfinished().filter(collection=collection)
    yield Resting("job", making, making, names="")


def _on_topic_set(topic_set: Any, sight: Sight) -> Iterator[Resting]:
    yield from _on_ground("topic_set", topic_set, sight)
    yield _owned("variants", TopicSet.objects.filter(parent=topic_set), sight.topic_sets)


def _on_ground(field: str, ground: Owned, sight: Sight) -> Iterator[Resting]:
    of_it = {field: ground}
    of_studies = Q(**of_it) | Q(**{f"runs__{field}": ground})
    yield _owned("runs", Run.objects.filter(**of_it), sight.runs)
    yield _owned("label sets", LabelSet.objects.filter(**of_it), sight.labels)
    yield from _campaigns(Pool.objects.filter(**of_it))
    yield _all("studies", Study.objects.filter(of_studies).distinct())
    yield _all("calls for runs", RunCall.objects.filter(**of_it))


def _campaigns(pools: QuerySet[Pool]) -> Iterator[Resting]:
    yield _all("pools", pools)
    yield _all("campaigns", Campaign.objects.filter(pool__in=pools))


def _on_comparison(_saved: Any, _sight: Sight) -> Iterator[Resting]:
    """No dependents: nothing is made from a comparison."""
    return iter(())


def _in_progress(asked: Q) -> Resting:
    """Comparisons in progress, which look the thing up; finished ones are self-contained."""
    jobs = ComparisonJob.objects.filter(asked, failed_at=None)
    return Resting("comparison jobs", jobs, jobs, names="content_hash")


def _trainings(of_it: Q) -> Resting:
    trainings = Training.objects.filter(of_it)
    return _owned("trainings", trainings, trainings.seen())


def _all(kind: str, rows: QuerySet[Any]) -> Resting:
    """Dependents visible to every researcher and organizer."""
    return Resting(kind, rows, rows)


def _owned(kind: str, rows: QuerySet[Any], seen: QuerySet[Any]) -> Resting:
    return Resting(kind, rows, rows.filter(pk__in=seen.order_by().values("pk")))


def named_in_policy(labels: LabelSet) -> Q:
    """Condition for label sets whose policy or design names this one."""
    name = labels.name
    return (
        Q(parents__parent=labels)
        | Q(policy__parents__contains=[{"name": name}])
        | Q(policy__fallback__name=name)
        | Q(policy__only_topics_of__name=name)
        | Q(design__ideal_of__name=name)
        | Q(design__predicted_by__name=name)
    )


def named_in_recipe(labels: LabelSet) -> Q:
    """Condition for pools whose recipe names this label set."""
    name = labels.name
    return (
        Q(recipe__labels=name)
        | Q(recipe__without__contains=[{"name": name}])
        | Q(recipe__added__contains=[{"without": [name]}])
        | Q(recipe__design__ideal_of__name=name)
        | Q(recipe__design__predicted_by__name=name)
    )


def grounds_of(thing: Any) -> Iterator[Owned]:
    """The things that a thing was made from."""
    for field in ("collection", "topic_set", "parent"):
        if (ground := getattr(thing, field, None)) is not None:
            yield ground
    if isinstance(thing, Run):
        yield from Run.objects.filter(name__in=runs_fused(thing))
    if isinstance(thing, LabelSet):
        of_it = Q(children__label_set=thing) | Q(name__in=thing.named_labels)
        yield from LabelSet.objects.filter(of_it).distinct()
    if isinstance(thing, SavedComparison):
        yield from Run.objects.filter(name__in=thing.run_names)
        yield from LabelSet.objects.filter(name__in=thing.label_names)


class Holding(NamedTuple):
    """A thing with the row that the list of its kind has."""

    row: Any
    may_change: bool
    why_not: Annotated[str, "Why the account may not change it; empty where it may."]
    why_kept: Annotated[str, "Why it cannot be deleted; empty where it can."]
    rests_on_it: Sequence[RestsOnIt]
    former_names: Annotated[Sequence[FormerName], "The last one first."]


def hold(thing: Owned, kind: Kind, account: User, sight: Sight) -> Holding:
    """A thing's row, whether the account may change it, and what rests on it.

    Accounts other than researchers and organizers get only the row.
    """
    why_not = why_not_change(account, thing)
    found = rests_on(thing, kind, sight) if sight.has_role else []
    return Holding(
        row=rows_of(kind, [thing.pk], sight)[0],
        may_change=not why_not,
        why_not=why_not,
        why_kept=why_kept(thing, found),
        rests_on_it=found,
        former_names=former_names(thing) if sight.has_role else [],
    )


def former_names(thing: Owned) -> list[FormerName]:
    """The names that it had, the last one first."""
    renamings = Renaming.objects.filter(kind=thing._meta.label_lower, key=thing.pk)
    return [
        FormerName(one.former_name, _username(one.renamed_by), one.renamed_at)
        for one in renamings.select_related("renamed_by")
    ]


def _username(account: User | None) -> str | None:
    return None if account is None else account.username


FINDERS: Mapping[Kind, Callable[[Any, Sight], Iterator[Resting]]] = MappingProxyType(
    {
        Kind.RUNS: _on_run,
        Kind.LABELS: _on_labels,
        Kind.COLLECTIONS: _on_collection,
        Kind.TOPIC_SETS: _on_topic_set,
        Kind.COMPARISONS: _on_comparison,
    }
)
