"""Results of the program as `bandstand.open` reads them: python_results.py RESULT, a run of configs/adi/heat2d.cfg."""
import sys

import numpy as np

import bandstand


def exact(t, x, y):
    """heat2d.cfg: the solution of the heat equation."""
    return 300 + 100 * np.exp(-13 * (np.pi / 0.1)**2 * 400 / (8960 * 385) * t) * np.sin(20 * np.pi * x) * np.sin(
        30 * np.pi * y)


def raised(call, error, text):
    try:
        call()
    except error as caught:
        assert text in str(caught), f"'{text}' is not in: {caught}"
        return
    raise AssertionError(f"nothing was raised where '{text}' was expected")


def check(path):
    with bandstand.open(path) as result:
        assert result.attributes["app"] == "adi" and "app = \"adi\"" in result.config["effective"]
        assert [run.method for run in result] == ["thomas", "thomas_simd", "fused"] and len(result) == 3
        assert result.provenance["version"] == bandstand.__version__ and "'" not in result.provenance["compiler"]
        run = result["thomas_simd"]
        assert run is result[1] is result[run.name] and run.ok and run.attributes["steps"] == 40
        assert run.metrics["error"] < 1e-3 and run.metrics["steps"] == 40
        temperature, x, y = run.fields["temperature"], run.fields["x"], run.fields["y"]
        assert temperature.shape == (len(y), len(x)) == (30, 40) and run.fields.attributes("x")["units"] == "m"
        assert abs(temperature - exact(0.4, x, y[:, None])).max() < 0.3
        assert abs(run.series["time"] - np.linspace(0, 0.4, 41)).max() < 1e-12 and list(run.series)[0] == "time"
        peak = run.answers["peak_temperature"]
        assert peak == temperature.max() == run.series["max"][-1] and peak.units == "K"
        times = run.snapshots.attributes()
        assert set(run.snapshots) >= {"temperature_000000000", "temperature_000000020"}
        snapshot = run.snapshots["temperature_000000020"]
        assert abs(snapshot - exact(times["time_000000020"], x, y[:, None])).max() < 0.3
        raised(lambda: result["pcr"], KeyError, "there are 000_thomas_host_double")
        raised(lambda: run.fields["pressure"], KeyError, "'pressure' must be one of: ")
        check_dataset(run, temperature)


def check_dataset(run, temperature):
    try:
        import xarray
    except ImportError:
        raised(run.dataset, ImportError, "pip install xarray")
        return
    fields, series = run.dataset(), run.dataset("series")
    assert isinstance(fields, xarray.Dataset) and fields["temperature"].dims == ("y", "x")
    assert fields["temperature"].attrs["units"] == "K" and set(series["max"].coords) == {"time"}
    assert (fields["temperature"].values == temperature).all()
    near = fields["temperature"].sel(x=0.025, y=0.0166667, method="nearest")
    assert float(near) == temperature.max()
    raised(lambda: run.dataset("metrics"), ValueError, "no 'metrics'")


def check_others(folder):
    import h5py
    raised(lambda: bandstand.open(f"{folder}/missing.h5"), FileNotFoundError, "missing.h5")
    for name, attributes, text in [("other", {}, "not a result"), ("later", {"app": b"adi", "format": 9}, "format 9")]:
        with h5py.File(f"{folder}/{name}.h5", "w") as file:
            file.create_group("runs")
            for key, value in attributes.items():
                file.attrs[key] = value
        raised(lambda: bandstand.open(f"{folder}/{name}.h5"), ValueError, text)


def check_without_h5py(path):
    sys.modules["h5py"] = None
    raised(lambda: bandstand.open(path), ImportError, "bandstand.open needs h5py")


check(sys.argv[1])
check_others(sys.argv[2])
check_without_h5py(sys.argv[1])
