/* bandstand verify: accuracy against exact answers, one line per check, exit 0 only if all hold. */
#include <stdio.h>
#include <string.h>

#include "base/json/json.h"
#include "base/spelling.h"
#include "command/commands.h"
#include "command/cores/threads.h"
#include "command/terminal/arguments.h"
#include "command/terminal/command.h"
#include "precision/precision.h"

enum { ROWS_MAX = 1 << 20, SEEDS_MAX = 1000 };

struct asked {
    const char *topic, *subject;
    const struct precision *precision;
    int64_t threads;
    struct verify_size size;
    bool json;
};

static int help(void)
{
    fputs("Usage: bandstand verify [TOPIC|APPLICATION [SUBJECT]] [OPTION ...]\n\n"
          "Compares computed numbers with exact answers and prints each with its bound: all checks, those of one\n"
          "topic or application, or those of one subject.\n\n"
          "  -p, --precision P  double (default) or float\n"
          "  -t, --threads N    threads of each run; 0 (default): all\n"
          "  -r, --rows N       rows of each matrix, of subjects marked * below\n"
          "  -P, --partitions N of methods that have such a number\n"
          "  -s, --seeds N      right sides, and matrices where they are random\n"
          "  -j, --json         print JSON: checks with name, value, limit, ok; figures with name, value;\n"
          "                     refusals of methods with name, why\n"
          "  -h, --help         this text\n\n"
          "Exit codes: 0 all checks hold, 1 a check does not hold, 2 misuse or too little memory.\n\n"
          "Topics and subjects:\n\n",
          stdout);
    for (size_t i = 0; i < precision_double->verification_count(); i++) {
        const struct verification *const v = precision_double->verification_at(i);
        printf("  %s %s%s: %s\n", v->topic, v->subject, v->run_sized ? "*" : "", v->about);
    }
    return 0;
}

static void say(const struct check *c)
{
    printf("%-6s %-100s %10.4g %s %.4g\n", c->ok ? "ok" : "FAILED", c->name, c->value,
           c->at_least ? ">=" : "<=", c->limit);
    fflush(stdout);
}

static void print_line(const char *text)
{
    puts(text);
}

static bool is_of(const struct verification *v, const char *topic)
{
    return !strcmp(topic, v->topic) || (v->application && !strcmp(topic, v->application));
}

static bool wanted(const struct asked *x, const struct verification *v)
{
    return (!x->topic || is_of(v, x->topic)) && (!x->subject || !strcmp(x->subject, v->subject));
}

static int nothing_wanted(const struct asked *x)
{
    enum { NAMES = 128 };
    const char *names[NAMES], *const word = x->subject ? x->subject : x->topic;
    size_t count = 0;
    for (size_t i = 0; i < x->precision->verification_count() && count < NAMES - 1; i++) {
        const struct verification *const v = x->precision->verification_at(i);
        names[count++] = x->subject && is_of(v, x->topic) ? v->subject : v->topic;
        if (!x->subject && v->application) names[count++] = v->application;
    }
    const char *const near = spelling_nearest(word, names, count), *const what = x->subject ? "subject" : "topic";
    if (near && strcmp(near, word)) return command_misuse("verify", "no %s '%s'; did you mean '%s'?", what, word, near);
    return command_misuse("verify", "no %s '%s'", what, word);
}

static bool all_hold(const struct report *r)
{
    bool ok = r->count > 0;
    for (size_t i = 0; i < r->count; i++) ok &= r->check[i].ok;
    return ok;
}

