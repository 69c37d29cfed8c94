/* The page of all papers in Markdown, from verdicts of one or several machines. */
#pragma once
#include "command/papers/experiment/experiment.h"
#include "command/papers/experiment/record.h"

/* Files of verdicts, one for each machine; `count` 0: all of bench/results/papers. ST_CONFIG: there is none, or it
 * cannot be read. The same files give the same bytes. */
enum status page_write(const char *path, const struct experiments *e, char *const *file, int count);
