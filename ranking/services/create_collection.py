from __future__ import annotations

from ranking.models import Collection
from ranking.services.lookup import taking_name


def create_collection(
    *, name: str, description: str = "", language: str = "", licence: str = ""
) -> Collection:
    """Make a collection without a passage, for runs and labels whose texts are not at hand.

    They bring their doc_ids, which become passages without text; `import_collection` with `add`
    gives them their texts at any time.

    Raises:
        NameTaken: there is such a collection already.
        NameRefused: it is empty or holds a comma or a blank.
    """
    with taking_name(Collection, name):
        return Collection.objects.create(
            name=name, description=description, language=language, licence=licence
        )
