/* A result file of three runs whose numbers a test chooses, and the command compare on it. */
#pragma once
#include "base/result/answers.h"
#include "base/result/store.h"
#include "command/commands.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/support/capture.h"

enum { NX = 5, NY = 4 };

/* A result file with three runs, the last of them refused. */
struct contents {
    double seconds[4];                       /* of the first two runs, and of two more */
    int64_t rounds;                          /* in which each was timed; 0: not in the file */
    double spread;                           /* of all steps; 0: not known */
    const char *units, *place;               /* of an answer; units NULL: there is none */
    const char *field_units;                 /* or NULL */
    double u[NY * NX];                       /* of both */
    double crest;                            /* sampled once */
    const char *first, *second;              /* methods; second NULL: only one run */
    const char *third, *fourth;              /* or NULL */
    bool field, flat;                        /* does it have the field u, and with one axis? */
    double residual;                         /* of both; 0: 1.5e-16 */
    double bound;                            /* of the error of the second; 0: 2e-3 */
    bool claims, gave_up, unsure, otherwise; /* the state of the second run's solution, if it is given */
};

static char folder[64], one[128], two[128];

static inline int enter(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/test_compare.XXXXXX");
    if (!mkdtemp(folder)) return -1;
    snprintf(one, sizeof one, "%s/one.h5", folder);
    snprintf(two, sizeof two, "%s/two.h5", folder);
    return 0;
}

static inline int leave(void **state)
{
    (void)state;
    unlink(one);
    unlink(two);
    return rmdir(folder);
}

static inline void good(enum status st)
{
    if (st != ST_OK) fail_msg("%s", fail_text());
}

static inline struct contents usual(void)
{
    struct contents c = {.seconds = {8, 2}, .first = "thomas", .second = "pcr", .field = true};
    for (int i = 0; i < NY * NX; i++) c.u[i] = i;
    return c;
}

static const char caveats[] = "0.25 of the drops are spilt: the cup is too small\nthe cup is wet";

static inline void put_answer(struct store *s, const char *run, const struct contents *c)
{
    char group[96];
    struct answers a = {0};
    if (!c->units) return;
    snprintf(group, sizeof group, "%s/answers", run);
    good(answers_put(&a, NULL, "peak", 350, c->units));
    good(answers_place(&a, "%s", c->place ? c->place : ""));
    good(answers_store(&a, s, group));
    answers_free(&a);
}

static inline void put_run(struct store *s, int k, const char *method, const char *status, double seconds,
                           struct contents *c)
{
    char run[64], group[96];
    snprintf(run, sizeof run, "/runs/%03d_%s_host_double", k, method);
    good(store_text(s, run, "method", method));
    good(store_text(s, run, "space", "host"));
    good(store_text(s, run, "precision", "double"));
    good(store_text(s, run, "status", status));
    if (c->claims && k == 1) good(store_text(s, run, "caveats", caveats));
    if (isnan(seconds)) return;
    snprintf(group, sizeof group, "%s/metrics", run);
    good(store_real(s, group, "seconds_setup", 0.25));
    good(store_real(s, group, "seconds_solve", seconds - 0.25));
    good(store_real(s, group, "seconds_transfer", 0));
    good(store_real(s, group, "seconds_total", seconds));
    good(store_real(s, group, "seconds_step", seconds / 100));
    if (c->rounds) good(store_real(s, group, "rounds", (double)c->rounds));
    if (c->spread > 0) good(store_real(s, group, "seconds_step_spread", c->spread));
    good(store_real(s, group, "gb_s", 80 / seconds));
    good(store_real(s, group, "share_of_limit", 2 / seconds));
    good(store_real(s, group, "residual", c->residual > 0 ? c->residual : 1.5e-16));
    if (c->claims && k == 1) {
        good(store_real(s, group, "converged", !c->gave_up));
        good(store_real(s, group, "certain", !c->unsure));
        good(store_real(s, group, "error_bound", c->unsure ? (double)INFINITY : c->bound > 0 ? c->bound : 2e-3));
        good(store_real(s, group, "condition", 1e17));
        if (c->otherwise) good(store_real(s, group, "solved_otherwise", 1));
    }
    snprintf(group, sizeof group, "%s/fields", run);
    good(store_group(s, group));
    const struct array u = {.name = "u",
                            .type = REAL64,
                            .rank = c->flat ? 1 : 2,
                            .dims = {c->flat ? NX * NY : NY, NX},
                            .data = c->u,
                            .units = c->field_units};
    if (c->field) good(store_array(s, group, &u));
    snprintf(group, sizeof group, "%s/series", run);
    const struct array crest = {.name = "crest", .type = REAL64, .rank = 1, .dims = {1}, .data = &c->crest};
    if (c->field) good(store_array(s, group, &crest));
    put_answer(s, run, c);
}

static inline void put_file(const char *path, struct contents c)
{
    struct store *s;
    good(store_create(&s, path));
    good(store_text(s, "/", "app", "adi"));
    good(store_text(s, "/", "title", "a cube"));
    good(store_real(s, "/provenance", "bandwidth_read_gb_s", 39));
    good(store_real(s, "/provenance", "bandwidth_copy_gb_s", 40.25));
    put_run(s, 0, c.first, "ok", c.seconds[0], &c);
    if (c.second) put_run(s, 1, c.second, "ok", c.seconds[1], &c);
    put_run(s, 2, "gpu", "refused: no GPU here", (double)NAN, &c);
    if (c.third) put_run(s, 3, c.third, "ok", c.seconds[2], &c);
    if (c.fourth) put_run(s, 4, c.fourth, "ok", c.seconds[3], &c);
    good(store_commit(s));
}

static inline int compare(const char *line)
{
    return run_command(command_compare, line);
}

static inline void says(const char *part)
{
    if (!strstr(captured, part)) fail_msg("'%s' is not in:\n%s", part, captured);
}
