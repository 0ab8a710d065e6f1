from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import connection
from django.test import Client, TransactionTestCase, override_settings
from django.test.utils import setup_databases, teardown_databases
from django.utils.module_loading import import_string
from hypothesis import HealthCheck
from hypothesis import settings as examples
from pytest_django import DjangoDbBlocker
from pytest_django.fixtures import Settings

from tests.database.emptying import empty_tables
from tests.database.shared_rows import MakeShared, shared_rows
from tests.factories import make_user
from tests.tiers import FEW, THOROUGH

pytest_plugins = ["tests.distribution", "tests.measured", "tests.real.real_data"]

# Neither chance nor the clock decides: the same examples every time, however long they take.
examples.register_profile(
    "same",
    derandomize=True,
    deadline=None,
    max_examples=100 if THOROUGH else FEW,
    suppress_health_check=[HealthCheck.too_slow],
)
examples.load_profile("same")

WHITENOISE = "whitenoise.middleware.WhiteNoiseMiddleware"
REAL_DATABASE = connection.settings_dict["NAME"]

_NUMBERS = count()


def pytest_collection_finish() -> None:
    """Freeze imported objects: the garbage collector need not scan them again.

    Tests create few reference cycles, so it can also run less often.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 50)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """The test database is a copy of one whose migrations are applied, where `./dev` made one."""
    if template := os.environ.get("REGRADE_TEST_TEMPLATE"):
        connection.settings_dict["TEST"]["TEMPLATE"] = template


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """The test database, which can be dropped at the end: threads that served a browser may
    still keep a connection to it.

    pytest-django makes it only where a test asks for `db`; what a module's fixture loads for its
    tests must not land in the real one either.
    """
    with django_db_blocker.unblock():
        is_real = connection.settings_dict["NAME"] == REAL_DATABASE
        made_here = setup_databases(verbosity=0, interactive=False) if is_real else []
    yield
    with django_db_blocker.unblock():
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        teardown_databases(made_here, verbosity=0)


@pytest.fixture(autouse=True, scope="session")
def _quick_emptying() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda _: empty_tables())
        yield


@pytest.fixture(autouse=True, scope="session")
def _quick_clients() -> Iterator[None]:
    """Each test client makes its own middleware: it lists the built files anew but once."""
    listed = dict[tuple[str, str], dict[str, object]]()
    middleware: Any = import_string(WHITENOISE)
    list_anew = middleware.update_files_dictionary

    def update(self: Any, root: str, prefix: str) -> None:
        if (root, prefix) not in listed:
            files, self.files = self.files, {}
            list_anew(self, root, prefix)
            listed[root, prefix], self.files = self.files, files
        self.files |= listed[root, prefix]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(middleware, "update_files_dictionary", update)
        yield


@pytest.fixture(scope="module")
def make_shared(
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[MakeShared]:
    """Makes, once, what takes long: all tests of the module find it, and start from the same."""
    folder = tmp_path_factory.mktemp("storage")
    with override_settings(STORAGE_ROOT=folder), shared_rows(django_db_blocker) as make:
        yield make


@pytest.fixture(autouse=True)
def storage(settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A storage root of its own for each test, made where something is stored."""
    root = tmp_path_factory.getbasetemp() / f"storage-{next(_NUMBERS)}"
    settings.STORAGE_ROOT = root
    return root


@pytest.fixture(autouse=True, scope="session")
def _quick_passwords() -> Iterator[None]:
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield


@pytest.fixture(autouse=True, scope="session")
def _cache_in_memory() -> Iterator[None]:
    backend = "django.core.cache.backends.locmem.LocMemCache"
    with override_settings(CACHES={"default": {"BACKEND": backend}}):
        yield


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    """Sign-ins are counted in the cache: one test's must not slow down another's."""
    cache.clear()


@pytest.fixture
def alice(db: None) -> User:
    """An assessor."""
    return make_user("alice")


@pytest.fixture
def bob(db: None) -> User:
    """Another assessor."""
    return make_user("bob")


@pytest.fixture
def carol(db: None) -> User:
    """An organizer."""
    return make_user("carol", "annotation.may_organize")


@pytest.fixture
def organizer(carol: User, client: Client) -> Client:
    """The organizer, signed in."""
    client.force_login(carol)
    return client


@pytest.fixture
def rita(db: None) -> User:
    """A researcher."""
    return make_user("rita", "ranking.may_research")


@pytest.fixture
def mallory(db: None) -> User:
    """An account without any right or membership."""
    return make_user("mallory")
