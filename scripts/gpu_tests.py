"""The parts of scripts/gpu-check that build and test: whether the device computes what the host does, and what the
sanitizers see."""
import concurrent.futures
import glob
import os
import re
import shutil

from gpu_record import CORES, ROOT, run, tail

QUIETLY = {"OMP_WAIT_POLICY": "passive", "OMP_NUM_THREADS": "2"}
TOOLS = ("memcheck", "racecheck", "initcheck", "synccheck")
WAITS = "test_conformance_blocktri"  # whose kernels wait for each other, and might forever
LONG = ("test_pivoting_device", "test_scan_device")  # where the host plays the device; `make test` has them


def drop_programs(setting):
    """So that none is taken for new that could not be made again."""
    for name in glob.glob(f"{setting.folder}/**/*", root_dir=ROOT, recursive=True):
        path = os.path.join(ROOT, name)
        if os.path.isfile(path) and os.access(path, os.X_OK) and "." not in os.path.basename(path):
            os.remove(path)


def build(setting, record, code):
    """All that can be built: what does not compile costs what needs it, and nothing else."""
    command = ["make", "-k", f"-j{CORES}", "KERNELS_ONLY=1", f"FLAVOUR={setting.flavour}", "gpu-programs"]
    if code:  # what spills is slow, but no reason to measure nothing
        command += ["CUDA=1", f"GPUS=-gencode arch=compute_{code},code=sm_{code}",
                    "SPILLS=-Xptxas -warn-spills,-warn-lmem-usage"]
    if setting.commit:
        command += [f"COMMIT={setting.commit}"]
    exit_code, said, seconds = run(command, setting.left(), MAKEFLAGS="")
    record.said(command, said)
    why, errors = "", []
    if exit_code != 0:
        why = tail(said, 40) + ("\nout of time" if exit_code is None else "")
        errors = re.findall(r"^.*\berror\b.*$", said, re.M)[:10]
        drop_programs(setting)
        record.said(command, run(command, max(setting.left(), 60), MAKEFLAGS="")[1])
    record.line("build", ok=exit_code == 0, seconds=seconds, command=" ".join(command), errors=errors, said=why)
    return exit_code == 0


def read_tap(code, said):
    """What a test program printed; a program that died, or tested nothing, has failed whatever it printed."""
    passed = re.findall(r"^ok \d+ - (?!.*# SKIP)(.*)$", said, re.M)
    skipped = re.findall(r"^ok \d+ - (.*?) # SKIP", said, re.M)
    failed = re.findall(r"^((?:# .*\n)*)not ok \d+ - (.*)$", said, re.M)
    failures = [{"test": name, "why": why.strip()} for why, name in failed]
    if code is None:
        failures.append({"test": "", "why": "out of time"})
    elif code and not failures:
        failures.append({"test": "", "why": f"exit {code}: {tail(said, 5)}"})
    elif not passed and not failures:
        failures.append({"test": "", "why": "nothing was tested"})
    return len(passed), len(skipped), failures


def programs(setting):
    """Name and path of each test program, those that might hang last."""
    folder = f"{setting.folder}/tests/{'device/' if setting.cuhost else ''}"
    names = ["test_device"] + [f"{test}_{p}" for test in
                               ("test_conformance_tridiag", "test_conformance_transform", "test_tridiag",
                                "test_pivoting_device", "test_scan_device", "test_spike_device", "test_relayout",
                                "test_batch", "test_adi_device", "test_poisson_device", "test_hines_device", WAITS)
                               for p in setting.precisions if not (setting.cuhost and test in LONG)]
    return [(name, folder + re.sub("(test_conformance)_[a-z]+", r"\1", name)) for name in names]


def judge(name, command, code, said):
    passed, skipped, failures = read_tap(code, said)
    if "/cuhost/" in command[-1] or "/cuhost/" in command[0]:
        passed, failures = int(code == 0), failures if code else []
    return {"program": name, "ok": not failures, "passed": passed, "skipped": skipped, "failures": failures}


def all_of(setting, record, part, jobs, together):
    """Runs jobs of a name, a command, an environment and seconds; a line each, as they end. Whether all went well."""
    def one(job):
        name, command, environment, most = job
        if not setting.has(command[0]):
            record.line(part, program=name, ok=False, passed=0, skipped=0, seconds=0,
                        failures=[{"test": "", "why": "it was not built"}])
            return False
        code, said, seconds = run(command, min(most, setting.left()), **{**QUIETLY, **environment})
        record.said(command, said)
        return record.line(part, **judge(name, command, code, said), seconds=seconds)["ok"]

    with concurrent.futures.ThreadPoolExecutor(together) as pool:
        return all(list(pool.map(one, jobs)))


def wanted(name):
    """The conformance suite is run by kind."""
    kind = re.match("test_conformance_([a-z]+)_", name)
    if kind:
        return {"TESTS": "*device*", "KIND": kind[1]}
    return {"TESTS": "*device*"} if name.startswith("test_tridiag") else {}


