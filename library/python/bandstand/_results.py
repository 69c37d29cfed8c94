"""Reads results of the program: HDF5 files, as docs/results.md describes them."""
import os
from collections.abc import Mapping, Sequence

import numpy

FORMAT = 1  # of files; later ones may mean something else


def open(file):  # pylint: disable=redefined-builtin
    """Opens a result that `bandstand run` has written, for reading; needs h5py.

        with bandstand.open("output/heat3d.h5") as result:
            for run in result:
                print(run.name, run.status, run.metrics.get("seconds_step"), run.answers)
            run = result["thomas_simd"]                # by method, name or label, where there is one; or by number
            run.fields["temperature"]                  # numpy.ndarray, read when it is asked for
            run.series["time"], run.series.attributes("max")["units"]
            run.dataset("fields")                      # xarray.Dataset, with coordinates

    Raises FileNotFoundError, OSError for a file that is not HDF5, ValueError for one that is not a result or of a later
    format. Files that may be damaged are better read by `bandstand show` first, which verifies their checksum."""
    try:
        import h5py
    except ImportError as error:
        raise ImportError("bandstand.open needs h5py, which cannot be imported: pip install h5py") from error
    return Result(h5py.File(os.fspath(file), "r"))


class Result(Sequence):
    """The runs of a file. attributes: app, title, created, ...; config, provenance: of these groups; published: the
    values of papers, as dicts. It is to be closed, or used with `with`; arrays that were read stay."""

    def __init__(self, file):
        self._file, self.attributes = file, _attributes(file)
        wrong = self._wrong()
        if wrong:
            file.close()
            raise ValueError(wrong)
        self.config = _texts(file.get("config"))
        self.provenance = _texts(file.get("provenance"))
        self.published = [{**_attributes(group), **{name: group[name][()] for name in group}}
                          for group in _groups(file.get("published"))]
        self._runs = [Run(group) for group in _groups(file["runs"])]

    def _wrong(self):
        """What is wrong with the file, or None."""
        found = self.attributes.get("format")
        if "app" not in self.attributes or not isinstance(found, int) or "runs" not in self._file:
            return f"{self._file.filename} is not a result of bandstand"
        if found > FORMAT:
            return f"{self._file.filename} has format {found}, this package reads formats up to {FORMAT}"
        return None

    def __len__(self):
        return len(self._runs)

    def __getitem__(self, key):
        if not isinstance(key, str):
            return self._runs[key]
        for of in (lambda run: run.name, lambda run: run.attributes.get("label"), lambda run: run.method):
            found = [run for run in self._runs if of(run) == key]
            if len(found) == 1:
                return found[0]
            if found:
                raise KeyError(f"'{key}' names {len(found)} runs: {', '.join(run.name for run in found)}")
        raise KeyError(f"no run is called '{key}', there are {', '.join(run.name for run in self._runs)}")

    def close(self):
        self._file.close()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()

    def __repr__(self):
        return f"<bandstand result of {self.attributes['app']}: {', '.join(run.name for run in self._runs)}>"


class Run:
    """One method in one precision. attributes: method, status, steps, ...; metrics: a dict of numbers; answers: a dict
    of Answer; series, fields, snapshots, timing: Arrays."""

    def __init__(self, group):
        self.name = group.name.rpartition("/")[2]
        self.attributes = _attributes(group)
        self.method, self.status = self.attributes.get("method"), self.attributes.get("status")
        self.metrics = _attributes(group.get("metrics"))
        answers = Arrays(group.get("answers"))
        self.answers = {name: Answer(value, answers.attributes(name)) for name, value in answers.items()}
        self.series, self.fields, self.snapshots, self.timing = (
            Arrays(group.get(name)) for name in ("series", "fields", "snapshots", "timing"))

    @property
    def ok(self):
        """Has it succeeded?"""
        return self.status == "ok"

    def dataset(self, part="fields"):
        """The fields, series, snapshots or timing as an xarray.Dataset, whose coordinates are the places of values;
        needs xarray."""
        try:
            import xarray
        except ImportError as error:
            raise ImportError("Run.dataset needs xarray, which cannot be imported: pip install xarray") from error
        arrays = {"fields": self.fields, "series": self.series, "snapshots": self.snapshots, "timing": self.timing}
        if part not in arrays:
            raise ValueError(f"a run has {', '.join(arrays)}, and no '{part}'")
        chosen = arrays[part]
        variables = {name: (chosen.dimensions(name), value, chosen.attributes(name))
                     for name, value in chosen.items()}
        return xarray.Dataset(variables, attrs={**self.attributes, **chosen.attributes()})

    def __repr__(self):
        return f"<bandstand run {self.name}: {self.status}>"


class Answer(float):
    """A number that a run found. attributes: quantity, subject, units, place, error, ..."""

    def __new__(cls, value, attributes):
        answer = super().__new__(cls, value)
        answer.attributes = attributes
        answer.units = attributes.get("units")
        return answer


class Arrays(Mapping):
    """Arrays by their names, in their order in the file, read when they are asked for."""

    def __init__(self, group):
        self._group = {} if group is None else group
        self._names = sorted((name for name in self._group if hasattr(self._group[name], "shape")),
                             key=lambda name: self._group[name].attrs.get("order", 0))

    def __getitem__(self, name):
        if name not in self._names:
            raise KeyError(f"'{name}' must be one of: {', '.join(self._names) or 'none'}")
        return self._group[name][()]

    def __iter__(self):
        return iter(self._names)

    def __len__(self):
        return len(self._names)

    def attributes(self, name=None):
        """units, axis, ... of an array, or those of all together."""
        return _attributes(self._group[name] if name else self._group)

    def dimensions(self, name):
        """The names of the axes of an array: those of its dimension scales, where it has some."""
        array, own = self._group[name], self._group[name].attrs.get("CLASS") == b"DIMENSION_SCALE"
        if own and array.ndim == 1:
            return [name]
        scales = [next(iter(axis.values()), None) for axis in array.dims]
        return [scale.name.rpartition("/")[2] if scale is not None else f"{name}_{k}" if array.ndim > 1 else "row"
                for k, scale in enumerate(scales)]

    def __repr__(self):
        return f"<arrays {', '.join(self._names) or 'none'}>"


OF_SCALES = {"CLASS", "NAME", "REFERENCE_LIST", "DIMENSION_LIST"}  # attributes that HDF5 keeps for itself


def _groups(parent):
    """The groups of a group, in the order of their names, which begin with a number."""
    return [parent[name] for name in sorted(parent)] if parent is not None else []


def _plain(value):
    """Texts as str, numbers as Python has them."""
    if isinstance(value, bytes):
        return value.rstrip(b"\0").decode("utf-8", "replace")
    return value.item() if isinstance(value, numpy.generic) else value


def _attributes(of):
    attributes = getattr(of, "attrs", {})
    return {name: _plain(attributes[name]) for name in attributes if name not in OF_SCALES}


def _texts(group):
    """Attributes, and long texts, which are datasets."""
    datasets = {} if group is None else {name: _plain(group[name][()]) for name in group}
    return {**_attributes(group), **datasets}
