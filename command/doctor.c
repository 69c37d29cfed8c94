/* bandstand doctor: what this build and this machine have. */
#include <stdio.h>

#include "base/bandwidth.h"
#include "base/provenance.h"
#include "command/arguments.h"
#include "command/command.h"
#include "command/json.h"
#include "precision/precision.h"

static int help(void)
{
    fputs("Usage: bandstand doctor [OPTION ...]\n\n"
          "Tells what this build and this machine have, and measures the memory limit.\n\n"
          "  -t, --threads N     threads of the measurement; default all\n"
          "      --no-bandwidth  do not measure\n"
          "  -j, --json          for programs\n"
          "  -h, --help          this text\n",
          stdout);
    return 0;
}

static void print_fact(void *context, const char *key, const char *value)
{
    (void)context;
    printf("%-24s %s\n", key, value);
}

static void json_fact(void *context, const char *key, const char *value)
{
    json_text(context, key, value);
}

struct figure {
    const char *key, *about;
    double value;
};

static void print_figures(const struct figure *f, int count, int threads)
{
    for (int i = 0; i < count; i++)
        printf("%-24s %.1f GB/s, %d threads: %s\n", f[i].key, f[i].value, threads, f[i].about);
}

int command_doctor(int argc, char **argv)
{
    static const struct flag flags[] = {
        {"threads", 't', true}, {"no-bandwidth", 256, false}, {"json", 'j', false}, {"help", 'h', false}, {0}};
    struct arguments a = {.argc = argc, .argv = argv, .flags = flags};
    int64_t threads = 0;
    bool json = false, measure = true;
    for (int id; (id = arguments_next(&a)) != -1;) {
        if (id == '?') return 2;
        if (id == 'h') return help();
        if (id == 't' && !argument_int(&a, "threads", 1, 4096, &threads)) return 2;
        if (id == 'j') json = true;
        if (id == 256) measure = false;
    }
    if (argv[a.operand]) return command_misuse("doctor", "unexpected '%s'", argv[a.operand]);
    const struct exec exec = exec_host((int)threads);
    struct bandwidth b = {0};
    if (measure) {
        const enum status s = bandwidth_measure(&b, exec, 0, 5);
        if (s != ST_OK) return command_fail(s);
    }
    const struct figure figures[] = {
        {"read_gb_s", "read four arrays", b.read},
        {"copy_gb_s", "read one, write one", b.copy},
        {"triad_gb_s", "read two, write one", b.triad},
        {"solve_gb_s", "read four, write one: a tridiagonal solve", b.solve},
    };
    const int count = measure ? (int)(sizeof figures / sizeof figures[0]) : 0;
    if (!json) {
        provenance_each(print_fact, NULL);
        print_figures(figures, count, exec.threads);
        return 0;
    }
    struct json j = {.out = stdout};
    json_object(&j, NULL);
    provenance_each(json_fact, &j);
    json_int(&j, "threads", exec.threads);
    json_object(&j, "limit");
    for (int i = 0; i < count; i++) json_real(&j, figures[i].key, figures[i].value);
    json_close_object(&j);
    json_close_object(&j);
    return 0;
}
