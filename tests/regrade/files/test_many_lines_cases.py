from __future__ import annotations

from pathlib import Path

import pytest

from regrade.files.errors import BadInput
from regrade.files.lines import refuse_many_lines
from tests.regrade.files.writing import write


def test_refuse_many_lines_counts_those_of_all_files(tmp_path: Path) -> None:
    paths = [write(tmp_path, "a\nb\n", name) for name in ("one", "two")]
    refuse_many_lines(paths, 4)
    with pytest.raises(BadInput) as refused:
        refuse_many_lines(paths, 3)
    assert (refused.value.path, refused.value.line) == (paths[1], None)
    assert "over 3 lines" in refused.value.reason
