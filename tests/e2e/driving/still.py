"""Waiting until nothing on a page moves by itself any more, and what can be measured then."""

from __future__ import annotations

from playwright.sync_api import Page

# A theme, a size or an answer shows in the next frame or two; only then do transitions begin.
N_FRAMES = 4
IS_STILL = f"""() => {{
    const isMoving = document.getAnimations().some(({{ playState }}) => playState === "running");
    window.nStillFrames = isMoving ? 0 : window.nStillFrames + 1;
    return window.nStillFrames >= {N_FRAMES};
}}"""


def until_still(page: Page) -> None:
    """Return when several frames in a row were painted without an animation or a transition."""
    page.evaluate("window.nStillFrames = 0")
    page.wait_for_function(IS_STILL)


def scrolls_sideways(page: Page) -> bool:
    """Whether the page, once it is still, is wider than its window."""
    until_still(page)
    width: int = page.evaluate("document.documentElement.scrollWidth")
    assert page.viewport_size is not None
    return width > page.viewport_size["width"]
