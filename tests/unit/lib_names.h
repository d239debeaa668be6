/*
 * SPDX-License-Identifier: MIT
 * Renames kernel/lib's <stdlib.h>, <stdio.h> and errno, so that they can be linked with the host's
 * library. Between this header and host_names.h C's names mean those of kernel/lib.
 */
#undef errno
#undef MB_CUR_MAX
#undef RAND_MAX
#define abort         lib_abort
#define abs           lib_abs
#define aligned_alloc lib_aligned_alloc
#define atexit        lib_atexit
#define atof          lib_atof
#define atoi          lib_atoi
#define atol          lib_atol
#define atoll         lib_atoll
#define bsearch       lib_bsearch
#define calloc        lib_calloc
#define clearerr      lib_clearerr
#define div           lib_div
#define div_t         lib_div_t
#define errno         lib_errno
#define _Exit         lib__Exit
#define exit          lib_exit
#define fclose        lib_fclose
#define feof          lib_feof
#define ferror        lib_ferror
#define fflush        lib_fflush
#define fgetc         lib_fgetc
#define fgetpos       lib_fgetpos
#define fgets         lib_fgets
#define fopen         lib_fopen
#define fpos_t        lib_fpos_t
#define fprintf       lib_fprintf
#define fputc         lib_fputc
#define fputs         lib_fputs
#define fread         lib_fread
#define free          lib_free
#define freopen       lib_freopen
#define fscanf        lib_fscanf
#define fseek         lib_fseek
#define fsetpos       lib_fsetpos
#define ftell         lib_ftell
#define fwrite        lib_fwrite
#define getc          lib_getc
#define getchar       lib_getchar
#define getenv        lib_getenv
#define labs          lib_labs
#define ldiv          lib_ldiv
#define ldiv_t        lib_ldiv_t
#define llabs         lib_llabs
#define lldiv         lib_lldiv
#define lldiv_t       lib_lldiv_t
#define malloc        lib_malloc
#define perror        lib_perror
#define printf        lib_printf
#define putc          lib_putc
#define putchar       lib_putchar
#define puts          lib_puts
#define qsort         lib_qsort
#define rand          lib_rand
#define realloc       lib_realloc
#define remove        lib_remove
#define rename        lib_rename
#define rewind        lib_rewind
#define scanf         lib_scanf
#define setbuf        lib_setbuf
#define setvbuf       lib_setvbuf
#define snprintf      lib_snprintf
#define sprintf       lib_sprintf
#define srand         lib_srand
#define sscanf        lib_sscanf
#define strdup        lib_strdup
#define strtod        lib_strtod
#define strtof        lib_strtof
#define strtol        lib_strtol
#define strtold       lib_strtold
#define strtoll       lib_strtoll
#define strtoul       lib_strtoul
#define strtoull      lib_strtoull
#define system        lib_system
#define tmpfile       lib_tmpfile
#define tmpnam        lib_tmpnam
#define ungetc        lib_ungetc
#define vfprintf      lib_vfprintf
#define vfscanf       lib_vfscanf
#define vprintf       lib_vprintf
#define vscanf        lib_vscanf
#define vsnprintf     lib_vsnprintf
#define vsprintf      lib_vsprintf
#define vsscanf       lib_vsscanf

/* Macros that the host defines too, with other definitions. */
#undef ENOTSUP
#undef EOPNOTSUPP
#undef MB_CUR_MAX
