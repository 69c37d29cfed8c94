"""Finds libbandstand, and declares what the package calls of it: library/bandstand.h."""
import ctypes
from ctypes import POINTER, c_char_p, c_int, c_int32, c_int64, c_size_t, c_uint32, c_void_p
from pathlib import Path

import numpy

from bandstand._processor import levels

SONAME = "libbandstand.so.0"
OK, UNSOLVED, MISUSE, REFUSED, NO_MEMORY = range(5)
REUSE, CYCLIC, CHECK, ONCE = 1, 2, 8, 64
TRIDIAG = 0


class Sized(ctypes.Structure):
    """A struct whose first member is its size."""

    def __init__(self, **members):
        super().__init__(size=ctypes.sizeof(self), **members)


class Layout(Sized):
    _fields_ = [
        ("size", c_size_t),
        *((name, c_int64) for name in ("n", "batch", "step", "inner", "dist", "outer")),
        *((name, c_void_p) for name in ("rows", "starts")),
        *((name, c_int64) for name in ("matrix_step", "matrix_inner", "matrix_dist", "matrix_outer")),
        ("matrix_starts", c_void_p),
    ]


class Options(Sized):
    _fields_ = [
        ("size", c_size_t),
        ("method", c_char_p),
        ("settings", c_char_p),
        ("threads", c_int32),
        ("flags", c_uint32),
    ]


def _find():
    """The library in the package, in the folder lib of the prefix that the package is installed in, which has it as
    lib/python3.x/site-packages/bandstand, or where the loader finds it. A folder may have libraries for levels of
    x86-64, and the best that the processor has is taken."""
    package = Path(__file__).resolve().parent
    for folder in (package, *package.parents[2:3]):
        for place in (*(folder / "glibc-hwcaps" / level for level in levels()), folder):
            if (place / SONAME).is_file():
                return ctypes.CDLL(str(place / SONAME))
    try:
        return ctypes.CDLL(SONAME)
    except OSError as error:
        raise ImportError(f"{SONAME} is neither in {package}, nor in {package.parents[2]}, nor found by the loader: "
                          f"{error}") from None


_bandstand = _find()


def _function(name, result, *arguments):
    function = getattr(_bandstand, "bandstand_" + name)
    function.restype = result
    function.argtypes = arguments
    return function


class Precision:
    """The functions of one precision."""

    def __init__(self, letter):
        plan = (POINTER(c_void_p), POINTER(Layout), POINTER(Options))
        self.at_once = _function(letter + "tridiag_apart", c_int, c_int64, c_int64, *[c_void_p] * 6)
        self.plan = _function(letter + "tridiag_plan", c_int, *plan)
        self.factor = _function(letter + "tridiag_factor", c_int, *[c_void_p] * 5)
        self.solve = _function(letter + "tridiag_solve", c_int, *[c_void_p] * 8)


precisions = {numpy.dtype(numpy.float32): Precision("s"), numpy.dtype(numpy.float64): Precision("d")}
stationary = _function("dstationary", c_int, c_int64, *[c_void_p] * 6)
plan_free = _function("plan_free", None, c_void_p)
_info_text = _function("info_text", c_char_p, c_void_p, c_int64)
_message = _function("message", c_char_p)
_version = _function("version", c_char_p)
_method_name = _function("method_name", c_char_p, c_int, c_int)
_errors = {MISUSE: ValueError, REFUSED: ValueError, NO_MEMORY: MemoryError}


def demand(status):
    """Raises what the status of a call stands for, with the sentence of the library."""
    if status != OK:
        raise _errors.get(status, RuntimeError)(_message().decode())


def info_text(plan, info):
    return _info_text(plan, int(info)).decode()


def version():
    return _version().decode()


def methods():
    """The names of the methods for tridiagonal systems."""
    names = []
    while name := _method_name(TRIDIAG, len(names)):
        names.append(name.decode())
    return names
