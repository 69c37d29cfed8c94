"""Describes arrays of numpy by the strides of the library: rows in the last axis, systems along all others.

Systems are numbered along the axes of the right side from the one of the largest stride to the one of the smallest.
They need one stride where these axes follow each other in memory, as in C and in Fortran order, and two where the axis
of rows lies between them. Arrays that need more, and unaligned ones, are copied."""
import functools

import numpy

from bandstand._library import Layout


def system_axes(array):
    """The axes of systems, the one of the largest stride first."""
    return sorted(range(array.ndim - 1), key=lambda axis: -abs(array.strides[axis]))


def strides(array, axes):
    """(step, inner, dist, outer) of an array whose systems are numbered along `axes`, or None."""
    return _strides(array.shape, array.strides, array.itemsize, tuple(axes)) if array.flags.aligned else None


@functools.lru_cache
def _strides(shape, in_bytes, itemsize, axes):
    n = shape[-1]
    if 0 in shape:
        return 1, 1, n, 0
    elements = [stride // itemsize for stride in in_bytes]
    uneven = any(stride % itemsize for stride in in_bytes)
    groups = []
    for axis in axes:
        count, stride = shape[axis], elements[axis]
        if count == 1:
            continue
        if groups and groups[-1][1] == count * stride:
            groups[-1] = groups[-1][0] * count, stride
        else:
            groups.append((count, stride))
    step = elements[-1] if n > 1 else 1
    if uneven or len(groups) > 2 or min([step] + [stride for _, stride in groups]) < 0:
        return None
    inner, dist = groups[-1] if groups else (1, n)
    return step, inner, dist, groups[0][1] if len(groups) == 2 else 0


def alike(coefficients, x, axes, shared):
    """The coefficients, and the strides that all three have: views where they have the same, else copies in the order
    of x. Shared ones have the rows of one system."""
    axes = [] if shared else axes
    places = [strides(array, axes) for array in coefficients]
    if len(set(places)) == 1 and places[0]:
        return coefficients, places[0]
    like = numpy.empty(x.shape[-1:], x.dtype) if shared else numpy.empty_like(x, order="K", subok=False)
    place = strides(like, axes)
    return [array if own == place else _copy(array, like) for array, own in zip(coefficients, places)], place


def _copy(array, like):
    copy = numpy.empty_like(like)
    copy[...] = array
    return copy


def layout(x, place, matrix, shared):
    """The library's layout of x at `place` and of coefficients at `matrix`, both being of strides()."""
    n = x.shape[-1]
    names = ("step", "inner", "dist", "outer")
    members = dict(zip(names, place))
    if shared:
        matrix = matrix[0], 1, 0, 0
    if matrix != place:
        members.update(zip(("matrix_" + name for name in names), matrix))
    return Layout(n=n, batch=x.size // n if n else 1, **members)
