"""Checks of the Python package, each a function: python_checks.py NAME runs one; without a name all, each of which is
printed as "ok NAME" or "failed NAME", with the exception on stderr."""
import itertools
import re
import sys
import traceback
import tracemalloc

SEED = 20261127


def numbers():
    """numpy, scipy.linalg, the package, and a seeded generator."""
    import numpy
    import scipy.linalg
    import bandstand
    return numpy, scipy.linalg, bandstand, numpy.random.default_rng(SEED)


def banded(lower, diag, upper):
    """One matrix in the form of scipy.linalg.solve_banded."""
    import numpy
    matrix = numpy.zeros((3, len(diag)), diag.dtype)
    matrix[0, 1:], matrix[1], matrix[2, :-1] = upper[:-1], diag, lower[1:]
    return matrix


def dense(lower, diag, upper):
    """One cyclic matrix; corners of a plain one are zero by its coefficients."""
    import numpy
    n = len(diag)
    matrix = numpy.zeros((n, n))
    for i in range(n):
        matrix[i, i] += diag[i]
        matrix[i, i - 1] += lower[i]
        matrix[i, (i + 1) % n] += upper[i]
    return matrix


def in_order(np, array, order):
    """The same values in C or Fortran order, or with the rows along the first axis but one."""
    if order == "lines":
        return np.moveaxis(np.ascontiguousarray(np.moveaxis(array, -1, -2)), -2, -1) if array.ndim > 1 else array
    return np.array(array, order=order)


def a_thousand_random_systems_agree_with_scipy():
    np, linalg, bandstand, random = numbers()
    systems = 0
    while systems < 1000:
        dtype = [np.float32, np.float64][random.integers(2)]
        shape = (*random.integers(1, 4, random.integers(3)), int(random.integers(1, 60)))
        lower, diag, upper, right = random.standard_normal((4, *shape)).astype(dtype)
        if random.integers(2):
            diag += np.sign(diag) * (abs(lower) + abs(upper))
        order = ["C", "F", "lines"][random.integers(3)]
        given = [in_order(np, array, order) for array in (lower, diag, upper, right)]
        x = bandstand.solve_tridiagonal(*given)
        assert x.dtype == dtype and x.shape == shape
        for s in np.ndindex(shape[:-1]):
            matrix = banded(lower[s], diag[s], upper[s])
            wanted = linalg.solve_banded((1, 1), matrix, right[s])
            plain = [lower[s].copy(), diag[s], upper[s].copy()]
            plain[0][0] = plain[2][-1] = 0
            bound = 20 * np.finfo(dtype).eps * np.linalg.cond(dense(*plain))
            error = abs(x[s] - wanted).max() / abs(wanted).max()
            assert error <= bound, f"seed {SEED}, system {systems}, {order}, {dtype}: {error} > {bound}"
            systems += 1


def positive_definite_systems_agree_with_scipy():
    np, linalg, bandstand, random = numbers()
    for _ in range(100):
        n = int(random.integers(2, 500))
        off, right = random.standard_normal((2, n))
        off[-1] = 0
        diag = 1 + abs(off) + abs(np.roll(off, 1))
        x = bandstand.solve_tridiagonal(np.roll(off, 1), diag, off, right)
        wanted = linalg.solveh_banded(np.array([np.roll(off, 1), diag]), right)
        assert np.allclose(x, wanted, rtol=1e-12, atol=1e-13), f"seed {SEED}: {abs(x - wanted).max()}"


def cyclic_systems_agree_with_dense_ones():
    np, _, bandstand, random = numbers()
    for n, dtype in itertools.product([3, 4, 7, 30, 100], [np.float32, np.float64]):
        lower, diag, upper, right = random.standard_normal((4, 5, n)).astype(dtype)
        diag += np.sign(diag) * 3
        x = bandstand.solve_tridiagonal(lower, diag, upper, right, cyclic=True)
        for s in range(5):
            matrix = dense(lower[s], diag[s], upper[s])
            wanted = np.linalg.solve(matrix, right[s].astype(float))
            bound = 20 * np.finfo(dtype).eps * np.linalg.cond(matrix) * abs(wanted).max()
            assert abs(x[s] - wanted).max() <= bound, f"seed {SEED}, {n} rows, {dtype}: {abs(x[s] - wanted).max()}"


def raised(call, error, text):
    try:
        call()
    except error as caught:
        assert text in str(caught), f"'{text}' is not in: {caught}"
        return caught
    raise AssertionError(f"nothing was raised where '{text}' was expected")


