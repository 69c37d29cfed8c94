/* Memory of this process that is in use. */
#pragma once
#include <stdint.h>

/* Bytes that are resident, once what was freed has been given back to the system; 0 where it does not say. */
int64_t resident_bytes(void);
