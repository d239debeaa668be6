/*
 * SPDX-License-Identifier: MIT
 * Tests the store: a run is read as it was written. A store whose import is killed at any write, or
 * runs out of space at any write, is unchanged.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host/data/store/store_database.h"

static char folder[] = "/tmp/bareprobe-store-XXXXXX";
static char path[sizeof folder + 16];

/* ---- random runs ---- */

static uint64_t random_state = 1;

static uint64_t random_bits(void)
{
    random_state ^= random_state << 13; /* G. Marsaglia, "Xorshift RNGs", 2003 */
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

static const char *random_text(struct run *run)
{
    static const char *const texts[] = {
        "", "ok", "it's \"quoted\"", "\xff\x80 no UTF-8", "%s;--", "123", "1e5"};
    uint64_t bits = random_bits();
    if (bits % 2)
        return string_set_add(&run->strings, texts[bits / 2 % 7], strlen(texts[bits / 2 % 7]));
    return string_set_print(&run->strings, "text %llu", (unsigned long long)(bits % 50));
}

static double random_real(void)
{
    static const double some[] = {0,      -0.0,  1,    -1,       0.1,         1e308,
                                  5e-324, 1e-20, 1e15, INFINITY, 12345.678901};
    uint64_t bits = random_bits();
    double real;
    memcpy(&real, &bits, sizeof real);
    return bits % 3 || isnan(real) ? some[bits / 3 % 11] : real;
}

static void randomize(struct run *run, const struct store_part *part, void *element)
{
    for (unsigned i = 0; i < part->n_columns; i++) {
        void *field = (char *)element + part->columns[i].offset;
        switch (part->columns[i].kind) {
        case COLUMN_TEXT:
            *(const char **)field = random_text(run);
            break;
        case COLUMN_OPTIONAL:
            *(const char **)field = random_bits() % 2 ? random_text(run) : NULL;
            break;
        case COLUMN_UNSIGNED:
            *(unsigned *)field = (unsigned)random_bits();
            break;
        case COLUMN_LONG:
            *(unsigned long *)field = random_bits();
            break;
        case COLUMN_HASH:
            *(uint64_t *)field = random_bits();
            break;
        case COLUMN_REAL:
            *(double *)field = random_real();
            break;
        case COLUMN_BOOL:
            *(bool *)field = random_bits() % 2;
            break;
        case COLUMN_PLATFORM:
            *(enum platform *)field = (enum platform)(random_bits() % 4);
            break;
        }
    }
}

static struct run *random_run(unsigned most)
{
    struct run *run = run_new();
    randomize(run, &store_run, run);
    if (run->test_machine) /* without it, the run would not be stored */
        run->label = RUN_TEST_LABEL;
    for (unsigned p = 0; p < STORE_PARTS; p++)
        for (unsigned n = (unsigned)(random_bits() % (most + 1)); n > 0; n--)
            randomize(run, &store_parts[p], store_part_add(&store_parts[p], run));
    for (unsigned i = 0; i < run->n_results; i += 2) {
        struct result *result = &run->results[i];
        result->n_samples = 1 + (unsigned)(random_bits() % 20);
        result->samples = calloc(result->n_samples, sizeof *result->samples);
        for (unsigned s = 0; s < result->n_samples; s++)
            result->samples[s] = random_real();
    }
    return run;
}

/* ---- comparing ---- */

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && !strcmp(a, b));
}

static size_t field_bytes(enum column_kind kind)
{
    static const size_t bytes[] = {
        [COLUMN_TEXT] = sizeof(char *),       [COLUMN_OPTIONAL] = sizeof(char *),
        [COLUMN_UNSIGNED] = sizeof(unsigned), [COLUMN_LONG] = sizeof(unsigned long),
        [COLUMN_HASH] = sizeof(uint64_t),     [COLUMN_REAL] = sizeof(double),
        [COLUMN_BOOL] = sizeof(bool),         [COLUMN_PLATFORM] = sizeof(enum platform)};
    return bytes[kind];
}

static bool same_field(const struct store_column *column, const void *a, const void *b)
{
    const char *in_a = (const char *)a + column->offset, *in_b = (const char *)b + column->offset;
    if (column->kind == COLUMN_TEXT || column->kind == COLUMN_OPTIONAL)
        return same_text(*(const char *const *)in_a, *(const char *const *)in_b);
    if (column->kind == COLUMN_REAL) /* -0 equals 0 */
        return *(const double *)in_a == *(const double *)in_b;
    return !memcmp(in_a, in_b, field_bytes(column->kind));
}

