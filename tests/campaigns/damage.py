#!/usr/bin/env python3
"""Damaged result and checkpoint files through run --resume, compare and plot: no crash, no hang, none accepted.

Bits flipped, the end cut off, spans zeroed or filled with random bytes, blocks swapped. Every fifth file
gets a new checksum, so that HDF5 reads the damage; compare reads the others with --unchecked. There any result is right
except a crash or a hang."""
import os
import random
import shutil
import signal
import subprocess

from common import HERE, Campaign, content, ended
from workloads import SHIPPED_RUNS, WORKLOADS, command_of

LIMIT = 30  # seconds
LONGER = {  # too long to end before they are killed
    "adi": ["time.steps=1000000"],
    "bvp": ["repeats=30", "grid.intervals=[64,1024,262144]"],
    "batch": ["repeats=30", "systems=[4,16384,65536]"],
    "poisson": ["times=[%s]" % ",".join("%d.0" % t for t in range(99)), "grid.n=[40,40,40]"],
    "screened": ["sweep.points=999"],
    "hines": ["duration=1e6"],
}


def flip(data, r):
    for _ in range(r.randrange(1, 20)):
        data[r.randrange(len(data))] ^= 1 << r.randrange(8)


def cut(data, r):
    del data[r.randrange(len(data)):]


def zero(data, r):
    at, count = r.randrange(len(data)), r.randrange(1, 2000)
    data[at:at + count] = bytes(len(data[at:at + count]))


def scramble(data, r):
    at, count = r.randrange(len(data)), r.randrange(1, 2000)
    data[at:at + count] = bytes(r.randrange(256) for _ in data[at:at + count])


def swap(data, r):
    size = r.choice([64, 512, 4096])
    a, b = (r.randrange(max(1, len(data) // size)) * size for _ in range(2))
    if a != b and max(a, b) + size <= len(data):
        data[a:a + size], data[b:b + size] = data[b:b + size], data[a:a + size]


DAMAGES = [flip, cut, zero, scramble, swap]


class Damage(Campaign):
    def __init__(self):
        super().__init__(__doc__, 500)
        self.checksum = os.path.join(self.folder, "checksum")
        subprocess.run([os.environ.get("CC", "cc").split()[-1], "-O1", "-o", self.checksum,
                        os.path.join(HERE, "checksum.c")],
                       check=True)
        self.whole = []
        for name in self.drawn([*WORKLOADS, *SHIPPED_RUNS]):
            out = os.path.join(self.folder, name + ".h5")
            ended(command_of(name, self.folder, self.program, out))
            self.whole.append(out)
        for name in self.drawn(LONGER):
            self.whole.append(self.checkpoint(name))

    def checkpoint(self, name):
        """Of a run that is killed once there is one."""
        out = os.path.join(self.folder, name + "-long.h5")
        path = os.path.join(self.folder, name + "-long.checkpoint.h5")
        command = command_of(name, self.folder, self.program, out)
        for setting in LONGER[name]:
            command += ["--set", setting]
        with subprocess.Popen(command, env=dict(os.environ, OMP_NUM_THREADS="1")) as process:
            while not os.path.exists(path) and process.poll() is None:
                pass
            process.kill()
        return path

    def judge(self, case):
        number, whole, damage, seed, renewed, drawn = case
        place = os.path.join(self.folder, "case-%d" % number)
        os.makedirs(place)
        path = os.path.join(place, "damaged.h5")
        data = bytearray(content(whole))
        r = random.Random(seed)
        damage(data, r)
        if data == content(whole):  # as of two blocks that are alike
            flip(data, r)
        with open(path, "wb") as f:
            f.write(data)
        if renewed:
            subprocess.run([self.checksum, path], check=False)
        fault = self.fault(path, place, "checkpoint" in whole, renewed, drawn)
        if not fault:
            shutil.rmtree(place)
        return ("renewed" if renewed else "damaged") + (" checkpoints" if "checkpoint" in whole else " results"), fault

    def fault(self, path, place, checkpoint, renewed, drawn):
        compare, plot = [self.program, "compare", path], [self.program, "plot", path, "-o", place]
        strict = [compare] + ([plot] if drawn else [])
        if checkpoint:
            strict = [[self.program, "run", "-q", "--resume", path, "-o", os.path.join(place, "out.h5")]]
        for command in strict:
            limit = 3 if renewed and checkpoint else LIMIT  # damage that changes nothing lets a long run go on
            code, _, err = ended(command, limit=limit)
            if renewed and checkpoint and code is None:
                continue
            if code is None or code < 0:
                return "%s: %s" % (" ".join(command[1:]), "it hangs" if code is None else "signal %d" % -code)
            reported = len(err) == 1 and err[0].startswith("bandstand: cannot read ")
            if not renewed and not (reported and code == (2 if "it is not an HDF5 file" in err[0] else 1)):
                return "%s: exit %d, %s" % (" ".join(command[1:]), code, err)
        lenient = [compare + ["--unchecked"], compare + ["--unchecked", "--json"],
                   compare + ["--unchecked", path, "--rtol", "0"]]
        for command in lenient + ([plot + ["--unchecked"]] if drawn else []):
            code, _, _ = ended(command, limit=LIMIT)
            if code is None or code < 0:
                return "%s: %s" % (" ".join(command[1:]), "it hangs" if code is None else "signal %d" % -code)
        return None


def main():
    campaign = Damage()
    r = campaign.random
    cases = [(k, r.choice(campaign.whole), r.choice(DAMAGES), r.random(), k % 5 == 0, k % 10 < 2)
             for k in range(campaign.asked.cases)]
    campaign.run(campaign.judge, cases)
    campaign.finish("damaged files")


signal.signal(signal.SIGINT, signal.SIG_DFL)
main()