static void print_json(const struct report *r)
{
    struct json j = {.out = stdout};
    json_object(&j, NULL);
    json_array(&j, "checks");
    for (size_t i = 0; i < r->count; i++) {
        json_object(&j, NULL);
        json_text(&j, "name", r->check[i].name);
        json_real(&j, "value", r->check[i].value);
        json_real(&j, "limit", r->check[i].limit);
        json_bool(&j, "ok", r->check[i].ok);
        json_close_object(&j);
    }
    json_close_array(&j);
    json_array(&j, "figures");
    for (size_t i = 0; i < r->figures; i++) {
        json_object(&j, NULL);
        json_text(&j, "name", r->figure[i].name);
        json_real(&j, "value", r->figure[i].value);
        json_close_object(&j);
    }
    json_close_array(&j);
    json_array(&j, "refusals");
    for (size_t i = 0; i < r->refusals; i++) {
        json_object(&j, NULL);
        json_text(&j, "name", r->refusal[i].name);
        json_text(&j, "why", r->refusal[i].why);
        json_close_object(&j);
    }
    json_close_array(&j);
    json_bool(&j, "ok", all_hold(r));
    json_close_object(&j);
}

/* The first verification that is requested and has no size, if a size is given; otherwise NULL. */
static const struct verification *without_size(const struct asked *x)
{
    if (!x->size.rows && !x->size.partitions && !x->size.seeds) return NULL;
    for (size_t i = 0; i < x->precision->verification_count(); i++) {
        const struct verification *const v = x->precision->verification_at(i);
        if (wanted(x, v) && !v->run_sized) return v;
    }
    return NULL;
}

static int verify(const struct asked *x)
{
    struct report r = {.said = x->json ? NULL : say, .line = x->json ? NULL : print_line};
    enum status s = ST_OK;
    int found = 0;
    for (size_t i = 0; s == ST_OK && i < x->precision->verification_count(); i++) {
        const struct verification *const v = x->precision->verification_at(i);
        if (!wanted(x, v)) continue;
        found++;
        s = x->precision->verification_run(v, &r, exec_host((int)x->threads), &x->size);
        if (s != ST_OK) fail_within(s, "verify %s %s: ", v->topic, v->subject);
    }
    const bool ok = all_hold(&r);
    if (s == ST_OK && x->json) print_json(&r);
    if (s == ST_OK && found && !x->json) printf("%zu checks, %s\n", r.count, ok ? "all hold" : "not all hold");
    report_free(&r);
    if (s != ST_OK) return command_fail(s);
    return found ? !ok : nothing_wanted(x);
}

static const struct precision *find_precision(const char *name)
{
    if (!strcmp(name, precision_double->name)) return precision_double;
    return !strcmp(name, precision_float->name) ? precision_float : NULL;
}

int command_verify(int argc, char **argv)
{
    static const struct flag flags[] = {
        {"precision", 'p', true}, {"threads", 't', true}, {"rows", 'r', true},  {"partitions", 'P', true},
        {"seeds", 's', true},     {"json", 'j', false},   {"help", 'h', false}, {0}};
    struct arguments a = {.argc = argc, .argv = argv, .flags = flags};
    struct asked x = {.precision = precision_double};
    for (int id; (id = arguments_next(&a)) != -1;) {
        if (id == '?') return 2;
        if (id == 'h') return help();
        if (id == 'j') x.json = true;
        if (id == 't' && !argument_int(&a, "threads", 0, EXEC_THREADS_MAX, &x.threads)) return 2;
        if (id == 'r' && !argument_int(&a, "rows", 1, ROWS_MAX, &x.size.rows)) return 2;
        if (id == 'P' && !argument_int(&a, "partitions", 1, ROWS_MAX, &x.size.partitions)) return 2;
        if (id == 's' && !argument_int(&a, "seeds", 1, SEEDS_MAX, &x.size.seeds)) return 2;
        if (id == 'p' && !(x.precision = find_precision(a.value)))
            return command_misuse("verify", "precision must be double or float, not '%s'", a.value);
    }
    if (argc - a.operand > 2)
        return command_misuse("verify", "at most a topic and a subject are allowed, not also '%s'",
                              argv[a.operand + 2]);
    if (a.operand < argc) x.topic = argv[a.operand];
    if (a.operand + 1 < argc) x.subject = argv[a.operand + 1];
    const struct verification *const fixed = without_size(&x);
    if (fixed)
        return command_misuse("verify",
                              "%s %s has a fixed size: --rows, --partitions and --seeds apply only to "
                              "subjects marked * in verify --help",
                              fixed->topic, fixed->subject);
    threads_spin_briefly();
    return verify(&x);
}
