/* Table 6.2 of L.-W. Chang's thesis by every method that is registered. A method that pivots must solve every type that
 * the reference solves: no answer may be wrong, and none flagged. One that does not pivot may fail on the types where
 * the published solver without pivoting is degraded or fails; on the others, for 512 rows, its median is not degraded.
 * A counter-example (UNSTABLE) must only not be wrong without saying so. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "solvers/kind.h"
#include "verify/gallery/judge.h"
#include "verify/gallery/published.h"
#include "verify/verify.h"

enum { SEEDS = 11, LINE = 200 };

/* "-" where there is none. */
static void put(char *line, bool there, double value)
{
    const size_t used = strlen(line);
    if (there) snprintf(line + used, LINE - used, " %8.2g", value);
    else snprintf(line + used, LINE - used, " %8s", "-");
}

static void show_residuals(struct report *r, const struct gallery_verdicts *v, const struct gallery_task *task)
{
    const bool comparable = task->rows == PUBLISHED_ROWS && sizeof(real) == sizeof(double);
    char line[LINE] = "type", methods[LINE] = "    ";
    report_line(r, "Residuals |T x - d| / |d|, n = %lld: as published%s, and here by the methods below, medians of %d",
                (long long)task->rows, comparable ? "" : " (512 rows in double)", task->seeds);
    for (int p = 0; p < PUBLISHED_SOLVERS; p++) {
        snprintf(line + strlen(line), LINE - strlen(line), " %17s", published_solvers[p].name);
        snprintf(methods + strlen(methods), LINE - strlen(methods), " %17s", published_solvers[p].method);
    }
    report_line(r, "%s", line);
    report_line(r, "%s  by naive sums", methods);
    for (int type = 1; type <= GALLERY; type++) {
        const struct gallery_method *m = NULL;
        snprintf(line, LINE, "%4d", type);
        for (int p = 0; p < PUBLISHED_SOLVERS; p++) {
            m = gallery_method_find(v, published_solvers[p].method);
            put(line, comparable, published_types[type - 1].residual[p]);
            put(line, m && v->judged[type - 1], m ? m->result[type - 1].scaled : 0);
        }
        put(line, m && v->judged[type - 1], m ? m->result[type - 1].naive : 0);
        report_line(r, "%s", line);
    }
}

static void show_words(struct report *r, const struct gallery_verdicts *v)
{
    char line[LINE];
    report_line(r, "Types that each method solves (.), those with an answer that is degraded (d), flagged (f) or wrong"
                   " (W)");
    snprintf(line, LINE, "%-24s", "");
    for (int type = 1; type <= GALLERY; type++) snprintf(line + strlen(line), LINE - strlen(line), " %2d", type);
    report_line(r, "%s", line);
    for (int m = 0; m < v->methods; m++) {
        snprintf(line, LINE, "%-24s", v->method[m].solver->method);
        for (int t = 0; t < GALLERY; t++)
            snprintf(line + strlen(line), LINE - strlen(line), "  %c",
                     v->judged[t] ? ".dfW"[gallery_worst(&v->method[m].result[t])] : '-');
        report_line(r, "%s", line);
    }
}

static enum status put_published(struct report *r, int type)
{
    for (int p = 0; p < PUBLISHED_SOLVERS; p++)
        TRY(report_figure(r, published_types[type - 1].residual[p], "gallery %s, published, %s: residual",
                          gallery_name(type), published_solvers[p].name));
    return ST_OK;
}

static enum status put_figures(struct report *r, const struct gallery_verdicts *v, int type, const char *size)
{
    const char *const name = gallery_name(type);
    for (int m = 0; m < v->methods; m++) {
        const struct gallery_result *const own = &v->method[m].result[type - 1];
        const char *const method = v->method[m].solver->method;
        TRY(report_figure(r, own->scaled, "gallery %s, %s, %s: residual", name, size, method));
        TRY(report_figure(r, own->naive, "gallery %s, %s, %s: residual by naive sums", name, size, method));
        TRY(report_figure(r, own->median, "gallery %s, %s, %s: ratio, median", name, size, method));
        TRY(report_figure(r, own->largest, "gallery %s, %s, %s: ratio, largest", name, size, method));
        TRY(report_figure(r, own->count[VERDICT_DEGRADED], "gallery %s, %s, %s: degraded", name, size, method));
        TRY(report_figure(r, own->count[VERDICT_FLAGGED], "gallery %s, %s, %s: flagged", name, size, method));
        TRY(report_figure(r, own->count[VERDICT_WRONG], "gallery %s, %s, %s: wrong", name, size, method));
    }
    return ST_OK;
}

/* The verdict from which on a method fails. In float a third of the digits is soon lost to pivots that grew; a method
 * without pivoting that reports this passes. */
static enum verdict failure_of(const struct solver *s)
{
    return sizeof(real) < sizeof(double) && (s->can & SEES_GROWTH) ? VERDICT_WRONG : VERDICT_FLAGGED;
}

/* Types that the method must solve, and does not. */
static int broken(const struct gallery_verdicts *v, const struct gallery_method *m, bool published)
{
    int count = 0;
    for (int type = 1; type <= GALLERY; type++) {
        const struct gallery_result *const r = &m->result[type - 1];
        const bool failed = gallery_worst(r) >= failure_of(m->solver), any = m->solver->can & CAN_ANY_MATRIX;
        if (!v->judged[type - 1]) continue;
        if (m->solver->can & UNSTABLE) {
            count += gallery_worst(r) == VERDICT_WRONG;
            continue;
        }
        if (!any && published_fails(type, PUBLISHED_CUSPARSE)) continue;
        count += failed || (!any && published && r->median > VERDICT_DEGRADED_FROM);
    }
    return count;
}

static enum status hold(struct report *r, const struct gallery_verdicts *v, const struct gallery_task *task)
{
    for (int m = 0; m < v->methods; m++)
        TRY(report_at_most(r, broken(v, &v->method[m], task->rows == PUBLISHED_ROWS), 0,
                           "gallery, n %lld, %s: types that it must solve and does not", (long long)task->rows,
                           v->method[m].solver->method));
    return ST_OK;
}

static enum status run(struct report *r, struct exec exec, const struct verify_size *size)
{
    struct gallery_verdicts v;
    const struct gallery_task task = {.rows = size->rows ? size->rows : PUBLISHED_ROWS,
                                      .copies = 1,
                                      .partitions = size->partitions ? size->partitions : PUBLISHED_PARTITIONS,
                                      .seeds = size->seeds ? (int)size->seeds : SEEDS};
    char text[40];
    snprintf(text, sizeof text, "n %lld", (long long)task.rows);
    enum status s = gallery_judge(&v, &task, &exec);
    for (int type = 1; s == ST_OK && type <= GALLERY; type++) {
        s = put_published(r, type);
        if (s == ST_OK && v.judged[type - 1]) s = put_figures(r, &v, type, text);
    }
    if (s == ST_OK) {
        show_residuals(r, &v, &task);
        show_words(r, &v);
        s = hold(r, &v, &task);
    }
    gallery_verdicts_free(&v);
    return s;
}

const struct verification verify_gallery_methods = {
    .topic = "gallery",
    .subject = "methods",
    .about = "every method on eighteen hard matrices, next to partial pivoting in order and published residuals",
    .run_sized = run,
};
