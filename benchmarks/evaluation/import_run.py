"""Time to import a run file into the database, and the unavoidable part of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from django.conf import settings
from django.db import transaction

from benchmarks.evaluation.stored import Step
from benchmarks.evaluation.storing import settle, store_run
from benchmarks.evaluation.workloads import N_PASSAGES, Retrieved, Shape, doc_id
from benchmarks.load.bulk import insert_select
from ranking.collections.docid_maps import docid_map
from ranking.collections.docids import DocidMap
from ranking.models import Collection, Passage, TopicSet
from ranking.runs.importing import import_run
from regrade.files.packed.run_columns import read_run_columns

READ_BYTES = 1 << 20


def fill_collection(shape: Shape) -> Collection:
    """Add passages without texts, and their map, to the collection made by `store_ground`."""
    collection = Collection.objects.get(name=shape.name)
    number = "lpad(i::text, 7, '0')"
    insert_select(
        Passage,
        {"collection": f"{collection.pk}", "ordinal": "i", "doc_id": f"'d' || {number}"},
        f"FROM generate_series(0, {N_PASSAGES - 1}) AS i",
    )
    folder = Path(settings.STORAGE_ROOT) / "docids" / collection.docids_hash
    DocidMap.build(folder, map(doc_id, range(N_PASSAGES)))
    settle()
    return collection


def time_import(
    path: Path, shape: Shape, retrieved: Retrieved, *, n_rounds: int
) -> tuple[list[Step], list[Step]]:
    """Timings of an import by step and in total, then those of the reference steps.

    Every round does everything once, so that other load affects all steps alike. The run's shape
    must have been stored by `store_ground` and filled by `fill_collection`, inside a
    `scratch_database` and a `scratch_storage`.
    """
    collection = Collection.objects.get(name=shape.name)
    topic_set = TopicSet.objects.get(name=shape.name)
    numbers = iter(range(n_rounds))
    ours: Mapping[str, Callable[[], object]] = {
        "read and check the file": lambda: read_run_columns(path),
        "find the passages": _resolving(path, collection),
        "all of it, to the commit": lambda: import_run(
            path=path, name=f"imported-{next(numbers)}", collection=collection, topic_set=topic_set
        ),
    }
    names = iter(f"copied-{number}" for number in range(n_rounds))
    others: Mapping[str, Callable[[], object]] = {
        "read the bytes": lambda: _read_bytes(path),
        "store ordered rows": lambda: _copy(next(names), shape, retrieved),
    }
    steps = _time({**ours, **others}, n_rounds)
    return steps[: len(ours)], steps[len(ours) :]


def time_new_doc_ids(path: Path, shape: Shape, n_new: int) -> float:
    """Seconds to import the run with `n_new` passages that the collection does not know."""
    with TemporaryDirectory(prefix="regrade-bench-") as folder:
        changed = Path(folder) / "run.txt"
        _rename_passages(path, changed, n_new)
        began = time.perf_counter()
        report = import_run(
            path=changed,
            name=f"new-{n_new}",
            collection=Collection.objects.get(name=shape.name),
            topic_set=TopicSet.objects.get(name=shape.name),
        )
        took = time.perf_counter() - began
    if report.n_new_doc_ids != n_new:
        raise ValueError(f"{report.n_new_doc_ids} passages were new, not {n_new}")
    return took


def _time(actions: Mapping[str, Callable[[], object]], n_rounds: int) -> list[Step]:
    steps = [Step(name, [], []) for name in actions]
    for _ in range(n_rounds):
        for step, act in zip(steps, actions.values(), strict=True):
            began, cpu_began = time.perf_counter(), time.process_time()
            act()
            step.wall_s.append(time.perf_counter() - began)
            step.cpu_s.append(time.process_time() - cpu_began)
    return steps


def _resolving(path: Path, collection: Collection) -> Callable[[], object]:
    doc_ids = read_run_columns(path).doc_ids
    return lambda: docid_map(collection).ordinals_of_packed(doc_ids)


def _read_bytes(path: Path) -> None:
    with path.open("rb", buffering=0) as file:
        while file.read(READ_BYTES):
            pass


@transaction.atomic
def _copy(name: str, shape: Shape, retrieved: Retrieved) -> None:
    store_run(name, shape, retrieved)


def _rename_passages(path: Path, changed: Path, n_new: int) -> None:
    """Copy the file, renaming the passages of the first lines to unknown doc_ids."""
    with path.open() as source, changed.open("w") as target:
        for number, line in enumerate(source):
            if number < n_new:
                query_id, q0, _, rest = line.split(" ", 3)
                line = f"{query_id} {q0} new{number:07d} {rest}"
            target.write(line)
