/* A thread that keeps a core busy, in place of another program. */
#pragma once
#include "base/status.h"

/* Keeps one core busy until core_spinner_end: the last core that this process may use. One at a time. */
enum status core_spinner_begin(void);
void core_spinner_end(void); /* nothing where none has begun */
