from __future__ import annotations

import pytest
from django.apps import apps
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType

from tests.annotation.answering import claim_one, judge
from tests.database.emptying import empty_tables
from tests.factories import make_campaign, make_member, make_user

pytestmark = pytest.mark.django_db(transaction=True)


def not_empty() -> set[str]:
    models = apps.get_models(include_auto_created=True)
    return {model.__name__ for model in models if model._default_manager.exists()}


def test_empty_tables_leaves_what_migrations_made_and_nothing_else() -> None:
    permissions = set(Permission.objects.values_list("pk", "codename"))
    member = make_member(make_campaign(), make_user("alice", "annotation.may_organize"))
    judge(member, claim_one(member), 4)
    assert {"Campaign", "Judgment", "Passage", "User"} <= not_empty()
    empty_tables()
    assert not_empty() == {ContentType.__name__, Permission.__name__}
    assert set(Permission.objects.values_list("pk", "codename")) == permissions
