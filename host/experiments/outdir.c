/*
 * SPDX-License-Identifier: MIT
 * Writes the output directory. Files are written atomically, and the files for all jobs are
 * rewritten after each job, so that they are complete even if a later job fails.
 */
#include "host/experiments/outdir.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "host/base/allocate.h"
#include "host/base/message.h"
#include "host/base/write_file.h"

static int make(const char *path)
{
    struct stat there;
    if (!mkdir(path, 0777) || (errno == EEXIST && !stat(path, &there) && S_ISDIR(there.st_mode)))
        return EXIT_FINE;
    say("%s: cannot create directory: %s", path, strerror(errno == EEXIST ? ENOTDIR : errno));
    return EXIT_USAGE;
}

int outdir_make(const char *path)
{
    char *part = memory_text(path);
    int status = EXIT_FINE;
    for (char *slash = part + 1; *part && !status && (slash = strchr(slash, '/')); slash++) {
        *slash = 0;
        status = make(part);
        *slash = '/';
    }
    if (!status)
        status = make(part);
    free(part);
    return status;
}

/* ---- text files ----------------------------------------------------------------------------- */

/* A file in memory, written atomically when it is closed. */
struct page {
    char *text;
    size_t length;
    FILE *to;
};

static struct page *page_open(struct page *page)
{
    page->to = open_memstream(&page->text, &page->length);
    if (!page->to)
        die(EXIT_TARGET, "out of memory");
    return page;
}

/* Writes the page to `path` and frees both. */
static int page_close(struct page *page, char *path)
{
    if (fclose(page->to))
        die(EXIT_TARGET, "out of memory");
    int status = write_whole(path, page->text, page->length);
    free(page->text);
    free(path);
    return status;
}

static int write_copy(const char *folder, const char *name, const struct xml_file *xml)
{
    char *path = memory_print("%s/%s", folder, name);
    int status = write_whole(path, xml->text, xml->length);
    free(path);
    return status;
}

/* ---- all jobs ------------------------------------------------------------------------------- */

/* Returns "mine" for "files/mine.xml". */
static char *stem_of(const char *file)
{
    const char *name = strrchr(file, '/') ? strrchr(file, '/') + 1 : file;
    const char *dot = strrchr(name, '.');
    if (!strcmp(name, "-"))
        return memory_text("stdin");
    return memory_print("%.*s", dot && dot > name ? (int)(dot - name) : (int)strlen(name), name);
}

int outdir_open(struct outdir *outdir, const char *path, const struct experiments *experiments)
{
    *outdir = (struct outdir){.path = path,
                              .stem = stem_of(experiments->slips.file),
                              .summary = memory_text(""),
                              .counts = job_counts_table()};
    int status = outdir_make(path);
    if (!status)
        status = write_copy(path, "emon_config.txt", &experiments->config->xml);
    return status ? status : write_copy(path, "exp_config.txt", &experiments->xml);
}

void outdir_close(struct outdir *outdir)
{
    free(outdir->stem);
    free(outdir->summary);
    table_free(outdir->counts);
}

/* ---- one job -------------------------------------------------------------------------------- */

int outdir_begin_job(const struct job *job)
{
    size_t length;
    int status = outdir_make(job->folder);
    if (status)
        return status;
    char *text =
        abyss_input(job->experiment, job->program->name, job->experiments->slips.file, &length);
    char *path = job_path(job, "abyss_input.txt");
    status = write_whole(path, text, length);
    free(path);
    free(text);
    return status;
}

static int write_job_files(const struct job_results *results)
{
    static const struct {
        const char *suffix;
        void (*write)(const struct job_results *results, FILE *to);
        enum job_run of; /* the run that the file requires */
    } files[] = {
        {"raw.txt", job_raw_write, JOB_COUNTS},
        {"delta.txt", job_delta_write, JOB_COUNTS},
        {"time.txt", job_time_write, JOB_COUNTS},
        {"ebs_samples.txt", job_samples_write, JOB_SAMPLES},
    };
    int status = EXIT_FINE;
    for (unsigned i = 0; i < sizeof files / sizeof files[0] && !status; i++) {
        struct page page;
        if (!results->runs[files[i].of])
            continue;
        files[i].write(results, page_open(&page)->to);
        status = page_close(&page, job_path(results->job, files[i].suffix));
    }
    return status;
}

static int write_summaries(struct outdir *outdir, const struct job_results *results)
{
    struct page own, all;
    job_summary_write(results, page_open(&own)->to);
    fflush(own.to);
    fprintf(page_open(&all)->to, "%s%s", outdir->summary, own.text);
    fflush(all.to);
    free(outdir->summary);
    outdir->summary = memory_text(all.text);
    int status =
        page_close(&own, memory_print("%s/summary.%s.txt", results->job->folder, outdir->stem));
    int other = page_close(&all, memory_print("%s/summary.%s.txt", outdir->path, outdir->stem));
    return status ? status : other;
}

int outdir_end_job(struct outdir *outdir, const struct job_results *results)
{
    struct page page;
    int status = write_job_files(results);
    if (!status)
        status = write_summaries(outdir, results);
    outdir->rows += job_counts_add(results, outdir->counts);
    table_print(outdir->counts, page_open(&page)->to, false);
    int other =
        page_close(&page, memory_print("%s/events_counts.%s.txt", outdir->path, outdir->stem));
    return status ? status : other;
}