/* The name of the first column in which they differ; NULL if they are equal. */
static const char *difference(const struct store_part *part, const void *a, const void *b)
{
    for (unsigned i = 0; i < part->n_columns; i++)
        if (!same_field(&part->columns[i], a, b))
            return part->columns[i].name;
    return NULL;
}

static const char *samples_difference(const struct run *a, const struct run *b)
{
    for (unsigned i = 0; i < a->n_results; i++) {
        const struct result *in_a = &a->results[i], *in_b = &b->results[i];
        if (in_a->n_samples != in_b->n_samples || !in_a->samples != !in_b->samples)
            return "the number of samples";
        for (unsigned s = 0; s < in_a->n_samples; s++)
            if (in_a->samples[s] != in_b->samples[s])
                return "a sample";
    }
    return NULL;
}

/* Ignores `source`, which by contract differs. */
static const char *run_difference(const struct run *a, struct run *b)
{
    const char *source = b->source;
    b->source = a->source;
    const char *found = difference(&store_run, a, b);
    b->source = source;
    for (unsigned p = 0; p < STORE_PARTS && !found; p++) {
        const struct store_part *part = &store_parts[p];
        unsigned of_a, of_b;
        const char *in_a = store_part_elements(part, a, &of_a),
                   *in_b = store_part_elements(part, b, &of_b);
        if (of_a != of_b)
            return part->table;
        for (unsigned i = 0; i < of_a && !found; i++)
            found = difference(part, in_a + i * part->element, in_b + i * part->element);
    }
    return found ? found : samples_difference(a, b);
}

static void assert_same_run(const struct run *a, struct run *b)
{
    const char *found = run_difference(a, b);
    if (found)
        fail_msg("the runs differ in %s", found);
}

/* ---- a field without a column would be lost ---- */

#define HIDE(field) memset(&element.field, 0, sizeof element.field)
#define ASSERT_COVERED(part, type, ...)                                                            \
    do {                                                                                           \
        struct type element;                                                                       \
        memset(&element, 0xFF, sizeof element);                                                    \
        __builtin_clear_padding(&element);                                                         \
        __VA_ARGS__;                                                                               \
        assert_covered(part, &element, sizeof element);                                            \
    } while (0)

static void assert_covered(const struct store_part *part, void *element, size_t bytes)
{
    assert_int_equal(part->element, bytes);
    for (unsigned i = 0; i < part->n_columns; i++)
        memset((char *)element + part->columns[i].offset, 0, field_bytes(part->columns[i].kind));
    for (size_t i = 0; i < bytes; i++)
        if (((const unsigned char *)element)[i])
            fail_msg("table %s: the field at byte %zu is in no column", part->table, i);
}

