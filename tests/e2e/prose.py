"""How a text that was written in Markdown looks."""

from __future__ import annotations

# The font of its parts, and whether tables have lines; of a part that is not there, the region's.
LOOK = """(region) => Object.fromEntries(["p", "h3", "td", "blockquote"].map((tag) => {
    const { fontFamily, fontSize, fontWeight, lineHeight, color, borderTopWidth } =
        getComputedStyle(region.querySelector(`[data-testid=prose] ${tag}`) ?? region);
    return [tag, [fontFamily, fontSize, fontWeight, lineHeight, color, borderTopWidth]];
}))"""
