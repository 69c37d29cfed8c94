#!/usr/bin/env python3
"""Arbor: the same compartments, vectorized as the package was built, in groups of 1 to 8 cells."""
from protocol import serve, shape

A = U = None  # Arbor and its units, once they are loaded


def load():
    global A, U
    import arbor
    A, U = arbor, arbor.units
    return {"version": arbor.__version__, "schemes": ["backward Euler"], "variants": ["as built"],
            "choices": [f"groups of {size}" for size in range(1, 9)]}


def region(segments):
    """Of a section, whose straight parts are segments."""
    parts = " ".join(f"(segment {k})" for k in segments)
    return parts if len(segments) == 1 else f"(join {parts})"


def place(segments, at):
    return f"(on-components {at:.17g} {region(segments)})"


def tree_of(sections):
    """Arbor's tree of segments, and the numbers of those of each section."""
    tree, segments, count = A.segment_tree(), [], 0
    for parent, _, points in sections:
        before = segments[parent][-1] if parent >= 0 else A.mnpos
        own = []
        for a, b in zip(points, points[1:]):
            ends = [A.mpoint(*p[:3], p[3] / 2) for p in (a, b)]
            before = tree.append(before, *ends, tag=1)
            own.append(before)
        segments.append(own)
    return tree, segments


def decor(job, segments):
    membrane, hh, clamp = job["membrane"], job["hh"], job["clamp"]
    made = A.decor()
    made.set_property(Vm=job["initial"] * U.mV, cm=0.01 * membrane["capacitance"] * U.F / U.m2,
                      rL=membrane["resistivity"] * U.Ohm * U.cm, tempK=(job["temperature"] + 273.15) * U.Kelvin)
    if hh:
        made.set_ion("na", rev_pot=hh["e"][0] * U.mV)
        made.set_ion("k", rev_pot=hh["e"][1] * U.mV)
        made.paint("(all)", A.density("hh", {"gnabar": hh["g"][0], "gkbar": hh["g"][1], "gl": membrane["leak"],
                                             "el": membrane["reversal"]}))
    else:
        made.paint("(all)", A.density(f"pas/e={membrane['reversal']}", {"g": membrane["leak"]}))
    if clamp:
        made.place(place(segments[clamp["section"]], clamp["at"]), A.i_clamp(clamp["current"] * U.nA))
    return made


def cell_of(job, sections):
    """Compartments of equal length along each section, whose ends bound them too; and the segments."""
    tree, segments = tree_of(sections)
    n = job["cells"]["compartments"]
    bounds = " ".join(place(own, k / n) for own in segments for k in range(n + 1))
    return A.cable_cell(tree, decor(job, segments), A.label_dict(), A.cv_policy_explicit(f"(sum {bounds})")), segments


def recipe(job):
    """Cells of one shape are one object."""
    class Cells(A.recipe):
        def __init__(self):
            A.recipe.__init__(self)
            self.properties = A.neuron_cable_properties()
            self.kept = {}

        def num_cells(self):
            return job["cells"]["count"]

        def cell_kind(self, gid):
            return A.cell_kind.cable

        def global_properties(self, kind):
            return self.properties

        def cell_description(self, gid):
            shapes = len(job["cells"]["shapes"])
            if shapes == job["cells"]["count"]:
                return cell_of(job, shape(job, gid))[0]
            if gid % shapes not in self.kept:
                self.kept[gid % shapes] = cell_of(job, shape(job, gid))[0]
            return self.kept[gid % shapes]

        def probes(self, gid):
            if job["task"] != "trace" or gid:
                return []
            segments = tree_of(shape(job, 0))[1]
            return [A.cable_probe_membrane_voltage(place(segments[section], at), f"record {k}")
                    for k, (section, at) in enumerate(job["records"])]

    return Cells()


class Arbor:
    name = "Arbor"
    load = staticmethod(load)

    def __init__(self, job):
        self.job, cells = job, job["cells"]
        size = int(job["choice"].split()[-1]) if job["choice"] else 1
        made = recipe(job)
        context = A.context(threads=job["threads"], gpu_id=None)
        hints = {A.cell_kind.cable: A.partition_hint(prefer_gpu=False, cpu_group_size=size)}
        parts = A.partition_load_balance(made, context, hints)
        self.simulation = A.simulation(made, context, parts)
        self.compartments = cells["compartments"] * sum(len(shape(job, k)) for k in range(cells["count"]))
        self.steps = 0

    def run(self, steps):
        self.steps += steps
        self.simulation.run(self.steps * self.job["dt"] * U.ms, self.job["dt"] * U.ms)

    def trace(self):
        every = A.regular_schedule(self.job["every"] * self.job["dt"] * U.ms)
        handles = [self.simulation.sample((0, f"record {k}"), every) for k in range(len(self.job["records"]))]
        self.run(self.job["steps"])
        samples = [self.simulation.samples(handle)[0][0] for handle in handles]
        return samples[0][:, 0], [of[:, 1] for of in samples]


if __name__ == "__main__":
    serve(Arbor)
