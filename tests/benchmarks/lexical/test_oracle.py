from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.lexical.oracle import MEMBER, OracleMissing, oracle_jar


def test_oracle_jar_refuses_another_file_than_the_pinned_one(tmp_path: Path) -> None:
    jar = tmp_path / "oracle" / Path(MEMBER).name
    jar.parent.mkdir()
    jar.write_bytes(b"another")
    with pytest.raises(OracleMissing, match="pinned"):
        oracle_jar(tmp_path, lambda line: None)
