"""Runs that teams hand in: checked as they arrive, stored or refused with a report."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from django.db import transaction

from annotation.exceptions import SubmissionRefused
from annotation.models import CallTeam, RunCall, Submission
from ranking.clock import now
from ranking.exceptions import NameRefused, NameTaken, RankingError, StorageFull, StorageRefused
from ranking.http.server_paths import without_paths
from ranking.http.uploads import FileRefused
from ranking.lookup import refuse_taken
from ranking.models import Run, Visibility
from ranking.runs.importing import ReadRun, RunReport, read_run, some, store_read_run
from regrade.counted import counted
from regrade.files.bad_lines import BadLine
from regrade.files.file_names import name_of_file

MAX_TRIES = (
    200  # refused files of one team, so that a program that goes wrong does not fill the database
)
MAX_FILE_NAME = 200
BLANK_OR_COMMA = re.compile(r"[,\s]+")
Refused = SubmissionRefused | FileRefused | RankingError


class SubmittedCounts(NamedTuple):
    """Numbers of an accepted run."""

    n_topics: int
    n_missing_topics: int
    n_unknown_topics: int
    n_lines: int
    n_tied: int
    depth: int


class SubmissionReport(NamedTuple):
    """A team's report on one file. Only an accepted one has `counts`; a refused one may have bad
    lines, of which the first are listed. `warnings` are sentences.
    """

    counts: SubmittedCounts | None
    warnings: Sequence[str]
    n_bad_lines: int
    bad_lines: Sequence[BadLine]


def why_closed(call: RunCall, at: datetime) -> SubmissionRefused | None:
    """The reason why a call takes no runs; None if it takes them."""
    if call.closed_at is not None:
        return SubmissionRefused(
            f"{call} was closed by its organizer and takes no runs.", code="call_closed"
        )
    if at > call.deadline:
        return SubmissionRefused(
            f"The deadline of {call} was {call.deadline:%Y-%m-%d %H:%M} UTC.", code="past_deadline"
        )
    return None


def hand_in(
    *, team: CallTeam, path: Path, file_name: str, at: datetime | None = None
) -> Submission:
    """Check a run file by the rules of the team's call and store it, private to the organizer.

    Of concurrent ones of a team no more are stored than the call allows. `at` is for tests; by
    default it is the database's time.

    Raises:
        SubmissionRefused: the call is closed, its deadline is over, the team has handed in as many
            runs as it may or this one already, a ranking is too deep, passages are unknown, or the
            run's name is taken.
        BadInput: as `import_run` says.
    """
    at = at or now()  # what arrives in time is not late because reading it takes time
    _refuse_closed(team, at)
    _refuse_full(team)
    read = read_run(path=path, collection=team.call.collection, topic_set=team.call.topic_set)
    _check_depth(team.call, read)
    _check_passages(read)
    name = _run_name(team, read.lines.tag or name_of_file(file_name))
    with transaction.atomic():
        locked = _locked(team)
        _refuse_closed(locked, at)
        _refuse_full(locked)
        return _stored(locked, read, name, file_name)


@contextmanager
def keeping_refusals(*, team: CallTeam, file_name: str) -> Iterator[None]:
    """Store a refusal in the block as a submission, so that team and organizer can read it.

    Raises:
        SubmissionRefused: the team has sent so many files that no more are looked at.
    """
    if team.submissions.filter(run=None).count() >= MAX_TRIES:
        raise SubmissionRefused(
            f"{MAX_TRIES} files of your team were refused, and no more are looked at; ask the"
            " organizer.",
            code="too_many_tries",
        )
    try:
        yield
    except (StorageFull, StorageRefused):  # no fault of the file
        raise
    except (SubmissionRefused, FileRefused, RankingError) as error:
        _keep(team, file_name, error)
        raise


def _keep(team: CallTeam, file_name: str, error: Refused) -> None:
    more: Mapping[str, Any] = getattr(error, "more", {})
    code = more.get("reason_code") or (
        error.default_code if isinstance(error, FileRefused) else error.code
    )
    bad_lines = [BadLine(**line) for line in more.get("bad_lines", ())]
    report = SubmissionReport(None, [], more.get("n_bad_lines", 0), bad_lines)
    Submission.objects.create(
        team=team,
        file=file_name[:MAX_FILE_NAME],
        report=_document(report),
        code=code,
        sentence=without_paths(str(error)),
    )


def _document(report: SubmissionReport) -> dict[str, Any]:
    counts = report.counts
    return {
        **report._asdict(),
        "counts": None if counts is None else counts._asdict(),
        "bad_lines": [line._asdict() for line in report.bad_lines],
    }


def _locked(team: CallTeam) -> CallTeam:
    """Lock the team, then read its call again: `change_call` waits for this lock."""
    locked = CallTeam.objects.select_for_update(no_key=True).get(pk=team.pk)
    calls = RunCall.objects.select_related("collection", "topic_set", "created_by")
    locked.call = calls.get(pk=locked.call_id)
    return locked


def _refuse_closed(team: CallTeam, at: datetime) -> None:
    if reason := why_closed(team.call, at):
        raise reason


def _refuse_full(team: CallTeam) -> None:
    n, most = team.submissions.filter(run__isnull=False).count(), team.call.runs_per_team
    if n >= most:
        raise SubmissionRefused(
            f"Your team has handed in {counted(n, 'run')}, and {team.call} takes"
            f" {most:,} of each team.",
            code="too_many_runs",
        )


def _check_depth(call: RunCall, read: ReadRun) -> None:
    query_id, n = read.lines.longest
    if n > call.max_depth:
        raise SubmissionRefused(
            f"Topic {query_id} has {n:,} passages; {call} takes at most {call.max_depth:,} a topic:"
            " cut the rankings.",
            code="too_deep",
        )


def _check_passages(read: ReadRun) -> None:
    unknown = read.lines.new_doc_ids if read.collection.has_texts else []
    if unknown:
        n = counted(len(unknown), "doc_id")
        raise SubmissionRefused(
            f"{n} of the file {'is' if len(unknown) == 1 else 'are'} not in collection"
            f" {read.collection}: {some(unknown)}.",
            code="unknown_passages",
        )


def _run_name(team: CallTeam, tag: str) -> str:
    name = f"{team}-{BLANK_OR_COMMA.sub('-', tag)}"
    try:
        refuse_taken(Run, name)
    except (NameTaken, NameRefused) as error:
        raise _name_refused(name, error) from error
    return name


def _name_refused(name: str, error: RankingError) -> SubmissionRefused:
    is_taken = isinstance(error, NameTaken)
    why = f"there is a run named {name} already" if is_taken else f"{name} is too long a name"
    return SubmissionRefused(
        f"The run would be named after your team and its tag, but {why}: give it another tag, the"
        " last column of the file.",
        code=error.code,
    )


def _stored(team: CallTeam, read: ReadRun, name: str, file_name: str) -> Submission:
    try:
        done = store_read_run(read=read, name=name, team=team.name)
    except NameTaken as error:
        raise _name_refused(name, error) from error
    _refuse_copy(team, done)
    run = Run.objects.get(name=name)
    run.owner, run.visibility = team.call.created_by, Visibility.PRIVATE
    run.save(update_fields=["owner", "visibility"])
    report = SubmissionReport(_counts(done), [*_warnings(read, run, done)], 0, [])
    return Submission.objects.create(
        team=team, file=file_name[:MAX_FILE_NAME], run=run, report=_document(report)
    )


def _refuse_copy(team: CallTeam, done: RunReport) -> None:
    """Only among the team's own: it learns nothing of others' runs."""
    own = team.submissions.filter(run__name__in=done.same_as).select_related("run").first()
    if own is not None:
        raise SubmissionRefused(
            f"It has the same passages and scores as {own.run}, which your team handed in as"
            f" {own.file}.",
            code="same_run",
        )


def _counts(done: RunReport) -> SubmittedCounts:
    return SubmittedCounts(
        n_topics=done.n_topics,
        n_missing_topics=done.n_topics_without_ranking,
        n_unknown_topics=done.n_unknown_topics,
        n_lines=done.n_lines,
        n_tied=done.n_tied,
        depth=done.depth,
    )


def _warnings(read: ReadRun, run: Run, done: RunReport) -> Iterator[str]:
    if n := done.n_topics_without_ranking:
        ranked = run.rankings.order_by().values("topic")
        missing = read.topic_set.topics.exclude(pk__in=ranked)
        query_ids = list(missing.order_by("ordinal").values_list("query_id", flat=True)[:6])
        yield f"{counted(n, 'topic')} of {read.n_topics_in_set:,} without a line: {some(query_ids)}"
    if n := done.n_unknown_topics:
        lines = counted(done.n_lines_of_unknown_topics, "line")
        unknown = some([*read.lines.n_lines_by_unknown_topic])
        yield f"{counted(n, 'query id')} no topic of the set, left out with {lines}: {unknown}"
    if n := done.n_tied:
        yield (
            f"{counted(n, 'line')} with the score of another passage of the topic: these are"
            " ordered by doc_id, descending"
        )
    if done.metadata_note:
        yield done.metadata_note.removesuffix(".")
