/* The keys of a simulation of neurons, and values that follow from them. */
#pragma once
#include "apps/hines/channels/channel.h"
#include "apps/hines/morphology/morphology.h"
#include "base/config/options.h"

enum cell_form { FORM_CABLE, FORM_BALL_AND_STICK, FORM_BINARY_TREE, FORM_RANDOM_TREE, FORM_SWC };
enum layout_word { LAYOUT_FLAT, LAYOUT_INTERLEAVED, LAYOUT_BLOCK, LAYOUT_AUTO };
enum scheme_word { BACKWARD_EULER, CRANK_NICOLSON, SDIRK2, SCHEMES };
enum connection_form { CONNECT_RING, CONNECT_RANDOM, CONNECT_ALL, CONNECT_LIST };
enum report_form { REPORT_ALL, REPORT_CENTER };
enum gap_form { GAP_PAIR, GAP_RING };
enum spread_word { SPREAD_NONE, SPREAD_LENGTH, SPREAD_AREA };
enum { DELAY_STEPS_MAX = 1000000, SPREAD_MAX = 1000000000 /* synapses of an entry */ };
#define CURRENT_VARIABLES "t"           /* of formulas of currents: ms */
#define CURRENT_MAX 1e9                 /* nA */
enum regions_word { IN_ALL = REGIONS }; /* words of regions: those of enum region, then all */

/* A group of cells. */
struct hines_cells {
    char *name, *file;
    int form, region, reading, roots;
    int64_t count, compartments, levels, sections, seed;
    double length, diameter, soma_diameter, length_ratio, diameter_ratio, d_lambda, radius_min;
};

/* Properties of the membrane and the cytoplasm of a region. */
struct hines_membrane {
    char *cells; /* "": of all groups */
    int region;
    double resistivity, capacitance, leak, reversal; /* NaN: that of an earlier entry */
};

struct hines_channels {
    char *type, *cells;
    int region;
    struct texts sections;    /* names; count 0: all of the region */
    struct reals g, e;        /* count 0: as in the source */
    struct field_spec factor; /* of g, by place */
};

/* Calcium inside, of a region. */
struct hines_calcium {
    char *cells;
    int region;
    double gamma, tau, depth, rest, outside;
};

struct hines_clamp {
    char *cells, *named, *file; /* a section by its name, or NULL; a table of currents, or NULL */
    int64_t cell, section;      /* cell -1: every one */
    double at, begin, duration;
    struct field_spec current; /* or absent, with a file */
};

/* Holds a place at potentials, one after the other, through a resistance. */
struct hines_voltage_clamp {
    char *name, *cells, *named; /* of a column with its current, or NULL */
    int64_t cell, section;
    double at, begin, resistance;
    struct reals levels, durations;
};

/* Conductances that arrivals raise. */
struct hines_synapse {
    char *name, *cells, *named;
    int64_t cell, section; /* cell -1: on every one */
    int spread, region;    /* over a region, with one of count, not 0, and density, not NaN */
    int64_t count, seed;
    double density;                     /* per um or um^2 */
    double at, tau, e, rise, magnesium; /* NaN: at once; nothing blocks it */
};

/* Input that arrives at synapses from outside. */
struct hines_input {
    char *synapse, *file;
    double weight, rate, begin, end; /* rate NaN: no train */
    int64_t seed;
    struct reals times;
};

/* Spikes of cells that arrive at synapses. */
struct hines_connection {
    char *from, *to, *file; /* group of cells, "": all; a synapse */
    int form;
    int64_t degree, seed;
    double weight, delay;
};

/* Conductances between places of cells. */
struct hines_gap {
    char *from, *to, *from_named, *to_named; /* groups, "": the first; sections by their names, or NULL */
    int form;
    int64_t from_cell, from_section, to_cell, to_section;
    double from_at, to_at, conductance;
};

struct hines_record {
    char *name, *cells, *named, *variable;
    int64_t cell, section;
    double at;
};

/* A file with a variable of compartments over time. */
struct hines_report {
    char *file, *cells, *variable;
    int region, compartments;
    double begin, end;
};

struct hines_params {
    double dt, duration, temperature, initial;
    int64_t record_every;
    int scheme, layout;
    double threshold;
    bool ends;
    struct groups cells, membranes, channels, calcium, clamps, voltage_clamps, synapses, inputs, connections, gaps,
        records;
    char *spikes; /* a file of the SONATA format, or NULL */
    struct groups reports;
};

extern const struct option hines_table[];

/* Relations between keys. ST_CONFIG; *key names the key to blame. */
enum status hines_check(void *params, const char **key);

/* Time steps of the whole run. */
int64_t hines_steps(const struct hines_params *p);
/* May a connection have this delay? */
bool hines_delays(const struct hines_params *p, double delay);
/* Does a group called `name` belong to those that `cells` names, one or all? */
bool hines_names(const char *cells, const char *name);
/* Do synapses of an entry open over time? Does magnesium block them? */
bool hines_rises(const struct hines_params *p);
bool hines_blocks(const struct hines_params *p);
/* The word of a region, or of all; that of a manner of spreading synapses. */
const char *hines_region(int region);
const char *hines_spread(int spread);
