from __future__ import annotations

from copy import deepcopy

import pytest
from pytest_django.fixtures import Settings

from tests.database.shared_rows import MakeShared
from tests.security.house import House
from tests.security.kept_rows import KeptScene
from tests.security.scene import Scene


@pytest.fixture(autouse=True)
def _mail_server(settings: Settings) -> None:
    """Let every door be open that only an installation with a mail server has.

    The e-mails go into Django's list of a test, not to a server.
    """
    settings.MAIL = settings.MAIL._replace(host="mail.example")


@pytest.fixture(scope="session")
def kept_scene() -> KeptScene:
    return KeptScene()


@pytest.fixture(scope="module")
def built(make_shared: MakeShared, kept_scene: KeptScene) -> Scene:
    return make_shared(kept_scene.put)


@pytest.fixture(scope="module")
def house(make_shared: MakeShared, built: Scene) -> House:
    return make_shared(lambda: House(built))


@pytest.fixture
def scene(built: Scene, db: None) -> Scene:
    """A copy, since objects keep changed attributes."""
    return deepcopy(built)
