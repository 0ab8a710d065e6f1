"""A call for runs: made by its organizer, answered by a team with `regrade submit`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from ranking.models import Run
from regrade.client.settings import SERVER, TOKEN
from regrade.command.program import main
from tests.annotation.calls.calling import RUN
from tests.e2e.conftest import signed_in
from tests.e2e.driving.looking import check_page
from tests.e2e.driving.server import Server
from tests.factories import make_collection, make_topics, make_user
from tests.tiers import thorough

pytestmark = pytest.mark.django_db(transaction=True)


def make_call(page: Page) -> None:
    page.goto("/library/topics/of/needs")
    page.get_by_role("link", name="Call for runs over it").click()
    form = page.get_by_role("form", name="New call")
    form.get_by_label("Name of the call").fill("trees26")
    form.get_by_label("Passages per topic at most").fill("2")
    form.get_by_label("Runs per team").fill("1")
    form.get_by_role("button", name="Make the call").click()
    expect(page.get_by_role("heading", name="trees26", level=1)).to_be_visible()


def add_team(page: Page, name: str) -> dict[str, str]:
    """Add a team; returns what its command sets in the environment."""
    page.get_by_label("Name of a team").fill(name)
    page.get_by_role("button", name="Add the team").click()
    command = page.get_by_text(re.compile("regrade submit")).inner_text()
    server, token, *words = command.split()
    assert words == ["regrade", "submit", "run.trec.gz"]
    return dict(one.split("=", 1) for one in (server, token))


@thorough
def test_a_team_hands_in_and_its_organizer_sees_it(
    page: Page,
    live_server: Server,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    make_collection(), make_topics()
    make_user("carol", "annotation.may_organize", "ranking.may_research")
    signed_in(page, "carol")
    make_call(page)
    given = add_team(page, "bonn")
    assert given[SERVER] == live_server.url
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    assert TOKEN in given
    long, good = tmp_path / "long.run", tmp_path / "good.run"
    long.write_text(RUN + "q1 Q0 d3 3 0 bm25\n")
    good.write_text(RUN.replace("q2", "q9"))
    with pytest.raises(SystemExit, match="1"):
        main(["submit", str(long)])
    assert "Topic q1 has 3 passages" in capsys.readouterr().err
    assert main(["submit", str(good)]) == 0
    assert "Handed in as bonn-bm25:" in capsys.readouterr().out
    page.reload()
    row = page.get_by_role("row", name="bonn")
    expect(row.get_by_role("cell").nth(0)).to_have_text("1")
    files = page.get_by_role("region", name="bonn", exact=True).get_by_role("list").first
    expect(files).to_contain_text("Refused (too_deep): Topic q1 has 3 passages")
    expect(files).to_contain_text("1 topic of 2 without a line: q2")
    check_page(page)
    use_runs_and_end(page)


def use_runs_and_end(page: Page) -> None:
    page.get_by_role("button", name="Show 1 run to all").click()
    expect(page.get_by_role("button", name="Shown to all")).to_be_visible()
    assert Run.objects.get().visibility == "team"
    page.get_by_role("button", name="Revoke the token of bonn").click()
    page.get_by_role("dialog").get_by_role("button", name="Revoke").click()
    expect(page.get_by_role("row", name="bonn")).to_contain_text("revoked")
    page.get_by_role("button", name="Close the call").click()
    expect(page.get_by_text("was closed by its organizer")).to_be_visible()
    page.get_by_role("link", name="Make a campaign from these runs").click()
    expect(page.get_by_label("bonn-bm25")).to_be_checked()
