"""The Python package next to SciPy: the checks of answers (python_checks.py), then times of both,
alternating in one run.

    make lib && python3 tests/library/python_against_scipy.py [--seconds 40] [--only PART_OF_A_NAME]

Both have one thread. SciPy is given its matrix in banded form, which takes no time here, and is timed as it is by
default, and with check_finite=False. Each figure is the least of alternating samples, and the median in brackets."""
import argparse
import ctypes
import os
import statistics
import sys
import time
from pathlib import Path

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"
TREE = Path(__file__).resolve().parents[2]
BUILT = TREE / "build/release/library/libbandstand.so.0"

import numpy as np
import scipy
from scipy.linalg import solve_banded, solveh_banded


def import_package():
    """The package that is installed, or that of the tree with the library that `make lib` has built."""
    try:
        import bandstand
    except ImportError:
        sys.path.insert(0, str(TREE / "library/python"))
        ctypes.CDLL(str(BUILT))  # found by its soname when the package is imported
        import bandstand
    return bandstand


CHECKS = ("a_thousand_random_systems_agree_with_scipy", "positive_definite_systems_agree_with_scipy",
          "cyclic_systems_agree_with_dense_ones", "singular_systems_raise_as_in_scipy", "arrays_are_not_copied")


class Systems:
    """A batch of systems, dominant by rows, as the package and as SciPy are given it."""

    def __init__(self, batch, n, dtype=np.float64, order="C", symmetric=False):
        random = np.random.default_rng(20261127)
        lower, diag, upper, right = random.uniform(-1, 1, (4, batch, n)).astype(dtype)
        if symmetric:
            lower[:, 1:] = upper[:, :-1]
        lower[:, 0] = upper[:, -1] = 0
        diag = abs(lower) + abs(upper) + 0.1 + abs(diag)
        self.banded = np.zeros((batch, 3, n), dtype)
        self.banded[:, 0, 1:], self.banded[:, 1], self.banded[:, 2, :-1] = upper[:, :-1], diag, lower[:, 1:]
        one = (lambda array: array[0]) if batch == 1 else (lambda array: np.array(array, order=order))
        self.right = right
        self.given = [one(array) for array in (lower, diag, upper, right)]
        self.shared = [array[0].copy() for array in (lower, diag, upper)]


def own(bandstand, s):
    """Each system has its own matrix: SciPy takes one after the other."""
    def scipy_loop(**options):
        return np.array([solve_banded((1, 1), ab, b, **options) for ab, b in zip(s.banded, s.right)])
    return lambda: bandstand.solve_tridiagonal(*s.given), scipy_loop


def one(bandstand, s):
    return (lambda: bandstand.solve_tridiagonal(*s.given),
            lambda **options: solve_banded((1, 1), s.banded[0], s.right[0], **options))


def definite(bandstand, s):
    """A symmetric matrix is given by two diagonals: both couplings of a row are views of one array."""
    lower, diag, upper, right = s.given
    off = np.append(lower, upper[-1:])
    return (lambda: bandstand.solve_tridiagonal(off[:-1], diag, off[1:], right),
            lambda **options: solveh_banded(s.banded[0, :2], s.right[0], **options))


def in_place(bandstand, s):
    """x overwrites the right side, and with SciPy the matrix too; the overwritten arrays are restored in both times."""
    x, ab, b = s.right[0].copy(), s.banded[0].copy(), s.right[0].copy()

    def ours():
        x[:] = s.right[0]
        return bandstand.solve_tridiagonal(*s.given[:3], x, overwrite=True)

    def theirs(**options):
        ab[:], b[:] = s.banded[0], s.right[0]
        return solve_banded((1, 1), ab, b, overwrite_ab=True, overwrite_b=True, **options)
    return ours, theirs


def shared(bandstand, s):
    """One matrix: SciPy takes all right sides at once, as columns, in the order it works in."""
    columns = np.asfortranarray(s.right.T)
    return (lambda: bandstand.solve_tridiagonal(*s.shared, s.right),
            lambda **options: solve_banded((1, 1), s.banded[0], columns, **options).T)


def factored(bandstand, s):
    factors = bandstand.factor(*s.shared)
    return (lambda: factors.solve(s.right), shared(bandstand, s)[1])


CASES = [
    ("10 rows", one, (1, 10)),
    ("100 rows", one, (1, 100)),
    ("1,000 rows", one, (1, 1000)),
    ("10^6 rows", one, (1, 10**6)),
    ("10^6 rows in place", in_place, (1, 10**6)),
    ("10^6 rows, solveh_banded", definite, (1, 10**6, np.float64, "C", True)),
    ("10^6 rows, float32", one, (1, 10**6, np.float32)),
    ("2,560 x 512", own, (2560, 512)),
    ("2,560 x 512, Fortran order", own, (2560, 512, np.float64, "F")),
    ("2,560 x 512, float32", own, (2560, 512, np.float32)),
    ("2,560 x 512, one matrix", shared, (2560, 512)),
    ("2,560 x 512, one matrix, factored before", factored, (2560, 512)),
]


def seconds_of(call):
    """Of one call, of as many as take 2 ms."""
    calls = 1
    while True:
        start = time.perf_counter()
        for _ in range(calls):
            call()
        taken = time.perf_counter() - start
        if taken >= 0.002:
            return taken / calls
        calls *= 2 if taken <= 0 else max(2, int(0.003 / taken))


def measure(calls, seconds):
    """Samples of each call, taken alternately."""
    samples = [[] for _ in calls]
    end = time.perf_counter() + seconds
    while time.perf_counter() < end or len(samples[0]) < 5:
        for list_, call in zip(samples, calls):
            list_.append(seconds_of(call))
    return samples


def text_of(samples):
    return f"{min(samples) * 1e6:>11,.1f} ({statistics.median(samples) * 1e6:,.1f})"


def compare(bandstand, name, make, shape, seconds):
    systems = Systems(*shape)
    ours, theirs = make(bandstand, systems)
    x, wanted = np.array(ours()).reshape(systems.right.shape), np.reshape(theirs(), systems.right.shape)
    error = abs(x - wanted).max() / abs(wanted).max()
    assert error <= 200 * np.finfo(x.dtype).eps, f"{name}: x differs by {error} from SciPy's"
    samples = measure([ours, theirs, lambda: theirs(check_finite=False)], seconds)
    ratios = [min(other) / min(samples[0]) for other in samples[1:]]
    print(f"{name:42}", *(f"{text_of(s):>26}" for s in samples), *(f"{ratio:7.1f}" for ratio in ratios),
          f"{len(samples[0]):6}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=40, help="for all times together (40)")
    parser.add_argument("--only", default="", help="part of the name of a case")
    arguments = parser.parse_args()
    bandstand = import_package()
    import python_checks
    print(f"bandstand {bandstand.__version__}, scipy {scipy.__version__}, numpy {np.__version__}, one thread")
    for check in CHECKS:
        getattr(python_checks, check)()
        print(check.replace("_", " "), flush=True)
    cases = [case for case in CASES if arguments.only in case[0]]
    print(f"{'microseconds':42} {'bandstand':>26} {'scipy':>26} {'scipy, unchecked':>26}   ratio   ratio   each")
    for name, make, shape in cases:
        compare(bandstand, name, make, shape, arguments.seconds / len(cases))


if __name__ == "__main__":
    main()
