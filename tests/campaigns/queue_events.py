#!/usr/bin/env python3
"""A hall of servers, event by event, compared with the answers of `bandstand run`.

Tasks come one by one, wait in line, are served and leave; servers are switched on while tasks wait and off when they
are idle, as apps/cloudqueue/README.md describes it; nothing is shared with the program, no chain is made. Time averages
and shares of tasks are taken over batches; an answer agrees if it lies within the error bars of the batch means,
which are wide enough for all answers together: 1 run of 100 fails by chance.

    tests/campaigns/queue_events.py --loads 0.3 0.6 0.9 --tasks 4000000 --seed 1
"""
import argparse
import collections
import json
import math
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile

BATCHES = 40


def setting(text, key, default=None):
    found = re.search(r"(?<![\w.])" + key + r"\s*=\s*([-+.0-9eE]+)\s*;", text)
    if not found and default is None:
        sys.exit(f"the configuration says no {key}")
    return float(found.group(1)) if found else default


class Hall:
    """What a hall is made of; rates per unit of time."""

    def __init__(self, text, load, unit):
        text = re.sub(r"#.*", "", text)
        self.n, self.kappa = int(setting(text, "n")), int(setting(text, "kappa"))
        self.mu, self.eta, self.nu = setting(text, "mu"), setting(text, "eta"), setting(text, "nu")
        self.arrivals = load * self.n * self.kappa * self.mu
        # With setups = "available" no more servers boot than are off; the paper has no such limit.
        self.limited = re.search(r'\bsetups\s*=\s*"available"', text) is not None
        self.buffer = setting(text, "buffer", math.inf)
        self.power = {of: setting(text, of) for of in ("busy", "idle", "setup")}
        self.price = {of: setting(text, of, 0.0) for of in ("installed", "server", "energy", "wait", "loss", "change")}
        self.hour = 3600 / unit


class Batch:
    """Sums over one stretch of time."""

    def __init__(self):
        self.time = self.line = self.served = self.on = self.booting = self.booting_any = 0.0
        self.came = self.lost = self.switched = 0
        self.waits, self.responses = [], []
        self.tasks = collections.defaultdict(float)


def play(hall, tasks, seed):
    """BATCHES batches of as many arrivals each, after one that fills the hall."""
    draw = random.Random(seed).random
    line, running, servers, now = collections.deque(), [], 1, 0.0
    kappa, batches = hall.kappa, []
    for index in range(BATCHES + 1):
        b = Batch()
        while b.came < tasks // BATCHES:
            waiting, busy = len(line), len(running)
            # One server boots for every kappa tasks that wait, or part of them; each idle one is switched off.
            booting = -(-waiting // kappa) if servers < hall.n else 0
            if hall.limited:
                booting = min(booting, hall.n - servers)
            idle = (servers * kappa - busy) // kappa if servers > 1 else 0
            rates = (hall.arrivals, busy * hall.mu, booting * hall.eta, idle * hall.nu)
            step = -math.log(1.0 - draw()) / sum(rates)
            now += step
            b.time += step
            b.line += waiting * step
            b.served += busy * step
            b.on += servers * step
            b.booting += booting * step
            b.booting_any += step if booting else 0
            b.tasks[waiting + busy] += step
            pick = draw() * sum(rates)
            if pick < rates[0]:
                b.came += 1
                if busy < servers * kappa:
                    running.append(now)
                    b.waits.append(0.0)
                elif waiting < hall.buffer:
                    line.append(now)
                else:
                    b.lost += 1
            elif pick < rates[0] + rates[1]:
                leaves = int(draw() * busy)
                b.responses.append(now - running[leaves])
                running[leaves] = running[-1]
                running.pop()
            elif pick < rates[0] + rates[1] + rates[2]:
                servers += 1
                b.switched += 1
            elif servers > 1:
                servers -= 1
            while line and len(running) < servers * kappa:
                came = line.popleft()
                b.waits.append(now - came)
                running.append(came)
        if index:
            batches.append(b)
    return batches


def answers(hall, b, reported, percentiles):
    """Of one batch, by the names of the columns."""
    busy, on, setup = b.served / b.time / hall.kappa, b.on / b.time, b.booting / b.time
    power = hall.power["busy"] * busy + hall.power["idle"] * (on - busy) + hall.power["setup"] * setup
    price, line = hall.price, b.line / b.time
    out = {
        "mean_pending": line + b.served / b.time,
        "mean_on": on,
        "mean_setup": setup,
        "setup_share": b.booting_any / b.time,
        "switched_on": b.switched / b.time,
        "utilisation": busy / on,
        "lost": b.lost / b.came,
        "wait": statistics.fmean(b.waits),
        "response": statistics.fmean(b.responses),
        "waiting_share": sum(w > 0 for w in b.waits) / len(b.waits),
        "power": power,
        "cost": price["installed"] * hall.n + price["server"] * (on + setup) + price["energy"] * power / 1000
        + price["wait"] * line + hall.hour * (price["loss"] * b.lost + price["change"] * b.switched) / b.time,
    }
    for share in percentiles:  # of the tasks, how many are done by the time that was reported
        for name, values in (("wait", b.waits), ("response", b.responses)):
            limit = reported[f"{name}_{100 * share:.10g}"]
            out[f"share within {name}_{100 * share:.10g}"] = sum(v <= limit for v in values) / len(values)
    return out


def student(share, freedom):
    """Quantile of Student's t, expanded about the normal one (G. W. Hill, Comm. ACM 13, 1970)."""
    z = statistics.NormalDist().inv_cdf(share)
    return (z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
            + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3))


