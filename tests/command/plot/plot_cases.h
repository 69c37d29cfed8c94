/* A result file of several runs, and the command plot on it: the pictures that it draws, and their contents. */
#pragma once
#include "base/result/store.h"
#include "command/commands.h"
#include "command/plot/draw/axis.h"
#include "command/plot/map/plane.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <dirent.h>
#include <math.h>
#include <sys/stat.h>

#include "tests/support/capture.h"

static char folder[64], result[128];

static inline int files_in_folder(bool removed)
{
    int count = 0;
    DIR *const d = opendir(folder);
    for (struct dirent *e; (e = readdir(d));) {
        char path[400];
        if (e->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        count++;
        if (removed) unlink(path);
    }
    closedir(d);
    return count;
}

static inline int enter(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/test_plot.XXXXXX");
    if (!mkdtemp(folder)) return -1;
    snprintf(result, sizeof result, "%s/heat.h5", folder);
    return 0;
}

static inline int leave(void **state)
{
    (void)state;
    files_in_folder(true);
    return rmdir(folder);
}

static inline void good(enum status st)
{
    if (st != ST_OK) fail_msg("%s", fail_text());
}

static inline void put_column(struct store *s, const char *group, const char *name, const char *units, double slope)
{
    double value[50];
    for (int i = 0; i < 50; i++) value[i] = 1 + slope * i;
    const struct array a = {.name = name, .type = REAL64, .rank = 1, .dims = {50}, .data = value, .units = units};
    good(store_array(s, group, &a));
}

/* A run whose probe rises by `slope`. */
static inline void put_run(struct store *s, const char *name, const char *method, double seconds, double slope)
{
    char run[64], group[96];
    static double u[3 * 20 * 30];
    for (int i = 0; i < 3 * 20 * 30; i++) u[i] = i / 600; /* the middle plane is all 1 */
    for (int i = 1200; i < 1800; i++) u[i] += i % 30 / 60.0;
    snprintf(run, sizeof run, "/runs/%s", name);
    good(store_text(s, run, "method", method));
    good(store_text(s, run, "space", "host"));
    good(store_text(s, run, "precision", "double"));
    good(store_text(s, run, "status", "ok"));
    good(store_real(s, run, "time", 0.25));
    good(store_int(s, run, "steps", 10));
    good(store_int(s, run, "threads", 2));
    snprintf(group, sizeof group, "%s/metrics", run);
    good(store_real(s, group, "steps", 10));
    good(store_real(s, group, "seconds_assemble", 2.5 * seconds));
    good(store_real(s, group, "seconds_solve", 7.5 * seconds));
    good(store_real(s, group, "seconds_step", seconds));
    good(store_real(s, group, "gb_s", 0.01 / seconds));
    good(store_real(s, group, "share_of_limit", 0.01 / seconds / 40.25));
    snprintf(group, sizeof group, "%s/series", run);
    put_column(s, group, "time", "s", 0.01);
    put_column(s, group, "energy", "J", 0);
    put_column(s, group, "probe", "K", slope);
    snprintf(group, sizeof group, "%s/fields", run);
    const struct array flat = {.name = "v", .type = REAL64, .rank = 2, .dims = {20, 30}, .data = u};
    const struct array cube = {.name = "u", .type = REAL64, .rank = 3, .dims = {3, 20, 30}, .data = u, .units = "K"};
    const struct array line = {.name = "w", .type = REAL64, .rank = 1, .dims = {30}, .data = u};
    good(store_array(s, group, &flat));
    good(store_array(s, group, &cube));
    good(store_array(s, group, &line));
    good(store_real(s, group, "mesh_origin_z", 2));
    good(store_real(s, group, "mesh_spacing_z", 0.5));
    good(store_real(s, group, "mesh_spacing_x", 1e-3));
    good(store_real(s, group, "mesh_spacing_y", 1e-3));
}

static inline struct store *begin_file(void)
{
    struct store *s;
    good(store_create(&s, result));
    good(store_text(s, "/", "app", "adi"));
    good(store_text(s, "/", "title", "It's u'' 'hot' \\ `here`"));
    good(store_real(s, "/provenance", "bandwidth_copy_gb_s", 40.25));
    return s;
}

static inline void put_file(void)
{
    struct store *const s = begin_file();
    put_run(s, "000_thomas_host_double", "thomas", 2e-3, 0.1);
    put_run(s, "001_pcr_host_double", "pcr", 0.5e-3, 0.1);
    put_run(s, "002_wrong_host_double", "wrong", 1e-3, 0.3);
    good(store_text(s, "/runs/002_wrong_host_double", "label", "other"));
    good(store_commit(s));
}

static inline int plot(const char *flags)
{
    char line[800];
    snprintf(line, sizeof line, "%s %s", result, flags);
    return run_command(command_plot, line);
}

static inline void need_gnuplot(void)
{
    if (system("gnuplot --version >/dev/null 2>&1") == 0) return;
    print_message("skipped: no gnuplot\n");
    skip();
}

static inline const char *picture(const char *name)
{
    static char text[1000000];
    char path[400];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *const f = fopen(path, "rb");
    if (!f) fail_msg("no %s", path);
    text[fread(text, 1, sizeof text - 1, f)] = '\0';
    fclose(f);
    return text;
}

static inline void shows(const char *name, const char *part)
{
    if (!strstr(picture(name), part)) fail_msg("%s does not show '%s'", name, part);
}
