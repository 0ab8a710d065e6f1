"""The design of a sampled pool: its question, the pairs it draws from, and what it draws."""

from __future__ import annotations

from collections.abc import Collection as Values
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotation.exceptions import PoolRefused
from annotation.models import LabelSet, Pool, TopicLabels
from annotation.models.label_set import LABEL_ROLES
from ranking.collections.docid_maps import docid_map
from ranking.collections.texts import textless_among
from ranking.exceptions import NotFound
from ranking.models import Collection, Ranking, Run, Topic
from ranking.models.fields import first_numbers
from regrade.measures import Measure, Rankings
from regrade.measures.average_precision import AveragePrecision
from regrade.measures.dcg import Ndcg
from regrade.measures.labels import Floats
from regrade.measures.parsing import parse_measure
from regrade.sampling.average_precision import expected_weights
from regrade.sampling.drawing import Drawn, draw, permanent_numbers
from regrade.sampling.frame import Frame, frame_of, run_weights
from regrade.sampling.prediction import features_of
from regrade.sampling.question import Question, pair_sizes
from regrade.whatif.ideals import ideal_gains

OF_MEANS = 0.05  # share of a draw for differences that also lets means be estimated
DIVIDED = (Ndcg, AveragePrecision)  # measures that divide by what labels say of a topic
MIN_RANKS = 100  # noted of each run, since they tell how likely a pair is to be relevant


class Design(NamedTuple):
    """All that decides which pairs are drawn, besides how many.

    Attributes:
        runs: those whose first passages can be drawn, by primary key.
        depth: how many of each.
        question: about these runs, by their places among `runs`.
        measures: whose answer it is for.
        seed: of the draw.
        ideal_of: the label set that says what nDCG and AP divide by: ideal rankings, and numbers
            of relevant passages. Without one every topic weighs the same, and nDCG is drawn for
            as DCG.
        predicted_by: older labels, or a machine's, that help to predict those of the sample.
    """

    runs: Sequence[Run]
    depth: int
    question: Question
    measures: Sequence[Measure]
    seed: int
    ideal_of: LabelSet | None = None
    predicted_by: LabelSet | None = None

    def weights(self, measure: Measure, frame: Frame, topic_ids: NDArray[np.int64]) -> Floats:
        """How far a unit of gain on each pair moves each run's mean, shape (n_runs, n_pairs)."""
        if self.ideal_of is None or not isinstance(measure, DIVIDED):
            return run_weights(measure, frame)
        labels = labels_over(self.ideal_of, topic_ids)
        least = self.ideal_of.min_relevance
        divisors = divisors_of(measure, labels, topic_ids.size, min_relevance=least)
        if isinstance(measure, AveragePrecision):
            return expected_weights(frame, divisors, measure.cutoff)
        return run_weights(measure, frame, divisors)

    def features(self, frame: Frame, topic_ids: NDArray[np.int64]) -> Floats:
        """By which gains of the frame's pairs are predicted, shape (n_pairs, n_features)."""
        if self.predicted_by is None:
            return features_of(frame)
        older = labels_over(self.predicted_by, topic_ids)
        return features_of(frame, known_grades(frame, older))


class LabelsOver(NamedTuple):
    """Labels of some topics: parallel arrays, shape (n_labels,), by topic and passage.

    Attributes:
        label_set: whose labels these are.
        topics: places of the topics among those asked for, ascending.
    """

    label_set: LabelSet
    topics: NDArray[np.int64]
    ordinals: NDArray[np.int64]
    relevances: NDArray[np.int64]


class Framed(NamedTuple):
    """The pairs that a design draws from.

    Attributes:
        frame: topics by their place in `topic_ids`, passages by ordinal.
        topic_ids: shape (n_topics,). Primary keys of all topics that a run ranks.
        topic_ordinals: shape (n_topics,). Their places in the topic set.
        passage_numbers: shape (n_pairs,). Made of the passage's doc_id, so that an archive that is
            imported elsewhere goes on with the same draw.
        sizes: shape (n_pairs,). By which pairs are drawn.
    """

    frame: Frame
    topic_ids: NDArray[np.int64]
    topic_ordinals: NDArray[np.int64]
    passage_numbers: NDArray[np.int64]
    sizes: NDArray[np.float64]

    @property
    def n_drawable(self) -> int:
        """Pairs that can bear on the question."""
        return int((self.sizes > 0).sum())

    def drawn(self, n: int, seed: int) -> Drawn:
        """The first n pairs of the draw, with each pair's probability of being among them."""
        topics = self.topic_ordinals[self.frame.topics]
        return draw(self.sizes, permanent_numbers(topics, self.passage_numbers, seed), n)


