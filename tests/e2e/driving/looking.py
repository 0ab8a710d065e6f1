"""What every page owes its reader: nothing wider than the screen, cut off, or unfit for axe."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from playwright.sync_api import ConsoleMessage, Page, Request, expect

from tests.e2e.conftest import until
from tests.e2e.driving.axe import found_by_axe
from tests.e2e.driving.still import until_still
from tests.tiers import THOROUGH

# Between two phones, axe finds no other faults.
WIDTHS = (1280, 390, 320) if THOROUGH else (1280, 320)
HEIGHT = 800
# A shift of the layout that nobody caused, but for a header or footer that makes room.
WATCH_SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
        const parts = sources.map(({ node }) => node?.parentElement ? node : null);
        const moved = parts.filter((node) => node?.parentElement.closest("main"));
        const what = moved.map((node) => node.className || node.nodeName);
        if (!hadRecentInput && what.length > 0) window.shifts.push([value, what.join(", ")]);
    }
}).observe({ type: "layout-shift", buffered: true });
"""
FOLLOW = """(address) => {
    window.shifts = [];
    history.pushState(null, "", address);
    dispatchEvent(new PopStateEvent("popstate"));
}"""
IS_LOADED = """() => document.querySelector(
    "[data-testid=waiting], [aria-busy=true]") === null && document.fonts.status === "loaded" """
OPEN_FOLDS = """() => document.querySelectorAll("main details").forEach(
    (fold) => { fold.open = true; })"""
# A word or a control that a reader cannot reach: beyond the edge of the window, or of a part that
# neither scrolls nor ends in dots. Whatever is for screen readers alone is a pixel wide.
OUT_OF_REACH = """(width) => {
    const faults = [];
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > width) faults.push(`the page is ${scrollWidth} wide`);
    const styles = new Map();
    const styleOf = (one) => {
        if (!styles.has(one)) styles.set(one, getComputedStyle(one));
        return styles.get(one);
    };
    const clipOf = (one) => {
        for (let at = one.parentElement; at !== null; at = at.parentElement)
            if (styleOf(at).overflowX !== "visible") return at;
        return document.documentElement;
    };
    const isRead = (one) =>
        one.matches("button, a, input, select, textarea") ||
        [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== "");
    for (const one of document.querySelectorAll("body *")) {
        if (!isRead(one) || !one.checkVisibility({ visibilityProperty: true })) continue;
        const { left, right, width: own } = one.getBoundingClientRect();
        if (own <= 1 || one.closest("svg") !== null) continue;
        const clip = clipOf(one);
        const { overflowX, textOverflow } = styleOf(clip);
        if (overflowX === "auto" || overflowX === "scroll" || textOverflow === "ellipsis") continue;
        const edges = clip.getBoundingClientRect();
        if (edges.width <= 1) continue;
        const isOut = left < edges.left - 1 || right > Math.min(edges.right, width) + 1;
        const what = `${one.nodeName} ${one.className} ${one.textContent.slice(0, 40)}`;
        if (isOut) faults.push(`${what}: from ${left} to ${right}`);
        else if (one.matches("button") && one.scrollWidth > one.clientWidth + 1)
            faults.push(`${what}: too wide for itself`);
    }
    return faults;
}"""


class Traffic:
    """The requests of a page that are on their way, and the errors that its console has."""

    def __init__(self, page: Page) -> None:
        self.page, self.errors = page, list[str]()
        self._open = set[Request]()
        page.on("request", lambda request: self._open.add(request))
        page.on("requestfinished", lambda request: self._open.discard(request))
        page.on("requestfailed", lambda request: self._open.discard(request))
        page.on("console", self._note)

    def open(self, address: str) -> None:
        self._forget()
        self.page.goto(address)
        self.until_loaded()

    def follow(self, address: str) -> None:
        """As a link within the pages leads there; the page that comes has another title."""
        self._forget()
        title = self.page.title()
        self.page.evaluate(FOLLOW, address)
        self.page.wait_for_function("(title) => document.title !== title", arg=title)
        self.until_loaded()

    def _forget(self) -> None:
        self.errors.clear()
        self._open.clear()

    def until_loaded(self) -> None:
        """Return once all is there that the page asked for, and stands still."""
        expect(self.page.get_by_role("heading", level=1).first).to_be_visible()
        self._until_shown()
        while self._open:
            self.until_answered()
            self._until_shown()

    def until_answered(self) -> None:
        until(self.page, lambda: not self._open)

    def _until_shown(self) -> None:
        self.page.wait_for_function(IS_LOADED)
        until_still(self.page)

    def _note(self, line: ConsoleMessage) -> None:
        if line.type == "error":
            self.errors.append(line.text)


def faults_of(page: Page, widths: Sequence[int] = WIDTHS) -> Iterator[str]:
    """Faults of the current page, at each of the widths."""
    for width in widths:
        page.set_viewport_size({"width": width, "height": HEIGHT})
        until_still(page)
        faults = page.evaluate(OUT_OF_REACH, width) + found_by_axe(page)
        yield from (f"{width}: {fault}" for fault in faults)


def check_page(page: Page, widths: Sequence[int] = WIDTHS) -> None:
    """For what a page becomes while it is used; the tour looks at each as it opens."""
    before = page.viewport_size
    faults = list(faults_of(page, widths))
    if before is not None:
        page.set_viewport_size(before)
    assert not faults, "\n".join(faults)
