/* A test program in the style of embedded suites: shortest paths in a matrix from a file. */
#include <stdio.h>
#include <stdlib.h>

#define NODES 24
#define NONE  9999

struct _NODE { int dist, prev; };
typedef struct _NODE NODE;
struct _QITEM { int node, dist, prev; struct _QITEM *next; };
typedef struct _QITEM QITEM;

QITEM *head = NULL;
int AdjMatrix[NODES][NODES];
int queued = 0;
NODE nodes[NODES];
int ch, prev, node, i, cost, dist;

void print_path (NODE *n, int to)
{
  if (n[to].prev != NONE)
    print_path(n, n[to].prev);
  printf (" %d", to);
  fflush(stdout);
}

void enqueue (int n, int d, int p)
{
  QITEM *item = (QITEM *) malloc(sizeof(QITEM)), *last = head;

  if (!item)
    {
      fprintf(stderr, "Out of memory.\n");
      exit(1);
    }
  item->node = n;
  item->dist = d;
  item->prev = p;
  item->next = NULL;
  if (!last)
    head = item;
  else
    {
      while (last->next) last = last->next;
      last->next = item;
    }
  queued++;
}

void dequeue (int *n, int *d, int *p)
{
  QITEM *first = head;

  if (head)
    {
      *n = head->node;
      *d = head->dist;
      *p = head->prev;
      head = head->next;
      free(first);
      queued--;
    }
}

int shortest(int from, int to)
{
  for (ch = 0; ch < NODES; ch++)
    {
      nodes[ch].dist = NONE;
      nodes[ch].prev = NONE;
    }
  if (from == to)
    {
      printf("From and to are the same.\n");
      return 0;
    }
  nodes[from].dist = 0;
  enqueue (from, 0, NONE);
  while (queued > 0)
    {
      dequeue (&node, &dist, &prev);
      for (i = 0; i < NODES; i++)
	if ((cost = AdjMatrix[node][i]) != NONE)
	  if (nodes[i].dist == NONE || nodes[i].dist > cost + dist)
	    {
	      nodes[i].dist = dist + cost;
	      nodes[i].prev = node;
	      enqueue (i, dist + cost, node);
	    }
    }
  printf("The shortest path is %d in cost:", nodes[to].dist);
  print_path(nodes, to);
  printf("\n");
  return 0;
}

int main(int argc, char *argv[]) {
  int i, j, k;
  FILE *fp;

  if (argc < 2) {
    fprintf(stderr, "Usage: paths <filename>\n");
    fprintf(stderr, "The file has %d rows of costs.\n", NODES);
    return 2;
  }
  fp = fopen (argv[1], "r");
  if (!fp) {
    perror(argv[1]);
    return 1;
  }
  for (i = 0; i < NODES; i++)
    for (j = 0; j < NODES; j++) {
      fscanf(fp, "%d", &k);
      AdjMatrix[i][j] = k;
    }
  for (i = 0, j = NODES/2; i < 12; i++, j++) {
    j = j % NODES;
    shortest(i, j);
  }
  exit(0);
}
