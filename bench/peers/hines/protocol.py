"""What the simulators of this folder share: a job as JSON on stdin, an answer as a line of JSON on stdout.

A script peer_NAME.py defines a class and ends with `serve(Class)`; README.md says what the class has to bring."""
import json
import os
import sys
import time


def resident():
    """Bytes of memory that are resident."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def prepare(job):
    """All cores that the caller has, and none of the settings by which its own threads are bound and spin."""
    if job.get("cores"):
        os.sched_setaffinity(0, job["cores"])
    for name in [name for name in os.environ if name.startswith(("OMP_", "GOMP_"))]:
        del os.environ[name]


def lengths(points):
    """Of the straight parts of a section, um."""
    return [sum((b[k] - a[k]) ** 2 for k in range(3)) ** 0.5 for a, b in zip(points, points[1:])]


def shape(job, cell):
    """Sections of a cell: [parent, region, points], each point [x, y, z, diameter] in um."""
    shapes = job["cells"]["shapes"]
    return shapes[cell % len(shapes)]


def measure(peer, job):
    """The seconds of some calls, of as many steps each, after one that warms up, and the memory that the cells take."""
    before = resident()
    model = peer(job)
    model.run(job["steps"])
    bytes_taken = resident() - before
    seconds, busy = [], []
    for _ in range(job["repeats"]):
        cpu, wall = time.process_time(), time.perf_counter()
        own = model.run(job["steps"])
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        seconds.append(own or wall)
        busy.append(cpu / wall)
    return {"seconds": seconds, "busy": busy, "bytes": bytes_taken, "compartments": model.compartments}


def trace(peer, job):
    """Potentials at the places of `records`, every `every` steps."""
    times, columns = peer(job).trace()
    return {"time": list(map(float, times)), "v": [list(map(float, column)) for column in columns]}


def answer(peer, job):
    try:
        about = peer.load()
    except ImportError as missing:
        return {"missing": f"the Python module {missing.name} is missing" if missing.name else str(missing)}
    if job["task"] == "describe":
        return dict(about, name=peer.name)
    return {"time": measure, "trace": trace}[job["task"]](peer, job)


def serve(peer):
    job = json.load(sys.stdin)
    prepare(job)
    out = os.fdopen(os.dup(1), "w", encoding="ascii")
    os.dup2(2, 1)  # text that simulators print must not reach the answer
    try:
        found = answer(peer, job)
    except Exception as fault:  # whatever a simulator raises is a sentence for the table
        found = {"error": f"{type(fault).__name__}: {' '.join(str(fault).split())}"}
    json.dump(found, out, allow_nan=False)
    print(file=out, flush=True)
    os._exit(0)  # without the endings of simulators, which take time and may fail
