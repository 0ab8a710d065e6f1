"""A campaign's pairs, each with what its assessors said: sorted, filtered, a page at a time.

A page is found by its key, the place of the last pair before it, which the page before it has as
`next`. It is read along an index of `PairSummary`, not from the beginning. What few pairs fulfil
has an index of its own; what lies together in the pool, such as a stratum, is walked to.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, NamedTuple

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import (
    BigIntegerField,
    BooleanField,
    Count,
    Exists,
    F,
    Func,
    OuterRef,
    Q,
    QuerySet,
    Value,
)
from django.db.models.sql.compiler import SQLCompiler

from annotation.models import (
    Adjudication,
    Campaign,
    CampaignPair,
    ChosenPair,
    Grade,
    Judgment,
    Membership,
    PairKind,
    PairOrigin,
    PairSummary,
    PooledPair,
    Reason,
    Slot,
)
from annotation.models.campaign_pair import VOTING_KINDS
from annotation.pairs.labels import NamedSet, comparable_sets, far_pairs
from ranking.models import Topic
from regrade.limits import GRADE
from regrade.serving.disagreement import APART

PAGE = 50
MOST_COUNTED = 10_000
UNSURE = 2  # of 1 to 5: the highest confidence that says "I do not know"
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class PairOrder(models.TextChoices):
    """How pairs are sorted; in all but the pool's order those nobody judged are left out."""

    POOL = "pool", "As pooled"
    SPREAD = "spread", "Grades furthest apart first"
    NOT_JUDGED = "not_judged", "Most often not judged first"
    UNSURE = "unsure", "Least sure first"
    NEWEST = "newest", "Newest answer first"


class Only(models.TextChoices):
    """Which pairs are shown; several of them together narrow the list."""

    TIED = "tied", "Tied: no grade has more than half of the votes"
    APART = "apart", f"Grades {APART} or more apart"
    NOT_JUDGED = "not_judged", "Somebody could not judge it"
    WAITING = "waiting", "Waits for adjudication"
    UNSURE = "unsure", f"Somebody's confidence is {UNSURE} or lower"
    OFF_GOLD = "off_gold", "Somebody missed the known grade"
    NOTED = "noted", "With a note"
    HIGHLIGHTED = "highlighted", "With highlights"
    CHOSEN = "chosen", "Chosen for adjudication by hand"
    DECIDED = "decided", "Decided by an adjudicator"
    UNDECIDED = "undecided", "Not decided by an adjudicator, and without a known grade"
    FOUND = "found", "Found by search"
    CONTROL = "control", "Drawn at random for the control sample"


ORIGINS = {Only.FOUND: PairOrigin.SEARCH, Only.CONTROL: PairOrigin.CONTROL}
WORDS = "Words of the query, in any order."
GAVE = "A grade that somebody gave; the assessor, where one is named."
FAR_FROM = "The label set from whose label somebody's grade lies far; of those in the choices."
KEYS: dict[str, Any] = {"min_value": 1, "max_value": 2**63 - 1}


class Sought(NamedTuple):
    """Filters of the list and its order; a filter left out matches everything."""

    order: PairOrder = PairOrder.POOL
    only: Collection[str] = ()
    kind: str = ""
    stratum: Annotated[str | None, {"allow_blank": True}] = None
    query_id: str = ""
    words: Annotated[str, {"max_length": 200, "help_text": WORDS}] = ""
    assessor: Annotated[str, "The pseudonym of one who answered."] = ""
    grade: Annotated[int | None, GRADE, GAVE] = None
    reason: str = ""
    far_from: Annotated[int | None, {"help_text": FAR_FROM, **KEYS}] = None


class PageIds(NamedTuple):
    ids: list[int]
    next: str | None  # the key of the page behind


