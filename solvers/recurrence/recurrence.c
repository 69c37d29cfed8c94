/* The kind of recurrences: its name, capabilities and checks. */
#include "base/either_precision.h"
#include "solvers/kind.h"

static bool is_scaled(const struct shape *s)
{
    return s->recurrence.scaled;
}

static const struct capability capabilities_of_recurrences[] = {
    {CAN_SCALE, "scale", "a factor for each row between the recurrences", is_scaled,
     "a factor for each row between the two recurrences is not supported"},
    {0}};

const struct kind_ops kind_recurrence = {.name = "recurrence", .capabilities = capabilities_of_recurrences};
