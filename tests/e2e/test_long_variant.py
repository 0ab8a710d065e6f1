"""A variant that a worker makes: real processes, the page and a reload."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from uuid import uuid4

import pytest
from django.db.models.functions import Now
from playwright.sync_api import Page, expect

from ranking.api import variants
from ranking.jobs.process_lock import is_free
from ranking.models import Collection, VariantMaking
from ranking.variants import making, working
from tests.e2e.conftest import signed_in
from tests.factories import make_collection, make_user
from tests.ranking.worker_process import wait_until, worker_process
from tests.tiers import thorough

pytestmark = pytest.mark.django_db(transaction=True)
PATIENT = "--include tests.ranking.variants.patient_making"
TEXTS = {f"d{n}": f"Tall Old Trees Of The {n} th Wood" for n in range(5)}


@thorough
def test_a_large_variant_shows_how_far_it_is_on_its_page_and_in_the_library(
    page: Page, storage: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    queue = f"test-{uuid4()}"  # nobody else listens there
    for module in (making, working):
        monkeypatch.setattr(module, "QUEUE", queue)
    monkeypatch.setattr(variants, "MOST_AT_ONCE", 0)
    make_user("dave", "ranking.may_research")
    make_collection(texts=TEXTS)
    signed_in(page, "dave").goto("/library/variants/new")
    page.get_by_label("The recipe in full").fill('{"kind": "lower_case"}')
    page.get_by_label("Name of the variant").fill("low-trees")
    page.get_by_role("button", name="Make the variant").click()
    bar = page.get_by_role("progressbar", name="Making low-trees")
    expect(bar).to_have_attribute("aria-valuetext", "0 of 5 passages")
    options = f"--pool solo --queues {queue} {PATIENT}"
    with worker_process(options, storage=storage, log=tmp_path / "ann.log", name="ann") as ann:
        expect(bar).to_have_attribute("aria-valuetext", "2 of 5 passages", timeout=120_000)
        os.killpg(ann.pid, signal.SIGKILL)
        ann.wait()
    page.goto("/library/collections")
    expect(bar).to_have_attribute("aria-valuetext", "2 of 5 passages")
    wait_until(lambda: is_free(making.LOCK, Collection.objects.get(name="low-trees").pk))
    VariantMaking.objects.update(offered_at=Now() - 2 * working.OFFERED_FOR)
    assert working.offer_waiting_variants() == 1
    with worker_process(options, storage=storage, log=tmp_path / "ben.log", name="ben"):
        row = page.get_by_role("row").filter(has_text="low-trees")
        expect(row).to_contain_text("5 passages", timeout=120_000)
        expect(bar).to_have_count(0, timeout=120_000)
