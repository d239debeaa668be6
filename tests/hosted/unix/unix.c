/*
 * SPDX-License-Identifier: MIT
 * A program that reads and writes files by POSIX's functions.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

int main(void)
{
    struct timeval now;
    struct stat about;
    char text[32] = "";
    FILE *stream;
    int given = open("given", O_RDONLY), own;

    printf("%d", given);
    printf(" %d", (int)read(given, text, 5));
    printf(" %s", text);
    printf(" %ld", lseek(given, 0, SEEK_CUR));
    printf(" %ld", lseek(given, -4, SEEK_END));
    printf(" %d", (int)read(given, text, sizeof text));
    printf(" %.4s", text);
    printf(" %d", (int)read(given, text, sizeof text));
    printf(" %d", (int)write(given, text, 1));
    printf(" %d\n", errno == EBADF);
    printf("%d", open("own", O_WRONLY));
    printf(" %d\n", errno == ENOENT);
    own = open("own", O_RDWR | O_CREAT | O_EXCL, 0666);
    printf("%d", own);
    printf(" %d", (int)write(own, "0123456789", 10));
    printf(" %d", open("own", O_RDWR | O_CREAT | O_EXCL, 0666));
    printf(" %d", errno == EEXIST);
    printf(" %d", fstat(own, &about));
    printf(" %ld %d\n", about.st_size, S_ISREG(about.st_mode));
    stream = fdopen(own, "r+");
    fseek(stream, 4, SEEK_SET);
    fprintf(stream, "%s", "four");
    printf("%d", fileno(stream) == own);
    fclose(stream);
    printf(" %d", close(own));
    printf(" %d", errno == EBADF);
    printf(" %d", stat("own", &about));
    stream = fopen("own", "a");
    printf(" %d", fileno(stream) == own);
    printf(" %d", (int)write(own, "!", 1));
    fclose(stream);
    stream = fopen("own", "r");
    printf(" %s\n", fgets(text, sizeof text, stream));
    printf("%d", access("own", R_OK | W_OK));
    printf(" %d", unlink("own"));
    printf(" %d", access("own", F_OK));
    printf(" %d", isatty(STDOUT_FILENO));
    printf(" %d\n", gettimeofday(&now, NULL) == 0 && now.tv_sec - time(NULL) <= 0);
    write(STDOUT_FILENO, "end\n", 4);
    _exit(0);
}
