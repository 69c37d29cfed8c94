/* Prints the settings of an application and of solver groups. */
#include "command/run/request/keys.h"

#include <stdio.h>
#include <string.h>

#include "base/spelling.h"
#include "command/run/jobs/jobs.h"
#include "command/run/sweep/sweep_points.h"
#include "command/terminal/command.h"

/* Two lines, as a setting has. */
static void print_answer(const struct answer_about *x)
{
    const char *const units = strcmp(x->units, "*") ? x->units : "as given by the configuration";
    printf("  %-28s  %s\n  %-28s  %s\n", x->quantity, x->about, "", *x->units ? units : "without a unit");
}

int keys_print(const char *name)
{
    enum { NAMES_MAX = 64 };
    const char *names[NAMES_MAX];
    char advice[512];
    size_t count = 0;
    for (size_t i = 0; i < precision_double->app_count(); i++) {
        const struct app *const app = precision_double->app_at(i);
        if (count < NAMES_MAX) names[count++] = app->name;
        if (strcmp(app->name, name)) continue;
        puts("Every application:");
        options_help(stdout, settings_table);
        puts("\nOf a figure of a paper, for `bandstand papers`:");
        options_help(stdout, paper_table);
        putchar('\n');
        sweep_help(stdout, app->options);
        puts("\nIn the group `solver`, or in each group of the list `solvers`, in addition to the options of the "
             "method:");
        options_help(stdout, choice_table);
        printf("\n%s, %s:\n", app->name, app->about);
        options_help(stdout, app->options);
        if (app->answers) puts("\nAnswers of its runs, with their units; * is a name that the configuration gives:");
        for (const struct answer_about *x = app->answers; x && x->quantity; x++) print_answer(x);
        puts(
            "\nA dataset { file; dataset; interpolate; nearest; } is an array in an HDF5 file, x fastest, of the shape "
            "of "
            "the\n"
            "grid: each cell or node has its own number. Along an axis of one number, or that it does not have, it is "
            "constant. "
            "One\n"
            "of another shape is refused, unless interpolate = true stretches it over the grid, its first and last "
            "numbers\n"
            "on the faces, with straight lines between, or nearest = true, which takes the nearest number. The path of "
            "the\n"
            "file is relative to the configuration file.");
        return 0;
    }
    return command_misuse("run", "no application '%s'%s", name,
                          spelling_advice(name, names, count, advice, sizeof advice));
}
