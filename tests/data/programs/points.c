/* A test program in the style of embedded suites: a large static array of structures from a file,
 * sorted by distance; main() is void, and its arguments are declared as before ANSI C. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#define MAXARRAY 60000

struct point3 {
  int x, y, z;
  double distance;
};
static struct point3 array[MAXARRAY];

int compare(elem1, elem2)
const void *elem1, *elem2;
{
  double distance1, distance2;

  distance1 = (*((struct point3 *)elem1)).distance;
  distance2 = (*((struct point3 *)elem2)).distance;
  return (distance1 > distance2) ? 1 : ((distance1 == distance2) ? 0 : -1);
}

void main(argc, argv)
int argc;
char *argv[];
{
  FILE *fp;
  int i, count = 0;
  int x, y, z;

  if (argc < 2) {
    fprintf(stderr, "Usage: points <file>\n");
    exit(-1);
  }
  fp = fopen(argv[1], "r");
  if (!fp) {
    fprintf(stderr, "%s cannot be opened\n", argv[1]);
    exit(1);
  }
  while ((fscanf(fp, "%d", &x) == 1) && (fscanf(fp, "%d", &y) == 1) &&
	 (fscanf(fp, "%d", &z) == 1) && (count < MAXARRAY)) {
    array[count].x = x;
    array[count].y = y;
    array[count].z = z;
    array[count].distance = sqrt(pow(x, 2) + pow(y, 2) + pow(z, 2));
    count++;
  }
  fclose(fp);
  printf("\nSorting %d points by their distance from the origin.\n\n", count);
  qsort(array, count, sizeof(struct point3), compare);
  for (i = 0; i < count; i++)
    printf("%d %d %d %.4f\n", array[i].x, array[i].y, array[i].z, array[i].distance);
}
