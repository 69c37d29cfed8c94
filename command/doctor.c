/* bandstand doctor: the libraries of this build and the hardware of this machine. */
#include <stdio.h>

#include "base/device/device.h"
#include "base/json/json.h"
#include "base/result/provenance.h"
#include "base/timing/bandwidth.h"
#include "command/commands.h"
#include "command/terminal/arguments.h"
#include "command/terminal/command.h"
#include "precision/level.h"

static int help(void)
{
    fputs(
        "Usage: bandstand doctor [OPTION ...]\n\n"
        "Reports the libraries of this build, the processor, memory and GPU of this machine, and measures the memory\n"
        "limit: the bandwidth that no method can exceed.\n\n"
        "  -t, --threads N     threads of the measurement; default all\n"
        "      --no-bandwidth  do not measure the memory limit\n"
        "  -j, --json          print JSON\n"
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

enum { FIGURES = 6 };
struct figures {
    struct bandwidth over; /* the measured rate and its conditions */
    int count;
    struct {
        const char *key, *about;
        double value;
    } of[FIGURES];
};

static void add(struct figures *f, const char *key, double value, const char *about)
{
    f->of[f->count].key = key, f->of[f->count].about = about, f->of[f->count].value = value;
    f->count++;
}

/* Measures the host, and the GPU if there is one; the line `gpu` gives the reason if there is none. */
static enum status measure(struct figures *f, struct exec exec)
{
    struct bandwidth b = {0};
    double copy;
    TRY(bandwidth_measure(&b, exec, effort_full));
    bandwidth_keep(&b, exec.threads);
    f->over = b;
    add(f, "read_gb_s", b.read, "read four arrays");
    add(f, "copy_gb_s", b.copy, "read one, write one");
    add(f, "triad_gb_s", b.triad, "read two, write one");
    add(f, "in_place_gb_s", b.in_place, "read and write the same values");
    add(f, "solve_gb_s", b.solve, "read four, write one: a tridiagonal solve");
    if (device_ready() != ST_OK) return ST_OK;
    TRY(device_bandwidth(&copy));
    add(f, "device_copy_gb_s", copy, "read one, write one, on the GPU");
    return ST_OK;
}

int command_doctor(int argc, char **argv)
{
    static const struct flag flags[] = {
        {"threads", 't', true}, {"no-bandwidth", 256, false}, {"json", 'j', false}, {"help", 'h', false}, {0}};
    struct arguments a = {.argc = argc, .argv = argv, .flags = flags};
    int64_t threads = 0;
    bool json = false, measured = true;
    for (int id; (id = arguments_next(&a)) != -1;) {
        if (id == '?') return 2;
        if (id == 'h') return help();
        if (id == 't' && !argument_int(&a, "threads", 1, EXEC_THREADS_MAX, &threads)) return 2;
        if (id == 'j') json = true;
        if (id == 256) measured = false;
    }
    if (argv[a.operand]) return command_misuse("doctor", "unexpected '%s'", argv[a.operand]);
    const struct exec exec = exec_host((int)threads);
    struct figures f = {0};
    if (measured) {
        const enum status s = measure(&f, exec);
        if (s != ST_OK) return command_fail(s);
    }
    if (!json) {
        provenance_each(print_fact, NULL);
        print_fact(NULL, "level", level_name());
        for (int i = 0; i < f.count; i++) printf("%-24s %.1f GB/s: %s\n", f.of[i].key, f.of[i].value, f.of[i].about);
        if (measured)
            printf("%-24s %.3g MB%s%s\n", "measured_over", (double)f.over.bytes / 1e6,
                   f.over.in_caches ? ", within the caches" : "", f.over.disturbed ? ", disturbed by other work" : "");
        return 0;
    }
    struct json j = {.out = stdout};
    json_object(&j, NULL);
    provenance_each(json_fact, &j);
    json_fact(&j, "level", level_name());
    json_int(&j, "threads", exec.threads);
    json_object(&j, "limit");
    for (int i = 0; i < f.count; i++) json_real(&j, f.of[i].key, f.of[i].value);
    if (measured) {
        json_int(&j, "bytes", f.over.bytes);
        json_int(&j, "in_caches", f.over.in_caches);
        json_int(&j, "disturbed", f.over.disturbed);
    }
    json_close_object(&j);
    json_close_object(&j);
    return 0;
}
