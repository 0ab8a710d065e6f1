"""Every machine shows the same letters: the fonts come from this server."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from playwright.sync_api import Page

from tests.e2e.desk import open_desk
from tests.e2e.highlighting import spruce_campaign
from tests.factories import make_user
from tests.measured import Measured
from tests.tiers import thorough

pytestmark = pytest.mark.django_db(transaction=True)

TEXT = "Spruces live two hundred years, and Šárka counted their rings."


def fonts_of(page: Page, selector: str) -> set[tuple[str, bool]]:
    """Families that letters below the element are painted in, and whether the page brought them."""
    tools = page.context.new_cdp_session(page)
    tools.send("DOM.enable")
    tools.send("CSS.enable")
    root = tools.send("DOM.getDocument")["root"]["nodeId"]
    node = tools.send("DOM.querySelector", {"nodeId": root, "selector": selector})["nodeId"]
    used = tools.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
    return {(font["familyName"], font["isCustomFont"]) for font in used}


@thorough
def test_text_is_set_in_fonts_that_are_shipped_and_kept_by_the_browser(
    page: Page, transactional_db: None, measured: Measured
) -> None:
    open_desk(page, spruce_campaign(make_user("alice"), TEXT))
    page.evaluate("document.fonts.ready")
    assert fonts_of(page, "#passage-text > *") == {("Source Serif 4", True)}
    assert fonts_of(page, "[aria-label=Grades] button") == {("Inter", True)}
    names: list[str] = page.evaluate(
        "performance.getEntriesByType('resource').map((file) => new URL(file.name).pathname)"
    )
    fonts = sorted(name for name in names if name.endswith(".woff2"))
    answers = [Client().get(name) for name in fonts]
    measured("judging page: fonts", f"{sum(len(a.getvalue()) for a in answers) / 1000:.1f} kB")
    assert [re.sub(r"-wght.*|.*/", "", name) for name in fonts] == [
        "inter-latin",
        "source-serif-4-latin-ext",
        "source-serif-4-latin",
    ]
    assert all("immutable" in answer["Cache-Control"] for answer in answers)


def test_the_licence_of_each_font_goes_with_it() -> None:
    for font in ("inter", "source-serif-4"):
        licence = Client().get(f"/static/assets/{font}-LICENSE.txt").getvalue().decode()
        assert "SIL Open Font License" in licence
