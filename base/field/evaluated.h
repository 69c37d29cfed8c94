/* Values of formulas that several runs share, each under a key: a formula takes longer to evaluate than a system of its
 * values to solve. The key says all that the values depend on. For one thread at a time. */
#pragma once
#include <stdint.h>

#include "base/status.h"

#ifdef __cplusplus
extern "C" {
#endif

struct evaluated;

/* Values at places that are numbered from 0; those of begin ... end - 1 are known. */
struct evaluated_values {
    double *value; /* [count] */
    int64_t count, begin, end;
};

/* Without values. Freed by evaluated_free, together with all values; NULL is fine. */
enum status evaluated_make(struct evaluated **out);
struct evaluated *evaluated_free(struct evaluated *e);

/* *out: the values under this key, valid until evaluated_free. They are made at the first call with it, with none
 * known; all calls with one key have the same count. ST_NOMEM, and then there are none under the key. */
enum status evaluated_find(struct evaluated *e, const char *key, int64_t count, struct evaluated_values **out);

/* Bytes of all values; 0 of NULL. */
int64_t evaluated_bytes(const struct evaluated *e);

#ifdef __cplusplus
}
#endif
