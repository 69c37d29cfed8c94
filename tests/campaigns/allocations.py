#!/usr/bin/env python3
"""Memory runs out, once, or for good, at every allocation of every command: no crash, no hang, one sentence, exit 2, the old
file whole, nothing left behind.

    tests/campaigns/allocations.py [--program build/bandstand] [--most N] [--of program|any] [--only NAME] [--seed S] [-j N]

--most: failures of each command and way; default all. With --of any those of libraries fail too: libgomp may say so before us, and
crashes inside of HDF5 1.10 and libconfig 1.5, which do not look at what malloc gives, are counted; they too leave nothing."""
import argparse, collections, concurrent.futures, hashlib, os, queue, random, re, select, shutil, signal, subprocess, sys, tempfile

HEAT = '''app = "adi"; bandwidth = false; threads = 1;
grid = { n = [5, 6, 4]; upper = [1.0, 2.0, 1.0]; };
time = { steps = 3; dt = 0.01; };
initial = "sin(x)*y"; source = { file = "field.h5"; dataset = "/runs/000_thomas_host_double/fields/temperature"; };
material = { conductivity = "1+x"; };
boundary = { x_lower = { kind = "dirichlet"; value = "y+t"; }; };
power = { floor_plan = "plan.csv"; z = [0.0, 1.0]; };
probes = ( { name = "p"; at = [0.5, 1.0, 0.5]; } );
output = { snapshots = 1; compression = 1; };
checkpoint = { every = 1; };
solvers = ( { method = "thomas"; label = "one"; }, { method = "cr_pcr"; } );
'''
PLAN = 'name, x, y, width, height, watts\na, 0.1, 0.1, 0.4, 0.5, 2\nb, 0.5, 0.1, 0.4, 0.5, 1\n'
SHEET = '''app = "adi"; bandwidth = false; threads = 1;
grid = { n = [5, 6]; upper = [1.0, 2.0]; }; time = { steps = 2; dt = 0.01; }; initial = "x*y"; exact = "x*y";
output = { snapshots = 1; }; solvers = ( { method = "thomas"; }, { method = "fused"; } ); precision = ["double", "float"];
'''
ROD = '''app = "bvp"; bandwidth = false; threads = 1;
grid = { intervals = [8, 16]; }; p = "1+x"; q = "x"; f = "sin(x)"; exact = "x"; checkpoint = { every = 1; };
boundary = { lower = { kind = "dirichlet"; value = 1.0; }; upper = { kind = "robin"; h = 1.0; ambient = "x"; }; };
probes = ( { name = "m"; at = 0.5; } );
solvers = ( { method = "thomas"; }, { method = "windows"; }, { method = "pcr_thomas"; } );
'''
QUEUE = '''app = "cloudqueue"; bandwidth = false; threads = 1;
n = 12; k = 6; kappa = 2; lambda = 3.0; mu = 1.0; eta = 1.0; nu = 6.0; on_at = [4]; off_at = [1];
percentiles = [0.5, 0.9]; export = { tra = "out.tra"; };
solvers = ( { method = "gth_band"; }, { method = "hbisa_gs"; }, { method = "bicgstab"; }, { method = "sparse_lu"; } );
'''
CHAIN = '''app = "cloudqueue"; bandwidth = false; threads = 1;
import = { file = "chain.tra"; }; solvers = ( { method = "gth_band"; }, { method = "sparse_lu"; } );
'''
DAY = QUEUE.replace('lambda = 3.0; ', '').replace('export = { tra = "out.tra"; };', 'profile = { file = "day.csv"; };')
SWEEP = QUEUE.replace('lambda = 3.0; ', '').replace('export = { tra = "out.tra"; };', 'sweep = { key = "lambda"; from = 1.0; to = 4.0; points = 3; };'
                      ' checkpoint = { every = 1; };')