def framed(design: Design) -> Framed:
    """Read the runs' rankings, and size each pair by its effect on the answer.

    Passages without a text cannot be judged: they are not in the frame, and count as not relevant.

    Raises:
        PoolRefused: no pair can move the answer.
    """
    topics = list(
        Topic.objects.filter(rankings__run__in=design.runs)
        .order_by("ordinal")
        .distinct()
        .values_list("pk", "ordinal")
    )
    topic_ids, ordinals = np.array(topics, dtype=np.int64).reshape(-1, 2).T
    whole = frame_of(_rankings(design, topic_ids), design.depth)
    collection = design.runs[0].collection
    textless = textless_among(collection, np.unique(whole.passages))
    has_text = ~np.isin(whole.passages, textless)
    frame = Frame(
        whole.topics[has_text],
        whole.passages[has_text],
        whole.ranks[:, has_text],
        whole.n_topics,
    )
    weights = [design.weights(one, frame, topic_ids) for one in design.measures]
    numbers = _numbers_of(collection, frame.passages)
    try:
        sizes = pair_sizes(design.question, weights, of_means=OF_MEANS)
    except ValueError as error:  # all else was checked
        raise PoolRefused(
            "No pair can move the answer, so that there is nothing to judge: by these measures the"
            " runs rank the same passages alike, or no passage has a text.",
            code="nothing_to_tell",
        ) from error
    return Framed(frame, topic_ids, ordinals, numbers, sizes)


def _numbers_of(collection: Collection, ordinals: NDArray[np.int64]) -> NDArray[np.int64]:
    each, place = np.unique(ordinals, return_inverse=True)
    doc_ids = docid_map(collection).doc_ids_of(each.astype(np.int32))
    hashes = b"".join(blake2b(doc_id, digest_size=8).digest() for doc_id in doc_ids)
    return np.frombuffer(hashes, dtype="<i8").astype(np.int64)[place]


def labels_over(labels: LabelSet, topic_ids: NDArray[np.int64]) -> LabelsOver:
    """All labels of a set on these topics."""
    place_of = {topic: place for place, topic in enumerate(topic_ids.tolist())}
    rows = TopicLabels.objects.filter(label_set=labels, topic__in=place_of)
    found = sorted((place_of[row.topic_id], row.ordinals, row.relevances) for row in rows)
    nothing = np.zeros(0, np.int64)
    lengths = [ordinals.size for _, ordinals, _ in found]
    return LabelsOver(
        labels,
        np.repeat(np.array([place for place, *_ in found], np.int64), lengths),
        np.concatenate([nothing, *(ordinals for _, ordinals, _ in found)]),
        np.concatenate([nothing, *(relevances for *_, relevances in found)]),
    )


def divisors_of(
    measure: Ndcg | AveragePrecision, labels: LabelsOver, n_topics: int, *, min_relevance: int
) -> Floats:
    """The divisor of each topic, shape (n_topics,): its ideal gain, or number of relevant passages.

    0 where labels lack the topic. Passages are relevant from `min_relevance` on if the measure does
    not say it.
    """
    if isinstance(measure, Ndcg):
        return ideal_gains(measure, labels.topics, measure.gain(labels.relevances), n_topics)
    least = min_relevance if measure.rel is None else measure.rel
    is_relevant = labels.relevances >= least
    return np.bincount(labels.topics[is_relevant], minlength=n_topics).astype(np.float64)


def known_grades(frame: Frame, labels: LabelsOver) -> Floats:
    """Labels of the frame's pairs and where there is one, shape (2, n_pairs)."""
    stride = 1 + int(max(frame.passages.max(initial=0), labels.ordinals.max(initial=0)))
    keys = labels.topics * stride + labels.ordinals
    wanted = frame.topics * stride + frame.passages
    at = np.minimum(np.searchsorted(keys, wanted), max(keys.size - 1, 0))
    if not keys.size:
        return np.zeros((2, frame.n_pairs))
    is_known = keys[at] == wanted
    return np.array([np.where(is_known, labels.relevances[at], 0), is_known], np.float64)


