/* The keys of a simulation of neurons. Units are those of the field: ms, mV, um, nA, uS, Ohm cm, uF/cm^2, S/cm^2. */
#include "apps/hines/model/params.h"

#include "apps/hines/model/gradient.h"

#include <math.h>
#include <string.h>

static const char *const form_words[] = {"cable", "ball_and_stick", "binary_tree", "random_tree", "swc", NULL};
static const char *const region_words[] = {"soma", "axon", "dendrite", "apical", "other", "all", NULL};
static const char *const own_region_words[] = {"soma", "axon", "dendrite", "apical", "other", NULL};
static const char *const root_words[] = {"one", "first", "join", NULL}; /* enum swc_roots */
static const char *const reading_words[] = {"neuron", "arbor", "sonata", NULL};
static const char *const report_words[] = {"all", "center", NULL};
static const char *const connection_words[] = {"ring", "random", "all", "list", NULL};
static const char *const gap_words[] = {"pair", "ring", NULL};
static const char *const spread_words[] = {"none", "length", "area", NULL};
static const char *const layout_words[] = {"flat", "interleaved", "block", "auto", NULL};
static const char *const scheme_words[] = {"backward_euler", "crank_nicolson", "sdirk2", NULL};

#define AT(field) offsetof(struct hines_cells, field)
#define GENERATED "form cable ball_and_stick binary_tree random_tree"
static const struct option cells_table[] = {
    {"name", "name of the group", OPT_TEXT, AT(name), .default_value = "\"cells\""},
    {"form", "shape of its cells", OPT_WORD, AT(form), .words = form_words},
    {"count", "cells of the group", OPT_INT, AT(count), 1, 1e8, "1"},
    {"file", "swc: the file", OPT_PATH, AT(file), .optional = true, .only = "form swc"},
    {"reading", "swc: how a soma of few points is understood", OPT_WORD, AT(reading), .default_value = "\"neuron\"",
     .words = reading_words, .only = "form swc"},
    {"radius_min", "swc: um to which smaller radii are raised; 0: radii below 1e-6 are refused", OPT_REAL,
     AT(radius_min), 0, 1e6, "0.0", .only = "form swc"},
    {"roots", "swc: one: files with several are refused; first: its tree is read; join: the others hang on the first",
     OPT_WORD, AT(roots), .default_value = "\"one\"", .words = root_words, .only = "form swc"},
    {"length", "um: length of a section; of binary_tree: of the first one; of random_tree: in the mean", OPT_REAL,
     AT(length), 1e-6, 1e9, "100.0", .only = GENERATED},
    {"diameter", "um: diameter of the section, or of the first one", OPT_REAL, AT(diameter), 1e-6, 1e6, "1.0",
     .only = GENERATED},
    {"soma_diameter", "um: ball_and_stick, random_tree: diameter of the soma, which is as long", OPT_REAL,
     AT(soma_diameter), 1e-6, 1e6, "20.0", .only = "form ball_and_stick random_tree"},
    {"length_ratio", "binary_tree: length of a section over that of its parent", OPT_REAL, AT(length_ratio), 1e-3, 1e3,
     "0.7937005259840998", .only = "form binary_tree"},
    {"diameter_ratio", "binary_tree, random_tree: diameter over that of the parent, end over start", OPT_REAL,
     AT(diameter_ratio), 1e-3, 1e3, "0.6299605249474366", .only = "form binary_tree random_tree"},
    {"levels", "binary_tree: levels of sections", OPT_INT, AT(levels), 1, 24, "10", .only = "form binary_tree"},
    {"sections", "random_tree: sections, the soma included", OPT_INT, AT(sections), 1, 1e6, "50",
     .only = "form random_tree"},
    {"seed", "random_tree: seed of the random numbers", OPT_INT, AT(seed), 0, 1e15, "1", .only = "form random_tree"},
    {"region", "region of sections that are not a soma, where no file has it", OPT_WORD, AT(region),
     .default_value = "\"dendrite\"", .words = own_region_words, .only = GENERATED},
    {"compartments", "compartments of each section; 0: as many as d_lambda requires", OPT_INT, AT(compartments), 0,
     1 << 24, "0"},
    {"d_lambda", "largest length of a compartment over the length constant at 100 Hz", OPT_REAL, AT(d_lambda), 1e-6,
     1e3, "0.1"},
    {0},
};
#undef GENERATED
#undef AT

