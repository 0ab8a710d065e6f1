"""A datasheet reports stored data, names nobody, and never renders typed text as markup."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from django.contrib.auth.models import User
from markdown_it import MarkdownIt

from annotation.campaigns.publishing import publish_guideline
from annotation.datasheets.facts import facts_of
from annotation.datasheets.rendering import rendered
from annotation.exceptions import LabelsRefused
from annotation.labels.deriving import derive_labels
from annotation.models import (
    AssessorKind,
    Campaign,
    CampaignPair,
    ExpertGrade,
    Grade,
    LabelSet,
    Membership,
    PairKind,
    Pool,
)
from annotation.pairs.deciding import decide, take_back
from annotation.people.memberships import Work, withdraw_member
from ranking.models import Collection, TopicSet
from regrade.aggregation import AggregationPolicy
from tests.annotation.answering import judge
from tests.annotation.drawn import drawn_campaign
from tests.annotation.voting import cast_votes, member_named, pair_of, voted_campaign, whole
from tests.factories import make_campaign, make_labels, make_run, make_user
from tests.refusals import refused

pytestmark = pytest.mark.django_db

HOSTILE = "<script>x</script>|[a](//b.c)`_*\\"
DRAWN = (
    "A sample: 3 of 10 pairs, drawn with known probabilities for DCG\\@3 between first and second."
    " Drawn so far for the campaign: 5 pairs. Labels left out since a pair drawn before has none:"
    " 1; since their pairs were not drawn: 0. Topics without a drawn pair: 1."
)
SECTIONS = [
    "Composition",
    "Who judged, and when",
    "Instructions and scale",
    "How pairs were judged",
    "Agreement",
    "Labels",
    "Known limits",
    "Distribution",
]


@pytest.fixture
def campaign(db: None) -> Campaign:
    """Five votes of people and one of a model; one pair of six is gold, two have no vote."""
    campaign = voted_campaign(
        {
            ("q1", "d1"): {"alice": 4, "bob": 3},
            ("q1", "d2"): {"alice": 5, "bob": None},
            ("q2", "d1"): {"alice": 2, "bob": 2},
        },
        judgments_per_pair=2,
    )
    publish_guideline(campaign=campaign, body="Judge *fairly*.")
    Membership.objects.filter(user__username="alice").update(english_level="native")
    cast_votes(campaign, {("q2", "d1"): {"gpt": 5}}, AssessorKind.MODEL)
    gold = pair_of(campaign, "q2", "d3")
    CampaignPair.objects.filter(pk=gold.pk).update(kind=PairKind.GOLD, wanted=None)
    ExpertGrade.objects.create(campaign_pair=gold, grade=campaign.grades.get(value=2))
    judge(member_named(campaign, "alice"), gold, 2)
    judge(member_named(campaign, "bob"), gold, 3)
    decide(pair=pair_of(campaign, "q1", "d1"), adjudicator=make_user("olga"), grade=4)
    return campaign


@pytest.fixture
def labels(campaign: Campaign) -> LabelSet:
    policy = AggregationPolicy(aggregate="highest")
    return derive_labels(
        name="made",
        campaign=campaign,
        policy=whole(policy, without=["P-bob"], min_relevance=3),
    ).label_set


def sheet_of(campaign: Campaign, labels: Sequence[LabelSet] | None = None) -> str:
    return rendered(facts_of(Campaign.objects.get(pk=campaign.pk), labels))


def test_it_shows_who_judged_by_kind_and_level(campaign: Campaign) -> None:
    text = sheet_of(campaign)
    assert "2 assessors gave 6 judgments, the first on " in text
    assert "| human | native | 1 | 3 |" in text
    assert "| human | not said | 1 | 3 |" in text
    assert "Decisions of adjudicators that stand: 1, of 1 adjudicator." in text


def test_an_adjudicator_of_two_pairs_is_one(campaign: Campaign) -> None:
    olga = User.objects.get(username="olga")
    decide(pair=pair_of(campaign, "q1", "d2"), adjudicator=olga, grade=5)
    assert "Decisions of adjudicators that stand: 2, of 1 adjudicator." in sheet_of(campaign)


def test_it_shows_what_was_judged(campaign: Campaign) -> None:
    text = sheet_of(campaign)
    assert "The campaign has 6 pairs of 2 topics" in text
    assert "| regular | 5 |\n| gold | 1 |" in text
    assert "| votes of a pair | pairs |\n| --- | ---: |\n| 0 | 2 |\n| 1 | 1 |\n| 2 | 2 |" in text
    assert "grades given to them: 2, 1 (50.0%) of them the known grade." in text
    assert "| why a pair was not judged | judgments |\n| --- | ---: |\n| other | 1 |" in text
    assert "```markdown\nJudge *fairly*.\n```" in text


def test_agreement_is_that_of_the_command(campaign: Campaign) -> None:
    """Two pairs with two votes of people: 4 and 3, 2 and 2."""
    text = sheet_of(campaign)
    assert "Of 4 votes on 2 pairs with two votes or more" in text
    assert "| percent agreement | 0.5000 |" in text
    assert re.search(r"\| alpha ordinal \| 0\.\d{4} \|", text)


def test_it_shows_how_labels_came_about(campaign: Campaign, labels: LabelSet) -> None:
    text = sheet_of(campaign, [labels])
    assert f"Content hash: `{labels.content_hash}`." in text
    assert f"`{labels.report['votes_hash']}` (the same as now)" in text
    assert '"aggregate": "highest"' in text
    assert '"n_without": 1' in text
    assert "| assessors | " in text
    assert "Votes that counted, by kind of assessor: human 3." in text
    assert "Topics without a relevant passage in made: 1 of 2 (q2)." in text
    cast_votes(campaign, {("q2", "d2"): {"alice": 1}})
    assert "(they have changed since)" in sheet_of(campaign, [labels])


def test_it_shows_which_labels_are_the_expert_s_grade(campaign: Campaign) -> None:
    policy = AggregationPolicy(aggregate="highest", gold="expert")
    made = derive_labels(name="golden", campaign=campaign, policy=whole(policy)).label_set
    text = sheet_of(campaign, [made])
    assert "Labels that are the known grade of a gold or qualification pair: 1." in text
    assert f"known grades that it came of: `{made.report['gold_hash']}`" in text


def test_it_shows_which_decisions_labels_came_of(campaign: Campaign, labels: LabelSet) -> None:
    assert "Hash of the decisions that it came of" not in sheet_of(campaign, [labels])
    policy = AggregationPolicy(aggregate="highest", decisions="override")
    made = derive_labels(name="decided", campaign=campaign, policy=whole(policy)).label_set
    sentence = f"Hash of the decisions that it came of: `{made.report['decisions_hash']}`"
    assert f"{sentence} (the same as now)" in sheet_of(campaign, [made])
    decide(
        pair=pair_of(campaign, "q1", "d2"), adjudicator=User.objects.get(username="olga"), grade=5
    )
    assert f"{sentence} (they have changed since)" in sheet_of(campaign, [made])


def test_it_shows_that_decisions_came_later(campaign: Campaign) -> None:
    pair = pair_of(campaign, "q1", "d1")
    by = User.objects.get(username="olga")
    for decided in campaign.pairs.decided():
        take_back(pair=decided, actor=by)
    policy = AggregationPolicy(aggregate="highest", decisions="override")
    made = derive_labels(name="early", campaign=campaign, policy=whole(policy)).label_set
    later = "No decision stood when it was derived; now some do."
    assert later not in sheet_of(campaign, [made])
    decide(pair=pair, adjudicator=by, grade=5)
    assert later in sheet_of(campaign, [made])


def test_it_shows_its_limits(campaign: Campaign) -> None:
    text = sheet_of(campaign)
    assert "Judgments of model assessors: 0 of 6 (0.0%), of 0 assessors." in text
    assert "Regular and overlap pairs without a vote: 2 of 5 (40.0%)." in text
    assert "fewer votes than are wanted of them: 3 of 5 (60.0%)." in text
    withdraw_member(membership=member_named(campaign, "bob"), work=Work.KEEP)
    said = "Members who withdrew: 1; of these, members whose judgments still count, as they chose: "
    assert f"{said}1." in sheet_of(campaign)
    withdraw_member(membership=member_named(campaign, "bob"), work=Work.DROP)
    assert f"{said}0." in sheet_of(campaign)


def test_votes_of_models_are_told_apart(campaign: Campaign) -> None:
    cast_votes(campaign, {("q2", "d2"): {"gpt": 5}}, AssessorKind.MODEL)
    assert "Judgments of model assessors: 1 of 7 (14.3%), of 1 assessor." in sheet_of(campaign)


def test_nobody_is_named(campaign: Campaign, labels: LabelSet) -> None:
    text = sheet_of(campaign)
    for name in ("alice", "bob", "olga", "P-"):
        assert name not in text


def test_the_same_database_makes_the_same_bytes(campaign: Campaign, labels: LabelSet) -> None:
    assert sheet_of(campaign) == sheet_of(campaign)


def test_labels_of_another_campaign_are_refused(campaign: Campaign) -> None:
    pool = campaign.pool
    other = make_labels("other", pool.collection, pool.topic_set, {"q1": {"d1": 1}})
    with refused(LabelsRefused, "other_campaign"):
        facts_of(campaign, [other])


def test_a_campaign_in_which_nobody_judged_has_a_datasheet(db: None) -> None:
    text = sheet_of(make_campaign())
    assert "Nobody has judged yet." in text
    assert "No guideline was published." in text
    assert "No label set is described here." in text


def test_a_pool_of_runs_shows_runs_depth_and_draw(campaign: Campaign) -> None:
    pool = campaign.pool
    run = make_run("bm25", pool.collection, pool.topic_set, {"q1": ["d1"]})
    pool.runs.set([run])
    recipe = {
        "sample": 2,
        "strata": [{"name": "high", "first": 1, "last": 20, "n": 2}],
        "labels": "old",
    }
    Pool.objects.update(strategy="depth", depth=20, seed=7, recipe=recipe)
    text = sheet_of(campaign)
    assert "is the union of the first 20 passages of 1 run, topic by topic: bm25." in text
    assert "relevant in old: high 2 (ranks 1 to 20). The seed is 7." in text
    assert "The pool ends at rank 20 of its runs" in text


def test_what_people_typed_becomes_no_markup(campaign: Campaign) -> None:
    policy = whole(AggregationPolicy(aggregate="highest"))
    derive_labels(name=HOSTILE, campaign=campaign, policy=policy)
    for model in (Campaign, Pool, Collection, TopicSet):
        model.objects.update(name=HOSTILE)
    Grade.objects.update(name=HOSTILE, description=f"a\n\n# b\n{HOSTILE}")
    Collection.objects.update(licence=HOSTILE, language="<b>")
    Pool.objects.update(recipe={"file": HOSTILE})
    body = f"# Big\n\n````\n<script>x</script>\n```\n\n{HOSTILE}"
    publish_guideline(campaign=campaign, body=body)
    tokens = MarkdownIt("commonmark").enable("table").parse(sheet_of(campaign))
    inline = [child for token in tokens for child in token.children or ()]
    assert {token.type for token in tokens if "html" in token.type} == set()
    assert {child.type for child in inline} == {"text", "code_inline"}
    titles = [
        (token.tag, "".join(child.content for child in tokens[place + 1].children or ()))
        for place, token in enumerate(tokens)
        if token.type == "heading_open"
    ]
    assert titles == [
        ("h1", f"Datasheet of {HOSTILE}"),
        *(("h2", title) for title in SECTIONS[:6]),
        ("h3", HOSTILE),
        *(("h2", title) for title in SECTIONS[6:]),
    ]
    described = [token for token in tokens if token.type == "inline" and "\\# b" in token.content]
    assert len(described) == 5  # each in the cell of its grade
    assert any(token.type == "fence" and "````" in token.content for token in tokens)


def test_a_text_that_turns_its_line_round_does_not(campaign: Campaign) -> None:
    Pool.objects.update(name="p\u202eool")
    assert "\u202e" not in sheet_of(campaign)


def test_everybody_with_a_name_is_out_though_accounts_look_like_words(campaign: Campaign) -> None:
    User.objects.filter(username="bob").update(username="zebedee")
    assert "zebedee" not in sheet_of(campaign)


def test_labels_that_are_a_sample_say_so() -> None:
    drawn = drawn_campaign()
    drawn.judge([4, 1, 2, None, 5])
    policy = whole(AggregationPolicy(aggregate="median"))
    derive_labels(name="new", campaign=drawn.campaign, policy=policy)
    assert DRAWN in rendered(facts_of(drawn.campaign))
