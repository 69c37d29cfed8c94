"""The cells of a job in NEURON."""
from protocol import shape

h = None  # NEURON, once it is loaded


def load():
    global h
    from neuron import h as loaded
    import neuron
    h = loaded
    h.load_file("stdrun.hoc")
    return {"version": neuron.__version__, "schemes": ["backward Euler", "Crank-Nicolson"],
            "variants": ["tables", "no tables"]}


class Cells:
    """Sections, currents and settings; `run` and `trace` are by the one process's `psolve`."""

    def __init__(self, job):
        self.job, self.pc, self.kept, self.first = job, h.ParallelContext(), [], []
        self.compartments = 0
        for cell in range(job["cells"]["count"]):
            self.first.append(self.make(shape(job, cell)))
        h.celsius, h.dt, h.steps_per_ms = job["temperature"], job["dt"], 1 / job["dt"]
        h.secondorder = 2 if job["scheme"] == "Crank-Nicolson" else 0
        if hasattr(h, "usetable_hh"):
            h.usetable_hh = int(job["variant"] == "tables")
        h.CVode().cache_efficient(1)
        self.pc.nthread(job["threads"], 1)
        self.pc.set_maxstep(10)
        self.begun = False

    def make(self, sections):
        job, made = self.job, []
        for parent, _, points in sections:
            section = h.Section()
            for point in points:
                section.pt3dadd(*point)
            section.nseg = job["cells"]["compartments"]
            if parent >= 0:
                section.connect(made[parent](1))
            self.cover(section)
            self.compartments += section.nseg
            made.append(section)
        clamp = job["clamp"]
        if clamp:
            electrode = h.IClamp(made[clamp["section"]](clamp["at"]))
            electrode.delay, electrode.dur, electrode.amp = 0, 1e9, clamp["current"]
            self.kept.append(electrode)
        self.kept.append(made)
        return made

    def cover(self, section):
        membrane, hh = self.job["membrane"], self.job["hh"]
        section.Ra, section.cm = membrane["resistivity"], membrane["capacitance"]
        if hh:
            section.insert("hh")
            section.gl_hh, section.el_hh = membrane["leak"], membrane["reversal"]
            section.gnabar_hh, section.gkbar_hh = hh["g"]
            section.ena, section.ek = hh["e"]
        else:
            section.insert("pas")
            section.g_pas, section.e_pas = membrane["leak"], membrane["reversal"]

    def begin(self):
        h.finitialize(self.job["initial"])
        self.begun = True

    def run(self, steps):
        if not self.begun:
            self.begin()
        self.pc.psolve(h.t + steps * h.dt)

    def trace(self):
        job = self.job
        vectors = [h.Vector().record(self.first[0][section](at)._ref_v) for section, at in job["records"]]
        self.begin()
        self.pc.psolve(job["steps"] * job["dt"])
        every = job["every"]
        columns = [list(vector)[:job["steps"] + 1:every] for vector in vectors]
        return [k * every * job["dt"] for k in range(len(columns[0]))], columns
