from __future__ import annotations

from pathlib import Path

import pytest

from ranking.exceptions import ForeignStorage
from ranking.models import Installation
from ranking.services.installation import MARK, check_storage

pytestmark = pytest.mark.django_db


def test_check_storage_marks_a_root_that_is_new(storage: Path) -> None:
    check_storage(joins=False)
    assert (storage / MARK).read_text() == f"{Installation.objects.get().identity}\n"


def test_check_storage_of_the_same_installation_changes_nothing(storage: Path) -> None:
    check_storage(joins=False)
    before = (storage / MARK).stat().st_mtime_ns
    check_storage(joins=False)
    check_storage(joins=True)
    assert (storage / MARK).stat().st_mtime_ns == before
    assert Installation.objects.count() == 1


def test_check_storage_refuses_a_joining_worker_a_root_without_mark(storage: Path) -> None:
    with pytest.raises(ForeignStorage, match="is no installation's") as refused:
        check_storage(joins=True)
    assert (str(storage) in str(refused.value), storage.exists()) == (True, False)


@pytest.mark.parametrize("joins", [False, True])
@pytest.mark.parametrize("mark", ["00000000-0000-4000-8000-000000000000", "", "\xff"])
def test_check_storage_refuses_another_installations_root(
    storage: Path, mark: str, joins: bool
) -> None:
    storage.mkdir()
    (storage / MARK).write_text(mark)
    with pytest.raises(ForeignStorage, match="is another installation's"):
        check_storage(joins=joins)
    assert (storage / MARK).read_text() == mark
