/* Result files: what is written comes back bit for bit, and a fault leaves one sentence and nothing else. */
#include "base/result/store_internal.h"
#include "base/signals.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* HDF5 itself forgets a buffer when a file cannot be closed: not a leak of ours. */
const char *__lsan_default_suppressions(void), *__lsan_default_options(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libhdf5";
}
const char *__lsan_default_options(void)
{
    return "print_suppressions=0";
}

/* What HDF5 does when it opens an object: a signal that it dies of, one of these, or 0, what it should. */
enum { CALLS_EXIT = -1, LACKS_MEMORY = -2 };
static int misbehaviour;
hid_t H5Oopen(hid_t place, const char *name, hid_t list)
{
    hid_t (*open_object)(hid_t, const char *, hid_t);
    *(void **)&open_object = dlsym(RTLD_NEXT, "H5Oopen");
    if (misbehaviour > 0) raise(misbehaviour);
    if (misbehaviour == CALLS_EXIT) exit(1);
    if (misbehaviour == LACKS_MEMORY) return errno = ENOMEM, -1;
    return open_object(place, name, list);
}

static char folder[64], file[128], other[128];

static int enter(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/test_store.XXXXXX");
    if (!mkdtemp(folder)) return -1;
    snprintf(file, sizeof file, "%s/result.h5", folder);
    snprintf(other, sizeof other, "%s/other.h5", folder);
    return 0;
}

/* Every test must leave nothing but the files it knows of. */
static int leave(void **state)
{
    (void)state;
    unlink(file);
    unlink(other);
    return rmdir(folder);
}

static int files_in(const char *path)
{
    int count = 0;
    DIR *const d = opendir(path);
    for (struct dirent *e; (e = readdir(d));) count += e->d_name[0] != '.';
    closedir(d);
    return count;
}

static void good(enum status st)
{
    if (st != ST_OK) fail_msg("%s", fail_text());
}

static void sentence_has(const char *part)
{
    if (!strstr(fail_text(), part)) fail_msg("\"%s\" does not say \"%s\"", fail_text(), part);
    if (strchr(fail_text(), '\n')) fail_msg("more than one line: %s", fail_text());
}

static struct store *begin(const char *path)
{
    struct store *s;
    good(store_create(&s, path));
    return s;
}

static struct store *look(const char *path)
{
    struct store *s;
    good(store_open(&s, path));
    return s;
}

static void write_one_number(const char *path, double value)
{
    struct store *const s = begin(path);
    good(store_real(s, "/", "value", value));
    good(store_commit(s));
}

static double read_one_number(const char *path)
{
    double value;
    struct store *const s = look(path);
    good(store_get_real(s, "/", "value", &value));
    store_discard(s);
    return value;
}

static void numbers_are_exact(void **state)
{
    (void)state;
    double real[] = {0.1, -0.0, 5e-324, 1.7976931348623157e308, INFINITY, NAN, 1.0 / 3.0};
    int64_t whole[] = {INT64_MIN, -1, 0, INT64_MAX};
    float single[] = {0.1f, -0.0f, 1e-45f, 3.4028235e38f};
    struct store *s = begin(file);
    good(store_array(s, "/a", &(struct array){.name = "real", .type = REAL64, .rank = 1, .dims = {7}, .data = real}));
    good(store_array(s, "/a", &(struct array){.name = "int", .type = INT64, .rank = 2, .dims = {2, 2}, .data = whole}));
    good(
        store_array(s, "/a", &(struct array){.name = "float", .type = REAL32, .rank = 1, .dims = {4}, .data = single}));
    good(store_real(s, "/a", "third", 1.0 / 3.0));
    good(store_int(s, "/a/real", "least", INT64_MIN));
    good(store_commit(s));

    double real_back[7], third;
    int64_t whole_back[4], least;
    float single_back[4];
    s = look(file);
    good(store_array_read(s, "/a/real", REAL64, real_back));
    good(store_array_read(s, "/a/int", INT64, whole_back));
    good(store_array_read(s, "/a/float", REAL32, single_back));
    good(store_get_real(s, "/a", "third", &third));
    good(store_get_int(s, "/a/real", "least", &least));
    store_discard(s);
    assert_memory_equal(real_back, real, sizeof real);
    assert_memory_equal(whole_back, whole, sizeof whole);
    assert_memory_equal(single_back, single, sizeof single);
    assert_true(third == 1.0 / 3.0 && least == INT64_MIN);
}

