#!/usr/bin/env python3
"""Runs on several ranks that are killed, stopped, or fail on one of them: intact files, and the same bits in the end.

Half of the cases kill one rank by SIGKILL, half of these while a file is being written. A quarter send SIGUSR1, SIGINT
or SIGTERM to mpirun, which must leave a checkpoint if the run has begun. What either left is resumed on another number
of ranks, and must end with the bits of a run on one. Signals come at some checkpoint of those that the same run writes
on as many ranks if it is left alone, and some time after it, so that nearly all come before the end; the last line says
how many did, and 20 kills must. In the other cases an allocation fails on one rank, or a call that changes a file on
rank 0, or on any where fields are written in parts: one sentence, once, exit 2 or 1, and at most a file of the runs
before. All ends must come within 10 seconds, more on a machine with other work, and leave no process. The program is
one of MPI=1."""
import errno
import os
import random
import shutil
import signal
import subprocess
import threading
import time

from common import HERE, Campaign, content, ended, environment
from workloads import ROOT

CASES = os.path.join(ROOT, "tests/support/ranks")
RUNS = {  # some seconds on one rank, with many checkpoints
    "hines": [os.path.join(CASES, "network.cfg"), "duration=600.0", "output.snapshots=10", "checkpoint.every=400"],
    "poisson": [os.path.join(CASES, "box.cfg"), "times=[%s]" % ",".join("%d.0" % t for t in range(30)),
                "output.snapshots=4", "checkpoint.every=3"],
    "batch": [os.path.join(CASES, "rows.cfg"), 'lines="transpose"', "systems=[2,3,5,7]", "rows=[5000,9000]",
              "checkpoint.every=1"],
    "batch of many": [os.path.join(CASES, "rows.cfg"), "systems=[40,3000,900,2000]", "rows=[30,9,50]",
                      'sizes="uniform"', "repeats=20", "checkpoint.every=1"],
    "bvp": [os.path.join(ROOT, "configs/bvp/heated_rod.cfg"), 'lines="transpose"', "checkpoint.every=1",
            "grid.intervals=[%s]" % ",".join("%d" % n for n in range(9001, 60002, 3000)),
            'solvers=({method="thomas";},{method="seq";})'],
    "adi": [os.path.join(ROOT, "configs/adi/chip3d.cfg"), "grid.n=[33,33,31]", "time.steps=60", "checkpoint.every=5",
            "output.snapshots=4", 'solvers=({method="thomas_simd";})'],
    "sweep": [os.path.join(ROOT, "configs/adi/chip3d.cfg"), "grid.n=[17,17,15]", "time.steps=200",
              'sweep={key="boundary.z_lower.h";from=1e3;to=2e4;points=12;}', "checkpoint.every=1",
              'solvers=({method="thomas_simd";})'],
}
IN_PARTS = " in parts"  # all ranks change files
for of in ("poisson", "adi"):
    RUNS[of + IN_PARTS] = [*RUNS[of], "output.parallel=true"]
CASES_OF_ALL = 60
KILLS_LEAST = 20  # that come before the end, of so many cases
PATIENCE = 10  # seconds for an end, on a machine that has nothing else to do
# One machine, whatever it has: no ssh, few cores, the user root.
MACHINE = {"OMPI_MCA_plm_rsh_agent": "sh", "OMPI_MCA_rmaps_base_oversubscribe": "1",
           "OMPI_MCA_mpi_yield_when_idle": "1", "OMPI_MCA_hwloc_base_binding_policy": "none",
           "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMP_WAIT_POLICY": "passive"}


def children(parent):
    """The processes that `parent` has started and that are alive, in their order."""
    found = []
    for name in os.listdir("/proc"):
        try:
            with open("/proc/%s/stat" % int(name), encoding="ascii", errors="replace") as f:
                state, above = f.read().rpartition(")")[2].split()[:2]
        except (ValueError, OSError):
            continue
        if int(above) == parent and state != "Z":
            found.append(int(name))
    return sorted(found)


def catches_usr1(process):
    """Has it come so far that SIGUSR1 asks for a checkpoint? mpirun, whose copy it is before, catches it too."""
    try:
        with open("/proc/%d/status" % process, encoding="ascii", errors="replace") as f:
            status = dict(line.rstrip("\n").split(":\t", 1) for line in f if ":\t" in line)
    except OSError:
        return False
    return status.get("Name") == "bandstand" and bool(int(status["SigCgt"], 16) >> (signal.SIGUSR1 - 1) & 1)


