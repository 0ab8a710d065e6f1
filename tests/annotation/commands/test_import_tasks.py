from __future__ import annotations

import io
from pathlib import Path

import pytest
from django.core.management import call_command

from annotation.models import Campaign, Judgment
from tests.regrade.files.judging.crowd_files import (
    answered,
    entity,
    result,
    task_line,
    unanswered,
    write_log,
    write_results,
    write_tasks,
)

pytestmark = pytest.mark.django_db

NAMES = ("--collection", "web", "--topics", "needs", "--pool", "tasks")


def call(command: str, *arguments: object) -> str:
    out = io.StringIO()
    call_command(command, *map(str, arguments), stdout=out)
    return out.getvalue()


@pytest.fixture
def log(tmp_path: Path) -> list[Path]:
    lines = [unanswered("Preview"), answered("2", "0"), answered("1", "1", status="Rejected")]
    tasks = write_tasks(tmp_path, task_line("7", "t1", "d1", "d2"))
    return [write_log(tmp_path, *lines), tasks]


def test_the_report_counts_what_was_made(log: list[Path]) -> None:
    assert call("import_tasks", *log, "--format", "crowd-log", *NAMES) == (
        "Collection web, topics needs, pool tasks:\n"
        "  2  passages\n"
        "  2  passages without a text\n"
        "  1  topics\n"
        "  2  pairs\n"
    )


def test_a_crowd_log_becomes_a_judged_campaign(log: list[Path]) -> None:
    call("import_tasks", *log, "--format", "crowd-log", *NAMES)
    call("create_campaign", "crowd", "--pool", "tasks", "--grades", "0-2", "--draft")
    said = call("import_judgments", *log, "--campaign", "crowd", "--format", "crowd-log")
    counts = {line[:16].strip(): int(line[16:]) for line in said.splitlines()}
    assert (counts["votes"], counts["rejected"], counts["previews"]) == (2, 2, 1)
    assert Campaign.objects.get().slots.exclude(judgment=None).count() == 2


def test_runs_by_slider_become_a_campaign_of_their_own(tmp_path: Path) -> None:
    tasks = write_tasks(tmp_path, task_line("7", "t1", "d1", "d2"))
    log = write_log(tmp_path, answered("2", "0"), answered("95", "7", run="2"))
    call("import_tasks", log, tasks, "--format", "crowd-log", *NAMES)
    call("create_campaign", "slider", "--pool", "tasks", "--grades", "0-100", "--draft")
    options = ("--campaign", "slider", "--format", "crowd-log")
    call("import_judgments", log, tasks, *options, "--runs", "2")
    stored = Judgment.objects.votes().order_by("pk").values_list("grade__value", flat=True)
    assert list(stored) == [95, 7]


def test_results_become_a_judged_campaign(tmp_path: Path) -> None:
    path = write_results(tmp_path, result("A1", entity(0, 7)), result("A2", WorkerId="w2"))
    call("import_tasks", path, "--format", "mturk", *NAMES)
    grades = "0=Nothing highlighted,1=Highlighted*"
    call("create_campaign", "snippets", "--pool", "tasks", "--grades", grades, "--draft")
    call("import_judgments", path, "--campaign", "snippets", "--format", "mturk")
    stored = Judgment.objects.votes().order_by("pk").values_list("grade__name", "spans")
    assert list(stored) == [("Highlighted", [[0, 7]]), ("Nothing highlighted", [])]
