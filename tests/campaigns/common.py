"""What the campaigns share: how a program ends, and how cases are run and counted."""
import argparse
import concurrent.futures
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

from workloads import ROOT

HERE = os.path.dirname(os.path.abspath(__file__))


def environment(**more):
    """One thread. With the last variable the program need not start again, which would lose a preloaded library."""
    return dict(os.environ, OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", GOMP_SPINCOUNT="3000", **more)


def ended(command, variables=None, limit=60, folder=None):
    """(exit code, standard output, lines of standard error); the code is None if it had to be killed."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder,
                               env=environment(**(variables or {})))
    try:
        out, err = process.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return None, b"", []
    return process.returncode, out, err.decode("utf-8", "replace").splitlines()


def content(path):
    """The bytes of a file, or None."""
    try:
        with open(path, "rb") as f:
            return f.read()
    except FileNotFoundError:
        return None


class Campaign:
    """Takes a program, a seed and a number of cases from the command line, runs cases in parallel, and counts."""

    def __init__(self, about, cases, more=None):
        """`more`, if given, adds options of one campaign to the parser."""
        parser = argparse.ArgumentParser(description=about)
        parser.add_argument("program", nargs="?", default=os.path.join(ROOT, "build/bandstand"))
        parser.add_argument("--cases", type=int, default=cases, help="how many; default %(default)s")
        parser.add_argument("--seed", type=int, default=int(time.time()), help="default: the time")
        parser.add_argument("--workloads", type=int, help="only so many of them, drawn by the seed; default: all")
        parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
        if more:
            more(parser)
        self.asked = parser.parse_args()
        self.program = os.path.abspath(self.asked.program)
        self.random = random.Random(self.asked.seed)
        self.folder = tempfile.mkdtemp(prefix="bandstand-campaign.")
        self.count = {}
        self.faults = []
        print("# seed %d, in %s" % (self.asked.seed, self.folder), flush=True)

    def drawn(self, names):
        """Those of the workloads that are tried."""
        names = list(names)
        return self.random.sample(names, min(len(names), self.asked.workloads or len(names)))

    def run(self, judge, cases):
        """Calls judge(case) for each: a pair of the outcome, in a word, and None or its fault."""
        with concurrent.futures.ThreadPoolExecutor(self.asked.jobs) as pool:
            for case, (word, fault) in zip(cases, pool.map(judge, cases)):
                self.count[word] = self.count.get(word, 0) + 1
                if fault:
                    self.faults.append(fault)
                    print("# %s: %s" % (case, fault), flush=True)

    def finish(self, what):
        """One line of TAP, and the exit."""
        counts = ", ".join("%d %s" % (n, word) for word, n in sorted(self.count.items()))
        if self.faults:
            print("not ok 1 - %s: %d faults in %s (seed %d)" % (what, len(self.faults), counts, self.asked.seed))
        else:
            print("ok 1 - %s: %s" % (what, counts))
            shutil.rmtree(self.folder, ignore_errors=True)
        print("1..1")
        sys.exit(1 if self.faults else 0)
