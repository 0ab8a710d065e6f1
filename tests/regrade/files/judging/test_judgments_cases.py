from __future__ import annotations

from pathlib import Path

from regrade.files.errors import BadInput
from regrade.files.judging.judgments import read_judgments
from tests.refusals import refused
from tests.regrade.files.writing import write


def test_read_judgments_names_a_kind_of_assessor_that_is_none(tmp_path: Path) -> None:
    header = "query_id\tdoc_id\tassessor\tgrade\tassessor_kind"
    with refused(BadInput, "unknown_assessor_kind", line=2, says="robot"):
        list(read_judgments(write(tmp_path, f"{header}\nq1\td1\tbob\t3\trobot\n")))
