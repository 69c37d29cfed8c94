/* Reads the lines of an SWC file, puts the samples in order of their ids and finds their parents. */
#include "apps/hines/morphology/swc_samples.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/either_precision.h"
#include "base/file/text.h"
#include "base/memory.h"
#include "base/result/caveats.h"

enum { COLUMNS = 7, ID_MAX = INT32_MAX, LEFT_OUT = -2 /* a parent */ };

static const char blanks[] = " \t\r\n\f\v";
static const double coordinate_max = 1e9, radius_min = 1e-6, radius_max = 1e6;

struct input swc_line(const struct swc *s, int64_t sample)
{
    return (struct input){.path = s->path, .line = s->sample[sample].line};
}

void swc_free(struct swc *s)
{
    free(s->sample);
    *s = (struct swc){0};
}

static enum status append(struct swc *s, const struct swc_sample *new)
{
    if (s->count == s->capacity) {
        const int64_t capacity = s->capacity ? 2 * s->capacity : 64;
        struct swc_sample *const more = realloc(s->sample, (size_t)capacity * sizeof *more);
        if (!more) return fail(ST_NOMEM, "no memory for the samples of %s", s->path);
        s->sample = more, s->capacity = capacity;
    }
    s->sample[s->count++] = *new;
    return ST_OK;
}

/* The numbers of a line; a comment may follow them. */
static enum status read_numbers(const struct input *in, char *text, double v[COLUMNS])
{
    static const char *const name[COLUMNS] = {"id", "type", "x", "y", "z", "radius", "parent"};
    for (int i = 0; i < COLUMNS; i++) {
        text += strspn(text, blanks);
        const size_t length = strcspn(text, blanks);
        if (!length)
            return input_fault(in, "expected 7 numbers, id, type, x, y, z, radius, parent, but there are %d", i);
        char *const end = text + length, behind = *end;
        *end = '\0';
        if (!text_number(text, &v[i]))
            return input_fault(in, "%s is not a number: '%.40s'%s", name[i], text,
                               strchr(text, ',') ? "; decimals come after a point, columns after a blank" : "");
        *end = behind;
        text = end;
    }
    text += strspn(text, blanks);
    if (!*text || *text == '#') return ST_OK;
    return input_fault(in, "more than 7 numbers, id, type, x, y, z, radius, parent: '%.*s'; a comment begins with #",
                       (int)(strcspn(text, blanks) < 40 ? strcspn(text, blanks) : 40), text);
}

static enum status read_whole(const struct input *in, const char *name, double v, double min, int64_t *out)
{
    if (v < min || v > ID_MAX || v != floor(v))
        return input_fault(in, "%s is %.15g: must be an integer from %.0f to %d", name, v, min, ID_MAX);
    *out = (int64_t)v;
    return ST_OK;
}

/* least: smaller radii are raised to it, and counted in *thin; 0: they are refused. */
static enum status read_sample(const struct input *in, char *text, double least, int64_t *thin, struct swc_sample *out)
{
    double v[COLUMNS];
    *out = (struct swc_sample){.line = in->line};
    TRY(read_numbers(in, text, v));
    TRY(read_whole(in, "id", v[0], 0, &out->id));
    TRY(read_whole(in, "type", v[1], -(double)ID_MAX, &out->type));
    TRY(read_whole(in, "parent", v[6], -1, &out->parent));
    for (int i = 2; i < 5; i++)
        if (fabs(v[i]) > coordinate_max)
            return input_fault(in, "%c is %g um: must be from -1e9 to 1e9", "xyz"[i - 2], v[i]);
    if (v[5] >= 0 && v[5] < least) v[5] = least, ++*thin;
    if (!(v[5] >= radius_min && v[5] <= radius_max))
        return input_fault(in, "radius is %g um: must be from 1e-6 to 1e6", v[5]);
    out->x = v[2], out->y = v[3], out->z = v[4], out->radius = v[5];
    return ST_OK;
}

static void note_thin(const struct swc *s, int64_t thin)
{
    if (thin)
        caveat("%s: %lld of %lld samples have a radius below %g um, which was raised to that", s->path, (long long)thin,
               (long long)s->count, s->lenience->radius_min);
}

static enum status read_lines(struct swc *s, struct input *in)
{
    int64_t thin = 0;
    for (bool more = true;;) {
        struct swc_sample sample;
        TRY(input_line(in, &more));
        if (!more) {
            in->line--;
            note_thin(s, thin);
            return s->count ? ST_OK : input_fault(in, "the file has no samples");
        }
        const size_t mark = in->line == 1 && !strncmp(in->text, "\xef\xbb\xbf", 3) ? 3 : 0; /* of UTF-8 */
        char *const text = in->text + mark + strspn(in->text + mark, blanks);
        if (!*text || *text == '#') continue;
        TRY(read_sample(in, text, s->lenience->radius_min, &thin, &sample));
        TRY(append(s, &sample));
    }
}

