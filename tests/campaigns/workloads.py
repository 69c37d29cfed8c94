"""Small runs of every application, for campaigns."""
import os
import shutil

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

# Cells "tree" and "traced" as a network, driven by Poisson trains and a file, one of them held by a voltage clamp.
NETWORK = """synapses = ( { name = "excite"; section = 0; tau = 2.0; e = 0.0; } );
inputs = ( { synapse = "excite"; rate = 400.0; weight = 0.01; seed = 3; },
           { synapse = "excite"; file = "arrivals.csv"; weight = 0.02; } );
connections = ( { from = "tree"; to = "excite"; form = "random"; degree = 2; weight = 0.01; delay = 0.5; seed = 4; },
                { form = "list"; file = "links.csv"; weight = 1.0; } );
voltage_clamps = ( { name = "held"; cells = "traced"; levels = [-65.0, -20.0]; durations = [1.0, 1.0];
                     resistance = 1.0; } );
"""
# Name: the configuration. Together they write snapshots, checkpoints, compressed arrays, long and short series, several
# precisions, and descriptions for ParaView.
WORKLOADS = {
    "adi": """app = "adi"; bandwidth = false; timing = { seconds = 0.0; }; title = "a block"; threads = 1;
grid = { n = [9, 8, 7]; upper = [1.0, 1.0, 1.0]; };
time = { steps = 8; dt = 0.0005; };
boundary = { x_lower = { kind = "dirichlet"; value = "sin(3*t) + y"; }; };
initial = "sin(pi*x)*cos(pi*y) + z"; source = "x*t";
sample = { every = 3; }; output = { snapshots = 4; }; checkpoint = { every = 3; };
solvers = ( { method = "thomas"; }, { method = "thomas_simd"; label = "lanes"; } );
""",
    "adi2": """app = "adi"; bandwidth = false; timing = { seconds = 0.0; };
threads = 1; precision = ["double", "float"];
grid = { n = [60, 50]; upper = [1.0, 1.0]; }; time = { steps = 3; end = 0.01; };
initial = "sin(pi*x)*sin(pi*y)"; output = { compression = 4; snapshots = 1; };
solvers = ( { method = "thomas"; } );
""",
    "bvp": """app = "bvp"; bandwidth = false; timing = { seconds = 0.0; }; threads = 1;
grid = { intervals = [16, 64, 256]; };
f = "sin(3*x)"; boundary = { lower = { kind = "dirichlet"; }; upper = { kind = "dirichlet"; value = 1.0; }; };
checkpoint = { every = 1; };
solvers = ( { method = "thomas"; }, { method = "windows"; } );
""",
    "batch": """app = "batch"; bandwidth = false; timing = { seconds = 0.0; }; threads = 1;
systems = [4, 16, 64]; rows = [32]; checkpoint = { every = 1; };
solvers = ( { method = "thomas"; }, { method = "cr"; } );
""",
    "poisson": """app = "poisson"; bandwidth = false; timing = { seconds = 0.0; }; title = "charges"; threads = 1;
grid = { n = [12, 9, 8]; upper = [1.0, 1.0, 1.0]; places_along = { y = "s*(3-s)/2"; }; };
f = { file = "field.h5"; dataset = "/temperature"; interpolate = true; }; charges = "charges.csv";
boundary = { z_lower = { kind = "dirichlet"; value = "x+t"; }; y_upper = { flux = "z"; }; };
times = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]; gradient = true; probes = ( { name = "p"; at = [0.5, 0.5, 0.5]; } );
output = { snapshots = 2; }; checkpoint = { every = 2; };
solvers = ( { method = "thomas_simd"; }, { method = "transforms"; transform = "matrix"; } );
""",
    "screened": """app = "poisson"; bandwidth = false; timing = { seconds = 0.0; }; threads = 1;
precision = ["double", "float"];
grid = { n = [16, 12]; upper = [1.0, 1.0]; places = "s*s"; }; eps = "1+y"; f = "cos(pi*x)";
sweep = { key = "q"; from = 0.0; to = 4.0; points = 4; }; checkpoint = { every = 1; };
solvers = ( { method = "thomas_simd"; }, { method = "cr"; transform = "matrix"; } );
""",
    "learned": """app = "poisson"; bandwidth = false; timing = { seconds = 0.0; }; threads = 1;
grid = { n = [16, 4]; upper = [1.0, 1.0]; }; f = "cos(pi*x)";
solvers = ( { method = "thomas_simd"; transform = "fftw"; } );
""",
    "hines": """app = "hines"; bandwidth = false; timing = { seconds = 0.0; }; title = "cells"; threads = 1;
duration = 6.0; record_every = 4;
cells = ( { name = "tree"; form = "random_tree"; count = 5; sections = 5; compartments = 3; },
          { name = "traced"; form = "swc"; file = "cell.swc"; } );
membranes = ( { leak = 3e-4; reversal = -54.3; } ); channels = ( { type = "hh"; } );
clamps = ( { current = 1.5; begin = 0.5; duration = 1.0; } );
records = ( { name = "soma"; }, { name = "tip"; cells = "traced"; section = 2; at = 1.0; } );
""" + NETWORK + """output = { snapshots = 2; compression = 1; }; checkpoint = { every = 1; };
solvers = ( { method = "hines_simd"; }, { method = "hines"; layout = "flat"; } );
""",
}
# Workloads whose configuration is shipped, and their command-line options.
SHIPPED_RUNS = {
    "chains": ["configs/cloudqueue/breakdown.cfg", "-S", "gth_band", "--set",
               "export.matrix_market=\"FOLDER/chain.mtx\""],
    "flow": ["configs/poisson/channel.cfg", "-S", "thomas_simd", "--set", "timing.seconds=0"],
}
# Further files that configurations read: texts, and files that are shipped.
TEXTS = {
    "charges.csv": "x, y, z, charge\n0.3, 0.5, 0.5, 1\n0.7, 0.2, 0.6, -1\n",
    "arrivals.csv": "time, cell\n1.5, 0\n2.5, 1\n",
    "links.csv": "from, to, synapse, weight, delay\n0, 1, excite, 0.01, 0.7\n2, 0, excite, 0.02, 1.0\n",
    "cell.swc": "1 1 0 0 0 5 -1\n2 3 0 9 0 1 1\n3 3 0 40 0 1 2\n4 3 9 60 0 0.5 3\n5 3 -9 60 0 0.5 3\n",
}
SHIPPED = {"field.h5": "configs/adi/chip3d_initial.h5"}
READ = {"poisson": ["field.h5", "charges.csv"], "hines": ["cell.swc", "arrivals.csv", "links.csv"]}


def config_of(name, folder):
    """Writes the configuration of a workload, and its input files, and returns its path."""
    for file in READ.get(name, []):
        if file in SHIPPED:
            shutil.copy(os.path.join(ROOT, SHIPPED[file]), os.path.join(folder, file))
        else:
            with open(os.path.join(folder, file), "w", encoding="ascii") as f:
                f.write(TEXTS[file])
    path = os.path.join(folder, name + ".cfg")
    with open(path, "w", encoding="ascii") as f:
        f.write(WORKLOADS[name])
    return path


def command_of(name, folder, program, out):
    """The command line that runs a workload."""
    if name in SHIPPED_RUNS:
        config, *words = [word.replace("FOLDER", folder) for word in SHIPPED_RUNS[name]]
        return [program, "run", os.path.join(ROOT, config), "-q", "-o", out, "-t", "1", "--set", "bandwidth=false",
                *words]
    return [program, "run", config_of(name, folder), "-q", "-o", out]
