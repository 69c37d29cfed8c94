/* Allocations that fail one after the other. */
#pragma once
#include "base/status.h"

/* make must return ST_NOMEM, set *out to NULL and keep nothing as long as one of its allocations fails, each in turn;
 * then `drop` must give all back. A check that fails ends the test. */
void every_missing_allocation_is_said(enum status (*make)(void **out), void (*drop)(void *made));
