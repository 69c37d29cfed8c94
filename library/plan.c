/* Functions of plans of any kind and precision. */
#include "library/plan.h"

#include "base/memory.h"
#include "library/bandstand.h"
#include "library/call.h"

void bandstand_plan_free(struct bandstand_plan *plan)
{
    if (!plan) return;
    plan->operations->free(plan->plan);
    mem_free(plan->info);
    mem_free(plan);
}

int64_t bandstand_plan_bytes(const struct bandstand_plan *plan)
{
    return plan ? plan->operations->bytes(plan->plan) + plan->batch * (int64_t)sizeof *plan->info : 0;
}

const char *bandstand_info_text(const struct bandstand_plan *plan, int64_t info)
{
    if (!plan || info < BANDSTAND_PIVOTS_GREW) return "no info of this library";
    return plan->operations->info_text(plan->plan, info);
}
