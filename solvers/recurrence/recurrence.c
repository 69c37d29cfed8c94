/* The kind of recurrences: its name, capabilities and checks. */
#include "solvers/cut/cut_wrapper.h"
#include "solvers/recurrence/cut/recurrence_cut.h"

static bool is_scaled(const struct shape *s)
{
    return s->recurrence.scaled;
}

static const struct capability capabilities_of_recurrences[] = {
    {CAN_SCALE, "scale", "a factor for each row between the recurrences", is_scaled,
     "a factor for each row between the two recurrences is not supported"},
    {0}};

static void make_scaled(struct shape *s)
{
    s->recurrence.scaled = true;
}

static const struct example examples[] = {
    {EXAMPLE_PLAIN, NULL}, {"a factor for each row between the recurrences", make_scaled}, {NULL, NULL}};

static const struct wrapper *const wrappers[] = {&cut_wrapper, NULL};

const struct kind_ops kind_recurrence = {
    .name = "recurrence",
    .capabilities = capabilities_of_recurrences,
    .cuts = &cut_recurrence,
    .examples = examples,
    .wrappers = wrappers,
};
