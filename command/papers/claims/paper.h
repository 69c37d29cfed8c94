/* The keys by which a configuration of configs/papers describes, in addition to the runs, the figure that it
 * reproduces, and the claims made there. */
#pragma once
#include "base/config/config.h"
#include "command/papers/formula/formula.h"
#include "command/plot/chart/spec.h"

struct claim {
    char *text, *test, *shape, *where, *needs, *why, *precision; /* all but the first two may be NULL */
    int64_t points; /* points that each reduction must have, otherwise it is not tested; 0: any number */
};

struct paper {
    char *id, *paper, *about, *column; /* id NULL: the configuration does not belong to a figure */
    double minutes, gb;
    struct texts rows;      /* names of the points, or none */
    struct texts quick;     /* settings of the reduced run, as of --set */
    struct groups claims;   /* of struct claim */
    struct groups pictures; /* of struct chart_spec */
};
extern const struct option paper_table[];

/* Checks everything that is known before a run: keys, formulas, requirements, and the labels of runs, of which `count`
 * are given; 0: not known. ST_CONFIG with file, line and key. */
enum status paper_check(const struct config *c, const struct paper *p, const char *const *labels, size_t count);

const struct claim *paper_claim(const struct paper *p, int64_t i);
/* A fault of a claim: the message recorded last, at the line of that key of the claim. */
enum status paper_fault(const struct config *c, int64_t claim, const char *key);
