from __future__ import annotations

from regrade.aggregation.content_hash import decisions_hash, labels_hash, votes_hash

DECIDED = [("q1", "d1", 3), ("q1", "d10", 1), ("q2", "d1", 3)]


def test_the_hash_of_decisions_is_that_of_what_was_decided_in_whatever_order() -> None:
    assert decisions_hash(iter(DECIDED)) == decisions_hash(reversed(DECIDED))
    assert decisions_hash(DECIDED) != decisions_hash(DECIDED[1:])
    assert decisions_hash(DECIDED) != decisions_hash([("q1", "d1", 2), *DECIDED[1:]])


def test_no_decisions_have_no_hash() -> None:
    assert decisions_hash([]) is None


def test_the_hashes_of_labels_and_votes_heed_no_order_and_every_value() -> None:
    assert labels_hash(DECIDED, 1) == labels_hash(reversed(DECIDED), 1)
    assert labels_hash(DECIDED, 1) != labels_hash(DECIDED, 2)
    assert labels_hash(DECIDED, 1) != labels_hash([("q1", "d1", 2), *DECIDED[1:]], 1)
    votes = [("q1", "d1", "ann", 3), ("q1", "d1", "bob", None)]
    assert votes_hash(votes) == votes_hash(reversed(votes))
    assert votes_hash(votes) != votes_hash([votes[0], ("q1", "d1", "bob", 0)])


def test_the_hash_of_a_sample_heeds_its_probabilities_and_that_of_plain_labels_is_as_ever() -> None:
    def hashed(*probabilities: float) -> str:
        return labels_hash(DECIDED, 1, probabilities=probabilities)

    assert hashed(0.5, 1, 0.25) != hashed(0.5, 1, 0.75)
    assert hashed(0.5, 1, 0.25) == labels_hash(DECIDED[::-1], 1, probabilities=[0.25, 1, 0.5])
    plain = "c0ebe62f9e4c98510ae23389a454e1d0bcc308015f677d5905c30bdedf31a6e0"
    assert labels_hash(DECIDED, 1) == plain != hashed(1, 1, 1)
