/* The list of verifications. */
#include "base/either_precision.h"
#include "verify/verify.h"

static const struct verification *const table[] = {
#define VERIFICATION(id) &id,
#include "verify/list.h"
#undef VERIFICATION
};

enum status verification_run(const struct verification *v, struct report *r, struct exec exec,
                             const struct verify_size *size)
{
    return v->run ? v->run(r, exec) : v->run_sized(r, exec, size);
}

size_t verification_count(void)
{
    return sizeof table / sizeof table[0];
}

const struct verification *verification_at(size_t i)
{
    return table[i];
}