static void shapes_and_types_come_back(void **state)
{
    (void)state;
    static const struct array want[] = {
        {.name = "scalar", .type = REAL64, .rank = 0},
        {.name = "empty", .type = REAL64, .rank = 1, .dims = {0}},
        {.name = "flat", .type = INT64, .rank = 3, .dims = {3, 0, 5}},
        {.name = "line", .type = REAL32, .rank = 1, .dims = {300001}, .units = "mV"},
        {.name = "volume", .type = REAL64, .rank = 3, .dims = {65, 67, 69}},
        {.name = "four", .type = INT64, .rank = 4, .dims = {1, 2, 3, 4}},
    };
    enum { COUNT = sizeof want / sizeof *want };
    char *const data = calloc(400000, 8), *units;
    struct store *s = begin(file);
    for (int i = 0; i < COUNT; i++) {
        struct array a = want[i];
        a.data = data;
        good(store_array(s, "/deep/down", &a));
    }
    good(store_commit(s));
    s = look(file);
    for (int i = 0; i < COUNT; i++) {
        char path[64];
        struct array got;
        snprintf(path, sizeof path, "/deep/down/%s", want[i].name);
        good(store_array_shape(s, path, &got));
        assert_int_equal(got.rank, want[i].rank);
        assert_int_equal(got.type, want[i].type);
        assert_memory_equal(got.dims, want[i].dims, (size_t)got.rank * sizeof *got.dims);
        good(store_array_read(s, path, got.type, data));
    }
    good(store_get_text(s, "/deep/down/line", "units", &units));
    assert_string_equal(units, "mV");
    free(units);
    free(data);
    store_discard(s);
}

static void text_has_any_length(void **state)
{
    (void)state;
    enum { LONG = 3000000 };
    char *const text = malloc(LONG + 1), *back;
    for (int i = 0; i < LONG; i++) text[i] = (char)(' ' + i * 7 % 90);
    text[LONG] = '\0';
    struct store *s = begin(file);
    good(store_text(s, "/config", "original", "to be replaced"));
    good(store_text(s, "/config", "original", text));
    good(store_text(s, "/config", "nothing", ""));
    good(store_text(s, "/", "title", "Wärme, 5 µm"));
    good(store_commit(s));
    s = look(file);
    good(store_get_text(s, "/config", "original", &back));
    assert_string_equal(back, text);
    free(back);
    good(store_get_text(s, "/config", "nothing", &back));
    assert_string_equal(back, "");
    free(back);
    good(store_get_text(s, "/", "title", &back));
    assert_string_equal(back, "Wärme, 5 µm");
    free(back);
    free(text);
    store_discard(s);
}

static void names_are_listed_in_order(void **state)
{
    (void)state;
    char **names;
    int64_t count;
    struct store *s = begin(file);
    good(store_group(s, "/runs/001_pcr"));
    good(store_group(s, "/runs/000_thomas"));
    good(store_group(s, "/runs/000_thomas"));
    good(store_real(s, "/runs", "b", 1));
    good(store_real(s, "/runs", "a", 2));
    assert_true(store_has(s, "/runs/000_thomas"));
    assert_false(store_has(s, "/runs/002_none/fields"));
    good(store_commit(s));
    s = look(file);
    good(store_members(s, "/runs", &names, &count));
    assert_int_equal(count, 2);
    assert_string_equal(names[0], "000_thomas");
    assert_string_equal(names[1], "001_pcr");
    store_names_free(names, count);
    good(store_attributes(s, "/runs", &names, &count));
    assert_int_equal(count, 2);
    assert_string_equal(names[0], "a");
    store_names_free(names, count);
    assert_true(store_has_attribute(s, "/runs", "b"));
    assert_false(store_has_attribute(s, "/runs", "c"));
    assert_int_equal(store_members(s, "/nowhere", &names, &count), ST_IO);
    assert_null(names);
    store_discard(s);
}

