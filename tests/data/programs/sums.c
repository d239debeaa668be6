/* A test program in the style of embedded suites: options, several files, an output file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <errno.h>

typedef unsigned long UNS_32_BITS;
typedef unsigned char BYTE;

static UNS_32_BITS table[256];
static char buffer[1 << 20];

static void maketable(void)
{
      UNS_32_BITS c;
      int i, j;

      for (i = 0; i < 256; i++) {
	    for (c = i, j = 0; j < 8; j++)
		  c = c & 1 ? 0xedb88320UL ^ (c >> 1) : c >> 1;
	    table[i] = c & 0xffffffffUL;
      }
}

int sumfile(char *name, UNS_32_BITS *crc, long *charcnt, int buffered)
{
      register FILE *fin;
      register UNS_32_BITS old = 0xffffffffUL;
      register int c;
      size_t got, i;

      *charcnt = 0;
      if ((fin = strcmp(name, "-") ? fopen(name, "rb") : stdin) == NULL) {
	    perror(name);
	    return -1;
      }
      if (buffered)
	    while ((got = fread(buffer, 1, sizeof buffer, fin)) > 0)
		  for (i = 0; i < got; i++, ++*charcnt)
			old = table[(old ^ (BYTE) buffer[i]) & 0xff] ^ (old >> 8);
      else
	    while ((c = getc(fin)) != EOF) {
		  ++*charcnt;
		  old = table[(old ^ (BYTE) c) & 0xff] ^ (old >> 8);
	    }
      if (fin != stdin)
	    fclose(fin);
      *crc = ~old & 0xffffffffUL;
      return 0;
}

int main(int argc, char *argv[])
{
      UNS_32_BITS crc;
      long charcnt;
      int errors = 0, c, buffered = 0, width = 8;
      FILE *out = stdout;
      extern char *optarg;
      extern int optind, optopt;

      maketable();
      while ((c = getopt(argc, argv, ":bo:w:")) != -1)
	    switch (c) {
	    case 'b': buffered = 1; break;
	    case 'w': width = atoi(optarg); break;
	    case 'o':
		  if ((out = fopen(optarg, "w")) == NULL) {
			perror(optarg);
			exit(1);
		  }
		  break;
	    case ':': fprintf(stderr, "-%c requires a value\n", optopt); exit(2);
	    case '?': fprintf(stderr, "-%c is not an option\n", optopt); exit(2);
	    }
      for (; optind < argc; optind++) {
	    if (sumfile(argv[optind], &crc, &charcnt, buffered) < 0) {
		  errors++;
		  continue;
	    }
	    fprintf(out, "%0*lX %7ld %s\n", width, crc, charcnt, argv[optind]);
      }
      if (out != stdout)
	    fclose(out);
      return errors;
}
