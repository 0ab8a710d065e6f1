from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.db import transaction
from django.db.models import Sum

from annotation.campaigns.creating import CampaignFields, create_campaign
from annotation.campaigns.policy import default_policy
from annotation.campaigns.state import set_campaign_state
from annotation.guidelines.scales import GradeOption, parse_scale
from annotation.management.policy_arguments import add_policy_arguments, policy_options
from annotation.models import CampaignState, Pool
from annotation.notice_text import DEFAULT_NOTICE
from annotation.pools.pairs import Mark, resolve_marks
from ranking.lookup import by_name
from ranking.management.base import RegradeCommand
from regrade.counted import counted
from regrade.files.judging.marks import read_marks
from regrade.files.lines import read_lines


class Command(RegradeCommand):
    help = "Set up the judging of a pool; the campaign is open at once unless --draft is given."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="name of the new campaign")
        parser.add_argument("--pool", required=True, help="pool to judge")
        parser.add_argument(
            "--grades",
            required=True,
            help="the scale: 1-5, or with names 0=Wrong,1=Topic,2=Partial*,3=Perfect*"
            " (a star asks for highlights)",
        )
        parser.add_argument(
            "--judgments-per-pair", type=int, default=3, metavar="K", help="default 3"
        )
        parser.add_argument("--guideline", type=Path, metavar="FILE.md", help="Markdown, UTF-8")
        parser.add_argument(
            "--notice",
            type=Path,
            metavar="FILE.md",
            help="what assessors accept before their first pair (default: a general one)",
        )
        parser.add_argument(
            "--marks",
            type=Path,
            metavar="FILE",
            help="pairs that are not regular or have a priority: query_id, passage_id, kind"
            " (regular, overlap, gold, qualification), priority, grade, explanation",
        )
        parser.add_argument("--seed", type=int, help="of every random order (default: drawn)")
        parser.add_argument(
            "--allow-search",
            action="store_true",
            help="assessors search the collection for more passages of the topic that they judge",
        )
        parser.add_argument("--draft", action="store_true", help="do not open it yet")
        _add_field_arguments(parser)
        add_policy_arguments(parser.add_argument_group("serving"))

    def handle(self, *args: Any, **options: Any) -> None:
        pool, grades = by_name(Pool, options["pool"]), _scale(options["grades"])
        with transaction.atomic():
            campaign = create_campaign(
                name=options["name"],
                pool=pool,
                grades=grades,
                judgments_per_pair=options["judgments_per_pair"],
                guideline=_text(options["guideline"], ""),
                notice=_text(options["notice"], DEFAULT_NOTICE),
                policy=policy_options(options, default_policy(pool.strategy)),
                marks=_marks(pool, options["marks"], grades),
                seed=options["seed"],
                **_fields(options),
            )
            if not options["draft"]:
                campaign = set_campaign_state(campaign=campaign, state=CampaignState.OPEN)
        wanted = campaign.pairs.aggregate(n=Sum("wanted"))["n"] or 0
        self.stdout.write(
            f"Campaign {campaign} is {campaign.state}: {counted(campaign.pairs.count(), 'pair')},"
            f" {wanted} judgments wanted, seed {campaign.seed}."
        )


def _add_field_arguments(parser: CommandParser) -> None:
    people = parser.add_argument_group("who judges, and how much")
    people.add_argument("--quota", type=int, metavar="N", help="maximum pairs per assessor")
    people.add_argument("--allow-sign-up", action="store_true", help="anybody may join")
    people.add_argument(
        "--pass-share",
        type=float,
        metavar="SHARE",
        help="share of the qualification pairs that must get their known grade",
    )
    people.add_argument("--max-attempts", type=int, metavar="N", help="at it (default 2)")
    people.add_argument(
        "--lease-s", type=int, metavar="S", help="seconds a pair is kept for who has it (600)"
    )


def _fields(options: dict[str, Any]) -> CampaignFields:
    """Fields given as options; the others take the model's defaults."""
    fields = CampaignFields(
        allows_sign_up=options["allow_sign_up"], allows_search=options["allow_search"]
    )
    if options["quota"] is not None:
        fields["quota"] = options["quota"]
    if options["pass_share"] is not None:
        fields["pass_share"] = options["pass_share"]
    if options["max_attempts"] is not None:
        fields["max_attempts"] = options["max_attempts"]
    if options["lease_s"] is not None:
        fields["lease_s"] = options["lease_s"]
    return fields


def _scale(text: str) -> list[GradeOption]:
    try:
        return parse_scale(text)
    except ValueError as error:
        raise CommandError(f"--grades: {error}") from error


def _text(path: Path | None, default: str) -> str:
    return "\n".join(line.text for line in read_lines(path)) if path else default


def _marks(pool: Pool, path: Path | None, grades: list[GradeOption]) -> dict[int, Mark]:
    if path is None:
        return {}
    scale = [grade.value for grade in grades]
    return resolve_marks(pool=pool, lines=list(read_marks(path)), scale=scale, source=path)
