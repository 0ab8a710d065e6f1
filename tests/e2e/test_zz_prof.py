from __future__ import annotations

import sys

sys.path.insert(0, "/tmp/w")
import os

import prof
import pytest
from playwright.sync_api import Page

from tests.e2e import looking, test_tour
from tests.e2e.tour_scene import make_scene

pytestmark = pytest.mark.django_db(transaction=True)
prof.wrap(looking, "found_by_axe")
prof.wrap(looking, "until_still")
prof.wrap(Page, "goto")
prof.wrap(looking.Traffic, "until_loaded")
prof.wrap(Page, "evaluate")
prof.wrap(Page, "set_viewport_size")


def test_prof(page, transactional_db, monkeypatch):
    import time

    t = time.perf_counter()
    scene = make_scene(monkeypatch)
    print("scene", time.perf_counter() - t)
    for name in os.environ.get("AREA", "anybody").split(","):
        try:
            test_tour.test_a_page_is_whole_at_every_width(name, page, scene)
        except AssertionError as e:
            print(str(e)[:6000])
    print("total", time.perf_counter() - t)
    for k, v in prof.T.items():
        print(k, prof.N[k], round(v, 2))