static void rows_and_conversions_are_read(void **state)
{
    (void)state;
    int64_t whole[60];
    double some[24];
    for (int i = 0; i < 60; i++) whole[i] = i;
    struct store *s = begin(file);
    good(store_array(s, "/", &(struct array){.name = "x", .type = INT64, .rank = 3, .dims = {5, 3, 4}, .data = whole}));
    good(store_commit(s));
    s = look(file);
    good(store_array_rows(s, "/x", REAL64, 2, 2, some));
    for (int i = 0; i < 24; i++) assert_true(some[i] == 24 + i);
    assert_int_equal(store_array_rows(s, "/x", REAL64, 4, 2, some), ST_IO);
    store_discard(s);
}

static int64_t size_with(int deflate, double *data, int64_t n)
{
    struct stat st;
    double *const back = malloc((size_t)n * sizeof *back);
    struct store *s = begin(file);
    store_compression(s, deflate);
    good(store_array(s, "/", &(struct array){.name = "x", .type = REAL64, .rank = 1, .dims = {n}, .data = data}));
    good(store_commit(s));
    s = look(file);
    good(store_array_read(s, "/x", REAL64, back));
    assert_memory_equal(back, data, (size_t)n * sizeof *back);
    free(back);
    store_discard(s);
    assert_int_equal(stat(file, &st), 0);
    return st.st_size;
}

static void compression_saves_space(void **state)
{
    (void)state;
    enum { N = 200000 };
    double *const x = malloc(N * sizeof *x);
    for (int i = 0; i < N; i++) x[i] = sin(1e-3 * (i / 100));
    const int64_t plain = size_with(0, x, N), packed = size_with(6, x, N);
    assert_true(plain > 8 * N && packed < plain / 10);
    free(x);
}

static void change_byte(const char *path, int64_t at, char by)
{
    char c;
    const int fd = open(path, O_RDWR);
    assert_int_equal(pread(fd, &c, 1, at), 1);
    c ^= by;
    assert_int_equal(pwrite(fd, &c, 1, at), 1);
    close(fd);
}

static int64_t size_of(const char *path)
{
    struct stat about;
    assert_int_equal(stat(path, &about), 0);
    return about.st_size;
}

/* In HDF5's own structures, among the values, and in the checksum. */
static void any_flipped_bit_is_noticed_before_hdf5_sees_the_file(void **state)
{
    (void)state;
    enum { N = 1000, PLACES = 200 };
    double x[N] = {0};
    struct store *s;
    size_with(0, x, N);
    const int64_t size = size_of(file);
    for (int k = 0; k <= PLACES; k++) {
        const int64_t at = (size - 1) * k / PLACES;
        change_byte(file, at, (char)(1 << k % 8));
        assert_int_equal(store_open(&s, file), at < 8 ? ST_CONFIG : ST_IO);
        assert_null(s);
        sentence_has(at < 8                              ? "it is not an HDF5 file"
                     : at >= size - 32 && at < size - 24 ? "it has no checksum at its end"
                                                         : "its checksum does not hold");
        change_byte(file, at, (char)(1 << k % 8));
    }
    store_discard(look(file));
}

/* Values have a checksum of their own, of HDF5. */
static void an_unchecked_file_is_read_as_far_as_hdf5_can(void **state)
{
    (void)state;
    enum { N = 100000 };
    double *const x = calloc(N, sizeof *x);
    struct store *s;
    size_with(0, x, N);
    change_byte(file, size_of(file) / 2, 1);
    good(store_open_by(&s, file, TRUST_TRIED));
    assert_int_equal(store_array_read(s, "/x", REAL64, x), ST_IO);
    sentence_has("result.h5");
    sentence_has("checksum");
    store_discard(s);
    free(x);
}

