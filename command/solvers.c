/* bandstand solvers: the methods, where they run, their options and sources. */
#include <stdio.h>
#include <string.h>

#include "base/json/json.h"
#include "base/spelling.h"
#include "command/commands.h"
#include "command/cores/threads.h"
#include "command/solvers/json_list.h"
#include "command/solvers/listed.h"
#include "command/terminal/arguments.h"
#include "command/terminal/command.h"
#include "command/terminal/table.h"
#include "precision/precision.h"

static int help(void)
{
    fputs("Usage: bandstand solvers [KIND | APPLICATION] [OPTION ...]\n\n"
          "Lists the methods that a configuration can name: the solvers of each kind of systems, and the methods of\n"
          "single applications, which take whole steps. KIND lists the solvers of one kind, APPLICATION all methods\n"
          "that it can use.\n\n"
          "  -l, --long   with options and their defaults, capabilities and sources; tridiagonal ones are tried on\n"
          "               the 18 matrices of verify gallery: types of one number are solved as well as by partial\n"
          "               pivoting, degraded, flagged by the method, or answered wrongly\n"
          "  -j, --json   print JSON\n"
          "  -n, --names  print only names, one per line\n"
          "  -h, --help   this text\n\nKinds of systems, and applications:\n\n",
          stdout);
    for (int k = 0; k < KIND_COUNT; k++) printf("  %s\n", precision_double->kind_name((enum kind)k));
    for (size_t i = 0; i < precision_double->app_count(); i++)
        printf("  %-10s  %s\n", precision_double->app_at(i)->name, precision_double->app_at(i)->about);
    return 0;
}

/* The verdict of the hard matrices on a method for tridiagonal systems on the host. */
static void print_verdict(const struct gallery_verdicts *v, const struct solver *s)
{
    char text[160];
    if (s->kind != KIND_TRIDIAG || s->space != HOST) return;
    const struct gallery_method *const m = precision_double->gallery_method_find(v, s->method);
    if (!m) return;
    precision_double->gallery_describe(v, m, text, sizeof text);
    printf("    gallery: %s\n", text);
}

static void print_long(const struct solver *s, const struct gallery_verdicts *v)
{
    printf("%s %s (%s)\n    %s\n    source: %s\n    can: ", precision_double->kind_name(s->kind), s->method,
           space_name(s->space), s->about, s->source);
    const char *comma = "";
    const struct capability *c;
    for (size_t i = 0; (c = precision_double->capability_at(s->kind, i)); i++)
        if (s->can & c->bit) {
            printf("%s%s", comma, c->help);
            comma = ", ";
        }
    puts(*comma ? "" : "contiguous systems of one size");
    print_verdict(v, s);
    struct option_part part[OPTION_PARTS];
    const int parts = precision_double->solver_options(s, part);
    for (int k = 0; k < parts; k++) options_help(stdout, part[k].table);
    putchar('\n');
}

static void put_own_name(const struct own *own, void *context)
{
    (void)context;
    if (own->space == HOST || !(own->method->spaces >> HOST & 1)) puts(own->method->name);
}

/* Methods of host and device may share their name. */
static bool named_before(const char *only, size_t index)
{
    const char *const name = precision_double->solver_at(index)->method;
    for (size_t i = 0; i < index; i++) {
        const struct solver *const s = precision_double->solver_at(i);
        if (solver_listed(only, s) && !strcmp(s->method, name)) return true;
    }
    return false;
}

static int list_names(const char *only)
{
    for (size_t i = 0; precision_double->solver_at(i); i++) {
        const struct solver *const s = precision_double->solver_at(i);
        if (solver_listed(only, s) && !named_before(only, i)) puts(s->method);
    }
    own_each(only, put_own_name, NULL);
    return 0;
}

static void put_own_row(const struct own *own, void *context)
{
    struct table *const t = context;
    table_text(t, "app %s", own->app->name);
    table_text(t, "%s", own->method->name);
    table_text(t, "%s", space_name(own->space));
    table_text(t, "%s", own->method->about);
}

static int list_table(const char *only)
{
    static const char *const heading[] = {"kind", "method", "runs on", "description"};
    struct table t;
    table_begin(&t, 4, heading);
    for (size_t i = 0; precision_double->solver_at(i); i++) {
        const struct solver *const s = precision_double->solver_at(i);
        if (!solver_listed(only, s)) continue;
        table_text(&t, "%s", precision_double->kind_name(s->kind));
        table_text(&t, "%s", s->method);
        table_text(&t, "%s", space_name(s->space));
        table_text(&t, "%s", s->about);
    }
    own_each(only, put_own_row, &t);
    table_end(&t, stdout, ALL_LEFT);
    return 0;
}

static void print_own(const struct own *own, void *context)
{
    const struct method *const m = own->method;
    (void)context;
    printf("app %s %s (%s)\n    %s\n    source: %s\n", own->app->name, m->name, space_name(own->space), m->about,
           m->source);
    if (m->options) options_help(stdout, m->options);
    putchar('\n');
}

/* Nothing where none is listed. */
static enum status judge_listed(const char *only, struct gallery_verdicts *v)
{
    static const struct gallery_task task = {.rows = 512, .copies = 1, .partitions = 64, .seeds = 3};
    const struct exec exec = exec_host(0);
    *v = (struct gallery_verdicts){0};
    threads_spin_briefly();
    for (size_t i = 0; precision_double->solver_at(i); i++) {
        const struct solver *const s = precision_double->solver_at(i);
        if (s->kind == KIND_TRIDIAG && solver_listed(only, s)) return precision_double->gallery_judge(v, &task, &exec);
    }
    return ST_OK;
}

static int list_long(const char *only)
{
    struct gallery_verdicts v;
    const enum status status = judge_listed(only, &v);
    for (size_t i = 0; status == ST_OK && precision_double->solver_at(i); i++) {
        const struct solver *const s = precision_double->solver_at(i);
        if (solver_listed(only, s)) print_long(s, &v);
    }
    if (status == ST_OK) own_each(only, print_own, NULL);
    if (status == ST_OK) puts("Sources by these keys, with their DOIs, are in docs/references.md.");
    precision_double->gallery_verdicts_free(&v);
    return status == ST_OK ? 0 : command_fail(status);
}

static bool known(const char *word)
{
    for (int k = 0; k < KIND_COUNT; k++)
        if (!strcmp(word, precision_double->kind_name((enum kind)k))) return true;
    for (size_t i = 0; i < precision_double->app_count(); i++)
        if (!strcmp(word, precision_double->app_at(i)->name)) return true;
    return false;
}

int command_solvers(int argc, char **argv)
{
    static const struct flag flags[] = {
        {"long", 'l', false}, {"json", 'j', false}, {"names", 'n', false}, {"help", 'h', false}, {0}};
    struct arguments a = {.argc = argc, .argv = argv, .flags = flags};
    int (*list)(const char *only) = list_table, given = 0;
    for (int id; (id = arguments_next(&a)) != -1;) {
        if (id == '?') return 2;
        if (id == 'h') return help();
        if (given && given != id) return command_misuse("solvers", "give one of --long, --json and --names");
        given = id;
        list = id == 'l' ? list_long : id == 'j' ? solvers_json : list_names;
    }
    const char *const only = argv[a.operand];
    if (argc - a.operand > 1)
        return command_misuse("solvers", "one kind or application at a time, not also '%s'", argv[a.operand + 1]);
    if (only && !known(only))
        return command_misuse("solvers", "'%s' is neither a kind of solver nor an application", only);
    return list(only);
}
