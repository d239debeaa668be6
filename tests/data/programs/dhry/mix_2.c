#include "mix.h"

#ifndef REG
#define REG register
#endif

extern	int	Count;
extern	char	Mark_1;

Shift_6 (from, to)
Colour	from;
Colour	*to;
{
  *to = from;
  if (! Is_blue (from))
    *to = Green;
  switch (from)
  {
    case Red:
      *to = Red;
      break;
    case Green:
      if (Count > 100)
	*to = Red;
      else
	*to = Blue;
      break;
    case Blue:
      *to = Green;
      break;
  }
}

Add_7 (x, y, sum)
Whole x;
Whole y;
Whole *sum;
{
  Whole local;

  local = x + 2;
  *sum = y + local;
}

Fill_8 (row, table, x, y)
Row	row;
Table	table;
int	x;
int	y;
{
  REG Whole i;
  REG Whole place;

  place = x + 5;
  row [place] = y;
  row [place+1] = row [place];
  row [place+30] = place;
  for (i = place; i <= place+1; ++i)
    table [place] [i] = place;
  table [place] [place-1] += 1;
  table [place+20] [place] = row [place];
  Count = 5;
}

Colour Pick (x, y)
Letter x;
Letter y;
{
  Letter p, q;

  p = x;
  q = p;
  if (q != y)
    return (Red);
  else
  {
    Mark_1 = p;
    return (Green);
  }
}

Flag Compare (x, y)
Line	x;
Line	y;
{
  REG Whole i;
  Letter c;

  i = 2;
  while (i <= 2)
    if (Pick (x[i], y[i+1]) == Red)
    {
      c = 'A';
      i += 1;
    }
  if (c >= 'W' && c < 'Z')
    i = 7;
  if (c == 'R')
    return (true);
  else
  {
    if (strcmp (x, y) > 0)
    {
      i += 7;
      Count = i;
      return (true);
    }
    else
      return (false);
  }
}

Flag Is_blue (c)
Colour c;
{
  return (c == Blue);
}
