"""Batches of tridiagonal systems in arrays of numpy, of float32 and float64, by libbandstand and without copies.
Stationary probabilities of Markov chains, and results of the program bandstand.

    x = bandstand.solve_tridiagonal(lower, diag, upper, right)          one call
    factors = bandstand.factor(lower, diag, upper)                      one matrix, many right sides
    x = factors.solve(right)
    x = bandstand.stationary(rates)                                     a Markov chain
    result = bandstand.open("output/heat3d.h5")                         of `bandstand run`
"""
from bandstand._library import methods, version as _version
from bandstand._results import Result, open  # pylint: disable=redefined-builtin
from bandstand._stationary import stationary
from bandstand._tridiag import Factors, factor, solve_tridiagonal

# `open` is left out, so that `from bandstand import *` does not replace the one of Python.
__all__ = ["Factors", "Result", "factor", "methods", "solve_tridiagonal", "stationary"]
__version__ = _version()
