from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from copy import deepcopy

import pytest
from pytest_django import DjangoDbBlocker

from tests.security.scene import Scene, make_scene, undone


@pytest.fixture(scope="module")
def built(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Scene]:
    """The scene of all tests of a module: each undoes what it does to it, and then it goes too."""
    module = ExitStack()
    with django_db_blocker.unblock():
        module.enter_context(undone())
        scene = make_scene()
    yield scene
    with django_db_blocker.unblock():
        module.close()


@pytest.fixture
def scene(built: Scene, db: None) -> Scene:
    """A copy, since objects remember what they were told."""
    return deepcopy(built)
