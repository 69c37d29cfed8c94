#!/usr/bin/env python3
"""Takes the network of a result of `hines` through NEURON and compares the spikes.

    build/bandstand run configs/hines/network.cfg -o output/network.h5
    python3 scripts/hines-neuron.py output/network.h5
    python3 scripts/hines-neuron.py output/network.h5 30 tests/golden/neuron_spikes.txt

With a time in ms and a file, appends to it NEURON's spikes before that time: a line for each cell, with the scheme, the
number of the cell and the times.
Cells, channels, synapses and Poisson trains are made again from the configuration in the result file, connections are
those of the result. Exit code 0: each cell has as many spikes in both, each within one time step; 1: not so; 77: the
modules neuron, h5py or numpy are missing. Cells are of the forms `cable` and `ball_and_stick`, with a number of
compartments that is given, channels of the type `hh`."""
import re
import sys

try:
    import h5py
    import numpy as np
    from neuron import h
except ImportError as missing:
    print(f"hines-neuron.py: no module {missing.name}", file=sys.stderr)
    sys.exit(77)

TOKEN = re.compile(r'\s*("(?:[^"\\]|\\.)*"|[A-Za-z_][\w.]*|[-+]?[\d.][\w.+-]*|[={}()\[\],;])')


def value(tokens):
    """The next value of a configuration: a number, a text, a list or a group."""
    first = tokens.pop()
    if first in "([":
        items = []
        while tokens[-1] not in ")]":
            items.append(value(tokens))
            if tokens[-1] == ",":
                tokens.pop()
        tokens.pop()
        return items
    if first == "{":
        items = group(tokens)
        tokens.pop()
        return items
    if first[0] == '"':
        return first[1:-1]
    return first == "true" if first in ("true", "false") else float(first) if re.search(r"[.eE]", first) else int(first)


def group(tokens):
    items = {}
    while tokens and tokens[-1] != "}":
        key = tokens.pop()
        tokens.pop()  # =
        items[key] = value(tokens)
        tokens.pop()  # ;
    return items


class Cells:
    """All cells in NEURON: their sections, and of each group where its cells begin."""

    def __init__(self, config):
        self.sections, self.first = [], {}
        for of in config["cells"]:
            begin = len(self.sections)
            self.sections += [self.make(config, of) for _ in range(of["count"])]
            self.first[of["name"]] = range(begin, len(self.sections))

    @staticmethod
    def shape(of):
        if of["form"] not in ("cable", "ball_and_stick"):
            raise SystemExit(f"hines-neuron.py: no cells of the form {of['form']}")
        stick = (of["region"], of["length"], of["diameter"])
        if of["form"] == "cable":
            return [stick]
        return [("soma", of["soma_diameter"], of["soma_diameter"]), stick]

    def make(self, config, of):
        made = []
        for region, length, diameter in self.shape(of):
            section = h.Section(name=f"{of['name']}{len(self.sections)}_{len(made)}")
            section.L, section.diam, section.nseg = length, diameter, of["compartments"]
            if made:
                section.connect(made[-1](1))
            self.cover(config, of["name"], region, section)
            made.append(section)
        return made

    @staticmethod
    def cover(config, name, region, section):
        """Leak and channels of a region."""
        def meant(entry):
            return entry["cells"] in ("", name) and entry["region"] in ("all", region)

        section.insert("pas")
        of = {"resistivity": 100, "capacitance": 1, "leak": 0, "reversal": -65}
        for entry in filter(meant, config.get("membranes", [])):
            of.update(entry)
        section.Ra, section.cm, section.g_pas, section.e_pas = map(of.get, (
            "resistivity", "capacitance", "leak", "reversal"))
        for of in filter(meant, config.get("channels", [])):
            if of["type"] != "hh":
                raise SystemExit(f"hines-neuron.py: no channels of the type {of['type']}")
            if "sections" in of:
                raise SystemExit("hines-neuron.py: no sections of channels")
            section.insert("hh")
            g, e = of.get("g", [0.12, 0.036]), of.get("e", [50, -77])
            section.gl_hh, section.gnabar_hh, section.gkbar_hh, section.ena, section.ek = 0, g[0], g[1], e[0], e[1]

    def meant(self, entry):
        """Numbers of the cells that an entry names."""
        return [all_of if entry["cell"] < 0 else all_of[entry["cell"]]
                for name, all_of in self.first.items() if entry["cells"] in ("", name)]


def make_synapses(config, cells):
    """NEURON's synapses by (entry, cell), in the order of their numbers."""
    made = {}
    for k, of in enumerate(config["synapses"]):
        if of.get("spread", "none") != "none":
            raise SystemExit("hines-neuron.py: no synapses that are spread")
        if "rise" in of or "magnesium" in of:
            raise SystemExit("hines-neuron.py: no synapses with rise or magnesium")
        for some in cells.meant(of):
            for cell in some if isinstance(some, range) else [some]:
                made[k, cell] = h.ExpSyn(cells.sections[cell][of["section"]](of["at"]))
                made[k, cell].tau, made[k, cell].e = of["tau"], of["e"]
    return made


