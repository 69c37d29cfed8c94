#!/usr/bin/env python3
"""Every call that changes a file fails: no crash, one sentence, exit 1, the old file complete, no temporary files left.

Workloads of all applications, with checkpoints, snapshots, exported chains, descriptions for ParaView, resumed runs and
pictures. A call fails once, or it and all later ones fail, with ENOSPC or EIO; or a write takes half of its bytes,
which is not a failure."""
import errno
import os
import shutil
import subprocess
import threading

from common import HERE, Campaign, content, ended
from workloads import SHIPPED_RUNS, WORKLOADS, command_of

MODES = [("ENOSPC", {}), ("ENOSPC, from then on", {"FAIL_FROM": "1"}), ("EIO", {"FAIL_ERRNO": str(errno.EIO)}),
         ("EIO, from then on", {"FAIL_ERRNO": str(errno.EIO), "FAIL_FROM": "1"}), ("short", {"FAIL_SHORT": "1"})]
# Files that a run replaces next to its result, of the kinds that it writes there.
OLD = {"out.xdmf": b'<?xml version="1.0"?>\n<Xdmf Version="2.0">an old file\n', "chain.mtx": b"%%MatrixMarket of old\n"}
NAMES = [*WORKLOADS, *SHIPPED_RUNS, "resume", "plot"]


class Faults(Campaign):
    def __init__(self):
        super().__init__(__doc__, 2000)
        self.library = os.path.join(self.folder, "failing_io.so")
        subprocess.run([os.environ.get("CC", "cc").split()[-1], "-O1", "-shared", "-fPIC", "-o", self.library,
                        os.path.join(HERE, "failing_io.c"), "-ldl"], check=True)
        self.prepare()

    def prepare(self):
        """An old result and a checkpoint, which faults must leave whole."""
        self.old = os.path.join(self.folder, "old.h5")
        ended(command_of("bvp", self.folder, self.program, self.old))
        self.checkpoint = os.path.join(self.folder, "kept.checkpoint.h5")
        place = self.place("checkpoint")
        out = os.path.join(place, "kept.h5")
        command = command_of("adi", place, self.program, out) + ["--set", "time.steps=12"]
        # A run that fails once the last checkpoint is written leaves that checkpoint.
        count = self.calls(command, place)
        for at in range(count, 0, -1):
            ended(command, self.environment(at, {}, place))
            if os.path.exists(os.path.join(place, "kept.checkpoint.h5")):
                break
        shutil.copy(os.path.join(place, "kept.checkpoint.h5"), self.checkpoint)

    def place(self, name):
        path = os.path.join(self.folder, name.replace(" ", "_").replace(",", ""))
        os.makedirs(path, exist_ok=True)
        return path

    def environment(self, at, mode, place):
        return dict({"LD_PRELOAD": self.library, "FAIL_AT": str(at), "FAIL_ERRNO": str(errno.ENOSPC),
                     "XDG_CACHE_HOME": os.path.join(place, "cache")}, **mode)

    def calls(self, command, place):
        counted = os.path.join(self.folder, "calls-%d" % threading.get_ident())
        code, _, err = ended(command, dict(self.environment(0, {}, place), FAIL_COUNT=counted))
        if code != 0:
            raise SystemExit("without faults: exit %s, %s" % (code, err))
        return int(content(counted))

    def command(self, name, place):
        """A folder as it was before the fault, and the command."""
        out = os.path.join(place, "out.h5")
        shutil.copy(self.old, out)
        for old, text in OLD.items():
            with open(os.path.join(place, old), "wb") as f:
                f.write(text)
        if name == "plot":
            return [self.program, "plot", self.old, "-o", place]
        if name == "resume":
            shutil.copy(self.checkpoint, os.path.join(place, "out.checkpoint.h5"))
            return [self.program, "run", "-q", "--resume", os.path.join(place, "out.checkpoint.h5"), "-o", out]
        return command_of(name, place, self.program, out)

    def judge(self, case):
        name, at, label, mode = case
        place = self.place("%s %d %s" % (name, at, label))
        before = set(os.listdir(place))
        command = self.command(name, place)
        before = set(os.listdir(place)) | before
        code, _, err = ended(command, self.environment(at, mode, place))
        fault = self.fault(place, before, code, err, label)
        if not fault:
            shutil.rmtree(place)
        return ("short writes that were finished" if label == "short" else "failures"), fault

    def fault(self, place, before, code, err, label):
        if code is None or code < 0:
            return "it hangs" if code is None else "signal %d" % -code
        if code == 0 and (label == "short" or self.only_cached(place)):
            return self.damage(place)
        pictures = os.path.basename(place).startswith("plot")  # each has a sentence of its own
        sentences = [line.startswith("bandstand: ") for line in err]
        if code != 1 or not sentences or not all(sentences) or (len(sentences) > 1 and not pictures):
            return "exit %d: %s" % (code, err)
        left = [f for _, _, files in os.walk(place) for f in files if ".tmp-" in f]
        if left:
            return "it leaves %s" % left
        more = [f for f in set(os.listdir(place)) - before if not f.endswith((".checkpoint.h5", ".png", "cache"))]
        if more:
            return "it leaves %s" % more
        return self.damage(place)

    def only_cached(self, place):
        """Was it what FFTW has learned that could not be written? A run goes on without."""
        cached = [os.path.join(folder, f) for folder, _, files in os.walk(os.path.join(place, "cache")) for f in files]
        return "learned" in os.path.basename(place) and all(content(f).endswith(b")\n") for f in cached)

    def damage(self, place):
        out, checkpoint = os.path.join(place, "out.h5"), os.path.join(place, "out.checkpoint.h5")
        if content(out) != content(self.old) and ended([self.program, "compare", out])[0] != 0:
            return "the result is neither the old one nor whole"
        if os.path.exists(checkpoint):
            _, _, err = ended([self.program, "compare", checkpoint])
            if "is a checkpoint" not in err[0]:
                return "its checkpoint: " + err[0]
        for old, end in (("out.xdmf", b"</Xdmf>\n"), ("chain.mtx", b"\n")):
            now = content(os.path.join(place, old))
            if now != OLD[old] and not now.endswith(end):
                return "%s is neither the old one nor whole" % old
        return None


def main():
    campaign = Faults()
    cases = []
    for name in campaign.drawn(NAMES):
        place = campaign.place("count " + name)
        calls = campaign.calls(campaign.command(name, place), place)
        print("# %s: %d calls" % (name, calls), flush=True)
        cases += [(name, k, label, mode) for k in range(1, calls + 1) for label, mode in MODES]
    if len(cases) > campaign.asked.cases:
        cases = campaign.random.sample(cases, campaign.asked.cases)
    campaign.run(campaign.judge, cases)
    campaign.finish("calls that change files fail")


main()
