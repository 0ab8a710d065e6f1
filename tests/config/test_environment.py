from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import environment

NAME = "REGRADE_TRIED"


@pytest.fixture(autouse=True)
def _unset(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(NAME, raising=False)
    monkeypatch.delenv(f"{NAME}_FILE", raising=False)


def test_text_is_the_value(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NAME, "value")
    assert environment.text(NAME, "default") == "value"


def test_text_unset_is_the_default() -> None:
    assert environment.text(NAME, "default") == "default"


@pytest.mark.parametrize("value", ["1", "true", "True", "YES", " on "])
def test_boolean_true(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NAME, value)
    assert environment.boolean(NAME, default=False) is True


@pytest.mark.parametrize("value", ["0", "false", "No", "off", ""])
def test_boolean_false(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NAME, value)
    assert environment.boolean(NAME, default=True) is False


@pytest.mark.parametrize("default", [True, False])
def test_boolean_unset_is_the_default(default: bool) -> None:
    assert environment.boolean(NAME, default=default) is default


def test_integer_is_the_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NAME, "12")
    assert environment.integer(NAME, 3) == 12


def test_integer_unset_is_the_default() -> None:
    assert environment.integer(NAME, 3) == 3


def test_words_are_parted_at_commas_and_lose_their_blanks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NAME, " a.example, b.example ,,")
    assert environment.words(NAME) == ["a.example", "b.example"]


def test_words_unset_are_none() -> None:
    assert environment.words(NAME) == []


def test_folder_is_absolute_and_knows_the_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NAME, "~/regrade")
    assert environment.folder(NAME, Path("other")) == Path.home() / "regrade"


def test_folder_unset_is_the_default_made_absolute() -> None:
    assert environment.folder(NAME, Path("other")) == Path.cwd() / "other"


def test_folder_of_a_library_is_there_for_the_library_to_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(NAME, "")  # so that it is taken back
    monkeypatch.delenv(NAME)
    assert environment.folder_of_a_library(NAME, tmp_path) == tmp_path
    assert environment.text(NAME) == str(tmp_path)


def test_secret_is_the_value(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NAME, "hush")
    assert environment.secret(NAME) == "hush"


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