#define AT(field) offsetof(struct hines_membrane, field)
static const struct option membrane_table[] = {
    {"cells", "group that it applies to; absent: all", OPT_TEXT, AT(cells), .default_value = "\"\""},
    {"region", "region that it applies to", OPT_WORD, AT(region), .default_value = "\"all\"", .words = region_words},
    {"resistivity", "resistivity of the cytoplasm, Ohm cm; absent: that of an earlier entry, or 100", OPT_REAL,
     AT(resistivity), 1e-6, 1e9, .optional = true, .unset = true},
    {"capacitance", "capacitance of the membrane, uF/cm^2; absent: that of an earlier entry, or 1", OPT_REAL,
     AT(capacitance), 1e-9, 1e9, .optional = true, .unset = true},
    {"leak", "conductance of the membrane at rest, S/cm^2; absent: that of an earlier entry, or 0", OPT_REAL, AT(leak),
     0, 1e6, .optional = true, .unset = true},
    {"reversal", "potential at which the leak carries no current, mV; absent: that of an earlier entry, or -65",
     OPT_REAL, AT(reversal), -1e4, 1e4, .optional = true, .unset = true},
    {0},
};
#undef AT

#define AT(field) offsetof(struct hines_channels, field)
static const struct option channels_table[] = {
    {"type",
     "hh: of the squid axon; traub: of the hippocampus; ca_hva, ca_lva, sk, ih: of pyramidal cells; leak; see the "
     "README of the application",
     OPT_TEXT, AT(type)},
    {"cells", "group that they are in; absent: in all", OPT_TEXT, AT(cells), .default_value = "\"\""},
    {"region", "region that they are in", OPT_WORD, AT(region), .default_value = "\"all\"", .words = region_words},
    {"sections", "names of the sections that they are in, as apical[3]; absent: all of the region", OPT_TEXTS,
     AT(sections), .count_min = 1, .optional = true},
    {"g", "maximum conductance of each current, S/cm^2; absent: as in the source", OPT_REALS, AT(g), 0, 1e6,
     .count_max = CHANNEL_CURRENTS, .optional = true},
    {"e", "reversal potential of each current, mV; absent: as in the source; of calcium: that of Nernst", OPT_REALS,
     AT(e), -1e4, 1e4, .count_max = CHANNEL_CURRENTS, .optional = true},
    {"factor",
     "multiplies g: a number, or a formula of d, um along the cell from the middle of section 0, of `at`, the place "
     "along a section from 0 to 1, and of `section`, its number; absent: 1",
     OPT_FIELD, AT(factor), .variables = GRADIENT_VARIABLES, .optional = true},
    {0},
};
#undef AT

#define AT(field) offsetof(struct hines_calcium, field)
static const struct option calcium_table[] = {
    {"cells", "group that it is in; absent: in all", OPT_TEXT, AT(cells), .default_value = "\"\""},
    {"region", "region that it is in", OPT_WORD, AT(region), .default_value = "\"all\"", .words = region_words},
    {"gamma", "share of the current that stays free", OPT_REAL, AT(gamma), 0, 1e6, "0.05"},
    {"tau", "ms in which the excess over rest falls to 1/e", OPT_REAL, AT(tau), 1e-6, 1e9, "80.0"},
    {"depth", "thickness of the shell under the membrane, um", OPT_REAL, AT(depth), 1e-6, 1e6, "0.1"},
    {"rest", "concentration inside without currents, and at the beginning, mM", OPT_REAL, AT(rest), 1e-9, 1e3, "1e-4"},
    {"outside", "mM outside", OPT_REAL, AT(outside), 1e-9, 1e6, "2.0"},
    {0},
};
#undef AT

