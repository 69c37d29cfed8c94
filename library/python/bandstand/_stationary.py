"""Stationary probabilities of Markov chains."""
import numpy

from bandstand import _library


def stationary(chain, *, exponents=False):
    """The stationary probabilities x of a Markov chain: x Q = 0, x >= 0, the sum of x being 1.

    chain: a square matrix, in scipy.sparse or an array of numpy; element i, j is the rate at which state i moves to
        state j, or, in discrete time, the probability of that. The diagonal is not read.
    exponents: also return the array of exponents: the probability of state i is x[i] * 2.0**exponent[i], where the
        exponent is 0 unless the probability is too small for float64. Without, those are subnormal or 0.

    Elimination without subtraction (Grassmann, Taksar, Heyman 1985): each probability is right to some roundings a
    state, relative to itself, however small. In an order of small bandwidth, which is sought: n states take 2 n band^2
    operations and n band numbers of memory, so that chains in levels, as of queues, should have few states a level.
    States that the chain leaves for good have probability 0. Raises ValueError if it is not a chain, and for chains
    that end in one of several parts which they do not leave."""
    start, target, rate = _rows(chain)
    x = numpy.empty(len(start) - 1)
    exponent = numpy.empty(len(x), numpy.int32) if exponents else None
    arrays = [None if array is None else array.ctypes.data for array in (start, target, rate, x, exponent)]
    _library.demand(_library.stationary(len(x), *arrays, None))
    return (x, exponent) if exponents else x


def _rows(chain):
    """The rows as the library has them: where each begins, states in rising order, rates."""
    if hasattr(chain, "tocsr"):
        rows = chain.tocsr(copy=True)
        _demand_square(rows.shape)
        rows.sum_duplicates()  # and sorted
        parts = rows.indptr, rows.indices, rows.data
    else:
        full = numpy.asarray(chain)
        _demand_square(full.shape)
        at = full != 0
        parts = numpy.concatenate([[0], numpy.cumsum(at.sum(axis=1))]), numpy.nonzero(at)[1], full[at]
    if not numpy.can_cast(parts[2].dtype, numpy.float64):
        raise ValueError(f"rates of type {parts[2].dtype} are not real numbers")
    types = numpy.int64, numpy.int32, numpy.float64
    return [numpy.ascontiguousarray(part, dtype) for part, dtype in zip(parts, types)]


def _demand_square(shape):
    if len(shape) != 2 or shape[0] != shape[1]:
        raise ValueError(f"a chain is a square matrix, not one of shape {shape}")
