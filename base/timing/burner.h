/* A thread that keeps a core busy, in place of another program. */
#pragma once
#include "base/status.h"

/* Keeps one core busy until burner_end: the last core that this process may use. One at a time. */
enum status burner_begin(void);
void burner_end(void); /* nothing where none has begun */