def ask(program, config, load, folder):
    result = os.path.join(folder, "hall.h5")
    subprocess.run([program, "run", config, "-q", "-S", "gth_band", "--set", "bandwidth=false", "--set",
                    "timing.seconds=0", "--set", f"load={load!r}", "-o", result], check=True)
    text = subprocess.run([program, "compare", result, "--json"], check=True, capture_output=True).stdout
    series = json.loads(text)["files"][0]["runs"][0]["series"]
    return {name: values[0] for name, values in series.items()}


def judge(reported, seen, sure):
    """Names, the reported value, the mean, its error bar, whether it agrees."""
    for name in seen[0]:
        values = [s[name] for s in seen]
        mean, bar = statistics.fmean(values), sure * statistics.stdev(values) / math.sqrt(len(values))
        if name.startswith("share within"):
            of = name.split()[-1]
            share = float(of.split("_")[1]) / 100
            agrees = mean >= share - bar if reported[of] == 0 else abs(mean - share) <= bar
            yield name, share, mean, bar, agrees
        else:
            yield name, reported[name], mean, bar, abs(mean - reported[name]) <= bar + 1e-12 * abs(mean)


def mode_agrees(hall, reported, batches, sure):
    """Is the number of tasks that was reported the most probable one, as far as can be seen?"""
    def lead(b, i):
        return (b.tasks[i] - b.tasks[int(reported["pending_mode"])]) / b.time
    total = collections.Counter()
    for b in batches:
        total.update(b.tasks)
    values = [lead(b, total.most_common(1)[0][0]) for b in batches]
    return statistics.fmean(values) <= sure * statistics.stdev(values) / math.sqrt(len(values))


def main():
    parse = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parse.add_argument("--program", default="build/bandstand")
    parse.add_argument("--config", default="configs/cloudqueue/data_centre.cfg")
    parse.add_argument("--loads", type=float, nargs="+", default=[0.3, 0.6, 0.9])
    parse.add_argument("--tasks", type=int, default=4000000, help="arrivals at each load")
    parse.add_argument("--seed", type=int, default=1)
    parse.add_argument("--unit", type=float, default=60.0, help="seconds of the configuration's unit of time")
    parse.add_argument("--percentiles", type=float, nargs="*", default=[0.5, 0.95, 0.99])
    given = parse.parse_args()
    text = open(given.config).read()
    sure = student(1 - 0.005 / (len(given.loads) * (13 + 2 * len(given.percentiles))), BATCHES - 1)
    wrong = 0
    print(f"seed {given.seed}, {given.tasks} tasks at each load, bars of {sure:.2f} standard errors")
    for load in given.loads:
        with tempfile.TemporaryDirectory() as folder:
            reported = ask(given.program, given.config, load, folder)
        hall = Hall(text, load, given.unit)
        batches = play(hall, given.tasks, given.seed)
        seen = [answers(hall, b, reported, given.percentiles) for b in batches]
        print(f"load {load}\n  {'':28}{'reported':>14}{'seen':>14}{'+-':>12}")
        for name, is_reported, mean, bar, agrees in judge(reported, seen, sure):
            print(f"  {name:28}{is_reported:14.6g}{mean:14.6g}{bar:12.2g}{'' if agrees else '   DISAGREES'}")
            wrong += not agrees
        agrees = mode_agrees(hall, reported, batches, sure)
        print(f"  {'most probable number':28}{reported['pending_mode']:14.6g}{'' if agrees else '   DISAGREES'}")
        wrong += not agrees
    print("all agree" if not wrong else f"{wrong} disagree")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
