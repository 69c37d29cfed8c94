/* Packs the findings of a point, and unpacks them. */
#include "command/run/sweep/point_message.h"

#include <stdlib.h>
#include <string.h>

/* An answer without its texts, which follow it. */
struct plain_answer {
    double value, error, lower[3], upper[3];
    int64_t twin;
    bool boxed, of_method, doubted;
};

static void put_answer(struct parcel *p, const struct answer *a)
{
    struct plain_answer plain;
    memset(&plain, 0, sizeof plain); /* padding too, since it is sent */
    plain.value = a->value, plain.error = a->error, plain.twin = a->twin;
    plain.boxed = a->boxed, plain.of_method = a->of_method, plain.doubted = a->doubted;
    memcpy(plain.lower, a->lower, sizeof plain.lower);
    memcpy(plain.upper, a->upper, sizeof plain.upper);
    parcel_put(p, &plain, sizeof plain);
    parcel_text(p, a->name), parcel_text(p, a->subject), parcel_text(p, a->quantity);
    parcel_text(p, a->units), parcel_text(p, a->place);
}

bool point_pack(struct parcel *out, const struct point_message *head, const struct sim *found, const char *sentence)
{
    parcel_open(out);
    parcel_put(out, head, sizeof *head);
    parcel_text(out, sentence);
    parcel_text(out, found->caveats);
    parcel_text(out, found->chosen);
    parcel_text(out, found->why);
    parcel_put(out, found->clock.seconds, sizeof found->clock.seconds);
    parcel_put(out, &found->metrics.count, sizeof found->metrics.count);
    parcel_put(out, found->metrics.item, (size_t)found->metrics.count * sizeof found->metrics.item[0]);
    parcel_put(out, &found->answers.count, sizeof found->answers.count);
    for (int64_t i = 0; i < found->answers.count; i++) put_answer(out, &found->answers.item[i]);
    return parcel_close(out);
}

struct point_message point_head(const char *data, int64_t bytes)
{
    struct point_message head;
    unpacked_get(&(struct unpacked){data, data + bytes}, &head, sizeof head);
    return head;
}

const char *kept_texts_add(struct kept_texts *t, const char *text)
{
    if (!*text) return NULL;
    for (int64_t i = 0; i < t->count; i++)
        if (!strcmp(t->text[i], text)) return t->text[i];
    char **const grown = realloc(t->text, (size_t)(t->count + 1) * sizeof *grown);
    if (!grown) return NULL;
    t->text = grown;
    t->text[t->count] = strdup(text);
    return t->text[t->count] ? t->text[t->count++] : NULL;
}

void kept_texts_free(struct kept_texts *t)
{
    for (int64_t i = 0; i < t->count; i++) free(t->text[i]);
    free(t->text);
    *t = (struct kept_texts){0};
}

static bool get_answer(struct unpacked *u, struct answer *a)
{
    struct plain_answer plain;
    unpacked_get(u, &plain, sizeof plain);
    a->value = plain.value, a->error = plain.error, a->twin = plain.twin;
    a->boxed = plain.boxed, a->of_method = plain.of_method, a->doubted = plain.doubted;
    memcpy(a->lower, plain.lower, sizeof plain.lower);
    memcpy(a->upper, plain.upper, sizeof plain.upper);
    a->name = strdup(unpacked_text(u));
    a->subject = strdup(unpacked_text(u));
    a->quantity = strdup(unpacked_text(u));
    a->units = strdup(unpacked_text(u));
    a->place = strdup(unpacked_text(u));
    return a->name && a->subject && a->quantity && a->units && a->place;
}

static enum status get_answers(struct unpacked *u, struct answers *a)
{
    int64_t count;
    unpacked_get(u, &count, sizeof count);
    if (count <= 0 || u->lacks) return ST_OK;
    a->item = calloc((size_t)count, sizeof *a->item);
    bool good = a->item != NULL;
    for (a->capacity = count; good && a->count < count; a->count++) good = get_answer(u, &a->item[a->count]);
    return good ? ST_OK : fail(ST_NOMEM, "no memory for the answers of a point");
}

enum status point_unpack(const char *data, int64_t bytes, struct kept_texts *texts, struct sim *out)
{
    struct unpacked u = {data, data + bytes};
    struct point_message head;
    unpacked_get(&u, &head, sizeof head);
    const char *const sentence = unpacked_text(&u);
    snprintf(out->caveats, sizeof out->caveats, "%s", unpacked_text(&u));
    out->chosen = kept_texts_add(texts, unpacked_text(&u));
    out->why = kept_texts_add(texts, unpacked_text(&u));
    unpacked_get(&u, out->clock.seconds, sizeof out->clock.seconds);
    unpacked_get(&u, &out->metrics.count, sizeof out->metrics.count);
    if (out->metrics.count < 0 || out->metrics.count > METRICS_MAX)
        return fail(ST_FAILED, "the message of a rank about a point is damaged");
    unpacked_get(&u, out->metrics.item, (size_t)out->metrics.count * sizeof out->metrics.item[0]);
    const enum status s = get_answers(&u, &out->answers);
    if (head.status != ST_OK)
        return fail((enum status)head.status, "%s", *sentence ? sentence : "no memory for the findings of a point");
    if (s == ST_OK && u.lacks) return fail(ST_FAILED, "the message of a rank about a point is truncated");
    return s;
}