BATCH = '''app = "batch"; bandwidth = false; threads = 1;
systems = [3, 4]; rows = [5, 9]; repeats = 1; estimates = ( { name = "e"; formula = "systems*rows"; } );
checkpoint = { every = 1; };
solvers = ( { method = "thomas"; }, { method = "cr"; layout = "interleaved"; }, { method = "thomas"; layout = "ragged";
            sizes = "uniform"; } );
'''
# That a checkpoint can be resumed in another folder it must name no file.
LONG = HEAT.replace('{ file = "field.h5"; dataset = "/runs/000_thomas_host_double/fields/temperature"; }', '"x*t"').replace(
    'power = { floor_plan = "plan.csv"; z = [0.0, 1.0]; };', '')
CONFIGS = {'field': SHEET.replace('precision = ["double", "float"];', ''), 'heat': HEAT, 'long': LONG, 'sheet': SHEET, 'rod': ROD,
           'queue': QUEUE, 'chain': CHAIN, 'day': DAY, 'sweep': SWEEP, 'batch': BATCH}
# What is made before, and the commands that are tried: each leaves its result, if any, in out.h5.
COMMANDS = {name: ['run', name + '.cfg', '-q', '-o', 'out.h5'] for name in CONFIGS if name not in ('field', 'long')}
COMMANDS.update({
    'summary': ['run', 'sheet.cfg', '-o', 'out.h5'],
    'set': ['run', 'sheet.cfg', '-q', '-s', 'grid.n=[4,5]', '-s', 'time.steps=1', '-S', 'thomas,cr', '-o', 'out.h5'],
    'all': ['run', 'rod.cfg', '-q', '-S', 'all', '-s', 'checkpoint.every=0', '-o', 'out.h5'],
    'resume': ['run', '-q', '--resume', 'stopped.checkpoint.h5', '-o', 'out.h5'],
    'keys': ['run', '--keys', 'adi'],
    'compare': ['compare', 'made-heat.h5', 'made-sweep.h5', 'made-batch.h5'],
    'column': ['compare', 'made-batch.h5', '--column', 'gb_s'],
    'json': ['compare', 'made-sweep.h5', '--json'],
    'gate': ['compare', 'made-heat.h5', 'made-heat.h5', '--rtol', '1e-9'],
    'plot': ['plot', 'made-sheet.h5', '-o', 'pictures'],
    'solvers': ['solvers', '--long'],
    'solvers-json': ['solvers', '--json'],
    'doctor': ['doctor', '--no-bandwidth', '--json'],
    'verify': ['verify', 'papers', '--json', '-t', '1'],
    'help': ['--help'],
})


def environment(**more):
    """With the last variable the program need not start anew, which would lose the library."""
    return dict(os.environ, OMP_NUM_THREADS='1', OPENBLAS_NUM_THREADS='1', GOMP_SPINCOUNT='3000', **more)


def digest(path):
    try:
        with open(path, 'rb') as f:
            return hashlib.sha256(f.read()).hexdigest()
    except FileNotFoundError:
        return None


