from __future__ import annotations

from pathlib import Path

import pytest
from django.core.management import CommandError

from tests.factories import make_run
from tests.ranking.commands.calling import call
from tests.ranking.runs.pairing import RANKINGS, make_duo

pytestmark = pytest.mark.django_db


def test_pairs_go_out_and_come_in(tmp_path: Path) -> None:
    duo, file = make_duo(), tmp_path / "pairs.tsv.gz"
    make_run("other", duo.collection, duo.topic_set, RANKINGS)
    assert call("export_pairs", "duo", file) == f"6 pairs of 1 topics in {file}.\n"
    assert call("import_pairs", file, "--run", "other") == "Run other: 6 pairs of 1 topics.\n"


def test_import_pairs_lists_what_is_wrong(tmp_path: Path) -> None:
    file = tmp_path / "pairs.tsv"
    file.write_text("q9\td1\td2\t0.5\n" * 22)
    make_duo()
    with pytest.raises(CommandError) as caught:
        call("import_pairs", file, "--run", "bm25")
    first, *lines, last = str(caught.value).split("\n")
    assert first.startswith("pairs.tsv: 22 bad lines")
    assert [line.partition(":")[0] for line in lines] == [f"line {n}" for n in range(1, 21)]
    assert last == "and 2 more"