/* Whatever HDF5 does with it, this process goes on. */
static void damage_is_survived_without_the_checksum_too(void **state)
{
    (void)state;
    enum { PLACES = 60, SPAN = 40 };
    char name[16], there[SPAN], zeros[SPAN] = {0};
    int refused = 0;
    struct store *s = begin(file);
    for (int i = 0; i < 12; i++) { /* enough for HDF5's index of names */
        snprintf(name, sizeof name, "/g/%d", i);
        good(store_text(s, name, "text", "some words"));
    }
    good(store_commit(s));
    const int fd = open(file, O_RDWR);
    for (int k = 0; k < PLACES; k++) {
        const int64_t at = 8 + (size_of(file) - 48) * k / PLACES;
        assert_int_equal(pread(fd, there, SPAN, at), SPAN);
        assert_int_equal(pwrite(fd, zeros, SPAN, at), SPAN);
        if (store_open_by(&s, file, TRUST_TRIED) == ST_OK) store_discard(s);
        else refused++;
        assert_int_equal(pwrite(fd, there, SPAN, at), SPAN);
    }
    close(fd);
    assert_true(refused > 0);
    store_discard(look(file));
}

static void a_file_without_checksum_is_read_where_it_may_lack(void **state)
{
    (void)state;
    struct store *s;
    write_one_number(file, 1);
    assert_int_equal(truncate(file, size_of(file) - 32), 0);
    assert_int_equal(store_open(&s, file), ST_IO);
    sentence_has("--unchecked");
    for (enum trust t = TRUST_SOUND; t <= TRUST_TRIED; t++) {
        good(store_open_by(&s, file, t));
        store_discard(s);
    }
    assert_int_equal(store_create(&s, file), ST_IO);
    sentence_has("is no result of bandstand");
    assert_int_equal(unlink(file), 0);
    write_one_number(file, 1);
    change_byte(file, size_of(file) / 2, 1);
    assert_int_equal(store_open_by(&s, file, TRUST_SOUND), ST_IO);
    sentence_has("its checksum does not hold");
}

static void a_result_and_a_checkpoint_replace_their_like_alone(void **state)
{
    static const enum filetype types[] = {FILE_RESULT, FILE_CHECKPOINT};
    struct store *s;
    (void)state;
    for (int t = 0; t < 2; t++) {
        unlink(file);
        for (int twice = 0; twice < 2; twice++) {
            good(store_create_as(&s, file, types[t]));
            good(store_int(s, "/", "type", t));
            good(store_commit(s));
        }
        assert_int_equal(store_create_as(&s, file, types[1 - t]), ST_IO);
        sentence_has(t ? "is no result of bandstand" : "is no checkpoint of bandstand");
        assert_int_equal(filetype_check(file, FILE_XDMF), ST_IO);
        good(store_open(&s, file));
        store_discard(s);
    }
    unlink(file);
}

