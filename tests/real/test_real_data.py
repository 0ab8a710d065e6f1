from __future__ import annotations

from pathlib import Path

import pytest

from tests.real.real_data import found


@pytest.mark.parametrize(
    ("required", "outcome"), [("0", pytest.skip.Exception), ("1", pytest.fail.Exception)]
)
def test_absent_data_skip_a_test_or_fail_it_where_they_are_required(
    required: str,
    outcome: type[BaseException],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("REGRADE_REQUIRE_DATA", required)
    with pytest.raises(outcome, match=str(tmp_path / "nowhere")):
        found(tmp_path / "nowhere")
