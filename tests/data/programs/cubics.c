/* A test program in the style of embedded suites: mathematics, with its results printed. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#ifndef PI
#define PI (4 * atan(1))
#endif

void
SolveCubic(double a, double b, double c, double d, int *solutions, double *x)
{
      double a1 = b/a, a2 = c/a, a3 = d/a;
      double Q = (a1*a1 - 3.0*a2)/9.0;
      double R = (2.0*a1*a1*a1 - 9.0*a1*a2 + 27.0*a3)/54.0;
      double R2_Q3 = R*R - Q*Q*Q;
      double theta;

      if (R2_Q3 <= 0)
      {
	    *solutions = 3;
	    theta = acos(R/sqrt(Q*Q*Q));
	    x[0] = -2.0*sqrt(Q)*cos(theta/3.0) - a1/3.0;
	    x[1] = -2.0*sqrt(Q)*cos((theta+2.0*PI)/3.0) - a1/3.0;
	    x[2] = -2.0*sqrt(Q)*cos((theta+4.0*PI)/3.0) - a1/3.0;
      }
      else
      {
	    *solutions = 1;
	    x[0] = pow(sqrt(R2_Q3)+fabs(R), 1/3.0);
	    x[0] += Q/x[0];
	    x[0] *= (R < 0.0) ? 1 : -1;
	    x[0] -= a1/3.0;
      }
}

unsigned long
introot(unsigned long n)
{
      unsigned long root = 0, bit = 1UL << 30;

      while (bit > n)
	    bit >>= 2;
      for (; bit; bit >>= 2)
	    if (n >= root + bit) {
		  n -= root + bit;
		  root = (root >> 1) + bit;
	    } else
		  root >>= 1;
      return root;
}

static double huge[] = {1e5, 1e10, 1e15, 1e22, 1.5e100, -3e200, 1.7e308};

int main(void)
{
  double x[3], X;
  double b, c;
  int solutions, i;
  unsigned long l = 0x3fed0169UL;
  long n = 0;

  printf("********* CUBIC FUNCTIONS ***********\n");
  for (b = 10; b > 0; b -= 2.5)
    for (c = 5; c < 9; c += 1.75) {
      SolveCubic(1.0, -b, c, -7.0, &solutions, x);
      printf("Solutions:");
      for (i = 0; i < solutions; i++)
	printf(" %f", x[i]);
      printf("\n");
      n += solutions;
    }
  printf("********* INTEGER SQR ROOTS ***********\n");
  for (i = 0; i < 200; i += 37)
    printf("sqrt(%3d) = %2lu\n", i, introot(i));
  for (; l < 0x3fed0169UL + 3; l++)
    printf("sqrt(%lX) = %lX\n", l, introot(l));
  printf("********* ANGLE CONVERSION ***********\n");
  for (X = 0.0; X <= 360.0; X += 45.0)
    printf("%3.0f degrees = %.12f radians\n", X, X * PI / 180);
  for (X = 0.0; X <= 2 * PI + 1e-6; X += PI / 4)
    printf("%.12f radians = %3.0f degrees\n", X, X * 180 / PI);
  printf("********* LARGE ANGLES ***********\n");
  for (i = 0; i < (int) (sizeof huge / sizeof huge[0]); i++)
    printf("%g: %.9f %.9f %.6f\n", huge[i], sin(huge[i]), cos(huge[i]), tan(huge[i]));
  printf("%ld solutions\n", n);
  return 0;
}
