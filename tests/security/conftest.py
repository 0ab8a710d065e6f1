from __future__ import annotations

from copy import deepcopy

import pytest

from tests.security.scene import Scene, make_scene
from tests.shared_rows import MakeShared


@pytest.fixture(scope="module")
def built(make_shared: MakeShared) -> Scene:
    return make_shared(make_scene)


@pytest.fixture
def scene(built: Scene, db: None) -> Scene:
    """A copy, since objects remember what they were told."""
    return deepcopy(built)