class Place:
    """A folder in which a command is tried again and again, and the program that is forked for it."""
    def __init__(self, campaign, words=None):
        self.made = campaign.made
        self.path = tempfile.mkdtemp(dir=campaign.scratch)
        self.inputs = [name for name in os.listdir(self.made) if name != 'old.h5' and '.tmp-' not in name]
        for name in self.inputs:
            os.link(os.path.join(self.made, name), os.path.join(self.path, name))
        self.old = digest(os.path.join(self.made, 'old.h5'))
        self.restore()
        self.server = words and subprocess.Popen(
            [campaign.program, *words], cwd=self.path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0,
            env=environment(LD_PRELOAD=campaign.library, FAIL_SERVER='1', FAIL_OF=campaign.args.of))

    def restore(self):
        for name in os.listdir(self.path):
            if name not in self.inputs and name != 'out.h5':
                path = os.path.join(self.path, name)
                shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)
        for name in self.inputs:
            if not os.path.exists(os.path.join(self.path, name)):
                os.link(os.path.join(self.made, name), os.path.join(self.path, name))
        if digest(os.path.join(self.path, 'out.h5')) != self.old:
            shutil.copy(os.path.join(self.made, 'old.h5'), os.path.join(self.path, 'out.h5'))

    def attempt(self, k, onward):
        self.server.stdin.write(b'%d %d %s\n' % (k, onward, self.path.encode()))
        self.server.stdin.flush()
        child = int(self.server.stdout.readline())
        hang = not select.select([self.server.stdout], [], [], 120)[0]
        if hang:
            os.kill(child, signal.SIGKILL)
        end = os.waitstatus_to_exitcode(int(self.server.stdout.readline()))
        with open(os.path.join(self.path, 'told'), errors='replace') as f:
            return 'hang' if hang else end, f.read()

    def close(self):
        self.server.stdin.close()
        self.server.wait()


