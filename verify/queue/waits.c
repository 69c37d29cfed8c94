/* Percentiles and means of waits in halls of servers: Erlang's C, Little's law, and tasks followed by steps. */
#include <math.h>
#include <stdio.h>

#include "verify/queue/queue_hall.h"
#include "verify/verify.h"

/* The probabilities of a chain have the digits of the working precision. */
static double within(double limit)
{
    return limit + 2e4 * (double)REAL_EPS * (sizeof(real) < sizeof(double));
}

static double of_point(const struct trial *t, const char *column)
{
    const struct column *const c = series_column(&t->sim.series, column);
    return c ? c->value[0] : (double)NAN;
}

/* C(c, a), the probability of waiting in M/M/c, from B(c, a) by its recurrence. */
static double erlang_c(int c, double a)
{
    long double b = 1;
    for (int i = 1; i <= c; i++) b = a * b / (i + a * b);
    return (double)(c * b / (c - a * (1 - b)));
}

static enum status try_erlang(struct report *r, int n, int kappa, double load, struct exec exec)
{
    static const double share[] = {0.5, 0.9, 0.99, 0.999, 0.999999};
    static const char *const column[] = {"wait_50", "wait_90", "wait_99", "wait_99.9", "wait_99.9999"};
    const int c = n * kappa;
    const double waiting = erlang_c(c, load * c), rate = c - load * c;
    double worst = 0;
    char text[256];
    struct trial t;
    snprintf(text, sizeof text,
             "n = %d; kappa = %d; load = %.17g; off_at = -1; percentiles = [0.5, 0.9, 0.99, 0.999, 0.999999];", n,
             kappa, load);
    TRY(trial_complete(&t, "cloudqueue", text, NULL, "gth_band", exec));
    for (int i = 0; i < 5; i++) {
        const double left = 1 - share[i], exact = waiting > left ? log(waiting / left) / rate : 0,
                     off = fabs(of_point(&t, column[i]) - exact) / (exact > 0 ? exact : 1);
        if (!(off <= worst)) worst = off;
    }
    trial_end(&t);
    return report_at_most(r, worst, within(1e-9), "waits erlang, M/M/%d, load %g: percentiles, relative error", c,
                          load);
}

static enum status run_erlang(struct report *r, struct exec exec)
{
    static const struct {
        int n, kappa;
        double load;
    } of[] = {{2, 1, 0.5}, {3, 1, 0.9}, {4, 8, 0.9}, {3, 8, 0.999}, {40, 8, 0.95}, {5, 64, 0.99}};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) TRY(try_erlang(r, of[i].n, of[i].kappa, of[i].load, exec));
    return ST_OK;
}

/* The hall of configs/cloudqueue/data_centre.cfg, whose windows of many servers are given to save their search. */
static const struct {
    int n, k, below;
} sizes[] = {{40, 0, 0}, {80, 0, 0}, {160, 0, 0}, {320, 257, 32}, {1000, 389, 46}};

static enum status run_little(struct report *r, struct exec exec)
{
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        char text[256];
        struct trial t;
        int length = snprintf(text, sizeof text,
                              "n = %d; kappa = 8; load = 0.6; mu = 0.2; eta = 0.5; nu = 60.0; "
                              "setups = \"available\"; percentiles = [0.5, 0.95, 0.99];",
                              sizes[i].n);
        if (sizes[i].k)
            snprintf(text + length, sizeof text - (size_t)length, "k = %d; below = %d;", sizes[i].k, sizes[i].below);
        TRY(trial_complete(&t, "cloudqueue", text, NULL, "gth_wide", exec));
        const double wait = of_point(&t, "wait"), seen = of_point(&t, "wait_as_seen"),
                     exact = of_point(&t, "percentiles_exact");
        trial_end(&t);
        TRY(report_at_least(r, exact, 1, "waits little, %d servers: percentiles are exact, not bounds", sizes[i].n));
        TRY(report_at_most(r, fabs(seen / wait - 1), within(1e-8), "waits little, %d servers: mean, relative error",
                           sizes[i].n));
    }
    return ST_OK;
}

/* Halls for which uniformization ends within its limits. */
static const struct {
    const char *name, *text;
} halls[] = {
    {"40 servers", "n = 40; kappa = 8; load = 0.6; mu = 0.2; eta = 0.5; nu = 60.0; setups = \"available\";"},
    {"80 servers", "n = 80; kappa = 8; load = 0.6; mu = 0.2; eta = 0.5; nu = 60.0; setups = \"available\";"},
    {"160 servers", "n = 160; kappa = 8; load = 0.6; mu = 0.2; eta = 0.5; nu = 60.0; setups = \"available\";"},
    {"load 0.1", "n = 40; kappa = 8; load = 0.1; mu = 0.2; eta = 0.5; nu = 60.0; setups = \"available\";"},
    {"load 0.95", "n = 40; kappa = 8; load = 0.95; mu = 0.2; eta = 0.5; nu = 60.0; setups = \"available\";"},
    {"load 1.1, 80 may wait",
     "n = 40; kappa = 8; load = 1.1; mu = 0.2; eta = 0.5; nu = 60.0; setups = \"available\"; buffer = 80;"},
    {"one slot a server", "n = 40; kappa = 1; load = 0.7; mu = 0.2; eta = 0.5; nu = 60.0; setups = \"available\";"},
    {"64 slots a server", "n = 5; kappa = 64; load = 0.7; mu = 0.2; eta = 0.5; nu = 60.0; setups = \"available\";"},
    {"two servers", "n = 2; kappa = 8; load = 0.9; mu = 0.2; eta = 0.5; nu = 60.0; setups = \"available\";"},
};

static enum status run_steps(struct report *r, struct exec exec)
{
    for (size_t i = 0; i < sizeof halls / sizeof *halls; i++) {
        struct queue_hall h;
        double apart = 0;
        enum status s = queue_hall_make(&h, halls[i].text, exec);
        if (s == ST_OK) s = queue_hall_apart(&h, 1e-3, &apart);
        queue_hall_free(&h);
        TRY(s);
        TRY(report_at_most(r, apart, 1e-8, "waits steps, %s: distance from uniformization, relative", halls[i].name));
    }
    return ST_OK;
}

const struct verification verify_waits_erlang = {
    .topic = "waits",
    .subject = "erlang",
    .application = "cloudqueue",
    .about = "percentiles of waits where all servers are on, against Erlang's C",
    .run = run_erlang,
};

const struct verification verify_waits_little = {
    .topic = "waits",
    .subject = "little",
    .application = "cloudqueue",
    .about = "mean waits of followed tasks against Little's law, up to 1,000 servers",
    .run = run_little,
};

const struct verification verify_waits_steps = {
    .topic = "waits",
    .subject = "steps",
    .application = "cloudqueue",
    .about = "the distributions of waits and responses against uniformization",
    .run = run_steps,
};
