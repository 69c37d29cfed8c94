#!/usr/bin/env python3
"""Can comparisons of times be believed? On a machine that another process keeps busy on one core:

aa        pairs of equal runs: how often the gate at 1.3 raises a false alarm
ab        pairs of runs of which the second has one solver 1.5 times slower: how often the gate finds it
slow      pairs of runs of which the second is slower by 2 in everything: how often the gate finds it with --absolute
orders    the methods of data_centre.cfg in shuffled orders: the same order of times, and ratios within 15 %
overhead  a thousand tiny steps: the share of their time that is the frame's
verdicts  32 pairs of equal runs, and 32 of which the second has a method whose step takes 1.5 times as long: the
          example of the README, other applications, and the method as the reference run. No false alarm, and all
          found: the gate exits 1 and names that method and no other. "Inconclusive" is not an alarm, and finds nothing.
          10 minutes

`--only` chooses among them, `--cases` is the number of pairs, `--idle` leaves the machine alone. A slower solver and a
slower machine are played by slower.c."""
import json
import os
import re
import shlex
import statistics
import subprocess
import sys
import time

import common

STUDIES = ("verdicts", "aa", "ab", "slow", "orders", "overhead")
ORDERS = 8  # times the seconds of others: 14 methods share them
SLOWDOWN = 1.3
HEAT = """app = "adi"; bandwidth = false; timing = { seconds = %g; };
grid = { n = [48, 48, 48]; upper = [1.0, 1.0, 1.0]; }; time = { steps = 4; end = 0.01; };
initial = "sin(pi*x)*sin(pi*y)*sin(pi*z)"; output = { fields = false; xdmf = false; };
solvers = ( { method = "thomas"; }, { method = "lapack"; }, { method = "thomas_simd"; }, { method = "cr_pcr"; } );
"""
TINY = """app = "adi"; bandwidth = false; timing = { seconds = 0.0; }; threads = 1;
grid = { n = [64, 64]; upper = [1.0, 1.0]; }; time = { steps = %d; dt = 1e-5; };
initial = "sin(pi*x)*sin(pi*y)"; output = { fields = false; xdmf = false; }; sample = { every = 0; };
solver = { method = "thomas_simd"; };
"""

# Configurations of the study of verdicts: each has the method lapack, which is made slower; {} are methods in some
# order.
SMALL = {
    "plate": """app = "adi"; bandwidth = false; grid = { n = [120, 120]; upper = [1.0, 1.0]; };
time = { steps = 12; end = 0.01; }; initial = "sin(pi*x)*sin(pi*y)"; output = { fields = false; xdmf = false; };
solvers = ( %s );
""",
    "cube": """app = "adi"; bandwidth = false; grid = { n = [32, 32, 32]; upper = [1.0, 1.0, 1.0]; };
time = { steps = 6; end = 0.01; }; initial = "sin(pi*x)*sin(pi*y)*sin(pi*z)";
output = { fields = false; xdmf = false; };
solvers = ( %s );
""",
    "rod": """app = "bvp"; bandwidth = false; f = "sin(3*x)"; grid = { intervals = [1000, 10000, 40000]; };
solvers = ( %s );
""",
    "batch": """app = "batch"; bandwidth = false; systems = [64, 512]; rows = [64];
solvers = ( %s );
""",
}
METHODS = ["thomas", "lapack", "thomas_simd", "cr_pcr"]


def options(parser):
    parser.add_argument("--only", default=",".join(STUDIES), help="which studies; default all")
    parser.add_argument("--seconds", type=float, default=2.0, help="timing.seconds of a run; default %(default)s")
    parser.add_argument("--orders", type=int, default=10, help="shuffled orders; default %(default)s")
    parser.add_argument("--pairs", type=int, default=32, help="of each kind, of verdicts; default %(default)s")
    parser.add_argument("--idle", action="store_true", help="keep no core busy")


campaign = common.Campaign(__doc__.splitlines()[0], 100, options)
folder = campaign.folder


def path(name):
    return os.path.join(folder, name)


def run(arguments, out, **variables):
    """One run of the program, without a word."""
    done = subprocess.run([campaign.program, "run", *arguments, "-q", "-o", path(out)], stderr=subprocess.PIPE,
                          env=dict(os.environ, GOMP_SPINCOUNT="3000", **variables), check=False)
    if done.returncode:
        raise RuntimeError("run: exit %d: %s" % (done.returncode, done.stderr.decode()))


def compared(*arguments):
    """Exit code and JSON of a comparison."""
    done = subprocess.run([campaign.program, "compare", *arguments, "--json"], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, check=False)
    return done.returncode, json.loads(done.stdout)


def preload():
    """Builds the library that makes a program slower."""
    library = path("slower.so")
    subprocess.run([os.environ.get("CC", "cc").split()[-1], "-O2", "-shared", "-fPIC", "-o", library,
                    os.path.join(common.HERE, "slower.c"), "-ldl"], check=True)
    return library


