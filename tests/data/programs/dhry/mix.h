/* A test program in the style of synthetic integer benchmarks of the 1980s. */
#ifdef TIME
long time();
#else
#include <sys/types.h>
#include <sys/times.h>
#endif
#ifndef HZ
#define HZ 100
#endif
#include <stdio.h>

#ifdef NOSTRUCTASSIGN
#define assign(d, s) memcpy(&(d), &(s), sizeof(d))
#else
#define assign(d, s) d = s
#endif

#ifdef NOENUM
#define Red 0
#define Green 1
#define Blue 2
typedef int Colour;
#else
typedef enum {Red, Green, Blue} Colour;
#endif

#define Null 0
#define true 1
#define false 0

typedef int	Whole;
typedef int	Flag;
typedef char	Letter;
typedef char	Line [31];
typedef int	Row [50];
typedef int	Table [50][50];

typedef struct node
    {
    struct node	*next;
    Colour	kind;
    union {
	struct {
	    Colour	shade;
	    int		amount;
	    char	text [31];
	    } first;
	struct {
	    Letter	one, two;
	    } second;
	} variant;
    } Node, *NodePointer;
