"""Commands that allocations.py tries, their configurations and the files that these name. Every run leaves its result
in out.h5."""

from workloads import NETWORK, TEXTS

HEAT = '''app = "adi"; bandwidth = false; timing = { seconds = 0.0; }; threads = 1;
grid = { n = [5, 6, 4]; upper = [1.0, 2.0, 1.0]; };
time = { steps = 3; dt = 0.01; };
initial = "sin(x)*y";
source = { file = "field.h5"; dataset = "/runs/000_thomas_host_double/fields/temperature"; interpolate = true; };
material = { conductivity = "1+x"; };
boundary = { x_lower = { kind = "dirichlet"; value = "y+t"; }; };
power = { floor_plan = "plan.csv"; z = [0.0, 1.0]; };
probes = ( { name = "p"; at = [0.5, 1.0, 0.5]; } );
output = { snapshots = 1; compression = 1; };
checkpoint = { every = 1; };
solvers = ( { method = "thomas"; label = "one"; }, { method = "cr_pcr"; } );
'''
PLAN = 'name, x, y, width, height, watts\na, 0.1, 0.1, 0.4, 0.5, 2\nb, 0.5, 0.1, 0.4, 0.5, 1\n'
SHEET = '''app = "adi"; bandwidth = false; timing = { seconds = 0.0; }; threads = 1;
grid = { n = [5, 6]; upper = [1.0, 2.0]; }; time = { steps = 2; dt = 0.01; }; initial = "x*y"; exact = "x*y";
output = { snapshots = 1; }; precision = ["double", "float"];
solvers = ( { method = "thomas"; }, { method = "fused"; } );
'''
ROD = '''app = "bvp"; bandwidth = false; timing = { seconds = 0.0; }; threads = 1;
grid = { intervals = [8, 16]; }; p = "1+x"; q = "x"; f = "sin(x)"; exact = "x"; checkpoint = { every = 1; };
boundary = { lower = { kind = "dirichlet"; value = 1.0; }; upper = { kind = "robin"; h = 1.0; ambient = "x"; }; };
probes = ( { name = "m"; at = 0.5; } );
solvers = ( { method = "thomas"; }, { method = "windows"; }, { method = "pcr_thomas"; } );
'''
QUEUE = '''app = "cloudqueue"; bandwidth = false; timing = { seconds = 0.0; }; threads = 1;
n = 12; k = 6; kappa = 2; lambda = 3.0; mu = 1.0; eta = 1.0; nu = 6.0; on_at = [4]; off_at = [1];
percentiles = [0.5, 0.9]; export = { tra = "out.tra"; };
solvers = ( { method = "gth_band"; }, { method = "hbisa_gs"; }, { method = "bicgstab"; }, { method = "sparse_lu"; } );
'''
CHAIN = '''app = "cloudqueue"; bandwidth = false; timing = { seconds = 0.0; }; threads = 1;
import = { file = "chain.tra"; }; solvers = ( { method = "gth_band"; }, { method = "sparse_lu"; } );
'''
DAY = QUEUE.replace('lambda = 3.0; ', '').replace('export = { tra = "out.tra"; };', 'profile = { file = "day.csv"; };')
SWEEP = QUEUE.replace('lambda = 3.0; ', '').replace(
    'export = { tra = "out.tra"; };',
    'sweep = { key = "lambda"; from = 1.0; to = 4.0; points = 3; }; checkpoint = { every = 1; };')
BATCH = '''app = "batch"; bandwidth = false; timing = { seconds = 0.0; }; threads = 1;
systems = [3, 4]; rows = [5, 9]; repeats = 1; estimates = ( { name = "e"; formula = "systems*rows"; } );
checkpoint = { every = 1; };
solvers = ( { method = "thomas"; }, { method = "cr"; layout = "interleaved"; }, { method = "thomas"; layout = "ragged";
            sizes = "uniform"; } );
'''
# One solve at each point, or many, that a run can be stopped between two points.
SCREENED = '''app = "poisson"; bandwidth = false; timing = { seconds = 0.0; }; threads = 1;
grid = { n = [8, 6]; upper = [1.0, 1.0]; places = "s*s"; }; eps = "1+y"; f = "cos(pi*x)"; repeats = 1;
sweep = { key = "q"; from = 0.0; to = 4.0; points = 3; }; checkpoint = { every = 1; };
solvers = ( { method = "thomas_simd"; }, { method = "pcr"; transform = "matrix"; } );
'''
POTENTIAL = '''app = "poisson"; bandwidth = false; timing = { seconds = 0.0; }; threads = 1;
grid = { n = [6, 5, 4]; upper = [1.0, 1.0, 1.0]; places_along = { y = "s*(3-s)/2"; }; nodes_along = ["x"]; };
f = { file = "field.h5"; dataset = "/runs/000_thomas_host_double/fields/temperature"; interpolate = true; };
charges = "charges.csv";
boundary = { z_lower = { kind = "dirichlet"; value = "x+t"; }; y_upper = { flux = "z"; }; };
times = [0.0, 1.0, 2.0]; gradient = true; exact = "x*t"; probes = ( { name = "p"; at = [0.5, 0.5, 0.5]; } );
output = { snapshots = 1; compression = 1; }; checkpoint = { every = 1; }; precision = ["double", "float"];
solvers = ( { method = "thomas_simd"; }, { method = "thomas"; transform = "fftw"; label = "fftw"; },
            { method = "transforms"; transform = "matrix"; } );
'''
NEURONS = '''app = "hines"; bandwidth = false; timing = { seconds = 0.0; }; threads = 1;
duration = 3.0; record_every = 4;
cells = ( { name = "tree"; form = "random_tree"; count = 3; sections = 3; compartments = 2; },
          { name = "traced"; form = "swc"; file = "cell.swc"; }, { name = "line"; form = "cable"; compartments = 3; } );
membranes = ( { leak = 3e-4; reversal = -54.3; } );
channels = ( { type = "hh"; }, { type = "traub"; cells = "line"; } );
clamps = ( { current = 0.5; begin = 0.5; duration = 1.0; } );
records = ( { name = "a"; }, { name = "b"; cells = "traced"; section = 1; at = 1.0; } );
''' + NETWORK + '''
output = { snapshots = 1; compression = 1; }; checkpoint = { every = 1; }; precision = ["double", "float"];
solvers = ( { method = "hines_simd"; layout = "block"; }, { method = "hines_padded"; layout = "flat"; },
            { method = "hines_branches"; scheme = "sdirk2"; } );
'''
CABLE = '''app = "hines"; bandwidth = false; timing = { seconds = 0.0; }; threads = 1;
duration = 2.0; cells = ( { form = "cable"; compartments = 7; } ); channels = ( { type = "hh"; } );
sweep = { key = "temperature"; values = [6.3, 10.0, 20.0]; }; checkpoint = { every = 1; };
clamps = ( { current = 0.1; } ); records = ( { name = "a"; } );
solvers = ( { method = "hines"; }, { method = "unbranched"; tridiag = "thomas"; } );
'''
# That a checkpoint can be resumed in another folder it must name no file.
LONG = HEAT.replace(
    '{ file = "field.h5"; dataset = "/runs/000_thomas_host_double/fields/temperature"; interpolate = true; }',
    '"x*t"').replace('power = { floor_plan = "plan.csv"; z = [0.0, 1.0]; };', '')
