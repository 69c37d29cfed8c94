/* The numbers of a result file that claims are about, in memory: columns along axes, answers and metrics of each run of
 * one precision, and published values. */
#pragma once
#include "base/config/options.h"
#include "base/result/metrics.h"
#include "command/compare/result/result.h"

struct fact {
    char *name;
    double value;
};

struct run_facts {
    const struct stored_run *run;
    struct series series; /* with axes, or empty */
    char **point;         /* [points] names, or NULL */
    int64_t points, count;
    struct fact *fact; /* [count] answers and metrics, of the whole run */
    bool failed;       /* runs that began and did not end */
};

struct facts {
    const struct result *result;
    const char *precision;
    int64_t count;
    struct run_facts *run; /* all runs of the precision, also those without numbers */
};

/* `rows`: names for the points of runs that have none, if there are as many points, or a multiple, for which the names
 * repeat. Free with facts_free, also after a failure. */
enum status facts_load(struct facts *f, const struct result *r, const char *precision, const struct texts *rows);
void facts_free(struct facts *f);

/* The run of that label or method; of several, one that finished rather than one that was left out; NULL: there is
 * none. */
const struct run_facts *facts_run(const struct facts *f, const char *label);
/* The first run that has points: axes that are named without a run are its axes. */
const struct run_facts *facts_reference(const struct facts *f);

/* Number `axis` of a run's axes, 1 the first, or NULL. */
const struct column *facts_axis(const struct run_facts *run, int axis);
/* An answer or a metric; NULL: it has none. */
const struct fact *facts_of(const struct run_facts *run, const char *name);
