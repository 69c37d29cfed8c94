/* The identity of this host: name, processor model, cores. */
#pragma once
#include <stddef.h>

/* Each leaves `out` unchanged if the system does not report it. */
void host_name(char *out, size_t size);
void host_cpu(char *out, size_t size); /* its model */

/* Cores that are online. */
long host_cores(void);