def mix(x):
    """splitmix64 with the constants of M. E. O'Neill, as apps/hines/model/random.h has it."""
    x = np.atleast_1d(np.asarray(x, dtype=np.uint64)) + np.uint64(0x9E3779B97F4A7C15)
    x = (x ^ x >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ x >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return x ^ x >> np.uint64(31)


def train(config, of, number):
    """The steps before which spikes of a Poisson train arrive at the synapse of that number."""
    dt = config["dt"]
    mean, steps = of["rate"] * 1e-3 * dt, int(np.ceil(config["duration"] / dt * (1 - 1e-12)))
    step = np.arange(steps, dtype=np.uint64)
    drawn = (mix((mix(of["seed"]) ^ mix(number + 1)) + step) >> np.uint64(11)).astype(float) * 2.0 ** -53
    inside = (step * dt >= of["begin"] * (1 - 1e-12)) & (step * dt < of["end"] * (1 - 1e-12))
    one = below = np.exp(-mean)
    count, arrivals = 0, []
    while (more := np.nonzero(inside & (drawn >= below))[0]).size:
        arrivals += list(more)
        count, one = count + 1, one * mean / (count + 1)
        below += one
    return sorted(arrivals)


def make_inputs(config, synapses):
    """Pairs of a connection without a source, and the times at which it is to bring spikes."""
    made, dt, order = [], config["dt"], list(synapses)
    names = [of["name"] for of in config["synapses"]]
    for of in config.get("inputs", []):
        if of.get("file"):
            raise SystemExit("hines-neuron.py: no inputs from files")
        for number, (entry, cell) in enumerate(order):
            if names[entry] != of["synapse"]:
                continue
            wire = h.NetCon(None, synapses[entry, cell])
            wire.weight[0] = of["weight"]
            times = [t for t in of.get("times", []) if of["begin"] <= t < of["end"]]
            made.append((wire, times + [k * dt for k in train(config, of, number)] if of["rate"] else times))
    return made


def make_connections(config, fields, cells, synapses):
    made = []
    for name in ("from", "to", "synapse", "weight", "delay"):
        if f"connection_{name}" not in fields:
            return made
    columns = [fields[f"connection_{name}"][:] for name in ("from", "to", "synapse", "weight", "delay")]
    for sender, receiver, entry, weight, delay in zip(*columns):
        section = cells.sections[sender][0]
        wire = h.NetCon(section(0.5 / section.nseg)._ref_v, synapses[entry, receiver], sec=section)
        wire.threshold, wire.weight[0], wire.delay = config["threshold"], weight, delay
        made.append(wire)
    return made


def run(config, cells, inputs, second_order):
    """Times of the spikes of each cell, by straight lines between steps."""
    traces = [h.Vector().record(s[0](0.5 / s[0].nseg)._ref_v) for s in cells.sections]
    h.load_file("stdrun.hoc")
    h.celsius, h.dt, h.secondorder = config["temperature"], config["dt"], 2 if second_order else 0
    h.steps_per_ms = 1 / config["dt"]
    if hasattr(h, "usetable_hh"):
        h.usetable_hh = 0
    begin = h.FInitializeHandler(lambda: [wire.event(t) for wire, times in inputs for t in times])
    h.finitialize(config["initial"])
    h.continuerun(config["duration"])
    del begin
    spikes, limit = [], config["threshold"]
    for trace in traces:
        v = np.array(trace)
        k = np.nonzero((v[:-1] < limit) & (v[1:] >= limit))[0]
        spikes.append((k + (limit - v[k]) / (v[k + 1] - v[k])) * config["dt"])
    return spikes


def compare(name, config, fields, theirs):
    """True if spikes agree; what was found is printed."""
    cell, time = fields["spike_cell"][:], fields["spike_time"][:]
    ours = [time[cell == i] for i in range(len(theirs))]
    uneven = [i for i in range(len(theirs)) if len(ours[i]) != len(theirs[i])]
    apart = np.concatenate([np.abs(a - b) for a, b in zip(ours, theirs) if len(a) == len(b)] + [np.zeros(1)])
    print(f"{name}: {len(time)} spikes, in NEURON {sum(map(len, theirs))}; {len(uneven)} of {len(theirs)} cells have "
          f"another number; largest difference of times {apart.max():.3g} ms, time step {config['dt']:g} ms")
    return len(time) > 0 and not uneven and apart.max() <= config["dt"]


def keep(path, scheme, spikes, end):
    with open(path, "a") as record:
        for cell, times in enumerate(spikes):
            print(scheme, cell, *(f"{t:.4f}" for t in times if t < end), file=record)


def main():
    if len(sys.argv) not in (2, 4):
        print("Usage: hines-neuron.py RESULT.h5 [MS FILE]", file=sys.stderr)
        return 2
    try:
        file = h5py.File(sys.argv[1])
    except OSError as fault:
        raise SystemExit(f"hines-neuron.py: cannot read {sys.argv[1]}: {fault}") from None
    with file as result:
        config = group(TOKEN.findall(result["config"].attrs["effective"].decode())[::-1])
        runs = list(result["runs"].items())
        for key in ("clamps", "voltage_clamps", "gaps", "calcium"):
            if config.get(key):
                raise SystemExit(f"hines-neuron.py: no {key}")
        cells = Cells(config)
        synapses = make_synapses(config, cells)
        inputs = make_inputs(config, synapses)
        wires = make_connections(config, runs[0][1]["fields"], cells, synapses)
        print(f"{len(cells.sections)} cells, {len(synapses)} synapses, {len(wires)} connections, "
              f"{sum(len(times) for _, times in inputs)} spikes from outside")
        agree, schemes = True, [of.get("scheme", config["scheme"]) for of in config["solvers"]]
        if "sdirk2" in schemes:
            raise SystemExit("hines-neuron.py: NEURON has no scheme sdirk2")
        for (name, one), scheme in zip(runs, schemes):
            theirs = run(config, cells, inputs, scheme == "crank_nicolson")
            agree &= compare(name, config, one["fields"], theirs)
            if len(sys.argv) == 4:
                keep(sys.argv[3], scheme, theirs, float(sys.argv[2]))
    return 0 if agree else 1


if __name__ == "__main__":
    sys.exit(main())
