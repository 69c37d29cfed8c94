/* The identity of this host: name, processor model, cores; faults that others may not meet. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

/* Each leaves `out` unchanged if the system does not report it. */
void host_name(char *out, size_t size);
void host_cpu(char *out, size_t size); /* its model */

/* Cores that are online. */
long host_cores(void);

/* Says of the sentence recorded last that it is about this host, as that of a file that cannot be read, and returns
 * `s`: comm_agree then says which rank has it. */
enum status fail_local(enum status s);

/* Was that said, or does `s` say it: memory, files or devices have failed? A method that refuses on some ranks only
 * has too little memory there. */
bool fail_is_local(enum status s);
