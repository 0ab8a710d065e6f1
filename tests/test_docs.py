"""Each command is documented, and each page of the library; docs/measures.md has its own test."""

from __future__ import annotations

import re
from argparse import Action

import pytest
from django.apps import apps
from django.core.management import get_commands, load_command_class
from django.core.management.base import BaseCommand

from tests.source_tree import ROOT

DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def our_commands() -> dict[str, str]:
    """The app of each command."""
    ours = {config.name for config in apps.get_app_configs() if (ROOT / config.name).is_dir()}
    return {name: app for name, app in get_commands().items() if app in ours}


def own_arguments(command: BaseCommand) -> list[Action]:
    """What a command takes beyond what every command of Django takes."""
    every = {action.dest for action in BaseCommand().create_parser("", "")._actions}
    parser = command.create_parser("manage.py", "command")
    return [action for action in parser._actions if action.dest not in every]


def test_there_are_commands_in_every_layer() -> None:
    assert {"ranking", "annotation", "evaluation"} <= set(our_commands().values())


@pytest.mark.parametrize("name", sorted(our_commands()))
def test_a_command_is_documented(name: str) -> None:
    """As code: `evaluate` or `./dev manage evaluate`, not the English verb."""
    written = re.compile(rf"(?:`|\bmanage ){name}\b")
    assert any(written.search(page.read_text("utf-8")) for page in DOCUMENTS)


@pytest.mark.parametrize("name", sorted(our_commands()))
def test_a_command_says_what_it_does(name: str) -> None:
    command = load_command_class(our_commands()[name], name)
    assert command.help.strip()


@pytest.mark.parametrize("name", sorted(our_commands()))
def test_a_command_explains_each_argument(name: str) -> None:
    command = load_command_class(our_commands()[name], name)
    assert [action.dest for action in own_arguments(command) if not action.help] == []


def test_every_page_of_the_library_is_documented_by_its_address() -> None:
    routes = (ROOT / "frontend" / "src" / "app" / "FramedPages.tsx").read_text("utf-8")
    pages = re.findall(r'path="(/library/[^":]+)', routes)
    told = "".join(document.read_text("utf-8") for document in DOCUMENTS)
    assert "/library/pairs" in pages
    assert [page for page in pages if page not in told] == []