def survivors(place):
    """Processes whose command line names the folder."""
    found = []
    for name in os.listdir("/proc"):
        try:
            if name.isdigit() and place.encode() in (content("/proc/%s/cmdline" % name) or b""):
                found.append(int(name))
        except OSError:  # it has ended
            pass
    return found


def writing(place):
    return any(".tmp-" in f for f in os.listdir(place))


def version(path):
    """Differs from that of the file which was there before; None: there is no file."""
    try:
        found = os.stat(path)
    except FileNotFoundError:
        return None
    return found.st_ino, found.st_mtime_ns


def sentences(err):
    return [line for line in err if line.startswith("bandstand: ") and not line.startswith("bandstand: warning: ")]


def patience():
    return PATIENCE * max(1, os.getloadavg()[0] / os.cpu_count())


def options(parser):
    parser.add_argument("--ranks", type=int, default=4, help="2 ranks to so many; default %(default)s")


class Ranks(Campaign):
    def __init__(self):
        super().__init__(__doc__, CASES_OF_ALL, options)
        self.libraries = {name: self.compiled(name) for name in ("failing_allocations", "failing_io")}
        self.whole, self.seconds, self.calls, self.paces = {}, {}, {}, {}
        self.measuring = threading.Lock()
        for name in self.drawn(RUNS):
            self.prepare(name)

    def compiled(self, name):
        library = os.path.join(self.folder, name + ".so")
        subprocess.run([os.environ.get("CC", "cc").split()[-1], "-D_GNU_SOURCE=", "-O1", "-shared", "-fPIC", "-o",
                        library, os.path.join(HERE, name + ".c"), "-ldl"], check=True)
        return library

    def prepare(self, name):
        """The result of one rank, the seconds of two, and how often each of these can fail."""
        self.whole[name] = os.path.join(self.folder, name + ".h5")
        code, _, err = ended([self.program, *self.words(name, self.whole[name])])
        if code != 0:
            raise SystemExit("%s: exit %s, %s" % (name, code, err))
        began = time.time()
        out = os.path.join(self.folder, name + "-on-two.h5")
        self.end_of(self.start(2, self.words(name, out)))
        self.seconds[name] = time.time() - began
        for library in self.libraries:
            for rank in (0, 1):
                counted = os.path.join(self.folder, "counted")
                self.end_of(self.start(2, self.words(name, out), (rank, self.failing(library, 0, rank, counted))))
                self.calls[name, library, rank] = int(content(counted))
        print("# %s: %.1f s on two ranks, of which calls can fail: %s" % (name, self.seconds[name], {
            (library, rank): n for (run, library, rank), n in self.calls.items() if run == name}), flush=True)
        fault = self.differs(name, out)
        if fault:
            raise SystemExit("%s on two ranks: %s" % (name, fault))

    def words(self, name, out):
        config, *settings = RUNS[name]
        words = ["run", config, "-q", "-o", out, "-t", "1"]
        for setting in ["bandwidth=false", "timing.seconds=0", *settings]:
            words += ["--set", setting]
        return words

    def failing(self, library, at, rank, counted=None):
        variables = {"LD_PRELOAD": self.libraries[library], "FAIL_AT": str(at), "FAIL_OF": "program",
                     "FAIL_ERRNO": str(errno.ENOSPC)}
        if rank > 0:  # MPI has files of its own
            variables["FAIL_NAME"] = ".tmp-"
        if counted:
            variables["FAIL_COUNT"] = counted
        return ["env"] + ["%s=%s" % pair for pair in variables.items()]

    def start(self, ranks, words, bad=None, seconds=1):
        """mpirun, on so many ranks; bad: a rank, and how its command begins; seconds: until SIGKILL after SIGTERM.
        mpirun waits twice as long, even if all ranks have gone."""
        command = ["mpirun", "--quiet", "--timeout", "300", "--mca", "odls_base_sigkill_timeout", "%.0f" % seconds]
        parts = [(ranks, [])] if not bad else [(bad[0], []), (1, bad[1]), (ranks - bad[0] - 1, [])]
        segments = [["-n", str(n), *before, self.program, *words] for n, before in parts if n]
        for k, segment in enumerate(segments):
            command += ([":"] if k else []) + segment
        return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True,
                                env=environment(**MACHINE))

    def end_of(self, process, limit=300):
        """(exit code, lines of standard error); the code is None if it had to be killed."""
        try:
            _, err = process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return None, []
        return process.returncode, err.decode("utf-8", "replace").splitlines()

    def left(self, place):
        """Processes that are there when they should have ended."""
        until = time.time() + patience()
        while survivors(place) and time.time() < until:
            time.sleep(0.1)
        return "processes %s are left" % survivors(place) if survivors(place) else None

    def differs(self, name, out):
        if name in ("batch", "batch of many", "bvp"):  # of which memory and what is sent depend on ranks
            runs = ended(["h5ls", self.whole[name] + "/runs"])[1].decode().split("\n")[:-1]
            for run in [line.split()[0] for line in runs]:
                for part in ("fields", "series/error", "series/residual"):
                    place = "/runs/%s/%s" % (run, part)
                    code, said, err = ended(["h5diff", self.whole[name], out, place, place])
                    if code != 0:
                        return "other bits: %s %s %s" % (place, said[-300:], err)
            return None if runs else "no runs"
        code, said, err = ended([self.program, "compare", self.whole[name], out, "--rtol", "0", "--atol", "0"])
        return "other bits: %s %s" % (said.decode("utf-8", "replace")[-300:], err) if code != 0 else None

    def unreadable(self, place):
        for name in sorted(os.listdir(place)):
            path = os.path.join(place, name)
            if not name.endswith(".h5"):
                continue
            code, _, err = ended(["h5dump", "-H", path])
            if code != 0:
                return "%s is broken: %s" % (name, err)
            code, _, err = ended([self.program, "compare", path])
            if ("is a checkpoint" not in err[0]) if name.endswith(".checkpoint.h5") else code != 0:
                return "%s is not whole: %s" % (name, err)
        return None

    def judge(self, case):
        k, kind, name, ranks, seed = case
        place = os.path.join(self.folder, "case-%d" % k)
        os.makedirs(place)
        word, fault = getattr(self, kind)(name, ranks, place, random.Random(seed))
        if not fault:
            shutil.rmtree(place)
        return word, fault

    def begun(self, process, ranks):
        """The ranks, when they have started; fewer if the run has ended before."""
        while process.poll() is None:
            found = children(process.pid)
            if len(found) == ranks and catches_usr1(found[0]):
                return found
            time.sleep(0.01)
        return []

    def follow(self, process, place, until=None):
        """The number of checkpoints that a run writes, until there are so many or it has its result."""
        seen, last = 0, None
        while process.poll() is None and not os.path.exists(os.path.join(place, "out.h5")):
            now = version(os.path.join(place, "out.checkpoint.h5"))
            if now and now != last:
                seen, last = seen + 1, now
            if until is not None and seen >= until:
                break
            time.sleep(0.001)
        return seen

    def pace(self, name, ranks):
        """For an undisturbed run on so many ranks: seconds until it begins, the number of its checkpoints, and
        the seconds from one to the next."""
        with self.measuring:
            if (name, ranks) not in self.paces:
                place = os.path.join(self.folder, "%s-on-%d" % (name, ranks))
                os.makedirs(place)
                started = time.time()
                process = self.start(ranks, self.words(name, os.path.join(place, "out.h5")))
                self.begun(process, ranks)
                began = time.time()
                count = self.follow(process, place)
                self.paces[name, ranks] = began - started, count, (time.time() - began) / (count + 1)
                self.end_of(process)
                shutil.rmtree(place)
            return self.paces[name, ranks]

    def wait(self, process, name, ranks, place, r):
        """Until a checkpoint before the last one, and then some time less than from one to the next, as they have come
        so far: other work may have made the run that was left alone slower."""
        _, count, seconds = self.pace(name, ranks)
        self.begun(process, ranks)
        began = time.time()
        seen = self.follow(process, place, r.randrange(max(1, count)))
        time.sleep(r.uniform(0, min(seconds, (time.time() - began) / seen) if seen else seconds / 2))

    def kill(self, name, ranks, place, r):
        """One of eight before ranks have begun."""
        starting, _, _ = self.pace(name, ranks)
        process = self.start(ranks, self.words(name, os.path.join(place, "out.h5")))
        victim, when = r.randrange(ranks), r.choice(["starts"] + ["computes"] * 3 + ["writes"] * 4)
        if when == "starts":
            while process.poll() is None and len(children(process.pid)) < ranks:
                time.sleep(0.001)
            time.sleep(r.uniform(0, starting))
        else:
            self.wait(process, name, ranks, place, r)
        while when == "writes" and process.poll() is None and not writing(place):
            pass
        found, amid = children(process.pid), writing(place)
        if victim < len(found):
            os.kill(found[victim], signal.SIGKILL)
        code, err = self.end_of(process, patience())
        word = "SIGKILL while it %s" % ("writes" if amid else "starts" if when == "starts" else "computes")
        if code == 0:
            return "SIGKILL too late", self.go_on(name, ranks, place, r)
        if code is None:
            return word, "it hangs"
        return word, self.left(place) or self.unreadable(place) or self.go_on(name, ranks, place, r)

    def stop(self, name, ranks, place, r):
        out = os.path.join(place, "out.h5")
        number = r.choice([signal.SIGUSR1, signal.SIGINT, signal.SIGTERM])
        self.pace(name, ranks)
        process = self.start(ranks, self.words(name, out), seconds=patience() / 4)
        self.wait(process, name, ranks, place, r)
        if process.poll() is None:
            process.send_signal(number)
        code, err = self.end_of(process, patience())
        word = "%s to mpirun" % number.name
        if code == 0:
            return word + " too late", self.go_on(name, ranks, place, r)
        if code is None:
            return word, "it hangs"
        said = sentences(err)
        kept = os.path.exists(os.path.join(place, "out.checkpoint.h5"))
        if not said and os.path.exists(out) and not self.differs(name, out):  # mpirun alone was still there
            return word + " too late", None
        if len(said) != 1 or kept != ("go on with" in said[0]):
            return word, "%s: exit %d, %s checkpoint: %s" % (word, code, "a" if kept else "no", err)
        left = [f for f in os.listdir(place) if ".tmp-" in f]
        if left:
            return word, "it leaves %s" % left
        word += ", a checkpoint" if kept else ", before its first step"
        return word, self.left(place) or self.unreadable(place) or self.go_on(name, ranks, place, r)

    def go_on(self, name, ranks, place, r):
        """Continues on another number of ranks, to the end, and checks the files."""
        out, checkpoint = os.path.join(place, "out.h5"), os.path.join(place, "out.checkpoint.h5")
        behind = writing(place)
        if os.path.exists(checkpoint) or not os.path.exists(out) or behind:
            others = r.choice([n for n in range(1, self.asked.ranks + 1) if n != ranks])
            words = ["run", "-q", "--resume", checkpoint] if os.path.exists(checkpoint) else self.words(name, out)
            code, err = self.end_of(self.start(others, words))
            if code != 0:
                return "going on with %d ranks: exit %s, %s" % (others, code, err)
        more = [f for f in os.listdir(place) if f != "out.h5" and not f.endswith(".xdmf")]
        return "it leaves %s" % more if more else self.differs(name, out)

    def fail(self, name, ranks, place, r):
        """One of the failing libraries, on one rank."""
        library = r.choice(list(self.libraries))
        victim = 0 if library == "failing_io" and not name.endswith(IN_PARTS) else r.randrange(ranks)
        at = r.randint(1, max(1, self.calls[name, library, min(victim, 1)]))
        out = os.path.join(place, "out.h5")
        process = self.start(ranks, self.words(name, out), (victim, self.failing(library, at, victim)))
        code, err = self.end_of(process, 2 * self.seconds[name] + patience())
        word = "%s %s" % ("allocations" if library == "failing_allocations" else "files",
                          "of rank 0" if victim == 0 else "of another rank")
        if code is None:
            return word, "it hangs after %s %d on rank %d of %d" % (library, at, victim, ranks)
        said = sentences(err)
        wrong = self.left(place)
        if code == 0:
            return "survived", wrong or self.differs(name, out)
        if code != (2 if library == "failing_allocations" else 1) or len(said) != 1:
            wrong = "%s %d on rank %d of %d: exit %d, %s" % (library, at, victim, ranks, code, err)
        left = [f for f in os.listdir(place) if ".tmp-" in f]
        if left:
            wrong = wrong or "it leaves %s" % left
        return word, wrong or self.unreadable(place)


    def kills(self):
        """A sentence on those that took effect."""
        late = self.count.get("SIGKILL too late", 0)
        amid = self.count.get("SIGKILL while it writes", 0)
        all_of_them = sum(n for word, n in self.count.items() if word.startswith("SIGKILL "))
        if all_of_them - late < KILLS_LEAST and self.asked.cases >= CASES_OF_ALL:
            self.faults.append("%d kills took effect, and %d should" % (all_of_them - late, KILLS_LEAST))
            print("# " + self.faults[-1])
        return "%d kills took effect, %d of them while a file was written, and %d came too late" % (
            all_of_them - late, amid, late)


def main():
    campaign = Ranks()
    r = campaign.random
    cases = [(k, ["kill", "stop", "kill", "fail"][k % 4], r.choice(list(campaign.whole)),
              r.randint(2, campaign.asked.ranks), r.random()) for k in range(campaign.asked.cases)]
    campaign.run(campaign.judge, cases)
    campaign.finish("runs on several ranks, of which " + campaign.kills())


main()
