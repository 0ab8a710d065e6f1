"""A guideline with all that Markdown may hold, and how it looks."""

from __future__ import annotations

GUIDELINE = """## How to judge

Read the *whole* passage.

| grade | means |
|---|---|
| 5 | It answers. |

> What is not said counts for nothing.

""" + "\n\n".join(f"Rule {number}: be fair." for number in range(40))

# The font of its parts, and whether tables have lines; of a part that is not there, the region's.
LOOK = """(region) => Object.fromEntries(["p", "h3", "td", "blockquote"].map((tag) => {
    const { fontFamily, fontSize, fontWeight, lineHeight, color, borderTopWidth } =
        getComputedStyle(region.querySelector(`[data-testid=prose] ${tag}`) ?? region);
    return [tag, [fontFamily, fontSize, fontWeight, lineHeight, color, borderTopWidth]];
}))"""
