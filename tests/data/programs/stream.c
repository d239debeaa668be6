/* A test program in the style of memory-bandwidth benchmarks of the 1990s: static arrays, time by
 * gettimeofday() with a time zone, old-style declarations. */
# include <stdio.h>
# include <math.h>
# include <float.h>
# include <limits.h>
# include <sys/time.h>

#ifndef N
#   define N	20000
#endif
#define NTIMES	3
#define OFFSET	0

# define HLINE "-------------------------------------------------------------\n"

# ifndef MIN
# define MIN(x,y) ((x)<(y)?(x):(y))
# endif
# ifndef MAX
# define MAX(x,y) ((x)>(y)?(x):(y))
# endif

static double	x[N+OFFSET],
		y[N+OFFSET],
		z[N+OFFSET];

static double	rmstime[4] = {0}, maxtime[4] = {0},
		mintime[4] = {FLT_MAX,FLT_MAX,FLT_MAX,FLT_MAX};

static char	*label[4] = {"Copying:   ", "Scaling:   ", "Adding:    ", "Triads:    "};
static double	bytes[4] = {
    2 * sizeof(double) * N, 2 * sizeof(double) * N,
    3 * sizeof(double) * N, 3 * sizeof(double) * N
    };

extern double now();
extern void verify();

int
main()
    {
    int		size, k;
    register int	j;
    double	factor, t, times[4][NTIMES];

    printf(HLINE);
    size = sizeof(double);
    printf("Each element has %d bytes, each array %d elements.\n", size, N);
    printf("Memory in total: %.1f MB\n", (3.0 * size) * ((double) N / 1048576.0));
    printf(HLINE);
    for (j=0; j<N; j++) {
	x[j] = 1.0;
	y[j] = 2.0;
	z[j] = 0.0;
	}
    t = now();
    for (j = 0; j < N; j++)
	x[j] = 2.0E0 * x[j];
    t = 1.0E6 * (now() - t);
    printf("One test takes about %.0f microseconds.\n", t);

    factor = 3.0;
    for (k=0; k<NTIMES; k++)
	{
	times[0][k] = now();
	for (j=0; j<N; j++)
	    z[j] = x[j];
	times[0][k] = now() - times[0][k];
	times[1][k] = now();
	for (j=0; j<N; j++)
	    y[j] = factor*z[j];
	times[1][k] = now() - times[1][k];
	times[2][k] = now();
	for (j=0; j<N; j++)
	    z[j] = x[j]+y[j];
	times[2][k] = now() - times[2][k];
	times[3][k] = now();
	for (j=0; j<N; j++)
	    x[j] = y[j]+factor*z[j];
	times[3][k] = now() - times[3][k];
	}

    for (k=1; k<NTIMES; k++) /* the first is not counted */
	for (j=0; j<4; j++)
	    {
	    rmstime[j] = rmstime[j] + (times[j][k] * times[j][k]);
	    mintime[j] = MIN(mintime[j], times[j][k]);
	    maxtime[j] = MAX(maxtime[j], times[j][k]);
	    }
    printf("Test          Rate (MB/s)   RMS time     Min time     Max time\n");
    for (j=0; j<4; j++) {
	rmstime[j] = sqrt(rmstime[j]/(double)(NTIMES-1));
	printf("%s%11.4f  %11.4f  %11.4f  %11.4f\n", label[j],
	       1.0E-06 * bytes[j]/mintime[j], rmstime[j], mintime[j], maxtime[j]);
	}
    printf(HLINE);
    verify();
    return 0;
    }

double now()
    {
	struct timeval tp;
	struct timezone tzp;
	int i;

	i = gettimeofday(&tp,&tzp);
	return ( (double) tp.tv_sec + (double) tp.tv_usec * 1.e-6 );
    }

void verify()
    {
	double xj = 1.0, yj = 2.0, zj = 0.0, xsum = 0.0, ysum = 0.0, zsum = 0.0;
	int j, k;

	xj = 2.0E0 * xj;
	for (k=0; k<NTIMES; k++)
	    {
	    zj = xj;
	    yj = 3.0*zj;
	    zj = xj+yj;
	    xj = yj+3.0*zj;
	    }
	for (j=0; j<N; j++) {
	    xsum += x[j];
	    ysum += y[j];
	    zsum += z[j];
	    }
	printf ("Expected: %f %f %f\n", xj*N, yj*N, zj*N);
	printf ("Observed: %f %f %f\n", xsum, ysum, zsum);
	if (fabs(xj*N-xsum)/xsum > 1.e-8 || fabs(yj*N-ysum)/ysum > 1.e-8 ||
	    fabs(zj*N-zsum)/zsum > 1.e-8)
	    printf ("The results do not validate\n");
	else
	    printf ("The results validate\n");
    }
