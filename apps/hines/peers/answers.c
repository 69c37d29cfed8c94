/* Asks peers for times and courses, and checks their answers. */
#include <math.h>
#include <stdlib.h>

#include "apps/hines/peers/ask.h"
#include "apps/hines/peers/job.h"
#include "base/memory.h"
#include "base/program/program.h"

/* CPU time over wall time of a call that nothing disturbed, of one thread, and of each of several, which may wait for
 * each other. */
static const double busy_alone = 0.96, busy_each = 0.9;

static enum status ask(const struct hines_peer *peer, const struct peer_job *job, const char *task,
                       struct json_value **answer)
{
    FILE *question;
    *answer = NULL;
    TRY(program_file(&question));
    enum status s = peer_job_write(job, task, question);
    if (s == ST_OK) s = peer_ask(peer->python, peer->file, question, job->seconds, answer);
    fclose(question);
    return s;
}

/* The number of elements of a list of numbers, all finite; -1: it is not one. */
static int64_t numbers(const struct json_value *list)
{
    int64_t count = 0;
    if (!list || list->type != JSON_ARRAY) return -1;
    for (const struct json_value *v = list->first; v; v = v->next, count++)
        if (v->type != JSON_NUMBER || !isfinite(v->number)) return -1;
    return count;
}

static enum status read_times(const struct json_value *answer, int threads, struct peer_times *out)
{
    const struct json_value *const seconds = json_member(answer, "seconds"), *const busy = json_member(answer, "busy");
    const double enough = threads == 1 ? busy_alone : busy_each * threads;
    double least[2] = {INFINITY, INFINITY}; /* of all calls, and of those that were not disturbed */
    *out = (struct peer_times){.bytes = json_number_of(answer, "bytes")};
    const double compartments = json_number_of(answer, "compartments");
    if (numbers(seconds) < 1 || numbers(busy) != numbers(seconds) || !(out->bytes >= 0) || !(compartments > 0))
        return fail(ST_DEVICE, "its answer must have seconds, busy, bytes and compartments");
    const struct json_value *share = busy->first;
    for (const struct json_value *v = seconds->first; v; v = v->next, share = share->next) {
        const bool clean = share->number >= enough;
        if (!(v->number > 0)) return fail(ST_DEVICE, "its answer has calls of %g s", v->number);
        out->calls++, out->clean += clean;
        least[0] = fmin(least[0], v->number);
        if (clean) least[1] = fmin(least[1], v->number);
    }
    out->seconds = least[out->clean > 0];
    out->compartments = (int64_t)compartments;
    return ST_OK;
}

enum status hines_peer_time(const struct hines_peer *peer, const struct peer_job *job, struct peer_times *out)
{
    struct json_value *answer;
    TRY(ask(peer, job, "time", &answer));
    const enum status s = read_times(answer, job->threads, out);
    json_free(answer);
    return s;
}

static void copy(const struct json_value *list, double *out)
{
    for (const struct json_value *v = list->first; v; v = v->next) *out++ = v->number;
}

static enum status read_course(const struct json_value *answer, int64_t columns, struct peer_course *out)
{
    const struct json_value *const time = json_member(answer, "time"), *const value = json_member(answer, "v");
    const int64_t count = numbers(time);
    int64_t found = 0;
    *out = (struct peer_course){.count = count, .columns = columns};
    for (const struct json_value *v = value ? value->first : NULL; v; v = v->next) found += numbers(v) == count;
    if (count < 2 || found != columns)
        return fail(ST_DEVICE, "its answer must have times, and potentials at all of them for %lld places",
                    (long long)columns);
    TRY(mem_array(&out->time, HOST, count, sizeof *out->time));
    TRY(mem_array(&out->value, HOST, count * columns, sizeof *out->value));
    copy(time, out->time);
    double *to = out->value;
    for (const struct json_value *v = value->first; to < out->value + count * columns; v = v->next)
        if (numbers(v) == count) copy(v, to), to += count;
    return ST_OK;
}

enum status hines_peer_trace(const struct hines_peer *peer, const struct peer_job *job, struct peer_course *out)
{
    struct json_value *answer;
    *out = (struct peer_course){0};
    TRY(ask(peer, job, "trace", &answer));
    const enum status s = read_course(answer, job->params->records.count, out);
    json_free(answer);
    if (s != ST_OK) peer_course_free(out);
    return s;
}

void peer_course_free(struct peer_course *c)
{
    mem_free(c->time);
    mem_free(c->value);
    *c = (struct peer_course){0};
}