class Behind(Func):
    """Whether two columns, taken together, stand behind two values: `(a, b) < (x, y)`.

    PostgreSQL finds the place of such a pair in an index; an OR of two comparisons it reads
    through.
    """

    output_field = BooleanField()

    def __init__(self, columns: Sequence[str], values: Sequence[Any], sign: str) -> None:
        super().__init__(*map(F, columns), *map(Value, values))
        self.sign = sign

    def as_sql(self, compiler: SQLCompiler, *_: Any, **__: Any) -> tuple[str, list[Any]]:  # type: ignore[override]
        sides = [compiler.compile(side) for side in self.get_source_expressions()]
        texts = [text for text, _ in sides]
        n = len(texts) // 2
        parameters = [value for _, values in sides for value in values]
        return f"({', '.join(texts[:n])}) {self.sign} ({', '.join(texts[n:])})", parameters


class OneOf(Func):
    """Whether a column is one of these numbers, which are sent as one array, however many."""

    output_field = BooleanField()

    def __init__(self, column: str, numbers: Sequence[int]) -> None:
        super().__init__(
            F(column), Value(list(numbers), output_field=ArrayField(BigIntegerField()))
        )

    def as_sql(self, compiler: SQLCompiler, *_: Any, **__: Any) -> tuple[str, list[Any]]:  # type: ignore[override]
        (column, of_column), (numbers, of_numbers) = map(compiler.compile, self.source_expressions)
        return f"{column} = ANY({numbers}::bigint[])", [*of_column, *of_numbers]


# Of each order but the pool's: its column, whether the largest comes first, and who is in it.
COLUMNS: dict[str, tuple[str, bool, Q]] = {
    PairOrder.SPREAD: ("spread", True, Q(n_grades__gt=0)),
    PairOrder.NOT_JUDGED: ("n_not_judged", True, Q(n_not_judged__gt=0)),
    PairOrder.UNSURE: ("least_confidence", False, Q(least_confidence__isnull=False)),
    PairOrder.NEWEST: ("answered_at", True, Q(answered_at__isnull=False)),
}


def find_page(campaign: Campaign, sought: Sought, key: str = "") -> PageIds:
    """The ids of a page's pairs, in order; `key` is of a page of that order, or "" for the first.

    A pair that is judged between two pages may move from one to the other, and show twice or not.
    """
    if sought.order == PairOrder.POOL:
        return _page_of_pool(campaign, sought, key)
    column, is_descending, members = COLUMNS[sought.order]
    found = _summaries(campaign, sought).filter(members)
    sign, minus = ("<", "-") if is_descending else (">", "")
    if key:
        place = [_value_of(key), _id_of(key)]
        found = found.filter(Behind([column, "campaign_pair_id"], place, sign))
    ordered = found.order_by(f"{minus}{column}", f"{minus}campaign_pair_id")
    rows = list(ordered.values_list("campaign_pair_id", column)[: PAGE + 1])
    return PageIds([pk for pk, _ in rows[:PAGE]], _key(sought.order, rows))


def find_next(campaign: Campaign, sought: Sought, pair: CampaignPair) -> int | None:
    """The id of the pair behind this one in the list, which need not hold this one."""
    value: int | datetime = 0
    if sought.order != PairOrder.POOL:
        column = COLUMNS[sought.order][0]
        row = PairSummary.objects.filter(campaign_pair=pair).values_list(column, flat=True).first()
        if row is None:  # nobody judged it: it has no place in this order
            return None
        value = row
    key = f"{sought.order}.{_to_number(value)}.{pair.pk}"
    return next(iter(find_page(campaign, sought, key).ids), None)


def count_found(campaign: Campaign, sought: Sought) -> int:
    """How many pairs match, up to one more than `MOST_COUNTED`."""
    if sought.order == PairOrder.POOL:
        found: QuerySet[Any] = _pairs(campaign, sought)
    else:
        found = _summaries(campaign, sought).filter(COLUMNS[sought.order][2])
    return found.order_by()[: MOST_COUNTED + 1].count()