static void every_field_is_in_a_column(void **unused)
{
    (void)unused;
    ASSERT_COVERED(&store_parts[0], plan_record);
    ASSERT_COVERED(&store_parts[1], bench);
    ASSERT_COVERED(&store_parts[2], result, HIDE(samples), HIDE(n_samples),
                   HIDE(rate)); /* calculated values, which are not stored */
    ASSERT_COVERED(&store_parts[3], run_time);
    ASSERT_COVERED(&store_parts[4], calibration);
    ASSERT_COVERED(&store_parts[5], overhead);
    ASSERT_COVERED(&store_parts[6], selftest);
    ASSERT_COVERED(&store_parts[7], fault_record);
    ASSERT_COVERED(&store_parts[8], remark);
    ASSERT_COVERED(&store_parts[9], output_record);
    ASSERT_COVERED(&store_parts[10], finding);
    ASSERT_COVERED(&store_parts[11], skip);
    ASSERT_COVERED(&store_parts[12], sampling);
    ASSERT_COVERED(&store_parts[13], hit);
    ASSERT_COVERED(&store_parts[14], series_part);
    ASSERT_COVERED(&store_parts[15], multiplex);
    ASSERT_COVERED(&store_parts[16], channel);
    ASSERT_COVERED(&store_parts[17], stamp_part);
    ASSERT_COVERED(&store_parts[18], program_run);
    ASSERT_COVERED(&store_parts[19], system_call_count);
    ASSERT_COVERED(&store_parts[20], missing_file);
    ASSERT_COVERED(&store_parts[21], written_part);
    ASSERT_COVERED(&store_parts[22], loss);
    ASSERT_COVERED(&store_parts[23], score_line);
    ASSERT_COVERED(&store_parts[24], score_total);
    ASSERT_COVERED(&store_parts[25], register_sample);
    ASSERT_COVERED(&store_parts[26], region_count);
    ASSERT_COVERED(&store_run, run, HIDE(strings), HIDE(places), HIDE(id), HIDE(plans),
                   HIDE(benches), HIDE(results), HIDE(times), HIDE(calibrations), HIDE(overheads),
                   HIDE(selftests), HIDE(faults), HIDE(remarks), HIDE(n_overheads), HIDE(n_remarks),
                   HIDE(outputs), HIDE(losses), HIDE(n_plans), HIDE(n_benches), HIDE(n_results),
                   HIDE(n_times), HIDE(n_calibrations), HIDE(n_selftests), HIDE(n_faults),
                   HIDE(n_outputs), HIDE(n_losses), HIDE(findings), HIDE(n_findings), HIDE(skips),
                   HIDE(n_skips), HIDE(samplings), HIDE(n_samplings), HIDE(hits), HIDE(n_hits),
                   HIDE(series), HIDE(n_series), HIDE(multiplexes), HIDE(n_multiplexes),
                   HIDE(channels), HIDE(n_channels), HIDE(stamps), HIDE(n_stamps), HIDE(programs),
                   HIDE(n_programs), HIDE(system_calls), HIDE(n_system_calls), HIDE(missing_files),
                   HIDE(n_missing_files), HIDE(written), HIDE(n_written), HIDE(score_lines),
                   HIDE(n_score_lines), HIDE(scores), HIDE(n_scores), HIDE(register_samples),
                   HIDE(n_register_samples), HIDE(region_counts), HIDE(n_region_counts));
}

/* ---- round trips ---- */

static int new_store(void **unused)
{
    (void)unused;
    char journal[sizeof path + 8];
    snprintf(journal, sizeof journal, "%s-journal", path);
    unlink(path);
    unlink(journal);
    return 0;
}

static struct run *load(int64_t id)
{
    struct store *store = store_open(path, STORE_READ);
    assert_non_null(store);
    struct run *run = store_load(store, id);
    assert_non_null(run);
    store_close(store);
    return run;
}

static void a_run_comes_back_as_it_went_in(void **unused)
{
    (void)unused;
    for (unsigned i = 1; i <= 200; i++) {
        struct run *run = random_run(i % 12);
        double when = run->when = i;
        int64_t like;
        assert_int_equal(store_import_measured(path, run, &like), 0);
        assert_int_equal(like, 0);
        assert_int_equal(run->id, i);
        struct run *back = load(run->id);
        assert_same_run(run, back);
        assert_true(back->when == when && back->id == i);
        assert_non_null(strstr(back->source, path));
        run_free(back);
        run_free(run);
    }
}

static void equal_texts_have_one_address(void **unused)
{
    (void)unused;
    struct run *run = random_run(0);
    for (unsigned i = 0; i < 2; i++) {
        struct result *result = run_add_result(run);
        randomize(run, &store_parts[2], result);
        result->bench = string_set_add(&run->strings, "thesis/hello", 12);
    }
    assert_int_equal(store_import_measured(path, run, NULL), 0);
    struct run *back = load(run->id);
    assert_ptr_equal(back->results[0].bench, back->results[1].bench);
    assert_ptr_equal(back->results[0].bench, string_set_add(&back->strings, "thesis/hello", 12));
    run_free(back);
    run_free(run);
}