def singular_systems_raise_as_in_scipy():
    np, linalg, bandstand, random = numbers()
    pair = np.array([1.0, 1.0])
    for matrix in [(pair, pair, pair), (0 * pair, np.array([1.0, 0.0]), 0 * pair)]:
        raised(lambda: linalg.solve_banded((1, 1), banded(*matrix), pair), np.linalg.LinAlgError, "singular")
        raised(lambda: bandstand.solve_tridiagonal(*matrix, np.array([1.0, 2.0])), np.linalg.LinAlgError, "row 1: ")
    for order, dtype, reuse in itertools.product(["C", "F", "lines"], [np.float32, np.float64], [False, True]):
        diag = np.full((2, 3, 9), 4, dtype)
        diag[1, 2, 5] = 0
        given = [in_order(np, array, order) for array in (0 * diag, diag, 0 * diag, np.ones_like(diag))]
        call = bandstand.factor(*given[:3]).solve if reuse else lambda b: bandstand.solve_tridiagonal(*given[:3], b)
        error = raised(lambda: call(given[3]), np.linalg.LinAlgError, "system 1, 2, row 5: ")
        assert error.info[1, 2] == 6 and (error.info > 0).sum() == 1
        assert (error.x[0] == 0.25).all() and (error.x[1, :2] == 0.25).all()
    small = [0, 1.0], [1e-20, 1], [1.0, 0], [1.0, 2]  # regular, but its first pivot is none
    assert np.allclose(bandstand.solve_tridiagonal(*small), 1)
    for check, info in [(False, -5), (True, -4)]:
        error = raised(lambda: bandstand.solve_tridiagonal(*small, method="thomas", check=check), np.linalg.LinAlgError,
                       "x")
        assert error.info == info
    infinite = np.array([1, np.inf, 1])
    raised(lambda: bandstand.solve_tridiagonal(0, 1, 0, infinite), np.linalg.LinAlgError, "row")


def arrays_are_not_copied():
    np, _, bandstand, random = numbers()
    from bandstand import _tridiag
    plans = []

    class Plan(_tridiag._Plan):
        def __init__(self, *arguments):
            super().__init__(*arguments)
            plans.append(self)
    whole, _tridiag._Plan = _tridiag._Plan, Plan
    try:
        none_is_copied(np, bandstand, random, plans)
    finally:
        _tridiag._Plan = whole