class Campaign:
    def __init__(self, args):
        self.args = args
        self.program = os.path.abspath(args.program)
        self.scratch = tempfile.mkdtemp(prefix='allocations.')
        self.library = os.path.join(self.scratch, 'failing.so')
        source = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'failing_allocations.c')
        subprocess.run(['cc', '-D_GNU_SOURCE', '-shared', '-fPIC', '-O1', '-o', self.library, source], check=True)
        self.made = os.path.join(self.scratch, 'made')
        self.make()

    def run_plain(self, *words, code=0):
        done = subprocess.run([self.program, *words], cwd=self.made, env=environment(), capture_output=True, text=True)
        assert done.returncode == code, (words, done.returncode, done.stderr)

    def make(self):
        os.mkdir(self.made)
        for name, text in CONFIGS.items():
            with open(os.path.join(self.made, name + '.cfg'), 'w') as f:
                f.write(text)
        for name, text in (('plan.csv', PLAN), ('day.csv', 'time, lambda\n0, 1\n1, 2.5\n'),
                           ('chain.tra', '5 6\n0 1 1.5\n1 0 2\n1 2 1\n2 1 3\n3 0 1\n4 3 1\n')):
            with open(os.path.join(self.made, name), 'w') as f:
                f.write(text)
        self.run_plain('run', 'field.cfg', '-q', '-o', 'field.h5')
        for name in ('heat', 'sheet', 'sweep', 'batch'):
            self.run_plain('run', name + '.cfg', '-q', '-o', 'made-%s.h5' % name)
        self.run_plain('run', 'sheet.cfg', '-q', '-s', 'time.steps=1', '-o', 'old.h5')
        self.stop()
        if os.path.exists(os.path.join(self.made, 'out.tra')):
            os.remove(os.path.join(self.made, 'out.tra'))

    def stop(self):
        """A checkpoint of a run that has most of its steps behind it."""
        p = subprocess.Popen([self.program, 'run', 'long.cfg', '-q', '-s', 'time.steps=3000', '-s', 'output.snapshots=0',
                              '-s', 'checkpoint.every=2990', '-s', 'sample.every=500', '-s', 'time.dt=1e-6', '-o',
                              'stopped.h5'], cwd=self.made, env=environment(), stderr=subprocess.DEVNULL)
        path = os.path.join(self.made, 'stopped.checkpoint.h5')
        while p.poll() is None and not os.path.exists(path):
            pass
        if p.poll() is None:
            p.kill()
        p.wait()
        if not os.path.exists(path):  # it came to its end between two looks: stop another one at the same place
            return self.stop()

    def count(self, words):
        file = os.path.join(self.scratch, 'count')
        place = Place(self)
        done = subprocess.run([self.program, *words], cwd=place.path, capture_output=True, stdin=subprocess.DEVNULL,
                              env=environment(LD_PRELOAD=self.library, FAIL_COUNT=file, FAIL_OF=self.args.of))
        assert done.returncode == 0, (words, done.returncode, done.stderr)
        with open(file) as f:
            return int(f.read())

    def judge(self, place, words, k, onward):
        """'' if all is well, or what is wrong; the exit code; what was said."""
        code, told = place.attempt(k, onward)
        try:
            return self.wrong(words, place.path, code, told), code, told.strip()
        finally:
            place.restore()

    def wrong(self, words, here, code, told):
        lines = [line for line in told.split('\n') if line.strip()]
        crashed = self.args.of == 'any' and code in (-signal.SIGSEGV, -signal.SIGABRT)
        if code == 'hang' or code > 2 or (code < 0 and not crashed):
            return 'ends with %s' % code
        left = [name for name in os.listdir(here) if '.tmp-' in name]
        if left:
            return 'leaves %s' % left
        new = digest(os.path.join(here, 'out.h5'))
        replaced = new != digest(os.path.join(self.made, 'old.h5'))
        if replaced and subprocess.run([self.program, 'compare', 'out.h5'], cwd=here, capture_output=True).returncode:
            return 'a result that cannot be read'
        if crashed:
            return ''
        if self.args.of == 'any' and not all(line.startswith('bandstand') for line in lines[-1:]):
            return 'a last line that is not ours'
        if code == 0:
            return 'says %s' % lines if lines and words[0] != 'plot' else ''
        if len(lines) != 1 and not (words[0] == 'plot' or replaced or self.args.of == 'any'):
            return '%d lines' % len(lines)
        if self.args.of == 'program' and not all(line.startswith('bandstand') for line in lines):
            return 'a line that is not ours'
        if code != 2:
            return 'exit %d' % code
        return '' if any('memory' in line for line in lines) else 'does not speak of memory'


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--program', default='build/bandstand')
    parser.add_argument('--most', type=int, default=10**9)
    parser.add_argument('--of', default='program', choices=['program', 'any'])
    parser.add_argument('--only', default='')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('-j', type=int, default=os.cpu_count())
    args = parser.parse_args()
    print('seed %d, allocations of %s' % (args.seed, args.of))
    draw = random.Random(args.seed)
    campaign = Campaign(args)
    failures, bad = 0, 0
    try:
        for name, words in COMMANDS.items():
            if args.only and name not in args.only.split(','):
                continue
            count = campaign.count(words)
            tries = [(k, onward) for onward in (False, True)
                     for k in sorted(draw.sample(range(1, count + 1), min(count, args.most)))]
            kinds, examples = collections.Counter(), {}
            survived = crashed = 0
            places = queue.SimpleQueue()
            for _ in range(args.j):
                places.put(Place(campaign, words))

            def judge(attempt):
                place = places.get()
                try:
                    return campaign.judge(place, words, *attempt)
                finally:
                    places.put(place)

            with concurrent.futures.ThreadPoolExecutor(args.j) as pool:
                for (k, onward), (what, code, told) in zip(tries, pool.map(judge, tries)):
                    survived += code == 0
                    crashed += code != 'hang' and code < 0
                    if what:
                        key = what + ' | ' + re.sub(r'\d+', '#', told)[:150]
                        kinds[key] += 1
                        examples.setdefault(key, '%s%d' % ('from ' if onward else '', k))
            while not places.empty():
                places.get().close()
            failures += len(tries)
            bad += sum(kinds.values())
            print('%-12s %6d allocations, %6d failed, %5d survived, %4d crashed, %4d wrong' % (
                name, count, len(tries), survived, crashed, sum(kinds.values())), flush=True)
            for key, times in kinds.most_common():
                print('    %5d times, as at %s: %s' % (times, examples[key], key))
    finally:
        shutil.rmtree(campaign.scratch)
    print('%d failed allocations, %d wrong' % (failures, bad))
    return bad > 0


sys.exit(main())