/* HDF5 alone would fill in zeros for all of them. */
static void arrays_whose_values_are_elsewhere_are_refused(void **state)
{
    (void)state;
    const hsize_t n = 4;
    double x[4];
    struct array a;
    struct store *s;
    const hid_t f = H5Fcreate(file, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t none = H5Screate(H5S_NULL), line = H5Screate_simple(1, &n, NULL);
    const hid_t virtual = H5Pcreate(H5P_DATASET_CREATE), external = H5Pcreate(H5P_DATASET_CREATE);
    assert_true(H5Pset_virtual(virtual, line, "/nowhere.h5", "/x", line) >= 0);
    assert_true(H5Pset_external(external, "/nowhere.raw", 0, 32) >= 0);
    H5Dcreate2(f, "none", H5T_NATIVE_DOUBLE, none, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    H5Dcreate2(f, "virtual", H5T_NATIVE_DOUBLE, line, H5P_DEFAULT, virtual, H5P_DEFAULT);
    H5Dcreate2(f, "external", H5T_NATIVE_DOUBLE, line, H5P_DEFAULT, external, H5P_DEFAULT);
    H5Lcreate_external("/nowhere.h5", "/x", f, "link", H5P_DEFAULT, H5P_DEFAULT);
    H5Pclose(virtual), H5Pclose(external), H5Sclose(none), H5Sclose(line);
    for (hid_t set; H5Fget_obj_ids(f, H5F_OBJ_DATASET, 1, &set) > 0;) H5Dclose(set);
    assert_true(H5Fclose(f) >= 0);
    static const char *const why[][2] = {{"/none", "it has no elements"},
                                         {"/virtual", "it is put together from other files"},
                                         {"/external", "its values are in another file"},
                                         {"/link", "cannot read /link of "}};
    good(store_open_by(&s, file, TRUST_SOUND));
    for (size_t i = 0; i < sizeof why / sizeof *why; i++) {
        assert_int_equal(store_array_shape(s, why[i][0], &a), ST_IO);
        sentence_has(why[i][1]);
        assert_int_equal(store_array_read(s, why[i][0], REAL64, x), ST_IO);
        sentence_has(why[i][1]);
        assert_int_equal(store_array_rows(s, why[i][0], REAL64, 0, 4, x), ST_IO);
    }
    store_discard(s);
}

static void groups_are_copied_whole(void **state)
{
    (void)state;
    double x[] = {1, 2, 3}, back[3];
    char *text;
    struct store *from = begin(file);
    const struct array u = {.name = "u", .type = REAL64, .rank = 1, .dims = {3}, .data = x};
    good(store_array(from, "/runs/0/fields", &u));
    good(store_text(from, "/runs/0", "method", "thomas"));
    for (char name[] = "a"; name[0] <= 'z'; name[0]++) good(store_real(from, "/runs/0", name, name[0]));
    good(store_commit(from));
    from = look(file);
    struct store *to = begin(other);
    good(store_copy(from, "/runs/0", to));
    good(store_commit(to));
    store_discard(from);
    unlink(file);
    to = look(other);
    good(store_array_read(to, "/runs/0/fields/u", REAL64, back));
    assert_memory_equal(back, x, sizeof x);
    good(store_get_text(to, "/runs/0", "method", &text));
    assert_string_equal(text, "thomas");
    free(text);
    double z;
    good(store_get_real(to, "/runs/0", "z", &z));
    assert_true(z == 'z');
    store_discard(to);
}

static void the_old_file_stays_until_commit(void **state)
{
    (void)state;
    write_one_number(file, 1);
    struct store *const s = begin(file);
    good(store_real(s, "/", "value", 2));
    good(store_flush(s));
    assert_true(read_one_number(file) == 1);
    assert_int_equal(files_in(folder), 2);
    good(store_commit(s));
    assert_true(read_one_number(file) == 2);
    assert_int_equal(files_in(folder), 1);
    store_discard(begin(file));
    assert_true(read_one_number(file) == 2);
    assert_int_equal(files_in(folder), 1);
    store_discard(NULL);
}

static void name_temporary(char *out, size_t size, long pid)
{
    snprintf(out, size, "%s.tmp-%ld", file, pid);
}

static long kill_a_writer(void)
{
    write_one_number(file, 1);
    const pid_t child = fork();
    if (child == 0) {
        struct store *const s = begin(file);
        store_real(s, "/", "value", 2);
        store_flush(s);
        raise(SIGKILL);
    }
    int end;
    waitpid(child, &end, 0);
    assert_true(WIFSIGNALED(end));
    return child;
}

static void a_killed_writer_leaves_the_old_file(void **state)
{
    (void)state;
    char left[256];
    name_temporary(left, sizeof left, kill_a_writer());
    assert_true(read_one_number(file) == 1);
    assert_int_equal(unlink(left), 0);
}

/* The next one removes what a killed one left, of this file alone, and leaves what somebody still writes. */
static void what_killed_writers_left_is_removed(void **state)
{
    (void)state;
    char left[256], alike[256], living[264];
    kill_a_writer();
    name_temporary(alike, sizeof alike, 1);
    strcat(alike, "st"); /* owned by no process */
    close(open(alike, O_CREAT | O_WRONLY, 0600));
    struct store *const first = begin(file);
    assert_int_equal(files_in(folder), 3);
    name_temporary(left, sizeof left, getpid());
    struct store *const second = begin(file); /* under another name, and the first one's stays */
    assert_int_equal(files_in(folder), 4);
    snprintf(living, sizeof living, "%s-1", left);
    assert_int_equal(access(left, F_OK) | access(living, F_OK), 0);
    good(store_real(first, "/", "value", 2));
    good(store_real(second, "/", "value", 3));
    good(store_commit(second));
    assert_true(read_one_number(file) == 3);
    good(store_commit(first));
    assert_true(read_one_number(file) == 2);
    assert_int_equal(files_in(folder), 2);
    unlink(alike);
}

/* Writes 8 MB, ignoring what that says, and expects store_commit to refuse. */
static int overfill(const char *path, const char *reason)
{
    enum { N = 1 << 18 };
    double *const x = malloc(N * sizeof *x);
    struct store *s;
    int wrong = 0, failed = 0;
    good(store_create(&s, path));
    for (int i = 0; i < N; i++) x[i] = i;
    for (int k = 0; k < 4; k++) {
        char name[16];
        snprintf(name, sizeof name, "x%d", k);
        const struct array a = {.name = name, .type = REAL64, .rank = 1, .dims = {N}, .data = x};
        if (store_array(s, "/", &a) != ST_OK)
            wrong += !failed++ && (!strstr(fail_text(), reason) || !strstr(fail_text(), path));
    }
    wrong += !failed + (store_commit(s) != ST_IO);
    free(x);
    return wrong;
}

enum { NO_MOUNT = 77 };

/* Runs `body` in a child whose stderr must stay empty up to and including its exit. */
static void in_a_child(int (*body)(void))
{
    int pipe_end[2], end;
    char text[256] = "";
    assert_int_equal(pipe(pipe_end), 0);
    const pid_t child = fork();
    if (child == 0) {
        dup2(pipe_end[1], STDERR_FILENO);
        exit(body());
    }
    close(pipe_end[1]);
    const ssize_t got = read(pipe_end[0], text, sizeof text - 1);
    close(pipe_end[0]);
    waitpid(child, &end, 0);
    if (WIFEXITED(end) && WEXITSTATUS(end) == NO_MOUNT) {
        print_message("skipped: a small disk can only be mounted by root\n");
        skip();
    }
    if (got != 0) fail_msg("the child said: %s", text);
    if (!WIFEXITED(end) || WEXITSTATUS(end) != 0) fail_msg("the child ended with %d", end);
}

static int exceed_the_limit(void)
{
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){1 << 20, RLIM_INFINITY});
    int wrong = overfill(file, "File too large");
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){RLIM_INFINITY, RLIM_INFINITY});
    wrong += files_in(folder) != 1 || read_one_number(file) != 1;
    write_one_number(file, 2);
    return wrong + (read_one_number(file) != 2);
}

