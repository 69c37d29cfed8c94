/* The list of verifications. */
#include "verify/verify.h"

static const struct verification *const table[] = {
#define VERIFICATION(id) &id,
#include "verify/list.h"
#undef VERIFICATION
};

size_t verification_count(void)
{
    return sizeof table / sizeof table[0];
}

const struct verification *verification_at(size_t i)
{
    return table[i];
}
