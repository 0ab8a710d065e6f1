from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from regrade.command.program import main

STRICT = {"aggregate": "majority", "threshold": 3, "tie": "fallback"}
OTHER = {"name": "old", "content_hash": "ab", "min_relevance": 1}


@pytest.mark.parametrize(
    ("policy", "named"),
    [
        ({"aggregate": "majority", "decisions": "override"}, "--decided"),
        ({"aggregate": "median", "only_topics_of": "old"}, "topics of old"),
        (STRICT | {"fallback": OTHER}, "old.txt: these are not the policy's labels old"),
    ],
)
def test_derive_refuses_files_that_do_not_fit_the_policy(
    policy: dict[str, Any], named: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    judgments, qrels, asked = (
        tmp_path / name for name in ("judgments.tsv", "old.txt", "policy.json")
    )
    judgments.write_text("query_id\tdoc_id\tassessor\tgrade\nq1\td1\talice\t4\n")
    qrels.write_text("q1 0 d1 1\n")
    asked.write_text(json.dumps(policy))
    options = ["--fallback", str(qrels)] if "fallback" in policy else []
    with pytest.raises(SystemExit, match="1"):
        main(["derive", str(judgments), "--policy", str(asked), "--scale", "1-5", *options])
    assert named in capsys.readouterr().err
