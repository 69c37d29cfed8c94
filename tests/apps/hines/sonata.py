"""Compares SONATA files with the result of the run that wrote them: sonata.py h5py|libsonata RESULT FOLDER."""

import sys

import h5py
import numpy

reader, result, folder = sys.argv[1:]
run = next(iter(h5py.File(result)["runs"].values()))
time, cell = run["fields/spike_time"][:], run["fields/spike_cell"][:]
first, count, sections = {"trees": 0, "balls": 9}, {"trees": 9, "balls": 5}, {"trees": 12, "balls": 2}
elements = {"trees": 24, "balls": 6}  # of a cell
assert len(time) > 30


def spikes_of(name):
    mine = (cell >= first[name]) & (cell < first[name] + count[name])
    return time[mine], cell[mine] - first[name]


def column():
    return run["series/time"][:], numpy.float32(run["series/stick"][:])


def with_h5py():
    with h5py.File(f"{folder}/spikes.h5") as file:
        assert file.attrs["magic"] == 0x0A7A and list(file.attrs["version"]) == [0, 1]
        assert sorted(file["spikes"]) == ["balls", "trees"]
        for name, group in file["spikes"].items():
            times, ids = spikes_of(name)
            assert len(times) and (group["timestamps"][:] == times).all() and (group["node_ids"][:] == ids).all()
            assert group["node_ids"].dtype == "uint64" and (numpy.diff(times) >= 0).all()
            assert h5py.check_enum_dtype(group.attrs.get_id("sorting").dtype) == {"none": 0, "by_id": 1, "by_time": 2}
    when, stick = column()
    with h5py.File(f"{folder}/all.h5") as file:
        assert sorted(file["report"]) == ["balls", "trees"]
        for name, group in file["report"].items():
            mapping, data = group["mapping"], group["data"]
            width = count[name] * elements[name]
            assert data.shape == (len(when), width) and data.dtype == "float32"
            assert (mapping["node_ids"][:] == numpy.arange(count[name])).all()
            assert (mapping["index_pointers"][:] == elements[name] * numpy.arange(count[name] + 1)).all()
            assert numpy.allclose(mapping["time"][:], [when[0], when[-1] + when[1], when[1]])
            each = elements[name] // sections[name]
            ids = numpy.tile(numpy.repeat(numpy.arange(sections[name]), each), count[name])
            assert (mapping["element_ids"][:] == ids).all() and mapping["element_ids"].dtype == "uint32"
            at = numpy.tile((numpy.arange(each) + 0.5) / each, count[name] * sections[name])
            assert numpy.allclose(mapping["element_pos"][:], at)
        # Compartment 2 of section 1 of cell 3.
        assert (file["report/balls/data"][:, 3 * 6 + 5] == stick).all() and numpy.ptp(stick) > 50
    with h5py.File(f"{folder}/somata.h5") as file, h5py.File(f"{folder}/all.h5") as every:
        group, all_data = file["report/balls"], every["report/balls/data"]
        assert list(file["report"]) == ["balls"] and numpy.allclose(group["mapping/time"][:], [10, 20.2, 0.2])
        rows = slice(50, 50 + group["data"].shape[0])
        assert (group["data"][:] == all_data[rows, 1::6]).all() and group["data"].shape == (51, 5)
    with h5py.File(f"{folder}/sodium.h5") as file:
        sodium = numpy.float32(run["series/sodium"][:])
        assert (file["report/balls/data"][:, 3 * 6 + 5] == sodium).all() and sodium.min() < -0.01


def with_libsonata():
    import libsonata

    spikes = libsonata.SpikeReader(f"{folder}/spikes.h5")
    assert sorted(spikes.get_population_names()) == ["balls", "trees"]
    for name in first:
        times, ids = spikes_of(name)
        population = spikes[name]
        assert population.sorting == "by_time" and population.time_units == "ms"
        got = population.get_dict()
        assert (got["timestamps"] == times).all() and (got["node_ids"] == ids).all()
    when, stick = column()
    report = libsonata.ElementReportReader(f"{folder}/all.h5")
    assert sorted(report.get_population_names()) == ["balls", "trees"]
    population = report["balls"]
    assert numpy.allclose(population.times, (when[0], when[-1] + when[1], when[1])) and population.time_units == "ms"
    assert population.data_units == "mV" and population.sorted and population.get_node_ids() == [0, 1, 2, 3, 4]
    frame = population.get(node_ids=[3])
    assert numpy.allclose(frame.times, when) and (frame.data[:, 5] == stick).all()
    assert (numpy.array(frame.ids) == [[3, 0]] * 3 + [[3, 1]] * 3).all()


{"h5py": with_h5py, "libsonata": with_libsonata}[reader]()