def pairs(name, slower, gate, expected, allowed):
    """Pairs of runs through the gate. expected: exit code, methods that differ; allowed: how many may end otherwise."""
    with open(path("heat.cfg"), "w", encoding="ascii") as f:
        f.write(HEAT % campaign.asked.seconds)
    wrong, most = 0, []
    for pair in range(campaign.asked.cases):
        run([path("heat.cfg")], "a.h5")
        run([path("heat.cfg")], "b.h5", **slower)
        code, found = compared(path("a.h5"), path("b.h5"), "--max-slowdown", str(SLOWDOWN), *gate)
        methods = {d["run"].split("_", 1)[1].rsplit("_host", 1)[0] for d in found["details"]}
        most.append(max(r["slowdown"] for r in found["ratios"]))
        good = code == expected[0] and expected[1] <= methods
        wrong += not good
        if not good:
            print("# %s, pair %d: exit %d, %s" % (name, pair, code, found["differences"]), flush=True)
    campaign.count["%s as expected" % name] = campaign.asked.cases - wrong
    print("# %s: %d of %d otherwise than expected; the largest ratios are %.3g to %.3g, %.3g in the median" %
          (name, wrong, campaign.asked.cases, min(most), max(most), statistics.median(most)), flush=True)
    if wrong > allowed:
        campaign.faults.append("%s: %d of %d" % (name, wrong, campaign.asked.cases))


def of_readme():
    """The words that make a result, and those that compare two, as the README has them."""
    with open(os.path.join(common.ROOT, "README.md"), encoding="utf-8") as f:
        text = f.read()
    made = re.search(r"^build/bandstand run (.*) -o reference.h5", text, re.M).group(1)
    held = re.search(r"^build/bandstand compare reference.h5 new.h5 (.*)$", text, re.M).group(1)
    return [w.replace("configs/", os.path.join(common.ROOT, "configs/")) for w in shlex.split(made)], shlex.split(held)


def workloads():
    """Name: what makes a result, and what holds it against another."""
    made = {"readme": of_readme()}
    for name, text in SMALL.items():
        for kind, methods in (("", METHODS), (", lapack first", METHODS[1::-1] + METHODS[2:])):
            file = path("%s%d.cfg" % (name, len(kind)))
            with open(file, "w", encoding="ascii") as f:
                f.write(text % ", ".join('{ method = "%s"; }' % m for m in methods))
            made[name + kind] = [file, "--set", "timing.seconds=%g" % campaign.asked.seconds], \
                ["--max-slowdown", str(SLOWDOWN)]
    return made


def lapack_step(out):
    """Seconds of a step of the method that is made slower."""
    runs = compared(path(out))[1]["files"][0]["runs"]
    return next(r["metrics"]["seconds_step"] for r in runs if r["method"] == "lapack")


def factor_of(words, library):
    """What LAPACK has to be slowed down by for a step to take 1.5 times as long: other work is in it too."""
    run(words, "a.h5")
    factor = 1.5
    for _ in range(5):
        run(words, "b.h5", LD_PRELOAD=library, SLOWER_LAPACK="%g" % factor)
        more = max(0.05, lapack_step("b.h5") / lapack_step("a.h5") - 1)
        if 0.45 < more < 0.6:
            break
        factor = max(1.001, 1 + (factor - 1) * 0.5 / more)
    return factor


def verdict(name, words, held, slower):
    """One pair: whether the gate reported the expected result, and the result in words."""
    run(words, "a.h5")
    run(words, "b.h5", **slower)
    code, found = compared(path("a.h5"), path("b.h5"), *held)
    named = {re.match(r"\d+_(.*)_host_", d["run"]).group(1) for d in found["details"]}
    worst = max(found["ratios"], key=lambda r: r["slowdown"])
    good = named == {"lapack"} and code == 1 if slower else code in (0, 3)
    said = "%s: exit %d, names %s, at most %.3g (%s)" % (name, code, ", ".join(sorted(named)) or "none",
                                                        worst["slowdown"], worst["run"])
    return good, code, said


def verdicts(library):
    """Equal runs and slower ones, in a drawn order, so that both see the same hours of a machine."""
    made = workloads()
    factor = {name: factor_of(words, library) for name, (words, _) in made.items()}
    print("# verdicts: LAPACK is slowed down by",
          ", ".join("%.3g (%s)" % (f, n) for n, f in factor.items()), flush=True)
    names = list(made)
    kinds = ["readme" if k % 3 == 0 else names[1 + k % (len(names) - 1)] for k in range(campaign.asked.pairs)]
    cases = [(name, slow) for name in kinds for slow in (False, True)]
    campaign.random.shuffle(cases)
    wrong = {False: 0, True: 0}
    open_ones = {False: 0, True: 0}
    for name, slow in cases:
        slower = {"LD_PRELOAD": library, "SLOWER_LAPACK": "%g" % factor[name]} if slow else {}
        good, code, said = verdict(name, *made[name], slower)
        wrong[slow] += not good
        open_ones[slow] += code == 3
        if not good or code == 3:
            print("# %s pair, %s%s" % ("slower" if slow else "equal", said, "" if good else ": WRONG"), flush=True)
    print("# verdicts: %d false alarms in %d equal pairs (%d inconclusive); "
          "%d of %d slower ones missed (%d inconclusive)" %
          (wrong[False], len(kinds), open_ones[False], wrong[True], len(kinds), open_ones[True]), flush=True)
    campaign.count["verdicts as expected"] = len(cases) - wrong[False] - wrong[True]
    for slow, what in ((False, "false alarms"), (True, "slower runs missed")):
        if wrong[slow]:
            campaign.faults.append("verdicts: %d %s" % (wrong[slow], what))


