/* Which machine this is. */
#pragma once
#include <stddef.h>

/* Each leaves `out` as it is where the system does not tell. */
void host_name(char *out, size_t size);
void host_cpu(char *out, size_t size); /* its model */

/* Cores that are online. */
long host_cores(void);