#define NAMED "instead of `section`: region and number among its sections, from 0, as apical[3]"
#define AT(field) offsetof(struct hines_clamp, field)
static const struct option clamps_table[] = {
    {"cells", "group; absent: all", OPT_TEXT, AT(cells), .default_value = "\"\""},
    {"cell", "number of the cell in the group, from 0; -1: each of them", OPT_INT, AT(cell), -1, 1e9, "-1"},
    {"section", "section of the cell, from 0", OPT_INT, AT(section), 0, 1e9, "0"},
    {"named", NAMED, OPT_TEXT, AT(named), .optional = true},
    {"at", "place along the section, from 0 to 1", OPT_REAL, AT(at), 0, 1, "0.5"},
    {"begin", "ms", OPT_REAL, AT(begin), 0, 1e12, "0.0"},
    {"duration", "ms", OPT_REAL, AT(duration), 0, 1e12, "1e9"},
    {"current",
     "nA into the cell: a number, a formula of t, ms, or a dataset, a number for each step of `duration`, or with "
     "interpolate or nearest as many as there are, spread over it",
     OPT_FIELD, AT(current), -CURRENT_MAX, CURRENT_MAX, .variables = CURRENT_VARIABLES, .optional = true},
    {"file", "instead of `current`: CSV with the columns time, ms, and current, nA, and straight lines between rows",
     OPT_PATH, AT(file), .optional = true},
    {0},
};
#undef AT

#define AT(field) offsetof(struct hines_voltage_clamp, field)
static const struct option voltage_clamps_table[] = {
    {"name", "column of the series for its current, nA into the cell; absent: none", OPT_TEXT, AT(name),
     .optional = true},
    {"cells", "group; absent: the first", OPT_TEXT, AT(cells), .default_value = "\"\""},
    {"cell", "number of the cell in the group, from 0", OPT_INT, AT(cell), 0, 1e9, "0"},
    {"section", "section of the cell, from 0", OPT_INT, AT(section), 0, 1e9, "0"},
    {"named", NAMED, OPT_TEXT, AT(named), .optional = true},
    {"at", "place along the section, from 0 to 1", OPT_REAL, AT(at), 0, 1, "0.5"},
    {"begin", "ms", OPT_REAL, AT(begin), 0, 1e12, "0.0"},
    {"resistance", "resistance between the commanded potential and the cell, MOhm", OPT_REAL, AT(resistance), 1e-9, 1e9,
     "0.001"},
    {"levels", "commanded potentials, one after the other, mV", OPT_REALS, AT(levels), -1e4, 1e4, .count_min = 1},
    {"durations", "duration of each of them, ms", OPT_REALS, AT(durations), 0, 1e12, .count_min = 1},
    {0},
};
#undef AT

#define AT(field) offsetof(struct hines_synapse, field)
#define SPREAD "spread length area"
static const struct option synapses_table[] = {
    {"name", "name by which inputs and connections refer to it", OPT_TEXT, AT(name)},
    {"cells", "group that has it; absent: all", OPT_TEXT, AT(cells), .default_value = "\"\""},
    {"cell", "number of the cell in the group, from 0; -1: each has it", OPT_INT, AT(cell), -1, 1e9, "-1"},
    {"section", "section of the cell, from 0", OPT_INT, AT(section), 0, 1e9, "0", .only = "spread none"},
    {"named", NAMED, OPT_TEXT, AT(named), .optional = true, .only = "spread none"},
    {"at", "place along the section, from 0 to 1", OPT_REAL, AT(at), 0, 1, "0.5", .only = "spread none"},
    {"spread", "none: a cell has one, at a place; else several at places that are drawn, evenly by length or by area",
     OPT_WORD, AT(spread), .default_value = "\"none\"", .words = spread_words},
    {"region", "region that they are spread over", OPT_WORD, AT(region), .default_value = "\"all\"",
     .words = region_words, .only = SPREAD},
    {"count", "number of synapses of a cell", OPT_INT, AT(count), 1, SPREAD_MAX, .optional = true, .only = SPREAD},
    {"density", "instead of `count`: synapses per um, if spread by length, or per um^2, if by area", OPT_REAL,
     AT(density), 0, 1e9, .optional = true, .unset = true, .only = SPREAD},
    {"seed", "seed of the random numbers", OPT_INT, AT(seed), 0, 1e15, "1", .only = SPREAD},
    {"tau", "ms in which the conductance falls to 1/e", OPT_REAL, AT(tau), 1e-6, 1e9},
    {"rise", "ms in which the conductance opens, less than tau: the weight is its peak; absent: it opens at once",
     OPT_REAL, AT(rise), 1e-6, 1e9, .optional = true, .unset = true},
    {"e", "reversal potential, mV", OPT_REAL, AT(e), -1e4, 1e4, "0.0"},
    {"magnesium", "NMDA: magnesium outside, mM, which blocks the conductance at low potentials; absent: no block",
     OPT_REAL, AT(magnesium), 0, 1e3, .optional = true, .unset = true},
    {0},
};
#undef SPREAD
#undef AT

