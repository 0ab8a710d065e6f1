"""Code shared by the commands on studies: reading a study's file, and its progress as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import yaml
from django.core.management.base import CommandError

from evaluation.api.study_serializers import StudyRequestSerializer, asked_study
from evaluation.models import Study
from evaluation.studies.here_and_now import Tell
from evaluation.studies.lines import AskedStudy
from evaluation.studies.progress import RunState, StudyCost, StudyProgress, study_progress
from ranking.management.jobs import duration
from ranking.management.progress import progress_bar
from ranking.management.tables import render
from ranking.models import JobStatus


def read_study_file(path: Path) -> AskedStudy:
    """The study of a YAML file, which holds what `POST /api/studies` takes.

    Raises:
        CommandError: it names the file, the field and what is wrong there.
    """
    try:
        found = yaml.safe_load(path.read_text("utf-8"))
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}.") from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise CommandError(f"{path} is no YAML: {' '.join(str(error).split())}.") from error
    if not isinstance(found, dict):
        raise CommandError(f"{path} holds no study: name, topics, collection, labels, rankers …")
    if unknown := [key for key in found if key not in StudyRequestSerializer().fields]:
        raise CommandError(f"{path}: a study has no {' and no '.join(map(str, unknown))}.")
    if isinstance(found.get("measures"), list):
        found["measures"] = ",".join(map(str, found["measures"]))
    sent = StudyRequestSerializer(data=found)
    if not sent.is_valid():
        raise CommandError(f"{path}: {'; '.join(_sentences(sent.errors))}")
    return asked_study(dict(sent.validated_data))


def cost_text(cost: StudyCost) -> str:
    """The preview of a study, before anything of it is stored."""
    rows = [
        {
            "ranker": each.ranker,
            "runs": each.n_runs,
            "there": each.n_there,
            "topics": each.n_topics,
            "pairs": each.n_pairs,
            "passages": each.n_passages,
            "one worker": "not known" if each.seconds is None else duration(each.seconds),
        }
        for each in cost.rankers
    ]
    lines = [f"{cost.n_runs:,} runs, {cost.n_there:,} of them there.", *_to_make(cost), ""]
    whole = "not known" if cost.seconds is None else duration(cost.seconds)
    text = f"One worker's time, by what earlier runs took here: {whole}."
    return "\n".join([*lines, render(rows, "table"), "", text])


def study_text(study: Study, progress: StudyProgress) -> str:
    """A study's progress: a line, its fields as a table, and what failed."""
    head = f"Study {study}: {study.status}, {progress.n_done:,} of {progress.n_runs:,} runs done"
    if progress.n_failed:
        head += f", {progress.n_failed:,} failed"
    lines = [f"{head}."]
    if progress.seconds_left:
        lines.append(f"About {duration(progress.seconds_left)} left for one worker.")
    if study.status == JobStatus.RUNNING and not progress.is_worked_on:
        lines.append("No worker has any of it in hand now.")
    if study.error:
        lines.append(study.error)
    return "\n".join([*lines, "", render(_matrix(progress.runs), "table")])


@contextmanager
def study_bar(study: Study) -> Iterator[Tell]:
    """A bar of a study's runs, shown after two seconds."""
    at_first = study_progress(study)
    with progress_bar(total=at_first.n_runs, initial=at_first.n_done, unit="run") as bar:

        def show(progress: StudyProgress) -> None:
            bar.update(progress.n_done - bar.n)

        yield show


def _matrix(runs: Sequence[RunState]) -> list[dict[str, Any]]:
    rows = dict[str, dict[str, Any]]()
    for run in runs:
        rows.setdefault(run.variant, {"texts": run.variant})[run.ranker] = _state(run)
    return list(rows.values())


def _state(run: RunState) -> str:
    if run.state == "computing" and run.n:
        return f"{run.n_done:,} of {run.n:,} {run.unit}s"
    if run.state == "waiting" and run.waits_for:
        return f"waits for {run.waits_for}"
    return run.state


def _to_make(cost: StudyCost) -> list[str]:
    return [f"Made first: {texts.name}, {texts.n_texts:,} texts." for texts in cost.to_make]


def _sentences(errors: Any, place: str = "") -> Iterator[str]:
    """Each error with its place, such as `variants 2 recipe`."""
    if isinstance(errors, Mapping):
        for key, inner in errors.items():
            number = int(key) + 1 if isinstance(key, int) else key
            yield from _sentences(inner, f"{place} {number}".strip())
    elif isinstance(errors, list) and any(isinstance(each, Mapping) for each in errors):
        for number, inner in enumerate(errors, start=1):
            yield from _sentences(inner, f"{place} {number}".strip())
    elif isinstance(errors, list):
        for each in errors:
            yield f"{place}: {each}"