def none_is_copied(np, bandstand, random, plans):
    n, batch = 3000, 100
    for order, dtype in itertools.product(["C", "F", "lines"], [np.float32, np.float64]):
        arrays = random.standard_normal((4, 2, batch // 2, n)).astype(dtype)
        lower, diag, upper, right = (in_order(np, array, order) for array in arrays)
        diag += 8
        wanted = bandstand.solve_tridiagonal(lower, diag, upper, right)
        assert wanted.strides == right.strides
        tracemalloc.start()
        x = bandstand.solve_tridiagonal(lower, diag, upper, right, overwrite=True)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert x is right and (x == wanted).all()
        assert peak < 50000, f"{order}, {dtype}: {peak} bytes of {x.nbytes}"
        assert plans[-1]._arrays[:3] == [array.ctypes.data for array in (lower, diag, upper)], (order, dtype)
        shared = [array[0, 0] for array in (lower, diag, upper)]
        bandstand.solve_tridiagonal(*shared, x, overwrite=True, shared=True)
        assert plans[-1]._arrays[:3] == [array.ctypes.data for array in shared], (order, dtype)


def right_sides_are_kept():
    np, _, bandstand, random = numbers()
    shapes = [(1,), (40,), (1024,), (100_000,), (3, 3000), (9, 500), (2, 5, 7)]
    for shape, dtype, pivots in itertools.product(shapes, [np.float32, np.float64], [False, True]):
        off, diag, right = random.uniform(-0.5, 0.5, (3, *shape)).astype(dtype)
        diag += 0 if pivots else 2
        given, off_given = right.copy(), off.copy()
        right.flags.writeable = False
        x = bandstand.solve_tridiagonal(off, diag, off, right)
        wanted = bandstand.solve_tridiagonal(off, diag, off, given.copy(), overwrite=True)
        assert not np.may_share_memory(x, right) and x.flags.writeable and x.dtype == dtype
        assert (x == wanted).all() and (right == given).all() and (off == off_given).all(), (shape, dtype, pivots)


def any_strides_are_solved():
    np, _, bandstand, random = numbers()
    arrays = random.standard_normal((4, 3, 4, 5, 14))
    arrays[1] += 6
    wanted = bandstand.solve_tridiagonal(*arrays[..., ::2])
    for axes in itertools.permutations(range(4)):
        back = np.argsort(axes)
        views = [np.ascontiguousarray(array.transpose(axes)).transpose(back)[..., ::2] for array in arrays]
        for chosen in [views, [*arrays[:3, ..., ::2], views[3]], [*views[:3], arrays[3, ..., ::2]]]:
            x = bandstand.solve_tridiagonal(*chosen)
            assert np.allclose(x, wanted, rtol=1e-13, atol=1e-14), axes
    x = bandstand.solve_tridiagonal(*arrays[:, :, ::-1, :, ::2])
    assert np.allclose(x, wanted[:, ::-1], rtol=1e-13, atol=1e-14)
    bytes_ = np.zeros(arrays[0].nbytes + 1, np.uint8)
    unaligned = bytes_[1:].view(np.float64).reshape(arrays[0].shape)
    unaligned[...] = arrays[3]
    x = bandstand.solve_tridiagonal(*arrays[:3, ..., ::2], unaligned[..., ::2])
    assert np.allclose(x, wanted, rtol=1e-13, atol=1e-14)
    ones = np.broadcast_to(1.0, (3, 4, 14))
    assert np.allclose(bandstand.solve_tridiagonal(0, 2, 0, ones), 0.5)
    assert bandstand.solve_tridiagonal(-1, 2, -1, np.ones((0, 4))).shape == (0, 4)
    right = arrays[1].copy()[..., ::2]
    same = bandstand.solve_tridiagonal(arrays[0, ..., ::2], right, arrays[2, ..., ::2], right.copy())
    x = bandstand.solve_tridiagonal(arrays[0, ..., ::2], right, arrays[2, ..., ::2], right, overwrite=True)
    assert x is right and np.allclose(x, same, rtol=1e-13, atol=1e-14)


def factors_solve_as_one_call_does():
    np, _, bandstand, random = numbers()
    lower, diag, upper = random.standard_normal((3, 6, 50)) + np.array([0, 5, 0])[:, None, None]
    for matrix in [(lower, diag, upper), (lower[0], diag[0], upper[0]), (-1, diag[0], -1)]:
        factors = bandstand.factor(*matrix)
        for order in "CFCF":
            right = np.array(random.standard_normal((6, 50)), order=order)
            x = factors.solve(right)
            assert np.allclose(x, bandstand.solve_tridiagonal(*matrix, right), rtol=1e-13, atol=1e-14)
            assert factors.solve(right, overwrite=True) is right and (x == right).all()
    raised(lambda: bandstand.factor(lower, diag, upper).solve(diag, overwrite=True), ValueError, "shares memory")
    many = [bandstand.solve_tridiagonal(lower, diag, upper, right, threads=threads) for threads in (1, 2, 3)]
    assert (many[0] == many[1]).all() and (many[0] == many[2]).all()


def every_method_solves():
    np, _, bandstand, random = numbers()
    lower, diag, upper, right = random.standard_normal((4, 5, 64)) + np.array([0, 6, 0, 0])[:, None, None]
    wanted = bandstand.solve_tridiagonal(lower, diag, upper, right)
    names = bandstand.methods()
    assert len(names) > 10 and names[0] == "auto"
    for name in names:
        x = bandstand.solve_tridiagonal(lower, diag, upper, right, method=name, check=True)
        assert np.allclose(x, wanted, rtol=1e-10, atol=1e-12), name


def birth_and_death(np, n, up, down):
    """up(i): the rate from state i to i + 1; down(i): to i - 1."""
    rates = np.zeros((n, n))
    for i in range(n):
        if i + 1 < n:
            rates[i, i + 1] = up(i)
        if i > 0:
            rates[i, i - 1] = down(i)
    return rates


def queues_have_their_closed_forms():
    np, _, bandstand, _ = numbers()
    import math
    import scipy.sparse
    n, arrives, servers = 60, 3.0, 4
    rates = birth_and_death(np, n, lambda i: arrives, lambda i: min(i, servers))
    wanted = np.array([math.prod(arrives / min(k, servers) for k in range(1, i + 1)) for i in range(n)])
    wanted /= wanted.sum()
    for chain in [rates, rates.astype(int), scipy.sparse.csr_matrix(rates), scipy.sparse.coo_array(rates.T).T]:
        assert (abs(bandstand.stationary(chain) / wanted - 1) < 1e-13).all()
    steps = rates / 10 + np.diag(1 - rates.sum(axis=1) / 10)  # the same in discrete time
    assert (abs(bandstand.stationary(steps) / wanted - 1) < 1e-12).all()
    x, exponent = bandstand.stationary(birth_and_death(np, 300, lambda i: 1e-9, lambda i: 1), exponents=True)
    assert (abs((np.log10(x) + exponent * math.log10(2)) + 9 * np.arange(300)) < 1e-6).all()
    assert bandstand.stationary(birth_and_death(np, 300, lambda i: 1e-9, lambda i: 1))[299] == 0


def a_closed_network_has_its_product_form():
    """Three stations in a ring, each serving one of 12 customers at a time: W. J. Gordon, G. F. Newell, 1967."""
    np, _, bandstand, random = numbers()
    import scipy.sparse
    customers, serves = 12, np.array([1.0, 1e-3, 40])
    states = [(i, j, customers - i - j) for i in range(customers + 1) for j in range(customers + 1 - i)]
    index = {state: k for k, state in enumerate(states)}
    moves = []
    for state, station in itertools.product(states, range(3)):
        if state[station]:
            to = list(state)
            to[station] -= 1
            to[(station + 1) % 3] += 1
            moves.append((serves[station], index[state], index[tuple(to)]))
    rate, row, column = zip(*moves)
    chain = scipy.sparse.coo_matrix((rate, (row, column)))
    wanted = np.array([np.prod(serves**-np.array(state, float)) for state in states])
    shuffle = random.permutation(len(states))
    x = bandstand.stationary(chain.tocsr()[shuffle][:, shuffle])
    assert (abs(x / (wanted / wanted.sum())[shuffle] - 1) < 1e-13).all()


def levels_of_the_processor_are_found():
    import os
    import tempfile
    from bandstand import _processor
    added = dict(_processor.ADDED)
    v2, v3, v4 = added
    for flags, wanted in [("", []), (added[v2], [v2]), (added[v3], []), (added[v2] + " " + added[v3], [v3, v2]),
                          (" ".join(added.values()), [v4, v3, v2]),
                          (" ".join(added.values()).replace("fma", "fma4"), [v2])]:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "cpuinfo")
            with open(path, "w", encoding="ascii") as file:
                file.write(f"processor\t: 0\nflags\t\t: fpu {flags} lm\n\nprocessor\t: 1\nflags\t\t: none\n")
            assert _processor.levels(path) == wanted, flags
            assert _processor.levels(os.path.join(folder, "missing")) == []


def misuse_is_a_sentence():
    np, _, bandstand, _ = numbers()
    ones = np.ones((3, 5))

    def solve(lower=0, diag=1, upper=0, right=ones, **options):
        return lambda: bandstand.solve_tridiagonal(lower, diag, upper, right, **options)
    for call, text in [
        (solve(method="tomas"), "did you mean 'thomas'?"),
        (solve(threads=-1), "there cannot be -1 threads"),
        (solve(right=np.ones((3, 0))), "a system has 1 row or more, not 0"),
        (solve(lower=np.ones(4)), "lower has shape (4,), not (5,) or (3, 5)"),
        (solve(diag=ones, shared=True), "diag has shape (3, 5), not (5,)"),
        (solve(shared=False), "shared=False asks for (3, 5)"),
        (solve(right=3.0), "right is a number"),
        (solve(upper=1j), "cannot hold complex128"),
        (solve(right=ones.astype(np.longdouble)), "cannot hold"),
        (solve(right=ones.astype(int), overwrite=True), "must be a writeable array of float64"),
        (solve(right=ones[::-1], overwrite=True), "more than two strides"),
        (lambda: bandstand.stationary(ones), "not one of shape (3, 5)"),
        (lambda: bandstand.stationary(np.eye(2)), "2 closed classes"),
        (lambda: bandstand.stationary([[0, -1.0], [1, 0]]), "is -1, not a number >= 0"),
        (lambda: bandstand.stationary([[0, 1j], [1, 0]]), "not real numbers"),
        (lambda: bandstand.factor(1, 2, 1), "one of lower, diag and upper must be an array"),
        (lambda: bandstand.factor(0, ones, 0).solve(np.ones(5)), "has shape (3, 5), not (5,)"),
    ]:
        raised(call, ValueError, text)
    assert (ones == 1).all()


def the_example_of_the_document_runs():
    text = open("docs/library.md").read()
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.S | re.M)
    assert len(blocks) == 3
    exec("\n".join(blocks), {})


checks = {name: value for name, value in list(globals().items()) if callable(value) and "_" in name
          and name not in ("in_order", "birth_and_death", "none_is_copied")}
if __name__ == "__main__":
    for name in sys.argv[1:] or checks:
        try:
            checks[name]()
            print("ok", name, flush=True)
        except Exception:
            traceback.print_exc()
            print("failed", name, flush=True)
