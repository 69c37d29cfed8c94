/* The hall that switches on only servers that exist, against a dense chain of tasks and servers that is made here from
 * the words of the README and solved by Gaussian elimination; and the paper's rule, without limit. */
#include "tests/support/trials.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { N = 3, KAPPA = 2, BUFFER = 9, TASKS = N * KAPPA + BUFFER + 1, STATES = N * TASKS };
static const double lambda = 5, mu = 1, eta = 0.15, nu = 2;

struct answers_of {
    double on, setup, pending, lost, switched;
};

static int state_of(int tasks, int on)
{
    return (on - 1) * TASKS + tasks;
}

static int waiting_of(int tasks, int on)
{
    return tasks > on * KAPPA ? tasks - on * KAPPA : 0;
}

static int setups_of(int tasks, int on, bool limited)
{
    const int wanted = on < N ? (waiting_of(tasks, on) + KAPPA - 1) / KAPPA : 0;
    return limited && wanted > N - on ? N - on : wanted;
}

static void move(double q[STATES][STATES + 1], int from, int to, double rate)
{
    q[to][from] += rate; /* transposed */
    q[from][from] -= rate;
}

/* Q^T x = 0 with its last row replaced by sum x = 1; states that tasks cannot reach have x = 0. */
static void make(double q[STATES][STATES + 1], bool limited)
{
    memset(q, 0, STATES * sizeof *q);
    for (int on = 1; on <= N; on++)
        for (int i = 0; i < TASKS; i++) {
            const int s = state_of(i, on), slots = on * KAPPA, waiting = waiting_of(i, on);
            if (waiting > BUFFER) {
                q[s][s] = 1;
                continue;
            }
            const int idle = on > 1 && i < slots ? (slots - i) / KAPPA : 0;
            if (waiting < BUFFER) move(q, s, state_of(i + 1, on), lambda);
            if (i > 0) move(q, s, state_of(i - 1, on), (i < slots ? i : slots) * mu);
            if (on < N) move(q, s, state_of(i, on + 1), setups_of(i, on, limited) * eta);
            if (idle > 0) move(q, s, state_of(i, on - 1), idle * nu);
        }
    for (int s = 0; s <= STATES; s++) q[STATES - 1][s] = 1;
}

static void eliminate(double q[STATES][STATES + 1])
{
    for (int c = 0; c < STATES; c++) {
        int best = c;
        for (int r = c + 1; r < STATES; r++) best = fabs(q[r][c]) > fabs(q[best][c]) ? r : best;
        for (int k = 0; k <= STATES; k++) {
            const double swapped = q[c][k];
            q[c][k] = q[best][k], q[best][k] = swapped;
        }
        for (int r = 0; r < STATES; r++) {
            const double factor = r == c ? 0 : q[r][c] / q[c][c];
            for (int k = c; factor != 0 && k <= STATES; k++) q[r][k] -= factor * q[c][k];
        }
    }
}

static struct answers_of dense(bool limited)
{
    static double q[STATES][STATES + 1];
    struct answers_of a = {0};
    make(q, limited);
    eliminate(q);
    for (int on = 1; on <= N; on++)
        for (int i = 0; i < TASKS; i++) {
            const int s = state_of(i, on), setups = setups_of(i, on, limited);
            const double p = q[s][STATES] / q[s][s];
            a.on += p * on, a.pending += p * i, a.setup += p * setups, a.switched += p * setups * eta;
            if (waiting_of(i, on) == BUFFER) a.lost += p;
        }
    return a;
}

static struct trial hall(const char *setups)
{
    char text[300];
    snprintf(text, sizeof text,
             "n = %d; kappa = %d; buffer = %d; lambda = %g; mu = %g; eta = %g; nu = %g; setups = \"%s\";", N, KAPPA,
             BUFFER, lambda, mu, eta, nu, setups);
    return trial_done("cloudqueue", text, NULL, "gth_band", 1);
}

static void a_hall_is_that_of_a_dense_chain(void **state)
{
    static const char *const word[] = {"unlimited", "available"};
    (void)state;
    for (int limited = 0; limited < 2; limited++) {
        const struct answers_of a = dense(limited);
        struct trial t = hall(word[limited]);
        near(series_at(&t, "mean_on", 0), a.on, 1e-6, "mean_on");
        near(series_at(&t, "mean_setup", 0), a.setup, 1e-6, "mean_setup");
        near(series_at(&t, "mean_pending", 0), a.pending, 1e-6, "mean_pending");
        near(series_at(&t, "lost", 0), a.lost, 1e-6, "lost");
        near(series_at(&t, "switched_on", 0), a.switched, 1e-6, "switched_on");
        near(series_at(&t, "wait_as_seen", 0), series_at(&t, "wait", 0), 1e-6, "wait_as_seen");
        assert_true((a.on + a.setup > N) == !limited);
        assert_true((strstr(t.sim.caveats, "the 3 that exist") != NULL) == !limited);
        trial_end(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_hall_is_that_of_a_dense_chain, nothing_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
