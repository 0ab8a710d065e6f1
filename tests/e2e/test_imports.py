"""Files that are brought: two runs and two qrels, and nothing else; judgments made elsewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from annotation.models import Judgment
from ranking.models import Collection
from tests.annotation.importing import campaign_for_imports
from tests.e2e.conftest import signed_in, signed_in_by_keyboard
from tests.e2e.driving.looking import check_page
from tests.factories import make_user
from tests.tiers import THOROUGH

pytestmark = pytest.mark.django_db(transaction=True)

FILES = {
    "bm25.run": "q1 Q0 d1 1 3 a\nq1 Q0 d2 2 2 a\nq2 Q0 d1 1 2 a\n",
    "bert.run": "q1 Q0 d2 1 3 b\nq1 Q0 d1 2 2 b\nq2 Q0 d3 1 2 b\n",
    "old.qrels": "q1 0 d1 1\nq2 0 d3 1\n",
    "new.qrels": "q1 0 d2 2\nq2 0 d3 1\nq2 0 d1 high\n",
}


@pytest.fixture
def paths(tmp_path: Path) -> list[Path]:
    for name, content in FILES.items():
        (tmp_path / name).write_text(content)
    return [tmp_path / name for name in FILES]


def test_two_runs_and_two_qrels_lead_from_sign_in_to_a_comparison(
    page: Page, transactional_db: None, paths: list[Path]
) -> None:
    make_user("rita", "ranking.may_research")
    signed_in_by_keyboard(page, "rita")
    page.get_by_role("link", name="Import", exact=True).first.click()
    page.get_by_text("Passages, topics, runs and labels", exact=True).click()
    expect(page).to_have_url(re.compile("kind=all"))
    page.get_by_text("Runs and labels only", exact=True).click()
    page.reload()
    expect(page.get_by_label("Runs and labels only")).to_be_checked()
    page.get_by_label("Run and label files").set_input_files(paths[:3])
    page.get_by_label("Run and label files").set_input_files(paths[3:])
    expect(page.get_by_label("Relevant from, in old.qrels")).to_have_value("1")
    page.get_by_label("Relevant from, in new.qrels").fill("2")
    expect(page.get_by_text("Labels: 1, 2. Suggested: 1, as in trec_eval.")).to_be_visible()
    page.get_by_role("button", name="Upload", exact=True).click()
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("new.qrels, line 3")
    expect(alert).to_contain_text("Nothing of these files was stored")
    assert not Collection.objects.exists()
    paths[3].write_text(FILES["new.qrels"].replace("high", "0"))
    page.get_by_label("Run and label files").set_input_files(paths[3:])
    expect(page.get_by_label("Relevant from, in old.qrels")).to_be_visible()
    expect(page.get_by_label("Relevant from, in bm25.run")).to_have_count(0)
    expect(page.get_by_label("Relevant from, in new.qrels")).to_have_value("2")
    expect(page.get_by_label("Name of the import")).to_have_value("my-files")
    page.get_by_role("button", name="Upload", exact=True).click()
    came = page.get_by_role("region", name="Imported")
    expect(came.get_by_role("listitem")).to_have_count(4)
    expect(came).to_contain_text("from new.qrels: 2 topics, 3 labels, 1 relevant (from 2 up)")
    expect(came).to_contain_text("from old.qrels: 2 topics, 2 labels, 2 relevant (from 1 up)")
    page.get_by_role("link", name="Compare bert with bm25 under 2 label sets").click()
    page.get_by_role("link", name="Scores", exact=True).click()
    expect(page.get_by_label("Under old", exact=True)).to_contain_text("bert")
    expect(page.get_by_label("Under new", exact=True)).to_contain_text("bert")


def test_refused_topics_are_sent_again_read_otherwise(page: Page, tmp_path: Path) -> None:
    path = tmp_path / "web.xml"
    topic = "<topic number='{}'><query>{}</query><subtopic>which</subtopic></topic>\n"
    path.write_text(topic.format(1, "moss") + topic.format(2, ""))
    make_user("rita", "ranking.may_research")
    signed_in(page, "rita").goto("/library/import?kind=all")
    page.get_by_label("File of topics").set_input_files(path)
    send = page.get_by_role("button", name="Upload", exact=True)
    send.click()
    expect(page.get_by_role("alert")).to_contain_text("line 2: the query of topic 2 is empty")
    page.get_by_label("Leave out topics that cannot be read").check()
    send.click()
    expect(page.get_by_label("What was searched for")).to_have_value("web")
    section = page.get_by_role("region", name="What the files are of")
    expect(section).to_contain_text("but not searched: subtopic (1 topic). Left out: 1 topic")


HEADER = "query_id\tdoc_id\tassessor\tgrade\n"


def test_judgments_are_looked_at_mended_and_stored(
    page: Page, transactional_db: None, tmp_path: Path
) -> None:
    make_user("olga", "annotation.may_organize")
    campaign = campaign_for_imports()
    bad, good = tmp_path / "bad.tsv", tmp_path / "good.tsv"
    bad.write_text(HEADER + "q1\td1\ta01\t3\nq9\td1\ta01\t3\nq1\td1\ta02\t99\n")
    good.write_text(HEADER + "q1\td1\ta01\t3\nq1\td1\ta02\t5\n")
    signed_in(page, "olga").goto(f"/campaigns/{campaign.pk}/settings")
    form = page.get_by_role("form", name="Import judgments")
    form.get_by_label("Files of judgments").set_input_files(bad)
    form.get_by_role("button", name="Preview").click()
    expect(form).to_contain_text("2 bad lines")
    expect(form.get_by_role("listitem")).to_have_count(2)
    expect(form.get_by_role("listitem").first).to_contain_text("Line 3: no topic 'q9'")
    if THOROUGH:
        check_page(page)
    form.get_by_label("Files of judgments").set_input_files(good)
    form.get_by_role("button", name="Preview").click()
    expect(form).to_contain_text("2 rows of 2 assessors: 2 votes")
    assert not Judgment.objects.exists()
    store = form.get_by_role("button", name="Store them")
    form.get_by_label("Who judged").select_option(label="Models")
    expect(store).to_have_count(0)  # another choice has to be looked at again
    form.get_by_label("Who judged").select_option(index=0)
    form.get_by_role("button", name="Preview").click()
    store.click()
    expect(form).to_contain_text("Stored. 2 rows of 2 assessors: 2 votes.")
    assert Judgment.objects.count() == 2
