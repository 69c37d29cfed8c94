"""Tridiagonal systems: lower_i x_{i-1} + diag_i x_i + upper_i x_{i+1} = right_i."""
import ctypes
import threading

import numpy

from bandstand import _layout, _library


def solve_tridiagonal(lower, diag, upper, right, *, cyclic=False, shared=None, method="auto", threads=1, check=False,
                      overwrite=False):
    """Solves tridiagonal systems, and returns x in an array of the shape and the order of `right`.

    lower[..., i] x[..., i-1] + diag[..., i] x[..., i] + upper[..., i] x[..., i+1] = right[..., i]

    right: rows in the last axis, a system for each index of the others.
    lower, diag, upper: of the same shape, or of that of only the last axis, or numbers, which hold for all rows. Where
        all three are no larger than one system, this matrix is shared by all. lower[..., 0] and upper[..., -1] are not
        used, unless the systems are cyclic: they couple the first row to the last, and the last to the first. Of
        a symmetric matrix they may be views of one array: off[:-1] and off[1:].
    shared: True or False demand that the matrix is shared or that each system has its own.
    method: one of methods(); "auto" takes what is likely to be fastest, and judges each answer by all rows.
    threads: how many a call takes at most; the bits of x do not depend on it, but for pcr_thomas and its variants.
    check: raise for each x whose backward error is above 256 eps, whatever the method.
    overwrite: x takes the place of `right`, which is returned.

    Everything is computed in float32 if all arrays are, else in float64. Arrays of this type whose systems have one
    stride or two, those in C and in Fortran order among them, are passed on as they are; `right` is copied
    once, unless it is overwritten, or all are in C order and of one shape, with at least 1,024 rows in a system and
    less than 8 systems. Raises ValueError for arguments that make no sense, and numpy.linalg.LinAlgError if some system
    is singular or its x is not accurate: its `x` has the others, and its `info` says for each system which row has no
    pivot, as i + 1, or 0 or -1 where it is solved; -4, x is not accurate; -5, elements grew in elimination."""
    if not (cyclic or shared or check or overwrite) and method == "auto" and threads == 1:
        x = _solve_at_once(lower, diag, upper, right)
        if x is not None:
            return x
    dtype = _precision(lower, diag, upper, right)
    x = _solution(right, dtype, overwrite)
    coefficients, shared = _coefficients((lower, diag, upper), x.shape, dtype, shared)
    flags = _library.ONCE | (_library.CYCLIC if cyclic else 0) | (_library.CHECK if check else 0)
    return _Plan(coefficients, x, shared, method, threads, flags).solve(x)


_place = (ctypes.c_char * 0).from_buffer  # of an array that may be written to; faster than array.ctypes.data


