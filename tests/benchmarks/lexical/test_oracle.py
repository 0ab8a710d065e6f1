from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.lexical.oracle import (
    MEMBER,
    OracleMissing,
    checked_version,
    java_command,
    java_version,
    oracle_jar,
)


def test_checked_version_tells_what_java_calls_itself() -> None:
    assert checked_version('openjdk version "17.0.15" 2025-04-15\nOpenJDK ...') == "17.0.15"


@pytest.mark.parametrize("said", ['java version "1.8.0_292"', "no such thing"])
def test_checked_version_refuses_what_cannot_run_the_oracle(said: str) -> None:
    with pytest.raises(OracleMissing, match="needs Java 11 or newer"):
        checked_version(said)


def test_java_version_says_that_there_is_no_java(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(OracleMissing, match="there is none: install a JDK"):
        java_version()


def test_oracle_jar_refuses_another_file_than_the_pinned_one(tmp_path: Path) -> None:
    jar = tmp_path / "oracle" / Path(MEMBER).name
    jar.parent.mkdir()
    jar.write_bytes(b"another")
    with pytest.raises(OracleMissing, match="is not the file that was pinned"):
        oracle_jar(tmp_path, lambda line: None)


def test_java_command_passes_everything_as_text() -> None:
    command = java_command(Path("a.jar"), "Program", 0.82, Path("index"))
    assert command[-3:] == ["Program", "0.82", "index"]