static int by_id(const void *a, const void *b)
{
    const struct swc_sample *const x = a, *const y = b;
    if (x->id != y->id) return x->id < y->id ? -1 : 1;
    return (x->line > y->line) - (x->line < y->line);
}

static enum status sort(struct swc *s)
{
    bool sorted = true;
    for (int64_t i = 1; i < s->count; i++) sorted &= s->sample[i].id > s->sample[i - 1].id;
    if (sorted) return ST_OK;
    qsort(s->sample, (size_t)s->count, sizeof *s->sample, by_id);
    for (int64_t i = 1; i < s->count; i++) {
        const struct input at = swc_line(s, i);
        if (s->sample[i].id == s->sample[i - 1].id)
            return input_fault(&at, "sample %lld is already in line %lld", (long long)s->sample[i].id,
                               (long long)s->sample[i - 1].line);
    }
    return ST_OK;
}

/* The sample of an id, found directly if ids have no gaps; -1: none. */
static int64_t find(const struct swc *s, int64_t id)
{
    const int64_t there = id - s->sample[0].id;
    if (there >= 0 && there < s->count && s->sample[there].id == id) return there;
    int64_t low = 0, high = s->count;
    while (low < high) {
        const int64_t middle = (low + high) / 2;
        if (s->sample[middle].id < id) low = middle + 1;
        else high = middle;
    }
    return low < s->count && s->sample[low].id == id ? low : -1;
}

static void note_roots(const struct swc *s, int64_t others)
{
    if (others && s->lenience->roots == SWC_JOIN_ROOTS)
        caveat("%s: %lld of %lld samples have no parent, and hang on the first of them", s->path, (long long)others,
               (long long)s->count);
}

static enum status find_parents(struct swc *s)
{
    int64_t root = -1, others = 0;
    for (int64_t i = 0; i < s->count; i++) {
        struct swc_sample *const x = &s->sample[i];
        const struct input at = swc_line(s, i);
        const long long id = x->id, parent = x->parent;
        if (parent >= 0 && (x->parent = find(s, parent)) < 0)
            return input_fault(&at, "sample %lld has the parent %lld, which is not in the file", id, parent);
        if (parent == id && s->lenience->roots == SWC_ONE_ROOT)
            return input_fault(&at, "sample %lld is its own parent", id);
        if (parent == id) x->parent = -1;
        if (parent > id)
            return input_fault(&at, "sample %lld has the parent %lld: a parent's id must be smaller", id, parent);
        if (x->parent >= 0) continue;
        if (root >= 0 && s->lenience->roots == SWC_ONE_ROOT)
            return input_fault(
                &at, "sample %lld has no parent, and neither has sample %lld in line %lld: a cell must have one root",
                id, (long long)s->sample[root].id, (long long)s->sample[root].line);
        if (root < 0) root = i;
        else x->parent = s->lenience->roots == SWC_JOIN_ROOTS ? root : LEFT_OUT, others++;
    }
    note_roots(s, others);
    return ST_OK;
}

/* Leaves out the samples of other trees. Parents come first. */
static enum status leave_out(struct swc *s)
{
    int64_t *place, kept = 0;
    TRY(mem_array(&place, HOST, s->count, sizeof *place));
    for (int64_t i = 0; i < s->count; i++) {
        struct swc_sample x = s->sample[i];
        const bool out = x.parent == LEFT_OUT || (x.parent >= 0 && place[x.parent] < 0);
        place[i] = out ? -1 : kept;
        if (x.parent >= 0 && !out) x.parent = place[x.parent];
        if (!out) s->sample[kept++] = x;
    }
    if (kept < s->count)
        caveat("%s: %lld of %lld samples, in trees of other roots, are left out", s->path, (long long)(s->count - kept),
               (long long)s->count);
    s->count = kept;
    mem_free(place);
    return ST_OK;
}

enum status swc_samples(struct swc *out, FILE *in, const char *path, const struct swc_lenience *lenience)
{
    struct input lines = {.in = in, .path = path};
    *out = (struct swc){.path = path, .lenience = lenience};
    const enum status s = read_lines(out, &lines);
    input_free(&lines);
    TRY(s);
    TRY(sort(out));
    TRY(find_parents(out));
    return lenience->roots == SWC_FIRST_ROOT ? leave_out(out) : ST_OK;
}
