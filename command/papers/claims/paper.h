/* The keys by which a configuration of configs/papers describes the figure that it reproduces, beside the runs: the
 * claims made there. */
#pragma once
#include "base/config/config.h"
#include "command/papers/formula/formula.h"
#include "command/plot/chart/spec.h"

struct claim {
    char *text, *test, *shape, *where, *needs, *why, *precision; /* all but the first two may be NULL */
    int64_t points; /* that each reduction must have, else it is not tested; 0: any number */
};

struct paper {
    char *id, *paper, *about, *column; /* id NULL: the configuration is of no figure */
    double minutes, gb;
    struct texts rows;      /* what the points are called, or none */
    struct texts quick;     /* settings of the reduced run, as of --set */
    struct groups claims;   /* of struct claim */
    struct groups pictures; /* of struct chart_spec */
};
extern const struct option paper_table[];

/* Checks what can be known before a run: keys, formulas, what they need, and the labels of runs, of which `count` are
 * given; 0: not known. ST_CONFIG with file, line and key. */
enum status paper_check(const struct config *c, const struct paper *p, const char *const *labels, size_t count);

const struct claim *paper_claim(const struct paper *p, int64_t i);
/* A fault of a claim: the sentence recorded last, at the line of that key of the claim. */
enum status paper_fault(const struct config *c, int64_t claim, const char *key);
