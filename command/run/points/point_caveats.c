/* Collects warnings of points as text, which checkpoints keep unchanged. */
#include "command/run/points/point_caveats.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of the points that a line names before it only counts further ones, and of a sentence. */
enum { NAMED_BYTES = 240, SENTENCE_BYTES = 1024 };

static const char likewise[] = "; likewise at ", counted[] = " more, up to ",
                  full[] = "\nthere are further warnings of points, for which there is no space";

/* The bytes from `from` to before `to` become `text`, if the line that reports the lack of space still fits. */
static bool replace(char *lines, size_t size, size_t from, size_t to, const char *text)
{
    const size_t length = strlen(text), used = strlen(lines);
    if (used - (to - from) + length + sizeof full > size) return false;
    memmove(lines + from + length, lines + to, used + 1 - to);
    memcpy(lines + from, text, length);
    return true;
}

static bool begins_number(const char *c)
{
    return isdigit((unsigned char)*c) || (*c == '-' && isdigit((unsigned char)c[1]));
}

static const char *past_number(const char *c)
{
    char *end;
    strtod(c, &end);
    return end;
}

/* Are both equal except for numbers? `length` bytes of a. */
static bool is_alike(const char *a, size_t length, const char *b)
{
    const char *const end = a + length;
    while (a < end && *b)
        if (begins_number(a) && begins_number(b)) a = past_number(a), b = past_number(b);
        else if (*a++ != *b++) return false;
    return a == end && !*b;
}

/* A point after the first of its line: without the key if there is one. */
static const char *brief(const char *point)
{
    const char *const value = strchr(point, ' ');
    return strchr(point, ',') || !value ? point : value + 1;
}

static bool ends_with(const char *line, size_t length, const char *point)
{
    const size_t bytes = strlen(point);
    return length > bytes && !strncmp(line + length - bytes, point, bytes) && line[length - bytes - 1] == ' ';
}

/* A line of the run: "at POINT: SENTENCE", and points after `also`. */
struct line {
    size_t from, length, sentence, also; /* also: `length` where there are none */
};

static struct line line_at(const char *lines, size_t from)
{
    struct line l = {.from = from, .length = strcspn(lines + from, "\n")};
    const char *const line = lines + from, *const colon = strstr(line, ": "), *const also = strstr(line, likewise);
    l.sentence = colon && colon < line + l.length ? (size_t)(colon - line) + 2 : l.length;
    l.also = also && also < line + l.length ? (size_t)(also - line) : l.length;
    return l;
}

static bool has_point(const char *lines, const struct line *l, const char *point)
{
    const char *const line = lines + l->from;
    if (l->also < l->length) return ends_with(line, l->length, brief(point));
    return ends_with(line, l->sentence - 2, point);
}

static void put_point(char *lines, size_t size, const struct line *l, const char *point)
{
    char text[SENTENCE_BYTES];
    const size_t end = l->from + l->length;
    const char *const also = lines + l->from + l->also, *const more = strstr(also, counted);
    if (l->also == l->length) snprintf(text, sizeof text, "%s%s", likewise, brief(point));
    else if (l->length - l->also < NAMED_BYTES) snprintf(text, sizeof text, "; %s", brief(point));
    else if (!more || more > lines + end) snprintf(text, sizeof text, "; 1%s%s", counted, brief(point));
    else {
        const char *number = more;
        while (isdigit((unsigned char)number[-1])) number--;
        snprintf(text, sizeof text, "%lld%s%s", strtoll(number, NULL, 10) + 1, counted, brief(point));
        replace(lines, size, (size_t)(number - lines), end, text);
        return;
    }
    replace(lines, size, end, end, text);
}

/* A point may have several sentences that are alike: each has a line of its own. */
static void add(char *lines, size_t size, const char *point, const char *sentence)
{
    const size_t used = strlen(lines);
    char text[SENTENCE_BYTES + 300];
    for (size_t from = 0; from < used;) {
        const struct line l = line_at(lines, from);
        if (l.also > l.sentence && is_alike(lines + from + l.sentence, l.also - l.sentence, sentence) &&
            !has_point(lines, &l, point)) {
            put_point(lines, size, &l, point);
            return;
        }
        from += l.length + 1;
    }
    snprintf(text, sizeof text, "%sat %s: %s", used ? "\n" : "", point, sentence);
    if (replace(lines, size, used, used, text) || strstr(lines, full + 1)) return;
    memcpy(lines + used, used ? full : full + 1, sizeof full - !used);
}

/* "from steady 21 K, not steady: 40 % of the rise" */
static void word(char *out, size_t size, const struct answer *x)
{
    char quantity[ANSWER_NAME_BYTES];
    snprintf(quantity, sizeof quantity, "%s", x->quantity);
    for (char *c = quantity; *c; c++)
        if (*c == '_') *c = ' ';
    snprintf(out, size, "%s%s%s %.3g%s%s, %s", x->subject, *x->subject ? " " : "", quantity, x->value,
             *x->units ? " " : "", x->units, x->place);
}

void point_caveats_add(struct sim *sim, const struct sim *in, const char *point)
{
    char text[SENTENCE_BYTES];
    const size_t size = sizeof sim->caveats;
    const char *line = in->caveats;
    for (size_t length; (length = strcspn(line, "\n")) > 0; line += length + (line[length] == '\n')) {
        snprintf(text, sizeof text, "%.*s", (int)length, line);
        add(sim->caveats, size, point, text);
    }
    for (int64_t i = 0; i < in->answers.count; i++) {
        if (!in->answers.item[i].doubted) continue;
        word(text, sizeof text, &in->answers.item[i]);
        add(sim->caveats, size, point, text);
    }
}