def shuffled():
    """Ratios of methods to gth_band, in runs that list them in other orders. The slowest take half a second a step."""
    config = os.path.join(common.ROOT, "configs/cloudqueue/data_centre.cfg")
    settings = ["--set", "bandwidth=false", "--set", "timing.seconds=%g" % (ORDERS * campaign.asked.seconds)]
    run([config, "--solvers", "all", *settings], "all.h5")
    runs = compared(path("all.h5"))[1]["files"][0]["runs"]
    methods = [r["method"] for r in runs if r["status"] == "ok"]
    ratios = {m: [] for m in methods}
    for order in range(campaign.asked.orders):
        campaign.random.shuffle(methods)
        run([config, "--solvers", ",".join(methods), *settings], "order.h5")
        faster = {r["method"]: r["speedup"] for r in compared(path("order.h5"))[1]["files"][0]["runs"]}
        for m in methods:
            ratios[m].append(faster["gth_band"] / faster[m])
    middle = {m: statistics.median(r) for m, r in ratios.items()}
    ranked = sorted(methods, key=middle.get)
    far, turned = [], []
    for m in ranked:
        off = max(max(r / middle[m], middle[m] / r) for r in ratios[m])
        print("# orders: %-14s %9.3g times gth_band, %.3g to %.3g: within %.0f %%" %
              (m, middle[m], min(ratios[m]), max(ratios[m]), 100 * (off - 1)), flush=True)
        if off > 1.15:
            far.append(m)
    for i, a in enumerate(ranked):  # those within 15 % of each other have no order
        turned += ["%s, %s" % (a, b) for b in ranked[i + 1:] if middle[b] > 1.15 * middle[a]
                   and any(x > y for x, y in zip(ratios[a], ratios[b]))]
    campaign.count["orders"] = campaign.asked.orders
    for what, which in (("ratios beyond 15 %", far), ("another order", turned)):
        if which:
            print("# orders: %s: %s" % (what, "; ".join(which)), flush=True)
            campaign.faults.append("orders: %s: %s" % (what, "; ".join(which)))


def overhead():
    """Seconds that a process spends outside of its steps, of many steps against few."""
    steps, stepping = (1000, 201000), []
    outside = {n: [] for n in steps}
    for _ in range(5):
        for n in steps:
            with open(path("tiny.cfg"), "w", encoding="ascii") as f:
                f.write(TINY % n)
            began = time.monotonic()
            run([path("tiny.cfg")], "tiny.h5")
            wall = time.monotonic() - began
            metrics = compared(path("tiny.h5"))[1]["files"][0]["runs"][0]["metrics"]
            outside[n].append(wall - metrics["seconds_steps"])
            stepping.append(metrics["seconds_step"])
    frame = (min(outside[steps[1]]) - min(outside[steps[0]])) / (steps[1] - steps[0])
    lost = frame / (frame + min(stepping))
    print("# overhead: %.3g us beside a step of %.3g us: %.2f %%" % (1e6 * frame, 1e6 * min(stepping), 100 * lost),
          flush=True)
    campaign.count["overhead measured"] = 1
    if lost > 0.02:
        campaign.faults.append("overhead: %.2f %%" % (100 * lost))


def main():
    chosen = campaign.asked.only.split(",")
    if set(chosen) - set(STUDIES):
        sys.exit("no study %s; there are %s" % (", ".join(sorted(set(chosen) - set(STUDIES))), ", ".join(STUDIES)))
    library = preload()
    if "overhead" in chosen:  # before a core is busy
        overhead()
    busy = None if campaign.asked.idle else subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        if "verdicts" in chosen:
            verdicts(library)
        if "aa" in chosen:
            pairs("aa", {}, [], (0, set()), campaign.asked.cases // 50)
        if "ab" in chosen:
            pairs("ab", {"LD_PRELOAD": library, "SLOWER_LAPACK": "1.5"}, [], (1, {"lapack"}), 0)
        if "slow" in chosen:
            pairs("slow", {"LD_PRELOAD": library, "SLOWER_CLOCK": "2"}, ["--absolute"], (1, {"thomas", "lapack"}), 0)
        if "orders" in chosen:
            shuffled()
    finally:
        if busy:
            busy.kill()
            busy.wait()
    campaign.finish("times")


main()
