/* Several experiments, one after the other. */
#pragma once
#include "command/papers/experiment/perform.h"

struct session {
    const struct performance *how;
    bool all; /* ends with a page of HTML */
    bool gpu; /* skips experiments whose GPU runs the folder has, reduces those that take longer, and ends after nine
                 minutes */
    const char *junit; /* or NULL */
};

/* Performs them, with a line for each claim and a summary. The exit code: 1 where one failed, or a claim is not
 * reproduced without a known reason; 2 where a configuration is wrong. */
int session_perform(const struct session *s, const struct experiment *const *x, int64_t count);