#define AT(field) offsetof(struct hines_input, field)
static const struct option inputs_table[] = {
    {"synapse", "name of the synapses that it arrives at", OPT_TEXT, AT(synapse)},
    {"weight", "increment of the conductance by each arrival, uS", OPT_REAL, AT(weight), 0, 1e9},
    {"rate", "Hz: arrivals at each synapse are drawn, a Poisson train for each", OPT_REAL, AT(rate), 0, 1e9,
     .optional = true, .unset = true},
    {"times", "ms: arrivals at each of the synapses", OPT_REALS, AT(times), 0, 1e12, .optional = true},
    {"file", "CSV with the columns time, ms, and cell, counted through all groups", OPT_PATH, AT(file),
     .optional = true},
    {"begin", "ms before which nothing arrives", OPT_REAL, AT(begin), 0, 1e12, "0.0"},
    {"end", "ms from which on nothing arrives", OPT_REAL, AT(end), 0, 1e12, "1e12"},
    {"seed", "rate: seed of the random numbers", OPT_INT, AT(seed), 0, 1e15, "1", .only = "rate"},
    {0},
};
#undef AT

#define AT(field) offsetof(struct hines_connection, field)
static const struct option connections_table[] = {
    {"from", "group whose cells send their spikes; absent: all", OPT_TEXT, AT(from), .default_value = "\"\"",
     .only = "form ring random all"},
    {"to", "name of the synapses that they arrive at", OPT_TEXT, AT(to), .optional = true,
     .only = "form ring random all"},
    {"form",
     "ring: each cell with the next ones; random: each synapse with cells that are drawn; all: each cell with all "
     "others; list: as given in a file",
     OPT_WORD, AT(form), .words = connection_words},
    {"degree", "ring: number of next cells that a cell is connected with; random: number of cells for each synapse",
     OPT_INT, AT(degree), 1, 1e9, "1", .only = "form ring random"},
    {"seed", "random: seed of the random numbers", OPT_INT, AT(seed), 0, 1e15, "1", .only = "form random"},
    {"weight", "increment of the conductance by a spike, uS; list: factor of the weights of the file", OPT_REAL,
     AT(weight), 0, 1e9},
    {"delay", "ms from a spike to its arrival, at least dt", OPT_REAL, AT(delay), 0, 1e9, "1.0",
     .only = "form ring random all"},
    {"file", "list: CSV with the columns from, to, synapse, weight and delay", OPT_PATH, AT(file), .optional = true,
     .only = "form list"},
    {0},
};
#undef AT