def pairs_that_are(campaign: Campaign, only: Only) -> QuerySet[CampaignPair]:
    """The campaign's pairs that one filter of the list keeps."""
    return _pairs(campaign, Sought(only=[only]))


def _page_of_pool(campaign: Campaign, sought: Sought, key: str) -> PageIds:
    found = _pairs(campaign, sought)
    if key:
        found = found.filter(pk__gt=_id_of(key))
    ids = list(found.order_by("pk").values_list("pk", flat=True)[: PAGE + 1])
    return PageIds(ids[:PAGE], _key(sought.order, [(pk, 0) for pk in ids]))


def _pairs(campaign: Campaign, sought: Sought) -> QuerySet[CampaignPair]:
    fitting = _of_pair(campaign, sought, "") & _of_summary(campaign, sought, "summary__")
    return CampaignPair.objects.filter(fitting & _of_answers(sought, "pk"), campaign=campaign)


def _summaries(campaign: Campaign, sought: Sought) -> QuerySet[PairSummary]:
    fitting = _of_pair(campaign, sought, "campaign_pair__") & _of_summary(campaign, sought, "")
    answers = _of_answers(sought, "campaign_pair_id")
    return PairSummary.objects.filter(fitting & answers, campaign=campaign)


def _of_summary(campaign: Campaign, sought: Sought, path: str) -> Q:
    conditions = {
        Only.TIED: Q(**{f"{path}is_tied": True}),
        Only.APART: Q(**{f"{path}spread__gte": APART}),
        Only.NOT_JUDGED: Q(**{f"{path}n_not_judged__gt": 0}),
        Only.WAITING: Q(**{f"{path}n_not_judged__gte": campaign.max_not_judged}),
        Only.UNSURE: Q(**{f"{path}least_confidence__lte": UNSURE}),
        Only.OFF_GOLD: Q(**{f"{path}n_off_gold__gt": 0}),
        Only.NOTED: Q(**{f"{path}n_notes__gt": 0}),
        Only.HIGHLIGHTED: Q(**{f"{path}n_highlighted__gt": 0}),
    }
    fitting = Q()
    for only in sought.only:
        fitting &= conditions.get(Only(only), Q())
    return fitting


def _of_pair(campaign: Campaign, sought: Sought, path: str) -> Q:
    fitting = Q()
    if sought.far_from is not None:
        fitting &= Q(OneOf(f"{path}pk", far_pairs(campaign, sought.far_from)))
    decided = Exists(Adjudication.objects.live().filter(campaign_pair=OuterRef(f"{path}pk")))
    if Only.DECIDED in sought.only:
        fitting &= Q(decided)
    if {Only.UNDECIDED, Only.WAITING} & set(sought.only):
        fitting &= ~Q(decided) & Q(**{f"{path}kind__in": VOTING_KINDS})
    if Only.CHOSEN in sought.only:
        chosen = ChosenPair.objects.filter(campaign=campaign, campaign_pair=OuterRef(f"{path}pk"))
        fitting &= Q(Exists(chosen))
    if Only.WAITING in sought.only:
        open_slots = Slot.objects.filter(
            campaign_pair=OuterRef(f"{path}pk"), order_key__isnull=False, judgment__isnull=True
        )
        fitting &= Q(Exists(open_slots), **{f"{path}kind": PairKind.REGULAR})
    for only in ORIGINS.keys() & set(sought.only):
        fitting &= Q(**{f"{path}pair__origin": ORIGINS[only]})
    if sought.kind:
        fitting &= Q(**{f"{path}kind": PairKind(sought.kind)})
    if sought.stratum is not None:
        fitting &= Q(**{f"{path}pair__stratum": sought.stratum})
    if sought.query_id or sought.words.strip():
        fitting &= _of_topics(campaign, sought, path)
    return fitting


def _of_topics(campaign: Campaign, sought: Sought, path: str) -> Q:
    topics = _topics(campaign, sought)
    if not topics:
        return Q(**{f"{path}pk__in": []})  # nothing is asked then
    if len(topics) == campaign.pool.topic_set.topics.count():
        return Q()
    return Q(OneOf(f"{path}pair__topic", topics))


