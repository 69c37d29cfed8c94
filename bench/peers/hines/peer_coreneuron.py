#!/usr/bin/env python3
"""CoreNEURON, as NEURON calls it. Each call copies the cells there and back, which its own clock does not count: the
seconds of a call are its "Solver Time". The memory is that of both, after a call."""
import ctypes
import os
import re
import tempfile

import neuron_model
from protocol import serve


class CoreNeuron(neuron_model.Cells):
    name = "CoreNEURON"

    @staticmethod
    def load():
        about = neuron_model.load()
        from neuron import coreneuron
        coreneuron.enable, coreneuron.verbose = True, 2
        return about

    def run(self, steps):
        printed, library = tempfile.TemporaryFile(), ctypes.CDLL(None)
        library.fflush(None)
        before = os.dup(1)
        os.dup2(printed.fileno(), 1)
        try:
            super().run(steps)
        finally:
            library.fflush(None)
            os.dup2(before, 1)
            os.close(before)
        printed.seek(0)
        found = re.findall(r"Solver Time : *([0-9.eE+-]+)", printed.read().decode(errors="replace"))
        if not found:
            raise RuntimeError("CoreNEURON does not print its solver time")
        return float(found[-1])


if __name__ == "__main__":
    serve(CoreNeuron)