static void a_file_too_large_leaves_the_old_one(void **state)
{
    (void)state;
    write_one_number(file, 1);
    in_a_child(exceed_the_limit);
}

/* A disk that can hold a name and no byte: not even an empty file is left. */
static int fill_the_rest(void)
{
    static const char zeros[1 << 16];
    char rest[128];
    struct store *s;
    snprintf(rest, sizeof rest, "%s/rest", folder);
    const int fd = open(rest, O_CREAT | O_WRONLY, 0600);
    while (write(fd, zeros, sizeof zeros) > 0) {}
    close(fd);
    const int before = files_in(folder), wrong = store_create(&s, file) != ST_IO || s;
    return wrong + (files_in(folder) != before);
}

/* A disk of 2 MB that only this child sees. */
static int fill_the_disk(void)
{
    if (unshare(CLONE_NEWNS) != 0 || mount("none", "/", "none", MS_REC | MS_PRIVATE, "") != 0 ||
        mount("none", folder, "tmpfs", 0, "size=2m") != 0)
        return NO_MOUNT;
    write_one_number(file, 1);
    int wrong = overfill(file, "No space left on device");
    wrong += files_in(folder) != 1 || read_one_number(file) != 1;
    wrong += overfill(other, "No space left on device");
    wrong += files_in(folder) != 1;
    write_one_number(other, 3);
    wrong += read_one_number(other) != 3;
    return wrong + fill_the_rest();
}

/* A file is tried by another process while this one writes another file. */
static int read_while_writing(void)
{
    static const struct {
        int misbehaviour;
        enum status status;
        const char *sentence;
    } cases[] = {
        {SIGSEGV, ST_IO, "crashes on it"},
        {SIGABRT, ST_IO, "crashes on it"},
        {SIGBUS, ST_IO, "crashes on it"},
        {CALLS_EXIT, ST_IO, "crashes on it"},
        {SIGXCPU, ST_IO, "does not end"},
        {SIGKILL, ST_IO, "was killed"},
        {LACKS_MEMORY, ST_NOMEM, "no memory to read "},
    };
    int wrong = 0;
    signals_install();
    struct store *const out = begin(other);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct store *s;
        misbehaviour = cases[i].misbehaviour;
        wrong += store_open_by(&s, file, TRUST_TRIED) != cases[i].status || !strstr(fail_text(), cases[i].sentence);
        misbehaviour = 0;
        wrong += access(out->out.temporary, F_OK) != 0;
    }
    good(store_commit(out));
    signals_is_over();
    return wrong;
}

