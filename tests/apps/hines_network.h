/* A network that tests share. */
#pragma once

/* Cells of two sizes that excite and inhibit each other, with inputs of every kind. */
#define NETWORK \
    "dt = 0.05; duration = 20.0; record_every = 3;" \
    "cells = ({ name = \"a\"; form = \"random_tree\"; count = 70; sections = 40; compartments = 2; seed = 3; }," \
    "{ name = \"b\"; form = \"ball_and_stick\"; count = 37; compartments = 11; });" \
    "membranes = ({ leak = 3e-4; reversal = -54.3; });" \
    "channels = ({ type = \"hh\"; });" \
    "synapses = ({ name = \"up\"; cells = \"a\"; section = 7; tau = 2.0; }," \
    "{ name = \"down\"; section = 0; tau = 6.0; e = -80.0; }," \
    "{ name = \"drive\"; tau = 1.5; }, { name = \"again\"; cells = \"b\"; cell = 3; tau = 1.0; e = -10.0; });" \
    "inputs = ({ synapse = \"drive\"; rate = 150.0; weight = 0.15; seed = 5; begin = 0.3; end = 25.0; }," \
    "{ synapse = \"again\"; times = [3.1, 1.0, 3.1]; weight = 0.02; });" \
    "connections = ({ from = \"b\"; to = \"up\"; form = \"random\"; degree = 6; weight = 0.05; delay = 1.3; }," \
    "{ from = \"a\"; to = \"down\"; form = \"all\"; weight = 0.0005; delay = 0.2; }," \
    "{ to = \"drive\"; form = \"ring\"; degree = 2; weight = 0.04; delay = 2.7; });" \
    "records = ({ name = \"one\"; cell = 7; }, { name = \"two\"; cells = \"b\"; section = 1; at = 0.9; });"