CONFIGS = {'field': SHEET.replace('precision = ["double", "float"];', ''), 'heat': HEAT, 'long': LONG, 'sheet': SHEET,
           'rod': ROD, 'queue': QUEUE, 'chain': CHAIN, 'day': DAY, 'sweep': SWEEP, 'batch': BATCH,
           'potential': POTENTIAL, 'screened': SCREENED, 'neurons': NEURONS, 'cable': CABLE}
FILES = {'plan.csv': PLAN, 'day.csv': 'time, lambda\n0, 1\n1, 2.5\n',
         'chain.tra': '5 6\n0 1 1.5\n1 0 2\n1 2 1\n2 1 3\n3 0 1\n4 3 1\n',
         'charges.csv': TEXTS['charges.csv'], 'cell.swc': TEXTS['cell.swc'],
         'arrivals.csv': TEXTS['arrivals.csv'], 'links.csv': TEXTS['links.csv']}
SHIPPED = ['configs/poisson/channel.cfg', 'configs/poisson/channel_velocity.h5']
# Names of checkpoints, and the runs that are stopped once they have written one.
STOPPED = {
    'stopped': ['long.cfg', '-s', 'time.steps=3000', '-s', 'output.snapshots=0', '-s', 'checkpoint.every=2990', '-s',
                'sample.every=500', '-s', 'time.dt=1e-6'],
    'stopped-screened': ['screened.cfg', '-s', 'repeats=10000'],
    'stopped-neurons': ['neurons.cfg', '-s', 'duration=300.0', '-s', 'output.snapshots=0', '-s',
                        'checkpoint.every=290'],
}
# The files that are made before, and the commands that are tried: each leaves its result, if any, in out.h5.
COMMANDS = {name: ['run', name + '.cfg', '-q', '-o', 'out.h5'] for name in CONFIGS if name not in ('field', 'long')}
COMMANDS.update({
    'summary': ['run', 'sheet.cfg', '-o', 'out.h5'],
    'set': ['run', 'sheet.cfg', '-q', '-s', 'grid.n=[4,5]', '-s', 'time.steps=1', '-S', 'thomas,cr', '-o', 'out.h5'],
    'all': ['run', 'rod.cfg', '-q', '-S', 'all', '-s', 'checkpoint.every=0', '-o', 'out.h5'],
    'flow': ['run', 'channel.cfg', '-q', '-S', 'thomas_simd', '-s', 'threads=1', '-s', 'timing.seconds=0', '-s',
             'bandwidth=false', '-s', 'output.snapshots=1', '-o', 'out.h5'],
    'resume': ['run', '-q', '--resume', 'stopped.checkpoint.h5', '-o', 'out.h5'],
    'resume-screened': ['run', '-q', '--resume', 'stopped-screened.checkpoint.h5', '-o', 'out.h5'],
    'resume-neurons': ['run', '-q', '--resume', 'stopped-neurons.checkpoint.h5', '-o', 'out.h5'],
    'keys': ['run', '--keys', 'adi'],
    'compare': ['compare', 'made-heat.h5', 'made-sweep.h5', 'made-batch.h5'],
    'column': ['compare', 'made-batch.h5', '--column', 'gb_s'],
    'json': ['compare', 'made-sweep.h5', '--json'],
    'gate': ['compare', 'made-heat.h5', 'made-heat.h5', '--rtol', '1e-9'],
    'plot': ['plot', 'made-sheet.h5', '-o', 'pictures'],
    'show': ['show', 'made-neurons.h5'],
    'solvers': ['solvers', 'blocktri', '--long'],
    'solvers-json': ['solvers', '--json'],
    'doctor': ['doctor', '--no-bandwidth', '--json'],
    'verify': ['verify', 'papers', '--json', '-t', '1'],
    'help': ['--help'],
})