static void a_crash_of_hdf5_leaves_what_is_being_written(void **state)
{
    (void)state;
    write_one_number(file, 1);
    in_a_child(read_while_writing);
}

/* Bytes that the disk refuses are read back from memory, also behind the end of what it took. */
static void metadata_that_the_disk_refuses_can_be_read(void **state)
{
    (void)state;
    enum { AT = 100, SPAN = 8 };
    char got[SPAN + 2], zeros[2] = {0};
    struct medium m = {.fd = open(file, O_CREAT | O_RDONLY, 0600), .name = file};
    const hid_t list = medium_access(&m);
    H5FD_t *const f = H5FDopen(file, H5F_ACC_RDWR, list, HADDR_UNDEF);
    assert_non_null(f);
    assert_true(H5FDset_eoa(f, H5FD_MEM_DEFAULT, 1000) >= 0);
    assert_true(H5FDwrite(f, H5FD_MEM_OHDR, H5P_DEFAULT, AT, SPAN, "metadata") >= 0);
    assert_int_equal(m.error, EBADF);
    assert_int_equal(H5FDget_eof(f, H5FD_MEM_DEFAULT), AT + SPAN);
    assert_true(H5FDread(f, H5FD_MEM_OHDR, H5P_DEFAULT, AT - 2, SPAN + 2, got) >= 0);
    assert_memory_equal(got, zeros, 2);
    assert_memory_equal(got + 2, "metadata", SPAN);
    assert_true(H5FDclose(f) >= 0);
    H5Pclose(list);
    medium_free(&m);
    close(m.fd);
}

static void a_full_disk_leaves_the_old_one(void **state)
{
    (void)state;
    in_a_child(fill_the_disk);
}

static void files_that_cannot_be_written_are_named(void **state)
{
    (void)state;
    struct store *s;
    char nowhere[128];
    snprintf(nowhere, sizeof nowhere, "%s/none/x.h5", folder);
    assert_int_equal(store_create(&s, nowhere), ST_IO);
    assert_null(s);
    sentence_has(nowhere);
    sentence_has("No such file or directory");
    assert_int_equal(store_create(&s, folder), ST_IO);
    sentence_has("it is a folder");
    assert_int_equal(files_in(folder), 0);
}

static void files_that_cannot_be_read_are_named(void **state)
{
    (void)state;
    struct store *s;
    struct stat st;
    assert_int_equal(store_open(&s, file), ST_CONFIG);
    sentence_has("No such file or directory");
    assert_int_equal(store_open(&s, folder), ST_CONFIG);
    FILE *const f = fopen(file, "w");
    fputs("no result at all\n", f);
    fclose(f);
    assert_int_equal(store_open(&s, file), ST_CONFIG);
    assert_null(s);
    sentence_has("result.h5: it is not an HDF5 file");
    assert_int_equal(store_create(&s, file), ST_IO);
    assert_null(s);
    sentence_has("result.h5: it exists, and is no result of bandstand");
    assert_int_equal(unlink(file), 0);
    double x[1000] = {0};
    size_with(0, x, 1000);
    assert_int_equal(stat(file, &st), 0);
    assert_int_equal(truncate(file, st.st_size / 2), 0);
    assert_int_equal(store_open(&s, file), ST_IO);
    sentence_has("result.h5: it has no checksum at its end");
    assert_int_equal(store_open_by(&s, file, TRUST_TRIED), ST_IO);
    sentence_has("result.h5: truncated file");
}