static void the_same_records_are_one_run(void **unused)
{
    (void)unused;
    struct run *first = random_run(5), *second = random_run(5);
    enum store_outcome outcomes[3];
    struct store *store = store_open(path, STORE_WRITE);
    struct run *runs[] = {first, second, first};
    assert_int_equal(store_import(store, runs, 3, outcomes), 0);
    assert_int_equal(outcomes[0], STORE_NEW);
    assert_int_equal(outcomes[1], STORE_NEW);
    assert_int_equal(outcomes[2], STORE_KNOWN);
    assert_int_equal(first->id, 1);
    int64_t id;
    assert_int_equal(store_entry_last(store, "last", 0, &id), 0);
    assert_int_equal(id, 1); /* it was stored last */
    assert_int_equal(store_entry_last(store, "last~1", 1, &id), 0);
    assert_int_equal(id, 2);
    assert_int_equal(store_entry_last(store, "last~2", 2, &id), -1);
    assert_int_equal(store_entry_delete(store, &id, 1), -1);
    id = 1;
    assert_int_equal(store_entry_delete(store, &id, 1), 0);
    assert_int_equal(store_import(store, runs, 1, outcomes), 0);
    assert_int_equal(outcomes[0], STORE_RESTORED);
    first->digest = 0; /* a run without records, which cannot be recognised */
    assert_int_equal(store_import(store, runs, 1, outcomes), 0);
    assert_int_equal(outcomes[0], STORE_NEW);
    assert_int_equal(first->id, 3);
    store_close(store);
    int64_t like;
    assert_int_equal(store_import_measured(path, second, &like),
                     0); /* a measured run is a separate run */
    assert_int_equal(second->id, 4);
    assert_int_equal(like, 2);
    run_free(first);
    run_free(second);
}

static void execute(const char *sql)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, NULL))
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    sqlite3_close(db);
}

/* A store that was made before these columns existed. */
static void an_older_store_is_read_and_extended(void **unused)
{
    (void)unused;
    struct run *run = random_run(6);
    run_add_result(run)->bench = run->source;
    struct result *result = &run->results[run->n_results - 1];
    result->event = result->ring = result->state = result->ablate = result->status = run->source;
    result->raw = 7;
    assert_int_equal(store_import_measured(path, run, NULL), 0);
    execute(
        "ALTER TABLE results DROP COLUMN region_name; ALTER TABLE results DROP COLUMN raw; "
        "ALTER TABLE runs DROP COLUMN label; ALTER TABLE runs DROP COLUMN suite; "
        "ALTER TABLE runs DROP COLUMN mhz_source; DROP TABLE findings; PRAGMA user_version = 0");
    struct store_list list;
    struct store *store = store_open(path, STORE_READ);
    assert_int_equal(store_entries(store, &list), 0);
    assert_string_equal(list.entries[list.n - 1].label, "");
    store_list_free(&list);
    store_close(store);
    struct run *back = load(run->id);
    assert_int_equal(back->n_findings, 0);
    assert_string_equal(back->mhz_source, "");
    assert_null(back->results[run->n_results - 1].region_name);
    assert_true(back->results[run->n_results - 1].raw == 0);
    run_free(back);
    struct run *other = random_run(6);
    assert_int_equal(store_import_measured(path, other, NULL), 0);
    back = load(other->id);
    assert_same_run(other, back);
    run_free(back);
    run_free(other);
    back = load(run->id);
    assert_true(back->results[run->n_results - 1].raw == 0);
    assert_string_equal(back->mhz_source, "");
    run_free(back);
    run_free(run);
}

/* ---- a file system that kills the process, or is full, at the nth change ---- */

static sqlite3_vfs *real, failing;
static const sqlite3_io_methods *real_methods; /* of both kinds of file; they share write methods */
static sqlite3_io_methods failing_methods[2];  /* journals are not locked, the database is */
static unsigned changes_left;                  /* 0: changes are not counted */
static bool kills;

static int change(void)
{
    if (changes_left == 0 || --changes_left > 0)
        return SQLITE_OK;
    if (kills)
        raise(SIGKILL);
    changes_left = 1; /* the disk stays full */
    return SQLITE_FULL;
}

static int on_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset)
{
    int failed = change();
    return failed ? failed : real_methods->xWrite(file, bytes, count, offset);
}

static int on_sync(sqlite3_file *file, int flags)
{
    int failed = kills ? change() : 0; /* a full disk can still sync */
    return failed ? failed : real_methods->xSync(file, flags);
}

static int on_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    int failed = kills ? change() : 0;
    return failed ? failed : real_methods->xTruncate(file, size);
}

static int on_delete(sqlite3_vfs *vfs, const char *name, int sync)
{
    (void)vfs;
    int failed = kills ? change() : 0;
    return failed ? failed : real->xDelete(real, name, sync);
}

static int on_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *got)
{
    (void)vfs;
    int failed = real->xOpen(real, name, file, flags, got);
    if (failed || !file->pMethods)
        return failed;
    real_methods = file->pMethods;
    sqlite3_io_methods *methods = &failing_methods[(flags & SQLITE_OPEN_MAIN_DB) != 0];
    *methods = *real_methods;
    methods->xWrite = on_write;
    methods->xSync = on_sync;
    methods->xTruncate = on_truncate;
    file->pMethods = methods;
    return SQLITE_OK;
}

