"""Time to import a run file into the database."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from django.conf import settings

from benchmarks.evaluation.storing import settle, store_ground
from benchmarks.evaluation.workloads import N_PASSAGES, Workload, doc_id, write_files
from benchmarks.load.bulk import insert_select
from benchmarks.running.tables import Say, Table
from benchmarks.running.timing import time_in_turn
from ranking.collections.docid_maps import docid_map
from ranking.collections.docids import DocidMap
from ranking.models import Collection, Passage, TopicSet
from ranking.runs.importing import import_run
from regrade.files.packed.run_columns import read_run_columns
from tests.database.scratch import scratch_database, scratch_storage


def import_table(workload: Workload, n_rounds: int, say: Say) -> Table:
    """A run file from the disk into a database whose collection has nine million passages."""
    say(f"{workload.shape.name}: import, which first makes a collection of nine million passages")
    with (
        TemporaryDirectory(prefix="regrade-bench-") as folder,
        scratch_database(),
        scratch_storage(),
    ):
        _, path = write_files(workload, Path(folder))
        topic_set = store_ground(workload.shape)
        collection = fill_collection(workload.shape.name)
        steps = time_in_turn(_acts(path, collection, topic_set), n_rounds)
    rows = [
        (step.name, step.median_s, min(step.wall_s), step.median_cpu_s) for step in steps.values()
    ]
    headers = ("step", "median s", "least s", "median CPU s")
    return Table("Import of the large run file", headers, rows)


def fill_collection(name: str) -> Collection:
    """Add passages without texts, and their map, to the collection made by `store_ground`."""
    collection = Collection.objects.get(name=name)
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


def _acts(
    path: Path, collection: Collection, topic_set: TopicSet
) -> dict[str, Callable[[], object]]:
    doc_ids, numbers = read_run_columns(path).doc_ids, count()
    return {
        "read and check the file": lambda: read_run_columns(path),
        "find the passages": lambda: docid_map(collection).ordinals_of_packed(doc_ids),
        "all of it, to the commit": lambda: import_run(
            path=path,
            name=f"imported-{next(numbers)}",
            collection=collection,
            topic_set=topic_set,
        ),
    }