#define AT(field) offsetof(struct hines_gap, field)
static const struct option gaps_table[] = {
    {"form", "pair: a place and another; ring: a place of each cell of a group and one of the next cell", OPT_WORD,
     AT(form), .default_value = "\"pair\"", .words = gap_words},
    {"conductance", "uS", OPT_REAL, AT(conductance), 0, 1e9},
    {"from", "group of one side, of a ring of both; absent: the first", OPT_TEXT, AT(from), .default_value = "\"\""},
    {"from_cell", "number of its cell in the group, from 0", OPT_INT, AT(from_cell), 0, 1e9, "0", .only = "form pair"},
    {"from_section", "its section, from 0", OPT_INT, AT(from_section), 0, 1e9, "0"},
    {"from_named", "instead of `from_section`: region and number, as apical[3]", OPT_TEXT, AT(from_named),
     .optional = true},
    {"from_at", "place along the section, from 0 to 1", OPT_REAL, AT(from_at), 0, 1, "0.5"},
    {"to", "group of the other side; absent: the first", OPT_TEXT, AT(to), .default_value = "\"\"",
     .only = "form pair"},
    {"to_cell", "number of its cell in the group, from 0", OPT_INT, AT(to_cell), 0, 1e9, "0", .only = "form pair"},
    {"to_section", "its section, from 0", OPT_INT, AT(to_section), 0, 1e9, "0"},
    {"to_named", "instead of `to_section`: region and number, as apical[3]", OPT_TEXT, AT(to_named), .optional = true},
    {"to_at", "place along the section, from 0 to 1", OPT_REAL, AT(to_at), 0, 1, "0.5"},
    {0},
};
#undef AT

#define VARIABLE \
    "v; TYPE.STATE, TYPE.i_CURRENT or TYPE.g_CURRENT of channels; i_leak, i_channels, i_synapses, i_capacity, " \
    "i_membrane, i_axial"
#define AT(field) offsetof(struct hines_record, field)
static const struct option records_table[] = {
    {"name", "column of the series", OPT_TEXT, AT(name)},
    {"variable", VARIABLE, OPT_TEXT, AT(variable), .default_value = "\"v\""},
    {"cells", "group; absent: the first", OPT_TEXT, AT(cells), .default_value = "\"\""},
    {"cell", "number of the cell in the group, from 0", OPT_INT, AT(cell), 0, 1e9, "0"},
    {"section", "section of the cell, from 0", OPT_INT, AT(section), 0, 1e9, "0"},
    {"named", NAMED, OPT_TEXT, AT(named), .optional = true},
    {"at", "place along the section, from 0 to 1", OPT_REAL, AT(at), 0, 1, "0.5"},
    {0},
};
#undef AT

#define AT(field) offsetof(struct hines_report, field)
static const struct option reports_table[] = {
    {"file", "the file that is written", OPT_PATH, AT(file), .writes = FILE_SONATA},
    {"variable", VARIABLE, OPT_TEXT, AT(variable), .default_value = "\"v\""},
    {"cells", "group; absent: all, each a population", OPT_TEXT, AT(cells), .default_value = "\"\""},
    {"region", "only sections of this region", OPT_WORD, AT(region), .default_value = "\"all\"", .words = region_words},
    {"compartments", "all compartments of a section, or the one in its middle", OPT_WORD, AT(compartments),
     .default_value = "\"all\"", .words = report_words},
    {"begin", "time of the first sample, ms", OPT_REAL, AT(begin), 0, 1e12, "0.0"},
    {"end", "time before which the last sample is, ms", OPT_REAL, AT(end), 0, 1e13, "1e12"},
    {0},
};
#undef AT

