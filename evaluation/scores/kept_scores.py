"""Stored scores: values, and how much of a run has labels."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.models import QuerySet
from numpy.typing import NDArray
from psycopg import Cursor

from annotation.models import LabelSet
from evaluation.models import Evaluation, TopicCoverage, TopicScores
from ranking.models import Run
from regrade.code_version import code_version
from regrade.measures import Measure

# The code that makes values, as it was imported; what another made is not used again.
PARTS = (
    "regrade/measures",
    "regrade/sampling",
    "regrade/whatif/ideals.py",
    "regrade/whatif/weights.py",
    "annotation/pools/designs.py",
    *(
        f"evaluation/scores/{name}.py"
        for name in ("judged_runs", "kept_scores", "samples", "streamed_runs")
    ),
    "ranking/collections/docids.py",  # the order in single precision
    "regrade/files/packed/packed_runs.py",
)
ENGINE = f"regrade {code_version(*PARTS)}"

VALUE, COUNT = np.dtype("<f8"), np.dtype("<i4")
WRITE_SCORES = """
    INSERT INTO evaluation_topicscores (evaluation_id, measure, engine, "values")
    SELECT * FROM unnest(%b::bigint[], %b::text[], %b::text[], %b::bytea[])
    ON CONFLICT (evaluation_id, measure)
    DO UPDATE SET engine = excluded.engine, "values" = excluded."values"
"""
WRITE_COVERAGE = """
    INSERT INTO evaluation_topiccoverage (evaluation_id, cutoff, engine, n_retrieved, n_judged)
    SELECT * FROM unnest(%b::bigint[], %b::int[], %b::text[], %b::bytea[], %b::bytea[])
    ON CONFLICT (evaluation_id, cutoff)
    DO UPDATE SET engine = excluded.engine, n_retrieved = excluded.n_retrieved,
        n_judged = excluded.n_judged
"""

Pair = tuple[int, int]  # a run's key and a label set's
Values = NDArray[np.float64]


class Coverage(NamedTuple):
    """Passages retrieved down to a cutoff and those with a label: shape (n_topics,) each."""

    n_retrieved: NDArray[np.integer]
    n_judged: NDArray[np.integer]

    def of(self, topics: NDArray[np.intp]) -> Coverage:
        return Coverage(self.n_retrieved[topics], self.n_judged[topics])

    @property
    def n_missing(self) -> int:
        """Topics for which nothing was retrieved."""
        return int((self.n_retrieved == 0).sum())

    @property
    def unjudged_share(self) -> float | None:
        """Over all topics together; None when nothing was retrieved."""
        n_retrieved = int(self.n_retrieved.sum())
        return 1 - int(self.n_judged.sum()) / n_retrieved if n_retrieved else None


class Scores(NamedTuple):
    """One run under one label set, on all topics of the set: by measure name and by cutoff."""

    values: dict[str, Values]
    coverage: dict[int, Coverage]

    @property
    def n_values(self) -> int:
        return sum(array.size for array in self.values.values())

    def joined_with(self, other: Scores) -> Scores:
        return Scores(self.values | other.values, self.coverage | other.coverage)


def kept_scores(
    runs: Sequence[Run],
    label_sets: Sequence[LabelSet],
    measures: Sequence[Measure],
    cutoffs: Sequence[int],
    *,
    single_precision: bool = False,
) -> dict[Pair, Scores]:
    """The scores stored by this version of the code, in two queries; nothing for other pairs."""
    kept: defaultdict[Pair, Scores] = defaultdict(lambda: Scores({}, {}))
    wanted = {
        "evaluation__run__in": runs,
        "evaluation__label_set__in": label_sets,
        "evaluation__single_precision": single_precision,
    }
    pair = ("evaluation__run", "evaluation__label_set")
    scores = TopicScores.objects.filter(
        **wanted, engine=ENGINE, measure__in=[measure.name for measure in measures]
    ).order_by()
    for run, labels, name, values in packed_rows(scores.values_list(*pair, "measure", "values")):
        kept[run, labels].values[name] = np.frombuffer(values, VALUE)
    coverage = TopicCoverage.objects.filter(**wanted, engine=ENGINE, cutoff__in=cutoffs).order_by()
    for run, labels, cutoff, *counts in packed_rows(
        coverage.values_list(*pair, "cutoff", "n_retrieved", "n_judged")
    ):
        kept[run, labels].coverage[cutoff] = Coverage(*(np.frombuffer(c, COUNT) for c in counts))
    return dict(kept)


def keep_scores(fresh: Mapping[Pair, Scores], *, single_precision: bool = False) -> None:
    """Store computed scores; concurrent writers of the same scores store them once."""
    evaluations = _evaluations(fresh, single_precision)
    # One order for all writers, by run first, so that none waits for another in a circle.
    ordered = [(evaluations[pair], fresh[pair]) for pair in sorted(fresh)]
    values = [
        (evaluation, name, ENGINE, array.astype(VALUE).tobytes())
        for evaluation, scores in ordered
        for name, array in sorted(scores.values.items())
    ]
    if values:
        write_packed(WRITE_SCORES, list(zip(*values, strict=True)))
    counts = [
        (evaluation, cutoff, ENGINE, *(array.astype(COUNT).tobytes() for array in coverage))
        for evaluation, scores in ordered
        for cutoff, coverage in sorted(scores.coverage.items())
    ]
    if counts:
        write_packed(WRITE_COVERAGE, list(zip(*counts, strict=True)))


def _evaluations(pairs: Mapping[Pair, Scores], single_precision: bool) -> dict[Pair, int]:
    """The evaluation of each pair, made where there is none."""
    found = _found(pairs, single_precision)
    if absent := sorted(pairs.keys() - found.keys()):
        Evaluation.objects.bulk_create(
            (
                Evaluation(run_id=run, label_set_id=labels, single_precision=single_precision)
                for run, labels in absent
            ),
            ignore_conflicts=True,
        )
        found = _found(pairs, single_precision)
    return found


def _found(pairs: Mapping[Pair, Scores], single_precision: bool) -> dict[Pair, int]:
    runs, label_sets = zip(*pairs, strict=True)
    rows = Evaluation.objects.filter(
        run__in=set(runs), label_set__in=set(label_sets), single_precision=single_precision
    ).order_by()
    return {(run, labels): pk for run, labels, pk in rows.values_list("run", "label_set", "pk")}


ROWS_AT_ONCE = 200


def packed_rows(rows: QuerySet[Any, Any]) -> Iterator[tuple[Any, ...]]:
    """The values of a query, with packed arrays as bytes, read in blocks of rows.

    Nothing else may be asked of the database until the last row is taken. A query that no row can
    match, as one among no runs, is not sent.
    """
    try:
        statement = rows.query.get_compiler(connection=connection).as_sql()
    except EmptyResultSet:
        return
    yield from selected(*statement)


def selected(statement: str, parameters: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
    """As `packed_rows`, of a statement: a query takes longer to compose than few rows to read."""
    # Django's own cursors bind parameters in the client, which rules out binary results.
    connection.ensure_connection()
    with connection.wrap_database_errors, Cursor(connection.connection) as cursor:
        yield from cursor.stream(statement, parameters, binary=True, size=ROWS_AT_ONCE)


def write_packed(statement: str, columns: Sequence[Sequence[Any]]) -> None:
    """Run a statement that unnests one array for each column."""
    connection.ensure_connection()
    with connection.wrap_database_errors, Cursor(connection.connection) as cursor:
        cursor.execute(statement, [list(column) for column in columns])
