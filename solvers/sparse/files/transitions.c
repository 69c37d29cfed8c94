/* Reads the transitions of a continuous-time Markov chain as PRISM, Storm and MRMC write them. */
#include "solvers/sparse/files/transitions.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "base/either_precision.h"

enum { UNTIL_END = -1 };

/* "STATES 5", and in the next line "TRANSITIONS 8". */
static enum status read_mrmc(struct triplets *t, struct input *r, int64_t *count)
{
    static const char states[] = "STATES", transitions[] = "TRANSITIONS";
    int64_t n;
    bool more;
    if (reading_whole(r->text + strlen(states), &n, 1) != 1) return input_fault(r, "expected: STATES number");
    t->first = 1;
    TRY(triplets_size(t, n, r->line));
    TRY(reading_next(r, &more));
    if (more && !strncmp(r->text, transitions, strlen(transitions)) &&
        reading_whole(r->text + strlen(transitions), count, 1) == 1)
        return *count < 0 ? input_fault(r, "the number of transitions is negative") : ST_OK;
    return input_fault(r, "expected: TRANSITIONS number");
}

/* A kind of model in place of sizes: those are what the transitions make of them. */
static enum status read_kind(struct triplets *t, const struct input *r, int64_t *count)
{
    char word[16] = "";
    int end = 0;
    sscanf(r->text, " %15s %n", word, &end);
    if (!strcasecmp(word, "dtmc"))
        return input_fault(r, "a discrete chain (dtmc) has probabilities, not rates: only continuous ones are read");
    if (strcasecmp(word, "ctmc") || r->text[end])
        return input_fault(r, "expected: states transitions, or ctmc; models with choices are not read");
    t->sure = true;
    *count = UNTIL_END;
    return triplets_size(t, INT32_MAX, r->line);
}

static enum status read_head(struct triplets *t, struct input *r, int64_t *count)
{
    int64_t size[3];
    bool more;
    TRY(reading_next(r, &more));
    if (!more) return input_fault(r, "the file ends before it says how many states there are");
    const char *const text = r->text + strspn(r->text, " \t");
    if (!strncmp(r->text, "STATES", 6)) return read_mrmc(t, r, count);
    if (isalpha((unsigned char)*text)) return read_kind(t, r, count);
    const int numbers = reading_whole(text, size, 3);
    if (numbers == 3) return input_fault(r, "expected: states transitions; three numbers are of a model with choices");
    if (numbers != 2) return input_fault(r, "expected: states transitions");
    *count = size[1];
    if (*count < 0) return input_fault(r, "the number of transitions is negative");
    return triplets_size(t, size[0], r->line);
}

static enum status read_transition(struct triplets *t, const struct input *r)
{
    int64_t at[2];
    double value;
    char *rest;
    TRY(reading_place(r, t->first, t->n, at, &rest));
    TRY(reading_value(r, &rest, &value));
    if (*rest && !strchr(" \t\r\n", *rest)) return input_fault(r, "unexpected text after the transition");
    return triplets_add(t, at[0] - t->first, at[1] - t->first, value, r->line);
}

/* One more than the last state that there are transitions of. */
static void settle_size(struct triplets *t)
{
    int32_t last = 0;
    for (int64_t e = 0; e < t->count; e++) {
        if (t->entry[e].row > last) last = t->entry[e].row;
        if (t->entry[e].column > last) last = t->entry[e].column;
    }
    t->n = last + (int64_t)1;
}

enum status transitions_read(struct triplets *t, struct input *r)
{
    int64_t count, e = 0;
    bool more;
    t->loops = true;
    TRY(read_head(t, r, &count));
    for (;; e++) {
        TRY(reading_next(r, &more));
        if (!more || e == count) break;
        TRY(read_transition(t, r));
    }
    if (more) return input_fault(r, "there are more entries than the %lld announced", (long long)count);
    if (e < count) return input_fault(r, "the file ends after %lld of %lld entries", (long long)e, (long long)count);
    if (count == UNTIL_END) settle_size(t);
    return ST_OK;
}
