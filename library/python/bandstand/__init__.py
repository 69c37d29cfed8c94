"""Batches of tridiagonal systems in arrays of numpy, of float32 and float64, by libbandstand and without copies.

    x = bandstand.solve_tridiagonal(lower, diag, upper, right)          one call
    factors = bandstand.factor(lower, diag, upper)                      one matrix, many right sides
    x = factors.solve(right)
"""
from bandstand._library import methods, version as _version
from bandstand._tridiag import Factors, factor, solve_tridiagonal

__all__ = ["Factors", "factor", "methods", "solve_tridiagonal"]
__version__ = _version()
