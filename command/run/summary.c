/* Prints the table at the end of a run. */
#include "command/run/summary.h"

#include <string.h>

#include "command/compare/result/result.h"
#include "command/compare/show/show_answers.h"
#include "command/terminal/table.h"

/* The choices of methods that choose among others. */
static void print_choices(const struct result *r)
{
    for (int64_t i = 0; i < r->count; i++) {
        const struct stored_run *const run = &r->run[i];
        if (run->chosen)
            printf("%s chose %s%s%s\n", run->called, run->chosen, run->why ? ": " : "", run->why ? run->why : "");
    }
}

static void print_table(const struct result *r)
{
    static const char *const heading[] = {"run", "status", "s/step", "speed-up"};
    struct table t;
    table_begin(&t, 4, heading);
    for (int64_t i = 0; i < r->count; i++) {
        const struct stored_run *const run = &r->run[i];
        table_text(&t, "%s", run->called);
        table_text(&t, "%.*s", (int)strcspn(run->status, ":"), run->status);
        table_real(&t, "%.3g", result_step(r, run));
        table_real(&t, "%.2f", result_speedup(r, run));
    }
    table_end(&t, stdout, FIRST_TWO_LEFT);
    print_choices(r);
    result_explain(r, true);
}

/* The memory of runs that count compartments, per compartment. */
static void print_memory(const struct result *r)
{
    for (int64_t i = 0; i < r->count; i++) {
        const struct stored_run *const run = &r->run[i];
        const double bytes = result_metric(r, run, "memory_peak_bytes"), of = result_metric(r, run, "compartments");
        if (of > 0)
            printf("%s took %.3g MB of memory, %.0f bytes for each of %.0f compartments\n", run->called, 1e-6 * bytes,
                   bytes / of, of);
    }
}

enum status summary_print(const char *path, bool quiet)
{
    struct result r;
    TRY(result_open(&r, path, TRUST_OWN)); /* it was just written */
    enum status s = quiet ? ST_OK : show_answers(&r, stdout);
    if (!quiet) print_table(&r), print_memory(&r);
    result_warn(&r, stderr, "bandstand: warning: ");
    result_close(&r);
    return s;
}
