#!/usr/bin/env python3
"""Writes what NEURON finds of the cells in tests/data, with which tests compare `hines`.

    python3 scripts/hines-mechanisms.py tests/data
    python3 scripts/hines-mechanisms.py tests/data ih

Writes hines_CASE.csv for each case, or for the one that is named: time in ms and potentials in mV, once a millisecond,
by NEURON's step of second order, which is Crank-Nicolson. Mechanisms are compiled from the text below by nrnivmodl. The
same cells are in tests/apps/hines/test_hines_neuron.c. Exit code 77: the modules neuron or numpy are missing."""
import os
import subprocess
import sys
import tempfile

try:
    import numpy as np
    import neuron
    from neuron import h
except ImportError as missing:
    print(f"hines-mechanisms.py: no module {missing.name}", file=sys.stderr)
    sys.exit(77)

MECHANISMS = {
    "cahva": """
NEURON { SUFFIX cahva USEION ca READ eca WRITE ica RANGE gbar }
UNITS { (S) = (siemens) (mV) = (millivolt) (mA) = (milliamp) }
PARAMETER { gbar = 1e-5 (S/cm2) }
ASSIGNED { v (mV) eca (mV) ica (mA/cm2) }
STATE { m h }
BREAKPOINT { SOLVE states METHOD cnexp ica = gbar*m*m*h*(v - eca) }
INITIAL { m = am(v)/(am(v) + bm(v)) h = ah(v)/(ah(v) + bh(v)) }
DERIVATIVE states { m' = am(v)*(1 - m) - bm(v)*m h' = ah(v)*(1 - h) - bh(v)*h }
FUNCTION am(v) {
  if (fabs(v + 27) < 1e-6) { am = 0.055*3.8 } else { am = 0.055*(-27 - v)/(exp((-27 - v)/3.8) - 1) } }
FUNCTION bm(v) { bm = 0.94*exp((-75 - v)/17) }
FUNCTION ah(v) { ah = 0.000457*exp((-13 - v)/50) }
FUNCTION bh(v) { bh = 0.0065/(exp((-v - 15)/28) + 1) }
""",
    "calva": """
NEURON { SUFFIX calva USEION ca READ eca WRITE ica RANGE gbar }
UNITS { (S) = (siemens) (mV) = (millivolt) (mA) = (milliamp) }
PARAMETER { gbar = 1e-5 (S/cm2) }
ASSIGNED { v (mV) eca (mV) ica (mA/cm2) celsius (degC) }
STATE { m h }
BREAKPOINT { SOLVE states METHOD cnexp ica = gbar*m*m*h*(v - eca) }
INITIAL { m = mi(v) h = hi(v) }
DERIVATIVE states { m' = (mi(v) - m)/mt(v) h' = (hi(v) - h)/ht(v) }
FUNCTION mi(v) { mi = 1/(1 + exp((v + 40)/-6)) }
FUNCTION mt(v) { mt = (5 + 20/(1 + exp((v + 35)/5)))/2.3^((celsius - 21)/10) }
FUNCTION hi(v) { hi = 1/(1 + exp((v + 90)/6.4)) }
FUNCTION ht(v) { ht = (20 + 50/(1 + exp((v + 50)/7)))/2.3^((celsius - 21)/10) }
""",
    "capool": """
NEURON { SUFFIX capool USEION ca READ ica WRITE cai RANGE gamma, tau, depth, rest }
UNITS { (mM) = (milli/liter) (mA) = (milliamp) FARADAY = (faraday) (coulomb) }
PARAMETER { gamma = 0.05 tau = 80 (ms) depth = 0.1 (um) rest = 1e-4 (mM) }
ASSIGNED { ica (mA/cm2) }
STATE { cai (mM) }
INITIAL { cai = rest }
BREAKPOINT { SOLVE states METHOD cnexp }
DERIVATIVE states { cai' = -(10000)*(ica*gamma/(2*FARADAY*depth)) - (cai - rest)/tau }
""",
    "sk": """
NEURON { SUFFIX sk USEION k READ ek WRITE ik USEION ca READ cai RANGE gbar }
UNITS { (S) = (siemens) (mV) = (millivolt) (mA) = (milliamp) (mM) = (milli/liter) }
PARAMETER { gbar = 1e-5 (S/cm2) }
ASSIGNED { v (mV) ek (mV) ik (mA/cm2) cai (mM) }
STATE { z }
BREAKPOINT { SOLVE states METHOD cnexp ik = gbar*z*(v - ek) }
INITIAL { z = zi(cai) }
DERIVATIVE states { z' = (zi(cai) - z)/1 }
FUNCTION zi(c) { zi = 1/(1 + (0.00043/c)^4.8) }
""",
    "ih": """
NEURON { SUFFIX ih NONSPECIFIC_CURRENT i RANGE gbar }
UNITS { (S) = (siemens) (mV) = (millivolt) (mA) = (milliamp) }
PARAMETER { gbar = 1e-5 (S/cm2) }
ASSIGNED { v (mV) i (mA/cm2) }
STATE { m }
BREAKPOINT { SOLVE states METHOD cnexp i = gbar*m*(v + 45) }
INITIAL { m = a(v)/(a(v) + b(v)) }
DERIVATIVE states { m' = a(v)*(1 - m) - b(v)*m }
FUNCTION a(v) {
  if (fabs(v + 154.9) < 1e-6) { a = 0.00643*11.9 } else { a = 0.00643*(v + 154.9)/(exp((v + 154.9)/11.9) - 1) } }
FUNCTION b(v) { b = 0.193*exp(v/33.1) }
""",
    "junction": """
NEURON { POINT_PROCESS junction NONSPECIFIC_CURRENT i RANGE g POINTER vgap }
PARAMETER { g = 0 (microsiemens) }
ASSIGNED { v (millivolt) vgap (millivolt) i (nanoamp) }
BREAKPOINT { i = g*(v - vgap) }
""",
    "nmda": """
NEURON { POINT_PROCESS nmda NONSPECIFIC_CURRENT i RANGE rise, decay, mg }
UNITS { (nA) = (nanoamp) (mV) = (millivolt) (uS) = (microsiemens) }
PARAMETER { rise = 2 (ms) decay = 65 (ms) mg = 1 }
ASSIGNED { v (mV) i (nA) factor }
STATE { A (uS) B (uS) }
INITIAL {
  LOCAL peak
  A = 0 B = 0
  peak = rise*decay/(decay - rise)*log(decay/rise)
  factor = 1/(exp(-peak/decay) - exp(-peak/rise))
}
BREAKPOINT { SOLVE state METHOD cnexp i = (B - A)/(1 + exp(-0.062*v)*mg/3.57)*v }
DERIVATIVE state { A' = -A/rise B' = -B/decay }
NET_RECEIVE(weight (uS)) { A = A + weight*factor B = B + weight*factor }
""",
}