def _rankings(design: Design, topic_ids: NDArray[np.int64]) -> list[Rankings]:
    """The first ranks of each run over all topics, as the scorer orders them."""
    place_of = {topic: place for place, topic in enumerate(topic_ids.tolist())}
    first = first_numbers("ordinals", max(design.depth, MIN_RANKS), "int32")
    rows = Ranking.objects.filter(run__in=design.runs).annotate(first=first).order_by("run_id")
    by_run: dict[int, dict[int, NDArray[np.int32]]] = {run.pk: {} for run in design.runs}
    for run, topic, ordinals in rows.values_list("run_id", "topic_id", "first").iterator():
        by_run[run][place_of[topic]] = ordinals
    return [_packed(by_run[run.pk], topic_ids.size) for run in design.runs]


def _packed(by_place: dict[int, NDArray[np.int32]], n_topics: int) -> Rankings:
    nothing = np.zeros(0, np.int32)
    lists = [by_place.get(place, nothing) for place in range(n_topics)]
    starts = np.concatenate(([0], np.cumsum([one.size for one in lists])))
    return Rankings(starts, np.concatenate([nothing, *lists]))


def design_as_json(design: Design, n: int, framed: Framed) -> dict[str, Any]:
    """The stored form of a design, with n pairs drawn: by names, to be read anywhere."""
    names = [run.name for run in design.runs]
    kind, asked = design.question
    return {
        "runs": names,
        "depth": design.depth,
        "seed": design.seed,
        "measures": [measure.name for measure in design.measures],
        "question": {"kind": kind, "runs": [names[place] for place in asked]},
        **{role: _named(getattr(design, role)) for role in LABEL_ROLES},
        "n": n,
        "n_drawable": framed.n_drawable,
        "n_frame": framed.frame.n_pairs,
    }


def _named(labels: LabelSet | None) -> dict[str, str] | None:
    return None if labels is None else {"name": labels.name, "content_hash": labels.content_hash}


def design_from_json(document: Mapping[str, Any], among: Iterable[Run] | None = None) -> Design:
    """The design that `design_as_json` stored.

    Args:
        document: as stored.
        among: the runs that it can be about, as a pool has them; otherwise all there are. None is
            renamed while a pool's design names it.

    Raises:
        NotFound: a run, or labels that the design names, are not here any more.
    """
    names = document["runs"]
    runs = _runs_named(names, among)
    question = document["question"]
    places = [names.index(name) for name in question["runs"]]
    return Design(
        runs=runs,
        depth=document["depth"],
        question=Question(question["kind"], places),
        measures=[parse_measure(name) for name in document["measures"]],
        seed=document["seed"],
        **{role: labels_of_design(document.get(role), runs[0]) for role in LABEL_ROLES},
    )


def _runs_named(names: Sequence[str], among: Iterable[Run] | None) -> list[Run]:
    keys = None if among is None else {run.pk for run in among}
    rows = Run.objects.all() if keys is None else Run.objects.filter(pk__in=keys)
    found = {run.name: run for run in rows.filter(name__in=names)}
    if gone := [name for name in names if name not in found]:
        raise NotFound(
            f"The sample was drawn from run {gone[0]}, which is not here any more.",
            code="run_of_design_gone",
        )
    return [found[name] for name in names]


def on_same_scale(labels: Values[int], others: Values[int]) -> bool:
    """Whether gains of the others can be divided by what the labels say, by the values of both.

    Imported labels need not use the top of their scale, but binary and graded ones do not mix.
    """
    top, top_of_others = max(labels), max(others)
    return top <= top_of_others and (top > 1) == (top_of_others > 1)


def labels_of_design(
    named: Mapping[str, str] | None, ground: Run | Pool | LabelSet
) -> LabelSet | None:
    """The labels that a design names in one of their roles; None where it names none.

    Raises:
        NotFound: there are no such labels over the collection and topics of `ground` any more.
    """
    if named is None:
        return None
    of_ground = LabelSet.objects.filter(
        collection=ground.collection_id, topic_set=ground.topic_set_id
    )
    same = of_ground.filter(content_hash=named["content_hash"])
    found = same.filter(name=named["name"]).first() or same.order_by("pk").first()
    if found is None:
        raise NotFound(
            f"The design of the sample names the labels {named['name']}, and they are not here any"
            " more.",
            code="labels_of_design_gone",
        )
    return found


def ordinals_to_draw_from(pool: Pool) -> NDArray[np.int64]:
    """The passages among which the pairs of a pool by design were drawn, each once."""
    first = first_numbers("ordinals", pool.depth or 0, "int32")
    rows = Ranking.objects.filter(run__in=pool.runs.all()).annotate(first=first).order_by()
    lists = rows.values_list("first", flat=True)
    return np.unique(np.concatenate([np.zeros(0, np.int32), *lists])).astype(np.int64)
