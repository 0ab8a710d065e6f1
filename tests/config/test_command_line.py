from __future__ import annotations

import re

import pytest
from django.core.management import load_command_class

from config.command_line import COMMANDS, CommandLine
from tests.source_tree import ROOT
from tests.test_docs import our_commands

DJANGOS = ("--version", "--verbosity", "--settings", "--pythonpath", "--traceback", "--no-color")


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    CommandLine(["manage.py", *arguments]).execute()
    return capsys.readouterr().out


def test_help_lists_our_commands_alone_each_in_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, "help").splitlines()
    listed = [line.split()[0] for line in lines if line.startswith("  ")]
    assert sorted(listed) == sorted(our_commands())
    assert max(map(len, lines)) <= 100
    assert any("help --all" in line for line in lines)


def test_help_groups_commands_as_the_document_does() -> None:
    document = (ROOT / "docs" / "commands.md").read_text("utf-8")
    parts = re.split(r"^## (.+)$", document, flags=re.MULTILINE)[1:]
    documented = {
        title: re.findall(r"^\| `(\w+)", text, re.MULTILINE)
        for title, text in zip(parts[::2], parts[1::2], strict=True)
    }
    tables = {title: list(part) for title, part in COMMANDS.items() if title != "Demo"}
    assert {title: documented[title] for title in tables} == tables


def test_help_with_all_lists_those_of_django_as_well(capsys: pytest.CaptureFixture[str]) -> None:
    assert {"migrate", "rank"} <= set(printed(capsys, "help", "--all").split())


def test_options_of_django_are_taken_and_stand_in_no_help() -> None:
    for name, app in our_commands().items():
        parser = load_command_class(app, name).create_parser("manage.py", name)
        assert set(DJANGOS) <= set(parser._option_string_actions), name
        text = parser.format_help()
        assert [option for option in DJANGOS if option in text] == [], name