def compile_mechanisms():
    with tempfile.TemporaryDirectory() as folder:
        for name, text in MECHANISMS.items():
            with open(os.path.join(folder, f"{name}.mod"), "w") as mod:
                mod.write(text)
        tool = os.path.join(os.path.dirname(sys.executable), "nrnivmodl")
        subprocess.run([tool if os.path.exists(tool) else "nrnivmodl"], cwd=folder, check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        neuron.load_mechanisms(folder)


def ball_and_stick(leak=1e-4, reversal=-65):
    """A soma of 20 um and a dendrite of 300."""
    soma, stick = h.Section(name="soma"), h.Section(name="stick")
    soma.L = soma.diam = 20
    stick.L, stick.diam, stick.nseg = 300, 2, 9  # a tenth of the length constant at 100 Hz
    stick.connect(soma(1))
    for section in (soma, stick):
        section.Ra, section.cm = 100, 1
        section.insert("pas")
        section.g_pas, section.e_pas = leak, reversal
    return soma, stick


def squid(section):
    section.insert("hh")
    section.gl_hh, section.ena, section.ek = 0, 50, -77


def clamp(place, begin, duration, current):
    made = h.IClamp(place)
    made.delay, made.dur, made.amp = begin, duration, current
    return made


def arrive(synapse, weight, times):
    """What keeps a synapse to which spikes come at these times."""
    wire = h.NetCon(None, synapse)
    wire.weight[0] = weight
    return wire, h.FInitializeHandler(lambda: [wire.event(t) for t in times])


def calcium():
    """Calcium currents that fill the soma and the dendrite, and potassium that they open."""
    soma, stick = ball_and_stick(1e-4, 125)
    squid(soma)
    for section in (soma, stick):
        for name in ("cahva", "calva", "capool", "sk"):
            section.insert(name)
        section.gbar_cahva, section.gbar_calva, section.gbar_sk, section.ek = 5e-4, 2e-4, 2e-3, -77
        section.gamma_capool, section.tau_capool = 0.02, 20
    stick.tau_capool, stick.depth_capool = 40, 0.2
    return [soma, stick], [soma(0.5), stick(0.5)]


def ih():
    soma, stick = ball_and_stick()
    for section in (soma, stick):
        section.insert("ih")
    soma.gbar_ih, stick.gbar_ih = 2e-4, 2e-3
    return [soma, stick, clamp(soma(0.5), 20, 100, -0.3)], [soma(0.5), stick(0.5)]


def synapses():
    """Receptors of two kinds on a dendrite, AMPA and NMDA, and inhibition at the soma."""
    soma, stick = ball_and_stick()
    squid(soma)
    ampa, inhibition, nmda = h.Exp2Syn(stick(0.5)), h.Exp2Syn(soma(0.5)), h.nmda(stick(0.75))
    ampa.tau1, ampa.tau2, ampa.e = 0.2, 1.7, 0
    inhibition.tau1, inhibition.tau2, inhibition.e = 1, 8, -80
    kept = [soma, stick, ampa, inhibition, nmda]
    kept += arrive(ampa, 0.02, (20.01, 60.01, 61.01, 120.01))
    kept += arrive(nmda, 0.03, (20.01, 60.01, 61.01, 120.01, 121.01))
    kept += arrive(inhibition, 0.01, (90.01, 122.01))
    return kept, [soma(0.5), stick(0.5)]


def gap():
    """A cell that fires, and another that is joined to its dendrite."""
    soma, stick = ball_and_stick(1e-4, 125)
    other, branch = ball_and_stick()
    kept = [soma, stick, other, branch]
    for section in (soma, other):
        squid(section)
    for here, there in ((stick(0.5), other(0.5)), (other(0.5), stick(0.5))):
        junction = h.junction(here)
        junction.g = 0.01
        h.setpointer(there._ref_v, "vgap", junction)
        kept.append(junction)
    return kept, [soma(0.5), other(0.5)]


def gradient():
    """The h current and the leak of a dendrite grow with the distance from the middle of the soma."""
    soma, stick = ball_and_stick()
    stick.insert("ih")
    h.distance(0, soma(0.5))
    for place in stick:
        far = h.distance(place)
        place.ih.gbar, place.pas.g = 2e-4 * (-0.8696 + 2.087 * np.exp(far / 123)), 1e-5 * (1 + far / 10)
    return [soma, stick, clamp(soma(0.5), 20, 100, -0.5)], [soma(0.5), stick(0.99)]


CASES = {"calcium": (calcium, 8, 200), "ih": (ih, 34, 200), "synapses": (synapses, 6.3, 200), "gap": (gap, 6.3, 200),
         "gradient": (gradient, 34, 200)}


def run(case):
    """Times, and the potentials at the places of a case, once a millisecond."""
    make, celsius, duration = CASES[case]
    kept, places = make()
    for section in h.allsec():
        if h.ismembrane("ca_ion", sec=section):
            section.cao = 2
    dt, every = 0.025, 40
    traces = [h.Vector().record(place._ref_v) for place in places]
    h.load_file("stdrun.hoc")
    h.celsius, h.dt, h.secondorder, h.steps_per_ms = celsius, dt, 2, 1 / dt
    if hasattr(h, "usetable_hh"):
        h.usetable_hh = 0
    h.finitialize(-65)
    h.continuerun(duration)
    del kept
    columns = [np.array(trace)[::every] for trace in traces]
    return [np.arange(len(columns[0])) * dt * every] + columns


def main():
    if len(sys.argv) not in (2, 3):
        print("Usage: hines-mechanisms.py FOLDER [CASE]", file=sys.stderr)
        return 2
    compile_mechanisms()
    for case in sys.argv[2:] or CASES:
        columns = run(case)
        with open(os.path.join(sys.argv[1], f"hines_{case}.csv"), "w") as out:
            print(f"# NEURON {neuron.__version__}, scripts/hines-mechanisms.py", file=out)
            print(",".join(["time"] + [f"v{k}" for k in range(len(columns) - 1)]), file=out)
            for row in zip(*columns):
                print(",".join(f"{x:.6f}" if k else f"{x:g}" for k, x in enumerate(row)), file=out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
