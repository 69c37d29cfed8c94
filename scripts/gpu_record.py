"""What the parts of scripts/gpu-check share: programs run under a time limit, and lines of JSON that stand as soon as
they are written."""
import ctypes
import datetime
import json
import os
import queue
import re
import signal
import subprocess
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CORES = len(os.sched_getaffinity(0))
GRACE = 3  # seconds between SIGTERM, at which a benchmark prints what it has, and SIGKILL


class Record:
    """The lines and the log of one check. Each line is written whole by one call, so that a kill at any moment leaves
    lines that can be read."""

    def __init__(self, path):
        os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
        self.path = path
        self.lines = []
        self.lock = threading.Lock()
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND
        self.out = os.open(path, flags, 0o644)
        self.log = os.open(os.path.splitext(path)[0] + ".log", flags, 0o644)

    def line(self, part, **values):
        entry = {"part": part, **values}
        with self.lock:
            os.write(self.out, (json.dumps(entry) + "\n").encode())
            self.lines.append(entry)
        return entry

    def said(self, command, text):
        with self.lock:
            os.write(self.log, f"$ {' '.join(command)}\n{text.rstrip()}\n\n".encode(errors="replace"))

    def of(self, part, kind):
        return [entry[kind] for entry in self.lines if entry["part"] == part and kind in entry]


class Setting:
    """Where and how it runs, and until when."""

    def __init__(self, cuhost, commit, seconds):
        self.cuhost = cuhost
        self.commit = commit
        self.began = time.monotonic()
        self.patience = 4 if cuhost else 1  # a host that plays a GPU is slow, and has no limited lease
        self.ends = self.began + seconds * self.patience
        self.flavour = "cuhost" if cuhost else "release"
        self.folder = f"build/{self.flavour}-kernels"
        self.program = f"{self.folder}/bandstand"
        # Kernels in float are compiled only for a GPU: played by the host they take the same paths.
        self.precisions = ("double",) if cuhost else ("double", "float")
        self.date = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H-%M-%SZ")
        self.part_ends = self.ends

    def begin(self, seconds):
        """A part that may take so long, and no longer than the whole."""
        self.part_ends = min(time.monotonic() + seconds * self.patience, self.ends)

    def left(self):
        return self.part_ends - time.monotonic()

    def spent(self):
        return round(time.monotonic() - self.began, 1)

    def has(self, program):
        return os.access(os.path.join(ROOT, program), os.X_OK)


def end_all(process, code):
    try:
        os.killpg(process.pid, code)
    except ProcessLookupError:
        pass


def run(command, seconds, each_line=None, **environment):
    """Exit code (None: it ran out of time), what it printed, and its time. What it started ends with it. Lines are
    passed to each_line as they come; a program that is out of time has GRACE to print what it has."""
    began = time.monotonic()
    if seconds <= 0:
        return None, "there was no time left", 0.0
    try:
        process = subprocess.Popen(command, cwd=ROOT, env={**os.environ, **environment}, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True)
    except OSError as error:
        return 127, f"{command[0]}: {error.strerror}", 0.0
    arrived, said, over = queue.Queue(), [], False

    def read():
        for line in process.stdout:
            arrived.put(line)
        arrived.put(None)

    threading.Thread(target=read, daemon=True).start()
    due = began + seconds
    ends = [(due, signal.SIGTERM), (due + GRACE, signal.SIGKILL), (due + 2 * GRACE, 0)]
    while True:
        try:
            line = arrived.get(timeout=max(ends[0][0] - time.monotonic(), 0.01))
        except queue.Empty:
            if time.monotonic() < ends[0][0]:
                continue
            over = True
            if len(ends) == 1:
                break
            end_all(process, ends.pop(0)[1])
            continue
        if line is None:
            break
        said.append(line)
        if each_line:
            each_line(line.rstrip("\n"))
    try:
        code = process.wait(timeout=GRACE)
    except subprocess.TimeoutExpired:
        over, code = True, None
    end_all(process, signal.SIGKILL)
    return None if over else code, "".join(said), round(time.monotonic() - began, 2)


def tail(text, lines=30):
    return "\n".join(text.splitlines()[-lines:])


def gpu_by_tool():
    query = ["nvidia-smi", "--query-gpu=name,driver_version,compute_cap", "--format=csv,noheader"]
    code, said, _ = run(query, 20)
    found = re.match(r"(.+), ([\d.]+), (\d+)\.(\d+)$", said.strip().splitlines()[0] if said.strip() else "")
    if code == 0 and found:
        return {"gpu": found[1], "driver": found[2], "code": found[3] + found[4], "by": "nvidia-smi"}, None
    return None, tail(said, 1) or "nvidia-smi shows none"


def gpu_by_driver():
    """Asks libcuda itself, where no nvidia-smi is on the PATH. Attributes 75 and 76: the compute capability."""
    try:
        cuda = ctypes.CDLL("libcuda.so.1")
    except OSError as error:
        return None, str(error)
    device, version, major, minor = (ctypes.c_int() for _ in range(4))
    name = ctypes.create_string_buffer(256)
    calls = [("cuInit", (0,)), ("cuDeviceGet", (ctypes.byref(device), 0)),
             ("cuDeviceGetName", (name, len(name), device)), ("cuDriverGetVersion", (ctypes.byref(version),)),
             ("cuDeviceGetAttribute", (ctypes.byref(major), 75, device)),
             ("cuDeviceGetAttribute", (ctypes.byref(minor), 76, device))]
    for call, arguments in calls:
        code = getattr(cuda, call)(*arguments)
        if code:
            return None, f"{call}: error {code}"
    driver = f"CUDA {version.value // 1000}.{version.value % 1000 // 10}"
    return {"gpu": name.value.decode(), "driver": driver, "code": f"{major.value}{minor.value}", "by": "libcuda"}, None


def find_gpu():
    """Name, driver and compute capability of the first GPU; a sentence where there is none."""
    found, why = gpu_by_tool()
    if not found:
        found, other = gpu_by_driver()
        why = f"no GPU: {why}; {other}"
    return found, None if found else why
