"""Files of other systems become a judged campaign, as docs/recorded-campaigns.md does it."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

import pytest
from django.core.management import call_command

from annotation.models import Campaign, Judgment
from ranking.models import Passage, Topic
from regrade.command.program import main
from tests.regrade.files.judging.crowd_files import (
    PASSAGE,
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


def call(command: str, *arguments: object) -> str:
    out = io.StringIO()
    call_command(command, *map(str, arguments), stdout=out)
    return out.getvalue()


def judged(form: Sequence[str], files: Sequence[Path], folder: Path, grades: str) -> dict[str, int]:
    """The counts that the import of the judgments reports."""
    votes, tasks = folder / "votes.jsonl", folder / "tasks.jsonl"
    options = [*map(str, files), "-o", str(votes), "--tasks", str(tasks)]
    assert main(["convert", *form, *options]) == 0
    ground = ("--collection", "web", "--topics", "needs")
    call("import_candidates", tasks, *ground)
    call("build_pool", "tasks", "--pairs", tasks, *ground, "--keep-textless")
    call("create_campaign", "crowd", "--pool", "tasks", "--grades", grades, "--draft")
    said = call("import_judgments", votes, "--campaign", "crowd")
    return {line[:16].strip(): int(line[16:]) for line in said.splitlines()}


def test_a_crowd_log_becomes_a_judged_campaign(tmp_path: Path) -> None:
    lines = [unanswered("Preview"), answered("2", "0"), answered("1", "1", status="Rejected")]
    log = write_log(tmp_path, *lines, answered("95", "7", run="2"))
    tasks = write_tasks(
        tmp_path, task_line("7", "t1", "d1", "d2"), task_line("9", "t2", "d3", "NA")
    )
    counts = judged(("crowd-log", "--runs", "1"), [log, tasks], tmp_path, "0-2")
    assert (counts["votes"], counts["rejected"], counts["not judged"]) == (2, 2, 0)
    campaign = Campaign.objects.get()
    assert campaign.slots.exclude(judgment=None).count() == 2
    assert campaign.pairs.count() == 3
    topic = Topic.objects.get(query_id="t1")
    assert (topic.query, topic.description) == ("Title of t1.", "pages on it.")
    assert topic.narrative == "Not relevant: pages that sell."
    assert set(Passage.objects.values_list("text", flat=True)) == {None}


def test_results_of_mechanical_turk_become_a_judged_campaign(tmp_path: Path) -> None:
    rows = [result("A1", entity(0, 7)), result("A2", WorkerId="w2")]
    grades = "0=Nothing highlighted,1=Highlighted*"
    counts = judged(("mturk",), [write_results(tmp_path, *rows)], tmp_path, grades)
    assert (counts["votes"], counts["rejected"]) == (2, 0)
    stored = Judgment.objects.votes().order_by("pk").values_list("grade__name", "spans")
    assert list(stored) == [("Highlighted", [[0, 7]]), ("Nothing highlighted", [])]
    assert Passage.objects.get().text == PASSAGE
