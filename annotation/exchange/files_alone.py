"""Runs and labels from files alone, with the least relevant value of each label file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from annotation.exceptions import LabelsRefused
from annotation.exchange.labels import MIN_RELEVANCE, LabelsReport, import_labels
from annotation.models import LabelSet
from ranking.collections.importing import create_collection
from ranking.collections.topics import store_topics
from ranking.lookup import MAX_NAME, free_name, refuse_taken, taking_name
from ranking.models import Collection, Run, Topic, TopicSet, made_of
from ranking.runs.importing import RunReport, import_run, run_columns
from regrade.counted import counted
from regrade.files.errors import BadInput
from regrade.files.file_names import name_of_file
from regrade.files.first_line import first_line
from regrade.files.identifiers import N_PRELS_COLUMNS, N_QRELS_COLUMNS, N_RUN_COLUMNS
from regrade.files.judging.qrels import QrelsLine, read_qrels
from regrade.files.numbers import parse_small_number
from regrade.files.runs import STRICT, Leniency
from regrade.files.streams import Progress


class Thresholds(NamedTuple):
    """The least relevant value of all label files, and that of those which have their own.

    Attributes:
        common: None takes that of an import of labels, 1.
        own: by the file's place among all files, runs included, from 1: several may have one name.
        field: the field or option that sets `own`.
    """

    common: int | None = None
    own: Mapping[int, int] = {}
    field: str = "min_relevance_of"

    def of(self, place: int, path: Path) -> int | None:
        """A file's own, as it is; else the common one, but where all labels are below that the
        highest of them, if it is over 0."""
        if place in self.own or self.common is None or self.common <= MIN_RELEVANCE:
            return self.own.get(place, self.common)
        highest = max((line.relevance for line in _labels(path)), default=MIN_RELEVANCE)
        return min(self.common, max(highest, MIN_RELEVANCE))

    def refuse_others(self, called: Sequence[str], are_runs: Sequence[bool]) -> None:
        """Refuse thresholds of places at which there is no label file.

        Raises:
            LabelsRefused: there are such.
        """
        for place in self.own:
            if not 1 <= place <= len(called):
                last = f"the last file is {len(called)}"
                sentence = f"{self.field} names file {place}, but {last}."
                raise LabelsRefused(sentence, code="unknown_file")
            if are_runs[place - 1]:
                what = f"{called[place - 1]}, which is a run; only label files have a threshold"
                sentence = f"{self.field} names file {place}, {what}."
                raise LabelsRefused(sentence, code="threshold_of_run")


def read_own(
    found: Iterable[str], *, field: str, form: str, place_of: Callable[[str], int]
) -> dict[int, int]:
    """Thresholds by place of strings as "2=1", each with a file and its threshold.

    Args:
        field: the field or option that has them.
        form: how each is written, for errors.
        place_of: the place of what stands before the "=", from 1; its ValueError says why none.

    Raises:
        LabelsRefused: one of another form, of no file, or two of one file.
    """
    own: dict[int, int] = {}
    for each in found:
        which, _, least = each.rpartition("=")
        try:
            place, number = place_of(which), parse_small_number("N", least)
        except ValueError as error:
            sentence = f"{field} {each!r}: {error}. Write {form}."
            raise LabelsRefused(sentence, code="bad_threshold") from error
        if place in own:
            sentence = f"{field} names {which} twice; say one threshold for each file."
            raise LabelsRefused(sentence, code="named_twice")
        own[place] = number
    return own


NEITHER = (
    f"{{}}; runs have {N_RUN_COLUMNS}, qrels {N_QRELS_COLUMNS} and prels {N_PRELS_COLUMNS}. Files"
    " of other forms go in under Runs or Labels, or by import_run or import_labels"
)
NO_THRESHOLDS = Thresholds()
DIGITS = 5  # room for a number behind a name


class GivenFile(NamedTuple):
    """A run or qrels file, and its name where it came from."""

    path: Path
    called: str


class RunOfFile(NamedTuple):
    """A run, and the file that it came from; further fields are as in `RunReport`."""

    name: str
    file: str
    n_topics: int
    n_lines: int
    n_repeated: int
    same_as: Sequence[str]
    metadata_note: str


class LabelsOfFile(NamedTuple):
    """A label set, and the file that it came from."""

    name: str
    file: str
    n_topics: int
    n_pairs: int
    n_relevant: int
    min_relevance: int


class FilesReport(NamedTuple):
    """Result of an import of files alone; collection and topic set are both called `name`."""

    name: str
    n_topics: int
    runs: list[RunOfFile]
    label_sets: list[LabelsOfFile]


def import_files(
    *,
    name: str,
    files: Sequence[GivenFile],
    thresholds: Thresholds = NO_THRESHOLDS,
    leniency: Leniency = STRICT,
    progress: Progress | None = None,
) -> FilesReport:
    """Import run and qrels files over a collection and topics of their own: all of them or none.

    A file is a run if its first line has six columns, qrels if it has four, prels if five. The
    collection has no texts. The topics are the query ids of all files, in the order of their first
    lines; for want of a text, a topic's query is its id. Runs and label sets are named by their
    files, with `name` before a name that is taken. A label set without a threshold of its own takes
    the common one; with lower labels alone it counts from its highest, as labels of 0 and 1 do
    beside graded ones.

    Raises:
        NameTaken: there is such a collection or topic set already.
        BadInput: a file that is neither or, as `BadFile`, has bad lines; of the first such file.
        LabelsRefused: no label of a file would be relevant, or a threshold is of no label file.
    """
    refuse_taken(Collection, name)
    refuse_taken(TopicSet, name)
    are_runs = [_is_run(file.path) for file in files]
    thresholds.refuse_others([file.called for file in files], are_runs)
    kinds = list(zip(files, are_runs, strict=True))
    query_ids = _query_ids(kinds, progress, leniency)
    with taking_name(TopicSet, name):
        collection = create_collection(name=name)
        topic_set = TopicSet.objects.create(name=name, **made_of())
        store_topics(topic_set, (Topic(query_id=each, query=each) for each in query_ids))
        ground = _Ground(collection, topic_set)
        runs = [ground.take_run(file, leniency) for file, is_run in kinds if is_run]
        labels = [
            ground.take_labels(file, thresholds.of(place, file.path))
            for place, (file, is_run) in enumerate(kinds, 1)
            if not is_run
        ]
    return FilesReport(name, len(query_ids), runs, labels)


class _Ground(NamedTuple):
    """The collection and topic set of the runs and labels."""

    collection: Collection
    topic_set: TopicSet

    def take_run(self, file: GivenFile, leniency: Leniency) -> RunOfFile:
        name = self._name_for(Run, file)
        done: RunReport = import_run(path=file.path, name=name, leniency=leniency, **self._asdict())
        counts = done.n_topics, done.n_lines, done.n_repeated
        return RunOfFile(name, file.called, *counts, done.same_as, done.metadata_note)

    def take_labels(self, file: GivenFile, min_relevance: int | None) -> LabelsOfFile:
        name = self._name_for(LabelSet, file)
        try:
            done: LabelsReport = import_labels(
                path=file.path,
                name=name,
                min_relevance=min_relevance,
                called=file.called,
                **self._asdict(),
            )
        except LabelsRefused as error:
            raise LabelsRefused(
                f"{file.called}: {error}", code=error.code, field=error.field
            ) from error
        counts = done.n_topics, done.n_pairs, done.n_relevant
        return LabelsOfFile(name, file.called, *counts, done.label_set.min_relevance)

    def _name_for(self, model: type[Run | LabelSet], file: GivenFile) -> str:
        kind = str(model._meta.verbose_name).replace(" ", "-")
        own = name_of_file(file.called)[:MAX_NAME] or kind
        if free_name(model, own) == own:
            return own
        return free_name(model, f"{self.collection.name}-{own}"[: MAX_NAME - DIGITS])


def _is_run(path: Path) -> bool:
    """Whether it is a run, by the columns of its first line; else it is qrels.

    Raises:
        BadInput: it is neither, or holds no line.
    """
    number, columns = first_line(path)
    if len(columns) not in (N_RUN_COLUMNS, N_QRELS_COLUMNS, N_PRELS_COLUMNS):
        reason = NEITHER.format(counted(len(columns), "column"))
        raise BadInput(path, number, reason, code="column_count")
    return len(columns) == N_RUN_COLUMNS


def _query_ids(
    kinds: Iterable[tuple[GivenFile, bool]], progress: Progress | None, leniency: Leniency
) -> dict[str, None]:
    """The query ids of files without bad lines, each once; of a file says whether it is a run."""
    found = (
        run_columns(file.path, progress, leniency).query_ids
        if is_run
        else _of_labels(file.path, progress)
        for file, is_run in kinds
    )
    return dict.fromkeys(chain.from_iterable(found))


def _of_labels(path: Path, progress: Progress | None) -> Iterator[str]:
    return (line.query_id for line in _labels(path, progress))


def _labels(path: Path, progress: Progress | None = None) -> Iterator[QrelsLine]:
    return read_qrels(path, progress, takes_samples=True)