#define AT(field) offsetof(struct hines_params, field)
const struct option hines_table[] = {
    {"dt", "time step, ms", OPT_REAL, AT(dt), 1e-9, 1e3, "0.025"},
    {"duration", "ms that are simulated", OPT_REAL, AT(duration), 1e-9, 1e12, "100.0"},
    {"temperature", "Celsius", OPT_REAL, AT(temperature), -50, 100, "6.3"},
    {"initial", "potential of all membranes at the beginning, mV; gates are at rest there", OPT_REAL, AT(initial), -1e4,
     1e4, "-65.0"},
    {"scheme",
     "backward_euler: order 1; crank_nicolson: order 2, one solve per step; sdirk2: order 2, two solves, no "
     "oscillations",
     OPT_WORD, AT(scheme), .default_value = "\"crank_nicolson\"", .words = scheme_words, .varies = true},
    {"layout",
     "order of the rows in memory: cell after cell, all cells interleaved, or as many as a vector has lanes; auto: "
     "chosen by a model of the costs",
     OPT_WORD, AT(layout), .default_value = "\"block\"", .words = layout_words, .varies = true},
    {"threshold", "mV: a cell fires when its first compartment rises above it", OPT_REAL, AT(threshold), -1e4, 1e4,
     "0.0"},
    {"ends", "true: sections have nodes at both ends, also where nothing hangs on them", OPT_BOOL, AT(ends),
     .default_value = "false"},
    {"record_every", "time steps between two samples of the series", OPT_INT, AT(record_every), 1, 1e12, "4"},
    {"cells", "groups of cells", OPT_GROUPS, AT(cells), .sub = cells_table, .sub_bytes = sizeof(struct hines_cells),
     .count_min = 1},
    {"membranes", "capacitance, leak and resistivity by region; later entries prevail", OPT_GROUPS, AT(membranes),
     .sub = membrane_table, .sub_bytes = sizeof(struct hines_membrane), .optional = true},
    {"channels", "voltage-gated channels by region", OPT_GROUPS, AT(channels), .sub = channels_table,
     .sub_bytes = sizeof(struct hines_channels), .optional = true},
    {"calcium", "calcium inside by region, which currents fill; the last entry of a region prevails", OPT_GROUPS,
     AT(calcium), .sub = calcium_table, .sub_bytes = sizeof(struct hines_calcium), .optional = true},
    {"clamps", "currents that are injected", OPT_GROUPS, AT(clamps), .sub = clamps_table,
     .sub_bytes = sizeof(struct hines_clamp), .optional = true},
    {"voltage_clamps", "places that are held at potentials through a resistance", OPT_GROUPS, AT(voltage_clamps),
     .sub = voltage_clamps_table, .sub_bytes = sizeof(struct hines_voltage_clamp), .optional = true},
    {"synapses", "conductances that arrivals raise and that decay", OPT_GROUPS, AT(synapses), .sub = synapses_table,
     .sub_bytes = sizeof(struct hines_synapse), .optional = true},
    {"inputs", "input to synapses from outside", OPT_GROUPS, AT(inputs), .sub = inputs_table,
     .sub_bytes = sizeof(struct hines_input), .optional = true},
    {"connections", "spikes of cells that arrive at synapses", OPT_GROUPS, AT(connections), .sub = connections_table,
     .sub_bytes = sizeof(struct hines_connection), .optional = true},
    {"gaps", "gap junctions: conductances between places of cells", OPT_GROUPS, AT(gaps), .sub = gaps_table,
     .sub_bytes = sizeof(struct hines_gap), .optional = true},
    {"records", "places where a variable is recorded as a column of the series", OPT_GROUPS, AT(records),
     .sub = records_table, .sub_bytes = sizeof(struct hines_record), .optional = true},
    {"sonata.spikes", "file for all spikes, in the SONATA format", OPT_PATH, AT(spikes), .optional = true,
     .writes = FILE_SONATA},
    {"sonata.reports", "files of the SONATA format with a variable of compartments over time", OPT_GROUPS, AT(reports),
     .sub = reports_table, .sub_bytes = sizeof(struct hines_report), .optional = true},
    {0},
};
#undef AT

int64_t hines_steps(const struct hines_params *p)
{
    return (int64_t)ceil(p->duration / p->dt * (1 - 1e-12));
}

bool hines_delays(const struct hines_params *p, double delay)
{
    return delay >= p->dt * (1 - 1e-9) && delay <= p->dt * DELAY_STEPS_MAX;
}

bool hines_names(const char *cells, const char *name)
{
    return !*cells || !strcmp(cells, name);
}

bool hines_rises(const struct hines_params *p)
{
    const struct hines_synapse *const y = p->synapses.v;
    bool yes = false;
    for (int64_t i = 0; i < p->synapses.count; i++) yes = yes || !isnan(y[i].rise);
    return yes;
}

bool hines_blocks(const struct hines_params *p)
{
    const struct hines_synapse *const y = p->synapses.v;
    bool yes = false;
    for (int64_t i = 0; i < p->synapses.count; i++) yes = yes || y[i].magnesium > 0;
    return yes;
}

const char *hines_region(int region)
{
    return region_words[region];
}

const char *hines_spread(int spread)
{
    return spread_words[spread];
}
