/*
 * SPDX-License-Identifier: MIT
 * Writes the output directory. Files are written atomically, and the files for all jobs are
 * rewritten after each job, so that they are complete even if a later job fails.
 */
#include "host/pentium4/outdir.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "host/base/allocation.h"
#include "host/base/message.h"
#include "host/base/atomic_file.h"

static int outdir_make_one(const char *path)
{
    struct stat there;
    if (!mkdir(path, 0777) || (errno == EEXIST && !stat(path, &there) && S_ISDIR(there.st_mode)))
        return EXIT_FINE;
    message_print("%s: cannot create directory: %s", path,
                  strerror(errno == EEXIST ? ENOTDIR : errno));
    return EXIT_USAGE;
}

int outdir_make(const char *path)
{
    char *part = allocate_copy(path);
    int status = EXIT_FINE;
    for (char *slash = part + 1; *part && !status && (slash = strchr(slash, '/')); slash++) {
        *slash = 0;
        status = outdir_make_one(part);
        *slash = '/';
    }
    if (!status)
        status = outdir_make_one(part);
    free(part);
    return status;
}

/* ---- text files ----------------------------------------------------------------------------- */

/* A file in memory, written atomically when it is closed. */
struct outdir_page {
    char *text;
    size_t length;
    FILE *to;
};

static struct outdir_page *outdir_page_open(struct outdir_page *page)
{
    page->to = open_memstream(&page->text, &page->length);
    if (!page->to)
        die(EXIT_TARGET, "out of memory");
    return page;
}

/* Writes the page to `path` and frees both. */
static int outdir_page_close(struct outdir_page *page, char *path)
{
    if (fclose(page->to))
        die(EXIT_TARGET, "out of memory");
    int status = atomic_file_write(path, page->text, page->length);
    free(page->text);
    free(path);
    return status;
}

static int outdir_write_copy(const char *folder, const char *name, const struct xml_file *xml)
{
    char *path = allocate_text("%s/%s", folder, name);
    int status = atomic_file_write(path, xml->text, xml->length);
    free(path);
    return status;
}

/* ---- all jobs ------------------------------------------------------------------------------- */

/* Returns "mine" for "files/mine.xml". */
static char *outdir_stem(const char *file)
{
    const char *name = strrchr(file, '/') ? strrchr(file, '/') + 1 : file;
    const char *dot = strrchr(name, '.');
    if (!strcmp(name, "-"))
        return allocate_copy("stdin");
    return allocate_text("%.*s", dot && dot > name ? (int)(dot - name) : (int)strlen(name), name);
}

int outdir_open(struct outdir *outdir, const char *path, const struct experiments *experiments)
{
    *outdir = (struct outdir){.path = path,
                              .stem = outdir_stem(experiments->errors.file),
                              .summary = allocate_copy(""),
                              .counts = job_results_new_table()};
    int status = outdir_make(path);
    if (!status)
        status = outdir_write_copy(path, "emon_config.txt", &experiments->config->xml);
    return status ? status : outdir_write_copy(path, "exp_config.txt", &experiments->xml);
}

void outdir_close(struct outdir *outdir)
{
    free(outdir->stem);
    free(outdir->summary);
    text_table_free(outdir->counts);
}

/* ---- one job -------------------------------------------------------------------------------- */

int outdir_begin_job(const struct job *job)
{
    size_t length;
    int status = outdir_make(job->folder);
    if (status)
        return status;
    char *text = register_file_abyss_input(job->experiment, job->program->name,
                                           job->experiments->errors.file, &length);
    char *path = experiment_job_path(job, "abyss_input.txt");
    status = atomic_file_write(path, text, length);
    free(path);
    free(text);
    return status;
}

static int outdir_write_job_files(const struct job_results *results)
{
    static const struct {
        const char *suffix;
        void (*write)(const struct job_results *results, FILE *to);
        enum job_run of; /* the run that the file requires */
    } files[] = {
        {"raw.txt", job_files_write_raw, JOB_COUNTS},
        {"delta.txt", job_files_write_delta, JOB_COUNTS},
        {"time.txt", job_files_write_time, JOB_COUNTS},
        {"ebs_samples.txt", job_files_write_samples, JOB_SAMPLES},
    };
    int status = EXIT_FINE;
    for (unsigned i = 0; i < sizeof files / sizeof files[0] && !status; i++) {
        struct outdir_page page;
        if (!results->runs[files[i].of])
            continue;
        files[i].write(results, outdir_page_open(&page)->to);
        status = outdir_page_close(&page, experiment_job_path(results->job, files[i].suffix));
    }
    return status;
}

static int outdir_write_summaries(struct outdir *outdir, const struct job_results *results)
{
    struct outdir_page own, all;
    job_summary_write(results, outdir_page_open(&own)->to);
    fflush(own.to);
    fprintf(outdir_page_open(&all)->to, "%s%s", outdir->summary, own.text);
    fflush(all.to);
    free(outdir->summary);
    outdir->summary = allocate_copy(all.text);
    int status = outdir_page_close(
        &own, allocate_text("%s/summary.%s.txt", results->job->folder, outdir->stem));
    int other =
        outdir_page_close(&all, allocate_text("%s/summary.%s.txt", outdir->path, outdir->stem));
    return status ? status : other;
}

int outdir_end_job(struct outdir *outdir, const struct job_results *results)
{
    struct outdir_page page;
    int status = outdir_write_job_files(results);
    if (!status)
        status = outdir_write_summaries(outdir, results);
    outdir->rows += job_results_add_counts(results, outdir->counts);
    text_table_print(outdir->counts, outdir_page_open(&page)->to, false);
    int other = outdir_page_close(
        &page, allocate_text("%s/events_counts.%s.txt", outdir->path, outdir->stem));
    return status ? status : other;
}
