/* Finds the largest probabilities by insertion into a short list. */
#include "apps/cloudqueue/likely.h"

#include <stdio.h>

enum { SHOWN = 6 };

enum status likely_states_put(struct answers *a, const real *pi, int64_t states)
{
    int64_t most[SHOWN];
    int count = 0;
    for (int64_t i = 0; i < states; i++) {
        if (count == SHOWN && !(pi[i] > pi[most[SHOWN - 1]])) continue;
        int place = count < SHOWN ? count++ : SHOWN - 1;
        for (; place > 0 && pi[i] > pi[most[place - 1]]; place--) most[place] = most[place - 1];
        most[place] = i;
    }
    for (int k = 0; k < count; k++) {
        char subject[48];
        snprintf(subject, sizeof subject, "state %lld", (long long)most[k]);
        TRY(answers_put(a, subject, "probability", (double)pi[most[k]], ""));
    }
    return ST_OK;
}
