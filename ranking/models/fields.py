from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Expression, F, Func, Value
from numpy.typing import NDArray

if TYPE_CHECKING:
    BinaryField = models.BinaryField[Any, Any]
else:  # at run time Django's fields take no type arguments
    BinaryField = models.BinaryField


class PackedArrayField(BinaryField):
    """A numeric array as little-endian bytes; what is read back is flat and read-only.

    `dtype` is numpy's name of the element type, for instance "int32".
    """

    def __init__(self, dtype: str, **options: Any) -> None:
        self.dtype = np.dtype(dtype).newbyteorder("<")
        super().__init__(**options)

    def deconstruct(self) -> Any:
        name, path, args, options = super().deconstruct()
        return name, path, [self.dtype.newbyteorder("=").name, *args], options

    def get_prep_value(self, value: Any) -> bytes | None:
        if value is None:
            return None
        return np.ascontiguousarray(value, dtype=self.dtype).tobytes()

    def from_db_value(
        self, value: Any, expression: Expression, connection: BaseDatabaseWrapper
    ) -> NDArray[Any] | None:
        return None if value is None else np.frombuffer(value, dtype=self.dtype)


def n_bytes(field: str) -> Func:
    """SQL expression: the length in bytes of a packed array."""
    return Func(F(field), function="octet_length", output_field=models.IntegerField())


def first_numbers(field: str, n: int, dtype: str) -> Func:
    """SQL expression: the first n numbers of a packed array of that type.

    Of a long array only the beginning is read, since arrays are stored uncompressed.
    """
    return Func(
        F(field),
        Value(1),
        Value(n * np.dtype(dtype).itemsize),
        function="substring",
        output_field=PackedArrayField(dtype),
    )


def place_of_number(array: str | Func, number: int) -> Func:
    """SQL expression: above 0 wherever a packed array of int32 holds the number.

    It may be so elsewhere: the bytes are sought whether or not a number begins with the first.
    """
    sought = np.array(number, dtype="<i4").tobytes()
    return Func(
        Value(sought, output_field=models.BinaryField()),
        F(array) if isinstance(array, str) else array,
        template="position(%(expressions)s)",
        arg_joiner=" IN ",
        output_field=models.IntegerField(),
    )