/* An earlier call of something else may have had no memory. */
static void a_fault_is_not_taken_for_an_earlier_one(void **state)
{
    (void)state;
    double x;
    char **names, *text;
    int64_t count;
    struct array a;
    write_one_number(file, 1);
    struct store *const s = look(file);
    errno = ENOMEM;
    assert_int_equal(store_array_shape(s, "/nothing", &a), ST_IO);
    errno = ENOMEM;
    assert_int_equal(store_get_real(s, "/", "nothing", &x), ST_IO);
    errno = ENOMEM;
    assert_int_equal(store_get_text(s, "/", "nothing", &text), ST_IO);
    errno = ENOMEM;
    assert_int_equal(store_members(s, "/nothing", &names, &count), ST_IO);
    errno = ENOMEM;
    assert_int_equal(store_attributes(s, "/nothing", &names, &count), ST_IO);
    store_discard(s);
}

/* Text of variable length that calls itself ASCII, as h5py writes bytes. */
static void text_of_other_programs_is_read(void **state)
{
    const char *const word = "ok";
    char *text;
    (void)state;
    write_one_number(file, 1);
    const hid_t f = H5Fopen(file, H5F_ACC_RDWR, H5P_DEFAULT), type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, H5T_VARIABLE);
    assert_true(store_attribute_written(f, "status", type, type, &word));
    H5Tclose(type);
    assert_true(H5Fclose(f) >= 0);
    struct store *s;
    good(store_open_by(&s, file, TRUST_TRIED));
    good(store_get_text(s, "/", "status", &text));
    assert_string_equal(text, "ok");
    free(text);
    store_discard(s);
}

static void things_that_are_not_there_are_named(void **state)
{
    (void)state;
    double x;
    int64_t whole;
    char *text;
    struct array a;
    struct store *s = begin(file);
    good(store_text(s, "/runs", "method", "pcr"));
    good(store_real(s, "/runs", "seconds", 1));
    good(store_commit(s));
    s = look(file);
    assert_int_equal(store_get_real(s, "/runs", "minutes", &x), ST_IO);
    sentence_has("/runs/minutes of ");
    sentence_has(": it is not there");
    assert_int_equal(store_get_text(s, "/runs", "minutes", &text), ST_IO);
    sentence_has(": it is not there");
    assert_int_equal(store_get_real(s, "/runs", "method", &x), ST_IO);
    sentence_has("cannot read the number /runs/method of ");
    sentence_has("not of the expected kind");
    assert_int_equal(store_get_int(s, "/none", "seconds", &whole), ST_IO);
    assert_int_equal(store_get_text(s, "/runs", "seconds", &text), ST_IO);
    sentence_has("not of the expected kind");
    assert_int_equal(store_array_shape(s, "/runs", &a), ST_IO);
    assert_int_equal(store_array_read(s, "/u", REAL64, &x), ST_IO);
    sentence_has("cannot read /u of ");
    store_discard(s);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, enter, leave)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(numbers_are_exact),
        TEST(shapes_and_types_come_back),
        TEST(text_has_any_length),
        TEST(names_are_listed_in_order),
        TEST(rows_and_conversions_are_read),
        TEST(compression_saves_space),
        TEST(any_flipped_bit_is_noticed_before_hdf5_sees_the_file),
        TEST(an_unchecked_file_is_read_as_far_as_hdf5_can),
        TEST(damage_is_survived_without_the_checksum_too),
        TEST(a_file_without_checksum_is_read_where_it_may_lack),
        TEST(a_result_and_a_checkpoint_replace_their_like_alone),
        TEST(arrays_whose_values_are_elsewhere_are_refused),
        TEST(groups_are_copied_whole),
        TEST(the_old_file_stays_until_commit),
        TEST(a_killed_writer_leaves_the_old_file),
        TEST(what_killed_writers_left_is_removed),
        TEST(a_file_too_large_leaves_the_old_one),
        TEST(a_crash_of_hdf5_leaves_what_is_being_written),
        TEST(metadata_that_the_disk_refuses_can_be_read),
        TEST(a_full_disk_leaves_the_old_one),
        TEST(files_that_cannot_be_written_are_named),
        TEST(files_that_cannot_be_read_are_named),
        TEST(text_of_other_programs_is_read),
        TEST(things_that_are_not_there_are_named),
        TEST(a_fault_is_not_taken_for_an_earlier_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