def _topics(campaign: Campaign, sought: Sought) -> list[int]:
    topics = Topic.objects.filter(topic_set=campaign.pool.topic_set_id)
    if sought.query_id:
        topics = topics.filter(query_id=sought.query_id)
    for word in sought.words.split():
        topics = topics.filter(query__icontains=word)
    return list(topics.values_list("pk", flat=True))


def _of_answers(sought: Sought, pair: str) -> Q:
    """Whether somebody's first look says so: one answer has to fit all that is asked."""
    fitting: dict[str, Any] = {}
    if sought.assessor:
        fitting["assessor__pseudonym"] = sought.assessor
    if sought.grade is not None:
        fitting["grade__value"] = sought.grade
    if sought.reason:
        fitting["reason_not_judged"] = Reason(sought.reason)
    if not fitting:
        return Q()
    answers = Judgment.objects.standing().filter(occasion=0, **fitting)
    return Q(Exists(answers.filter(campaign_pair=OuterRef(pair))))


def _key(order: str, rows: Sequence[tuple[int, int | datetime]]) -> str | None:
    """Where the next page begins, if there is one: the order, and the last row's place in it."""
    if len(rows) <= PAGE:
        return None
    pk, value = rows[PAGE - 1]
    return f"{order}.{_to_number(value)}.{pk}"


def _to_number(value: int | datetime) -> int:
    return (value - EPOCH) // timedelta(microseconds=1) if isinstance(value, datetime) else value


def _value_of(key: str) -> int | datetime:
    order, value, _ = key.split(".")
    is_time = order == PairOrder.NEWEST
    return EPOCH + timedelta(microseconds=int(value)) if is_time else int(value)


def _id_of(key: str) -> int:
    return int(key.split(".")[2])


class OnlyCount(NamedTuple):
    only: str
    n: int  # up to one more than `MOST_COUNTED`
    n_undecided: int  # the same, of those that an adjudicator may still decide on


class KindCount(NamedTuple):
    kind: str
    n: int


class Choices(NamedTuple):
    only: Sequence[OnlyCount]
    kinds: Sequence[KindCount]
    strata: Sequence[str]
    assessors: Sequence[str]  # pseudonyms, of those who answered
    grades: Sequence[Grade]
    label_sets: Sequence[NamedSet]  # whose labels are grades of the scale


def choices_of(campaign: Campaign, *, hidden: Collection[int] = ()) -> Choices:
    pooled = PooledPair.objects.filter(pool=campaign.pool_id)
    strata = list(pooled.order_by("stratum").values_list("stratum", flat=True).distinct())
    kinds = campaign.pairs.order_by("kind").values_list("kind").annotate(n=Count("pk"))
    answers = Judgment.objects.standing().filter(assessor=OuterRef("pk"), occasion=0)
    members = Membership.objects.filter(Exists(answers), campaign=campaign)
    return Choices(
        only=_count_each(campaign),
        kinds=[KindCount(*row) for row in kinds],
        strata=strata if strata != [""] else [],
        assessors=list(members.order_by("pseudonym").values_list("pseudonym", flat=True)),
        grades=list(campaign.grades.order_by("value")),
        label_sets=comparable_sets(campaign, hidden=hidden),
    )


def _count_each(campaign: Campaign) -> list[OnlyCount]:
    """Where nobody decided on anything, adjudicators or an expert, one count is enough."""
    n = {only: count_found(campaign, Sought(only=[only])) for only in Only.values}
    if n[Only.DECIDED] == 0 and not campaign.pairs.exclude(kind__in=VOTING_KINDS).exists():
        return [OnlyCount(only, n[only], n[only]) for only in Only.values]
    return [
        OnlyCount(only, n[only], count_found(campaign, Sought(only=[only, Only.UNDECIDED])))
        for only in Only.values
    ]