def _solve_at_once(*arrays):
    """x of arrays that need no description, being of one shape and type and in C order: most of the time of a small
    system is spent on that; long ones are solved without a copy of the right side. None where they are not, or
    some system is not solved."""
    right = arrays[3]
    functions = _library.precisions.get(right.dtype) if type(right) is numpy.ndarray else None
    if functions is None or right.size == 0 or right.ndim == 0:
        return None
    for array in arrays:
        if type(array) is not numpy.ndarray or array.dtype != right.dtype or array.shape != right.shape:
            return None
        flags = array.flags
        if not (flags.carray if array is not right else flags.c_contiguous and flags.aligned):
            return None
    x = numpy.empty_like(right)
    n = right.shape[-1]
    places = [_place(array) if array.flags.writeable else array.ctypes.data for array in (*arrays, x)]
    return x if functions.at_once(n, right.size // n, *places, None) == _library.OK else None


def factor(lower, diag, upper, *, cyclic=False, method="auto", threads=1, check=False):
    """Factors the matrix of systems once for many right sides: arguments and errors as of solve_tridiagonal."""
    return Factors(lower, diag, upper, cyclic, method, threads, check)


class Factors:
    """A factored matrix. Its coefficients must not change as long as it is used: they are not copied. It is for any
    thread, but one at a time solves. A matrix of one axis is shared by all systems of a right side."""

    def __init__(self, lower, diag, upper, cyclic, method, threads, check):
        self.dtype = _precision(lower, diag, upper)
        shape = numpy.broadcast_shapes(*(numpy.shape(array) for array in (lower, diag, upper)))
        if not shape:
            raise ValueError("a matrix of three numbers has no size: one of lower, diag and upper must be an array")
        self._coefficients, _ = _coefficients((lower, diag, upper), shape, self.dtype, None)
        flags = _library.REUSE | (_library.CYCLIC if cyclic else 0) | (_library.CHECK if check else 0)
        self._options = method, threads, flags
        self._lock, self._key = threading.Lock(), None
        self._plan_of(numpy.empty_like(self._coefficients[1], order="K"))

    def solve(self, right, *, overwrite=False):
        """x for `right`, converted to the precision of the factors. The plan is kept for further right sides of the
        same shape and order in memory; for others the matrix is factored again."""
        _precision(right)
        x = _solution(right, self.dtype, overwrite)
        if any(numpy.may_share_memory(array, x) for array in self._coefficients):
            raise ValueError("right cannot be overwritten: it shares memory with the factored matrix")
        with self._lock:
            return self._plan_of(x).solve(x)

    def _plan_of(self, x):
        key = x.shape, x.strides
        if key != self._key:
            coefficients, shared = _coefficients(self._coefficients, x.shape, self.dtype, None)
            plan = _Plan(coefficients, x, shared, *self._options)
            plan.factor()
            self._plan, self._key = plan, key
        return self._plan


class _Plan:
    """A plan of the library for arrays laid out as x, with the coefficients it solves with."""

    _plan = None

    def __init__(self, coefficients, x, shared, method, threads, flags):
        self._functions = _library.precisions[x.dtype]
        self._axes = _layout.system_axes(x)
        place = _layout.strides(x, self._axes)
        if not place:
            raise ValueError("right cannot be overwritten: it is unaligned, or its systems have more than two strides")
        apart = [_copy_if_it_shares(array, x) for array in coefficients]
        self._coefficients, matrix = _layout.alike(apart, x, self._axes, shared)
        self._arrays = [array.ctypes.data for array in self._coefficients] + [None]
        plan = ctypes.c_void_p()
        layout = _layout.layout(x, place, matrix, shared)
        options = _library.Options(method=method.encode(), threads=threads, flags=flags)
        _library.demand(self._functions.plan(plan, layout, options))
        self._plan = plan

    def __del__(self, free=_library.plan_free):
        free(self._plan)

    def factor(self):
        _library.demand(self._functions.factor(self._plan, *self._arrays))

    def solve(self, x):
        systems = [x.shape[axis] for axis in self._axes]
        info = numpy.zeros(systems, numpy.int64)
        status = self._functions.solve(self._plan, *self._arrays, x.ctypes.data, info.ctypes.data, None)
        if status == _library.UNSOLVED:
            raise self._singular(x, info.transpose(numpy.argsort(self._axes).astype(int)))
        _library.demand(status)
        return x

    def _singular(self, x, info):
        first = tuple(int(index) for index in numpy.argwhere((info != 0) & (info != -1))[0])
        text = _library.info_text(self._plan, info[first])
        where = [f"system {', '.join(map(str, first))}"] if first else []
        where += [f"row {info[first] - 1}"] if info[first] > 0 else []
        error = numpy.linalg.LinAlgError(": ".join([", ".join(where)] * bool(where) + [text]))
        error.x, error.info = x, info
        return error


def _precision(*arrays):
    """The type that is computed in; plain numbers take part as numpy's rules say."""
    values = [array if isinstance(array, (int, float)) else numpy.asarray(array) for array in arrays]
    dtype = numpy.result_type(*values)
    if not numpy.can_cast(dtype, numpy.float64):
        raise ValueError(f"systems are solved in float32 and float64, which cannot hold {dtype}")
    return numpy.dtype(numpy.float32 if dtype == numpy.float32 else numpy.float64)


def _solution(right, dtype, overwrite):
    """The array that is solved in: right itself, or a copy of it in the same order."""
    if overwrite and not (isinstance(right, numpy.ndarray) and right.dtype == dtype and right.flags.writeable):
        raise ValueError(f"right cannot be overwritten: it must be a writeable array of {dtype}")
    x = right if overwrite else numpy.array(right, dtype=dtype, order="K")
    if x.ndim == 0:
        raise ValueError("right is a number, not an array with rows in its last axis")
    return x


def _coefficients(arrays, shape, dtype, shared):
    """The three as views of one shape: that of x, or that of one system, which then all share."""
    own = []
    for name, array in zip(("lower", "diag", "upper"), arrays):
        array = numpy.asarray(array, dtype=dtype)
        if array.shape not in ((), shape[-1:], shape) or (shared and array.shape == shape and len(shape) > 1):
            allowed = shape[-1:] if shared else f"{shape[-1:]} or {shape}" if len(shape) > 1 else shape
            raise ValueError(f"{name} has shape {array.shape}, not {allowed}")
        own.append(array)
    common = shape if any(array.shape == shape for array in own) else shape[-1:]
    if shared is False and common != shape:
        raise ValueError(f"lower, diag and upper have shape {common}, which is one matrix for all systems: "
                         f"shared=False asks for {shape}")
    own = [array if array.shape == common else numpy.broadcast_to(array, common) for array in own]
    return own, common != shape


def _copy_if_it_shares(array, x):
    """x takes the place of the right side while coefficients are read: they must not be the same memory."""
    return array.copy(order="K") if numpy.may_share_memory(array, x) else array
