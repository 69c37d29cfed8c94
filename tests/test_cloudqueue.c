/* The cloud queue: its chains against the published numbers, its answers against exact ones. */
#include "apps/cloudqueue/model.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static int nothing_left(void **state)
{
    (void)state;
    return mem_held(HOST) == 0 ? 0 : -1;
}

static void good(enum status s)
{
    if (s != ST_OK) fail_msg("%s", fail_text());
}

static void the_ten_matrices_have_the_published_numbers(void **state)
{
    (void)state;
    for (int i = 0; i < CLOUD_NAMES; i++) {
        struct cloud of = cloud_usual();
        struct model *m;
        struct matrix *a;
        good(cloud_named(&of, cloud_names[i].name));
        good(model_make(&m, &of));
        good(levels_matrix(&a, CSR, &m->levels, 0));
        assert_int_equal(a->n, of.n * of.k);
        assert_int_equal(a->entries, cloud_names[i].entries);
        assert_int_equal(model_entries(m), cloud_names[i].entries);
        assert_true(model_connected(m));
        matrix_free(a);
        model_free(m);
    }
}

/* What level j rises, falls and serves, said once more state by state. */
static double rate_said(const struct model *m, enum move move, int64_t j, int64_t p)
{
    const struct cloud *const c = &m->of;
    const int64_t i = (j - 1) * c->kappa + p, full = j * c->kappa;
    int64_t on, off;
    model_thresholds(m, j, &on, &off);
    switch (move) {
    case MOVE_NEXT: return p == c->k - 1 || (c->limited && i > full) ? 0 : c->lambda;
    case MOVE_BACK:
        if (p == 0) return 0;
        if (c->service == SERVICE_PHYS) return (double)(i < full ? i : full) * c->mu;
        return (double)(i < j ? 1 : i <= full ? i / j : c->kappa) * c->mu;
    case MOVE_RISE: return p < on || j == c->n ? 0 : ceil((double)(p - on + 1) / (double)c->kappa) * c->eta;
    default: return p > off || j == 1 ? 0 : ceil((double)(off - p + 1) / (double)c->kappa) * c->nu;
    }
}

static void rates_are_those_of_the_definition(void **state)
{
    enum { K = 13 };
    static const int64_t on[] = {4, 9, 12, 13, 7}, off[] = {0, 2, 8, -1, 3};
    (void)state;
    for (int service = SERVICE_PHYS; service <= SERVICE_EQ8C; service++)
        for (int limited = 0; limited < 2; limited++)
            for (int own = 0; own < 2; own++)
                for (int64_t kappa = 1; kappa < (own ? 5 : K); kappa++) {
                    struct cloud of = {.n = 5, .k = K, .kappa = kappa, .lambda = 3, .mu = 0.75, .eta = 2.5, .nu = 1.25};
                    struct model *m;
                    double rate[MOVES][K], *const out[MOVES] = {rate[0], rate[1], rate[2], rate[3]};
                    of.service = service;
                    of.limited = limited;
                    if (own) of.on = on, of.off = off, of.on_count = of.off_count = 5;
                    good(model_make(&m, &of));
                    for (int64_t j = 1; j <= 5; j++) {
                        m->levels.rates(m->levels.of, j - 1, out);
                        for (int move = 0; move < MOVES; move++)
                            for (int64_t p = 0; p < K; p++)
                                assert_true(rate[move][p] == rate_said(m, (enum move)move, j, p));
                    }
                    model_free(m);
                }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(the_ten_matrices_have_the_published_numbers, nothing_left),
        cmocka_unit_test_teardown(rates_are_those_of_the_definition, nothing_left),
    };
    return cmocka_run_group_tests_name("cloudqueue", tests, NULL, NULL);
}