static void use_failing_files(void)
{
    real = sqlite3_vfs_find(NULL);
    failing = *real;
    failing.zName = "failing";
    failing.xOpen = on_open;
    failing.xDelete = on_delete;
    assert_int_equal(sqlite3_vfs_register(&failing, 1), SQLITE_OK);
}

/* Checks that the store holds these runs completely, and nothing else. */
static void assert_holds(struct run *const *runs, unsigned n)
{
    struct store *store = store_open(path, STORE_READ); /* read only, as `show` opens it */
    assert_non_null(store);
    struct store_list list;
    assert_int_equal(store_entries(store, &list), 0);
    assert_int_equal(list.n, n);
    for (unsigned i = 0; i < n; i++) {
        struct run *back = store_load(store, list.entries[i].id);
        assert_non_null(back);
        assert_same_run(runs[i], back);
        run_free(back);
    }
    sqlite3_stmt *statement = store_database_prepare(store, "check it", "PRAGMA integrity_check");
    assert_int_equal(store_database_step(store, statement, "check it"), 1);
    assert_string_equal((const char *)sqlite3_column_text(statement, 0), "ok");
    sqlite3_finalize(statement);
    store_list_free(&list);
    store_close(store);
}

/* Imports runs[2] in a process that is killed at its nth change. Returns true if it was killed. */
static bool killed_at(unsigned n, struct run *const *runs)
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        enum store_outcome outcomes[2];
        use_failing_files();
        kills = true;
        struct store *store = store_open(path, STORE_WRITE);
        changes_left = n;
        _exit(store && store_import(store, runs, 2, outcomes) == 0 ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) || WEXITSTATUS(status) == 0);
    assert_true(!WIFSIGNALED(status) || WTERMSIG(status) == SIGKILL);
    return WIFSIGNALED(status);
}

static void a_killed_import_leaves_the_store_as_it_was(void **unused)
{
    (void)unused;
    struct run *runs[] = {random_run(20), random_run(40), random_run(40)};
    runs[0]->when = runs[1]->when = runs[2]->when = 1;
    assert_int_equal(store_import_measured(path, runs[0], NULL), 0);
    unsigned n = 1;
    while (killed_at(n, runs + 1)) {
        assert_holds(runs, 1);
        n++;
    }
    print_message("killed at each of %u changes of the file\n", n - 1);
    assert_true(n > 20);
    assert_holds(runs, 3);
    for (unsigned i = 0; i < 3; i++)
        run_free(runs[i]);
}

static void a_full_disk_leaves_the_store_as_it_was(void **unused)
{
    (void)unused;
    struct run *runs[] = {random_run(20), random_run(40)};
    runs[0]->when = runs[1]->when = 1;
    assert_int_equal(store_import_measured(path, runs[0], NULL), 0);
    use_failing_files();
    kills = false;
    unsigned n = 1;
    for (;; n++) {
        struct store *store = store_open(path, STORE_WRITE);
        enum store_outcome outcome;
        changes_left = n;
        int failed = store_import(store, runs + 1, 1, &outcome);
        changes_left = 0;
        store_close(store);
        if (!failed)
            break;
        assert_int_equal(runs[1]->id, 0);
        assert_holds(runs, 1);
    }
    assert_true(n > 10);
    assert_holds(runs, 2);
    sqlite3_vfs_unregister(&failing);
    run_free(runs[0]);
    run_free(runs[1]);
}

int main(void)
{
    if (!mkdtemp(folder))
        return 1;
    snprintf(path, sizeof path, "%s/store.db", folder);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_field_is_in_a_column),
        cmocka_unit_test_setup(a_run_comes_back_as_it_went_in, new_store),
        cmocka_unit_test_setup(equal_texts_have_one_address, new_store),
        cmocka_unit_test_setup(the_same_records_are_one_run, new_store),
        cmocka_unit_test_setup(an_older_store_is_read_and_extended, new_store),
        cmocka_unit_test_setup(a_killed_import_leaves_the_store_as_it_was, new_store),
        cmocka_unit_test_setup(a_full_disk_leaves_the_store_as_it_was, new_store),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    new_store(NULL);
    rmdir(folder);
    return failed;
}
