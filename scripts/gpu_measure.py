"""The parts of scripts/gpu-check that measure: limits, benchmarks, and what the hardware counts in one launch of each
kernel."""
import csv
import json
import os
import shutil

from gpu_record import run, tail

DOUBLE, FLOAT = ["-p", "double"], ["-p", "float"]
# The measurements, in the order of their worth, and the seconds that each may take.
RUNS = [
    ("limits", ["device.limits"], 20),
    ("bench", ["tridiag.one", *DOUBLE], 25),
    ("bench", ["tridiag.pivots", *DOUBLE], 25),
    ("bench", ["tridiag.device", *DOUBLE], 50),
    ("bench", ["adi.device", *DOUBLE], 25),
    ("bench", ["poisson.device", *DOUBLE], 20),
    ("bench", ["tridiag.few", *DOUBLE], 10),
    ("bench", ["tridiag.short", *DOUBLE], 20),
    ("bench", ["queue.table2", *DOUBLE, "-S", "gth_band,bicgstab"], 25),
    ("bench", ["queue.table2", *DOUBLE, "-S", "gth_band,hbisa_redblack"], 12),
    ("bench", ["tridiag.grid", *DOUBLE], 40),
    ("bench", ["adi.device", *FLOAT], 10),
    ("bench", ["tridiag.device", *FLOAT], 30),
]
LONG = ("tridiag.device", "tridiag.short", "tridiag.grid")  # where the host plays the device: of two methods there
STALLS = ("long_scoreboard", "short_scoreboard", "barrier", "wait", "math_pipe_throttle", "lg_throttle", "membar")
METRICS = ["gpu__time_duration.sum", "dram__bytes_read.sum", "dram__bytes_write.sum", "smsp__inst_executed.sum",
           "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio",
           "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio",
           "sm__warps_active.avg.per_cycle_active", "launch__registers_per_thread",
           *(f"smsp__average_warps_issue_stalled_{s}_per_issue_active.ratio" for s in STALLS)]
COUNTED = [(["tridiag.device", *DOUBLE, "-S", "thomas,thomas_tiled,cr_pcr,pcr_thomas"], 35),
           (["adi.device", *DOUBLE], 25), (["tridiag.one", *DOUBLE, "-S", "cr_pcr,spike_cr,partition_pivot,cf_lu"], 30),
           (["queue.table2", *DOUBLE, "-S", "hbisa_redblack"], 20)]


def measure(setting, record, part):
    """Each line of each benchmark, as it comes. Whether all went well; a benchmark that did not leaves what it had."""
    fine = True
    few = ["--quick", "--samples", "1", "--rounds", "1"] if setting.cuhost else ["--samples", "7", "--rounds", "7"]
    runs = [r for r in RUNS if r[0] == part and (r[1][-1] != "float" or "float" in setting.precisions)]
    for _, what, most in runs:
        called = " ".join(what)
        if not setting.has(setting.program):
            record.line(part, run=called, ok=False, why="bandstand was not built")
            fine = False
            continue
        most = 60 if setting.cuhost else most  # one round is short, on whatever machine
        seconds = max(1, int(min(most, setting.left())))
        methods = ["-S", "thomas,thomas_tiled"] if setting.cuhost and what[0] in LONG else []
        command = [setting.program, "bench", *what, *methods, "--json", "--seconds", str(seconds), *few]

        def keep(line):
            try:
                entry = json.loads(line) if line.startswith("{") else {}
            except json.JSONDecodeError:
                entry = {}  # torn by a kill
            if entry:
                record.line(part, run=called, **entry)

        code, said, took = run(command, min(most + 5, setting.left()), keep)
        record.said(command, "\n".join(line for line in said.splitlines() if not line.startswith("{")))
        why = "" if code == 0 else "out of time" if code is None else f"exit {code}: {tail(said, 1)[:300]}"
        record.line(part, run=called, ok=code == 0, seconds=took, why=why)
        fine &= code == 0
    return fine


def read_counts(said):
    """Rows of ncu's CSV: a heading, a row of units, one row per launch."""
    lines = [line for line in said.splitlines() if line.startswith('"')]
    start = next((k for k, line in enumerate(lines) if line.startswith('"ID"')), None)
    if start is None:
        return [], {}
    rows = list(csv.DictReader(lines[start:]))
    launches = [(row["Kernel Name"], {name: number(row.get(name)) for name in METRICS}) for row in rows[1:]]
    return launches, rows[0] if rows else {}


def number(text):
    try:
        return float((text or "").replace(",", ""))
    except ValueError:
        return None


def count(setting, record):
    """One launch of each kernel under ncu, the first, which has the most rows where levels follow; clocks stay as they
    are. Skipped with a reason."""
    tool = os.environ.get("NCU") or (None if setting.cuhost else shutil.which("ncu"))
    if not tool or not setting.has(setting.program):
        why = "bandstand was not built" if tool else "no ncu" if setting.cuhost else "ncu is not on the PATH"
        record.line("ncu", skipped=why)
        return True
    scale = ["--quick"] if setting.cuhost else []
    for what, most in COUNTED:
        watched = [setting.program, "bench", *what, "--json", "--samples", "1", "--rounds", "1", *scale]
        command = [tool, "--csv", "--page", "raw", "--clock-control", "none", "--cache-control", "none",
                   "--kernel-id", "::regex:.*:1", "--metrics", ",".join(METRICS), *watched]
        code, said, took = run(command, min(most, setting.left()))
        record.said(command, said)
        rows, units = read_counts(said)
        for kernel, counts in rows:
            record.line("ncu", run=" ".join(what), kernel=kernel, counts=counts)
        if rows:
            record.line("ncu", run=" ".join(what), units={name: units.get(name) for name in METRICS}, seconds=took)
        else:
            why = "out of time" if code is None else f"exit {code}: {tail(said, 1)[:300]}"
            record.line("ncu", run=" ".join(what), skipped=why, seconds=took)
    return True
