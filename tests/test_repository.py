"""Rules about the source tree itself, so that review does not have to remember them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from django.apps import apps
from django.db.migrations.loader import MigrationLoader

from tests.source_tree import (
    ROOT,
    bare_query_counts,
    environment_reads,
    errors_caught_in_a_transaction,
    functions,
    imports,
    loaded_first,
    module_name,
    n_lines,
    parsed,
    python_sources,
    raw_sends,
    tracked,
)
from tests.tiers import thorough

# Each may import the ones before it; the first knows nothing of Django.
LAYERS = ("regrade", "ranking", "annotation", "evaluation", "demo")
APPS = LAYERS[1:]
SOURCES = python_sources("config", *LAYERS, "benchmarks")
LAUNCHER = [Path("dev"), *python_sources("launcher")]
PYTHON = [*SOURCES, *LAUNCHER, *python_sources("tests"), Path("manage.py")]
TYPESCRIPT = [
    path for path in tracked() if path.suffix in {".ts", ".tsx"} and ".gen." not in path.name
]
MAX_FILE_LINES, MAX_FUNCTION_LINES = 400, 40
MAX_FILES_OF_A_FOLDER = 25
# Folders of these names have a file for each thing, which is found by its own name.
ONE_FILE_EACH = {"measures", "models", "commands", "migrations"}
TOP_SUFFIXES = {".example", ".md", ".py", ".toml", ".txt", ".yaml", ".yml"}
VAGUE_NAMES = {"util", "utils", "helper", "helpers", "common", "core", "misc"}
# Written so that they do not find themselves.
UNFINISHED = re.compile(r"\b(TO[D]O|FIX[M]E|X[X]X)\b")
PLACE_ON_ONE_MACHINE = re.compile(r"(?<![\w.}~-])/(?:work|root|home|tmp)/")
ADDRESS = re.compile(r"https?://", re.IGNORECASE)
INSTALLS_FROM = re.compile(
    r"https?:|--(extra-)?index-url|--find-links|(^|\s)-[if]\s|@", re.MULTILINE
)

IMPORT_WHOLE_PACKAGE = """
import importlib, pkgutil, sys

class Refused:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {"django", "rest_framework", "celery", "psycopg"}:
            raise ImportError(f"{name} is imported by what must be usable without it")

sys.meta_path.insert(0, Refused())
package = importlib.import_module(sys.argv[1])
modules = [one.name for one in pkgutil.walk_packages(package.__path__, package.__name__ + ".")]
on_demand = ("regrade.training.library", "regrade.training.tk.")  # by functions that need torch
for name in modules:
    if not name.startswith(on_demand):
        importlib.import_module(name)
slow = {"torch", "transformers"} & set(sys.modules)
for name in modules:
    importlib.import_module(name)
sys.exit(f"{slow} came with {sys.argv[1]}" if slow else 0)
"""
IMPORT_THE_WEB = """
import sys
import config.wsgi
from django.urls import get_resolver
get_resolver().url_patterns
slow = {"torch", "transformers", "numba"} & set(sys.modules)
sys.exit(f"a web process loads {slow}" if slow else 0)
"""


def run_python(program: str, *args: str) -> str:
    """What the program complained about, if it did."""
    ran = subprocess.run(
        [sys.executable, "-c", program, *args], cwd=ROOT, capture_output=True, text=True
    )
    return ran.stderr if ran.returncode else ""


def top_level(path: Path) -> set[str]:
    return {name.split(".")[0] for name in imports(parsed(path))}


@pytest.mark.parametrize("layer", LAYERS)
def test_an_app_imports_only_what_is_below_it(layer: str) -> None:
    above = {*LAYERS[LAYERS.index(layer) + 1 :], "config", "benchmarks", "launcher", "tests"}
    assert {path: up for path in python_sources(layer) if (up := top_level(path) & above)} == {}


def test_tests_of_the_product_need_no_benchmark() -> None:
    """Benchmarks may use what tests share; only the benchmarks' own tests know of them."""
    others = [path for path in python_sources("tests") if path.parts[1] != "benchmarks"]
    assert others
    assert [path for path in others if "benchmarks" in top_level(path)] == []


def test_an_api_imports_nothing_of_commands() -> None:
    found = {path: set(imports(parsed(path))) for path in SOURCES if "api" in path.parts}
    assert found
    assert [path for path in found if any(".management" in name for name in found[path])] == []


def test_the_launcher_needs_nothing_but_python() -> None:
    """It begins before any package is there."""
    known = {*sys.stdlib_module_names, "launcher"}
    assert {path: other for path in LAUNCHER if (other := top_level(path) - known)} == {}


def test_config_takes_nothing_but_urls_from_the_apps() -> None:
    """The settings name apps in strings, the root URLs include theirs by name."""
    assert [path for path in python_sources("config") if top_level(path) & set(APPS)] == []
    source = (ROOT / "config" / "urls.py").read_text()
    included = re.findall(r'include\("([\w.]+)"\)', source)
    assert included
    assert [name for name in included if not name.endswith(".urls")] == []


@thorough
def test_the_library_needs_no_django() -> None:
    assert run_python(IMPORT_WHOLE_PACKAGE, "regrade") == ""


def test_a_web_process_loads_neither_torch_nor_numba() -> None:
    assert run_python(IMPORT_THE_WEB) == ""


def test_files_stay_readable() -> None:
    lengths = {path: len((ROOT / path).read_text().splitlines()) for path in PYTHON + TYPESCRIPT}
    assert {path: n for path, n in lengths.items() if n > MAX_FILE_LINES} == {}


