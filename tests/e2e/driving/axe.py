"""What axe finds wrong with a page: missing names, weak contrast and the like."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from playwright.sync_api import Page

from tests.e2e.driving.still import until_still

# `./dev` installs the frontend's packages beside the build; a checkout may hold them too.
PLACES = (Path(settings.FRONTEND_ROOT).parent, Path(__file__).parents[3] / "frontend")
SCRIPT = Path("node_modules") / "axe-core" / "axe.min.js"
# The stylesheets are the document's own. In a table of cards the headers' links are hidden with
# them, since each cell names its column; to axe such a header is empty.
RUN = """() => axe.run(document, {
    resultTypes: ["violations"], preload: false, rules: { "empty-table-header": { enabled: false } }
})"""


def found_by_axe(page: Page) -> list[str]:
    """What axe finds on the page as it stands, in the theme that it has now."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(_source())
    until_still(page)  # what fades in has less contrast on its way
    return [_described(violation) for violation in page.evaluate(RUN)["violations"]]


@cache
def _source() -> str:
    found = next((place / SCRIPT for place in PLACES if (place / SCRIPT).is_file()), None)
    assert found, f"There is no {SCRIPT} in any of {PLACES}: ./dev setup installs it."
    return found.read_text(encoding="utf-8")


def _described(violation: dict[str, Any]) -> str:
    nodes = "; ".join(node["html"] + " " + node["failureSummary"] for node in violation["nodes"])
    return f"{violation['id']} ({violation['impact']}): {violation['help']}: {nodes}"
