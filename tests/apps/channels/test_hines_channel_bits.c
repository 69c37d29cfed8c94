/* Channels of neurons: bits that do not depend on neighbours, repetitions of a channel, values that are NaN. */
#include "tests/apps/channels/membranes.h"

/* Each channel in other vectors, next to others, by itself in the last one, and in other places of memory. */
static void bits_do_not_depend_on_neighbours(void **state)
{
    (void)state;
    for (int type = 0; type < TYPES; type++)
        for (int s = 0; s < STEPS; s++) {
            struct membranes *const m = membranes_make(type, steps[s].rate, steps[s].dt);
            struct membranes *const other = membranes_make(type, steps[s].rate, steps[s].dt);
            const int gates = types[type].type->gates, stride = 7, shift = 5;
            for (int64_t k = 0; k < CHANNELS; k++) {
                const int64_t i = (k * stride + shift) % CHANNELS; /* 7 is prime to the number of channels */
                other->node[k] = (int32_t)i, other->area[k] = m->area[i];
                for (int g = 0; g < gates; g++) other->gate[g][k] = m->gate[g][i];
            }
            types[type].type->run(&m->run);
            types[type].type->run(&other->run);
            assert_memory_equal(m->diag, other->diag, sizeof m->diag);
            assert_memory_equal(m->right, other->right, sizeof m->right);
            for (int64_t k = 0; k < CHANNELS; k++)
                for (int g = 0; g < gates; g++) {
                    const int64_t i = other->node[k];
                    if (memcmp(&other->gate[g][k], &m->gate[g][i], sizeof(real)))
                        fail_msg("%s, rate %g, dt %g: gate %d at %.17g mV: %a beside some, %a beside others",
                                 types[type].type->name, steps[s].rate, steps[s].dt, g, (double)m->v[i],
                                 (double)m->gate[g][i], (double)other->gate[g][k]);
                }
            free(other);
            free(m);
        }
}

/* Each vector in a run of its own. */
static void bits_do_not_depend_on_where_a_run_begins(void **state)
{
    (void)state;
    for (int type = 0; type < TYPES; type++)
        for (int s = 0; s < STEPS; s++) {
            struct membranes *const m = membranes_make(type, steps[s].rate, steps[s].dt);
            struct membranes *const other = membranes_make(type, steps[s].rate, steps[s].dt);
            types[type].type->run(&m->run);
            for (int64_t k = 0; k < CHANNELS; k += LANES) {
                other->run.first = k, other->run.end = k + LANES;
                types[type].type->run(&other->run);
            }
            assert_memory_equal(m->gate, other->gate, sizeof m->gate);
            assert_memory_equal(m->diag, other->diag, sizeof m->diag);
            assert_memory_equal(m->right, other->right, sizeof m->right);
            free(other);
            free(m);
        }
}

/* Nodes 0, 1, 2, 4, 4, ... have a last one in the distance at which it would be in a row without repetitions. */
static void repetitions_of_the_last_channel_add_nothing(void **state)
{
    (void)state;
    for (int32_t channels = 1; channels < 3 * LANES; channels++) {
        struct membranes *const m = membranes_make(0, 1, 0.025), *const row = membranes_make(0, 1, 0.025);
        const int32_t padded = (channels + LANES - 1) / LANES * LANES;
        for (int32_t k = 0; k < padded; k++) {
            const int32_t i = k < channels - 1 ? k : padded - 1;
            m->node[k] = i;
            m->area[k] = k < channels ? m->area[i] : 0;
            for (int g = 0; g < 3; g++) m->gate[g][k] = m->gate[g][i];
        }
        m->run.end = padded;
        const real kept = m->diag[padded - 2], value = m->diag[padded - 1];
        channel_hh.run(&m->run);
        channel_hh.run(&row->run);
        if (padded - 2 >= channels - 1) assert_true(m->diag[padded - 2] == kept);
        assert_true(m->diag[padded - 1] == row->diag[padded - 1] && m->diag[padded - 1] != value);
        assert_true(m->right[padded - 1] == row->right[padded - 1]);
        free(m);
        free(row);
    }
}

static void what_is_not_a_number_stays_alone(void **state)
{
    (void)state;
    for (int type = 0; type < TYPES; type++) {
        struct membranes *const m = membranes_make(type, 1, 0.025), *const good = membranes_make(type, 1, 0.025);
        for (int64_t i = 3; i < CHANNELS; i += 11) m->v[i] = (real)NAN;
        types[type].type->run(&m->run);
        types[type].type->run(&good->run);
        for (int64_t i = 0; i < CHANNELS; i++)
            for (int g = 0; g < types[type].type->gates; g++)
                assert_true(i % 11 == 3 ? isnan(m->gate[g][i]) : m->gate[g][i] == good->gate[g][i]);
        free(good);
        free(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bits_do_not_depend_on_neighbours),
        cmocka_unit_test(bits_do_not_depend_on_where_a_run_begins),
        cmocka_unit_test(repetitions_of_the_last_channel_add_nothing),
        cmocka_unit_test(what_is_not_a_number_stays_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
