#!/usr/bin/env python3
"""Runs that are killed, by SIGKILL and SIGTERM, while they compute, read or write: all resume to the same bits.

Half of the signals come while a file is being written, or in the first moments of a resumed run, when it reads its
checkpoint; the others at any time. A killed run must leave the old result or none, and a valid checkpoint or none; the
run that continues must end with the same fields and series."""
import os
import random
import shutil
import signal
import subprocess
import time

from common import Campaign, ended
from workloads import READ, command_of

LONGER = {  # a good part of a second each, most of it in checkpoints and snapshots
    "adi": ["time.steps=60", "grid.n=[16,14,18]", "output.snapshots=10", "checkpoint.every=1", "output.compression=1"],
    "adi2": ["time.steps=40", "grid.n=[120,110]", "checkpoint.every=1", "output.snapshots=5"],
    "bvp": ["repeats=3", "grid.intervals=[64,256,1024,4096,16384,65536]"],
    "batch": ["repeats=3", "systems=[4,16,64,256,1024,4096]"],
    "poisson": ["times=[%s]" % ",".join("%d.0" % t for t in range(12)), "grid.n=[16,14,18]", "checkpoint.every=1"],
    "screened": ["sweep.points=20", "grid.n=[64,60]"],
    "hines": ["duration=50.0", "cells.0.count=20", "output.snapshots=10"],
}
WHEN = ["writing", "reading", "at any time", "at any time"]


class Kills(Campaign):
    def __init__(self):
        super().__init__(__doc__, 200)
        self.whole = {}
        self.seconds = {}
        for name in self.drawn(LONGER):
            out = os.path.join(self.folder, name + ".h5")
            began = time.time()
            code, _, err = ended(self.command(name, self.folder, out))
            if code != 0:
                raise SystemExit("%s: exit %s, %s" % (name, code, err))
            self.whole[name], self.seconds[name] = out, time.time() - began

    def command(self, name, folder, out):
        command = command_of(name, folder, self.program, out)
        for setting in LONGER[name]:
            command += ["--set", setting]
        return command

    def start(self, command):
        return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                env=dict(os.environ, OMP_NUM_THREADS="1"))

    def strike(self, process, place, when, number, r, seconds):
        """True if the signal came before the end."""
        pause = {"reading": r.uniform(0, 0.03), "writing": r.uniform(0, seconds)}.get(when, r.uniform(0, seconds))
        time.sleep(pause)
        while when == "writing" and process.poll() is None:
            if any(".checkpoint.h5.tmp-" in f for f in os.listdir(place)):
                break
        process.send_signal(number)
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            return None
        return process.returncode != 0

    def judge(self, case):
        k, name, number, when, seed = case
        r = random.Random(seed)
        place = os.path.join(self.folder, "case-%d" % k)
        os.makedirs(place)
        out, checkpoint = os.path.join(place, "out.h5"), os.path.join(place, "out.checkpoint.h5")
        anew = self.command(name, place, out)
        again = [self.program, "run", "-q", "--resume", checkpoint]
        word = "%s %s" % (signal.Signals(number).name, when)
        if when == "reading":  # of a checkpoint that another signal left
            with self.start(anew) as process:
                self.strike(process, place, "at any time", signal.SIGKILL, r, self.seconds[name])
        with self.start(again if os.path.exists(checkpoint) else anew) as process:
            struck = self.strike(process, place, when, number, r, self.seconds[name])
            err = process.stderr.read().decode("utf-8", "replace").splitlines()
        if struck is None:
            return word, "it hangs after the signal"
        if struck and process.returncode not in (-number, 128 + number):
            return word, "exit %d: %s" % (process.returncode, err)
        if not struck:
            word = "came too late"
        fault = self.end(name, place, anew, again)
        if not fault:
            shutil.rmtree(place)
        return word, fault

    def end(self, name, place, anew, again):
        """Continues to the end, if there is more to do, and checks the files."""
        out, checkpoint, whole = (os.path.join(place, "out.h5"), os.path.join(place, "out.checkpoint.h5"),
                                  self.whole[name])
        # Killed after its result, a run may leave the temporary file of another; the next run to that name removes it.
        behind = any(".tmp-" in f for f in os.listdir(place))
        if os.path.exists(checkpoint) or not os.path.exists(out) or behind:
            code, _, err = ended(again if os.path.exists(checkpoint) else anew)
            if code != 0:
                return "going on: exit %s, %s" % (code, err)
        code, said, err = ended([self.program, "compare", whole, out, "--rtol", "0", "--atol", "0"])
        if code != 0:
            return "other bits: %s %s" % (said, err)
        known = ["out.h5", *READ.get(name, [])]
        more = [f for f in os.listdir(place) if not f.endswith((".cfg", ".xdmf")) and f not in known]
        return "it leaves %s" % more if more else None


def main():
    campaign = Kills()
    r = campaign.random
    cases = [(k, r.choice(list(campaign.whole)), r.choice([signal.SIGKILL, signal.SIGTERM]), r.choice(WHEN), r.random())
             for k in range(campaign.asked.cases)]
    campaign.run(campaign.judge, cases)
    campaign.finish("killed runs")


main()
