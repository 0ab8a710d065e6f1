from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ranking.collections.docid_maps import docid_map
from ranking.collections.passages import register_doc_ids
from ranking.lookup import Name, refuse_taken, settle_rights, taking_name
from ranking.models import Collection, Run, RunKind, RunSource, RunStatus, TopicSet
from ranking.runs.copies import copies_of
from ranking.runs.ir_metadata import read_header
from ranking.runs.storing import StoredRankings, TopicRanking, store_run
from regrade.files.bad_lines import BadLine, listing_bad_lines
from regrade.files.errors import BadInput
from regrade.files.packed.packed_ids import PackedIds
from regrade.files.packed.packed_runs import RunColumns
from regrade.files.packed.run_columns import read_run_columns
from regrade.files.runs import STRICT, Leniency, find_bad_lines
from regrade.files.streams import Progress

NO_TOPIC = -1

Ordinals = NDArray[np.int32]
Resolve = Callable[[PackedIds], Ordinals]


N_EXAMPLES = 5


class RunLines:
    """The lines of a run file whose topics and passages were looked up."""

    def __init__(self, columns: RunColumns, topic_ids: Mapping[str, int], resolve: Resolve) -> None:
        self.tag = columns.tag
        self._columns = columns
        self._topic_ids = np.array([topic_ids.get(name, NO_TOPIC) for name in columns.query_ids])
        self._ordinals = resolve(columns.doc_ids)

    @cached_property
    def n_lines_by_unknown_topic(self) -> Counter[str]:
        names = self._columns.query_ids
        counts = np.bincount(self._columns.topics, minlength=len(names)).tolist()
        unknown = np.flatnonzero(self._topic_ids == NO_TOPIC).tolist()
        return Counter({names[topic]: counts[topic] for topic in unknown})

    @property
    def has_known_topics(self) -> bool:
        return bool((self._topic_ids != NO_TOPIC).any())

    @property
    def longest(self) -> tuple[str, int]:
        """The known topic with the most lines, and their number."""
        names = self._columns.query_ids
        counts = np.bincount(self._columns.topics, minlength=len(names))
        counts[self._topic_ids == NO_TOPIC] = 0
        place = int(counts.argmax())
        return names[place], int(counts[place])

    @cached_property
    def new_doc_ids(self) -> list[str]:
        """Passages of known topics that are new to the collection, in the file's order."""
        doc_ids = self._columns.doc_ids
        return list(dict.fromkeys(doc_ids[line] for line in self._new_lines.tolist()))

    def rankings(self, new_ordinals: Ordinals) -> Iterator[TopicRanking]:
        """The lines by topic, once the new doc_ids have their ordinals."""
        doc_ids, ordinals = self._columns.doc_ids, self._ordinals
        ordinal_of = dict(zip(self.new_doc_ids, new_ordinals.tolist(), strict=True))
        ordinals[self._new_lines] = [ordinal_of[doc_ids[line]] for line in self._new_lines.tolist()]
        topics, scores = self._columns.topics, self._columns.scores
        if (topics[1:] < topics[:-1]).any():
            order = np.argsort(topics, kind="stable")
            topics, ordinals, scores = topics[order], ordinals[order], scores[order]
        bounds = np.searchsorted(topics, np.arange(self._topic_ids.size + 1))
        for topic in np.argsort(self._topic_ids, kind="stable").tolist():
            topic_id, rows = int(self._topic_ids[topic]), slice(bounds[topic], bounds[topic + 1])
            if topic_id != NO_TOPIC:
                yield TopicRanking(topic_id, ordinals[rows], scores[rows])

    @cached_property
    def _new_lines(self) -> NDArray[np.intp]:
        is_new = self._ordinals < 0
        if (self._topic_ids == NO_TOPIC).any():
            is_new &= self._topic_ids[self._columns.topics] != NO_TOPIC
        return np.flatnonzero(is_new)


