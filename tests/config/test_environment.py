from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import environment

NAME = "REGRADE_TRIED"
YES, NO = ("1", "true", "True", "YES", " on "), ("0", "false", "No", "off", "")


@pytest.fixture(autouse=True)
def _unset(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(NAME, raising=False)
    monkeypatch.delenv(f"{NAME}_FILE", raising=False)


@pytest.mark.parametrize(
    ("read", "written", "value"),
    [
        (lambda: environment.text(NAME, "default"), "value", "value"),
        (lambda: environment.text(NAME, "default"), None, "default"),
        (lambda: environment.integer(NAME, 3), "12", 12),
        (lambda: environment.integer(NAME, 3), None, 3),
        (lambda: environment.words(NAME), " a.example, b.example ,,", ["a.example", "b.example"]),
        (lambda: environment.words(NAME), None, []),
        (lambda: environment.folder(NAME, Path("x")), "~/regrade", Path.home() / "regrade"),
        (lambda: environment.folder(NAME, Path("x")), None, Path.cwd() / "x"),
        (lambda: environment.secret(NAME), "hush", "hush"),
        *((lambda: environment.boolean(NAME, default=False), one, True) for one in YES),
        *((lambda: environment.boolean(NAME, default=True), one, False) for one in NO),
        (lambda: environment.boolean(NAME, default=True), None, True),
        (lambda: environment.boolean(NAME, default=False), None, False),
    ],
)
def test_a_variable_is_read_as_its_kind_or_has_its_default(
    read: Callable[[], object], written: str | None, value: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    if written is not None:
        monkeypatch.setenv(NAME, written)
    assert read() == value


def test_folder_of_a_library_is_there_for_the_library_to_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(NAME, "")  # so that it is taken back
    monkeypatch.delenv(NAME)
    assert environment.folder_of_a_library(NAME, tmp_path) == tmp_path
    assert environment.text(NAME) == str(tmp_path)


def test_secret_of_a_file_goes_before_the_value(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "secret").write_text("from a file\n")
    monkeypatch.setenv(NAME, "hush")
    monkeypatch.setenv(f"{NAME}_FILE", str(tmp_path / "secret"))
    assert environment.secret(NAME) == "from a file"


@pytest.mark.parametrize(
    ("read", "value"),
    [
        (environment.text, None),
        (lambda name: environment.boolean(name, default=True), "maybe"),
        (lambda name: environment.integer(name, 3), "three"),
        (environment.secret, None),
        (environment.secret, ""),
    ],
    ids=["text unset", "boolean", "integer", "secret unset", "secret empty"],
)
def test_a_failure_names_the_variable(
    read: Callable[[str], object], value: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if value is not None:
        monkeypatch.setenv(NAME, value)
    with pytest.raises(ImproperlyConfigured, match=rf"\b{NAME}\b"):
        read(NAME)


@pytest.mark.parametrize("content", [None, b"", b" \n", b"\xff\xfe"])
def test_a_file_without_a_secret_fails_naming_the_variable(
    content: bytes | None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "secret"
    if content is not None:
        file.write_bytes(content)
    monkeypatch.setenv(f"{NAME}_FILE", str(file))
    with pytest.raises(ImproperlyConfigured, match=f"{NAME}_FILE"):
        environment.secret(NAME)