def test_functions_stay_readable() -> None:
    lengths = {
        f"{path}:{function.name}": n_lines(function)
        for path in PYTHON
        for function in functions(parsed(path))
    }
    assert {name: n for name, n in lengths.items() if n > MAX_FUNCTION_LINES} == {}


def test_query_counts_are_entered() -> None:
    assert {path: at for path in PYTHON if (at := bare_query_counts(parsed(path)))} == {}


def test_tasks_are_sent_when_their_rows_are_committed() -> None:
    assert {path: at for path in SOURCES if (at := raw_sends(parsed(path)))} == {}


def test_database_errors_are_caught_outside_the_transaction() -> None:
    caught = {path: errors_caught_in_a_transaction(parsed(path)) for path in SOURCES}
    assert {path: at for path, at in caught.items() if at} == {}


def test_the_environment_is_read_in_one_place() -> None:
    """`setdefault` of the settings module, which Django asks for, is no reading.

    The client has settings of its own: it runs where no server is.
    """
    starts = {
        Path("config") / name for name in ("environment.py", "asgi.py", "wsgi.py", "celery.py")
    } | {Path("regrade/client/settings.py")}
    read = {path: environment_reads(parsed(path)) for path in SOURCES if path not in starts}
    assert {path: at for path, at in read.items() if at} == {}


def test_modules_are_named_by_what_they_hold() -> None:
    vague = [
        path for path in tracked() if VAGUE_NAMES & {part.split(".")[0] for part in path.parts}
    ]
    assert vague == []


def test_nothing_under_the_gpl_is_imported() -> None:
    """The `krippendorff` package is GPL; our own module of that name is imported in full."""
    assert [path for path in SOURCES if "krippendorff" in top_level(path)] == []


@pytest.mark.parametrize("app", [app for app in APPS if app != "demo"])
def test_migrations_are_linear(app: str) -> None:
    graph = MigrationLoader(None).graph
    assert len(graph.leaf_nodes(app)) == 1
    nodes = [key for key in graph.nodes if key[0] == app]
    parents = {key: [p for p in graph.node_map[key].parents if p[0] == app] for key in nodes}
    assert {key: found for key, found in parents.items() if len(found) > 1} == {}


@pytest.mark.parametrize("layer", APPS)
def test_migrations_depend_only_on_what_is_below(layer: str) -> None:
    above = LAYERS[LAYERS.index(layer) + 1 :]
    graph = MigrationLoader(None).graph
    needed = {p[0] for key in graph.nodes if key[0] == layer for p in graph.node_map[key].parents}
    assert needed & set(above) == set()


def text_of(path: Path) -> str:
    return (ROOT / path).read_text(encoding="utf-8", errors="replace")


def lines_with(pattern: re.Pattern[str]) -> Iterator[str]:
    for path in tracked():
        for number, line in enumerate(text_of(path).splitlines(), start=1):
            if pattern.search(line):
                yield f"{path}:{number}: {line.strip()}"


def test_nothing_is_left_for_later() -> None:
    assert list(lines_with(UNFINISHED)) == []


def test_no_place_on_one_machine_is_named() -> None:
    assert list(lines_with(PLACE_ON_ONE_MACHINE)) == []


def test_no_registry_is_named_where_packages_come_from() -> None:
    files = [path for path in tracked() if path.match("requirements*.txt") or path.match(".npmrc")]
    named = {path: INSTALLS_FROM.search(text_of(path)) for path in files}
    assert {path: found.group() for path, found in named.items() if found} == {}
    assert len(files) >= 3


def test_lock_file_of_the_frontend_names_no_registry() -> None:
    """Addresses that ask for funding come with the packages' own descriptions."""
    lock = json.loads(text_of(Path("frontend/package-lock.json")))
    packages = lock.pop("packages").values()
    for package in packages:
        package.pop("funding", None)
    assert [package for package in packages if ADDRESS.search(json.dumps(package))] == []
    assert not ADDRESS.search(json.dumps(lock))


def test_no_modules_need_each_other_to_be_loaded() -> None:
    """Else it would hang on what was imported before whether one of them can be."""
    modules = {module_name(path): parsed(path) for path in PYTHON if path.suffix == ".py"}
    needed = loaded_first(modules)
    assert len(needed) > 1_000
    list(TopologicalSorter(needed).static_order())


def test_no_folder_holds_more_than_one_can_overlook() -> None:
    pages = [path for path in TYPESCRIPT if path.parts[1] == "src" and ".test." not in path.name]
    n_files = Counter(
        path.parent for path in [*PYTHON, *pages] if not ONE_FILE_EACH & {*path.parts}
    )
    assert len(n_files) > 200
    assert {folder: n for folder, n in n_files.items() if n > MAX_FILES_OF_A_FOLDER} == {}


def test_data_and_working_files_stay_out_of_the_repository() -> None:
    """A run or qrels file would be somebody's data."""
    at_the_top = {path.name for path in tracked() if len(path.parts) == 1 and path.suffix}
    assert {Path(name).suffix for name in at_the_top} <= TOP_SUFFIXES
    data = [path for path in tracked() if path.suffix in {".run", ".qrels"}]
    assert data == []


def test_every_app_of_ours_is_checked() -> None:
    ours = {config.name for config in apps.get_app_configs() if (ROOT / config.name).is_dir()}
    assert ours == set(APPS)