class RunReport(NamedTuple):
    """Result of an import of a run.

    `n_repeated` counts dropped lines whose passage occurs earlier in the topic, `n_tied` lines that
    share their score with another of their topic, `n_new_doc_ids` passages added to the collection
    without a text. `same_as` names runs with the same passages and scores. `metadata_note` is a
    sentence if the file has an ir_metadata header: it was kept, or left out for a reason.
    """

    name: str
    tag: str
    n_topics: int
    n_lines: int
    n_repeated: int
    depth: int
    n_tied: int
    n_new_doc_ids: int
    n_unknown_topics: int
    n_lines_of_unknown_topics: int
    unknown_query_ids: Sequence[str]
    n_topics_without_ranking: int
    overlap: str
    same_as: Sequence[str]
    metadata_note: str


def import_run(
    *,
    path: Path,
    name: Name,
    collection: Collection,
    topic_set: TopicSet,
    team: Annotated[Name, {"allow_blank": True}] = "",
    kind: RunKind = RunKind.UNKNOWN,
    single_precision: bool = False,
    leniency: Leniency = STRICT,
    progress: Progress | None = None,
) -> RunReport:
    """Import a run file as a new run, ordered by score as trec_eval does: all or nothing.

    Unknown query ids are counted and left out; unknown doc_ids become passages without text.
    `overlap` is a sentence when file and topic set share only part of their ids, else empty. The
    run's `spec` records all changes to its lines. A broken ir_metadata header is left out.

    Raises:
        NameTaken: there is such a run already.
        NotFound: collection or topic set was deleted meanwhile, or hidden from the requesting
            account.
        BadFile: lines that cannot be read, a passage twice in a topic, a score that is not finite.
        BadInput: a score that has none in single precision, or no query id that is a topic.
        RankingError: there are new doc_ids and the collection takes no additions.
    """
    refuse_taken(Run, name)
    read = read_run(
        path=path,
        collection=collection,
        topic_set=topic_set,
        single_precision=single_precision,
        leniency=leniency,
        progress=progress,
    )
    return store_read_run(read=read, name=name, team=team, kind=kind)


class ReadRun(NamedTuple):
    """A run file that was read and checked, and is not stored yet."""

    collection: Collection
    topic_set: TopicSet
    lines: RunLines
    spec: dict[str, Any] | None
    metadata: dict[str, Any] | None
    metadata_note: str
    n_repeated: int
    n_topics_in_set: int


def read_run(
    *,
    path: Path,
    collection: Collection,
    topic_set: TopicSet,
    single_precision: bool = False,
    leniency: Leniency = STRICT,
    progress: Progress | None = None,
) -> ReadRun:
    """Read a run file and look up its topics and passages; nothing is stored.

    Raises:
        BadFile, BadInput: as `import_run` says.
    """
    topic_ids = dict(topic_set.topics.values_list("query_id", "pk"))
    columns = run_columns(path, progress, leniency)
    columns = _rounded(path, columns) if single_precision else columns
    lines = RunLines(columns, topic_ids, docid_map(collection).ordinals_of_packed)
    if not lines.has_known_topics:
        raise _nothing_in_common(path, topic_set, lines)
    metadata, note = _metadata(path, columns)
    return ReadRun(
        collection=collection,
        topic_set=topic_set,
        lines=lines,
        spec=_done_to_lines(columns, single_precision=single_precision),
        metadata=metadata,
        metadata_note=note,
        n_repeated=columns.n_repeated,
        n_topics_in_set=len(topic_ids),
    )


def store_read_run(
    *, read: ReadRun, name: str, team: str = "", kind: RunKind = RunKind.UNKNOWN
) -> RunReport:
    """Store a run that was read: all or nothing.

    Raises:
        NameTaken, NotFound, RankingError: as `import_run` says.
    """
    run = Run(name=name, team=team, collection=read.collection, topic_set=read.topic_set)
    run.source, run.kind, run.tag = RunSource.IMPORTED, kind, read.lines.tag
    run.spec, run.metadata = read.spec, read.metadata
    with taking_name(Run, name):
        stored = _store(run, read.lines)
    return _report(run, read, stored)


