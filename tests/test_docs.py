"""Commands and pages are documented, and what documents point to exists.

docs/measures.md and docs/library.md have tests of their own.
"""

from __future__ import annotations

import re
from argparse import Action
from pkgutil import resolve_name

from django.apps import apps
from django.core.management import get_commands, load_command_class
from django.core.management.base import BaseCommand

from tests.page_calls import table, unread_calls
from tests.source_tree import ROOT, python_sources, tracked

DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
ARCHITECTURE = ROOT / "docs" / "architecture.md"
CONTRIBUTING = ROOT / "CONTRIBUTING.md"
TESTING = ROOT / "TESTING.md"
MAPS = [ARCHITECTURE, CONTRIBUTING, TESTING, ROOT / "docs" / "roadmap.md"]
LINKING = [*DOCUMENTS, CONTRIBUTING, TESTING, *sorted((ROOT / "docs").glob("*/*.md"))]
FILED = ("regrade", "ranking", "annotation", "evaluation", "benchmarks")
# In each app; the map tells of them once for all.
EVERYWHERE = {"management", "migrations", "models"}
# A path, or the name of a file, as code: `ranking/worker_times.py`, `models/`, `codePoints.ts`.
PATH = re.compile(r"`((?:\.?\w[\w.-]*/)+[\w.-]*|\w[\w.-]*\.(?:py|tsx?|js|css|json|toml|md))`")
# A call or class of a package of `regrade.agreement`, as its page has them.
OF_AGREEMENT = re.compile(
    r"`((?:assessors|coefficients|counting|crowd|highlights|intervals|patterns)\.[\w.]+)[`(]"
)
LINK = re.compile(r"\]\(([\w./-]*[./][\w./-]*)(?:#[\w-]*)?\)")


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


def test_each_command_is_documented() -> None:
    """As code: `evaluate` or `./dev manage evaluate`, not the English verb."""
    text = "".join(page.read_text("utf-8") for page in DOCUMENTS)
    written = set(re.findall(r"(?:(?<=`)|(?<=\bmanage ))\w+", text))
    assert sorted(our_commands().keys() - written) == []


def test_each_command_says_what_it_does_and_explains_each_argument() -> None:
    for name, app in our_commands().items():
        command = load_command_class(app, name)
        assert command.help.strip(), name
        assert [one.dest for one in own_arguments(command) if not one.help] == [], name


def test_every_page_of_the_library_is_documented_by_its_address() -> None:
    routes = (ROOT / "frontend" / "src" / "app" / "FramedPages.tsx").read_text("utf-8")
    pages = re.findall(r'path="(/library/[^":]+)', routes)
    sentence = "".join(document.read_text("utf-8") for document in DOCUMENTS)
    assert "/library/pairs" in pages
    assert [page for page in pages if page not in sentence] == []


def test_every_call_of_the_frontend_is_read() -> None:
    assert unread_calls() == []


def test_which_page_calls_what_is_documented() -> None:
    found = (ROOT / "docs" / "page-calls.md").read_text("utf-8")
    assert [line for line in found.splitlines() if line.startswith("|")] == table().splitlines()


def test_every_path_named_in_a_map_exists() -> None:
    tree = "".join(f"/{path}/\n" for path in tracked())
    for page in MAPS:
        named = set(PATH.findall(page.read_text("utf-8")))
        assert len(named) > 1, page
        assert [path for path in sorted(named) if f"/{path.rstrip('/')}/" not in tree] == [], page


def test_every_call_that_the_page_of_agreement_names_exists() -> None:
    named = set(OF_AGREEMENT.findall((ROOT / "docs" / "agreement.md").read_text("utf-8")))
    assert len(named) > 10
    for name in sorted(named):
        assert resolve_name(f"regrade.agreement.{name}"), name


def test_every_link_leads_to_a_file() -> None:
    for page in LINKING:
        linked = set(LINK.findall(page.read_text("utf-8")))
        assert [link for link in sorted(linked) if not (page.parent / link).exists()] == [], page


def test_the_map_of_the_house_names_every_folder() -> None:
    folders = {path.parts[:2] for path in python_sources(*FILED) if len(path.parts) > 2}
    found = ARCHITECTURE.read_text("utf-8")
    asked = {"/".join(folder) for folder in folders if folder[1] not in EVERYWHERE}
    assert len(asked) > len(FILED)
    assert [folder for folder in sorted(asked) if f"`{folder}`" not in found] == []
