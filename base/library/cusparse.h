/* cuSPARSE, NVIDIA's library of sparse algebra, or why it is not there. It is opened when first needed and linked by
 * nothing, so that a machine without it runs everything else. Code that calls it includes cusparse_internal.h. A build
 * without CUDA takes base/library/cusparse_none.c in the place of base/library/cusparse.c. */
#pragma once
#include <stdint.h>

#include "base/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ST_DEVICE and a sentence if there is no GPU, or no cuSPARSE of the version that this program was built for. */
enum status cusparse_ready(void);

/* Version and file of the library, in one line; or why there is none. */
void cusparse_describe(char *out, int64_t size);

#ifdef __cplusplus
}
#endif