def _metadata(path: Path, columns: RunColumns) -> tuple[dict[str, Any] | None, str]:
    """Fields of the file's header, and the note on them."""
    try:
        fields = read_header(path, columns.comments)
    except BadInput as error:
        bad = BadLine(error.line, error.reason, error.code)
        return None, f"Its ir_metadata header was left out: {bad}."
    return fields, "" if fields is None else "Its ir_metadata header is kept."


def _done_to_lines(columns: RunColumns, *, single_precision: bool) -> dict[str, Any] | None:
    rounded = {"single_precision": True} if single_precision else {}
    left_out = {"n_repeated": columns.n_repeated} if columns.n_repeated else {}
    return rounded | left_out or None


def _store(run: Run, lines: RunLines) -> StoredRankings:
    """Store the run, private if its collection or topics are, in the caller's transaction."""
    run.status = RunStatus.COMPLETE
    run.save()  # all who import take the name first, and then the collection
    new_ordinals = register_doc_ids(collection=run.collection, doc_ids=lines.new_doc_ids)
    stored = store_run(run=run, rankings=lines.rankings(new_ordinals))
    settle_rights(run, run.collection, run.topic_set)
    return stored


def run_columns(path: Path, progress: Progress | None, leniency: Leniency = STRICT) -> RunColumns:
    """A run file's columns.

    Raises:
        BadInput: it cannot be read or, as `BadFile`, has bad lines.
    """
    with listing_bad_lines(partial(find_bad_lines, leniency=leniency)):
        return read_run_columns(path, progress, leniency)


def _rounded(path: Path, columns: RunColumns) -> RunColumns:
    """Scores rounded to 32 bits, as in trec_eval up to version 9; refuses infinite ones."""
    rounded = columns.in_single_precision()
    for line in np.flatnonzero(np.isinf(rounded.scores)).tolist():
        where = f"topic {columns.query_ids[columns.topics[line]]}, passage {columns.doc_ids[line]}"
        raise BadInput(
            path,
            None,
            f"{where}: the score {columns.scores[line]:g} is beyond single precision; import "
            "the run as it is, or scale its scores",
            code="beyond_single_precision",
        )
    return rounded


def _nothing_in_common(path: Path, topic_set: TopicSet, lines: RunLines) -> BadInput:
    unknown = list(lines.n_lines_by_unknown_topic)
    reason = f"none of its {len(unknown):,} query ids is a topic of {topic_set.name}"
    return BadInput(path, None, f"{reason}; it begins with {some(unknown)}", code="no_known_topic")


def _report(run: Run, read: ReadRun, stored: StoredRankings) -> RunReport:
    unknown = list(read.lines.n_lines_by_unknown_topic)
    n_without = read.n_topics_in_set - stored.n_topics
    return RunReport(
        name=run.name,
        tag=run.tag,
        n_topics=stored.n_topics,
        n_lines=stored.n_lines,
        n_repeated=read.n_repeated,
        depth=stored.depth,
        n_tied=stored.n_tied,
        n_new_doc_ids=len(read.lines.new_doc_ids),
        n_unknown_topics=len(unknown),
        n_lines_of_unknown_topics=read.lines.n_lines_by_unknown_topic.total(),
        unknown_query_ids=unknown[:N_EXAMPLES],
        n_topics_without_ranking=n_without,
        overlap=_overlap(run.topic_set, stored.n_topics, unknown, n_without),
        same_as=copies_of(run),
        metadata_note=read.metadata_note,
    )


def _overlap(topic_set: TopicSet, n_common: int, unknown: Sequence[str], n_without: int) -> str:
    parts = [f"{n_common:,} are in both"]
    if unknown:
        parts.append(f"{len(unknown):,} only in the file ({some(unknown)})")
    if n_without:
        parts.append(f"{n_without:,} only in the topic set")
    if len(parts) == 1:
        return ""
    return (
        f"The file and topic set {topic_set.name} share only part of their ids: {', '.join(parts)}."
    )


def some(names: Sequence[str]) -> str:
    """The first names, and a sign that there are more."""
    more = " …" if len(names) > N_EXAMPLES else ""
    return ", ".join(names[:N_EXAMPLES]) + more
