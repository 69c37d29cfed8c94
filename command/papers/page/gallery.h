/* One page of HTML with all experiments: pictures, verdicts, published and measured values. */
#pragma once
#include "command/papers/experiment/perform.h"

/* Writes "folder/papers.html" of the experiments that have a record and a result in the folder. Prints its name. */
enum status papers_gallery(const struct performance *p, const struct experiment *const *x, const struct record *r,
                           int64_t count);