def shares(setting, name):
    """The kind with the most methods is tested by several processes; more would wait for each other at the GPU."""
    several = 3 if "tridiag" in name and "conformance" in name and not setting.cuhost else 1
    return [{"SHARE": f"{k}/{several}"} for k in range(several)]


def once(setting, record):
    """Every kernel against the host, a few batches each: one process per program. Those that wait for each other come
    last, under a limit of their own."""
    few = {"SAMPLE": "2400", "ROWS_MAX": "99999"} if setting.cuhost else {"SAMPLE": "150"}
    jobs = [(name, [path], {**wanted(name), "SEED": "1", **few, **share}, 10 if name.startswith(WAITS) else 60)
            for name, path in programs(setting) for share in shares(setting, name)]
    return all_of(setting, record, "once", jobs, max(1, min(CORES, 6)))


def conformance(setting, record):
    """Every test of a method on the device, in both precisions, with more batches than once has."""
    few = {"SAMPLE": "900", "ROWS_MAX": "9999"} if setting.cuhost else {"SAMPLE": "40"}
    jobs = [(name, [path], {**wanted(name), **few, "SEED": "2", "CUHOST_SEED": "1", **share}, 120)
            for name, path in programs(setting) for share in shares(setting, name)]
    jobs += [(name, [f"{setting.folder}/tests/cuhost/{name}", *arguments], {}, 60)
             for name, arguments in (("semantics", []), ("planted", ["right"]))]
    return all_of(setting, record, "conformance", jobs, max(1, min(CORES, 8)))


def watched(setting):
    """Name, tool, pattern of tests, command and environment of each run under a sanitizer."""
    tests = f"{setting.folder}/tests"
    inside = f"{tests}/device" if setting.cuhost else tests
    jobs = [(f"{t} {p}", t, "tridiag *device*", [f"{inside}/test_conformance_{p}"], share)
            for t in TOOLS for p in setting.precisions for share in shares(setting, "test_conformance_tridiag")]
    return jobs + [(*job, {}) for job in watched_besides(tests, inside, setting.precisions)]


def watched_besides(tests, inside, precisions):
    """The same without the shares of a program."""
    planted = f"{tests}/cuhost/planted"
    jobs = [(f"{t} {p}, tridiag", t, "*device*", [f"{inside}/test_tridiag_{p}"]) for t in TOOLS for p in precisions]
    jobs += [(f"{t} {p}, adi", t, "*_steps", [f"{inside}/test_adi_device_{p}"]) for t in TOOLS[:2] for p in precisions]
    jobs += [(f"memcheck {p}, hines", "memcheck", "*", [f"{inside}/test_hines_device_{p}"]) for p in precisions]
    jobs += [(f"{t} {p}, transforms", t, "transform *device*", [f"{inside}/test_conformance_{p}"])
             for t in TOOLS[:2] for p in precisions]
    jobs += [(f"memcheck {p}, layouts", "memcheck", "*device*", [f"{inside}/test_relayout_{p}"]) for p in precisions]
    return jobs + [("memcheck, planted", "memcheck", "*", [planted, "wrong", "global-bounds"]),
                   ("racecheck, planted", "racecheck", "*", [planted, "wrong", "missing-syncthreads"])]


def sanitizer(setting, record):
    """A few batches of each method under each tool; and whether the tools find a bug that was planted."""
    tool = os.environ.get("COMPUTE_SANITIZER") or (None if setting.cuhost else shutil.which("compute-sanitizer"))
    if not tool:
        why = "it watches GPUs, and this is none" if setting.cuhost else "compute-sanitizer is not on the PATH"
        record.line("sanitizer", skipped=why)
        return True
    few = {**QUIETLY, "SAMPLE": "400", "ROWS_MAX": "1100"}
    padding = {"memcheck": ["--padding", "32"]}  # allocations may be adjacent: the bytes after one are another

    def one(job):
        name, which, tests, command, environment = job
        if not setting.has(command[0]):
            return record.line("sanitizer", run=name, ok=False, why="it was not built")["ok"]
        watch = [tool, "--tool", which, *padding.get(which, []), "--error-exitcode", "9"]
        code, said, seconds = run([*watch, *command], setting.left(), TESTS=tests, **few, **environment)
        record.said([which, *command], said)
        if "planted" in name:  # which tests the tool, not the program
            record.line("sanitizer", run=name, finds_planted=code == 9, seconds=seconds)
            return True
        passed, _, failures = read_tap(code, said)
        why = failures[0]["why"] or failures[0]["test"] if failures else ""
        return record.line("sanitizer", run=name, ok=not why, seconds=seconds, passed=passed, why=why,
                           said=tail(said) if why else "")["ok"]

    with concurrent.futures.ThreadPoolExecutor(max(1, min(CORES, 14))) as pool:
        return all(list(pool.map(one, watched(setting))))
