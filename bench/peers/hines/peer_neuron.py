#!/usr/bin/env python3
"""NEURON: cells as they are in its memory, with its tables of rates or without."""
import neuron_model
from protocol import serve


class Neuron(neuron_model.Cells):
    name = "NEURON"
    load = staticmethod(neuron_model.load)


if __name__ == "__main__":
    serve(Neuron)
