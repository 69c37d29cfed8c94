/* A configuration with an option of every type, and its reading, for tests. */
#pragma once
#include "base/config/config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct probe {
    char *name;
    struct reals at;
    bool loud;
};

struct values {
    int64_t n, maybe, steps, turns;
    double dt, negative, share, rest;
    bool on;
    int scheme;
    char *title, *path;
    struct ints sizes, precision;
    struct reals radii;
    struct field_spec source, exact;
    struct groups probes;
};

static const char *const schemes[] = {"douglas", "peaceman", NULL};
static const char *const stead[] = {"auto", "none", NULL};
static const char *const precisions[] = {"double", "float", NULL};

static const struct option probe_table[] = {
    {"name", "column of the series", OPT_TEXT, .offset = offsetof(struct probe, name)},
    {"at", "where", OPT_REALS, .offset = offsetof(struct probe, at), .count_min = 2, .count_max = 3},
    {"loud", "speak", OPT_BOOL, .offset = offsetof(struct probe, loud), .default_value = "false"},
    {0},
};

#define AT(field) .offset = offsetof(struct values, field)
static const struct option table[] = {
    {"grid.n", "points", OPT_INT, AT(n), .min = 1, .max = 1e6},
    {"time.dt", "step", OPT_REAL, AT(dt), .max = 10, .default_value = "0.5"},
    {"time.negative", "any sign", OPT_REAL, AT(negative), .default_value = "-0.0"},
    {"grid.scheme", "how", OPT_WORD, AT(scheme), .default_value = "\"peaceman\"", .words = schemes},
    {"grid.deep.maybe", "if given", OPT_INT, AT(maybe), .min = 5, .max = 9, .optional = true},
    {"steps", "how many", OPT_COUNT, AT(steps), .max = 62, .default_value = "none", .words = stead},
    {"on", "switch", OPT_BOOL, AT(on), .default_value = "true"},
    {"title", "a line", OPT_TEXT, AT(title), .optional = true},
    {"path", "a file", OPT_PATH, AT(path), .optional = true, .writes = FILE_RESULT},
    {"sizes", "some", OPT_INTS, AT(sizes), .min = -1e19, .max = 1e19, .default_value = "[1, 2]", .count_max = 4},
    {"radii", "some", OPT_REALS, AT(radii), .optional = true},
    {"precision", "which", OPT_WORDS, AT(precision), .default_value = "double", .words = precisions, .count_min = 1,
     .count_max = 2},
    {"source", "heat", OPT_FIELD, AT(source), .variables = "x y t", .optional = true},
    {"exact", "solution", OPT_FIELD, AT(exact), .variables = "x y t", .default_value = "\"sin(x)\""},
    {"probes", "places", OPT_GROUPS, AT(probes), .sub = probe_table, .sub_bytes = sizeof(struct probe), .count_max = 2,
     .optional = true},
    {"turns", "peaceman: how often", OPT_INT, AT(turns), .min = 1, .max = 9, .default_value = "1",
     .only = "grid.scheme peaceman"},
    {"share", "if given, 0 too", OPT_REAL, AT(share), .max = 1, .optional = true, .unset = true},
    {"rest", "of a share", OPT_REAL, AT(rest), .max = 1, .default_value = "0.5", .only = "share"},
    {0},
};
#undef AT

/* Everything a program does with a configuration. */
static inline enum status read_all(struct config **c, const char *text, const char *assignment, struct values *v)
{
    enum status s = config_parse(c, "heat.cfg", text);
    if (s == ST_OK && assignment) s = config_set(*c, assignment);
    if (s == ST_OK) s = section_read(*c, config_root(*c), table, v);
    if (s == ST_OK) s = config_finish(*c);
    return s;
}

static inline void read_well(struct config **c, const char *text, const char *assignment, struct values *v)
{
    const enum status s = read_all(c, text, assignment, v);
    if (s != ST_OK) fail_msg("%s: %s", text, fail_text());
}

static const char rich[] =
    "\xef\xbb\xbf# a comment with { and \"\n"
    "grid : { n = 7, scheme = \"douglas\" /* { */ ; deep = { maybe = 6; }; };\r\n"
    "time = { dt = 1; negative = -1e-12; } // };\n"
    "on = FALSE\n"
    "title = \"a \\\"b\\\" \\\\ \\x41 // # /* \"\n"
    "        \"and more\";\n"
    "path = \"data/plan.csv\";\n"
    "sizes = [3000000000, -9223372036854775808, 0x10, 9223372036854775807L];\n"
    "radii = (1, .5, 5., 1e-300);\n"
    "precision = [\"float\", \"double\"];\n"
    "steps = 5;\n"
    "source = { file = \"/proc/version\"; dataset = \"/u\"; nearest = true; };\n"
    "exact = 2;\n"
    "probes = ({ name = \"p\"; at = [0.5, 1.5]; loud = true; }, { name = \"\"; at = (0, 0, 0); });\n";
