"""Variants of collections and topic sets: list recipes, preview, make a variant."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from ranking.exceptions import RecipeRefused
from ranking.http.errors import RefusalSerializer
from ranking.http.permissions import ComputeView
from ranking.http.request_fields import body_fields, query_fields, takes_no_fields
from ranking.http.scopes import READ_ONLY
from ranking.http.tuple_serializer import RequestSerializer, TupleSerializer, arguments
from ranking.lookup import by_name
from ranking.models import Collection, TopicSet
from ranking.variants.making import (
    MadeVariant,
    VariantProgress,
    begin_collection_variant,
    is_made,
    make_topics_variant,
    make_variant_now,
    offer_variant,
    variant_progress,
)
from ranking.variants.texts import VariantSample, needs_server, preview, recipe_asked
from regrade.variants import PRESETS, Recipe, RecipeError, recipe_of

MOST_AT_ONCE = 2_000  # passages that a request waits for; a worker makes others
N_SAMPLES = 10
SEED_MAX = 2**63 - 1


class ReadyRecipeSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    title = serializers.CharField()
    recipe = serializers.JSONField()
    lacks = serializers.CharField(
        allow_blank=True, help_text="Why the server cannot make it; empty where it can."
    )


class VariantSourceSerializer(serializers.Serializer[Any]):
    what = serializers.ChoiceField(choices=("collection", "topics"))
    of = serializers.CharField(help_text="The collection or topic set that it is made of.")
    recipe = serializers.JSONField(
        help_text="A name, a step as `kind` and its settings, or `steps`; docs/variants.md has all."
    )
    seed = serializers.IntegerField(min_value=0, max_value=SEED_MAX, default=1)


class VariantRequestSerializer(VariantSourceSerializer):
    name = serializers.CharField()


class VariantNameSerializer(RequestSerializer[Any]):
    derived_from = arguments(variant_progress, "name")


class SamplesSerializer(serializers.Serializer[Any]):
    samples = TupleSerializer[VariantSample](many=True)


class RecipesView(ComputeView):
    @extend_schema(operation_id="recipes", responses=ReadyRecipeSerializer(many=True))
    @takes_no_fields
    def get(self, request: Request) -> Response:
        """List preset recipes, without those that need a folder on the server."""
        ready = [
            {
                "name": name,
                "title": one.title,
                "recipe": one.settings,
                "lacks": _lack(recipe_of(one.settings)),
            }
            for name, one in PRESETS.items()
            if not one.needs
        ]
        return Response(ReadyRecipeSerializer(ready, many=True).data)


def _lack(recipe: Recipe) -> str:
    try:
        recipe.as_stored()
    except RecipeError as error:
        return str(error)
    return ""


class VariantPreviewView(ComputeView):
    token_scopes = READ_ONLY

    @extend_schema(
        operation_id="variant_preview",
        request=VariantSourceSerializer,
        responses={200: SamplesSerializer, 400: RefusalSerializer, 404: RefusalSerializer},
    )
    def post(self, request: Request) -> Response:
        """Preview the first ten texts before and after; nothing is stored."""
        asked = body_fields(request, VariantSourceSerializer)
        found = preview(_source(asked), _recipe(asked["recipe"]), asked["seed"], N_SAMPLES)
        return Response(SamplesSerializer({"samples": found}).data)


class VariantsView(ComputeView):
    @extend_schema(
        operation_id="variants_make",
        request=VariantRequestSerializer,
        responses={
            201: TupleSerializer[MadeVariant],
            202: TupleSerializer[VariantProgress],
            400: RefusalSerializer,
            404: RefusalSerializer,
        },
    )
    def post(self, request: Request) -> Response:
        """Make a variant; the labels of the original apply to it.

        Answers 202 while a worker makes it; the same request answers 201 once it is done.
        """
        asked = body_fields(request, VariantRequestSerializer)
        of, recipe = _source(asked), _recipe(asked["recipe"])
        name, seed = asked["name"], asked["seed"]
        if isinstance(of, TopicSet):
            return _made(make_topics_variant(name=name, of=of, recipe=recipe, seed=seed))
        begun = begin_collection_variant(name=name, of=of, recipe=recipe, seed=seed)
        if of.n_passages <= MOST_AT_ONCE or is_made(begun):
            return _made(make_variant_now(collection=begun))
        offer_variant(collection=begun)
        return Response(
            TupleSerializer[VariantProgress](variant_progress(name=name)).data,
            status=status.HTTP_202_ACCEPTED,
        )


class VariantProgressView(ComputeView):
    @extend_schema(
        operation_id="variant_progress",
        parameters=[VariantNameSerializer],
        responses={200: TupleSerializer[VariantProgress], 404: RefusalSerializer},
    )
    def get(self, request: Request) -> Response:
        """Progress of a collection's variant, with the reason if it failed."""
        asked = query_fields(request, VariantNameSerializer)
        return Response(TupleSerializer[VariantProgress](variant_progress(**asked)).data)


def _made(made: MadeVariant) -> Response:
    return Response(TupleSerializer[MadeVariant](made).data, status=status.HTTP_201_CREATED)


def _source(asked: dict[str, Any]) -> Collection | TopicSet:
    if asked["what"] == "topics":
        return by_name(TopicSet, asked["of"], field="of")
    return by_name(Collection, asked["of"], field="of")


def _recipe(given: Any) -> Recipe:
    if why := needs_server(given):
        raise RecipeRefused(
            f"A recipe that {why} is followed on the server alone, by ./dev manage make_variant.",
            code="needs_server",
        )
    return recipe_asked(given)
