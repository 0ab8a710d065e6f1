from __future__ import annotations

import builtins

import pytest

from demo.compiled_modules import NAMES, read_compiled
from demo.standard_library import Described


def described(module: str) -> dict[str, Described]:
    return {entry.place: entry for entry in read_compiled(module)}


def test_read_compiled_names_methods_of_builtins_without_a_module() -> None:
    assert "substrings" in described("builtins")["str.split"].docstring


def test_read_compiled_shows_how_a_method_is_called() -> None:
    assert described("builtins")["str.split"].signature == "split(sep=None, maxsplit=-1)"


def test_read_compiled_says_what_a_module_is_for() -> None:
    assert "CSV" in described("_csv")["csv"].docstring


def test_read_compiled_leaves_private_names_and_plain_values_out() -> None:
    places = described("math")
    assert "math.sqrt" in places
    assert not {"math.pi", "math.__doc__"} & set(places)


def test_read_compiled_leaves_out_what_a_program_put_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(builtins, "spruce", described, raising=False)
    monkeypatch.setattr(described, "__doc__", "About trees.")
    assert "spruce" not in described("builtins")


def test_read_compiled_finds_something_in_every_module() -> None:
    assert [module for module in NAMES if not described(module)] == []
