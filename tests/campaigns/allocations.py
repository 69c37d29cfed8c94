#!/usr/bin/env python3
"""Memory runs out, once, or for good, at every allocation of every command: no crash, no hang, one sentence, exit 2,
the old file whole, nothing left behind.

--cases is the number of failures of each command, once and for good. With --of any, allocations of libraries fail too:
libgomp may then print its own sentence first. Crashes inside of HDF5 1.10 and libconfig 1.5, which do not check what
malloc returns, are counted; they too leave nothing. HDF5 may give another reason than memory for what it could not
read or write: exit 1, and a sentence."""
import hashlib
import os
import queue
import select
import shutil
import signal
import subprocess
import tempfile

from commands import COMMANDS, CONFIGS, FILES, SHIPPED, STOPPED
from common import HERE, Campaign, ended, environment
from workloads import ROOT

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
        self.path = tempfile.mkdtemp(dir=campaign.folder)
        self.inputs = [name for name in os.listdir(self.made) if name != 'old.h5' and '.tmp-' not in name]
        for name in self.inputs:
            os.link(os.path.join(self.made, name), os.path.join(self.path, name))
        self.old = digest(os.path.join(self.made, 'old.h5'))
        self.restore()
        self.server = words and subprocess.Popen(
            [campaign.program, *words], cwd=self.path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0,
            env=environment(LD_PRELOAD=campaign.library, FAIL_SERVER='1', FAIL_OF=campaign.asked.of))

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
        with open(os.path.join(self.path, 'stderr'), errors='replace') as f:
            return 'hang' if hang else end, f.read()

    def close(self):
        self.server.stdin.close()
        self.server.wait()


def options(parser):
    parser.add_argument('--of', default='program', choices=['program', 'any'])
    parser.add_argument('--only', default='', help='names of commands, parted by commas; default all')


class Allocations(Campaign):
    def __init__(self):
        super().__init__(__doc__, 10**9, options)
        self.library = os.path.join(self.folder, 'failing.so')
        source = os.path.join(HERE, 'failing_allocations.c')
        subprocess.run(['cc', '-D_GNU_SOURCE', '-shared', '-fPIC', '-O1', '-o', self.library, source], check=True)
        self.made = os.path.join(self.folder, 'made')
        self.make()

    def names(self):
        return [name for name in COMMANDS if not self.asked.only or name in self.asked.only.split(',')]

    def run_plain(self, *words):
        code, _, printed = ended([self.program, *words], folder=self.made)
        assert code == 0, (words, code, printed)

    def make(self):
        os.mkdir(self.made)
        for name, text in CONFIGS.items():
            with open(os.path.join(self.made, name + '.cfg'), 'w') as f:
                f.write(text)
        for name, text in FILES.items():
            with open(os.path.join(self.made, name), 'w') as f:
                f.write(text)
        for name in SHIPPED:
            shutil.copy(os.path.join(ROOT, name), self.made)
        self.run_plain('run', 'field.cfg', '-q', '-o', 'field.h5')
        for name in ('heat', 'sheet', 'sweep', 'batch', 'neurons'):
            self.run_plain('run', name + '.cfg', '-q', '-o', 'made-%s.h5' % name)
        self.run_plain('run', 'sheet.cfg', '-q', '-s', 'time.steps=1', '-o', 'old.h5')
        for name, words in STOPPED.items():
            read = any(name + '.checkpoint.h5' in COMMANDS[command] for command in self.names())
            while read and not self.stopped(name, words):  # it came to its end between two looks
                pass
        if os.path.exists(os.path.join(self.made, 'out.tra')):
            os.remove(os.path.join(self.made, 'out.tra'))

    def stopped(self, name, words):
        """Leaves a checkpoint of a run, if it has one left."""
        p = subprocess.Popen([self.program, 'run', *words, '-q', '-o', name + '.h5'], cwd=self.made, env=environment(),
                             stderr=subprocess.DEVNULL)
        path = os.path.join(self.made, name + '.checkpoint.h5')
        while p.poll() is None and not os.path.exists(path):
            pass
        if p.poll() is None:
            p.kill()
        p.wait()
        return os.path.exists(path)

    def count_of(self, words):
        file = os.path.join(self.folder, 'count')
        place = Place(self)
        done = subprocess.run([self.program, *words], cwd=place.path, capture_output=True, stdin=subprocess.DEVNULL,
                              env=environment(LD_PRELOAD=self.library, FAIL_COUNT=file, FAIL_OF=self.asked.of))
        assert done.returncode == 0, (words, done.returncode, done.stderr)
        with open(file) as f:
            return int(f.read())

    def judge(self, places, name, k, onward):
        """As Campaign.run wants it, in a place that is free."""
        place = places.get()
        try:
            code, printed = place.attempt(k, onward)
            fault = self.wrong(COMMANDS[name], place.path, code, printed)
            place.restore()
        finally:
            places.put(place)
        word = 'hung' if code == 'hang' else 'crashed' if code < 0 else 'survived' if code == 0 else 'refused'
        return word, fault and '%s | %s' % (fault, printed.strip()[:150])

    def command(self, name):
        """Failures at as many of its allocations as are asked for."""
        count = self.count_of(COMMANDS[name])
        tries = [(k, onward) for onward in (False, True)
                 for k in sorted(self.random.sample(range(1, count + 1), min(count, self.asked.cases)))]
        print('# %s: %d allocations, %d to fail' % (name, count, len(tries)), flush=True)
        places = queue.SimpleQueue()
        for _ in range(self.asked.jobs):
            places.put(Place(self, COMMANDS[name]))
        self.run(lambda case: self.judge(places, *case), [(name, k, onward) for k, onward in tries])
        while not places.empty():
            places.get().close()

    def wrong(self, words, here, code, printed):
        lines = [line for line in printed.split('\n') if line.strip()]
        lines = [line for line in lines if not line.startswith('bandstand: warning: ')]
        crashed = self.asked.of == 'any' and code in (-signal.SIGSEGV, -signal.SIGABRT)
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
        if self.asked.of == 'any' and not all(line.startswith('bandstand') for line in lines[-1:]):
            return 'a last line that is not ours'
        if code == 0:
            return 'says %s' % lines if lines and words[0] != 'plot' else ''
        if len(lines) != 1 and not (words[0] == 'plot' or replaced or self.asked.of == 'any'):
            return '%d lines' % len(lines)
        if self.asked.of == 'program' and not all(line.startswith('bandstand') for line in lines):
            return 'a line that is not ours'
        if self.asked.of == 'any' and code == 1 and lines[-1:] and lines[-1].startswith('bandstand: cannot '):
            return ''
        if code != 2:
            return 'exit %d' % code
        return '' if any('memory' in line for line in lines) else 'does not speak of memory'


def main():
    campaign = Allocations()
    for name in campaign.names():
        campaign.command(name)
    campaign.finish('allocations of %s fail' % ('the program' if campaign.asked.of == 'program' else 'any'))


main()
