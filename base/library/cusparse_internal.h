/* Calls of cuSPARSE functions: the only file that includes its header. */
#pragma once
#include <cusparse.h>

#include "base/exec.h"
#include "base/library/cusparse.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A function of the library. Only after cusparse_ready has found it. */
void *cusparse_function(const char *name);

/* ST_DEVICE and "what: reason" unless `s` is success. */
enum status cusparse_check(cusparseStatus_t s, const char *what);

/* A handle whose work is queued on exec's stream; NULL after a failure. To be freed before the stream ends. */
enum status cusparse_make(cusparseHandle_t *out, const struct exec *exec);
void cusparse_free(cusparseHandle_t handle); /* NULL is fine */

#ifdef __cplusplus
}
#endif
